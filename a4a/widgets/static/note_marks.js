// Marks under the slider where there are notes, by kind; a click goes there. Who cannot see them has the
// list, and the keys that go from note to note.

import { make } from "../../map/static/elements.js";
import { glyphWords, shownSign } from "../../map/static/glyphs.js";
import { openNote } from "../../map/static/note_views.js";

const MOST = 80; // marks that can be told apart, and hit, along the slider
const KINDS = ["glyph", "comment", "drawing"]; // what is drawn where there are several, first
const SHORT = 60; // characters of a comment

function kindOf({ kind }) {
  return kind === "glyph" || kind === "comment" ? kind : "drawing";
}

function wordsOf(note) {
  if (note.kind === "glyph") return `${shownSign(note.sign)} ${glyphWords(note)}`;
  if (note.kind !== "comment") return note.kind;
  const line = note.text.replaceAll(/\s+/g, " ").trim();
  return line.length > SHORT ? `${line.slice(0, SHORT)}…` : line;
}

export function noteMarks(session, signal) {
  const el = make("div", { class: "a4a-note-marks", "aria-hidden": "true" });
  el.addEventListener("click", ({ target }) => {
    const mark = target.closest("[data-at]");
    if (!mark) return;
    const there = session.notesAt(Number(mark.dataset.at));
    if (there.length) openNote(session, there.find(({ view }) => view) ?? there[0]);
  }, { signal });
  const draw = () => {
    const { notes, last } = session;
    const places = new Map(); // the notes of each place, of which there are so many along the slider
    for (const note of notes) {
      const place = Math.round((MOST * note.at) / Math.max(1, last));
      places.set(place, [...(places.get(place) ?? []), note]);
    }
    el.replaceChildren(...[...places].map(([place, found]) => {
      const kinds = found.map(kindOf);
      const title = found.slice(0, 6).map((note) => `Step ${note.at}: ${wordsOf(note)}`).join("\n");
      const kind = KINDS.find((one) => kinds.includes(one));
      const mark = make("span", { "data-at": found[kinds.indexOf(kind)].at, "data-kind": kind, title });
      mark.style.left = `${(100 * place) / MOST}%`;
      return mark;
    }));
    el.hidden = notes.length === 0;
  };
  session.listen((what) => (what === "timeline" || what === "grown" || what === "notes") && draw(), signal);
  return el;
}
