"""Production: order of powers, building, restoring, placement, nothing saved (7)."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.core.units import Holding
from a4a.rules import money
from a4a.rules.order import Order
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.economy import income, shipments
from a4a.rules.systems.war_in_europe.economy.producing import Production
from a4a.rules.systems.war_in_europe.economy.shipments import Shipment
from a4a.rules.systems.war_in_europe.orders.moving import Displace
from a4a.rules.systems.war_in_europe.orders.producing import Allot, Build, EndProduction, Upgrade
from a4a.rules.systems.war_in_europe.pool import eliminate
from a4a.rules.systems.war_in_europe.standing import CONQUERED, WITH
from tests.rules.war_in_europe.positions import dataset, state, system, unit

WINTER_1941, SPRING_1941, AUTUMN_1942, WINTER_1943 = 6, 7, 13, 14
LONDON, PARIS, BERLIN = "1607", "1709", "2106"
PHASE = Production(system())
EVERYBODY = tuple(p.name for p in dataset().catalog.powers if p.playable)


def position(
    board: dict[str, str] | None = None,
    *,
    pool: tuple[str, ...] = (),
    track: tuple[str, ...] = (),
    **how: object,
) -> State:
    """A position with these on the board, in force pools and on the turn track."""
    places = dict(board or {}) | dict.fromkeys((*pool, *track), LONDON)
    now = state(places, active=EVERYBODY, phase="Production", **how)  # type: ignore[arg-type]
    for name in (*pool, *track):
        it = unit(now, name)
        begins = PHASE.system.begins[it.owner, it.name].place
        holding = begins if name in track else Holding(it.owner, "force pool")
        now = now.apply(ev.UnitsPlaced((it.id,), holding, "set up"))
    return now


def produce(now: State, *orders: Order) -> Run:
    """Begin Production and give these orders, each verified."""
    run = Run(now, ScriptedDice([]))
    PHASE.enter(run)
    for order in orders:
        give(run, order)
    return run


def rich(now: State) -> State:
    """The same with six points on their way to Britain."""
    run = Run(now, ScriptedDice([]))
    shipments.set_out(run, Shipment("Dominions", "Great Britain"), 2)
    shipments.set_out(run, Shipment("Lend-Lease", "Great Britain"), 4)
    return run.state


def give(run: Run, order: Order) -> None:
    PHASE.verify(run.state, order)
    PHASE.execute(run, order)


def refused(run: Run, order: Order) -> str:
    with pytest.raises(RuleViolation) as caught:
        PHASE.verify(run.state, order)
    assert caught.value.rule
    return caught.value.rule


def skip_to(run: Run, who: str) -> None:
    while (asked := PHASE.asked(run.state)) is not None and asked.options != (who,):
        give(run, EndProduction())
    assert asked is not None, f"{who} is never asked"


def finish(run: Run) -> list[str]:
    order = []
    while (asked := PHASE.asked(run.state)) is not None:
        order += asked.options
        give(run, EndProduction())
    assert PHASE.decision(run.state) is None
    PHASE.leave(run)
    return order


GERMAN_POOL = ("Germany: 3rd armor", "Germany: 6th infantry", "Germany: fort 3")

# --- beginning ------------------------------------------------------------------------------------


def test_WE_SEQ_006_PRD_005_units_of_the_track_arrive_and_can_be_bought_at_once() -> None:
    track = ("Great Britain: Naval air", "United States: paratroop")
    run = produce(position(track=track, round=3))
    naval = unit(run.state, "Great Britain: Naval air")
    assert naval.place == Holding("Great Britain", "force pool")
    later = unit(run.state, "United States: paratroop")
    assert later.place == Holding("United States", "turn track 14")
    skip_to(run, "Great Britain")
    give(run, Build("Great Britain", "Naval air", LONDON))
    assert unit(run.state, "Great Britain: Naval air").place == LONDON


def test_WE_SEQ_007_points_are_counted_before_anybody_spends() -> None:
    run = produce(position(pool=GERMAN_POOL, round=3))
    assert money.balance(system(), run.state, "Germany") == 9
    assert money.balance(system(), run.state, "France") == 2


def test_WE_PRD_031_032_majors_produce_in_the_order_of_the_set_up_and_minors_after_them() -> None:
    pool = ("Germany: 6th infantry", "Great Britain: Naval air", "France: 4th infantry",
            "United States: 1st armor", "Soviet Union: 3rd air", "Italy: 2nd infantry",
            "Greece: infantry", "Hungary: infantry")  # fmt: skip
    now = position(pool=pool, round=WINTER_1943, at_war=["all"],
                   statuses={"Greece": (WITH["Allies"],)})  # fmt: skip
    assert finish(produce(now)) == [
        "France", "Soviet Union", "Great Britain", "United States", "Italy", "Germany",
        "Allies", "Axis",
    ]  # fmt: skip


def test_a_power_with_nothing_to_buy_is_not_asked() -> None:
    assert finish(produce(position(pool=("France: 4th infantry",), round=3))) == ["France"]


# --- spending -------------------------------------------------------------------------------------


def test_WE_PRD_003_026_034_SEQ_008_a_build_pays_and_appears_at_full_strength_at_once() -> None:
    now = position(pool=("Germany: 3rd armor",), round=3, reduced=["Germany: 3rd armor"])
    run = produce(now)
    give(run, Build("Germany", "3rd armor", "Berlin"))
    built = unit(run.state, "Germany: 3rd armor")
    assert (built.place, built.damage) == (BERLIN, 0)
    assert money.balance(system(), run.state, "Germany") == 9 - 4
    assert refused(run, Build("Germany", "3rd armor", "Berlin")) == "WE-PRD-006"


def test_WE_PRD_026_what_is_dearer_than_the_points_left_is_not_built() -> None:
    run = produce(position(pool=("France: 4th infantry", "France: 1st armor"), round=3))
    assert refused(run, Build("France", "1st armor", "Paris")) == "WE-PRD-026"
    give(run, Build("France", "4th infantry", "Paris"))


def test_WE_PRD_004_points_that_are_not_spent_are_lost() -> None:
    run = produce(position(pool=GERMAN_POOL, round=3), Build("Germany", "6th infantry", "Berlin"))
    finish(run)
    assert not any(run.state.balances.values())
    again = Run(run.state, ScriptedDice([]))
    PHASE.enter(again)
    assert money.balance(system(), again.state, "Germany") == 9


def test_WE_PRD_006_PLC_012_what_is_out_of_play_for_good_is_in_no_pool() -> None:
    now = position({"France: Maginot fort": "1909", "France: 2nd infantry": "1909"}, round=3)
    run = Run(now, ScriptedDice([]))
    eliminate(run, [u.id for u in now.units.values()])
    assert [u.name for u in run.state.units.values()] == ["2nd infantry"]
    PHASE.enter(run)
    assert refused(run, Build("France", "Maginot fort", "1909")) == "WE-PLC-012"
    give(run, Build("France", "2nd infantry", "Paris"))


def test_WE_VCH_004_units_of_vichy_that_are_lost_never_return() -> None:
    board = {"France: Col infantry": "1615", "Great Britain: 8th armor": "1615"}
    run = Run(state(board, statuses={"France": ("Vichy",)}), ScriptedDice([]))
    eliminate(run, [1, 2], battle="")
    assert [u.name for u in run.state.units.values()] == ["8th armor"]


def test_what_is_aboard_goes_down_with_its_fleet() -> None:
    board = {"Great Britain: Home fleet": "1503",
             "Great Britain: 1st armor": "Great Britain: Home fleet"}  # fmt: skip
    run = Run(state(board), ScriptedDice([]))
    eliminate(run, [1])
    pool = Holding("Great Britain", "force pool")
    assert {u.place for u in run.state.units.values()} == {pool}


def test_WE_PRD_010_024_points_serve_units_of_their_power_alone() -> None:
    run = produce(position(pool=(*GERMAN_POOL, "France: 4th infantry"), round=3))
    assert refused(run, Build("Germany", "6th infantry", "Berlin")) == "WE-PRD-010"


def test_WE_PRD_010_a_captured_citys_point_can_be_left_to_another_power() -> None:
    pool = ("Germany: 6th infantry", "Italy: 2nd infantry")
    run = produce(position(pool=pool, round=3, at_war=["Italy"], control={"1810": "Germany"}))
    skip_to(run, "Italy")
    assert money.balance(system(), run.state, "Italy") == 3
    assert "Allot" in PHASE.decision(run.state).orders
    assert refused(run, Allot("Rome", "Germany")) == "WE-PRD-010"
    give(run, Allot("Lyon", "Germany"))
    assert money.balance(system(), run.state, "Italy") == 2
    assert money.balance(system(), run.state, "Germany") == 9 + 1
    assert income.served(system(), run.state, "1810") == "Germany"
    assert refused(run, Allot("Lyon", "Germany")) == "WE-PRD-010"


def test_WE_PRD_010_a_captured_citys_point_can_be_taken_over_from_a_power_that_produces_later() -> (
    None
):
    """Germany, whose capital is nearer, produces after Italy: else Brussels could not serve it."""
    pool = ("Germany: 6th infantry", "Italy: 1st air")
    run = produce(position(pool=pool, round=3, at_war=["Italy"], control={"1807": "Germany"}))
    assert [money.balance(system(), run.state, p) for p in ("Italy", "Germany")] == [2, 10]
    skip_to(run, "Italy")  # which is asked, though two points buy it nothing
    assert refused(run, Build("Italy", "1st air", "Rome")) == "WE-PRD-026"
    assert refused(run, Allot("Berlin", "Italy")) == "WE-PRD-010"
    give(run, Allot("Brussels", "Italy"))
    assert [money.balance(system(), run.state, p) for p in ("Italy", "Germany")] == [3, 9]
    give(run, Build("Italy", "1st air", "Rome"))
    assert refused(run, Allot("Brussels", "Germany")) == "WE-PRD-010"  # its point is spent


def test_WE_INV_009_a_conquered_power_builds_nothing() -> None:
    run = produce(position(pool=("Poland: 1st infantry", "Greece: infantry"), round=WINTER_1941,
                           statuses={"Poland": (WITH["Allies"], CONQUERED),
                                     "Greece": (WITH["Allies"],)}))  # fmt: skip
    skip_to(run, "Allies")
    assert refused(run, Build("Poland", "1st infantry", "Warsaw")) == "WE-INV-009"
    give(run, Build("Greece", "infantry", "Athens"))


# --- the neutral ----------------------------------------------------------------------------------


def test_WE_PRD_015_016_until_it_is_at_war_america_lends_and_builds_nothing() -> None:
    now = position(pool=("United States: 1st armor", "Great Britain: 2nd armor"), round=8)
    run = Run(now, ScriptedDice([]))
    shipments.set_out(run, Shipment("Lend-Lease", "Great Britain"), 3)
    PHASE.enter(run)
    assert money.balance(system(), run.state, "United States") == 7
    assert money.balance(system(), run.state, "Great Britain") == 3 + 3
    assert "United States" not in finish(run)
    assert shipments.at_sea(run.state) == {}
    war = produce(position(pool=("United States: 1st armor",), round=8, at_war=["United States"]))
    give(war, Build("United States", "1st armor", "United States"))


def test_WE_PRD_028_SOV_003_006_the_neutral_soviets_only_restore_units() -> None:
    now = position({"Soviet Union: 1st infantry": "2605"}, pool=("Soviet Union: 3rd air",),
                   reduced=["Soviet Union: 1st infantry"], round=SPRING_1941)  # fmt: skip
    run = produce(now)
    assert refused(run, Build("Soviet Union", "3rd air", "Moscow")) == "WE-PRD-028"
    give(run, Upgrade("Soviet Union", "1st infantry"))
    assert unit(run.state, "Soviet Union: 1st infantry").damage == 0
    assert money.balance(system(), run.state, "Soviet Union") == 1
    early = produce(position(pool=("Soviet Union: 3rd air", "France: 4th infantry"), round=5))
    assert finish(early) == ["France"]


def test_WE_PRD_029_neutral_italy_builds_in_winter_only() -> None:
    pool = ("Italy: 2nd infantry",)
    assert finish(produce(position(pool=pool, round=2))) == ["Italy"]
    assert finish(produce(position(pool=pool, round=3))) == []


# --- minor powers ---------------------------------------------------------------------------------

GREECE = {"Greece": (WITH["Allies"],), "Turkey": (WITH["Axis"],)}


def test_WE_PRD_023_024_each_minor_at_war_spends_its_winter_point_on_its_own_units() -> None:
    pool = ("Greece: infantry", "Turkey: 1st infantry", "Turkey: 2nd infantry")
    run = produce(position(pool=pool, round=WINTER_1941, statuses=GREECE))
    skip_to(run, "Allies")
    assert refused(run, Build("Turkey", "1st infantry", "Ankara")) == "WE-PRD-032"
    give(run, Build("Greece", "infantry", "Athens"))
    (bill,) = (event for event in run.events if isinstance(event, ev.Bought))
    assert bill == ev.Bought("Greece", "", (ev.BillLine("infantry", 1, 1),))  # of no treasury
    assert finish(run) == ["Allies", "Axis"]
    spring = produce(position(pool=pool, round=SPRING_1941, statuses=GREECE))
    assert finish(spring) == []


def test_WE_PRD_023_a_minor_has_one_point_a_winter() -> None:
    pool = ("Turkey: 1st infantry", "Turkey: 2nd infantry")
    run = produce(position(pool=pool, round=WINTER_1941, statuses=GREECE))
    skip_to(run, "Axis")
    give(run, Build("Turkey", "1st infantry", "Ankara"))
    assert refused(run, Build("Turkey", "2nd infantry", "Ankara")) == "WE-PRD-024"
    finish(run)
    assert run.state.markers == {}


def test_WE_PRD_025_a_minor_that_is_still_neutral_has_no_point() -> None:
    """R-296: it takes no part in production (3.4.2)."""
    assert finish(produce(position(pool=("Greece: infantry",), round=WINTER_1941))) == []


def test_WE_IRQ_007_011_rebel_iraq_has_its_point_and_loses_it_with_baghdad() -> None:
    pool = ("Iraq: infantry",)
    rebels = {"Iraq": (WITH["Axis"],)}
    how = {"pool": pool, "round": WINTER_1943, "control": {"3911": "Iraq"}}
    run = produce(position(statuses=rebels, **how))  # type: ignore[arg-type]
    skip_to(run, "Axis")
    give(run, Build("Iraq", "infantry", "Baghdad"))
    assert unit(run.state, "Iraq: infantry").damage == 1  # its back is blank
    lost = {"Iraq": (WITH["Axis"], CONQUERED)}
    assert finish(produce(position(pool=pool, round=WINTER_1943, statuses=lost))) == []


# --- placement ------------------------------------------------------------------------------------


def test_WE_PLC_001_land_and_air_units_appear_at_home_in_or_beside_a_held_city() -> None:
    run = produce(position(pool=(*GERMAN_POOL, "Germany: 3rd air"), round=3))
    assert refused(run, Build("Germany", "6th infantry", "2404")) == "WE-PLC-001"  # East Prussia
    assert refused(run, Build("Germany", "6th infantry", "1709")) == "WE-PLC-001"
    assert refused(run, Build("Germany", "3rd air", "2001")) == "WE-PLC-001"  # all sea
    give(run, Build("Germany", "6th infantry", "2105"))
    taken = produce(position(pool=GERMAN_POOL, round=3, control={"1907": "France"}))
    assert refused(taken, Build("Germany", "6th infantry", "1908")) == "WE-PLC-001"


def test_WE_PLC_002_fleets_appear_in_ports_at_home() -> None:
    pool = ("Great Britain: Channel fleet",)
    run = produce(rich(position(pool=pool, round=3)))
    skip_to(run, "Great Britain")
    assert refused(run, Build("Great Britain", "Channel fleet", "Alexandria")) == "WE-PLC-002"
    assert refused(run, Build("Great Britain", "Channel fleet", "1507")) == "WE-PLC-002"
    give(run, Build("Great Britain", "Channel fleet", "Plymouth"))


def test_WE_PLC_003_nothing_appears_among_enemies_or_where_they_hold_city_or_port() -> None:
    enemy = {"Great Britain: 1st armor": "2105", "Great Britain: 8th armor": "2307"}
    now = position(enemy, pool=GERMAN_POOL, round=3,
                   control={"2005": "Great Britain"})  # fmt: skip
    run = produce(now)
    assert refused(run, Build("Germany", "6th infantry", "2307")) == "WE-PLC-003"
    assert refused(run, Build("Germany", "6th infantry", "2005")) == "WE-PLC-003"


def test_WE_PLC_004_a_friendly_land_unit_lets_units_appear_in_an_enemy_zone() -> None:
    enemy = {"France: 1st armor": "2206"}
    run = produce(position(enemy, pool=GERMAN_POOL, round=3))
    skip_to(run, "Germany")
    assert refused(run, Build("Germany", "6th infantry", "Berlin")) == "WE-PLC-004"
    held = enemy | {"Germany: 1st infantry": BERLIN}
    run = produce(position(held, pool=GERMAN_POOL, round=3))
    skip_to(run, "Germany")
    give(run, Build("Germany", "6th infantry", "Berlin"))


def test_WE_PLC_005_americans_appear_in_the_united_states() -> None:
    pool = ("United States: 1st armor", "United States: 8th fleet")
    run = produce(position(pool=pool, round=AUTUMN_1942, at_war=["United States"]))
    assert refused(run, Build("United States", "1st armor", "London")) == "WE-PLC-005"
    assert refused(run, Build("United States", "8th fleet", "Atlantic")) == "WE-PLC-005"
    give(run, Build("United States", "8th fleet", "United States"))


def test_WE_STK_017_as_many_americans_appear_in_the_united_states_as_are_bought() -> None:
    there = dict.fromkeys(("United States: 3rd armor", "United States: 5th armor"), "United States")
    pool = ("United States: 1st armor",)
    run = produce(position(there, pool=pool, round=AUTUMN_1942, at_war=["United States"]))
    skip_to(run, "United States")
    give(run, Build("United States", "1st armor", "United States"))


def test_WE_PLC_006_a_minor_without_a_city_places_anywhere_at_home_but_among_enemies() -> None:
    pool = ("Greece: infantry",)
    enemy = {"Germany: 1st infantry": "2711"}
    run = produce(position(enemy, pool=pool, round=WINTER_1941, statuses=GREECE))
    skip_to(run, "Allies")
    assert refused(run, Build("Greece", "infantry", "2711")) == "WE-PLC-003"
    assert refused(run, Build("Greece", "infantry", "2910")) == "WE-PLC-001"
    give(run, Build("Greece", "infantry", "2914"))


def test_WE_PLC_006_only_enemies_in_the_hex_keep_a_minor_without_a_city_out() -> None:
    """Neither their zones nor their holding a city does: 7.2.3 names enemy units alone."""
    pool, athens = ("Greece: infantry",), system().board.space("Athens").name
    enemy = {"Germany: 1st infantry": "2711"}
    how = {"round": WINTER_1941, "statuses": GREECE, "control": {athens: "Germany"}}
    for space in ("2712", athens):
        run = produce(position(enemy, pool=pool, **how))  # type: ignore[arg-type]
        skip_to(run, "Allies")
        give(run, Build("Greece", "infantry", space))
        assert run.state.control[space] == "Greece"


def test_WE_PRD_029_PLC_001_neutral_italy_places_beside_its_own_cities() -> None:
    run = produce(position(pool=("Italy: 2nd infantry",), round=2))
    assert refused(run, Build("Italy", "2nd infantry", "Taranto")) == "WE-PLC-001"
    give(run, Build("Italy", "2nd infantry", "Rome"))


def test_WE_PLC_001_006_a_minor_with_a_city_places_beside_it() -> None:
    pool = ("Hungary: infantry",)
    run = produce(position(pool=pool, round=WINTER_1941, at_war=["Hungary"]))
    skip_to(run, "Axis")
    assert refused(run, Build("Hungary", "infantry", "2606")) == "WE-PLC-001"
    give(run, Build("Hungary", "infantry", "Budapest"))


FREE = "Great Britain: Free French 1st armor"


@pytest.mark.parametrize("space", ["Algiers", "Toulon", "Paris", "London", "Lyon"])
def test_WE_PLC_007_008_the_free_french_appear_as_british(space: str) -> None:
    how = {"pool": (FREE,), "round": WINTER_1943}
    run = produce(rich(position(**how)))  # type: ignore[arg-type]
    skip_to(run, "Great Britain")
    assert refused(run, Build("Great Britain", "Free French 1st armor", "1608")) == "WE-PLC-007"
    give(run, Build("Great Britain", "Free French 1st armor", space))
    assert unit(run.state, FREE).owner == "Great Britain"
    lost = {system().board.space(space).name: "Germany"}
    taken = produce(rich(position(control=lost, **how)))  # type: ignore[arg-type]
    if PHASE.asked(taken.state):
        skip_to(taken, "Great Britain")
        rule = refused(taken, Build("Great Britain", "Free French 1st armor", space))
        assert rule == "WE-PLC-007"


def test_WE_PLC_009_013_an_unnamed_fort_may_stand_in_any_friendly_country_in_supply() -> None:
    control = {"1806": "Germany", "2011": "Germany"}
    fallen = {"Netherlands": (WITH["Allies"], CONQUERED)}
    now = position({"Great Britain: 1st armor": "2404"}, pool=GERMAN_POOL, round=3,
                   control=control, statuses=fallen)  # fmt: skip
    run = produce(now)
    assert refused(run, Build("Germany", "fort 3", "Brussels")) == "WE-PLC-009"
    assert refused(run, Build("Germany", "fort 3", "2404")) == "WE-PLC-009"
    give(run, Build("Germany", "fort 3", "1806"))
    island = position(pool=GERMAN_POOL, round=3, at_war=["Italy"], control={"2010": "France",
                      "2012": "France"})  # fmt: skip
    give(produce(island), Build("Germany", "fort 3", "2211"))  # in a capital, whatever the roads
    cut = position({"France: 1st armor": "2312", "Great Britain: Home fleet": "2112"},
                   pool=GERMAN_POOL, round=3, at_war=["Italy"])  # fmt: skip
    run = produce(cut)
    assert refused(run, Build("Germany", "fort 3", "2314")) == "WE-PLC-013"


def test_WE_CMP_028_a_counter_that_appears_in_a_hex_occupies_it() -> None:
    now = position(pool=GERMAN_POOL, round=3, control={"2207": "France"})
    run = produce(now)
    give(run, Build("Germany", "fort 3", "2207"))
    assert run.state.control["2207"] == "Germany"


def test_WE_PLC_011_a_named_fort_is_built_in_its_city_while_that_is_held() -> None:
    pool = ("Great Britain: Malta fort", "Great Britain: Gibraltar fort")
    run = produce(position(pool=pool, round=3, control={"1315": "Germany"}))
    assert refused(run, Build("Great Britain", "Malta fort", "London")) == "WE-PLC-011"
    assert refused(run, Build("Great Britain", "Gibraltar fort", "Gibraltar")) in (
        "WE-PLC-003", "WE-PLC-011",
    )  # fmt: skip
    give(run, Build("Great Britain", "Malta fort", "Malta"))


def test_WE_PLC_013_a_named_fort_needs_a_line_too() -> None:
    pool = ("Great Britain: Malta fort",)
    cut = produce(position({"Italy: fleet": "2416"}, pool=(*pool, "France: 4th infantry"), round=3,
                           at_war=["Italy"]))  # fmt: skip
    skip_to(cut, "France")
    give(cut, EndProduction())
    assert PHASE.asked(cut.state) is None  # there is nothing Britain could build


def test_what_would_break_the_stacking_limits_does_not_appear() -> None:
    """R-297"""
    full = {"Germany: 1st infantry": BERLIN, "Germany: 4th infantry": BERLIN}
    run = produce(position(full, pool=GERMAN_POOL, round=3))
    assert refused(run, Build("Germany", "6th infantry", "Berlin")) == "WE-STK-004"
    give(run, Build("Germany", "fort 3", "Berlin"))


# --- restoring ------------------------------------------------------------------------------------


def worn(*names: str, board: dict[str, str], **how: object) -> State:
    return position(board, reduced=names, round=3, **how)


def test_WE_UPG_001_SUP_009_a_unit_is_restored_in_supply_to_any_friendly_major_capital() -> None:
    name = "Great Britain: 1st armor"
    run = produce(worn(name, board={name: "1708"}))
    give(run, Upgrade("Great Britain", "1st armor"))
    assert unit(run.state, name).damage == 0
    assert money.balance(system(), run.state, "Great Britain") == 3 - 2
    island = {name: "1507", "Germany: surface fleet": "1405", "Great Britain: Home fleet": "1506"}
    abroad = worn(name, board=island, control={LONDON: "Germany"})
    paris = worn(name, board={name: "1810"}, control={LONDON: "Germany"})
    assert income.candidates(system(), paris, "1505") == ("France",)
    for now in (abroad, paris):
        assert PHASE.asked(produce(now).state) is None  # no capital, no points
    cut = worn(name, "Great Britain: 8th armor",
               board={name: "2206", "Great Britain: 8th armor": LONDON,
                      "Germany: 1st infantry": "2106", "Germany: 2nd armor": "2107",
                      "Germany: 4th infantry": "2305", "Germany: 6th infantry": "2307",
                      "Germany: 7th infantry": "2205"})  # fmt: skip
    run = produce(cut)
    assert refused(run, Upgrade("Great Britain", "1st armor")) == "WE-UPG-001"


def test_WE_PRD_034_a_unit_at_full_strength_or_off_the_map_is_not_restored() -> None:
    now = position({"Germany: 1st infantry": BERLIN}, pool=GERMAN_POOL, round=3)
    run = produce(now)
    assert refused(run, Upgrade("Germany", "1st infantry")) == "WE-PRD-034"
    assert refused(run, Upgrade("Germany", "6th infantry")) == "WE-PRD-034"


AMERICAN = "United States: 1st armor"


def test_WE_UPG_002_003_americans_are_restored_at_home_and_elsewhere_for_british_points() -> None:
    home = worn(AMERICAN, board={AMERICAN: "United States"}, at_war=["United States"])
    run = produce(home)
    skip_to(run, "United States")
    give(run, Upgrade("United States", "1st armor"))
    assert money.balance(system(), run.state, "United States") == 10 - 2
    away = worn(AMERICAN, board={AMERICAN: LONDON}, at_war=["United States"],
                pool=("United States: 5th armor",))  # fmt: skip
    run = produce(away)
    skip_to(run, "Great Britain")
    give(run, Upgrade("United States", "1st armor"))
    assert money.balance(system(), run.state, "Great Britain") == 3 - 2
    run = produce(away)
    skip_to(run, "United States")
    assert refused(run, Upgrade("United States", "1st armor")) == "WE-UPG-003"


def test_WE_UPG_004_a_counter_with_a_blank_back_is_not_restored() -> None:
    board = {"Iraq: infantry": "3911", "Turkey: 1st infantry": "3310"}
    now = position(board, round=WINTER_1943, reduced=list(board), control={"3911": "Iraq"},
                   statuses={"Iraq": (WITH["Axis"],), "Turkey": (WITH["Axis"],)})  # fmt: skip
    run = produce(now)
    skip_to(run, "Axis")
    assert refused(run, Upgrade("Iraq", "infantry")) == "WE-UPG-004"


FLEET = "Great Britain: Home fleet"


def test_WE_UPG_005_a_fleet_is_restored_in_a_port_that_reaches_a_production_city() -> None:
    other = {"Great Britain: 1st armor": LONDON}
    reduced = (FLEET, "Great Britain: 1st armor")
    for space in ("1607", "1503", "3315"):  # London; Scapa Flow and Alexandria reach it by sea
        run = produce(worn(*reduced, board={FLEET: space} | other))
        give(run, Upgrade("Great Britain", "Home fleet"))
    for space in ("1507", "1603"):  # a coast without a port, the open sea
        run = produce(worn(*reduced, board={FLEET: space} | other))
        assert refused(run, Upgrade("Great Britain", "Home fleet")) == "WE-UPG-005"
    cut = {FLEET: "2415", "Italy: fleet": "2515"} | other
    run = produce(worn(*reduced, board=cut, at_war=["Italy"]))
    assert refused(run, Upgrade("Great Britain", "Home fleet")) == "WE-UPG-005"


def test_WE_PLC_010_enemy_fleets_and_air_units_leave_the_hex_of_a_new_fort() -> None:
    enemy = {"Great Britain: Home fleet": "2105", "Great Britain: 1st RAF": "2105"}
    run = produce(position(enemy, pool=("Germany: fort 3",), round=3))
    give(run, Build("Germany", "fort 3", "2105"))
    while (asked := PHASE.decision(run.state)) is not None and asked.kind == "displacement":
        assert refused(run, Displace("2105")).startswith("WE-ZOC")
        give(run, Displace(asked.spaces[0]))
    assert {unit(run.state, name).place for name in enemy}.isdisjoint({"2105"})
    assert unit(run.state, "Germany: fort 3").place == "2105"
    assert kind_asked(run) in ("production", "")


def kind_asked(run: Run) -> str:
    asked = PHASE.asked(run.state)
    return asked.kind if asked else ""


def test_WE_SET_005_who_is_eliminated_joins_its_force_pool_unless_it_is_lost_for_good() -> None:
    counters = {"Germany: 1st infantry": "2106", "France: Maginot fort": "1909"}
    run = Run(state(counters), ScriptedDice([]))
    eliminate(run, [it.id for it in run.state.units.values()])
    (left,) = run.state.units.values()
    assert left.place == Holding("Germany", "force pool")
