// The stacks of units as badges on the map: what a badge shows, how big it is, and where it fits.
//
// Every stack gets the plain badge (one cell a power with the number of units) where it fits without
// covering another; the strongest first. Those left over become dots. Then, again the strongest
// first, badges grow into rows of unit types with counts, where the room and their space allow.

const CELL = { height: 12, digit: 5.9, padding: 5 };
const CHIP = { symbol: 14, height: 12, gap: 2, perRow: 3 };
const SHIFTS = [
  [0, 0], [0, -0.9], [0, 0.9], [-0.7, 0], [0.7, 0], [-0.7, -0.9], [0.7, -0.9], [-0.7, 0.9], [0.7, 0.9],
]; // in badge sizes
const DOT = 3;

/**
 * What a stack content (flat quadruples power, type, condition, count) shows: a row a power, most
 * units first, with its lines `{type, condition, count}` and `types` (count by type).
 */
function readContent(content, types) {
  const powers = new Map();
  for (let i = 0; i < content.length; i += 4) {
    const [power, type, condition, count] = content.slice(i, i + 4);
    if (!powers.has(power)) powers.set(power, { power, units: 0, lines: [], types: new Map() });
    const row = powers.get(power);
    if (types[type].category !== "facility") row.units += count;
    row.lines.push({ type, condition, count });
    row.types.set(type, (row.types.get(type) ?? 0) + count);
  }
  const rows = [...powers.values()].sort((a, b) => b.units - a.units || a.power - b.power);
  const units = rows.reduce((sum, row) => sum + row.units, 0);
  return { rows, units };
}

const numberWidth = (n) => String(n).length * CELL.digit;

/** The plain badge: a cell for each of the three largest powers. */
function plainBadge(info) {
  const cells = info.rows.filter((row) => row.units > 0).slice(0, 3);
  let width = 0;
  const boxes = cells.map((row) => {
    const box = { x: width, width: numberWidth(row.units) + CELL.padding, row };
    width += box.width;
    return box;
  });
  return { kind: "plain", width, height: CELL.height, boxes };
}

/** The detailed badge: for each power rows of unit types with counts. */
function detailBadge(info) {
  const rows = [];
  for (const { power, types } of info.rows) {
    const chips = [...types].map(([type, count]) => ({
      type,
      count,
      width: CHIP.symbol + (count > 1 ? numberWidth(count) + 1 : 0) + CHIP.gap,
    }));
    const perRow = Math.max(CHIP.perRow, Math.ceil(Math.sqrt(chips.length)) + 1);
    for (let i = 0; i < chips.length; i += perRow) {
      const part = chips.slice(i, i + perRow);
      rows.push({ power, chips: part, width: part.reduce((sum, chip) => sum + chip.width, 4) });
    }
  }
  const width = Math.max(...rows.map((row) => row.width));
  return { kind: "detail", width, height: rows.length * CHIP.height, rows };
}

/** Rectangles already taken, in a coarse grid so that a look-up reads only its neighbourhood. */
class Taken {
  constructor() {
    this.cells = new Map();
  }

  *keys(box) {
    for (let x = Math.floor(box.left / 64); x <= Math.floor(box.right / 64); x++) {
      for (let y = Math.floor(box.top / 64); y <= Math.floor(box.bottom / 64); y++) {
        yield x * 65536 + y;
      }
    }
  }

  free(box, self = null) {
    for (const key of this.keys(box)) {
      for (const other of this.cells.get(key) ?? []) {
        if (
          other !== self && box.left < other.right && other.left < box.right &&
          box.top < other.bottom && other.top < box.bottom
        ) return false;
      }
    }
    return true;
  }

  add(box) {
    for (const key of this.keys(box)) {
      if (!this.cells.has(key)) this.cells.set(key, new Set());
      this.cells.get(key).add(box);
    }
  }

  remove(box) {
    for (const key of this.keys(box)) this.cells.get(key)?.delete(box);
  }
}

const around = (x, y, width, height) => ({
  left: x - width / 2 - 0.5, right: x + width / 2 + 0.5,
  top: y - height / 2 - 0.5, bottom: y + height / 2 + 0.5, x, y,
});

/**
 * Choose a badge and a place for every stack.
 *
 * `stacks` are `{space, content, info, x, y, width, height}`: the anchor in pixels and the size of
 * the space's bounding box. Sets `badge` and `box` on each (badge null: nothing to show); returns
 * what is taken.
 */
function placeBadges(stacks) {
  const taken = new Taken();
  const order = [...stacks].sort((a, b) => b.info.units - a.info.units || a.space - b.space);
  for (const stack of order) {
    stack.badge = null;
    stack.box = null;
    if (stack.info.units === 0) continue;
    const badge = plainBadge(stack.info);
    for (const [dx, dy] of SHIFTS) {
      const x = stack.x + dx * badge.width;
      const y = stack.y + dy * badge.height;
      const box = around(x, y, badge.width, badge.height);
      if (!taken.free(box)) continue;
      taken.add(box);
      stack.badge = badge;
      stack.box = box;
      break;
    }
  }
  for (const stack of order) {
    if (stack.badge !== null || stack.info.units === 0) continue;
    const box = around(stack.x, stack.y, 2 * DOT, 2 * DOT);
    if (!taken.free(box)) continue;
    taken.add(box);
    stack.badge = { kind: "dot", row: stack.info.rows[0] };
    stack.box = box;
  }
  for (const stack of order) {
    if (stack.badge?.kind !== "plain" && stack.info.units > 0) continue;
    const detail = detailBadge(stack.info);
    if (detail.width > stack.width || detail.height > stack.height) continue;
    const box = around(stack.x, stack.y, detail.width, detail.height);
    if (!taken.free(box, stack.box)) continue;
    if (stack.box) taken.remove(stack.box);
    taken.add(box);
    stack.badge = detail;
    stack.box = box;
  }
  return taken;
}

/**
 * Choose which names of spaces can be read: those with room in their space and clear of badges.
 *
 * `names` are `{space, x, y, width, node}`; `boxes` the badges' boxes by space.
 */
function placeNames(names, boxes, taken) {
  for (const { space, x, y, width, node } of names) {
    const badge = boxes.get(space);
    const heights = badge ? [badge.bottom + 6.5, badge.top - 6.5] : [y];
    const box = heights.map((height) => around(x, height, width + 4, 11)).find((b) => taken.free(b));
    if (box) taken.add(box);
    const place = box ? `translate(${Math.round(x)},${Math.round(box.y + 3.5)})` : "";
    if (node.a4aPlace === place) continue;
    node.a4aPlace = place;
    node.style.display = box ? "" : "none";
    if (box) node.setAttribute("transform", place);
  }
}

/** Draw a badge into an SVG group whose origin is the badge's centre. */
function drawBadge(group, badge, timeline) {
  const { powers, types } = timeline;
  const left = -badge.width / 2;
  const top = -badge.height / 2;
  const parts = [];
  if (badge.kind === "dot") {
    parts.push(makeSvg("circle", { r: DOT, fill: powers[badge.row.power].colour, class: "a4a-dot" }));
  } else if (badge.kind === "plain") {
    for (const { x, width, row } of badge.boxes) {
      const power = powers[row.power];
      parts.push(
        makeSvg("rect", { x: left + x, y: top, width, height: badge.height, fill: power.colour }),
        makeSvg(
          "text",
          { x: left + x + width / 2, y: 3.6, fill: power.ink, "text-anchor": "middle" },
          String(row.units),
        ),
      );
    }
  } else {
    badge.rows.forEach((row, i) => {
      const power = powers[row.power];
      const y = top + i * CHIP.height;
      parts.push(
        makeSvg("rect", { x: left, y, width: badge.width, height: CHIP.height, fill: power.colour }),
      );
      let x = left + 2;
      for (const chip of row.chips) {
        const symbol = drawSymbol(types[chip.type], power.ink);
        symbol.setAttribute("transform", `translate(${x},${y + 1})`);
        parts.push(symbol);
        if (chip.count > 1) {
          parts.push(
            makeSvg("text", { x: x + CHIP.symbol + 1, y: y + 9.6, fill: power.ink }, String(chip.count)),
          );
        }
        x += chip.width;
      }
    });
  }
  if (badge.kind !== "dot") {
    parts.push(
      makeSvg("rect", { x: left, y: top, width: badge.width, height: badge.height, class: "a4a-rim" }),
    );
  }
  group.replaceChildren(...parts);
}
