// The theatres of the war: the spaces of each in a colour of its own, and its name across them.

import { around } from "./badges.js";
import { make, makeSvg, powerChip } from "./elements.js";
import { Layer } from "./layers.js";
import { Shapes } from "./notes.js";

const THEATRE_NAME = 15; // px of the letters

export class TheatresLayer extends Layer {
  begin() {
    this.shapes = new Shapes(this.sheet);
  }

  read() {
    this.clear();
  }

  grow() {}

  arrange() {
    this.shapes.forget();
    this.clear();
  }

  clear() {
    this.sheet.groups.theatres.replaceChildren();
    this.drawn = false;
  }

  /** Nothing of it changes from step to step; the names keep others from lying over them. */
  reserve() {
    this.draw();
    for (const box of this.boxes) this.sheet.taken.add(box);
  }

  draw() {
    if (this.drawn) return;
    this.drawn = true;
    this.boxes = [];
    const { groups, wanted } = this.sheet;
    for (const { name, colour } of this.timeline.theatres) {
      const spaces = this.spacesOf(name);
      const d = spaces.map((space) => this.shapes.outline(space)).join("");
      groups.theatres.append(makeSvg("path", { d, fill: colour, class: "a4a-theatre" }));
    }
    for (const { name } of this.timeline.theatres) {
      const at = this.middle(this.spacesOf(name));
      if (!at) continue;
      const look = { x: at.x.toFixed(0), y: at.y.toFixed(0), "font-size": THEATRE_NAME * wanted, class: "a4a-theatre-name" };
      const node = makeSvg("text", { ...look, "text-anchor": "middle" }, name);
      groups.theatres.append(node);
      this.boxes.push(around(at.x, at.y - 0.35 * THEATRE_NAME * wanted, node.getComputedTextLength() + 4, THEATRE_NAME * wanted));
    }
  }

  spacesOf(theatre) {
    return this.timeline.spaces.flatMap((space, i) => (space.theatre === theatre ? [i] : []));
  }

  /** The space in the midst of some: the one that is nearest to all, by the sum of distances. */
  middle(spaces) {
    const points = spaces.filter((i) => this.timeline.spaces[i].kind !== "sea").map((i) => this.sheet.points[i]);
    const far = (p) => points.reduce((sum, q) => sum + Math.hypot(p.x - q.x, p.y - q.y), 0);
    return points.reduce((best, p) => (!best || far(p) < far(best) ? p : best), null);
  }

  legend() {
    return this.timeline.theatres.map((row) => make("span", {}, powerChip(row), ` ${row.name}`));
  }
}
