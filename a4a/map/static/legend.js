// The legend: a switch and the options of every layer, and what its colours and symbols mean.

class Legend {
  constructor(host, signal) {
    this.host = host;
    this.signal = signal;
    this.rows = new Map();
    const list = make("div", { class: "a4a-legend-rows" });
    for (const layer of host.model.get("legend")) list.append(this.row(layer));
    this.el = make(
      "details", { class: "a4a-legend" }, make("summary", { title: "Layers and legend (l)" }, "Layers"), list,
    );
    keepFromMap(this.el, signal);
    host.container.append(this.el);
    this.el.addEventListener("toggle", () => this.show(), { signal });
    signal.addEventListener("abort", () => this.el.remove());
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
    const label = make("label", { title: `${help} (${key})` }, box, ` ${title}`);
    const meaning = make("div", { class: "a4a-meaning" });
    this.rows.set(id, { box, selects, meaning });
    return make("div", { class: "a4a-legend-row" }, label, ...selects.map(([, select]) => select), meaning);
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
