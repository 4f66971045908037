// The part every a4a view shares: the timeline of a record and the session that moves along it.
//
// A position is a place on the shown line of the record: 0 is the start, k is after the k-th step.
// A track is a flat array [position, value, position, value, ...], sorted; the value holds until the
// next position. Any position is read by binary search, so stepping is right in either direction.

const SESSION = Symbol.for("a4a.session");
const SAVE_AFTER = 150; // ms of rest before Python hears of the new position
const NO_NOTES = [];
const SAVE_AT_LEAST = 600; // ms after which it hears of it even while stepping goes on

/** The value of a track at a position. */
function valueAt(track, position) {
  let low = 0;
  let high = track.length / 2 - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (track[2 * middle] <= position) low = middle;
    else high = middle - 1;
  }
  return track[2 * low + 1];
}

/** What a unit of a type is worth (TUV): what its power pays for it. */
function priceOf(type, power) {
  return type?.costs?.[power] ?? type?.cost ?? 0;
}

/** The index of the last stop at or before a position (stops are sorted by position). */
function stopIndex(stops, position) {
  let low = 0;
  let high = stops.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (stops[middle].at <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Rows about a line by the position they are about. */
function byPosition(rows) {
  const by = new Map();
  for (const row of rows) {
    if (!by.has(row.at)) by.set(row.at, []);
    by.get(row.at).push(row);
  }
  return { of: rows, by };
}

/** Bytes of gzipped JSON (a DataView) as an object. */
async function unpack(view) {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/** A track up to a position, and on by its new end. */
function joined(track, since, end = []) {
  if (!track) return end;
  let length = track.length;
  while (length > 2 && track[length - 2] > since) length -= 2;
  return length === track.length && end.length === 0 ? track : [...track.slice(0, length), ...end];
}

/** What a timeline that was sent whole has become (`a4a.map.growth`); it stays as it is itself. */
function grown(base, growth) {
  const { since } = growth;
  const cut = since < base.nodes.length - 1;
  const tracks = (old, ends = {}) => {
    const found = Array.isArray(old) ? [...old] : { ...old };
    if (cut) for (const key of Object.keys(found)) found[key] = joined(found[key], since, ends[key]);
    for (const [key, end] of Object.entries(ends)) found[key] = joined(old[key], since, end);
    return found;
  };
  const on = (name) => [...base[name].slice(0, since + 1), ...(growth[name] ?? [])];
  const more = (name) => [...base[name], ...(growth[name] ?? [])];
  const battles = base.battles.filter(({ at }) => at <= since);
  for (const [index, battle] of Object.entries(growth.battles ?? {})) battles[index] = battle;
  const marks = { ...base.marks };
  if (cut) for (const at of Object.keys(marks)) if (Number(at) > since) delete marks[at];
  const stops = { ...base.stops };
  for (const [unit, [begin, ends]] of Object.entries(growth.stops ?? {})) stops[unit] = [...stops[unit].slice(0, begin), ...ends];
  const straits = tracks(base.straits.map(([, open]) => open), growth.straits);
  return {
    ...base,
    battles,
    stops,
    nodes: on("nodes"),
    log: on("log"),
    marks: { ...marks, ...growth.marks },
    conditions: more("conditions"),
    counters: { ...base.counters, ...growth.counters },
    stacks: more("stacks"),
    leanings: more("leanings"),
    treasuries: more("treasuries"),
    holdings: more("holdings"),
    owner: tracks(base.owner, growth.owner),
    stack: tracks(base.stack, growth.stack),
    battle: tracks(base.battle, growth.battle),
    value: tracks(base.value, growth.value),
    leaning: tracks(base.leaning, growth.leaning),
    fronts: tracks(base.fronts, growth.fronts),
    money: tracks(base.money, growth.money),
    held: tracks(base.held, growth.held),
    straits: base.straits.map(([border], i) => [border, straits[i]]),
  };
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
async function openSession(model) {
  const cursor = await referredModel(model, "cursor");
  cursor[SESSION] ??= new Session(cursor).load();
  return cursor[SESSION];
}

/** The model that a trait of `model` refers to. */
function referredModel(model, trait) {
  return model.widget_manager.get_model(model.get(trait).slice("IPY_MODEL_".length));
}

/** The element around a view, once the page has put it there; null if the view is taken away. */
async function enclosing(el, selector, signal) {
  for (let wait = 10; !signal.aborted; wait = Math.min(250, 1.2 * wait)) {
    const found = el.closest(selector);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
  return null;
}

const STEP_KEYS = {
  ArrowLeft: ["step", -1],
  ArrowRight: ["step", 1],
  "Shift+ArrowLeft": ["turn", -1],
  "Shift+ArrowRight": ["turn", 1],
  "Ctrl+ArrowLeft": ["phase", -1],
  "Ctrl+ArrowRight": ["phase", 1],
  PageUp: ["round", -1],
  PageDown: ["round", 1],
};

/** Let a view be stepped from the keyboard; other keys are left alone. */
function listenToKeys(el, session, signal) {
  // Or JupyterLab takes the keys first; some of its shortcuts look at the focused element only.
  const suppress = ({ target }) => target.setAttribute("data-lm-suppress-shortcuts", "true");
  suppress({ target: el });
  el.addEventListener("focusin", suppress, { signal });
  const onKey = (event) => {
    const name =
      (event.ctrlKey || event.metaKey ? "Ctrl+" : "") + (event.shiftKey ? "Shift+" : "") + event.key;
    if (event.altKey || event.target.closest("select, input:not([type=range]), textarea")) return;
    if (name in STEP_KEYS) session.move(...STEP_KEYS[name]);
    else if (name === "Home") session.go(0);
    else if (name === "End") session.go(session.last);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  el.addEventListener("keydown", onKey, { signal });
}

// Characters that turn the direction of text, as in `a4a/core/controls.py`.
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A text with the characters that turn its direction as their codes: shown, not acted on. */
function visible(text) {
  const code = (c) => c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
  return text.replace(TURNING, (c) => `⟨U+${code(c)}⟩`);
}

/** An element with attributes, properties (leading dot) and children; strings become visible text. */
function make(tag, attributes = {}, ...children) {
  const el = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith(".")) el[name.slice(1)] = value;
    else if (value !== null && value !== false) el.setAttribute(name, value === true ? "" : visible(String(value)));
  }
  el.append(...children.map((child) => (typeof child === "string" ? visible(child) : child)));
  return el;
}

function makeSvg(tag, attributes = {}, ...children) {
  const el = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) el.setAttribute(name, value);
  el.append(...children.map((child) => (typeof child === "string" ? visible(child) : child)));
  return el;
}

/** A power's colour as a small square. */
function powerChip(power) {
  const square = make("span", { class: "a4a-chip", title: power.name });
  square.style.background = power.colour;
  return square;
}
