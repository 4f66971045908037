// Finding a space by its name: "." or Enter on the board opens a field with suggestions, the arrow
// keys choose, Enter goes there. So every space can be reached without a mouse.

import { make } from "./elements.js";
import { keepFromMap } from "./leaflet.js";

const MOST_FOUND = 8;
const TOO_SMALL = 18; // px of a space that can be seen; smaller ones are shown from nearer
const NEAR_ZOOM = 4.5; // zoom

export class Finder {
  constructor(host) {
    this.host = host;
    this.input = make("input", {
      type: "text", role: "combobox", "aria-label": "Go to a space", "aria-expanded": "false", "aria-autocomplete": "list",
      autocomplete: "off", spellcheck: "false", placeholder: "Go to a space …", maxlength: 80,
    });
    this.list = make("ul", { role: "listbox", "aria-label": "Spaces found", id: `${host.model.get("prefix")}-found` });
    this.input.setAttribute("aria-controls", this.list.id);
    this.none = make("p", { class: "a4a-muted" }, "No space or city is called that");
    this.el = make("div", { class: "a4a-finder", ".hidden": true }, this.input, this.list, this.none);
    keepFromMap(this.el, host.signal);
    const on = (target, type, handler) => target.addEventListener(type, handler, { signal: host.signal });
    on(this.input, "input", () => this.look());
    on(this.input, "keydown", (event) => this.key(event));
    on(this.el, "focusout", (event) => !this.el.contains(event.relatedTarget) && this.close(false));
    on(host.container, "keydown", (event) => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || target !== host.container || event.defaultPrevented) return;
      if (key !== "." && key !== "Enter") return;
      event.preventDefault();
      event.stopPropagation();
      this.open();
    });
    host.container.append(this.el);
    host.signal.addEventListener("abort", () => this.el.remove());
  }

  open() {
    this.el.hidden = false;
    this.input.value = "";
    this.look();
    this.input.focus({ preventScroll: true });
  }

  close(refocus = true) {
    if (this.el.hidden) return;
    this.el.hidden = true;
    if (refocus) this.host.container.focus({ preventScroll: true });
  }

  key(event) {
    event.stopPropagation(); // letters switch layers and arrows step elsewhere on the board
    const { key } = event;
    if (key === "ArrowDown" || key === "ArrowUp") this.choose(this.chosen + (key === "ArrowDown" ? 1 : -1));
    else if (key === "Enter" && this.found.length > 0) this.go(this.found[this.chosen]);
    else if (key === "Escape") this.close();
    else return;
    event.preventDefault();
  }

  /** List the spaces of which any name, or the city, fits what is typed: those that begin with it first. */
  look() {
    const asked = plainName(this.input.value);
    const { spaces } = this.host.session.timeline;
    const rank = (name) => (name.startsWith(asked) ? 0 : name.includes(` ${asked}`) ? 1 : name.includes(asked) ? 2 : 3);
    const fits = asked === "" ? [] : spaces
      .map(({ name, city = "", also = [] }, space) => {
        let [text, best] = [name, rank(plainName(name))];
        for (const other of [city, ...also]) {
          const fit = rank(plainName(other));
          if (fit >= best) continue;
          [text, best] = [name.endsWith(other) ? name : `${name} (${other})`, fit]; // it may be in the name
        }
        return { space, text, rank: best };
      })
      .filter((row) => row.rank < 3)
      .sort((a, b) => a.rank - b.rank || a.text.length - b.text.length)
      .slice(0, MOST_FOUND);
    this.found = fits.map(({ space }) => space);
    this.none.hidden = asked === "" || fits.length > 0;
    this.list.replaceChildren(...fits.map(({ space, text }, i) => {
      const row = make("li", { role: "option", id: `${this.list.id}-${i}` }, text);
      row.addEventListener("pointerdown", (event) => event.preventDefault()); // the field keeps the focus
      row.addEventListener("click", () => this.go(space));
      return row;
    }));
    this.input.setAttribute("aria-expanded", String(this.found.length > 0));
    this.choose(0);
  }

  choose(index) {
    const count = this.found.length;
    this.chosen = count === 0 ? 0 : (index + count) % count;
    [...this.list.children].forEach((row, i) => row.setAttribute("aria-selected", String(i === this.chosen)));
    if (count > 0) this.input.setAttribute("aria-activedescendant", `${this.list.id}-${this.chosen}`);
    else this.input.removeAttribute("aria-activedescendant");
  }

  /** Show a space and open its card; while an annotation is drawn it is picked for that. */
  go(space) {
    const { host } = this;
    const [lat, lng] = host.sheet.anchors[space];
    this.close();
    const { width, height } = host.sheet.points[space];
    const { map } = host;
    const small = Math.max(width, height) < TOO_SMALL;
    if (small || !map.getBounds().pad(-0.1).contains([lat, lng])) {
      host.moved = true; // a change of the board's size shall not show the whole board again
      map.setView([lat, lng], small ? Math.max(map.getZoom(), NEAR_ZOOM) : map.getZoom(), { animate: false });
    }
    const sketch = host.layers.get("notes")?.sketch;
    if (sketch?.kind) sketch.add(space);
    else host.inspector.pick(space);
  }
}

/** A name as it is compared: without accents, in small letters. */
function plainName(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
