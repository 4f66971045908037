// Buttons that show the whole board or one of its maps, and a choice of its theatres.

import { make } from "./elements.js";
import { keepFromMap } from "./leaflet.js";

export class Views {
  constructor(host, signal) {
    this.host = host;
    const parts = host.model.get("views").map(([name, bounds, kind]) => ({ name, bounds, kind }));
    const reset = this.button("Reset view", "Reset the view: the whole board, nothing picked (r)", () => this.reset());
    const buttons = parts.filter(({ kind }) => kind !== "theatre").map(({ name, bounds }, i) => this.button(
      name, i === 0 ? "Show the whole board (0)" : `Show ${name}`, () => host.fit(bounds),
    ));
    this.theatres = parts.filter(({ kind }) => kind === "theatre");
    const find = this.button("Find …", "Find a space by its name (.)", () => host.inspector.finder.open());
    this.bar = make("div", { class: "a4a-views", role: "group", "aria-label": "View" }, reset, ...buttons, find);
    if (this.theatres.length > 0) this.bar.append(this.select(signal));
    keepFromMap(this.bar, signal);
    host.container.append(this.bar);
    signal.addEventListener("abort", () => this.bar.remove());
  }

  button(words, title, show) {
    const button = make("button", { type: "button", title, "aria-label": title }, words);
    button.addEventListener("click", show);
    return button;
  }

  select(signal) {
    const options = this.theatres.map(({ name }, i) => make("option", { value: i }, name));
    this.choice = make(
      "select", { "aria-label": "Show a theatre", title: "Show a theatre of the war" },
      make("option", { value: "" }, "Theatre …"), ...options,
    );
    this.choice.addEventListener("change", () => {
      const { value } = this.choice;
      if (value !== "") this.host.fit(this.theatres[value].bounds);
    }, { signal });
    return this.choice;
  }

  /** Let the choice say which theatre is shown, if one is. */
  tell(bounds) {
    if (!this.choice) return;
    const same = (theatre) => String(theatre.bounds) === String(bounds);
    const shown = this.theatres.findIndex(same);
    this.choice.value = shown < 0 ? "" : shown;
  }

  /** Another part of the board is seen than the theatre chosen last. */
  leave() {
    if (this.choice) this.choice.value = "";
  }

  reset() {
    this.host.inspector.pick(null);
    this.host.fit();
  }
}
