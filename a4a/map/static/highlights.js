// Spaces that something can be done with, while somebody decides: whose units can be picked, where
// they can go, where not. It is drawn while the painter's `highlights` say something:
//   {node, all, spaces: [[space, kind, words], ...]}
// with kinds "pick", "origin", "destination" and "refused"; `words` are told under the pointer, and
// `all` says that a click on any other space is meant for the decision too. It is shown at its node
// only. A click is told to this page alone, by an event "a4a-aim" of {prefix, space}; -1: giving up.

import { makeSvg } from "./elements.js";
import { Layer } from "./layers.js";
import { Shapes } from "./notes.js";

const RINGED = 26; // px of a space up to which it gets a ring round it

export class HighlightsLayer extends Layer {
  begin() {
    const { host } = this;
    this.shapes = new Shapes(this.sheet);
    this.fields = makeSvg("g", { class: "a4a-choices-on-board" });
    this.sheet.groups.notes.before(this.fields);
    this.drawn = null;
    const follow = () => {
      this.draw();
      host.inspector.retell();
    };
    host.model.on("change:highlights", follow);
    host.signal.addEventListener("abort", () => host.model.off("change:highlights", follow));
  }

  get settings() {
    return { on: true };
  }

  get highlights() {
    const found = this.host.model.get("highlights") ?? {};
    const { session } = this.host;
    return found.node === session.timeline.nodes[session.position] ? found : {};
  }

  read() {
    this.drawn = null;
  }

  grow() {}

  arrange() {
    this.shapes.forget();
    this.drawn = null;
  }

  paint() {
    this.draw();
  }

  draw() {
    const { highlights } = this;
    if (this.drawn === highlights || (!highlights.spaces && this.fields.childElementCount === 0)) return;
    this.drawn = highlights;
    this.roles = new Map((highlights.spaces ?? []).map(([space, kind, words]) => [space, { kind, words }]));
    this.host.container.classList.toggle("a4a-deciding", this.roles.size > 0);
    const parts = [];
    for (const kind of ["pick", "refused", "destination", "origin"]) { // the last lies on top
      for (const [space, role] of this.roles) if (role.kind === kind) parts.push(...this.mark(space, kind));
    }
    this.fields.replaceChildren(...parts);
    const zoom = this.sheet.map.getZoom(); // where all is small, thick lines would hide it
    this.fields.style.setProperty("--a4a-pen", Math.max(0.5, Math.min(1.2, zoom / 4)).toFixed(2));
  }

  mark(space, kind) {
    const point = this.sheet.points[space];
    if (!point) return [];
    const d = this.shapes.outline(space);
    const parts = [
      makeSvg("path", { d, class: `a4a-chosen-casing a4a-is-${kind}` }),
      makeSvg("path", { d, class: `a4a-chosen a4a-is-${kind}`, "data-space": space, "data-kind": kind }),
    ];
    if (Math.max(point.width, point.height) < RINGED) {
      const ring = { cx: point.x, cy: point.y, r: RINGED / 2 };
      parts.push(makeSvg("circle", { ...ring, class: `a4a-chosen-casing a4a-is-${kind}` }));
      parts.push(makeSvg("circle", { ...ring, class: `a4a-chosen a4a-is-${kind}` }));
    }
    return parts;
  }

  /** Whether a click on a space is meant for the decision (null: giving up); it is passed on. */
  takes(space) {
    const { highlights } = this;
    if (space === null ? !highlights.all : !highlights.all && !this.roles?.has(space)) return false;
    if (!highlights.spaces) return false;
    const detail = { prefix: this.host.model.get("prefix"), space: space ?? -1 };
    this.host.container.dispatchEvent(new CustomEvent("a4a-aim", { detail, bubbles: true }));
    return true;
  }

  /** What there is to say of a space in the decision, or "". */
  words(space) {
    return (this.highlights.spaces && this.roles?.get(space)?.words) || "";
  }
}
