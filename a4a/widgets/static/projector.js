// Projector mode: the board of an explorer alone, large, over the whole window, for a class; with what
// is to be decided beside it in a game being played.

import { listenToKeys } from "../../map/static/keys.js";

const CARDS = ".a4a-card:not([hidden]), .a4a-story:not([hidden])";

/** Puts the explorer around a view into projector mode and back, as the model's trait says. */
export class Projector {
  constructor(root, model, session, signal) {
    Object.assign(this, { root, model, session });
    const apply = () => (model.get("projector") ? this.enter() : this.leave());
    model.on("change:projector", apply);
    signal.addEventListener("abort", () => {
      model.off("change:projector", apply);
      this.leave();
    });
    // A click on mere text focuses the explorer, not the notebook's cell: there the keys of our
    // layers would cut the cell (x) or turn it into Markdown (m).
    root.setAttribute("tabindex", "-1");
    const suppress = ({ target }) => target.setAttribute("data-lm-suppress-shortcuts", "true");
    root.addEventListener("focusin", suppress, { signal });
    // Escape closes what is open on the board first.
    let open = null;
    root.addEventListener("keydown", () => (open = root.querySelector(CARDS)), { signal, capture: true });
    root.addEventListener("keydown", (event) => {
      if (event.target.closest("input:not([type=range]), select, textarea")) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const wanted = event.key === "w" ? !this.on : event.key === "Escape" && !open ? false : this.on;
      if (wanted === this.on || event.defaultPrevented) return;
      event.preventDefault();
      this.set(wanted);
    }, { signal });
    document.addEventListener("fullscreenchange", () => {
      if (this.on && !document.fullscreenElement) this.set(false);
    }, { signal });
    apply();
  }

  get on() {
    return this.root.classList.contains("a4a-projector");
  }

  /** Turn it on or off at the user's wish; only then a browser lets us have the whole screen. */
  set(on) {
    this.model.set("projector", on);
    try {
      this.model.save_changes();
    } catch (error) {
      console.debug("a4a: no kernel to tell", error);
    }
    // The document's, not the root's: what is in the top layer as a popover cannot be full screen.
    if (on) document.documentElement.requestFullscreen?.().catch(() => {});
  }

  enter() {
    if (this.on) return;
    const { root } = this;
    this.listening = new AbortController();
    this.mark(true);
    this.size();
    // As a popover it is above all of the notebook, whose own boxes would clip it.
    root.setAttribute("popover", "manual");
    root.showPopover?.();
    listenToKeys(root, this.session, this.listening.signal);
    addEventListener("resize", () => this.size(), { signal: this.listening.signal });
    this.before = document.activeElement;
    root.querySelector(".a4a-board .leaflet-container")?.focus({ preventScroll: true });
  }

  leave() {
    if (!this.on) return;
    const { root } = this;
    this.listening.abort();
    if (root.isConnected) root.hidePopover?.();
    root.removeAttribute("popover");
    root.style.removeProperty("--a4a-scale");
    this.mark(false);
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    if (root.contains(this.before)) this.before.focus({ preventScroll: true });
  }

  /** From the last row a screen of many pixels is no larger than one of few. */
  size() {
    const scale = Math.max(1.6, Math.min(4, innerWidth / 720));
    this.root.style.setProperty("--a4a-scale", scale.toFixed(2));
  }

  mark(on) {
    for (const el of [this.root, ...this.root.querySelectorAll(".a4a-board")]) {
      el.classList.toggle("a4a-projector", on);
    }
  }
}
