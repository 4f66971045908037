"""What is aboard ships at the start: ``cargo.csv``.

A row says what units of a power are aboard its ships of a type in a space, which the set-up has:
aboard the one that it names by number, in the order of the set-up, those that are whole first. The
others are shared out among these ships, what takes most room first, on the first that has it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from a4a.boards.fault import Fault
from a4a.boards.tables import Row, Tables
from a4a.core.catalog import UnitType
from a4a.core.units import Unit

_MOST_SHIPS = 999


class Fleet(NamedTuple):
    """The ships that share cargo: one power's of a type in a space."""

    space: str
    power: str
    ship: str


def stow(sizes: Sequence[int], rooms: Sequence[int], named: Sequence[int] = ()) -> list[int | None]:
    """Share cargo out among ships.

    Parameters
    ----------
    sizes
        The room that each unit takes.
    rooms
        The room of each ship.
    named
        For each unit, the number of the ship that it is aboard, from 1 on; 0 for any. Empty if no
        ship is named.

    Returns
    -------
    list
        For each unit the number of its ship, or None if none is left with room for it.

    Examples
    --------
    >>> stow([1, 2, 1, 1], [2, 2])
    [1, 0, 1, None]
    >>> stow([1, 2, 1], [2, 2], [2, 0, 0])
    [1, 0, 1]
    """
    left, found = list(rooms), list[int | None]([None] * len(sizes))
    wanted = named or [0] * len(sizes)
    for unit in sorted(range(len(sizes)), key=lambda i: (not wanted[i], -sizes[i])):
        free = (n for n, room in enumerate(left) if room >= sizes[unit])
        ship = next((n for n in free if wanted[unit] in (0, n + 1)), None)
        if ship is not None:
            left[ship] -= sizes[unit]
        found[unit] = ship
    return found


def loaded(tables: Tables, units: Sequence[Unit]) -> Iterator[Unit]:
    """Yield the units that begin aboard ships of the set-up, with ids that follow theirs."""
    types = {row["name"]: row for row in tables["units"]}
    number = len(units)
    for fleet, rows in _fleets(tables).items():
        ships = [u for u in units if (u.place, u.owner, u.type) == fleet]
        each = [row for row in rows for _ in range(row.number("count"))]
        wanted = [row["unit"] for row in each]
        sizes = [types[name].number("transport_cost") for name in wanted]
        rooms = [types[ship.type].number("transport_capacity") for ship in ships]
        named = [row.number("ship") for row in each]
        for name, ship in zip(wanted, stow(sizes, rooms, named), strict=True):
            assert ship is not None, "the check of the tables lets nothing through for which"
            number += 1
            yield Unit(number, name, fleet.power, ships[ship].id)


def cargo_faults(tables: Tables) -> Iterator[Fault]:
    """Say what is aboard that no ship takes, or for which there is no room."""
    types = {row["name"]: row for row in tables["units"]}
    afloat = Counter[Fleet]()
    for row in tables["setup"]:
        count = min(row.number("count"), _MOST_SHIPS)  # more than that is a fault of the set-up
        afloat[Fleet(row["space"], row["power"], row["unit"])] += count
    for fleet, rows in _fleets(tables).items():
        room = types[fleet.ship].number("transport_capacity") if fleet.ship in types else 0
        sizes: list[int] = []
        named: list[int] = []
        for row in rows:
            size = types[row["unit"]].number("transport_cost") if row["unit"] in types else 0
            if not room or not size:
                what = f"{row['unit']} cannot be aboard: {fleet.ship} carries none"
                yield row.fault(what, fatal=True)
            elif not 0 < row.number("count") <= afloat[fleet] * room:
                what = f"{row.text('count')} {row['unit']} on {afloat[fleet]} {fleet.ship}"
                yield row.fault(f"{what} of {fleet.power} in {fleet.space!r}", fatal=True)
            elif row.text("ship") and not 0 < row.number("ship") <= afloat[fleet]:
                what = f"ship {row.text('ship')} of {afloat[fleet]} {fleet.ship}"
                yield row.fault(f"{what} of {fleet.power} in {fleet.space!r}", fatal=True)
            else:
                sizes += [size] * row.number("count")
                named += [row.number("ship")] * row.number("count")
        if None in stow(sizes, [room] * afloat[fleet], named):
            where = f"aboard {fleet.ship} of {fleet.power} in {fleet.space!r}"
            yield rows[0].fault(f"there is no room for all {where}", fatal=True)


def _fleets(tables: Tables) -> dict[Fleet, list[Row]]:
    found: dict[Fleet, list[Row]] = defaultdict(list)
    for row in tables["cargo"]:
        found[Fleet(row["space"], row["power"], row["aboard"])].append(row)
    return found


def told(
    units: Iterable[Unit], kind: Callable[[str], UnitType]
) -> dict[tuple[str, str, str, str, str], int] | None:
    """Return the rows of the table that say what is aboard in a position; None if none can.

    They cannot say what is aboard ships of others. Who is on which ship they say only where that is
    otherwise than the units would be shared out.

    Parameters
    ----------
    units
        All units of the position.
    kind
        The unit type of a name.

    Returns
    -------
    dict or None
        How many there are, by space, power, unit type, type of ship and its number, "" for any.
    """
    by_id = {unit.id: unit for unit in units}
    loads: dict[Fleet, dict[int, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for unit in by_id.values():
        if not isinstance(unit.place, int):
            continue
        ship = by_id[unit.place]
        if ship.owner != unit.owner or not isinstance(ship.place, str) or unit.name or unit.damage:
            return None
        loads[Fleet(ship.place, ship.owner, ship.type)][ship.id][unit.type] += 1
    rows: dict[tuple[str, str, str, str, str], int] = {}
    for fleet, aboard in loads.items():
        ships = [u for u in by_id.values() if (u.place, u.owner, u.type) == fleet]
        ships.sort(key=lambda u: (u.damage, u.id))
        every = sum(aboard.values(), Counter[str]())
        if _is_shared_out(every, aboard, len(ships), kind(fleet.ship).transport_capacity, kind):
            parts = [("", every)]
        else:
            parts = [(str(n), aboard[u.id]) for n, u in enumerate(ships, start=1) if u.id in aboard]
        for number, load in parts:
            for name, count in load.items():
                rows[fleet.space, fleet.power, name, fleet.ship, number] = count
    return rows


def _is_shared_out(
    every: Counter[str],
    aboard: Mapping[int, Counter[str]],
    ships: int,
    room: int,
    kind: Callable[[str], UnitType],
) -> bool:
    """Whether cargo is aboard as it would be if no ship were named, whichever has which load."""
    wanted = list(every.elements())
    stowed = stow([kind(name).transport_cost for name in wanted], [room] * ships)
    by_ship: dict[int | None, Counter[str]] = defaultdict(Counter)
    for name, number in zip(wanted, stowed, strict=True):
        by_ship[number][name] += 1
    loads = [sorted(load.items()) for load in by_ship.values()]
    return None not in by_ship and sorted(loads) == sorted(
        sorted(x.items()) for x in aboard.values()
    )
