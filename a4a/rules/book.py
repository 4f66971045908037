"""The rulebook by ids: every rule that can be tested, with its section, in our words."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from types import MappingProxyType

import msgspec

from a4a.boards.dataset import Dataset
from a4a.core.errors import A4AError, DatasetError, RuleViolation


class Rule(msgspec.Struct, frozen=True):
    """One rule of a rulebook.

    Parameters
    ----------
    id
        ``"AA-MOV-012"``.
    section
        Where the rulebook says it, with the page.
    topic
        What it is about, in a word or two.
    game
        Which of the book's games it is for: "europe", "global" or "both".
    kind
        "rule", "number", "exception", "example" or "optional".
    statement
        The rule in our words.
    """

    id: str
    section: str
    topic: str
    game: str
    kind: str
    statement: str


class RuleBook:
    """The rules of one system by id.

    Raises
    ------
    DatasetError
        If the same id is there twice.
    """

    def __init__(self, rules: tuple[Rule, ...]) -> None:
        by_id: dict[str, Rule] = {}
        for rule in rules:
            if rule.id in by_id:
                raise DatasetError(f"two rules have the id {rule.id}")
            by_id[rule.id] = rule
        self.by_id: Mapping[str, Rule] = MappingProxyType(by_id)

    @classmethod
    def of(cls, dataset: Dataset, *, games: tuple[str, ...] = ()) -> RuleBook:
        """Read the rules of a dataset, from the highest layer that has them.

        Parameters
        ----------
        dataset
            Whose rules.
        games
            Keep the rules of these games of the book; of all if none is named.

        Raises
        ------
        DatasetError
            If it has none.
        """
        for folder in reversed(dataset.folders):
            path = folder / "rules.csv"
            if path.is_file():
                with path.open(encoding="utf-8", newline="") as file:
                    rules = [Rule(**row) for row in csv.DictReader(file)]
                return cls(tuple(rule for rule in rules if not games or rule.game in games))
        raise DatasetError(f"dataset {dataset.name!r} has no rules.csv")

    def __getitem__(self, rule: str) -> Rule:
        """Return the rule of an id; A4AError if there is none."""
        found = self.by_id.get(rule)
        if found is None:
            raise A4AError(f"no rule {rule!r} in this rulebook")
        return found

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.by_id.values())

    def __len__(self) -> int:
        return len(self.by_id)

    def violation(
        self, rule: str, why: str, *, tried: str = "", allowed: str = ""
    ) -> RuleViolation:
        """Make a refusal that cites a rule; the caller raises it."""
        return RuleViolation(
            why, rule=rule, section=self[rule].section, tried=tried, allowed=allowed
        )
