// What a chapter asks for beside being read: its moves to be guessed, or an exercise to be solved.

import { make } from "../../map/static/elements.js";
import { actButton } from "./asking.js";

// The button that begins it and its title; on a page, where nobody compares or judges: what it asks, and what it was.
const TASKS = {
  guess: [
    "Guess the moves", "Decide as you would have, what follows hidden, and compare with what was played",
    "What would you do here? Decide before you see what was played; in JupyterLab the two can be compared.",
    "To be guessed in JupyterLab; here it is read.",
  ],
  exercise: [
    "Solve the exercise", "Decide on the board, and have it judged",
    "An exercise, to be solved in JupyterLab. Think it over before you see what was played.",
    "An exercise, to be solved in JupyterLab; here it is read.",
  ],
};

/** The buttons that begin it or pass it over; where nobody answers, what it asks, until what was played is to be shown. */
export function chapterTask(contents, chapter) {
  if (!(chapter.mode in TASKS)) return [];
  const [label, title, question, told] = TASKS[chapter.mode];
  const held = contents.isHeld(chapter);
  const pass = (name) => actButton(name, "Read the chapter without doing it", () => contents.reveal());
  if (!contents.asking) {
    if (!held) return [make("p", { class: "a4a-muted" }, told)];
    return [make("div", { class: "a4a-chapter-task", role: "group", "aria-label": label }, make("p", {}, question), pass("Show what was played"))];
  }
  const begin = actButton(label, title, () => contents.asking.ask({ do: "begin" }));
  return [make("div", { class: "a4a-chapter-task", role: "group", "aria-label": label }, begin, ...(held ? [pass("Show the moves")] : []))];
}
