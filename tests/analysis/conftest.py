"""A battle of everything, and how it ends, for tests of odds."""

from __future__ import annotations

import pytest

from a4a.analysis.battle import Battle
from a4a.analysis.outcome import Outcome
from a4a.odds.retreat import AfterRounds
from tests.analysis.battles import ask


@pytest.fixture(scope="module")
def landing() -> Battle:
    """A battle of everything."""
    return ask(
        kind="amphibious",
        attacker={"infantry": 4, "artillery": 1, "tank": 2, "fighter": 2, "tactical bomber": 1},
        landing={"infantry": 2, "artillery": 1},
        defender={"infantry": 5, "AAA": 1, "tank": 1, "fighter": 1},
        bombard={"cruiser": 1, "battleship": 1},
        retreat=AfterRounds(3),
    )


@pytest.fixture(scope="module")
def outcome(landing: Battle) -> Outcome:
    return landing.odds()
