// What a drawn chart answers: the values where the pointer is, a click goes there, and its legend
// switches series. The values come with the drawing: rules tell those of a time, marks their own.

import { make } from "../../map/static/elements.js";

const BESIDE = 6; // pixels beside the first and the last place that still mean them
const TOLD = /^(bar|rect mark|point|symbol|tick)/; // marks that are pointed at one by one

/** Let a chart answer. `lines` are the cursors of its plots, as `cursorLine` makes them. */
export function enliven(figure, svg, lines, session, signal) {
  const series = seriesOf(svg);
  const title = svg.querySelector(".role-title-text")?.textContent ?? "";
  for (const one of series) switchIn(one, title, signal);
  const caption = make("figcaption", { class: "a4a-chart-values", role: "status", ".hidden": true });
  figure.append(caption);
  const where = ({ line, place }) => {
    const { value } = place;
    if (line.field === "node") return { at: session.places.get(value) ?? session.timeline.nodes.findLastIndex((node) => node <= value), name: "" };
    return session.timeline.stops[line.field].find(({ number }) => number === value);
  };
  const off = () => new Set(series.filter((one) => one.off).map(({ name }) => name));
  const wordsAt = (found) => {
    const stop = found && where(found);
    if (!stop) return "";
    const { line, place } = found;
    const values = valuesAt(line, place, series.map(({ name }) => name), off());
    const plot = lines.length > 1 ? titleOf(svg, lines, line) : "";
    return `${plot && `${plot}, `}${when(session, stop, line.field)}: ${values.join(" · ")}`;
  };
  let pointed; // a click has whole pixels only, between which places may lie
  const point = (found, target) => {
    pointed = found;
    const runs = [...(found?.place.told.values() ?? [])].some((one) => one.runs === "on");
    const text = (runs ? "" : ownWords(target)) || wordsAt(found);
    caption.hidden = !text;
    caption.textContent = text;
  };
  svg.addEventListener("pointermove", (event) => point(placeAt(lines, event), event.target), { signal });
  svg.addEventListener("pointerleave", () => point(undefined, svg), { signal });
  svg.addEventListener("click", (event) => {
    const found = event.target.closest(".a4a-series") ? undefined : (pointed ?? placeAt(lines, event));
    const stop = found && where(found);
    if (stop) session.go(stop.at);
  }, { signal });
}

/** The cursor, and the place of it, that an event means. */
function placeAt(lines, event) {
  for (const line of lines) {
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(line.group.getScreenCTM().inverse());
    const { places } = line;
    const [{ top, height }] = places;
    const inside = x >= places[0].x - BESIDE && x <= places.at(-1).x + BESIDE && y >= top - BESIDE && y <= top + height + BESIDE;
    if (inside) return { line, place: places.reduce((best, place) => (Math.abs(place.x - x) < Math.abs(best.x - x) ? place : best)) };
  }
  return undefined;
}

/** What a mark that is pointed at says of itself, or "". */
function ownWords(target) {
  const mark = target.closest?.(".role-mark > [aria-roledescription]");
  return mark && TOLD.test(mark.getAttribute("aria-roledescription")) ? mark.getAttribute("aria-label") ?? "" : "";
}

/** The values of a plot's series at a place, in the order of the legend; lines go on between two values. */
function valuesAt({ places }, place, order, off) {
  const at = places.indexOf(place);
  const found = new Map();
  for (const [name, { runs }] of new Map(places.flatMap(({ told }) => [...told]))) {
    if (off.has(name)) continue;
    const before = runs === "at" ? [place] : places.slice(0, at + 1);
    const one = before.findLast(({ told }) => told.has(name));
    const ended = runs === "on" && one !== place && !places.slice(at).some(({ told }) => told.has(name));
    if (one && !ended) found.set(name, `${name} ${one.told.get(name).text}`.trim());
  }
  const names = [...order.filter((name) => found.has(name)), ...[...found.keys()].filter((name) => !order.includes(name))];
  return names.map((name) => found.get(name));
}

/** What one of several plots is called. */
function titleOf(svg, lines, line) {
  let plot = line.group;
  while (plot && !plot.parentNode?.matches('.role-scope:is(.cell, [class*="concat_"])')) plot = plot.parentElement;
  const own = plot?.querySelector(".role-title-text");
  const heads = [...svg.querySelectorAll(":is(.role-column-header, .role-row-header) .role-title-text")];
  return (own ?? (heads.length === lines.length ? heads[lines.indexOf(line)] : null))?.textContent ?? "";
}

/** When a stop is: the round, and the turn in it. */
function when(session, { at, name }, field) {
  const { stops } = session.timeline;
  const round = stops.round.findLast((stop) => stop.at <= at)?.name ?? "";
  return field === "turn" && round !== name ? `${round}, ${name}` : name || `${round}, step ${at}`;
}

/** The series that the legend names, with what draws each. */
function seriesOf(svg) {
  const inks = (mark) => [mark.getAttribute("stroke"), mark.getAttribute("fill")].filter((ink) => ink && !/^(none|transparent)$/.test(ink));
  const drawn = [...svg.querySelectorAll(".role-mark > *")];
  return [...svg.querySelectorAll(".role-legend-entry .role-scope > g")].flatMap((entry) => {
    const symbol = entry.querySelector(".role-legend-symbol > *");
    const [ink] = symbol ? inks(symbol) : [];
    const marks = drawn.filter((mark) => inks(mark).includes(ink));
    const name = entry.querySelector(".role-legend-label text")?.textContent ?? "";
    return ink && marks.length ? [{ name, entry, marks, off: false }] : [];
  });
}

/** Let an entry of the legend be a button that switches its series; charts have series of one name. */
function switchIn(series, title, signal) {
  const { entry, marks, name } = series;
  const label = title ? `${name}, ${title}` : name;
  for (const [key, value] of Object.entries({ role: "button", tabindex: "0", "aria-pressed": "true", "aria-label": label, class: "a4a-series" })) entry.setAttribute(key, value);
  entry.querySelector(".background")?.setAttribute("pointer-events", "all");
  const turn = () => {
    series.off = !series.off;
    entry.setAttribute("aria-pressed", String(!series.off));
    for (const mark of marks) mark.classList.toggle("a4a-series-off", series.off);
  };
  entry.addEventListener("click", turn, { signal });
  entry.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    event.stopPropagation(); // Space plays
    turn();
  }, { signal });
}
