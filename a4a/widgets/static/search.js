// Searching a game: a field over its log, filters, and what was found in the log's place; a hit is a click away.

import { make } from "../../map/static/elements.js";
import { KINDS, found, plainly, rowsOf } from "./search_index.js";

const MOST = 200; // hits that are listed
const PAUSE = 60; // ms without a key before it is searched
let fields = 0;

export class Search {
  /** The search of a session; `shown` is told whether hits stand in the log's place. */
  constructor(session, shown, signal) {
    Object.assign(this, { session, shown });
    this.text = make("input", { type: "search", "aria-label": "Search the game", placeholder: "Search …" });
    const many = make("button", { type: "button", "aria-expanded": "false", title: "Filter by kind, power and space" }, "Filter");
    this.kind = choice("Which kind", [["", "All kinds"], ...Object.entries(KINDS)]);
    this.power = choice("Which power", [["", "All powers"]]);
    const list = `a4a-search-spaces-${++fields}`;
    this.space = make("input", { type: "text", list, "aria-label": "Which space", placeholder: "Space" });
    this.spaces = make("datalist", { id: list });
    this.filters = make("div", { class: "a4a-search-filters", role: "group", "aria-label": "Filters" }, this.kind, this.power, this.space, this.spaces);
    this.filters.hidden = true;
    this.count = make("span", { class: "a4a-muted a4a-found-count" });
    this.el = make("div", { class: "a4a-search", role: "search" }, this.text, many, this.filters, this.count);
    this.hits = make("ul", { class: "a4a-hits", "aria-label": "Found" });
    this.hits.hidden = true;
    many.addEventListener("click", () => {
      this.filters.hidden = !this.filters.hidden;
      many.setAttribute("aria-expanded", String(!this.filters.hidden));
      if (this.filters.hidden) this.clear(this.text.value);
      else this.read();
    }, { signal });
    const seek = () => {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.seek(), PAUSE);
    };
    for (const field of [this.text, this.kind, this.power, this.space]) field.addEventListener("input", seek, { signal });
    this.el.addEventListener("keydown", (event) => this.onKey(event), { signal });
    this.hits.addEventListener("keydown", (event) => this.walk(event), { signal });
    this.hits.addEventListener("click", ({ target }) => this.go(target.closest("[data-hit]")), { signal });
    session.listen((what) => {
      if (what === "position") return this.mark();
      if (what === "play" || what === "findings") return undefined;
      this.rows = null;
      return this.hits.hidden || this.seek();
    }, signal);
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** The rows, and what the filters offer; made when they are first needed. */
  read() {
    if (this.rows) return this.rows;
    const { powers, spaces } = this.session.timeline;
    this.rows = rowsOf(this.session);
    const chosen = this.power.value;
    this.power.replaceChildren(option("", "All powers"), ...powers.map(({ name }, i) => option(i, name)));
    this.power.value = chosen;
    this.spaces.replaceChildren(...spaces.map(({ name }) => option(name, name)));
    this.byName = new Map(spaces.map(({ name }, i) => [plainly(name), i]));
    return this.rows;
  }

  seek() {
    const text = this.text.value;
    const rows = this.read();
    const named = plainly(this.space.value.trim());
    const wanted = {
      text: this.byName.has(named) || !named ? text : `${text} ${named}`, // not a whole name: words
      kind: this.kind.value || null, power: this.power.value === "" ? null : Number(this.power.value),
      space: this.byName.get(named) ?? null,
    };
    const any = wanted.text.trim() || wanted.kind || wanted.power !== null || wanted.space !== null;
    this.list = any ? found(rows, wanted) : [];
    const count = this.list.length;
    const told = count > MOST ? `${count.toLocaleString("en")} found, the first ${MOST} listed` : `${count} found`;
    if (any) this.count.setAttribute("role", "status"); // the stepper alone speaks while nothing is sought
    else this.count.removeAttribute("role");
    this.count.textContent = any ? told : "";
    this.hits.replaceChildren(...this.list.slice(0, MOST).map((row, i) => this.hit(row, i)));
    this.hits.hidden = !any;
    this.shown(Boolean(any));
    this.mark();
  }

  hit({ kind, text, where, power }, i) {
    const [line, ...rest] = text.split("\n");
    const button = make(
      "button", { type: "button", "data-hit": i, tabindex: i === 0 ? "0" : "-1" },
      make("bdi", { class: "a4a-hit-text" }, line, ...(rest.length ? [` ${rest.join(" ")}`] : [])),
      make("span", { class: "a4a-muted" }, [kind === "step" ? "" : KINDS[kind], where].filter(Boolean).join(" · ")),
    );
    if (power >= 0) button.style.borderLeftColor = this.session.timeline.powers[power].colour;
    return make("li", {}, button);
  }

  /** Go to what was found. */
  go(button) {
    if (!button) return;
    const { chapter, node } = this.list[Number(button.dataset.hit)];
    if (chapter === undefined) this.session.goTo(node);
    else this.session.chapter.visit(chapter, null);
  }

  /** Mark the hits of the step shown. */
  mark() {
    if (this.hits.hidden) return;
    const { node } = this.session;
    for (const button of this.hits.querySelectorAll("[data-hit]")) {
      if (this.list[Number(button.dataset.hit)].node === node) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }

  /** Seek for a text alone. */
  clear(text) {
    this.text.value = text;
    this.kind.value = this.power.value = this.space.value = "";
    this.seek();
  }

  onKey(event) {
    const { key, target } = event;
    const hit = this.hits.querySelector("[data-hit]");
    if (key === "Escape" && this.text.value + this.kind.value + this.power.value + this.space.value !== "") this.clear("");
    else if (key === "ArrowDown" && target === this.text && hit) hit.focus();
    else if (key === "Enter" && target === this.text) {
      this.seek();
      this.go(this.hits.querySelector("[data-hit]"));
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Up and down among the hits, and back to the field. */
  walk(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (event.key === "Escape") {
      this.text.focus();
      this.clear("");
    } else if (!step || event.shiftKey || event.ctrlKey) return;
    const hits = [...this.hits.querySelectorAll("[data-hit]")];
    if (step) (hits[hits.indexOf(event.target) + step] ?? (step < 0 ? this.text : null))?.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}

function option(value, text) {
  return make("option", { value }, text);
}

function choice(name, options) {
  return make("select", { "aria-label": name }, ...options.map(([value, text]) => option(value, text)));
}
