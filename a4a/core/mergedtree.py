"""The steps and variations of two records as one tree."""

from __future__ import annotations

import heapq
from collections.abc import Iterator

import msgspec

from a4a.core.clashes import Clash, Tell, numbered, one_of
from a4a.core.identity import ROOT_KEY, NodeKey, node_keys
from a4a.core.steps import ROOT, NodeId, Step
from a4a.core.variations import MOST_NAME, Variation, key_of
from a4a.core.varied import Varied


class MergedTree:
    """The tree of all steps of two records.

    Attributes
    ----------
    keys
        The keys of both records' nodes.
    numbers
        The number of each node here, by its key.
    """

    def __init__(self, mine: Varied, theirs: Varied) -> None:
        self._trees = (mine, theirs)
        self.keys = (node_keys(mine), node_keys(theirs))
        self._nodes = tuple({key: node for node, key in keys.items()} for keys in self.keys)
        self._steps: dict[NodeKey, Step] = {}
        self._parents: dict[NodeKey, NodeKey] = {}
        self._children: dict[NodeKey, list[NodeKey]] = {ROOT_KEY: []}
        for tree, keys in zip(self._trees, self.keys, strict=True):
            for node, step in tree.steps.items():
                if keys[node] not in self._steps:
                    self._steps[keys[node]] = step
                    self._children[keys[node]] = []
                    self._children[keys[step.parent]].append(keys[node])
                    self._parents[keys[node]] = keys[step.parent]
        self.numbers = self._number()

    @property
    def used(self) -> NodeId:
        """The highest number ever used."""
        return max(*(tree.used for tree in self._trees), *self.numbers.values())

    def steps(self) -> Iterator[Step]:
        """Yield the steps in the order of their numbers, but parents first."""
        pending = [(ROOT, ROOT_KEY)]
        while pending:
            number, key = heapq.heappop(pending)
            if key in self._steps:
                step = self._steps[key]
                parent = self.numbers[self._parents[key]]
                yield msgspec.structs.replace(step, id=number, parent=parent)
            for child in self._children[key]:
                heapq.heappush(pending, (self.numbers[child], child))

    def variations(self, tell: Tell) -> list[Variation]:
        """Return what both records say of variations, told as one."""
        told: dict[NodeKey, Variation] = {}
        for tree, keys in zip(self._trees, self.keys, strict=True):
            for one in tree.told_variations:
                key = keys[one.first]
                node = self.numbers[key]
                other = told.get(key, Variation(first=node))
                told[key] = Variation(
                    first=node,
                    name=one_of(one.name, other.name, "name", tell, node),
                    rank=max(one.rank, other.rank),
                    author=one_of(one.author, other.author, "author", tell, node),
                )
        for parent in self._children:
            self._go_on(parent, told, tell)
        return list(_named_apart(sorted(told.values(), key=lambda v: v.first), tell))

    # --- inside ---------------------------------------------------------------------------------

    def _number(self) -> dict[NodeKey, NodeId]:
        """Number the nodes, those that must have new numbers in the order of the keys."""
        above = max(tree.used for tree in self._trees)
        numbers = numbered(self._nodes, self._walk(), above=above)
        # Equal steps after one node are told apart by which came first: their numbers say so.
        alike: dict[str, list[NodeKey]] = {}
        for key in numbers:
            alike.setdefault(key[0], []).append(key)
        for keys in alike.values():
            if len(keys) > 1:
                free = sorted(numbers[key] for key in keys)
                numbers.update(zip(sorted(keys), free, strict=True))
        return numbers

    def _walk(self) -> Iterator[NodeKey]:
        """Yield all nodes, each followed by what follows it, in the order of the keys."""
        pending = [ROOT_KEY]
        while pending:
            key = pending.pop()
            yield key
            pending += sorted(self._children[key], reverse=True)

    def _go_on(self, parent: NodeKey, told: dict[NodeKey, Variation], tell: Tell) -> None:
        """Let the line of a node go on as both records have it, or as the better rank says."""
        children = self._children[parent]
        if len(children) < 2:
            return

        def rank(key: NodeKey) -> int:
            return told[key].rank if key in told else 0

        def place(key: NodeKey) -> tuple[int, NodeId]:
            return -rank(key), self.numbers[key]

        firsts = sorted(set(self._firsts(parent)), key=place)
        chosen, *others = firsts
        for other in others:
            kept, number = str(self.numbers[chosen]), str(self.numbers[other])
            tell(Clash(about="line", kept=kept, other=number, node=self.numbers[parent]))
        if min(children, key=place) != chosen:
            lifted = told.get(chosen, Variation(first=self.numbers[chosen]))
            highest = max(map(rank, children))
            told[chosen] = msgspec.structs.replace(lifted, rank=highest + 1)

    def _firsts(self, parent: NodeKey) -> Iterator[NodeKey]:
        """Yield how the line of a node goes on in each record in which it does."""
        for tree, nodes, keys in zip(self._trees, self._nodes, self.keys, strict=True):
            node = nodes.get(parent)
            if node is not None and (following := tree.children(node)):
                yield keys[following[0]]


def _named_apart(variations: list[Variation], tell: Tell) -> Iterator[Variation]:
    """Let the first of several variations of one name have it, and add their nodes to others'."""
    taken: set[str] = set()
    for variation in variations:
        name = variation.name
        if name and key_of(name) in taken:
            ending = f" (node {variation.first})"
            name = name[: MOST_NAME - len(ending)].rstrip() + ending
            tell(Clash(about="name", kept=name, other=variation.name, node=variation.first))
        taken.add(key_of(name))
        yield msgspec.structs.replace(variation, name=name)
