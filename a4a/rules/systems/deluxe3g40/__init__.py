"""3G40 Deluxe: the family and its phases. What its book leaves alone is Global 1940's."""

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
    from a4a.rules.systems.deluxe3g40.ruleset import Deluxe

    system = system_of(dataset, games=games, options=options)
    return Deluxe(system, partial(phases, system))


def phases(system: System) -> tuple[Phase[System], ...]:
    """Return all phases; ``turns.toml`` says which of them a turn has."""
    from a4a.rules.areas.phases.collect_income import CollectIncome
    from a4a.rules.areas.phases.combat_move import CombatMove
    from a4a.rules.areas.phases.conduct_combat import ConductCombat
    from a4a.rules.areas.phases.deploy_aircraft import DeployDefendingAircraft
    from a4a.rules.areas.phases.mobilize import MobilizeNewUnits
    from a4a.rules.areas.phases.noncombat_move import NoncombatMove
    from a4a.rules.systems.deluxe3g40.missions.advantages import NationalAdvantages
    from a4a.rules.systems.deluxe3g40.missions.coastal import CoastalDefenses
    from a4a.rules.systems.deluxe3g40.missions.convoys import ConvoyRaids
    from a4a.rules.systems.deluxe3g40.missions.kamikaze_phase import KamikazeRaids
    from a4a.rules.systems.deluxe3g40.missions.partisans import PartisanRaids
    from a4a.rules.systems.deluxe3g40.missions.raid_phases import BombingRaids, ShoreBombardments
    from a4a.rules.systems.deluxe3g40.missions.special import SpecialSituations
    from a4a.rules.systems.deluxe3g40.missions.transports import ReassignTransports
    from a4a.rules.systems.deluxe3g40.missions.vichy_phase import VichyFrance
    from a4a.rules.systems.deluxe3g40.politics.occupation import Occupation
    from a4a.rules.systems.deluxe3g40.turn.assigning import RepairAndAssign, RepairShipsAndAssign
    from a4a.rules.systems.deluxe3g40.turn.markers import RemoveMarkers
    from a4a.rules.systems.deluxe3g40.turn.purchase import PurchaseUnits

    return (
        RemoveMarkers(system),
        RepairAndAssign(system),
        PurchaseUnits(system),
        CombatMove(system),
        DeployDefendingAircraft(system),
        ConductCombat(system, asks=()),
        Occupation(system),
        NoncombatMove(system),
        RepairShipsAndAssign(system),
        MobilizeNewUnits(system),
        CollectIncome(system),
        SpecialSituations(system),
        VichyFrance(system),
        BombingRaids(system),
        ShoreBombardments(system),
        ConvoyRaids(system),
        PartisanRaids(system),
        KamikazeRaids(system),
        ReassignTransports(system),
        CoastalDefenses(system),
        NationalAdvantages(system),
    )


def _faults(dataset: Dataset, games: Games) -> list[str]:
    from a4a.rules.areas.ruleset.lists import faults
    from a4a.rules.areas.system import System
    from a4a.rules.systems.deluxe3g40.missions import advantages, situation_data
    from a4a.rules.systems.deluxe3g40.missions.transports import reassignments
    from a4a.rules.systems.deluxe3g40.politics import vichy
    from a4a.rules.systems.deluxe3g40.politics.restraints import restraints
    from a4a.rules.systems.deluxe3g40.turn.reclaiming import reclaims

    lists = (
        reclaims, restraints, situation_data.entries, advantages.entries, reassignments,
        vichy.entries,
    )  # fmt: skip
    return faults(System(dataset, games=games, options=FAMILY.options), more=lists)


FAMILY: Final = Family(
    systems={"deluxe3g40": ("both", "global", "deluxe")},
    make=_make,
    faults=_faults,
    options={"no mercy": False},  # every 8 rolled in combat is a hit (DX-OPT-001)
)
