// Charts drawn as SVG, each with a line at the current node. The rules that mark where the line
// can stand come with the SVG (see charts/svg.py); moving the line touches one attribute a chart.

import { make, makeSvg } from "../../map/static/elements.js";
import { listenToKeys } from "../../map/static/keys.js";
import { openSession } from "../../map/static/session.js";
import { enliven } from "./chart_life.js";

const [SIGN, BETWEEN] = ["\u241e", "\u241f"]; // as in charts/svg.py
const AFTER = 150; // ms that other charts wait for once the board has its frame
const CURSOR_RULES = '[aria-label^="a4a-cursor "]';
const DRAWN = new Set([
  "svg", "g", "path", "line", "rect", "circle", "text", "tspan", "defs", "clippath", "lineargradient",
  "radialgradient", "stop", "title", "desc",
]);

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  openSession(model).then((session) => {
    if (!signal.aborted) buildCharts(model, session, el, signal);
  });
  return () => ending.abort();
}

/** SVG text as an element that can only draw: no scripts, no handlers, no links. */
function safeSvg(text) {
  const { documentElement: svg } = new DOMParser().parseFromString(text, "image/svg+xml");
  for (const node of [svg, ...svg.querySelectorAll("*")]) {
    const element = node.localName.toLowerCase();
    if (element === "a") {
      node.replaceWith(...node.childNodes); // a mark with a link stays, its link does not
      continue;
    }
    if (!DRAWN.has(element)) {
      node.remove();
      continue;
    }
    for (const { name, value } of [...node.attributes]) {
      const refers = /href|src/i.test(name) || (/url\s*\(/i.test(value) && !/^url\(["']?#/.test(value));
      if (/^on/i.test(name) || refers) node.removeAttribute(name);
    }
  }
  return document.importNode(svg, true);
}

function buildCharts(model, session, el, signal) {
  el.classList.add("a4a-charts");
  listenToKeys(el, session, signal);
  let lines = [];
  let drawing = new AbortController();
  signal.addEventListener("abort", () => drawing.abort());

  let shown; // the pictures that are drawn
  let soon;
  signal.addEventListener("abort", () => clearTimeout(soon));

  const draw = () => {
    clearTimeout(soon);
    lines = [];
    drawing.abort();
    drawing = new AbortController();
    if (!model.get("drawn")) {
      el.replaceChildren(make("div", { class: "a4a-muted", role: "status" }, "The charts are being drawn …"));
      return model.send({ type: "draw" });
    }
    shown = model.get("pictures");
    el.replaceChildren(...shown.map(({ svg: text, fault }) => {
      if (fault) return make("p", { class: "a4a-muted", role: "alert" }, fault);
      const svg = safeSvg(text);
      const [width, height] = [Number(svg.getAttribute("width")), Number(svg.getAttribute("height"))];
      svg.setAttribute("role", "group"); // its legend has buttons
      svg.setAttribute("aria-label", svg.querySelector(".role-title-text")?.textContent || "Chart");
      svg.removeAttribute("width");
      svg.removeAttribute("height");
      svg.style.maxWidth = `${1.25 * width}px`;
      svg.style.aspectRatio = `${width} / ${height}`;
      // The rules of a plot are in groups side by side: of its rows, of its axis' ends, of its values.
      const plots = new Map();
      for (const rule of svg.querySelectorAll(CURSOR_RULES)) {
        const plot = rule.parentNode.parentNode;
        plots.set(plot, [...(plots.get(plot) ?? []), rule]);
      }
      const own = [...plots.values()].map(cursorLine);
      lines.push(...own);
      const figure = make("figure", {}, svg);
      enliven(figure, svg, own, session, drawing.signal);
      return figure;
    }));
    return show();
  };
  const show = () => {
    for (const line of lines) line.show(session);
  };
  const drawOthers = () => {
    clearTimeout(soon);
    const others = () => model.get("drawn") && model.get("pictures") !== shown && draw();
    requestAnimationFrame(() => (soon = setTimeout(others, AFTER)));
  };
  const heard = { "change:drawn": draw, "change:pictures": drawOthers };
  for (const [name, heed] of Object.entries(heard)) model.on(name, heed);
  signal.addEventListener("abort", () => {
    for (const [name, heed] of Object.entries(heard)) model.off(name, heed);
  });
  draw();
  session.listen((what) => what !== "play" && show(), signal);
}

/** The line of one plot: its places from the invisible rules, which it takes away, and what they tell. */
function cursorLine(rules) {
  let field = "";
  const group = rules[0].parentNode;
  const found = new Map();
  for (const rule of rules) {
    const [key, runs, names, texts] = rule.getAttribute("aria-label").split(SIGN);
    const [, name, text] = key.split(" ");
    const [x, top] = rule.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    const value = Number(text);
    field = name;
    const place = found.get(value) ?? { value, x, top, height: Number(rule.getAttribute("y2")), told: new Map() };
    found.set(value, place);
    const values = texts?.split(BETWEEN) ?? [];
    names?.split(BETWEEN).forEach((series, i) => place.told.has(series) || place.told.set(series, { runs, text: values[i] }));
  }
  const places = [...found.values()].sort((a, b) => a.value - b.value);
  const { top, height } = places[0];
  const line = makeSvg("line", { y1: top, y2: top + height, class: "a4a-cursor-line" });
  for (const rule of rules) rule.remove();
  group.append(line);
  const place = (value) => {
    let i = places.findLastIndex((p) => p.value <= value);
    if (i < 0) i = 0;
    const [a, b] = [places[i], places[i + 1]];
    if (!b || value <= a.value) return a.x;
    return a.x + ((b.x - a.x) * (value - a.value)) / (b.value - a.value);
  };
  return {
    group,
    places,
    field,
    show(session) {
      const value = field === "node" ? session.timeline.nodes[session.position] : session.stop(field).number;
      line.setAttribute("transform", `translate(${place(value)},0)`);
    },
  };
}

export default { render };
