// What is different between two positions: spaces that changed hands are hatched in the old and the
// new colour, and in place of the badges stand the units gained and lost. It is drawn when the
// painter's `changes` say something, whatever layers are on:
//   {title, tuv: [came, left], spaces: [{space, was, now, gains: [[power, type, count], ...], losses: [...]}, ...]}
// with indices of the timeline; `was` and `now` are powers, or -1 for nobody.

import { Taken, around } from "./badges.js";
import { make, makeSvg } from "./elements.js";
import { Layer } from "./layers.js";
import { keepFromMap } from "./leaflet.js";
import { Shapes } from "./notes.js";
import { drawSymbol } from "./symbols.js";

const COVERED = new Set(["units", "strength", "production", "movement", "battles"]); // hidden meanwhile
const STRIPE = 5; // px, of a hatch
const SPARE = 16; // px that the types of a space may reach beyond it
const CHANGE_CHIP = { height: 13, symbol: 14, digit: 6.4, perRow: 3 };

export class ChangesLayer extends Layer {
  begin() {
    const { host } = this;
    this.boxes = new Map(); // of the chips, by space
    this.shapes = new Shapes(this.sheet);
    this.defs = makeSvg("defs");
    this.fields = makeSvg("g", { class: "a4a-changed" });
    this.chips = makeSvg("g", { class: "a4a-change-chips" });
    this.sheet.groups.notes.before(this.defs, this.fields);
    this.sheet.groups.captions.before(this.chips);
    this.panel = make("section", { class: "a4a-changes", "aria-label": "What changed", ".hidden": true });
    keepFromMap(this.panel, host.signal);
    host.container.append(this.panel);
    const follow = () => {
      this.clear();
      host.paint();
    };
    host.model.on("change:changes", follow);
    host.signal.addEventListener("abort", () => {
      host.model.off("change:changes", follow);
      this.panel.remove();
    });
  }

  get changes() {
    return this.host.model.get("changes") ?? {};
  }

  /** It is on while there is something to tell. */
  get settings() {
    return { on: Boolean(this.changes.title || this.changes.spaces?.length) };
  }

  /** The layers that are not to be seen meanwhile, and take no room. */
  get covers() {
    return this.settings.on ? COVERED : new Set();
  }

  read() {
    this.drawn = null;
  }

  arrange() {
    this.drawn = null;
    this.shapes.forget();
  }

  clear() {
    this.drawn = null;
    for (const group of [this.defs, this.fields, this.chips]) group.replaceChildren();
    this.panel.hidden = true;
    this.host.container.classList.remove("a4a-changing");
  }

  paint() {
    this.draw();
    for (const [space, box] of this.boxes) { // names and stars keep clear of them
      this.sheet.taken.add(box);
      this.sheet.boxes.set(space, box);
    }
  }

  /** Drawn once: it hangs on the zoom, not on the position. */
  draw() {
    const { changes } = this;
    if (this.drawn === changes) return;
    this.clear();
    this.drawn = changes;
    this.host.container.classList.add("a4a-changing");
    const rows = (changes.spaces ?? []).filter(({ space }) => this.sheet.points[space]);
    this.hatch(rows.filter(({ was, now }) => was !== now));
    this.place(rows);
    this.explain(changes.title ?? "", rows, changes.tuv);
  }

  /** Spaces that changed hands, in stripes of both colours. */
  hatch(rows) {
    const { powers } = this.timeline;
    const made = new Set();
    for (const { space, was, now } of rows) {
      const id = `${this.sheet.prefix}-hands-${was}-${now}`;
      if (!made.has(id)) {
        made.add(id);
        this.defs.append(stripes(id, powers[was]?.colour, powers[now]?.colour));
      }
      this.fields.append(makeSvg("path", { d: this.shapes.outline(space), fill: `url("#${id}")`, "data-space": space }));
      const { x, y, width, height } = this.sheet.points[space];
      if (Math.max(width, height) < 9) {
        this.fields.append(makeSvg("circle", { cx: x, cy: y, r: 6, fill: `url("#${id}")` }));
      }
    }
  }

  /** Units gained and lost where there is room: each type, or all together, or else a dot. */
  place(rows) {
    const taken = new Taken();
    this.boxes.clear();
    const scale = this.sheet.scale;
    const size = ({ gains, losses }) => [...gains, ...losses].reduce((sum, [, , count]) => sum + count, 0);
    const order = rows.filter((row) => size(row) > 0).sort((a, b) => size(b) - size(a));
    for (const row of order) {
      const { x, y, width, height } = this.sheet.points[row.space];
      const roomy = (look) => look.width * scale < width + SPARE && look.height * scale < height + SPARE;
      const [types, sum] = [this.typeChips(row), this.sumChips(row)].map(arrangeChips);
      const looks = roomy(types) ? [types, sum] : [sum];
      const fits = (look) => [[0, 0], [0, -0.8], [0, 0.8], [-0.6, 0], [0.6, 0]]
        .map(([dx, dy]) => [look.width * scale, look.height * scale, dx, dy])
        .map(([wide, high, dx, dy]) => around(x + dx * wide, y + dy * high, wide, high))
        .find((box) => taken.free(box));
      const look = looks.find(fits);
      if (!look) {
        // Below the chips: it shall cover no number.
        this.chips.prepend(makeSvg("circle", { cx: x, cy: y, r: 3, class: "a4a-change-dot", "data-space": row.space }));
        continue;
      }
      const box = fits(look);
      taken.add(box);
      this.boxes.set(row.space, box);
      this.chips.append(makeSvg(
        "g", { "data-space": row.space, transform: `translate(${box.x.toFixed(1)},${box.y.toFixed(1)}) scale(${scale})` },
        ...look.chips.map((chip) => this.drawChip(chip, look)),
      ));
    }
  }

  typeChips({ gains, losses }) {
    const chip = (sign) => ([power, type, count]) => ({ sign, power, type, text: `${sign}${count}` });
    return [...gains.map(chip("+")), ...losses.map(chip("−"))];
  }

  sumChips({ gains, losses }) {
    const sum = (rows) => rows.reduce((total, [, , count]) => total + count, 0);
    return [["+", gains], ["−", losses]].filter(([, rows]) => rows.length > 0)
      .map(([sign, rows]) => ({ sign, power: rows[0][0], text: `${sign}${sum(rows)}` }));
  }

  /** A chip: filled in the power's colour what came, white with a coloured rim what went. */
  drawChip({ x, y, width, sign, power, type, text }, look) {
    const who = this.timeline.powers[power];
    const gained = sign === "+";
    const colour = who?.colour ?? "#777777";
    const ink = gained ? who?.ink ?? "#ffffff" : "#111111";
    const parts = [
      makeSvg("rect", {
        width, height: CHANGE_CHIP.height, rx: 2, fill: gained ? colour : "#ffffff", stroke: gained ? "#ffffff" : colour, "stroke-width": gained ? 0.8 : 1.8,
      }),
      makeSvg("text", { x: 3, y: 10, fill: ink }, text),
    ];
    if (this.timeline.types[type]) {
      const symbol = drawSymbol(this.timeline.types[type], ink);
      symbol.setAttribute("transform", `translate(${width - CHANGE_CHIP.symbol - 2},1.5)`);
      parts.push(symbol);
    }
    return makeSvg("g", { transform: `translate(${x - look.width / 2},${y - look.height / 2})` }, ...parts);
  }

  explain(title, rows, [came, left]) {
    const { powers } = this.timeline;
    const hands = rows.filter(({ was, now }) => was !== now);
    const id = `${this.sheet.prefix}-hands-sample`;
    const sample = hands[0];
    const swatch = makeSvg("svg", { width: 24, height: 12, "aria-hidden": "true" });
    if (sample) {
      swatch.append(stripes(id, powers[sample.was]?.colour, powers[sample.now]?.colour));
      swatch.append(makeSvg("rect", { width: 24, height: 12, fill: `url("#${id}")`, stroke: "#333" }));
    }
    const chip = (text, name) => make("span", { class: `a4a-change-sample ${name}`, "aria-hidden": "true" }, text);
    this.panel.hidden = false;
    this.panel.replaceChildren(
      make("strong", {}, title),
      make("div", {}, ...(sample ? [swatch, " "] : []),
        `${hands.length} ${hands.length === 1 ? "space" : "spaces"} changed hands${sample ? ": old and new colour" : ""}`),
      make("div", {}, chip("+2", "a4a-gained"), ` came (${came} TUV) `, chip("−2", "a4a-lost-units"), ` left or lost (${left} TUV)`),
    );
  }
}

/** A pattern of stripes in two colours. */
function stripes(id, was = "#e9e6dd", now = "#e9e6dd") {
  return makeSvg(
    "pattern", { id, width: 2 * STRIPE, height: 2 * STRIPE, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
    makeSvg("rect", { width: 2 * STRIPE, height: 2 * STRIPE, fill: now }),
    makeSvg("rect", { width: STRIPE - 1, height: 2 * STRIPE, fill: was }),
  );
}

/** Give chips their places in rows; the size of all together. */
function arrangeChips(chips) {
  const { height, symbol, digit, perRow } = CHANGE_CHIP;
  let [x, width] = [0, 0];
  const placed = chips.map((chip, i) => {
    if (i % perRow === 0) x = 0;
    const own = chip.text.length * digit + 6 + (chip.type === undefined ? 0 : symbol);
    const at = { ...chip, x, y: Math.floor(i / perRow) * (height + 1), width: own };
    x += own + 1;
    width = Math.max(width, x - 1);
    return at;
  });
  return { chips: placed, width, height: Math.ceil(chips.length / perRow) * (height + 1) - 1 };
}
