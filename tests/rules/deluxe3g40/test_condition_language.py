"""What conditions say in the lists of 3G40 Deluxe that those of Global 1940 do not."""

from __future__ import annotations

from a4a.rules.areas.politics.situation import Situation
from a4a.rules.conditions import Controls, Some, Units, party, unknown
from a4a.rules.spaces import Spaces
from tests.rules.deluxe3g40.positions import SYSTEM, position

EGYPT, LIBYA = (Controls(of=Spaces(spaces=(s,)), by="Axis") for s in ("Egypt", "Libya"))


def test_parts_sides_and_powers_that_are_not_there_are_named_within_other_conditions() -> None:
    said = list(
        unknown(
            SYSTEM,
            Some(
                conditions=(
                    Controls(of=Spaces(parts=("Asia",))),
                    Units(of=Spaces(spaces=("Nowhere",)), owners=("Axis", "Mars")),
                )
            ),
        )
    )
    assert said == [
        "there is no part 'Asia' of the board", "there is no space 'Nowhere'",
        "there is no power or side 'Mars'",
    ]  # fmt: skip


def test_some_of_several_conditions_hold() -> None:
    state = position(power="Italy").state
    now = Situation(SYSTEM, state, "Italy")
    assert not EGYPT.holds(now)
    assert LIBYA.holds(now)
    assert Some(conditions=(EGYPT, LIBYA)).holds(now)
    assert not Some(conditions=(EGYPT, LIBYA), at_least=2).holds(now)


def test_several_may_be_meant_together() -> None:
    assert party(SYSTEM, ("Germany", "Italy"), "Japan") == {"Germany", "Italy"}
    assert party(SYSTEM, ("power", "Axis"), "China") == {"China", "Germany", "Italy", "Japan"}
