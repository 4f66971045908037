// The log: what each step says, folded by round and turn, a window of rows around the current one, so
// that a game of any length costs the page the same.

import { make } from "../../map/static/elements.js";
import { listenToKeys } from "../../map/static/keys.js";
import { openSession } from "../../map/static/session.js";
import { actorOf } from "../../map/static/timeline.js";
import { findingOf, findingsBar } from "./findings.js";
import { groupsOf, keysAt, rowsOf } from "./log_groups.js";
import { signOf } from "./note_words.js";
import { Search } from "./search.js";

const AROUND = 60;

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  openSession(model).then((session) => {
    if (!signal.aborted) buildLog(session, el, signal);
  });
  return () => ending.abort();
}

const BEGINS = { round: "The round begins", turn: "The turn begins" };

function buildLog(session, el, signal) {
  el.classList.add("a4a-log");
  const list = make("ol", { tabindex: "0", "aria-label": "Log of the game" });
  const search = new Search(session, (on) => (list.hidden = on), signal);
  el.replaceChildren(search.el, search.hits, findingsBar(session, signal), list);
  listenToKeys(el, session, signal);
  const chosen = new Map(); // groups that somebody has opened or closed, by key
  let groups = [];
  let here = []; // keys of the groups that the current step lies in
  let rows = [];
  let first = 0;
  let end = 0;
  let current = null;

  const forksAt = (position) => session.lines.forks(session.first, position);
  const isOpen = (key) => chosen.get(key) ?? here.includes(key);
  const entry = (position) => {
    const [text, kind, power] = session.timeline.log[position];
    const item = make("li", { class: `a4a-entry a4a-${kind || "plain"}`, "data-position": position });
    item.style.borderLeftColor = actorOf(session.timeline, power)?.colour ?? "";
    const told = linesOf(text, kind).map((line, i) => make("div", { class: i < 3 ? null : "a4a-more" }, line));
    const notes = session.notesAt(position);
    for (const note of notes.filter((n) => n.kind === "glyph")) told[0].append(" ", signOf(note));
    const found = session.findingsAt(position).map(findingOf);
    item.append(...comments(notes, "before"), ...found, ...told, ...comments(notes, "after"));
    return item;
  };
  // The heads of the groups say which round and whose turn it is.
  const linesOf = (text, kind) => {
    const lines = text.split("\n");
    if (!(kind in BEGINS)) return lines;
    const rest = lines.filter((line) => !/^Round \d+( \(.*\))?$|['’]s? turn$/.test(line));
    return rest.length ? rest : [BEGINS[kind]];
  };
  const played = (power, unit) => {
    const player = unit === "turn" && session.timeline.powers[power]?.player;
    return player ? [make("bdi", { class: "a4a-player" }, player), " "] : [];
  };
  const head = ({ unit, key, name, power, at, end: until }) => {
    const open = isOpen(key);
    const holds = (told) => told.filter((row) => at <= row.at && row.at < until).length;
    const marks = [
      [until - at, "step"], [holds(session.notes), "note"], [holds(session.findings), "finding"],
    ].filter(([number]) => number).map(([number, word]) => `${number} ${word}${number === 1 ? "" : "s"}`);
    const button = make(
      "button", { type: "button", "aria-expanded": String(open), "data-key": key },
      make("span", { class: "a4a-twist", "aria-hidden": "true" }, open ? "▾" : "▸"), " ", name || "Start", " ",
      ...played(power, unit),
      make("span", { class: "a4a-muted" }, marks.join(" · ")),
    );
    const item = make("li", { class: `a4a-group a4a-group-${unit}` }, button);
    item.style.borderLeftColor = actorOf(session.timeline, power)?.colour ?? "";
    return item;
  };
  /** Another line that leaves here: a click goes into it. */
  const fork = ({ position, fork: { first: line, node } }) => {
    const { lines } = session;
    const row = lines.byFirst.get(line);
    const { steps, text } = lines.told(line, node);
    const sign = line === node ? "↳" : "↰";
    const by = row?.author && line === node ? [" ", make("bdi", { class: "a4a-muted" }, `by ${row.author}`)] : [];
    const button = make(
      "button", { type: "button", "data-line": line, "data-node": node },
      make("span", { "aria-hidden": "true" }, sign), " ", make("bdi", {}, lines.called(line)), ...by, " ",
      make("span", { class: "a4a-muted" }, `${steps} step${steps === 1 ? "" : "s"} · ${text}`),
    );
    return make("li", { class: "a4a-fork", "data-at": position }, button);
  };
  const made = (row) => (row.group ? head(row.group) : row.fork ? fork(row) : entry(row.position));
  const comments = (notes, when) => notes.filter((n) => n.kind === "comment" && n.when === when).map(
    ({ text, author }) => make("p", { class: "a4a-comment" }, make("bdi", { class: "a4a-words" }, text),
      ...(author ? [make("bdi", { class: "a4a-muted" }, ` — ${author}`)] : [])));
  /** The row of a position; that of its group's head where it is folded away. */
  const rowAt = (position) => {
    let found = 0;
    for (let i = 0; i < rows.length; i++) {
      const at = rows[i].group ? rows[i].group.at : rows[i].position;
      if (at > position) break;
      if (!rows[i].fork) found = i;
    }
    return found;
  };
  const fill = (around) => {
    first = Math.max(0, around - AROUND);
    end = Math.min(rows.length, around + AROUND);
    current = null;
    list.replaceChildren(...rows.slice(first, end).map(made));
  };
  const mark = (row) => {
    current?.removeAttribute("aria-current");
    current = rows[row].group ? null : list.children[row - first];
    current?.setAttribute("aria-current", "step");
  };
  const show = () => {
    const keys = keysAt(groups, session.position);
    if (first === end || keys.join() !== here.join()) {
      here = keys;
      for (const key of keys) chosen.delete(key); // where one goes is open
      rows = rowsOf(groups, isOpen, forksAt);
      first = end = 0;
    }
    const row = rowAt(session.position);
    const near = AROUND / 4;
    const inside = row >= first && row < end;
    if (!inside || (row - first < near && first > 0) || (end - row < near && end < rows.length)) fill(row);
    mark(row);
    if (el.classList.contains("a4a-untabbed")) return; // where it scrolls is found once it is seen
    const item = list.children[row - first];
    // Not scrollIntoView: it would scroll the notebook too.
    const room = list.clientHeight - item.offsetHeight;
    list.scrollTop = item.offsetTop - Math.max(room / 2, 4);
  };
  const extend = () => {
    if (list.scrollTop < 40 && first > 0) {
      const height = list.scrollHeight;
      const from = Math.max(0, first - AROUND);
      const items = rows.slice(from, first).map(made);
      first = from;
      list.prepend(...items);
      list.scrollTop += list.scrollHeight - height;
    } else if (list.scrollTop + list.clientHeight > list.scrollHeight - 40 && end < rows.length) {
      const items = rows.slice(end, end + AROUND).map(made);
      end += items.length;
      list.append(...items);
    }
  };
  const turn = (key) => {
    const offset = (button) => button.offsetTop - list.scrollTop;
    const before = offset(list.querySelector(`[data-key="${key}"]`).parentElement);
    chosen.set(key, !isOpen(key));
    rows = rowsOf(groups, isOpen, forksAt);
    fill(rows.findIndex(({ group }) => group?.key === key));
    const row = rowAt(session.position);
    if (row >= first && row < end) mark(row);
    const button = list.querySelector(`[data-key="${key}"]`);
    list.scrollTop += offset(button.parentElement) - before; // it stays where it was clicked
    button.focus({ preventScroll: true });
  };
  list.addEventListener("scroll", extend, { signal });
  list.addEventListener("click", (event) => {
    const key = event.target.closest("[data-key]")?.dataset.key;
    if (key) turn(key);
    const line = event.target.closest("[data-line]")?.dataset;
    if (line) session.enter(Number(line.line), Number(line.node));
    const item = event.target.closest(".a4a-entry");
    if (item) session.go(Number(item.dataset.position));
  }, { signal });
  const observer = new ResizeObserver(() => list.clientHeight > 0 && show());
  observer.observe(list);
  signal.addEventListener("abort", () => observer.disconnect());
  session.listen((what) => {
    if (what === "timeline" || what === "grown" || what === "notes" || what === "findings") {
      groups = groupsOf(session.timeline);
      first = end = 0;
    }
    if (what !== "play") show();
  }, signal);
}

export default { render };
