"""Land totals as a condition: what territories held are worth, by itself and against others'."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.conditions import Not, Worth, unknown
from a4a.rules.spaces import Spaces
from tests.rules.areas.positions import position, rules

SYSTEM = rules().game
LOWLANDS = Spaces(spaces=("Poland", "Slovakia/Hungary", "Greece"))


def held(**owners: str | None) -> State:
    """Nobody holds anything but Germany Poland (2), and who is named the territory named."""
    state = position(control=dict.fromkeys(SYSTEM.board.index)).state
    holders = {"Poland": "Germany", **owners}
    return state.apply(*(ev.ControlChanged(s, None, o, "edit") for s, o in holders.items()))


def holds(condition: Worth | Not, state: State, power: str = "Germany") -> bool:
    return condition.holds(Situation(SYSTEM, state, power))


def test_what_a_power_holds_is_worth_at_least_so_much() -> None:
    assert holds(Worth(at_least=2), held())
    assert not holds(Worth(at_least=3), held())
    assert not holds(Worth(at_least=1), held(), "Italy")
    assert holds(Not(condition=Worth(by="Axis", at_least=3)), held())
    assert holds(Worth(by="Axis", at_least=4), held(Greece="Italy"))


def test_a_side_holds_more_than_the_other_and_not_as_much() -> None:
    more = Worth(by="Axis", more_than="Allies")
    assert holds(more, held())
    assert not holds(more, held(Greece="United Kingdom"))
    assert not holds(more, held(Greece="United Kingdom", France="France"))


def test_land_counts_by_what_it_yields_now() -> None:
    state = held().apply(ev.ValueChanged("Poland", "value", None, 7))
    assert holds(Worth(at_least=7), state)


def test_only_spaces_that_are_chosen_count() -> None:
    state = held(France="Germany")
    assert not holds(Worth(at_least=3, of=LOWLANDS), state)
    assert holds(Worth(at_least=3), state)


def test_a_condition_that_compares_with_nothing_or_nobody_is_told() -> None:
    (said,) = unknown(SYSTEM, Worth(by="Axis"))
    assert said.startswith("land is worth at_least an amount, or more_than")
    assert list(unknown(SYSTEM, Worth(more_than="Mars"))) == ["there is no power or side 'Mars'"]
