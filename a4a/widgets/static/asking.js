// Asking the kernel to do something, and saying whether it could.

import { make } from "../../map/static/elements.js";

const WAITING = "The kernel has not answered yet: it is kept as soon as it does. Is it busy, or gone?";

/** Asks the kernel to do something, and tells whether it could. */
export class Asking {
  constructor(model, signal) {
    this.model = model;
    this.waiting = new Map();
    this.fault = make("p", { class: "a4a-fault", role: "alert" });
    const answered = (answer) => {
      const { ticket, fault } = answer;
      this.fault.textContent = fault;
      this.waiting.get(ticket)?.(answer);
      this.waiting.delete(ticket);
    };
    model.on("msg:custom", answered);
    signal.addEventListener("abort", () => model.off("msg:custom", answered));
  }

  /** Whether it was done; if not, the fault is shown. */
  async ask(what) {
    return (await this.answerTo(what)).fault === "";
  }

  /** What the kernel answers. */
  async answerTo(what) {
    const ticket = crypto.getRandomValues(new Uint32Array(1))[0];
    const answer = new Promise((resolve) => this.waiting.set(ticket, resolve));
    const late = setTimeout(() => (this.fault.textContent = WAITING), 4000);
    this.model.send({ ...what, ticket });
    const told = await answer;
    clearTimeout(late);
    return told;
  }
}

/** A button that calls `act` and says with `aria-pressed` whether it is on, if `pressed` is given. */
export function actButton(label, title, act, signal = undefined, pressed = null) {
  const name = /[a-z]{2}/i.test(label) ? null : title; // a sign or a colour is called by its title
  const button = make("button", { type: "button", title, "aria-label": name, "aria-pressed": pressed }, label);
  button.addEventListener("click", act, { signal });
  return button;
}

/** Let the Enter key in a field do what its button does. */
export function onEnter(field, act, signal) {
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }, { signal });
}

/** Set what is for this page only: it shall not go to the kernel, and other pages, by and by. */
export function setHere(model, name, value) {
  model.set(name, value);
  if (model._buffered_state_diff) delete model._buffered_state_diff[name];
}

/** Call what heeds a trait of a model when it changes, and now, one after another. */
export function heed(model, heeding, signal) {
  for (const [name, act] of Object.entries(heeding)) {
    model.on(`change:${name}`, act);
    signal.addEventListener("abort", () => model.off(`change:${name}`, act));
  }
  for (const act of new Set(Object.values(heeding))) act();
}
