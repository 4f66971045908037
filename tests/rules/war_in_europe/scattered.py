"""Positions with counters strewn about, as rules allow and no game ever comes to."""

from __future__ import annotations

from random import Random

from a4a.core.board import Space
from a4a.core.counters import Counter
from a4a.core.state import State
from tests.rules.war_in_europe.positions import dataset, state, system

SOVIETS = "Soviet Union"


def scattered(seed: int, side: str) -> State:
    """Return a position of a side's movement: armies, fleets with cargo and aircraft round a spot.

    The war has come to some neutrals, hexes have changed hands, and enemies share none.
    """
    dice = Random(seed)
    board, catalog = dataset().board, dataset().catalog
    begin = dataset().position.statuses
    at_war = [power for power in sorted(begin) if dice.random() < dice.choice((0.3, 0.9))]
    joined = {p: dice.choice(("Axis", "Allies")) for p in at_war if not _side(p)}
    neutral = {power for power in begin if power not in at_war}
    centre = dice.choice([s.name for s in board if s.kind == "coast"])
    shut = set(board.region("Iraq")) if "Iraq" in neutral else set()
    near = sorted(system().ground.within(centre, dice.choice((2, 4, 7))) - shut)
    whose: dict[str, str] = {}
    control = _taken(dice, near, neutral)
    counters: dict[str, str] = {}
    for counter in _drawn(dice):
        category = catalog.unit_type(counter.type).category
        if counter.power in neutral:
            hexes = [s for s in board.region(counter.power) if _fits(s, category)]
        else:
            hexes = [s for s in near if _fits(s, category) and control.get(s) not in neutral]
            hexes = [s for s in hexes if board.space(s).original not in neutral or s in control]
        alone = counter.power in {SOVIETS, *neutral}
        friends = counter.power if alone else joined.get(counter.power) or _side(counter.power)
        free = [s for s in hexes if whose.get(s, friends) == friends]
        if free:
            ports = [s for s in free if "port" in board.space(s).features]
            space = dice.choice(ports if ports and dice.random() < 0.4 else free)
            whose[space] = friends
            counters[f"{counter.power}: {counter.name}"] = space
    _load(dice, counters, neutral)
    flags = {name: ("ops complete",) for name in counters if dice.random() < 0.1}
    return state(
        counters,
        active=side,
        phase=f"{'Axis' if side == 'Axis' else 'Allied'} Movement",
        reduced=[name for name in counters if dice.random() < 0.3],
        flags=flags,
        at_war=at_war,
        statuses={power: (f"with the {whom}",) for power, whom in joined.items()},
        control=control,
    )


def _side(power: str) -> str:
    return dataset().catalog.side_of(power)


def _drawn(dice: Random) -> list[Counter]:
    """Some counters, the paratroops and fleets more often than others."""
    counters = dataset().catalog.counters
    share = dice.choice((0.2, 0.5))
    rare = ("paratroop", "surface fleet", "submarine fleet")
    return [c for c in counters if dice.random() < (0.7 if c.type in rare else share)]


def _fits(space: str, category: str) -> bool:
    ground = dataset().board.space(space)
    return ground.kind in {"sea": ("sea", "coast")}.get(category, ("land", "coast")) and (
        not ground.impassable
    )


def _taken(dice: Random, near: list[str], neutral: set[str]) -> dict[str, str]:
    """Hexes that have changed hands, none of them a neutral's."""
    powers = [p for p in ("Germany", "Great Britain", "France") if p not in neutral]
    land = [s for s in near if dataset().position.control.get(s, "") not in ("", *neutral)]
    return {space: dice.choice(powers) for space in land if dice.random() < 0.4}


def _load(dice: Random, counters: dict[str, str], neutral: set[str]) -> None:
    """Put units aboard fleets, or beside them in ports of theirs."""
    catalog = dataset().catalog
    fleets, cargo = [], []
    for name in counters:
        power, _, called = name.partition(": ")
        counter = catalog.find_counter(power, called)
        assert counter is not None
        kind = catalog.unit_type(counter.type)
        if "carries a unit" in kind.abilities:
            fleets.append(name)
        elif kind.category != "sea" and "stands" not in kind.abilities:
            cargo.append(name)
    for fleet in fleets:
        power = fleet.partition(": ")[0]
        own = [c for c in cargo if _together(power, c.partition(": ")[0], neutral)]
        if own and (lot := dice.random()) < 0.8:
            unit = dice.choice(own)
            cargo.remove(unit)
            here = dataset().board.space(counters[fleet])
            counters[unit] = here.name if lot < 0.3 and _has_port_of(power, here) else fleet


def _has_port_of(power: str, space: Space) -> bool:
    return "port" in space.features and space.original == power


def _together(power: str, other: str, neutral: set[str]) -> bool:
    """Whether a fleet of a power carries units of another."""
    alone = {SOVIETS, *neutral} & {power, other}
    return power == other or (not alone and _side(power) == _side(other) != "")
