// What becomes of counters and places: which are reduced or marked, who holds cities and ports.

import { make, makeSvg, powerChip } from "./elements.js";
import { Layer, MarkLayer, legendMark } from "./layers.js";
import { sideAt, valueAt } from "./timeline.js";

const CHIP = { height: 13, cell: 19 };
const HELD = ["capital", "production", "port"]; // marks of places that are worth holding
const RING = 0.41; // radius, in spaces

/** How many counters of each space are reduced, and how many are marked. */
export class ConditionsLayer extends MarkLayer {
  marks() {
    const { timeline, position } = this;
    const { counters, stacks } = timeline;
    return timeline.stack.flatMap((track, space) => {
      const content = stacks[valueAt(track, position)];
      let [reduced, marked] = [0, 0];
      for (let i = 0; i < content.length; i += 4) {
        const counter = counters[content[i + 2]];
        if (counter?.reduced) reduced += content[i + 3];
        if (counter?.marked) marked += content[i + 3];
      }
      const cells = [["reduced", reduced], ["marked", marked]].filter(([, count]) => count > 0);
      if (cells.length === 0) return [];
      return [{ space, look: cells.join(" "), width: cells.length * CHIP.cell + 2, height: CHIP.height, draw: () => drawChip(cells) }];
    });
  }

  legend() {
    return [
      legendMark("counters reduced", drawChip([["reduced", 1]]), 24),
      legendMark("counters marked, as with Ops Complete", drawChip([["marked", 1]]), 24),
    ];
  }
}

function drawChip(cells) {
  const width = cells.length * CHIP.cell + 2;
  const parts = [makeSvg("rect", { x: 0.5 - width / 2, y: 0.5 - CHIP.height / 2, width: width - 1, height: CHIP.height - 1, rx: 2.5, class: "a4a-condition" })];
  cells.forEach(([kind, count], i) => {
    const x = 1 - width / 2 + i * CHIP.cell;
    const sign = kind === "reduced" ? { d: `M${x + 2.5} -3h6l-3 6z`, class: "a4a-condition-reduced" } : { d: `M${x + 2.5} 0l2.4 2.8l4 -5.6`, class: "a4a-condition-marked" };
    parts.push(makeSvg("path", sign), makeSvg("text", { x: x + 13.5, y: 3.4, "text-anchor": "middle" }, String(count)));
  });
  return parts;
}

/** Rings round cities and ports in the colour of the side that holds them; dashed where it took them. */
export class HoldersLayer extends Layer {
  read() {
    this.clear();
    this.held = this.timeline.spaces.flatMap(({ marks = [] }, space) => (
      marks.some((mark) => HELD.some((kind) => mark.includes(kind))) ? [space] : []
    ));
  }

  grow() {}

  clear() {
    this.sheet.groups.holders.replaceChildren();
  }

  paint() {
    const { sheet, timeline } = this;
    sheet.groups.holders.replaceChildren(...this.held.flatMap((space) => {
      const side = sideAt(timeline, valueAt(timeline.owner[space], this.position), this.position);
      if (side < 0) return [];
      const { x, y } = sheet.points[space];
      const { original = -1 } = timeline.spaces[space];
      const taken = original >= 0 && side !== timeline.powers[original].side;
      const r = Math.max(4, RING * (sheet.cell || 20));
      const look = { cx: x, cy: y, r, stroke: timeline.sides[side].colour, class: taken ? "a4a-holder a4a-taken" : "a4a-holder" };
      return [makeSvg("circle", { ...look, stroke: "#fff", class: "a4a-holder-casing" }), makeSvg("circle", look)];
    }));
  }

  legend() {
    return [
      ...this.timeline.sides.map((side) => make("span", {}, powerChip(side), ` held by ${side.name}`)),
      make("span", {}, "dashed: taken from the other"),
    ];
  }
}
