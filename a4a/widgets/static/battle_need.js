// What is enough: the cheapest part of the attacker's units that succeeds so often, if somebody asks.

import { amountOf, countOf, make } from "../../map/static/elements.js";
import { percent } from "./battle_charts.js";

export class LabNeed {
  constructor(lab) {
    this.lab = lab;
    this.field = make("input", { type: "number", min: 1, max: 100, ".value": 80 });
    this.verb = make("span", {});
    this.found = make("p", { role: "status" });
    const button = make("button", { type: "button", title: "The cheapest part of the attacker’s units that is likely enough" }, "Find");
    button.addEventListener("click", () => this.ask());
    this.field.addEventListener("keydown", ({ key }) => key === "Enter" && this.ask());
    this.content = [make("p", {}, make("label", {}, this.verb, this.field, "% "), button), this.found];
  }

  /** A new battle: what was found was of another. */
  lay() {
    this.verb.textContent = `The attacker ${this.lab.setup.kind === "land" || this.lab.setup.kind === "amphibious" ? "takes it" : "wins"} in `;
    this.found.textContent = "";
    this.told = undefined;
  }

  ask() {
    const asked = Math.max(1, Math.min(100, Math.round(Number(this.field.value)) || 80));
    this.field.value = asked;
    this.found.textContent = "Working it out …";
    this.lab.model.send({ do: "need", percent: asked });
  }

  show(need) {
    if (!need || this.told === need) return;
    this.told = need;
    const { why, units, cost, chance } = need;
    const words = why ? `${why[0].toUpperCase()}${why.slice(1)}.`
      : `Enough: ${units.map(([count, name]) => (count ? countOf(count, name) : name)).join(", ")} (${amountOf(cost, this.lab.offered.currency)}), in ${percent(chance)} of battles.`;
    this.found.textContent = words;
  }
}
