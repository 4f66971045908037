// A tally: rows of which numbers are chosen (what to buy, who takes the hits, what goes where), what
// they cost together, and the button that orders them. The kernel says whether it may be given.

import { amountOf, make } from "../../map/static/elements.js";
import { Places } from "./decide_places.js";
import { aside, counter, menu, pressButton, refuse, tick, unitSigns, whyNot } from "./decide_words.js";

export const CHECK_AFTER = 25; // ms of rest before the kernel is asked
const MOST_TICKS = 12; // places of a single unit that are ticked; of more one is chosen from a menu

export class TallyForm {
  constructor(panel, form, index) {
    Object.assign(this, { panel, form, index });
    this.picks = {};
    this.counters = new Map(); // of each item and target
    const draft = panel.drafts.get(form.title) ?? {};
    for (const { key, chosen } of form.items) this.picks[key] = { ...(draft[key] ?? chosen) };
    this.sum = make("span", { class: "a4a-bill" });
    // Where there are several tables alike, the names of their controls tell them apart.
    const alike = panel.asked.forms.filter(({ commit }) => commit === form.commit).length > 1;
    this.suffix = alike ? `, ${form.title}` : "";
    this.commit = pressButton(panel, form.commit, null, () => this.give(), { class: "a4a-commit", "aria-label": `${form.commit}${this.suffix}` });
    const clear = pressButton(panel, "None", null, () => this.fill(() => 0), { "aria-label": `None: ${form.title}` });
    this.places = new Places(this);
    const table = make("table", { class: "a4a-tally" }, make("tbody", {}, ...form.items.flatMap((item) => this.rows(item))));
    this.forecast = make("div", { class: "a4a-forecast", role: "status" });
    const may = form.items.filter(({ refused }) => !refused).length;
    // A treasury that can pay for nothing more makes room for the others.
    const spent = alike && may === 0;
    this.el = aside(spent ? { ...form, aside: true } : form, panel.asked, [may, form.items.length], this.places.heading, table,
      make("div", { class: "a4a-row a4a-commit-row" }, this.forecast, this.sum, this.commit, clear));
    this.el.addEventListener("toggle", () => panel.highlight());
    this.places.show();
    this.check();
  }

  /** Whether it is about a space, and can wait out of sight. */
  get waits() {
    return this.form.space >= 0 && this.el.tagName === "DETAILS";
  }

  /** The rows of an item: one, or one for each of its targets. */
  rows(item) {
    const { timeline } = this.panel.session;
    const plain = item.targets.length === 1 && item.targets[0].key === "";
    const name = make("td", { colspan: plain ? null : 2 }, ...unitSigns(this.panel, item.power, item.type), ` ${item.label}`);
    if (item.detail) name.append(make("div", { class: "a4a-muted" }, item.detail));
    const head = make("tr", { class: item.refused ? "a4a-greyed" : null }, name);
    if (item.refused) {
      head.title = whyNot(item.refused);
      const ask = pressButton(this.panel, "why not?", item.refused, () => {}, { class: "a4a-why", "aria-label": `Why not ${item.label}${this.suffix}?` });
      head.append(make("td", { class: "a4a-number" }, this.price(item)), make("td", { class: "a4a-number" }, ask));
      return [head];
    }
    if (this.form.funds !== null || plain) head.append(make("td", { class: "a4a-number" }, plain || item.price ? this.price(item) : ""));
    if (plain) {
      head.append(make("td", { class: "a4a-number" }, this.counter(item, item.targets[0], `${item.label}${this.named(item)}`)));
      if (item.spaces.length) {
        const where = item.spaces.map((space) => timeline.spaces[space].name);
        name.title = `${this.form.funds === null ? "In" : "Could be placed in"} ${where.join(", ")}`;
      }
      return [head];
    }
    const left = make("td", { class: "a4a-number a4a-left" });
    head.append(left);
    item.left = left;
    if (this.isSingle(item) && item.targets.length > MOST_TICKS) {
      left.append(this.menu(item, `${item.label}${this.named(item)}`));
      return [head];
    }
    const waiting = this.form.items.reduce((sum, { most }) => sum + most, 0);
    const targets = item.targets.map((target) => {
      const room = target.most === null || target.most >= waiting || item.most === 1 ? "" : make("span", { class: "a4a-muted" }, ` room for ${target.most}`);
      const number = make("td", { class: "a4a-number", colspan: 2 }, this.counter(item, target, `${item.label}${this.named(item)}: ${target.label}`));
      return make("tr", { class: "a4a-target" }, make("td", { colspan: 2 }, target.label, room), number);
    });
    this.places.add(item, name, head, targets);
    return [head, ...targets];
  }

  /** A menu of all the places of a single unit. */
  menu(item, name) {
    const { el, counters } = menu(name, item.targets, this.picks[item.key], () => this.changed());
    for (const [key, one] of counters) this.counters.set(`${item.key}\n${key}`, one);
    return el;
  }

  /** What tells an item from others of its name. */
  named(item) {
    const twins = this.form.items.filter(({ label }) => label === item.label);
    if (twins.length === 1) return this.suffix;
    const power = this.panel.session.timeline.powers[item.power]?.name;
    const about = [power, item.detail].filter(Boolean).join(", ");
    const number = twins.filter((twin) => twin.power === item.power && twin.detail === item.detail).indexOf(item);
    return ` (${about}${number > 0 ? `, ${number + 1}` : ""})${this.suffix}`;
  }

  price({ price, most }) {
    const { currency } = this.form;
    return make("span", { class: "a4a-muted" }, price ? amountOf(price, currency) : most > 1 ? `of ${most}` : "");
  }

  counter(item, target, name) {
    const most = Math.min(item.most, target.most ?? item.most);
    const single = this.isSingle(item);
    const control = single ? (...rest) => tick(name, ...rest) : (...rest) => counter(name, most, ...rest);
    const one = control(this.picks[item.key][target.key] ?? 0, (count) => {
      this.picks[item.key][target.key] = count;
      if (single && count === 1) this.leave(item, target); // one unit goes to one place
      this.changed();
    });
    this.counters.set(`${item.key}\n${target.key}`, one);
    return one.el;
  }

  /** Whether an item is a single thing that is ticked; what is bought by number is counted. */
  isSingle({ most, targets }) {
    return most === 1 && (this.form.funds === null || targets[0].key !== "");
  }

  /** Choose a target of a single unit alone. */
  leave(item, target) {
    for (const other of item.targets) if (other !== target) this.counters.get(`${item.key}\n${other.key}`)?.set(0);
  }

  fill(count) {
    for (const one of this.counters.values()) one.set(count(one));
  }

  changed() {
    this.show();
    this.commit.a4aRefused = null; // that was of other picks: whoever presses it now, the kernel answers
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), CHECK_AFTER);
  }

  of(item) {
    return Object.values(this.picks[item.key]).reduce((sum, count) => sum + count, 0);
  }

  get total() {
    return this.form.items.reduce((sum, item) => sum + this.of(item), 0);
  }

  /** Say how many are chosen, and what they cost. */
  show() {
    const { form, total, bill } = this;
    for (const item of form.items) if (item.left && !item.left.querySelector("input, select")) item.left.textContent = this.told(item);
    const parts = [];
    if (form.funds !== null) {
      parts.push(`Bill ${bill ?? 0} of ${form.funds} ${form.currency}, ${form.funds - (bill ?? 0)} left`);
      this.sum.classList.toggle("a4a-over-budget", (bill ?? 0) > form.funds);
    } else if (form.most !== null && form.most === form.least) parts.push(`${total} of ${form.most} chosen`);
    else parts.push(`${total} chosen${form.most === null ? "" : ` of up to ${form.most}`}`);
    this.sum.textContent = parts.join(" ");
  }

  /** How many of an item are chosen, or left. */
  told(item) {
    const chosen = this.of(item);
    if (this.form.funds === null) return `${item.most - chosen} of ${item.most} left`;
    return chosen ? `${chosen} of up to ${item.most}` : `up to ${item.most}`;
  }

  async check() {
    const checked = (this.checking = {});
    const { refused = null, bill, empty, forecast = [] } = await this.panel.kernel.ask({ do: "check", form: this.index, picks: this.picks });
    if (this.checking !== checked) return; // picked on, meanwhile
    this.bill = bill;
    this.forecast.replaceChildren(...forecast.map((line) => make("p", {}, line)));
    refuse(this.commit, refused ?? (empty ? { why: "nothing is chosen yet" } : null));
    this.show();
  }

  async give() {
    await this.panel.order({ do: "give", form: this.index, picks: this.picks });
  }

  /** Where something can be placed, or is hit. */
  highlights() {
    const found = new Map();
    const { spaces } = this.panel.session.timeline;
    const byName = new Map(spaces.map((space, i) => [keyOf(space), i]));
    if (this.waits) {
      found.set(this.form.space, [this.form.space, this.el.open ? "origin" : "destination", this.form.title]);
      if (this.el.open) for (const { spaces: from, label } of this.form.items) for (const space of from) found.set(space, [space, "pick", label]);
    }
    for (const item of this.form.items) {
      for (const { key } of item.targets) if (byName.has(key)) found.set(byName.get(key), [byName.get(key), "destination", ""]);
    }
    return { spaces: [...found.values()] };
  }

  /** A click on the board means the counters of that space. */
  aim(space) {
    if (this.waits && space === this.form.space) return void this.open();
    const there = this.panel.session.timeline.spaces[space];
    const name = there && keyOf(there);
    if (this.places.aim(name ?? null)) this.panel.bring(this.el);
    for (const [key, one] of this.counters) {
      const [item, target] = key.split("\n");
      if (target !== name) continue;
      if (this.send(item, target)) return;
      one.el.scrollIntoView({ block: "nearest" });
      (one.el.querySelector("input") ?? one.el).focus({ preventScroll: true });
      return;
    }
  }

  /** Let a single unit go to the space that was clicked, and to no other; false if it is none. */
  send(key, target) {
    const found = this.form.items.find((item) => item.key === key);
    if (!this.isSingle(found) || this.picks[key][target] === 1) return false;
    this.counters.get(`${key}\n${target}`).set(1);
    return true;
  }

  /** Bring up what waits, in place of others of its kind. */
  open() {
    for (const other of this.panel.forms) if (other !== this && other.waits) other.el.open = false;
    this.el.open = true;
    this.el.scrollIntoView({ block: "nearest" });
    this.el.querySelector("input")?.focus({ preventScroll: true });
  }
}

/** What rules call a space. */
const keyOf = ({ code, name }) => code || name;
