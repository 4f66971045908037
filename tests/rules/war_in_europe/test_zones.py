"""Zones of control: how far they reach, and what keeps them off (5.1)."""

from __future__ import annotations

import pytest

from a4a.core.state import State
from a4a.rules.hexes import zones
from a4a.rules.hexes.zones import ZoneShapes
from a4a.rules.systems.war_in_europe.field import Field
from a4a.rules.systems.war_in_europe.standing import OPS_COMPLETE, WITH
from tests.rules.war_in_europe.positions import state, system, unit


def zone(now: State, name: str) -> frozenset[str]:
    return Field(system(), now).zones.of(unit(now, name).id)


def naive(space: str, reach: int, how: str, *, closed: frozenset[str] = frozenset()) -> set[str]:
    """A zone by its definition, border by border."""
    board = system().board
    found = {space}
    for _ in range(reach):
        for border in board.borders:
            for here, there in ((border.a, border.b), (border.b, border.a)):
                if here not in found or there in closed or border.kind == "box":
                    continue
                kinds = {board.space(here).kind, board.space(there).kind}
                sails = border.kind in ("sea", "coast", "strait", "canal") and "land" not in kinds
                if how == "air" or (how == "sea" and sails):
                    found = found | {f"+{there}"}
        found = {name.removeprefix("+") for name in found}
    return found


def neutral(now: State) -> frozenset[str]:
    """Hexes of neutral countries."""
    return frozenset(
        space for space, power in now.control.items() if "neutral" in now.statuses(power)
    )


def test_WE_ZOC_001_a_land_unit_holds_the_hexes_beside_it_that_it_could_enter() -> None:
    now = state({"Germany: 1st armor": "1908"})
    assert zone(now, "Germany: 1st armor") == {"1808", "1907", "1909", "2007", "2008"}
    now = state({"Germany: 1st armor": "1908"}, at_war=["Belgium"])
    assert zone(now, "Germany: 1st armor") == {"1807", "1808", "1907", "1909", "2007", "2008"}


def test_WE_ZOC_002_034_it_holds_no_sea_and_nothing_across_the_sea() -> None:
    now = state({"Germany: 1st armor": "2004", "Italy: 1st armor": "2113"}, at_war=["all"])
    board = system().board
    assert board.space("2104").kind == "coast"  # Scania, across the Sound
    assert board.border("2004", "2104").kind == "sea"  # type: ignore[union-attr]
    assert zone(now, "Germany: 1st armor") == {"1905", "2003", "2005"}
    assert zone(now, "Italy: 1st armor") == frozenset()


def test_WE_ZOC_005_a_land_unit_aboard_a_fleet_holds_nothing() -> None:
    fleet, armor = "Great Britain: Home fleet", "Great Britain: 1st armor"
    assert zone(state({fleet: "1607", armor: "1607"}), armor)
    assert zone(state({fleet: "1607", armor: fleet}), armor) == frozenset()


def test_WE_ZOC_023_of_what_is_aboard_a_fleet_only_naval_air_has_a_zone() -> None:
    fleet, air = "Great Britain: Home fleet", "Great Britain: 1st RAF"
    assert zone(state({fleet: "1607", air: "1607"}), air)
    assert zone(state({fleet: "1607", air: fleet}), air) == frozenset()


def test_WE_ZOC_022_naval_air_aboard_a_fleet_has_its_zone_over_any_terrain() -> None:
    fleet, air = "Great Britain: Home fleet", "Great Britain: Naval air"
    now = state({fleet: "1608", air: fleet})
    own = zone(now, air)
    assert own == naive("1608", 3, "air", closed=neutral(now))
    assert {"1709", "1708", "1509"} <= own


@pytest.mark.parametrize("space", ["1503", "1911", "2415", "1001"])
def test_WE_ZOC_011_012_013_a_fleets_zone_is_what_it_reaches_in_three_hexes(space: str) -> None:
    now = state({"Great Britain: Home fleet": space})
    own = zone(now, "Great Britain: Home fleet")
    assert own == naive(space, 3, "sea", closed=neutral(now))
    assert {system().board.space(name).kind for name in own} <= {"sea", "coast"}


def test_WE_ZOC_012_land_stops_a_fleets_zone() -> None:
    """From the Gulf of Lyon it does not reach the Atlantic two hexes off."""
    now = state({"Great Britain: Home fleet": "1911"}, at_war=["all"])
    near = system().ground.within("1911", 3)
    own = zone(now, "Great Britain: Home fleet")
    assert own < near
    assert any(system().board.space(name).kind == "coast" for name in near - own)


@pytest.mark.parametrize(("name", "reach"), [("1st RAF", 3), ("Bomber Command", 6)])
def test_WE_ZOC_024_an_air_units_zone_is_its_range(name: str, reach: int) -> None:
    now = state({f"Great Britain: {name}": "1607"}, at_war=["all"])
    own = zone(now, f"Great Britain: {name}")
    assert own == naive("1607", reach, "air")
    assert own == system().ground.within("1607", reach)


def test_WE_CMP_023_air_zones_reach_across_switzerland_but_hold_none_of_it() -> None:
    (swiss,) = system().board.region("Switzerland")
    now = state({"Germany: 1st air": "2008"}, at_war=["Italy"])
    own = zone(now, "Germany: 1st air")
    assert swiss not in own
    assert "2011" in own  # three hexes off, and four around Switzerland
    assert "2011" not in naive("2008", 3, "air", closed=neutral(now))
    now = state({"Germany: 1st armor": "2008"}, at_war=["all"])
    assert swiss not in zone(now, "Germany: 1st armor")


def test_WE_ZOC_030_013_no_allied_fleets_zone_holds_danish_waters_that_are_shut() -> None:
    """Nor those behind them; it opens with the country, whoever is in the hex (8.3.2)."""
    home = "Great Britain: Home fleet"
    shut = state({home: "1904"}, at_war=["all"])
    assert zone(shut, home) & {"2003", "2004"} == frozenset()
    beside = state({home: "1803"}, at_war=["all"])
    assert "1904" not in zone(beside, home)
    assert "1904" not in Field(system(), beside).zones.beside_fleets("Allies")
    german = "Germany: surface fleet"
    assert {"1904", "2003"} <= zone(state({german: "1803"}, at_war=["all"]), german)
    free = {"2004": "Great Britain", "1903": "Great Britain"}
    now = state({home: "1803", german: "2003"}, at_war=["all"], control=free)
    assert {"1904", "2003"} <= zone(now, home)


def test_WE_ZOC_030_no_zone_holds_what_its_unit_could_not_enter() -> None:
    (swiss,) = system().board.region("Switzerland")
    now = state({"Germany: 1st armor": "2009", "Germany: surface fleet": "2005"}, at_war=["all"])
    assert swiss not in zone(now, "Germany: 1st armor")
    kinds = {system().board.space(n).kind for n in zone(now, "Germany: surface fleet")}
    assert "land" not in kinds


def test_WE_ZOC_031_neutral_units_have_no_zone_and_each_side_its_own() -> None:
    now = state({"Poland: 1st infantry": "2405", "Germany: 1st armor": "2106"})
    zones = Field(system(), now).zones
    assert zone(now, "Poland: 1st infantry") == frozenset()
    assert zones.held("Axis", "land") == zone(now, "Germany: 1st armor")
    assert zones.held("Allies", "land") == frozenset()


def test_WE_ZOC_032_zones_stop_at_a_neutrals_border() -> None:
    names = {
        "Germany: 1st armor": "2205",
        "Germany: 1st air": "2205",
        "Germany: surface fleet": "2204",
    }
    now = state(names)
    closed = neutral(now)
    assert "2305" in system().board.region("Poland")
    for name in names:
        assert not zone(now, name) & closed
    assert zone(now, "Germany: 1st air") < naive("2205", 3, "air") - closed  # none beyond, either


def test_WE_ZOC_033_all_zones_are_there_the_instant_a_neutral_is_invaded() -> None:
    names = {"Germany: 1st armor": "2205", "Poland: 1st infantry": "2305"}
    before = state(names)
    after = state(names, statuses={"Poland": (WITH["Allies"],)})
    assert "2305" not in zone(before, "Germany: 1st armor")
    assert "2305" in zone(after, "Germany: 1st armor")
    assert "2205" in zone(after, "Poland: 1st infantry")


def test_forts_have_zones_and_what_is_in_a_box_has_none() -> None:
    now = state({"France: Maginot": "1909", "Great Britain: Home fleet": "Atlantic"})
    assert "1908" in zone(now, "France: Maginot")
    assert zone(now, "Great Britain: Home fleet") == frozenset()


def test_zones_hold_no_hex_of_iraq_before_it_rebels() -> None:
    iraq = set(system().board.region("Iraq"))
    now = state({"Great Britain: 1st RAF": "3513"})
    assert not zone(now, "Great Britain: 1st RAF") & iraq
    now = state({"Great Britain: 1st RAF": "3513"}, statuses={"Iraq": (WITH["Axis"],)})
    assert zone(now, "Great Britain: 1st RAF") & iraq


def test_WE_ZOC_009_who_holds_a_hex_can_be_asked_unit_by_unit() -> None:
    now = state({"Germany: 1st armor": "1908", "Germany: 2nd armor": "2106"})
    zones = Field(system(), now).zones
    assert zones.over("1909", "Axis", "land") == (unit(now, "Germany: 1st armor").id,)
    assert zones.over("1909", "Allies", "land") == ()


def test_hexes_beside_fleets_are_told_from_those_farther_off() -> None:
    now = state({"Great Britain: Home fleet": "1503"})
    zones = Field(system(), now).zones
    beside = zones.beside_fleets("Allies")
    assert beside == naive("1503", 1, "sea", closed=neutral(now)) - {"1503"}
    assert beside < zones.held("Allies", "sea")


def test_WE_CMP_024_a_unit_is_ready_exactly_without_its_marker() -> None:
    air, fleet = "Germany: 1st air", "Germany: surface fleet"
    now = state({air: "2106", fleet: "2005"}, flags={air: (OPS_COMPLETE,)})
    field = Field(system(), now)
    assert not field.is_ready(unit(now, air))
    assert field.is_ready(unit(now, fleet))


def test_WE_EXA_022_a_land_units_zone_is_its_six_neighbours_but_those_all_at_sea() -> None:
    board, shapes = system().board, system().zone_shapes
    inland, coastal = "2206", "1511"
    assert len(shapes.shape("land", inland, 1)) == 6
    beside = system().ground.beside[coastal]
    at_sea = {space for space in beside if board.space(space).kind == "sea"}
    assert len(beside) == 6
    assert at_sea
    assert shapes.shape("land", coastal, 1) == set(beside) - at_sea


def test_no_more_shapes_are_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zones, "_MOST_KEPT", 3)
    shapes, others = (ZoneShapes(system().ground) for _ in range(2))
    found = [shapes.shape("air", f"{column}08", 2) for column in range(10, 20)]
    assert len(shapes._found) <= 3
    assert (
        found == [others.shape("air", f"{column}08", 2) for column in reversed(range(10, 20))][::-1]
    )
