"""The rounds of a battle's story, as they are followed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from a4a.core.words import capitalized
from a4a.map.timeline import Damage, Loss, Passage, Round, Stage, Throw, Told

_STAGES = {"air": "In the air", "sea": "At sea", "land": "On land"}
"""What stages of combat are called that are not called by their steps."""


@dataclass
class StageStory:
    """A stage of a round that is fought on a chart."""

    step: str
    throws: list[Throw] = field(default_factory=list)
    told: list[Told] = field(default_factory=list)

    def row(self) -> Stage:
        """Return it as the browser is told of it."""
        return Stage(_STAGES.get(self.step, capitalized(self.step)), (*self.throws,), (*self.told,))


@dataclass
class RoundStory:
    """A combat round: what was thrown and lost in it, who came and who left."""

    number: int
    throws: list[Throw] = field(default_factory=list)
    losses: Counter[tuple[int, int, int]] = field(default_factory=Counter)  # the last: where
    damage: Counter[tuple[int, int, int]] = field(default_factory=Counter)
    stages: list[StageStory] = field(default_factory=lambda: [StageStory("")])
    passages: Counter[tuple[int, int, str, int, int]] = field(default_factory=Counter)
    charted: bool = False

    def row(self) -> Round:
        """Return it as the browser is told of it."""
        return Round(
            self.number,
            tuple(self.throws),
            tuple([Loss(p, kind, n, at) for (p, kind, at), n in self.losses.items()]),
            tuple([Damage(p, kind, n, at) for (p, kind, at), n in self.damage.items()]),
            tuple([s.row() for s in self.stages if s.throws or s.told]) if self.charted else (),
            tuple(
                [
                    Passage(p, kind, n, how, space, at)
                    for (p, kind, how, space, at), n in self.passages.items()
                    if n
                ]
            ),
        )

    def fire(self, step: str, throws: list[Throw]) -> None:
        """Take in throws on a chart, in a step of combat."""
        self.charted = True
        if self.stages[-1].step != step:
            self.stages.append(StageStory(step))
        self.stages[-1].throws += throws
