// What was written at the step shown, as cards that can be edited, and the way from note to note.

import { make } from "../../map/static/elements.js";
import { aboutOf } from "../../map/static/glyphs.js";
import { goToNote, nextNote, showBefore, showView } from "../../map/static/note_views.js";
import { actButton } from "./asking.js";
import { colourButtons, markupSelect, momentSelect, seenNow } from "./note_editor.js";
import { noteParts } from "./note_words.js";

export class NotesHere {
  constructor(model, session, asking, signal) {
    Object.assign(this, { model, session, asking });
    this.editing = 0; // the id of the annotation being edited
    this.where = make("h4", { tabindex: "-1" });
    this.notes = make("ul", { class: "a4a-notes-here", "aria-label": "Annotations of this step" });
    this.el = make("section", { class: "a4a-here", "aria-label": "This step" }, this.bar(signal), this.where, this.notes);
  }

  /** The way from note to note, and the layout to read in. */
  bar(signal) {
    const { model, session } = this;
    this.back = actButton("‹", "Previous note (Shift+P)", () => goToNote(session, -1), signal);
    this.on = actButton("›", "Next note (Shift+N)", () => goToNote(session, 1), signal);
    this.pair = make("div", { class: "a4a-pair", role: "group", "aria-label": "Note" }, this.back, make("span", {}, "Note"), this.on);
    this.mine = actButton("My view", "Show the board as it was before the view of a note", () => {
      showBefore(session);
      this.show(false);
    }, signal);
    const read = actButton("Read", "Lay out what is written to be read", () => {
      model.set("reading", !model.get("reading"));
      try {
        model.save_changes();
      } catch (error) {
        console.debug("a4a: no kernel to tell", error);
      }
    }, signal, "false");
    const tell = () => read.setAttribute("aria-pressed", String(model.get("reading")));
    model.on("change:reading", tell);
    signal.addEventListener("abort", () => model.off("change:reading", tell));
    tell();
    return make("div", { class: "a4a-row a4a-note-bar" }, this.pair, this.mine, read);
  }

  get found() {
    return this.session.notesAt(this.session.position);
  }

  /** The position is another, or (`again`) the annotations may be. */
  show(again) {
    const { session, found } = this;
    const { position, notes, node } = session;
    this.judgement = found.find((note) => aboutOf(note) === "step"); // it is in the heading
    const told = this.judgement ? [" ", ...noteParts(this.judgement)] : [];
    this.where.replaceChildren(`Step ${position.toLocaleString("en")}`, ...told);
    // Not `disabled`: the focus would be lost at the last one.
    this.pair.hidden = notes.length === 0;
    this.back.setAttribute("aria-disabled", String(!nextNote(session, -1)));
    this.on.setAttribute("aria-disabled", String(!nextNote(session, 1)));
    this.mine.hidden = session.before === null;
    if (again || this.shown !== node) {
      if (!found.some((note) => note.id === this.editing)) this.editing = 0;
      if (!this.editing || this.shown !== node) this.list();
    }
    this.shown = node;
  }

  list() {
    const { notes } = this;
    const found = this.found.filter((note) => note !== this.judgement || note.view || note.author);
    if (found.length === 0 && notes.childElementCount === 0) return;
    const focused = notes.contains(document.activeElement);
    notes.replaceChildren(...found.map((note) => (note.id === this.editing ? this.form(note) : this.card(note))));
    if (focused && !notes.contains(document.activeElement)) this.where.focus({ preventScroll: true });
  }

  card(note) {
    const { model, session, asking } = this;
    const about = [note.kind === "comment" ? `${note.when} the step` : "", note.author && `by ${note.author}`];
    const item = make("li", { class: `a4a-note a4a-note-${note.kind}`, "data-id": note.id },
      make("div", { class: "a4a-said" }, ...noteParts(note, session.timeline)),
      make("bdi", { class: "a4a-muted" }, about.filter(Boolean).join(", ")));
    const acts = [];
    if (note.view && session.boards.size) {
      acts.push(actButton("◎", `Show the view of ${note.kind} ${note.id}`, () => {
        showView(session, note.view);
        this.show(false);
      }));
    }
    if (model.get("editable")) {
      const edit = () => {
        this.editing = note.id;
        this.list();
      };
      acts.push(
        actButton("✎", `Edit ${note.kind} ${note.id}`, edit),
        actButton("✕", `Delete ${note.kind} ${note.id}`, () => asking.ask({ do: "delete", id: note.id })),
      );
    }
    if (acts.length) item.append(make("div", { class: "a4a-acts" }, ...acts));
    return item;
  }

  /** A comment's words and moment, a drawing's colour, and what is shown with it, to be changed. */
  form(note) {
    const { model, session, asking } = this;
    const end = () => {
      this.editing = 0;
      this.list();
    };
    const changes = {};
    const item = make("li", { class: "a4a-note a4a-note-form", "data-id": note.id });
    const save = async () => {
      if (await asking.ask({ do: "edit", id: note.id, changes: { ...changes } })) end();
    };
    if (note.kind === "comment") {
      const source = note.source || note.text;
      const text = make("textarea", { rows: 6, maxlength: 20000, dir: "auto", "aria-label": "Changed comment", ".value": source });
      const when = momentSelect(note.when, "When it is seen from now on");
      const markup = markupSelect(note.source ? "markdown" : "plain", "How it is written from now on");
      text.addEventListener("input", () => (changes.text = text.value));
      when.addEventListener("change", () => (changes.when = when.value));
      markup.addEventListener("change", () => (changes.markup = markup.value));
      item.append(text, make("div", { class: "a4a-row" }, when, markup));
      setTimeout(() => text.focus({ preventScroll: true }));
    } else {
      item.append(make("div", {}, ...noteParts(note, session.timeline)));
    }
    if (note.kind === "arrow" || note.kind === "highlight") {
      let colour = note.colour;
      const colours = colourButtons(model, "Change to", () => colour, (chosen) => {
        changes.colour = colour = chosen;
        colours.show();
      });
      item.append(colours.group);
    }
    if (session.boards.size) item.append(viewRow(note, (view) => (changes.view = view), session));
    item.append(make("div", { class: "a4a-row" },
      actButton("Save", "Save the changes", save), actButton("Cancel", "Leave it as it was", end)));
    item.addEventListener("keydown", (event) => {
      const sent = event.key === "Enter" && (event.ctrlKey || event.metaKey);
      if (!sent && event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      if (sent) save();
      else end();
    });
    return item;
  }
}

/** Whether something of the board is shown with a note: `change(view)` is called with another, or null. */
function viewRow(note, change, session) {
  const says = make("span", { class: "a4a-muted" });
  const tell = (words) => (says.textContent = words);
  const take = actButton("With this view", "Keep with it what is seen of the board from now on", () => {
    change(seenNow(session));
    tell("this view");
  });
  const forget = actButton("No view", "Keep no view of the board with it", () => {
    change(null);
    tell("no view");
  });
  tell(note.view ? "has a view" : "");
  return make("div", { class: "a4a-row" }, take, forget, says);
}
