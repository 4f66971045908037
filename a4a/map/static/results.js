// How battles went, in words and as markers. The shapes are in `battles.json`, which pictures read too.

import { makeSvg } from "./elements.js";
import BATTLES from "./battles.json" with { type: "json" };

/** Whether a battle is over at a position (`closed` is -1, or left out, if it never ends). */
export function endedBy(battle, position) {
  return (battle.closed ?? -1) >= 0 && battle.closed <= position;
}

/** A swing in words: +23, −8, 0. */
export function swingText(swing = 0) {
  return swing > 0 ? `+${swing}` : swing < 0 ? `−${-swing}` : "0";
}

/** A battle in a sentence. */
export function describeBattle(timeline, battle, open) {
  const what = `${titleOf(battle)} in ${timeline.spaces[battle.space].name}`;
  if (open) return `${what}, being fought`;
  return `${what}: ${battle.result || "ended"}, swing ${swingText(battle.swing)} TUV`;
}

/** The kind of a battle as a title: "Land battle", "Bombing raid". */
export function titleOf({ kind }) {
  const words = /raid|battle/.test(kind) ? kind : `${kind} battle`;
  return words[0].toUpperCase() + words.slice(1);
}

/** The power whose colour a battle's marker has: the first of the winners, or null. */
export function winnerOf(timeline, battle) {
  const winners = { attacker: battle.attackers, defender: battle.defenders }[battle.winner] ?? [];
  return timeline.powers[winners[0]] ?? null;
}

export function resultWidth(battle) {
  return BATTLES.height + swingText(battle.swing).length * BATTLES.digit + 7;
}

/** The marker of a result: the winner's field with a shape, and the swing. */
export function drawResult(timeline, battle) {
  const { height } = BATTLES;
  const width = resultWidth(battle);
  const winner = winnerOf(timeline, battle);
  const [left, top] = [-width / 2, -height / 2];
  return [
    makeSvg("rect", { x: left, y: top, width, height, rx: 2.5, class: "a4a-result" }),
    makeSvg("rect", { x: left, y: top, width: height, height, rx: 2.5, fill: winner?.colour ?? "#e8e6e0" }),
    makeSvg("path", {
      d: BATTLES[battle.winner] ?? BATTLES.nobody, fill: winner?.ink ?? "#222222", transform: `translate(${left + height / 2},0)`,
    }),
    makeSvg("rect", { x: left, y: top, width, height, rx: 2.5, class: "a4a-result-rim" }),
    makeSvg("text", { x: left + height + 3, y: 3.6 }, swingText(battle.swing)),
  ];
}
