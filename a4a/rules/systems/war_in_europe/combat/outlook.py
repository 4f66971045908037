"""What can come of an attack, before it is declared: the odds of all its stages."""

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
from a4a.rules.systems.war_in_europe.combat import battles as b
from a4a.rules.systems.war_in_europe.combat import declaring, odds, reading, supporting
from a4a.rules.systems.war_in_europe.orders.fighting import Attack
from a4a.rules.systems.war_in_europe.system import System


class Outlook:
    """What can come of an attack that a side may declare.

    Parameters
    ----------
    system, state
        The game, and how the board stands.
    order
        The attack.
    side
        Who attacks.

    Attributes
    ----------
    order
        The attack.
    answers
        The units with which the defender may support the hex, and need not.

    Raises
    ------
    RuleViolation
        If the attack may not be made.
    """

    def __init__(self, system: System, state: State, order: Attack, side: str) -> None:
        self._system, self.order = system, order
        self._run = Run(state, ScriptedDice(()))
        found = declaring.plan(system, state, order, side)
        self._battle = declaring.begin(system, self._run, found, ())
        opened = self._run.state.battles[self._battle]
        self.answers: tuple[Unit, ...] = supporting.candidates(system, self._run.state, opened)

    def fight(self, support: Iterable[int] = ()) -> Fight:
        """Return the fight, if the defender sends these units besides what is in the hex."""
        run = Run(self._run.state, ScriptedDice(()))
        for number in support:
            unit, place = run.state.unit(number), run.state.space_of(number)
            joined = Participant("defender", unit.owner, (number,), place, b.SUPPORT)
            run.emit(ev.BattleJoined(self._battle, (joined,)))
        return reading.fight_of(self._system, run.state, run.state.battles[self._battle])


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
