"""What the rules lay over the map: zones of control, lines of supply, and who has none."""

from __future__ import annotations

import pytest

from a4a.rules.overlay import Overlay
from a4a.rules.systems import FAMILIES, ruleset
from a4a.rules.systems.war_in_europe.overlays import supply, zones
from tests.rules.war_in_europe.positions import state, system, unit

BERLIN, ESSEN, MALTA = "2106", "1907", "2415"
MADRID = "1412"


def areas(found: Overlay) -> dict[tuple[str, str], frozenset[str]]:
    return {(area.side, area.kind): area.spaces for area in found.areas}


@pytest.mark.parametrize("family", FAMILIES)
def test_a_family_names_the_layers_its_rules_show(family) -> None:
    for name in family.systems:
        assert tuple(ruleset(name).overlays) == family.overlays


def test_zones_are_told_by_side_and_by_what_has_them() -> None:
    now = state({"Germany: 1st armor": ESSEN, "Great Britain: Gibraltar fleet": "1008"})
    found = areas(zones(system(), now))
    assert set(found) == {("Axis", "land"), ("Allies", "sea")}
    beside = {"1808", "1906", "1908", "2006", "2007"}
    assert beside - found["Axis", "land"] <= {"1808"}  # Belgium is neutral, and closed to zones
    assert ESSEN not in found["Axis", "land"]
    assert {"1008", "1308"} <= found["Allies", "sea"]


def test_lines_are_those_of_units_at_war_and_end_at_their_source() -> None:
    army, neutral = "Germany: 1st armor", "Spain: 1st infantry"
    now = state({army: ESSEN, neutral: MADRID})
    found = supply(system(), now)
    assert [(line.unit, line.path[0], line.path[-1]) for line in found.traced] == [
        (unit(now, army).id, ESSEN, BERLIN)
    ]
    assert found.lacking == ()


def test_units_without_a_line_lack_supply_but_forts_do_not() -> None:
    army, fort = "Great Britain: 8th armor", "Great Britain: Malta fort"
    now = state({army: MALTA, fort: MALTA}, control={MALTA: "Germany"})
    assert supply(system(), now).lacking == (unit(now, army).id,)


def test_aircraft_lack_supply_where_they_would_fail_the_check() -> None:
    air = "Great Britain: 1st RAF"
    assert supply(system(), state({air: MALTA}, control={MALTA: "Germany"})).lacking == (1,)
    assert supply(system(), state({air: "1607"})).lacking == ()
    assert supply(system(), state({air: "Atlantic"})).lacking == ()  # the Allies' boxes are
