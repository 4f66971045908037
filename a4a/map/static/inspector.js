// Pointing at spaces and picking one: the tooltip and the card that tell what is there. Whatever
// else is drawn on the board can tell about itself too: by a function `a4aTip` on its element.

import { counterPicture, counterText } from "./counters.js";
import { amountOf, countOf, make, powerChip } from "./elements.js";
import { Finder } from "./finder.js";
import { keepFromMap } from "./leaflet.js";
import { endedBy, swingText, titleOf } from "./results.js";
import { whenText } from "./story.js";
import { symbolPicture } from "./symbols.js";
import { valueAt } from "./timeline.js";

const CARGO = "aboard";
const CARRIERS = { land: "transport", air: "carrier" }; // the ships under which cargo is listed

export class Inspector {
  constructor(host) {
    const { model, session, map, sheet, container, signal } = host;
    Object.assign(this, { host, model, session, map, sheet, container });
    this.prefix = `${model.get("prefix")}-`;
    this.tooltip = make("div", { class: "a4a-tooltip", role: "tooltip", ".hidden": true });
    this.card = make("section", { class: "a4a-card", "aria-label": "Space", ".hidden": true });
    this.container.append(this.tooltip, this.card);
    this.finder = new Finder(host);
    const on = (target, type, handler) => target.addEventListener(type, handler, { signal });
    on(this.container, "pointermove", (event) => this.point(event));
    on(this.container, "pointerleave", () => this.point(null));
    on(this.container, "pointerdown", () => this.point(null));
    on(this.container, "click", (event) => {
      if (!map.dragging.moved()) this.pick(this.spaceUnder(event));
    });
    on(this.container, "keydown", (event) => event.key === "Escape" && this.pick(null));
    keepFromMap(this.card, signal);
    const show = () => this.show();
    const hide = () => this.point(null); // the board moves away below the pointer
    model.on("change:selected", show);
    map.on("movestart zoomstart", hide);
    session.listen((what) => what === "position" && this.retell(), signal);
    signal.addEventListener("abort", () => {
      model.off("change:selected", show);
      map.off("movestart zoomstart", hide);
      this.tooltip.remove();
      this.card.remove();
    });
  }

  /** The index of the space that an element on the map stands for, or null. */
  spaceAt(target) {
    if (!target.classList?.contains("a4a-space")) return null;
    const own = [...target.classList].find((name) => name.startsWith(this.prefix));
    return own ? Number(own.slice(this.prefix.length)) : null;
  }

  /** The space under the pointer, also where a line is drawn over it; or null. */
  spaceUnder({ target, clientX, clientY }) {
    const own = this.spaceAt(target);
    if (own !== null || this.tipAt(target) === null) return own;
    for (const element of document.elementsFromPoint(clientX, clientY)) {
      const space = this.spaceAt(element);
      if (space !== null) return space;
    }
    return null;
  }

  /** What tells about the drawing that an element belongs to, or null. */
  tipAt(target) {
    for (let el = target; el && el !== this.container; el = el.parentNode) if (el.a4aTip) return el.a4aTip;
    return null;
  }

  /** What there is to say of a space: its name, who holds it, and the units of each power there. */
  describe(space) {
    const { timeline, position } = this.session;
    const owner = valueAt(timeline.owner[space], position);
    const info = this.sheet.info(valueAt(timeline.stack[space], position));
    return {
      ...timeline.spaces[space],
      owner: owner >= 0 ? timeline.powers[owner] : null,
      rows: info.rows.map(({ power, lines }) => ({
        power: timeline.powers[power],
        lines: lines.map(({ type, condition, count }) => {
          const words = timeline.conditions[condition];
          const kind = timeline.types[type];
          const counter = timeline.counters[condition];
          const name = counter ? counterText(counter) : words ? `${kind.name} (${words})` : kind.name;
          return { kind, words, name, count, counter };
        }),
      })),
    };
  }

  /** Show the tooltip of what is under the pointer. */
  point(event) {
    const still = event && !event.buttons && event.pointerType !== "touch";
    const tip = still ? this.tipAt(event.target) : null;
    const space = still && !tip ? this.spaceAt(event.target) : null;
    this.told = space;
    this.tooltip.hidden = tip === null && space === null;
    if (this.tooltip.hidden) return;
    this.tooltip.replaceChildren(...(tip ? tip() : this.tell(space)));
    const box = this.container.getBoundingClientRect();
    const beside = (at, size, room) => (at + 14 + size > room ? Math.max(0, at - size - 10) : at + 14);
    const { offsetWidth, offsetHeight, style } = this.tooltip;
    style.left = `${beside(event.clientX - box.left, offsetWidth, box.width)}px`;
    style.top = `${beside(event.clientY - box.top, offsetHeight, box.height)}px`;
  }

  /** Bring the tooltip up to the step: a space may have changed hands, a front may have gone. */
  retell() {
    if (this.tooltip.hidden) return;
    if (this.told === null) this.tooltip.hidden = true;
    else this.tooltip.replaceChildren(...this.tell(this.told));
  }

  tell(space) {
    const { name, owner, rows } = this.describe(space);
    return [
      make("strong", {}, name),
      make("span", { class: "a4a-muted" }, owner ? ` ${owner.name}` : ""),
      ...this.wordsOf(space).map((text) => make("div", { class: "a4a-role-words" }, text)),
      ...rows.map(({ power, lines }) => make(
        "div", {}, powerChip(power), " ", lines.map((line) => (line.counter ? line.name : countOf(line.count, line.name))).join(", "),
      )),
    ];
  }

  /** What layers have to say of a space: all of them, or some. */
  wordsOf(space, some = () => true) {
    return [...this.host.layers.values()].filter(some).map((layer) => layer.words?.(space)).filter(Boolean);
  }

  /** Open the card of a space, or close it (null); while somebody decides it is picked for that. */
  pick(space) {
    if (this.host.layers.get("highlights").takes(space)) return;
    const selected = space ?? -1;
    if (selected === this.model.get("selected")) return;
    this.model.set("selected", selected);
    this.model.save_changes();
  }

  /** Bring the card up to the selected space and the step. */
  show() {
    const space = this.model.get("selected");
    const outlines = this.container.getElementsByClassName("a4a-picked");
    while (outlines.length > 0) outlines[0].classList.remove("a4a-picked");
    this.card.hidden = space < 0;
    if (space < 0) return;
    for (const shape of this.container.getElementsByClassName(this.prefix + space)) {
      shape.classList.add("a4a-picked");
    }
    const close = make("button", { type: "button", "aria-label": "Close", title: "Close (Esc)" }, "×");
    close.addEventListener("click", () => this.pick(null));
    const { name, owner, rows } = this.describe(space);
    const held = owner ? [powerChip(owner), ` ${owner.name}`] : ["held by nobody"];
    const [units, facilities] = [false, true].map((wanted) => rows
      .map(({ power, lines }) => ({ power, lines: lines.filter(({ kind }) => (kind.category === "facility") === wanted) }))
      .filter(({ lines }) => lines.length > 0));
    this.card.replaceChildren(
      make("header", {}, make("strong", {}, name), close),
      make("div", {}, ...held, make("span", { class: "a4a-muted" }, this.factsOf(space).filter((fact) => fact !== owner?.name).map((fact) => ` · ${fact}`).join(""))),
      units.length ? unitTable(units) : make("div", { class: "a4a-muted" }, "No units"),
      ...this.wordsOf(space, ({ onCard }) => onCard).map((text) => make("div", {}, text)),
      ...(facilities.length ? [make("h4", {}, "Facilities"), unitTable(facilities)] : []),
      ...this.battleOf(space),
      make("div", { class: "a4a-muted a4a-hint" }, "“.” finds a space by its name"),
    );
  }

  /** Facts of a space as they are at the position: what it yields, its city, theatre, leaning. */
  factsOf(space) {
    const { timeline, position } = this.session;
    const { name, facts = [], value = 0, city = "", capitals = [], convoy, theatre = "", marks = [] } = timeline.spaces[space];
    const now = timeline.value[space] ? valueAt(timeline.value[space], position) : value;
    const words = timeline.leaning[space] ? timeline.leanings[valueAt(timeline.leaning[space], position)] : "";
    const currency = timeline.treasuries[0]?.resource ?? "";
    const known = [city, ...marks.flatMap((mark) => (mark.endsWith("production") ? ["production"] : []))];
    const said = (fact) => known.includes(fact) || fact === "convoy" || fact === `${value} ${currency}` || fact.startsWith("capital of ");
    const told = now || value ? [now === value ? amountOf(now, currency) : `${amountOf(now, currency)} (${value} at the start)`] : [];
    if (capitals.length > 0) told.push(`capital of ${capitals.map((power) => timeline.powers[power].name).join(", ")}`);
    if (city && !name.endsWith(city)) told.push(city);
    if (convoy) told.push("convoy zone");
    if (words) told.push(`${words} neutral`);
    return [...told, ...facts.filter((fact) => !said(fact)), theatre].filter(Boolean);
  }

  /** The last battle of a space up to the position, with a button that opens its story. */
  battleOf(space) {
    const { timeline, position } = this.session;
    const index = timeline.battles.findLastIndex((battle) => battle.space === space && battle.at <= position);
    if (index < 0) return [];
    const battle = timeline.battles[index];
    const open = !endedBy(battle, position);
    const result = open ? "being fought" : `${battle.result || "ended"}, swing ${swingText(battle.swing)}`;
    const button = make("button", { type: "button", class: "a4a-link" }, `${titleOf(battle)}: ${result}`);
    button.addEventListener("click", () => this.host.layers.get("battles").story.open(index));
    return [make("h4", {}, "Last battle"), make("div", { class: "a4a-muted" }, whenText(timeline, battle.at)), button];
  }
}

/** Units with their symbols and numbers; cargo stands below the ships that can carry it. */
function unitTable(rows) {
  const table = make("table", {});
  for (const { power, lines } of rows) {
    inOrder(lines).forEach((line, i) => {
      const whose = i === 0 ? [powerChip(power), ` ${power.name}`] : [];
      const row = table.insertRow();
      const { counter } = line;
      const [picture, name, number] = counter
        ? [counterPicture({ type: line.kind, power, counter }), counter.name, counter.reduced ? `${counter.face} reduced` : counter.face]
        : [symbolPicture(line.kind), line.name, String(line.count)];
      for (const content of [whose, [picture], [name], [number]]) {
        row.insertCell().append(...content);
      }
      if (line.cargo) row.className = "a4a-cargo";
      row.lastChild.className = "a4a-number";
    });
  }
  return table;
}

/** The lines of a power's units, cargo right after the first of the ships that carry its kind. */
function inOrder(lines) {
  const cargo = lines.filter(({ words }) => words.includes(CARGO)).map((line) => ({ ...line, cargo: true }));
  const others = lines.filter(({ words }) => !words.includes(CARGO));
  for (const line of cargo.reverse()) {
    const wanted = CARRIERS[line.kind.category];
    const ship = others.findIndex(({ kind }) => kind.symbol === wanted || (kind.category === "sea" && kind.name.toLowerCase().includes(wanted)));
    others.splice(ship < 0 ? others.length : ship + 1, 0, line);
  }
  return others;
}
