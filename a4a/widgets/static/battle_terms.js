// How a battle of the lab is fought: rounds, retreat, dice; of a raid what is bombed.

import { make } from "../../map/static/elements.js";

const LIMITS = { rounds: ["rounds", 2], units: ["units", 3], odds: ["%", 40], aircraft: ["%", 30], strafe: ["%", 10] };
const LIMIT_OF = { retreat: "limit", defender_retreat: "defender_limit" };
const STAYS_OF = { retreat: "attacker_stays", defender_retreat: "defender_stays" };
const DICE_WORDS = { "": "of the game", standard: "standard", "low luck": "low luck", given: "as given" };
const TERM_TITLES = {
  rounds: "Rounds that are fought at most",
  retreat: "When the attacker breaks off",
  defender_retreat: "When the defender leaves: it is fired at for another round, and does not answer",
  stays: "Units that fight on when the others retreat (1 infantry): of each kind they are the last to be lost",
  prize: "What the space is worth beside the units, to those who weigh whether to retreat",
  keep_land: "So many of the attacker's land units are lost last of all, to take the space: 1 as players do, 0 for the order as it is",
  submerge: "Whose submarines leave the battle when they can",
  dice: "Low luck: values are added up, six of them are a sure hit; a die is thrown for what is left",
  allocation: "Where hits may fall on different targets. Volley by volley: those of submarines first, then of aircraft, then the rest. Along the order: each on the first that may be lost",
  target: "What the raid is on",
  target_damage: "Damage that it has already: of a convoy, points that are not at sea",
  terrain: "Where it is fought: what is ticked shifts the attacker to the left on the chart. Rivers count if all attack across one",
};

export class LabTerms {
  constructor(lab) {
    this.lab = lab;
    this.el = make("section", { class: "a4a-terms", "aria-label": "How it is fought" });
  }

  lay() {
    const { offered, setup } = this.lab;
    const dice = this.choice("Dice", "dice", offered.dice.map((value) => [value, DICE_WORDS[value] ?? value]));
    const has = (term) => offered.terms.includes(term);
    if (setup.kind === "raid") {
      this.el.hidden = false;
      this.el.replaceChildren(
        this.choice("Target", "target", offered.targets.map((name) => [name, name])),
        this.number("Damaged by", "target_damage", {}), ...(has("dice") ? [dice] : []));
      return;
    }
    const sea = setup.kind === "sea";
    const rest = [
      has("rounds") && this.number("Rounds", "rounds", { least: 1, empty: null, hint: "all" }),
      ...(has("retreat") ? this.policy(has("defender_retreat") ? "Attacker retreats" : "Retreat", "retreat", offered.policies) : []),
      ...(has("defender_retreat") ? this.policy("Defender retreats", "defender_retreat", offered.defender_policies) : []),
      has("retreat") && this.number(`Prize (${offered.currency})`, "prize", {}),
      sea && has("submerge") && this.choice("Submerge", "submerge", ["", "attacker", "defender", "both"].map((side) => [side, side || "never"])),
      !sea && has("keep_land") && this.number("Keep land units", "keep_land", {}),
      has("dice") && dice,
      has("allocation") && this.choice("Hits", "allocation", offered.allocations.map((value) => [value, value])),
      ["land", "amphibious"].includes(setup.kind) && offered.terrain.length && this.terrain(),
    ].filter(Boolean);
    this.el.hidden = rest.length === 0;
    this.el.replaceChildren(...rest);
  }

  /** The terrain of the place: boxes to tick. */
  terrain() {
    const { lab } = this;
    const boxes = lab.offered.terrain.map((name) => {
      const box = make("input", { type: "checkbox", ".checked": lab.setup.terrain.includes(name) });
      box.addEventListener("change", () => {
        const others = lab.setup.terrain.filter((one) => one !== name);
        lab.set({ terrain: box.checked ? [...others, name] : others });
      });
      return make("label", {}, box, ` ${name}`);
    });
    return make("fieldset", { class: "a4a-terrain", title: TERM_TITLES.terrain }, make("legend", {}, "Terrain"), ...boxes);
  }

  /** When a side retreats, and how many rounds, units or percents that is about. */
  policy(label, key, policies) {
    const chosen = this.lab.setup[key];
    const limit = LIMITS[chosen];
    const field = limit && this.number(limit[0], LIMIT_OF[key], { least: chosen === "rounds" ? 1 : 0, most: limit[0] === "%" ? 100 : 1000 });
    const some = chosen !== "never" && this.lab.offered.terms.includes(STAYS_OF[key]) && this.staying(STAYS_OF[key]);
    return [this.choice(label, key, Object.entries(policies)), field, some].filter(Boolean);
  }

  /** Who stays when the rest of a side retreats, as units are typed; asked when all is written. */
  staying(key) {
    const field = make("input", { type: "text", class: "a4a-staying", placeholder: "nobody", maxlength: 200, ".value": this.lab.setup[key] });
    field.addEventListener("change", () => this.lab.set({ [key]: field.value }));
    return make("label", { title: TERM_TITLES.stays }, `${key === "attacker_stays" ? "Attackers" : "Defenders"} who stay `, field);
  }

  choice(label, key, options) {
    const { lab } = this;
    const select = make("select", {}, ...options.map(([value, text]) => make("option", { value, ".selected": value === lab.setup[key] }, text)));
    select.addEventListener("change", () => {
      const limit = LIMIT_OF[key] && LIMITS[select.value] ? { [LIMIT_OF[key]]: LIMITS[select.value][1] } : {};
      lab.set({ [key]: select.value, ...limit, ...(key === "target" ? { target_damage: 0 } : {}) });
      if (LIMIT_OF[key] || key === "target") lab.layAgain(); // what else there is to pick depends on it
    });
    if (this.focused === key) queueMicrotask(() => select.focus({ preventScroll: true }));
    select.addEventListener("focus", () => (this.focused = key));
    select.addEventListener("blur", () => (this.focused = ""));
    return make("label", { title: TERM_TITLES[key] }, `${label} `, select);
  }

  number(label, key, { least = 0, most = 1000, empty = 0, hint = "" }) {
    const field = make("input", { type: "number", min: least, max: most, placeholder: hint, ".value": this.lab.setup[key] ?? "" });
    field.addEventListener("input", () => {
      const value = field.value === "" ? empty : Math.max(least, Math.min(most, Math.round(Number(field.value)) || 0));
      this.lab.set({ [key]: value });
    });
    return make("label", { title: TERM_TITLES[key] }, `${label} `, field);
  }
}
