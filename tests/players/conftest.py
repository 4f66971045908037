"""The census of random games, handed on to be added up at the end of the run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import pytest


@pytest.fixture
def census(record_property: Callable[[str, object], None]) -> Iterator[Counter[str]]:
    """Counts what a test's games come to."""
    counted: Counter[str] = Counter()
    yield counted
    record_property("census", dict(counted))
