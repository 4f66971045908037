// What can be searched of a game: its steps, on all lines, what is written about them, and the chapters of a
// study. A row is `{ node | chapter, kind, text, where, power, spaces, plain }`; `plain` is what words are sought in.

import { glyphWords } from "../../map/static/glyphs.js";
import { stopIndex } from "../../map/static/timeline.js";

/** The kinds of rows, and what they are called. */
export const KINDS = {
  battle: "Battles", move: "Moves", step: "Other steps", time: "Rounds, turns, phases",
  comment: "Comments", glyph: "Judgements", chapter: "Chapters",
};
const TIMES = new Set(["round", "turn", "phase", "start"]);

/** A text as it is compared: without case and accents. */
export function plainly(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** All rows of a session: chapters first, then the game in its order, then its other lines. */
export function rowsOf(session) {
  const { lines } = session;
  const steps = [...stepsOf(lines.timeline(0), 0, (at) => timeOf(lines.timeline(0), at))];
  for (const { first } of lines.rows) {
    const growth = lines.growths[first];
    steps.push(...stepsOf(growth, growth.since + 1, () => lines.called(first)));
  }
  const byNode = new Map(steps.map((step) => [step.node, step]));
  const notes = session.allNotes.map((note) => noteRow(note, byNode.get(note.node)));
  const noted = new Map();
  for (const note of notes) if (note) noted.set(note.node, [...(noted.get(note.node) ?? []), note]);
  const rows = steps.flatMap((step) => [step, ...(noted.get(step.node) ?? [])]);
  return [...(session.chapter?.chapters ?? []).map(chapterRow), ...rows].map((row) => ({ ...row, plain: plainly(`${row.text} ${row.more ?? ""}`) }));
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

function chapterRow({ id, title, words, tags, told }) {
  return { chapter: id, kind: "chapter", text: [title, words].filter(Boolean).join("\n"), more: `${tags.join(" ")} ${told}`, where: tags.join(" · "), power: -1, spaces: [] };
}

/** The rows that have all words of a text, and the kind, power and space that are wanted (null: any). */
export function found(rows, { text, kind, power, space }) {
  const words = plainly(text).split(/\s+/).filter(Boolean);
  return rows.filter((row) => (kind === null || row.kind === kind)
    && (power === null || row.power === power)
    && (space === null || row.spaces.includes(space))
    && words.every((word) => row.plain.includes(word)));
}
