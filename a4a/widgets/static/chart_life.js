// What a drawn chart answers: the values where the pointer is, a click goes there, and its legend
// switches series. All is read from the drawing: lines have their vertices, the axis its labels.

import { make } from "../../map/static/elements.js";

const WORDS = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const OF_TEXT = 3; // pixels that the base line of a label lies below its tick

/** Let a chart answer. `line` is the place of the cursor in its one plot, as `cursorLine` makes it. */
export function enliven(figure, svg, line, session, signal) {
  const series = seriesOf(svg);
  const title = svg.querySelector(".role-title-text")?.textContent ?? "";
  for (const one of series) switchIn(one, title, signal);
  if (!line) return;
  const scale = valueScale(svg);
  const caption = make("figcaption", { class: "a4a-chart-values", role: "status", ".hidden": true });
  figure.append(caption);
  const placeAt = (event) => {
    const { x } = new DOMPoint(event.clientX, event.clientY).matrixTransform(line.group.getScreenCTM().inverse());
    const { places } = line;
    if (x < places[0].x - 6 || x > places.at(-1).x + 6) return undefined;
    return places.reduce((best, place) => (Math.abs(place.x - x) < Math.abs(best.x - x) ? place : best));
  };
  const where = ({ value }) => {
    if (line.field === "node") return { at: session.places.get(value) ?? session.timeline.nodes.findLastIndex((node) => node <= value), name: "" };
    return session.timeline.stops[line.field].find(({ number }) => number === value);
  };
  const tell = (place) => {
    const stop = place && where(place);
    caption.hidden = !stop;
    if (!stop) return;
    const values = scale ? series.filter(({ off }) => !off).flatMap(({ name, lines }) => {
      const y = heightAt(lines, place.x);
      return y === undefined ? [] : [`${name} ${WORDS.format(scale(y))}`];
    }) : [];
    caption.textContent = `${when(session, stop, line.field)}: ${values.join(" · ")}`;
  };
  let pointed; // a click has whole pixels only, between which places may lie
  const point = (place) => tell(pointed = place);
  svg.addEventListener("pointermove", (event) => point(placeAt(event)), { signal });
  svg.addEventListener("pointerleave", () => point(undefined), { signal });
  svg.addEventListener("click", (event) => {
    const place = event.target.closest(".a4a-series") ? undefined : (pointed ?? placeAt(event));
    const stop = place && where(place);
    if (stop) session.go(stop.at);
  }, { signal });
}

/** When a stop is: the round, and the turn in it. */
function when(session, { at, name }, field) {
  const { stops } = session.timeline;
  const round = stops.round.findLast((stop) => stop.at <= at)?.name ?? "";
  return field === "turn" && round !== name ? `${round}, ${name}` : name || `${round}, step ${at}`;
}

/** The series that the legend names: with what draws each, and the vertices of its lines. */
function seriesOf(svg) {
  const inks = (mark) => [mark.getAttribute("stroke"), mark.getAttribute("fill")].filter((ink) => ink && !/^(none|transparent)$/.test(ink));
  const drawn = [...svg.querySelectorAll(".role-mark > *")];
  return [...svg.querySelectorAll(".role-legend-entry .role-scope > g")].flatMap((entry) => {
    const symbol = entry.querySelector(".role-legend-symbol > *");
    const [ink] = symbol ? inks(symbol) : [];
    const marks = drawn.filter((mark) => inks(mark).includes(ink));
    const lines = marks.filter((mark) => mark.parentNode.classList.contains("mark-line")).map(vertices).filter(Boolean);
    const name = entry.querySelector(".role-legend-label text")?.textContent ?? "";
    return ink && marks.length ? [{ name, entry, marks, lines, off: false }] : [];
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

/** The vertices of a line of straight pieces; nothing of a curve. */
function vertices(mark) {
  const drawn = mark.getAttribute("d") ?? "";
  if (/[^MLZ\d.,\s-]/.test(drawn)) return undefined;
  return [...drawn.matchAll(/(-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
}

/** How high a series is at a place; nothing where it has no line. */
function heightAt(lines, x) {
  for (const points of lines) {
    const i = points.findLastIndex(([left]) => left <= x + 0.01);
    if (i < 0) continue;
    const [[left, high], next] = [points[i], points[i + 1]];
    if (!next && x > left + 0.5) continue;
    return !next || x <= left ? high : high + ((next[1] - high) * (x - left)) / (next[0] - left);
  }
  return undefined;
}

/** What a height in the plot is worth, by two labels of a linear axis. */
function valueScale(svg) {
  const axes = [...svg.querySelectorAll('.role-axis[aria-label^="Y-axis"]')].filter((axis) => axis.querySelector(".role-axis-label"));
  if (axes.length !== 1 || !/linear scale/.test(axes[0].getAttribute("aria-label"))) return undefined;
  const labels = [...axes[0].querySelectorAll(".role-axis-label text")].map((label) => ({
    value: Number(label.textContent.replaceAll(",", "").replace("−", "-")),
    y: Number(label.getAttribute("transform").match(/-?[\d.]+/g)[1]) - OF_TEXT,
  }));
  const [low, high] = [labels[0], labels.at(-1)];
  if (!low || low === high || Number.isNaN(low.value + high.value)) return undefined;
  return (y) => low.value + ((y - low.y) * (high.value - low.value)) / (high.y - low.y);
}
