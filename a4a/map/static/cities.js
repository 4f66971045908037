// Cities that count for victory, and capitals. They stand where they stand on the earth, from node to
// node and at every zoom; what else is drawn gives way, and a stack that has to go further than beside
// its label point has a leader line to it.

import { Taken, around } from "./badges.js";
import { makeSvg } from "./elements.js";
import { Drawings, Layer, legendMark } from "./layers.js";
import CITIES from "./cities.json" with { type: "json" };
import MARKS from "./marks.json" with { type: "json" };

// `CITIES`, which pictures share, says: the size of a capital and of a city, and how much of it is left
// where there is no room for it; the gap and the width of a letter of the name, which is written where
// the space has so many px; how much room a stack is expected to want; where in its space one that tells
// its types may stand, and where else one may go, in its own sizes; how many px from its label point it has a leader line.

/** Victory cities as stars, capitals as larger ones with a ring in their power's colour. */
export class CitiesLayer extends Layer {
  begin() {
    this.drawings = new Drawings(this.sheet.groups.cities);
    this.spots = null;
  }

  read() {
    this.spots = null;
  }

  grow() {}

  arrange() {
    this.spots = null;
  }

  clear() {
    this.drawings.clear();
    this.spots = null;
  }

  reserve() {
    this.spots ??= this.place();
    for (const { boxes } of this.spots) for (const box of boxes) this.sheet.taken.add(box);
  }

  paint() {
    const { drawings, sheet } = this;
    drawings.begin();
    for (const { space, x, y, share, rings, name, side } of this.spots) {
      drawings.put(space, `${share} ${side}`, x, y, () => drawCity(rings, name, side), sheet.scale * share);
    }
    drawings.end();
  }

  /** Where each city is drawn at this zoom, how large, and on which side its name is written. */
  place() {
    const { sheet } = this;
    const { points, scale } = sheet;
    const [marks, stacks] = [new Taken(), new Taken()];
    for (const { x, y } of points) stacks.add(around(x, y, CITIES.stack[0] * scale, CITIES.stack[1] * scale));
    const spots = [];
    for (const city of this.cities()) {
      const known = sheet.seat(city.space);
      for (const share of [1, CITIES.small]) {
        const size = sizeOf(city) * scale * share;
        const { x, y } = known ?? aboveStack(points[city.space], size, scale);
        const box = around(x, y, size, size);
        if (!marks.free(box) || (share === 1 && !stacks.free(box))) continue;
        marks.add(box);
        spots.push({ ...city, x, y, share, size, boxes: [box], side: "" });
        break;
      }
    }
    for (const spot of spots) {
      if (!spot.name || points[spot.space].width <= CITIES.namedFrom || spot.share < 1) continue;
      const width = CITIES.letter * scale * spot.name.length;
      const off = (spot.size + width) / 2 + CITIES.gap * scale;
      for (const [side, dx] of [["right", off], ["left", -off]]) {
        const box = around(spot.x + dx, spot.y, width, 11 * scale);
        if (!marks.free(box) || !stacks.free(box) || !sheet.holds(box)) continue;
        marks.add(box);
        spot.boxes.push(box);
        spot.side = side;
        break;
      }
    }
    return spots;
  }

  /** The cities of the board, capitals first. */
  cities() {
    const { spaces, powers } = this.timeline;
    const found = spaces.flatMap(({ city, capitals, code }, space) => {
      if (code || (!city && !capitals?.length)) return [];
      return [{ space, name: city ?? "", rings: (capitals ?? []).map((i) => powers[i]?.colour).filter(Boolean) }];
    });
    return found.sort((a, b) => b.rings.length - a.rings.length || a.space - b.space);
  }

  legend() {
    const { spaces, powers } = this.timeline;
    const capital = powers[spaces.find(({ capitals }) => capitals?.length)?.capitals[0]];
    return [
      ...(spaces.some(({ city }) => city) ? [legendMark("city that counts for victory", drawCity([]))] : []),
      ...(capital ? [legendMark("capital, ringed in its power's colour", drawCity([capital.colour]), 20, 18)] : []),
    ];
  }
}

/** Where a city is drawn of which nobody knows where it stands: clear of a stack at the label point. */
const aboveStack = ({ x, y }, size, scale) => ({ x, y: y - (CITIES.stack[1] * scale + size) / 2 - 2 });

const sizeOf = ({ rings }) => (rings.length > 0 ? CITIES.capital : CITIES.city);

/** A city about the origin, with its name on a side if it is given one. */
function drawCity(rings, name = "", side = "") {
  const parts = [];
  if (rings.length > 0) {
    parts.push(
      makeSvg("circle", { r: 7, class: "a4a-ring-casing" }),
      makeSvg("circle", { r: 6.6, fill: "#fff", stroke: rings[0], "stroke-width": 2.2 }),
    );
  }
  parts.push(makeSvg("path", { d: MARKS.star, class: "a4a-city-star" }));
  if (side) {
    const x = sizeOf({ rings }) / 2 + CITIES.gap - 1;
    const at = side === "left" ? { x: -x, "text-anchor": "end" } : { x };
    parts.push(makeSvg("text", { ...at, y: 3.4, class: "a4a-city" }, name));
  }
  return parts;
}

/** The line from a badge to the label point that it left to a city, or null if it stands at it. */
export function leaderOf({ x, y, box, badge, yields }, scale) {
  if (!yields || badge.kind === "dot") return null;
  const [left, right] = [box.left + 0.5, box.right - 0.5];
  const [top, bottom] = [box.top + 0.5, box.bottom - 0.5];
  const edge = { x: Math.max(left, Math.min(right, x)), y: Math.max(top, Math.min(bottom, y)) };
  if (Math.hypot(edge.x - x, edge.y - y) < CITIES.leaderFrom * scale) return null;
  return `M${x.toFixed(1)} ${y.toFixed(1)}L${edge.x.toFixed(1)} ${edge.y.toFixed(1)}`;
}
