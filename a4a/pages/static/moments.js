// The table of contents: the moments somebody has annotated, each a button that goes there.

function listMoments(session, el) {
  const buttons = new Map();
  const build = () => {
    const moments = new Map();
    for (const note of session.cursor.get("notes") ?? []) {
      moments.set(note.at, [...(moments.get(note.at) ?? []), note]);
    }
    buttons.clear();
    for (const at of [...moments.keys()].sort((a, b) => a - b)) {
      const button = make("button", { type: "button" }, ...sayMoment(session.timeline, at, moments.get(at)));
      button.addEventListener("click", () => session.go(at));
      buttons.set(at, button);
    }
    el.hidden = buttons.size === 0;
    el.replaceChildren(
      make("h2", {}, "Annotated moments"),
      make("ol", {}, ...[...buttons.values()].map((button) => make("li", {}, button))),
    );
  };
  const show = () => {
    for (const [at, button] of buttons) {
      if (at !== session.position) button.removeAttribute("aria-current");
      else if (!button.hasAttribute("aria-current")) {
        button.setAttribute("aria-current", "step");
        const [list, { offsetTop, offsetHeight }] = [button.closest("ol"), button];
        const shown = offsetTop >= list.scrollTop && offsetTop + offsetHeight <= list.scrollTop + list.clientHeight;
        if (!shown) list.scrollTop = offsetTop - 4; // not scrollIntoView: the page stays where it is
      }
    }
  };
  session.listen((what) => {
    if (what === "timeline" || what === "notes") build();
    if (what !== "play") show();
  });
}

/** When a moment is, how it was judged, and the words about it. */
function sayMoment({ stops, powers }, at, notes) {
  const [turn, phase] = ["turn", "phase"].map((unit) => stops[unit][stopIndex(stops[unit], at)]);
  const round = stops.round[stopIndex(stops.round, at)];
  const signs = notes.map(({ sign }) => sign).filter(Boolean).join(" ");
  const words = notes.map(({ text }) => text).filter(Boolean).join(" / ");
  return [
    ...(turn.power >= 0 ? [powerChip(powers[turn.power]), " "] : []),
    make("span", { class: "a4a-when" }, [round.name, turn.name, phase.name].filter(Boolean).join(" · ") || "Start"),
    ...(signs ? [" ", make("strong", {}, signs)] : []),
    ...(words ? [" ", make("span", { class: "a4a-words" }, words)] : []),
  ];
}
