"""Records to make frames of: the worked examples of four systems, and a small war."""

from __future__ import annotations

import polars as pl
import pytest

from a4a.core.record import GameRecord
from a4a.frames import Frames, frames
from tests.examples.log import EXAMPLES, story_of
from tests.frames import small_war


@pytest.fixture(scope="session")
def war() -> GameRecord:
    return small_war.record()


@pytest.fixture(scope="session", params=["small war", *EXAMPLES])
def record(request: pytest.FixtureRequest) -> GameRecord:
    if request.param == "small war":
        return small_war.record()
    return story_of(request.param).record


@pytest.fixture(scope="session")
def told(record: GameRecord) -> Frames[pl.DataFrame]:
    """The frames of a record, node by node."""
    return frames(record, at="node")
