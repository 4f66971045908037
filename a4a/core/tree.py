"""The tree of a record's steps: lines and variations, and when each node is in the game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from a4a.core import events as ev
from a4a.core.errors import RecordError
from a4a.core.position import Position
from a4a.core.steps import ROOT, NodeId, Step, Time
from a4a.core.variations import MAIN

_OF_TIME = frozenset((ev.RoundBegan, ev.TurnBegan, ev.PhaseBegan))


class StepTree:
    """The part of a record that holds its steps; see `a4a.core.record.GameRecord`."""

    def __init__(self, start: Position, *, used: NodeId = ROOT) -> None:
        self._steps: dict[NodeId, Step] = {}
        self._children: dict[NodeId, list[NodeId]] = {ROOT: []}
        self._recorded: dict[NodeId, int] = {}  # how many steps came before
        self._depth: dict[NodeId, int] = {ROOT: 0}
        self._times: dict[NodeId, Time] = {
            ROOT: Time(ROOT, MAIN, start.round, start.label, start.turn, start.active, start.phase)
        }
        self._last = ROOT
        self._last_id = used

    # --- reading --------------------------------------------------------------------------------

    @property
    def steps(self) -> Mapping[NodeId, Step]:
        """All steps by id, in the order they were recorded."""
        return MappingProxyType(self._steps)

    def step(self, node: NodeId) -> Step:
        """Return the step that leads to a node; RecordError if there is none."""
        found = self._steps.get(node)
        if found is None:
            raise RecordError(f"no step leads to node {node}; nodes go from 1 to {self._last_id}")
        return found

    def children(self, node: NodeId) -> tuple[NodeId, ...]:
        """Nodes one step after this one; the first continues the line."""
        return tuple(self._children[self._known(node)])

    def parent(self, node: NodeId) -> NodeId | None:
        """The node one step before, or None for the start."""
        return None if self._known(node) == ROOT else self._steps[node].parent

    def line(self, name: str = MAIN) -> tuple[NodeId, ...]:
        """Nodes of a line in order; the main line begins with the start, node 0.

        A variation begins with the first node that is not on the line it leaves.
        """
        begins = [n for n in self._firsts() if self._times[n].line == name]
        if not begins:
            raise RecordError(f"no line {name!r}; there are {', '.join(self.lines)}")
        return self._along(begins[0])

    @property
    def lines(self) -> tuple[str, ...]:
        """Names of the main line and of the variations, in the order they were begun."""
        return tuple(self._times[node].line for node in self._firsts())

    def first_of(self, node: NodeId) -> NodeId:
        """Return the first node of the line that a node is on; the main line's is node 0.

        Examples
        --------
        >>> import a4a
        >>> from a4a.core.events import Noted
        >>> record = a4a.start("europe1940")
        >>> played = record.append([Noted("played")])
        >>> what_if = record.append([Noted("what if")], parent=0)
        >>> record.first_of(played), record.first_of(what_if)
        (0, 2)
        """
        here = self._known(node)
        while here != ROOT and self._children[self._steps[here].parent][0] == here:
            here = self._steps[here].parent
        return here

    def line_to(self, node: NodeId) -> tuple[NodeId, ...]:
        """Nodes from the start to this one, and on along first children."""
        return self.way_to(node) + self._along(node)[1:]

    @property
    def used(self) -> NodeId:
        """The highest step id ever used, withdrawn steps included."""
        return self._last_id

    @property
    def last(self) -> NodeId:
        """The last node of the main line."""
        return self._last

    def way_to(self, node: NodeId) -> tuple[NodeId, ...]:
        """Nodes from the start to this one, both included."""
        way = [self._known(node)]
        while way[-1] != ROOT:
            way.append(self._steps[way[-1]].parent)
        return tuple(reversed(way))

    def depth(self, node: NodeId) -> int:
        """How many steps lead from the start to a node."""
        return self._depth[self._known(node)]

    def time(self, node: NodeId) -> Time:
        """When a node is in the game: line, round, turn, powers, phase."""
        return self._times[self._known(node)]

    def __len__(self) -> int:
        """How many steps there are, variations included."""
        return len(self._steps)

    def __bool__(self) -> bool:
        """A game is one, though nothing has been played in it yet."""
        return True

    def _known(self, node: NodeId) -> NodeId:
        if node not in self._children:
            known = f"nodes go from 0 to {self._last_id}"
            if isinstance(node, int) and ROOT < node <= self._last_id:
                before = max(n for n in self._children if n < node)
                known += f", not all of them are there; the nearest before it is {before}"
            raise RecordError(f"no node {node!r}; {known}")
        return node

    # --- writing --------------------------------------------------------------------------------

    def _add_step(self, step: Step) -> None:
        """Put a step after the one it follows; RecordError if there is no such place."""
        if step.id <= ROOT or step.id in self._steps:
            raise RecordError(f"step id {step.id} is not positive, or is used twice")
        if step.parent not in self._children:
            raise RecordError(f"step {step.id} follows node {step.parent}, which does not exist")
        siblings = self._children[step.parent]
        siblings.append(step.id)
        self._recorded[step.id] = len(self._recorded)
        self._children[step.id] = []
        self._steps[step.id] = step
        self._depth[step.id] = self._depth[step.parent] + 1
        self._last_id = max(self._last_id, step.id)
        self._times[step.id] = self._time_after(step, first_child=len(siblings) == 1)
        if step.parent == self._last:
            self._last = step.id

    def _order_by_id(self) -> None:
        """Put the steps in the order of their ids, but parents first, as if recorded so."""
        highest = {ROOT: ROOT}
        for node, step in self._steps.items():
            highest[node] = max(node, highest[step.parent])
        nodes = sorted(self._steps, key=lambda node: (highest[node], self._depth[node]))
        self._steps = {node: self._steps[node] for node in nodes}
        self._recorded = {node: number for number, node in enumerate(nodes)}
        self._arrange(ROOT, *nodes)

    def _remove_step(self, node: NodeId) -> None:
        """Take away a step that no other follows."""
        before = self._steps[node].parent
        siblings = self._children[before]
        begun_here = siblings[0] == node
        siblings.remove(node)
        for table in (self._steps, self._children, self._depth, self._times):
            del table[node]
        if begun_here and siblings:
            self._retell(siblings[0])
        if node == self._last:
            self._last = self._along(before)[-1]

    def _arrange(self, *nodes: NodeId) -> None:
        """Put the children of nodes in the order of their ranks, and call their lines anew."""
        for node in nodes:
            self._children[node].sort(key=lambda n: (-self._rank(n), self._recorded[n]))
        self._retell(*self._children[nodes[0] if len(nodes) == 1 else ROOT])
        self._last = self._along(ROOT)[-1]

    def _retell(self, *nodes: NodeId) -> None:
        """Say anew on which lines nodes are, and those that follow them."""
        pending = list(nodes)
        while pending:
            here = pending.pop()
            first = self._children[self._steps[here].parent][0] == here
            self._times[here] = self._time_after(self._steps[here], first_child=first)
            pending += self._children[here]

    def _firsts(self) -> tuple[NodeId, ...]:
        """The first nodes of all lines, in the order they were begun."""
        children = self._children
        return (ROOT, *(n for n, step in self._steps.items() if children[step.parent][0] != n))

    def _along(self, node: NodeId) -> tuple[NodeId, ...]:
        """A node and those that follow it along first children."""
        nodes = [node]
        while following := self._children[nodes[-1]]:
            nodes.append(following[0])
        return tuple(nodes)

    def _rank(self, node: NodeId) -> int:
        """The rank of a node among its siblings; the higher comes first."""
        return 0

    def _called(self, node: NodeId) -> str:
        """What the variation that begins with a node is called."""
        return f"variation {node}"

    def _time_after(self, step: Step, *, first_child: bool) -> Time:
        before = self._times[step.parent]
        line = before.line if first_child else self._called(step.id)
        round_, label, turn = before.round, before.label, before.turn
        powers, phase = before.powers, before.phase
        for event in step.events:
            if type(event) not in _OF_TIME:
                continue
            if isinstance(event, ev.RoundBegan):
                round_, label, powers, phase = event.number, event.label, (), ""
            elif isinstance(event, ev.TurnBegan):
                turn, powers, phase = turn + 1, event.powers, ""
            elif isinstance(event, ev.PhaseBegan):
                phase = event.phase
        return Time(step.id, line, round_, label, turn, powers, phase)
