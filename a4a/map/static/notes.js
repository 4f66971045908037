// Annotations on the board: arrows and highlighted spaces at this position, the judgement of its
// step at the corner, and, on a projector, its comments as captions. And the drawing of new ones.
//
// The numbers are in `notes.json` (NOTES): the colour where none is said, the widths of an arrow's
// pen and of the white below it, its head, how strong a highlight is filled and outlined, and the
// size in pixels up to which a space gets a ring, as it is too small to see a highlight on; and the
// colour of spaces that findings of an audit are about.

import { make, makeSvg } from "./elements.js";
import { glyphWords, isGlyph, shownSign } from "./glyphs.js";
import { Layer } from "./layers.js";
import { keepFromMap, outlineOf, spaceLayers } from "./leaflet.js";
import { commentElement, followLinks } from "./prose.js";
import { piecesOf, smoothPath } from "./ways.js";
import NOTES from "./notes.json" with { type: "json" };

const COLOUR = /^#[0-9a-f]{6}$/i;
const LONG = 280; // characters of a step's comments that stand in smaller type on a projector

export class NotesLayer extends Layer {
  begin() {
    const { host } = this;
    this.glyph = make("div", { class: "a4a-glyph", ".hidden": true });
    this.captions = make("div", { class: "a4a-comments", ".hidden": true });
    host.container.append(this.glyph, this.captions);
    keepFromMap(this.captions, host.signal);
    followLinks(this.captions, host.session, host.signal);
    this.shapes = new Shapes(this.sheet);
    this.arrows = makeSvg("g");
    this.sheet.groups.captions.append(this.arrows);
    this.sketch = new Sketch(host, this);
    host.session.listen((what) => (what === "notes" || what === "findings") && this.settings.on && this.paint(), host.signal);
    host.signal.addEventListener("abort", () => {
      this.glyph.remove();
      this.captions.remove();
    });
  }

  read() {
    this.clear();
    this.sketch.show();
  }

  arrange() {
    this.shapes.forget();
    this.clear();
    this.sketch.show();
  }

  clear() {
    this.shown = null;
    this.arrows.replaceChildren();
    this.sheet.groups.notes.replaceChildren();
    this.captions.replaceChildren();
    this.glyph.hidden = this.captions.hidden = true;
  }

  paint() {
    const notes = this.host.session.notesAt(this.position);
    // What an audit found of this step is ringed where it is about a space.
    const found = this.host.session.findingsAt(this.position).filter(({ spaces }) => spaces.length > 0);
    if (notes.length === 0 && found.length === 0) {
      if (this.shown !== null) this.clear();
      return;
    }
    const arrows = notes.filter(({ kind }) => kind === "arrow");
    const highlights = notes.filter(({ kind }) => kind === "highlight");
    const pens = arrows.map(({ spaces, colour }) => drawPen(this.sheet, spaces, colour)).flat();
    const fields = highlights.map(({ spaces, colour }) => this.shapes.highlight(spaces, colour)).flat();
    fields.push(...found.map(({ spaces }) => this.shapes.highlight(spaces, NOTES.finding)).flat());
    this.arrows.replaceChildren(...pens);
    this.sheet.groups.notes.replaceChildren(...fields);
    if (this.shown === notes) return;
    this.shown = notes;
    this.tell(notes);
  }

  /** Show the judgement of the step, and its comments. */
  tell(notes) {
    const glyphs = notes.filter(({ kind, sign }) => kind === "glyph" && isGlyph(sign));
    const signs = glyphs.map(({ sign }) => shownSign(sign));
    const words = glyphs.map(glyphWords).join(", ");
    this.glyph.hidden = signs.length === 0;
    this.glyph.textContent = signs.join(" ");
    this.glyph.title = `This step: ${words}`;
    const comments = notes.filter(({ kind }) => kind === "comment");
    const inTurn = [...comments.filter(({ when }) => when === "before"), ...comments.filter(({ when }) => when !== "before")];
    this.captions.hidden = inTurn.length === 0 && signs.length === 0;
    const sign = signs.length ? [make("span", { class: "a4a-comment-sign", title: words }, signs.join(" "))] : [];
    this.captions.classList.toggle("a4a-long", inTurn.reduce((sum, { text }) => sum + text.length, 0) > LONG);
    if (inTurn.length === 0 && words) sign.push(make("p", {}, words)); // from the last row, a sign alone says little
    this.captions.replaceChildren(...sign, ...inTurn.map((note) => (note.prose.length ? commentElement(note) : make("p", {}, note.text))));
  }

  legend() {
    const sample = (...parts) => makeSvg("svg", { viewBox: "0 0 30 12", width: 30, height: 12, "aria-hidden": "true" }, ...parts);
    return [
      make("span", {}, sample(
        makeSvg("path", { d: "M1 6H18", stroke: NOTES.colour, "stroke-width": 4 }),
        makeSvg("path", { d: NOTES.head, fill: NOTES.colour, transform: "translate(28,6) scale(.5)" }),
      ), " arrow of an annotation"),
      make("span", {}, sample(makeSvg("rect", {
        x: 4, y: 1, width: 22, height: 10, fill: NOTES.colour, "fill-opacity": NOTES.fill, stroke: NOTES.colour, "stroke-width": 2,
      })), " highlighted space"),
    ];
  }
}

/** The colour of a note, if it is one. */
function noteColour(colour) {
  return COLOUR.test(colour ?? "") ? colour : NOTES.colour;
}

/** The shapes of the spaces in layer pixels, kept for as long as the zoom is the same. */
export class Shapes {
  constructor(sheet) {
    this.sheet = sheet;
    this.forget();
  }

  forget() {
    this.layers = null;
    this.outlines = new Map();
  }

  outline(space) {
    const { map, prefix } = this.sheet;
    if (!this.outlines.has(space)) {
      this.layers ??= spaceLayers(map, prefix);
      const layer = this.layers.get(space);
      this.outlines.set(space, layer ? outlineOf(map, layer) : "");
    }
    return this.outlines.get(space);
  }

  /** Spaces in a colour, small ones with a ring round them. */
  highlight(spaces, colour) {
    const [fill, { points }] = [noteColour(colour), this.sheet];
    const parts = [];
    for (const space of new Set(spaces)) {
      const point = points[space];
      if (!point) continue;
      parts.push(makeSvg("path", {
        d: this.outline(space), class: "a4a-highlight", "data-space": space, fill, stroke: fill,
        "fill-opacity": NOTES.fill, "stroke-width": NOTES.outline,
      }));
      if (Math.max(point.width, point.height) >= NOTES.small) continue;
      parts.push(makeSvg("circle", {
        cx: point.x, cy: point.y, r: NOTES.small / 2, class: "a4a-highlight", fill: "none", stroke: fill, "stroke-width": NOTES.outline,
      }));
    }
    return parts;
  }
}

/** An arrow as with a broad pen along spaces: over white, a dot where it begins, a large head. */
function drawPen(sheet, spaces, colour) {
  const path = spaces.filter((space) => sheet.points[space]);
  if (path.length === 0) return [];
  const stroke = noteColour(colour);
  const scale = Math.min(1.5, sheet.scale);
  const [pen, casing] = [scale * NOTES.pen, scale * NOTES.casing];
  const start = sheet.points[path[0]];
  const dot = makeSvg("circle", { cx: start.x, cy: start.y, r: pen, fill: stroke, stroke: "#fff", "stroke-width": 1.5 });
  if (path.length < 2) return [makeSvg("g", { class: "a4a-pen" }, dot)];
  const pieces = piecesOf(sheet, path);
  const from = pieces.at(-1).at(-2);
  const to = sheet.outside(path.at(-1), from);
  pieces.at(-1).splice(-1, 1, to);
  const d = pieces.map(smoothPath).join("");
  const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
  const stroked = (color, width) => makeSvg("path", { d, stroke: color, "stroke-width": width, class: "a4a-pen-line" });
  return [makeSvg(
    "g", { class: "a4a-pen", "data-spaces": path.join(" ") },
    stroked("#fff", pen + casing), dot, stroked(stroke, pen),
    makeSvg("path", { 
      d: NOTES.head, fill: stroke, stroke: "#fff", "stroke-width": 1.5,
      transform: `translate(${to.x.toFixed(1)},${to.y.toFixed(1)}) rotate(${angle.toFixed(1)}) scale(${scale})`,
    }),
  )];
}

/**
 * Drawing an annotation: the user picks spaces one after another. It begins when the painter's
 * `drawing` is set; what was drawn goes to Python as `{type: "drawn", kind, spaces, node}`.
 */
class Sketch {
  constructor(host, layer) {
    Object.assign(this, { host, layer, kind: "", spaces: [] });
    this.preview = makeSvg("g");
    layer.sheet.groups.captions.append(this.preview);
    host.pickSpaces = (kind) => this.pick(kind);
    const { model, container, signal } = host;
    const follow = () => this.follow();
    model.on("change:drawing", follow);
    const on = (type, handler) => container.addEventListener(type, handler, { signal, capture: true });
    on("click", (event) => this.click(event));
    on("dblclick", (event) => (this.kind || performance.now() - this.ended < 500) && event.stopPropagation());
    on("keydown", (event) => this.key(event));
    signal.addEventListener("abort", () => {
      model.off("change:drawing", follow);
      this.bar?.remove();
    });
    follow();
  }

  /** `drawing` was set, here or in Python. */
  async follow() {
    const { model, session } = this.host;
    const kind = model.get("drawing") ?? "";
    if (kind === this.kind) return;
    this.end([]);
    if (kind !== "arrow" && kind !== "highlight") return;
    const spaces = await this.pick(kind);
    if (spaces.length > 0) {
      model.send({ type: "drawn", kind, spaces, node: session.timeline.nodes[session.position] });
    }
    if (model.get("drawing") !== kind || this.kind) return;
    model.set("drawing", "");
    model.save_changes();
  }

  /** Let the user pick spaces; an empty list if nothing came of it. */
  pick(kind) {
    this.end([]);
    const { container, signal, inspector } = this.host;
    inspector?.pick(null);
    this.kind = kind;
    this.spaces = [];
    const button = (text, act) => {
      const el = make("button", { type: "button" }, text);
      el.addEventListener("click", act, { signal });
      return el;
    };
    const how = kind === "arrow" ? "Arrow: click its spaces in order" : "Highlight: click spaces";
    this.bar = make(
      "div", { class: "a4a-sketch", role: "group", "aria-label": `Drawing: ${kind}` },
      make("span", {}, `${how} (or find them with “.”), then Enter; Escape cancels `),
      button("Done", () => this.finish()), button("Cancel drawing", () => this.end([])),
    );
    keepFromMap(this.bar, signal);
    container.append(this.bar);
    container.classList.add("a4a-drawing");
    container.focus({ preventScroll: true });
    return new Promise((resolve) => (this.resolve = resolve));
  }

  click(event) {
    if (!this.kind || !event.target.closest(".leaflet-map-pane")) return;
    event.stopPropagation();
    event.preventDefault();
    if (this.host.map.dragging?.moved()) return;
    const space = this.host.inspector.spaceUnder(event);
    if (space !== null) this.add(space);
  }

  key(event) {
    if (!this.kind || event.target.closest("input, select, textarea, button")) return;
    if (event.key === "Enter") this.finish();
    else if (event.key === "Escape") this.end([]);
    else if (event.key === "Backspace") this.spaces.pop();
    else return;
    event.preventDefault();
    event.stopPropagation();
    this.show();
  }

  /** A space was picked: the next of an arrow (its last one again ends it), or one to highlight or not. */
  add(space) {
    const { spaces } = this;
    if (this.kind === "arrow" && spaces.at(-1) === space) return this.finish();
    if (this.kind === "highlight" && spaces.includes(space)) spaces.splice(spaces.indexOf(space), 1);
    else spaces.push(space);
    return this.show();
  }

  finish() {
    this.end(this.kind === "arrow" && this.spaces.length < 2 ? [] : [...this.spaces]);
  }

  end(spaces) {
    if (!this.kind) return;
    this.kind = "";
    this.spaces = [];
    this.ended = performance.now();
    this.show();
    this.bar.remove();
    this.host.container.classList.remove("a4a-drawing");
    this.resolve(spaces);
  }

  show() {
    if (!this.host.sheet.points) return;
    const colour = this.host.model.get("drawing_colour");
    const { sheet, shapes } = this.layer;
    this.preview.replaceChildren(...(this.kind === "arrow"
      ? drawPen(sheet, this.spaces, colour)
      : shapes.highlight(this.spaces, colour)));
  }
}
