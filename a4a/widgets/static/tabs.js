// Tabs (the ARIA pattern: arrow keys go from one to the next) over the views beside it in a box.

import { enclosing, make } from "../../map/static/elements.js";
import { openSession } from "../../map/static/session.js";

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  Promise.all([openSession(model), enclosing(el, ".a4a-tabbed", signal)]).then(([session, box]) => {
    if (box && !signal.aborted) buildTabs(model, session, box, el, signal);
  });
  return () => ending.abort();
}

let tabSets = 0;

function buildTabs(model, session, box, el, signal) {
  el.classList.add("a4a-tabs");
  const names = Object.keys(model.get("panels"));
  const prefix = `a4a-tab-${++tabSets}`;
  const counts = {};
  const tabs = names.map((name, i) => {
    counts[name] = make("span", { class: "a4a-tab-count" });
    const tab = make("button", { type: "button", role: "tab", id: `${prefix}-${i}` }, model.get("panels")[name], counts[name]);
    tab.addEventListener("click", () => choose(name), { signal });
    return tab;
  });
  const list = make("div", { role: "tablist", "aria-label": "Beside the board" }, ...tabs);
  el.replaceChildren(list);
  list.setAttribute("data-lm-suppress-shortcuts", "true");

  const choose = (name) => {
    model.set("chosen", name);
    try {
      model.save_changes();
    } catch (error) {
      console.debug("a4a: no kernel to tell", error);
    }
  };
  const show = () => {
    const chosen = model.get("chosen");
    names.forEach((name, i) => {
      const panel = box.querySelector(`:scope > .${CSS.escape(name)}`);
      const on = name === chosen;
      tabs[i].setAttribute("aria-selected", String(on));
      tabs[i].tabIndex = on ? 0 : -1;
      if (!panel) return;
      panel.id ||= `${prefix}-panel-${i}`;
      tabs[i].setAttribute("aria-controls", panel.id);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tabs[i].id);
      panel.classList.toggle("a4a-untabbed", !on);
    });
  };
  list.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (names.indexOf(model.get("chosen")) + step + names.length) % names.length;
    choose(names[next]);
    tabs[next].focus();
  }, { signal });
  model.on("change:chosen", show);
  const observer = new MutationObserver(show); // the views may come later than their tabs
  observer.observe(box, { childList: true, subtree: true, attributeFilter: ["class"] });
  signal.addEventListener("abort", () => {
    model.off("change:chosen", show);
    observer.disconnect();
  });
  show();
  session.listen((what) => {
    if (what === "position" || what === "play") return;
    const { length } = session.notes;
    if (counts["a4a-annotator"]) counts["a4a-annotator"].textContent = length ? ` (${length.toLocaleString("en")})` : "";
  }, signal);
}

export default { render };
