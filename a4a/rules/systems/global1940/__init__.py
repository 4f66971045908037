"""Axis & Allies Europe 1940 and Global 1940: the family, its options and its phases."""

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
    from a4a.rules.areas.ruleset.flow import AreasRuleset
    from a4a.rules.areas.system import system_of

    system = system_of(dataset, games=games, options=options)
    return AreasRuleset(system, partial(phases, system))


def phases(system: System) -> tuple[Phase[System], ...]:
    """Return the phases of a turn, in order."""
    from a4a.rules.areas.phases.collect_income import CollectIncome
    from a4a.rules.areas.phases.combat_move import CombatMove
    from a4a.rules.areas.phases.conduct_combat import ConductCombat
    from a4a.rules.areas.phases.mobilize import MobilizeNewUnits
    from a4a.rules.areas.phases.noncombat_move import NoncombatMove
    from a4a.rules.areas.phases.purchase import PurchaseAndRepair
    from a4a.rules.areas.phases.research import ResearchAndDevelopment

    return (
        ResearchAndDevelopment(system),
        PurchaseAndRepair(system),
        CombatMove(system),
        ConductCombat(system),
        NoncombatMove(system),
        MobilizeNewUnits(system),
        CollectIncome(system),
    )


def _faults(dataset: Dataset, games: Games) -> list[str]:
    from a4a.rules.areas.ruleset.lists import faults
    from a4a.rules.areas.system import System

    return faults(System(dataset, games=games, options=FAMILY.options))


FAMILY: Final = Family(
    systems={"europe1940": ("both", "europe"), "global1940": ("both", "global")},
    make=_make,
    faults=_faults,
    # "low luck" replaces most combat dice by sums of combat values; "research" plays the
    # Research & Development phase.
    options={"low luck": False, "research": False},
    option_names={"Low Luck": "low luck", "Tech Development": "research"},  # TripleA's
)
