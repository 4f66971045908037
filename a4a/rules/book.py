"""The rulebook by ids: every rule that can be tested, with its section, in our words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

import msgspec

from a4a.boards.columns import CellType
from a4a.boards.dataset import Dataset
from a4a.boards.fault import unusable
from a4a.boards.sheets import read_sheet
from a4a.core.errors import A4AError, Advice, DatasetError, RuleViolation
from a4a.rules.citations import Citations, read_citations

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


_OVERRULED = {"id": CellType(required=True), "by": CellType(required=True)}


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
    citations
        The ids that the keys of an engine stand for (`a4a.rules.citations`).
    overruled
        Rules of a book that this one changes, which are none of its rules: what it says instead.

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
        self.citations: Citations = MappingProxyType({})
        self.overruled: Mapping[str, str] = MappingProxyType({})

    @classmethod
    def of(
        cls, dataset: Dataset, *, games: tuple[str, ...] = (), keys: Collection[str] = ()
    ) -> RuleBook:
        """Read the rules of a dataset, each layer's laid over those below it by id.

        Where the book is one of changes, ``overruled.csv`` says which rules of the other are none
        of its own, and by which rule of its own each is overruled.

        Parameters
        ----------
        dataset
            Whose rules.
        games
            Keep the rules of these games of the book; of all if none is named.
        keys
            What an engine cites rules by: ``citations.csv`` says which rule each means. With no
            keys none is read.

        Raises
        ------
        DatasetError
            If it has none, a layer's cannot be read, or citations and keys do not fit.
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
        known = frozenset(rule.id for rule in rules)
        overruled = _overruled(dataset, known)
        found = cls(
            tuple(
                rule
                for rule in rules
                if (not games or rule.game in games) and rule.id not in overruled
            )
        )
        found.known, found.overruled = known, overruled
        if keys:
            found.citations = read_citations(dataset, keys=keys, known=found.known)
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

    def cite(self, rule: str, *, of: str = "") -> str:
        """Return the id of a rule that is named by an engine's key; an id stands for itself.

        What is overruled is not cited, but what overrules it.

        Parameters
        ----------
        rule
            The key: ``"gate.neutral"``. An id, or "" for no rule, is returned as it is.
        of
            The space, side or unit type it is asked of: the book may have a rule for that alone.

        Raises
        ------
        A4AError
            If it is neither.

        Examples
        --------
        >>> import a4a
        >>> book = a4a.new_game("global1940").ruleset.game.book
        >>> book.cite("gate.neutral"), book.cite("gate.neutral", of="Turkish Straits")
        ('AA-MOV-014', 'AA-MOV-018')
        """
        found = self.citations.get((rule, of)) or self.citations.get((rule, ""))
        if found is None:
            if rule and rule not in self.known:
                raise A4AError(f"no rule {rule!r} in this rulebook")
            found = rule
        return self.overruled.get(found, found)

    def violation(
        self,
        rule: str,
        why: str,
        *,
        tried: str = "",
        allowed: Advice = "",
        units: tuple[int, ...] = (),
    ) -> RuleViolation:
        """Make a refusal that cites a rule, by key or id; the caller raises it."""
        rule = self.cite(rule)
        section = self[rule].section
        return RuleViolation(
            why, rule=rule, section=section, tried=tried, allowed=allowed, units=units
        )


def _overruled(dataset: Dataset, known: Collection[str]) -> Mapping[str, str]:
    """Read which rules are overruled by which; DatasetError if one is not there."""
    if not any((folder / "overruled.csv").is_file() for folder in dataset.folders):
        return MappingProxyType({})
    rows = read_sheet(dataset.folders, "overruled", _OVERRULED, key=("id",))
    found = {row["id"]: row["by"] for row in rows}
    faults = [
        row.fault(f"rules.csv has no rule {row[column]!r}")
        for row in rows
        for column in ("id", "by")
        if row[column] not in known
    ]
    faults += [row.fault(f"{row['by']} is overruled itself") for row in rows if row["by"] in found]
    if faults:
        raise unusable(f"overruled.csv of dataset {dataset.name!r}", faults)
    return MappingProxyType(found)
