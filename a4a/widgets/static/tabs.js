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

function buildTabs(model, session, box, el, signal) {
  el.classList.add("a4a-tabs");
  // Each view on a page has a module of its own, so that none could count them.
  const prefix = `a4a-tab-${crypto.getRandomValues(new Uint32Array(1))[0]}`;
  let names = [];
  let tabs = [];
  let counts = {};
  const list = make("div", { role: "tablist", "aria-label": "Beside the board" });
  el.replaceChildren(list);
  list.setAttribute("data-lm-suppress-shortcuts", "true");
  const build = () => {
    const panels = model.get("panels");
    names = Object.keys(panels);
    counts = {};
    tabs = names.map((name, i) => {
      counts[name] = make("span", { class: "a4a-tab-count" });
      const tab = make("button", { type: "button", role: "tab", id: `${prefix}-${i}` }, panels[name], counts[name]);
      tab.addEventListener("click", () => choose(name), { signal });
      return tab;
    });
    list.replaceChildren(...tabs);
  };
  build();

  // A choice is told to the kernel when it has time for it, and comes back to the page as an echo:
  // one that was made before the kernel showed another is out of date wherever it turns up.
  const chosen = () => {
    const [[shown, number], [picked, after]] = [model.get("shown"), model.get("picked")];
    return after === number ? picked : shown;
  };
  const choose = (name) => {
    model.set("picked", [name, model.get("shown")[1]]);
    try {
      model.save_changes();
    } catch (error) {
      console.debug("a4a: no kernel to tell", error);
    }
  };
  const panelOf = (name) => box.querySelector(`:scope > .${CSS.escape(name)}`);
  let within; // the view that has the focus, or had it until it was taken away: then its successor's tab gets it
  box.addEventListener("focusin", ({ target }) => (within = names.find((name) => panelOf(name)?.contains(target))), { signal });
  box.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget && !box.contains(relatedTarget)) within = undefined;
  }, { signal });
  const show = () => {
    const seen = chosen();
    const { activeElement } = document;
    const loses = within && within !== seen && (activeElement === document.body || panelOf(within)?.contains(activeElement));
    names.forEach((name, i) => {
      const panel = panelOf(name);
      const on = name === seen;
      tabs[i].setAttribute("aria-selected", String(on));
      tabs[i].tabIndex = on ? 0 : -1;
      if (!panel) return;
      panel.id ||= `${prefix}-panel-${name}`;
      tabs[i].setAttribute("aria-controls", panel.id);
      panel.setAttribute("role", "tabpanel");
      panel.setAttribute("aria-labelledby", tabs[i].id);
      panel.classList.toggle("a4a-untabbed", !on);
    });
    if (loses) tabs[names.indexOf(seen)]?.focus({ preventScroll: true });
  };
  list.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (names.indexOf(chosen()) + step + names.length) % names.length;
    choose(names[next]);
    tabs[next].focus();
  }, { signal });
  const choices = ["change:shown", "change:picked"];
  for (const change of choices) model.on(change, show);
  const observer = new MutationObserver(show); // the views may come later than their tabs
  observer.observe(box, { childList: true, subtree: true, attributeFilter: ["class"] });
  signal.addEventListener("abort", () => {
    for (const change of choices) model.off(change, show);
    observer.disconnect();
  });
  show();
  const count = () => {
    const found = { "a4a-annotator": session.allNotes.length, "a4a-variations": session.lines.rows.length };
    for (const [name, number] of Object.entries(found)) {
      if (counts[name]) counts[name].textContent = number ? ` (${number.toLocaleString("en")})` : "";
    }
  };
  const rebuild = () => {
    build();
    show();
    count();
  };
  model.on("change:panels", rebuild);
  signal.addEventListener("abort", () => model.off("change:panels", rebuild));
  session.listen((what) => what !== "position" && what !== "play" && count(), signal);
}

export default { render };
