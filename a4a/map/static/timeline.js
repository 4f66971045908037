// The timeline of a record, as it comes from Python (`a4a/map/timeline.py`).
//
// A position is a place on the shown line of the record: 0 is the start, k is after the k-th step.
// A track is a flat array [position, value, position, value, ...], sorted; the value holds until the
// next position. Any position is read by binary search, so stepping is right in either direction.

/** The value of a track at a position. */
export function valueAt(track, position) {
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

/** What a unit of a stack is worth in TUV: its price, less what its lost steps cost. */
export function worthOf({ types, counters }, power, type, condition) {
  return priceOf(types[type], power) - (counters[condition]?.less ?? 0);
}

/** The index of the last stop at or before a position (stops are sorted by position). */
export function stopIndex(stops, position) {
  let low = 0;
  let high = stops.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (stops[middle].at <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Bytes of gzipped JSON (a DataView) as an object. */
export async function unpack(view) {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

/** The side (index) that a power fights on at a position: its own, or one it has joined; -1 for none. */
export function sideAt({ powers, joined }, power, position) {
  const own = powers[power]?.side ?? -1;
  return own < 0 && joined[power] ? valueAt(joined[power], position) - 1 : own;
}

/** Who acts, as a row with a name and a colour: a power, all of a side, or nobody (`actor_of` in `rows.py`). */
export function actorOf({ powers, sides }, actor) {
  return actor < -1 ? sides[-2 - actor] : powers[actor];
}

/** A track up to a position, and on by its new end; one that is new has a value from the start. */
function continued(track, since, end = [], initial = 0) {
  if (!track) return [0, initial, ...end];
  let length = track.length;
  while (length > 2 && track[length - 2] > since) length -= 2;
  return length === track.length && end.length === 0 ? track : [...track.slice(0, length), ...end];
}

/** Tables that all lines of a game refer to, with what was added to them (`Tables` in `growth.py`). */
export function withTables(base, added) {
  const more = (name) => (added[name] ? [...base[name], ...added[name]] : base[name]);
  const lists = ["conditions", "stacks", "leanings", "treasuries", "holdings"];
  return { ...base, ...Object.fromEntries(lists.map((name) => [name, more(name)])), counters: { ...base.counters, ...added.counters } };
}

/** A timeline as if nothing had followed a position. */
export function cutAfter(base, since) {
  const ends = Object.entries(base.stops).map(([unit, stops]) => [unit, [stopIndex(stops, since) + 1, []]]);
  return grown(base, { since, stops: Object.fromEntries(ends) });
}

/** The timeline of a line that goes its own way after a position of another (`Growth` in `growth.py`). */
export function grown(base, growth) {
  const { since } = growth;
  const cut = since < base.nodes.length - 1;
  const tracks = (old, ends = {}, initial = () => 0) => {
    const found = Array.isArray(old) ? [...old] : { ...old };
    if (cut) for (const key of Object.keys(found)) found[key] = continued(found[key], since, ends[key]);
    for (const [key, end] of Object.entries(ends)) found[key] = continued(old[key], since, end, initial(key));
    return found;
  };
  /** The tracks of a table's rows, of which some may be new. */
  const listed = (old, ends, rows) => rows.map((_, i) => continued(old[i], since, ends?.[i]));
  const on = (name) => [...base[name].slice(0, since + 1), ...(growth[name] ?? [])];
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
    owner: tracks(base.owner, growth.owner),
    stack: tracks(base.stack, growth.stack),
    battle: tracks(base.battle, growth.battle),
    value: tracks(base.value, growth.value, (space) => base.spaces[space].value ?? 0),
    leaning: tracks(base.leaning, growth.leaning),
    fronts: tracks(base.fronts, growth.fronts),
    joined: tracks(base.joined, growth.joined),
    money: listed(base.money, growth.money, base.treasuries),
    held: listed(base.held, growth.held, base.holdings),
    straits: base.straits.map(([border], i) => [border, straits[i]]),
  };
}
