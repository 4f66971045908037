// A layer of the board: something that can be switched on and off in the legend. What layers there
// are, what they are called and which options they have is said once, in `layers.py`; here is how
// each is drawn. A layer's class is found by its id in `LAYERS`, at the end of the files of layers.
//
// The painter calls, for layers that are on and in the order of the legend:
//   read()     once for another timeline: forget what was drawn
//   arrange()  when the zoom changed: `sheet.points` are new
//   paint()    at every step, and after the other two: bring the drawing up to `position`
// and clear() when it is switched off. Only what changed should be touched in paint().

class Layer {
  /** `host` is the painter: its session, sheet, model, container. */
  constructor(host, id) {
    this.host = host;
    this.id = id;
    this.sheet = host.sheet;
    this.begin();
  }

  get timeline() {
    return this.host.session.timeline;
  }

  get position() {
    return this.host.session.position;
  }

  /** The layer's settings: `on` and its options. */
  get settings() {
    return this.host.model.get("layers")[this.id];
  }

  begin() {}
  read() {}
  arrange() {}
  paint() {}
  clear() {}

  /** What explains the layer in the legend: elements, or nothing. */
  legend() {
    return [];
  }

  /** The first position of the "step", "phase" or "turn" that the position lies in. */
  since(unit) {
    return unit === "step" ? this.position : this.host.session.stop(unit).at;
  }
}

/** Spaces in the colour of who holds them: one CSS rule a space, changed in place. */
class ControlLayer extends Layer {
  read() {
    this.shown = [];
  }

  paint() {
    const { timeline, position, shown } = this;
    const bySide = this.settings.by === "side";
    this.host.rules.forEach((rule, space) => {
      const owner = valueAt(timeline.owner[space], position);
      const power = timeline.powers[owner];
      const who = bySide && power?.side >= 0 ? timeline.sides[power.side] : power;
      const look = who?.colour ?? (timeline.spaces[space].kind === "sea" ? "sea" : "nobody");
      if (shown[space] === look) return;
      shown[space] = look;
      rule.fill = who ? who.colour : `var(--a4a-${look})`;
      rule.fillOpacity = who ? "var(--a4a-owned)" : "1";
    });
  }

  clear() {
    this.shown = [];
    this.host.rules.forEach((rule, space) => {
      rule.fill = `var(--a4a-${this.timeline.spaces[space].kind === "sea" ? "sea" : "nobody"})`;
      rule.fillOpacity = "1";
    });
  }

  legend() {
    const { powers, sides } = this.timeline;
    const held = new Set(this.timeline.owner.map((track) => valueAt(track, this.position)));
    const rows = this.settings.by === "side" ? sides : powers.filter((_, i) => held.has(i));
    return rows.map((row) => make("span", {}, powerChip(row), ` ${row.name}`));
  }
}
