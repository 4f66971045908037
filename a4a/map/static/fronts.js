// Fronts: the line between the sides along the borders where they meet, as thick as the force that
// faces itself there, in the colour of the side that is stronger; contested coasts are dashed.

import { make, makeSvg, powerChip } from "./elements.js";
import { Layer } from "./layers.js";
import { sideAt, valueAt, worthOf } from "./timeline.js";
import FRONTS from "./fronts.json" with { type: "json" };

// The numbers are in `fronts.json` (FRONTS), which pictures read too:
//   leans, mixes   the share of the force that one side has beyond the other's, from which on the
//                  line has that much of the side's colour in it (the first: below all of them)
//   land, coast    width in pixels of least and most force; `full`: the TUV that is drawn widest
//   casing, rim    colours below the line, so many pixels wider
//   dash           of a coast, in widths of the line
//   bar            half the length in pixels of a front across a link, where no line is known

const THIN = 1.5; // px between points of a line that are worth drawing
const SMALL = 7; // px that a part of a border reaches at least, if it has larger ones

/** Colour `a` with a share of colour `b` in it (both #rrggbb). */
function mixed(a, b, share) {
  const channel = (i) => {
    const [x, y] = [a, b].map((colour) => parseInt(colour.slice(i, i + 2), 16));
    return Math.round(x + (y - x) * share).toString(16).padStart(2, "0");
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** How a front leans, from -3 (all force is on the second side) over 0 (even) to 3. */
function leanOf(first, second) {
  const lean = first + second > 0 ? (first - second) / (first + second) : 0;
  const steps = FRONTS.leans.filter((least) => Math.abs(lean) >= least).length;
  return lean < 0 ? -steps : steps;
}

/** The colour of a front between sides of these colours. */
function frontColour(lean, first, second) {
  return mixed(FRONTS.even, lean < 0 ? second : first, FRONTS.mixes[Math.abs(lean)]);
}

/** The width of a front that so much TUV holds on both sides together. */
function frontWidth(value, { least, most, full }) {
  return least + (most - least) * Math.min(1, Math.sqrt(value / full));
}

export class FrontsLayer extends Layer {
  begin() {
    this.read();
  }

  read() {
    this.forces = new Map();
    this.clear();
  }

  grow() {
    const { fronts } = this.timeline;
    for (const [border, drawn] of this.drawn) if (!(border in fronts)) drawn.show("none");
  }

  arrange() {
    const zoom = this.sheet.map.getZoom();
    const near = Math.max(0.75, Math.min(1.3, 0.75 + 0.2 * (zoom - 1.8))); // slimmer where all is small
    this.scale = near * Math.max(1, Math.min(1.5, this.sheet.scale / near));
    this.clear();
  }

  clear() {
    this.drawn = new Map();
    // All rims lie below all cores, so that the pieces of a front look like one line.
    this.groups = {};
    for (const name of ["coast", "casing", "rim", "core", "hit"]) this.groups[name] = makeSvg("g", {});
    this.groups.coast.setAttribute("class", "a4a-coasts");
    this.sheet.groups.fronts.replaceChildren(...Object.values(this.groups));
  }

  paint() {
    for (const [border, track] of Object.entries(this.timeline.fronts)) {
      const kind = valueAt(track, this.position);
      const drawn = this.drawn.get(border);
      if (kind === 0) {
        if (drawn) drawn.show("none");
        continue;
      }
      const front = this.describe(border, kind);
      const [first, second] = front.ends;
      const width = this.scale * frontWidth(first.value + second.value, front.coast ? FRONTS.coast : FRONTS.land);
      const colours = front.ends.map(({ side }) => this.timeline.sides[side]?.colour ?? FRONTS.nobody);
      const colour = frontColour(leanOf(first.value, second.value), ...colours);
      const look = { coast: front.coast, width: Math.round(2 * width) / 2, colour };
      (drawn ?? this.draw(border)).show(look);
    }
  }

  /** A front at this position: its two ends, that of the first side first. */
  describe(border, kind) {
    const { timeline, position } = this;
    const [a, b] = timeline.borders[border];
    const spaces = kind % 2 === 1 ? [a, b] : [b, a];
    const held = spaces.map((space) => sideAt(timeline, valueAt(timeline.owner[space], position), position));
    const ends = spaces.map((space, i) => {
      const forces = this.force(valueAt(timeline.stack[space], position));
      // Off a coast the ships' side counts: the strongest that is not the shore's.
      const others = [...forces.keys()].filter((side) => side >= 0 && side !== held[1 - i]);
      const strongest = others.sort((x, y) => forces.get(y).value - forces.get(x).value)[0] ?? -1;
      const side = timeline.spaces[space].kind === "sea" ? strongest : held[i];
      return { space, side, ...(forces.get(side) ?? { value: 0, units: 0 }) };
    });
    return { border, coast: kind > 2, ends };
  }

  /** Units and TUV of each side in a stack content. */
  force(content) {
    const sides = new Map();
    for (const [power, { value, units }] of this.forceOfPowers(content)) {
      const side = sideAt(this.timeline, power, this.position);
      const before = sides.get(side) ?? { value: 0, units: 0 };
      sides.set(side, { value: before.value + value, units: before.units + units });
    }
    return sides;
  }

  /** Units and TUV of each power in a stack content; facilities hold no front. */
  forceOfPowers(content) {
    if (!this.forces.has(content)) {
      const { types, stacks } = this.timeline;
      const forces = new Map();
      for (let i = 0; i < stacks[content].length; i += 4) {
        const [power, type, condition, count] = stacks[content].slice(i, i + 4);
        if (types[type].category === "facility") continue;
        const { value, units } = forces.get(power) ?? { value: 0, units: 0 };
        forces.set(power, { value: value + count * worthOf(this.timeline, power, type, condition), units: units + count });
      }
      this.forces.set(content, forces);
    }
    return this.forces.get(content);
  }

  /** Make the strokes of a border's line; `show` gives them a look, or hides them. */
  draw(border) {
    const d = this.trace(border);
    const { groups } = this;
    const strokes = ["casing", "rim", "core", "hit"].map((name) => makeSvg("path", { d, class: `a4a-front-${name}`, "data-border": border }));
    const [casing, rim, core, hit] = strokes;
    casing.setAttribute("stroke", FRONTS.casing.colour);
    casing.setAttribute("stroke-opacity", FRONTS.casing.opacity);
    rim.setAttribute("stroke", FRONTS.rim.colour);
    hit.a4aTip = () => this.tell(border);
    let shown = null;
    const show = (look) => {
      const now = look === "none" ? look : `${look.coast} ${look.width} ${look.colour}`;
      if (now === shown) return;
      shown = now;
      strokes.forEach((stroke) => stroke.remove());
      if (look === "none") return;
      const { coast, width, colour } = look;
      const sizes = [width + FRONTS.casing.more, width + FRONTS.rim.more, width, Math.max(10, width + 5)];
      sizes.forEach((size, i) => strokes[i].setAttribute("stroke-width", size));
      core.setAttribute("stroke", colour);
      core.setAttribute("stroke-dasharray", coast ? FRONTS.dash.map((n) => n * width).join(" ") : "none");
      if (coast) groups.coast.append(casing, core);
      else {
        groups.casing.append(casing);
        groups.rim.append(rim);
        groups.core.append(core);
      }
      groups.hit.append(hit);
    };
    const drawn = { show };
    this.drawn.set(border, drawn);
    return drawn;
  }

  /** The line of a border in layer pixels; where none is known a bar across the link. */
  trace(border) {
    const { map } = this.sheet;
    const lines = this.host.lines[border] ?? [];
    if (lines.length > 0) return traceLines(map, lines);
    const [a, b] = this.timeline.borders[border];
    if (this.sheet.crossesEdge(a, b)) return "";
    const [p, q] = [this.sheet.points[a], this.sheet.points[b]];
    const length = Math.hypot(q.x - p.x, q.y - p.y) || 1;
    const reach = Math.min(FRONTS.bar, length / 2.5) / length;
    const [x, y] = [(p.x + q.x) / 2, (p.y + q.y) / 2];
    const [dx, dy] = [-(q.y - p.y) * reach, (q.x - p.x) * reach];
    return `M${(x - dx).toFixed(1)} ${(y - dy).toFixed(1)}L${(x + dx).toFixed(1)} ${(y + dy).toFixed(1)}`;
  }

  /** What the tooltip says of a front. */
  tell(border) {
    const { timeline } = this;
    const kind = valueAt(timeline.fronts[border], this.position);
    const { coast, ends } = this.describe(border, kind);
    const theatres = new Set(ends.map(({ space }) => timeline.spaces[space].theatre).filter(Boolean));
    // A schematic layout, which alone has links, is not to scale.
    const toScale = this.host.model.get("links").length === 0;
    const length = toScale ? lengthOf(this.host.lines[border] ?? []) : 0;
    const about = [...theatres];
    if (length >= 1) about.push(`${Math.round(length)} km`);
    return [
      make("strong", {}, coast ? "Contested coast" : "Front"),
      make("span", { class: "a4a-muted" }, about.length ? ` ${about.join(" · ")}` : ""),
      ...ends.map(({ space, side, units, value }) => make(
        "div", {}, timeline.sides[side] ? powerChip(timeline.sides[side]) : "",
        ` ${timeline.sides[side]?.name ?? "?"}, ${timeline.spaces[space].name}: ${units} ${units === 1 ? "unit" : "units"}, ${value} TUV`,
      )),
    ];
  }

  legend() {
    const { sides } = this.timeline;
    if (sides.length < 2) return [];
    const [first, second] = sides;
    const bar = make("span", { class: "a4a-front-scale", "aria-hidden": "true" });
    const most = FRONTS.leans.length;
    for (let lean = most; lean >= -most; lean--) {
      const step = make("span", {});
      step.style.background = frontColour(lean, first.colour, second.colour);
      bar.append(step);
    }
    const width = make("span", { class: "a4a-front-width", "aria-hidden": "true" });
    width.style.background = second.colour;
    const dashed = make("span", { class: "a4a-front-dashed", "aria-hidden": "true" });
    return [
      make("span", {}, `${first.name} stronger `, bar, ` ${second.name} stronger`),
      make("span", {}, width, " thick: much force (TUV of the units in the two spaces)"),
      make("span", {}, dashed, " contested coast"),
    ];
  }
}

/** Lines as SVG path data, without islets too small to be seen beside the rest. */
export function traceLines(map, lines) {
  const traced = lines.map((line) => {
    const at = (i) => map.latLngToLayerPoint([line[i], line[i + 1]]);
    let reach = 0;
    for (let i = 2; i < line.length && reach < SMALL; i += 2) reach = Math.max(reach, at(i).distanceTo(at(0)));
    return { d: traceLine(map, line), reach };
  });
  const large = traced.filter(({ reach }) => reach >= SMALL);
  return (large.length > 0 ? large : traced).map(({ d }) => d).join("");
}

/** A flat line [lat, lng, lat, lng, ...] as SVG path data, without points too close to be seen. */
function traceLine(map, line) {
  let d = "";
  let last = null;
  for (let i = 0; i < line.length; i += 2) {
    const point = map.latLngToLayerPoint([line[i], line[i + 1]]);
    const end = i + 2 >= line.length;
    if (last && !end && Math.abs(point.x - last.x) + Math.abs(point.y - last.y) < THIN) continue;
    d += `${last ? "L" : "M"}${point.x.toFixed(1)} ${point.y.toFixed(1)}`;
    last = point;
  }
  return d;
}

/** The length of flat lines on the globe, in km. */
function lengthOf(lines) {
  const radian = Math.PI / 180;
  let length = 0;
  for (const line of lines) {
    for (let i = 2; i < line.length; i += 2) {
      const [lat1, lng1, lat2, lng2] = line.slice(i - 2, i + 2).map((degrees) => degrees * radian);
      const h = Math.sin((lat2 - lat1) / 2) ** 2
        + Math.cos(lat1) * Math.cos(lat2) * Math.sin((lng2 - lng1) / 2) ** 2;
      length += 2 * 6371 * Math.asin(Math.min(1, Math.sqrt(h)));
    }
  }
  return length;
}
