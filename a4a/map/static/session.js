// The session that all views of a cursor share: it moves along the timeline, and they follow it.

import { Lines } from "./lines.js";
import { stopIndex, unpack } from "./timeline.js";

const SESSION = Symbol.for("a4a.session");
const PACKET = Symbol("packet");
const LINES = Symbol("lines");
const SAVE_AFTER = 150; // ms of rest before Python hears of the new position
const NO_NOTES = [];
const NOTHING = []; // withheld
const SAVE_AT_LEAST = 600; // ms after which it hears of it even while stepping goes on

/** Of rows about nodes, those about a line: in its order, each with its position in `at`. */
function rowsOn(timeline, rows, places) {
  const by = new Map();
  const on = rows.filter(({ node }) => places.has(node)).map((row) => ({ ...row, at: places.get(row.node) }));
  on.sort((a, b) => a.at - b.at || (a.id ?? 0) - (b.id ?? 0));
  for (const row of on) {
    if (!by.has(row.at)) by.set(row.at, []);
    by.get(row.at).push(row);
  }
  return { timeline, rows, on, by };
}

/** The lines of a cursor as they were last sent whole; they are unpacked once. */
async function packetOf(cursor) {
  while (!cursor[PACKET] || cursor[PACKET].edition !== cursor.get("edition")) { // another may come while one is unpacked
    const edition = cursor.get("edition");
    cursor[PACKET] = { edition, packet: await unpack(cursor.get("timeline")) };
  }
  return cursor[PACKET];
}

/** The lines of a cursor from what was sent whole and what has become of it; null while its base is on its way. */
function grownLines(cursor, { edition, packet }) {
  const from = [packet, cursor.get("growth"), cursor.get("variations") ?? [], cursor.get("withheld") ?? NOTHING];
  if (cursor[LINES]?.from.every((part, i) => part === from[i])) return cursor[LINES].lines;
  const update = from[1] ? JSON.parse(from[1]) : null;
  if (update && update.edition !== edition) return null;
  cursor[LINES] = { from, lines: new Lines(packet, update, from[2], from[3]) };
  return cursor[LINES].lines;
}

/** The lines of a cursor, which need not be that of a session. */
export async function linesOf(cursor) {
  return grownLines(cursor, await packetOf(cursor));
}

/**
 * Where the views of a cursor are: on which line, and at which position of it. Both live here and
 * are saved to the cursor's model, as the node and the variation, a moment later: the kernel's echo
 * of an earlier one must not throw the views back.
 */
class Session {
  constructor(cursor) {
    this.listeners = new Set();
    this.kept = {};
    this.boards = new Set(); // those that show it, for what notes show of them
    this.before = null; // how they were before
    this.playing = null;
    this.lastSave = 0;
    this.said = null; // where Python last said to be
    this.chapter = null; // what is read of a study, if anything
    this.heard = new Set();
    this.hear(cursor);
  }

  /** Be told by a cursor, and by no other any more. */
  hear(cursor) {
    this.cursor = cursor;
    if (this.heard.has(cursor)) return;
    this.heard.add(cursor);
    const on = (name, heed) => cursor.on(`change:${name}`, () => this.cursor === cursor && heed());
    for (const name of ["node", "variation"]) on(name, () => this.follow());
    on("notes", () => this.emit("notes"));
    on("findings", () => this.emit("findings"));
    on("timeline", () => this.load().then(() => this.emit("timeline")));
    for (const name of ["growth", "variations", "withheld"]) on(name, () => this.grow());
  }

  async load() {
    Object.assign(this, await packetOf(this.cursor));
    this.apply();
    return this;
  }

  /** Unpack the game of another cursor, so that it can be shown at once. */
  async prepare(cursor) {
    await packetOf(cursor);
  }

  /** Turn to the game of another cursor, which is on the same board; it is shown as a chapter is read. */
  async turnTo(cursor) {
    this.pause();
    const packet = await packetOf(cursor);
    this.hear(cursor);
    Object.assign(this, packet, { timeline: null, turned: true });
    this.apply();
  }

  /** Let the lines be those that were sent whole, with what they have become since. */
  apply() {
    const lines = grownLines(this.cursor, this);
    if (!lines) return false;
    this.lines = lines;
    this.place();
    return true;
  }

  /** Be where Python says; where one was, if it has said nothing new since. */
  place() {
    const said = { node: this.cursor.get("node") ?? 0, first: this.cursor.get("variation") ?? 0 };
    const moved = !this.timeline || said.node !== this.said.node || said.first !== this.said.first;
    const { node, first } = moved ? said : this;
    this.said = said;
    this.show(this.lines.has(first) ? first : 0);
    this.here = this.places.get(node) ?? this.places.get(said.node) ?? 0;
  }

  /** Let a line be the one that is stepped through. */
  show(first) {
    this.first = first;
    this.timeline = this.lines.timeline(first);
    this.places = this.lines.places(first);
  }

  /** Steps were added or withdrawn, variations begun or changed; the position may come with them. */
  grow() {
    if (!this.packet || this.cursor.get("edition") !== this.edition || this.growing || !this.apply()) return;
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

  /** The node shown. */
  get node() {
    return this.timeline.nodes[this.position];
  }

  /** All annotations that are told, those of other lines too; each has its node. */
  get allNotes() {
    const notes = this.cursor.get("notes") ?? NO_NOTES;
    return this.lines.ends.size === 0 ? notes : notes.filter(({ node }) => this.lines.with(node) !== undefined);
  }

  /** The annotations of the line, in its order; each has its position in `at`. */
  get notes() {
    return this.rows("notes").on;
  }

  /** What an audit found on the line, in its order; each has its position in `at`. */
  get findings() {
    return this.rows("findings").on;
  }

  /** The annotations of one position. */
  notesAt(position) {
    return this.rows("notes").by.get(position) ?? NO_NOTES;
  }

  /** What an audit found of one position. */
  findingsAt(position) {
    return this.rows("findings").by.get(position) ?? NO_NOTES;
  }

  rows(name) {
    const told = this.cursor.get(name) ?? NO_NOTES;
    const kept = this.kept[name];
    if (kept?.rows === told && kept.timeline === this.timeline) return kept;
    return (this.kept[name] = rowsOn(this.timeline, told, this.places));
  }

  /**
   * Call `listener(what)` on every change: of "position", "timeline", "notes", "findings" or "play"; "grown" when
   * steps were added to the timeline or withdrawn from its end, or it is that of another line now.
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
    this.saveSoon();
    this.emit("position");
    return true;
  }

  /** Move to a node, in the line shown if it is there, else in its own; false if there is no such node. */
  goTo(node) {
    if (this.places.has(node)) {
      this.go(this.places.get(node));
      return true;
    }
    const first = this.lines.with(node);
    if (first !== undefined) this.enter(first, node);
    return first !== undefined;
  }

  /** Show another line, at a node of it. */
  enter(first, node = first) {
    if (!this.lines.has(first)) return;
    this.pause();
    this.show(first);
    this.here = this.places.get(node) ?? 0;
    this.saveSoon();
    this.emit("grown");
  }

  /** Go into a variation that leaves here; if none does, to where the next one leaves. */
  goInto() {
    const [fork] = this.lines.forks(this.first, this.position).filter(({ first }) => first !== this.first);
    if (fork) return this.enter(fork.first, fork.node);
    const next = this.lines.branchPoints(this.first).find((at) => at > this.position);
    return next !== undefined && this.go(next);
  }

  /** Go back to where the variation shown leaves its line, and show that one. */
  goBack() {
    const row = this.lines.byFirst.get(this.first);
    if (row) this.enter(row.of, row.leaves);
  }

  /** Go to the next of those that leave the last branch point, or the one before: from line to line. */
  goBeside(count) {
    const at = this.lines.branchPoints(this.first).findLast((place) => place < this.position);
    if (at === undefined) return;
    const { nodes } = this.timeline;
    const ways = this.lines.ways(nodes[at]);
    const here = ways.findIndex(({ node }) => node === nodes[at + 1]);
    const { first, node } = ways[(here + count + ways.length) % ways.length];
    this.enter(first, node);
  }

  saveSoon() {
    clearTimeout(this.saveTimer);
    const due = this.lastSave + SAVE_AT_LEAST - performance.now();
    this.saveTimer = setTimeout(() => this.save(), Math.max(0, Math.min(SAVE_AFTER, due)));
  }

  save() {
    this.lastSave = performance.now();
    this.cursor.set("node", this.node);
    this.cursor.set("variation", this.first);
    this.said = { node: this.node, first: this.first };
    try {
      this.cursor.save_changes();
    } catch (error) {
      console.debug("a4a: no kernel to tell", error); // a saved page has none
    }
  }

  /** Python, or another page, has moved the cursor. */
  follow() {
    if (!this.lines || this.following || this.growing) return;
    this.following = true;
    queueMicrotask(() => { // the node and the variation come together
      this.following = false;
      if (this.cursor.get("edition") !== this.edition) return; // its lines are on their way
      const { node, first } = this;
      if (node === this.cursor.get("node") && first === this.cursor.get("variation")) return;
      clearTimeout(this.saveTimer);
      this.place();
      this.emit(first === this.first ? "position" : "grown");
    });
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

  /** Go some steps, phases, turns or rounds on; in a chapter no further than to its ends. */
  move(unit, count) {
    const [from, to] = this.reach;
    return this.go(Math.max(from, Math.min(to, this.away(unit, count))));
  }

  /** The first and the last position between which one steps: the chapter's, while one is in it. */
  get reach() {
    return this.within ? this.stretch : [0, this.last];
  }

  /** The first and the last position of the chapter, which has only begun while the rest is withheld. */
  get stretch() {
    const { start, end, held } = this.chapter;
    return [this.places.get(start), this.places.get(held ? start : end)];
  }

  /** Whether one is in the chapter that is read. */
  get within() {
    if (!this.chapter) return false;
    const [from, to] = this.stretch;
    return from <= this.position && this.position <= to; // neither, where its end is not on the line
  }

  /** Show nothing that follows some nodes, in any view of the game. */
  withhold(nodes) {
    const now = this.cursor.get("withheld") ?? NOTHING;
    if (`${now}` === `${nodes}`) return;
    const { node } = this;
    this.growing = true; // who calls says what has changed
    this.cursor.set("withheld", nodes);
    this.growing = false;
    this.apply();
    if (!this.places.has(node)) this.here = this.last; // as far as it is told
    this.saveSoon();
  }

  /** Read a chapter of a study, from its start; an introduction has none. */
  read(chapter) {
    this.pause();
    this.chapter = chapter;
    const { timeline } = this;
    if (chapter.withheld) this.withhold(chapter.withheld);
    const first = this.lines.with(chapter.held ? chapter.start : chapter.end) ?? this.first;
    if (first !== this.first) this.show(first);
    this.here = this.places.get(chapter.start) ?? this.here;
    this.saveSoon();
    const what = this.turned ? "timeline" : timeline === this.timeline ? "position" : "grown";
    Object.assign(this, { turned: false, opening: true }); // the board shows what the chapter does
    this.emit(what);
    this.opening = false;
  }

  /** Play on from here, one `unit` every `interval` ms, until the end or `pause`. */
  play(unit, interval) {
    this.pause();
    const [from, to] = this.reach;
    if (this.position === to) this.go(from);
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
  return modelOf(model, model.get(trait));
}

/** The model that a value of `model` refers to. */
export function modelOf(model, value) {
  return model.widget_manager.get_model(value.slice("IPY_MODEL_".length));
}
