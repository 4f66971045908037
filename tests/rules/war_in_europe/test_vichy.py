"""Vichy France: the fall of Paris and what follows from it (12.2)."""

from __future__ import annotations

import pytest

from a4a.boards.columns import FORCE_POOL
from a4a.core.dice import ScriptedDice
from a4a.core.events import UnitsPlaced
from a4a.core.state import State
from a4a.core.units import Holding
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe import conquest, vichy
from a4a.rules.systems.war_in_europe.access import may_attack, may_move
from a4a.rules.systems.war_in_europe.entering import entered, flown
from a4a.rules.systems.war_in_europe.field import Field
from a4a.rules.systems.war_in_europe.pool import eliminate
from a4a.rules.systems.war_in_europe.possession import withdraw
from a4a.rules.systems.war_in_europe.standing import CONQUERED, NEUTRAL, Standing
from tests.rules.war_in_europe.positions import state, system, unit

PARIS, CALAIS, LYON, TOULON, BREST = "1709", "1708", "1810", "1911", "1509"
ALGIERS, TUNIS, BEIRUT, CASABLANCA, DAMASCUS = "1615", "2115", "3513", "1216", "3512"
LIEGE, TRIER, LONDON = "1807", "1908", "1607"
COL, FLEET, SECOND = "France: Col infantry", "France: fleet", "France: 2nd infantry"
PANZER, BRITISH = "Germany: 1st armor", "Great Britain: 1st armor"


def after(given: State, power: str, *path: str) -> State:
    """The state after land units of a power have entered hexes."""
    run = Run(given, ScriptedDice([]))
    entered(system(), run, power, path)
    return run.state


def fallen(counters: dict[str, str] | None = None, **how) -> State:
    """The state after Paris has fallen to the Germans."""
    return after(state(counters or {}, **how), "Germany", PARIS)


def holders(now: State, *spaces: str) -> list[str]:
    """Which side holds hexes."""
    standing = Standing(system(), now)
    return [standing.holder(space) for space in spaces]


def names(now: State, power: str) -> set[str]:
    """The counters of a power that are in the game."""
    return {u.name for u in now.units.values() if u.owner == power}


@pytest.mark.rule("WE-VCH-015")
def test_WE_VCH_001_paris_taken_conquers_france_and_creates_vichy_at_that_instant() -> None:
    given = state({PANZER: CALAIS})
    assert given.statuses("France") == ()
    now = after(given, "Germany", PARIS)
    assert now.statuses("France") == (vichy_name(), CONQUERED, NEUTRAL)
    assert Standing(system(), now).controller("France") == "Axis"


def vichy_name() -> str:
    return system().countries.rumps["France"].name


def test_the_fall_of_another_french_city_conquers_nothing() -> None:
    assert after(state({}), "Germany", LYON, TOULON).statuses("France") == ()


def test_WE_VCH_007_vichy_france_is_a_neutral_with_its_land() -> None:
    now = fallen()
    assert holders(now, LYON, TOULON, ALGIERS, TUNIS, BEIRUT) == [""] * 5
    assert holders(now, PARIS, CALAIS, BREST) == ["Axis"] * 3
    assert may_move(Standing(system(), now), "France") is not None
    assert now.relation("France", "Germany") == "neutral"
    assert now.relation("France", "Great Britain") == "neutral"


def test_WE_VCH_003_the_garrisons_stay_at_full_strength() -> None:
    given = {COL: "1716", FLEET: "1609", SECOND: CALAIS}
    now = fallen(given, reduced=[COL, FLEET], flags={FLEET: ("ops complete",)})
    col, fleet = unit(now, COL), unit(now, FLEET)
    assert (col.place, col.damage) == (ALGIERS, 0)
    assert (fleet.place, fleet.damage, fleet.flags) == (TOULON, 0, ())


def test_WE_VCH_003_garrisons_come_back_from_the_force_pool() -> None:
    given = state({COL: ALGIERS})
    run = Run(given, ScriptedDice([]))
    eliminate(run, [unit(given, COL).id])
    assert unit(run.state, COL).place == Holding("France", FORCE_POOL)
    now = after(run.state, "Germany", PARIS)
    assert unit(now, COL).place == ALGIERS


def test_WE_VCH_005_all_other_french_units_are_lost_for_good() -> None:
    given = state({COL: ALGIERS, SECOND: CALAIS, "France: 1st air": LYON, "France: fleet": TOULON})
    run = Run(given, ScriptedDice([]))
    eliminate(run, [unit(given, SECOND).id])
    now = after(run.state, "Germany", PARIS)
    assert names(now, "France") == {"Col infantry", "fleet"}


def test_WE_VCH_006_the_free_french_armor_escapes_and_is_british() -> None:
    free = "Great Britain: Free French 1st armor"
    now = fallen({free: LONDON})
    assert unit(now, free).place == LONDON
    begins = system().begins["Great Britain", "Free French 1st armor"]
    assert begins.turn == 14


def test_WE_VCH_004_a_vichy_unit_that_is_eliminated_never_returns() -> None:
    now = fallen({COL: ALGIERS, FLEET: TOULON})
    run = Run(now, ScriptedDice([]))
    eliminate(run, [unit(now, COL).id])
    assert names(run.state, "France") == {"fleet"}


def test_WE_VCH_002_axis_units_go_to_the_nearest_friendly_city_or_port_however_far() -> None:
    given = {
        PANZER: LYON,
        "Germany: 1st air": "1811",
        "Italy: 1st armor": TUNIS,
        "Italy: NA infantry": "1716",
        "Germany: 2nd armor": BREST,
    }
    now = fallen(given, at_war=["Italy"], control={LYON: "Germany", TUNIS: "Italy"})
    places = {name: str(unit(now, name).place) for name in given}
    assert places.pop("Germany: 2nd armor") == BREST
    for name, place in places.items():
        standing, board = Standing(system(), now), system().board
        refuges = [
            s.name
            for s in board
            if (s.city or "port" in s.features) and standing.holder(s.name) == "Axis"
        ]
        assert steps(given[name], place) == min(steps(given[name], s) for s in refuges)
    assert places[PANZER] == "1610"
    assert holders(now, LYON, TUNIS) == ["", ""]


def steps(start: str, goal: str) -> int:
    """How many hexes apart two hexes are."""
    found, number = {start}, 0
    while goal not in found:
        found |= {n for space in found for n in system().ground.beside[space]}
        number += 1
    return number


def test_WE_VCH_002_units_that_leave_keep_within_stacking() -> None:
    armor = {f"Germany: {n} armor": LYON for n in ("1st", "2nd", "3rd", "4th", "5th")}
    now = fallen(armor, at_war=["Italy"])
    placed = [u.place for u in now.units.values()]
    assert max(map(placed.count, placed)) == 2
    assert not Standing(system(), now).is_neutral_ground(str(placed[-1]))


def test_allied_units_leave_vichy_land_too_but_not_their_fleets() -> None:
    given = {BRITISH: "1811", "Great Britain: Home fleet": TOULON, "Great Britain: 1st RAF": BREST}
    now = fallen(given)
    assert not Standing(system(), now).is_neutral_ground(str(unit(now, BRITISH).place))
    assert holders(now, str(unit(now, BRITISH).place)) == ["Allies"]
    assert unit(now, "Great Britain: Home fleet").place == TOULON


def test_WE_SOV_009_a_soviet_fleet_leaves_the_port_of_a_vichy_garrison() -> None:
    given = {"Soviet Union: fleet": TOULON, "Great Britain: Home fleet": ALGIERS, FLEET: "1609"}
    now = fallen(given, at_war=["Soviet Union"])
    assert unit(now, FLEET).place == TOULON
    assert unit(now, "Soviet Union: fleet").place not in (TOULON, ALGIERS)
    assert unit(now, "Great Britain: Home fleet").place == ALGIERS


def test_the_british_keep_what_they_hold_in_the_north_and_what_france_held_abroad() -> None:
    now = fallen({BRITISH: BREST}, at_war=["Belgium"], control={LIEGE: "France", TRIER: "France"})
    assert [now.control[s] for s in (BREST, LIEGE, TRIER)] == ["Great Britain"] * 3
    assert now.control[CALAIS] == "Germany"


def test_foreign_cargo_of_the_french_fleet_lands() -> None:
    now = fallen({FLEET: "1609", BRITISH: FLEET, COL: "1716"})
    assert holders(now, str(unit(now, BRITISH).place)) == ["Allies"]


@pytest.mark.rule("WE-VCH-010")
def test_WE_VCH_009_vichy_joins_the_allies_when_the_axis_invades_any_of_its_land() -> None:
    now = fallen({COL: ALGIERS, FLEET: TOULON})
    for entering in (after(now, "Germany", LYON), after(now, "Italy", DAMASCUS)):
        field = Field(system(), entering)
        assert [field.side_of(unit(entering, u)) for u in (COL, FLEET)] == ["Allies", "Allies"]
        assert holders(entering, TOULON, ALGIERS) == ["Allies", "Allies"]
        assert Standing(system(), entering).is_conquered("France")
    run = Run(now, ScriptedDice([]))
    flown(system(), run, "Germany", [LYON])
    assert not Standing(system(), run.state).is_neutral("France")


@pytest.mark.rule("WE-VCH-010")
@pytest.mark.parametrize("key", [TOULON, ALGIERS])
def test_WE_VCH_009_vichy_joins_when_the_allies_occupy_toulon_or_algiers(key: str) -> None:
    now = after(fallen({COL: ALGIERS}, at_war=["United States"]), "United States", key)
    assert not Standing(system(), now).is_neutral("France")
    assert Field(system(), now).side_of(unit(now, COL)) == "Allies"
    assert holders(now, TOULON, ALGIERS, TUNIS) == ["Allies"] * 3
    assert now.relation("France", "Germany") == "war"


def test_WE_VCH_010_allies_elsewhere_in_vichy_land_take_what_they_enter_and_no_more() -> None:
    now = after(fallen({COL: ALGIERS}, at_war=["United States"]), "Great Britain", CASABLANCA)
    assert Standing(system(), now).is_neutral("France")
    assert holders(now, CASABLANCA, ALGIERS) == ["Allies", ""]
    bar = may_attack(Standing(system(), now), "Great Britain", "France", "land")
    assert bar is not None
    assert bar.rule == "WE-VCH-007"


def test_WE_VCH_011_toulon_produces_once_vichy_has_joined_unless_axis_units_are_there() -> None:
    now = fallen()
    assert not vichy.produces(system(), now, TOULON)
    joined = after(now, "Great Britain", ALGIERS)
    assert vichy.produces(system(), joined, TOULON)
    assert not vichy.produces(system(), joined, ALGIERS)
    run = Run(fallen({PANZER: CALAIS}), ScriptedDice([]))
    run.emit(UnitsPlaced((unit(run.state, PANZER).id,), TOULON, "moved"))
    entered(system(), run, "Germany", [LYON])
    assert not vichy.produces(system(), run.state, TOULON)


@pytest.mark.rule("WE-VCH-013")
def test_WE_VCH_012_toulon_taken_by_the_axis_conquers_vichy_and_territories_left_empty() -> None:
    now = after(fallen({COL: ALGIERS, FLEET: TOULON}), "Germany", LYON, TOULON)
    assert holders(now, LYON, "1610", TOULON, "1811", "2011") == ["Axis"] * 5
    assert holders(now, TUNIS, "2216", BEIRUT, DAMASCUS) == ["Axis"] * 4
    assert holders(now, ALGIERS, CASABLANCA) == ["Allies"] * 2
    assert unit(now, COL).place == ALGIERS


@pytest.mark.rule("WE-VCH-013")
def test_WE_VCH_012_toulon_taken_by_the_allies_liberates_vichy_and_territories() -> None:
    now = after(fallen({"Italy: NA infantry": "2317"}, at_war=["Italy"]), "Germany", TOULON)
    now = now.apply(UnitsPlaced((unit(now, "Italy: NA infantry").id,), TUNIS, "moved"))
    assert holders(now, LYON, TUNIS, BEIRUT, ALGIERS) == ["Axis"] * 4
    now = after(now, "United States", TOULON)
    assert holders(now, LYON, BEIRUT, DAMASCUS, ALGIERS) == ["Allies"] * 4
    assert [now.control[s] for s in (LYON, BEIRUT)] == ["France", "France"]
    assert holders(now, TUNIS, "2216") == ["Axis", "Axis"]


@pytest.mark.parametrize("capital", [TUNIS, BEIRUT, ALGIERS])
def test_WE_VCH_014_a_territory_changes_side_the_moment_an_enemy_enters_its_capital(
    capital: str,
) -> None:
    region = system().board.region_of(capital)
    for given in (state({}), after(fallen(), "Germany", LYON)):
        before, now = given, after(given, "Italy", capital)
        lands = system().board.region(region)
        assert set(holders(before, *lands)) == {"Allies"}
        assert set(holders(now, *lands)) == {"Axis"}
        others = [s for s in (TUNIS, BEIRUT, ALGIERS) if s != capital]
        assert holders(now, *others) == holders(before, *others)
        assert set(holders(after(now, "Great Britain", capital), *lands)) == {"Allies"}


def test_WE_VCH_014_hexes_with_enemy_units_do_not_go_with_their_territory() -> None:
    now = after(state({BRITISH: DAMASCUS}), "Italy", BEIRUT)
    assert holders(now, BEIRUT, DAMASCUS, "3610") == ["Axis", "Allies", "Axis"]


def freed(given: State) -> State:
    """The state after the Allies have taken Paris and the turn has ended, all in supply."""
    run = Run(after(given, "United States", PARIS), ScriptedDice([]))
    assert Standing(system(), run.state).is_conquered("France")
    conquest.settle(system(), run, lambda *_: True)
    return run.state


def test_WE_INV_013_paris_retaken_liberates_france_at_the_end_of_the_turn_and_ends_vichy() -> None:
    now = freed(fallen({COL: ALGIERS}, at_war=["United States"]))
    assert now.statuses("France") == (vichy_name(),)
    assert holders(now, LYON, TOULON, ALGIERS, TUNIS, CALAIS) == ["Allies"] * 5
    assert Standing(system(), now).controller("France") == "Allies"


def test_WE_VCH_015_france_falls_a_second_time_as_any_country_does() -> None:
    now = freed(fallen({COL: ALGIERS}, at_war=["United States"]))
    again = after(now, "Germany", PARIS)
    assert not Standing(system(), again).is_conquered("France")
    run = Run(again, ScriptedDice([]))
    conquest.settle(system(), run, lambda *_: True)
    assert run.state.statuses("France") == (vichy_name(), CONQUERED)
    assert unit(run.state, COL).place == Holding("France", "out of play")


def test_WE_IRQ_001_units_that_leave_do_not_go_to_iraq_before_it_rebels() -> None:
    """Baghdad is British then, and the city nearest to much of Syria."""
    syria, soviets = "3711", "Soviet Union: 4th infantry"
    run = Run(state({soviets: syria}, at_war=["Soviet Union"]), ScriptedDice([]))
    assert run.state.control["3911"] == "Great Britain"
    withdraw(system(), run, [unit(run.state, soviets).id])
    (it,) = run.state.units.values()
    assert it.place not in system().board.region("Iraq")
