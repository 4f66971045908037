// The list of all annotations: a window of rows around the current one where there are very many.

import { make } from "../../map/static/elements.js";
import { openNote } from "../../map/static/note_views.js";
import { stopIndex } from "../../map/static/timeline.js";
import { noteParts } from "./note_words.js";

const MOST_ROWS = 300;

/** All annotations of the line under their turns; a click on one goes there. `pane` scrolls. */
export class NoteList {
  constructor(session, pane, signal) {
    this.session = session;
    this.pane = pane;
    this.title = make("h4", {});
    this.rows = make("ol", { class: "a4a-all-notes", "aria-label": "All annotations" });
    this.el = make("section", { class: "a4a-all", "aria-label": "All annotations" }, this.title, this.rows);
    this.first = 0;
    // One stop for the Tab key, the arrow keys go on from there.
    this.rows.addEventListener("keydown", (event) => {
      const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const rows = [...this.rows.querySelectorAll("button")];
      rows[rows.indexOf(document.activeElement) + step]?.focus();
    }, { signal });
    this.rows.addEventListener("focusin", ({ target }) => this.stopAt(target), { signal });
    this.rows.addEventListener("click", ({ target }) => {
      const row = target.closest("[data-node]");
      if (row) this.open(row);
    }, { signal });
  }

  /** Go to a note. Its row stays under the pointer, but to be read it comes into sight above. */
  open(row) {
    const { session, pane } = this;
    const id = Number(row.dataset.id);
    const top = row.getBoundingClientRect().top;
    openNote(session, session.allNotes.find((note) => note.id === id));
    if (pane.classList.contains("a4a-reading")) {
      pane.scrollTop = 0;
      return;
    }
    const now = this.rows.querySelector(`[data-id="${id}"]`);
    if (now) pane.scrollTop += now.getBoundingClientRect().top - top;
  }

  build() {
    const { notes, timeline, position, allNotes } = this.session;
    const [count, all] = [notes.length, allNotes.length];
    this.title.textContent = all === 0 ? "No annotations yet" : `All annotations (${all.toLocaleString("en")})`;
    const near = notes.findIndex((note) => note.at >= position);
    const middle = near < 0 ? count : near;
    this.first = Math.max(0, Math.min(middle - MOST_ROWS / 2, count - MOST_ROWS));
    this.end = Math.min(count, this.first + MOST_ROWS);
    this.byPosition = new Map();
    this.lit = [];
    const rows = [];
    let turn = -1;
    for (const note of notes.slice(this.first, this.end)) {
      const index = stopIndex(timeline.stops.turn, note.at);
      if (index !== turn) rows.push(this.heading(note.at));
      turn = index;
      const row = noteRow(note, timeline, `step ${note.at.toLocaleString("en")}`);
      rows.push(make("li", {}, row));
      this.byPosition.set(note.at, [...(this.byPosition.get(note.at) ?? []), row]);
    }
    rows.push(...this.elsewhere());
    const focused = this.rows.contains(document.activeElement) ? document.activeElement.dataset.id : null;
    this.rows.replaceChildren(...rows);
    this.stopAt(this.rows.querySelector("button"));
    if (focused) this.rows.querySelector(`[data-id="${Number(focused)}"]`)?.focus({ preventScroll: true });
  }

  /** The annotations of other lines. */
  elsewhere() {
    const { allNotes, places, lines, timeline } = this.session;
    const others = allNotes.filter(({ node }) => !places.has(node)).slice(0, MOST_ROWS);
    if (others.length === 0) return [];
    const rows = others.map((note) => make("li", {}, noteRow(note, timeline, lines.called(lines.with(note.node)))));
    return [make("li", { class: "a4a-note-turn" }, "On other lines"), ...rows];
  }

  /** The row that the Tab key goes to. */
  stopAt(row) {
    if (this.stop) this.stop.tabIndex = -1;
    this.stop = row;
    if (row) row.tabIndex = 0;
  }

  heading(at) {
    const { stops } = this.session.timeline;
    const [round, turn] = [stops.round, stops.turn].map((list) => list[stopIndex(list, at)].name);
    return make("li", { class: "a4a-note-turn" }, [round, turn].filter(Boolean).join(" · "));
  }

  /** Mark the rows of the current position; go to another part of a long list if need be. */
  show() {
    const { position, notes } = this.session;
    if (notes.length > MOST_ROWS) {
      const [from, to] = [notes[this.first], notes[this.end - 1]];
      const before = this.first > 0 && position < from.at;
      if (before || (this.end < notes.length && position > to.at)) this.build();
    }
    for (const row of this.lit) row.removeAttribute("aria-current");
    this.lit = this.byPosition.get(position) ?? [];
    for (const row of this.lit) row.setAttribute("aria-current", "step");
    if (this.lit.length && !this.rows.contains(document.activeElement)) this.stopAt(this.lit[0]);
  }
}

function noteRow(note, timeline, where) {
  return make("button", { type: "button", class: "a4a-note-row", tabindex: "-1", "data-node": note.node, "data-id": note.id },
    make("span", { class: "a4a-said" }, ...noteParts({ ...note, prose: [] }, timeline)), make("span", { class: "a4a-muted" }, where));
}
