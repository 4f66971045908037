// The tables of a comparison: one at a time, chosen by tabs; a click on a row picks its space on the
// board. Whatever stands in them is text.

import { make } from "../../map/static/elements.js";
import { referredModel } from "../../map/static/session.js";

const MOST_ROWS = 400; // more are not read; the frames have them all

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  el.classList.add("a4a-tables");
  const tables = model.get("tables");
  const body = make("div", { role: "tabpanel", class: "a4a-table-body" });
  let chosen = 0;
  const pick = async (space) => {
    if (space < 0 || !model.get("painter")) return;
    const painter = await referredModel(model, "painter");
    painter.set("selected", space);
    painter.save_changes();
  };
  const tabs = tables.map(({ title, rows }, i) => {
    const tab = make("button", { type: "button", role: "tab" }, `${title} (${rows.length})`);
    tab.addEventListener("click", () => show(i), { signal });
    return tab;
  });
  const show = (index) => {
    chosen = index;
    tabs.forEach((tab, i) => {
      tab.setAttribute("aria-selected", String(i === index));
      tab.tabIndex = i === index ? 0 : -1;
    });
    body.setAttribute("aria-label", tables[index].title);
    body.replaceChildren(drawTable(tables[index], pick, signal));
  };
  const bar = make("div", { role: "tablist", "aria-label": "What changed", class: "a4a-table-tabs" }, ...tabs);
  bar.addEventListener("keydown", (event) => {
    const way = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!way) return;
    show((chosen + way + tabs.length) % tabs.length);
    tabs[chosen].focus();
    event.preventDefault();
    event.stopPropagation();
  }, { signal });
  el.setAttribute("tabindex", "-1"); // or a click on a row's text focuses the notebook's cell
  el.style.outline = "none";
  el.addEventListener("focusin", ({ target }) => target.setAttribute("data-lm-suppress-shortcuts", "true"), { signal });
  el.replaceChildren(bar, body);
  show(0);
  return () => ending.abort();
}

function drawTable({ headings, numbers, signed, rows, place, spaces }, pick, signal) {
  if (rows.length === 0) return make("p", { class: "a4a-muted" }, "Nothing.");
  const table = make("table", {});
  const head = table.createTHead().insertRow();
  headings.forEach((heading, i) => {
    head.append(make("th", { scope: "col", class: numbers[i] ? "a4a-number" : "" }, heading));
  });
  const body = table.createTBody();
  rows.slice(0, MOST_ROWS).forEach((values, at) => {
    const row = body.insertRow();
    values.forEach((value, i) => {
      const cell = row.insertCell();
      if (numbers[i]) cell.className = "a4a-number";
      const text = value === null ? "" : signed[i] && value > 0 ? `+${value}` : String(value).replace("-", "−");
      const shown = typeof value === "string" ? value : text;
      if (i !== place) cell.append(shown);
      else {
        const button = make("button", { type: "button", title: "Show on the board" }, shown);
        button.addEventListener("click", () => pick(spaces[at]), { signal });
        cell.append(button);
      }
    });
  });
  const more = rows.length - MOST_ROWS;
  const foot = more > 0 ? [make("p", { class: "a4a-muted" }, `${more} more rows: see the frame`)] : [];
  return make("div", {}, table, ...foot);
}

export default { render };
