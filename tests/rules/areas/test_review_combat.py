"""Tricky battles a judge is asked about."""

from __future__ import annotations

import pytest

from a4a.rules.areas.orders import Submerge
from tests.rules.areas.battles import Attack
from tests.rules.areas.positions import position

GERMANY, UK = "Germany", "United Kingdom"
SZ109, SZ110 = "sea zone 109", "sea zone 110"


@pytest.mark.rule("AA-CMB-059")
def test_AA_CMB_059_the_way_of_a_submarine_that_submerged_stays_open() -> None:
    """It was one of the original attackers; the cruiser may retreat to where it came from."""
    game = position(
        units={
            SZ109: {GERMANY: {"submarine": 1}},
            SZ110: {GERMANY: {"cruiser": 1}, UK: {"cruiser": 2}},
        },
        phase="Combat Move",
    )
    battle = Attack(game).send(SZ109, SZ110, submarine=1).begin([6, 6, 6])
    assert game.decision is not None
    assert game.decision.kind == "submerge"
    battle.do(Submerge(game.decision.units))
    assert battle.asked == "retreat"
    assert game.decision.spaces == (SZ109,)
