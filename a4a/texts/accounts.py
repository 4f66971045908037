"""The tables below a turn: treasuries, and what the units of each side are worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from a4a.core import events as ev
from a4a.core.sides import side_in
from a4a.core.state import State
from a4a.texts.blocks import Table, signed


def money(events: Sequence[ev.AnyEvent], before: State, after: State) -> Table | None:
    """The treasuries that gained or paid anything, or None if none did.

    Parameters
    ----------
    events
        What happened.
    before, after
        The states at both ends.
    """
    gained: Counter[tuple[str, str]] = Counter()
    paid: Counter[tuple[str, str]] = Counter()
    for event in events:
        if isinstance(event, ev.ResourceChanged):
            table = gained if event.amount >= 0 else paid
            table[event.treasury, event.resource] += abs(event.amount)
    changed = dict.fromkeys([*paid, *gained])
    if not changed:
        return None
    rows = [
        (
            treasury if resource == before.catalog.currency else f"{treasury}, {resource}",
            str(before.money(treasury, resource)),
            str(gained[treasury, resource]),
            str(paid[treasury, resource]),
            str(after.money(treasury, resource)),
        )
        for treasury, resource in changed
    ]
    return Table((before.catalog.currency, "before", "in", "out", "after"), tuple(rows))


def worth(before: State, after: State) -> Table:
    """What the units of each side are worth on the board, before and after."""
    then, now = _worth(before), _worth(after)
    rows = [
        (side, str(then[side]), str(now[side]), signed(now[side] - then[side]))
        for side in before.catalog.sides
        if then[side] or now[side]
    ]
    return Table(("TUV", "before", "after", "change"), tuple(rows))


def _worth(state: State) -> Counter[str]:
    found: Counter[str] = Counter()
    for side, amount in _worths(state):
        found[side] += amount
    return found


def _worths(state: State) -> Iterator[tuple[str, int]]:
    catalog = state.catalog
    sides = {power.name: side_in(state, power.name) for power in catalog.powers}
    for unit in state.units.values():
        if state.space_of(unit.id) is not None:
            yield sides.get(unit.owner, ""), catalog.worth(unit)
