// Following the action: the board goes to what a step did, where that is out of sight, and else stays.

import { make } from "./elements.js";

const EDGE = 28; // px at the edges of the board that count as out of sight
const INSIDE = 0.16; // how far inside the board, as a share of it, what is gone to then lies
const SECONDS = 0.35;
const MANY = 12; // places of a step, as a set-up's, that are nowhere in particular

export class Follow {
  constructor(host, signal) {
    this.host = host;
    const { model, session, container } = host;
    this.button = make("button", {
      type: "button", class: "a4a-follow", title: "Follow: the board goes to what a step did, where it is out of sight (Shift+F)",
    }, "Follow");
    this.button.addEventListener("click", () => this.toggle(), { signal });
    host.views.bar.append(this.button);
    container.addEventListener("keydown", (event) => {
      if (event.key !== "F" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
      this.toggle();
    }, { signal });
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.until = 0; // when the board has come where it goes
    const show = () => {
      this.button.setAttribute("aria-pressed", String(this.on));
      if (this.on) this.go();
    };
    model.on("change:following", show);
    signal.addEventListener("abort", () => {
      clearTimeout(this.soon);
      model.off("change:following", show);
    });
    show();
    session.listen((what) => what === "position" && this.follow(), signal);
  }

  get on() {
    return this.host.model.get("following") === true;
  }

  toggle() {
    const { model } = this.host;
    model.set("following", !this.on);
    try {
      model.save_changes();
    } catch (error) {
      console.debug("a4a: no kernel to tell", error);
    }
  }

  follow() {
    const { noteViews } = this.host;
    const held = noteViews.held;
    noteViews.held = false; // a note shows where to look
    clearTimeout(this.soon);
    // The step is painted first, and where many follow fast, the board is let come to where it goes.
    if (this.on && !held) this.soon = setTimeout(() => this.go(), Math.max(0, this.until - performance.now()));
  }

  /** Where the step shown did something, in pixels of the board; the last is what it led to. */
  places() {
    const { session: { timeline, position }, sheet, map } = this.host;
    const { spaces = [], ways = [] } = timeline.marks[position] ?? {};
    const fought = timeline.battles.filter(({ at, closed }) => at === position || closed === position);
    const found = [...fought.map(({ space }) => space), ...spaces, ...ways.flatMap(([, , , path]) => [path[0], path.at(-1)])];
    return found.filter((space) => sheet.points?.[space]).map((space) => {
      const { x, y } = sheet.points[space];
      return map.layerPointToContainerPoint([x, y]);
    });
  }

  /** The width and height of what can be seen; asked for at every step, the page would be laid out at every step. */
  room() {
    const { x, y } = this.host.map.getSize(); // Leaflet keeps it
    if (this.size !== `${x} ${y}`) {
      this.size = `${x} ${y}`;
      this.height = Math.max(y / 2, this.host.views.bar.offsetTop); // the buttons lie on what is below
    }
    return [x, this.height];
  }

  go() {
    const { map } = this.host;
    const places = this.places();
    if (places.length === 0 || places.length > MANY) return;
    const [width, height] = this.room();
    if (width === 0) return;
    const inSight = ({ x, y }) => x >= EDGE && y >= EDGE && x <= width - EDGE && y <= height - EDGE;
    if (places.every(inSight)) return;
    const shift = [shiftOf(places.map(({ x }) => x), width), shiftOf(places.map(({ y }) => y), height)];
    this.host.leave();
    this.until = performance.now() + (this.calm.matches ? 0 : 1000 * SECONDS);
    map.panBy(shift, this.calm.matches ? { animate: false } : { animate: true, duration: SECONDS });
  }
}

/** How far to move along one axis: all into sight, or what comes last to the middle where they lie too far apart. */
function shiftOf(values, size) {
  const edge = INSIDE * size;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  if (high - low > size - 2 * edge) return values.at(-1) - size / 2;
  if (low < edge) return low - edge;
  return high > size - edge ? high - size + edge : 0;
}
