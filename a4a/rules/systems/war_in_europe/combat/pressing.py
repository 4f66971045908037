"""Air units that have won in the air: they may go on to attack the fleets below (9.2.3)."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.events import Asked, Winner
from a4a.core.state import State
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.combat import battles as b
from a4a.rules.systems.war_in_europe.orders.fighting import PressOn
from a4a.rules.systems.war_in_europe.system import System

KIND = "press on"
STEP = "attacker presses on"
RULE = "WE-ACB-006"


def ask(system: System, run: Run, battle: str, won: Winner) -> bool:
    """Ask air units that struck a hex with fleets, and won in the air, whether they go on.

    Returns
    -------
    bool
        Whether it is asked.
    """
    state = run.state
    found = state.battles[battle]
    media = [system.media[state.unit(u).type] for u in b.units_of(found, "defender")]
    strikers = b.units_of(found, "attacker")
    if b.kind_of(battle) != "air" or won != "attacker" or "sea" not in media or not strikers:
        return False
    question = b.asked(system, state, found, "attacker", KIND, RULE, ("yes", "no"))
    run.emit(ev.CombatStepBegan(battle, STEP), question)
    return True


class Pressing(Question[System]):
    """Whether air units go on against the fleets."""

    kind = KIND
    order = PressOn.__name__

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked."""
        battle = state.battles[asked.battle]
        return Decision(
            kind=KIND,
            powers=asked.powers,
            orders=(self.order,),
            rule=RULE,
            text=f"attack the fleets in {battle.space} now?",
            battle=battle.id,
            options=asked.options,
            units=b.units_of(battle, "attacker"),
            spaces=(battle.space,),
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Both answers may be given."""

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Let the air units leave if they do not go on."""
        assert isinstance(order, PressOn)
        run.emit(ev.Decided(asked.powers, KIND, order.choice, asked.decision, battle=asked.battle))
        if order.choice == "no":
            units = b.units_of(run.state.battles[asked.battle], "attacker")
            run.emit(ev.BattleLeft(asked.battle, units, "broke off"))
