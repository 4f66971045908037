"""What cannot stand so in a position of the family, however it came about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import combinations

import msgspec

from a4a.core.english import count_of, the
from a4a.core.position import WAR
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.bases.carriers import own_aircraft, spare_places
from a4a.rules.areas.bases.facilities import most_damage, sort_of
from a4a.rules.areas.phases.combat_move import CombatMove
from a4a.rules.areas.phases.conduct_combat import ConductCombat
from a4a.rules.areas.system import System
from a4a.rules.judgement import Judgement
from a4a.rules.misplaced import Bars, misplaced, placed_wrongly


def examine(system: System, state: State) -> Iterator[Judgement]:
    """Yield what the rules do not let stand so."""
    cite = system.book.cite
    bars = Bars(
        ships=cite("ship.space"), land=cite("cargo.sea"), closed=cite("space.impassable"),
        room=cite("carrier.capacity"),
    )  # fmt: skip
    yield from misplaced(state, bars)
    for judge in (_facilities, _damage, _aircraft, _enemies):
        for found in judge(system, state):
            yield msgspec.structs.replace(found, rule=cite(found.rule))


def _facilities(system: System, state: State) -> Iterator[Judgement]:
    """A territory has one industrial complex, one air base and one naval base at most."""
    there: dict[tuple[str, str], list[Unit]] = defaultdict(list)
    for unit in state.units.values():
        if unit.type in system.of_category("facility") and isinstance(unit.place, str):
            there[unit.place, sort_of(system, unit.type)].append(unit)
    for (space, kind), units in there.items():
        if len(units) > 1:
            what = f"{count_of(len(units), kind)} in {the(space)}"
            yield placed_wrongly(
                units[0].owner,
                space,
                "facility.single",
                what,
                "a territory has one of each at most",
            )


def _damage(system: System, state: State) -> Iterator[Judgement]:
    """A unit does not live with all its hits; a facility has a most it can be damaged."""
    for unit in state.units.values():
        kind = system.types[unit.type]
        most = most_damage(system, state, unit)
        if unit.damage > most:
            facility = kind.category == "facility"
            yield placed_wrongly(
                unit.owner,
                state.space_of(unit.id) or "",
                "raid.damage.limit" if facility else "ship.damage",
                f"{unit.damage} damage on a {unit.type}",
                f"it has {most} at most",
            )


def _aircraft(system: System, state: State) -> Iterator[Judgement]:
    """Aircraft at sea have a place on a carrier, between turns; those of the turn may fly on.

    Programs do not always say that they are guests of a partner's: room there counts, too.
    """
    active = set(state.active)
    catalog = system.catalog
    seen: set[tuple[str, str]] = set()
    for unit in state.units.values():
        place = unit.place
        if unit.type not in system.of_category("air") or not isinstance(place, str):
            continue
        if unit.owner in active or not system.graph.is_sea[place] or (unit.owner, place) in seen:
            continue
        seen.add((unit.owner, place))
        side = catalog.side_of(unit.owner)
        others = {u.owner for u in state.at(place)} - {unit.owner}
        lacking = -spare_places(system, state, unit.owner, place) - sum(
            max(0, spare_places(system, state, other, place))
            for other in others
            if side and catalog.side_of(other) == side
        )
        if lacking > 0:
            here = own_aircraft(system, state, unit.owner, place)
            yield placed_wrongly(
                unit.owner,
                place,
                "carrier.capacity",
                f"{count_of(len(here), 'aircraft')} in {the(place)}",
                f"there is no place on a carrier for {lacking} of them",
            )


def _enemies(system: System, state: State) -> Iterator[Judgement]:
    """Enemies share a territory only while the power whose turn it is may still fight there."""
    fighting = set(state.active) if state.phase in (CombatMove.name, ConductCombat.name) else set()
    there: dict[str, dict[str, None]] = defaultdict(dict)
    for unit in state.units.values():
        space = unit.place
        if not isinstance(space, str) or system.graph.is_sea[space]:
            continue
        if unit.type not in system.of_category("facility"):
            there[space][unit.owner] = None
    for space, owners in there.items():
        pairs = combinations(sorted(owners, key=system.catalog.power_order.__getitem__), 2)
        for a, b in pairs:
            if state.relation(a, b) == WAR and not fighting & {a, b}:
                what = f"units of {system.said((a, b))} in {the(space)}"
                yield placed_wrongly(
                    a, space, "battle.space", what, "enemies share a territory only to fight"
                )
