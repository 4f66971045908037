// Dice that were thrown, as they are told on cards and in the decision panel.

import { make, powerChip } from "./elements.js";

const MOST_DICE = 72; // of one throw that are shown

const PURPOSES = {
  aa: "anti-aircraft fire", bombard: "bombardment",
};

/** Dice that were thrown together: whose, for what, the faces, the hits. */
export function tellThrow(timeline, [power, purpose, faces, hits, role = -1, type = -1, target = 0, outcome = ""]) {
  const scored = hitDice(faces, hits, target);
  const what = [purpose === "chart" ? ["attackers", "defenders"][role] ?? "" : PURPOSES[purpose] ?? purpose];
  if (timeline.types[type]) what.push(timeline.types[type].name);
  if (target > 0) what.push(`${target} or less`);
  const told = outcome || (hits < 0 ? "" : hits === 1 ? "1 hit" : `${hits} hits`);
  const dice = faces.slice(0, MOST_DICE).map((face, i) => make(
    "span", { class: scored[i] ? "a4a-die a4a-die-hit" : "a4a-die", "aria-hidden": "true" }, String(face),
  ));
  if (faces.length > MOST_DICE) dice.push(`and ${faces.length - MOST_DICE} more`);
  const words = make("span", { class: "a4a-unseen" }, `rolled ${faces.join(", ")}: ${told}`);
  return make(
    "div", { class: "a4a-throw" },
    make("div", { class: "a4a-throw-what" }, powerChip(timeline.powers[power] ?? { name: "", colour: "" }), ` ${what.join(", ")}`),
    make("div", { class: "a4a-dice" }, ...dice, words, make("strong", { "aria-hidden": "true" }, told)),
  );
}

/** Which dice hit: those at or under the target, if that is as many as there were hits. */
function hitDice(faces, hits, target) {
  if (hits === faces.length) return faces.map(() => true);
  const scored = faces.map((face) => target > 0 && face <= target);
  return scored.filter(Boolean).length === hits ? scored : faces.map(() => false);
}
