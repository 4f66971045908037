// How likely each space falls to what can reach it now: spaces in a scale of colours from light to
// dark, with the chance written on those that have room. The kernel works it out for the node shown
// and says so in the painter's `threats`:
//   {node, power, who, spaces: [[space, chance (null without odds), words], ...], why}
// While that is for another node or another choice of the layer, it is being computed: nothing is
// coloured then, and the panel says so. The scale is in `threat.json` (THREAT), for pictures too:
//   steps   from which chance on a space has a colour; `words` explain it
//   veil    how much of its holder's colour other land keeps

import { make, makeSvg } from "./elements.js";
import { AskedLayer } from "./asked.js";
import { Drawings, legendMark } from "./layers.js";
import THREAT from "./threat.json" with { type: "json" };

const THREATENED = 26; // px of a space from which on its chance is written
const CHANCE = { height: 13, digit: 6.2 };

export class ThreatLayer extends AskedLayer {
  get trait() {
    return "threats";
  }

  begin() {
    super.begin();
    this.drawings = new Drawings(this.sheet.groups.threat);
    this.shown = [];
  }

  get found() {
    return this.host.model.get("threats") ?? {};
  }

  isMeant(found) {
    return super.isMeant(found) && found.power === this.settings.power;
  }

  read() {
    this.clear();
  }

  grow() {}

  clear() {
    this.told = undefined;
    this.chances = new Map();
    this.drawings.clear();
    super.clear();
    for (const space of Object.keys(this.shown)) {
      this.host.rules[space].removeProperty("--a4a-heat");
      this.host.rules[space].removeProperty("--a4a-veil");
    }
    this.shown = [];
  }

  paint() {
    const { answer } = this;
    if (this.told !== answer) {
      this.told = answer;
      this.chances = new Map((answer?.spaces ?? []).map(([space, chance, words]) => [space, { chance, words }]));
      this.colour(answer);
      this.explain(answer);
    }
    this.write();
  }

  colour(answer) {
    const judged = Boolean(answer && !answer.why);
    this.host.rules.forEach((rule, space) => {
      const chance = this.chances.get(space)?.chance ?? null;
      const heat = chance === null ? null : stepOf(chance).colour;
      const veiled = judged && !heat && this.timeline.spaces[space].kind !== "sea";
      const look = heat ?? (veiled ? "veil" : "");
      if ((this.shown[space] ?? "") === look) return;
      this.shown[space] = look;
      if (heat) rule.setProperty("--a4a-heat", heat);
      else rule.removeProperty("--a4a-heat");
      if (look) rule.setProperty("--a4a-veil", heat ? "0.95" : String(THREAT.veil));
      else rule.removeProperty("--a4a-veil");
    });
  }

  /** The chances of spaces that are large enough; those that matter most first. */
  write() {
    const { drawings, sheet } = this;
    drawings.begin();
    for (const [space, { chance }] of this.chances) {
      if (chance === null) continue;
      const { width, height } = sheet.points[space];
      if (Math.max(width, height) < THREATENED * sheet.scale) continue;
      const text = inPercent(chance);
      const wide = text.length * CHANCE.digit + 8;
      const box = sheet.room(space, wide * sheet.scale, CHANCE.height * sheet.scale);
      if (box) drawings.put(space, text, box.x, box.y, () => drawChance(text, wide, stepOf(chance)), sheet.scale);
    }
    drawings.end();
  }

  explain(answer) {
    const count = this.chances.size;
    const unknown = [...this.chances.values()].filter(({ chance }) => chance === null).length;
    this.tell(answer, "Threat", "No threats", () => [
      make("strong", {}, `Threat by ${answer.who}: ${count} ${count === 1 ? "space" : "spaces"}`),
      ...(unknown ? [make("div", {}, `${unknown} without odds: point at a space to see why`)] : []),
      make("div", { class: "a4a-meaning" }, ...this.scale()),
    ]);
  }

  scale() {
    return THREAT.steps.map(({ colour, words }) => legendMark(words, [
      makeSvg("rect", { x: -9, y: -6, width: 18, height: 12, fill: colour, stroke: "#5d6b76" }),
    ]));
  }

  /** What there is to say of a space, or "". */
  words(space) {
    const found = this.settings.on && this.answer ? this.chances.get(space) : null;
    if (!found) return "";
    return found.chance === null ? found.words : `${inPercent(found.chance)} to fall. ${found.words}`;
  }

  legend() {
    const { answer } = this;
    if (!answer) return [make("span", {}, "computing …")];
    if (answer.why) return [make("span", {}, answer.why)];
    const words = "how likely a space falls if all that can reach it comes; each space judged alone";
    return [make("span", {}, words), ...this.scale()];
  }
}

/** The step of the scale that a chance has. */
const stepOf = (chance) => THREAT.steps.findLast(({ least }) => chance >= least) ?? THREAT.steps[0];

/** A chance in percent, never rounded to certainty. */
function inPercent(chance) {
  if (chance > 0 && chance < 0.005) return "<1%";
  if (chance < 1 && chance >= 0.995) return ">99%";
  return `${Math.round(100 * chance)}%`;
}

function drawChance(text, width, { colour, ink }) {
  const { height } = CHANCE;
  const label = makeSvg("text", { y: 3.4, "text-anchor": "middle", fill: ink }, text);
  const shape = { x: 0.5 - width / 2, y: 0.5 - height / 2, width: width - 1, height: height - 1, rx: 3, fill: colour };
  return [makeSvg("rect", { ...shape, class: "a4a-chance" }), label];
}
