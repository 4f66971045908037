// The unit symbols, drawn in a box 14 wide and 10 high. Land units are framed as on military maps;
// aircraft and ships are silhouettes. `line` is stroked, `fill` is filled. Their paths are in
// `symbols.json`, which comes before this file as the constant SYMBOLS: pictures draw them too.

/** The symbol of a unit type as an SVG group, drawn in `ink`. */
function drawSymbol({ symbol, category }, ink) {
  const { line, fill } = SYMBOLS[symbol] ?? SYMBOLS[category] ?? SYMBOLS.other;
  const group = makeSvg("g");
  if (line) {
    group.append(makeSvg("path", { d: line, fill: "none", stroke: ink, "stroke-width": 1.1 }));
  }
  if (fill) group.append(makeSvg("path", { d: fill, fill: ink }));
  return group;
}
