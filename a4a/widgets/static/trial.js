// A task that is done in the place of an explorer: what it is, and the way back.

import { enclosing, make } from "../../map/static/elements.js";
import { actButton } from "./asking.js";

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  const told = model.get("told");
  const back = actButton(model.get("back"), "Leave this, and go on where you were", () => model.send({ do: "back" }), signal);
  el.classList.add("a4a-trial-bar");
  el.setAttribute("role", "region");
  el.setAttribute("aria-label", told);
  el.setAttribute("data-lm-suppress-shortcuts", "true");
  el.replaceChildren(make("span", {}, told), back);
  enclosing(el, ".a4a-trial", signal).then((root) => {
    if (!root) return;
    root.addEventListener("keydown", (event) => event.stopPropagation(), { signal }); // the explorer around it would step too
    back.focus({ preventScroll: true });
  });
  return () => ending.abort();
}

export default { render };
