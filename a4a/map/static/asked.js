// A layer that the kernel has to be asked for: it says so while it waits, and why there is nothing.

import { make } from "./elements.js";
import { Layer } from "./layers.js";
import { keepFromMap } from "./leaflet.js";

/** Subclasses say by getters which `trait` of the painter has the answer, and what is `found` there. */
export class AskedLayer extends Layer {
  onCard = true; // what it says of a space stands on the space's card, too

  begin() {
    const { host } = this;
    this.panel = make("section", {
      class: "a4a-threat-panel", role: "region", "aria-label": this.id, ".hidden": true,
    });
    keepFromMap(this.panel, host.signal);
    this.place().append(this.panel);
    const follow = () => {
      if (!this.settings.on) return;
      host.paint();
      host.inspector.retell();
    };
    const heard = `change:${this.trait}`;
    host.model.on(heard, follow);
    host.signal.addEventListener("abort", () => {
      host.model.off(heard, follow);
      this.panel.remove();
    });
  }

  /** Where the panels of such layers stand, one above the other. */
  place() {
    const { host } = this;
    const there = host.container.querySelector(".a4a-overlay-told");
    if (there) return there;
    const made = make("div", { class: "a4a-overlay-told" });
    host.container.append(made);
    host.signal.addEventListener("abort", () => made.remove());
    return made;
  }

  /** Whether an answer is for what is shown. */
  isMeant({ node }) {
    const { session } = this.host;
    return node === session.timeline.nodes[session.position];
  }

  /** The answer for what is shown, or null while it is being computed. */
  get answer() {
    const { found } = this;
    if (found.why && found.node === undefined) return found; // there is no kernel to ask
    return this.isMeant(found) ? found : null;
  }

  clear() {
    this.panel.hidden = true;
    this.panel.removeAttribute("aria-live"); // one voice at a time
  }

  /** Say in the panel that one waits, why there is nothing, or what `words()` returns. */
  tell(answer, title, nothing, words) {
    this.panel.hidden = false;
    this.panel.setAttribute("aria-live", "polite");
    this.panel.toggleAttribute("aria-busy", !answer);
    if (!answer) this.panel.replaceChildren(make("strong", {}, `${title}: computing …`));
    else if (answer.why) this.panel.replaceChildren(make("strong", {}, nothing), make("div", {}, answer.why));
    else this.panel.replaceChildren(...words());
  }
}
