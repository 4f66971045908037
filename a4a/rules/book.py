"""The rulebook by ids: every rule that can be tested, with its section, in our words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from a4a.boards.columns import CellType
from a4a.boards.dataset import Dataset
from a4a.boards.sheets import read_sheet
from a4a.core.errors import A4AError, Advice, DatasetError, RuleViolation

if TYPE_CHECKING:
    import polars as pl

_COLUMNS = {
    "id": CellType(required=True),
    "section": CellType(),
    "topic": CellType(),
    "game": CellType(),
    "kind": CellType(),
    "statement": CellType(required=True),
}


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
        Which of the book's games it is for: "europe", "global" or "both" (if nothing
        is said).
    kind
        "rule" (if nothing is said), "number", "exception", "example" or "optional".
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

    Attributes
    ----------
    by_id
        The rules.
    known
        Ids of all rules of the book, those for other games among them.

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
        self.known = frozenset(by_id)

    @classmethod
    def of(cls, dataset: Dataset, *, games: tuple[str, ...] = ()) -> RuleBook:
        """Read the rules of a dataset, each layer's laid over those below it by id.

        Parameters
        ----------
        dataset
            Whose rules.
        games
            Keep the rules of these games of the book; of all if none is named.

        Raises
        ------
        DatasetError
            If it has none, or a layer's cannot be read.
        """
        rows = read_sheet(dataset.folders, "rules", _COLUMNS, key=("id",))
        rules = [
            Rule(
                id=row["id"],
                section=row.text("section"),
                topic=row.text("topic"),
                game=row.text("game") or "both",
                kind=row.text("kind") or "rule",
                statement=row["statement"],
            )
            for row in rows
        ]
        found = cls(tuple(rule for rule in rules if not games or rule.game in games))
        found.known = frozenset(rule.id for rule in rules)
        return found

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

    def frame(self) -> pl.DataFrame:
        """Return the rules, a row each, with a column for each field of `Rule`."""
        import polars as pl

        rows = [msgspec.structs.astuple(rule) for rule in self]
        schema = dict.fromkeys(Rule.__struct_fields__, pl.String)
        return pl.DataFrame(rows, schema=schema, orient="row")

    def violation(
        self, rule: str, why: str, *, tried: str = "", allowed: Advice = ""
    ) -> RuleViolation:
        """Make a refusal that cites a rule; the caller raises it."""
        return RuleViolation(
            why, rule=rule, section=self[rule].section, tried=tried, allowed=allowed
        )
