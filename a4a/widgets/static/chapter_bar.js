// Which chapter of a study is read, at the top of the stepper: on to the next, and back into it.

import { make } from "../../map/static/elements.js";

/** Where one is in the chapter that is read, in words; nothing in the midst of it. */
export function chapterWords(session) {
  if (!session.chapter?.number) return "";
  if (!session.within) return "Outside the chapter";
  if (session.chapter.held) return session.chapter.mode === "guess" ? "To be guessed first" : "To be solved first";
  return session.position === session.reach[1] ? "The chapter ends here" : "";
}

/** The chapter with buttons to the others, and where one is in it; hidden while none is read. */
export function chapterBar(session, signal) {
  const act = (text, title, does, more = {}) => {
    const button = make("button", { type: "button", title, ...more }, text);
    button.addEventListener("click", does, { signal });
    return button;
  };
  const turn = (count) => () => session.chapter?.turn(count);
  const before = act("‹", "Previous chapter (Shift+Page Up)", turn(-1), { "aria-label": "Previous chapter" });
  const after = act("›", "Next chapter (Shift+Page Down)", turn(1), { "aria-label": "Next chapter" });
  const pair = make("div", { class: "a4a-pair", role: "group", "aria-label": "Chapters" }, before, make("span", {}, "Chapter"), after);
  const name = make("bdi", { class: "a4a-chapter-name" });
  const state = make("span", { class: "a4a-chapter-state" });
  const back = act("↩ Back into the chapter", "Go back to where the chapter begins", () => session.read(session.chapter));
  const on = act("Go on in the game", "Leave the chapter, a step further in the game", () => session.go(session.position + 1));
  const next = act("Next chapter", "Next chapter (Shift+Page Down)", turn(1));
  const bar = make("div", { class: "a4a-chapter-bar", role: "group", "aria-label": "Chapter" }, pair, name, state, back, on, next);
  bar.hidden = true;
  const show = () => {
    const { chapter, within, position, last } = session;
    bar.hidden = !chapter;
    if (!chapter) return;
    const { title, number, count, held } = chapter;
    const ended = within && position === session.reach[1] && !held;
    name.textContent = number ? `${number} of ${count}: ${title}` : title;
    name.title = title;
    const left = number > 0 && !within;
    state.textContent = chapterWords(session);
    bar.classList.toggle("a4a-chapter-left", left);
    back.hidden = !left;
    on.hidden = !ended || position === last;
    next.hidden = (!ended && number > 0) || number === count;
    next.textContent = number > 0 ? "Next chapter" : "First chapter";
    // Not `disabled`: the focus would be lost at the last one.
    before.setAttribute("aria-disabled", String(number === 0));
    after.setAttribute("aria-disabled", String(number === count));
  };
  session.listen((what) => what !== "play" && what !== "notes" && what !== "findings" && show(), signal);
  return bar;
}

/** Where the chapter lies on the slider. */
export function chapterBand(session, signal) {
  const band = make("div", { class: "a4a-chapter-band", "aria-hidden": "true" });
  let shown = null;
  const show = (what) => {
    const { chapter, places, last } = session;
    if (what === "position" && shown === chapter) return;
    shown = chapter;
    const [from, to] = [places.get(chapter?.start), places.get(chapter?.end)];
    band.hidden = from === undefined || to === undefined;
    if (band.hidden) return;
    band.style.left = `${(100 * from) / Math.max(1, last)}%`;
    band.style.width = `${(100 * (to - from)) / Math.max(1, last)}%`;
  };
  session.listen((what) => (what === "timeline" || what === "grown" || what === "position") && show(what), signal);
  return band;
}
