// The task of an exercise: what is to be done, hints, the verdict, and questions. The kernel judges.

import { make } from "../../map/static/elements.js";
import { commentElement, followLinks } from "../../map/static/prose.js";
import { openSession, referredModel } from "../../map/static/session.js";
import { Asking, actButton, heed, onEnter } from "./asking.js";
import { Picker } from "./picker.js";
import { questionElement } from "./task_questions.js";

const SIGNS = new Map([[true, ["✓", "reached"]], [false, ["✗", "not reached"]], [null, ["?", "open"]]]);
const RESULTS = { passed: "Passed", "not yet": "Not yet judged", failed: "Not reached" };

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  const painter = model.get("painter") ? referredModel(model, "painter") : Promise.resolve(null);
  Promise.all([openSession(model), painter]).then(([session, board]) => {
    if (!signal.aborted) new Task(model, session, board, el, signal);
  });
  return () => ending.abort();
}

class Task {
  constructor(model, session, board, el, signal) {
    Object.assign(this, { model, el, signal });
    this.picker = board && new Picker(board, session, signal);
    el.classList.add("a4a-task");
    this.asking = new Asking(model, signal);
    const act = (label, title, what) => actButton(label, title, () => this.ask(what()), signal);
    this.title = make("h3", {});
    this.brief = make("div", { class: "a4a-task-brief" });
    this.steps = make("nav", { "aria-label": "Parts of the exercise", class: "a4a-row" });
    this.hints = make("div", { class: "a4a-task-hints", "aria-live": "polite" });
    this.judge = act("Judge my decision", "End the part and have it judged; no dice are rolled", () => ({ do: "finish" }));
    this.again = act("Try again", "Begin this part anew; what you tried is kept", () => ({ do: "again" }));
    this.hint = act("Hint", "Show the next hint", () => ({ do: "hint" }));
    this.ghost = act("Author's line", "Show on the board what the author would do", () => ({ do: model.get("shown") === "ghost" ? "own" : "ghost" }));
    this.left = make("span", { class: "a4a-muted" });
    this.bar = make("div", { class: "a4a-row a4a-task-bar" }, this.judge, this.again, this.hint, this.ghost, this.left);
    this.verdict = make("section", { class: "a4a-verdict", "aria-label": "Verdict", role: "status" });
    this.asked = make("section", { class: "a4a-questions", "aria-label": "Questions" });
    this.handing = this.handIn(act);
    this.unsaved = make("p", { class: "a4a-task-unsaved", role: "alert" });
    el.replaceChildren(this.title, this.steps, this.brief, this.hints, this.bar, this.asking.fault, this.verdict, this.asked, this.handing, this.unsaved);
    if (!el.hasAttribute("role")) el.setAttribute("role", "region"); // in a tab it is a tab's panel
    el.setAttribute("aria-label", "The exercise");
    el.setAttribute("data-lm-suppress-shortcuts", "true");
    followLinks(el, session, signal);
    const tell = () => this.tell();
    heed(model, {
      task: tell, unsaved: tell, verdict: () => this.tellVerdict(),
      shown: () => { this.tell(); this.tellVerdict(); }, questions: () => this.tellQuestions(),
    }, signal);
  }

  /** The name of who solves it, and the file that is handed in. */
  handIn(act) {
    this.name = make("input", { type: "text", maxlength: 80, placeholder: "Your name", "aria-label": "Your name", autocomplete: "name" });
    const save = act("Save to hand in", "Save what you have done as a file for your teacher", () => ({ do: "hand in", name: this.name.value }));
    onEnter(this.name, () => save.click(), this.signal);
    this.kept = make("p", { class: "a4a-muted", role: "status" });
    return make("section", { class: "a4a-hand-in", "aria-label": "Handing in" }, make("div", { class: "a4a-row" }, this.name, save), this.kept);
  }

  async ask(what) {
    const { fault } = this.asking;
    fault.textContent = "";
    if (what.do === "hand in") this.handing.append(fault); // it is said where it was asked for
    else if (what.do === "answer") this.drawn.get(what.question).el.append(fault);
    else this.bar.after(fault);
    const done = await this.asking.ask(what);
    if (!done) fault.scrollIntoView({ block: "nearest" });
    else if (what.do === "finish") this.showVerdict();
    else if (what.do === "answer") this.drawn.get(what.question).el.lastElementChild.scrollIntoView({ block: "nearest" });
    return done;
  }

  /** Scroll to the verdict: to its end, unless its beginning would be out of sight. */
  showVerdict() {
    this.verdict.scrollIntoView({ block: "nearest" });
    const hidden = this.bar.getBoundingClientRect().bottom - this.verdict.getBoundingClientRect().top;
    if (hidden > 0) this.el.scrollTop -= hidden + 4; // the bar stays above it
  }

  tell() {
    const task = this.model.get("task");
    const played = task.windows > 0;
    this.title.textContent = task.title;
    this.brief.replaceChildren(commentElement({ prose: task.brief, text: "" }));
    if (played && task.window_title) this.brief.append(make("h4", {}, task.window_title));
    if (played && task.window_brief.length) this.brief.append(commentElement({ prose: task.window_brief, text: "" }));
    this.tellSteps(task);
    this.bar.hidden = !played;
    if (this.window !== undefined && this.window !== task.window) this.turnTo(this.brief.querySelector(":scope > h4"));
    this.window = task.window;
    if (document.activeElement !== this.name) this.name.value ||= task.name;
    this.kept.textContent = task.file && `All you do is kept in ${task.file}: that is the file to hand in.`;
    this.unsaved.textContent = this.model.get("unsaved");
    this.handing.hidden = !this.model.get("handing");
    if (!played) return;
    this.hints.replaceChildren(...task.hints.map((prose, i) =>
      make("div", { class: "a4a-task-hint" }, make("strong", {}, `Hint ${i + 1}`), commentElement({ prose, text: "" }))));
    this.judge.hidden = task.closed;
    this.again.hidden = !task.closed && task.tries === 0;
    this.again.disabled = task.tries_left === 0;
    this.hint.hidden = task.hints.length + task.hints_left === 0;
    this.hint.disabled = task.hints_left === 0;
    this.ghost.hidden = !(task.ghost && task.closed);
    this.ghost.textContent = this.model.get("shown") === "ghost" ? "Your line" : "Author's line";
    const said = [];
    if (task.tries) said.push(`${task.tries} ${task.tries === 1 ? "try" : "tries"} made`);
    if (task.tries_left !== null) said.push(`${task.tries_left} left`);
    if (task.hints_left) said.push(`${task.hints_left} ${task.hints_left === 1 ? "hint" : "hints"} left`);
    this.left.textContent = said.join(" · ");
  }

  /** Scroll the task alone, not the notebook, to the heading of the part that begins. */
  turnTo(heading) {
    if (heading) this.el.scrollTop += heading.getBoundingClientRect().top - this.el.getBoundingClientRect().top - 6;
  }

  tellSteps({ windows, window, done }) {
    this.steps.hidden = windows < 2;
    if (windows < 2) return;
    this.steps.replaceChildren(...Array.from({ length: windows }, (_, i) => {
      const button = actButton(`Part ${i + 1}`, `Go to part ${i + 1} of ${windows}`, () => this.ask({ do: "go", window: i }), this.signal);
      if (i === window) button.setAttribute("aria-current", "step");
      button.disabled = i !== window && Array.from({ length: i }, (__, before) => before).some((before) => !done.includes(before));
      return button;
    }));
  }

  tellVerdict() {
    const verdict = this.model.get("verdict");
    this.verdict.hidden = !verdict.result;
    if (!verdict.result) {
      this.verdict.replaceChildren();
      return;
    }
    const theirs = this.model.get("shown") === "ghost" ? this.model.get("authors").lines : [];
    const whole = (text) => text.replaceAll(" %", "\u00a0%"); // no line begins with the sign
    const told = ({ reached, why }) => whole([reached, why].filter(Boolean).join(": "));
    const rows = verdict.lines.map(({ met, asked, ...own }, i) => {
      const [sign, said] = SIGNS.get(met);
      const authors = theirs[i] ? [make("div", { class: "a4a-authors" }, make("strong", {}, "The author: "), told(theirs[i]))] : [];
      return make("li", { "data-met": String(met) },
        make("span", { class: "a4a-met", role: "img", "aria-label": said }, sign),
        make("div", {}, make("div", {}, whole(asked)), make("div", { class: "a4a-muted" }, told(own)), ...authors));
    });
    this.verdict.dataset.result = verdict.result;
    this.verdict.replaceChildren(
      make("h4", {}, RESULTS[verdict.result]), ...(rows.length ? [make("ul", {}, ...rows)] : []),
      ...(verdict.said ? [make("p", {}, verdict.said)] : []),
      make("p", { class: "a4a-muted" }, "Your decision is judged, not the dice: they would not change it."));
  }

  /** Lay out the questions; one that has not changed stays as it is, with what is being written in it. */
  tellQuestions() {
    const questions = this.model.get("questions");
    const before = this.drawn ?? new Map();
    this.drawn = new Map(questions.map((question) => {
      const said = JSON.stringify(question);
      const old = before.get(question.id);
      return [question.id, old?.said === said ? old : { said, el: this.questionOf(question) }];
    }));
    this.asked.hidden = questions.length === 0;
    if (before.size === 0) {
      this.asked.replaceChildren(make("h4", {}, "Questions"), ...[...this.drawn.values()].map(({ el }) => el));
      return;
    }
    for (const [id, { el }] of this.drawn) {
      const old = before.get(id).el;
      if (old === el) continue;
      const focused = old.contains(document.activeElement);
      this.picker?.stop();
      old.replaceWith(el);
      if (focused) el.querySelector(":is(input, textarea, button)")?.focus({ preventScroll: true });
    }
  }

  questionOf(question) {
    return questionElement(question, {
      answer: (value) => this.ask({ do: "answer", question: question.id, value }),
      pick: this.picker ? (picked) => this.picker.pick(picked) : null,
    }, this.signal);
  }
}

export default { render };
