// Everything drawn over the spaces: stacks, names, ways, battles. One SVG in a pane of the Leaflet
// map, in its layer pixels, so that panning costs nothing and zooming one arrangement.

const STAR = "M0-9L2.4-3.2L8-5.6L4.6 0L8 5.6L2.4 3.2L0 9L-2.4 3.2L-8 5.6L-4.6 0L-8-5.6L-2.4-3.2Z";

class Overlay {
  constructor(map, model) {
    this.map = map;
    this.prefix = model.get("prefix");
    this.anchors = model.get("anchors");
    this.pairs = model.get("links");
    const [[, [[, west], [, east]]]] = model.get("views");
    this.far = Math.max(120, (east - west) / 2);
    this.boxes = new Map(); // where the badges are, by space
    this.layers = {};
    const names = ["links", "islands", "names", "ways", "badges", "battles"];
    for (const name of names) this.layers[name] = makeSvg("g", { class: `a4a-${name}` });
    this.svg = makeSvg(
      "svg", { class: "a4a-overlay leaflet-zoom-animated", "aria-hidden": "true" },
      ...Object.values(this.layers),
    );
    const pane = map.getPane("a4a") ?? map.createPane("a4a");
    pane.style.zIndex = 450; // above the spaces, below Leaflet's markers
    pane.style.pointerEvents = "none";
    pane.append(this.svg);
  }

  remove() {
    this.svg.remove();
  }

  /** Use another timeline. */
  read(timeline) {
    this.timeline = timeline;
    this.infos = new Map();
    this.layers.battles.replaceChildren();
  }

  /** Recompute what hangs on the zoom: anchors in pixels, islands, links, names. */
  arrange() {
    const { map } = this;
    this.svg.style.transform = "";
    this.points = this.anchors.map(([lat, lng, south, west, north, east]) => {
      const { x, y } = map.latLngToLayerPoint([lat, lng]);
      const a = map.latLngToLayerPoint([north, west]);
      const b = map.latLngToLayerPoint([south, east]);
      return { x, y, width: b.x - a.x, height: b.y - a.y };
    });
    this.drawIslands();
    this.drawLinks();
    this.writeNames();
    for (const node of this.layers.battles.children) this.moveTo(node);
    this.drawn = new Map();
    this.layers.badges.replaceChildren();
  }

  /** Let the overlay follow Leaflet's zoom animation. */
  animate(event) {
    const { map } = this;
    const origin = map._latLngToNewLayerPoint?.(
      map.layerPointToLatLng([0, 0]), event.zoom, event.center,
    );
    if (!origin) return;
    const scale = map.getZoomScale(event.zoom);
    this.svg.style.transform = `translate3d(${origin.x}px,${origin.y}px,0) scale(${scale})`;
  }

  moveTo(node) {
    const { x, y } = this.points[node.dataset.space];
    node.setAttribute("transform", `translate(${x},${y})`);
  }

  /** Spaces too small to see get a disc in their colour, which is also easier to point at. */
  drawIslands() {
    const { spaces } = this.timeline;
    const discs = [];
    this.points.forEach((point, i) => {
      if (spaces[i].kind === "sea" || Math.max(point.width, point.height) >= 9) return;
      const disc = makeSvg("circle", { r: 4.5, class: `a4a-space a4a-island ${this.prefix}-${i}` });
      disc.setAttribute("transform", `translate(${point.x},${point.y})`);
      discs.push(disc);
    });
    this.layers.islands.replaceChildren(...discs);
  }

  /** Lines between spaces that border each other without touching (schematic boards). */
  drawLinks() {
    this.layers.links.replaceChildren(
      ...this.pairs.filter(([a, b]) => !this.crossesEdge(a, b)).map(([a, b]) => {
        const [p, q] = [this.points[a], this.points[b]];
        return makeSvg("path", { d: `M${p.x} ${p.y}L${q.x} ${q.y}` });
      }),
    );
  }

  /** Write the names of the spaces that are large enough for them at this zoom. */
  writeNames() {
    const { spaces } = this.timeline;
    this.written = [];
    this.points.forEach(({ x, y, width, height }, space) => {
      const { label } = spaces[space];
      const size = label.length * 5.7;
      if (size > 0.95 * width || height < 26) return;
      const node = makeSvg("text", { "text-anchor": "middle" }, label);
      this.written.push({ space, x, y, width: size, node });
    });
    this.layers.names.replaceChildren(...this.written.map(({ node }) => node));
  }

  /** What a stack content shows. */
  info(content) {
    if (!this.infos.has(content)) {
      this.infos.set(content, readContent(this.timeline.stacks[content], this.timeline.types));
    }
    return this.infos.get(content);
  }

  /** Draw the stacks, given the content of every space; only what changed is touched. */
  drawBadges(contents) {
    const stacks = [];
    contents.forEach((content, space) => {
      if (this.timeline.stacks[content].length === 0) return;
      stacks.push({ space, content, info: this.info(content), ...this.points[space] });
    });
    const taken = placeBadges(stacks);
    const gone = new Set(this.drawn.keys());
    for (const { space, content, badge, box } of stacks) {
      if (!badge) continue;
      gone.delete(space);
      let group = this.drawn.get(space);
      if (!group) {
        group = makeSvg("g", { "data-space": space });
        this.drawn.set(space, group);
        this.layers.badges.append(group);
      }
      const look = `${content} ${badge.kind}`;
      if (group.a4aLook !== look) {
        group.a4aLook = look;
        drawBadge(group, badge, this.timeline);
      }
      const place = `translate(${Math.round(box.x)},${Math.round(box.y)})`;
      if (group.getAttribute("transform") !== place) group.setAttribute("transform", place);
    }
    for (const space of gone) {
      this.drawn.get(space).remove();
      this.drawn.delete(space);
    }
    this.boxes = new Map(stacks.filter(({ box }) => box).map(({ space, box }) => [space, box]));
    placeNames(this.written, this.boxes, taken);
  }

  /** Mark a space where a battle is open, or take the mark away. */
  drawBattle(space, fighting) {
    this.layers.battles.querySelector(`[data-space="${space}"]`)?.remove();
    if (!fighting) return;
    const star = makeSvg("path", { d: STAR, transform: "translate(0,-13)" });
    const node = makeSvg("g", { "data-space": space }, star);
    this.moveTo(node);
    this.layers.battles.append(node);
  }

  /** What the step did: the spaces it touched and the ways units went. */
  drawMarks(mark) {
    const parts = [];
    for (const space of mark?.spaces ?? []) {
      const { x, y, width, height } = this.points[space];
      const r = Math.max(9, Math.min(16, Math.min(width, height) / 2));
      parts.push(makeSvg("circle", { cx: x, cy: y, r, class: "a4a-touched" }));
    }
    for (const path of mark?.paths ?? []) parts.push(...this.drawWay(path));
    this.layers.ways.replaceChildren(...parts);
  }

  /** Whether two neighbours lie at opposite edges of the map: the world is round. */
  crossesEdge(a, b) {
    return Math.abs(this.anchors[a][1] - this.anchors[b][1]) > this.far;
  }

  /** The points of a path in pixels, cut where it leaves one edge of the map for the other. */
  pieces(path) {
    const pieces = [[]];
    path.forEach((space, i) => {
      if (i > 0 && this.crossesEdge(path[i - 1], space)) pieces.push([]);
      pieces.at(-1).push(this.points[space]);
    });
    const last = pieces.at(-1);
    if (last.length > 1) last[last.length - 1] = this.outside(path.at(-1), last.at(-2));
    return pieces;
  }

  /** Where a way from a point to a space meets the edge of the space's badge. */
  outside(space, from) {
    const to = this.points[space];
    const box = this.boxes.get(space);
    if (!box) return to;
    const [dx, dy] = [from.x - box.x, from.y - box.y];
    const x = dx > 0 ? box.right - box.x : box.x - box.left;
    const y = dy > 0 ? box.bottom - box.y : box.y - box.top;
    const share = Math.min(1, x / Math.max(Math.abs(dx), 1e-6), y / Math.max(Math.abs(dy), 1e-6));
    return { x: box.x + dx * share, y: box.y + dy * share };
  }

  drawWay(path) {
    const pieces = this.pieces(path);
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
