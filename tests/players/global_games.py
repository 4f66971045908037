"""What holds after every turn of Global 1940, and of the games that lie over it."""

from __future__ import annotations

from collections.abc import Container, Iterable

from a4a.core.neutrals import joined, leaning
from a4a.core.state import State
from a4a.core.units import Unit

CHINA, DUTCH = "China", "Dutch"
CHINA_MAY_LEAVE_FOR = {"Kwangtung", "Burma"}
COMPLEXES = {"factory", "complex"}


def look_at(state: State, turn: Iterable[str], *, nobodys: Container[str] = ()) -> None:
    """What holds as the turn of these powers has ended; land may be ``nobodys``."""
    _look_at_china(state)
    _look_at_facilities(state, nobodys)
    _look_at_ground(state, nobodys)
    catalog = state.catalog
    for first in catalog.powers:
        for second in catalog.powers:
            if first.side and first.side == second.side and first != second:
                assert state.relation(first.name, second.name) != "war"
    assert {t for t, *_ in state.balances} <= {t for p in catalog.powers for t in p.treasuries}
    for power in turn:
        all_land(state, power)


def _look_at_china(state: State) -> None:
    """China has neither ships nor complexes of its own, and does not leave its land."""
    board, catalog = state.board, state.catalog
    home = {s.name for s in board.spaces if s.original == CHINA} | CHINA_MAY_LEAVE_FOR
    for unit in state.units.values():
        if unit.owner != CHINA:
            continue
        assert not isinstance(unit.place, int), f"{unit} is aboard something"
        assert catalog.unit_type(unit.type).category != "sea", f"China has no {unit.type}"
        if isinstance(unit.place, str):
            assert unit.place in home, f"{unit} has left China"
            if is_complex(unit):
                assert board.space(unit.place).original != CHINA, f"China has a {unit.type}"


def is_complex(facility: Unit) -> bool:
    """Whether units are mobilized at a facility."""
    return not COMPLEXES.isdisjoint(facility.type.split())


def _look_at_facilities(state: State, nobodys: Container[str]) -> None:
    """They are their territory's holder's, one of each type, and one complex.

    Where a neutral that was attacked has held out they are still the neutral's.
    """
    fielded: dict[str, list[Unit]] = {}
    for unit in state.units.values():
        facility = state.catalog.unit_type(unit.type).category == "facility"
        if facility and isinstance(unit.place, str):
            fielded.setdefault(unit.place, []).append(unit)
    for territory, there in fielded.items():
        holder = state.control.get(territory)
        if holder is not None or not (joined(state, territory) or territory in nobodys):
            assert {unit.owner for unit in there} == {holder}, f"{territory}: {there}"
        kinds = [unit.type for unit in there]
        assert len(set(kinds)) == len(kinds), f"{territory} has {kinds}"
        assert sum(map(is_complex, there)) <= 1, f"{territory} has {kinds}"


def _look_at_ground(state: State, nobodys: Container[str]) -> None:
    """Every territory is somebody's, and neutrals are at home."""
    neutral = {p.name for p in state.catalog.powers if not p.side}
    for unit in state.units.values():
        if isinstance(unit.place, str) and unit.owner in neutral:
            # A neutral that was attacked and held out is nobody's any more.
            assert state.control.get(unit.place) in (unit.owner, None), f"{unit} is abroad"
    for space in state.board.spaces:
        if space.kind == "land" and not space.impassable and space.original is not None:
            held = space.name in state.control or space.name in nobodys
            assert held, f"nobody holds {space.name}"


def all_land(state: State, power: str) -> None:
    """Aircraft of a power whose turn it was are on land of its side, or on carriers' decks."""
    types = {t.name: t for t in state.catalog.unit_types}
    side = state.catalog.side_of(power)
    over: dict[str, int] = {}
    for unit in state.units.values():
        if unit.owner != power or types[unit.type].category != "air":
            continue
        if not isinstance(unit.place, str):
            continue
        if state.board.space(unit.place).kind == "sea":
            over[unit.place] = over.get(unit.place, 0) + (types[unit.type].carrier_cost or 1)
        else:
            holder = state.control.get(unit.place)
            sides = {state.catalog.side_of(holder), "Allies" if holder == DUTCH else ""}
            if joined(state, unit.place):  # attacked and held: friendly land to one side (p. 11)
                sides.add(leaning(state, unit.place).removeprefix("pro-"))
            assert side in sides, f"{unit} is in the land of {holder}"
    for zone, number in over.items():
        room = sum(
            _deck(state, ship) - sum(types[guest.type].carrier_cost for guest in state.at(ship.id))
            for ship in state.at(zone)
            if ship.owner == power
        )
        assert number <= room, f"{number} aircraft of {power} over {zone}, where {room} can land"


def _deck(state: State, ship: Unit) -> int:
    """How many aircraft a ship carries, damaged as it is."""
    kind = state.catalog.unit_type(ship.type)
    return int(kind.numbers.get("damaged capacity", 0)) if ship.damage else kind.carrier_capacity
