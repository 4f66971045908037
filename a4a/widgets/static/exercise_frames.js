// The number that a question asks for, out of a frame: which rows, which column, what is made of it. The kernel computes it.

import { make } from "../../map/static/elements.js";
import { actButton } from "./asking.js";
import { chooser } from "./exercise_chooser.js";

const MADE = [
  ["sum", "The sum of"], ["mean", "The mean of"], ["min", "The least of"], ["max", "The greatest of"],
  ["first", "The first of"], ["last", "The last of"], ["rows", "The number of rows"],
];

/** The fields of a number out of a frame, with the number. */
export class FrameForm {
  /** `ask` gets the kernel's answer to a message. */
  constructor(frames, ask, signal) {
    Object.assign(this, { frames, ask, signal, where: [], asked: 0 });
    this.frame = chooser("Frame of the number", frames.map(({ frame }) => [frame, frame]));
    this.made = chooser("What is made of it", MADE);
    this.column = chooser("Column of the number", []);
    this.when = chooser("When it is computed", [["start", "as the exercise begins"], ["end", "as the part ends"]]);
    this.rows = make("ul", { "aria-label": "Rows of the frame" });
    this.by = chooser("Rows by", []);
    this.value = chooser("Value", []);
    this.least = make("input", { type: "number", step: "any", "aria-label": "From", placeholder: "from" });
    this.most = make("input", { type: "number", step: "any", "aria-label": "To", placeholder: "to" });
    this.add = actButton("Add rows", "Only the rows that have this in this column", () => this.choose(), signal);
    this.found = make("p", { role: "status", "aria-label": "The number" });
    this.el = make("div", { class: "a4a-exercise-form" },
      make("div", { class: "a4a-row" }, this.made, this.column, "in", this.frame), this.rows,
      make("div", { class: "a4a-row" }, "where", this.by, "is", this.value, this.least, this.most, this.add),
      this.when, this.found);
    const heard = { frame: () => this.tellFrame(), made: () => this.tell(), column: () => this.tell(), when: () => this.tell(), by: () => this.tellValues() };
    for (const [field, heed] of Object.entries(heard)) this[field].addEventListener("change", heed, { signal });
  }

  get chosen() {
    return this.frames.find(({ frame }) => frame === this.frame.value);
  }

  get numeric() {
    return this.chosen.numbers.includes(this.by.value);
  }

  /** Begin, once it is seen. */
  begin() {
    if (!this.by.options.length) {
      this.frame.value = "units";
      this.tellFrame("tuv", "power");
    } else this.tell();
  }

  tellFrame(column = undefined, by = undefined) {
    const { columns, numbers, text } = this.chosen;
    this.frame.title = text;
    const fill = (select, names, first) => {
      select.replaceChildren(...names.map((name) => make("option", { value: name }, name)));
      if (names.includes(first)) select.value = first;
    };
    fill(this.column, numbers, column ?? numbers.at(-1));
    fill(this.by, columns, by ?? "power");
    this.where = [];
    this.tellRows();
    this.tellValues();
  }

  async tellValues() {
    for (const field of [this.least, this.most]) field.hidden = !this.numeric;
    this.value.hidden = this.numeric;
    if (this.numeric) return;
    const { values = [] } = await this.ask({ do: "values", frame: this.frame.value, column: this.by.value });
    this.values = values;
    this.value.replaceChildren(...values.map((value, at) => make("option", { value: at }, String(value))));
  }

  choose() {
    const column = this.by.value;
    const span = Object.fromEntries([["least", this.least], ["most", this.most]].filter(([, { value }]) => value !== "").map(([end, { value }]) => [end, Number(value)]));
    const value = this.numeric ? span : this.values?.[Number(this.value.value)];
    if (value === undefined || (this.numeric && !Object.keys(span).length)) return;
    const before = this.where.find((one) => one.column === column);
    if (before && !this.numeric) before.values = [...new Set([...before.values, value])];
    else this.where = [...this.where.filter((one) => one !== before), { column, values: [value] }];
    this.tellRows();
  }

  tellRows() {
    this.rows.replaceChildren(...this.where.map((one) => {
      const said = `${one.column}: ${one.values.map(inWords).join(" or ")}`;
      return make("li", {}, make("span", {}, said), actButton("×", `Remove: ${said}`, () => {
        this.where = this.where.filter((other) => other !== one);
        this.tellRows();
        this.by.focus({ preventScroll: true });
      }, this.signal));
    }));
    this.tell();
  }

  /** Have it computed, and say it. */
  async tell() {
    this.column.hidden = this.made.value === "rows";
    const asked = ++this.asked;
    const { number = null } = await this.ask({ do: "compute", ...this.told() });
    if (asked !== this.asked) return;
    const now = this.when.value === "start" ? "It is" : "Your line:";
    this.found.textContent = number === null ? "" : `${now} ${number}`;
  }

  told() {
    const where = Object.fromEntries(this.where.map(({ column, values }) => [column, values.length === 1 ? values[0] : values]));
    const column = this.column.hidden ? {} : { column: this.column.value };
    return { of: { frame: this.frame.value, where, aggregate: this.made.value, ...column }, when: this.when.value };
  }
}

function inWords(value) {
  if (typeof value !== "object") return String(value);
  const { least = null, most = null } = value;
  return [least !== null && `${least} at least`, most !== null && `${most} at most`].filter(Boolean).join(", ");
}
