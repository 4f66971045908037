// The painter: colours the spaces of an ipyleaflet map and draws the stacks over it, at any position
// of the record, without the kernel. Spaces are found by class name (`<prefix>-<index>`), so the
// geometry is never touched.

class Painter {
  constructor(model, session, map, signal) {
    Object.assign(this, { model, session, map, signal });
    this.container = map.getContainer();
    this.overlay = new Overlay(map, model);
    this.inspector = new Inspector(model, session, map, this.overlay, signal);
    this.rules = this.addRules(model.get("anchors").length, model.get("prefix"));
    this.addViews();
    this.addKeys();
    this.follow();
    signal.addEventListener("abort", () => this.overlay.remove());
  }

  /** One rule a space, changed in place: paths may come and go, their colour stays right. */
  addRules(count, prefix) {
    const style = make("style");
    this.container.append(style);
    this.signal.addEventListener("abort", () => style.remove());
    return Array.from({ length: count }, (_, i) => {
      style.sheet.insertRule(`.${prefix}-${i} { fill: none }`, i);
      return style.sheet.cssRules[i].style;
    });
  }

  /** Buttons that show the whole board, or one of its theatres. */
  addViews() {
    const views = this.model.get("views").map(([name, bounds], i) => {
      const title = i === 0 ? "Show the whole board (0)" : `Show ${name}`;
      const button = make("button", { type: "button", title, "aria-label": title }, name);
      button.addEventListener("click", () => this.fit(bounds, i > 0), { signal: this.signal });
      return button;
    });
    const bar = make("div", { class: "a4a-views", role: "group", "aria-label": "View" }, ...views);
    keepFromMap(bar, this.signal);
    this.container.append(bar);
    this.signal.addEventListener("abort", () => bar.remove());
  }

  addKeys() {
    const { container, map } = this;
    const doing = { "+": () => map.zoomIn(), "=": () => map.zoomIn(), "-": () => map.zoomOut(), 0: () => this.fit() };
    container.addEventListener("keydown", ({ key }) => doing[key]?.(), { signal: this.signal });
    container.setAttribute("tabindex", "0");
    container.setAttribute("role", "application");
    container.setAttribute("aria-label", "Board");
    listenToKeys(container, this.session, this.signal);
  }

  follow() {
    const { map, container, overlay } = this;
    map.options.wheelPxPerZoomLevel = 180; // one notch of a wheel: half a level
    const arrange = () => this.arrange();
    const leave = () => (this.moved = !this.fitting);
    const heard = {
      zoomend: arrange, viewreset: arrange, zoomanim: (event) => overlay.animate(event),
      dragstart: leave, zoomstart: leave,
    };
    map.on(heard);
    const observer = new ResizeObserver(() => {
      if (container.clientWidth === 0) return; // JupyterLab hides what is scrolled far away
      map.invalidateSize({ animate: false });
      if (!this.moved) this.fit();
    });
    observer.observe(container);
    this.signal.addEventListener("abort", () => {
      map.off(heard);
      observer.disconnect();
    });
    this.session.listen((what) => {
      if (what === "timeline") {
        overlay.read(this.session.timeline);
        this.shown = { owner: [], stack: [], battle: [] };
        this.arrange();
      } else if (what === "position") this.paint();
    }, this.signal);
  }

  /** Show a part of the world, the whole board if none is given. */
  fit(bounds = this.model.get("views")[0][1], moved = false) {
    this.fitting = true;
    this.map.fitBounds(bounds, { animate: false });
    this.fitting = false;
    this.moved = moved;
  }

  arrange() {
    this.overlay.arrange();
    this.shown.stack = []; // the badges are to be drawn anew
    this.paint();
  }

  /** Paint the board as it stands at the session's position; only what changed is touched. */
  paint() {
    const { timeline, position } = this.session;
    const { owner, stack, battle } = this.shown;
    let restacked = false;
    for (let i = 0; i < this.rules.length; i++) {
      const power = valueAt(timeline.owner[i], position);
      if (power !== owner[i]) {
        owner[i] = power;
        this.colour(i, timeline.powers[power]);
      }
      const content = valueAt(timeline.stack[i], position);
      if (content !== stack[i]) {
        stack[i] = content;
        restacked = true;
      }
      const fighting = i in timeline.battle ? valueAt(timeline.battle[i], position) : 0;
      if (fighting !== (battle[i] ?? 0)) {
        battle[i] = fighting;
        this.overlay.drawBattle(i, fighting);
      }
    }
    if (restacked) this.overlay.drawBadges(stack);
    this.overlay.drawMarks(timeline.marks[position]);
    if (this.model.get("selected") >= 0) this.inspector.show();
    this.container.dataset.position = position;
  }

  colour(space, power) {
    const rule = this.rules[space];
    const kind = this.session.timeline.spaces[space].kind === "sea" ? "sea" : "nobody";
    rule.fill = power ? power.colour : `var(--a4a-${kind})`;
    rule.fillOpacity = power ? "var(--a4a-owned)" : "1";
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
