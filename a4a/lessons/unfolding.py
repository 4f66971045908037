"""A record that is shown bit by bit: what follows is not in it until it is revealed."""

from __future__ import annotations

from a4a.core.record import GameRecord
from a4a.core.steps import NodeId, Step
from a4a.core.variations import Promote
from a4a.lessons.parts import copied


class Unfolding:
    """A copy of a record that has only what has been revealed, and what is tried there.

    Parameters
    ----------
    whole
        The record.
    until
        The node as far as which it is shown at first.

    Attributes
    ----------
    record : GameRecord
        What is shown.

    Examples
    --------
    >>> import a4a
    >>> whole = a4a.game("war_in_europe_1939_1941")
    >>> shown = Unfolding(whole, 20)
    >>> shown.record.last
    20
    >>> shown.record.depth(shown.reveal(30)) == whole.depth(30)
    True
    """

    def __init__(self, whole: GameRecord, until: NodeId) -> None:
        way = whole.way_to(until)
        self.record = copied(whole, way)
        self._whole = whole
        self._shown = {node: node for node in way}

    def reveal(self, until: NodeId) -> NodeId:
        """Show the way to a node of the whole record; return which node it is here."""
        for node in self._whole.way_to(until):
            if node not in self._shown:
                step = self._whole.step(node)
                self._shown[node] = self._known(step) or self._add(step)
        return self._shown[until]

    def lead(self, node: NodeId) -> None:
        """Let the line to a node of the whole record be the main line here."""
        first = self.record.first_of(self.reveal(node))
        if self.record.can(change := Promote(first=first, to="main")):
            self.record.do(change)

    def _known(self, step: Step) -> NodeId | None:
        """The node of the same step, if it has been tried."""
        for node in self.record.children(self._shown[step.parent]):
            tried = self.record.step(node)
            if (tried.events, tried.order) == (step.events, step.order):
                return node
        return None

    def _add(self, step: Step) -> NodeId:
        return self.record.append(
            step.events,
            parent=self._shown[step.parent],
            actors=step.actors,
            cause=step.cause,
            order=step.order,
            text=step.text,
            author=step.author,
        )
