// A side of a battle lab: how many units of each type, and the order in which they are lost.

import { make } from "../../map/static/elements.js";
import { symbolPicture } from "../../map/static/symbols.js";
import { counter, plural, tick } from "./decide_words.js";

const DUTY_TITLES = { landing: "Come ashore", "": "", dropping: "Drop from the air", bombarding: "Bombard" };
const DEFAULT_ORDER = "Lost as players do: the cheapest first";

export class LabSide {
  constructor(lab, role) {
    Object.assign(this, { lab, role });
    this.title = role === "attacker" ? "Attacker" : "Defender";
    this.units = make("div", { class: "a4a-units" });
    this.known = make("div", { class: "a4a-known" });
    this.total = make("span", { class: "a4a-muted" });
    this.cost = make("p", { class: "a4a-lab-cost" });
    this.losing = make("ol", { class: "a4a-losing", "aria-label": `${this.title}: order of loss, the first lost first` });
    const clear = make("button", { type: "button", "aria-label": `No units: ${role}`, title: "No units" }, "Clear");
    clear.addEventListener("click", () => {
      for (const one of this.counters) one.set(0);
    });
    const hint = 'Type units and press Enter: "3 inf 2 arm". They replace those that are picked';
    this.line = make("input", { class: "a4a-lab-line", placeholder: "Type units: 3 inf 2 arm", title: hint, "aria-label": `Type units: ${role}`, maxlength: 400 });
    this.line.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !this.line.value.trim()) return;
      lab.fault("");
      lab.model.send({ do: "type", side: role, line: this.line.value });
    });
    this.reset = make("button", { type: "button", title: DEFAULT_ORDER, "aria-label": `Usual order of loss: ${role}` }, "Usual");
    this.reset.addEventListener("click", () => this.order([]));
    this.orderHead = make("h5", {}, "Lost in this order", this.reset, make("span", { class: "a4a-muted", title: "Units lost on average" }, "lost"));
    this.el = make("section", { class: "a4a-lab-side", "aria-label": this.title },
      make("h4", {}, this.title, " ", this.total, clear), this.line, this.units, this.known, this.orderHead, this.losing, this.cost);
    this.drag();
  }

  /** Lay out the rows of units that can be in a battle of the kind. */
  lay(offered, setup) {
    const { rows } = offered;
    this.orderHead.hidden = this.losing.hidden = !offered.terms.includes(`${this.role}_loses`);
    this.line.hidden = offered.counted === "step"; // counters are picked one by one
    this.counters = [];
    const groups = new Map();
    rows.forEach((row, i) => {
      if (row.role !== this.role || !fitsIn(row, setup)) return;
      const title = [row.army, DUTY_TITLES[row.duty], row.across && `Come ${row.across}`].filter(Boolean).join(": ");
      if (!groups.has(title)) groups.set(title, []);
      groups.get(title).push(this.row(row, i, setup));
    });
    const several = groups.size > 1;
    const bodies = [...groups].map(([title, found]) => make("tbody", {},
      ...(several ? [make("tr", {}, make("th", { colspan: 2, scope: "rowgroup" }, title || "Others"))] : []), ...found));
    this.units.replaceChildren(make("table", {}, ...bodies));
    this.known.replaceChildren(...offered.armies[this.role].map((power, i) => this.technologies(power, i, offered, setup)).filter(Boolean));
    this.tell(rows, setup);
  }

  /** What an army has developed: closed, it says what; opened, it can be changed. */
  technologies(power, army, offered, setup) {
    if (!offered.technologies.length) return null;
    const has = new Set(setup.technologies[this.role][army]);
    const several = offered.armies[this.role].length > 1;
    const whose = several ? `${power}: technologies` : "Technologies";
    const told = make("span", { class: "a4a-muted" });
    const tell = () => (told.textContent = offered.technologies.filter((name) => has.has(name)).join(", ") || "none");
    const boxes = offered.technologies.map((name) => {
      const box = make("input", { type: "checkbox", "aria-label": `${name}, ${power || this.role}, ${this.role}`, ".checked": has.has(name) });
      box.addEventListener("change", () => {
        if (box.checked) has.add(name);
        else has.delete(name);
        tell();
        const all = this.lab.setup.technologies;
        this.lab.set({ technologies: { ...all, [this.role]: setAt(all[this.role], army, [...has]) } });
      });
      return make("label", {}, box, ` ${name}`);
    });
    tell();
    const key = `${this.role} ${army}`;
    const details = make("details", { ".open": this.lab.opened.has(key) }, make("summary", {}, `${whose} `, told), ...boxes);
    details.addEventListener("toggle", () => this.lab.opened[details.open ? "add" : "delete"](key));
    return details;
  }

  row(row, i, setup) {
    const changed = (count) => this.lab.set({ counts: setAt(this.lab.setup.counts, i, count) });
    const called = `${row.name}, ${this.role}`;
    const one = row.limit === 1 ? tick(called, setup.counts[i], changed) : counter(called, row.limit ?? 1000, setup.counts[i], changed);
    this.counters.push(one);
    const name = make("span", {}, ...(row.declared ? [`${row.unit}, `, make("span", { class: "a4a-muted" }, row.declared)] : [row.unit]));
    const from = row.from.map(([place, count]) => `${count} from ${place}`).join("\n");
    if (row.most) name.append(make("span", { class: "a4a-muted", title: from }, ` of ${row.most}`));
    const { counted, currency, worn } = this.lab.offered;
    name.title = [from, ...row.marks].filter(Boolean).join("\n") || `${row.price} ${currency}`;
    const cell = make("td", { class: "a4a-number" });
    if (row.hits > 1 && (setup.kind !== "raid" || counted === "step")) {
      const title = `${worn === "hit" ? "Damaged" : "Reduced"}: ${row.name}, ${this.role}`;
      const set = (count) => this.lab.set({ damaged: setAt(this.lab.setup.damaged, i, count) });
      let hurt = null;
      if (row.limit === 1) hurt = tick(title, setup.damaged[i], set).el;
      else {
        hurt = make("input", { type: "number", min: 0, max: setup.counts[i], ".value": setup.damaged[i], class: "a4a-hurt", title, "aria-label": title });
        hurt.addEventListener("input", () => set(Math.max(0, Math.min(this.lab.setup.counts[i], Math.round(Number(hurt.value)) || 0))));
      }
      const label = make("span", { class: "a4a-muted a4a-worn", "data-hurt": i, ".hidden": !setup.counts[i] }, hurt, ` ${worn}`);
      name.append(label);
    }
    cell.append(one.el);
    return make("tr", { "data-row": i }, make("td", {}, make("div", { class: "a4a-lab-unit" }, symbolPicture(row), name)), cell);
  }

  /** Say how many units there are, and what they are worth. */
  tell(rows, setup) {
    let units = 0;
    let worth = 0;
    rows.forEach((row, i) => {
      if (row.role !== this.role || !fitsIn(row, setup) || row.duty === "bombarding") return;
      units += setup.counts[i];
      worth += setup.counts[i] * row.price;
    });
    for (const label of this.units.querySelectorAll("[data-hurt]")) label.hidden = !setup.counts[label.dataset.hurt];
    const { currency } = this.lab.offered;
    this.total.replaceChildren(units.toLocaleString("en"), make("span", { class: "a4a-if-wide" }, " units"), ` · ${worth.toLocaleString("en")} ${currency}`);
    this.total.title = `${plural(units, "unit")} worth ${worth.toLocaleString("en")} ${currency}`;
  }

  /** Show the order of loss that holds, and what is lost on average. */
  showAnswer({ orders, hurt, losses }) {
    const own = losses.filter(([role]) => role === this.role);
    this.lost = new Map(own.map(([, unit, , lost]) => [unit, lost]));
    const [, , began, lost, , worth, deviation] = own.find(([, unit]) => unit === null);
    this.cost.replaceChildren("Loses ", make("strong", {}, `${worth.toFixed(1)} ±${deviation.toFixed(1)} ${this.lab.offered.currency}`), `, ${lost.toFixed(1)} of ${plural(began, this.lab.offered.counted)}`);
    if (orders[this.role]) this.showOrder(orders[this.role], hurt);
  }

  showOrder(names, hurt) {
    const { activeElement } = document;
    const held = this.losing.contains(activeElement) ? [activeElement.dataset.name, activeElement.dataset.by] : null;
    this.names = names;
    this.losing.replaceChildren(...names.map((name, at) => {
      const twice = names.indexOf(name) !== names.lastIndexOf(name);
      const first = twice && names.indexOf(name) === at;
      const label = first ? `${name}: first hits` : name;
      const extra = hurt.includes(name) && !twice
        ? [this.button("⊕", `Take the first hits apart: ${name}, ${this.role}`, name, "split", () => this.order([name, ...names]))]
        : first ? [this.button("⊖", `Take the first hits before all else: ${name}, ${this.role}`, name, "join", () => this.order(names.filter((_, i) => i !== at)))] : [];
      return make("li", { draggable: "true", "data-at": at },
        make("span", { class: "a4a-grip", "aria-hidden": "true" }, "⋮"), make("span", { class: "a4a-lost-name" }, label), ...extra,
        make("span", { class: "a4a-lost-mean" }, first ? "" : this.lost?.get(name)?.toFixed(1) ?? ""),
        this.button("▲", `Lose sooner: ${label}, ${this.role}`, name, -1, () => this.move(at, at - 1), at === 0),
        this.button("▼", `Lose later: ${label}, ${this.role}`, name, 1, () => this.move(at, at + 1), at === names.length - 1));
    }));
    this.reset.hidden = !this.lab.setup.orders[this.role].length;
    if (held) {
      const able = [...this.losing.querySelectorAll("button:not([aria-disabled=true])")];
      const again = able.filter((b) => b.dataset.name === held[0]);
      (again.find((b) => b.dataset.by === held[1]) ?? again.at(-1))?.focus({ preventScroll: true });
    }
  }

  button(sign, label, name, by, press, off = false) {
    const button = make("button", { type: "button", "aria-label": label, title: label, "data-name": name, "data-by": by, "aria-disabled": off ? "true" : null }, sign);
    button.addEventListener("click", () => off || press());
    return button;
  }

  move(from, to) {
    const names = [...this.names];
    const [name] = names.splice(from, 1);
    names.splice(to, 0, name);
    this.order(names);
  }

  order(names) {
    if (names.length) this.showOrder(names, this.lab.model.get("answer").hurt ?? []);
    this.lab.set({ orders: { ...this.lab.setup.orders, [this.role]: names } });
  }

  /** Drag an entry of the order to another place. */
  drag() {
    let from = -1;
    const { losing } = this;
    const entry = ({ target }) => target.closest("li");
    losing.addEventListener("dragstart", (event) => {
      from = Number(entry(event).dataset.at);
      event.dataTransfer.effectAllowed = "move";
      event.dataTransfer.setData("text/plain", "");
      event.stopPropagation();
    });
    losing.addEventListener("dragover", (event) => {
      if (from >= 0 && entry(event)) event.preventDefault();
    });
    losing.addEventListener("drop", (event) => {
      event.preventDefault();
      event.stopPropagation();
      if (from >= 0 && entry(event)) this.move(from, Number(entry(event).dataset.at));
    });
    losing.addEventListener("dragend", () => (from = -1));
  }
}

/** Whether units of a row can be in the battle that is picked. */
function fitsIn(row, setup) {
  return row.kinds.includes(setup.kind) && (setup.kind !== "raid" || row.targets.includes(setup.target));
}

function setAt(values, at, value) {
  return values.map((old, i) => (i === at ? value : old));
}
