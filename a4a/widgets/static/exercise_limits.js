// The limits of a part of an exercise being made: how many orders and tries there are, and which kinds of orders.

import { make } from "../../map/static/elements.js";

export class Limits {
  constructor(asking, signal) {
    this.asking = asking;
    const number = (label) => make("input", { type: "number", min: 0, max: 100000, step: 1, placeholder: "any", "aria-label": label });
    [this.orders, this.tries] = [number("Orders at most"), number("Tries at most")];
    this.kinds = make("div", { role: "group", "aria-label": "Kinds of orders" });
    this.which = make("div", {}, make("p", {}, "What may be ordered; what ends the phase may be anyway:"), this.kinds);
    this.count = make("span", { class: "a4a-muted" });
    this.el = make("details", { "data-part": "limits" }, make("summary", {}, "Limits ", this.count),
      make("label", { class: "a4a-row" }, this.orders, "orders at most"),
      make("label", { class: "a4a-row" }, this.tries, "tries at most"),
      this.which);
    this.el.addEventListener("change", () => this.ask(), { signal });
  }

  ask() {
    const kinds = [...this.kinds.querySelectorAll("input:checked")].map(({ value }) => value);
    return this.asking.ask({ do: "limits", orders: Number(this.orders.value), tries: Number(this.tries.value), kinds });
  }

  tell({ orders, tries, kinds }) {
    for (const [field, value] of [[this.orders, orders], [this.tries, tries]]) {
      if (field !== document.activeElement) field.value = value || "";
    }
    const listed = kinds.map(({ kind }) => kind).join();
    if (this.listed !== listed) {
      this.listed = listed;
      this.which.hidden = kinds.length < 2; // one kind that may be ordered is no choice
      this.kinds.replaceChildren(...kinds.map(({ kind, label }) => make("label", { class: "a4a-row" }, make("input", { type: "checkbox", value: kind }), label)));
    }
    kinds.forEach(({ on }, i) => (this.kinds.children[i].firstChild.checked = on));
    const said = [orders && `${orders} order${orders === 1 ? "" : "s"}`, tries && `${tries} ${tries === 1 ? "try" : "tries"}`, kinds.some(({ on }) => !on) && "kinds of orders"];
    this.count.textContent = said.some(Boolean) ? `(${said.filter(Boolean).join(", ")})` : "";
  }
}
