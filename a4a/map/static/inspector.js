// Pointing at spaces and picking one: the tooltip and the card that tell what is there.

class Inspector {
  constructor(model, session, map, sheet, signal) {
    Object.assign(this, { model, session, map, sheet });
    this.prefix = `${model.get("prefix")}-`;
    this.container = map.getContainer();
    this.tooltip = make("div", { class: "a4a-tooltip", role: "tooltip", ".hidden": true });
    this.card = make("section", { class: "a4a-card", "aria-label": "Space", ".hidden": true });
    this.container.append(this.tooltip, this.card);
    const on = (target, type, handler) => target.addEventListener(type, handler, { signal });
    on(this.container, "pointermove", (event) => this.point(event));
    on(this.container, "pointerleave", () => this.point(null));
    on(this.container, "pointerdown", () => this.point(null));
    on(this.container, "click", (event) => {
      if (!map.dragging.moved()) this.pick(this.spaceAt(event.target));
    });
    on(this.container, "keydown", (event) => event.key === "Escape" && this.pick(null));
    keepFromMap(this.card, signal);
    model.on("change:selected", () => this.show());
    signal.addEventListener("abort", () => {
      model.off("change:selected");
      this.tooltip.remove();
      this.card.remove();
    });
  }

  /** The index of the space that an element on the map stands for, or null. */
  spaceAt(target) {
    if (!target.classList?.contains("a4a-space")) return null;
    const own = [...target.classList].find((name) => name.startsWith(this.prefix));
    return own ? Number(own.slice(this.prefix.length)) : null;
  }

  /** What there is to say of a space: its name, who holds it, and the units of each power there. */
  describe(space) {
    const { timeline, position } = this.session;
    const owner = valueAt(timeline.owner[space], position);
    const info = this.sheet.info(valueAt(timeline.stack[space], position));
    return {
      ...timeline.spaces[space],
      owner: owner >= 0 ? timeline.powers[owner] : null,
      rows: info.rows.map(({ power, lines }) => ({
        power: timeline.powers[power],
        lines: lines.map(({ type, condition, count }) => {
          const words = timeline.conditions[condition];
          const kind = timeline.types[type];
          return { kind, name: words ? `${kind.name} (${words})` : kind.name, count };
        }),
      })),
    };
  }

  /** Show the tooltip of the space under the pointer. */
  point(event) {
    const space = event && !event.buttons ? this.spaceAt(event.target) : null;
    this.tooltip.hidden = space === null;
    if (space === null) return;
    const { name, owner, rows } = this.describe(space);
    this.tooltip.replaceChildren(
      make("strong", {}, name),
      make("span", { class: "a4a-muted" }, owner ? ` ${owner.name}` : ""),
      ...rows.map(({ power, lines }) => make(
        "div", {}, powerChip(power), " ", lines.map((line) => `${line.count} ${line.name}`).join(", "),
      )),
    );
    const box = this.container.getBoundingClientRect();
    const beside = (at, size, room) => (at + 14 + size > room ? Math.max(0, at - size - 10) : at + 14);
    const { offsetWidth, offsetHeight, style } = this.tooltip;
    style.left = `${beside(event.clientX - box.left, offsetWidth, box.width)}px`;
    style.top = `${beside(event.clientY - box.top, offsetHeight, box.height)}px`;
  }

  /** Open the card of a space, or close it (null). */
  pick(space) {
    const selected = space ?? -1;
    if (selected === this.model.get("selected")) return;
    this.model.set("selected", selected);
    this.model.save_changes();
  }

  /** Bring the card up to the selected space and the step. */
  show() {
    const space = this.model.get("selected");
    const outlines = this.container.getElementsByClassName("a4a-picked");
    while (outlines.length > 0) outlines[0].classList.remove("a4a-picked");
    this.card.hidden = space < 0;
    if (space < 0) return;
    for (const shape of this.container.getElementsByClassName(this.prefix + space)) {
      shape.classList.add("a4a-picked");
    }
    const { name, facts, owner, rows } = this.describe(space);
    const close = make("button", { type: "button", "aria-label": "Close", title: "Close (Esc)" }, "×");
    close.addEventListener("click", () => this.pick(null));
    const table = make("table", {});
    for (const { power, lines } of rows) {
      lines.forEach((line, i) => {
        const whose = i === 0 ? [powerChip(power), ` ${power.name}`] : [];
        const icon = makeSvg(
          "svg", { viewBox: "0 0 14 10", width: 20, height: 14, "aria-hidden": "true" },
          drawSymbol(line.kind, "currentColor"),
        );
        const row = table.insertRow();
        for (const content of [whose, [icon], [line.name], [String(line.count)]]) {
          row.insertCell().append(...content);
        }
        row.lastChild.className = "a4a-number";
      });
    }
    this.card.replaceChildren(
      make("header", {}, make("strong", {}, name), close),
      make("div", { class: "a4a-muted" }, [owner?.name, ...facts].filter(Boolean).join(" · ") || "nobody's"),
      rows.length ? table : make("div", { class: "a4a-muted" }, "No units"),
    );
  }
}
