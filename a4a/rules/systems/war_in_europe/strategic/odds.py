"""What a raid means on the chart: bombers over a city, fleets that attack a convoy (6)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from a4a.core.english import either_of, list_of
from a4a.core.errors import BattleError
from a4a.core.names import one
from a4a.rules.fight import Fight, Raids
from a4a.rules.hexes.exchange import Force, Volley
from a4a.rules.hexes.odds import End
from a4a.rules.hexes.raid import ChartRaid
from a4a.rules.systems.war_in_europe.combat.odds import Side, beyond, sides
from a4a.rules.systems.war_in_europe.economy import shipments
from a4a.rules.systems.war_in_europe.field import ACTS_ABOARD
from a4a.rules.systems.war_in_europe.production import grants
from a4a.rules.systems.war_in_europe.standing import ALLIES, AXIS, OTHER
from a4a.rules.systems.war_in_europe.strategic import stages
from a4a.rules.systems.war_in_europe.strategic.bombing import INTERCEPTS
from a4a.rules.systems.war_in_europe.system import System

CITY, CONVOY, IMPROVED = "city", "convoy", "improved convoy"
_COVERS: Final = 1
"""Air units that cover an improved convoy from land, at most (6.2.2)."""


class WarInEuropeRaids(Raids):
    """The raids of the game.

    Parameters
    ----------
    system
        The game.
    """

    targets = (CITY, CONVOY, IMPROVED)
    """A production city; a convoy; one that is improved, as from Spring 1943 on (6.2.2)."""

    def __init__(self, system: System) -> None:
        self._system = system

    def raid(self, fight: Fight, target: str, damage: int) -> ChartRaid:
        """Return what a raid means on the chart."""
        return raid(self._system, fight, target, damage)


def raid(system: System, fight: Fight, target: str, damage: int) -> ChartRaid:
    """Return what a raid means on the chart.

    Damage are production points that are lost: the one of a city; of a convoy at most all that can
    be at sea, the greatest maximum of Lend-Lease among them.

    Parameters
    ----------
    system
        The game.
    fight
        Bombers against interceptors; or Axis fleets against Allied ones and air units with them.
    target
        "city", "convoy", or "improved convoy".
    damage
        How many of the points are lost already.

    Raises
    ------
    BattleError
        If units cannot be in this raid, or there is no such target.

    Examples
    --------
    >>> from a4a.boards import load
    >>> from a4a.rules.fight import Army, Band
    >>> game = System(load("war_in_europe"), games=("both", "war_in_europe"))
    >>> boats = Army((Band("submarine fleet", 2),), "Germany")
    >>> made = raid(game, Fight("raid", boats, ()), "convoy", 0)
    >>> made.room, round(made.solve().expected_damage, 3)
    (7, 0.75)
    """
    if target not in WarInEuropeRaids.targets:
        known = either_of(map(one, WarInEuropeRaids.targets))
        raise BattleError(f"raids are on {known}, not {target!r}")
    attacker, defender = sides(system, fight)
    if not attacker.force:
        raise BattleError("the attacker has no units: a raid needs some")
    if fight.ground:
        raise BattleError(f"terrain={list_of(fight.ground)}: it makes no difference to a raid")
    whole = 1 if target == CITY else most_at_sea(system)
    if not 0 <= damage <= whole:
        raise BattleError(f"target_damage={damage}: a {target} loses 0 to {whole} points")
    for side, role in ((attacker, "attacker"), (defender, "defender")):
        _verify_sides(system, side, role, AXIS if role == "attacker" else ALLIES, target)
    aim: Callable[[Force], Volley]
    if target == CITY:
        types = {key: band.unit for key, band in attacker.bands.items()}
        stage: stages.Interception | stages.Escort = stages.interception(system)
        aim = partial(_bombs, system, types)
    else:
        _verify_cover(system, defender, target)
        stage, aim = stages.ESCORT, stages.convoy_attack
    return ChartRaid(
        system.chart,
        stage,
        attacker.force,
        defender.force,
        attacker.names | defender.names,
        aim,
        whole - damage,
        first=target == CONVOY,
        raiding=_bombers if target == CITY else _raiders,
        beyond=beyond(attacker, defender),
    )


def most_at_sea(system: System) -> int:
    """Return the most points that can be on their way for a convoy attack to sink (4.2.B.2)."""
    found = grants(system.dataset)
    sure = found[shipments.DOMINIONS].points + found[shipments.IRAQ_ALLIED].points
    return sure + max(turn.lend_lease for turn in system.dataset.track)


def _bombs(system: System, types: dict[int, str], force: Force) -> Volley:
    return stages.bombing(system, force, (types[piece.key] for piece in force))


def _bombers(end: End) -> Force:
    """Who bombs after the air battle: all that are left, also if they have lost it (R-298)."""
    return end.attacker


def _raiders(end: End) -> Force:
    """Who attacks the convoy after the sea battle: nobody if it is lost (WE-CVY-010)."""
    return () if end.winner == "defender" else end.attacker


# --- who may be in a raid -------------------------------------------------------------------------


def _verify_sides(system: System, side: Side, role: str, whose: str, target: str) -> None:
    """Refuse units that do not raid such a target, or do not oppose the raid."""
    catalog, convoy = system.catalog, target != CITY
    for band in side.bands.values():
        what = f"{band.name or band.unit} ({role})"
        medium, kind = system.media[band.unit], system.types[band.unit]
        fleet = convoy and medium == "sea"
        if convoy and band.power and catalog.side_of(band.power) == OTHER[whose]:
            raise BattleError(f"{what}: {whose} units alone are on this side (WE-CVY-003)")
        if role == "attacker" and not (fleet or (not convoy and medium == "air")):
            who = "fleets attack convoys (WE-CVY-003)" if convoy else "air units bomb (WE-BOM-003)"
            raise BattleError(f"{what}: only {who}")
        if role == "defender" and not convoy and INTERCEPTS not in kind.abilities:
            raise BattleError(f"{what}: air units of range 3 intercept (WE-BOM-004)")
        if role == "defender" and convoy and not fleet and medium != "air":
            raise BattleError(f"{what}: fleets and air units defend convoys (WE-CVY-004)")


def _verify_cover(system: System, side: Side, target: str) -> None:
    """Refuse more air units than cover a convoy besides naval air: one, once it is improved."""
    others = [
        band
        for band in side.bands.values()
        if system.media[band.unit] == "air" and ACTS_ABOARD not in system.types[band.unit].abilities
    ]
    most = _COVERS if target == IMPROVED else 0
    if len(others) > most:
        called = list_of(band.name or band.unit for band in others)
        allowed = "one air unit besides" if most else "none besides before Spring 1943"
        raise BattleError(f"{called} (defender): naval air covers convoys, {allowed} (WE-CVY-008)")
