"""Asking for the way through a canal or strait of a power that is neither comrade nor enemy.

Leave is asked for once a turn for each canal or strait, and holds or is refused for the rest of the
turn (R-104).
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.board import Border
from a4a.core.state import State
from a4a.rules.areas import force
from a4a.rules.areas.movement import gates
from a4a.rules.areas.movement.field import Field
from a4a.rules.areas.movement.seaways import gates_on
from a4a.rules.areas.orders import Move, Permit
from a4a.rules.decision import Decision
from a4a.rules.run import Run

KIND = "permission"


def ask(field: Field, run: Run, order: Move) -> bool:
    """Ask for the leave that a move needs; the move is made when it has been given.

    Returns
    -------
    bool
        Whether something was asked: then nothing moves yet.
    """
    units = [field.state.unit(i) for i in order.units]
    if field.system.types[units[0].type].category != "sea":
        return False
    needed = gates_on(field, units, order.path)
    if not needed:
        return False
    gate = field.system.graph.gates[needed[0]]
    powers = gates.to_ask(field, gate, [u.type for u in units])
    rule = field.system.book.cite("gate.leave")
    run.emit(ev.Asked(_id(field, gate), powers, KIND, options=("yes", "no"), rule=rule))
    return True


def asked(state: State) -> Decision | None:
    """Return the open question for leave, or None if there is none."""
    for question in state.decisions.values():
        if question.kind == KIND:
            who = state.catalog.called(mover(state))
            return Decision(
                kind=KIND,
                powers=question.powers,
                orders=("Permit",),
                rule=question.rule,
                text=f"may ships of {who} pass the {_name(question)}?",
                options=question.options,
            )
    return None


def answer(field: Field, run: Run, order: Permit) -> None:
    """Apply the answer to the open question."""
    state = field.state
    question = next(q for q in state.decisions.values() if q.kind == KIND)
    gate = next(g for g in field.system.graph.gates.values() if g.name == _name(question))
    run.emit(
        ev.Decided(question.powers, KIND, order.choice, question.decision, spaces=gate.controllers),
        ev.MarkerChanged(ev.OnPower(field.power), gates.marker(gate, order.choice), 1),
    )


def forget(field: Field, run: Run) -> None:
    """Forget the answers of the turn as the power's movement ends."""
    for gate in dict.fromkeys(g.name for g in field.system.graph.gates.values()):
        for marker in (f"passage: {gate}", f"no passage: {gate}"):
            subject = ev.OnPower(field.power)
            if run.state.markers.get((subject, marker)):
                run.emit(ev.MarkerChanged(subject, marker, 0))


def mover(state: State) -> str:
    """Return the power that waits for leave: the one of the force that the question names."""
    question = next((q for q in state.decisions.values() if q.kind == KIND), None)
    return force.whose(state, question.decision if question is not None else "")


def _id(field: Field, gate: Border) -> str:
    return f"turn {force.about(field.state, field.power)}: {gate.name}"


def _name(question: ev.Asked) -> str:
    """Name of the canal or strait that a question is about."""
    return question.decision.partition(": ")[2]
