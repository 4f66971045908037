"""The tree of a record's steps: lines and variations, and when each node is in the game."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from a4a.core import events as ev
from a4a.core.errors import RecordError
from a4a.core.position import Position
from a4a.core.steps import ROOT, NodeId, Step, Time

MAIN = "main"


class StepTree:
    """The part of a record that holds its steps; see `a4a.core.record.GameRecord`."""

    def __init__(self, start: Position, *, used: NodeId = ROOT) -> None:
        self._steps: dict[NodeId, Step] = {}
        self._children: dict[NodeId, list[NodeId]] = {ROOT: []}
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
        if name == MAIN:
            first = ROOT
        else:
            starts = [n for n in self._steps if self._times[n].line == name]
            if not starts:
                raise RecordError(f"no line {name!r}; there are {', '.join(self.lines)}")
            first = starts[0]
        nodes = [first]
        while following := self._children[nodes[-1]]:
            nodes.append(following[0])
        return tuple(nodes)

    @property
    def lines(self) -> tuple[str, ...]:
        """Names of the main line and of the variations, in the order they were begun."""
        return tuple(dict.fromkeys(time.line for time in self._times.values()))

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
        self._children[step.id] = []
        self._steps[step.id] = step
        self._depth[step.id] = self._depth[step.parent] + 1
        self._last_id = max(self._last_id, step.id)
        self._times[step.id] = self._time_after(step, first_child=len(siblings) == 1)
        if step.parent == self._last:
            self._last = step.id

    def _remove_step(self, node: NodeId) -> None:
        """Take away a step that no other follows."""
        before = self._steps[node].parent
        siblings = self._children[before]
        begun_here = siblings[0] == node
        siblings.remove(node)
        for table in (self._steps, self._children, self._depth, self._times):
            del table[node]
        if begun_here and siblings:
            self._rename_line(siblings[0])
        if node == self._last:
            self._last = self._end_of(before)

    def _rename_line(self, node: NodeId) -> None:
        """Continue a variation on the line it left, whose own steps have been withdrawn."""
        pending = [node]
        while pending:
            here = pending.pop()
            first = self._children[self._steps[here].parent][0] == here
            self._times[here] = self._time_after(self._steps[here], first_child=first)
            pending += self._children[here]

    def _end_of(self, node: NodeId) -> NodeId:
        while following := self._children[node]:
            node = following[0]
        return node

    def _time_after(self, step: Step, *, first_child: bool) -> Time:
        before = self._times[step.parent]
        line = before.line if first_child else f"variation {step.id}"
        round_, label, turn = before.round, before.label, before.turn
        powers, phase = before.powers, before.phase
        for event in step.events:
            if isinstance(event, ev.RoundBegan):
                round_, label, powers, phase = event.number, event.label, (), ""
            elif isinstance(event, ev.TurnBegan):
                turn, powers, phase = turn + 1, event.powers, ""
            elif isinstance(event, ev.PhaseBegan):
                phase = event.phase
        return Time(step.id, line, round_, label, turn, powers, phase)
