"""What another program recorded of a game that is played on from one of its nodes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from a4a.core.events import AnyEvent, RoundBegan, TurnBegan
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import NodeId, Source, Step


@dataclass(frozen=True)
class Account:
    """The program's record, as seen from the node.

    Parameters
    ----------
    record
        The record.
    node
        Where the game is played on.
    turn
        The steps of the current turn so far, in order.
    """

    record: GameRecord
    node: NodeId
    turn: tuple[Step, ...]

    @property
    def told(self) -> tuple[AnyEvent, ...]:
        """The events of the current turn so far, in order."""
        return tuple(event for step in self.turn for event in step.events)

    def before(self, step: Step) -> State:
        """Return the state before a step."""
        return self.record.state_at(step.parent)

    def steps(self) -> Iterator[Step]:
        """Yield all steps so far, in order."""
        for node in self.record.way_to(self.node)[1:]:
            yield self.record.step(node)

    def later(self) -> Iterator[AnyEvent]:
        """Yield what the program tells of the rest of the turn: what is going to be played anew."""
        node = self.node
        while children := self.record.children(node):
            step = self.record.step(children[0])
            if step.order is not None:
                return  # somebody has played on from here
            for event in step.events:
                if isinstance(event, (TurnBegan, RoundBegan)):
                    return
                yield event
            node = step.id


def account_of(record: GameRecord, node: NodeId) -> Account | None:
    """Return what another program tells at a node; None if the kernel plays the turn already."""
    if record.header.source.program == Source().program:
        return None
    turn: list[Step] = []
    here = node
    while (step := record.steps.get(here)) is not None:
        if step.order is not None:
            return None
        turn.insert(0, step)
        if any(isinstance(event, TurnBegan) for event in step.events):
            break
        here = step.parent
    return Account(record, node, tuple(turn)) if turn else None
