// What comes of a battle of the lab, part by part. The costly parts come after the answer;
// until they are there, those of the battle before are shown faintly.

import { countOf, make, makeSvg } from "../../map/static/elements.js";
import { symbolPicture } from "../../map/static/symbols.js";
import { ENDS, chancesBar, courseChart, damageChart, percent, signed, swingChart } from "./battle_charts.js";
import { LabNeed } from "./battle_need.js";
import { plural } from "./decide_words.js";

const MARKS = { "attacker takes": "attacker takes it", "attacker wins": "attacker wins", "defender wins": "defender wins", "both destroyed": "nobody is left", "both survive": "both survive", "nobody wins": "nobody wins" };
const LINGER = 300; // ms for which the table of before is shown, rather than a part of the new one
const NOTHING = 5e-4; // chances below it are shown as nothing

export class LabParts {
  constructor(lab) {
    this.lab = lab;
    this.need = new LabNeed(lab);
    this.parts = Object.fromEntries(["linked", "swing", "follows", "course", "endings", "support", "need", "more", "advice"].map((name) => [name, make("section", { class: `a4a-part a4a-part-${name}` })]));
    this.el = make("div", { class: "a4a-told-parts" }, ...Object.values(this.parts));
  }

  part(name, title, about, ...content) {
    const section = this.parts[name];
    section.setAttribute("aria-label", title);
    section.classList.remove("a4a-stale");
    section.hidden = false;
    section.replaceChildren(make("h4", {}, title, make("span", { class: "a4a-muted" }, about ? ` ${about}` : "")), ...content);
  }

  /** Show an answer: a battle's, or a raid's. */
  show(answer) {
    const { currency } = this.lab.offered;
    const isRaid = "damage" in answer;
    const has = (term) => this.lab.offered.terms.includes(term);
    this.parts.endings.hidden = this.parts.need.hidden = isRaid;
    this.parts.follows.hidden = !answer.follows?.length;
    this.parts.course.hidden = isRaid || !has("rounds");
    this.parts.advice.hidden = isRaid || !has("retreat");
    this.parts.linked.hidden = true;
    for (const name of ["course", "support", "more", "advice"]) this.parts[name].classList.add("a4a-stale");
    this.shown = {};
    this.since = performance.now();
    if (isRaid) {
      const [mean] = answer.damage;
      this.part("swing", "Damage", `${mean.toFixed(1)} expected`, damageChart(answer), ...beyond(answer));
      return;
    }
    this.need.lay();
    if (!this.parts.need.firstChild) this.part("need", "What is enough?", "", ...this.need.content);
    const [mean, sd] = answer.swing;
    this.part("swing", "Swing", `${signed(mean)} ${currency} expected, ±${sd.toFixed(1)}`, swingChart(answer, currency),
      make("p", { class: "a4a-under a4a-muted" }, `${currency}: the defender’s losses less the attacker’s`));
    if (answer.follows.length) {
      const side = (who) => (who === "nobody" ? "–" : who);
      this.part("follows", "What follows", "who retreats, and who may advance", labTable(["", "Winner", "Retreats", "May advance"],
        answer.follows.map(([p, winner, retreats, advances]) => [percent(p), winner, side(retreats), side(advances)]), [0]), ...beyond(answer));
    }
    const { rows, ways, rest } = answer.endings;
    this.part("endings", "Who survives", `the likeliest of ${plural(ways, "ending")}, in ${this.lab.offered.counted}s`, labTable(
      ["", "Outcome", "Attacker has left", "Defender has left", "Swing"],
      rows.map(([p, result, off, a, d, swing]) => [percent(p), make("span", { title: off ? `${result} (broken off)` : result }, `${MARKS[result] ?? result}${off ? "*" : ""}`), this.force("attacker", a), this.force("defender", d), signed(swing, 0)]), [0, 4],
      rest > NOTHING ? [percent(rest), "", "others", "", ""] : null));
  }

  /** Show what has been found since: each part once it is there. */
  showFurther(more) {
    const { course, effects, support, advice, why, todo, linked } = more;
    const { shown } = this;
    if (linked && shown.linked !== linked) this.showLinked((shown.linked = linked));
    if (course && shown.course !== course) this.showCourse((shown.course = course));
    const weighing = todo.startsWith("one more");
    const late = performance.now() - this.since > LINGER;
    if (effects && shown.effects !== effects && (!weighing || late)) this.showMore((shown.effects = effects), why, weighing ? todo : "");
    if (support && shown.support !== support) this.showSupport((shown.support = support));
    if (!todo && !support) {
      this.parts.support.hidden = true;
      this.parts.support.classList.remove("a4a-stale");
    }
    this.need.show(more.need);
    if (why && !advice) this.part("advice", "Retreat?", "", make("p", {}, why));
    else if (advice && shown.advice !== advice) this.showAdvice((shown.advice = advice));
    else if (todo === "where to retreat" && late) this.part("advice", "Retreat?", "being worked out …");
  }

  /** How the battle of the board ends, played with those it is linked to. */
  showLinked({ others, chances, surely, games }) {
    this.part("linked", "Together with the linked battles", `in ${others}, as they stand on the board`, ...chancesBar(chances, this.lab.setup.kind),
      make("p", { class: "a4a-under a4a-muted" }, `${plural(games, "game")} played; the attacker wins ${surely.map(percent).join(" to ")}, 19 times of 20`));
  }

  showCourse(course) {
    const rounds = this.lab.model.get("answer").rounds;
    const keys = [["going_on", "fought on"], ...ENDS].filter(([key]) => course.some((row) => row[key] >= NOTHING));
    this.part("course", "Round by round", `${rounds.toFixed(1)} rounds expected`, courseChart(course),
      make("p", { class: "a4a-key" }, ...keys.map(([key, name]) => make("span", {}, lineKey(key), ` ${name.replace("Attacker wins", "attacker").replace("Defender wins", "defender").toLowerCase()}`))));
  }

  /** Units left of a side, as symbols with numbers; in words for who cannot see them. */
  force(role, left) {
    const kinds = this.lab.model.get("answer").kinds[role];
    const shown = left.flatMap((count, i) => (count ? [[count, ...kinds[i]]] : []));
    const words = shown.map(([count, name]) => countOf(count, name)).join(", ") || "none";
    return make("span", { title: words },
      ...(shown.length ? shown.map(([count, , symbol, category]) => make("span", { class: "a4a-force", "aria-hidden": "true" }, symbolPicture({ symbol, category }), `${count}`)) : ["none"]),
      ...(shown.length ? [make("span", { class: "a4a-spoken" }, words)] : []));
  }

  /** What one more unit of each type would do for its side, the most for its price first. */
  showMore(effects, why, todo) {
    const { rows } = this.lab.offered;
    const currency = this.lab.offered.currency.replace(/s$/, "");
    const isRaid = "damage" in this.lab.model.get("answer");
    const sizeable = effects.some(([, wins]) => Math.abs(wins) >= NOTHING);
    const scale = isRaid ? 1 : 100;
    // Where the battle is as good as decided, units differ by the swing alone.
    const worth = ([, wins, swing, price]) => (sizeable ? scale * wins : swing) / (price || 1);
    const best = Math.max(...effects.map(worth), 1e-9);
    const gain = isRaid ? "Damage" : "Chance";
    const side = (role) => effects.filter(([i]) => rows[i].role === role).sort((a, b) => worth(b) - worth(a)).slice(0, 7);
    const table = (role) => labTable(
      [role === "attacker" ? "Attacker" : "Defender", "Swing", gain, sizeable ? `${gain} per ${currency}` : `Swing per ${currency}`],
      side(role).map((effect) => {
        const [i, wins, swing, price] = effect;
        const bar = make("span", { class: "a4a-effect", "aria-hidden": "true" });
        bar.style.width = `${Math.max(0, (100 * worth(effect)) / best)}%`;
        const name = make("span", { title: `swing ${signed(swing)} ${currency} for ${price} ${currency}` }, rows[i].name);
        return [name, signed(swing), signed(scale * wins), make("span", { class: "a4a-effect-cell" }, bar, make("span", {}, signed(worth(effect), 2)))];
      }), [1, 2, 3]);
    const about = todo ? `${todo} …` : isRaid ? "what it adds for its side" : "what it adds for its side: swing, and points of the chance to win";
    this.part("more", "One more unit", about, ...(why ? [make("p", {}, why)] : [make("div", { class: "a4a-two" }, table("attacker"), table("defender"))]));
  }

  /** Which support is best sent, if the other side does its best. */
  showSupport(support) {
    const names = (list) => list.join(", ") || "none";
    this.part("support", "Best support", "if the other side sends its best, too", labTable(["", "Sends", "Leaves out", "Wins"],
      support.map(([role, sent, left, wins]) => [role, names(sent), names(left), percent(wins)]), [3]));
  }

  /** Where stopping is best. */
  showAdvice(advice) {
    const { currency } = this.lab.offered;
    if (advice.why) return void this.part("advice", "Retreat?", "", make("p", {}, advice.why));
    const gain = advice.value - advice.end;
    const text = gain < 0.005 ? `Fight on: no retreat gains anything (swing ${signed(advice.end)} ${currency}).`
      : `Stopping where it is best is worth ${signed(gain, 2)} ${currency}: swing ${signed(advice.value)} instead of ${signed(advice.end)}, retreating in ${percent(advice.retreats, 0)} of battles; wins ${percent(advice.wins)} instead of ${percent(advice.end_wins)}.`;
    const lines = gain < 0.005 ? [] : [labTable(["Units", "Attacker has left", "Retreat from"], advice.lines.map(([number, left, least]) => [number, this.force("attacker", left), least === null ? "fight on" : `${plural(least, "defender")} on`]), [0])];
    this.part("advice", "Retreat?", "", make("p", {}, text), ...lines);
  }
}

/** What can follow that is not in the odds. */
function beyond({ beyond: text }) {
  return text ? [make("p", { class: "a4a-under a4a-muted" }, `Not counted: ${text}`)] : [];
}

function labTable(heads, rows, numbers, last = null) {
  const cells = (tag, row) => row.map((cell, i) => make(tag, { class: numbers.includes(i) ? "a4a-number" : null, scope: tag === "th" ? "col" : null }, cell));
  return make("table", { class: "a4a-lab-table" }, make("thead", {}, make("tr", {}, ...cells("th", heads))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...cells("td", row))), ...(last ? [make("tr", { class: "a4a-muted" }, ...cells("td", last))] : [])));
}

function lineKey(key) {
  return makeSvg("svg", { viewBox: "0 0 22 8", width: 22, height: 8, "aria-hidden": "true" },
    makeSvg("line", { x1: 1, x2: 21, y1: 4, y2: 4, class: `a4a-curve a4a-${key}` }));
}
