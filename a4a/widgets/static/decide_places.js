// The places of things that are counted, where a tally has many: folded behind each item, or those of
// one space alone, with all that can be had there.

import { make } from "../../map/static/elements.js";
import { pressButton } from "./decide_words.js";

const MOST_ROWS = 12; // places that a shop shows at once

export class Places {
  constructor(tally) {
    this.tally = tally;
    this.items = []; // {item, head, rows, fold}
    const { form, panel } = tally;
    const rows = form.items.reduce((sum, { targets, refused }) => sum + (refused || targets[0].key === "" ? 0 : targets.length), 0);
    /** Whether places wait out of sight: of what is bought, which has many. */
    this.folds = form.funds !== null && rows > MOST_ROWS;
    this.heading = make("div", { class: "a4a-row a4a-from-row", ".hidden": true });
    panel.kept.unfolded ??= new Set(); // what was opened, and where, stays as orders are given
    this.at = this.folds && this.has(panel.kept.place) ? panel.kept.place : null;
  }

  has(place) {
    return this.tally.form.items.some(({ refused, targets }) => !refused && targets.some(({ key }) => key === place));
  }

  add(item, name, head, rows) {
    if (!this.folds) return;
    const { panel, form } = this.tally;
    const key = `${form.title}\n${item.key}`;
    const fold = pressButton(panel, [...name.childNodes], null, () => {
      const { kept } = panel;
      if (this.at !== null || !kept.unfolded.delete(key)) kept.unfolded.add(key);
      this.aim(null);
    }, { class: "a4a-link-button", "aria-label": `Where: ${item.label}${this.tally.suffix}` });
    fold.title = item.targets.map(({ label }) => label).join(", ");
    name.replaceChildren(fold);
    this.items.push({ item, head, rows, fold, key });
  }

  /** Show one space alone, or all again (null); whether it is one: any other space changes nothing. */
  aim(place) {
    if (!this.folds || (place !== null && !this.has(place))) return false;
    this.at = this.tally.panel.kept.place = place;
    this.show();
    return place !== null;
  }

  show() {
    if (!this.folds) return;
    const { tally, at } = this;
    this.heading.hidden = at === null;
    if (at !== null) {
      const back = pressButton(tally.panel, "‹", null, () => this.aim(null), { class: "a4a-spaces", "aria-label": "All places", title: "All places (Esc)" });
      this.heading.replaceChildren(back, make("strong", { class: "a4a-from" }, at));
    }
    for (const { item, head, rows, fold, key } of this.items) {
      const open = tally.panel.kept.unfolded.has(key);
      const here = item.targets.findIndex((target) => target.key === at);
      fold.setAttribute("aria-expanded", String(at === null && open));
      fold.classList.toggle("a4a-fold", at === null);
      head.hidden = at !== null && here < 0;
      rows.forEach((row, i) => {
        const { el } = tally.counters.get(`${item.key}\n${item.targets[i].key}`);
        (at !== null && i === here ? item.left : row.lastChild).replaceChildren(el);
        row.hidden = at !== null || !open;
      });
      if (at === null) item.left.textContent = tally.told(item);
    }
  }
}
