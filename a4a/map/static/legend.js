// The legend: a switch and the options of every layer, and what its colours and symbols mean.

import { make } from "./elements.js";
import { keepFromMap } from "./leaflet.js";

const FOLLOW_AFTER = 250; // ms of rest before what is explained is brought up to the board

export class Legend {
  constructor(host, signal) {
    this.host = host;
    this.signal = signal;
    this.rows = new Map();
    const list = make("div", { class: "a4a-legend-rows", role: "group", "aria-label": "Layers" });
    for (const layer of host.model.get("legend")) list.append(this.row(layer));
    const shapes = host.model.get("shapes");
    if (shapes) list.append(make("p", { class: "a4a-shapes" }, shapes));
    this.summary = make("summary", { title: "Layers and legend (l)" }, "Layers");
    this.el = make("details", { class: "a4a-legend" }, this.summary, list);
    keepFromMap(this.el, signal);
    host.container.append(this.el);
    this.el.addEventListener("toggle", () => {
      this.show();
      if (!host.moved) host.fit(host.shown); // what is shown lies beside the layers
    }, { signal });
    signal.addEventListener("abort", () => {
      clearTimeout(this.following);
      this.el.remove();
    });
  }

  row({ id, title, key, help, options }) {
    const { signal } = this;
    const box = make("input", { type: "checkbox" });
    box.addEventListener("change", () => this.host.set(id, { on: box.checked }), { signal });
    const selects = Object.entries(options).map(([name, choices]) => {
      const select = make(
        "select", { "aria-label": `${title}: ${name}`, title: `${title}: ${name}` },
        ...choices.map((choice) => make("option", { value: choice }, choice)),
      );
      select.addEventListener("change", () => this.host.set(id, { on: true, [name]: select.value }), { signal });
      return [name, select];
    });
    const label = make("label", { title: `${help} (key ${key})` }, box, make("span", {}, title), make("kbd", {}, key));
    const meaning = make("div", { class: "a4a-meaning" });
    this.rows.set(id, { box, selects, meaning });
    const choices = make("span", { class: "a4a-choices" }, ...selects.map(([, select]) => select));
    return make("div", { class: "a4a-legend-row" }, label, choices, meaning);
  }

  toggle() {
    this.el.open = !this.el.open;
    // The focus must not stay on what is hidden now: the keys would be lost.
    if (!this.el.open && this.el.contains(document.activeElement)) this.host.container.focus();
  }

  /** The board has changed; while playing, the words can wait. */
  follow() {
    if (!this.el.open) return;
    clearTimeout(this.following);
    this.following = setTimeout(() => this.show(), FOLLOW_AFTER);
  }

  /** Bring the switches up to the settings, and what is explained up to the board. */
  show() {
    const settings = this.host.model.get("layers");
    for (const [id, { box, selects, meaning }] of this.rows) {
      box.checked = settings[id].on;
      for (const [name, select] of selects) select.value = settings[id][name];
      if (!this.el.open) continue;
      meaning.replaceChildren(...(settings[id].on ? this.host.layers.get(id)?.legend() ?? [] : []));
    }
  }
}
