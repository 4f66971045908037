// What can be searched of a game, or of all games of a study: steps, on all lines, what is written about them, and the
// chapters. A row is `{ node | chapter, kind, text, where, power, spaces, plain }`; words are sought in `plain`.

import { glyphWords } from "../../map/static/glyphs.js";
import { linesOf } from "../../map/static/session.js";
import { stopIndex } from "../../map/static/timeline.js";

/** The kinds of rows, and what they are called. */
export const KINDS = {
  battle: "Battles", move: "Moves", step: "Other steps", time: "Rounds, turns, phases",
  comment: "Comments", glyph: "Judgements", chapter: "Chapters",
};
const TIMES = new Set(["round", "turn", "phase", "start"]);
const NO_NOTES = [];

/** A text as it is compared: without case and accents. */
export function plainly(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/**
 * What is searched in a session: a list of `{ record, cursor, lines, powers, spaces, rows }`, the chapters first, which are of
 * no game. What is known of a game is kept until that changes.
 */
export class Index {
  constructor(session) {
    this.session = session;
    this.kept = new Map();
  }

  async read() {
    const { chapter, cursor } = this.session;
    const games = chapter ? await chapter.games() : [[0, cursor]];
    const chapters = (chapter?.chapters ?? []).map(chapterRow).map(withWords);
    const read = await Promise.all(games.map(([record, of]) => this.game(record, of)));
    return [{ powers: [], spaces: [], rows: chapters }, ...read.filter(Boolean)];
  }

  async game(record, cursor) {
    const lines = await linesOf(cursor);
    if (!lines) return null; // it is on its way
    const notes = cursor.get("notes") ?? NO_NOTES;
    const kept = this.kept.get(cursor);
    if (kept?.lines === lines && kept.notes === notes) return kept;
    const { title, powers, spaces } = lines.timeline(0);
    const game = { record, cursor, lines, notes, title, powers, spaces, rows: rowsOf(lines, notes).map(withWords) };
    this.kept.set(cursor, game);
    return game;
  }
}

function withWords(row) {
  return { ...row, plain: plainly(`${row.text} ${row.more ?? ""}`) };
}

/** All rows of a game in its order, then those of its other lines; what is written stands below its step. */
function rowsOf(lines, notes) {
  const steps = [...stepsOf(lines.timeline(0), 0, (at) => timeOf(lines.timeline(0), at))];
  for (const { first } of lines.rows) {
    const growth = lines.growths[first];
    steps.push(...stepsOf(growth, growth.since + 1, () => lines.called(first)));
  }
  const byNode = new Map(steps.map((step) => [step.node, step]));
  const noted = new Map();
  for (const note of notes.map((one) => noteRow(one, byNode.get(one.node)))) {
    if (note) noted.set(note.node, [...(noted.get(note.node) ?? []), note]);
  }
  return steps.flatMap((step) => [step, ...(noted.get(step.node) ?? [])]);
}

/** The rows of steps, of a timeline or of what a line has of its own. */
function* stepsOf({ nodes, log, marks = {} }, begin, whereOf) {
  for (const [i, node] of nodes.entries()) {
    const [text, kind, power = -1] = log[i];
    const mark = marks[begin + i];
    const what = kind === "battle" ? "battle" : TIMES.has(kind) ? "time" : mark?.ways?.length ? "move" : "step";
    const spaces = [...(mark?.spaces ?? []), ...(mark?.ways ?? []).flatMap(([, , , path]) => path)];
    yield { node, kind: what, text, power, spaces, where: whereOf(begin + i) };
  }
}

function timeOf({ stops }, at) {
  const [round, turn] = [stops.round, stops.turn].map((list) => list[stopIndex(list, at)].name);
  return [round, turn].filter(Boolean).join(" · ");
}

/** What is written at a step, if it says anything: the step's time, power and spaces are its own too. */
function noteRow({ kind, text, author, sign, side, node }, step) {
  if (!step || (kind !== "comment" && kind !== "glyph")) return null;
  const said = kind === "glyph" ? `${sign} ${glyphWords({ sign, side })}` : text;
  return { ...step, node, kind, text: said, more: author };
}

function chapterRow({ id, title, words, tags, told, held }) {
  const said = held ? words.slice(0, 1) : words; // the text after it tells how it went
  return { chapter: id, kind: "chapter", text: [title, said.filter(Boolean).join(" ")].filter(Boolean).join("\n"), more: `${tags.join(" ")} ${told}`, where: tags.join(" · "), power: -1, spaces: [] };
}

/** The rows of games that have all words of a text, and the kind, power and space (by name) that are wanted; null: any. */
export function found(games, { text, kind, power, space }) {
  const words = plainly(text).split(/\s+/).filter(Boolean);
  return games.flatMap((game) => {
    const [at, by] = [game.spaces.findIndex(({ name }) => name === space), game.powers.findIndex(({ name }) => name === power)];
    if ((space !== null && at < 0) || (power !== null && by < 0)) return [];
    return game.rows.filter((row) => (kind === null || row.kind === kind)
      && (power === null || row.power === by)
      && (space === null || row.spaces.includes(at))
      && words.every((word) => row.plain.includes(word))).map((row) => ({ ...row, game }));
  });
}

/** The chapter in which a node of a game is best read: one that it is in, else the first of its game. */
export function chapterWith(chapters, { record, lines }, node) {
  const own = chapters.filter((chapter) => chapter.record === record);
  const inside = ({ start, end }) => {
    const line = lines.with(end);
    if (line === undefined) return false; // its moves are withheld
    const places = lines.places(line);
    return places.get(start) <= places.get(node) && places.get(node) <= places.get(end);
  };
  return own.find(inside) ?? own[0];
}
