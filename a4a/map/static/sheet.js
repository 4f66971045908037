// The sheet over the spaces: one SVG in a pane of the Leaflet map, in its layer pixels, so that
// panning costs nothing and zooming one arrangement. Layers draw into groups of it. It knows where
// every space is at this zoom, what a stack holds, and which room is taken.

import { SHIFTS, Taken, around, placeNames, readContent, spiral } from "./badges.js";
import { makeSvg } from "./elements.js";

// From the bottom to the top.
const GROUPS = [
  "links", "islands", "holders", "neutrals", "zones", "theatres", "convoys", "fronts", "harsh", "straits", "notes", "codes", "names", "places", "values", "cities",
  "production", "strength", "threat", "leaders", "badges", "conditions", "ways", "supply", "battles", "captions",
];

const NEARBY = spiral(5, 4);
const NEAR = 14; // pixels from the anchor where a mark of a tiny space may stand
const MORE_IN_CELLS = 1.15; // how much larger they may be there, where larger ones are wanted
// How large marks are from which zoom on.
const SMALLEST_BOX = 0.7; // of a name's size: below it the name of a box cannot be read
const CELL_AT_ONE = 60; // px of a hex in which a counter has room between its number and its name
const SCALES = [[5.5, 1.6], [4.5, 1.35], [3.6, 1.15], [1.5, 1], [-Infinity, 0.9]];

export class Sheet {
  constructor(map, model) {
    this.map = map;
    this.prefix = model.get("prefix");
    this.anchors = model.get("anchors");
    this.seats = model.get("seats") ?? {};
    this.pairs = model.get("links");
    const [[, [[, west], [, east]]]] = model.get("views");
    this.far = Math.max(120, (east - west) / 2);
    this.edges = [west, east];
    this.clearRoom();
    this.names = new Map(); // what is written on spaces, by space
    this.groups = {};
    for (const name of GROUPS) {
      // The markers of battles are buttons; all else is told by the cards and the log.
      this.groups[name] = makeSvg("g", { class: `a4a-${name}`, "aria-hidden": String(name !== "battles") });
    }
    // Nobody sees it. Marks that lie scattered get a layer of the browser's compositor each, and
    // every step then costs as much as there are layers; over one ground they share it.
    this.ground = makeSvg("rect", { fill: "transparent" });
    this.svg = makeSvg("svg", { class: "a4a-overlay leaflet-zoom-animated" }, this.ground, ...Object.values(this.groups));
    const pane = map.getPane("a4a") ?? map.createPane("a4a");
    pane.style.zIndex = 450; // above the spaces, below Leaflet's markers
    pane.style.pointerEvents = "none";
    pane.append(this.svg);
  }

  remove() {
    this.svg.remove();
  }

  /** Where the city of a space stands, or null if nobody knows. */
  seat(space) {
    const place = this.seats[space];
    return place ? this.map.latLngToLayerPoint(place) : null;
  }

  /** Use another timeline. */
  read(timeline) {
    this.timeline = timeline;
    this.infos = new Map();
  }

  /** Recompute what hangs on the zoom: anchors in pixels, islands, links, names. */
  arrange() {
    const { map } = this;
    this.svg.style.transform = "";
    this.wanted = Number(getComputedStyle(map.getContainer()).getPropertyValue("--a4a-scale")) || 1;
    this.svg.style.setProperty("--a4a-name", `${10 * this.wanted}px`);
    this.nameSize = 5.7 * this.wanted;
    this.points = this.anchors.map(([lat, lng, south, west, north, east]) => {
      const { x, y } = map.latLngToLayerPoint([lat, lng]);
      const a = map.latLngToLayerPoint([north, west]);
      const b = map.latLngToLayerPoint([south, east]);
      return { x, y, left: a.x, right: b.x, top: a.y, bottom: b.y, width: b.x - a.x, height: b.y - a.y };
    });
    [this.left, this.right] = this.edges.map((lng) => map.latLngToLayerPoint([0, lng]).x);
    this.layGround();
    this.cell = this.cellWidth();
    const free = this.wanted * SCALES.find(([zoom]) => map.getZoom() >= zoom)[1];
    this.scale = this.cell > 0 ? this.scaleInCells() : free;
    this.drawIslands();
    this.drawLinks();
    this.writeNames();
  }

  /** Let the ground lie under all spaces, and what is drawn beside them. */
  layGround() {
    const far = 400; // px
    const [x, y] = ["left", "top"].map((side) => Math.min(...this.points.map((p) => p[side])) - far);
    const [right, bottom] = ["right", "bottom"].map((side) => Math.max(...this.points.map((p) => p[side])) + far);
    Object.entries({ x, y, width: right - x, height: bottom - y }).forEach(([name, value]) => this.ground.setAttribute(name, value));
  }

  /** How large marks are in hexes: what fits between a number and a name, whatever is wanted. */
  scaleInCells() {
    const more = Math.min(this.wanted, MORE_IN_CELLS);
    return Math.max(0.8 * more, Math.min(1.7 * this.wanted, (more * this.cell) / CELL_AT_ONE));
  }

  /**
   * How wide the spaces of a board of hexes are, 0 of another board. Between the number at the top
   * of a hex and the names at its bottom there is a `band` for what stands there.
   */
  cellWidth() {
    let cell = 0;
    this.timeline.spaces.forEach(({ code }, space) => {
      if (!code) return;
      const point = this.points[space];
      cell = point.width;
      point.band = { ceiling: point.top + 0.192 * point.height + 0.7, height: 0.64 * point.height };
    });
    return cell;
  }

  /** Let the sheet follow Leaflet's zoom animation; returns the transform that does. */
  animate(event) {
    const { map } = this;
    const origin = map._latLngToNewLayerPoint?.(
      map.layerPointToLatLng([0, 0]), event.zoom, event.center,
    );
    if (!origin) return "";
    const scale = map.getZoomScale(event.zoom);
    this.svg.style.transform = `translate3d(${origin.x}px,${origin.y}px,0) scale(${scale})`;
    return this.svg.style.transform;
  }

  /** Whether a box is on the board from edge to edge; what is not could not be brought into view. */
  holds({ left, right }) {
    return left >= this.left && right <= this.right;
  }

  /** What a stack content shows (see `readContent`), and its `look`, which is the same in all games of the board. */
  info(content) {
    if (!this.infos.has(content)) {
      const { stacks, types, conditions, counters } = this.timeline;
      this.infos.set(content, { ...readContent(stacks[content], types, conditions, counters), look: lookOf(stacks[content], conditions) });
    }
    return this.infos.get(content);
  }

  /** Forget which room was taken; the painter's layers take theirs one after the other. */
  clearRoom() {
    this.taken = new Taken();
    this.boxes = new Map(); // where the badges are, by space
    this.detailed = new Set(); // spaces whose badge tells the types
  }

  /**
   * Take room of this size for a mark on a space: at its anchor, or round its badge; clear of all
   * that took room before, and not far outside the space. Returns its box, or null.
   */
  room(space, width, height) {
    const point = this.points[space];
    const badge = this.boxes.get(space);
    for (const [dx, dy] of SHIFTS) {
      const x = badge ? badge.x + Math.sign(dx) * ((badge.right - badge.left + width) / 2 + 0.6) : point.x + dx * width;
      const y = badge ? badge.y + Math.sign(dy) * ((badge.bottom - badge.top + height) / 2 + 0.6) : point.y + dy * height;
      if (x < Math.min(point.left, point.x - NEAR) || x > Math.max(point.right, point.x + NEAR)) continue;
      if (y < Math.min(point.top, point.y - NEAR) || y > Math.max(point.bottom, point.y + NEAR)) continue;
      const box = around(x, y, width, height);
      if (!this.taken.free(box)) continue;
      this.taken.add(box);
      return box;
    }
    return null;
  }

  /** Take room of this size as near to a point as is free; on the point itself if nothing is. */
  roomAt({ x, y }, width, height) {
    for (const [dx, dy] of NEARBY) {
      const box = around(x + dx, y + dy, width, height);
      if (!this.taken.free(box)) continue;
      this.taken.add(box);
      return box;
    }
    return around(x, y, width, height);
  }

  /** Spaces too small to see get a disc in their colour, which is also easier to point at. */
  drawIslands() {
    const { spaces } = this.timeline;
    const discs = [];
    this.points.forEach((point, i) => {
      if (spaces[i].kind === "sea" || spaces[i].code || Math.max(point.width, point.height) >= 9) return;
      const disc = makeSvg("circle", { r: 4.5, class: `a4a-space a4a-island ${this.prefix}-${i}` });
      disc.setAttribute("transform", `translate(${point.x},${point.y})`);
      discs.push(disc);
    });
    this.groups.islands.replaceChildren(...discs);
  }

  /** Lines between spaces that border each other without touching (schematic boards). */
  drawLinks() {
    this.groups.links.replaceChildren(
      ...this.pairs.filter(([a, b]) => !this.crossesEdge(a, b)).map(([a, b]) => {
        const [p, q] = [this.points[a], this.points[b]];
        return makeSvg("path", { d: `M${p.x} ${p.y}L${q.x} ${q.y}` });
      }),
    );
  }

  /** Write the names of the spaces that are large enough for them at this zoom. */
  writeNames() {
    const { spaces } = this.timeline;
    this.written = [];
    const before = this.names;
    this.names = new Map();
    this.points.forEach(({ x, y, width, height }, space) => {
      const { label, kind } = spaces[space];
      if (!label) return;
      if (kind === "box") {
        this.writeBox(label, { space, x, free: [0, 0.25, -0.25].map((part) => y + part * height) }, 0.95 * width, height);
        return;
      }
      const size = label.length * this.nameSize;
      if (size > 0.95 * width || height < 4.5 * this.nameSize) return;
      const node = before.get(space) ?? makeSvg("text", { "text-anchor": "middle" }, label);
      this.names.set(space, node);
      const line = 1.95 * this.nameSize;
      this.written.push({ space, x, free: [y], width: size, height: line, rise: 0.32 * line, node });
    });
    const written = new Set(this.written.map(({ node }) => node));
    for (const node of [...this.groups.names.children]) if (!written.delete(node)) node.remove();
    this.groups.names.append(...written); // those that stay need not be set again
  }

  /** Write the name of a box: on two lines or somewhat smaller where it is too wide for it. */
  writeBox(label, at, width, height) {
    const lines = label.length * this.nameSize > width ? twoLines(label) : [label];
    const wide = Math.max(...lines.map(({ length }) => length)) * this.nameSize;
    const share = Math.min(1, width / wide);
    const line = 1.95 * this.nameSize * share;
    if (share < SMALLEST_BOX || lines.length * line > height) return;
    const parts = lines.map((words, i) => makeSvg("tspan", { x: 0, y: (i * line).toFixed(1) }, words));
    const node = makeSvg("text", { "text-anchor": "middle" }, ...parts);
    if (share < 1) node.style.fontSize = `${(10 * this.wanted * share).toFixed(1)}px`;
    const rise = (0.32 - (lines.length - 1) / 2) * line;
    this.written.push({ ...at, width: wide * share, height: lines.length * line, rise, node });
  }

  /** Show the names that have room left. */
  placeNames() {
    placeNames(this.written, this.boxes, this.taken);
  }

  /** Whether two neighbours lie at opposite edges of the map: the world is round. */
  crossesEdge(a, b) {
    return Math.abs(this.anchors[a][1] - this.anchors[b][1]) > this.far;
  }

  /** The points of a path in pixels, cut where it leaves one edge of the map for the other. */
  pieces(path) {
    const pieces = [[]];
    path.forEach((space, i) => {
      if (i > 0 && this.crossesEdge(path[i - 1], space)) pieces.push([]);
      pieces.at(-1).push(this.points[space]);
    });
    const last = pieces.at(-1);
    if (last.length > 1) last[last.length - 1] = this.outside(path.at(-1), last.at(-2));
    return pieces;
  }

  /** Where a way from a point to a space meets the edge of the space's badge. */
  outside(space, from) {
    const to = this.points[space];
    const box = this.boxes.get(space);
    if (!box) return to;
    const [dx, dy] = [from.x - box.x, from.y - box.y];
    const x = dx > 0 ? box.right - box.x : box.x - box.left;
    const y = dy > 0 ? box.bottom - box.y : box.y - box.top;
    const share = Math.min(1, x / Math.max(Math.abs(dx), 1e-6), y / Math.max(Math.abs(dy), 1e-6));
    return { x: box.x + dx * share, y: box.y + dy * share };
  }
}

/** What a stack content looks like, in a word. */
function lookOf(content, conditions) {
  return content.map((part, i) => (i % 4 === 2 ? conditions[part] : part)).join();
}

/** A name parted between two words, so that its longer line is as short as can be. */
function twoLines(name) {
  const words = name.split(" ");
  const parted = words.slice(1).map((_, i) => [words.slice(0, i + 1).join(" "), words.slice(i + 1).join(" ")]);
  const longer = ([a, b]) => Math.max(a.length, b.length);
  return parted.sort((a, b) => longer(a) - longer(b))[0] ?? [name];
}
