"""The states at a record's nodes: folded from its steps, some of them kept."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from a4a.core.errors import RecordError
from a4a.core.fold import Fold
from a4a.core.state import State
from a4a.core.steps import ROOT, NodeId, Step
from a4a.core.tree import StepTree

_SNAPSHOT_EVERY = 32
_RECENT = 64


class States:
    """The states at the nodes of a tree.

    The first pass over a part of the tree leaves snapshots on the way, so later only a few steps
    are folded; the states asked for most recently are kept, too.

    Parameters
    ----------
    tree
        The steps.
    start
        Makes the state they begin from.
    """

    def __init__(self, tree: StepTree, start: Callable[[], State]) -> None:
        self._tree = tree
        self._start = start
        self._snapshots: dict[NodeId, State] = {}
        self._recent: OrderedDict[NodeId, State] = OrderedDict()

    def at(self, node: NodeId) -> State:
        """Return the state at a node; RecordError if an event on the way cannot have happened."""
        kept = self._recent.get(node)
        if kept is not None:
            self._recent.move_to_end(node)
            return kept
        missing: list[Step] = []
        here = node
        while (state := self._recent.get(here) or self._snapshots.get(here)) is None:
            if here == ROOT:
                state = self._snapshots[ROOT] = self._start()
                break
            step = self._tree.step(here)
            missing.append(step)
            here = step.parent
        fold = Fold(state)
        for step in reversed(missing):
            _apply(fold, step)
            if self._is_kept(step.id):
                self._snapshots[step.id] = fold.state()
        state = fold.state()
        self.keep(node, state)
        return state

    def after(self, step: Step) -> State:
        """Return the state after a step that may not be in the tree yet."""
        fold = Fold(self.at(step.parent))
        _apply(fold, step)
        return fold.state()

    def keep(self, node: NodeId, state: State) -> None:
        """Keep the state at a node for later."""
        if self._is_kept(node):
            self._snapshots[node] = state
        self._recent[node] = state
        if len(self._recent) > _RECENT:
            self._recent.popitem(last=False)

    def forget(self, node: NodeId) -> None:
        """Forget the state at a node that has been removed."""
        self._snapshots.pop(node, None)
        self._recent.pop(node, None)

    def _is_kept(self, node: NodeId) -> bool:
        """Whether the state at a node is kept for good."""
        return self._tree.depth(node) % _SNAPSHOT_EVERY == 0


def _apply(fold: Fold, step: Step) -> None:
    for number, event in enumerate(step.events):
        try:
            fold.apply(event)
        except RecordError as error:
            raise RecordError(f"step {step.id}, event {number}: {error}") from None
