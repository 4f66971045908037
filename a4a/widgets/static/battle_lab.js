// The battle lab: what is picked goes to the kernel, which answers with numbers; they are drawn
// here. What is dear to work out (one more unit of each type, where to stop) is asked for row by
// row once nothing has changed for a moment. Names come from records: they are set as text only.

const REST = 90; // ms without a change before the dear parts are asked for
const KIND_NAMES = { land: "Land", sea: "Sea", amphibious: "Amphibious" };
const LIMITS = { rounds: ["rounds", 2], units: ["units", 3], odds: ["%", 40], aircraft: ["%", 30], strafe: ["%", 10] };
const PRIZED = ["swing", "best"];

function render({ model, el }) {
  const ending = new AbortController();
  new Lab(model, el, ending.signal);
  return () => ending.abort();
}

class Lab {
  constructor(model, el, signal) {
    Object.assign(this, { model, el, signal });
    this.effects = new Map();
    el.classList.add("a4a-battle-lab");
    el.setAttribute("data-lm-suppress-shortcuts", "true");
    el.addEventListener("focusin", ({ target }) => target.setAttribute("data-lm-suppress-shortcuts", "true"), { signal });
    el.addEventListener("keydown", (event) => this.key(event), { signal });
    this.sides = ["attacker", "defender"].map((role) => new LabSide(this, role));
    this.head = make("header", {});
    this.notice = make("div", { class: "a4a-refusal", role: "alert" });
    this.who = make("section", { class: "a4a-who", "aria-label": "Who wins" });
    this.terms = make("section", { class: "a4a-terms", "aria-label": "How it is fought" });
    this.parts = Object.fromEntries(["swing", "course", "endings", "more", "advice"].map((name) => [name, make("section", { class: `a4a-part a4a-part-${name}` })]));
    this.spoken = make("div", { class: "a4a-spoken", role: "status", "aria-live": "polite" });
    el.replaceChildren(this.head, this.notice, this.who, make("div", { class: "a4a-lab-body" },
      make("div", { class: "a4a-asked" }, make("div", { class: "a4a-lab-sides" }, ...this.sides.map((side) => side.el)), this.terms),
      make("div", { class: "a4a-told-parts" }, ...Object.values(this.parts))), this.spoken);
    const on = (name, handler) => {
      model.on(name, handler);
      signal.addEventListener("abort", () => model.off(name, handler));
    };
    on("change:offered", () => this.lay());
    on("change:setup", () => this.setup !== this.given && JSON.stringify(this.setup) !== JSON.stringify(this.given) && this.lay());
    on("change:answer", () => this.show());
    on("msg:custom", (content) => this.hear(content));
    signal.addEventListener("abort", () => clearTimeout(this.timer));
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
    clearTimeout(this.timer);
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
        row.querySelector(`.a4a-counter button:${by > 0 ? "last" : "first"}-of-type`).click();
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
      make("h3", {}, "Battle", make("span", { class: "a4a-muted" }, offered.place ? ` ${offered.place}` : "")),
      this.kinds(), ...this.board(), this.wall());
    for (const side of this.sides) side.lay(offered.rows, setup);
    this.layTerms();
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
    const space = make("input", { list, placeholder: "Space", "aria-label": "Space that is fought for", ".value": offered.place, size: 16 });
    const power = make("select", { "aria-label": "Attacker" }, ...offered.powers.map((name) => make("option", { value: name, ".selected": name === offered.active }, name)));
    if (this.power) power.value = this.power;
    const take = make("button", { type: "button", title: "Take both sides from the board: who is there, and all that can reach it" }, "Take from board");
    const go = () => {
      this.power = power.value;
      this.notice.replaceChildren();
      this.model.send({ do: "take", space: space.value, attacker: power.value });
    };
    take.addEventListener("click", go);
    space.addEventListener("keydown", (event) => event.key === "Enter" && go());
    return [make("div", { class: "a4a-row a4a-from-board", role: "group", "aria-label": "From the board" },
      make("datalist", { id: list }, ...offered.spaces.map((name) => make("option", { value: name }))), power, " attacks ", space, take)];
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

  layTerms() {
    const { offered, setup } = this;
    const choice = (label, key, options) => {
      const select = make("select", {}, ...options.map(([value, text]) => make("option", { value, ".selected": value === setup[key] }, text)));
      select.addEventListener("change", () => {
        const limit = key === "retreat" && LIMITS[select.value] ? { limit: LIMITS[select.value][1] } : {};
        this.set({ [key]: select.value, ...limit });
        if (key === "retreat") this.layTerms();
      });
      if (this.termsFocus === key) queueMicrotask(() => select.focus({ preventScroll: true }));
      select.addEventListener("focus", () => (this.termsFocus = key));
      select.addEventListener("blur", () => (this.termsFocus = ""));
      return make("label", {}, `${label} `, select);
    };
    const number = (label, key, { least = 0, most = 1000, empty = 0, hint = "" }) => {
      const field = make("input", { type: "number", min: least, max: most, placeholder: hint, ".value": setup[key] ?? "" });
      field.addEventListener("input", () => {
        const value = field.value === "" ? empty : Math.max(least, Math.min(most, Math.round(Number(field.value)) || 0));
        this.set({ [key]: value });
      });
      return make("label", {}, `${label} `, field);
    };
    const limit = LIMITS[setup.retreat];
    const dice = { "": "of the game", standard: "standard", "low luck": "low luck", given: "as given" };
    this.terms.replaceChildren(
      number("Rounds", "rounds", { least: 1, empty: null, hint: "all" }),
      choice("Retreat", "retreat", Object.entries(offered.policies)),
      ...(limit ? [number(limit[0], "limit", { least: setup.retreat === "rounds" ? 1 : 0, most: limit[0] === "%" ? 100 : 1000 })] : []),
      number(`Prize (${offered.currency})`, "prize", { most: 1000 }),
      ...(setup.kind === "sea" ? [] : [number("Keep land units", "keep_land", {})]),
      ...(setup.kind === "sea" ? [choice("Submerge", "submerge", [["", "never"], ["attacker", "attacker"], ["defender", "defender"], ["both", "both"]])] : []),
      choice("Dice", "dice", offered.dice.map((value) => [value, dice[value] ?? value])),
      choice("Hits", "allocation", offered.allocations.map((value) => [value, value])),
    );
  }

  // --- what comes of it -------------------------------------------------------------------------

  fault(text) {
    this.notice.replaceChildren(text);
  }

  show() {
    const { model, el } = this;
    const answer = model.get("answer");
    clearTimeout(this.late);
    el.removeAttribute("aria-busy");
    this.effects.clear();
    this.advised = null;
    el.classList.toggle("a4a-at-fault", Boolean(answer.fault));
    if (answer.fault) this.fault(answer.fault[0].toUpperCase() + answer.fault.slice(1));
    else {
      this.notice.replaceChildren();
      this.sides.forEach((side) => side.showAnswer(answer));
      this.who.replaceChildren(...chancesBar(answer.chances, this.setup.kind));
      this.showParts(answer);
    }
    this.say(answer);
    if (this.changed) el.dataset.took = (performance.now() - this.changed).toFixed(0);
    el.dataset.answered = answer.number;
    clearTimeout(this.timer);
    if (!answer.fault) this.timer = setTimeout(() => model.send({ do: "more", number: answer.number, at: 0 }), REST);
  }

  say({ fault, chances, swing }) {
    clearTimeout(this.saying);
    if (fault) return;
    this.saying = setTimeout(() => {
      this.spoken.textContent = `Attacker wins ${percent(chances.attacker_wins)}, swing ${signed(swing[0])}`;
    }, 600);
  }

  part(name, title, about, ...content) {
    this.parts[name].setAttribute("aria-label", title);
    this.parts[name].replaceChildren(make("h4", {}, title, make("span", { class: "a4a-muted" }, about ? ` ${about}` : "")), ...content);
  }

  showParts(answer) {
    const { currency } = this.offered;
    const [mean, sd] = answer.swing;
    this.part("swing", "Swing", `${signed(mean)} ${currency} expected, ±${sd.toFixed(1)}`, swingChart(answer, currency));
    const keys = [["going_on", "fought on"], ...ENDS].filter(([key]) => answer.course.some((row) => row[key] >= 5e-4));
    this.part("course", "Round by round", `${answer.rounds.toFixed(1)} rounds expected`, courseChart(answer.course),
      make("p", { class: "a4a-key" }, ...keys.map(([key, name]) => make("span", {}, lineKey(key), ` ${name.replace("Attacker wins", "attacker").replace("Defender wins", "defender").toLowerCase()}`))));
    const { rows, ways, rest } = answer.endings;
    const marks = { "attacker takes": "takes", "attacker wins": "attacker", "defender wins": "defender", "both destroyed": "nobody", "both survive": "both" };
    this.part("endings", "Who survives", `the likeliest of ${plural(ways, "ending")}`, labTable(
      ["", "Who", "Attacker has left", "Defender has left", "Swing"],
      rows.map(([p, result, off, a, d, swing]) => [percent(p), make("span", { title: off ? `${result} (broken off)` : result }, `${marks[result] ?? result}${off ? "*" : ""}`), this.force("attacker", a), this.force("defender", d), signed(swing, 0)]), [0, 4],
      rest > 5e-4 ? [percent(rest), "", "others", "", ""] : null));
    this.showMore();
    this.showAdvice();
  }

  /** Units left of a side, as symbols with numbers; in words for who cannot see them. */
  force(role, left) {
    const kinds = this.model.get("answer").kinds[role];
    const shown = left.flatMap((count, i) => (count ? [[count, ...kinds[i]]] : []));
    const words = shown.map(([count, name]) => `${count} ${name}`).join(", ") || "none";
    return make("span", { title: words },
      ...(shown.length ? shown.map(([count, , symbol, category]) => make("span", { class: "a4a-force", "aria-hidden": "true" }, symbolPicture({ symbol, category }), `${count}`)) : ["none"]),
      ...(shown.length ? [make("span", { class: "a4a-spoken" }, words)] : []));
  }

  hear(content) {
    if (content.fault !== undefined) return this.fault(content.fault[0].toUpperCase() + content.fault.slice(1));
    const { number, rows, next, advice } = content;
    if (number !== this.model.get("answer").number) return;
    for (const row of rows) this.effects.set(row[0], row);
    if (rows.length) this.showMore();
    if (advice) {
      this.advised = advice;
      this.showAdvice();
      this.el.dataset.whole = number;
    }
    if (next !== null && !this.el.hasAttribute("aria-busy")) this.model.send({ do: "more", number, at: next });
  }

  /** What one more unit of each type would do, the most for its price first. */
  showMore() {
    const { rows, currency } = this.offered;
    const side = (role) => [...this.effects.values()].filter(([i]) => rows[i].role === role)
      .sort((a, b) => b[1] / (b[3] || 1) - a[1] / (a[3] || 1)).slice(0, 7);
    const best = Math.max(...[...this.effects.values()].map(([, wins, , price]) => wins / (price || 1)), 1e-9);
    const table = (role) => labTable(
      [role === "attacker" ? "Attacker" : "Defender", "Swing", "Wins", `per ${currency}`],
      side(role).map(([i, wins, swing, price]) => {
        const share = wins / (price || 1);
        const bar = make("span", { class: "a4a-effect", "aria-hidden": "true" });
        bar.style.width = `${Math.max(0, (100 * share) / best)}%`;
        const name = make("span", { title: `swing ${signed(swing)} ${currency} for ${price} ${currency}` }, rows[i].name);
        return [name, signed(swing), signed(100 * wins), make("span", { class: "a4a-effect-cell" }, bar, `${signed(100 * share, 2)}`)];
      }), [1, 2, 3]);
    this.part("more", "One more unit", `points of winning, and those per ${currency}`, make("div", { class: "a4a-two" }, table("attacker"), table("defender")));
  }

  /** Where stopping is best. */
  showAdvice() {
    const advice = this.advised;
    const { currency } = this.offered;
    if (!advice) return void this.part("advice", "Retreat?", "");
    if (advice.why) return void this.part("advice", "Retreat?", "", make("p", {}, advice.why));
    const gain = advice.value - advice.end;
    const text = gain < 0.005 ? `Fight on: no retreat gains anything (swing ${signed(advice.end)} ${currency}).`
      : `Stopping where it is best is worth ${signed(gain, 2)} ${currency}: swing ${signed(advice.value)} instead of ${signed(advice.end)}, retreating in ${percent(advice.retreats, 0)} of battles; wins ${percent(advice.wins)} instead of ${percent(advice.end_wins)}.`;
    const lines = gain < 0.005 ? [] : [labTable(["With", "Left", "Retreat from"], advice.lines.map(([number, left, least]) => [number, this.force("attacker", left), least === null ? "fight on" : `${plural(least, "defender")} on`]), [0])];
    this.part("advice", "Retreat?", "", make("p", {}, text), ...lines);
  }
}

function labTable(heads, rows, numbers, last = null) {
  const cells = (tag, row) => row.map((cell, i) => make(tag, { class: numbers.includes(i) ? "a4a-number" : null, scope: tag === "th" ? "col" : null }, cell));
  return make("table", { class: "a4a-lab-table" }, make("thead", {}, make("tr", {}, ...cells("th", heads))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells("td", row))), ...(last ? [make("tr", { class: "a4a-muted" }, ...cells("td", last))] : [])));
}

function lineKey(key) {
  return makeSvg("svg", { viewBox: "0 0 22 8", width: 22, height: 8, "aria-hidden": "true" },
    makeSvg("line", { x1: 1, x2: 21, y1: 4, y2: 4, class: `a4a-line a4a-${key}` }));
}

export default { render };
