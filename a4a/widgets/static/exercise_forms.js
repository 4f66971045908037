// Forms of an exercise being made: a goal, a typical mistake, a hint, a question. Each gives what is typed.

import { make } from "../../map/static/elements.js";
import { actButton } from "./asking.js";
import { chooser } from "./exercise_chooser.js";

const ANSWERS = {
  number: ["Number", "The right number"],
  computed: ["Number that is computed", ""],
  choice: ["Choice", "An option a line, with * before each that is right"],
  space: ["Space on the map", "The name of a space that is right, one a line"],
  ranking: ["Order of things", "A thing a line, in the right order"],
  prose: ["Something to write", "How many words at least"],
};

let lists = 0;

/** The names of all spaces, to complete what is typed. */
export function spaceList(spaces) {
  return make("datalist", { id: `a4a-exercise-spaces-${++lists}` }, ...spaces.map(({ name }) => make("option", { value: name })));
}

/** The fields of a goal: its kind, and the space and the power it is about. */
export class GoalForm {
  constructor(kinds, powers, spaces, pick, what, signal) {
    this.kinds = kinds;
    this.kind = chooser(`Kind of ${what}`, kinds.map(({ goal, label }) => [goal, label]));
    this.power = chooser(`Power of ${what}`, powers.map((name) => [name, name]));
    this.space = make("input", { type: "text", "aria-label": `Space of ${what}`, list: spaces.id });
    this.picker = actButton("Pick", "Then click the space on the board", () => {
      this.picker.setAttribute("aria-pressed", "true");
      pick((name) => {
        this.space.value = name;
        this.space.focus({ preventScroll: true });
      }, () => this.picker.setAttribute("aria-pressed", "false"));
    }, signal, "false");
    this.picker.hidden = !pick;
    this.where = make("div", { class: "a4a-row" }, this.space, this.picker);
    this.el = make("div", { class: "a4a-exercise-form" }, this.kind, this.power, this.where);
    this.kind.addEventListener("change", () => this.tell(), { signal });
    this.tell();
  }

  get chosen() {
    return this.kinds.find(({ goal }) => goal === this.kind.value);
  }

  tell() {
    const { fields } = this.chosen;
    this.power.hidden = !fields.includes("power");
    this.where.hidden = !fields.some((field) => field.endsWith("space"));
    this.space.placeholder = fields.includes("any space") ? "a space, or all" : "a space";
  }

  /** What is told of the goal; the fields that its kind does not have are left out. */
  value() {
    const space = this.space.value.trim();
    return {
      goal: this.kind.value,
      ...(this.where.hidden || !space ? {} : { space }),
      ...(this.power.hidden ? {} : { power: this.power.value }),
    };
  }
}

/** A typical mistake: a goal that is reached or missed, and what is said of it. */
export class MistakeForm {
  constructor(goal, signal) {
    this.goal = goal;
    this.missed = chooser("Whether it is reached or missed", [["missed", "is missed"], ["reached", "is reached"]]);
    this.number = make("input", { type: "number", min: 0, step: "any", "aria-label": "Number of the mistake" });
    this.unit = make("span", { class: "a4a-muted" });
    this.text = make("textarea", { rows: 2, maxlength: 200, "aria-label": "What is said of the mistake", placeholder: "You take it with {reached}, but …" });
    this.el = make("div", {}, goal.el, make("div", { class: "a4a-row" }, this.missed, this.number, this.unit), this.text);
    goal.kind.addEventListener("change", () => this.tell(), { signal });
    this.tell();
  }

  tell() {
    const { measure } = this.goal.chosen;
    this.number.hidden = !measure;
    this.unit.textContent = measure === "chance" ? "%" : "";
    this.number.value = measure === "chance" ? "50" : "0";
  }

  value() {
    const { measure } = this.goal.chosen;
    const number = Number(this.number.value) / (measure === "chance" ? 100 : 1);
    return { goal: this.goal.value(), value: measure ? number : null, missed: this.missed.value === "missed", text: this.text.value };
  }

  clear() {
    this.text.value = "";
  }
}

/** A question: its kind, its text, and what is right. */
export class QuestionForm {
  constructor(frames, signal) {
    this.frames = frames;
    this.kind = chooser("Kind of question", Object.entries(ANSWERS).map(([kind, [label]]) => [kind, label]));
    this.text = make("textarea", { rows: 2, "aria-label": "Question", placeholder: "What is asked" });
    this.answer = make("textarea", { rows: 2, "aria-label": "What is right" });
    this.tolerance = make("input", { type: "number", min: 0, step: "any", "aria-label": "How far an answer may be off", ".value": "0" });
    this.unit = make("input", { type: "text", maxlength: 20, "aria-label": "Unit of the number", placeholder: "unit" });
    this.about = make("div", { class: "a4a-row" }, "off by", this.tolerance, this.unit);
    this.el = make("div", { class: "a4a-exercise-form" }, this.kind, this.text, this.answer, frames.el, this.about);
    this.kind.addEventListener("change", () => this.tell(), { signal });
    this.tell();
  }

  get computed() {
    return this.kind.value === "computed";
  }

  tell() {
    this.answer.placeholder = ANSWERS[this.kind.value][1];
    this.answer.hidden = this.computed;
    this.frames.el.hidden = !this.computed;
    this.about.hidden = !this.computed && this.kind.value !== "number";
    if (this.computed) this.frames.begin();
  }

  value() {
    const asked = { kind: this.kind.value, text: this.text.value, answer: this.answer.value, tolerance: this.tolerance.value, unit: this.unit.value };
    return this.computed ? { ...asked, ...this.frames.told(), kind: "number" } : asked;
  }

  clear() {
    this.text.value = this.answer.value = "";
  }
}
