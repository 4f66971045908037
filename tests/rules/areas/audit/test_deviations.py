"""The list of what programs play otherwise: it names rules there are, and is told in words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from a4a.rules.areas.audit.deviations import deviations, explains
from tests.rules.areas.positions import rules

PROJECT = Path(__file__).parents[4]
SYSTEM = rules(system="global1940").game


def test_every_deviation_names_rules_of_the_book_and_is_told_in_words() -> None:
    told = set(re.findall(r"\*\*(D-\d{3}) ", (PROJECT / "docs" / "deviations.md").read_text()))
    known = deviations(SYSTEM)
    assert known
    for deviation in known:
        assert deviation.name in told
        assert deviation.rules
        for rule in deviation.rules:
            assert rule in SYSTEM.book.by_id, f"{deviation.name}: no rule {rule}"


def test_no_two_deviations_explain_the_same() -> None:
    seen: set[tuple[str, str, str]] = set()
    for deviation in deviations(SYSTEM):
        keys = {(deviation.program, deviation.topic, rule) for rule in deviation.rules}
        assert not deviation.stances or len(keys) == len(deviation.rules)
        assert seen.isdisjoint(keys)
        seen |= keys


@pytest.mark.parametrize(
    ("program", "rule", "stance", "name"),
    [
        ("TripleA", "AA-MOV-021", None, "D-001"),
        ("a4a", "AA-MOV-021", None, ""),
        ("TripleA", "AA-MOV-039", None, ""),
        ("TripleA", "AA-NCM-014", "friendly neutral", "D-003"),
        ("TripleA", "AA-NCM-014", "hostile", ""),
    ],
)
def test_a_deviation_explains_what_its_program_does(
    program: str, rule: str, stance: str | None, name: str
) -> None:
    assert explains(SYSTEM, program, "move", rule, stance) == name  # type: ignore[arg-type]
