"""What the rules say of a game as it is written down, each thing once."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.rules.judgement import Judgement
from a4a.rules.replaying import ReplayJudge
from a4a.rules.ruleset import Ruleset


class Adviser:
    """Says what the judges of an audit, and those of positions, have not said before.

    Judges see a line from its start, as in an audit: some judge a phase or a turn as a whole. What
    cannot be known, as whether dice that nobody wrote down fell so, is not said; that an entry
    equals no order, so that nobody judges it, is.

    Parameters
    ----------
    record
        The game.
    rules
        Its rules; without them nothing is said.
    """

    def __init__(self, record: GameRecord, rules: Ruleset | None) -> None:
        self._record = record
        self._rules = rules
        self._told: set[tuple[NodeId, Judgement]] = set()  # as `_known` has them

    def new(self, node: NodeId) -> tuple[Judgement, ...]:
        """Return what is to be said of the line to a node and was not said yet."""
        if self._rules is None:
            return ()
        found = self._judged(self._rules, node)
        new = [said for place, said in found if (place, _known(said)) not in self._told]
        self._told.update((place, _known(said)) for place, said in found)
        return tuple(new)

    def moved(self, kept: Mapping[NodeId, NodeId]) -> None:
        """Remember that what was said of some nodes goes for others that say the same."""
        self._told |= {(kept[place], said) for place, said in self._told if place in kept}

    def _judged(self, rules: Ruleset, node: NodeId) -> list[tuple[NodeId, Judgement]]:
        record = self._record
        header = record.header
        judge = rules.judge(header.options, header.source.program) or ReplayJudge(rules)
        found: list[tuple[NodeId, Judgement]] = []
        before = record.state_at(ROOT)
        for here, after in record.states(record.way_to(node)[1:]):
            step = record.step(here)
            found += [(j.node or here, j) for j in judge.judge(before, step, after)]
            before = after
        found += [(j.node or node, j) for j in judge.close()]
        found += [(ROOT, j) for j in rules.examine(before)]
        return [
            (place, msgspec.structs.replace(judgement, node=None))
            for place, judgement in found
            if judgement.severity != "unknown" or judgement.topic == "order"
        ]


def _known(said: Judgement) -> Judgement:
    """What a judgement is known by: that nobody judges a step is the same of more steps."""
    return msgspec.structs.replace(said, says="") if said.severity == "unknown" else said
