// The decision view: who decides what, the forms to answer with, what happened last. It knows no
// rules: the kernel lays out what can be chosen, says what is refused, and is asked for everything.

import { countOf, enclosing, make, powerChip } from "../../map/static/elements.js";
import { openSession, referredModel } from "../../map/static/session.js";
import { symbolPicture } from "../../map/static/symbols.js";
import { tellThrow } from "../../map/static/throws.js";
import { actorOf, stopIndex } from "../../map/static/timeline.js";
import { setHere } from "./asking.js";
import { Computer } from "./decide_computer.js";
import { MovesForm } from "./decide_moves.js";
import { TallyForm } from "./decide_tally.js";
import { Kernel, aside, plural, pressButton, withoutCommon } from "./decide_words.js";

const LOOK_ROUND = 5; // degrees round a space that the board shows with it
const MOST_LINES = 12; // of what happened that are shown
const BEFORE = "The board shows the step before: what has come by itself since then is told below, and shown with the first order.";
const FEW_LINES = 3; // and of a battle, where what is asked shall be in sight

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  const painter = model.get("painter") ? referredModel(model, "painter") : Promise.resolve(null);
  Promise.all([openSession(model), painter]).then(([session, board]) => {
    if (!signal.aborted) new Decider(model, session, board, el, signal);
  });
  return () => ending.abort();
}

class Decider {
  constructor(model, session, board, el, signal) {
    Object.assign(this, { model, session, board, el, signal });
    this.kernel = new Kernel(model, signal);
    this.kept = { space: -1 }; // what is kept from one decision to the next
    this.forms = [];
    el.classList.add("a4a-decide");
    this.head = make("header", {});
    this.notice = make("div", { class: "a4a-refusal", role: "alert" });
    this.past = make("div", { class: "a4a-past", ".hidden": true });
    this.body = make("div", { class: "a4a-decide-body", tabindex: "-1" });
    this.actions = make("div", { class: "a4a-row a4a-actions" });
    this.spoken = make("div", { class: "a4a-spoken" });
    this.computer = model.get("computer").players ? new Computer(this, signal) : null;
    const { status, fault, el: who } = this.computer ?? {};
    const foot = make("footer", { class: "a4a-row" }, ...[this.actions, who].filter(Boolean));
    el.replaceChildren(...[status, this.head, this.past, fault, this.notice, this.body, foot, this.spoken].filter(Boolean));
    if (!el.closest(".a4a-explorer")) { // there the stepper tells
      this.spoken.setAttribute("role", "status");
      this.spoken.setAttribute("aria-live", "polite");
    }
    this.listen();
  }

  listen() {
    const { model, board, session, el, signal } = this;
    const on = (target, name, handler) => {
      target.on(name, handler);
      signal.addEventListener("abort", () => target.off(name, handler));
    };
    on(model, "change:asked", () => this.show());
    on(model, "change:unsaved", () => {
      const why = model.get("unsaved");
      if (why) this.tell({ why: `What was played is in the record, but not saved: ${why}` });
    });
    if (board) {
      document.addEventListener("a4a-aim", ({ target, detail }) => {
        const root = el.closest(".a4a-explorer, .a4a-decision-panel");
        if (detail.prefix === board.get("prefix") && (!root || root.contains(target))) this.aim(detail.space);
      }, { signal });
      signal.addEventListener("abort", () => setHere(board, "highlights", {}));
    }
    // Behind another tab it leaves the board alone.
    const observer = new ResizeObserver(() => this.highlight());
    observer.observe(el);
    signal.addEventListener("abort", () => observer.disconnect());
    el.setAttribute("data-lm-suppress-shortcuts", "true");
    el.addEventListener("focusin", ({ target }) => target.setAttribute("data-lm-suppress-shortcuts", "true"), { signal });
    el.addEventListener("beforeinput", (event) => event.stopPropagation(), { signal, capture: true });
    el.addEventListener("keydown", (event) => this.key(event), { signal });
    enclosing(el, ".a4a-explorer, .a4a-decision-panel", signal).then((root) => {
      const container = root?.querySelector(".a4a-board");
      container?.addEventListener("keydown", (event) => event.key === "z" && this.key(event), { signal });
    });
    session.listen((what) => {
      if (what === "timeline" && !this.shown) this.show();
      else if (what === "grown" || what === "timeline") this.showHappened();
      if (what !== "notes" && what !== "play") this.showPast();
    }, signal);
  }

  get asked() {
    return this.model.get("asked");
  }

  key(event) {
    const typing = event.target.closest("input, textarea, select");
    const undo = event.key === "z" && !event.altKey && !event.shiftKey && (!typing || event.ctrlKey || event.metaKey);
    if (undo) this.takeBack();
    else if (event.key === "Escape") {
      this.notice.replaceChildren();
      this.aim(-1);
    } else {
      if (this.el.contains(event.target) && !event.ctrlKey && !event.metaKey) event.stopPropagation(); // or the notebook takes letters
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Lay out what is asked now. */
  show() {
    const { asked, session } = this;
    const { timeline } = session;
    this.computer?.show();
    const first = !this.shown;
    const same = this.shown?.kind === asked.kind && this.shown.text === asked.text;
    const turned = this.shown && String(this.shown.powers) !== String(asked.powers);
    if (this.shown?.kind !== asked.kind) this.kept = { space: -1 };
    // What was picked and not yet ordered stays when somebody else has given an order.
    const kept = same && !this.ordering ? this.forms.filter((form) => form instanceof TallyForm) : [];
    this.drafts = new Map(kept.map(({ form, picks }) => [form.title, picks]));
    this.shown = asked;
    this.notice.replaceChildren();
    const focused = this.el.contains(document.activeElement);
    const powers = asked.actors.map((i) => actorOf(timeline, i));
    const who = powers.flatMap((power) => [powerChip(power), ` ${power.name} `]);
    const about = asked.text;
    this.head.replaceChildren(
      make("h3", {}, ...who, make("span", { class: "a4a-muted" }, this.when())),
      make("p", {}, about[0].toUpperCase() + about.slice(1), ...(asked.rule ? [make("span", { class: "a4a-muted", title: `Rule ${asked.rule}` }, ` (${asked.rule})`)] : [])),
    );
    const kinds = { tally: TallyForm, moves: MovesForm, answers: AnswersForm };
    this.forms = asked.forms.map((form, i) => new kinds[form.form](this, form, i));
    const apart = (form) => form instanceof AnswersForm && form.form.title === "";
    this.happened = make("section", { class: "a4a-happened", "aria-label": "What happened last" });
    const forms = this.forms.filter((form) => !apart(form)).map((form) => form.el);
    const unknown = asked.kind && asked.forms.length === 0
      ? [make("p", {}, `There is no form for this yet: give one of ${asked.orders.join(", ")} in Python with game.do(...).`)] : [];
    // In a battle the answer comes first, to be in sight on a small screen: the dice take much room.
    if (asked.battle) this.body.replaceChildren(this.odds(), ...forms, ...unknown, ...this.sides(), this.happened);
    else this.body.replaceChildren(...this.treasuries(), ...forms, ...unknown, this.happened);
    this.actions.replaceChildren(...this.ends(this.forms.filter(apart)), this.backButton());
    this.showHappened();
    this.showPast();
    this.highlight();
    const spots = asked.spaces.length ? asked.spaces.slice(0, 1) : turned ? this.home() : [];
    if (!(first && this.wished)) this.look(spots);
    this.body.scrollTop = 0;
    if (focused && !this.el.contains(document.activeElement)) this.body.focus({ preventScroll: true });
    this.say(`${powers.map(({ name }) => name).join(", ")}: ${about}`);
  }

  /** What ends the phase; what the buttons of several powers have in common is said once: "End Combat: [Germany] [Italy]". */
  ends(forms) {
    const buttons = forms.flatMap((form) => form.buttons);
    const parts = buttons.map((button) => /^(.+) \((.+)\)$/.exec(button.textContent));
    const els = forms.map(({ el }) => el);
    if (parts.length < 2 || !parts.every((part) => part && part[1] === parts[0][1])) return els;
    buttons.forEach((button, i) => {
      button.setAttribute("aria-label", parts[i][0]);
      button.replaceChildren(parts[i][2]);
    });
    return [make("span", { class: "a4a-muted" }, `${parts[0][1]}:`), ...els];
  }

  /** Where several treasuries pay, each for its own: a button that shows the bill of each. */
  treasuries() {
    const paying = this.forms.filter(({ form }) => form.form === "tally" && form.funds !== null && !form.aside);
    if (paying.length < 2) return [];
    const show = ({ el }) => {
      if ("open" in el) el.open = true;
      this.bring(el);
    };
    const names = withoutCommon(paying.map(({ form }) => form.title), ": ");
    const buttons = paying.map((one, i) => pressButton(this, `${names[i]}: ${one.form.funds} ${one.form.currency}`, null, () => show(one), { "aria-label": `${one.form.title}: ${one.form.funds} ${one.form.currency}` }));
    return [make("div", { class: "a4a-chips", role: "group", "aria-label": "Treasuries" }, ...buttons)];
  }

  /** Bring a form to the top. */
  bring(el) {
    this.body.scrollTop += el.getBoundingClientRect().top - this.body.getBoundingClientRect().top;
  }

  /** Who is left in the battle, side by side. */
  sides() {
    const { timeline } = this.session;
    const unit = ([power, type, count, hurt, name]) => make(
      "span", { class: "a4a-of-side" }, powerChip(timeline.powers[power]), symbolPicture(timeline.types[type]),
      ` ${name || countOf(count, timeline.types[type].name)}${hurt ? (name ? " (reduced)" : " (damaged)") : ""}`,
    );
    return this.asked.sides.map((rows, i) => make(
      "p", { class: "a4a-side" }, make("strong", {}, i === 0 ? "Attackers" : "Defenders"), " ",
      ...(rows.length ? rows.map(unit) : [make("span", { class: "a4a-muted" }, "none left")]),
    ));
  }

  /** The odds of the battle as it began: the kernel is asked for them once. */
  odds() {
    const { battle } = this.asked;
    const place = make("p", { class: "a4a-odds" });
    this.known ??= new Map();
    const tell = (odds) => place.replaceChildren(odds.replace(/^Odds:/, "Odds as it began:"));
    if (this.known.has(battle)) tell(this.known.get(battle));
    else {
      this.kernel.ask({ do: "odds" }).then(({ odds, fault }) => {
        if (fault) return; // the game has gone on; it is asked again
        this.known.set(battle, odds ?? "");
        tell(odds ?? "");
      });
    }
    return place;
  }

  /** Spaces of whoever decides now: where something new can be placed, or units can move. */
  home() {
    return this.asked.forms.flatMap(({ items = [], stacks = [] }) => [
      ...items.flatMap(({ spaces }) => spaces), ...stacks.flatMap(({ refused, space }) => (refused ? [] : [space])),
    ]);
  }

  /** Whether somebody has said which part of the board to show. */
  get wished() {
    const { bounds, gently } = this.board?.get("looking") ?? {};
    return Boolean(bounds) && !gently;
  }

  /** Round and phase of the game's node. */
  when() {
    const { timeline } = this.session;
    const at = timeline.nodes.indexOf(this.asked.node);
    if (at < 0 || this.waiting) return ""; // another phase may have begun, or another round
    const [round, phase] = ["round", "phase"].map((unit) => timeline.stops[unit][stopIndex(timeline.stops[unit], at)].name);
    return [phase, round].filter(Boolean).join(" · ");
  }

  backButton() {
    const { back } = this.asked;
    const { timeline } = this.session;
    const at = timeline.nodes.indexOf(back.node);
    const what = timeline.log[at]?.[0].split("\n", 1)[0] ?? "";
    const button = pressButton(this, "↶ Take back", back.refused, () => this.takeBack(), { class: "a4a-back" });
    if (!back.refused) button.title = `Take back (z): ${what}`;
    return button;
  }

  /** What the last order caused: its lines of the log, and the dice. */
  showHappened() {
    if (!this.happened) return;
    const { timeline } = this.session;
    const { nodes, throws, unwritten } = this.asked.happened;
    const written = nodes.flatMap((node) => timeline.log[timeline.nodes.indexOf(node)]?.[0].split("\n") ?? []);
    const count = written.length + unwritten.length;
    if (count === 0) return void this.happened.replaceChildren();
    const most = this.asked.battle ? FEW_LINES : MOST_LINES;
    const more = count - most;
    const told = (title, lines, room, by = "") => (lines.length === 0 ? [] : [
      make("h4", {}, title, ...(by ? [make("span", { class: "a4a-muted" }, ` by ${by}`)] : [])),
      ...lines.slice(0, Math.max(0, room)).map((line) => make("p", {}, line)),
    ]);
    this.happened.replaceChildren(
      ...(throws.length ? [make("div", { class: "a4a-throws" }, ...throws.map((row) => tellThrow(timeline, row)))] : []),
      ...told("Last order", written, most, this.asked.author),
      ...told("Since then, by itself", unwritten, most - written.length),
      ...(more > 0 ? [make("p", { class: "a4a-muted" }, `and ${plural(more, "more line")}${this.waiting ? "" : " in the log"}`)] : []),
    );
  }

  /** Say so while the board shows something else than what is asked: another step, or the one before the first order. */
  showPast() {
    const { timeline, position } = this.session;
    const here = timeline.nodes[position] === this.asked.node;
    const words = here ? BEFORE : "The board shows another step. ";
    this.past.hidden = here && !this.waiting;
    if (this.past.hidden || this.past.firstChild?.data === words) return; // a button keeps the focus
    const back = () => pressButton(this, "Back to the game", null, () => this.kernel.ask({ do: "show" }));
    this.past.replaceChildren(words, ...(here ? [] : [back()]));
  }

  /** Whether something has come by itself that is no step yet, so that the board does not show it. */
  get waiting() {
    return (this.asked.happened?.unwritten ?? []).length > 0;
  }

  /** Give an order; what is wrong with it is told, and nothing is lost. */
  async order(what) {
    if (this.ordering) return;
    this.ordering = true;
    this.el.setAttribute("aria-busy", "true");
    this.notice.replaceChildren();
    const late = setTimeout(() => this.tell({ why: "The kernel has not answered yet: it is busy, or was started anew; then run the cells again." }), 4000);
    const { fault, refused } = await this.kernel.ask(what);
    clearTimeout(late);
    this.ordering = false;
    this.el.removeAttribute("aria-busy");
    if (refused) this.tell(refused);
    else if (fault) this.tell({ why: fault });
  }

  takeBack() {
    const { refused } = this.asked.back;
    return refused ? this.tell(refused) : this.order({ do: "back" });
  }

  /** Show why something is refused. */
  tell({ why, fault, rule = "", section = "", allowed = "" }) {
    const source = [rule, section].filter(Boolean).join(", ");
    this.notice.replaceChildren(
      make("div", {}, why ?? fault),
      ...(source ? [make("div", { class: "a4a-muted" }, `Rule ${source}`)] : []),
      ...(allowed ? [make("div", {}, `Allowed: ${allowed}`)] : []),
    );
  }

  say(words) {
    this.spoken.textContent = words;
  }

  /** Show on the board what can be done where. */
  highlight() {
    if (!this.board) return;
    const found = new Map();
    let all = false;
    for (const form of this.forms) {
      const { spaces, all: every = false } = form.highlights?.() ?? { spaces: [] };
      all ||= every;
      for (const row of spaces) found.set(row[0], row);
    }
    const hidden = this.el.getClientRects().length === 0;
    const spaces = hidden ? [] : [...found.values()];
    const same = JSON.stringify([this.asked.node, all, spaces]);
    if (same === this.highlighted) return;
    this.highlighted = same;
    setHere(this.board, "highlights", spaces.length ? { node: this.asked.node, all, spaces } : {});
  }

  /** Let the board show the first of some spaces, if none of them is in sight. */
  look(spaces) {
    if (this.board && spaces.length > 0) this.turnTo(spaces[0], spaces.map((space) => this.board.get("anchors")[space].slice(0, 2)));
  }

  /** Let the board show a space with what is round it; `gently`: unless one of these points is in sight. */
  turnTo(space, gently = null) {
    if (!this.board) return;
    const [, , south, west, north, east] = this.board.get("anchors")[space];
    const bounds = [[south - LOOK_ROUND, west - 2 * LOOK_ROUND], [north + LOOK_ROUND, east + 2 * LOOK_ROUND]];
    setHere(this.board, "looking", { bounds, gently, time: (this.board.get("looking")?.time ?? 0) + 1 });
  }

  aim(space) {
    this.notice.replaceChildren();
    const forms = this.forms.filter((form) => form.aim);
    for (const form of forms) form.aim(space);
  }
}

/** Buttons that are answers. */
class AnswersForm {
  constructor(panel, form, index) {
    Object.assign(this, { panel, form, index });
    this.buttons = form.answers.map(({ label, refused }, answer) => pressButton(
      panel, label, refused, () => panel.order({ do: "press", form: index, answer }), { class: form.title ? null : "a4a-ends-phase" },
    ));
    const passing = form.answers.findIndex(({ passes, refused }) => passes && !refused);
    const first = passing < 0 ? [] : [this.buttons[passing]]; // in sight, however many there are
    const nobody = !form.answers[passing]?.others ? [] : [pressButton(panel, "Pass for everybody", null, () => panel.order({ do: "press", form: index, answer: passing, all: true }))];
    for (const button of nobody) button.title = `${form.answers[passing].label}: so answers everybody who is asked this next, but the computer`;
    const group = make("div", { class: "a4a-chips", role: "group", "aria-label": form.title || "End" }, ...first, ...nobody, ...this.buttons.filter((button) => !first.includes(button)));
    const may = form.answers.filter(({ refused }) => !refused).length;
    this.el = form.title ? aside(form, panel.asked, [may, form.answers.length], group) : group;
  }

  /** Beside moves the board is theirs. */
  get onBoard() {
    return !this.panel.asked.forms.some(({ form }) => form === "moves");
  }

  highlights() {
    if (!this.onBoard) return { spaces: [] };
    return { spaces: this.form.answers.flatMap(({ label, spaces, refused }) => spaces.map((space) => [space, refused ? "refused" : "destination", label])) };
  }

  aim(space) {
    if (!this.onBoard) return;
    const found = this.form.answers.map((answer, i) => (answer.spaces.includes(space) ? i : -1)).filter((i) => i >= 0);
    if (found.length === 0) return;
    this.buttons[found[0]].scrollIntoView({ block: "nearest" });
    if (found.length === 1 && !this.form.answers[found[0]].refused) this.buttons[found[0]].click();
    else this.buttons[found[0]].focus({ preventScroll: true });
  }
}

export default { render };
