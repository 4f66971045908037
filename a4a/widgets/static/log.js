// The log: what each step says, a window of entries around the current one, so that a game of any
// length costs the page the same.

const AROUND = 60;

function render({ model, el }) {
  const ending = new AbortController();
  const { signal } = ending;
  openSession(model).then((session) => {
    if (!signal.aborted) buildLog(session, el, signal);
  });
  return () => ending.abort();
}

function buildLog(session, el, signal) {
  el.classList.add("a4a-log");
  const list = make("ol", { tabindex: "0", "aria-label": "Log of the game" });
  el.replaceChildren(findingsBar(session, el, signal), list);
  listenToKeys(el, session, signal);
  let first = 0;
  let end = 0;
  let current = null;

  const entry = (position) => {
    const [text, kind, power] = session.timeline.log[position];
    const lines = text.split("\n");
    const item = make("li", { class: `a4a-entry a4a-${kind || "plain"}`, "data-position": position });
    if (power >= 0) item.style.borderLeftColor = session.timeline.powers[power].colour;
    const told = lines.map((line, i) => make("div", { class: i < 3 ? null : "a4a-more" }, line));
    const notes = session.notesAt(position);
    for (const note of notes.filter((n) => n.kind === "glyph")) told[0].append(" ", signOf(note));
    const found = session.findingsAt(position).map(findingOf);
    item.append(...comments(notes, "before"), ...found, ...told, ...comments(notes, "after"));
    return item;
  };
  const comments = (notes, when) => notes.filter((n) => n.kind === "comment" && n.when === when).map(
    ({ text, author }) => make("p", { class: "a4a-comment" }, make("bdi", { class: "a4a-words" }, text),
      ...(author ? [make("bdi", { class: "a4a-muted" }, ` — ${author}`)] : [])));
  const fill = (around) => {
    first = Math.max(0, around - AROUND);
    end = Math.min(session.last + 1, around + AROUND);
    const items = [];
    for (let position = first; position < end; position++) items.push(entry(position));
    current = null;
    list.replaceChildren(...items);
  };
  const show = () => {
    const { position, last } = session;
    const near = AROUND / 4;
    const inside = position >= first && position < end;
    if (!inside || (position - first < near && first > 0) || (end - position < near && end <= last)) {
      fill(position);
    }
    current?.removeAttribute("aria-current");
    current = list.children[position - first];
    current.setAttribute("aria-current", "step");
    // Not scrollIntoView: it would scroll the notebook too.
    const room = list.clientHeight - current.offsetHeight;
    list.scrollTop = current.offsetTop - Math.max(room / 2, 4);
  };
  const extend = () => {
    if (list.scrollTop < 40 && first > 0) {
      const height = list.scrollHeight;
      const items = [];
      for (let p = Math.max(0, first - AROUND); p < first; p++) items.push(entry(p));
      first -= items.length;
      list.prepend(...items);
      list.scrollTop += list.scrollHeight - height;
    } else if (list.scrollTop + list.clientHeight > list.scrollHeight - 40 && end <= session.last) {
      const items = [];
      for (let p = end; p < Math.min(session.last + 1, end + AROUND); p++) items.push(entry(p));
      end += items.length;
      list.append(...items);
    }
  };
  list.addEventListener("scroll", extend, { signal });
  list.addEventListener("click", (event) => {
    const item = event.target.closest(".a4a-entry");
    if (item) session.go(Number(item.dataset.position));
  }, { signal });
  const observer = new ResizeObserver(() => list.clientHeight > 0 && show());
  observer.observe(list);
  signal.addEventListener("abort", () => observer.disconnect());
  session.listen((what) => {
    if (what === "timeline" || what === "grown" || what === "notes" || what === "findings") first = end = 0;
    if (what !== "play") show();
  }, signal);
}

export default { render };
