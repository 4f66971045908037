// What the signs that judge a step or a position say.

import GLYPHS from "./glyphs.json" with { type: "json" };

export const STEP_SIGNS = ["!", "?", "!?", "?!", "!!", "??", "□"];

export function isGlyph(sign) {
  return Object.hasOwn(GLYPHS, sign);
}

/** What a glyph says, and for whom. */
export function glyphWords({ sign, side }) {
  return `${isGlyph(sign) ? GLYPHS[sign] : "glyph"}${side ? ` for ${side}` : ""}`;
}
