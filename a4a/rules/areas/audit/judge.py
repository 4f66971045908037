"""The judge of the family, which shows every step to the judges of single topics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from a4a.core.events import CombatRoundBegan, Rolled, Value
from a4a.core.state import State
from a4a.core.steps import TABLE, Cause, Step
from a4a.rules.areas.audit.battles import Battles
from a4a.rules.areas.audit.conquests import Conquests
from a4a.rules.areas.audit.declarations import Declarations
from a4a.rules.areas.audit.income import Income
from a4a.rules.areas.audit.moves import MoveJudge
from a4a.rules.areas.audit.neutrality import Neutrality
from a4a.rules.areas.audit.placements import Placements
from a4a.rules.areas.audit.purchases import Purchases
from a4a.rules.areas.audit.research import ResearchJudge
from a4a.rules.areas.audit.standing import StatusKeeper
from a4a.rules.areas.audit.topic import OWN_PROGRAM, TopicJudge
from a4a.rules.areas.audit.turns import Turns
from a4a.rules.areas.audit.unaccounted import Unaccounted
from a4a.rules.areas.system import System
from a4a.rules.judgement import Judge, Judgement, Topic

TOPICS: tuple[type[TopicJudge], ...] = (
    Turns,
    ResearchJudge,
    Purchases,
    Declarations,
    MoveJudge,
    Battles,
    Conquests,
    Neutrality,
    Placements,
    Income,
    Unaccounted,
)
"""The judges of single topics, in the order their findings are told."""


class AreasJudge(Judge):
    """Judges a line of a recorded game of the family.

    Parameters
    ----------
    system
        The rules to judge by: the record's system under its options.
    options
        All options of the record, also those only the program that recorded it knows.
    program
        The program that recorded it.
    topics
        What is judged; all there is if it is not said.

    Attributes
    ----------
    topics
        The judges of single topics.
    """

    def __init__(
        self,
        system: System,
        options: Mapping[str, Value],
        program: str,
        *,
        topics: Iterable[type[TopicJudge]] = TOPICS,
    ) -> None:
        super().__init__()
        self.topics = tuple(kind(system, options, self.judged, program) for kind in topics)
        self._standing = None if program == OWN_PROGRAM else StatusKeeper(system)
        self._written_down = program == TABLE

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with a step."""
        if self._standing is not None:
            before = self._standing.complete(before)
            self._standing.learn(before, step)
            after = self._standing.complete(after)
        for judge in self.topics:
            for judgement in judge.judge(before, step, after):
                if step.cause in _EDITS:
                    yield _excused(judgement)
                elif self._written_down and judgement.topic in _OF_DICE and not _all_dice(step):
                    yield _unknown(judgement)
                else:
                    yield judgement

    def close(self) -> Iterator[Judgement]:
        """Yield what is left to say at the end of the line."""
        for judge in self.topics:
            yield from judge.close()


_EDITS: tuple[Cause, ...] = ("edit", "bid")


_OF_DICE: tuple[Topic, ...] = ("roll", "casualty")


def _all_dice(step: Step) -> bool:
    """Whether a step tells the dice of each round of combat, and of each die who rolled it."""
    rolled = [event for event in step.events if isinstance(event, Rolled)]
    rounds = sum(isinstance(event, CombatRoundBegan) for event in step.events)
    sides = Counter((event.battle, event.role) for event in rolled)
    return all(die.unit_type for event in rolled for die in event.dice) and all(
        sum(number for (_, own), number in sides.items() if own == role) >= rounds
        for role in ("attacker", "defender")
    )


def _unknown(judgement: Judgement) -> Judgement:
    """Say in a finding that people who wrote a game down left out what would tell."""
    says = f"{judgement.says} (but not all dice were written down)"
    return msgspec.structs.replace(judgement, severity="unknown", says=says)


def _excused(judgement: Judgement) -> Judgement:
    """Say in a finding that the game itself was edited: no player broke a rule."""
    if judgement.severity == "unknown" or judgement.node is not None:
        return judgement
    says = f"{judgement.says} (but the game was edited here)"
    return msgspec.structs.replace(judgement, severity="engine option", says=says)
