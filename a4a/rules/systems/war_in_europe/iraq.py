"""Iraq: shut until it rebels, conquered and liberated with its capital (12.5)."""

from __future__ import annotations

from a4a.boards.columns import OUT_OF_PLAY
from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Holding
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.conquest import conquer, liberate
from a4a.rules.systems.war_in_europe.neutrality import join
from a4a.rules.systems.war_in_europe.possession import hand_over
from a4a.rules.systems.war_in_europe.standing import AXIS, standing_of
from a4a.rules.systems.war_in_europe.system import System

REBELS, QUIET = "rebels", "stays quiet"


def may_rebel(system: System, state: State, power: str) -> bool:
    """Whether the Axis rolls for a rebellion now: from its turn on, until it has come (12.5)."""
    rebellion = system.countries.rebellions[power]
    return state.round >= rebellion.turn and standing_of(system, state).is_neutral(power)


def roll(system: System, run: Run) -> None:
    """Roll for the rebellions that may come, at the beginning of a turn's Strategic Warfare."""
    for power in system.countries.rebellions:
        if not may_rebel(system, run.state, power):
            continue
        sides, numbers = system.catalog.dice_sides, system.numbers
        faces = run.dice.roll(numbers["rebellion dice"], sides=sides)
        comes = sum(faces) >= numbers["rebellion from"]
        dice = tuple(ev.Die(face) for face in faces)
        outcome = f"{power} {REBELS if comes else QUIET}"
        run.emit(ev.Rolled("event", _roller(system), dice, sides, outcome=outcome))
        if comes:
            _rebel(system, run, power)


def _roller(system: System) -> str:
    """The power that rolls for the Axis: its strongest."""
    return "Germany" if "Germany" in system.catalog.power_order else AXIS


def _rebel(system: System, run: Run, power: str) -> None:
    """Let a power rise under Axis control, with its unit in its capital."""
    countries = system.countries
    join(system, run, power, AXIS, REBELS)
    region = system.board.region(countries.rebellions[power].region)
    hand_over(system, run, region, power, REBELS)
    (capital, *_) = countries.capitals[power]
    waiting = tuple(unit.id for unit in run.state.at(Holding(power, OUT_OF_PLAY)))
    if waiting:
        run.emit(ev.UnitsPlaced(waiting, capital, REBELS))


def capital_captured(system: System, run: Run, power: str, taker: str, *, battle: str = "") -> None:
    """Let a country that rebelled be conquered or liberated the instant its capital is captured."""
    standing = standing_of(system, run.state)
    own, conquered = standing.side_of(power), standing.is_conquered(power)
    if standing.side_of(taker) == own and conquered:
        liberate(system, run, power, battle=battle)
    elif standing.side_of(taker) != own and not conquered:
        conquer(system, run, power, taker, battle=battle)
