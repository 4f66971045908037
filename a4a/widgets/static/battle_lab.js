// The battle lab: what is picked goes to the kernel, which answers with numbers; they are drawn
// here. What is dear to work out (one more unit of each type, where to stop; all of a large battle)
// comes after the answer, piece by piece. Names come from records: they are set as text only.

import { make } from "../../map/static/elements.js";
import { chancesBar, damageTold, percent, signed } from "./battle_charts.js";
import { LabParts } from "./battle_parts.js";
import { LabSide } from "./battle_sides.js";
import { LabTerms } from "./battle_terms.js";

const KIND_NAMES = { land: "Land", sea: "Sea", amphibious: "Amphibious", air: "Air", raid: "Raid" };

function render({ model, el }) {
  const ending = new AbortController();
  new Lab(model, el, ending.signal);
  return () => ending.abort();
}

class Lab {
  constructor(model, el, signal) {
    Object.assign(this, { model, el, signal, opened: new Set() });
    el.classList.add("a4a-battle-lab");
    el.setAttribute("data-lm-suppress-shortcuts", "true");
    el.addEventListener("focusin", ({ target }) => target.setAttribute("data-lm-suppress-shortcuts", "true"), { signal });
    el.addEventListener("keydown", (event) => this.key(event), { signal });
    this.sides = ["attacker", "defender"].map((role) => new LabSide(this, role));
    this.head = make("header", {});
    this.notice = make("div", { class: "a4a-refusal", role: "alert" });
    this.working = make("p", { class: "a4a-working a4a-muted" });
    this.who = make("section", { class: "a4a-who", "aria-label": "Who wins" }, this.working);
    this.terms = new LabTerms(this);
    this.parts = new LabParts(this);
    this.spoken = make("div", { class: "a4a-spoken", role: "status", "aria-live": "polite" });
    el.replaceChildren(this.head, this.notice, this.who, make("div", { class: "a4a-lab-body" },
      make("div", { class: "a4a-asked" }, make("div", { class: "a4a-lab-sides" }, ...this.sides.map((side) => side.el)), this.terms.el),
      this.parts.el), this.spoken);
    const on = (name, handler) => {
      model.on(name, handler);
      signal.addEventListener("abort", () => model.off(name, handler));
    };
    on("change:offered", () => this.lay());
    on("change:setup", () => this.setup !== this.given && JSON.stringify(this.setup) !== JSON.stringify(this.given) && this.lay());
    on("change:answer", () => this.show());
    on("change:more", () => this.further());
    on("msg:custom", ({ fault }) => fault !== undefined && this.fault(fault));
    signal.addEventListener("abort", () => [this.late, this.saying].forEach(clearTimeout));
    this.lay();
    this.show();
  }

  get offered() {
    return this.model.get("offered");
  }

  get setup() {
    return this.model.get("setup");
  }

  /** Change what is picked; the kernel answers. */
  set(changes) {
    this.given = { ...this.setup, ...changes };
    this.changed = performance.now();
    this.model.set("setup", this.given);
    this.model.save_changes();
    for (const side of this.sides) side.tell(this.offered.rows, this.given);
    this.el.setAttribute("aria-busy", "true");
    clearTimeout(this.late);
    this.late = setTimeout(() => this.fault("The kernel has not answered yet. Is it busy, or gone?"), 4000);
  }

  key(event) {
    if (event.key === "Escape" && this.el.classList.contains("a4a-projector")) this.project(false);
    else {
      const row = event.target.closest("tr[data-row]");
      const by = { "+": 1, "=": 1, "-": -1 }[event.key];
      if (row && by && !event.ctrlKey && !event.metaKey) {
        row.querySelector(`.a4a-spinner button:${by > 0 ? "last" : "first"}-of-type`).click();
        event.preventDefault();
      }
      if (!event.ctrlKey && !event.metaKey) event.stopPropagation(); // or the notebook takes letters
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  // --- what is picked ---------------------------------------------------------------------------

  lay() {
    const { offered, setup } = this;
    if (offered.edition !== setup.edition) return; // the other half is on its way
    this.given = setup;
    this.head.replaceChildren(
      make("h3", {}, "Battle", make("span", { class: "a4a-muted" }, offered.place ? ` ${offered.title}${offered.fought ? ", as fought" : ""}${offered.linked ? `, but by itself: it is linked with ${offered.linked}` : ""}` : "")),
      this.kinds(), ...this.board(), this.swap(), this.wall(),
      ...(offered.missing ? [make("p", { class: "a4a-lab-missing a4a-muted" }, offered.missing)] : []));
    this.layAgain();
  }

  /** Lay out what there is to pick in a battle of the kind that is picked. */
  layAgain() {
    for (const side of this.sides) side.lay(this.offered, this.setup);
    this.terms.lay();
  }

  kinds() {
    const group = make("div", { class: "a4a-kinds", role: "group", "aria-label": "Kind of battle" });
    for (const kind of this.offered.kinds) {
      const button = make("button", { type: "button", "aria-pressed": String(kind === this.setup.kind) }, KIND_NAMES[kind] ?? kind);
      button.addEventListener("click", () => {
        if (kind === this.setup.kind) return;
        this.set({ kind, counts: this.moved(kind), orders: { attacker: [], defender: [] } });
        this.lay();
        this.head.querySelector(".a4a-kinds [aria-pressed=true]").focus({ preventScroll: true });
      });
      group.append(button);
    }
    return group;
  }

  /** Units that came overland come ashore in a landing, and the other way round. */
  moved(kind) {
    const { offered: { rows }, setup } = this;
    const counts = [...setup.counts];
    const [from, to] = kind === "amphibious" ? ["", "landing"] : ["landing", ""];
    rows.forEach((row, i) => {
      if (row.role !== "attacker" || row.duty !== from || row.category !== "land") return;
      const other = rows.findIndex((r) => r.role === "attacker" && r.duty === to && r.unit === row.unit);
      if (other < 0 || (kind !== "amphibious" && rows[i].kinds.includes(kind))) return;
      if (kind === "amphibious" && rows.some((r, k) => r.duty === "landing" && setup.counts[k] && r.role === "attacker")) return;
      counts[other] += counts[i];
      counts[i] = 0;
    });
    return counts;
  }

  /** What takes both sides from a space of the board. */
  board() {
    const { offered } = this;
    if (!offered.spaces.length) return [];
    const list = `a4a-spaces-${this.model.model_id ?? Math.random().toString(36).slice(2)}`;
    const space = make("input", { list, placeholder: "Space", "aria-label": "Space that is fought for", ".value": offered.place, size: 13 });
    const power = make("select", { "aria-label": "Attacker" }, ...offered.powers.map((name) => make("option", { value: name, ".selected": name === offered.active }, name)));
    const take = make("button", { type: "button", title: "Take both sides from the board: those of the battle that is fought there now, or all that can reach it against who is there" }, "Take from board");
    const go = () => {
      this.notice.replaceChildren();
      this.model.send({ do: "take", space: space.value, attacker: power.value });
    };
    take.addEventListener("click", go);
    space.addEventListener("keydown", (event) => event.key === "Enter" && go());
    return [make("div", { class: "a4a-row a4a-from-board", role: "group", "aria-label": "From the board" },
      make("datalist", { id: list }, ...offered.spaces.map((name) => make("option", { value: name }))), power, " attacks ", space, take)];
  }

  /** What lets the defender attack. */
  swap() {
    const title = "The defender attacks the attacker; ships that bombard, retreats and what was declared are left out";
    const button = make("button", { type: "button", class: "a4a-lab-swap", title, ".hidden": this.setup.kind === "raid" || this.offered.counted === "step" }, "Swap sides");
    button.addEventListener("click", () => {
      this.notice.replaceChildren();
      this.model.send({ do: "swap" });
    });
    return button;
  }

  wall() {
    const on = this.el.classList.contains("a4a-projector");
    const button = make("button", { type: "button", class: "a4a-lab-wall", "aria-pressed": String(on), title: "Fill the window, for a class (Escape ends it)" }, "Large");
    button.addEventListener("click", () => this.project(!this.el.classList.contains("a4a-projector")));
    return button;
  }

  project(on) {
    const { el } = this;
    if (on === el.classList.contains("a4a-projector")) return;
    el.classList.toggle("a4a-projector", on);
    if (on) {
      el.setAttribute("popover", "manual"); // above all of the notebook, whose own boxes would clip it
      el.showPopover?.();
    } else {
      el.hidePopover?.();
      el.removeAttribute("popover");
    }
    const button = this.head.querySelector(".a4a-lab-wall");
    button.setAttribute("aria-pressed", String(on));
    button.focus({ preventScroll: true });
  }

  // --- what comes of it -------------------------------------------------------------------------

  fault(text) {
    this.notice.replaceChildren(text && text[0].toUpperCase() + text.slice(1));
  }

  show() {
    const { model, el } = this;
    const answer = model.get("answer");
    if (answer.number === undefined) return this.further(); // a large battle, not answered yet
    clearTimeout(this.late);
    el.removeAttribute("aria-busy");
    el.classList.toggle("a4a-at-fault", Boolean(answer.fault));
    this.fault(answer.fault);
    if (!answer.fault) {
      this.sides.forEach((side) => side.showAnswer(answer));
      const told = "damage" in answer ? damageTold(answer, this.offered.currency) : chancesBar(answer.chances, this.setup.kind);
      const words = told.pop();
      this.who.replaceChildren(...told, make("div", { class: "a4a-told-row" }, words, this.working));
      this.parts.show(answer);
    }
    this.say(answer);
    if (this.changed) el.dataset.took = (performance.now() - this.changed).toFixed(0);
    el.dataset.answered = answer.number;
    this.further();
  }

  /** Show what has been found since the answer, and say what is still being worked out. */
  further() {
    const { model, el } = this;
    const [more, answer] = [model.get("more"), model.get("answer")];
    const isAnswered = more.number === answer.number;
    const { games } = answer;
    el.classList.toggle("a4a-awaited", !isAnswered);
    if (!isAnswered) {
      clearTimeout(this.late); // it is at work
      this.tellWork("Working it out …");
      return;
    }
    if (answer.fault) return this.tellWork("");
    this.tellWork(games ? `From ${games.toLocaleString("en")} games played; the exact odds are being worked out …`
      : more.todo && more.todo !== "the odds" ? `Working out ${more.todo} …` : "");
    this.parts.showFurther(more);
    if (!more.todo) el.dataset.whole = answer.number;
  }

  /** Say what is being worked out; what is done in a moment is not worth a word. */
  tellWork(text) {
    clearTimeout(this.workTimer);
    if (!text || this.working.textContent) this.working.textContent = text;
    else this.workTimer = setTimeout(() => (this.working.textContent = text), 250);
  }

  say({ fault, chances, damage, swing }) {
    clearTimeout(this.saying);
    if (fault) return;
    this.saying = setTimeout(() => {
      this.spoken.textContent = `${chances ? `Attacker wins ${percent(chances.attacker_wins)}` : `Damage ${damage[0].toFixed(1)}`}, swing ${signed(swing[0])}`;
    }, 600);
  }
}

export default { render };
