"""What can be expected of bombers, interceptors and raiders before they are sent, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from a4a.core.english import share
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.odds.raided import RaidOdds
from a4a.rules.systems.war_in_europe.combat import eligible, exposed
from a4a.rules.systems.war_in_europe.combat.battles import units_of
from a4a.rules.systems.war_in_europe.field import Field, field_of
from a4a.rules.systems.war_in_europe.naming import names
from a4a.rules.systems.war_in_europe.standing import OTHER
from a4a.rules.systems.war_in_europe.strategic import bombing, convoys, odds
from a4a.rules.systems.war_in_europe.strategic.reading import convoy_of, fight_between
from a4a.rules.systems.war_in_europe.system import System


def of_bombing(
    system: System, state: State, side: str, city: str, chosen: Sequence[int]
) -> tuple[str, ...]:
    """Say how likely bombers hit a city; and what changes if all rise that can intercept them.

    Parameters
    ----------
    system, state
        The game, and how the board stands.
    side
        Whose bombers they are.
    city
        The city.
    chosen
        The bombers' ids.
    """
    said = [f"Odds to hit: {_hit(_solved(system, state, odds.CITY, chosen))}"]
    field = field_of(system, state)
    rising = _together(field, bombing.interceptors(field, OTHER[side], city))
    if rising:
        met = _solved(system, state, odds.CITY, chosen, rising)
        said.append(f"Met by {names(system, map(state.unit, rising))}: {_hit(met)}; {_steps(met)}")
    return tuple(said)


def of_interception(
    system: System, state: State, battle: str, chosen: Sequence[int]
) -> tuple[str, ...]:
    """Say how likely the city is hit if some air units intercept its bombers.

    Parameters
    ----------
    system, state
        The game, and how the board stands.
    battle
        The raid that is intercepted.
    chosen
        The interceptors' ids.
    """
    bombers = units_of(state.battles[battle], "attacker")
    alone = _hit(_solved(system, state, odds.CITY, bombers))
    if not chosen:
        return (f"Odds that the city is hit: {alone}",)
    met = _solved(system, state, odds.CITY, bombers, chosen)
    return (
        f"Odds that the city is hit: {_hit(met)}; {_steps(met)}",
        f"Without interception: {alone}",
    )


def of_convoy(system: System, state: State, chosen: Sequence[int]) -> tuple[str, ...]:
    """Say how many points raiders can be expected to sink, with the escorts that are there.

    Air units that may cover the ocean besides are left out; so are attacks on beaten fleets on
    their way to port, but it says who could make them.

    Parameters
    ----------
    system, state
        The game, and how the board stands.
    chosen
        The raiders' ids.
    """
    target, missing = convoy_of(system, state)
    escorts = convoys.escorts(system, state)
    cover = convoys.covers(system, state) if escorts else ()
    met = _solved(system, state, target, chosen, escorts, missing)
    none = float(met.damage["probability"][0])
    said = f"Points sunk: {met.expected_damage:.1f} on average, none {share(none)}; {_steps(met)}"
    return (said, *exposed.told(system, state, (*chosen, *escorts), cover))


def _solved(
    system: System,
    state: State,
    target: str,
    attackers: Iterable[int],
    defenders: Iterable[int] = (),
    damage: int = 0,
) -> RaidOdds:
    fight = fight_between(system, state, attackers, defenders)
    return odds.raid(system, fight, target, damage).solve()


def _together(field: Field, units: Iterable[Unit]) -> list[int]:
    """The ids of those that fight together, the first before the others (12.4.3)."""
    found: list[Unit] = []
    for unit in units:
        if eligible.apart(field, (*found, unit)) is None:
            found.append(unit)
    return [unit.id for unit in found]


def _hit(met: RaidOdds) -> str:
    return share(met.expected_damage)


def _steps(met: RaidOdds) -> str:
    """The steps that both sides lose on average."""
    began = [sum(part.began for part in parts) for parts in (met.attacker, met.defender)]
    own, other = (
        sum(p * (whole - sum(left[at])) for left, p in met.forces.items())
        for at, whole in enumerate(began)
    )
    return f"steps lost {own:.1f} against {other:.1f}"
