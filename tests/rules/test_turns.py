"""Which turn of a round is meant by the powers that act in it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from a4a.core.errors import A4AError
from a4a.rules.phased import PhasedRuleset, Turn

ALONE, AXIS = Turn(("Germany",), ("moves",)), Turn(("Germany", "Italy"), ("battles",))


@pytest.mark.parametrize("turns", [(ALONE, AXIS), (AXIS, ALONE)])
def test_the_turn_of_a_power_is_the_one_in_which_fewest_act(turns: tuple[Turn, ...]) -> None:
    rules = cast(Any, SimpleNamespace(turns=lambda number: turns))

    def meant(*force: str, phase: str = "") -> tuple[Turn, str]:
        return PhasedRuleset.turn_of(rules, force, phase, round=1)

    assert meant("Germany") == (ALONE, "")
    assert meant("Italy") == meant("Germany", "Italy") == (AXIS, "")
    assert meant("Germany", phase="Battles") == (AXIS, "battles")
    with pytest.raises(A4AError, match="Japan has no turn in round 1"):
        meant("Japan")
