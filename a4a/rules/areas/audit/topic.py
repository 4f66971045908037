"""What the judges of single topics have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from a4a.core.english import list_of, possessive
from a4a.core.events import Value
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.rules import judgement
from a4a.rules.areas.audit.deviations import explains
from a4a.rules.areas.system import System
from a4a.rules.judgement import Judgement

OWN_PROGRAM = "a4a"
"""The program whose records tell all that the rules remember."""


class TopicJudge(ABC):
    """Judges one topic along a line of a record.

    Parameters
    ----------
    system
        The rules to judge by: the record's system under its options.
    options
        All options of the record, also those only the program that recorded it knows.
    judged
        Where it counts what it has judged.
    program
        The program that recorded it: "a4a", "TripleA".
    """

    def __init__(
        self,
        system: System,
        options: Mapping[str, Value],
        judged: Counter[judgement.Topic],
        program: str,
    ) -> None:
        self.system = system
        self.options = options
        self.judged = judged
        self.program = program

    @abstractmethod
    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with a step; every step of the line comes by, in order."""

    def close(self) -> Iterator[Judgement]:
        """Yield what is left to say at the end of the line; each judgement names its node."""
        return iter(())

    def called(self, power: str | None) -> str:
        """Return what a power, or a treasury, is called within a sentence."""
        return self.system.called(power or "nobody")

    def phase_said(self, state: State) -> str:
        """Say in whose phase a state is: "the United States' Combat Move"."""
        whose = possessive(list_of(map(self.called, state.active)) or "nobody")
        return f"{whose} {state.phase or 'turn'}"

    def cite(self, rule: str, *, of: str = "") -> str:
        """Return the id of a rule that is named by key, as `RuleBook.cite` does."""
        return self.system.book.cite(rule, of=of)

    def explained(self, found: Judgement) -> Judgement:
        """Return a finding; as an engine option where the program is known to do such a thing."""
        cites = explains(self.system, self.program, found.topic, found.rule)
        if not cites:
            return found
        return msgspec.structs.replace(found, severity="engine option", cites=cites)
