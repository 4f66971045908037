// A guess: what is decided in a recorded game, beside what was played. The kernel compares.

import { make } from "../../map/static/elements.js";
import { openSession } from "../../map/static/session.js";
import { Asking, actButton, heed } from "./asking.js";

const BRIEF = "What follows is hidden. Decide as you would, then compare with what was played. Attacks are judged before "
  + "the dice, by the swing to expect (what the enemy loses less what you lose, the strongest counter-attack counted in) "
  + "and the income of what you then hold.";

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  openSession(model).then(() => {
    if (!signal.aborted) new Guess(model, el, signal);
  });
  return () => ending.abort();
}

class Guess {
  constructor(model, el, signal) {
    this.model = model;
    const asking = new Asking(model, signal);
    const act = (label, title, what) => actButton(label, title, () => asking.ask({ do: what() }), signal);
    this.title = make("h3", {});
    this.brief = make("p", {}, BRIEF);
    this.compare = act("Compare", "End what you decide here, and compare it with what was played", () => "finish");
    this.played = act("What was played", "Show on the board what was played, or what you decided", () => (this.isOwn ? "ghost" : "own"));
    this.next = act("Next guess", "Show the game as it was played up to the next guess", () => "next");
    this.score = make("p", { class: "a4a-muted", role: "status", "aria-label": "Score" });
    this.compared = make("section", { class: "a4a-compared", "aria-label": "Your decision beside what was played", role: "status" });
    const bar = make("div", { class: "a4a-row" }, this.compare, this.played, this.next);
    el.classList.add("a4a-task");
    el.replaceChildren(this.title, this.brief, bar, asking.fault, this.score, this.compared);
    el.setAttribute("role", "region");
    el.setAttribute("aria-label", "Guess the move");
    el.setAttribute("data-lm-suppress-shortcuts", "true");
    const tell = () => this.tell();
    heed(model, { task: tell, shown: tell, compared: () => this.tellCompared() }, signal);
  }

  get isOwn() {
    return this.model.get("shown") === "own";
  }

  tell() {
    const { title, closed, more, score } = this.model.get("task");
    this.title.textContent = `Guess the move: ${title}`;
    this.brief.hidden = closed || Boolean(score);
    this.compare.hidden = closed;
    this.played.hidden = !closed;
    this.played.textContent = this.isOwn ? "What was played" : "Your decision";
    this.next.hidden = !more;
    this.score.textContent = score && `So far: ${score}.`;
  }

  tellCompared() {
    const { rows = [], said = "" } = this.model.get("compared");
    this.compared.hidden = !said;
    const head = make("tr", {}, ...["Yours", "Played"].map((label) => make("th", { scope: "col" }, label)));
    const bodies = rows.map(({ space, yours, played }) => make("tbody", {},
      make("tr", {}, make("th", { scope: "rowgroup", colspan: 2 }, space)), make("tr", {}, cell(yours), cell(played))));
    const table = make("table", {}, make("thead", {}, head), ...bodies);
    this.compared.replaceChildren(make("p", {}, make("strong", {}, said)), ...(rows.length ? [table] : []));
  }
}

function cell(worth) {
  if (!worth) return make("td", { class: "a4a-muted" }, "no attack");
  return make("td", {}, make("strong", {}, worth.value), ...worth.why.map((line) => make("div", { class: "a4a-muted" }, line)));
}

export default { render };
