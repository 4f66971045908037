"""What the tests of The War in Europe share: the dataset and its charts."""

from __future__ import annotations

import pytest

from a4a import boards
from a4a.boards.dataset import Dataset
from a4a.rules.hexes.charts import CombatChart
from a4a.rules.hexes.numbers import Numbers
from a4a.rules.hexes.terrain import TerrainChart


@pytest.fixture(scope="session")
def dataset() -> Dataset:
    return boards.load("war_in_europe")


@pytest.fixture(scope="session")
def chart(dataset: Dataset) -> CombatChart:
    return CombatChart.of(dataset)


@pytest.fixture(scope="session")
def terrain(dataset: Dataset) -> TerrainChart:
    return TerrainChart.of(dataset)


@pytest.fixture(scope="session")
def numbers(dataset: Dataset) -> Numbers:
    return Numbers.of(dataset)
