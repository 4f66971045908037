// The painter: colours the spaces of an ipyleaflet map and draws the stacks over it, at any position
// of the record, without the kernel. Spaces are found by class name (`<prefix>-<index>`), so the
// geometry is never touched; everything else is drawn into one SVG in a pane of the Leaflet map.

const QUIET = new Set(["mousemove", "mouseover", "mouseout", "mousedown", "mouseup", "preclick"]);

/** The Leaflet map that the painter's own board shows (a model may be displayed several times). */
async function findMap(mapModel, el, signal) {
  for (let wait = 10; !signal.aborted; wait = Math.min(250, 1.2 * wait)) {
    const board = el.closest(".a4a-board");
    for (const view of board ? await Promise.all(Object.values(mapModel.views ?? {})) : []) {
      if (view.obj && board.contains(view.el)) return view.obj;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return null;
}

/** Keep pointer moves in the browser; the kernel hears of clicks only. */
function hush(model, isQuiet) {
  if (model.a4aHushed) return;
  model.a4aHushed = true;
  const send = model.send;
  model.send = function (content, ...rest) {
    if (isQuiet(content)) return undefined;
    return send.call(this, content, ...rest);
  };
}

class Painter {
  constructor(model, session, map, signal) {
    this.model = model;
    this.session = session;
    this.map = map;
    this.signal = signal;
    this.prefix = model.get("prefix");
    this.anchors = model.get("anchors");
    this.contents = new Map();
    this.container = map.getContainer();
    this.boxes = new Map();
    map.options.wheelPxPerZoomLevel = 180; // one notch of a wheel: half a level
    this.addStyle();
    this.addPane();
    this.addCard();
    this.addTooltip();
    this.addButtons();
    this.follow();
  }

  on(target, type, handler, options = {}) {
    target.addEventListener(type, handler, { signal: this.signal, ...options });
  }

  onMap(types, handler) {
    this.map.on(types, handler, this);
    this.signal.addEventListener("abort", () => this.map.off(types, handler, this));
  }

  // --- set-up ----------------------------------------------------------------------------------

  /** One rule a space, changed in place: the paths may come and go, the colour stays right. */
  addStyle() {
    const style = make("style");
    this.container.append(style);
    this.rules = this.anchors.map((_, i) => {
      const at = style.sheet.insertRule(`.${this.prefix}-${i} { fill: none }`, i);
      return style.sheet.cssRules[at].style;
    });
    this.signal.addEventListener("abort", () => style.remove());
  }

  addPane() {
    const pane = this.map.getPane("a4a") ?? this.map.createPane("a4a");
    pane.style.zIndex = 450; // above the spaces, below Leaflet's markers
    pane.style.pointerEvents = "none";
    this.svg = makeSvg("svg", { class: "a4a-overlay leaflet-zoom-animated", "aria-hidden": "true" });
    this.islands = makeSvg("g");
    this.links = makeSvg("g", { class: "a4a-links" });
    this.arrows = makeSvg("g", { class: "a4a-arrows" });
    this.battles = makeSvg("g", { class: "a4a-battles" });
    this.badges = makeSvg("g", { class: "a4a-badges" });
    this.names = makeSvg("g", { class: "a4a-names" });
    this.svg.append(this.links, this.islands, this.names, this.arrows, this.badges, this.battles);
    pane.append(this.svg);
    this.signal.addEventListener("abort", () => this.svg.remove());
  }

  addCard() {
    this.card = make("section", { class: "a4a-card", "aria-label": "Space", ".hidden": true });
    this.container.append(this.card);
    this.signal.addEventListener("abort", () => this.card.remove());
    for (const type of ["mousedown", "click", "dblclick", "wheel", "touchstart"]) {
      this.on(this.card, type, (event) => event.stopPropagation());
    }
  }

  addTooltip() {
    this.tooltip = make("div", { class: "a4a-tooltip", role: "tooltip", ".hidden": true });
    this.container.append(this.tooltip);
    this.signal.addEventListener("abort", () => this.tooltip.remove());
  }

  /** Buttons that show the whole board, or one of its theatres. */
  addButtons() {
    const views = this.model.get("views").map(([name, bounds], i) => {
      const title = i === 0 ? "Show the whole board (0)" : `Show ${name}`;
      const button = make("button", { type: "button", title, "aria-label": title }, name);
      this.on(button, "click", () => this.fit(bounds, i > 0));
      return button;
    });
    const bar = make("div", { class: "a4a-views", role: "group", "aria-label": "View" }, ...views);
    for (const type of ["mousedown", "click", "dblclick"]) {
      this.on(bar, type, (event) => event.stopPropagation());
    }
    this.container.append(bar);
    this.signal.addEventListener("abort", () => bar.remove());
  }

  follow() {
    const { map, container } = this;
    this.session.listen((what) => this.hear(what), this.signal);
    this.onMap("zoomend viewreset", () => this.arrange());
    this.onMap("zoomanim", (event) => this.animate(event));
    this.onMap("dragstart zoomstart", () => (this.moved = !this.fitting));
    this.on(container, "pointermove", (event) => this.hover(event));
    this.on(container, "pointerleave", () => (this.tooltip.hidden = true));
    this.onMap("dragstart", () => (this.tooltip.hidden = true));
    this.on(container, "click", (event) => this.pick(this.spaceAt(event.target)));
    this.on(container, "keydown", (event) => {
      if (event.key === "Escape") this.pick(null);
      else if (event.key === "+" || event.key === "=") map.zoomIn();
      else if (event.key === "-") map.zoomOut();
      else if (event.key === "0") this.fit();
    });
    this.model.on("change:selected", () => this.showCard());
    this.signal.addEventListener("abort", () => this.model.off("change:selected"));
    container.setAttribute("tabindex", "0");
    container.setAttribute("role", "application");
    container.setAttribute("aria-label", "Board");
    listenToKeys(container, this.session, this.signal);
    const observer = new ResizeObserver(() => {
      if (container.clientWidth === 0) return; // JupyterLab hides what is scrolled far away
      map.invalidateSize({ animate: false });
      if (!this.moved) this.fit();
    });
    observer.observe(container);
    this.signal.addEventListener("abort", () => observer.disconnect());
  }

  /** Show a part of the world, the whole board if none is given. */
  fit(bounds = this.model.get("views")[0][1], moved = false) {
    this.fitting = true;
    this.map.fitBounds(bounds, { animate: false });
    this.fitting = false;
    this.moved = moved;
  }

  // --- time ------------------------------------------------------------------------------------

  hear(what) {
    if (what === "timeline") {
      this.shown = { owner: [], stack: [], battle: [] };
      this.contents.clear();
      this.arrange();
    } else if (what === "position") this.paint();
  }

  /** Paint the board as it stands at the session's position; only what changed is touched. */
  paint() {
    const { timeline, position } = this.session;
    const { owner, stack, battle } = this.shown;
    let moved = false;
    for (let i = 0; i < this.anchors.length; i++) {
      const power = valueAt(timeline.owner[i], position);
      if (power !== owner[i]) {
        owner[i] = power;
        const kind = timeline.spaces[i].kind;
        this.rules[i].fill =
          power >= 0 ? timeline.powers[power].colour : `var(--a4a-${kind === "sea" ? "sea" : "nobody"})`;
        this.rules[i].fillOpacity = power >= 0 ? "var(--a4a-owned)" : "1";
      }
      const content = valueAt(timeline.stack[i], position);
      if (content !== stack[i]) {
        stack[i] = content;
        moved = true;
      }
      const fighting = i in timeline.battle ? valueAt(timeline.battle[i], position) : 0;
      if (fighting !== battle[i]) {
        battle[i] = fighting;
        this.drawBattle(i, fighting);
      }
    }
    if (moved) this.drawBadges();
    this.drawMarks(timeline.marks[position]);
    if (!this.card.hidden) this.showCard();
    this.container.dataset.position = position;
  }

  // --- space -----------------------------------------------------------------------------------

  /** Recompute everything that hangs on the zoom: anchors in pixels, islands, names, badges. */
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
    for (const node of this.battles.children) this.moveTo(node, node.a4aSpace);
    this.drawn = new Map();
    this.badges.replaceChildren();
    this.shown.stack.length = 0; // so that paint draws all badges
    this.paint();
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

  moveTo(node, space) {
    const { x, y } = this.points[space];
    node.setAttribute("transform", `translate(${x},${y})`);
  }

  /** Spaces too small to see get a disc in their colour, which is also easier to point at. */
  drawIslands() {
    const { spaces } = this.session.timeline;
    const discs = [];
    this.points.forEach((point, i) => {
      if (spaces[i].kind === "sea" || Math.max(point.width, point.height) >= 9) return;
      const disc = makeSvg("circle", { r: 4.5, class: `a4a-space a4a-island ${this.prefix}-${i}` });
      disc.setAttribute("transform", `translate(${point.x},${point.y})`);
      discs.push(disc);
    });
    this.islands.replaceChildren(...discs);
  }

  /** Lines between spaces that border each other without touching (schematic boards). */
  drawLinks() {
    this.links.replaceChildren(
      ...this.model.get("links").filter(([a, b]) => !this.crossesEdge(a, b)).map(([a, b]) => {
        const [p, q] = [this.points[a], this.points[b]];
        return makeSvg("path", { d: `M${p.x} ${p.y}L${q.x} ${q.y}` });
      }),
    );
  }

  info(content) {
    if (!this.contents.has(content)) {
      const { timeline } = this.session;
      this.contents.set(content, readContent(timeline.stacks[content], timeline.types));
    }
    return this.contents.get(content);
  }

  drawBadges() {
    const stacks = [];
    this.shown.stack.forEach((content, space) => {
      if (this.session.timeline.stacks[content].length === 0) return;
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
        this.badges.append(group);
      }
      const look = `${content} ${badge.kind}`;
      if (group.a4aLook !== look) {
        group.a4aLook = look;
        drawBadge(group, badge, this.session.timeline);
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

  /** Write the names of the spaces that are large enough for them at this zoom. */
  writeNames() {
    const { spaces } = this.session.timeline;
    this.written = [];
    this.points.forEach(({ x, y, width, height }, space) => {
      const { label } = spaces[space];
      const size = label.length * 5.7;
      if (size > 0.95 * width || height < 26) return;
      const node = makeSvg("text", { "text-anchor": "middle" }, label);
      this.written.push({ space, x, y, width: size, node });
    });
    this.names.replaceChildren(...this.written.map(({ node }) => node));
  }

  drawBattle(space, fighting) {
    const old = [...this.battles.children].find((node) => node.a4aSpace === space);
    if (!fighting) return old?.remove();
    if (old) return undefined;
    const node = makeSvg("g", { "data-space": space });
    node.a4aSpace = space;
    node.append(makeSvg("path", { d: "M0-9L2.4-3.2L8-5.6L4.6 0L8 5.6L2.4 3.2L0 9L-2.4 3.2L-8 5.6L-4.6 0L-8-5.6L-2.4-3.2Z" }));
    const place = makeSvg("g", {}, node);
    place.a4aSpace = space;
    this.moveTo(place, space);
    node.setAttribute("transform", "translate(0,-13)");
    return this.battles.append(place);
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
    this.arrows.replaceChildren(...parts);
  }

  /** Whether two neighbours lie at opposite edges of the map: the world is round. */
  crossesEdge(a, b) {
    const [[, [[, west], [, east]]]] = this.model.get("views");
    return Math.abs(this.anchors[a][1] - this.anchors[b][1]) > Math.max(120, (east - west) / 2);
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

  // --- pointing and picking --------------------------------------------------------------------

  spaceAt(target) {
    if (!target.classList?.contains("a4a-space")) return null;
    for (const name of target.classList) {
      if (name.startsWith(`${this.prefix}-`)) return Number(name.slice(this.prefix.length + 1));
    }
    return null;
  }

  /** What there is to say of a space: its name, who holds it, and a line for each power there. */
  describe(space) {
    const { timeline, position } = this.session;
    const owner = valueAt(timeline.owner[space], position);
    const info = this.info(valueAt(timeline.stack[space], position));
    return {
      name: timeline.spaces[space].name,
      facts: timeline.spaces[space].facts,
      owner: owner >= 0 ? timeline.powers[owner] : null,
      rows: info.rows.map(({ power, lines }) => ({
        power: timeline.powers[power],
        lines: lines.map(({ type, condition, count }) => ({
          type: timeline.types[type], condition: timeline.conditions[condition], count,
        })),
      })),
    };
  }

  hover(event) {
    const space = event.buttons ? null : this.spaceAt(event.target);
    this.tooltip.hidden = space === null;
    if (space === null) return;
    const { name, owner, rows } = this.describe(space);
    const lines = rows.map(({ power, lines: units }) =>
      make(
        "div", {}, powerChip(power), " ",
        units
          .map(({ type, condition, count }) => `${count} ${type.name}${condition && ` (${condition})`}`)
          .join(", "),
      ),
    );
    this.tooltip.replaceChildren(
      make("strong", {}, name),
      ...(owner ? [make("span", { class: "a4a-muted" }, ` ${owner.name}`)] : []),
      ...lines,
    );
    const box = this.container.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const { offsetWidth: width, offsetHeight: height } = this.tooltip;
    this.tooltip.style.left = `${x + 14 + width > box.width ? Math.max(0, x - width - 10) : x + 14}px`;
    this.tooltip.style.top = `${y + 14 + height > box.height ? Math.max(0, y - height - 10) : y + 14}px`;
  }

  pick(space) {
    const selected = space ?? -1;
    if (selected === this.model.get("selected")) return;
    this.model.set("selected", selected);
    this.model.save_changes();
  }

  showCard() {
    const space = this.model.get("selected");
    this.card.hidden = !(space >= 0);
    for (const old of this.container.querySelectorAll(".a4a-picked")) old.classList.remove("a4a-picked");
    if (this.card.hidden) return;
    for (const path of this.container.querySelectorAll(`.${this.prefix}-${space}`)) {
      path.classList.add("a4a-picked");
    }
    const { name, facts, owner, rows } = this.describe(space);
    const close = make("button", { type: "button", "aria-label": "Close", title: "Close (Esc)" }, "×");
    close.addEventListener("click", () => this.pick(null));
    const table = make("table", {});
    for (const { power, lines } of rows) {
      lines.forEach(({ type, condition, count }, i) => {
        const icon = makeSvg("svg", { viewBox: "0 0 14 10", width: 20, height: 14, "aria-hidden": "true" });
        icon.append(drawSymbol(type, "currentColor"));
        const row = table.insertRow();
        row.insertCell().append(...(i === 0 ? [powerChip(power), ` ${power.name}`] : []));
        row.insertCell().append(icon);
        row.insertCell().append(type.name, condition && ` (${condition})`);
        const cell = row.insertCell();
        cell.className = "a4a-number";
        cell.append(String(count));
      });
    }
    this.card.replaceChildren(
      make("header", {}, make("strong", {}, name), close),
      make("div", { class: "a4a-muted" }, [owner?.name, ...facts].filter(Boolean).join(" · ") || "nobody's"),
      rows.length ? table : make("div", { class: "a4a-muted" }, "No units"),
    );
  }
}

async function render({ model, el }) {
  const ending = new AbortController();
  el.classList.add("a4a-painter");
  const start = async () => {
    const [session, mapModel] = await Promise.all([openSession(model), referredModel(model, "map")]);
    hush(mapModel, (content) => content?.event === "interaction" && QUIET.has(content.type));
    hush(await referredModel(model, "layer"), () => true);
    const map = await findMap(mapModel, el, ending.signal);
    if (map) new Painter(model, session, map, ending.signal);
  };
  start().catch((error) => {
    if (!ending.signal.aborted) el.append(make("pre", { role: "alert" }, `a4a: ${error}`));
  });
  return () => ending.abort();
}

export default { render };
