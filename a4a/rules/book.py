"""The rulebook by ids: every rule that can be tested, with its section, in our words."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from a4a.boards.dataset import Dataset
from a4a.boards.folders import about_of
from a4a.core.errors import A4AError, Advice, DatasetError, RuleViolation

if TYPE_CHECKING:
    import polars as pl

_MOST_BYTES = 4_000_000
_PLAIN = {"section": "", "topic": "", "game": "both", "kind": "rule", "statement": ""}
"""What a rule is where a variant's row does not say."""


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
        rules = tuple(_rules(dataset))
        if not rules:
            raise DatasetError(f"dataset {dataset.name!r} has no rules.csv")
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
        """Return the rules, a row each, with a column for each of what a `Rule` is made of."""
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


def _rules(dataset: Dataset) -> Iterator[Rule]:
    """Yield the rules of a dataset; a row changes the cells it has of the row with its id."""
    rows: dict[str, dict[str, str]] = {}
    for folder in dataset.folders:
        if "rules" in about_of(folder).replace:
            rows.clear()
        path = folder / "rules.csv"
        if not path.is_file():
            continue
        fresh: set[str] = set()
        for where, row in _rows(path):
            rule = row["id"]
            if rule in fresh:
                raise DatasetError(f"{where}: two rules have the id {rule}")
            fresh.add(rule)
            rows[rule] = {**rows.get(rule, _PLAIN), **row}
            if not rows[rule]["statement"]:
                raise DatasetError(f"{where}: {rule} has no statement")
    for row in rows.values():
        yield Rule(**row)


def _rows(path: Path) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the rows of a file, each with where it stands."""
    where = f"{path.parent.name}/{path.name}"
    if path.stat().st_size > _MOST_BYTES:
        raise DatasetError(f"{where}: more than {_MOST_BYTES} bytes")
    try:
        reader = csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig")), strict=True)
        header = next(reader, [])
        if "id" not in header or set(header) - set(Rule.__struct_fields__):
            columns = ", ".join(Rule.__struct_fields__)
            raise DatasetError(f"{where}: its columns are among {columns}, with the id")
        for cells in reader:
            at = f"{where}:{reader.line_num}"
            if len(cells) != len(header):
                raise DatasetError(f"{at}: {len(cells)} cells, the first line has {len(header)}")
            row = dict(zip(header, cells, strict=True))
            if not row["id"]:
                raise DatasetError(f"{at}: a rule without an id")
            yield at, row
    except (UnicodeDecodeError, csv.Error) as error:
        raise DatasetError(f"{where}: {error}") from None
