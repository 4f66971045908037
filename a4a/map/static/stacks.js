// The stacks as badges. They take their room first; what is drawn after them keeps clear of them.

class UnitsLayer extends Layer {
  begin() {
    this.group = this.sheet.groups.badges;
    this.read();
  }

  read() {
    this.shown = [];
    this.drawn = new Map();
    this.group.replaceChildren();
  }

  arrange() {
    this.read();
  }

  clear() {
    this.read();
    this.sheet.clearRoom();
  }

  paint() {
    const { timeline, position, sheet } = this;
    const contents = timeline.stack.map((track) => valueAt(track, position));
    sheet.clearRoom();
    const stacks = [];
    contents.forEach((content, space) => {
      if (timeline.stacks[content].length === 0) return;
      stacks.push({ space, content, info: sheet.info(content), ...sheet.points[space] });
    });
    sheet.taken = placeBadges(stacks);
    const gone = new Set(this.drawn.keys());
    for (const { space, content, badge, box } of stacks) {
      if (!badge) continue;
      gone.delete(space);
      let group = this.drawn.get(space);
      if (!group) {
        group = makeSvg("g", { "data-space": space });
        this.drawn.set(space, group);
        this.group.append(group);
      }
      const look = `${content} ${badge.kind}`;
      if (group.a4aLook !== look) {
        group.a4aLook = look;
        drawBadge(group, badge, timeline);
      }
      const place = `translate(${Math.round(box.x)},${Math.round(box.y)})`;
      if (group.getAttribute("transform") !== place) group.setAttribute("transform", place);
    }
    for (const space of gone) {
      this.drawn.get(space).remove();
      this.drawn.delete(space);
    }
    sheet.boxes = new Map(stacks.filter(({ box }) => box).map(({ space, box }) => [space, box]));
  }
}
