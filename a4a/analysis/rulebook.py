"""How much of a rulebook the tests name: the count behind ``a4a rules --coverage``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import lru_cache
from pathlib import Path

import msgspec

from a4a.boards import load
from a4a.core.errors import A4AError
from a4a.rules.book import Rule, RuleBook
from a4a.rules.systems import book

_ID = re.compile(r"[A-Z]{2,3}[-_][A-Z]{2,3}[-_][0-9]{3}")
_NAMED = re.compile(
    r"([A-Z]{2,3})_([A-Z]{2,3})_([0-9]{3}(?![0-9])(?:_(?:[A-Z]{2,3}_)?[0-9]{3}(?![0-9]))*)"
)
_FURTHER = re.compile(r"(?:([A-Z]{2,3})_)?([0-9]{3})")
_CHAPTER = re.compile(r"[0-9]{1,4}")
_UNTESTED = "## Rules that no test names"


class Coverage(msgspec.Struct, frozen=True):
    """Which rules of a system are named by tests.

    Parameters
    ----------
    system
        The system.
    named
        Ids that at least one test names.
    excused
        Ids that no test names, for a reason that ``docs/rulings.md`` gives.
    missing
        All others.
    unknown
        Ids that tests name but the book has for none of its games.
    sections
        How many rules of each chapter tests name, and how many there are; of a book whose
        sections are numbered.
    """

    system: str
    named: tuple[str, ...]
    excused: tuple[str, ...]
    missing: tuple[str, ...]
    unknown: tuple[str, ...]
    sections: Mapping[str, tuple[int, int]] = {}

    @property
    def total(self) -> int:
        """How many rules the system has."""
        return len(self.named) + len(self.excused) + len(self.missing)

    def __str__(self) -> str:
        share = len(self.named) / self.total
        return (
            f"{self.system}: {self.total} rules, {len(self.named)} named by tests ({share:.1%}), "
            f"{len(self.excused)} excused, {len(self.missing)} missing"
        )


def coverage(system: str, project: Path) -> Coverage:
    """Count the rules of a system that the tests of a source tree name.

    Parameters
    ----------
    system
        The system's name.
    project
        The folder with ``tests`` and ``docs/rulings.md``.

    Raises
    ------
    A4AError
        If there is no such system, or the folder has no tests.
    """
    tests, rulings = project / "tests", project / "docs" / "rulings.md"
    if not tests.is_dir() or not rulings.is_file():
        raise A4AError(f"coverage is counted in a source tree: there are no tests in {project}")
    rules = book(system).by_id
    known = RuleBook.of(load(system)).known
    prefixes = {rule.partition("-")[0] for rule in known}
    ids = {i for path in sorted(tests.rglob("test_*.py")) for i in named_in(path)}
    ids = {i for i in ids if i.partition("-")[0] in prefixes}
    excused = set(_excused(rulings.read_text(encoding="utf-8")))
    return Coverage(
        system,
        tuple(r for r in rules if r in ids),
        tuple(r for r in rules if r in excused and r not in ids),
        tuple(r for r in rules if r not in excused and r not in ids),
        tuple(sorted(i for i in ids if i not in known)),
        _chapters(rules.values(), ids),
    )


def _chapters(rules: Iterable[Rule], ids: Set[str]) -> dict[str, tuple[int, int]]:
    """Count rules by the number with which their sections begin, and those that are named."""
    found: dict[str, tuple[int, int]] = {}
    for rule in rules:
        number = _CHAPTER.match(rule.section)
        if number is not None:
            named, total = found.get(number[0], (0, 0))
            found[number[0]] = (named + (rule.id in ids), total + 1)
    return dict(sorted(found.items(), key=lambda chapter: int(chapter[0])))


def named_in(path: Path) -> tuple[str, ...]:
    """Return the ids that a file's tests name: in the name of a test, or in a ``rule`` marker."""
    text = path.read_text(encoding="utf-8")
    return _named(text) if _ID.search(text) else ()


@lru_cache(maxsize=2048)
def _named(text: str) -> tuple[str, ...]:
    """Return the ids that tests name; files are the same for each book that is counted."""
    return tuple(_names(text))


def _names(text: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            if node.name.lower().startswith("test"):
                yield from ids_in(node.name)
        elif isinstance(node, ast.Call) and _is_rule_marker(node.func):
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield from _ids(argument.value)


def _is_rule_marker(called: ast.expr) -> bool:
    """Whether this is ``pytest.mark.rule``, however the module calls pytest."""
    return (
        isinstance(called, ast.Attribute)
        and called.attr == "rule"
        and ast.unparse(called.value).endswith("mark")
    )


def ids_in(name: str) -> Iterator[str]:
    """Yield the ids in a test's name; those after the first leave out what they share with it.

    Examples
    --------
    >>> list(ids_in("test_AA_MOV_021_022_a_move_ends"))
    ['AA-MOV-021', 'AA-MOV-022']
    """
    for found in _NAMED.finditer(name):
        book, topic, numbers = found.groups()
        for other, number in _FURTHER.findall(f"{topic}_{numbers}"):
            topic = other or topic
            yield f"{book}-{topic}-{number}"


def _ids(text: str) -> Iterator[str]:
    for found in _ID.findall(text):
        yield found.replace("_", "-")


def _excused(rulings: str) -> Iterator[str]:
    """Yield the ids in the section of rules that no test names."""
    _, found, section = rulings.partition(_UNTESTED)
    if found:
        yield from _ids(section.partition("\n## ")[0])
