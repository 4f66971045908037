// The log's groups: rounds, and in them turns, that are folded away except where one is.
//
// A group begins at a position and goes on until the next one begins; steps before the first turn
// of a round stand in the round itself. Rows are what the log shows from top to bottom: heads of
// groups, and the steps of those that are open.

/** The rounds of a timeline with their turns: what begins where, and whose it is. */
export function groupsOf({ stops, log }) {
  const until = (list, i) => (i + 1 < list.length ? list[i + 1].at : log.length);
  return stops.round.map((round, i) => {
    const end = until(stops.round, i);
    const turns = [];
    for (const [j, turn] of stops.turn.entries()) {
      if (turn.at < round.at || turn.at >= end || !turn.name) continue;
      turns.push({ ...turn, unit: "turn", key: `turn ${turn.at}`, end: Math.min(end, until(stops.turn, j)) });
    }
    return { ...round, unit: "round", key: `round ${round.at}`, end, turns };
  });
}

/** The keys of the groups that a position lies in. */
export function keysAt(groups, position) {
  const within = ({ at, end }) => at <= position && position < end;
  const round = groups.find(within);
  return [round, round?.turns.find(within)].filter(Boolean).map(({ key }) => key);
}

/**
 * The rows from top to bottom: `{ group }` for a head, `{ position }` for a step, and after it, with its
 * position, a `fork` for each line that leaves there (`forksAt`).
 */
export function rowsOf(groups, isOpen, forksAt) {
  const rows = [];
  const steps = (at, end) => {
    for (let position = at; position < end; position++) {
      rows.push({ position });
      for (const fork of forksAt(position)) rows.push({ position, fork });
    }
  };
  for (const round of groups) {
    // The start is a step, no round: it needs no head.
    const headed = round.end - round.at > 1 || round.at > 0;
    if (headed) rows.push({ group: round });
    if (headed && !isOpen(round.key)) continue;
    steps(round.at, round.turns[0]?.at ?? round.end);
    for (const turn of round.turns) {
      rows.push({ group: turn });
      if (isOpen(turn.key)) steps(turn.at, turn.end);
    }
  }
  return rows;
}
