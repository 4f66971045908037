// What a space is worth, and how it leans: written and hatched on the ground.

import { CELL } from "./badges.js";
import { make, makeSvg } from "./elements.js";
import { Layer, MarkLayer, legendMark } from "./layers.js";
import { valueAt } from "./timeline.js";

/** What each space yields a turn: a coin, or a stronger colour where there is more. */
export class ValuesLayer extends MarkLayer {
  begin() {
    super.begin();
    this.shades = [];
  }

  read() {
    super.read();
    this.grow();
  }

  grow() {
    const { value, spaces } = this.timeline;
    const most = (space, i) => Math.max(space.value ?? 0, ...(value[i] ?? []).filter((_, k) => k % 2));
    this.most = Math.max(1, ...spaces.map(most));
  }

  clear() {
    super.clear();
    for (const space of Object.keys(this.shades)) this.host.rules[space].removeProperty("--a4a-shade");
    this.shades = [];
  }

  valueOf(space) {
    const track = this.timeline.value[space];
    return (track ? valueAt(track, this.position) : this.timeline.spaces[space].value) ?? 0;
  }

  /** The coins; those of high value first, as they matter most where room is scarce. */
  marks() {
    if (this.settings.shown === "shades") return [];
    const found = [];
    this.timeline.spaces.forEach((_, space) => {
      const value = this.valueOf(space);
      if (value !== 0) found.push({ space, value });
    });
    found.sort((a, b) => b.value - a.value || a.space - b.space);
    return found.map(({ space, value }) => {
      const text = String(value);
      const width = Math.max(12, text.length * CELL.digit + 7);
      return { space, look: text, width, height: 12, draw: () => drawCoin(text, width) };
    });
  }

  paint() {
    super.paint();
    const shading = this.settings.shown === "shades";
    if (!shading && this.shades.length === 0) return;
    this.host.rules.forEach((rule, space) => {
      const { kind } = this.timeline.spaces[space];
      const share = Math.sqrt(Math.max(0, this.valueOf(space)) / this.most);
      const shade = !shading || kind === "sea" ? null : (0.12 + 0.88 * share).toFixed(2);
      if ((this.shades[space] ?? null) === shade) return;
      this.shades[space] = shade;
      if (shade === null) rule.removeProperty("--a4a-shade");
      else rule.setProperty("--a4a-shade", shade);
    });
    if (!shading) this.shades = [];
  }

  legend() {
    if (this.settings.shown === "shades") return [make("span", {}, `the stronger the colour, the more: up to ${this.most}`)];
    return [legendMark("yield a turn", drawCoin("2", 12))];
  }
}

function drawCoin(text, width) {
  const shape = { x: -width / 2 + 0.5, y: -5.5, width: width - 1, height: 11, rx: 5.5, class: "a4a-coin" };
  return [makeSvg("rect", shape), makeSvg("text", { y: 3.3, "text-anchor": "middle" }, text)];
}

/** Neutral spaces, hatched in the colour of the side they lean to; strict ones are dotted. */
export class NeutralsLayer extends Layer {
  begin() {
    this.patterns = makeSvg("defs");
    this.sheet.groups.neutrals.append(this.patterns);
    this.shown = [];
  }

  read() {
    this.clear();
    const { leanings, powers, sides } = this.timeline;
    this.patterns.replaceChildren();
    this.looks = leanings.map((words, i) => {
      if (!words) return null;
      const has = ({ name }) => words.toLowerCase().includes(name.toLowerCase());
      const who = sides.find(has) ?? powers.find((power) => power.side >= 0 && has(power));
      const id = `${this.sheet.prefix}-leaning-${i}`;
      this.patterns.append(pattern(id, who?.colour));
      return { words, colour: who?.colour, fill: `url("#${id}")` };
    });
  }

  clear() {
    for (const space of Object.keys(this.shown)) this.host.rules[space].removeProperty("--a4a-hatch");
    this.shown = [];
  }

  paint() {
    for (const [space, track] of Object.entries(this.timeline.leaning)) {
      const leaning = valueAt(track, this.position);
      if ((this.shown[space] ?? 0) === leaning) continue;
      this.shown[space] = leaning;
      const rule = this.host.rules[space];
      if (this.looks[leaning]) rule.setProperty("--a4a-hatch", this.looks[leaning].fill);
      else rule.removeProperty("--a4a-hatch");
    }
  }

  legend() {
    const leaning = Object.values(this.timeline.leaning).map((track) => valueAt(track, this.position));
    return [...new Set(leaning)].filter((i) => this.looks[i]).sort((a, b) => a - b).map((i) => {
      const { words, fill } = this.looks[i];
      const swatch = makeSvg("rect", { x: -10, y: -6, width: 20, height: 12, stroke: "#5d6b76" });
      swatch.style.fill = fill;
      return legendMark(words, [swatch]);
    });
  }
}

/** Stripes in a colour, dots where there is none. */
function pattern(id, colour) {
  const size = colour ? 8 : 7;
  const attributes = { id, width: size, height: size, patternUnits: "userSpaceOnUse" };
  if (colour) attributes.patternTransform = "rotate(45)";
  const ground = makeSvg("rect", { width: size, height: size, class: "a4a-neutral-ground" });
  const ink = colour
    ? makeSvg("rect", { width: 3, height: size, fill: colour })
    : makeSvg("circle", { cx: 3.5, cy: 3.5, r: 1.2, class: "a4a-neutral-dot" });
  return makeSvg("pattern", attributes, ground, ink);
}
