// The stacks of units as badges on the map: what a badge shows, how big it is, and where it fits.
//
// Every stack gets the plain badge (one cell a power with the number of units) where it fits without
// covering another; the strongest first. Those left over get one cell for all, or become dots. Then,
// again the strongest first, badges grow into rows of unit types with counts, where the room and
// their space allow.

import { COUNTER, drawCounter } from "./counters.js";
import { makeSvg, placed } from "./elements.js";
import { drawSymbol } from "./symbols.js";
import CITIES from "./cities.json" with { type: "json" };
import DISC from "./discs.json" with { type: "json" };

export const CELL = { height: 12, digit: 5.9, padding: 5 };
const CHIP = { symbol: 14, height: 12, deck: 2, gap: 2, perRow: 3 };
export const SHIFTS = [
  [0, 0], [0, -0.9], [0, 0.9], [-0.7, 0], [0.7, 0], [-0.7, -0.9], [0.7, -0.9], [-0.7, 0.9], [0.7, 0.9],
]; // in badge sizes
const INSIDE = [[0, 0], [0, -0.4], [0, 0.4], [-0.3, 0], [0.3, 0]];
const DOT = 3;
const FAR = 22; // pixels from the anchor at which a badge seems to be elsewhere
const ROUND_DOT = spiral(7, 6); // where a dot may go: offsets in pixels, the nearest first

/** Offsets on rings about a point, `step` pixels apart. */
export function spiral(step, rings) {
  const offsets = [[0, 0]];
  for (let ring = 1; ring <= rings; ring++) {
    for (let i = 0; i < 6 * ring; i++) {
      const angle = (2 * Math.PI * i) / (6 * ring);
      offsets.push([step * ring * Math.cos(angle), step * ring * Math.sin(angle)]);
    }
  }
  return offsets;
}

const TOLD = DISC.told.map((words) => new RegExp(words));

/** What the words of a condition ("damaged 2, assigned, aboard") say that a badge can show. */
function readCondition(words) {
  return {
    damage: Number(/\bdamaged (\d+)/.exec(words)?.[1] ?? 0),
    aboard: /\baboard\b/.test(words),
    marked: words !== "" && words.split(", ").some((word) => !TOLD.some((told) => told.test(word))),
  };
}

/**
 * What a stack content (flat quadruples power, type, condition, count) shows: a row a power, most
 * units first, with its lines `{type, condition, count}` and its chips, one a type (and another for
 * those of it that are aboard ships); the facilities `{type, damage, marked}`. A named counter (`counters`,
 * by condition) has its name there, and its marker on it.
 */
export function readContent(content, types, conditions, counters = {}) {
  const powers = new Map();
  const facilities = [];
  for (let i = 0; i < content.length; i += 4) {
    const [power, type, condition, count] = content.slice(i, i + 4);
    if (!powers.has(power)) powers.set(power, { power, units: 0, lines: [], chips: new Map() });
    const row = powers.get(power);
    const { damage, aboard, marked } = readCondition(conditions[condition]);
    const facility = types[type].category === "facility";
    if (facility) facilities.push(...Array.from({ length: count }, () => ({ type, damage, marked })));
    else row.units += count;
    row.lines.push({ type, condition, count });
    const key = `${type} ${aboard}`;
    const chip = row.chips.get(key) ?? { type, aboard, facility, count: 0, damaged: 0, marked: false };
    chip.count += count;
    chip.marked ||= marked && !counters[condition];
    if (damage > 0) chip.damaged += facility ? damage * count : count;
    row.chips.set(key, chip);
  }
  const rows = [...powers.values()].sort((a, b) => b.units - a.units || a.power - b.power);
  for (const row of rows) row.chips = [...row.chips.values()].sort((a, b) => a.aboard - b.aboard);
  const units = rows.reduce((sum, row) => sum + row.units, 0);
  return { rows, units, facilities };
}

export const numberWidth = (n) => String(n).length * CELL.digit;

/** The plain badge: a cell for each of the three largest powers. */
function plainBadge(info) {
  const cells = info.rows.filter((row) => row.units > 0).slice(0, 3);
  let width = 0;
  const boxes = cells.map(({ power, units }) => {
    const box = { x: width, width: numberWidth(units) + CELL.padding, power, units };
    width += box.width;
    return box;
  });
  return { kind: "plain", width, height: CELL.height, boxes };
}

/** The smallest badge with a number: all units in one cell of the largest power. */
function smallBadge(info) {
  const width = numberWidth(info.units) + 3;
  const boxes = [{ x: 0, width, power: info.rows[0].power, units: info.units }];
  return { kind: "small", width, height: 11, boxes };
}

/** The detailed badge: for each power rows of unit types with counts; null if there are none. */
function detailBadge(info, withFacilities, wanted = CHIP.perRow) {
  const rows = [];
  for (const { power, chips: all } of info.rows) {
    const chips = all.filter(({ facility }) => withFacilities || !facility).map((chip) => ({
      ...chip,
      number: chip.count > 1 ? String(chip.count) : "",
      // One damaged ship of one needs no number, only the mark.
      hits: chip.damaged === 0 ? "" : chip.facility || chip.count > 1 ? String(chip.damaged) : "'",
      width: CHIP.symbol + CHIP.gap
        + (chip.count > 1 ? numberWidth(chip.count) + 1 : 0)
        + (chip.damaged === 0 ? 0 : chip.facility || chip.count > 1 ? numberWidth(chip.damaged) + 3 : 4),
    }));
    const perRow = Math.max(wanted, wanted < CHIP.perRow ? 0 : Math.ceil(Math.sqrt(chips.length)) + 1);
    for (let i = 0; i < chips.length; i += perRow) {
      const part = chips.slice(i, i + perRow);
      const height = CHIP.height + (part.some(({ aboard }) => aboard) ? CHIP.deck : 0);
      rows.push({ power, chips: part, height, width: part.reduce((sum, chip) => sum + chip.width, 4) });
    }
  }
  if (rows.length === 0) return null;
  const width = Math.max(...rows.map((row) => row.width));
  return { kind: "detail", width, height: rows.reduce((sum, row) => sum + row.height, 0), rows };
}

/** Named counters in rows, where they fit into a room; null where they do not, or there are none. */
function countersBadge(counters, width, height) {
  if (!counters?.length) return null;
  const perRow = Math.min(counters.length, Math.floor(width / COUNTER));
  const rows = Math.ceil(counters.length / perRow);
  if (perRow === 0 || rows * COUNTER > height) return null;
  const across = Math.ceil(counters.length / rows);
  return { kind: "counters", width: across * COUNTER, height: rows * COUNTER, across, counters };
}

/** Rectangles already taken, in a coarse grid so that a look-up reads only its neighbourhood. */
export class Taken {
  constructor() {
    this.cells = new Map();
  }

  /** Call `visit` with the boxes of each cell that a box touches, until it returns true. */
  near(box, visit) {
    const [x1, y1] = [Math.floor(box.right / 64), Math.floor(box.bottom / 64)];
    for (let x = Math.floor(box.left / 64); x <= x1; x++) {
      for (let y = Math.floor(box.top / 64); y <= y1; y++) if (visit(x * 65536 + y)) return true;
    }
    return false;
  }

  free(box, self = null) {
    return !this.near(box, (key) => {
      for (const other of this.cells.get(key) ?? NOTHING) {
        if (
          other !== self && box.left < other.right && other.left < box.right &&
          box.top < other.bottom && other.top < box.bottom
        ) return true;
      }
      return false;
    });
  }

  add(box) {
    this.near(box, (key) => {
      const there = this.cells.get(key);
      if (there) there.push(box);
      else this.cells.set(key, [box]);
    });
  }

  remove(box) {
    this.near(box, (key) => {
      const there = this.cells.get(key) ?? [];
      const at = there.indexOf(box);
      if (at >= 0) there.splice(at, 1);
    });
  }
}

const NOTHING = [];

export const around = (x, y, width, height) => ({
  left: x - width / 2 - 0.5, right: x + width / 2 + 0.5,
  top: y - height / 2 - 0.5, bottom: y + height / 2 + 0.5, x, y,
});

/**
 * Choose a badge and a place for every stack.
 *
 * `stacks` are `{space, content, info, x, y, width, height}`: the anchor in pixels and the size of
 * the space's bounding box; `yields`: whether it makes way for a city of its space. Sets `badge` and `box` on each (badge null: nothing to show). `taken`
 * is what is taken already; `scale` the size of the badges; `numbers` whether plain badges are
 * wanted, `facilities` whether detailed ones show them; `counters` gives the named counters of a
 * stack, or null, which a hex shows one by one where it is large enough; `edges` are the board's, left and right, within
 * which badges stay, as nothing beyond can be brought into view.
 */
export function placeBadges(stacks, taken, { scale, numbers, facilities, edges, counters = () => null }) {
  const [from, to] = edges;
  const order = [...stacks].sort((a, b) => b.info.units - a.info.units || a.space - b.space);
  const put = (stack, badge, offsets, unit) => {
    const [width, height] = [scale * badge.width, scale * badge.height];
    const [across, down] = unit ?? [width, height];
    const y = Math.max(stack.y, (stack.ceiling ?? -Infinity) + height / 2 + 0.5); // below the number of a hex
    for (const [dx, dy] of offsets) {
      const x = Math.min(Math.max(stack.x + dx * across, from + width / 2 + 1), to - width / 2 - 1);
      const box = around(x, y + dy * down, width, height);
      if (!taken.free(box, stack.box)) continue;
      if (stack.box) taken.remove(stack.box);
      taken.add(box);
      stack.badge = badge;
      stack.box = box;
      return true;
    }
    return false;
  };
  const dot = (stack) => put(
    stack, { kind: "dot", width: 2 * DOT, height: 2 * DOT, power: stack.info.rows[0].power }, ROUND_DOT, [scale, scale],
  );
  for (const stack of order) stack.badge = stack.box = null;
  if (numbers) {
    // Whoever would be pushed far away goes first, as a dot.
    const first = new Set();
    for (let tries = 0; tries < 6; tries++) {
      for (const stack of order) {
        if (stack.box) taken.remove(stack.box);
        stack.badge = stack.box = null;
      }
      first.forEach(dot);
      const left = order.filter((stack) => stack.info.units > 0 && !first.has(stack));
      // Where a city stands, a stack goes on with a leader line rather than become a dot.
      const shifts = ({ yields }) => (yields ? [...SHIFTS, ...CITIES.away] : SHIFTS);
      const small = left.filter((stack) => !put(stack, plainBadge(stack.info), shifts(stack)));
      small.filter((stack) => !put(stack, smallBadge(stack.info), shifts(stack))).forEach(dot);
      const astray = left.filter(({ x, y, box, yields }) => !box || (!yields && Math.hypot(box.x - x, box.y - y) > FAR * scale));
      if (astray.length === 0) break;
      for (const stack of astray) first.add(stack);
    }
  }
  for (const stack of order) {
    if (numbers && stack.info.units > 0 && stack.badge?.kind !== "plain") continue;
    // Close by, a badge may stand out a little over its space; in a hex it may be narrower instead.
    const hex = stack.ceiling !== undefined;
    const room = hex || scale <= 1.2 ? 1 : 1.5;
    const each = hex ? countersBadge(counters(stack), stack.width / scale, stack.height / scale) : null;
    if (each && put(stack, each, INSIDE)) continue;
    for (const perRow of hex ? [3, 2, 1] : [CHIP.perRow]) {
      const detail = detailBadge(stack.info, facilities, perRow);
      if (!detail || scale * detail.width > room * stack.width || scale * detail.height > room * stack.height) continue;
      if (put(stack, detail, stack.yields ? CITIES.beside : INSIDE)) break;
    }
    // Close by, facilities alone are told beside a space that has no room for them.
    const alone = !stack.badge && facilities && room > 1 ? detailBadge(stack.info, true) : null;
    if (alone) put(stack, alone, SHIFTS);
  }
}

/**
 * Choose which names of spaces can be read: those with room in their space and clear of badges.
 *
 * `names` are `{space, x, y, width, height, node}`; `boxes` the badges' boxes by space.
 */
export function placeNames(names, boxes, taken) {
  for (const { space, x, width, height, rise, free, node } of names) {
    const badge = boxes.get(space);
    const rows = badge ? [badge.bottom + 0.62 * height, badge.top - 0.62 * height, ...free.slice(1)] : free;
    const box = rows.map((row) => around(x, row, width + 4, height)).find((b) => taken.free(b));
    if (box) taken.add(box);
    const place = box ? `translate(${Math.round(x)},${Math.round(box.y + rise)})` : "";
    if (node.a4aPlace === place) continue;
    node.a4aPlace = place;
    node.style.display = box ? "" : "none";
    if (box) node.setAttribute("transform", place);
  }
}

/** What a badge looks like, in SVG parts about its centre. */
export function drawBadge(badge, { powers, types }) {
  if (badge.kind === "dot") {
    return [makeSvg("circle", { r: DOT, fill: powers[badge.power].colour, class: "a4a-dot" })];
  }
  const left = -badge.width / 2;
  const top = -badge.height / 2;
  if (badge.kind === "counters") {
    return badge.counters.map((what, i) => placed(
      makeSvg("g", {}, ...drawCounter(what)),
      left + COUNTER * ((i % badge.across) + 0.5), top + COUNTER * (Math.floor(i / badge.across) + 0.5),
    ));
  }
  const parts = badge.kind === "detail" ? drawDetail(badge, left, top, powers, types) : [];
  for (const { x, width, power, units } of badge.boxes ?? []) {
    const { colour, ink } = powers[power];
    parts.push(
      makeSvg("rect", { x: left + x, y: top, width, height: badge.height, fill: colour }),
      makeSvg("text", { x: left + x + width / 2, y: 3.6, fill: ink, "text-anchor": "middle" }, String(units)),
    );
  }
  parts.push(makeSvg("rect", { x: left, y: top, width: badge.width, height: badge.height, class: "a4a-rim" }));
  return parts;
}

function drawDetail(badge, left, top, powers, types) {
  const parts = [];
  let y = top;
  for (const { power, chips, height } of badge.rows) {
    const { colour, ink } = powers[power];
    parts.push(makeSvg("rect", { x: left, y, width: badge.width, height, fill: colour }));
    let x = left + 2;
    for (const chip of chips) {
      parts.push(placed(drawSymbol(types[chip.type], ink), x, y + 1));
      let end = x + CHIP.symbol;
      if (chip.number) {
        parts.push(makeSvg("text", { x: end + 1, y: y + 9.6, fill: ink }, chip.number));
        end += 1 + numberWidth(chip.number);
      }
      if (chip.marked) parts.push(drawDisc(x, y + 1));
      if (chip.hits) parts.push(...drawHits(chip.hits, end + 1, y + 1.2));
      // A deck below what is aboard a ship.
      if (chip.aboard) parts.push(makeSvg("path", { d: `M${x} ${y + 12.2}H${end}`, stroke: ink, class: "a4a-deck" }));
      x += chip.width;
    }
    y += height;
  }
  return parts;
}

/** The disc of a symbol whose upper left corner is at a place. */
export const drawDisc = (x, y) => drawMarked(x + DISC.across, y + DISC.down);

/** A disc about a point: some of these have a marker, of which the card tells. */
export const drawMarked = (cx, cy) => makeSvg("circle", { cx, cy, r: DISC.radius, class: "a4a-marked-disc" });

/** Hits in red on white, so that they can be seen on any power's colour; "'" is one, as a tick. */
export function drawHits(hits, x, y) {
  if (hits === "'") {
    return ["a4a-tick-casing", "a4a-tick"].map((look) => makeSvg("path", { d: `M${x} ${y + 5}L${x + 2.5} ${y + 1}`, class: look }));
  }
  const width = numberWidth(hits) + 1.5;
  return [
    makeSvg("rect", { x, y, width, height: 9.6, rx: 1.5, fill: "#ffffff" }),
    makeSvg("text", { x: x + width / 2, y: y + 8.2, "text-anchor": "middle", class: "a4a-damage" }, hits),
  ];
}
