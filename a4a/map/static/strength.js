// How strong the units of each space are: a bubble whose area is their strength, cut like a cake
// where several powers stand. While it is on, it takes the place of the badges' numbers.

import { around } from "./badges.js";
import { make, makeSvg } from "./elements.js";
import { Drawings, Layer, legendMark } from "./layers.js";
import { valueAt, worthOf } from "./timeline.js";

const SMALLEST = 3; // radius in pixels
const SAMPLE = 20; // radius of the larger bubble in the legend

/** The radius of the strongest stack of the game at a zoom, in pixels; hexes are `cell` wide. */
function largestAt(zoom, cell) {
  const free = Math.max(13, Math.min(34, 10 + 4.5 * zoom));
  return cell > 0 ? Math.min(free, Math.max(10, 0.5 * cell)) : free;
}

export class StrengthLayer extends Layer {
  begin() {
    this.drawings = new Drawings(this.sheet.groups.strength);
    this.sums = new Map();
  }

  read() {
    this.clear();
    this.sums.clear();
    this.most = null;
  }

  grow() {
    this.most = null;
  }

  clear() {
    this.drawings.clear();
  }

  /** Strength by power of a stack content, the strongest first. */
  sum(content) {
    const { measure, arm } = this.settings;
    const way = `${measure} ${arm}`;
    if (way !== this.way) {
      this.way = way;
      this.sums.clear();
      this.most = null;
    }
    if (!this.sums.has(content)) {
      this.sums.set(content, strengthOf(this.timeline, content, measure, arm));
    }
    return this.sums.get(content);
  }

  /** The strength of the strongest stack of the whole game, which scales the bubbles. */
  strongest() {
    const contents = () => new Set(this.timeline.stack.flatMap((track) => track.filter((_, i) => i % 2)));
    this.most ??= [...contents()].reduce((most, i) => Math.max(most, total(this.sum(i))), 1);
    return this.most;
  }

  paint() {
    const { timeline, position, sheet, drawings } = this;
    this.sum(0);
    const scale = (largestAt(sheet.map.getZoom(), sheet.cell) * sheet.wanted) / Math.sqrt(this.strongest());
    const bySide = this.host.model.get("layers").control?.by === "side";
    const bubbles = [];
    timeline.stack.forEach((track, space) => {
      const content = valueAt(track, position);
      const shares = this.sum(content);
      const strength = total(shares);
      if (strength > 0) bubbles.push({ space, content, shares, strength });
    });
    bubbles.sort((a, b) => b.strength - a.strength || a.space - b.space);
    drawings.begin();
    for (const { space, content, shares, strength } of bubbles) {
      const r = Math.max(SMALLEST, scale * Math.sqrt(strength));
      const { x, y } = sheet.points[space];
      // Where all is full, a bubble lies on others, without its number if that would be on them.
      const free = sheet.room(space, 2 * r, 2 * r);
      const box = free ?? around(x, y, 2 * r, 2 * r);
      const numbered = free !== null || sheet.taken.free(around(x, y, 1.4 * r, r));
      if (!free) sheet.taken.add(box);
      sheet.boxes.set(space, box);
      const look = `${content} ${this.way} ${r.toFixed(1)} ${bySide} ${numbered}`;
      drawings.put(space, look, box.x, box.y, () => drawBubble(
        r, strength, this.colours(shares, bySide), numbered,
      ));
    }
    drawings.end();
  }

  /** The slices of a bubble: colour, ink and strength; of a side together if `bySide`. */
  colours(shares, bySide) {
    const { powers, sides } = this.timeline;
    const slices = new Map();
    for (const [index, strength] of shares) {
      const power = powers[index];
      const { colour, ink } = (bySide && sides[power.side]) || power;
      const own = slices.get(colour) ?? { colour, ink, strength: 0 };
      own.strength += strength;
      slices.set(colour, own);
    }
    return [...slices.values()];
  }

  legend() {
    const { measure, arm } = this.settings;
    const most = this.strongest();
    const units = arm === "all" ? "all units" : `${arm} units`;
    const words = {
      TUV: `what ${units} cost (TUV)`, attack: `pips of ${units} in attack`, defense: `pips of ${units} in defense`,
    }[measure];
    const sizes = [...new Set([most, Math.max(1, Math.round(most / 4))])];
    return [
      make("span", {}, `area: ${words}`),
      ...sizes.map((strength) => {
        const r = SAMPLE * Math.sqrt(strength / most);
        const look = [{ colour: "#56646f", ink: "#ffffff", strength }];
        return legendMark("", drawBubble(r, strength, look), 2 * r + 2, 2 * r + 2);
      }),
    ];
  }
}

const total = (shares) => shares.reduce((sum, [, strength]) => sum + strength, 0);

/**
 * `[power, strength]` of a stack content (flat quadruples power, type, condition, count); a named
 * counter attacks and defends with what is on its side that is up.
 */
function strengthOf(timeline, content, measure, arm) {
  const { stacks, types, counters } = timeline;
  const sums = new Map();
  for (let i = 0; i < stacks[content].length; i += 4) {
    const [power, kind, condition, count] = stacks[content].slice(i, i + 4);
    const type = types[kind];
    if (type.category === "facility" || (arm !== "all" && type.category !== arm)) continue;
    const { combat = 0 } = counters[condition] ?? {};
    const { attack, defense } = counters[condition] ? { attack: combat, defense: combat } : type;
    const each = { TUV: worthOf(timeline, power, kind, condition), attack, defense }[measure] ?? 0;
    sums.set(power, (sums.get(power) ?? 0) + each * count);
  }
  return [...sums].filter(([, strength]) => strength > 0).sort((a, b) => b[1] - a[1] || a[0] - b[0]);
}

/** A bubble of radius `r` about the origin, with its number where it can be read. */
function drawBubble(r, strength, slices, numbered = true) {
  const parts = [];
  let turned = 0;
  for (const { colour, strength: part } of slices) {
    const share = part / strength;
    parts.push(share > 0.999
      ? makeSvg("circle", { r, fill: colour })
      : makeSvg("path", { d: slice(r, turned, turned + share), fill: colour }));
    turned += share;
  }
  parts.push(makeSvg("circle", { r, class: "a4a-bubble" }));
  const text = String(strength);
  const size = Math.min(13, (1.9 * r) / (0.62 * text.length), 1.3 * r);
  if (numbered && size >= 7.5) {
    const cake = slices.length > 1;
    const label = makeSvg("text", { y: 0.36 * size, "text-anchor": "middle", fill: cake ? "#000000" : slices[0].ink }, text);
    label.style.fontSize = `${size.toFixed(1)}px`;
    if (cake) label.classList.add("a4a-haloed");
    parts.push(label);
  }
  return parts;
}

/** A slice of a circle from one share of the turn to another, clockwise from the top. */
function slice(r, from, to) {
  const [x0, y0, x1, y1] = [from, to].flatMap((share) => {
    const angle = 2 * Math.PI * share;
    return [(r * Math.sin(angle)).toFixed(2), (-r * Math.cos(angle)).toFixed(2)];
  });
  return `M0 0L${x0} ${y0}A${r} ${r} 0 ${to - from > 0.5 ? 1 : 0} 1 ${x1} ${y1}Z`;
}
