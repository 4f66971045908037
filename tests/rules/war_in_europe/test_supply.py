"""Supply: sources, lines over land and water, what bars them, halved factors (11)."""

from __future__ import annotations

from a4a.core.state import State
from a4a.rules.systems.war_in_europe.strength import factors
from a4a.rules.systems.war_in_europe.supply import supply_of
from tests.rules.war_in_europe.positions import state, system, unit

LONDON, BERLIN, MALTA, CORSICA, SARDINIA, ROME = "1607", "2106", "2415", "2011", "2113", "2211"


def line(state: State, name: str) -> tuple[str, ...]:
    return supply_of(system(), state).line(unit(state, name))


def worth(state: State, name: str) -> tuple[int, int]:
    face = factors(system(), state, unit(state, name))
    return face.combat, face.move


# --- sources --------------------------------------------------------------------------------------


def test_WE_SUP_007_018_supply_runs_over_any_distance_to_a_capital_that_the_side_controls() -> None:
    far = {"Great Britain: 8th armor": "3416"}
    assert line(state(far), "Great Britain: 8th armor")[-1] == LONDON
    lost = state(far, control={LONDON: "Germany"})
    assert line(lost, "Great Britain: 8th armor") == ()


def test_WE_SUP_007_each_soviet_capital_is_a_source() -> None:
    army = {"Soviet Union: 1st infantry": "3205"}
    for held in ("2601", "2903", "3304"):
        others = {city: "Germany" for city in ("2601", "2903", "3304") if city != held}
        now = state(army, at_war=["Soviet Union"], control=others)
        assert line(now, "Soviet Union: 1st infantry")[-1] == held
    taken = dict.fromkeys(("2601", "2903", "3304"), "Germany")
    none = state(army, at_war=["Soviet Union"], control=taken)
    assert line(none, "Soviet Union: 1st infantry") == ()


def test_a_neutral_traces_in_its_own_land() -> None:
    now = state({"Soviet Union: 1st infantry": "2605", "Soviet Union: 2nd infantry": "2306"})
    assert line(now, "Soviet Union: 1st infantry")
    assert line(now, "Soviet Union: 2nd infantry") == ()


def test_WE_SUP_009_010_a_units_source_is_the_capital_of_its_own_country_and_no_other() -> None:
    """R-290: also a minor's abroad, and where a friendly major capital is next door."""
    army = {"Hungary: infantry": "2107"}
    assert line(state(army, at_war=["Hungary"]), "Hungary: infantry")[-1] == "2408"
    lost = state(army, at_war=["Hungary"], control={"2408": "Soviet Union"})
    assert line(lost, "Hungary: infantry") == ()


def test_french_units_trace_to_toulon_or_algiers_once_paris_is_lost() -> None:
    army = {"France: Col infantry": "2115"}
    assert line(state(army), "France: Col infantry")[-1] == "1709"
    vichy = state(army, control={"1709": "Germany", "1708": "Germany"})
    assert line(vichy, "France: Col infantry")[-1] in ("1615", "1911")
    nothing = state(army, control={"1709": "Germany", "1615": "Germany", "1911": "Germany"})
    assert line(nothing, "France: Col infantry") == ()


def test_WE_SUP_016_americans_trace_to_london_paris_algiers_or_rome() -> None:
    sources = {LONDON: "1607", "1709": "1709", "1615": "1615", ROME: "2211"}
    army, name = {"United States: 1st armor": "1405"}, "United States: 1st armor"
    for held in sources:
        others = {city: "Germany" for city in sources if city != held}
        friendly = {held: "Great Britain"}
        now = state(army, at_war=["United States", "Italy"], control=others | friendly)
        assert line(now, name)[-1] == held
    taken = dict.fromkeys(sources, "Germany")
    now = state(army, at_war=["United States", "Italy"], control=taken)
    assert line(now, name) == ()
    assert supply_of(system(), now).sources("United States") == ()


def test_WE_SUP_003_at_home_and_aboard_in_a_box_nobody_of_the_allies_is_out_of_supply() -> None:
    """R-302: though all four cities are lost, and London too."""
    home, army, other = (
        "Great Britain: Home fleet",
        "United States: 1st armor",
        "Great Britain: 1st armor",
    )
    taken = dict.fromkeys(("1607", "1709", "1615", "2211"), "Germany")
    counters = {army: "United States", home: "Atlantic", other: home}
    now = state(counters, at_war=["United States", "Italy"], control=taken)
    assert all(supply_of(system(), now).is_supplied(unit(now, name)) for name in (army, other))
    lost = state({army: "1405"}, at_war=["United States", "Italy"], control=taken)
    assert not supply_of(system(), lost).is_supplied(unit(lost, army))


def test_WE_SUP_011_no_allied_line_passes_danish_waters_that_are_shut_to_fleets() -> None:
    """R-291: on water lines go where fleets go. Britain holds Stockholm, and then Denmark too."""
    army = "Great Britain: 1st armor"
    held = {"2201": "Great Britain"}
    assert line(state({army: "2201"}, control=held), army) == ()
    held |= {"1903": "Great Britain", "2004": "Great Britain"}
    now = state({army: "2201"}, at_war=["Norway", "Denmark"], control=held)
    assert line(now, army)[-1] == "1607"


# --- lines ----------------------------------------------------------------------------------------


def test_WE_SUP_011_lines_cross_the_sea_and_pass_between_land_and_sea_in_friendly_ports() -> None:
    malta = {"Great Britain: 8th armor": MALTA}
    found = line(state(malta), "Great Britain: 8th armor")
    assert (found[0], found[-1]) == (MALTA, LONDON)
    assert any(system().board.space(hex).kind == "sea" for hex in found)
    assert line(state(malta, control={MALTA: "Germany"}), "Great Britain: 8th armor") == ()
    bare = {"Germany: 4th infantry": CORSICA}  # an island without a port
    assert line(state(bare, at_war=["Italy"], control={CORSICA: "Germany"}), *bare) == ()
    harbour = {"Germany: 4th infantry": SARDINIA}
    assert line(state(harbour, at_war=["Italy"]), *harbour)[-1] == BERLIN
    assert line(state(harbour), *harbour) == ()  # Italy's ports are a neutral's


def test_lines_on_water_pass_coasts_without_ports_as_fleets_do() -> None:
    """R-291: beside Corsica's coast the line from Sardinia goes on to Italy."""
    now = state({"Germany: 4th infantry": SARDINIA}, at_war=["Italy"])
    assert CORSICA in line(now, "Germany: 4th infantry")


def test_lines_keep_out_of_neutral_land() -> None:
    now = state({"Germany: 1st infantry": "2510"}, control={"2510": "Germany"})
    assert line(now, "Germany: 1st infantry") == ()  # between neutrals only
    through = state({"Germany: 1st infantry": "2510"}, at_war=["Hungary", "Yugoslavia"])
    assert line(through, "Germany: 1st infantry")[-1] == BERLIN


def test_allied_lines_run_through_the_boxes() -> None:
    """R-292: Egypt is supplied around the Cape, and no Axis unit is."""
    egypt = {"Great Britain: 8th armor": "3416"}
    shut = {"3315": "Germany", "3414": "Germany"}
    found = line(state(egypt, control=shut), "Great Britain: 8th armor")
    assert {"Red Sea", "Capetown"} <= set(found)
    axis = state({"Germany: 4th infantry": "3415"}, control={"3415": "Germany"})
    assert line(axis, "Germany: 4th infantry")  # through the Mediterranean
    cut = state(
        {"Germany: 4th infantry": "3415", "Great Britain: 8th armor": "3414"},
        control={"3415": "Germany"},
    )
    assert line(cut, "Germany: 4th infantry") == ()


# --- what bars lines ------------------------------------------------------------------------------

WEST, RAIDER = "Germany: 1st infantry", "France: 1st armor"


def test_WE_SUP_012_013_lines_leave_enemy_land_zones_but_enter_none_without_a_friend() -> None:
    facing = state({WEST: "1908", RAIDER: "1909"})
    assert line(facing, WEST)[-1] == BERLIN
    raid = {WEST: "1908", RAIDER: "2206"}  # beside Berlin
    assert line(state(raid), WEST) == ()
    held = raid | {"Germany: 4th infantry": BERLIN}
    assert line(state(held), WEST)[-1] == BERLIN
    assert line(state(held), "Germany: 4th infantry") == (BERLIN,)
    flown = raid | {"Germany: 1st air": BERLIN}
    assert line(state(flown), WEST) == ()  # only land units keep it open


def test_WE_SUP_013_no_line_enters_a_hex_in_which_an_enemy_land_unit_stands() -> None:
    """A unit has no zone in its own hex, but it closes the strait it is in."""
    malta = {"Great Britain: 8th armor": MALTA}
    french = dict.fromkeys(("1911", "2115", "1615", "1709"), "Germany")
    assert "1315" in line(state(malta, control=french), *malta)
    held = state(malta | {"Germany: 1st infantry": "1315"}, control=french)
    assert "1315" not in line(held, "Great Britain: 8th armor")


def test_WE_SUP_014_enemy_fleets_bar_sea_and_coast_where_no_friendly_fleet_is() -> None:
    """Coasts, too, to lines on land: so says 11.2.2 (R-291)."""
    army = {"Great Britain: 1st armor": "1505"}
    blockade = army | {"Germany: surface fleet": "1807"}
    assert line(state(army), "Great Britain: 1st armor")[-1] == LONDON
    assert line(state(blockade), "Great Britain: 1st armor") == ()
    guarded = blockade | {
        "Great Britain: Home fleet": LONDON, "Great Britain: Channel fleet": "1507",
        "Great Britain: Gibraltar fleet": "1506",
    }  # fmt: skip
    assert line(state(guarded), "Great Britain: 1st armor")[-1] == LONDON
    trapped = state({"Great Britain: 8th armor": MALTA, "Italy: fleet": "2515"}, at_war=["Italy"])
    assert line(trapped, "Great Britain: 8th armor") == ()
    neutral = state({"Great Britain: 8th armor": MALTA, "Italy: fleet": "2515"})
    assert line(neutral, "Great Britain: 8th armor")[-1] == LONDON


def test_WE_SUP_014_a_line_may_leave_an_enemy_fleets_zone() -> None:
    """The fleet's zone holds Malta and its sea, a friendly fleet stands on the way out of it."""
    ways = {"Great Britain: Mediterranean fleet": "2416", "Great Britain: Home fleet": "2417"}
    out = {"Great Britain: 8th armor": MALTA, "Italy: fleet": "2413"} | ways
    assert line(state(out, at_war=["Italy"]), "Great Britain: 8th armor")[:2] == (MALTA, "2416")


def test_WE_SUP_015_enemy_air_units_bar_nothing() -> None:
    army = {"Great Britain: 1st armor": "1505", "Germany: 1st air": "1708"}
    assert line(state(army), "Great Britain: 1st armor")[-1] == LONDON


# --- factors --------------------------------------------------------------------------------------


def test_WE_SUP_017_a_land_unit_without_supply_has_half_its_factors() -> None:
    cut = {"France: 2nd infantry": "2206", "Great Britain: 1st armor": "2205"}
    now = state(cut, control=dict.fromkeys(("1709", "1911", "1615", LONDON), "Germany"))
    assert worth(now, "France: 2nd infantry") == (1, 1)  # 3 and 3, fractions dropped
    assert worth(now, "Great Britain: 1st armor") == (2, 3)  # 5 and 6


def test_WE_SUP_006_supply_is_that_of_the_moment() -> None:
    raid = state({WEST: "1908", RAIDER: "2206"})
    assert worth(raid, WEST) == (2, 1)
    assert worth(state({WEST: "1908", RAIDER: "1909"}), WEST) == (4, 3)


def test_WE_SUP_008_forts_need_no_supply() -> None:
    now = state({"Germany: fort 1": "1908", RAIDER: "2206"})
    assert worth(now, "Germany: fort 1")[0] == 4


def test_WE_SUP_001_fleets_and_air_units_have_all_their_factors_wherever_they_are() -> None:
    cut = {"Germany: surface fleet": "1507", "Germany: 1st air": CORSICA}
    now = state(cut, control={CORSICA: "Germany", BERLIN: "France"})
    assert worth(now, "Germany: surface fleet") == (3, 45)
    assert worth(now, "Germany: 1st air") == (4, 3)
    assert line(now, "Germany: 1st air") == ()
