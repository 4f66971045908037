// Elements of the page and of drawings; whatever a record says is text in them, never HTML.

// Characters that turn the direction of text, as in `a4a/core/controls.py`.
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text with the characters that turn its direction as their codes: shown, not acted on. */
function visible(text) {
  const code = (c) => c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
  return text.replace(TURNING, (c) => `⟨U+${code(c)}⟩`);
}

/** An element with attributes, properties (leading dot) and children; strings become visible text. */
export function make(tag, attributes = {}, ...children) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith(".")) el[name.slice(1)] = value;
    else if (value !== null && value !== false) el.setAttribute(name, value === true ? "" : visible(String(value)));
  }
  el.append(...children.map((child) => (typeof child === "string" ? visible(child) : child)));
  return el;
}

/** The same for a drawing: an element with attributes and children. */
export function makeSvg(tag, attributes = {}, ...children) {
  const el = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, value);
  el.append(...children.map((child) => (typeof child === "string" ? visible(child) : child)));
  return el;
}

/** A power's colour as a small square. */
export function powerChip(power) {
  const square = make("span", { class: "a4a-chip", title: power.name });
  square.style.background = power.colour;
  return square;
}

/** A part of a drawing, put in its place. */
export function placed(node, x, y) {
  node.setAttribute("transform", `translate(${x},${y})`);
  return node;
}

/** The element around a view, once the page has put it there; null if the view is taken away. */
export async function enclosing(el, selector, signal) {
  for (let wait = 10; !signal.aborted; wait = Math.min(250, 1.2 * wait)) {
    const found = el.closest(selector);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return null;
}

/** So much money: "1 production point", "3 IPC". */
export function amountOf(number, currency) {
  return `${number} ${number === 1 ? currency.replace(/s$/, "") : currency}`;
}

const UNCOUNTED = /(^|[ _])(infantry|artillery|cavalry|armou?r|aaa|air|aircraft)$/i; // as `core/english.py`

/** A number of units in words: "2 tanks", "3 infantry", "2 tanks (landing)". */
export function countOf(count, type) {
  const [name, ...duty] = type.split(/(?= \()/);
  const told = (word) => `${count.toLocaleString("en")} ${word}${duty.join("")}`;
  if (count === 1 || UNCOUNTED.test(name)) return told(name);
  if (/[^aeiou]y$/i.test(name)) return told(`${name.slice(0, -1)}ies`);
  return told(`${name}${/(s|x|ch|sh)$/i.test(name) ? "es" : "s"}`);
}
