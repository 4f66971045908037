"""What cannot stand where it does on any board: ships on land, armies at sea, too much aboard."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import msgspec

from a4a.core.board import Space
from a4a.core.catalog import UnitType
from a4a.core.english import count_of, list_of, the
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.judgement import Judgement


class Bars(msgspec.Struct, frozen=True, kw_only=True):
    """The rules of a family that say where units cannot stand, by their ids.

    Parameters
    ----------
    ships
        Ships stand at sea.
    land
        What belongs on land is at sea only aboard something.
    closed
        Some spaces cannot be entered.
    room
        A unit carries no more than it has room for.
    """

    ships: str
    land: str
    closed: str
    room: str


def misplaced(state: State, bars: Bars) -> Iterator[Judgement]:
    """Yield what cannot stand where it does, space by space."""
    found: dict[tuple[str, str, str], dict[str, int]] = defaultdict(dict)
    for unit in state.units.values():
        if isinstance(unit.place, str):
            space = state.board.space(unit.place)
            kind = state.catalog.unit_type(unit.type)
            if reason := _reason(space, kind, bars):
                tally = found[unit.owner, space.name, reason]
                tally[unit.type] = tally.get(unit.type, 0) + 1
    for (power, name, reason), tally in found.items():
        rule, _, says = reason.partition(" ")
        what = list_of(count_of(number, kind) for kind, number in tally.items())
        yield placed_wrongly(power, name, rule, f"{what} in {the(name)}", says)
    yield from _overloaded(state, bars)


def placed_wrongly(power: str, space: str, rule: str, what: str, says: str) -> Judgement:
    """Return the judgement that something cannot stand in a space."""
    return Judgement(
        topic="placement", severity="illegal", rule=rule, what=what, says=says, power=power,
        spaces=(space,),
    )  # fmt: skip


def _reason(space: Space, kind: UnitType, bars: Bars) -> str:
    """The rule by which a type of unit cannot stand in a space, and what it says; "" if it can."""
    if space.impassable:
        return f"{bars.closed} the space cannot be entered"
    if space.kind == "land" and kind.category == "sea":
        return f"{bars.ships} ships stand at sea"
    if space.kind == "sea" and kind.category in ("land", "facility"):
        return f"{bars.land} at sea only aboard a ship"
    return ""


def _overloaded(state: State, bars: Bars) -> Iterator[Judgement]:
    for unit in state.units.values():
        cargo = state.at(unit.id)
        if cargo and (what := _too_much(state, unit, cargo)):
            space = state.space_of(unit.id) or ""
            yield placed_wrongly(unit.owner, space, bars.room, what, "there is no room for it")


def _too_much(state: State, unit: Unit, cargo: tuple[Unit, ...]) -> str:
    """What a unit carries, where that is too much."""
    kind = state.catalog.unit_type(unit.type)
    if not (kind.transport_capacity or kind.carrier_capacity):
        return ""  # the family has other numbers for what its units carry
    types = [state.catalog.unit_type(one.type) for one in cargo]
    carried = sum(t.transport_cost for t in types if t.category == "land")
    landed = sum(t.carrier_cost for t in types if t.category == "air")
    if carried <= kind.transport_capacity and landed <= kind.carrier_capacity:
        return ""
    return f"{list_of(one.name or one.type for one in cargo)} aboard a {unit.type}"
