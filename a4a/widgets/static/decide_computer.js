// The computer at a decision view: which powers are its, what it is told to decide, and that it stops.

import { make, powerChip } from "../../map/static/elements.js";

const STRETCHES = [["order", "Order", "one order"], ["phase", "Phase", "to the end of this phase"], ["turn", "Turn", "to the end of this turn"]];

/** Lets players decide; who they are and what they do, the kernel knows. */
export class Computer {
  constructor(panel, signal) {
    this.panel = panel;
    this.words = make("span", {});
    // One button, whatever it says: it must not go from under who presses it as the words change.
    this.act = this.button("", "", () => this.ask(this.what));
    this.status = make("p", { class: "a4a-computer-status", role: "status", ".hidden": true }, this.words, this.act);
    this.fault = make("p", { class: "a4a-computer-fault", role: "alert" });
    this.chosen = make("select", { "aria-label": "Player that decides" });
    const told = STRETCHES.map(([until, label, words]) => this.button(label, `The computer decides ${words}`, () => {
      this.el.open = false;
      this.ask({ do: "let", until, player: this.chosen.value });
    }));
    this.powers = make("div", { class: "a4a-computer-powers", role: "group", "aria-label": "Who decides for each power" });
    this.el = make(
      "details", { class: "a4a-computer" },
      make("summary", {}, "Who decides", this.about = make("span", { class: "a4a-muted" })),
      make("div", { class: "a4a-row", role: "group", "aria-label": "The computer decides" }, "Now: ", this.chosen, ...told),
      make("p", { class: "a4a-muted" }, "Or whenever they are asked:"),
      this.powers,
    );
    const { model } = panel;
    const show = () => this.show();
    model.on("change:computer", show);
    signal.addEventListener("abort", () => model.off("change:computer", show));
  }

  button(label, title, act) {
    const button = make("button", { type: "button", title, "aria-label": title }, label);
    button.addEventListener("click", act);
    return button;
  }

  async ask(what) {
    const { fault, refused } = await this.panel.kernel.ask(what);
    if (fault || refused) this.panel.tell(refused ?? { why: fault });
  }

  /** Show what the kernel has told; menus stay as they are while they are used. */
  show() {
    const { players = [], powers = [], deciding = "", stopped = false, fault = "" } = this.panel.model.get("computer");
    const { timeline } = this.panel.session;
    if (!timeline) return;
    if (this.chosen.options.length !== players.length) {
      this.chosen.replaceChildren(...players.map((name) => make("option", { value: name }, name)));
      this.powers.replaceChildren(...powers.map(({ power }) => this.seat(timeline.powers[power], power, players)));
    }
    powers.forEach(({ player }, i) => (this.powers.children[i].querySelector("select").value = player));
    const own = powers.filter(({ player }) => player);
    this.about.textContent = own.length ? ` · computer: ${own.length} of ${powers.length}` : "";
    this.fault.textContent = fault && `The computer has stopped: ${fault}`;
    const was = this.status.contains(document.activeElement);
    this.status.hidden = !(deciding || stopped);
    if (deciding) this.tell(`The computer decides: ${deciding} `, "Stop", { do: "stop" });
    else if (stopped) this.tell("The computer waits. ", "Go on", { do: "go on" });
    if (was && this.status.hidden) this.panel.body.focus({ preventScroll: true });
  }

  tell(words, label, what) {
    this.what = what;
    if (this.words.textContent !== words) this.words.textContent = words; // or it would be read again
    if (this.act.textContent === label) return;
    this.act.textContent = label;
    this.act.title = `${label}: the computer`;
    this.act.setAttribute("aria-label", this.act.title);
  }

  seat(row, power, players) {
    const names = [["", "you"], ...players.map((name) => [name, name])];
    const menu = make("select", { "aria-label": `Who decides for ${row.name}` }, ...names.map(([value, word]) => make("option", { value }, word)));
    menu.addEventListener("change", () => this.ask({ do: "seat", power, player: menu.value }));
    return make("label", {}, powerChip(row), make("span", {}, row.name), menu);
  }
}
