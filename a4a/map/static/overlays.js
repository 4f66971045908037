// What the rules lay over the map (`a4a/map/overlays.py`): zones of control as hatching in the colours
// of the sides, and supply: a mark at units that have none, the line of those in the space chosen.

import { AskedLayer } from "./asked.js";
import { make, makeSvg } from "./elements.js";
import { Drawings, legendMark } from "./layers.js";
import { Shapes } from "./notes.js";

const HATCH = 9; // px between two strokes of a hatching
const LACK = { width: 17, height: 14 };

/** A layer that shows the overlay of its own name. */
class OverlayLayer extends AskedLayer {
  get trait() {
    return "overlays";
  }

  begin() {
    super.begin();
    this.group = this.sheet.groups[this.id];
  }

  get found() {
    const found = this.host.model.get("overlays")?.[this.id] ?? {};
    return found.since ? this.known(found) : found;
  }

  /** A page knows the answers of all nodes, or of a long game those of when phases begin. */
  known({ since, which, answers, of_phases: ofPhases }) {
    const { session } = this.host;
    const node = session.timeline.nodes[session.position];
    const last = since.findLastIndex((at) => at <= node);
    return { ...answers[which[last]], node, late: ofPhases && since[last] < node };
  }

  /** That an answer is not of the node shown, but of the beginning of its phase. */
  lateness({ late }) {
    return late ? make("div", {}, "as the phase began") : "";
  }

  read() {
    this.clear();
  }

  grow() {}

  legend() {
    const { answer } = this;
    if (!answer) return [make("span", {}, "computing …")];
    return answer.why ? [make("span", {}, answer.why)] : this.meaning();
  }
}

/** Zones of control: strokes that lean one way for the one side, the other way for the other. */
export class ZonesLayer extends OverlayLayer {
  begin() {
    super.begin();
    this.shapes = new Shapes(this.sheet);
  }

  arrange() {
    this.shapes.forget();
    this.told = undefined;
  }

  clear() {
    super.clear();
    this.told = undefined;
    this.group.replaceChildren();
  }

  paint() {
    const { answer } = this;
    const look = answer && `${answer.node} ${this.settings.of}`;
    if (this.told === look && answer) return;
    this.told = look;
    const parts = this.areas(answer).map(([side, , spaces]) => makeSvg("path", {
      d: spaces.map((space) => this.shapes.outline(space)).join(""), fill: `url("#${this.hatchOf(side)}")`, class: "a4a-zone",
    }));
    this.group.replaceChildren(this.patterns(), ...parts);
    this.tell(answer, "Zones of control", "No zones of control", () => [
      make("strong", {}, `Zones of control: ${ARMS[this.settings.of]}`), this.lateness(answer),
      make("div", { class: "a4a-meaning" }, ...this.meaning()),
    ]);
  }

  areas(answer) {
    return (answer?.areas ?? []).filter(([, kind]) => kind === this.settings.of);
  }

  hatchOf(side) {
    return `${this.sheet.prefix}-zone-${side}`;
  }

  patterns() {
    return makeSvg("defs", {}, ...this.timeline.sides.map(({ colour }, side) => makeSvg(
      "pattern", {
        id: this.hatchOf(side), width: HATCH, height: HATCH, patternUnits: "userSpaceOnUse",
        patternTransform: `rotate(${side % 2 ? 45 : -45})`,
      },
      makeSvg("rect", { width: 2.6, height: HATCH, fill: colour }),
    )));
  }

  meaning() {
    return this.areas(this.answer).map(([side]) => {
      const swatch = makeSvg("rect", { x: -10, y: -6, width: 20, height: 12, fill: `url("#${this.hatchOf(side)}")`, stroke: "#5d6b76" });
      return legendMark(this.timeline.sides[side].name, [swatch]);
    });
  }

  words(space) {
    if (!this.settings.on) return "";
    const whose = this.areas(this.answer).filter(([, , spaces]) => spaces.includes(space)).map(([side]) => this.timeline.sides[side].name);
    return whose.length === 0 ? "" : `Zone of control: ${ARMS[this.settings.of]} of the ${whose.join(" and the ")}.`;
  }
}

const ARMS = { land: "land units", sea: "fleets", air: "air units" };

/** Supply: who has none; and how those get it that are in the space chosen. */
export class SupplyLayer extends OverlayLayer {
  begin() {
    super.begin();
    this.lines = makeSvg("g");
    this.marks = makeSvg("g");
    this.group.append(this.lines, this.marks);
    this.drawings = new Drawings(this.marks);
    const follow = () => this.settings.on && this.draw();
    this.host.model.on("change:selected", follow);
    this.host.signal.addEventListener("abort", () => this.host.model.off("change:selected", follow));
  }

  clear() {
    super.clear();
    this.lines.replaceChildren();
    this.drawings.clear();
  }

  paint() {
    const { answer, drawings, sheet } = this;
    drawings.begin();
    for (const [space, count] of answer?.lacking ?? []) {
      const { width, height } = LACK;
      const box = sheet.room(space, width * sheet.scale, height * sheet.scale);
      const { x, y } = box ?? sheet.points[space];
      drawings.put(space, `${count}`, x, y, drawLack, sheet.scale);
    }
    drawings.end();
    this.draw();
    const lacking = (answer?.lacking ?? []).reduce((sum, [, count]) => sum + count, 0);
    this.tell(answer, "Supply", "No supply", () => [
      make("strong", {}, lacking === 0 ? "All units are in supply" : `Out of supply: ${lacking} ${lacking === 1 ? "unit" : "units"}`),
      this.lateness(answer),
      make("div", { class: "a4a-meaning" }, this.chosen()),
    ]);
  }

  /** The lines of the units in the space chosen. */
  draw() {
    const { sheet } = this;
    const selected = this.host.model.get("selected");
    const own = (this.answer?.traced ?? []).filter(([space]) => space === selected);
    this.lines.replaceChildren(...own.flatMap(([, , path]) => {
      const points = path.map((space) => sheet.points[space]);
      const d = points.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
      const end = points.at(-1);
      return [
        makeSvg("path", { d, class: "a4a-supply-casing" }), makeSvg("path", { d, class: "a4a-supply-line" }),
        makeSvg("circle", { cx: end.x, cy: end.y, r: 5 * sheet.scale, class: "a4a-supply-source" }),
      ];
    }));
    const place = this.panel.querySelector(".a4a-meaning");
    if (place) place.textContent = this.chosen();
  }

  chosen() {
    const selected = this.host.model.get("selected");
    if (selected < 0) return "A click on units shows their line.";
    return this.words(selected) || "No unit at war is here.";
  }

  words(space) {
    const { answer } = this;
    if (!this.settings.on || !answer || answer.why) return "";
    const { spaces } = this.timeline;
    const traced = (answer.traced ?? []).filter(([at]) => at === space).map(([, units, path]) => (
      path.length === 1 ? `In supply where they are: ${units}.` : `${upper(units)}: supply from ${spaces[path.at(-1)].name}, ${path.length - 1} ${path.length === 2 ? "hex" : "hexes"} away.`
    ));
    const lacking = (answer.lacking ?? []).filter(([at]) => at === space).map(([, , units]) => `Out of supply: ${units}.`);
    return [...traced, ...lacking].join(" ");
  }

  meaning() {
    return [legendMark("out of supply", drawLack()), make("span", {}, "a click on units shows their line")];
  }
}

const upper = (text) => text[0].toUpperCase() + text.slice(1);

/** A crate that is struck out. */
function drawLack() {
  return [
    makeSvg("rect", { x: -7.5, y: -6, width: 15, height: 12, rx: 2, class: "a4a-lack" }),
    makeSvg("path", { d: "M-4 -2.5h8v5.5h-8zM-4 0h8M0 -2.5v5.5", class: "a4a-lack-crate" }),
    makeSvg("path", { d: "M-6 4.5L6 -4.5", class: "a4a-lack-stroke" }),
  ];
}
