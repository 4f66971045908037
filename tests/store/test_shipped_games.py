"""The games that come with a4a are on the boards that come with a4a."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import a4a
from a4a import boards, store
from a4a.rules.systems import systems_with_rules

GAMES = sorted((Path(__file__).parents[2] / "datasets" / "games").glob("*.a4a"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_shipped_game_has_the_board_and_catalog_of_its_dataset(path: Path) -> None:
    record = store.load(path)
    dataset = boards.load(record.header.system)
    assert record.board == dataset.board
    assert record.catalog == dataset.catalog


def test_a_game_of_the_first_version_is_written_as_it_was() -> None:
    """All but the board and the catalog, whose whole numbers the file has without a point."""
    (path,) = (path for path in GAMES if path.stem == "global1940_fast_computer")
    first, header, _, _, *rest = gzip.decompress(path.read_bytes()).splitlines()
    again = gzip.decompress(store.dumps(store.load(path))).splitlines()
    assert first == b'{"a4a":{"version":1}}'
    assert again[:2] == [first, header]
    assert again[4:] == rest


@pytest.mark.parametrize("system", systems_with_rules())
def test_a_new_game_is_written_the_same_once_it_is_read(system: str) -> None:
    written = store.dumps(a4a.start(system))
    assert store.dumps(store.loads(written)) == written
