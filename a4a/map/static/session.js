// The session that all views of a cursor share: it moves along the timeline, and they follow it.

import { grown, stopIndex, unpack } from "./timeline.js";

const SESSION = Symbol.for("a4a.session");
const SAVE_AFTER = 150; // ms of rest before Python hears of the new position
const NO_NOTES = [];
const SAVE_AT_LEAST = 600; // ms after which it hears of it even while stepping goes on

/** Rows about a line by the position they are about. */
function byPosition(rows) {
  const by = new Map();
  for (const row of rows) {
    if (!by.has(row.at)) by.set(row.at, []);
    by.get(row.at).push(row);
  }
  return { of: rows, by };
}

/**
 * Where the views of a cursor are. The position lives here and is saved to the cursor's model a
 * moment later: the kernel's echo of an earlier one must not throw the views back.
 */
class Session {
  constructor(cursor) {
    this.cursor = cursor;
    this.listeners = new Set();
    this.playing = null;
    this.lastSave = 0;
    this.here = cursor.get("position");
    cursor.on("change:position", () => this.follow());
    cursor.on("change:notes", () => this.emit("notes"));
    cursor.on("change:findings", () => this.emit("findings"));
    cursor.on("change:timeline", () => this.load().then(() => this.emit("timeline")));
    cursor.on("change:growth", () => this.grow());
  }

  async load() {
    let edition;
    let base;
    do { // another may come while one is unpacked
      edition = this.cursor.get("edition");
      base = await unpack(this.cursor.get("timeline"));
    } while (edition !== this.cursor.get("edition"));
    Object.assign(this, { base, edition });
    this.apply();
    this.here = this.cursor.get("position");
    return this;
  }

  /** Let the timeline be the one that was sent whole, with what it has become since. */
  apply() {
    const growth = this.cursor.get("growth");
    const grows = growth ? JSON.parse(growth) : null;
    if (grows && grows.edition !== this.edition) return false; // its base is on its way
    this.timeline = grows ? grown(this.base, grows) : this.base;
    return true;
  }

  /** Steps were added or withdrawn; the position may come with them, and is told with them. */
  grow() {
    if (!this.base || this.cursor.get("edition") !== this.edition || !this.apply()) return;
    this.growing = true;
    queueMicrotask(() => {
      this.growing = false;
      this.emit("grown");
    });
  }

  get position() {
    return Math.min(this.here, this.last);
  }

  get last() {
    return this.timeline.log.length - 1;
  }

  /** The annotations of the line, in its order; each has its position in `at`. */
  get notes() {
    return this.cursor.get("notes") ?? NO_NOTES;
  }

  /** What an audit found on the line, in its order; each has its position in `at`. */
  get findings() {
    return this.cursor.get("findings") ?? NO_NOTES;
  }

  /** The annotations of one position. */
  notesAt(position) {
    if (this.notes !== this.sorted?.of) this.sorted = byPosition(this.notes);
    return this.sorted.by.get(position) ?? NO_NOTES;
  }

  /** What an audit found of one position. */
  findingsAt(position) {
    if (this.findings !== this.audited?.of) this.audited = byPosition(this.findings);
    return this.audited.by.get(position) ?? NO_NOTES;
  }

  /**
   * Call `listener(what)` on every change: of "position", "timeline", "notes", "findings" or "play"; "grown" when
   * steps were added to the timeline or withdrawn from its end.
   */
  listen(listener, signal) {
    this.listeners.add(listener);
    signal?.addEventListener("abort", () => this.listeners.delete(listener));
    listener("timeline");
  }

  emit(what) {
    for (const listener of [...this.listeners]) listener(what);
  }

  /** Move to a position; the views follow at once, Python a moment later. */
  go(position) {
    const target = Math.max(0, Math.min(this.last, Math.round(position)));
    if (target === this.position) return false;
    this.here = target;
    clearTimeout(this.saveTimer);
    const due = this.lastSave + SAVE_AT_LEAST - performance.now();
    this.saveTimer = setTimeout(() => this.save(), Math.max(0, Math.min(SAVE_AFTER, due)));
    this.emit("position");
    return true;
  }

  save() {
    this.lastSave = performance.now();
    this.cursor.set("position", this.here);
    try {
      this.cursor.save_changes();
    } catch (error) {
      console.debug("a4a: no kernel to tell", error); // a saved page has none
    }
  }

  /** Python, or another page, has moved the cursor. */
  follow() {
    if (this.cursor.get("position") === this.here) return;
    clearTimeout(this.saveTimer);
    this.here = this.cursor.get("position");
    if (!this.growing) this.emit("position");
  }

  /** The position `count` steps, phases, turns or rounds away. */
  away(unit, count) {
    if (unit === "step") return this.position + count;
    const stops = this.timeline.stops[unit];
    const index = stopIndex(stops, this.position);
    if (count < 0 && stops[index].at < this.position) return stops[index].at;
    const target = index + count;
    if (target < 0) return 0;
    return target < stops.length ? stops[target].at : this.last;
  }

  move(unit, count) {
    return this.go(this.away(unit, count));
  }

  /** Play on from here, one `unit` every `interval` ms, until the end or `pause`. */
  play(unit, interval) {
    this.pause();
    if (this.position === this.last) this.go(0);
    let due = performance.now();
    const tick = () => {
      if (!this.move(unit, 1)) return this.pause();
      due = Math.max(due + interval, performance.now() - interval);
      this.playing = setTimeout(tick, Math.max(0, due - performance.now()));
    };
    due += interval;
    this.playing = setTimeout(tick, interval);
    this.emit("play");
  }

  pause() {
    if (this.playing === null) return;
    clearTimeout(this.playing);
    this.playing = null;
    this.emit("play");
  }

  /** The stop of this kind ("round", "turn", "phase") that the position lies in. */
  stop(unit) {
    const stops = this.timeline.stops[unit];
    return stops[stopIndex(stops, this.position)];
  }
}

/** The session of the cursor that a view's model refers to (one for all views of that cursor). */
export async function openSession(model) {
  const cursor = await referredModel(model, "cursor");
  cursor[SESSION] ??= new Session(cursor).load();
  return cursor[SESSION];
}

/** The model that a trait of `model` refers to. */
export function referredModel(model, trait) {
  return model.widget_manager.get_model(model.get(trait).slice("IPY_MODEL_".length));
}
