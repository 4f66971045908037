// Stepping from the keyboard.

import { goToNote } from "./note_views.js";

const STEP_KEYS = {
  ArrowLeft: ["step", -1],
  ArrowRight: ["step", 1],
  "Shift+ArrowLeft": ["turn", -1],
  "Shift+ArrowRight": ["turn", 1],
  "Ctrl+ArrowLeft": ["phase", -1],
  "Ctrl+ArrowRight": ["phase", 1],
  PageUp: ["round", -1],
  PageDown: ["round", 1],
};
// Along a line one goes left and right; up and down, between lines.
const LINE_KEYS = {
  "Ctrl+ArrowDown": (session) => session.goInto(),
  "Ctrl+ArrowUp": (session) => session.goBack(),
  "Shift+ArrowDown": (session) => session.goBeside(1),
  "Shift+ArrowUp": (session) => session.goBeside(-1),
};
const CHAPTER_KEYS = { "Shift+PageUp": -1, "Shift+PageDown": 1 };
const NOTE_KEYS = { "Shift+N": 1, "Shift+P": -1 };
const CLICKER_KEYS = { PageUp: ["step", -1], PageDown: ["step", 1] }; // what presenters' clickers send

/** Let a view be stepped from the keyboard; other keys are left alone. */
export function listenToKeys(el, session, signal) {
  // Or JupyterLab takes the keys first; some of its shortcuts look at the focused element only.
  const suppress = ({ target }) => target.setAttribute("data-lm-suppress-shortcuts", "true");
  suppress({ target: el });
  el.addEventListener("focusin", suppress, { signal });
  const onKey = (event) => {
    const name =
      (event.ctrlKey || event.metaKey ? "Ctrl+" : "") + (event.shiftKey ? "Shift+" : "") + event.key;
    if (event.altKey || event.target.closest("select, input:not([type=range]), textarea")) return;
    const clicked = event.target.closest(".a4a-projector") && CLICKER_KEYS[name];
    if (clicked) session.move(...clicked);
    else if (name in STEP_KEYS) session.move(...STEP_KEYS[name]);
    else if (name in LINE_KEYS) LINE_KEYS[name](session);
    else if (name in CHAPTER_KEYS && session.chapter) session.chapter.turn(CHAPTER_KEYS[name]);
    else if (name === "Home") session.go(session.reach[0]);
    else if (name === "End") session.go(session.reach[1]);
    else if (name in NOTE_KEYS) goToNote(session, NOTE_KEYS[name]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  el.addEventListener("keydown", onKey, { signal });
}
