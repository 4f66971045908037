"""How neutrals come into the war: invaded, called by the calendar, or drawn in by their own units.

`invade` is what follows when land or air units enter neutral land; `join` brings a power into the
war on a side, and relations follow.
"""

from __future__ import annotations

from typing import Final

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.access import UNITED_STATES, is_west
from a4a.rules.systems.war_in_europe.standing import (
    AXIS,
    NEUTRAL,
    OTHER,
    WITH,
    Standing,
    standing_of,
)
from a4a.rules.systems.war_in_europe.system import System

ENTRY_DELAY: Final = "entry delay"
"""The marker of a power whose entry into the war is late by so many turns (5.3.1)."""

WAR, ALLIED = "war", "allied"


def join(system: System, run: Run, power: str, side: str, reason: str) -> None:
    """Let a neutral go to war on a side; it stays as it is if it is no neutral."""
    if NEUTRAL not in run.state.statuses(power):
        return
    gained = () if system.catalog.side_of(power) == side else (WITH[side],)
    run.emit(ev.StatusChanged(power, gained, (NEUTRAL,), reason))
    align(system, run)


def invade(system: System, run: Run, invader: str, neutral: str) -> None:
    """Let a power's land or air units enter, or attack across, a neutral's border (5.3.1, 12).

    The neutral joins the side that did not invade it, at once; an Axis minor power that other Axis
    units enter joins them. Vichy France is not invaded by the Allies, who may enter it.
    """
    countries, standing = system.countries, standing_of(system, run.state)
    side, own = standing.side_of(invader), standing.side_of(neutral)
    if neutral in countries.rumps:
        if side != own:
            join(system, run, neutral, own, f"invaded by {invader}")
        return
    if side == own and neutral not in countries.dates:
        join(system, run, neutral, side, f"entered by {invader}")
        return
    _delay(system, run, invader, neutral)
    join(system, run, neutral, OTHER[side], f"invaded by {invader}")


def _delay(system: System, run: Run, invader: str, neutral: str) -> None:
    """Count a neutral that the West has invaded before the United States enters the war."""
    standing = standing_of(system, run.state)
    late = standing.is_neutral(UNITED_STATES) and neutral not in system.countries.dates
    if late and is_west(standing, invader):
        subject = ev.OnPower(UNITED_STATES)
        run.emit(ev.MarkerChanged(subject, ENTRY_DELAY, delay(run.state) + 1))


def delay(state: State) -> int:
    """Return by how many turns the entry of the United States is late."""
    return state.markers.get((ev.OnPower(UNITED_STATES), ENTRY_DELAY), 0)


def dates_pass(system: System, run: Run) -> None:
    """Let powers go to war whose turn has come: at the start of each game turn (12.1, 12.4)."""
    for date in system.countries.dates.values():
        turn = date.turn + date.delayed * delay(run.state)
        if run.state.round >= turn:
            side = system.catalog.side_of(date.power)
            join(system, run, date.power, side, "its time has come")


def align(system: System, run: Run) -> None:
    """Let relations follow: enemies are at war, powers that fight on one side are allied."""
    state = run.state
    standing = standing_of(system, state)
    for (a, b), old in state.relations.items():
        new = _relation(standing, a, b, old)
        if new != old:
            run.emit(ev.RelationChanged(a, b, old, new))


def _relation(standing: Standing, a: str, b: str, old: str) -> str:
    if standing.are_enemies(a, b):
        return WAR
    sides = {standing.side_of(a), standing.side_of(b)}
    if standing.is_neutral(a) or standing.is_neutral(b):
        return old if sides == {AXIS} else NEUTRAL
    return ALLIED if len(sides) == 1 else NEUTRAL
