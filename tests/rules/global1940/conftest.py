"""What tests of Global 1940 share; positions are in `positions.py`."""

from __future__ import annotations

import pytest

from a4a.rules.game import Game
from tests.rules.global1940.positions import position


@pytest.fixture
def game() -> Game:
    """Global 1940 as set up, in Germany's first Combat Move."""
    return position(power="Germany", phase="Combat Move", round=1, keep_set_up=True)
