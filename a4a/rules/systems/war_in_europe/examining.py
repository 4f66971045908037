"""What cannot stand so in a position, however it came about: wrong ground, too many in a hex."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from a4a.core.state import State
from a4a.rules.judgement import Judgement
from a4a.rules.misplaced import Bars, misplaced, placed_wrongly
from a4a.rules.systems.war_in_europe.access import may_share
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.overstacking import excesses
from a4a.rules.systems.war_in_europe.standing import ALLIES, AXIS, standing_of
from a4a.rules.systems.war_in_europe.system import System

BARS = Bars(ships="WE-FLT-002", land="WE-LND-005", closed="WE-CMP-023", room="WE-FLT-011")


def examine(system: System, state: State) -> Iterator[Judgement]:
    """Yield what the rules do not let stand so."""
    yield from misplaced(state, BARS)
    for excess in excesses(system, state):
        yield placed_wrongly(
            excess.units[0].owner, excess.space, excess.limit.rule, str(excess),
            f"{excess.limit.group} in a hex: at most {excess.limit.most}",
        )  # fmt: skip
    yield from _enemies(system, state)
    yield from _mixed(system, state)
    for unit in state.units.values():
        counter = system.catalog.find_counter(unit.owner, unit.name)
        if counter is not None and unit.damage > 1:
            yield placed_wrongly(
                unit.owner, state.space_of(unit.id) or "", "",
                f"{unit.name} has lost {unit.damage} steps", "a counter has two sides",
            )  # fmt: skip


def _enemies(system: System, state: State) -> Iterator[Judgement]:
    """Hexes that land units of both sides hold; a landing, which nobody sees here, excuses it."""
    field = field_of(system, state)
    axis, allies = (field.occupied(side, "land") for side in (AXIS, ALLIES))
    for space in sorted(axis & allies):
        owner = field.units(space, AXIS, "land")[0].owner
        says = "opposing units share a hex only through an airdrop or an amphibious assault"
        found = placed_wrongly(owner, space, "WE-STK-010", f"both sides in {space}", says)
        yield msgspec.structs.replace(found, severity="dubious")


def _mixed(system: System, state: State) -> Iterator[Judgement]:
    """Soviets who share a hex with those who are, or may yet be, their allies (12.4.3)."""
    standing = standing_of(system, state)
    for unit in state.units.values():
        if unit.owner in system.countries.apart and isinstance(unit.place, str):
            bar = may_share(standing, state, unit, unit.place)
            if bar is not None:
                what = f"{unit.name} with others in {unit.place}"
                yield placed_wrongly(unit.owner, unit.place, bar.rule, what, bar.why)
