"""How the decisions of The War in Europe can be answered: buttons, counts and moves."""

from __future__ import annotations

from a4a.core.state import State
from a4a.rules.choices import Form
from a4a.rules.decision import Decision
from a4a.rules.phase import Phase
from a4a.rules.systems.war_in_europe.combat.phase import Combat
from a4a.rules.systems.war_in_europe.deploying import SetUp
from a4a.rules.systems.war_in_europe.economy.producing import Production
from a4a.rules.systems.war_in_europe.forms.deploying import deployment_forms
from a4a.rules.systems.war_in_europe.forms.fighting import battle_forms, combat_forms
from a4a.rules.systems.war_in_europe.forms.moving import interruption_forms, movement_forms
from a4a.rules.systems.war_in_europe.forms.producing import production_forms
from a4a.rules.systems.war_in_europe.forms.strategic import strategic_forms
from a4a.rules.systems.war_in_europe.forms.upkeep import end_of_turn_forms
from a4a.rules.systems.war_in_europe.moving import Movement
from a4a.rules.systems.war_in_europe.strategic.warfare import StrategicWarfare
from a4a.rules.systems.war_in_europe.system import System
from a4a.rules.systems.war_in_europe.upkeep import EndOfTurn


def forms(system: System, phase: Phase[System], state: State, asked: Decision) -> tuple[Form, ...]:
    """Return the forms that answer what is asked: by an interruption first, then by the phase."""
    if found := interruption_forms(system, state, asked) or battle_forms(system, state, asked):
        return found
    match phase:
        case StrategicWarfare():
            return strategic_forms(phase, state)
        case SetUp():
            return deployment_forms(phase, state)
        case Movement():
            return movement_forms(phase, state)
        case Combat():
            return combat_forms(phase, state)
        case Production():
            return production_forms(phase, state)
        case EndOfTurn():
            return end_of_turn_forms(phase, state)
        case _:
            return ()
