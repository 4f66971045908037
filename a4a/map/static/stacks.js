// The stacks as badges.

import { drawBadge, drawHits, drawMarked, placeBadges } from "./badges.js";
import { leaderOf } from "./cities.js";
import { countersOf } from "./counters.js";
import { make, makeSvg, placed } from "./elements.js";
import { Drawings, Layer, legendMark } from "./layers.js";
import { drawSymbol } from "./symbols.js";
import { valueAt } from "./timeline.js";

export class UnitsLayer extends Layer {
  begin() {
    this.drawings = new Drawings(this.sheet.groups.badges);
    this.leaders = new Drawings(this.sheet.groups.leaders);
  }

  grow() {} // badges are found by what they show

  clear() {
    this.drawings.clear();
    this.leaders.clear();
  }

  paint() {
    const { timeline, position, sheet, drawings, leaders } = this;
    const cities = this.isOn("cities");
    const stacks = [];
    timeline.stack.forEach((track, space) => {
      const content = valueAt(track, position);
      if (timeline.stacks[content].length === 0) return;
      const { city, capitals, code } = timeline.spaces[space];
      const yields = cities && !code && Boolean(city || capitals?.length); // its city stays where it is
      stacks.push({ space, content, info: sheet.info(content), yields, ...sheet.points[space], ...sheet.points[space].band });
    });
    placeBadges(stacks, sheet.taken, {
      scale: sheet.scale,
      numbers: !this.isOn("strength"), // its bubbles stand for them
      facilities: this.isOn("production"),
      edges: [sheet.left, sheet.right],
      counters: ({ content }) => countersOf(timeline.stacks[content], timeline),
    });
    drawings.begin();
    leaders.begin();
    for (const stack of stacks) {
      const { space, info, badge, box } = stack;
      if (!badge) continue;
      const line = leaderOf(stack, sheet.scale);
      if (line) leaders.put(space, line, 0, 0, () => drawLeader(line));
      const look = `${info.look} ${badge.kind} ${badge.width}`;
      drawings.put(space, look, box.x, box.y, () => drawBadge(badge, timeline), sheet.scale);
      if (!sheet.boxes.has(space)) sheet.boxes.set(space, box);
      if (badge.kind === "detail") sheet.detailed.add(space);
    }
    drawings.end();
    leaders.end();
  }

  /** The unit types on the board: those that are shown by their symbols, at some zoom. */
  legend() {
    if (this.host.model.get("layers").strength?.on) return [make("span", {}, "Strength stands in their place")];
    const { timeline, position, sheet } = this;
    const standing = new Set();
    const found = { damaged: false, aboard: false, marked: false };
    for (const track of timeline.stack) {
      for (const { chips } of sheet.info(valueAt(track, position)).rows) {
        for (const { type, facility, damaged, aboard, marked } of chips) {
          found.marked ||= marked;
          if (facility) continue;
          standing.add(type);
          found.damaged ||= damaged > 0;
          found.aboard ||= aboard;
        }
      }
    }
    const rows = [...standing].sort((a, b) => a - b).map((type) => legendMark(
      timeline.types[type].name, [placed(drawSymbol(timeline.types[type], "currentColor"), -7, -5)],
    ));
    const hurt = Object.keys(timeline.counters).length > 0 ? "reduced" : "damaged";
    if (found.damaged) rows.push(legendMark(hurt, drawHits("'", -1.5, -2)));
    if (found.marked) rows.push(legendMark("some have a marker (pick the space)", [drawMarked(0, 0)]));
    if (found.aboard) rows.push(legendMark("aboard a ship", [makeSvg("path", { d: "M-7 4H7", stroke: "currentColor", class: "a4a-deck" })]));
    if (this.isOn("strength")) rows.unshift(make("span", {}, "Where there is no room for types, bubbles tell the strength"));
    return rows;
  }
}

function drawLeader(d) {
  return ["a4a-leader-casing", "a4a-leader"].map((look) => makeSvg("path", { d, class: look }));
}
