"""The power-turns of a line: from where a turn begins to where the next one does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import msgspec

from a4a.core import events as ev
from a4a.core.english import list_of
from a4a.core.errors import A4AError, RecordError
from a4a.core.record import MAIN, GameRecord
from a4a.core.steps import NodeId, Step, Time

Which: TypeAlias = int | tuple[int, str]
"""A round by its number, or a power's turn: the round's number and the power."""
Turns: TypeAlias = Which | Sequence[Which] | None
"""Which turns; None for all."""


class PowerTurn(msgspec.Struct, frozen=True):
    """A turn of one or several powers.

    Parameters
    ----------
    time
        When its last node is.
    nodes
        Its nodes in order.
    """

    time: Time
    nodes: tuple[NodeId, ...]


def turns_of(record: GameRecord, *, line: str = MAIN) -> tuple[PowerTurn, ...]:
    """Return the turns of a line in order; what comes before the first turn is one of nobody.

    Parameters
    ----------
    record
        The game.
    line
        Which line: the main line, or a variation, whose first turn begins where it leaves.

    Examples
    --------
    >>> import a4a
    >>> turns = turns_of(a4a.game("global1940_strong_computer"))
    >>> [(turn.time.round, *turn.time.powers) for turn in turns[:2]]
    [(1, 'Germany'), (1, 'Soviet Union')]
    """
    parts: list[list[NodeId]] = []
    for node in record.line(line):
        if (step := record.steps.get(node)) is None:
            continue
        if not parts or (_begins(step) and not _only_rounds(record, parts[-1])):
            parts.append([])
        parts[-1].append(node)
    return tuple(PowerTurn(record.time(part[-1]), tuple(part)) for part in parts)


def _begins(step: Step) -> bool:
    return any(isinstance(event, (ev.RoundBegan, ev.TurnBegan)) for event in step.events)


def _only_rounds(record: GameRecord, nodes: Sequence[NodeId]) -> bool:
    """Whether a round began there, but no turn has."""
    events = [event for node in nodes for event in record.step(node).events]
    began = any(isinstance(event, ev.RoundBegan) for event in events)
    return began and not any(isinstance(event, ev.TurnBegan) for event in events)


def chosen(record: GameRecord, turns: Turns, *, line: str = MAIN) -> tuple[PowerTurn, ...]:
    """Return the turns of a line that are meant.

    Raises
    ------
    A4AError
        If there is no such round, power or turn, or it is none of these.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.game("global1940_strong_computer")
    >>> len(chosen(record, None)), len(chosen(record, 2)), len(chosen(record, [(1, "Italy"), 2]))
    (73, 9, 10)
    """
    there = turns_of(record, line=line)
    if turns is None:
        return there
    wanted = [turns] if isinstance(turns, int) or _is_turn(turns) else turns
    if not isinstance(wanted, (list, tuple)):
        raise _refused(turns)
    kept = [_meant(record, turn, there) for turn in wanted]
    return tuple(turn for turn in there if any(turn in meant for meant in kept))


def _is_turn(turns: object) -> bool:
    return isinstance(turns, tuple) and len(turns) == 2 and isinstance(turns[1], str)


def _refused(turns: object) -> A4AError:
    return A4AError(
        f"{str(turns)[:80]!r} names no turns: give a round's number, as 3, a power's turn, as "
        '(3, "Germany"), or a list of these'
    )


def _meant(record: GameRecord, turn: object, there: Sequence[PowerTurn]) -> list[PowerTurn]:
    match turn:
        case int(number) if not isinstance(turn, bool):
            power = None
        case (int(number), str(name)):
            power = record.catalog.power(name).name
        case _:
            raise _refused(turn)
    in_round = [each for each in there if each.time.round == number]
    if not in_round:
        rounds = [each.time.round for each in there] or [0]
        raise RecordError(f"no round {number}: rounds go from {min(rounds)} to {max(rounds)}")
    found = [each for each in in_round if power is None or power in each.time.powers]
    if not found:
        who = list_of(dict.fromkeys(_powers(in_round)))
        raise RecordError(f"{power} has no turn in round {number}: {who} have")
    return found


def _powers(turns: Sequence[PowerTurn]) -> Iterator[str]:
    for turn in turns:
        yield from turn.time.powers
