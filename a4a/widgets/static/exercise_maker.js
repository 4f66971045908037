// Making an exercise: where it begins, what is asked, goals with sliders, a checklist. The kernel keeps the draft.

import { make } from "../../map/static/elements.js";
import { openSession, referredModel } from "../../map/static/session.js";
import { Asking, actButton } from "./asking.js";
import { chooser } from "./exercise_chooser.js";
import { GoalForm, MistakeForm, QuestionForm, spaceList } from "./exercise_forms.js";
import { FrameForm } from "./exercise_frames.js";
import { Limits } from "./exercise_limits.js";
import { Parts } from "./exercise_parts.js";
import { Picker } from "./picker.js";

const SIGNS = new Map([[true, ["✓", "there"]], [false, ["✗", "missing"]], [null, ["?", "open"]]]);

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  const painter = model.get("painter") ? referredModel(model, "painter") : Promise.resolve(null);
  Promise.all([openSession(model), painter]).then(([session, board]) => {
    if (!signal.aborted) new Maker(model, session, board, el, signal);
  });
  return () => ending.abort();
}

/** Fill a list anew. The focus stays at the same place of it; where nothing is left, it goes to `other`. */
function refill(list, items, other) {
  const at = [...list.children].findIndex((item) => item.contains(document.activeElement));
  list.replaceChildren(...items);
  if (at < 0) return;
  const buttons = [...list.querySelectorAll("button")];
  (buttons[Math.min(at, buttons.length - 1)] ?? other).focus({ preventScroll: true });
}

class Maker {
  constructor(model, session, board, el, signal) {
    Object.assign(this, { model, session, signal, rows: [], asking: new Asking(model, signal) });
    this.picker = board && new Picker(board, session, signal);
    el.classList.add("a4a-exercise");
    el.setAttribute("aria-label", "Make an exercise");
    el.setAttribute("data-lm-suppress-shortcuts", "true");
    el.addEventListener("keydown", (event) => event.stopPropagation(), { signal }); // what is typed is no command
    this.parts = new Parts(session, this.asking, () => this.askWords(), signal);
    this.limits = new Limits(this.asking, signal);
    this.spaces = spaceList(session.timeline.spaces);
    this.body = make("div", { class: "a4a-exercise-body" }, this.spaces,
      this.words(), this.parts.el, this.goals(), this.limits.el,
      this.listed("Hints", "hints", this.hintForm()), this.listed("Typical mistakes", "deviations", this.mistakeForm()),
      this.listed("Questions", "questions", this.questionForm()), this.checklist());
    el.replaceChildren(this.body, this.footer());
    const heard = { told: () => this.tell(), saved: () => this.tellSaved(), trying: () => model.get("trying") || this.trial.focus({ preventScroll: true }) };
    for (const [name, heed] of Object.entries(heard)) model.on(`change:${name}`, heed);
    signal.addEventListener("abort", () => {
      for (const [name, heed] of Object.entries(heard)) model.off(`change:${name}`, heed);
    });
    this.tell();
    this.tellSaved();
  }

  button(label, title, act) {
    return actButton(label, title, act, this.signal);
  }

  // --- the parts ----------------------------------------------------------------------------------

  words() {
    this.title = make("input", { type: "text", maxlength: 200, "aria-label": "Title", placeholder: "Title" });
    this.brief = make("textarea", { rows: 3, maxlength: 20000, "aria-label": "Brief", placeholder: "What is to be done" });
    this.join = chooser("How many goals have to be reached", [["all", "all of these"], ["any", "one of these"]]);
    for (const field of [this.title, this.brief, this.join]) field.addEventListener("change", () => this.askWords(), { signal: this.signal });
    return make("section", { "aria-label": "What is asked" }, this.title, this.brief);
  }

  askWords() {
    return this.asking.ask({
      do: "words", title: this.title.value, brief: this.brief.value, join: this.join.value,
      part_title: this.parts.title.value, part_brief: this.parts.brief.value,
    });
  }

  goalForm(what) {
    const pick = this.picker && ((heed, end) => {
      this.unpick?.();
      this.unpick = end;
      this.picker.pick((name) => {
        end();
        heed(name);
      });
    });
    return new GoalForm(this.model.get("kinds"), this.model.get("powers"), this.spaces, pick, what, this.signal);
  }

  goals() {
    const form = this.goalForm("goal");
    this.goalList = make("ul", { "aria-label": "Goals" });
    this.addGoal = this.button("Add goal", "Add this goal, with the number that the author's line reaches", () => this.asking.ask({ do: "goal", goal: form.value() }));
    return make("section", { "aria-label": "What is to be reached" },
      make("div", { class: "a4a-row" }, make("h4", {}, "Goals"), this.join), this.goalList, form.el, this.addGoal);
  }

  hintForm() {
    const text = make("textarea", { rows: 2, maxlength: 20000, "aria-label": "Hint", placeholder: "The next hint" });
    return [text, this.adder("Add hint", () => ({ do: "hint", text: text.value }), () => (text.value = ""))];
  }

  mistakeForm() {
    const form = new MistakeForm(this.goalForm("mistake"), this.signal);
    return [form.el, this.adder("Add mistake", () => ({ do: "mistake", ...form.value() }), () => form.clear())];
  }

  questionForm() {
    const frames = new FrameForm(this.model.get("frames"), (what) => this.asking.answerTo(what), this.signal);
    const form = new QuestionForm(frames, this.signal);
    return [form.el, this.adder("Add question", () => ({ do: "question", ...form.value() }), () => form.clear())];
  }

  adder(label, value, clear) {
    return this.button(label, label, async () => {
      if (await this.asking.ask(value())) clear();
    });
  }

  /** A list of texts that can be dropped, with the form of the next one, to be opened. */
  listed(title, what, form) {
    const list = make("ul", { "aria-label": title });
    const count = make("span", { class: "a4a-muted" });
    this.lists = { ...this.lists, [what]: { list, count } };
    return make("details", { "data-part": what }, make("summary", {}, title, " ", count), list, ...form);
  }

  checklist() {
    this.checks = make("ul", { class: "a4a-exercise-checks", "aria-label": "Checklist" });
    return make("section", { "aria-label": "What is missing" }, make("h4", {}, "Checklist"), this.checks);
  }

  footer() {
    this.name = make("input", { type: "text", maxlength: 60, "aria-label": "Folder to save in", placeholder: "folder name" });
    this.over = make("input", { type: "checkbox" });
    this.replace = make("label", { class: "a4a-row" }, this.over, "replace it");
    this.replace.hidden = true;
    this.done = make("span", { class: "a4a-muted", role: "status" });
    this.left = make("span", { class: "a4a-muted" });
    const save = this.button("Save", "Write the exercise into a folder of this name", async () => {
      this.done.textContent = "";
      const done = await this.asking.ask({ do: "save", name: this.name.value.trim(), replace: this.over.checked });
      this.replace.hidden = done || !this.asking.fault.textContent.includes("already");
      this.over.checked = false;
      if (done) this.tellSaved();
    });
    this.trial = this.button("Try it", "Solve it at once, as a student does, and come back", () => this.asking.ask({ do: "try" }));
    return make("footer", {}, this.asking.fault, make("div", { class: "a4a-row" }, this.trial, this.name, save, this.replace), this.left, " ", this.done);
  }

  // --- what the kernel tells ----------------------------------------------------------------------

  tell() {
    const told = this.model.get("told");
    this.parts.tell(told);
    this.limits.tell(told.limits);
    for (const field of ["title", "brief", "join"]) {
      if (this[field] !== document.activeElement) this[field].value = told[field];
    }
    this.join.hidden = told.goals.length < 2;
    const goals = JSON.stringify([told.at, told.parts.length, told.goals.map(({ chance }) => chance)]);
    if (goals !== this.goalsTold) {
      this.goalsTold = goals;
      this.rows = told.goals.map((goal, at) => this.goalRow(goal, at));
      refill(this.goalList, this.rows.map(({ el }) => el), this.addGoal);
    }
    told.goals.forEach((goal, at) => this.rows[at].tell(goal));
    for (const [what, { list, count }] of Object.entries(this.lists)) {
      count.textContent = told[what].length ? `(${told[what].length})` : "";
      refill(list, told[what].map((text, at) => make("li", {}, make("span", {}, text), this.dropper(what, at, text))), list.parentElement.firstChild);
    }
    this.checks.replaceChildren(...told.checks.map(({ text, done, needed, why }) => {
      const [sign, said] = SIGNS.get(done);
      return make("li", { "data-done": String(done) }, make("span", { role: "img", "aria-label": said }, sign),
        make("span", {}, text, ...(needed && !done ? [make("strong", {}, " (needed)")] : []),
          ...(why && !done ? [make("span", { class: "a4a-muted" }, `: ${why}`)] : [])));
    }));
    const left = told.checks.filter(({ done }) => !done);
    const needed = left.filter((check) => check.needed).length;
    this.left.textContent = left.length ? `Checklist: ${left.length} open${needed ? `, ${needed} needed` : ""}.` : "Checklist: all there.";
    if (!this.model.get("saved") && this.name !== document.activeElement && told.offer) this.name.value = told.offer;
  }

  tellSaved() {
    const saved = this.model.get("saved");
    if (saved) this.name.value = saved;
    this.done.textContent = saved ? `Saved: a4a.exercise("${saved}") opens it` : "";
  }

  dropper(what, at, text) {
    return this.button("×", `Remove: ${text}`, () => this.asking.ask({ do: "drop", what, at }));
  }

  /** A goal with its slider, and what the author's line and deciding nothing reach. */
  goalRow(goal, at) {
    const asked = make("span", {});
    const slider = make("input", { type: "range", min: 0, step: goal.chance ? 0.01 : 1 });
    const found = make("p", { class: "a4a-muted" });
    const head = make("div", { class: "a4a-exercise-goal" }, asked, this.dropper("goals", at, goal.asked));
    slider.hidden = goal.wanted === null;
    slider.addEventListener("input", () => (slider.title = goal.chance ? `${Math.round(slider.value * 100)} %` : slider.value), { signal: this.signal });
    slider.addEventListener("change", () => this.asking.ask({ do: "number", at, value: Number(slider.value) }), { signal: this.signal });
    const tell = (now) => {
      const [sign] = SIGNS.get(now.met);
      asked.textContent = now.asked;
      slider.setAttribute("aria-label", now.asked);
      slider.setAttribute("aria-valuetext", now.chance ? `${Math.round(now.wanted * 100)} %` : String(now.wanted));
      slider.max = now.top;
      if (slider !== document.activeElement) slider.value = now.wanted ?? 0;
      found.textContent = [now.line && `your line: ${now.line} ${sign}`, now.idle && `doing nothing: ${now.idle}`, now.fault].filter(Boolean).join(" · ");
    };
    return { el: make("li", {}, head, slider, found), tell };
  }
}

export default { render };
