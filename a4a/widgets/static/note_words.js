// Annotations in words. What somebody wrote is text, in an element of its own direction.

import { make } from "../../map/static/elements.js";
import { glyphWords, shownSign } from "../../map/static/glyphs.js";
import { commentElement } from "../../map/static/prose.js";

/** A glyph, its meaning as its title. */
export function signOf(note) {
  return make("b", { class: "a4a-sign", title: glyphWords(note) }, shownSign(note.sign));
}

/** The names of the spaces that an arrow or a highlight is about. */
function spacesOf(note, timeline) {
  const names = note.spaces.map((index) => timeline.spaces[index]?.name ?? "?");
  return names.join(note.kind === "arrow" ? " → " : ", ");
}

/** What an annotation says, as elements. */
export function noteParts(note, timeline) {
  if (note.kind === "glyph") return [signOf(note), ` ${glyphWords(note)}`];
  if (note.kind === "comment") return [commentElement(note)];
  const mark = make("span", { class: "a4a-note-mark", "aria-hidden": "true" }, note.kind === "arrow" ? "➜" : "■");
  if (note.colour) mark.style.color = note.colour;
  const what = note.kind === "arrow" ? "Arrow: " : "Highlighted: ";
  return [mark, ` ${what}`, make("bdi", {}, spacesOf(note, timeline))];
}
