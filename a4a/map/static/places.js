// What is printed on the spaces of a board of hexes: their numbers, small, at the top; at the bottom
// what lies there by name, with its marks: capital, city that produces, city, port, strait.

const SMALLEST_CODE = 6.5; // px of letters that can be read
const MARK = { size: 8, gap: 1.5, letter: 5.1, name: 9.5 };
const NAMED_FROM = 40; // px of a space from which all places are named; below it only the first ones
const RANKS = ["capital", "production", "city", "port", "strait", ""]; // who comes first takes room first

/** The numbers of spaces, where the zoom lets them be read. */
class NumbersLayer extends Layer {
  grow() {}

  clear() {
    this.sheet.groups.codes.replaceChildren();
    this.boxes = [];
  }

  arrange() {
    this.clear();
    const { points, cell, wanted, groups } = this.sheet;
    const size = Math.min(11, 0.15 * cell) * wanted;
    if (!this.settings.on || size < SMALLEST_CODE) return;
    groups.codes.style.setProperty("--a4a-code", `${size.toFixed(1)}px`);
    this.timeline.spaces.forEach(({ code, kind }, space) => {
      if (!code) return;
      const { x, top, height } = points[space];
      const y = top + 0.03 * height + 0.5 * size;
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
class PlacesLayer extends Layer {
  begin() {
    this.drawings = new Drawings(this.sheet.groups.places);
  }

  read() {
    this.clear();
    this.found = this.timeline.spaces
      .map((row, space) => ({ space, rank: placeRank(row), marks: placeMarks(row), name: row.place ?? "" }))
      .filter(({ marks, name }) => marks.length > 0 || name)
      .sort((a, b) => a.rank - b.rank || a.space - b.space);
  }

  grow() {}

  clear() {
    this.drawings.clear();
  }

  paint() {
    const { drawings, sheet } = this;
    drawings.begin();
    const near = sheet.cell >= NAMED_FROM;
    for (const place of this.found) {
      const named = place.name && (near || place.rank <= 1);
      if (!near && place.rank > 3) continue;
      const box = (named && this.roomFor(place, true)) || this.roomFor(place, false);
      if (!box) continue;
      drawings.put(place.space, `${box.name}`, box.x, box.y, () => drawPlace(place.marks, box.name), sheet.scale);
    }
    drawings.end();
  }

  /** Take room for a place: at the bottom of its space, or where else there is some in and by it. */
  roomFor({ space, marks, name: full, rank }, named) {
    const { sheet } = this;
    const { scale, cell } = sheet;
    const name = named ? full : "";
    if (marks.length === 0 && !name) return null;
    const width = scale * placeWidth(marks, name);
    const height = scale * MARK.size;
    const { x, y, top, bottom } = sheet.points[space];
    const low = bottom - 0.1 * cell - 0.3 * height;
    const badge = sheet.boxes.get(space);
    const beside = badge ? (badge.right - badge.left) / 2 + width / 2 + 1 : 0.5 * width;
    const spots = [[x, low], [x, low - 0.6 * height], [x, badge ? badge.bottom + 0.5 * height + 1 : y], [x + beside, y], [x - beside, y], [x, top + 0.3 * cell], [x, bottom]];
    for (const [left, up] of spots) {
      const box = around(left, up, width, height);
      if (!sheet.taken.free(box)) continue;
      sheet.taken.add(box);
      return { ...box, name };
    }
    if (named || rank > 3) return null;
    // A city or port is shown even where it lies on a neighbour's edge.
    return { ...sheet.roomAt({ x, y: low }, width, height), name };
  }

  legend() {
    const there = new Set(this.timeline.spaces.flatMap(placeMarks));
    return PLACE_WORDS.filter(([mark]) => there.has(mark)).map(([mark, words]) => legendMark(words, drawPlace([mark], ""), 16, 14));
  }
}

const PLACE_WORDS = [
  ["capital", "capital, in red"], ["production", "city that produces"], ["city", "city"], ["port", "port"], ["strait", "strait"],
];

/** What a space is marked with. */
function placeMarks({ marks = [], capitals = [] }) {
  return capitals.length > 0 ? ["capital", ...marks.filter((mark) => mark !== "production" && mark !== "city")] : marks;
}

function placeRank(row) {
  const [first = ""] = placeMarks(row);
  return RANKS.indexOf(first);
}

const placeWidth = (marks, name) => marks.length * (MARK.size + MARK.gap) + (name ? 2 + name.length * MARK.letter : 0);

/** Marks in a row and the name right of them, about the origin. */
function drawPlace(marks, name) {
  let x = -placeWidth(marks, name) / 2;
  const parts = marks.map((mark) => {
    x += MARK.size + MARK.gap;
    return placed(drawMark(mark), x - MARK.size / 2 - MARK.gap, 0);
  });
  if (name) {
    const look = `a4a-place${marks.includes("capital") ? " a4a-place-capital" : ""}`;
    parts.push(makeSvg("text", { x: x + 1, y: 3.3, class: look }, name));
  }
  return parts;
}

function drawMark(mark) {
  const group = makeSvg("g", { class: `a4a-mark-${mark}` });
  for (const path of PLACES[mark] ?? []) group.append(makeSvg("path", path));
  return group;
}
