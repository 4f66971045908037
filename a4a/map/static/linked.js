// Linked battles as one story: side by side, round by round, with who came and who left.

import { countOf, make, powerChip } from "./elements.js";
import { symbolPicture } from "./symbols.js";

/** The battles that bear on each other, one of them given, by number. */
export function groupOf(battles, index) {
  const found = new Set([index]);
  if (!battles[index].links?.length) return [index];
  for (let before = 0; before < found.size;) {
    before = found.size;
    battles.forEach(({ links = [] }, i) => {
      if (found.has(i) || links.some((other) => found.has(other))) for (const one of [i, ...links]) found.add(one);
    });
  }
  return [...found].sort((a, b) => a - b);
}

const list = (names) => [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");

/** What is told of a group: `[index, battle]` of each, of which one is shown; `open` shows another. */
export function tellLinked(timeline, group, shown, open) {
  const nameOf = ({ space }) => timeline.spaces[space].name;
  const buttons = group.map(([index, battle]) => {
    const button = make("button", { type: "button", "aria-pressed": String(index === shown) }, nameOf(battle));
    button.addEventListener("click", () => open(index));
    return button;
  });
  const numbers = [...new Set(group.flatMap(([, { rounds = [] }]) => rounds.map(([number]) => number)))].sort((a, b) => a - b);
  return make(
    "section", { class: "a4a-linked" },
    make("h4", {}, `Linked battles: ${list(group.map(([, battle]) => nameOf(battle)))}`), make("div", { class: "a4a-linked-names" }, ...buttons),
    ...numbers.map((number) => make(
      "div", { class: "a4a-linked-round" },
      make("h4", {}, number > 0 ? `Round ${number}, side by side` : "Before the first round"),
      ...group.flatMap(([, battle]) => (battle.rounds ?? []).filter(([own]) => own === number)
        .map((round) => tellPart(timeline, nameOf(battle), round))),
    )),
  );
}

/** A round of one of them: hits of both sides, losses, who came and left. */
function tellPart(timeline, name, [, throws, losses, , , passages = []]) {
  const hitsOf = (side) => throws.reduce((sum, [, , , hits, role = -1]) => sum + (role === side ? Math.max(0, hits) : 0), 0);
  const fired = throws.length > 0 ? `hits: attackers ${hitsOf(0)}, defenders ${hitsOf(1)}` : "no shot";
  const chip = ([power, type, count]) => make(
    "span", { class: "a4a-linked-units" },
    powerChip(timeline.powers[power]), symbolPicture(timeline.types[type]), ` ${countOf(count, timeline.types[type].name)}`,
  );
  const lines = [["lost", added(losses)]];
  const ways = new Map();
  for (const [power, type, count, how, space = -1] of passages) {
    const way = space >= 0 ? `${how} ${timeline.spaces[space].name}` : how === "from" ? "joined" : how;
    ways.set(way, [...(ways.get(way) ?? []), [power, type, count]]);
  }
  for (const [way, rows] of ways) lines.push([way, added(rows)]);
  return make(
    "div", { class: "a4a-linked-part" },
    make("div", {}, make("strong", {}, name), make("span", { class: "a4a-muted" }, ` ${fired}`)),
    ...lines.filter(([, rows]) => rows.length > 0).map(([word, rows]) => make(
      "div", {}, make("span", { class: "a4a-muted" }, `${word}: `), ...rows.map(chip),
    )),
  );
}

/** Units of a power and type that are told of several times, in one row. */
export function added(rows) {
  const sums = new Map();
  for (const [power, type, count] of rows) {
    const key = `${power} ${type}`;
    sums.set(key, [power, type, (sums.get(key)?.[2] ?? 0) + count]);
  }
  return [...sums.values()];
}
