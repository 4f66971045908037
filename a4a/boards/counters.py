"""Named counters of a dataset: their sides, what they cost, and where each begins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from a4a.boards.columns import FORCE_POOL, TURN_TRACK
from a4a.boards.fault import Fault, near
from a4a.boards.tables import Row, Tables
from a4a.core.counters import Counter, Face
from a4a.core.units import Holding, Place, Unit


class Deployment(msgspec.Struct, frozen=True, kw_only=True):
    """Where a counter begins.

    Parameters
    ----------
    power, counter
        Which counter.
    place
        A space, or a holding of the power's: its force pool, the turn track, out of play.
    turn
        The turn in which it comes into the force pool, or 0.
    reduced
        Whether it begins on its back; one with a blank back always does.
    area
        Name of the area in which its player may choose the space (`place` is then the choice made
        for the player), or "".
    rule
        Id of the rule that says so.
    """

    power: str
    counter: str
    place: Place
    turn: int = 0
    reduced: bool = False
    area: str = ""
    rule: str = ""


def counters_of(tables: Tables) -> tuple[Counter, ...]:
    """Make the counters from their rows."""
    return tuple(
        Counter(
            power=row["power"],
            name=row["name"],
            type=row["unit"],
            faces=tuple(_faces(row)),
            aliases=row.names("aliases"),
        )
        for row in tables["counters"]
    )


def _faces(row: Row) -> Iterator[Face]:
    """The sides of a counter; a blank back does not count as one."""
    move = row.number("move")
    yield Face(row.number("combat"), row.number("asw"), move)
    if row.text("reduced"):
        yield Face(row.number("reduced"), row.number("reduced_asw"), move)


def prices_of(tables: Tables, column: str) -> Mapping[str, dict[str, int]]:
    """What powers pay for units of a type where the price differs from that in `units`.

    Parameters
    ----------
    tables
        The tables.
    column
        "cost" to build, "upgrade" to give back a lost step.

    Returns
    -------
    mapping
        Price by power by unit type.
    """
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for row in tables["prices"]:
        if row.text(column):
            found[row["unit"]][row["power"]] = row.number(column)
    return found


def deployments_of(tables: Tables) -> tuple[Deployment, ...]:
    """Read where each counter begins."""
    blank = {(c.power, c.name) for c in counters_of(tables) if c.steps == 1}
    return tuple(
        Deployment(
            power=row["power"],
            counter=row["counter"],
            place=row.text("space") or Holding(row["power"], _holding(row)),
            turn=row.number("turn"),
            reduced=bool(row.text("reduced")) or (row["power"], row["counter"]) in blank,
            area=row.text("area"),
            rule=row.text("rule"),
        )
        for row in tables["deployment"]
    )


def _holding(row: Row) -> str:
    """The holding of a counter; the turn track says in which turn it comes."""
    holding = row.text("holding")
    return f"{holding} {row.number('turn')}" if holding == TURN_TRACK else holding


def deployed(
    deployments: Iterable[Deployment], counters: Iterable[Counter], *, first: int
) -> Iterator[Unit]:
    """Make a unit for every counter, where it begins.

    Parameters
    ----------
    deployments, counters
        Where they begin, what they are.
    first
        Id of the first unit.
    """
    known = {(counter.power, counter.name): counter for counter in counters}
    for number, begins in enumerate(deployments, start=first):
        kind = known[begins.power, begins.counter].type
        damage = 1 if begins.reduced else 0
        yield Unit(number, kind, begins.power, begins.place, damage, (), begins.counter)


def counter_faults(tables: Tables) -> Iterator[Fault]:
    """Counters deployed twice, never or nowhere; their unit types without a price."""
    known = {(row["power"], row["name"]): row for row in tables["counters"]}
    named: dict[str, list[str]] = defaultdict(list)
    for power, name in known:
        named[power].append(name)
    told: set[tuple[str, str]] = set()
    for row in tables["deployment"]:
        power, counter = row["power"], row["counter"]
        if (power, counter) not in known:
            hint = near(counter, named[power])
            yield row.fault(f"{power} has no counter {counter!r}{hint}", fatal=True)
            continue
        told.add((power, counter))
        yield from _placed(row, known[power, counter])
    for key, row in known.items():
        if key not in told:
            yield row.fault(f"{row['name']} of {row['power']} is deployed nowhere")
        yield from _sides(row)
    yield from _unpaid(tables)


def _placed(row: Row, counter: Row) -> Iterator[Fault]:
    space, holding = row.text("space"), row.text("holding")
    if bool(space) == bool(holding):
        yield row.fault("a counter begins in one space or one holding", fatal=True)
    if (holding == TURN_TRACK) != bool(row.number("turn")):
        yield row.fault(f"a turn is for what waits on the {TURN_TRACK}, and it needs one")
    if row.text("area") and not space:
        yield row.fault(f"area {row.text('area')!r}, but no space in it is chosen", fatal=True)
    if row.text("reduced") and holding == FORCE_POOL and counter.text("reduced"):
        yield row.fault("what waits in the force pool is bought at full strength")


def _sides(row: Row) -> Iterator[Fault]:
    for column in ("combat", "reduced", "asw", "reduced_asw", "move"):
        if row.number(column) < 0:
            yield row.fault(f"{column} {row[column]} is below 0", fatal=True)
    for front, back in (("combat", "reduced"), ("asw", "reduced_asw")):
        if row.number(back) > row.number(front):
            yield row.fault(f"{back} {row[back]} is more than {front} {row.text(front) or 0}")
    if row.text("reduced_asw") and not row.text("reduced"):
        yield row.fault("reduced_asw, but the back of the counter is blank: reduced is empty")


def _unpaid(tables: Tables) -> Iterator[Fault]:
    """Counters that could never be bought or restored, as no table gives their price."""
    types = {row["name"]: row for row in tables["units"]}
    costs, upgrades = prices_of(tables, "cost"), prices_of(tables, "upgrade")
    seen: set[tuple[str, str, bool]] = set()
    for row in tables["counters"]:
        unit, power = row.text("unit"), row["power"]
        two = bool(row.text("reduced"))
        if unit not in types or (unit, power, two) in seen:
            continue
        seen.add((unit, power, two))
        if not costs.get(unit, {}).get(power, types[unit].number("cost")):
            yield row.fault(f"no price of {unit} for {power} in units or prices")
        if two and not upgrades.get(unit, {}).get(power, types[unit].number("upgrade")):
            yield row.fault(f"no price of a lost step of {unit} for {power} in units or prices")
