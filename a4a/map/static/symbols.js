// The unit symbols, drawn in a box 14 wide and 10 high. Land units are framed as on military maps;
// aircraft and ships are silhouettes. `line` is stroked, `fill` is filled.

const FRAME = "M1 1H13V9H1Z";
const HULL = "M.6 6.2H13.4L11.8 9.2H2.2Z";

const SYMBOLS = {
  infantry: { line: FRAME + "M1 1L13 9M13 1L1 9" },
  mechanized: { line: FRAME + "M1 1L13 9M13 1L1 9M4.2 3H9.8A2 2 0 0 1 9.8 7H4.2A2 2 0 0 1 4.2 3Z" },
  armour: { line: FRAME + "M4.5 3H9.5A2 2 0 0 1 9.5 7H4.5A2 2 0 0 1 4.5 3Z" },
  artillery: { line: FRAME, fill: "M7 3A2 2 0 0 1 7 7A2 2 0 0 1 7 3Z" },
  antiaircraft: { line: FRAME + "M2.6 9A4.4 5.6 0 0 1 11.4 9" },
  airborne: { line: FRAME + "M1 1L13 9M13 1L1 9M4.5 8A1.2 1.2 0 0 1 7 8A1.2 1.2 0 0 1 9.5 8" },
  marine: { line: FRAME + "M1 1L13 9M13 1L1 9M7 3.4V8M4.8 6.4A2.2 1.8 0 0 0 9.2 6.4" },
  cavalry: { line: FRAME + "M1 9L13 1" },
  headquarters: { line: FRAME + "M4 3V7M4 5H10M10 3V7" },
  land: { line: FRAME },
  fighter: { fill: "M7 .4L7.9 3.4L13.2 5.8V7.2L7.9 6.2L7.7 8.1L9.2 9.1V9.8L7 9.3L4.8 9.8V9.1L6.3 8.1L6.1 6.2L.8 7.2V5.8L6.1 3.4Z" },
  "tactical-bomber": { fill: "M6.2 .8H7.8V3.2H13V5.4L7.8 6V8.2H10V9.6H4V8.2H6.2V6L1 5.4V3.2H6.2Z" },
  "strategic-bomber": { fill: "M6.3 .5A.7 .7 0 0 1 7.7 .5V3.2H9.2V2.2H10.2V3.3H11.4V2.5H12.3V3.4L13.8 3.6V5L7.8 5.7V8H9.8V9.5H4.2V8H6.2V5.7L.2 5V3.6L1.7 3.4V2.5H2.6V3.3H3.8V2.2H4.8V3.2H6.3Z" },
  air: { fill: "M6.3 .8H7.7V3.4L13.4 5V6.4L7.7 6.1V8.1L9.2 9.2V9.8H4.8V9.2L6.3 8.1V6.1L.6 6.4V5L6.3 3.4Z" },
  submarine: { fill: "M2.6 6.2H6V4H8.2V6.2H11A1.6 1.5 0 0 1 11 9.2H2.6A1.6 1.5 0 0 1 2.6 6.2Z" },
  transport: { fill: HULL + "M2.8 3.2H6.4V5.6H2.8ZM7.4 3.2H11V5.6H7.4Z" },
  destroyer: { fill: HULL + "M5.4 3.6H8V6.2H5.4Z" },
  cruiser: { fill: HULL + "M5.8 2.6H8.4V6.2H5.8ZM2.6 4.6H5V6.2H2.6Z" },
  battleship: { fill: HULL + "M5.6 1H8.4V6.2H5.6ZM2 4.4H4.8V6.2H2ZM9.2 4.4H12V6.2H9.2ZM.6 4.6H2.2V5.4H.6ZM11.8 4.6H13.4V5.4H11.8Z" },
  carrier: { fill: "M.4 4.8H13.6V6.2L12.2 9.2H1.8L.4 6.2ZM8.4 1.8H10.4V4.4H8.4Z" },
  sea: { fill: HULL },
  "minor-industrial-complex": { fill: "M1 9.4V4.2L4 6.2V4.2L7 6.2V4.2L9.4 5.8V1H12.6V9.4Z" },
  "major-industrial-complex": { fill: "M.6 9.4V4.6L3.2 6.4V4.6L5.8 6.4V4.6L7.6 5.8V.6H9.8V5.8H10.6V2.4H12.8V9.4Z" },
  "air-base": { line: "M7 .8A4.2 4.2 0 0 1 7 9.2A4.2 4.2 0 0 1 7 .8ZM4 8L10 2M5.4 9L11 3.4" },
  "naval-base": { line: "M7 3V9.2M4.6 4H9.4M2.8 6.2A4.2 3.2 0 0 0 11.2 6.2M7 3A1.1 1.1 0 0 1 7 .8A1.1 1.1 0 0 1 7 3Z" },
  fortification: { fill: "M1 9.2V3H3.4V4.6H5.6V3H8.4V4.6H10.6V3H13V9.2Z" },
  facility: { line: "M2.5 1.5H11.5V8.5H2.5Z" },
  other: { fill: "M7 2.4A2.6 2.6 0 0 1 7 7.6A2.6 2.6 0 0 1 7 2.4Z" },
};

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
