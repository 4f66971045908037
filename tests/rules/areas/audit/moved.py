"""Moves told by hand, as another program would record them, and then judged."""

from __future__ import annotations

from collections import Counter
from typing import Any

from a4a.core import events as ev
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.rules import rules_of
from a4a.rules.areas.audit.moves import MoveJudge
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.judgement import Judgement, Topic
from tests.rules.areas.positions import position


def judged(
    record: GameRecord, *, program: str = "a4a", line: str = "main"
) -> list[tuple[NodeId, Judgement]]:
    """What the judge of moves finds in a line of a record, by node."""
    rules = rules_of(record)
    assert isinstance(rules, AreasRuleset)
    counted: Counter[Topic] = Counter()
    judge = MoveJudge(rules.game, record.header.options, counted, program)
    nodes = record.way_to(record.line(line)[-1])
    found: list[tuple[NodeId, Judgement]] = []
    before = record.state_at(nodes[0])
    for node, after in record.states(nodes):
        step = record.steps.get(node)
        if step is not None:
            found += [(one.node or node, one) for one in judge.judge(before, step, after)]
        before = after
    return found + [(one.node or 0, one) for one in judge.close()]


class Moved:
    """Moves of one turn, told one by one.

    Parameters
    ----------
    phase
        The phase in which they begin.
    **given
        As for `position`.
    """

    def __init__(self, phase: str = "Combat Move", **given: Any) -> None:
        self.game = position(phase=phase, **given)
        self.record = self.game.record
        self.mode: ev.MoveMode = "combat" if phase == "Combat Move" else "noncombat"

    def move(
        self,
        units: str,
        *path: str,
        aboard: int | None = None,
        mode: ev.MoveMode | None = None,
        power: str = "",
    ) -> NodeId:
        """Tell a move of units: ``"2 infantry, tank"``."""
        found: list[int] = []
        for part in units.split(", "):
            number, _, kind = part.partition(" ")
            count, name = (int(number), kind) if number.isdigit() else (1, part)
            there = [i for i in self._ids(path[0], name, power) if i not in found]
            assert len(there) >= count, f"no {part} in {path[0]}"
            found += there[:count]
        cost = len(path) - 1
        event = ev.UnitsMoved(tuple(found), path, mode or self.mode, cost, aboard)
        return self.tell(event)

    def tell(self, *events: ev.AnyEvent) -> NodeId:
        """Tell a step of the players."""
        return self.record.append(events, cause="order")

    def phase(self, name: str) -> None:
        """Tell that a phase begins."""
        self.mode = "combat" if name == "Combat Move" else "noncombat"
        self.record.append([ev.PhaseBegan(name)], cause="engine")

    def one(self, space: str, kind: str) -> int:
        """A unit of a type in a space."""
        return self._ids(space, kind, "")[0]

    def _ids(self, space: str, kind: str, power: str) -> list[int]:
        state = self.record.state_at(self.record.last)
        return [
            u.id for u in state.within(space) if u.type == kind and (not power or u.owner == power)
        ]

    def findings(self, *, program: str = "a4a") -> list[tuple[NodeId, str]]:
        """The nodes of what is wrong when the phase has ended, each with the rule."""
        return [(node, found.rule) for node, found in self.judgements(program=program)]

    def judgements(self, *, program: str = "a4a") -> list[tuple[NodeId, Judgement]]:
        """What is wrong when the phase has ended."""
        state = self.record.state_at(self.record.last)
        if state.phase in ("Combat Move", "Noncombat Move"):
            self.phase("Conduct Combat" if state.phase == "Combat Move" else "Mobilize New Units")
        return judged(self.record, program=program)
