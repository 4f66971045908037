// Which line is shown, in words; the way from line to line; and on the slider, where lines leave.

import { make } from "../../map/static/elements.js";

/** In which round a variation leaves its line, in words. */
export function roundOf(lines, first) {
  const number = lines.round(first);
  return number > 0 ? `of round ${number}` : "from the start";
}

/** Where one is in the tree, in words; nothing in a game without variations. */
export function lineWords({ lines, first, position }) {
  const row = lines.byFirst.get(first);
  if (!row) return lines.rows.length ? lines.called(0) : "";
  const words = `${lines.called(first)} ${roundOf(lines, first)}`;
  return position > row.at ? words : `before ${words}`;
}

/** A choice of all lines, and buttons from one to the next; hidden where there is only one. */
export function lineBar(session, signal) {
  const select = make("select", { "aria-label": "Line shown", title: "Line shown" });
  const act = (text, title, does) => {
    const button = make("button", { type: "button", title }, text);
    button.addEventListener("click", does, { signal });
    return button;
  };
  const into = act("↳ Into", "Into a variation, or to where the next one leaves (Ctrl+↓)", () => session.goInto());
  const back = act("↰ Back", "Back to where this variation leaves its line (Ctrl+↑)", () => session.goBack());
  const beside = act("⇅ Next", "From line to line at the last branch point (Shift+↓, Shift+↑)", () => session.goBeside(1));
  const bar = make("div", { class: "a4a-bar a4a-lines", role: "group", "aria-label": "Lines" }, select, into, back, beside);
  select.addEventListener("change", () => {
    const first = Number(select.value);
    const row = session.lines.byFirst.get(first);
    if (row) session.enter(first);
    else session.enter(0, session.lines.meet(session.first));
  }, { signal });
  let listed = null;
  const list = (lines) => {
    if (listed === lines) return;
    listed = lines;
    select.replaceChildren(
      make("option", { value: 0 }, "Main line"),
      ...lines.rows.map((row) => {
        const about = [roundOf(lines, row.first), row.author && `by ${row.author}`].filter(Boolean).join(", ");
        return make("option", { value: row.first }, `${"\u2003".repeat(row.deep)}${lines.called(row.first)} (${about})`);
      }),
    );
  };
  const show = () => {
    const { lines, first, position } = session;
    bar.hidden = lines.rows.length === 0;
    if (bar.hidden) return;
    list(lines);
    select.value = String(first);
    select.title = `Line shown: ${lines.called(first)}`; // there may not be room for all of it
    // Not `disabled`: the focus would be lost at the last one.
    const points = lines.branchPoints(first);
    into.setAttribute("aria-disabled", String(!points.some((at) => at > position) && lines.forks(first, position).length === 0));
    back.setAttribute("aria-disabled", String(first === 0));
    beside.setAttribute("aria-disabled", String(!points.some((at) => at < position)));
  };
  session.listen((what) => what !== "play" && what !== "notes" && what !== "findings" && show(), signal);
  return bar;
}

/** Marks over the slider where other lines leave the one shown; a click goes there, as "Into" does. */
export function branchMarks(session, signal) {
  const el = make("div", { class: "a4a-forks", "aria-hidden": "true" });
  el.addEventListener("click", ({ target }) => {
    const mark = target.closest("[data-at]");
    if (mark) session.go(Number(mark.dataset.at));
  }, { signal });
  session.listen((what) => {
    if (what !== "timeline" && what !== "grown") return;
    const { lines, first, last } = session;
    el.replaceChildren(...lines.branchPoints(first).map((at) => {
      const names = lines.forks(first, at).map((fork) => lines.called(fork.first)).join(", ");
      const mark = make("span", { "data-at": at, title: `Step ${at}: ${names}` });
      mark.style.left = `${(100 * at) / Math.max(1, last)}%`;
      return mark;
    }));
    el.hidden = el.childElementCount === 0;
  }, signal);
  return el;
}
