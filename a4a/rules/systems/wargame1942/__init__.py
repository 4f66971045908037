"""The War Game: WWII: the family, and its phases by the names of its book."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Final

from a4a.boards import Dataset
from a4a.core.events import Value
from a4a.rules.ruleset import Ruleset
from a4a.rules.systems.family import Family, Games

if TYPE_CHECKING:
    from a4a.rules.areas.system import System
    from a4a.rules.phase import Phase


def _make(dataset: Dataset, games: Games, options: Mapping[str, Value]) -> Ruleset:
    from a4a.rules.areas.system import system_of
    from a4a.rules.systems.wargame1942.ruleset import WarGame

    system = system_of(dataset, games=games, options=options)
    return WarGame(system, partial(phases, system))


def phases(system: System) -> tuple[Phase[System], ...]:
    """Return all phases; ``turns.toml`` says which of them a turn has."""
    from a4a.rules.systems.wargame1942.combat.phase import Combat
    from a4a.rules.systems.wargame1942.declaring.noncombat import NoncombatMovement
    from a4a.rules.systems.wargame1942.declaring.phase import CombatOrders
    from a4a.rules.systems.wargame1942.politics.victory import EndOfGameTurn
    from a4a.rules.systems.wargame1942.production.build_and_recruit import BuildAndRecruit
    from a4a.rules.systems.wargame1942.production.war_production import WarProduction

    return (
        WarProduction(system),
        CombatOrders(system),
        Combat(system),
        NoncombatMovement(system),
        BuildAndRecruit(system),
        EndOfGameTurn(system),
    )


def _faults(dataset: Dataset, games: Games) -> list[str]:
    from a4a.rules.areas.ruleset.lists import faults
    from a4a.rules.areas.system import System
    from a4a.rules.systems.wargame1942.production import numbers

    return faults(System(dataset, games=games, options=FAMILY.options), more=(numbers.entries,))


FAMILY: Final = Family(
    systems={"wargame1942": ("wargame1942",)},
    make=_make,
    faults=_faults,
    options={
        "preemptive battleships": False,  # their dice at 8 fire first in round 1 (WG-BUB-001)
        "additional units": False,  # the optional unit types can be built (WG-UNI)
        "war without end": False,  # nobody wins because game turn 13 is over (WG-VIC-009)
    },
)
