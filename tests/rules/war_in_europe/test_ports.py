"""The ways of beaten fleets to port (4.2.C.3): the shortest, from a box as well."""

from __future__ import annotations

from itertools import pairwise

import pytest

from a4a.core.state import State
from a4a.rules.systems.war_in_europe.combat import ports
from a4a.rules.systems.war_in_europe.field import field_of
from tests.rules.war_in_europe.positions import state, system, unit

SUB = "Germany: 1st submarine fleet"
HOME, CHANNEL = "Great Britain: Home fleet", "Great Britain: Channel fleet"
ATLANTIC, BREST, OSLO, EDGE = "Atlantic", "1509", "1903", "1006"
NORWAY = {OSLO: "Germany", BREST: "Germany"}


def steps_to(now: State, name: str, target: str) -> int | None:
    """The fewest steps of a fleet to a hex, found by wading out from where it is."""
    fleet = unit(now, name)
    field = field_of(system(), now)
    shut = ports.barred(field, field.side_of(fleet))
    here = {str(now.space_of(fleet.id))}
    seen = set(here)
    for count in range(60):
        if target in here:
            return count
        beside = {there for space in here for there in system().ground.by_ship[space]}
        here = {space for space in beside - seen if space not in shut}
        seen |= here
    return None


def length(now: State, name: str, target: str) -> int | None:
    found = ports.way(system(), now, unit(now, name), target)
    if found is None:
        return None
    assert (found[0], found[-1]) == (now.space_of(unit(now, name).id), target)
    assert all(there in system().ground.by_ship[here] for here, there in pairwise(found))
    return len(found) - 1


@pytest.mark.rule("WE-SCB-012")
@pytest.mark.parametrize("target", [BREST, OSLO, "1609", "1310"])
def test_a_fleet_in_a_box_takes_the_shortest_way_over_any_hex_of_the_edge(target: str) -> None:
    now = state({SUB: ATLANTIC}, active="Axis", control=NORWAY)
    assert length(now, SUB, target) == steps_to(now, SUB, target)


@pytest.mark.rule("WE-SCB-012", "WE-ZOC-020")
def test_where_the_enemy_bars_the_shortest_way_from_a_box_it_is_the_shortest_left() -> None:
    found = []
    for watch in ({}, {HOME: "1309"}):
        now = state({SUB: ATLANTIC} | watch, active="Axis", control=NORWAY)
        assert length(now, SUB, BREST) == steps_to(now, SUB, BREST)
        found.append(length(now, SUB, BREST))
    assert found == [6, 7]


@pytest.mark.rule("WE-SCB-012")
def test_to_a_hex_that_is_barred_on_every_side_there_is_no_way() -> None:
    now = state({SUB: ATLANTIC, HOME: "1409"}, active="Axis", control=NORWAY)
    assert length(now, SUB, BREST) is steps_to(now, SUB, BREST) is None


def test_outside_of_boxes_it_is_the_shortest_way_too() -> None:
    now = state({SUB: EDGE, CHANNEL: "1408"}, active="Axis", control=NORWAY)
    for target in (BREST, OSLO):
        assert length(now, SUB, target) == steps_to(now, SUB, target)
