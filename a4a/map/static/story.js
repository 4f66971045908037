// The story of a battle on a card: who fought, the rounds with their dice, the losses, the result.
// While the battle is open at the shown position the card tells what has happened of it so far.

import { countOf, make, makeSvg, powerChip } from "./elements.js";
import { keepFromMap } from "./leaflet.js";
import { added, groupOf, tellLinked } from "./linked.js";
import { drawResult, endedBy, resultWidth, swingText, titleOf, winnerOf } from "./results.js";
import { symbolPicture } from "./symbols.js";
import { tellThrow } from "./throws.js";
import { stopIndex } from "./timeline.js";

export class Story {
  constructor(host) {
    this.host = host;
    this.index = -1;
    this.card = make("section", { class: "a4a-story", role: "dialog", "aria-label": "Battle", ".hidden": true });
    keepFromMap(this.card, host.signal);
    this.card.addEventListener("keydown", (event) => this.key(event), { signal: host.signal });
    host.container.append(this.card);
    host.container.addEventListener("keydown", (event) => event.key === "Escape" && this.close(), { signal: host.signal });
    const picked = () => host.model.get("selected") >= 0 && this.close(); // one card at a time
    host.model.on("change:selected", picked);
    this.luck = new Map(); // what Python has said of battles, or null where it was asked
    const heard = (content) => this.hear(content);
    host.model.on("msg:custom", heard);
    host.signal.addEventListener("abort", () => {
      host.model.off("change:selected", picked);
      host.model.off("msg:custom", heard);
      this.card.remove();
    });
  }

  /** Open the story of a battle; `from` is focused again when it is closed. */
  open(index, from = null) {
    this.host.inspector?.pick(null);
    this.index = index;
    this.from = from;
    this.shown = null;
    this.follow();
    this.card.scrollTop = 0;
    this.card.querySelector("button")?.focus({ preventScroll: true });
  }

  /** Keys that close the card or scroll it; the others go on to step. */
  key(event) {
    const page = 0.8 * this.card.clientHeight;
    const far = { ArrowDown: 40, ArrowUp: -40, PageDown: page, PageUp: -page }[event.key];
    if (far) this.card.scrollTop += far;
    else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  close() {
    if (this.index < 0) return;
    const had = this.card.contains(document.activeElement);
    this.index = -1;
    this.card.hidden = true;
    this.card.replaceChildren();
    if (!had) return;
    const next = this.from?.isConnected ? this.from : this.host.container;
    next.focus({ preventScroll: true });
  }

  /** Bring the card up to the position: it tells nothing that has not happened yet. */
  follow() {
    if (this.index < 0) return;
    const { timeline, position } = this.host.session;
    const battle = timeline.battles[this.index];
    if (!battle || battle.at > position) return this.close();
    const open = !endedBy(battle, position);
    const group = groupOf(timeline.battles, this.index)
      .map((index) => [index, timeline.battles[index]]).filter(([, { at }]) => at <= position);
    const all = group.every(([, one]) => endedBy(one, position));
    const look = all ? `over ${this.index}` : `${this.index} ${position}`;
    if (this.shown?.look === look && this.shown.timeline === timeline) return;
    const focused = this.card.contains(document.activeElement);
    this.shown = { look, timeline };
    this.card.hidden = false;
    this.card.setAttribute("aria-label", `${titleOf(battle)} in ${timeline.spaces[battle.space].name}`);
    const now = (one) => (endedBy(one, position) ? one : soFar(one, position));
    this.linked = group.map(([index, one]) => [index, now(one)]);
    this.card.replaceChildren(...this.tell(timeline, now(battle), open));
    if (focused) this.card.querySelector("button").focus({ preventScroll: true });
  }

  tell(timeline, battle, open) {
    const close = make("button", { type: "button", "aria-label": "Close the story", title: "Close (Esc)" }, "×");
    close.addEventListener("click", () => this.close());
    const name = timeline.spaces[battle.space].name;
    const sides = [
      ["Attackers", battle.attackers ?? [], battle.attacking ?? []],
      ["Defenders", battle.defenders ?? [], battle.defending ?? []],
    ];
    const parts = [
      make("header", {}, make("strong", {}, `${titleOf(battle)}: ${name}`), close),
      make("div", { class: "a4a-muted" }, whenText(timeline, battle.at)),
    ];
    if (open) parts.push(make("p", {}, battle.rounds.length ? "Being fought. So far:" : "Being fought."));
    else parts.push(this.result(timeline, battle));
    parts.push(this.tellLuck(timeline, battle, open));
    const forces = sides.map((side, i) => tellForces(timeline, ...side, open, (battle.worth ?? [])[i] ?? 0, (battle.loss ?? [])[i] ?? 0));
    const rounds = (battle.rounds ?? []).map((round) => tellRound(timeline, battle, round));
    if (this.linked.length > 1) parts.push(tellLinked(timeline, this.linked, this.index, (index) => this.open(index, this.from)));
    parts.push(...forces, ...rounds);
    return parts;
  }

  /** What the odds were and, once it is over, how lucky it was: Python is asked for it once. */
  tellLuck({ nodes, battles }, battle, open) {
    const node = nodes[battle.at];
    const closed = (battle.closed ?? -1) >= 0 ? nodes[battle.closed] : null;
    const nth = battles.slice(0, this.index).filter(({ at }) => at === battle.at).length;
    const key = `${node} ${nth} ${closed}`;
    const place = make("div", { class: "a4a-story-luck", role: "status" });
    this.asked = { key, place, open };
    if (!this.luck.has(key)) {
      this.luck.set(key, null);
      try {
        this.host.model.send({ type: "luck", key, node, nth, closed });
      } catch (error) {
        console.debug("a4a: no kernel to ask for odds", error);
      }
    }
    this.showLuck();
    return place;
  }

  hear({ type, key, odds, luck }) {
    if (type !== "luck") return;
    this.luck.set(key, { odds, luck });
    if (this.index >= 0 && this.asked?.key === key) this.showLuck();
  }

  showLuck() {
    const { key, place, open } = this.asked;
    const { odds, luck } = this.luck.get(key) ?? {};
    const lines = [odds, open ? "" : luck].filter(Boolean);
    place.replaceChildren(...lines.map((text) => make("p", {}, text)));
  }

  result(timeline, battle) {
    const winner = winnerOf(timeline, battle);
    const width = resultWidth(battle) + 2;
    const marker = makeSvg(
      "svg", { viewBox: `${-width / 2} -9 ${width} 18`, width, height: 18, "aria-hidden": "true", class: "a4a-battles a4a-story-mark" },
      ...drawResult(timeline, battle),
    );
    const words = `${winner ? `${winner.name}: ` : ""}${battle.result || "ended"}`;
    return make("p", { class: "a4a-story-result" }, marker, ` ${words}, swing ${swingText(battle.swing)} TUV`);
  }
}

/** A battle as it stood at a position: what has joined it, what was thrown, lost and told by then. */
function soFar(battle, position) {
  const past = (rows = []) => rows.filter((row) => (row.at(-1) ?? 0) <= position);
  const rounds = (battle.rounds ?? []).map(([number, throws, losses, damage, stages = [], passages = []]) => [
    number, past(throws), past(losses), past(damage),
    stages.map(([title, rolled, told]) => [title, past(rolled), past(told)]).filter(([, rolled, told]) => rolled.length || told.length),
    past(passages),
  ]).filter(([, ...parts]) => parts.some((rows) => rows.length));
  const [attacking, defending] = [battle.attacking, battle.defending].map(past);
  const all = attacking.length === (battle.attacking ?? []).length && defending.length === (battle.defending ?? []).length;
  return { ...battle, attacking, defending, rounds, worth: all ? battle.worth : [] };
}

/** When something happened: round and turn. */
export function whenText({ stops }, at) {
  const nameOf = (unit) => stops[unit][stopIndex(stops[unit], at)].name;
  return [nameOf("round"), nameOf("turn"), nameOf("phase")].filter(Boolean).join(" · ");
}

/** The forces of one side: type, units, losses; and what they are worth, and lost of it, in TUV. */
function tellForces(timeline, title, powers, forces, open, value, lost) {
  const { types } = timeline;
  const chips = powers.flatMap((power) => [powerChip(timeline.powers[power]), ` ${timeline.powers[power].name} `]);
  const table = make("table", {});
  const head = table.createTHead().insertRow();
  const column = (text, name) => make("th", { scope: "col", class: name }, text);
  head.append(column("", ""), column("unit", ""), column("units", "a4a-number"));
  if (!open) head.append(column("lost", "a4a-number"));
  const body = table.createTBody();
  for (const [power, type, units, losses, name = "", task = "", damage = 0] of forces) {
    const row = body.insertRow();
    const whose = powers.length > 1 ? [powerChip(timeline.powers[power])] : [];
    row.insertCell().append(...whose, symbolPicture(types[type]));
    row.insertCell().append(name || types[type].name, task ? make("span", { class: "a4a-muted" }, ` ${task}`) : "");
    row.insertCell().append(String(units));
    row.lastChild.className = "a4a-number";
    if (open) continue;
    const flipped = damage > 0 ? "reduced" : "";
    row.insertCell().append(losses === 0 ? flipped : name ? "eliminated" : `−${losses}`);
    row.lastChild.className = "a4a-number a4a-lost";
  }
  return make(
    "section", { class: "a4a-story-side" },
    make("h4", {}, `${title} `, ...chips),
    forces.length ? table : make("div", { class: "a4a-muted" }, "No units"),
    value || !open ? make("div", { class: "a4a-muted" }, `${value} TUV${open ? "" : `, lost ${lost}`}`) : "",
  );
}

/** A combat round: its throws, and what it cost. */
function tellRound(timeline, battle, [number, throws, losses, damage = [], stages = []]) {
  const { powers, types } = timeline;
  const cost = (word, rows) => (rows.length === 0 ? "" : make(
    "div", {}, make("span", { class: "a4a-muted" }, `${word} `),
    ...added(rows).map(([power, type, count]) => make(
      "span", { class: "a4a-story-loss" }, powerChip(powers[power]), symbolPicture(types[type]), ` ${countOf(count, types[type].name)}`,
    )),
  ));
  const only = battle.rounds.length === 1;
  if (stages.length > 0) {
    return make("section", { class: "a4a-story-round" }, ...stages.flatMap(([title, rolled, told]) => [
      title ? make("h4", {}, title) : "",
      ...rolled.map((row) => tellThrow(timeline, row)),
      ...told.map(([text]) => make("p", { class: "a4a-story-told" }, text)),
    ]));
  }
  const title = number > 0 ? `Round ${number}` : only ? "Dice" : "Before the first round";
  return make(
    "section", { class: "a4a-story-round" },
    make("h4", {}, title),
    ...throws.map((row) => tellThrow(timeline, row)),
    cost("Lost:", losses), cost("Damage:", damage),
  );
}
