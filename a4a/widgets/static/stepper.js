// The stepper: where the game is, a slider over the whole line, buttons, play, keyboard.

import { enclosing, make, makeSvg, powerChip } from "../../map/static/elements.js";
import { listenToKeys } from "../../map/static/keys.js";
import { glyphWords } from "../../map/static/glyphs.js";
import { openSession } from "../../map/static/session.js";
import { actorOf } from "../../map/static/timeline.js";
import { noteMarks } from "./note_marks.js";
import { signOf } from "./note_words.js";
import { Projector } from "./projector.js";
import { chapterBand, chapterBar, chapterWords } from "./chapter_bar.js";
import { branchMarks, lineBar, lineWords } from "./line_bar.js";

const KEYS_OF = {
  round: ["Page Up", "Page Down"],
  turn: ["Shift+←", "Shift+→"],
  phase: ["Ctrl+←", "Ctrl+→"],
  step: ["←, on a projector also Page Up", "→, on a projector also Page Down, as clickers send it"],
};
const HEADINGS = new Set(["round", "turn", "phase"]);
const SPEEDS = [1, 2, 5, 10, 20]; // a second

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  openSession(model).then((session) => {
    if (!signal.aborted) buildStepper(model, session, el, signal);
  });
  return () => ending.abort();
}

function buildStepper(model, session, el, signal) {
  el.classList.add("a4a-stepper");
  const where = make("strong", {});
  const what = make("span", { class: "a4a-muted a4a-what" });
  const step = make("span", { class: "a4a-muted a4a-count" });
  const judged = make("span", { class: "a4a-judged" });
  const inLine = make("span", { class: "a4a-in-line" });
  const inChapter = make("span", { class: "a4a-spoken" }); // it is to be seen in the bar of the chapter
  const status = make(
    "div", { class: "a4a-status", role: "status", "aria-live": "polite" }, where, what, judged, inLine, inChapter, step,
  );
  const slider = make("input", { type: "range", min: 0, step: 1, "aria-label": "Step of the game" });
  const ribbon = make("div", { class: "a4a-ribbon", "aria-hidden": "true" });
  const rounds = make("div", { class: "a4a-rounds", "aria-hidden": "true" });
  const play = make("button", { type: "button", class: "a4a-play", "aria-pressed": "false" });
  const speed = make(
    "select", { "aria-label": "Speed of play", title: "Speed of play" },
    ...SPEEDS.map((n) => make("option", { value: n, ".selected": n === 5 }, `${n} / s`)),
  );
  const unit = make(
    "select", { "aria-label": "Pace of play", title: "Pace of play" },
    ...["step", "phase", "turn"].map((name) => make("option", { value: name }, `by ${name}`)),
  );
  const buttons = Object.keys(KEYS_OF).map((name) => {
    const back = make("button", {
      type: "button", "aria-label": `Previous ${name}`, title: `Previous ${name} (${KEYS_OF[name][0]})`,
    }, "‹");
    const on = make("button", {
      type: "button", "aria-label": `Next ${name}`, title: `Next ${name} (${KEYS_OF[name][1]})`,
    }, "›");
    back.addEventListener("click", () => session.move(name, -1), { signal });
    on.addEventListener("click", () => session.move(name, 1), { signal });
    const title = name[0].toUpperCase() + name.slice(1);
    return make("div", { class: "a4a-pair", role: "group", "aria-label": title }, back, make("span", {}, title), on);
  });
  const wall = make("button", {
    type: "button", class: "a4a-wall", "aria-pressed": "false",
    "aria-label": "Projector", title: "Projector: the board alone, large (w)",
  });
  enclosing(el, ".a4a-explorer", signal).then((root) => {
    if (!root) return;
    const projector = new Projector(root, model, session, signal);
    wall.addEventListener("click", () => projector.set(!projector.on), { signal });
  });
  const showWall = () => {
    const on = model.get("projector");
    wall.setAttribute("aria-pressed", String(on));
    wall.replaceChildren(on ? "✕" : projectorIcon());
  };
  model.on("change:projector", showWall);
  signal.addEventListener("abort", () => model.off("change:projector", showWall));
  showWall();
  el.replaceChildren(
    chapterBar(session, signal),
    status,
    make("div", { class: "a4a-track" }, ribbon, chapterBand(session, signal), slider, rounds, noteMarks(session, signal), branchMarks(session, signal)),
    lineBar(session, signal),
    make("div", { class: "a4a-bar", role: "group", "aria-label": "Stepper" }, play, ...buttons, speed, unit, wall),
  );

  const start = () => session.play(unit.value, 1000 / Number(speed.value));
  const toggle = () => (session.playing === null ? start() : session.pause());
  play.addEventListener("click", toggle, { signal });
  for (const select of [speed, unit]) {
    select.addEventListener("change", () => session.playing !== null && start(), { signal });
  }
  slider.addEventListener("input", () => session.go(Number(slider.value)), { signal });
  listenToKeys(el, session, signal);
  el.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.target !== slider) return;
    event.preventDefault();
    toggle();
  }, { signal });

  const drawRibbon = () => {
    const { stops } = session.timeline;
    const whole = Math.max(1, session.last);
    ribbon.replaceChildren(
      ...stops.turn.map((turn, i) => {
        const end = stops.turn[i + 1]?.at ?? session.last;
        const part = make("span", {});
        part.style.left = `${(100 * turn.at) / whole}%`;
        part.style.width = `${(100 * (end - turn.at)) / whole}%`;
        part.style.background = actorOf(session.timeline, turn.power)?.colour ?? "";
        return part;
      }),
    );
    rounds.replaceChildren(
      ...stops.round.filter((round) => round.number > 0).map((round) => {
        const mark = make("span", {}, String(round.number));
        const left = (100 * round.at) / whole;
        if (left < 98) mark.style.left = `${left}%`;
        else mark.style.right = 0;
        return mark;
      }),
    );
  };
  const show = () => {
    const { timeline, position, last } = session;
    const [round, turn, phase] = ["round", "turn", "phase"].map((name) => session.stop(name));
    const running = turn.at >= round.at; // a turn of the round before is over
    const acting = actorOf(timeline, turn.power);
    const parts = [round.name, ...(running ? [turn.name, phase.name] : [])].filter(Boolean);
    where.replaceChildren(
      ...(running && acting ? [powerChip(acting), " "] : []), parts.join(" · "),
    );
    where.title = parts.join(" · "); // it may be cut
    const [text, kind] = timeline.log[position];
    what.textContent = HEADINGS.has(kind) ? "" : text.split("\n", 1)[0]; // said already
    judged.replaceChildren(...judgement(session.notesAt(position)));
    inLine.textContent = lineWords(session);
    inLine.title = inLine.textContent;
    inChapter.textContent = chapterWords(session);
    step.textContent = `step ${position.toLocaleString("en")} of ${last.toLocaleString("en")}`;
    slider.value = position;
    slider.setAttribute("aria-valuetext", [...parts, lineWords(session), `step ${position}`].filter(Boolean).join(", "));
  };
  const showPlay = () => {
    const on = session.playing !== null;
    play.textContent = on ? "❚❚ Pause" : "▶ Play";
    play.setAttribute("aria-pressed", String(on));
    // Where there is nothing to step through, nothing can be played.
    for (const control of [play, speed, unit, slider]) control.disabled = session.last === 0;
    status.setAttribute("aria-live", on ? "off" : "polite"); // nobody can listen that fast
  };
  session.listen((change) => {
    if (change === "timeline" || change === "grown") {
      slider.max = session.last;
      drawRibbon();
      showPlay();
      show();
    } else if (change === "play") showPlay();
    else show();
  }, signal);
}

/** A screen's four corners. */
function projectorIcon() {
  const corners = makeSvg("path", { d: "M1 5V1H5M11 1H15V5M15 11V15H11M5 15H1V11", fill: "none", stroke: "currentColor", "stroke-width": 2 });
  return makeSvg("svg", { viewBox: "0 0 16 16", width: 14, height: 14, "aria-hidden": "true" }, corners);
}

/** What has been said of a step, for eye and ear: its glyph, and that there are comments. */
function judgement(notes) {
  const comments = notes.filter((note) => note.kind === "comment").length;
  const parts = notes.filter((note) => note.kind === "glyph").map((note) => [
    signOf(note), make("span", { class: "a4a-spoken" }, ` ${glyphWords(note)}`),
  ]).flat();
  if (comments) parts.push(make("span", { class: "a4a-muted" }, ` ${comments} comment${comments > 1 ? "s" : ""}`));
  return parts;
}

export default { render };
