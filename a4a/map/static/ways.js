// The ways units went, along the label points of the spaces, and rings round what the step touched.

class MovementLayer extends Layer {
  begin() {
    this.group = this.sheet.groups.ways;
  }

  read() {
    this.clear();
  }

  clear() {
    this.group.replaceChildren();
  }

  paint() {
    const { timeline, position, sheet } = this;
    const parts = [];
    for (const space of timeline.marks[position]?.spaces ?? []) {
      const { x, y, width, height } = sheet.points[space];
      const r = Math.max(9, Math.min(16, Math.min(width, height) / 2));
      parts.push(makeSvg("circle", { cx: x, cy: y, r, class: "a4a-touched" }));
    }
    for (let at = this.since(this.settings.over); at <= position; at++) {
      for (const [, , , path] of timeline.marks[at]?.ways ?? []) parts.push(...this.drawWay(path));
    }
    this.group.replaceChildren(...parts);
  }

  drawWay(path) {
    const pieces = this.sheet.pieces(path);
    const d = pieces
      .map((piece) => piece.map(({ x, y }, i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join(""))
      .join("");
    const parts = [makeSvg("path", { d, class: "a4a-casing" }), makeSvg("path", { d, class: "a4a-way" })];
    const [from, to] = pieces.at(-1).slice(-2);
    if (to) {
      const angle = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
      parts.push(makeSvg("path", {
        d: "M1 0L-9-5L-7 0L-9 5Z", class: "a4a-head", transform: `translate(${to.x},${to.y}) rotate(${angle})`,
      }));
    }
    return parts;
  }
}
