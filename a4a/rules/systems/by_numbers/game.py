"""The game as the engine takes it: board and numbers of a record, lists made of what it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TypeVar

import msgspec

from a4a.boards import Dataset
from a4a.core.catalog import Catalog
from a4a.core.events import Value
from a4a.core.fighting import Fighting
from a4a.core.record import GameRecord
from a4a.rules.areas.combat.entries import Combat
from a4a.rules.areas.system import System
from a4a.rules.areas.technology import ResearchRules, Technology
from a4a.rules.book import Rule, RuleBook
from a4a.rules.systems.by_numbers.combat import RULE, combat_of
from a4a.rules.systems.by_numbers.units import PLAIN, catalog_of, help_of, improved

_Kind = TypeVar("_Kind")


class NoBook(RuleBook):
    """The book of a game that has none here: whatever is cited is the program's way."""

    def __init__(self) -> None:
        super().__init__(
            (Rule(RULE, "", "", "both", "rule", "As the program that recorded the game has it."),)
        )

    def cite(self, rule: str, *, of: str = "") -> str:
        """Return the program's name, whatever is cited."""
        return RULE


class NumbersGame(System):
    """A game of which a record says how its units fight.

    Parameters
    ----------
    record
        The record.
    """

    def __init__(self, record: GameRecord) -> None:
        told = record.header.options
        catalog = catalog_of(record.catalog, told)
        dataset = Dataset(
            name=record.header.system,
            title=record.header.title,
            board=record.board,
            catalog=catalog,
            position=record.start,
            phases=(),
            treasuries=(),
            folders=(),
        )
        options: dict[str, Value] = {
            "low luck": bool(told.get("Low Luck")),
            "allies add up": True,
            "any number bombards": not told.get("Shore Bombard Per Ground Unit Restricted"),
        }
        super().__init__(dataset, games=(), options=options)
        self._made_of = _told_by(record)
        self.told = told
        self.fighting = record.catalog.fighting or Fighting()
        self._lists: dict[type, object] = {
            Combat: combat_of(catalog, told),
            ResearchRules: ResearchRules(technologies=tuple(technologies(catalog))),
        }

    def is_told_by(self, record: GameRecord) -> bool:
        """Whether another record says the same of the game."""
        return self._made_of == _told_by(record)

    @cached_property
    def book(self) -> RuleBook:
        """No rules: whatever is cited is the program's way."""
        return NoBook()

    def listed(self, name: str, kind: type[_Kind]) -> _Kind:
        """Return a list of the game; one that the record says nothing of is empty."""
        found = self._lists.get(kind)
        return found if isinstance(found, kind) else msgspec.convert({}, kind)


def _told_by(record: GameRecord) -> tuple[object, ...]:
    """Return all that a game is made of."""
    header = record.header
    return (
        header.system, header.title, header.options, record.catalog, record.board, record.start,
    )  # fmt: skip


def technologies(catalog: Catalog) -> Iterator[Technology]:
    """Yield the technologies of a record's catalog that change how units fight.

    Parameters
    ----------
    catalog
        Unit types in the engine's words, and how they fight (`units.catalog_of`).
    """
    fighting = catalog.fighting or Fighting()
    found: dict[str, dict[str, dict[str, int]]] = {}
    for name, changed in fighting.technologies.items():
        for unit, numbers in changed.items():
            for number, plus in numbers.items():
                told = _told(fighting, unit, number)
                own = found.setdefault(name, {}).setdefault(unit, {})
                own[told] = _own(catalog, unit, told) + plus
    for i, aid in enumerate(fighting.aids):
        if aid.improved_by:
            own = found.setdefault(aid.improved_by, {}).setdefault(aid.by, {})
            own[help_of(i)] = improved(aid)
    for roll, (name, units) in enumerate(found.items(), start=1):
        yield Technology(name=name, chart=1, roll=roll, units=units, rule=RULE, source="save")


def _told(fighting: Fighting, unit: str, number: str) -> str:
    """Return what the engine calls a number."""
    best = fighting.units.get(unit, PLAIN).best
    if best:
        return number
    return {"dice": "rolls", "defense dice": "defense rolls"}.get(number, number)


def _own(catalog: Catalog, unit: str, number: str) -> int:
    kind = catalog.unit_type(unit)
    return int(kind.numbers.get(number, getattr(kind, number, 1 if "dice" in number else 0)))


def doubled(fighting: Fighting) -> Mapping[tuple[str, str], tuple[str, ...]]:
    """Return numbers of unit types that several technologies raise: by type and number, which."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for name, changed in fighting.technologies.items():
        for unit, numbers in changed.items():
            for number in numbers:
                found[unit, number] = (*found.get((unit, number), ()), name)
    return {key: names for key, names in found.items() if len(names) > 1}
