// The unit symbols, drawn in a box 14 wide and 10 high. Land units are framed as on military maps;
// aircraft and ships are silhouettes. `line` is stroked, `fill` is filled. Their paths are in
// `symbols.json`: pictures draw them too.

import { makeSvg } from "./elements.js";
import SYMBOLS from "./symbols.json" with { type: "json" };

/** The symbol of a unit type as an SVG group, drawn in `ink`. */
export function drawSymbol({ symbol, category }, ink) {
  const { line, fill } = SYMBOLS[symbol] ?? SYMBOLS[category] ?? SYMBOLS.other;
  const group = makeSvg("g");
  if (line) {
    group.append(makeSvg("path", { d: line, fill: "none", stroke: ink, "stroke-width": 1.1 }));
  }
  if (fill) group.append(makeSvg("path", { d: fill, fill: ink }));
  return group;
}

/** A unit type's symbol as a small picture in a line of text. */
export function symbolPicture(type) {
  return makeSvg(
    "svg", { viewBox: "0 0 14 10", width: 20, height: 14, "aria-hidden": "true" }, drawSymbol(type, "currentColor"),
  );
}
