"""Like moments of two lines: the ends of the same phases, so that positions can be compared."""

from __future__ import annotations

from typing import TypeAlias

from a4a.core.errors import RecordError
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId

_Moment: TypeAlias = tuple[int, tuple[str, ...], str]


def like_moments(record: GameRecord, one: str, other: str) -> tuple[tuple[NodeId, NodeId], ...]:
    """Return the nodes of two lines at like moments, in order.

    Like moments are the ends of phases that both lines have: of the same round, of the same powers'
    turn. Those before the lines part are left out.

    Parameters
    ----------
    record
        The game.
    one, other
        The lines, by name.

    Raises
    ------
    RecordError
        If there is no such line.

    Examples
    --------
    >>> import a4a
    >>> from a4a.core.events import RoundBegan
    >>> record = a4a.start("europe1940")
    >>> for number, parent in ((1, 0), (2, 1), (2, 1), (3, 3)):
    ...     node = record.append([RoundBegan(number)], parent=parent)
    >>> like_moments(record, "main", "variation 3")
    ((2, 3),)
    """
    first, second = _ends(record, one), _ends(record, other)
    pairs = [(node, second[moment]) for moment, node in first.items() if moment in second]
    return tuple((a, b) for a, b in pairs if a != b)


def last_like_moment(
    record: GameRecord, lines: tuple[str, str], *, round: int | None = None
) -> tuple[NodeId, NodeId]:
    """Return the last two nodes of two lines at like moments, in the whole game or in a round.

    Raises
    ------
    RecordError
        If there is no such line, or the lines have no like moment; the message says which rounds
        have some.
    """
    if not isinstance(lines, tuple | list) or len(lines) != 2:
        raise RecordError(f'lines={lines!r}: give two lines to compare, as ("main", "Sea Lion")')
    pairs = like_moments(record, *lines)
    rounds = dict.fromkeys(record.time(a).round for a, _ in pairs)
    found = [pair for pair in pairs if round in (None, record.time(pair[0]).round)]
    if not found:
        there = ", ".join(map(str, rounds)) or "none"
        when = "" if round is None else f" in round {round!r}"
        raise RecordError(
            f"the lines {lines[0]!r} and {lines[1]!r} have no like moment{when} after they part; "
            f"rounds that have: {there}"
        )
    return found[-1]


def _ends(record: GameRecord, line: str) -> dict[_Moment, NodeId]:
    """The last node of each phase of a line, from the start on."""
    times = map(record.time, record.line_to(record.line(line)[-1]))
    return {(time.round, time.powers, time.phase): time.node for time in times}
