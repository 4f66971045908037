"""The engine cites rules by key; each of its systems says which rule of its book a key means."""

from __future__ import annotations

import ast
import csv
import functools
import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import a4a
from a4a.boards import load
from a4a.core.errors import A4AError, DatasetError
from a4a.rules.areas.citations import KEYS
from a4a.rules.areas.system import System
from a4a.rules.book import RuleBook
from a4a.rules.citations import read_citations
from a4a.rules.systems import faults
from a4a.rules.systems.deluxe3g40 import FAMILY as DELUXE
from a4a.rules.systems.global1940 import FAMILY
from a4a.rules.systems.wargame1942 import FAMILY as WAR_GAME

ENGINE = Path(a4a.__file__).parent / "rules" / "areas"
KEY = re.compile(r"[a-z]+(\.(?!toml$)[a-z]+)+")
FAMILIES = (FAMILY, DELUXE, WAR_GAME)
SYSTEMS = sorted(name for family in FAMILIES for name in family.systems)
ID = re.compile(r"[A-Z]{2}-[A-Z]{2,3}-\d{3}")


@functools.cache
def nodes() -> tuple[tuple[str, ast.AST], ...]:
    """Every node of the engine's code, with the module it is in."""
    return tuple(
        (path.name, node)
        for path in sorted(ENGINE.rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        or (isinstance(node, ast.Constant) and isinstance(node.value, str))
    )


def literals() -> Iterator[tuple[str, str]]:
    """Every string that the engine's code has, with the module it is in."""
    for module, node in nodes():
        if module != "citations.py" and isinstance(node, ast.Constant):
            yield module, str(node.value)


@functools.cache
def calls() -> frozenset[tuple[str, bool]]:
    """The keys that the engine's code gives to a function, and whether it says of what."""
    return frozenset(
        (argument.value, any(word.arg == "of" for word in node.keywords))
        for _, node in nodes()
        if isinstance(node, ast.Call)
        for argument in node.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )


def test_the_keys_are_those_that_the_engine_cites() -> None:
    cited = {text for _, text in literals() if KEY.fullmatch(text)}
    assert cited == KEYS


def test_the_engine_names_no_rule_by_its_id() -> None:
    assert [where for where, text in literals() if ID.fullmatch(text)] == []


def system(name: str) -> System:
    family = next(family for family in FAMILIES if name in family.systems)
    return System(load(name), games=family.systems[name], options=family.options)


@pytest.mark.parametrize("name", SYSTEMS)
def test_each_system_of_the_engine_maps_every_key_and_no_other(name: str) -> None:
    book = system(name).book
    assert {key for key, _ in book.citations} == KEYS
    assert set(book.citations.values()) <= book.known


@pytest.mark.parametrize("name", SYSTEMS)
def test_what_has_a_rule_of_its_own_is_in_the_game_and_asked_about(name: str) -> None:
    game = system(name)
    things = {s.name for s in game.board.spaces} | {b.name for b in game.board.borders}
    things |= {*game.types, *game.catalog.sides} | {text for _, text in literals()}
    assert {of for _, of in game.book.citations if of} <= things
    asked = {key for key, _ in game.book.citations if (key, True) in calls()}
    dynamic = {"gate.neutral", "gate.enemy", "gate.divided"}  # by the reason a gate is shut
    assert {key for key, of in game.book.citations if of} <= asked | dynamic


@pytest.mark.parametrize("name", SYSTEMS)
def test_no_layer_of_citations_says_what_the_one_below_says(name: str) -> None:
    below: dict[tuple[str, str], str] = {}
    for folder in load(name).folders:
        if (file := folder / "citations.csv").is_file():
            with file.open(encoding="utf-8") as rows:
                own = {(row["key"], row["of"]): row["rule"] for row in csv.DictReader(rows)}
            assert own.items() & below.items() == set()
            below |= own


def test_one_key_means_one_rule_but_where_one_thing_has_a_rule_of_its_own() -> None:
    book = RuleBook.of(load("global1940"), keys=KEYS)
    assert len(set(book.citations.values())) == len(book.citations)
    assert book.cite("space.impassable") == "AA-SET-031"
    assert book.cite("space.impassable", of="Sahara Desert") == "AA-SET-031"
    assert book.cite("space.impassable", of="Pripet Marshes") == "AA-SET-032"


def test_an_id_stands_for_itself_and_what_is_neither_is_refused() -> None:
    book = RuleBook.of(load("global1940"), keys=KEYS)
    assert (book.cite("AA-MOV-021"), book.cite("")) == ("AA-MOV-021", "")
    with pytest.raises(A4AError, match=r"no rule 'combat\.destiny' in this rulebook"):
        book.cite("combat.destiny")


def told(folder: Path, rows: str) -> str:
    """What a check says of Global 1940 with rows laid over its citations."""
    (folder / "citations.csv").write_text(f"key,of,rule\n{rows}\n")
    (said,) = faults("global1940", overrides=folder)
    return said


def test_a_check_tells_a_rule_that_is_not_in_the_book(tmp_path: Path) -> None:
    said = told(tmp_path, "combat.destination,,AA-MOV-999")
    assert "rules.csv has no rule 'AA-MOV-999'" in said
    assert "citations.csv:2" in said


def test_a_check_tells_a_key_that_the_engine_does_not_cite(tmp_path: Path) -> None:
    said = told(tmp_path, "combat.destinations,,AA-MOV-021")
    assert "no rule is cited as 'combat.destinations'" in said
    assert "combat.destination" in said.partition("destinations'")[2]


def test_a_key_that_no_row_maps_is_told(tmp_path: Path) -> None:
    (tmp_path / "citations.csv").write_text("key,of,rule\nwar.when,,AA-DOW-001\n")
    bare = msgspec.structs.replace(load("global1940"), folders=(tmp_path,))
    with pytest.raises(DatasetError, match=r"no row says which rule 'war\.target' is"):
        read_citations(bare, keys=("war.when", "war.target"), known=("AA-DOW-001",))


def test_a_layer_says_only_what_its_book_says_anew(tmp_path: Path) -> None:
    (tmp_path / "citations.csv").write_text("key,of,rule\nwar.when,,AA-DOW-002\n")
    book = RuleBook.of(load("global1940", overrides=tmp_path), keys=KEYS)
    assert book.cite("war.when") == "AA-DOW-002"
    assert book.cite("war.target") == "AA-DOW-003"
