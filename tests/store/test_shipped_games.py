"""The games that come with a4a are on the boards that come with a4a."""

from __future__ import annotations

from pathlib import Path

import pytest

from a4a import boards, store

GAMES = sorted((Path(__file__).parents[2] / "datasets" / "games").glob("*.a4a"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_a_shipped_game_has_the_board_and_catalog_of_its_dataset(path: Path) -> None:
    record = store.load(path)
    dataset = boards.load(record.header.system)
    assert record.board == dataset.board
    assert record.catalog == dataset.catalog
