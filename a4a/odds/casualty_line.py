"""The casualty line: units that are hit in a step and still fire in the next, and are lost then.

What such a side fires is what it had before, and its losses are those after; so it is in states of
their own between the two steps, each known by the state before and the hits taken since.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from a4a.core.errors import BattleError
from a4a.odds.lines import LossLines
from a4a.odds.side_states import SideStates, Whole


def with_casualty_line(side: SideStates, lines: LossLines) -> SideStates:
    """Add the states in which units of a side are behind the casualty line.

    Parameters
    ----------
    side
        The side's states without such a line.
    lines
        Its lines.

    Raises
    ------
    BattleError
        If hits are not assigned volley by volley: those behind the line are chosen before the next
        step is rolled.
    """
    reaches = lines.fired.reaches[: lines.fired.always]
    found = [k for k, reach in enumerate(reaches) if reach.outright]
    if not found:
        return side
    if lines.is_along or len(found) > 1:
        raise BattleError(
            "where units stay behind the casualty line, hits of one volley are assigned before the"
            " next is rolled: allocation is 'volley by volley'"
        )
    (k,) = found
    after = np.where(side.hit[k] >= 0, side.hit[k], side.last[k])
    before, now, hits = _behind(after, lines.fired.behind)
    order = np.lexsort((before, hits == 0, now))  # just before the state that they become
    place = {(b, h): at for at, (b, h) in enumerate(zip(before[order], hits[order], strict=True))}
    before, now, hits = before[order], now[order], hits[order]
    whole = np.array([place[state, 0] for state in range(side.size)])

    def led(to: Whole) -> Whole:
        return np.where(to >= 0, whole[to], -1)

    # Taken, not indexed: rows stay rows in memory, and loops are not compiled for columns as well.
    hit, last, taken = (np.take(each, now, axis=1) for each in (side.hit, side.last, side.taken))
    hit, last = led(hit), led(last)
    hit[k] = [place.get((b, h + 1), -1) for b, h in zip(before, hits, strict=True)]
    last[k] = -1
    there, damaged = side.present[before].copy(), side.damaged[before].copy()
    seen = side.seen[before].copy()
    for i, group in enumerate(side.groups):
        if any(group.kind.is_a(word) for word in reaches[k].outright):
            there[:, i], damaged[:, i] = side.present[now, i], side.damaged[now, i]
            seen[:, i] = side.seen[now, i]
    same, behind = np.arange(len(order)), hits > 0
    return replace(
        side,
        living=side.living[now],
        present=there,
        seen=seen,
        damaged=np.where(behind[:, None], damaged, side.damaged[now]),
        left=side.left[now],
        hit=hit,
        last=last,
        taken=taken,
        mask=side.mask[now],
        stripped=np.where(behind, same, whole[side.stripped[now]]),
        submerged=np.where(behind, same, whole[side.submerged[now]]),
        withdrawn=np.where(behind, same, whole[side.withdrawn[now]]),
        settled=whole[side.settled[now] if side.settled.size else now],
        away=side.away[now] if side.away.size else side.away,
    )


def _behind(after: Whole, shots: int) -> tuple[Whole, Whole, Whole]:
    """Return all states: what it was before, what it becomes, how many hits lie between."""
    start = now = np.arange(len(after))
    befores, nows, hits = [start], [now], [np.zeros_like(start)]
    for number in range(1, shots + 1):
        falls = after[now] >= 0
        start, now = start[falls], after[now[falls]]
        befores.append(start)
        nows.append(now)
        hits.append(np.full(len(start), number))
    return np.concatenate(befores), np.concatenate(nows), np.concatenate(hits)
