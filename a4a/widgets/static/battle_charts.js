// The charts of a battle lab, drawn from numbers: the chances, the swing, how the battle goes.

import { make, makeSvg } from "../../map/static/elements.js";

export const ENDS = [ // what can become of a battle, in the order in which it is drawn
  ["attacker_wins", "Attacker wins"],
  ["both_survive", "Both survive"],
  ["both_destroyed", "Both destroyed"],
  ["nobody_wins", "Nobody wins"],
  ["defender_wins", "Defender wins"],
];

/** A chance in percent, never rounded to certainty. */
export function percent(chance, digits = 1) {
  const least = 10 ** -digits;
  if (chance > 1e-12 && 100 * chance < least / 2) return `<${least}%`;
  if (chance < 1 - 1e-12 && 100 * (1 - chance) < least / 2) return `>${(100 - least).toFixed(digits)}%`;
  return `${(100 * chance).toFixed(digits)}%`;
}

/** A number with its sign; none for what rounds to nothing. */
export function signed(number, digits = 1) {
  const text = Math.abs(number).toFixed(digits);
  return Number(text) === 0 ? text : `${number > 0 ? "+" : "−"}${text}`;
}

/** Who wins: a bar in parts, each with its pattern, and the same in words. */
export function chancesBar(chances, kind) {
  const shown = ENDS.filter(([key]) => chances[key] >= 5e-4);
  const parts = shown.map(([key]) => {
    const part = make("span", { class: `a4a-end a4a-${key}` });
    part.style.flexGrow = chances[key];
    return part;
  });
  const words = shown.map(([key, name]) => make(
    "span", { class: "a4a-told" }, make("span", { class: `a4a-swatch a4a-${key}`, "aria-hidden": "true" }),
    ` ${name} `, make("strong", {}, percent(chances[key])),
    ...(key === "attacker_wins" && ["land", "amphibious"].includes(kind) && Math.abs(chances.attacker_takes - chances[key]) >= 5e-4
      ? [make("span", { class: "a4a-muted" }, ` takes it ${percent(chances.attacker_takes)}`)] : []),
  ));
  return [make("div", { class: "a4a-chances", "aria-hidden": "true" }, ...parts), make("p", { class: "a4a-chances-told" }, ...words)];
}

/** What a raid does, in words. */
export function damageTold({ damage: [mean, most, any], swing: [swing, sd] }, currency) {
  const told = (title, ...words) => make("span", { class: "a4a-told" }, `${title} `, ...words);
  return [make("p", { class: "a4a-chances-told" },
    told("Damage", make("strong", {}, mean.toFixed(1)), ` of ${most} that it can take`),
    told("Some damage in", make("strong", {}, percent(any))),
    told("Swing", make("strong", {}, `${signed(swing)} ${currency}`), ` ±${sd.toFixed(1)}, the damage counted`))];
}

const UNSEEN = 5e-4; // probability of a bar at an end that is left out
const WIDE = 300;
const HIGH = 118;
const LEFT = 30;
const BOTTOM = 16;

/** An axis: lines at round numbers with their texts. */
function gridLines(most) {
  const step = [0.01, 0.02, 0.05, 0.1, 0.2, 0.25].find((s) => most / s <= 4) ?? 0.25;
  const lines = [];
  for (let value = 0; value <= most + 1e-9; value += step) lines.push(value);
  return lines;
}

function chart(label, most, ...content) {
  const y = (value) => HIGH - BOTTOM - (value / most) * (HIGH - BOTTOM - 6);
  const grid = gridLines(most).flatMap((value) => [
    makeSvg("line", { x1: LEFT, x2: WIDE, y1: y(value), y2: y(value), class: "a4a-grid" }),
    makeSvg("text", { x: LEFT - 4, y: y(value) + 3.5, "text-anchor": "end" }, `${Math.round(100 * value)}%`),
  ]);
  return makeSvg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "a4a-chart", role: "img", "aria-label": label }, ...grid, ...content.flat());
}

/** The distribution of the swing: bars, those below zero hatched; the mean is marked. */
export function swingChart({ bars: all, swing: [mean, sd] }, currency) {
  const likely = all.flatMap(([, , p], i) => (p >= UNSEEN ? [i] : []));
  const bars = all.slice(likely[0], likely.at(-1) + 1); // without ends that cannot be seen
  const label = `Swing: ${signed(mean)} ${currency} expected, standard deviation ${sd.toFixed(1)}, from ${all[0][0]} to ${all.at(-1)[1]}`;
  const most = Math.max(...bars.map(([, , p]) => p), 0.02);
  const [low, high] = [Math.min(bars[0][0], 0), Math.max(bars.at(-1)[1] + 1, 1)];
  const x = (value) => LEFT + ((value - low) / (high - low)) * (WIDE - LEFT);
  const y = (value) => HIGH - BOTTOM - (value / most) * (HIGH - BOTTOM - 6);
  const rects = bars.map(([from, to, p]) => {
    const rect = makeSvg("rect", {
      x: x(from), y: y(p), width: Math.max(0.8, x(to + 1) - x(from) - 0.6), height: HIGH - BOTTOM - y(p),
      class: to < 0 ? "a4a-loss" : "a4a-gain",
    });
    rect.append(makeSvg("title", {}, `${from === to ? from : `${from} to ${to}`} ${currency}: ${percent(p, 2)}`));
    return rect;
  });
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((s) => (high - low) / s <= 7) ?? 10000;
  const ticks = [];
  for (let value = Math.ceil(low / step) * step; value < high; value += step) {
    ticks.push(makeSvg("text", { x: x(value + 0.5), y: HIGH - 4, "text-anchor": "middle" }, String(value).replace("-", "−")));
  }
  const middle = makeSvg("line", { x1: x(mean + 0.5), x2: x(mean + 0.5), y1: 2, y2: HIGH - BOTTOM, class: "a4a-mean" });
  return chart(label, most, rects, ticks, middle);
}

/** The distribution of a raid's damage. */
export function damageChart({ bars, damage: [mean] }) {
  const most = Math.max(...bars.map(([, , p]) => p), 0.02);
  const x = (value) => LEFT + (value / bars.length) * (WIDE - LEFT);
  const y = (value) => HIGH - BOTTOM - (value / most) * (HIGH - BOTTOM - 6);
  const rects = bars.map(([points, , p]) => {
    const rect = makeSvg("rect", { x: x(points) + 0.3, y: y(p), width: Math.max(0.8, x(1) - x(0) - 0.6), height: HIGH - BOTTOM - y(p), class: points ? "a4a-gain" : "a4a-loss" });
    rect.append(makeSvg("title", {}, `Damage ${points}: ${percent(p, 2)}`));
    return rect;
  });
  const every = bars.length > 12 ? 5 : 1;
  const ticks = bars.filter(([points]) => points % every === 0)
    .map(([points]) => makeSvg("text", { x: x(points + 0.5), y: HIGH - 4, "text-anchor": "middle" }, points));
  const middle = makeSvg("line", { x1: x(mean + 0.5), x2: x(mean + 0.5), y1: 2, y2: HIGH - BOTTOM, class: "a4a-mean" });
  return chart(`Damage: ${mean.toFixed(1)} expected`, most, rects, ticks, middle);
}

/** How the battle goes: after each round, how likely each side has won, and that it goes on. */
export function courseChart(course) {
  const last = course.at(-1).round || 1;
  const x = (round) => LEFT + 6 + (round / last) * (WIDE - LEFT - 16);
  const y = (value) => HIGH - BOTTOM - value * (HIGH - BOTTOM - 6);
  const lines = [["going_on", "fought on"], ...ENDS].flatMap(([key, name]) => {
    if (course.every((row) => !(row[key] >= 5e-4))) return [];
    const points = course.map((row) => `${x(row.round)},${y(row[key])}`);
    const marks = course.map((row) => {
      const mark = makeSvg("circle", { cx: x(row.round), cy: y(row[key]), r: 2.6, class: `a4a-curve-dot a4a-${key}` });
      mark.append(makeSvg("title", {}, `After round ${row.round}: ${name} ${percent(row[key])}`));
      return mark;
    });
    return [makeSvg("polyline", { points: points.join(" "), class: `a4a-curve a4a-${key}` }), ...marks];
  });
  const every = last > 8 ? 2 : 1;
  const ticks = course.filter(({ round }) => round % every === 0)
    .map(({ round }) => makeSvg("text", { x: x(round), y: HIGH - 4, "text-anchor": "middle" }, round));
  return chart(`Round by round: ${course.map((row) => `after ${row.round}, ${percent(row.attacker_wins, 0)} won, ${percent(row.going_on, 0)} fought on`).join("; ")}`, 1, lines, ticks);
}
