"""What can come of an attack, before it is declared: the odds of all its stages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.events import Participant, Role, Winner
from a4a.core.state import State
from a4a.rules.hexes.exchange import Force
from a4a.rules.hexes.odds import Chances, fight
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.combat import battles as b
from a4a.rules.systems.war_in_europe.combat import declaring
from a4a.rules.systems.war_in_europe.combat import forces as f
from a4a.rules.systems.war_in_europe.orders.fighting import Attack
from a4a.rules.systems.war_in_europe.system import System


@dataclass(frozen=True)
class Outlook:
    """What can come of an attack.

    Parameters
    ----------
    attacker, defender
        Who fights, in all stages.
    chances
        How likely each end of the last stage is, before anybody retreats.
    """

    attacker: Force
    defender: Force
    chances: Chances

    def wins(self, winner: Winner) -> float:
        """Return how likely a side, or nobody, is to win."""
        return sum(p for end, p in self.chances.items() if (end.winner or "nobody") == winner)

    def losses(self, role: Role) -> float:
        """Return how many steps a side is to expect to lose."""
        before = sum(piece.steps for piece in self._of(role))
        left = sum(
            p * sum(piece.steps for piece in (end.attacker if role == "attacker" else end.defender))
            for end, p in self.chances.items()
        )
        return before - left

    def _of(self, role: Role) -> Force:
        return self.attacker if role == "attacker" else self.defender


def outlook(
    system: System, state: State, order: Attack, side: str, *, support: Iterable[int] = ()
) -> Outlook:
    """Return what can come of an attack that a side may declare.

    Both sides take losses where they keep most factors, and air units that have won in the air go
    on against fleets.

    Parameters
    ----------
    system, state
        The game, and how the board stands.
    order
        The attack.
    side
        Who attacks.
    support
        What the defender sends besides what is in the hex.

    Raises
    ------
    RuleViolation
        If the attack may not be made.
    """
    plan = declaring.plan(system, state, order, side)
    run = Run(state, ScriptedDice(()))
    battle = declaring.begin(system, run, plan, ())
    for number in support:
        unit = run.state.unit(number)
        place = run.state.space_of(number)
        joined = Participant("defender", unit.owner, (number,), place, b.SUPPORT)
        run.emit(ev.BattleJoined(battle, (joined,)))
    found = run.state.battles[battle]
    attacker, defender = (
        f.force(system, run.state, found, role) for role in ("attacker", "defender")
    )
    names = f.STAGES if plan.kind == "land" else f.STAGES[:2]
    stages = [f.stage(system, run.state, found, name) for name in names]
    return Outlook(attacker, defender, fight(system.chart, stages, attacker, defender))
