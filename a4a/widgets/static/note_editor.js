// The editor of annotations: signs, a comment with its preview, and drawing on the board.

import { make } from "../../map/static/elements.js";
import { commentElement } from "../../map/static/prose.js";
import { actButton } from "./asking.js";
import { SignPicker } from "./sign_picker.js";

const PREVIEW_AFTER = 250; // ms after the last key

function setTrait(model, name, value) {
  model.set(name, value);
  model.save_changes();
}

/** Buttons for the colours offered; `chosen()` is the one that is on, `choose(colour)` is called. */
export function colourButtons(model, what, chosen, choose, signal) {
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
export function momentSelect(when, label) {
  return make("select", { "aria-label": label }, ...["after", "before"].map((moment) =>
    make("option", { value: moment, ".selected": moment === when }, `${moment} the step`)));
}

/** "Markdown", "plain text". */
export function markupSelect(markup, label) {
  const ways = { markdown: "Markdown", plain: "plain text" };
  return make("select", { "aria-label": label, title: "Markdown: *emphasis*, **strong**, lists, [links](#node=1)" },
    ...Object.entries(ways).map(([value, words]) => make("option", { value, ".selected": value === markup }, words)));
}

/** What the board shows now, for a note to keep; null where there is no board. */
export function seenNow(session) {
  return [...session.boards].at(-1)?.seen() ?? null;
}

export class NoteEditor {
  constructor(model, session, asking, signal) {
    Object.assign(this, { model, session, asking, signal });
    this.drafts = new Map(); // what was typed and not yet added, by node
    const found = () => session.notesAt(session.position);
    this.signs = new SignPicker(session, found, (what) => asking.ask(what), signal);
    this.el = make(
      "div", { class: "a4a-note-editor" }, this.signs.el, ...this.comment(), this.drawing(), asking.fault, this.undoing(),
    );
  }

  comment() {
    const { model, signal } = this;
    this.text = make("textarea", {
      rows: 2, maxlength: 20000, dir: "auto", "aria-label": "Comment",
      placeholder: "Comment on this step …",
    });
    this.when = momentSelect("after", "When the comment is seen");
    this.markup = markupSelect(model.get("markup"), "How the comment is written");
    this.markup.addEventListener("change", () => {
      setTrait(model, "markup", this.markup.value);
      this.look();
    }, { signal });
    this.peek = actButton("Preview", "Show the comment as it will be read", () => this.preview(this.shown.hidden), signal, "false");
    this.here = actButton("With this view", "Keep with the comment what is seen of the board now", () => this.keepView(!this.viewed), signal, "false");
    this.shown = make("div", { class: "a4a-preview", role: "region", "aria-label": "Preview", ".hidden": true });
    this.adding = actButton("Add", "Add the comment (Ctrl+Enter)", () => this.add(), signal);
    const author = make("input", {
      type: "text", maxlength: 200, "aria-label": "Signed by", placeholder: "signed by …",
      class: "a4a-author", value: model.get("author"),
    });
    author.addEventListener("change", () => setTrait(model, "author", author.value), { signal });
    this.text.addEventListener("input", () => {
      this.drafts.set(this.session.node, this.text.value);
      clearTimeout(this.soon);
      this.soon = setTimeout(() => this.look(), PREVIEW_AFTER);
    }, { signal });
    signal.addEventListener("abort", () => clearTimeout(this.soon));
    this.text.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      event.stopPropagation();
      this.add();
    }, { signal });
    return [
      this.text, this.shown,
      make("div", { class: "a4a-row" }, this.when, this.markup),
      make("div", { class: "a4a-row" }, this.peek, this.here),
      make("div", { class: "a4a-row" }, author, this.adding),
    ];
  }

  preview(on) {
    this.shown.hidden = !on;
    this.peek.setAttribute("aria-pressed", String(on));
    this.look();
  }

  /** Show the comment as it will be read, if that is wanted. */
  async look() {
    if (this.shown.hidden) {
      this.shown.replaceChildren();
      return;
    }
    const [text, markup] = [this.text.value, this.markup.value];
    const { prose } = markup === "plain" || !text.trim() ? {} : await this.asking.answerTo({ do: "preview", text });
    if (text !== this.text.value) return; // typed on, meanwhile
    this.shown.replaceChildren(text.trim() ? commentElement({ prose, text }) : make("span", { class: "a4a-muted" }, "Nothing to read yet"));
  }

  keepView(on) {
    this.viewed = on;
    this.here.setAttribute("aria-pressed", String(on));
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
      row.hidden = this.here.hidden = !model.get("drawable");
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

  async add() {
    const { session: { node }, text } = this;
    const wanted = { do: "comment", node, text: text.value, when: this.when.value, markup: this.markup.value };
    if (!wanted.text.trim() || this.adding.disabled) return;
    if (this.viewed) wanted.view = seenNow(this.session);
    this.adding.disabled = true; // a second click must not add it twice
    const done = await this.asking.ask(wanted);
    this.adding.disabled = false;
    if (!done || this.drafts.get(node) !== wanted.text) return; // typed on, meanwhile
    this.drafts.delete(node);
    this.keepView(false);
    if (this.session.node === node) text.value = "";
    this.look();
  }

  /** The position is another, or the annotations are. */
  show() {
    const { node } = this.session;
    this.signs.show();
    if (this.node === node) return;
    this.node = node;
    this.text.value = this.drafts.get(node) ?? "";
    this.look();
  }
}
