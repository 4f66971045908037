// Battles: a star where one is open; a marker where one ended in the step, phase or turn. The marker
// tells who won by colour and shape (an arrow: the attackers, a shield: the defenders, two bars:
// nobody) and the swing, the TUV that the attackers gained on balance. Each opens its story.
//
// The shapes are in `battles.json`, which pictures read too; the star is in `marks.json`.

import { Taken, around } from "./badges.js";
import { make, makeSvg } from "./elements.js";
import { Layer } from "./layers.js";
import { describeBattle, drawResult, endedBy, resultWidth } from "./results.js";
import { Story } from "./story.js";
import BATTLES from "./battles.json" with { type: "json" };
import MARKS from "./marks.json" with { type: "json" };

export class BattlesLayer extends Layer {
  begin() {
    this.group = this.sheet.groups.battles;
    this.story = new Story(this.host);
    this.read();
  }

  read() {
    this.group.replaceChildren();
    this.drawn = new Map();
    this.story.follow();
  }

  arrange() {
    for (const drawn of this.drawn.values()) drawn.place = null;
  }

  clear() {
    for (const index of [...this.drawn.keys()]) this.remove(index);
  }

  paint() {
    const { position } = this;
    const since = this.since(this.settings.over);
    const gone = new Set(this.drawn.keys());
    this.markers = new Taken();
    this.timeline.battles.forEach((battle, index) => {
      if (battle.at > position) return;
      const open = !endedBy(battle, position);
      if (!open && battle.closed < since) return;
      gone.delete(index);
      this.show(index, battle, open);
    });
    for (const index of gone) this.remove(index);
    this.story.follow();
  }

  show(index, battle, open) {
    let drawn = this.drawn.get(index);
    if (drawn?.open !== open) {
      const focused = drawn?.node === document.activeElement;
      drawn?.node.remove();
      drawn = { open, ...this.draw(index, battle, open), place: null };
      this.drawn.set(index, drawn);
      if (focused) drawn.node.focus({ preventScroll: true });
    }
    const scale = this.sheet.scale;
    const { x, y } = this.spot(battle.space, scale * drawn.width, scale * drawn.height);
    const place = `translate(${Math.round(x)},${Math.round(y)})${scale === 1 ? "" : ` scale(${scale})`}`;
    if (place === drawn.place) return;
    drawn.place = place;
    drawn.node.setAttribute("transform", place);
  }

  remove(index) {
    const { node } = this.drawn.get(index);
    // The keys that step must go on working where the marker was focused.
    if (node === document.activeElement) this.host.container.focus({ preventScroll: true });
    node.remove();
    this.drawn.delete(index);
  }

  /** A place for a marker: beside the badge of the space, where nothing else is. */
  spot(space, width, height) {
    const { sheet } = this;
    const { x, y } = sheet.points[space];
    const badge = sheet.boxes.get(space) ?? around(x, y, 8, 8);
    const [middle, row] = [(badge.left + badge.right) / 2, (badge.top + badge.bottom) / 2];
    const [above, below] = [badge.top - height / 2 - 1, badge.bottom + height / 2 + 1];
    const [before, after] = [badge.left - width / 2 - 1, badge.right + width / 2 + 1];
    const spots = [
      [middle, above], [middle, below], [after, row], [before, row],
      [after, above], [before, above], [after, below], [before, below],
      [middle, above - height], [middle, below + height], [after, above - height], [before, above - height],
    ];
    const boxes = spots.map(([left, top]) => around(left, top, width, height));
    // Where all is full it lies over badges, but not over another marker.
    const box = boxes.find((one) => sheet.taken.free(one)) ?? boxes.find((one) => this.markers.free(one)) ?? boxes[0];
    sheet.taken.add(box);
    this.markers.add(box);
    return box;
  }

  /** The marker of a battle, its middle at the origin. */
  draw(index, battle, open) {
    const { height } = BATTLES;
    const what = describeBattle(this.timeline, battle, open);
    const parts = open
      ? [makeSvg("path", { d: MARKS.battle, class: "a4a-star" })]
      : drawResult(this.timeline, battle);
    const width = open ? 18 : resultWidth(battle);
    // A target that can be hit by a finger.
    const reach = makeSvg("rect", { x: -Math.max(width, 24) / 2, y: -12, width: Math.max(width, 24), height: 24, class: "a4a-clash-area" });
    const node = makeSvg("g", {
      class: "a4a-clash", "data-battle": index, role: "button", tabindex: "0", "aria-label": `${what}. Open its story`,
    }, reach, ...parts);
    if (open) node.setAttribute("data-space", battle.space);
    node.a4aTip = () => [make("div", {}, what), make("div", { class: "a4a-muted" }, "Click for its story")];
    const tell = (event) => {
      event.preventDefault();
      event.stopPropagation();
      if (!this.sheet.map.dragging?.moved()) this.story.open(index, node);
    };
    node.addEventListener("click", tell);
    node.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && tell(event));
    this.group.append(node);
    return { node, width, height: open ? 18 : height };
  }

  legend() {
    const sample = (name) => makeSvg(
      "svg", { viewBox: "-7 -7 14 14", width: 14, height: 14, "aria-hidden": "true" },
      makeSvg("path", { d: BATTLES[name], fill: "currentColor" }),
    );
    const star = makeSvg(
      "svg", { viewBox: "-10 -10 20 20", width: 14, height: 14, "aria-hidden": "true", class: "a4a-battles" },
      makeSvg("path", { d: MARKS.battle, class: "a4a-star" }),
    );
    return [
      make("span", {}, star, " being fought"),
      make("span", {}, sample("attacker"), " attackers won"),
      make("span", {}, sample("defender"), " defenders held"),
      make("span", {}, sample("nobody"), " nobody won"),
      make("span", {}, "+ −: TUV the attackers gained or lost on balance"),
    ];
  }
}
