// The annotator: what was written at the current node, an editor for more, and the list of all. The
// kernel keeps, checks and saves; the page asks it and shows what came of it.

import { make } from "../../map/static/elements.js";
import { STEP_SIGNS, glyphWords } from "../../map/static/glyphs.js";
import { listenToKeys } from "../../map/static/keys.js";
import { followLinks } from "../../map/static/prose.js";
import { openSession } from "../../map/static/session.js";
import { Asking, actButton } from "./asking.js";
import { NoteList } from "./note_list.js";
import { noteParts } from "./note_words.js";

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  openSession(model).then((session) => {
    if (!signal.aborted) buildAnnotator(model, session, el, signal);
  });
  return () => ending.abort();
}

function buildAnnotator(model, session, el, signal) {
  el.classList.add("a4a-annotator");
  listenToKeys(el, session, signal);
  followLinks(el, session, signal);
  // Or JupyterLab takes the new line that Enter makes, for cells.
  el.addEventListener("beforeinput", (event) => event.stopPropagation(), { signal, capture: true });
  const asking = new Asking(model, signal);
  const look = () => model.get("editable") && model.send({ do: "look" });
  el.addEventListener("pointerenter", look, { signal });
  const here = new Here(model, session, asking, signal);
  const list = new NoteList(session, signal);
  el.replaceChildren(here.el, list.el);
  if (model.get("editable")) el.append(savingBar(model, asking, signal));
  session.listen((what) => {
    if (what === "play") return;
    if (what !== "position") list.build();
    here.show(what !== "position");
    list.show();
  }, signal);
}

function setTrait(model, name, value) {
  model.set(name, value);
  model.save_changes();
}

/** Buttons for the colours offered; `chosen()` is the one that is on, `choose(colour)` is called. */
function colourButtons(model, what, chosen, choose, signal) {
  const buttons = Object.entries(model.get("colours")).map(([name, colour]) => {
    const button = actButton("", `${what} ${name}`, () => choose(colour), signal, "false");
    button.style.background = colour;
    button.dataset.colour = colour;
    return button;
  });
  const group = make("span", { class: "a4a-colours", role: "group", "aria-label": what }, ...buttons);
  const show = () => {
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.colour === chosen()));
  };
  show();
  return { group, show };
}

/** "before the step", "after the step". */
function momentSelect(when, label) {
  return make("select", { "aria-label": label }, ...["after", "before"].map((moment) =>
    make("option", { value: moment, ".selected": moment === when }, `${moment} the step`)));
}

/** What hangs on the current node, and the editor. */
class Here {
  constructor(model, session, asking, signal) {
    Object.assign(this, { model, session, asking, signal });
    this.drafts = new Map(); // what was typed and not yet added, by node
    this.editing = 0; // the id of the annotation being edited
    this.where = make("h4", { tabindex: "-1" });
    this.notes = make("ul", { class: "a4a-notes-here", "aria-label": "Annotations of this step" });
    this.el = make("section", { class: "a4a-here", "aria-label": "This step" }, this.where, this.notes);
    if (model.get("editable")) this.el.append(...this.editor());
  }

  get node() {
    return this.session.timeline.nodes[this.session.position];
  }

  get found() {
    return this.session.notesAt(this.session.position);
  }

  /** The glyph that judges the step. */
  get judgement() {
    return this.found.find(({ kind, sign }) => kind === "glyph" && STEP_SIGNS.includes(sign));
  }

  editor() {
    const { model, signal, asking } = this;
    this.signs = STEP_SIGNS.map((sign) =>
      actButton(sign, glyphWords({ sign }), () => this.judge(sign), signal, "false"));
    this.text = make("textarea", {
      rows: 2, maxlength: 20000, dir: "auto", "aria-label": "Comment",
      placeholder: "Comment on this step …",
    });
    this.when = momentSelect("after", "When the comment is seen");
    this.adding = actButton("Add", "Add the comment (Ctrl+Enter)", () => this.add(), signal);
    const author = make("input", {
      type: "text", maxlength: 200, "aria-label": "Signed by", placeholder: "signed by …",
      class: "a4a-author", value: model.get("author"),
    });
    author.addEventListener("change", () => setTrait(model, "author", author.value), { signal });
    this.text.addEventListener("input", () => this.drafts.set(this.node, this.text.value), { signal });
    this.text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      this.add();
    }, { signal });
    return [
      make("div", { class: "a4a-signs", role: "group", "aria-label": "Glyph" }, ...this.signs),
      this.text,
      make("div", { class: "a4a-row" }, this.when, author, this.adding),
      this.drawing(),
      asking.fault,
      this.undoing(),
    ];
  }

  /** The buttons that let an arrow or a highlight be drawn on the board. */
  drawing() {
    const { model, signal } = this;
    const titles = { arrow: "Draw an arrow on the board", highlight: "Highlight spaces of the board" };
    const labels = { arrow: "➜", highlight: "■" };
    const buttons = Object.keys(titles).map((kind) => actButton(labels[kind], titles[kind],
      () => setTrait(model, "drawing", model.get("drawing") === kind ? "" : kind), signal, "false"));
    const colours = colourButtons(model, "Draw in", () => model.get("colour"), (c) => setTrait(model, "colour", c), signal);
    const row = make("div", { class: "a4a-row a4a-draw" }, ...buttons, colours.group);
    const show = () => {
      const now = model.get("drawing");
      row.hidden = !model.get("drawable");
      Object.keys(titles).forEach((kind, i) => buttons[i].setAttribute("aria-pressed", String(kind === now)));
      colours.show();
    };
    for (const name of ["drawing", "drawable", "colour"]) {
      model.on(`change:${name}`, show);
      signal.addEventListener("abort", () => model.off(`change:${name}`, show));
    }
    show();
    return row;
  }

  /** Says what was deleted, and offers it back. */
  undoing() {
    const { model, signal, asking } = this;
    const what = make("span", {});
    const undo = actButton("Undo", "Put back what was deleted", () => asking.ask({ do: "undo" }), signal);
    const bar = make("div", { class: "a4a-row" }, what, undo);
    const show = () => {
      const kind = model.get("undoable");
      bar.hidden = kind === "";
      what.textContent = `The ${kind} was deleted.`;
    };
    model.on("change:undoable", show);
    signal.addEventListener("abort", () => model.off("change:undoable", show));
    show();
    return bar;
  }

  judge(sign) {
    const glyph = this.judgement;
    if (glyph?.sign === sign) this.asking.ask({ do: "delete", id: glyph.id });
    else this.asking.ask({ do: "glyph", node: this.node, sign });
  }

  async add() {
    const { node, text } = this;
    const wanted = { do: "comment", node, text: text.value, when: this.when.value };
    if (!wanted.text.trim() || this.adding.disabled) return;
    this.adding.disabled = true; // a second click must not add it twice
    const done = await this.asking.ask(wanted);
    this.adding.disabled = false;
    if (!done || this.drafts.get(node) !== wanted.text) return; // typed on, meanwhile
    this.drafts.delete(node);
    if (this.node === node) text.value = "";
  }

  /** The position is another, or (`again`) the annotations may be. */
  show(again) {
    const { session, found } = this;
    const glyph = this.judgement;
    this.where.replaceChildren(`Step ${session.position.toLocaleString("en")}`, ...(glyph ? [" ", ...noteParts(glyph)] : []));
    if (this.text && this.shown !== this.node) this.text.value = this.drafts.get(this.node) ?? "";
    if (again || this.shown !== this.node) {
      if (!found.some((note) => note.id === this.editing)) this.editing = 0;
      if (!this.editing || this.shown !== this.node) this.list();
    }
    this.shown = this.node;
    for (const button of this.signs ?? []) {
      button.setAttribute("aria-pressed", String(button.textContent === glyph?.sign));
    }
  }

  list() {
    const { notes } = this;
    const found = this.found.filter((note) => note !== this.judgement); // that is in the heading
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
    if (!model.get("editable")) return item;
    const edit = () => {
      this.editing = note.id;
      this.list();
    };
    item.append(make("div", { class: "a4a-acts" },
      ...(note.kind === "glyph" ? [] : [actButton("✎", `Edit ${note.kind} ${note.id}`, edit)]),
      actButton("✕", `Delete ${note.kind} ${note.id}`, () => asking.ask({ do: "delete", id: note.id }))));
    return item;
  }

  /** A comment's words and moment, or a drawing's colour, to be changed. */
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
      const text = make("textarea", { rows: 4, maxlength: 20000, dir: "auto", "aria-label": "Changed comment", ".value": note.source || note.text });
      const when = momentSelect(note.when, "When it is seen from now on");
      text.addEventListener("input", () => (changes.text = text.value));
      when.addEventListener("change", () => (changes.when = when.value));
      item.append(text, when);
      setTimeout(() => text.focus({ preventScroll: true }));
    } else {
      let colour = note.colour;
      const colours = colourButtons(model, "Change to", () => colour, (chosen) => {
        changes.colour = colour = chosen;
        colours.show();
      });
      item.append(make("div", {}, ...noteParts(note, session.timeline)), colours.group);
    }
    item.append(actButton("Save", "Save the changes", save), actButton("Cancel", "Leave it as it was", end));
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

/** Whether what is written is in a file; if not, why, and a name for one. */
function savingBar(model, asking, signal) {
  const status = make("span", { class: "a4a-saved" });
  const name = make("input", { type: "text", "aria-label": "Name of the file", maxlength: 200 });
  const ask = (given) => asking.ask({ do: "save", name: given });
  const save = actButton("Save as", "Save the game under this name", () => ask(name.value.trim()), signal);
  const again = actButton("Try again", "Save to the same file", () => ask(""), signal);
  name.addEventListener("keydown", (event) => event.key === "Enter" && ask(name.value.trim()), { signal });
  const bar = make("div", { class: "a4a-row a4a-saving" }, status, name, save, again);
  const show = () => {
    const { file, saved, fault, offer } = model.get("saving");
    status.textContent = fault ? `Not saved: ${fault}` : saved ? `Saved in ${file}` : `Not saved yet${file ? ` in ${file}` : ""}`;
    bar.dataset.state = fault ? "fault" : saved ? "saved" : "unsaved";
    name.hidden = save.hidden = offer === "";
    if (document.activeElement !== name) name.value = offer;
    again.hidden = file === "" || saved;
  };
  model.on("change:saving", show);
  signal.addEventListener("abort", () => model.off("change:saving", show));
  show();
  return bar;
}

export default { render };
