// Searching a game, or all games of a study: a field over the log, filters, and what was found in the log's place; a
// hit is a click away, in whichever game.

import { make } from "../../map/static/elements.js";
import { Index, KINDS, chapterWith, found, plainly } from "./search_index.js";

const MOST = 200; // hits that are listed
const PAUSE = 60; // ms without a key before it is searched
const PATIENCE = 150; // ms without an answer before one is told that it is on its way
let fields = 0;

export class Search {
  /** The search of a session; `shown` is told whether hits stand in the log's place. */
  constructor(session, shown, signal) {
    Object.assign(this, { session, shown, index: new Index(session), list: [], asked: 0 });
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
      else this.offer();
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
      return this.hits.hidden || this.seek();
    }, signal);
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  /** What is searched, and what the filters offer of it. */
  async offer() {
    const games = await this.index.read();
    const named = (what) => [...new Set(games.flatMap((game) => game[what].map(({ name }) => name)))];
    const [powers, spaces] = [named("powers"), named("spaces")];
    const offered = [...powers, ...spaces].join();
    if (this.offered !== offered) {
      this.offered = offered;
      const chosen = this.power.value;
      this.power.replaceChildren(option("", "All powers"), ...powers.map((name) => option(name, name)));
      this.power.value = chosen;
      this.spaces.replaceChildren(...spaces.map((name) => option(name, name)));
    }
    this.byName = new Map(spaces.map((name) => [plainly(name), name]));
    return games;
  }

  async seek() {
    const asked = ++this.asked;
    const tell = setTimeout(() => (this.count.textContent = "Searching …"), PATIENCE);
    const games = await this.offer().finally(() => clearTimeout(tell));
    if (asked !== this.asked) return; // something else was asked since
    const text = this.text.value;
    const named = plainly(this.space.value.trim());
    const wanted = {
      text: this.byName.has(named) || !named ? text : `${text} ${named}`, // not a whole name: words
      kind: this.kind.value || null, power: this.power.value || null, space: this.byName.get(named) ?? null,
    };
    const any = wanted.text.trim() || wanted.kind || wanted.power !== null || wanted.space !== null;
    this.list = any ? found(games, wanted) : [];
    const count = this.list.length;
    const told = count > MOST ? `${count.toLocaleString("en")} found, the first ${MOST} listed` : `${count} found`;
    if (any) this.count.setAttribute("role", "status"); // the stepper alone speaks while nothing is sought
    else this.count.removeAttribute("role");
    this.count.textContent = any ? told : "";
    const many = games.filter(({ cursor }) => cursor).length > 1;
    this.hits.replaceChildren(...this.list.slice(0, MOST).map((row, i) => this.hit(row, i, many)));
    this.hits.hidden = !any;
    this.shown(Boolean(any));
    this.mark();
  }

  /** A row as a button; `many`: say of which game it is. */
  hit({ kind, text, where, power, game }, i, many) {
    const [line, ...rest] = text.split("\n");
    const between = kind === "comment" ? " " : " · "; // lines of a comment are one text
    const button = make(
      "button", { type: "button", "data-hit": i, tabindex: i === 0 ? "0" : "-1" },
      make("bdi", { class: "a4a-hit-text" }, line, ...rest.map((more) => `${between}${more}`)),
      make("span", { class: "a4a-muted" }, [kind === "step" ? "" : KINDS[kind], many && game.record ? `Game ${game.record}` : "", where].filter(Boolean).join(" · ")),
    );
    if (many && game.record) button.title = `Game ${game.record}: ${game.title}`;
    if (power >= 0) button.style.borderLeftColor = game.powers[power].colour;
    return make("li", {}, button);
  }

  /** Go to what was found. */
  go(button) {
    if (!button) return;
    const { chapter, node, game } = this.list[Number(button.dataset.hit)];
    const { session } = this;
    if (chapter !== undefined) session.chapter.visit(chapter, null);
    else if (game.cursor === session.cursor) session.goTo(node);
    else session.chapter.visit(chapterWith(session.chapter.chapters, game, node).id, node);
  }

  /** Mark the hits of the step shown. */
  mark() {
    if (this.hits.hidden) return;
    const { node, cursor } = this.session;
    for (const button of this.hits.querySelectorAll("[data-hit]")) {
      const { node: there, game } = this.list[Number(button.dataset.hit)];
      if (there === node && game.cursor === cursor) button.setAttribute("aria-current", "step");
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
      this.seek().then(() => this.go(this.hits.querySelector("[data-hit]")));
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
