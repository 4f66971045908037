"""Who can pass a strait or canal, as far as a state says it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import a4a
from a4a.core import events as ev
from a4a.core.board import Border
from a4a.core.gates import bar, is_open
from a4a.core.neutrals import leaning
from a4a.core.state import State


def gate(name: str) -> Border:
    return next(b for b in a4a.dataset("global1940").board.borders if b.name == name)


def after(*events: ev.AnyEvent) -> State:
    return a4a.start("global1940").state_at(0).apply(*events)


@pytest.mark.parametrize(
    ("name", "passing"),
    [
        ("Suez Canal", {"United Kingdom", "France", "ANZAC", "United States", "Soviet Union"}),
        ("Danish Straits", {"Germany", "Italy"}),
        ("Turkish Straits", set()),
    ],
)
def test_the_side_that_holds_the_land_passes(name: str, passing: set[str]) -> None:
    state = after()
    powers = [power.name for power in state.catalog.powers if power.side]
    there = {power for power in powers if is_open(state, gate(name), power)}
    assert there & {p for p in powers if p not in ("Japan", "China")} == passing


def test_a_power_of_the_other_side_at_peace_has_to_ask() -> None:
    """The Soviet Union is not at war with Germany: nothing bars it, but it is not open to it."""
    state = after()
    assert bar(state, gate("Danish Straits"), "Soviet Union") is None
    assert not is_open(state, gate("Danish Straits"), "Soviet Union")


def test_land_counts_as_it_was_held_when_the_turn_began() -> None:
    begin = ev.TurnBegan(("Italy",))
    taken = [
        ev.ControlChanged(land, "United Kingdom", "Italy", "conquest")
        for land in ("Egypt", "Trans-Jordan")
    ]
    suez = gate("Suez Canal")
    now = after(begin, *taken)
    assert bar(now, suez, "Italy").reason == "taken"  # type: ignore[union-attr]
    assert is_open(now, suez, "United Kingdom")
    later = now.apply(ev.TurnBegan(("Italy",)))
    assert is_open(later, suez, "Italy")
    assert bar(later, suez, "United Kingdom").reason == "enemy"  # type: ignore[union-attr]


def test_land_of_both_sides_lets_nobody_through() -> None:
    state = after(ev.ControlChanged("Trans-Jordan", "United Kingdom", "Italy", "conquest"))
    found = bar(state, gate("Suez Canal"), "Soviet Union")
    assert found is not None
    assert (found.reason, found.territory) == ("divided", "Trans-Jordan")


def test_a_neutral_that_was_taken_leans_no_way() -> None:
    assert leaning(after(), "Greece") == "pro-Allies"
    taken = after(ev.ControlChanged("Greece", "Pro-Allies neutrals", "Italy", "conquest"))
    assert leaning(taken, "Greece") == ""
    attacked = after(ev.ControlChanged("Greece", "Pro-Allies neutrals", None, "attacked"))
    assert leaning(attacked, "Greece") == "pro-Allies"


def test_a_gate_that_opens_at_once_counts_land_as_it_is_held_now() -> None:
    """Who takes its land passes in the same turn; who has lost it does not."""
    begin = ev.TurnBegan(("Italy",))
    taken = [
        ev.ControlChanged(land, "United Kingdom", "Italy", "conquest")
        for land in ("Egypt", "Trans-Jordan")
    ]
    suez = replace(gate("Suez Canal"), opens_at_once=True)
    half, now = after(begin, taken[0]), after(begin, *taken)
    assert not is_open(half, suez, "Italy")
    assert bar(half, suez, "Italy").territory == "Trans-Jordan"  # type: ignore[union-attr]
    assert is_open(now, suez, "Italy")
    assert bar(now, suez, "United Kingdom").reason == "enemy"  # type: ignore[union-attr]
