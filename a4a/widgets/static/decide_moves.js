// Moves: pick a space of one's own, then units there, then where they go; on the board or here.

import { countOf, make } from "../../map/static/elements.js";
import { CHECK_AFTER } from "./decide_tally.js";
import { counter, plural, pressButton, tick, unitSigns, whyNot } from "./decide_words.js";

const MOST_FIRST = 8; // spaces gone to in one way; a way to more of them comes after those to few

export class MovesForm {
  constructor(panel, form, index) {
    Object.assign(this, { panel, form, index });
    this.el = make("section", { class: "a4a-form a4a-moves", "aria-label": form.title });
    this.spaces = new Map(); // the stacks by space
    for (const stack of form.stacks) {
      if (!this.spaces.has(stack.space)) this.spaces.set(stack.space, []);
      this.spaces.get(stack.space).push(stack);
    }
    this.space = this.spaces.has(panel.kept.space) && this.movable(panel.kept.space) ? panel.kept.space : -1;
    this.picked = new Map(); // how many of each stack
    this.reach = null;
    this.show();
  }

  get stacks() {
    return this.spaces.get(this.space) ?? [];
  }

  get units() {
    return this.stacks.flatMap((stack) => stack.units.slice(0, this.picked.get(stack) ?? 0));
  }

  name(space) {
    return this.panel.session.timeline.spaces[space].name;
  }

  /** Whether anything in a space can move. */
  movable(space) {
    return this.spaces.get(space).some(({ refused }) => !refused);
  }

  count(space) {
    return this.spaces.get(space).reduce((sum, { units, refused }) => sum + (refused ? 0 : units.length), 0);
  }

  /** Choose a space; the board shows it from nearer if it was chosen from the list. */
  choose(space, looking = false) {
    if (looking) this.panel.turnTo(space);
    this.space = space;
    this.picked.clear();
    this.reach = null;
    this.panel.kept.space = space;
    this.show();
    this.panel.highlight();
  }

  show() {
    this.el.replaceChildren(...(this.space < 0 ? [...this.heading(), ...this.listSpaces()] : this.listStacks()));
  }

  /** Whose moves they are, where several powers move. */
  heading() {
    const { panel, form: { title } } = this;
    const several = panel.asked.forms.filter(({ form }) => form === "moves").length > 1;
    return several ? [make("h4", {}, title[0].toUpperCase() + title.slice(1))] : [];
  }

  listSpaces() {
    const { panel } = this;
    const rows = [...this.spaces.keys()].filter((space) => this.movable(space))
      .sort((a, b) => this.count(b) - this.count(a))
      .map((space) => pressButton(
        panel, [`${this.name(space)} `, make("span", { class: "a4a-muted" }, String(this.count(space)))], null,
        () => this.choose(space, true), { class: "a4a-chip-button", "data-from": space },
      ));
    if (rows.length === 0) return [make("p", { class: "a4a-muted" }, "Nothing of yours can move any more.")];
    return [
      make("p", { class: "a4a-muted" }, "Click one of your spaces on the board (dashed), or choose it here:"),
      make("div", { class: "a4a-chips", role: "group", "aria-label": "Spaces with units that can move" }, ...rows),
    ];
  }

  listStacks() {
    const { panel } = this;
    const back = pressButton(panel, "‹", null, () => this.choose(-1), { class: "a4a-spaces", "aria-label": "All spaces" });
    back.title = "All spaces";
    const all = pressButton(panel, "All", null, () => this.pickAll(), { title: "Pick all units that can move" });
    const none = pressButton(panel, "None", null, () => this.drop(), { title: "Pick none (Esc)" });
    this.counters = new Map();
    const rows = this.stacks.map((stack) => this.row(stack));
    this.where = make("div", { class: "a4a-reach" });
    this.showReach();
    return [
      make("div", { class: "a4a-row a4a-from-row" }, back, make("strong", { class: "a4a-from" }, this.name(this.space)), all, none),
      make("table", { class: "a4a-tally" }, make("tbody", {}, ...rows)),
      this.where,
    ];
  }

  row(stack) {
    const { panel } = this;
    const { timeline } = panel.session;
    const kind = stack.name || timeline.types[stack.type].name;
    const units = stack.name || countOf(stack.units.length, kind);
    const detail = stack.detail ? ` (${stack.detail})` : "";
    const signs = unitSigns(panel, stack.power, stack.type);
    const name = stack.refused
      ? make("span", {}, ...signs, ` ${units}`)
      : pressButton(panel, [...signs, ` ${units}`], null, () => this.toggle(stack), {
        class: "a4a-link-button", "aria-label": `All or none: ${units}${detail}`,
      });
    const left = stack.refused || stack.left === null ? "" : plural(stack.left, stack.measure ?? "space");
    const about = make("span", { class: "a4a-muted a4a-about", title: left && `Can move ${left}` }, ` ${[stack.detail, left].filter(Boolean).join(", ")}`);
    const row = make("tr", { class: stack.refused ? "a4a-greyed" : null }, make("td", {}, name, about));
    if (stack.refused) {
      row.title = whyNot(stack.refused);
      row.append(make("td", { class: "a4a-number" }, pressButton(panel, "why not?", stack.refused, () => {}, { class: "a4a-why", "aria-label": `Why may ${kind}${detail} not move?` })));
      return row;
    }
    const picked = (count) => {
      this.picked.set(stack, count);
      this.changed();
    };
    const now = this.picked.get(stack) ?? 0;
    const one = stack.name ? tick(`${kind}${detail}`, now, picked) : counter(`${kind}${detail}`, stack.units.length, now, picked);
    this.counters.set(stack, one);
    row.append(make("td", { class: "a4a-number" }, one.el));
    return row;
  }

  toggle(stack) {
    const one = this.counters.get(stack);
    one.set(one.value === stack.units.length ? 0 : stack.units.length);
  }

  pickAll() {
    for (const [stack, one] of this.counters) one.set(stack.units.length);
  }

  drop() {
    for (const one of this.counters?.values() ?? []) one.set(0);
  }

  changed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), CHECK_AFTER);
  }

  /** Ask where what is picked can go. */
  async look() {
    const { units } = this;
    if (units.length === 0) this.reach = null;
    else {
      const asked = (this.asking = {});
      const found = await this.panel.kernel.ask({ do: "reach", form: this.index, units });
      if (this.asking !== asked) return; // picked on, meanwhile
      if (found.fault) return void this.panel.tell(found);
      this.reach = found;
    }
    if (this.panel.forms.includes(this)) {
      this.showReach();
      this.panel.highlight();
    }
  }

  showReach() {
    if (!this.reach) {
      this.where.replaceChildren(make("p", { class: "a4a-muted" }, "Pick units, then where they go."));
      return;
    }
    const { panel } = this;
    const { destinations, near } = this.reach;
    const count = plural(this.units.length, "unit");
    const go = ({ space, label, about = "" }, shown) => {
      const press = () => this.go(space, label);
      const told = { class: "a4a-chip-button a4a-go", "data-space": space, "data-label": label, "aria-label": [this.name(space), label].filter(Boolean).join(" ") };
      const button = pressButton(panel, shown, null, press, told);
      button.title = about;
      return button;
    };
    const ways = [...this.ways(destinations)].map(([how, found]) => make("div", how ? { class: "a4a-chips", role: "group", "aria-label": how } : { class: "a4a-chips" },
      ...(how ? [make("span", { class: "a4a-muted" }, `${how}:`)] : []), ...found.map(([one, shown]) => go(one, shown))));
    const not = near.map(([space, refused]) => pressButton(panel, this.name(space), refused, () => {}, { class: "a4a-chip-button" }));
    this.where.replaceChildren(
      make("h4", {}, destinations.length ? `${count} can go to` : `${count} can go nowhere together`),
      make("div", { class: "a4a-ways-to", role: "group", "aria-label": "Where the units can go" }, ...ways),
      ...(not.length ? [
        make("h4", { class: "a4a-muted" }, "Where they cannot go (hover or press to see why)"),
        make("div", { class: "a4a-chips", role: "group", "aria-label": "Where the units cannot go" }, ...not),
      ] : []),
    );
  }

  /** Destinations by how they are gone to, ways to few first, each with what its button shows: a label may end in another space, as "pass on to" it. */
  ways(destinations) {
    const ways = new Map([["", []]]);
    const names = new Set(this.panel.session.timeline.spaces.map(({ name }) => name));
    for (const one of destinations) {
      const words = one.label.split(" ");
      const from = words.findIndex((_, i) => i > 0 && names.has(words.slice(i).join(" ")));
      const here = this.name(one.space);
      const shown = from < 0 ? here : words.slice(from).join(" ");
      const how = from < 0 ? one.label : `${here === shown ? "" : `${here}, `}${words.slice(0, from).join(" ")}`;
      if (!ways.has(how)) ways.set(how, []);
      ways.get(how).push([one, shown]);
    }
    const long = ([, found]) => Number(found.length > MOST_FIRST);
    return new Map([...ways].sort((one, other) => long(one) - long(other)));
  }

  async go(space, label) {
    const { units } = this;
    if (units.length === 0) return;
    await this.panel.order({ do: "go", form: this.index, units, space, label });
  }

  highlights() {
    const spaces = [];
    if (!this.reach) {
      for (const space of this.spaces.keys()) {
        if (space !== this.space && this.movable(space)) spaces.push([space, "pick", "Click to pick its units"]);
      }
    } else {
      for (const [space, refused] of this.reach.near) spaces.push([space, "refused", `Not allowed: ${whyNot(refused).replaceAll("\n", " — ")}`]);
      const ways = Map.groupBy ? Map.groupBy(this.reach.destinations, ({ space }) => space) : groupBySpace(this.reach.destinations);
      for (const [space, found] of ways) {
        const [{ label, about = "" }] = found;
        const how = [label, about].filter(Boolean).join(", ");
        const words = found.length > 1 ? `${found.length} ways: choose one in the panel` : `Click to go there${how && `: ${how}`}`;
        spaces.push([space, "destination", words]);
      }
    }
    if (this.space >= 0) spaces.push([this.space, "origin", ""]);
    return { spaces, all: this.reach !== null };
  }

  /** A space was clicked on the board, or -1 to give up. */
  async aim(space) {
    if (space < 0) return this.drop();
    if (!this.reach) return this.spaces.has(space) ? this.choose(space) : undefined;
    if (space === this.space) return undefined;
    const found = this.reach.destinations.filter((one) => one.space === space);
    if (found.length === 1) return this.go(space, found[0].label);
    if (found.length > 1) {
      const buttons = [...this.where.querySelectorAll(`.a4a-go[data-space="${space}"]`)];
      this.panel.say(`${this.name(space)}: choose how`);
      buttons[0]?.scrollIntoView({ block: "nearest" });
      return buttons[0]?.focus({ preventScroll: true });
    }
    const near = this.reach.near.find(([beside]) => beside === space);
    if (near) return this.panel.tell(near[1]);
    const { refused, fault } = await this.panel.kernel.ask({ do: "why", form: this.index, units: this.units, space });
    return this.panel.tell(fault ? { why: fault } : refused ?? { why: `${this.name(space)} cannot be reached` });
  }
}

function groupBySpace(rows) {
  const found = new Map();
  for (const row of rows) found.set(row.space, [...(found.get(row.space) ?? []), row]);
  return found;
}
