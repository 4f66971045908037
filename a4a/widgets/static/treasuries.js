// The treasuries: what every power has, or where nothing is kept what it collected last; and what the
// step changed.

import { make, powerChip } from "../../map/static/elements.js";
import { openSession } from "../../map/static/session.js";
import { valueAt } from "../../map/static/timeline.js";

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  openSession(model).then((session) => {
    if (!signal.aborted) buildTreasuries(session, el, signal);
  });
  return () => ending.abort();
}

function buildTreasuries(session, el, signal) {
  el.classList.add("a4a-treasuries");
  const list = make("ul", { "aria-label": "Treasuries" });
  const title = make("div", { class: "a4a-muted a4a-collected", ".hidden": true });
  el.replaceChildren(title, list);
  let cells = [];

  const build = () => {
    const { treasuries, powers, money_lapses: lapses } = session.timeline;
    const common = treasuries[0]?.resource;
    title.hidden = !lapses;
    title.textContent = lapses ? `${common[0].toUpperCase()}${common.slice(1)} collected last` : "";
    list.setAttribute("aria-label", title.textContent || "Treasuries");
    cells = treasuries.map(() => make("span", { class: "a4a-amount" }));
    list.replaceChildren(
      ...treasuries.map(({ name, resource, power }, i) => {
        // What one power alone has is told by its colour: the list is to leave room for what is decided.
        const alone = power >= 0 && treasuries.filter((other) => other.resource === resource).length === 1;
        const label = resource === common ? name : alone ? resource : `${name}, ${resource}`;
        const term = make("span", { class: "a4a-treasury", title: `${name}: ${resource}` }, ...(power >= 0 ? [powerChip(powers[power]), " "] : []), label);
        return make("li", { class: resource === common || alone ? "" : "a4a-other" }, term, cells[i]);
      }),
    );
  };
  const show = () => {
    const { timeline, position } = session;
    timeline.money.forEach((track, i) => {
      const amount = valueAt(track, position);
      const before = position > 0 ? valueAt(track, position - 1) : amount;
      const change = Math.max(0, amount) - Math.max(0, before);
      const text = amount < 0 && timeline.money_lapses ? "–" : String(amount); // nobody has collected yet
      if (cells[i].textContent !== text) cells[i].textContent = text;
      cells[i].dataset.change = change > 0 ? "up" : change < 0 ? "down" : "";
    });
  };
  session.listen((what) => {
    if (what === "timeline" || cells.length !== session.timeline.money.length) build();
    if (what !== "play") show();
  }, signal);
}

export default { render };
