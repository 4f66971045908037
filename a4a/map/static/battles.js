// Battles: a star where one is open.

const STAR = "M0-9L2.4-3.2L8-5.6L4.6 0L8 5.6L2.4 3.2L0 9L-2.4 3.2L-8 5.6L-4.6 0L-8-5.6L-2.4-3.2Z";

class BattlesLayer extends Layer {
  begin() {
    this.group = this.sheet.groups.battles;
    this.clear();
  }

  read() {
    this.clear();
  }

  arrange() {
    this.clear();
  }

  clear() {
    this.drawn = new Map();
    this.group.replaceChildren();
  }

  paint() {
    for (const [space, track] of Object.entries(this.timeline.battle)) {
      const fighting = valueAt(track, this.position) === 1;
      if (fighting === this.drawn.has(space)) continue;
      if (fighting) this.drawn.set(space, this.draw(space));
      else {
        this.drawn.get(space).remove();
        this.drawn.delete(space);
      }
    }
  }

  draw(space) {
    const { x, y } = this.sheet.points[space];
    const star = makeSvg("path", { d: STAR, transform: "translate(0,-13)" });
    const node = makeSvg("g", { "data-space": space, transform: `translate(${x},${y})` }, star);
    this.group.append(node);
    return node;
  }
}
