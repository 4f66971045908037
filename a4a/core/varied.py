"""What a record does with its variations: names, promotes and deletes them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from a4a.core.errors import RecordError
from a4a.core.position import Position
from a4a.core.steps import ROOT, NodeId, Step
from a4a.core.tree import StepTree
from a4a.core.variations import (
    MAIN,
    Change,
    Delete,
    Promote,
    Rename,
    Variation,
    check_variation,
    key_of,
)


class Varied(StepTree):
    """The part of a record that holds its variations; see `a4a.core.record.GameRecord`."""

    def __init__(self, start: Position, *, used: NodeId = ROOT) -> None:
        StepTree.__init__(self, start, used=used)
        self._variations: dict[NodeId, Variation] = {}
        self._changed = True

    def withdraw(self, node: NodeId) -> Step:
        """Take back the last step of a line."""
        raise NotImplementedError

    # --- reading --------------------------------------------------------------------------------

    @property
    def variations(self) -> tuple[Variation, ...]:
        """The variations there are, in the order they were begun.

        Examples
        --------
        >>> import a4a
        >>> from a4a.core.events import Noted
        >>> record = a4a.start("europe1940")
        >>> nodes = [record.append([Noted(text)], parent=0) for text in ("played", "what if")]
        >>> record.variations
        (Variation(first=2, name='', rank=0, author=''),)
        """
        return tuple(self.variation(node) for node in self._firsts()[1:])

    @property
    def told_variations(self) -> tuple[Variation, ...]:
        """All that is said of variations, also of those that were promoted to the main line."""
        return tuple(self._variations[node] for node in sorted(self._variations))

    def variation(self, node: NodeId) -> Variation:
        """Return what is said of the variation that begins, or began, with a node."""
        return self._variations.get(self._known(node)) or Variation(first=node)

    # --- changing -------------------------------------------------------------------------------

    def verify(self, change: Change) -> None:
        """Refuse a change of the variations that cannot be made; the record stays as it is.

        Raises
        ------
        RecordError
            If there is no such variation, the name is taken, or a step of the main line would be
            lost; the message says what can be done instead.

        Examples
        --------
        >>> import a4a
        >>> from a4a.core.events import Noted
        >>> record = a4a.start("europe1940")
        >>> node = record.append([Noted("played")])
        >>> record.verify(Delete(node=node))
        Traceback (most recent call last):
        a4a.core.errors.RecordError: node 1 is on the main line, which is never deleted: promote \
a variation over it first, or copy the line you want to a record of its own
        """
        match change:
            case Rename(first=first, name=name):
                self._check_first(first)
                self._check_name(msgspec.structs.replace(self.variation(first), name=name))
            case Promote(first=first, to=to):
                self._check_first(first)
                if to not in ("line", MAIN):
                    raise RecordError(f'a variation is promoted to "line" or "main", not {to!r}')
            case Delete(node=node):
                if self.first_of(node) == ROOT:
                    raise RecordError(
                        f"node {node} is on the main line, which is never deleted: promote a "
                        "variation over it first, or copy the line you want to a record of its own"
                    )
            case _:
                raise RecordError(
                    f"a {type(change).__name__} is no change of variations: "
                    "Rename, Promote and Delete are"
                )

    def can(self, change: Change) -> bool:
        """Whether a change of the variations can be made."""
        try:
            self.verify(change)
        except RecordError:
            return False
        return True

    def do(self, change: Change) -> None:
        """Name, promote or delete a variation.

        Raises
        ------
        RecordError
            As `verify`; the record stays as it is.

        Examples
        --------
        >>> import a4a
        >>> from a4a.core.events import Noted
        >>> record = a4a.start("europe1940")
        >>> nodes = [record.append([Noted(text)], parent=0) for text in ("played", "what if")]
        >>> record.do(Rename(first=2, name="Sea Lion"))
        >>> record.lines, record.line("Sea Lion")
        (('main', 'Sea Lion'), (2,))
        >>> record.do(Promote(first=2))
        >>> record.lines, record.line()
        (('main', 'variation 1'), (0, 2))
        >>> record.do(Delete(node=1))
        >>> record.lines, record.used
        (('main',), 2)
        """
        self.verify(change)
        match change:
            case Rename(first=first, name=name):
                self._say(msgspec.structs.replace(self.variation(first), name=name))
            case Promote(first=first, to=to):
                self._lift(first)
                while to == MAIN and (first := self.first_of(first)) != ROOT:
                    self._lift(first)
            case Delete(node=node):
                for below in reversed(self._subtree(node)):
                    self.withdraw(below)

    def sign_variation(self, first: NodeId, author: str) -> None:
        """Say who made a variation.

        Raises
        ------
        RecordError
            If no variation begins there, or the name is not one short line of text.
        """
        self._check_first(first)
        self._say(msgspec.structs.replace(self.variation(first), author=author))

    # --- inside ---------------------------------------------------------------------------------

    def _rank(self, node: NodeId) -> int:
        told = self._variations.get(node)
        return told.rank if told is not None else 0

    def _called(self, node: NodeId) -> str:
        return self.variation(node).line if node in self._children else f"variation {node}"

    def _check_first(self, node: NodeId) -> None:
        """Refuse a node with which no variation begins."""
        first = self.first_of(node)
        if first == node and node != ROOT:
            return
        there = ", ".join(str(n) for n in self._firsts()[1:12]) or "none yet"
        of = "the main line" if first == ROOT else f"{self._called(first)!r}, which begins with "
        where = of if first == ROOT else f"{of}node {first}"
        raise RecordError(
            f"no variation begins with node {node}: it is on {where}; variations begin with {there}"
        )

    def _check_name(self, variation: Variation) -> None:
        """Refuse a variation that is not well said, or has the name of another."""
        check_variation(variation)
        for other in self._variations.values():
            same = variation.name and key_of(other.name) == key_of(variation.name)
            if same and other.first != variation.first:
                raise RecordError(
                    f"the variation of node {other.first} is named {other.name!r} already: "
                    "choose another name"
                )

    def _say(self, variation: Variation) -> None:
        """Keep what is said of a variation."""
        self._check_name(variation)
        self._changed = True
        if variation.told:
            self._variations[variation.first] = variation
        else:
            self._variations.pop(variation.first, None)
        self._retell(variation.first)

    def _lift(self, first: NodeId) -> None:
        """Put a node before its siblings, with the smallest ranks that do so."""
        before = self._steps[first].parent
        order = [first, *(n for n in self._children[before] if n != first)]
        rank = 0
        following: NodeId | None = None
        for node in reversed(order):
            if following is not None and self._recorded[node] > self._recorded[following]:
                rank += 1
            following = node
            self._say_rank(node, rank)
        self._changed = True
        self._arrange(before)

    def _say_rank(self, node: NodeId, rank: int) -> None:
        variation = msgspec.structs.replace(self.variation(node), rank=rank)
        if variation.told:
            self._variations[node] = variation
        else:
            self._variations.pop(node, None)

    def _subtree(self, node: NodeId) -> list[NodeId]:
        """A node and all that follow it, parents before their children."""
        found = [node]
        for here in found:
            found += self._children[here]
        return found

    def _add_variations(self, variations: Iterable[Variation]) -> None:
        """Keep what a file says of variations.

        Raises
        ------
        RecordError
            If a node is not there, or is named twice, or a name is.
        """
        names: dict[str, NodeId] = {}
        for variation in variations:
            check_variation(variation)
            first = variation.first
            if first not in self._steps:
                raise RecordError(f"a variation begins with node {first}, which does not exist")
            if first in self._variations:
                raise RecordError(f"the variation of node {first} is described twice")
            if variation.name and names.setdefault(key_of(variation.name), first) != first:
                raise RecordError(f"two variations are named {variation.name!r}")
            if variation.told:
                self._variations[first] = variation
        if self._variations:
            self._arrange(*{self._steps[node].parent for node in self._variations})
