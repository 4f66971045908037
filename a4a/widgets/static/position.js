// The edit mode of the board: what a click on a space does is chosen here, by buttons and by keys. The
// kernel does it; the board shows it as it shows every step.

import { enclosing, make, powerChip } from "../../map/static/elements.js";
import { openSession, referredModel } from "../../map/static/session.js";
import { symbolPicture } from "../../map/static/symbols.js";
import { Asking, actButton, setHere } from "./asking.js";

const MODES = [
  { mode: "put", key: "p", label: "Put", title: "A click puts units (p); with Shift it takes them" },
  { mode: "take", key: "x", label: "Take", title: "A click takes units away (x)" },
  { mode: "move", key: "m", label: "Move", title: "A click says from where units go, a second one where to (m)" },
  { mode: "load", key: "l", label: "Load", title: "A click puts units aboard a ship in the space: those there, or new ones (l)" },
  { mode: "own", key: "o", label: "Own", title: "A click gives the space to the power, or to nobody if it has it (o)" },
  { mode: "damage", key: "d", label: "Damage", title: "A click damages a unit by so many points; 0 repairs it (d)" },
];
const MOST = 99; // units of one click

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  const painter = model.get("painter") ? referredModel(model, "painter") : Promise.resolve(null);
  Promise.all([openSession(model), painter]).then(([session, board]) => {
    if (!signal.aborted) new Palette(model, session, board, el, signal);
  });
  return () => ending.abort();
}

class Palette {
  constructor(model, session, board, el, signal) {
    Object.assign(this, { model, session, board, el, signal, shift: false });
    const { powers, types } = model.get("setting");
    this.chosen = { mode: "put", power: powers[0].name, unit: types[0].name, counter: "", count: 1 };
    this.start = -1; // from where units go that are moved
    this.asking = new Asking(model, signal);
    el.classList.add("a4a-position");
    el.setAttribute("role", "region");
    el.setAttribute("aria-label", "Set up the position");
    this.build(model.get("setting"));
    this.listen();
    this.show();
    this.choose({});
  }

  // --- what there is ----------------------------------------------------------------------------

  build({ title, powers, types, words, turns }) {
    const { signal } = this;
    const group = (label, ...parts) => make("div", { class: "a4a-position-row", role: "group", "aria-label": label }, ...parts);
    const choice = (what, value, label, about, ...parts) => {
      const button = make("button", { type: "button", title: about, "aria-label": label, "data-what": what, "data-value": value }, ...parts);
      button.addEventListener("click", () => this.choose({ [what]: value }), { signal });
      return button;
    };
    this.when = make("span", { class: "a4a-muted" });
    this.modes = group("What a click does", ...MODES.map(({ mode, label, title: about }) => choice("mode", mode, label, about, label)));
    this.modes.classList.add("a4a-position-modes");
    this.powers = group("Power", ...powers.map((power) => choice("power", power.name, power.name, `${power.name} ([ and ] go through the powers)`, powerChip(power), ` ${power.name}`)));
    this.types = group("Unit", ...types.map((type) => choice(
      "unit", type.name, type.name, type.key ? `${type.name} (${type.key})` : type.name,
      symbolPicture(type), ` ${type.name} `, make("kbd", {}, type.key),
    )));
    this.counter = make("select", { "aria-label": "Which counter" });
    this.counter.addEventListener("change", () => this.choose({ counter: this.counter.value }), { signal });
    this.count = make("input", { type: "number", min: 0, max: MOST, "aria-label": "How many units, or points of damage" });
    this.count.addEventListener("change", () => this.choose({ count: Math.min(MOST, Math.max(0, Math.trunc(Number(this.count.value)) || 0)) }), { signal });
    const button = (label, about, act) => actButton(label, about, act, signal);
    this.undo = button("Undo", "Undo the last change (z)", () => this.ask({ do: "undo" }));
    this.redo = button("Redo", "Make the change again (y)", () => this.ask({ do: "redo" }));
    this.said = make("p", { class: "a4a-position-said", role: "status", "aria-live": "polite" });
    this.name = make("input", { type: "text", maxlength: 200, "aria-label": "Save in the file" });
    this.marks = make("div", { class: "a4a-position-marks", role: "group" });
    this.findings = make("ul", { "aria-label": "What the rules do not let stand so" });
    this.judged = make("h4", {});
    this.fields = make("div", {});
    this.el.replaceChildren(
      make("header", {}, make("h3", {}, title), this.when, this.modes,
        make("div", { class: "a4a-position-row" }, make("label", {}, "How many ", this.count), make("span", { class: "a4a-muted" }, "0–9"), this.undo, this.redo),
        this.counter, this.said, this.asking.fault,
        make("div", { class: "a4a-position-judged" }, this.judged, this.findings)),
      make("div", { class: "a4a-position-body" }, this.powers, this.types,
        make("details", {}, make("summary", {}, "Turn, money, relations, technologies"), this.turnFields(turns, button), this.fields, this.relationFields(powers, words, button), this.marks)),
      make("footer", { class: "a4a-position-row" }, this.name, button("Save", "Save the position as a game of its own", () => this.save())),
    );
  }

  turnFields(turns, button) {
    this.round = make("input", { type: "number", min: 1, max: 999, "aria-label": "Round" });
    this.who = make("select", { "aria-label": "Whose turn" }, ...turns.map(({ who }, i) => make("option", { value: i }, who)));
    this.phase = make("select", { "aria-label": "Phase" });
    const list = () => this.phase.replaceChildren(make("option", { value: "" }, "as it begins"), ...turns[Number(this.who.value)].phases.map((name) => make("option", { value: name }, name)));
    this.who.addEventListener("change", list, { signal: this.signal });
    list();
    const set = () => this.ask({ do: "turn", power: turns[Number(this.who.value)].power, phase: this.phase.value, round: Number(this.round.value) });
    return make("div", { class: "a4a-position-row" }, make("label", {}, "Round ", this.round), this.who, this.phase, button("Set turn", "Let it be this turn and phase", set));
  }

  relationFields(powers, words, button) {
    this.others = powers.map(({ name }) => name);
    this.other = make("select", { "aria-label": "The other power" });
    this.word = make("select", { "aria-label": "Relation" }, ...words.map((word) => make("option", { value: word }, word)));
    this.other.addEventListener("change", () => this.showRelation(), { signal: this.signal });
    const set = () => this.ask({ do: "relation", power: this.chosen.power, other: this.other.value, word: this.word.value });
    this.whose = make("span", {});
    return make("div", { class: "a4a-position-row" }, this.whose, this.other, this.word, button("Set relation", "Let the two powers stand so", set));
  }

  // --- what is chosen ---------------------------------------------------------------------------

  choose(what) {
    Object.assign(this.chosen, what);
    if ("mode" in what || "unit" in what || "power" in what) this.moveFrom(-1);
    if ("unit" in what || "power" in what) this.chosen.counter = "";
    for (const button of this.el.querySelectorAll("[data-what]")) {
      button.setAttribute("aria-pressed", this.chosen[button.dataset.what] === button.dataset.value);
    }
    this.count.value = this.chosen.count;
    if ("unit" in what || "power" in what || Object.keys(what).length === 0) this.showFields();
  }

  next(step) {
    const names = this.model.get("setting").powers.map(({ name }) => name);
    const at = names.indexOf(this.chosen.power) + step + names.length;
    this.choose({ power: names[at % names.length] });
  }

  // --- how things stand -------------------------------------------------------------------------

  show() {
    const { when, last, undone, changes, findings, units, round } = this.model.get("standing");
    this.when.textContent = `${when} · ${units} units`;
    this.undo.disabled = changes === 0;
    this.undo.title = last ? `Undo (z): ${last}` : "Undo the last change (z)";
    this.redo.disabled = undone === "";
    this.redo.title = undone ? `Redo (y): ${undone}` : "Make the change again (y)";
    this.say();
    this.judged.textContent = findings.length ? `The rules do not let ${findings.length} ${findings.length === 1 ? "thing" : "things"} stand so` : "The rules let all stand so";
    this.findings.replaceChildren(...findings.map(({ what, says, rule, severity }) => make(
      "li", {}, `${severity === "illegal" ? "" : `${severity}: `}${what}: ${says}`, make("span", { class: "a4a-muted" }, rule && ` ${rule}`),
    )));
    if (document.activeElement !== this.round) this.round.value = round;
    this.showFields();
    this.aim();
  }

  /** Say what was done last, or what is to be done now. */
  say() {
    const { last } = this.model.get("standing");
    const done = last ? `${last}.` : "Choose a power, a unit and how many; then click a space.";
    const { name } = this.session.timeline?.spaces[this.start] ?? {};
    this.said.textContent = name ? `From ${name}: click where they go.` : done;
  }

  showFields() {
    const { money, waiting } = this.model.get("standing");
    const { power, unit } = this.chosen;
    this.fields.replaceChildren(...money.filter((row) => row.power === power).map(({ treasury, resource, amount }) => {
      const input = make("input", { type: "number", min: 0, ".value": amount, "aria-label": `${resource} of ${treasury}` });
      input.addEventListener("change", () => this.ask({ do: "money", treasury, resource, amount: Number(input.value) }), { signal: this.signal });
      return make("label", { class: "a4a-position-row" }, `${treasury}: `, input, ` ${resource}`);
    }));
    const names = waiting[power]?.[unit] ?? [];
    this.counter.hidden = Object.keys(waiting).length === 0;
    this.counter.replaceChildren(make("option", { value: "" }, names.length ? `any of ${names.length} off the board` : "none is off the board"), ...names.map((name) => make("option", { value: name }, name)));
    this.counter.value = this.chosen.counter = names.includes(this.chosen.counter) ? this.chosen.counter : "";
    this.whose.textContent = `${power} and`;
    this.showRelation();
    this.showMarks();
  }

  /** Boxes for the technologies and statuses of the power. */
  showMarks() {
    const { power } = this.chosen;
    const focused = this.marks.contains(document.activeElement) ? document.activeElement.dataset.word : null;
    this.marks.setAttribute("aria-label", `Technologies and statuses of ${power}`);
    const boxes = (wanted) => (this.model.get("standing").marks[power] ?? []).filter(({ kind }) => kind === wanted).map(({ kind, word, has }) => {
      const box = make("input", { type: "checkbox", ".checked": has, "data-word": word });
      box.addEventListener("change", () => this.ask({ do: kind, power, word, has: box.checked }), { signal: this.signal });
      return make("label", {}, box, make("span", {}, word));
    });
    this.marks.replaceChildren(...[["technology", "Technologies"], ["status", "Statuses"]].flatMap(([kind, title]) => {
      const own = boxes(kind);
      return own.length ? [make("h4", {}, `${title} of ${power}`), ...own] : [];
    }));
    if (focused !== null) this.marks.querySelector(`[data-word="${CSS.escape(focused)}"]`)?.focus();
  }

  /** Every power but the chosen one, and how the two stand. */
  showRelation() {
    const others = this.others.filter((name) => name !== this.chosen.power);
    const other = others.includes(this.other.value) ? this.other.value : others[0];
    this.other.replaceChildren(...others.map((name) => make("option", { value: name }, name)));
    this.other.value = other;
    const pair = [this.chosen.power, this.other.value].sort();
    const found = this.model.get("standing").relations.find(([a, b]) => a === pair[0] && b === pair[1]);
    if (found) this.word.value = found[2];
  }

  showFile() {
    const { name, saved } = this.model.get("file");
    if (document.activeElement !== this.name) this.name.value = name;
    if (saved) this.said.textContent = `Saved in ${name}.`;
  }

  // --- what is done -----------------------------------------------------------------------------

  ask(what) {
    return this.asking.ask(what);
  }

  save() {
    return this.ask({ do: "save", name: this.name.value.trim() });
  }

  /** A space was clicked, or found by its name. */
  click(space) {
    if (space < 0) {
      this.moveFrom(-1);
      return;
    }
    const { mode, power, unit, counter, count } = this.chosen;
    if (mode === "move" && this.start < 0) {
      this.moveFrom(space);
      return;
    }
    const { start } = this;
    this.moveFrom(-1);
    const doing = mode === "put" && this.shift ? "take" : mode;
    this.ask({ do: doing, power, unit: counter || unit, count: counter ? 1 : count, space, start });
  }

  /** Units go from a space, which is marked until it is said where they go; -1 for none. */
  moveFrom(space) {
    if (space === this.start) return;
    this.start = space;
    this.say();
    this.aim();
  }

  /** Each click on the board is meant for what is set up, at the node shown. */
  aim() {
    const { timeline, position } = this.session;
    if (!this.board || !timeline) return;
    setHere(this.board, "highlights", { node: timeline.nodes[position], all: true, spaces: this.start < 0 ? [] : [[this.start, "origin", "from here"]] });
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("select, textarea, input")) return;
    const { types } = this.model.get("setting");
    const mode = MODES.find(({ key }) => key === event.key);
    const type = types.find(({ key }) => key && key === event.key);
    if (mode) this.choose({ mode: mode.mode });
    else if (type) this.choose({ unit: type.name });
    else if (/^[0-9]$/.test(event.key)) this.choose({ count: Number(event.key) });
    else if (event.key === "[") this.next(-1);
    else if (event.key === "]") this.next(1);
    else if (event.key === "z") this.ask({ do: "undo" });
    else if (event.key === "Escape" && this.start >= 0) this.moveFrom(-1);
    else if (event.key === "y") this.ask({ do: "redo" });
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  listen() {
    const { model, board, el, signal } = this;
    const on = (name, handler) => {
      model.on(name, handler);
      signal.addEventListener("abort", () => model.off(name, handler));
    };
    on("change:standing", () => this.show());
    on("change:file", () => this.showFile());
    this.showFile();
    this.session.listen((what) => (what === "timeline" || what === "grown" || what === "position") && this.aim(), signal);
    // Typing is typing, and no command of the notebook.
    el.setAttribute("data-lm-suppress-shortcuts", "true");
    el.addEventListener("focusin", ({ target }) => target.setAttribute("data-lm-suppress-shortcuts", "true"), { signal });
    el.addEventListener("keydown", (event) => this.key(event), { signal });
    el.addEventListener("keydown", (event) => event.target.closest("input, select") && event.stopPropagation(), { signal });
    enclosing(el, ".a4a-position-panel", signal).then((root) => {
      if (!root) return;
      const map = root.querySelector(".a4a-board");
      // Before the board, which has other uses for some of the keys.
      map.addEventListener("keydown", (event) => this.key(event), { signal, capture: true });
      map.addEventListener("pointerdown", ({ shiftKey }) => (this.shift = shiftKey), { signal, capture: true });
      map.addEventListener("keydown", (event) => {
        this.shift = false;
        // The board shows what has been set up so far; nobody steps through how it came about.
        if (/^(Arrow|Page|Home|End)/.test(event.key)) event.stopPropagation();
      }, { signal, capture: true });
      document.addEventListener("a4a-aim", ({ target, detail }) => {
        if (detail.prefix === board?.get("prefix") && root.contains(target)) this.click(detail.space);
      }, { signal });
    });
    if (board) signal.addEventListener("abort", () => setHere(board, "highlights", {}));
  }
}

export default { render };
