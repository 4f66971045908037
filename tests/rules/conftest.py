"""What the tests of all rules share: refusals that were met are handed on to the end of the run."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.rules import golden


@pytest.fixture(autouse=True)
def refusals(record_property: Callable[[str, object], None]) -> Iterator[None]:
    """Report the lines on file that a test has come to."""
    golden.seen.clear()
    yield
    if golden.seen:
        record_property(golden.PROPERTY, list(golden.seen))
