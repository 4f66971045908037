// The variations of a game in a list, in the order in which one meets them; and what can be done with
// the one shown. The kernel does it and saves; a page without a kernel has the list alone.

import { make } from "../../map/static/elements.js";
import { listenToKeys } from "../../map/static/keys.js";
import { openSession } from "../../map/static/session.js";
import { Asking, actButton } from "./asking.js";
import { roundOf } from "./line_bar.js";

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  openSession(model).then((session) => {
    if (!signal.aborted) buildVariations(model, session, el, signal);
  });
  return () => ending.abort();
}

function buildVariations(model, session, el, signal) {
  el.classList.add("a4a-variations");
  listenToKeys(el, session, signal);
  const asking = new Asking(model, signal);
  const rows = make("ol", { "aria-label": "Variations" });
  const none = make("p", { class: "a4a-muted" }, "No variations yet.");
  const editor = new Editor(model, session, asking, signal);
  el.replaceChildren(...(model.get("editable") ? [editor.el, asking.fault] : []), none, rows);
  rows.addEventListener("click", ({ target }) => {
    const row = target.closest("[data-line]");
    if (!row) return;
    const first = Number(row.dataset.line);
    session.enter(first, first === 0 ? session.lines.meet(session.first) : first);
  }, { signal });
  rows.addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step || event.ctrlKey || event.shiftKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...rows.querySelectorAll("button")];
    buttons[buttons.indexOf(document.activeElement) + step]?.focus();
  }, { signal });
  let listed = null;
  const list = (lines) => {
    listed = lines;
    const focused = rows.contains(document.activeElement) ? document.activeElement.dataset.line : null;
    rows.replaceChildren(lineRow(0, 0, ["Main line"]), ...lines.rows.map((row) => {
      const { steps, text } = lines.told(row.first, row.first);
      const about = [roundOf(lines, row.first), `${steps} step${steps === 1 ? "" : "s"}`, row.author && `by ${row.author}`];
      return lineRow(row.first, row.deep, [
        make("bdi", {}, lines.called(row.first)), " ", make("bdi", { class: "a4a-muted" }, `${about.filter(Boolean).join(" · ")}: ${text}`),
      ]);
    }));
    if (focused !== null) rows.querySelector(`[data-line="${Number(focused)}"]`)?.focus({ preventScroll: true });
  };
  const show = () => {
    const { lines, first } = session;
    if (listed !== lines) list(lines);
    rows.hidden = lines.rows.length === 0;
    none.hidden = !rows.hidden;
    for (const button of rows.querySelectorAll("button")) {
      if (Number(button.dataset.line) === first) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    editor.show();
  };
  session.listen((what) => (what === "timeline" || what === "grown" || what === "position") && show(), signal);
}

function lineRow(first, deep, parts) {
  const button = make("button", { type: "button", class: "a4a-note-row", "data-line": first }, make("span", { class: "a4a-said" }, ...parts));
  button.style.paddingLeft = `${7 + 14 * deep}px`;
  return make("li", {}, button);
}

/** What can be done with the line shown, and at the node shown. */
class Editor {
  constructor(model, session, asking, signal) {
    Object.assign(this, { model, session, asking });
    const button = (label, title, act) => actButton(label, title, act, signal);
    this.title = make("bdi", {});
    this.name = make("input", { type: "text", maxlength: 80, "aria-label": "Name of the variation", placeholder: "name …" });
    const rename = () => this.ask("rename", { name: this.name.value.trim() });
    this.name.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.stopPropagation();
      rename();
    }, { signal });
    this.named = make("div", { class: "a4a-row" }, this.name, button("Name", "Give the variation this name", rename));
    this.sure = false;
    this.gone = button("Delete", "Delete the variation and all that follows it", () => this.remove());
    this.gone.addEventListener("blur", () => this.doubt(), { signal });
    this.moved = make("div", { class: "a4a-row" },
      button("Promote", "Let it go on with the line it leaves", () => this.ask("promote", { to: "line" })),
      button("To main line", "Let it be the main line", () => this.ask("promote", { to: "main" })), this.gone);
    this.file = make("input", { type: "text", maxlength: 200, "aria-label": "Copy to" });
    const copied = make("div", { class: "a4a-row" }, this.file,
      button("Copy line", "Copy the line shown to a game of its own, in this file", () => this.copy()));
    this.branch = make("span", {}, button("What if …", "Play on from the step shown: a variation begins", () => this.asking.ask({ do: "what if", node: session.node })));
    this.teach = make("span", {}, button("Exercise …", "Make an exercise that begins at the step shown", () => this.asking.ask({ do: "exercise", node: session.node })));
    this.done = make("p", { class: "a4a-muted", role: "alert" });
    this.el = make("section", { "aria-label": "The line shown" },
      make("div", { class: "a4a-row a4a-line-head" }, make("h4", {}, this.title), this.branch, this.teach), this.named, this.moved, copied, this.done);
    const offer = () => (this.file.value = model.get("offer"));
    model.on("change:offer", offer);
    signal.addEventListener("abort", () => model.off("change:offer", offer));
    offer();
  }

  async ask(what, more = {}) {
    this.done.textContent = "";
    return this.asking.ask({ do: what, first: this.session.first, ...more });
  }

  async copy() {
    const name = this.file.value.trim();
    if (await this.ask("copy", { name })) this.done.textContent = `Copied to ${name}`;
  }

  /** The first click asks, the second deletes. */
  remove() {
    if (this.sure) {
      this.doubt();
      this.ask("delete");
      return;
    }
    const { steps } = this.session.lines.told(this.session.first, this.session.first);
    this.sure = true;
    this.gone.textContent = `Delete ${steps} step${steps === 1 ? "" : "s"} and more?`;
  }

  doubt() {
    this.sure = false;
    this.gone.textContent = "Delete";
  }

  show() {
    const { session, model } = this;
    const row = session.lines.byFirst.get(session.first);
    const called = session.lines.called(session.first);
    this.title.textContent = called[0].toUpperCase() + called.slice(1);
    this.named.hidden = this.moved.hidden = !row;
    const asked = session.lines.ends.get(session.first) === session.position; // it is to be guessed first
    this.branch.hidden = asked || !model.get("branching");
    this.teach.hidden = asked || !model.get("teaching");
    if (this.shown !== row) {
      this.name.value = row?.name ?? "";
      this.doubt();
    }
    this.shown = row;
  }
}

export default { render };
