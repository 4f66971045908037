// Editing a study beside its board: the texts of the chapter that is read, where it begins and ends, what it
// shows, its place among the others; and new chapters. The kernel does it and saves.

import { make } from "../../map/static/elements.js";
import { actButton } from "./asking.js";

export class ChapterEditor {
  constructor(contents, signal) {
    Object.assign(this, { contents, model: contents.model, session: contents.session, signal });
    this.asking = contents.asking;
    this.form = make("div", { class: "a4a-chapter-form" });
    this.saved = make("p", { class: "a4a-muted", role: "status" });
    this.el = make(
      "details", { class: "a4a-chapter-editor" }, make("summary", {}, "Edit"),
      this.form, this.saved,
    );
    const tell = () => (this.saved.textContent = this.model.get("saved"));
    this.model.on("change:saved", tell);
    signal.addEventListener("abort", () => this.model.off("change:saved", tell));
    tell();
  }

  /** The form for what is read now; one that is being filled in stays. */
  show() {
    const { chapter } = this.contents;
    const told = chapter ? JSON.stringify(chapter) : JSON.stringify(this.model.get("study"));
    if (told === this.shown) return;
    this.shown = told;
    this.form.replaceChildren(...(chapter ? this.ofChapter(chapter) : this.ofStudy()));
  }

  act(label, title, what) {
    return actButton(label, title, () => this.asking.ask(typeof what === "function" ? what() : what), this.signal);
  }

  field(label, value, lines = 1) {
    const input = lines > 1 ? make("textarea", { rows: lines, ".value": value }) : make("input", { type: "text", ".value": value });
    return { input, el: make("label", {}, make("span", {}, label), input) };
  }

  /** What is done with the chapter; an exercise has a name. */
  modes({ mode, exercise }) {
    const names = { read: "It is read", guess: "Its moves are guessed", exercise: "An exercise is solved" };
    const chosen = make("select", {}, ...Object.entries(names).map(([value, name]) => make("option", { value }, name)));
    chosen.value = mode;
    const named = this.field("Exercise (one that comes with a4a, or its folder beside the study)", exercise);
    const show = () => (named.el.hidden = chosen.value !== "exercise");
    chosen.addEventListener("change", show, { signal: this.signal });
    show();
    const els = [make("label", {}, make("span", {}, "What is done with it"), chosen), named.el];
    return { els, told: () => ({ mode: chosen.value, exercise: named.input.value.trim() }) };
  }

  ofChapter(chapter) {
    const { title, source, tags } = chapter;
    const node = () => this.session.node;
    const place = () => this.contents.chapters.indexOf(this.contents.chapter);
    const fields = {
      title: this.field("Title", title), before: this.field("Text before (Markdown)", source.before, 3),
      after: this.field("Text after (Markdown)", source.after, 2), tags: this.field("Tags, with commas", tags.join(", ")),
    };
    const modes = this.modes(chapter);
    const changes = () => ({
      ...modes.told(), title: fields.title.input.value.trim(), before: fields.before.input.value, after: fields.after.input.value,
      tags: listOf(fields.tags.input.value),
    });
    return [
      ...Object.values(fields).map(({ el }) => el), ...modes.els,
      make("div", { class: "a4a-row" }, this.act("Save texts", "Save title, texts, tags, and what is done", () => ({ do: "edit", changes: changes() }))),
      make(
        "div", { class: "a4a-row", role: "group", "aria-label": "The chapter" },
        this.act("Begin here", "The chapter begins at the step shown", () => ({ do: "edit", changes: { start: node() } })),
        this.act("End here", "The chapter ends at the step shown", () => ({ do: "edit", changes: { end: node() } })),
        this.act("Show this view", "The chapter shows what is seen of the board now, with its layers", { do: "look" }),
        this.act("↑", "Move the chapter up", () => ({ do: "move", to: Math.max(0, place() - 1) })),
        this.act("↓", "Move the chapter down", () => ({ do: "move", to: Math.min(this.contents.chapters.length - 1, place() + 1) })),
        this.act("Remove", "Remove the chapter", { do: "remove" }),
      ),
      this.adding(),
    ];
  }

  ofStudy() {
    const study = this.model.get("study");
    const fields = {
      title: this.field("Title", study.title), introduction: this.field("Introduction (Markdown)", study.source, 4),
      authors: this.field("Authors, with commas", study.authors.join(", ")), tags: this.field("Tags, with commas", study.tags.join(", ")),
    };
    const changes = () => ({
      title: fields.title.input.value.trim(), introduction: fields.introduction.input.value,
      authors: listOf(fields.authors.input.value), tags: listOf(fields.tags.input.value),
    });
    return [
      ...Object.values(fields).map(({ el }) => el),
      make("div", { class: "a4a-row" }, this.act("Save texts", "Save what the study says", () => ({ do: "describe", changes: changes() }))),
      this.adding(),
    ];
  }

  adding() {
    const title = make("input", { type: "text", "aria-label": "Title of a new chapter", placeholder: "New chapter" });
    const add = this.act("Begin a chapter here", "A new chapter from the step shown to the end of the line", () => (
      { do: "add", title: title.value.trim() || "New chapter", node: this.session.node }
    ));
    return make("div", { class: "a4a-row" }, title, add);
  }
}

/** What stands between commas, each once. */
function listOf(text) {
  return [...new Set(text.split(",").map((word) => word.trim()).filter(Boolean))];
}
