// What is printed on the spaces of a board of hexes: their numbers, small, at the top; at the bottom
// what lies there by name, with its marks: capital, city that produces, city, port, strait.

import { around } from "./badges.js";
import { COUNTER } from "./counters.js";
import { makeSvg, placed } from "./elements.js";
import { Drawings, Layer, legendMark } from "./layers.js";
import { valueAt } from "./timeline.js";
import PLACES from "./places.json" with { type: "json" };

// `PLACES`, which pictures share, says: the least px of letters that can be read; the size and gap of
// marks and the size of letters; from how many px of a space on all places are named, below it only
// those of the first ranks; how wide marks and name may be, in hexes; the last rank that must be shown.

/** The numbers of spaces, where the zoom lets them be read. */
export class NumbersLayer extends Layer {
  grow() {}

  clear() {
    this.sheet.groups.codes.replaceChildren();
    this.boxes = [];
  }

  arrange() {
    this.clear();
    const { points, cell, wanted, groups } = this.sheet;
    const size = Math.min(11 * wanted, 0.17 * cell);
    if (!this.settings.on || size < PLACES.least) return;
    groups.codes.style.setProperty("--a4a-code", `${size.toFixed(1)}px`);
    this.timeline.spaces.forEach(({ code, kind }, space) => {
      if (!code) return;
      const { x, top, height } = points[space];
      const y = top + 0.015 * height + 0.5 * size;
      const look = kind === "sea" ? "a4a-at-sea" : "";
      groups.codes.append(makeSvg("text", { x: x.toFixed(1), y: (y + 0.36 * size).toFixed(1), "text-anchor": "middle", class: look }, code));
      this.boxes.push(around(x, y, 0.58 * size * code.length, 0.8 * size));
    });
  }

  paint() {
    if (this.boxes.length === 0) this.arrange();
    for (const box of this.boxes) this.sheet.taken.add(box);
  }

  begin() {
    this.boxes = [];
  }
}

/** Places by name, and what they are. */
export class PlacesLayer extends Layer {
  begin() {
    this.drawings = new Drawings(this.sheet.groups.places);
  }

  read() {
    this.clear();
    this.found = this.timeline.spaces
      .map(({ marks = [], place = "" }, space) => ({ space, rank: placeRank(marks), marks, name: place }))
      .filter(({ marks, name }) => marks.length > 0 || name)
      .sort((a, b) => a.rank - b.rank || a.space - b.space);
  }

  grow() {}

  clear() {
    this.drawings.clear();
  }

  /** Close by, capitals and cities that produce have their room before what stands there. */
  reserve() {
    this.drawings.begin();
    if (!this.near) return;
    // They keep out of the middle of hexes where something stands, as long as they can.
    const { taken } = this.sheet;
    const standing = this.standing();
    for (const box of standing) taken.add(box);
    const unnamed = this.put(this.found.filter(({ rank }) => rank <= PLACES.first));
    for (const box of standing) taken.remove(box);
    for (const [place, box] of unnamed) this.putAside(place, box);
  }

  /** Where stacks would like to be: the middle of their hexes. */
  standing() {
    const { timeline, position, sheet } = this;
    return timeline.stack.flatMap((track, space) => {
      const content = timeline.stacks[valueAt(track, position)];
      const { x, band } = sheet.points[space];
      if (content.length === 0 || !band) return [];
      const side = COUNTER * sheet.scale;
      const width = Math.min(2, content.length / 4) * side;
      return [around(x, band.ceiling + side / 2 + 0.5, width, side)];
    });
  }

  paint() {
    const { near } = this;
    this.put(this.found.filter(({ rank }) => (near ? rank > PLACES.first : rank <= PLACES.must)));
    this.drawings.end();
  }

  get near() {
    return this.sheet.cell >= PLACES.named_from;
  }

  /** Draw places; returns those whose names have found no room, with the boxes of their marks. */
  put(places) {
    const { drawings, near, sheet } = this;
    const unnamed = [];
    for (const place of places) {
      const named = place.name && (near || place.rank <= PLACES.first);
      const whole = named && this.fits(place) ? this.roomFor(place, true) : null;
      const box = whole ?? this.roomFor(place, false);
      if (!box) continue;
      drawings.put(place.space, box.name, box.x, box.y, () => drawPlace(place.marks, box.name), sheet.scale);
      if (named && !whole && !this.putAside(place, box)) unnamed.push([place, box]);
    }
    return unnamed;
  }

  /** Whether marks and name side by side are no wider than a hex: or the marks would stand in another. */
  fits({ marks, name }) {
    return marks.length === 0 || this.sheet.scale * placeWidth(marks, name) <= PLACES.widest * this.sheet.cell;
  }

  /** Draw the name of a place beside its marks, if there is room. */
  putAside({ space, name, marks }, box) {
    const aside = this.roomAside(name, box);
    if (aside) this.drawings.put(`${space} name`, name, aside.x, aside.y, () => drawPlace([], name, marks), this.sheet.scale);
    return aside !== null;
  }

  /** Take room for a name round its marks, where there was none for both side by side. */
  roomAside(name, { x, y, left, right }) {
    const { taken, scale } = this.sheet;
    const [width, height] = [scale * placeWidth([], name), scale * PLACES.mark];
    const away = (right - left + width) / 2 + 0.6;
    const below = height + 1.1;
    for (const [dx, dy] of [[0, below], [away, 0], [-away, 0], [0, -below], [away, below], [-away, below], [0, 2 * below], [away, -below], [-away, -below], [away, 2 * below], [-away, 2 * below]]) {
      const box = around(x + dx, y + dy, width, height);
      if (!taken.free(box)) continue;
      taken.add(box);
      return box;
    }
    return null;
  }

  /** Take room for a place: at the bottom of its space, or where else there is some in and by it. */
  roomFor({ space, marks, name: full, rank }, named) {
    const { sheet } = this;
    const { scale, cell } = sheet;
    const name = named ? full : "";
    if (marks.length === 0 && !name) return null;
    const width = scale * placeWidth(marks, name);
    const height = scale * PLACES.mark;
    const { x, y, top, bottom } = sheet.points[space];
    const low = bottom - 0.03 * cell - 0.3 * height;
    const badge = sheet.boxes.get(space);
    const beside = badge ? (badge.right - badge.left) / 2 + width / 2 + 1 : 0.5 * width;
    const spots = [
      [x, low], [x - 0.25 * cell, low], [x + 0.25 * cell, low], [x, low - 0.6 * height],
      [x, badge ? badge.bottom + 0.5 * height + 1 : y], [x, top + 0.3 * cell], [x, bottom],
      ...(named && marks.length > 0 ? [] : [[x + beside, y], [x - beside, y]]),
    ];
    for (const [left, up] of spots) {
      const box = around(left, up, width, height);
      if (!sheet.taken.free(box)) continue;
      sheet.taken.add(box);
      return { ...box, name };
    }
    if (named || rank > PLACES.must) return null;
    // A city or port is shown even where it lies on a neighbour's edge.
    return { ...sheet.roomAt({ x, y: low }, width, height), name };
  }

  legend() {
    const there = new Set(this.timeline.spaces.flatMap(({ marks = [] }) => marks));
    return Object.entries(PLACES.marks).filter(([mark]) => there.has(mark)).map(([mark, { words }]) => legendMark(words, drawPlace([mark], ""), 16, 14));
  }
}

function placeRank([first = ""]) {
  return first ? PLACES.ranks.indexOf(first) : PLACES.ranks.length;
}

const placeWidth = (marks, name) => marks.length * (PLACES.mark + PLACES.gap) + (name ? 3 + nameWidth(name) : 0);

const nameWidths = new Map();
let ruler = null;

/** How wide a name is, in the font that this browser has. */
function nameWidth(name) {
  if (!nameWidths.has(name)) {
    ruler ??= document.createElement("canvas").getContext("2d");
    ruler.font = `600 ${PLACES.letters}px system-ui, sans-serif`;
    nameWidths.set(name, ruler.measureText(name).width);
  }
  return nameWidths.get(name);
}

/** Marks in a row and the name right of them, about the origin; `of`: the marks that it belongs to. */
function drawPlace(marks, name, of = marks) {
  let x = -placeWidth(marks, name) / 2;
  const parts = marks.map((mark) => {
    x += PLACES.mark + PLACES.gap;
    return placed(drawMark(mark), x - PLACES.mark / 2 - PLACES.gap, 0);
  });
  if (name) {
    const look = `a4a-place${of[0]?.startsWith("capital") ? " a4a-place-capital" : ""}`;
    parts.push(makeSvg("text", { x: x + 1, y: 3.7, class: look }, name));
  }
  return parts;
}

function drawMark(mark) {
  const group = makeSvg("g", {});
  for (const path of PLACES.marks[mark]?.paths ?? []) group.append(makeSvg("path", path));
  return group;
}
