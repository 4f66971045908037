"""What can come of a battle that is open or could be: an attack, one in transit."""

from __future__ import annotations

from collections.abc import Iterable

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.events import Participant
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.fight import Fight
from a4a.rules.hexes.battle import ChartOdds
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe import transit
from a4a.rules.systems.war_in_europe.combat import battles as b
from a4a.rules.systems.war_in_europe.combat import course, declaring, odds, reading, supporting
from a4a.rules.systems.war_in_europe.orders.fighting import Attack
from a4a.rules.systems.war_in_europe.system import System


class Opened:
    """What can come of a battle whose defender has not sent support yet.

    Parameters
    ----------
    system, state
        The game, and how the board stands, with the battle.
    battle
        Its id.

    Attributes
    ----------
    answers
        The units with which the defender may support the hex, and need not.
    """

    def __init__(self, system: System, state: State, battle: str) -> None:
        self._system, self._state, self._battle = system, state, battle
        opened = state.battles[battle]
        self.answers: tuple[Unit, ...] = supporting.candidates(system, state, opened)

    @property
    def side(self) -> str:
        """Who attacks."""
        return b.side_of(self._system, self._state, self._state.battles[self._battle], "attacker")

    @property
    def units(self) -> tuple[int, ...]:
        """The units of both sides."""
        opened = self._state.battles[self._battle]
        return tuple(unit for part in opened.participants for unit in part.units)

    def fight(self, support: Iterable[int] = ()) -> Fight:
        """Return the fight, if the defender sends these units besides what is in the hex."""
        run = Run(self._state, ScriptedDice(()))
        for number in support:
            unit, place = run.state.unit(number), run.state.space_of(number)
            joined = Participant("defender", unit.owner, (number,), place, b.SUPPORT)
            run.emit(ev.BattleJoined(self._battle, (joined,)))
        return reading.fight_of(self._system, run.state, run.state.battles[self._battle])


class Outlook(Opened):
    """What can come of an attack that a side may declare.

    Parameters
    ----------
    system, state
        The game, and how the board stands.
    order
        The attack.
    side
        Who attacks.

    Raises
    ------
    RuleViolation
        If the attack may not be made.
    """

    def __init__(self, system: System, state: State, order: Attack, side: str) -> None:
        run = Run(state, ScriptedDice(()))
        found = declaring.plan(system, state, order, side)
        battle = declaring.begin(system, run, found, ())
        super().__init__(system, run.state, battle)


def in_transit(system: System, state: State, units: tuple[int, ...]) -> Opened:
    """Return what can come of an attack in transit, which is asked about, by some units."""
    run = Run(state, ScriptedDice(()))
    asked = next(asked for asked in state.decisions.values() if asked.kind == transit.KIND)
    battle = course.open_battle(run, transit.KIND, *transit.engaged(state, asked, units))
    return Opened(system, run.state, battle)


def outlook(
    system: System, state: State, order: Attack, side: str, *, support: Iterable[int] = ()
) -> ChartOdds:
    """Return what can come of an attack, if the defender sends some units in support of the hex.

    Raises
    ------
    RuleViolation
        If the attack may not be made.
    """
    fight = Outlook(system, state, order, side).fight(support)
    return odds.battle(system, fight).solve()
