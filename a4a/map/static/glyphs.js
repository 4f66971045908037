// What the signs say, and what each is about; the groups are those of `core/annotations.py`.

import GLYPHS from "./glyphs.json" with { type: "json" };

/** The signs by what they are about, and how many of each group a node has: one, or each once. */
export const SIGN_GROUPS = [
  { about: "step", title: "Judgement of the step", signs: ["!", "?", "!?", "?!", "!!", "??", "□"], one: true },
  { about: "position", title: "Judgement of the position", signs: ["=", "∞", "⩲", "±", "+−"], one: true },
  { about: "observation", title: "Observation", signs: ["N", "↑", "→", "⇆", "=∞", "⨀"], one: false },
];
const SIDED = new Set(["⩲", "±", "+−"]);

export function isGlyph(sign) {
  return Object.hasOwn(GLYPHS.words, sign);
}

/** Whether a sign says for which side the position is better. */
export function isSided(sign) {
  return SIDED.has(sign);
}

/** What a note judges: "step", "position", "observation"; nothing if it is no glyph. */
export function aboutOf({ kind, sign }) {
  return kind === "glyph" ? SIGN_GROUPS.find(({ signs }) => signs.includes(sign))?.about : undefined;
}

/** A sign as it is shown: few fonts have the plus over equals. */
export function shownSign(sign) {
  return GLYPHS.shown[sign] ?? sign;
}

/** What a glyph says, and for whom. */
export function glyphWords({ sign, side }) {
  return `${isGlyph(sign) ? GLYPHS.words[sign] : "glyph"}${side ? ` for ${side}` : ""}`;
}
