"""Orders of a notation given to the rules, with the faces that stand beside them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from a4a.core.dice import ScriptedDice
from a4a.core.errors import A4AError
from a4a.core.events import AnyEvent
from a4a.core.fold import Fold
from a4a.core.state import State
from a4a.core.steps import ROOT, NodeId, Step
from a4a.rules.obeying import obeyed, verify
from a4a.rules.order import Order, written
from a4a.rules.ruleset import Ruleset
from a4a.rules.run import Run


class Given(NamedTuple):
    """The steps that an item makes.

    Parameters
    ----------
    steps
        Them, in order; turns that begin by themselves follow the first.
    state
        The state after all of them.
    time
        Round and active powers after the first.
    """

    steps: tuple[Step, ...]
    state: State
    time: tuple[int, tuple[str, ...]]


def give(
    ruleset: Ruleset,
    state: State,
    order: Order,
    faces: Iterable[int],
    *,
    node: NodeId,
    first: int,
    author: str = "",
) -> Given:
    """Give an order at a node.

    Parameters
    ----------
    ruleset, state, order, faces
        What is given where, and what the dice show.
    node
        The node.
    first
        The id of the order's own step.
    author
        The program that decided, or "".

    Raises
    ------
    A4AError
        If the order may not be given, or rolls other dice.
    """
    verify(ruleset, state, order)
    dice = ScriptedDice(faces)
    caused = obeyed(ruleset, state, order, dice)
    if dice.left:
        raise A4AError(f"{dice.left} of the faces are not rolled")
    own, *turns = caused.steps
    steps = [
        Step(
            id=first, parent=node, events=own, actors=caused.actors, order=written(order),
            author=author,
        )
    ]  # fmt: skip
    for number, events in enumerate(turns, start=first):
        steps.append(Step(id=number + 1, parent=number, events=events, cause="engine"))
    return Given(tuple(steps), caused.state, _time(state, own))


def begun(ruleset: Ruleset, state: State, *, first: int) -> Given:
    """Do what the rules do before the first decision."""
    run = Run(state, ScriptedDice(()))
    ruleset.begin(run)
    step = Step(id=first, parent=ROOT, events=tuple(run.events), cause="engine")
    return Given((step,), run.state, (run.state.round, run.state.active))


def _time(state: State, events: Sequence[AnyEvent]) -> tuple[int, tuple[str, ...]]:
    after = Fold(state).apply_all(events).working
    return after.round, after.active
