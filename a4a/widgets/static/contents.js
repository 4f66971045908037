// A study's table of contents, with its introduction or the chapter that is read.

import { make } from "../../map/static/elements.js";
import { listenToKeys } from "../../map/static/keys.js";
import { commentElement, followLinks } from "../../map/static/prose.js";
import { modelOf, openSession } from "../../map/static/session.js";
import { Asking } from "./asking.js";
import { ChapterEditor } from "./chapter_editor.js";
import { chapterTask } from "./chapter_task.js";
import { isHeld, withheldOf } from "./withholding.js";

const PATIENCE = 5000; // ms that Python has to tell of the study's other games

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  openSession(model).then((session) => {
    if (!signal.aborted) new Contents(model, session, el, signal);
  });
  return () => ending.abort();
}

class Contents {
  constructor(model, session, el, signal) {
    Object.assign(this, { model, session });
    el.classList.add("a4a-contents");
    this.page = make("article", { class: "a4a-chapter", tabindex: "0", "aria-live": "polite" });
    this.list = make("ol", { "aria-label": "Chapters" });
    this.listed = make("nav", { class: "a4a-chapters", "aria-label": "Table of contents" }, this.list);
    el.replaceChildren(this.page, this.listed);
    this.asking = model.get("editable") ? new Asking(model, signal) : null;
    this.editor = this.asking && new ChapterEditor(this, signal);
    if (this.editor) el.append(this.editor.el, this.asking.fault);
    listenToKeys(el, session, signal);
    followLinks(this.page, session, signal);
    this.list.addEventListener("click", ({ target }) => {
      const row = target.closest("[data-chapter]");
      if (row) this.choose(Number(row.dataset.chapter));
    }, { signal });
    this.list.addEventListener("keydown", (event) => this.walk(event), { signal });
    const heard = {
      "change:chapters": () => this.rebuild(), "change:study": () => this.build(),
      "change:chapter": () => this.open(), "change:record": () => this.open(),
      "change:revealed": () => this.rebuild(),
      "change:busy": () => model.get("busy") || this.page.querySelector(".a4a-chapter-task button")?.focus({ preventScroll: true }),
    };
    for (const [name, heed] of Object.entries(heard)) model.on(name, heed);
    signal.addEventListener("abort", () => {
      for (const [name, heed] of Object.entries(heard)) model.off(name, heed);
    });
    this.build();
    this.open();
    session.listen((what) => (what === "position" || what === "grown") && this.follow(), signal);
  }

  get chapters() {
    return this.model.get("chapters");
  }

  /** The chapter that is read, if it is of the game shown here; nothing for the introduction. */
  get chapter() {
    const found = this.chapters.find(({ id }) => id === this.model.get("chapter"));
    return found?.record === this.model.get("record") ? found : undefined;
  }

  /** Whether what follows in a chapter is to be guessed or solved first, or asked for. */
  isHeld(chapter) {
    return isHeld(chapter, this.model.get("revealed"));
  }

  /** What a session is told of the chapters. */
  get guide() {
    const chapters = this.chapters.map((one) => ({ ...one, held: this.isHeld(one) }));
    return { chapters, count: chapters.length, withheld: withheldOf(this.chapters, this.model.get("revealed"), this.model.get("record"), this.chapter) };
  }

  /** Show the chapter that is read whole, whether its task was begun or not; its line may have been withheld, too. */
  reveal() {
    this.model.set("revealed", [...this.model.get("revealed"), this.chapter.id]);
    this.model.save_changes();
    this.open();
  }

  /** Read a chapter, from its start or another node; 0 is the introduction. */
  choose(id, node = null) {
    const { model } = this;
    model.set("at", node);
    if (model.get("chapter") === id) return this.open();
    model.set("chapter", id);
    try {
      model.save_changes();
    } catch (error) {
      console.debug("a4a: no kernel to tell", error);
    }
    return undefined;
  }

  /** The cursors of the study's games by number; those that are not here yet, Python is asked for. */
  async games() {
    const { chapters, model } = this;
    const wanted = [...new Set(chapters.map(({ record }) => record))];
    const missing = () => wanted.some((record) => !(record in model.get("games")));
    if (missing()) {
      await new Promise((resolve) => {
        const heed = () => {
          if (missing()) return;
          model.off("change:games", heed);
          resolve();
        };
        model.on("change:games", heed);
        setTimeout(resolve, PATIENCE); // a saved notebook has nobody to ask
        model.send({ do: "games" });
      });
    }
    const there = Object.entries(model.get("games")).filter(([record]) => wanted.includes(Number(record)));
    return Promise.all(there.map(async ([record, name]) => [Number(record), await modelOf(model, name)]));
  }

  /** Go some chapters on; the introduction comes before the first. */
  turn(count) {
    const ids = [0, ...this.chapters.map(({ id }) => id)];
    const there = ids.indexOf(this.model.get("chapter")) + count;
    if (there in ids) this.choose(ids[there]);
  }

  /** Show the game at the chapter's start. */
  open() {
    const { chapter, chapters, model, session } = this;
    const guide = { ...this.guide, turn: (count) => this.turn(count), visit: (id, node) => this.choose(id, node), games: () => this.games() };
    this.ended = false;
    if (chapter) session.read({ ...guide, ...chapter, held: this.isHeld(chapter), number: chapters.indexOf(chapter) + 1 });
    else if (model.get("chapter") === 0) session.read({ ...guide, id: 0, title: "Introduction", number: 0 });
    else return; // it is of another game, which is on its way
    const node = model.get("at");
    model.set("at", null);
    if (node !== null) session.goTo(node);
    this.show();
    this.mark();
  }

  /** The text after a chapter is read at its end, and stays from then on. */
  follow() {
    const { session } = this;
    if (this.ended || !this.chapter || this.isHeld(this.chapter) || !session.within || session.position !== session.reach[1]) return;
    this.ended = true;
    this.show();
  }

  /** The chapters were changed: that which is read goes on with its new ends. */
  rebuild() {
    this.build();
    const { chapter, session } = this;
    if (!chapter || session.chapter?.id !== chapter.id) return this.open();
    Object.assign(session.chapter, chapter, this.guide, { held: this.isHeld(chapter), number: this.chapters.indexOf(chapter) + 1 });
    session.withhold(session.chapter.withheld);
    return session.emit("grown");
  }

  build() {
    const rows = [{ id: 0, title: "Introduction", tags: [] }, ...this.chapters];
    this.list.replaceChildren(...rows.map(({ id, title, tags }, i) => make("li", {}, make(
      "button", { type: "button", "data-chapter": id, tabindex: "-1" },
      make("span", { class: "a4a-chapter-number", "aria-hidden": "true" }, i === 0 ? "" : `${i}`), " ",
      make("bdi", { title }, title), " ", make("span", { class: "a4a-muted", title: tags.join(" · ") || null }, tags.join(" · ")),
    ))));
    this.show();
    this.mark();
  }

  show() {
    const { chapter } = this;
    const parts = chapter ? this.told(chapter) : this.introduced();
    this.page.replaceChildren(...parts);
    this.page.setAttribute("aria-label", chapter ? `Chapter: ${chapter.title}` : "Introduction");
    this.editor?.show();
    requestAnimationFrame(() => { // now, it would have to be laid out twice
      const after = this.ended && this.page.querySelector(".a4a-chapter-after");
      this.page.scrollTop = after ? after.offsetTop - this.page.offsetTop : 0;
    });
  }

  told(chapter) {
    const { session } = this;
    const { title, told, tags, before, after } = chapter;
    const ended = !this.isHeld(chapter) && session.within && session.position === session.reach[1];
    this.ended ||= ended;
    const end = after.length === 0 || !this.ended ? [] : [make("section", { class: "a4a-chapter-after", "aria-label": "After the chapter" }, proseOf(after))];
    return [
      make("h3", {}, make("bdi", {}, title)), make("p", { class: "a4a-muted" }, make("bdi", {}, told)),
      ...(tags.length ? [tagsOf(tags)] : []), ...(before.length ? [proseOf(before)] : []), ...chapterTask(this, chapter), ...end,
    ];
  }

  introduced() {
    const { title, introduction, authors, tags } = this.model.get("study");
    const start = make("button", { type: "button", class: "a4a-chapter-start" }, "Read the first chapter");
    start.addEventListener("click", () => this.turn(1));
    return [
      make("h3", {}, make("bdi", {}, title || "Study")),
      ...(authors.length ? [make("p", { class: "a4a-muted" }, "by ", make("bdi", {}, authors.join(", ")))] : []),
      ...(tags.length ? [tagsOf(tags)] : []), ...(introduction.length ? [proseOf(introduction)] : []),
      ...(this.chapters.length ? [start] : [make("p", { class: "a4a-muted" }, "No chapters yet.")]),
    ];
  }

  mark() {
    const id = this.model.get("chapter");
    for (const row of this.list.querySelectorAll("[data-chapter]")) {
      const on = Number(row.dataset.chapter) === id;
      row.tabIndex = on ? 0 : -1; // one stop for the Tab key
      if (on) row.setAttribute("aria-current", "true");
      else row.removeAttribute("aria-current");
      if (on) requestAnimationFrame(() => this.scrollTo(row.parentElement));
    }
  }

  /** Scroll the list to a row. Not scrollIntoView: it would scroll the notebook too. */
  scrollTo({ offsetTop, offsetHeight }) {
    const { scrollTop, clientHeight } = this.listed;
    if (offsetTop < scrollTop || offsetTop + offsetHeight > scrollTop + clientHeight) this.listed.scrollTop = offsetTop - clientHeight / 2;
  }

  /** Up and down in the list. */
  walk(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || event.shiftKey || event.ctrlKey) return;
    event.preventDefault();
    event.stopPropagation();
    const rows = [...this.list.querySelectorAll("[data-chapter]")];
    rows[rows.indexOf(event.target) + step]?.focus();
  }
}

function proseOf(tree) {
  return commentElement({ prose: tree, text: "" });
}

function tagsOf(tags) {
  return make("ul", { class: "a4a-chapter-tags", "aria-label": "Tags" }, ...tags.map((tag) => make("li", {}, tag)));
}

export default { render };
