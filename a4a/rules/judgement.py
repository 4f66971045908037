"""Judging a recorded game: what a ruleset says of steps that others made.

The record is the truth; a judge only says where it and the rules part. It never stops at a finding.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator
from typing import Literal

import msgspec

from a4a.core.state import State
from a4a.core.steps import NodeId, Step

Severity = Literal["illegal", "dubious", "engine option", "unknown"]
"""How sure it is that a rule was broken.

``illegal``: it was. ``dubious``: it was, unless something the record does not tell excuses it.
``engine option``: an option of the game, or a known way of the program that recorded it, allows
it. ``unknown``: the record does not tell enough to judge, or nobody judges such things.
"""

Topic = Literal[
    "turn", "move", "purchase", "repair", "placement", "income", "declaration", "battle", "roll",
    "casualty", "conquest", "technology", "order",
]  # fmt: skip
"""What is judged, one by one."""


class Judgement(msgspec.Struct, frozen=True, kw_only=True):
    """Where a step and the rules part.

    Parameters
    ----------
    topic
        What was judged.
    severity
        How sure it is that a rule was broken.
    rule
        Id of the rule, or "" where an order makes no sense at all.
    what
        What was done, in words.
    says
        What the rule says of it, in words.
    power
        Who did it, or "".
    spaces
        Where: the spaces it is about, the one it is most about last.
    difference
        How much more (or less, below zero) the power has than the rules give it, in the game's
        currency; None where no money is at stake.
    cites
        The ruling (``"R-104"``) or documented deviation of a program (``"D-003"``) that explains
        the finding, or "".
    event
        Number of the event in its step that it is about.
    node
        The step it is about, if that is an earlier one than the one being judged; else None.
    """

    topic: Topic
    severity: Severity
    rule: str
    what: str
    says: str
    power: str = ""
    spaces: tuple[str, ...] = ()
    difference: int | None = None
    cites: str = ""
    event: int = 0
    node: NodeId | None = None


class Judge(ABC):
    """Judges the steps of one line of one record, in order; made for that line.

    Attributes
    ----------
    judged
        How many things of each topic have been judged so far.
    """

    def __init__(self) -> None:
        self.judged: Counter[Topic] = Counter()

    @abstractmethod
    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with a step.

        Parameters
        ----------
        before
            The recorded state before it.
        step
            The step.
        after
            The recorded state after it.
        """

    def close(self) -> Iterator[Judgement]:
        """Yield what is left to say at the end of the line; each judgement names its node."""
        return iter(())
