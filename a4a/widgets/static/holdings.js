// Holdings: what is off the board at the step shown. Those that are named after a turn of the turn
// record track stand on it; the others (force pools ...) are told by name and power.

import { counterPicture, counterText, countersOf } from "../../map/static/counters.js";
import { make, powerChip } from "../../map/static/elements.js";
import { listenToKeys } from "../../map/static/keys.js";
import { openSession } from "../../map/static/session.js";
import { valueAt } from "../../map/static/timeline.js";

const ON_TRACK = /^(.*\D)(\d+)$/;

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  openSession(model).then((session) => {
    if (!signal.aborted) buildHoldings(session, el, signal);
  });
  return () => ending.abort();
}

function buildHoldings(session, el, signal) {
  el.classList.add("a4a-holdings");
  const place = make("div", { class: "a4a-holdings-list", tabindex: "0", role: "region", "aria-label": "Off the board" });
  el.replaceChildren(place);
  listenToKeys(el, session, signal);
  let shown = "";

  const show = () => {
    const { timeline, position } = session;
    const contents = timeline.held.map((track) => valueAt(track, position));
    const round = session.stop("round").number;
    const look = `${contents} ${round}`;
    if (look === shown) return;
    shown = look;
    const kept = timeline.holdings.map(({ power, name }, i) => ({ power, name, content: contents[i] }));
    const turns = new Set(timeline.track.map(({ turn }) => turn));
    const onTrack = ({ name }) => turns.has(Number(ON_TRACK.exec(name)?.[2]));
    const pools = grouped(kept.filter((row) => !onTrack(row)));
    place.replaceChildren(
      ...[...pools].flatMap(([name, rows]) => poolOf(session.timeline, name, rows)),
      ...(turns.size > 0 ? trackOf(session.timeline, kept.filter(onTrack), round) : []),
    );
  };
  session.listen((what) => {
    if (what === "timeline" || what === "grown") shown = "";
    if (what !== "play") show();
  }, signal);
}

/** The rows by name. */
function grouped(rows) {
  const groups = new Map();
  for (const row of rows) groups.set(row.name, [...(groups.get(row.name) ?? []), row]);
  return groups;
}

/** A kind of holding: for each power that has any what is in it. */
function poolOf(timeline, name, rows) {
  const filled = rows.filter(({ content }) => timeline.stacks[content].length > 0);
  const title = name.slice(0, 1).toUpperCase() + name.slice(1);
  return [
    make("h4", {}, title),
    ...(filled.length > 0 ? filled : [null]).map((row) => (row === null
      ? make("p", { class: "a4a-muted" }, "Empty")
      : make("div", { class: "a4a-holding" }, whose(timeline, row.power), unitsOf(timeline, row.content)))),
  ];
}

/** The turn record track, the turn that is played marked. */
function trackOf(timeline, rows, round) {
  const arriving = (turn) => rows.filter(({ name }) => Number(ON_TRACK.exec(name)[2]) === turn);
  return [
    make("h4", {}, "Turn track"),
    make("ol", { class: "a4a-turns" }, ...timeline.track.map(({ turn, label, note = "" }) => make(
      "li", { "aria-current": turn === round ? "step" : null },
      make("span", { class: "a4a-turn-label" }, make("b", {}, String(turn)), ` ${label}`),
      make("div", { class: "a4a-turn-units" }, ...arriving(turn)
        .filter(({ content }) => timeline.stacks[content].length > 0)
        .map(({ power, content }) => make("span", { class: "a4a-arrival" }, whose(timeline, power), unitsOf(timeline, content)))),
      note ? make("div", { class: "a4a-muted a4a-turn-note" }, note) : "",
    ))),
  ];
}

function whose(timeline, power) {
  if (power < 0) return make("span", {});
  const row = timeline.powers[power];
  return make("span", { class: "a4a-holding-power" }, powerChip(row), ` ${row.name}`);
}

/** The units of a content: as counters with their names, or by type with their number. */
function unitsOf(timeline, content) {
  const stack = timeline.stacks[content];
  const counters = countersOf(stack, timeline);
  if (counters) {
    return make("span", { class: "a4a-counters", role: "list" }, ...counters.map((what) => make(
      "span", { role: "listitem", class: "a4a-named-counter", title: counterText(what.counter) }, counterPicture(what),
      make("span", { class: "a4a-counter-name" }, what.counter.name),
    )));
  }
  const lines = [];
  for (let i = 0; i < stack.length; i += 4) {
    const words = timeline.conditions[stack[i + 2]];
    lines.push(`${stack[i + 3]} ${timeline.types[stack[i + 1]].name}${words ? ` (${words})` : ""}`);
  }
  return make("span", {}, lines.join(", "));
}

export default { render };
