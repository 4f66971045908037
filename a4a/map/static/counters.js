// Named counters, as they are printed: the power's colour, the symbol, the numbers of the side that
// is up; a light band across the top says that it is reduced, a tick in the corner that it is marked.

import { makeSvg, placed } from "./elements.js";
import { drawSymbol } from "./symbols.js";

export const COUNTER = 26; // px of a side

/** A counter about the origin; `counter` is a row {name, face, reduced} of the timeline. */
export function drawCounter({ type, power, counter }) {
  const half = COUNTER / 2;
  const square = { x: -half + 0.5, y: -half + 0.5, width: COUNTER - 1, height: COUNTER - 1, rx: 2 };
  const parts = [makeSvg("rect", { ...square, fill: power.colour, stroke: "#fff", "stroke-width": 1 })];
  if (counter.reduced) {
    parts.push(makeSvg("rect", { x: -half + 1, y: -half + 1, width: COUNTER - 2, height: 3.4, fill: "#fff", "fill-opacity": 0.85, class: "a4a-reduced" }));
  }
  parts.push(placed(drawSymbol(type, power.ink), -7, -8));
  // A long face is squeezed to the counter's width, whatever the font.
  const long = counter.face.length > 5 ? { textLength: COUNTER - 4, lengthAdjust: "spacingAndGlyphs" } : {};
  parts.push(makeSvg("text", { y: 10.4, fill: power.ink, "text-anchor": "middle", class: "a4a-face", ...long }, counter.face));
  if (counter.marked) {
    parts.push(makeSvg("circle", { cx: half - 4.5, cy: 4.5 - half, r: 4.2, fill: "#15191d", stroke: "#fff", class: "a4a-marked" }));
    parts.push(makeSvg("path", { d: `M${half - 6.6} ${4.5 - half}l1.5 1.8l2.6 -3.6`, fill: "none", stroke: "#fff", "stroke-width": 1.4 }));
  }
  return parts;
}

/** What a counter is, in words. */
export const counterText = ({ name, face, reduced, marked }) => [`${name} ${face}`, reduced ? "reduced" : "", marked].filter(Boolean).join(", ");

/** A counter as a picture of its own. */
export function counterPicture(what) {
  const half = COUNTER / 2;
  const box = { viewBox: `${-half} ${-half} ${COUNTER} ${COUNTER}`, width: COUNTER, height: COUNTER, class: "a4a-counter", "aria-hidden": "true" };
  return makeSvg("svg", box, ...drawCounter(what));
}

/** The counters of a stack content in order, `{type, power, counter}`; null if it has other units. */
export function countersOf(content, { types, powers, counters }) {
  const found = [];
  for (let i = 0; i < content.length; i += 4) {
    const [power, type, condition, count] = content.slice(i, i + 4);
    const counter = counters[condition];
    if (!counter) return null;
    for (let n = 0; n < count; n++) found.push({ type: types[type], power: powers[power], counter });
  }
  return found;
}
