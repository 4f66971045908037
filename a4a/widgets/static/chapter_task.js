// What a chapter asks for beside being read: its moves to be guessed, or an exercise to be solved.

import { make } from "../../map/static/elements.js";
import { actButton } from "./asking.js";

const TASKS = {
  guess: ["Guess the moves", "Decide as you would have, what follows hidden, and compare with what was played", "To be guessed in JupyterLab; here it is read."],
  exercise: ["Solve the exercise", "Decide on the board, and have it judged", "An exercise, to be solved in JupyterLab; here it is read."],
};

/** The buttons that begin it or pass it over; where nobody answers, only what it is. */
export function chapterTask(contents, chapter) {
  if (!(chapter.mode in TASKS)) return [];
  const [label, title, told] = TASKS[chapter.mode];
  if (!contents.asking) return [make("p", { class: "a4a-muted" }, told)];
  const begin = actButton(label, title, () => contents.asking.ask({ do: "begin" }));
  const pass = actButton("Show the moves", "Read the chapter without doing it", () => contents.reveal());
  return [make("div", { class: "a4a-chapter-task", role: "group", "aria-label": label }, begin, ...(contents.isHeld(chapter) ? [pass] : []))];
}
