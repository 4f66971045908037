"""What cities, bonuses and shipments yield, and whom they serve (7.1, 12.3)."""

from __future__ import annotations

from collections import Counter

import pytest

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.state import State
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.economy import income, shipments
from a4a.rules.systems.war_in_europe.economy.shipments import Shipment
from a4a.rules.systems.war_in_europe.standing import CONQUERED, WITH
from tests.rules.war_in_europe.positions import state, system

WINTER_1941, SPRING_1941, WINTER_1940, SUMMER_1941 = 6, 7, 2, 8
LONDON, PARIS, BERLIN, AMSTERDAM = "1607", "1709", "2106", "1806"


def totals(state: State) -> Counter[str]:
    found: Counter[str] = Counter()
    for earning in income.earnings(system(), state):
        found[earning.power] += earning.points
    return found


def sources(state: State, power: str) -> list[str]:
    return [e.source for e in income.earnings(system(), state) if e.power == power]


def served(state: State, place: str) -> str | None:
    return income.served(system(), state, system().board.space(place).name)


# --- cities ---------------------------------------------------------------------------------------


def test_WE_PRD_001_007_SEQ_007_each_city_yields_its_power_a_point() -> None:
    found = totals(state({}, round=3))
    assert found["France"] == 2
    assert found["Great Britain"] == 3
    assert found["Germany"] == 7 + 2  # cities, Bucharest and Stockholm


def test_WE_PRD_002_a_city_of_a_neutral_yields_nothing() -> None:
    assert served(state({}), "Brussels") is None
    assert served(state({}), "Budapest") is None
    assert served(state({}), "Moscow") is None
    assert served(state({}, at_war=["Soviet Union"]), "Moscow") == "Soviet Union"


def test_WE_PRD_008_captured_cities_yield_to_their_holder() -> None:
    taken = state({}, control={AMSTERDAM: "Germany", "1807": "Germany", "1507": "Germany"})
    assert served(taken, "Amsterdam") == served(taken, "Brussels") == "Germany"
    assert served(taken, "Birmingham") is None  # no port, and no road to Berlin


def test_WE_PRD_009_010_a_city_traces_to_a_controlled_capital_and_serves_its_power_alone() -> None:
    now = state({}, control={"2403": "Great Britain", "2205": "Great Britain"})
    assert served(now, "Berlin") == "Germany"
    cut = state({"France: 1st armor": "2206"})  # beside Berlin, Prague and Breslau
    assert served(cut, "Berlin") == "Germany"  # the capital itself needs no line
    assert served(cut, "Essen") is None
    assert served(cut, "Paris") == "France"


def test_WE_PRD_010_a_captured_city_serves_the_nearest_capital_or_the_one_chosen() -> None:
    """R-295: the side may have it serve another to whose capital it traces."""
    now = state({}, at_war=["Italy"], control={"1810": "Germany"})
    assert income.candidates(system(), now, "1810") == ("Italy", "Germany")
    assert served(now, "Lyon") == "Italy"
    chosen = now.apply(ev.ValueChanged("1810", income.SERVES, None, "Germany"))
    assert served(chosen, "Lyon") == "Germany"
    absurd = now.apply(ev.ValueChanged("1810", income.SERVES, None, "France"))
    assert served(absurd, "Lyon") == "Italy"


def test_WE_PRD_022_minor_powers_draw_nothing_from_cities() -> None:
    now = state({}, at_war=["Hungary"])
    assert served(now, "Budapest") == "Germany"
    assert totals(now)["Hungary"] == 0


def test_WE_PRD_033_cities_without_a_capital_of_their_own_power_are_lost_to_it() -> None:
    fallen = state({}, control={LONDON: "Germany"})
    assert served(fallen, "Birmingham") == "France"  # by Liverpool to Paris
    both = state({}, control={LONDON: "Germany", PARIS: "Germany"})
    assert served(both, "Birmingham") is None
    french = state({}, control={PARIS: "Germany"})
    assert served(french, "Lyon") == "Great Britain"  # by Toulon to London


def test_cities_of_france_serve_britain_once_france_has_fallen() -> None:
    now = state({}, statuses={"France": ("Vichy",)})
    assert served(now, "Paris") == served(now, "Lyon") == "Great Britain"
    cut = state({}, statuses={"France": ("Vichy",)}, control={LONDON: "Germany"})
    assert served(cut, "Paris") is None
    soviet = state({}, statuses={"France": ("Vichy",)}, control={LONDON: "Germany"},
                   at_war=["Soviet Union"])  # fmt: skip
    assert served(soviet, "Paris") is None  # though a road leads to Moscow


def test_WE_ITA_005_italian_cities_yield_once_italy_is_at_war() -> None:
    assert served(state({}), "Rome") is None
    assert served(state({}, at_war=["Italy"]), "Rome") == "Italy"


def test_WE_ITA_006_the_axis_draws_nothing_from_an_italy_that_it_invaded() -> None:
    joined = {"Italy": (WITH["Allies"],)}
    now = state({}, statuses=joined, control={"2010": "Germany"})
    assert served(now, "Milan") is None
    assert served(state({}, at_war=["Italy"], control={"2211": "Great Britain"}), "Milan") == (
        "Germany"
    )


def test_a_bombed_city_yields_nothing() -> None:
    now = state({}).apply(ev.MarkerChanged(ev.OnSpace(BERLIN), income.BOMBED, 1))
    assert served(now, "Berlin") is None
    assert totals(state({}))["Germany"] - totals(now)["Germany"] == 1


# --- bonuses --------------------------------------------------------------------------------------


def test_WE_PRD_017_bucharest_yields_while_rumania_is_neutral_or_axis() -> None:
    assert "Bucharest" in sources(state({}), "Germany")
    assert "Bucharest" in sources(state({}, at_war=["Rumania"]), "Germany")
    lost = state({}, at_war=["Rumania", "Soviet Union"], control={"2808": "Soviet Union"})
    assert "Bucharest" not in sources(lost, "Germany")


@pytest.mark.parametrize(("power", "capital"), [("Sweden", "2201"), ("Norway", "1903")])
def test_WE_PRD_018_stockholm_yields_while_sweden_and_norway_are_neutral_or_axis(
    power: str, capital: str
) -> None:
    assert "Stockholm" in sources(state({}), "Germany")
    taken = state({}, statuses={power: (WITH["Allies"],)}, control={capital: "Germany"})
    assert "Stockholm" in sources(taken, "Germany")
    lost = state({}, statuses={power: (WITH["Allies"],)})
    assert "Stockholm" not in sources(lost, "Germany")


def test_WE_PRD_019_poland_yields_while_conquered_by_the_axis_and_the_soviets_neutral() -> None:
    taken = {"Poland": (WITH["Allies"], CONQUERED)}
    assert "Poland" not in sources(state({}), "Germany")
    now = state({}, statuses=taken, control={"2405": "Germany"})
    assert "Poland" in sources(now, "Germany")
    war = state({}, statuses=taken, control={"2405": "Germany"}, at_war=["Soviet Union"])
    assert "Poland" not in sources(war, "Germany")


def test_WE_PRD_020_IRQ_006_iraq_yields_germany_a_point_while_it_is_axis() -> None:
    assert "Iraq (Axis)" not in sources(state({}), "Germany")
    rebels = state({}, statuses={"Iraq": (WITH["Axis"],)}, control={"3911": "Iraq"})
    assert "Iraq (Axis)" in sources(rebels, "Germany")


def test_WE_PRD_021_no_bonus_is_a_city_that_pays_too() -> None:
    for place in ("Bucharest", "Stockholm", "Warsaw", "Baghdad"):
        assert not income.is_city(system(), state({}), system().board.space(place).name)


def test_WE_PRD_014_america_has_no_city_and_ten_points() -> None:
    assert sources(state({}), "United States") == ["United States"]
    assert totals(state({}))["United States"] == 10


def test_WE_PRD_029_ITA_007_neutral_italy_has_two_points_in_winter_only() -> None:
    assert totals(state({}, round=WINTER_1940))["Italy"] == 2
    assert totals(state({}, round=3))["Italy"] == 0


def test_WE_PRD_030_italy_at_war_has_two_points_every_turn() -> None:
    for turn in (WINTER_1941, SPRING_1941):
        assert totals(state({}, round=turn, at_war=["Italy"]))["Italy"] == 2


@pytest.mark.parametrize("turn", [1, 2, 5])
def test_WE_PRD_027_SOV_007_the_neutral_soviets_have_nothing_before_1941(turn: int) -> None:
    assert totals(state({}, round=turn))["Soviet Union"] == 0


def test_WE_SOV_006_008_the_soviets_have_two_points_until_they_are_at_war_then_their_cities() -> (
    None
):
    for turn in (WINTER_1941, SUMMER_1941):
        assert totals(state({}, round=turn))["Soviet Union"] == 2
    assert totals(state({}, round=WINTER_1941, at_war=["Soviet Union"]))["Soviet Union"] == 7


# --- shipments ------------------------------------------------------------------------------------


def sailing(state: State) -> Run:
    run = Run(state, ScriptedDice([]))
    shipments.set_out_bonuses(system(), run)
    return run


def test_WE_PRD_011_012_013_the_dominions_and_allied_iraq_send_britain_three_points() -> None:
    run = sailing(state({}))
    assert shipments.at_sea(run.state) == {
        Shipment("Dominions", "Great Britain"): 2,
        Shipment("Iraq (Allied)", "Great Britain"): 1,
    }
    assert totals(run.state)["Great Britain"] == 3 + 3


def test_WE_IRQ_010_PRD_013_iraq_sends_nothing_once_it_has_rebelled_until_it_is_conquered() -> None:
    rebels = state({}, statuses={"Iraq": (WITH["Axis"],)}, control={"3911": "Iraq"})
    assert totals(sailing(rebels).state)["Great Britain"] == 3 + 2
    again = state({}, statuses={"Iraq": (WITH["Axis"], CONQUERED)})
    assert totals(sailing(again).state)["Great Britain"] == 3 + 3


def test_WE_LL_001_002_the_track_says_how_much_may_be_lent() -> None:
    most = [shipments.most_lent(system(), state({}, round=turn)) for turn in range(1, 24)]
    assert most[:9] == [0, 0, 0, 1, 1, 2, 3, 3, 4]
    assert most[9:] == [4] * 14


def test_WE_LL_003_until_the_soviets_are_at_war_all_goes_to_britain() -> None:
    now = state({}, round=SUMMER_1941)
    assert shipments.most_to(system(), now, "Great Britain") == 3
    assert shipments.most_to(system(), now, "Soviet Union") == 0


def test_WE_LL_004_005_006_009_the_soviets_get_two_or_one_where_the_axis_has_persia() -> None:
    war = state({}, round=12, at_war=["Soviet Union"])
    assert shipments.most_to(system(), war, "Soviet Union") == 2
    assert shipments.most_to(system(), war, "Great Britain") == 4
    iran = state({}, round=12, at_war=["Soviet Union"], control={"4108": "Germany"})
    assert shipments.most_to(system(), iran, "Soviet Union") == 1
    early = state({}, round=4, at_war=["Soviet Union"])
    assert shipments.most_to(system(), early, "Soviet Union") == 1
