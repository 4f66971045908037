"""How the end of a turn is answered: which unnamed forts come off the map."""

from __future__ import annotations

from a4a.core.state import State
from a4a.rules.choices import Answers, Form
from a4a.rules.systems.war_in_europe.forms.answers import answer
from a4a.rules.systems.war_in_europe.naming import called
from a4a.rules.systems.war_in_europe.orders.producing import EndTurn, RemoveFort
from a4a.rules.systems.war_in_europe.upkeep import EndOfTurn


def end_of_turn_forms(phase: EndOfTurn, state: State) -> tuple[Form, ...]:
    """Return the forms of what is asked at the end of a turn."""
    decision = phase.decision(state)
    if decision is None:
        return ()
    forts = tuple(
        answer(
            phase.verify, state, f"Take {called(phase.system, fort)} off the map",
            RemoveFort(fort.owner, fort.name), spaces=(str(fort.place),),
        )
        for fort in map(state.unit, decision.units)
    )  # fmt: skip
    end = answer(phase.verify, state, "Leave the others, and end the turn", EndTurn())
    return Answers("Unnamed forts", forts, aside=True), Answers("", (end,))
