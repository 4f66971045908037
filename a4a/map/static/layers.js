// A layer of the board: something that can be switched on and off in the legend. What layers there
// are, what they are called and which options they have is said once, in `layers.py`; here is how
// each is drawn. A layer's class is found by its id in `LAYERS` (painter.js), which also says in
// which order they paint: who comes first takes room first.
//
// The painter calls, for layers that are on and in that order:
//   read()     once for another timeline: forget what was drawn
//   grow()     when steps were added or withdrawn: forget what is known of tracks and battles
//   arrange()  when the zoom changed: `sheet.points` are new
//   reserve()  before any of them paints: take room that all others must leave
//   paint()    at every step, and after the other two: bring the drawing up to `position`
// and clear() when it is switched off. Only what changed should be touched in paint().

import { make, makeSvg, powerChip } from "./elements.js";
import { valueAt } from "./timeline.js";

export class Layer {
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

  /** Whether another layer is on. */
  isOn(id) {
    return this.host.model.get("layers")[id]?.on === true;
  }

  begin() {}
  read() {}

  grow() {
    this.read();
  }

  arrange() {}
  reserve() {}
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

/** Drawings by key in an SVG group: each is made again only when its look changes. */
export class Drawings {
  constructor(group, attribute = "data-space") {
    this.group = group;
    this.attribute = attribute; // says on each drawing what its key is
    this.made = new Map();
    this.round = 0;
  }

  begin() {
    this.round += 1;
  }

  /** Keep the drawing of `key` at a place; `draw()` makes its parts when `look` is another. */
  put(key, look, x, y, draw, scale = 1) {
    let one = this.made.get(key);
    if (!one) {
      one = { node: makeSvg("g", { [this.attribute]: key }), look: null, place: null, round: 0 };
      this.made.set(key, one);
      this.group.append(one.node);
    }
    one.round = this.round;
    if (one.look !== look) {
      one.look = look;
      one.node.replaceChildren(...draw());
    }
    const place = `translate(${Math.round(x)},${Math.round(y)})${scale === 1 ? "" : ` scale(${scale})`}`;
    if (one.place !== place) {
      one.place = place;
      one.node.setAttribute("transform", place);
    }
    return one.node;
  }

  /** Remove what has not been put since begin(). */
  end() {
    for (const [key, { node, round }] of this.made) {
      if (round === this.round) continue;
      node.remove();
      this.made.delete(key);
    }
  }

  clear() {
    this.made.clear();
    this.group.replaceChildren();
  }
}

/** A layer of small marks, each of which takes room at its space and is left out if there is none. */
export class MarkLayer extends Layer {
  begin() {
    this.drawings = new Drawings(this.sheet.groups[this.id]);
  }

  read() {
    this.clear();
  }

  grow() {} // drawings are found by their look

  clear() {
    this.drawings.clear();
  }

  /** The marks at the position: `{space, look, width, height, draw}`, or `sizes` of them to try. */
  marks() {
    return [];
  }

  paint() {
    const { drawings, sheet } = this;
    drawings.begin();
    for (const mark of this.marks()) {
      for (const { look, width, height, draw } of mark.sizes ?? [mark]) {
        const box = sheet.room(mark.space, width * sheet.scale, height * sheet.scale);
        if (!box) continue;
        drawings.put(mark.space, look, box.x, box.y, draw, sheet.scale);
        break;
      }
    }
    drawings.end();
  }
}

/** A mark and its meaning, for the legend; `parts` are drawn in a box round the origin. */
export function legendMark(words, parts, width = 20, height = 14) {
  const box = `${-width / 2} ${-height / 2} ${width} ${height}`;
  const icon = makeSvg("svg", { viewBox: box, width, height, "aria-hidden": "true" }, ...parts);
  return make("span", {}, icon, ` ${words}`);
}

/** Spaces in the colour of who holds them: one CSS rule a space, changed in place. */
export class ControlLayer extends Layer {
  begin() {
    this.shown = []; // what the rules say, of whatever game
  }

  grow() {}

  paint() {
    const { timeline, position, shown } = this;
    const bySide = this.settings.by === "side";
    this.host.rules.forEach((rule, space) => {
      const owner = valueAt(timeline.owner[space], position);
      const power = timeline.powers[owner];
      const who = bySide && power?.side >= 0 ? timeline.sides[power.side] : power;
      const look = who?.colour ?? null;
      if (shown[space] === look) return;
      shown[space] = look;
      this.colour(rule, space, look);
    });
  }

  /** What other layers lay on the space (a hatching, a shade, a threat) stays as it is. */
  colour(rule, space, colour) {
    const ground = this.timeline.spaces[space].kind === "sea" ? "sea" : "nobody";
    rule.fill = `var(--a4a-heat, var(--a4a-hatch, ${colour ?? `var(--a4a-${ground})`}))`;
    rule.fillOpacity = `var(--a4a-veil, var(--a4a-shade, ${colour ? "var(--a4a-owned)" : 1}))`;
  }

  clear() {
    this.shown = [];
    this.host.rules.forEach((rule, space) => this.colour(rule, space, null));
  }

  legend() {
    const { powers, sides } = this.timeline;
    const held = new Set(this.timeline.owner.map((track) => valueAt(track, this.position)));
    const rows = this.settings.by === "side"
      ? sides.filter((_, side) => [...held].some((i) => powers[i]?.side === side))
      : powers.filter((_, i) => held.has(i));
    return rows.map((row) => make("span", {}, powerChip(row), ` ${row.name}`));
  }
}
