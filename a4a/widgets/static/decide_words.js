// What the parts of the decision view share: asking the kernel, telling why something is refused,
// buttons that say so, and numbers that are picked.

import { make, powerChip } from "../../map/static/elements.js";
import { symbolPicture } from "../../map/static/symbols.js";

/** Why something is refused, as a tooltip tells it: the reason, the rule, what would be right. */
export function whyNot({ why, rule = "", section = "", allowed = "" }) {
  const source = [rule, section].filter(Boolean).join(", ");
  return [why, source && `Rule ${source}`, allowed && `Allowed: ${allowed}`].filter(Boolean).join("\n");
}

const GONE = "The kernel this game was played in is gone, and the game with it: run the cells again.";

/** Asks the kernel, and gives its answer: `{fault}` or `{refused}` tell what is wrong. */
export class Kernel {
  constructor(model, signal) {
    this.model = model;
    this.waiting = new Map();
    const answered = ({ ticket, ...answer }) => {
      this.waiting.get(ticket)?.(answer);
      this.waiting.delete(ticket);
    };
    model.on("msg:custom", answered);
    signal.addEventListener("abort", () => model.off("msg:custom", answered));
  }

  ask(what) {
    const ticket = crypto.getRandomValues(new Uint32Array(1))[0];
    const answer = new Promise((resolve) => this.waiting.set(ticket, resolve));
    try {
      this.model.send({ node: this.model.get("asked").node, ...what, ticket });
    } catch { // the page knows that the kernel it came from is gone
      this.waiting.delete(ticket);
      return Promise.resolve({ fault: GONE });
    }
    return answer;
  }
}

/**
 * A button that stays to be seen, focused and asked when it may not be pressed: greyed out, with the
 * rule as its tooltip; pressed all the same it tells why (`panel.tell`).
 */
export function pressButton(panel, label, refused, press, attributes = {}) {
  const button = make("button", { type: "button", ...attributes }, ...[label].flat());
  refuse(button, refused);
  button.addEventListener("click", () => (button.a4aRefused ? panel.tell(button.a4aRefused) : press(button)));
  return button;
}

/** Let a button be refused, or not (null). */
export function refuse(button, refused, otherwise = "") {
  button.a4aRefused = refused ?? null;
  if (refused) {
    button.setAttribute("aria-disabled", "true");
    button.title = whyNot(refused);
  } else {
    button.removeAttribute("aria-disabled");
    button.title = otherwise;
  }
}

/** A number from 0 to `most`, with buttons for one less and one more, and a field to type it. */
export function counter(name, most, value, changed) {
  const field = make("input", { type: "number", min: 0, max: most, "aria-label": `Number of ${name}`, ".value": value });
  const set = (number) => {
    const next = Math.max(0, Math.min(most, Math.round(number) || 0));
    field.value = next;
    less.setAttribute("aria-disabled", String(next === 0));
    more.setAttribute("aria-disabled", String(next === most));
    more.title = next === most ? `${most} at most` : `One more: ${name}`;
    if (next !== value) changed((value = next));
  };
  const step = (by, sign, word) => {
    const button = make("button", { type: "button", "aria-label": `${word} ${name}`, title: `${word} ${name}` }, sign);
    button.addEventListener("click", () => set(Number(field.value) + by));
    return button;
  };
  const less = step(-1, "−", "One less:");
  const more = step(1, "+", "One more:");
  field.addEventListener("input", () => field.value !== "" && set(Number(field.value)));
  field.addEventListener("blur", () => set(Number(field.value)));
  const el = make("span", { class: "a4a-spinner" }, less, field, more);
  set(value);
  return { el, set, get value() { return value; } };
}

/** A box to tick, in place of a number that is 0 or 1. */
export function tick(name, value, changed) {
  const box = make("input", { type: "checkbox", "aria-label": name, ".checked": value === 1 });
  box.addEventListener("change", () => changed(Number(box.checked)));
  const set = (number) => {
    if (Number(box.checked) === Math.min(1, number)) return;
    box.checked = number > 0;
    changed(Number(box.checked));
  };
  return { el: make("label", { class: "a4a-tick-box" }, box), set, get value() { return Number(box.checked); } };
}

/** A menu of many places, of which `picks` counts one at most: its element, and a counter of each place. */
export function menu(name, places, picks, changed) {
  const sorted = [...places].sort((one, other) => one.label.localeCompare(other.label));
  const options = sorted.map(({ key, label }) => make("option", { value: key }, label));
  const el = make("select", { "aria-label": name }, make("option", { value: "" }, "choose where ..."), ...options);
  const show = () => (el.value = places.find(({ key }) => picks[key])?.key ?? "");
  const choose = (place) => {
    for (const { key } of places) picks[key] = Number(key === place);
    show();
    changed();
  };
  el.addEventListener("change", () => choose(el.value));
  show();
  const counters = new Map(places.map(({ key }) => [key, {
    el,
    set: (number) => Boolean(number) !== Boolean(picks[key]) && choose(number ? key : ""),
    get value() { return picks[key] ?? 0; },
  }]));
  return { el, counters };
}

/** A form that is beside the point waits behind its title, with how many of its entries may be chosen. */
export function aside({ title, aside: hidden }, asked, [may, all], ...content) {
  const about = may === all ? `(${all})` : `(${may} of ${all} allowed)`;
  const heading = title === asked.text ? [] : [make("h4", {}, title)]; // the panel has said it
  if (!hidden) return make("section", { class: "a4a-form", "aria-label": title }, ...heading, ...content);
  return make("details", { class: "a4a-form" }, make("summary", {}, title, make("span", { class: "a4a-muted" }, ` ${about}`)), ...content);
}

/** A unit type's symbol before its name, and the colour of its power if that is not who decides. */
export function unitSigns(panel, power, type) {
  const signs = [];
  const { timeline } = panel.session;
  if (timeline.powers[power] && !(panel.asked.powers.length === 1 && panel.asked.powers[0] === power)) signs.push(powerChip(timeline.powers[power]));
  if (timeline.types[type]) signs.push(symbolPicture(timeline.types[type]));
  return signs;
}

export const plural = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

/** Titles without what all of them end in: "Germany" and "Italy" of "Germany: Build" and "Italy: Build". */
export function withoutCommon(titles, separator) {
  const [first, ...ends] = titles.map((title) => title.slice(title.indexOf(separator)));
  const common = titles.every((title) => title.includes(separator)) && ends.every((end) => end === first);
  return common ? titles.map((title) => title.slice(0, title.indexOf(separator))) : titles;
}
