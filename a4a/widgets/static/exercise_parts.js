// The parts of an exercise being made: where each begins, the author's line in it, their order.

import { make } from "../../map/static/elements.js";
import { actButton } from "./asking.js";

/** Where the part that is shown begins, the other parts, and how to add, move and remove one. */
export class Parts {
  constructor(session, asking, tellWords, signal) {
    Object.assign(this, { asking, signal });
    const at = (label, title, what) => actButton(label, title, () => asking.ask({ do: what, node: session.node }), signal);
    const act = (label, title, what) => actButton(label, title, () => asking.ask(what), signal);
    this.where = make("span", {});
    this.line = make("span", {});
    this.list = make("nav", { class: "a4a-row", "aria-label": "Parts" });
    const shift = (button, by) => button.getAttribute("aria-disabled") === "true" || asking.ask({ do: "shift", by });
    this.earlier = actButton("Earlier", "Let this part come before the one before it", () => shift(this.earlier, -1), signal);
    this.later = actButton("Later", "Let this part come after the one after it", () => shift(this.later, 1), signal);
    const remove = act("Remove part", "Remove this part with its goals and hints", { do: "remove" });
    this.title = make("input", { type: "text", maxlength: 200, "aria-label": "Title of the part", placeholder: "Title of this part" });
    this.brief = make("textarea", { rows: 2, maxlength: 20000, "aria-label": "Brief of the part", placeholder: "What is to be done in this part" });
    for (const field of [this.title, this.brief]) field.addEventListener("change", tellWords, { signal });
    this.order = make("div", { class: "a4a-row" }, this.earlier, this.later, remove);
    this.kept = make("p", { class: "a4a-muted" });
    this.add = at("And then from this step", "Add a part that begins at the step that is shown, whatever was done before", "and then");
    this.el = make("section", { "aria-label": "Where it begins" }, this.list,
      make("p", {}, make("strong", {}, "Begins: "), this.where), make("p", {}, make("strong", {}, "Author's line: "), this.line),
      make("div", { class: "a4a-row" },
        at("Begin at this step", "Let it begin at the step that is shown", "begin"),
        at("Line to this step", "Let what leads to the step that is shown be the author's line", "line"),
        this.add),
      this.order, this.title, this.brief, this.kept);
  }

  tell(told) {
    const { parts, at } = told;
    const focused = this.list.contains(document.activeElement);
    const ordering = this.order.contains(document.activeElement);
    this.where.textContent = told.where;
    this.line.textContent = told.line;
    for (const part of [this.list, this.order]) part.hidden = parts.length < 2;
    if (ordering && parts.length < 2) this.add.focus({ preventScroll: true });
    this.list.replaceChildren(...parts.map((part, number) => {
      const button = actButton(`Part ${number + 1}`, `Show part ${number + 1}: ${part}`, () => this.asking.ask({ do: "part", part: number }), this.signal);
      if (number === at) button.setAttribute("aria-current", "step");
      return button;
    }));
    if (focused) this.list.children[at].focus({ preventScroll: true });
    // Not `disabled`: the focus would be lost at the last one.
    this.earlier.setAttribute("aria-disabled", String(at === 0));
    this.later.setAttribute("aria-disabled", String(at === parts.length - 1));
    for (const [field, text] of [[this.title, told.part_title], [this.brief, told.part_brief]]) {
      field.hidden = parts.length < 2 && !text;
      if (field !== document.activeElement) field.value = text;
    }
    const said = [told.kept.length && `Kept as it was written: ${told.kept.join("; ")}.`, told.lost && `Lost when it is saved: ${told.lost}.`];
    this.kept.textContent = said.filter(Boolean).join(" ");
  }
}
