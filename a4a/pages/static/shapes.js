// The spaces of a board as Leaflet draws them, with less work where another part of the board is shown at once. Leaflet
// would project every corner twice, only to drop those within a pixel of others, which are most of them where the whole
// board is seen; and write every shape three times: after the zoom, after the move, and because the view is new.

const CLOSE = 1; // px, squared: what Leaflet itself drops

/** A renderer that projects and writes shapes once for a view. */
export function boardRenderer() {
  const Renderer = L.SVG.extend({
    _onZoomEnd() {}, // the end of the move comes next
    _reset() {}, // and came before
    _updatePaths() {
      const [origin, zoom] = [this._map.getPixelOrigin(), this._map.getZoom()];
      const shapes = Object.values(this._layers);
      if (!this._origin?.equals(origin) || this._drawn !== zoom) for (const shape of shapes) shape._project();
      [this._origin, this._drawn] = [origin, zoom];
      for (const shape of shapes) shape._update();
    },
  });
  return new Renderer();
}

/** Let a polygon be projected quickly: where its corners lie at zoom 0 is found once. */
export function projectQuickly(polygon) {
  const corners = new Map(); // of each ring, x and y in turn
  const cornersOf = (map, ring) => {
    if (!corners.has(ring)) {
      const points = ring.map((corner) => map.project(corner, 0));
      corners.set(ring, Float64Array.from(points.flatMap(({ x, y }) => [x, y])));
    }
    return corners.get(ring);
  };
  polygon._projectLatlngs = (latlngs, rings, bounds) => {
    if (Array.isArray(latlngs[0])) {
      for (const part of latlngs) polygon._projectLatlngs(part, rings, bounds);
      return;
    }
    const map = polygon._map;
    rings.push(ringOf(cornersOf(map, latlngs), map.getZoomScale(map.getZoom(), 0), map.getPixelOrigin(), bounds));
  };
}

/** The points of a ring at a scale, in pixels from an origin; `bounds` are told of all of them. */
function ringOf(corners, scale, origin, bounds) {
  const ring = [];
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  let [lastX, lastY] = [Infinity, Infinity];
  for (let i = 0; i < corners.length; i += 2) {
    const x = Math.round(corners[i] * scale) - origin.x;
    const y = Math.round(corners[i + 1] * scale) - origin.y;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
    if ((x - lastX) ** 2 + (y - lastY) ** 2 <= CLOSE && i < corners.length - 2) continue;
    [lastX, lastY] = [x, y];
    ring.push(L.point(x, y));
  }
  if (ring.length > 0) bounds.extend(L.point(left, top)).extend(L.point(right, bottom));
  return ring;
}
