"""The rules of the base book that this one changes: none of its own, and never cited."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from a4a import boards
from a4a.analysis.rulebook import coverage
from a4a.boards.folders import root
from a4a.core.errors import DatasetError
from a4a.rules.areas.citations import KEYS
from a4a.rules.book import RuleBook
from a4a.rules.systems import book
from tests.rules.areas.positions import rules

DELUXE = "deluxe3g40"
BOOK = rules(system=DELUXE).game.book


def test_an_overruled_rule_is_not_in_the_book_and_what_overrules_it_is() -> None:
    assert len(BOOK.overruled) > 200
    assert not BOOK.overruled.keys() & BOOK.by_id.keys()
    assert set(BOOK.overruled.values()) <= BOOK.by_id.keys()
    assert BOOK.overruled.keys() <= book("global1940").by_id.keys()
    assert all(rule.startswith("DX-") for rule in BOOK.overruled.values())


@pytest.mark.parametrize(
    ("rule", "by"),
    [
        ("AA-SET-001", "DX-CMB-029"),  # dice
        ("AA-UNI-017", "DX-LND-068"),  # what a tank costs
        ("AA-FAC-015", "DX-FAC-008"),  # how much damage stops an air base
        ("AA-OBJ-019", "DX-OBJ-073"),  # the Roman Empire
        ("AA-VIC-019", "DX-VIC-008"),  # victory on one map
        ("AA-NEU-033", "DX-NEU-019"),  # strict neutrals
        ("AA-POL-088", "DX-SMP-042"),  # Vichy France
    ],
)
def test_what_is_cited_is_what_overrules_it(rule: str, by: str) -> None:
    assert BOOK.overruled[rule] == by
    assert BOOK.cite(rule) == by
    assert rule in BOOK.known


def test_no_key_of_the_engine_cites_an_overruled_rule() -> None:
    assert not {BOOK.cite(key) for key in KEYS} & BOOK.overruled.keys()
    assert book("global1940").overruled == {}


def test_DX_ADV_025_all_rules_of_research_are_overruled() -> None:
    research = {rule for rule in book("global1940").by_id if rule.startswith("AA-RND-")}
    assert research
    assert {BOOK.overruled.get(rule) for rule in research} == {"DX-ADV-025"}


def test_DX_POL_027_declarations_of_war_stay_as_in_the_base_game() -> None:
    assert not {rule for rule in BOOK.overruled if rule.startswith("AA-DOW-")}
    assert {"AA-POL-045", "AA-POL-057", "AA-POL-069"} <= BOOK.by_id.keys()


def test_no_list_of_the_dataset_states_an_overruled_rule() -> None:
    """The engine would leave such an entry out without a word."""
    for path in (root() / DELUXE).glob("*.toml"):
        stated = set(re.findall(r'rule = "([^"]+)"', path.read_text("utf-8")))
        assert not stated & BOOK.overruled.keys(), path.name


def test_coverage_counts_the_book_without_them(project: Path) -> None:
    found = coverage(DELUXE, project)
    assert found.total == len(BOOK)
    assert not set(found.missing) & BOOK.overruled.keys()
    assert found.unknown == ()
    assert {"DX-MAP-001", "DX-POL-027", "AA-DOW-001"} <= set(found.named)


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        ("AA-MOV-999,AA-MOV-001", "no rule 'AA-MOV-999'"),
        ("AA-MOV-001,DX-MAP-001", "no rule 'DX-MAP-001'"),
        ("AA-MOV-001,AA-MOV-002\nAA-MOV-003,AA-MOV-001", "AA-MOV-001 is overruled itself"),
    ],
)
def test_a_row_that_names_what_is_not_there_is_a_fault(
    tmp_path: Path, row: str, fault: str
) -> None:
    (tmp_path / "overruled.csv").write_text(f"id,by\n{row}\n")
    dataset = boards.load("global1940", overrides=tmp_path)
    with pytest.raises(DatasetError, match=fault):
        RuleBook.of(dataset)
    assert not [f for f in boards.check("global1940", overrides=tmp_path) if "overruled" in f.where]


def test_rows_are_in_the_order_of_the_book() -> None:
    order = {rule: i for i, rule in enumerate(book("global1940").by_id)}
    with (root() / DELUXE / "overruled.csv").open(encoding="utf-8") as stream:
        found = [order[row["id"]] for row in csv.DictReader(stream)]
    assert found == sorted(found)
