// An exercise that is being made is tried: what that means, and the way back.

import { enclosing, make } from "../../map/static/elements.js";
import { actButton } from "./asking.js";

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  const back = actButton("Back to making it", "Leave this try and go on making the exercise", () => model.send({ do: "back" }), signal);
  el.classList.add("a4a-trial-bar");
  el.setAttribute("role", "region");
  el.setAttribute("aria-label", "You are trying your exercise");
  el.setAttribute("data-lm-suppress-shortcuts", "true");
  el.replaceChildren(make("span", {}, "You try your exercise as a student does. Nothing of this is kept."), back);
  enclosing(el, ".a4a-trial", signal).then((root) => {
    if (!root) return;
    root.addEventListener("keydown", (event) => event.stopPropagation(), { signal }); // the explorer around it would step too
    back.focus({ preventScroll: true });
  });
  return () => ending.abort();
}

export default { render };
