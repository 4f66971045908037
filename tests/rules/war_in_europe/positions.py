"""Positions for tests: a few counters on an otherwise empty board, and orders given by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache

import msgspec

from a4a import boards
from a4a.boards.dataset import Dataset
from a4a.core import events as ev
from a4a.core.position import Position
from a4a.core.setup import open_position
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.systems.war_in_europe.standing import NEUTRAL
from a4a.rules.systems.war_in_europe.system import System


@cache
def dataset() -> Dataset:
    return boards.load("war_in_europe")


@cache
def system() -> System:
    return System(dataset(), games=("both", "war_in_europe"))


def state(
    counters: Mapping[str, str],
    *,
    active: str | tuple[str, ...] = (),
    phase: str = "",
    round: int = 8,
    reduced: Iterable[str] = (),
    flags: Mapping[str, tuple[str, ...]] | None = None,
    at_war: Iterable[str] = (),
    statuses: Mapping[str, tuple[str, ...]] | None = None,
    control: Mapping[str, str] | None = None,
) -> State:
    """A state in which only these counters are on the board.

    Parameters
    ----------
    counters
        The space of each, by "Power: counter" ("Germany: 1st armor": "2106"), or the counter
        among these that it is aboard.
    active
        Whose turn it is: a side, or powers.
    reduced
        Those that have lost a step.
    flags
        Flags of counters.
    at_war
        Powers that are neutral at the start of the game and are not any more; "all" for all.
    statuses
        Statuses of powers in place of those at the start of the game.
    control
        Controllers of hexes that are not those of the start.
    """
    catalog, given = dataset().catalog, dataset().position
    lost = set(reduced)
    units = []
    ids = {name: number for number, name in enumerate(counters, start=1)}
    for number, (name, where) in enumerate(counters.items(), start=1):
        place = ids.get(where, where)
        power, _, called = name.partition(": ")
        counter = catalog.find_counter(power, called)
        assert counter is not None, name
        own = (flags or {}).get(name, ())
        units.append(Unit(number, counter.type, power, place, int(name in lost), own, counter.name))
    now = {power: tuple(s) for power, s in given.statuses.items()}
    joined = set(catalog.power_order) if "all" in (at_war := set(at_war)) else at_war
    for power in joined:
        now[power] = tuple(s for s in now.get(power, ()) if s != NEUTRAL)
    now |= {power: tuple(s) for power, s in (statuses or {}).items()}
    force = (active,) if isinstance(active, str) else active
    if isinstance(active, str) and active in catalog.sides:
        force = tuple(p.name for p in catalog.powers if p.playable and p.side == active)
    made = msgspec.structs.replace(
        given,
        units=tuple(units),
        round=round,
        turn=0,
        active=(),
        phase="",
        control={**given.control, **(control or {})},
        statuses=now,
        markers=(),
    )
    opened = _opened(made)
    return opened.apply(ev.TurnBegan(force), ev.PhaseBegan(phase)) if force else opened


def _opened(position: Position) -> State:
    return open_position(position, dataset().board, dataset().catalog)


def unit(state: State, name: str) -> Unit:
    """The unit of a counter, by "Power: counter"."""
    power, _, called = name.partition(": ")
    found = dataset().catalog.find_counter(power, called)
    assert found is not None, name
    (it,) = (u for u in state.units.values() if (u.owner, u.name) == (power, found.name))
    return it
