// What of the board notes and chapters show: taken from it, shown on it; and the way from note to note.

/** A board in a session, for what its notes and chapters show of it. */
export class NoteViews {
  constructor(host, signal) {
    this.host = host;
    const { boards } = host.session;
    boards.add(this);
    signal.addEventListener("abort", () => boards.delete(this));
  }

  /** What is seen now, as a note keeps it; `bounds` are null for the whole board. */
  seen() {
    const { map, model } = this.host;
    const bounds = map.getBounds();
    const whole = bounds.pad(0.02).contains(model.get("views")[0][1]);
    const corners = [bounds.getSouth(), bounds.getWest(), bounds.getNorth(), bounds.getEast()];
    const layers = Object.entries(model.get("layers")).map(([id, set]) => [id, set.on ? set : { on: false }]);
    return {
      bounds: whole ? null : corners.map((degrees) => Number(Math.max(-720, Math.min(720, degrees)).toFixed(3))),
      layers: Object.fromEntries(layers),
    };
  }

  /** Show what a note shows: `bounds` as two corners, and the layers that the board has. */
  show({ bounds, layers }) {
    const { host } = this;
    const now = host.model.get("layers");
    const next = changed(now, layers);
    if (JSON.stringify(next) !== JSON.stringify(now)) host.setLayers(next);
    if (bounds) host.fit(bounds, {});
    else host.fit();
    this.held = true; // the board does not follow the step away from it
  }

  /** Show what a chapter shows; `view` null: what is seen. Its layers are lent to it, and Python hears nothing of them. */
  open({ view }) {
    const { host } = this;
    host.paintOnce(() => {
      const own = { ...host.model.get("layers"), ...this.lent };
      const next = changed(own, view?.layers);
      this.lent = Object.fromEntries(Object.entries(own).filter(([id, set]) => next[id] !== set)); // to go back to
      host.model.set("layers", next);
      if (view) host.fit(view.bounds ?? undefined);
    });
  }
}

/** Layers with what a view says of those that the board has. */
function changed(layers, said = {}) {
  const known = Object.entries(said ?? {}).filter(([id]) => id in layers);
  return { ...layers, ...Object.fromEntries(known.map(([id, set]) => [id, { ...layers[id], ...set }])) };
}

/** Let the boards show what a note shows; how they were can be shown again. */
export function showView(session, view) {
  if (!view) return;
  session.before ??= [...session.boards].map((board) => [board, board.seen()]);
  for (const board of session.boards) board.show(view);
}

/** Show the boards as they were before notes were shown. */
export function showBefore(session) {
  for (const [board, { bounds, layers }] of session.before ?? []) {
    const [south, west, north, east] = bounds ?? [];
    board.show({ bounds: bounds && [[south, west], [north, east]], layers });
  }
  session.before = null;
}

/** Go to a note, and show what it shows. */
export function openNote(session, note) {
  showView(session, note.view);
  return session.goTo(note.node);
}

/** The next note within reach, or (`count` -1) the one before, if there is any. */
export function nextNote({ position, notes, reach: [from, to] }, count) {
  if (count > 0) return notes.find(({ at }) => at > position && at <= to);
  return notes.findLast(({ at }) => at < position && at >= from);
}

/** Go to the next step that has notes, or the one before (`count` -1), and show what they show. */
export function goToNote(session, count) {
  const next = nextNote(session, count);
  if (!next) return false;
  const there = session.notesAt(next.at);
  return openNote(session, there.find(({ view }) => view) ?? next);
}
