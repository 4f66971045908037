// The lines of a game: the main line, which comes whole, and variations, each of which is what follows
// its branch point on the line it leaves. A timeline is made of them when its line is first shown.

import { cutAfter, grown, withTables } from "./timeline.js";

/** A line in words: that of a variation's row, or the main line. */
function calledOf(row) {
  if (!row) return "main line";
  return row.name ? `variation “${row.name}”` : `variation ${row.first}`;
}

/** The last positions told of lines that have one of the nodes after which nothing is told. */
function endsOf(main, growths, withheld) {
  const ends = new Map();
  const seek = (first, { nodes, since = -1 }) => {
    const at = nodes.findIndex((node) => withheld.includes(node));
    if (at >= 0) ends.set(first, since + 1 + at);
  };
  for (const [first, growth] of Object.entries({ ...growths, 0: main })) seek(Number(first), growth);
  return ends;
}

/** What a line has of its own (`Growth`) up to a position, as it is listed. */
function begunOf(growth, end) {
  const count = end - growth.since;
  return { ...growth, nodes: growth.nodes.slice(0, count), log: growth.log.slice(0, count) };
}

export class Lines {
  /**
   * From what was sent whole (`Packet`), what came since (`Update`, or null), the variations' rows; as if nothing had
   * followed the nodes `withheld`.
   */
  constructor(packet, update, rows, withheld = []) {
    const base = update ? withTables(packet.main, update.tables) : packet.main;
    const main = update?.lines?.[0] ? grown(base, update.lines[0]) : base;
    this.whole = { ...packet.lines, ...update?.lines };
    this.ends = endsOf(main, this.whole, withheld);
    this.growths = { ...this.whole };
    for (const [first, end] of this.ends) if (first !== 0) this.growths[first] = begunOf(this.whole[first], end);
    const known = new Map(rows.filter(({ first }) => first in this.growths).map((row) => [row.first, row]));
    const isTold = ({ of, at }) => at < (this.ends.get(of) ?? Infinity) && (of === 0 || isTold(known.get(of)));
    this.rows = [...known.values()].filter(isTold);
    this.byFirst = new Map(this.rows.map((row) => [row.first, row]));
    this.leaving = new Map(); // variations by the node they leave
    for (const row of this.rows) this.leaving.set(row.leaves, [...(this.leaving.get(row.leaves) ?? []), row]);
    this.timelines = new Map([[0, this.shown(0, main)]]);
    this.maps = new Map();
  }

  /** A line's timeline as far as it is told. */
  shown(first, timeline) {
    return this.ends.has(first) ? cutAfter(timeline, this.ends.get(first)) : timeline;
  }

  has(first) {
    return first === 0 || this.byFirst.has(first);
  }

  /** The timeline of the line that begins with a node; the main line's is 0. */
  timeline(first) {
    const way = [];
    let line = first;
    for (; !this.timelines.has(line); line = this.byFirst.get(line).of) way.unshift(line);
    for (const next of way) {
      this.timelines.set(next, this.shown(next, grown(this.timelines.get(line), this.whole[next])));
      line = next;
    }
    return this.timelines.get(first);
  }

  /** The positions of the nodes of a line. */
  places(first) {
    if (!this.maps.has(first)) this.maps.set(first, new Map(this.timeline(first).nodes.map((node, at) => [node, at])));
    return this.maps.get(first);
  }

  /** The first node of the line that a node is on, or nothing. */
  with(node) {
    if (!this.homes) {
      this.homes = new Map(this.timeline(0).nodes.map((own) => [own, 0]));
      for (const { first } of this.rows) for (const own of this.growths[first].nodes) this.homes.set(own, first);
    }
    return this.homes.get(node);
  }

  /** What a line is called. */
  called(first) {
    return calledOf(this.byFirst.get(first));
  }

  /** The ways that go on from a branch point, the line's own first: each a line and its next node. */
  ways(node) {
    const leaving = this.leaving.get(node) ?? [];
    if (leaving.length === 0) return [];
    const { of, at } = leaving[0];
    const own = this.timeline(of).nodes[at + 1];
    return [...(own === undefined ? [] : [{ first: of, node: own }]), ...leaving.map(({ first }) => ({ first, node: first }))];
  }

  /** The ways that go on from a position of a line, but its own. */
  forks(first, position) {
    const { nodes } = this.timeline(first);
    return this.ways(nodes[position]).filter(({ node }) => node !== nodes[position + 1]);
  }

  /** The positions of a line from which others leave, in order. */
  branchPoints(first) {
    const places = this.places(first);
    return [...this.leaving.keys()].map((node) => places.get(node)).filter((at) => at !== undefined).sort((a, b) => a - b);
  }

  /** The last node that a line has in common with the main line. */
  meet(first) {
    let row = this.byFirst.get(first);
    while (row && row.of !== 0) row = this.byFirst.get(row.of);
    return row?.leaves ?? 0;
  }

  /** How many steps a line has from a node on that begins one of its ways, and what that step says. */
  told(first, node) {
    const { nodes, log } = first === node ? this.growths[first] : this.timeline(first);
    const at = first === node ? 0 : this.places(first).get(node);
    return { steps: nodes.length - at, text: log[at][0].split("\n", 1)[0] };
  }

  /** The number of the round in which a variation leaves its line. */
  round(first) {
    const [, [stop]] = this.growths[first].stops.round;
    return stop.number ?? 0;
  }
}
