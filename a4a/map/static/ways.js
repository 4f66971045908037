// Movement: the ways units went in a step, phase or turn, along the label points of the spaces, and
// rings round what the step touched. Moves of one power, kind and path are one arrow, as wide as
// there are units; arrows with a common end lie side by side.
//
// The numbers are in `ways.json` (WAYS): for each kind its colour, dashes (in widths of the line)
// and head; `width` in pixels of one unit and of `full`; `crowd`: from how many arrows on they are
// drawn slimmer, and the most there are; `casing` (white) and `edge` (the power's colour): lie below,
// so many pixels wider; `bend` of an arrow to its left, as a share of its length; `apart`: pixels
// between neighbours.

import { make, makeSvg, powerChip } from "./elements.js";
import { Layer } from "./layers.js";
import WAYS from "./ways.json" with { type: "json" };

const STUB = 60; // px of a way that are drawn towards the edge of the map behind which it goes on

export class MovementLayer extends Layer {
  begin() {
    this.rings = makeSvg("g", {});
    this.arrows = makeSvg("g", {});
    this.read();
  }

  read() {
    this.clear();
  }

  arrange() {
    this.clear();
  }

  clear() {
    this.drawn = new Map();
    this.arrows.replaceChildren();
    this.sheet.groups.ways.replaceChildren();
  }

  paint() {
    const ways = this.merged();
    const { many, throng, most } = WAYS.crowd;
    this.hidden = Math.max(0, ways.length - most);
    const crowded = ways.length > throng ? 0.6 : ways.length > many ? 0.8 : 1;
    this.slim = crowded * Math.min(1.5, this.sheet.scale);
    const gone = new Set(this.drawn.keys());
    const neighbours = new Map(); // how many arrows go from one space to another, by both
    for (const way of ways.slice(0, most)) {
      const leg = way.path.slice(-2).join();
      const place = neighbours.get(leg) ?? 0;
      neighbours.set(leg, place + 1);
      gone.delete(way.key);
      if (!this.drawn.has(way.key)) this.drawn.set(way.key, new WayArrow(this.timeline, this.arrows));
      this.drawn.get(way.key).show(way, this.trace(way.path, place), this.slim);
    }
    for (const key of gone) {
      this.drawn.get(key).remove();
      this.drawn.delete(key);
    }
    this.drawRings();
    const { ways: group } = this.sheet.groups;
    const parts = [this.rings, this.arrows].filter((part) => part.firstChild);
    if (parts.length !== group.childElementCount) group.replaceChildren(...parts);
  }

  /** The ways shown, the largest first; those of one power, kind and path are added up. */
  merged() {
    const { marks } = this.timeline;
    const found = new Map();
    for (let at = this.since(this.settings.over); at <= this.position; at++) {
      for (const [power, kind, units, path] of marks[at]?.ways ?? []) {
        const key = `${power} ${kind} ${path.join()}`;
        const way = found.get(key);
        if (way) way.units += units;
        else found.set(key, { key, power, kind, units, path });
      }
    }
    return [...found.values()].sort((a, b) => b.units - a.units);
  }

  drawRings() {
    const rings = (this.timeline.marks[this.position]?.spaces ?? []).map((space) => {
      const { x, y, width, height, band } = this.sheet.points[space];
      const half = Math.min(width, height) / 2;
      const r = band ? 0.96 * half : Math.max(9, Math.min(16, half)); // a hex is ringed as a whole
      return makeSvg("circle", { cx: x, cy: y, r, class: "a4a-touched" });
    });
    this.rings.replaceChildren(...rings);
  }

  /**
   * The way along a path as SVG path data, its end and its direction there. `place` tells apart
   * those that come from the same space into the same one.
   */
  trace(path, place) {
    const { sheet } = this;
    const d = [];
    let tip = null;
    const pieces = piecesOf(sheet, path);
    pieces.forEach((points, i) => {
      const bent = bendAside(points, place);
      const last = bent.length - 1;
      if (last === 0) return;
      // From badge to badge; where there is no room between them, from label to label.
      const start = i === 0 ? sheet.outside(path[0], bent[1]) : bent[0];
      const end = i === pieces.length - 1 ? sheet.outside(path.at(-1), bent[last - 1]) : bent[last];
      const room = Math.hypot(end.x - start.x, end.y - start.y);
      if (last > 2 || room > 14) [bent[0], bent[last]] = [start, end];
      d.push(smoothPath(bent));
      tip = { ...bent[last], from: bent[last - 1] };
    });
    if (tip) tip.angle = (Math.atan2(tip.y - tip.from.y, tip.x - tip.from.x) * 180) / Math.PI;
    return { d: d.join(""), tip };
  }

  legend() {
    const kinds = Object.values(WAYS.kinds).map(({ title, colour, dash, head }) => make(
      "span", {}, makeSvg(
        "svg", { viewBox: "0 0 34 12", width: 34, height: 12, "aria-hidden": "true", class: "a4a-way-sample" },
        makeSvg("path", {
          d: "M1 6H24", stroke: colour, "stroke-width": 2.4, "stroke-dasharray": dash.map((n) => 2.4 * n).join(" ") || "none",
        }),
        makeSvg("path", { d: head, fill: colour, transform: "translate(32,6)" }),
      ), ` ${title}`,
    ));
    const notes = [make("span", {}, "wide: many units; edged in the power's colour")];
    if (this.hidden > 0) notes.push(make("span", {}, `${this.hidden} smaller ways are not shown`));
    return [...kinds, ...notes];
  }
}

/** The points of a path, cut where it leaves one edge of the map for the other, with stubs there. */
export function piecesOf(sheet, path) {
  const pieces = [[sheet.points[path[0]]]];
  for (let i = 1; i < path.length; i++) {
    const [from, to] = [path[i - 1], path[i]];
    if (sheet.crossesEdge(from, to)) {
      pieces.at(-1).push(beyondEdge(sheet, from, to));
      pieces.push([beyondEdge(sheet, to, from)]);
    }
    pieces.at(-1).push(sheet.points[to]);
  }
  return pieces;
}

/** A point on the way from a space to one that lies beyond the edge of the map. */
function beyondEdge({ map, anchors, points }, from, to) {
  const round = anchors[to][1] < anchors[from][1] ? 360 : -360;
  const ghost = map.latLngToLayerPoint([anchors[to][0], anchors[to][1] + round]);
  const [dx, dy] = [ghost.x - points[from].x, ghost.y - points[from].y];
  const share = Math.min(0.5, STUB / (Math.hypot(dx, dy) || 1));
  return { x: points[from].x + dx * share, y: points[from].y + dy * share };
}

/** One arrow: what it looks like is changed in place. */
class WayArrow {
  constructor(timeline, parent) {
    this.timeline = timeline;
    this.lines = ["edge", "casing", "way"].map((name) => makeSvg("path", { class: `a4a-${name}` }));
    this.head = makeSvg("path", { class: "a4a-head" });
    this.el = makeSvg("g", {}, ...this.lines, this.head);
    this.el.a4aTip = () => this.tell();
    parent.append(this.el);
  }

  remove() {
    this.el.remove();
  }

  show(way, { d, tip }, slim) {
    this.way = way;
    const look = `${d} ${way.units} ${slim}`;
    if (look === this.look) return;
    this.look = look;
    Object.assign(this.el.dataset, { kind: way.kind, power: way.power, units: way.units, path: way.path.join(" ") });
    const { width: { least, most, full }, edge, casing } = WAYS;
    const kind = WAYS.kinds[way.kind] ?? WAYS.kinds.other;
    const share = Math.sqrt(Math.min(way.units, full) - 1) / Math.sqrt(full - 1);
    const width = slim * (least + (most - least) * share);
    const [outer, inner, core] = this.lines;
    const colour = this.timeline.powers[way.power]?.colour ?? kind.colour;
    for (const line of this.lines) line.setAttribute("d", d);
    outer.setAttribute("stroke-width", width + slim * edge);
    outer.setAttribute("stroke", colour);
    inner.setAttribute("stroke-width", width + slim * casing);
    core.setAttribute("stroke-width", width);
    core.setAttribute("stroke", kind.colour);
    core.setAttribute("stroke-dasharray", kind.dash.map((n) => (n * Math.max(width, 1.6)).toFixed(1)).join(" ") || "none");
    this.head.style.display = tip ? "" : "none";
    if (!tip) return;
    const size = Math.max(0.9, 0.7 + 0.15 * width);
    this.head.setAttribute("d", kind.head);
    this.head.setAttribute("fill", kind.colour);
    this.head.setAttribute(
      "transform",
      `translate(${tip.x.toFixed(1)},${tip.y.toFixed(1)}) rotate(${tip.angle.toFixed(1)}) scale(${size.toFixed(2)})`,
    );
  }

  /** What the tooltip says of it. */
  tell() {
    const { power, kind, units, path } = this.way;
    const { powers, spaces } = this.timeline;
    const who = powers[power];
    return [
      make("div", {}, ...(who ? [powerChip(who), ` ${who.name}: `] : []),
        `${units} ${units === 1 ? "unit" : "units"}, ${WAYS.kinds[kind]?.title ?? kind}`),
      make("div", { class: "a4a-muted" }, path.map((space) => spaces[space].name).join(" → ")),
    ];
  }
}

/** Points of a way moved aside for the `place`-th of several; an arrow of one leg is a bow. */
function bendAside(points, place) {
  const last = points.length - 1;
  const [a, b] = [points[0], points[last]];
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const normal = { x: (b.y - a.y) / length, y: -(b.x - a.x) / length };
  if (last === 1) {
    const aside = Math.min(40, WAYS.bend * length) + place * WAYS.apart;
    const middle = { x: (a.x + b.x) / 2 + normal.x * aside, y: (a.y + b.y) / 2 + normal.y * aside };
    return [a, middle, b];
  }
  const aside = place * WAYS.apart;
  return points.map((p, i) => (i === 0 || i === last ? p : { x: p.x + normal.x * aside, y: p.y + normal.y * aside }));
}

/** A smooth curve through points (Catmull-Rom) as SVG path data. */
export function smoothPath(points) {
  const at = (i) => points[Math.max(0, Math.min(points.length - 1, i))];
  const text = (x, y) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  let d = `M${text(points[0].x, points[0].y)}`;
  for (let i = 0; i < points.length - 1; i++) {
    const [p, q, r, s] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    d += `C${text(q.x + (r.x - p.x) / 6, q.y + (r.y - p.y) / 6)} ${text(r.x - (s.x - q.x) / 6, r.y - (s.y - q.y) / 6)} ${text(r.x, r.y)}`;
  }
  return d;
}
