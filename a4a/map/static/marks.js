// Marks of our own on spaces: what produces, convoy zones, straits. Their paths are in
// `marks.json`: pictures draw them too.

import { drawDisc, drawHits, numberWidth } from "./badges.js";
import { makeSvg, placed } from "./elements.js";
import { Drawings, Layer, MarkLayer, legendMark } from "./layers.js";
import { drawSymbol } from "./symbols.js";
import { valueAt } from "./timeline.js";
import MARKS from "./marks.json" with { type: "json" };

const FACTORY = /industrial|factory|production/;

/** Factories, bases and their damage; where a badge tells of them already, not once more. */
export class ProductionLayer extends MarkLayer {
  marks() {
    const { timeline, position, sheet } = this;
    const found = [];
    timeline.stack.forEach((track, space) => {
      const content = valueAt(track, position);
      const { facilities } = sheet.info(content);
      if (facilities.length === 0 || sheet.detailed.has(space)) return;
      const owner = valueAt(timeline.owner[space], position);
      const factories = facilities.filter(({ type }) => isFactory(timeline.types[type]));
      // Far out only factories; closer the bases too.
      const close = sheet.points[space].width > 60;
      const sizes = [...(close && facilities.length > factories.length ? [facilities] : []), factories]
        .filter((row) => row.length > 0)
        .map((row) => this.row(row, `${content} ${owner} ${row.length}`, timeline.powers[owner]));
      if (sizes.length > 0) found.push({ space, sizes, most: facilities.length });
    });
    return found;
  }

  row(facilities, look, power) {
    const chips = facilities.map(({ type, ...more }) => ({ type: this.timeline.types[type], ...more }));
    const width = chips.reduce((sum, { damage }) => sum + facilityWidth(damage), 3);
    return { look, width, height: 13, draw: () => drawFacilities(chips, width, power) };
  }

  legend() {
    const { timeline, position, sheet } = this;
    const standing = new Set();
    let damaged = false;
    for (const track of timeline.stack) {
      for (const { type, damage } of sheet.info(valueAt(track, position)).facilities) {
        standing.add(type);
        damaged ||= damage > 0;
      }
    }
    const rows = [...standing].sort((a, b) => a - b).map((type) => legendMark(
      timeline.types[type].name, [placed(drawSymbol(timeline.types[type], "currentColor"), -7, -5)],
    ));
    if (damaged) rows.push(legendMark("damage", drawHits("3", -3.7, -4.8)));
    return rows;
  }
}

const isFactory = ({ name, symbol }) => FACTORY.test(symbol) || FACTORY.test(name);
const facilityWidth = (damage) => 16 + (damage > 0 ? numberWidth(damage) + 2 : 0);

/** Facilities on a plate with the holder's colour below. */
function drawFacilities(chips, width, power) {
  const left = -width / 2;
  const parts = [makeSvg("rect", { x: left, y: -6.5, width, height: 13, rx: 1.5, class: "a4a-plate" })];
  if (power) parts.push(makeSvg("rect", { x: left, y: 4.7, width, height: 1.8, fill: power.colour }));
  let x = left + 2.5;
  for (const { type, damage, marked } of chips) {
    parts.push(placed(drawSymbol(type, "#15191d"), x, -5.7));
    if (marked) parts.push(drawDisc(x, -5.7));
    if (damage > 0) parts.push(drawDamage(damage, x + 15 + numberWidth(damage) / 2, -0.6));
    x += facilityWidth(damage);
  }
  return parts;
}

/** A number of hits in red, about a point. */
function drawDamage(damage, x, y) {
  return makeSvg("text", { x, y: y + 3.4, "text-anchor": "middle", class: "a4a-damage" }, String(damage));
}

/** Zones where convoys can be raided; marked stronger while an enemy lies off one of their shores. */
export class ConvoysLayer extends MarkLayer {
  read() {
    super.read();
    this.grow();
  }

  grow() {
    const { borders, fronts, spaces } = this.timeline;
    this.zones = spaces.flatMap(({ convoy }, space) => (convoy ? [{ space, coasts: [] }] : []));
    const of = new Map(this.zones.map((zone) => [zone.space, zone]));
    for (const [border, track] of Object.entries(fronts)) {
      const [a, b] = borders[border];
      for (const space of [a, b]) of.get(space)?.coasts.push(track);
    }
  }

  /** Whether the enemy of who holds a shore of the zone lies in it. */
  isRaided({ coasts }) {
    return coasts.some((track) => valueAt(track, this.position) >= 3);
  }

  marks() {
    return this.zones.map((zone) => {
      const raided = this.isRaided(zone);
      return { space: zone.space, look: raided, width: 19, height: 13, draw: () => drawConvoy(raided) };
    });
  }

  legend() {
    const raided = new Set(this.zones.map((zone) => this.isRaided(zone)));
    return [
      ...(raided.has(false) ? [legendMark("convoy zone", drawConvoy(false))] : []),
      ...(raided.has(true) ? [legendMark("the enemy is in it", drawConvoy(true))] : []),
    ];
  }
}

/** Two freighters in line ahead; filled when raided, with a bar through them. */
function drawConvoy(raided) {
  const parts = [
    makeSvg("rect", { x: -9.5, y: -6.5, width: 19, height: 13, rx: 6.5, class: "a4a-convoy" }),
    makeSvg("path", { d: MARKS.freighter, class: "a4a-freighter" }),
    makeSvg("path", { d: MARKS.freighter, class: "a4a-freighter", transform: "translate(9.2,0)" }),
  ];
  if (raided) {
    parts[0].classList.add("a4a-raided");
    for (let i = 0; i < 2; i++) parts.push(makeSvg("path", { d: MARKS.raid, class: "a4a-raid" })); // casing, line
  }
  return parts;
}

const GATES = [
  { word: "closed to the side to move", state: 0 },
  { word: "open to the side to move", state: 1 },
  { word: "nobody's turn", state: -1 },
];

/** A gate on each strait and canal. */
export class StraitsLayer extends Layer {
  begin() {
    this.drawings = new Drawings(this.sheet.groups.straits, "data-border");
  }

  grow() {}

  read() {
    this.clear();
    this.places = this.timeline.straits.map(([border]) => this.placeOf(border));
  }

  clear() {
    this.drawings.clear();
  }

  /** Where the waters meet: the middle of the line they share, or half way between them. */
  placeOf(border) {
    const line = longest(this.host.lines[border] ?? []);
    if (line) {
      const middle = 2 * Math.floor((line.length / 2 - 1) / 2);
      if (line.length > 4) return [line[middle], line[middle + 1]];
      return [(line[0] + line[2]) / 2, (line[1] + line[3]) / 2];
    }
    const [a, b] = this.timeline.borders[border];
    const [p, q] = [this.sheet.anchors[a], this.sheet.anchors[b]];
    return this.sheet.crossesEdge(a, b) ? p.slice(0, 2) : [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  }

  paint() {
    const { drawings, sheet, timeline } = this;
    drawings.begin();
    timeline.straits.forEach(([border, track], i) => {
      const state = valueAt(track, this.position);
      const size = 15 * sheet.scale;
      const { x, y } = sheet.roomAt(sheet.map.latLngToLayerPoint(this.places[i]), size, size);
      const name = timeline.borders[border][3] || "Strait";
      const { word } = GATES.find((gate) => gate.state === state);
      const draw = () => [makeSvg("title", {}, `${name}: ${word}`), ...drawGate(state)];
      drawings.put(border, state, x, y, draw, sheet.scale);
    });
    drawings.end();
  }

  legend() {
    const states = new Set(this.timeline.straits.map(([, track]) => valueAt(track, this.position)));
    return GATES.filter(({ state }) => states.has(state)).map(({ word, state }) => legendMark(word, drawGate(state)));
  }
}

const longest = (lines) => lines.reduce((best, line) => (line.length > (best?.length ?? 3) ? line : best), null);

/** Open: a ring with an arrow through it; closed: a disc with a bar; nobody's turn: a ring. */
function drawGate(state) {
  if (state === 0) {
    return [
      makeSvg("circle", { r: 6.6, class: "a4a-gate a4a-closed" }),
      makeSvg("rect", { x: -4.2, y: -1.4, width: 8.4, height: 2.8, fill: "#fff" }),
    ];
  }
  const ring = makeSvg("circle", { r: 6, class: `a4a-gate ${state === 1 ? "a4a-open" : "a4a-idle"}` });
  const arrow = makeSvg("path", { d: MARKS.through, class: "a4a-through" });
  return state === 1 ? [ring, arrow] : [ring];
}
