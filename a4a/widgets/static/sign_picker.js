// The signs that judge a step or a position or observe something, in groups; those of the step are
// always in sight, the others behind a button.

import { SIGN_GROUPS, aboutOf, glyphWords, isSided, shownSign } from "../../map/static/glyphs.js";
import { make } from "../../map/static/elements.js";
import { actButton } from "./asking.js";

export class SignPicker {
  /** `found()` gives the notes of the step shown; `ask(what)` asks the kernel. */
  constructor(session, found, ask, signal) {
    Object.assign(this, { session, found, ask });
    this.buttons = [];
    const [judgement, ...others] = SIGN_GROUPS.map((group) => this.group(group, signal));
    this.more = actButton("⋯", "More signs: of the position, observations", () => this.unfold(this.others.hidden), signal);
    this.more.classList.add("a4a-more-signs");
    judgement.append(this.more);
    this.side = make("select", { "aria-label": "For which side the position is better", title: "For which side" });
    others[0].append(this.side);
    this.others = make("div", {}, ...others);
    this.el = make("div", {}, judgement, this.others);
    this.unfold(false);
  }

  group({ about, title, signs, one }, signal) {
    const buttons = signs.map((sign) => {
      const button = actButton(shownSign(sign), glyphWords({ sign }), () => this.put(about, sign, one), signal, "false");
      this.buttons.push([sign, button]);
      return button;
    });
    return make("div", { class: "a4a-signs", role: "group", "aria-label": title }, ...buttons);
  }

  unfold(open) {
    this.others.hidden = !open;
    this.more.setAttribute("aria-expanded", String(open));
  }

  /** The sign was pressed: it is put, in the place of another of which there is one, or taken back. */
  put(about, sign, one) {
    const side = isSided(sign) ? this.side.value : "";
    const glyphs = this.found().filter((note) => aboutOf(note) === about);
    const there = glyphs.find((note) => note.sign === sign && (!one || note.side === side));
    if (there) this.ask({ do: "delete", id: there.id });
    else this.ask({ do: "glyph", node: this.session.node, sign, side });
  }

  show() {
    const glyphs = this.found().filter(({ kind }) => kind === "glyph");
    for (const [sign, button] of this.buttons) {
      button.setAttribute("aria-pressed", String(glyphs.some((note) => note.sign === sign)));
    }
    const { sides, powers } = this.session.timeline;
    const names = (sides.length ? sides : powers).map(({ name }) => name);
    if (names.join() !== this.names) {
      this.names = names.join();
      this.side.replaceChildren(...names.map((name) => make("option", { value: name }, name)));
    }
    const sided = glyphs.find(({ side }) => side && names.includes(side));
    if (sided) this.side.value = sided.side;
    if (glyphs.some((note) => aboutOf(note) !== "step")) this.unfold(true);
  }
}
