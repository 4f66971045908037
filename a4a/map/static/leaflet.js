// Getting at the Leaflet map that ipyleaflet shows, and keeping its pointer moves in the browser.

export const QUIET = new Set(["mousemove", "mouseover", "mouseout", "mousedown", "mouseup", "preclick"]);

const later = (wait) => new Promise((resolve) => setTimeout(resolve, wait));

/**
 * The Leaflet map that the painter's own board shows. A model may be displayed several times, and a
 * display that never came to be (its cell was run again) must not keep another waiting.
 */
export async function findMap(mapModel, el, signal) {
  for (let wait = 10; !signal.aborted; wait = Math.min(250, 1.2 * wait)) {
    const board = el.closest(".a4a-board");
    for (const promise of board ? Object.values(mapModel.views ?? {}) : []) {
      const view = await Promise.race([Promise.resolve(promise).catch(() => null), later(wait)]);
      if (view?.obj && board.contains(view.el)) return view.obj;
    }
    await later(wait);
  }
  return null;
}

/**
 * Let go of a map whose view is taken away. ipyleaflet leaves it listening to the window, and keeps
 * the shapes of its spaces as long as the kernel keeps the map: 9 MB each time a cell is run again.
 */
export function letGo(map) {
  const groups = [];
  map.eachLayer((layer) => layer.clearLayers && groups.push(layer));
  setTimeout(() => { // when ipyleaflet has done with it
    if (map.getContainer().isConnected) return;
    for (const group of groups) group.clearLayers();
    map.remove();
  });
}

/** Keep pointer moves in the browser; the kernel hears of clicks only. */
export function hush(model, isQuiet) {
  if (model.a4aHushed) return;
  model.a4aHushed = true;
  const send = model.send;
  model.send = function (content, ...rest) {
    if (isQuiet(content)) return undefined;
    return send.call(this, content, ...rest);
  };
}

/** Let a control lie on the map without the map taking its clicks and turns of the wheel. */
export function keepFromMap(control, signal) {
  for (const type of ["pointerdown", "mousedown", "click", "dblclick", "wheel", "touchstart"]) {
    control.addEventListener(type, (event) => event.stopPropagation(), { signal });
  }
}

/** The Leaflet layers that show the spaces, by index; the class names of their paths tell which. */
export function spaceLayers(map, prefix) {
  const found = new Map();
  map.eachLayer((layer) => {
    const names = layer.getLatLngs ? layer.options.className?.split(" ") ?? [] : [];
    const own = names.find((name) => name.startsWith(`${prefix}-`));
    if (own) found.set(Number(own.slice(prefix.length + 1)), layer);
  });
  return found;
}

const FINE = 0.8; // px between points of an outline that are worth drawing

/** The whole shape of a polygon as SVG path data in layer pixels (Leaflet's own path is clipped). */
export function outlineOf(map, layer) {
  const parts = [];
  const visit = (rings) => {
    if (Array.isArray(rings[0])) return rings.forEach(visit);
    let last = null;
    let d = "";
    for (const place of rings) {
      const { x, y } = map.latLngToLayerPoint(place);
      if (last && Math.abs(x - last.x) + Math.abs(y - last.y) < FINE) continue;
      d += `${last ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
      last = { x, y };
    }
    if (last) parts.push(`${d}Z`);
  };
  visit(layer.getLatLngs());
  return parts.join("");
}
