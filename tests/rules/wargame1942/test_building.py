"""Build and Recruit of The War Game: what is bought, where it is placed, how many."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules import money
from a4a.rules.areas.orders import EndPhase
from a4a.rules.systems.wargame1942.orders import Build, Embark
from a4a.rules.systems.wargame1942.production import building, capacity
from tests.rules.wargame1942.empty import rules
from tests.rules.wargame1942.standing import BUILD, Board, Turn

RICH = {"Germany": 500, "Japan": 500, "U.K.": 500, "U.S.S.R.": 500, "France": 500, "U.S.A.": 500}


def recruits(power: str, space: str, **control: str) -> int:
    """How many infantry a nation recruits in a territory that it has held."""
    state = Board(power, control={space: power, **control}).enter("End of Game Turn").state
    return capacity.recruits(rules().game, state, power, space)


def leningrad() -> Turn:
    """The U.S.S.R. with its major factory in Leningrad."""
    board = Board("U.S.S.R.", money=RICH)
    board.put("Leningrad", "U.S.S.R.", "major factory")
    return board.enter(BUILD)


def britain(*, carriers: int = 0) -> Board:
    """The U.K. with its factory at home, and carriers in the North Sea."""
    board = Board("U.K.", money=RICH)
    board.put("Great Britain", "U.K.", "major factory")
    board.put("North Sea", "U.K.", "aircraft carrier", carriers)
    return board


def test_WG_BLD_011_recruits_in_original_land_are_its_value() -> None:
    turn = Board("U.S.S.R.", money=RICH).enter(BUILD)
    assert turn.refused(Build({"infantry": 9}, "Leningrad")) == "WG-BLD-011"
    turn.do(Build({"infantry": 8}, "Leningrad"))
    assert turn.refused(Build({"infantry": 1}, "Leningrad")) == "WG-BLD-011"
    assert turn.count("Leningrad", "infantry") == 8


@pytest.mark.parametrize(
    ("power", "space", "most"),
    [("Japan", "Indo-China", 2), ("Germany", "France", 4), ("France", "France", 13)],
)
def test_WG_BLD_012_013_EXA_040_041_042_occupied_land_recruits_half_and_at_most_4(
    power: str, space: str, most: int
) -> None:
    assert recruits(power, space) == most


def test_WG_BLD_014_EXA_043_occupied_land_worth_1_recruits_nobody() -> None:
    assert recruits("Japan", "Guam") == 0
    turn = Board("Japan", money=RICH).enter(BUILD)
    assert turn.refused(Build({"infantry": 1}, "Guam")) == "WG-BLD-014"


def test_WG_BLD_008_infantry_needs_no_factory_and_WG_FAC_001_all_else_does() -> None:
    turn = Board("U.S.S.R.", money=RICH).enter(BUILD)
    turn.do(Build({"infantry": 1}, "Leningrad"))
    assert turn.refused(Build({"armor": 1}, "Leningrad")) == "WG-FAC-001"


def test_WG_BLD_009_FAC_004_028_nothing_is_made_in_land_taken_in_this_turn() -> None:
    board = Board("Germany", money=RICH)
    board.put("Leningrad", "U.S.S.R.", "major factory")
    board.then(
        ev.ControlChanged("Leningrad", "U.S.S.R.", "Germany", "conquest"),
        ev.UnitsConverted((1,), "captured", owner="Germany"),
    )
    turn = board.enter(BUILD)
    assert turn.refused(Build({"infantry": 1}, "Leningrad")) == "WG-BLD-009"
    assert turn.refused(Build({"armor": 1}, "Leningrad")) == "WG-BLD-009"
    later = Board("Germany", money=RICH, control={"Leningrad": "Germany"})
    later.put("Leningrad", "Germany", "major factory")
    later.enter(BUILD).do(Build({"armor": 4}, "Leningrad"))


def test_WG_BLD_010_SET_015_nothing_is_made_in_land_of_an_ally() -> None:
    turn = Board("U.K.", "France", money=RICH).enter(BUILD)
    assert turn.refused(Build({"infantry": 1}, "Great Britain", power="France")) == "WG-BLD-010"


def test_WG_BLD_001_003_004_money_buys_units_and_what_is_left_is_kept() -> None:
    turn = Board("U.S.S.R.", money={"U.S.S.R.": 10}).enter(BUILD)
    assert turn.refused(Build({"infantry": 4}, "Leningrad")) == "WG-BLD-004"
    turn.do(Build({"infantry": 2}, "Leningrad"))
    assert turn.has("U.S.S.R.") == 4
    turn.do(EndPhase())
    assert turn.has("U.S.S.R.") == 4
    assert turn.state.phase == "War Production"


def test_WG_BLD_002_new_units_defend_from_the_moment_they_are_placed() -> None:
    turn = Board("U.S.S.R.", money=RICH).enter(BUILD).do(Build({"infantry": 2}, "Leningrad"))
    assert [u.place for u in turn.state.units.values()] == ["Leningrad"] * 2


@pytest.mark.parametrize(
    ("power", "space", "kind", "price"),
    [
        ("Germany", "Germany", "armor", 11), ("U.S.S.R.", "Leningrad", "armor", 12),
        ("U.S.S.R.", "Leningrad", "infantry", 3), ("U.K.", "Great Britain", "infantry", 4),
    ],
)  # fmt: skip
def test_WG_BLD_005_006_units_cost_what_their_nation_pays(
    power: str, space: str, kind: str, price: int
) -> None:
    board = Board(power, money=RICH)
    board.put(space, power, "major factory")
    assert board.enter(BUILD).do(Build({kind: 1}, space)).has(power) == 500 - price


def test_WG_BLD_007_who_builds_ships_cheaply() -> None:
    price = rules().game.catalog.price
    ships = ("battleship", "destroyer", "transport")
    cheap = {p: sum(price(kind, p) for kind in ships) for p in rules().game.order_of_play}
    rest = set(cheap) - {"Japan", "U.K.", "U.S.A."}
    assert max(cheap["Japan"], cheap["U.K."]) < min(cheap[p] for p in rest)
    arms = ("artillery", "armor", "fighter", "bomber", "aircraft carrier", "submarine")
    assert all(price(k, "U.S.A.") == min(price(k, p) for p in cheap) for k in arms)


def test_WG_UNI_018_additional_types_are_built_only_where_that_is_agreed() -> None:
    assert leningrad().refused(Build({"Maus": 1}, "Leningrad")) == "WG-UNI-018"


def test_WG_FAC_002_003_land_units_stand_in_the_land_and_ships_beside_it() -> None:
    turn = leningrad()
    assert turn.refused(Build({"destroyer": 1}, "Leningrad")) == "WG-FAC-003"
    assert turn.refused(Build({"armor": 1}, "Leningrad Sea Zone")) == "WG-FAC-002"
    assert turn.refused(Build({"bomber": 1}, "Leningrad Sea Zone")) == "WG-FAC-002"
    turn.do(Build({"destroyer": 1}, "Leningrad Sea Zone"), Build({"armor": 1}, "Leningrad"))


def test_WG_FAC_005_006_no_ships_are_built_where_enemy_ships_are() -> None:
    board = Board("U.S.S.R.", money=RICH)
    board.put("Leningrad", "U.S.S.R.", "major factory")
    board.put("Leningrad Sea Zone", "Germany", "submarine")
    turn = board.enter(BUILD)
    assert turn.refused(Build({"destroyer": 1}, "Leningrad Sea Zone")) == "WG-FAC-005"
    friendly = Board("U.S.S.R.", money=RICH)
    friendly.put("Leningrad", "U.S.S.R.", "major factory")
    friendly.put("Leningrad Sea Zone", "U.K.", "submarine")
    friendly.enter(BUILD).do(Build({"destroyer": 1}, "Leningrad Sea Zone"))


@pytest.mark.rule("WG-FAC-005", "WG-BLD-009", "WG-BLD-010")
def test_where_nothing_may_be_built_is_found_anew_once_ships_land_or_turns_have_changed() -> None:
    """Of states that are asked about one after another, in either order."""
    board = Board("U.S.S.R.", money=RICH)
    board.put("Leningrad", "U.S.S.R.", "major factory")
    board.put("Leningrad Sea Zone", "Germany", "submarine")
    begun = board.enter(BUILD).state
    (submarine,) = begun.at("Leningrad Sea Zone")
    sailed = begun.apply(ev.UnitsPlaced((submarine.id,), "Baltic Sea", "sailed"))
    lost = begun.apply(ev.ControlChanged("Leningrad", "U.S.S.R.", "Germany", "conquest"))
    won = lost.apply(ev.ControlChanged("Leningrad", "Germany", "U.S.S.R.", "conquest"))
    anew = lost.apply(ev.TurnBegan(("U.S.S.R.",)), ev.PhaseBegan(BUILD))
    regained = anew.apply(ev.ControlChanged("Leningrad", "Germany", "U.S.S.R.", "conquest"))
    held = regained.apply(ev.TurnBegan(("U.S.S.R.",)), ev.PhaseBegan(BUILD))

    def faults(*, at_sea: bool) -> list[str | None]:
        kind, space = ("destroyer", "Leningrad Sea Zone") if at_sea else ("infantry", "Leningrad")
        builders = (
            building.builder_of(rules().game, state, "U.S.S.R.")
            for state in (begun, sailed, lost, won, regained, held)
        )
        found = (builder.fault(Build({kind: 1}, space)) for builder in builders)
        return [None if fault is None else fault.rule for fault in found]

    by_land = [None, None, "WG-BLD-010", None, "WG-BLD-009", None]
    for _ in range(2):
        assert faults(at_sea=False) == by_land
        assert faults(at_sea=True)[:2] == ["WG-FAC-005", None]


def test_WG_FAC_007_008_010_EXA_044_045_leningrad_builds_8_of_any_kind_besides_8_recruits() -> None:
    turn = leningrad()
    turn.do(
        Build({"bomber": 3, "infantry": 8}, "Leningrad"),
        Build({"battleship": 5}, "Leningrad Sea Zone"),
    )
    assert turn.refused(Build({"armor": 1}, "Leningrad")) == "WG-FAC-008"
    assert turn.refused(Build({"destroyer": 1}, "Leningrad Sea Zone")) == "WG-FAC-008"


def test_WG_EXA_046_leningrad_makes_16_infantry() -> None:
    turn = leningrad()
    assert turn.refused(Build({"infantry": 17}, "Leningrad")) == "WG-FAC-008"
    turn.do(Build({"infantry": 16}, "Leningrad"))


def test_WG_FAC_009_a_major_factory_in_occupied_land_builds_half() -> None:
    board = Board("Germany", money=RICH)
    board.put("France", "Germany", "major factory")
    turn = board.enter(BUILD)
    assert turn.refused(Build({"armor": 7}, "France")) == "WG-FAC-008"
    turn.do(Build({"armor": 6}, "France"))


def test_WG_FAC_011_012_013_EXA_047_a_minor_factory_builds_two_of_seven_types() -> None:
    board = Board("U.K.", money=RICH)
    board.put("New South Wales", "U.K.", "minor factory")
    turn = board.enter(BUILD)
    zone = "New South Wales Sea Zone"
    assert turn.refused(Build({"bomber": 1}, "New South Wales")) == "WG-FAC-013"
    assert turn.refused(Build({"battleship": 1}, zone)) == "WG-FAC-013"
    assert turn.refused(Build({"aircraft carrier": 1}, zone)) == "WG-FAC-013"
    assert turn.refused(Build({"artillery": 3}, "New South Wales")) == "WG-FAC-011"
    turn.do(Build({"destroyer": 1}, zone), Build({"fighter": 1, "infantry": 5}, "New South Wales"))
    assert turn.refused(Build({"infantry": 1}, "New South Wales")) == "WG-FAC-011"


def test_WG_FAC_014_fighters_are_built_on_the_carrier_built_with_them() -> None:
    turn = britain().enter(BUILD)
    assert turn.refused(Build({"fighter": 1}, "North Sea")) == "WG-FAC-015"
    turn.do(Build({"aircraft carrier": 1, "fighter": 2}, "North Sea"))
    assert turn.refused(Build({"fighter": 1}, "North Sea")) == "WG-FAC-015"


def test_WG_FAC_015_fighters_are_built_on_a_carrier_beside_the_factory() -> None:
    turn = britain(carriers=1).enter(BUILD)
    assert turn.refused(Build({"fighter": 3}, "North Sea")) == "WG-FAC-015"
    turn.do(Build({"fighter": 2}, "North Sea"))


def test_WG_UNI_016_a_Me_262_leaves_no_room_for_new_fighters() -> None:
    board = Board("Germany", money={"Germany": 200})
    board.put("Germany", "Germany", "major factory")
    board.put("Baltic Sea", "Germany", "aircraft carrier")
    board.put("Baltic Sea", "Germany", "Me 262")
    assert board.enter(BUILD).refused(Build({"fighter": 1}, "Baltic Sea")) == "WG-FAC-015"


def test_WG_FAC_016_017_a_fighter_beside_the_factory_goes_on_a_new_carrier() -> None:
    board = britain(carriers=1)
    (fighter,) = board.put("Great Britain", "U.K.", "fighter")
    turn = board.enter(BUILD)
    assert turn.refused(Embark((fighter,), "North Sea")) == "WG-FAC-016"  # it is not new
    turn.do(Build({"aircraft carrier": 1}, "North Sea"), Embark((fighter,), "North Sea"))
    assert turn.state.units[fighter].place == "North Sea"


def test_WG_FAC_016_a_fighter_elsewhere_does_not() -> None:
    board = britain()
    (fighter,) = board.put("Eire", "U.K.", "fighter")
    turn = board.enter(BUILD).do(Build({"aircraft carrier": 1}, "North Sea"))
    assert turn.refused(Embark((fighter,), "North Sea")) == "WG-FAC-016"


def hudson_bay(quebec: str, guns: int, carriers: int) -> tuple[Turn, tuple[int, ...]]:
    """Fighters in Quebec, beside carriers that Ontario has built, or Quebec, which built guns."""
    board = Board("U.K.", money=RICH)
    board.put("Ontario", "U.K.", "major factory")
    board.put("Quebec", "U.K.", quebec)
    fighters = board.put("Quebec", "U.K.", "fighter", 3)
    turn = board.enter(BUILD).do(Build({"aircraft carrier": carriers}, "Hudson Bay"))
    return (turn.do(Build({"artillery": guns}, "Quebec")) if guns else turn), fighters


@pytest.mark.parametrize(
    ("quebec", "guns", "carriers", "most"),
    [
        ("minor factory", 0, 1, 0), ("major factory", 0, 1, 2), ("major factory", 5, 1, 0),
        ("major factory", 4, 2, 2), ("major factory", 3, 2, 3),
    ],
)  # fmt: skip
def test_WG_FAC_016_012_the_factory_beside_the_fighters_is_to_have_built_the_carrier(
    quebec: str, guns: int, carriers: int, most: int
) -> None:
    for number in (1, 2, 3):
        turn, fighters = hudson_bay(quebec, guns, carriers)
        order = Embark(fighters[:number], "Hudson Bay")
        if number > most:
            assert turn.refused(order) == "WG-FAC-016"
        else:
            turn.do(order)


def test_WG_FAC_016_who_went_aboard_by_another_order_counts() -> None:
    turn, fighters = hudson_bay("major factory", 4, 2)
    turn.do(Embark(fighters[:1], "Hudson Bay"))
    assert turn.refused(Embark(fighters[1:], "Hudson Bay")) == "WG-FAC-016"
    turn.do(Embark(fighters[1:2], "Hudson Bay"))
    assert turn.refused(Embark(fighters[2:], "Hudson Bay")) == "WG-FAC-016"


def test_WG_FAC_016_it_has_where_the_other_has_built_all_that_it_can() -> None:
    turn, fighters = hudson_bay("major factory", 4, 1)
    turn.do(Build({"artillery": 6}, "Ontario"), Embark(fighters[:2], "Hudson Bay"))
    assert turn.count("Hudson Bay", "fighter") == 2


def test_WG_ORD_002_both_nations_of_a_turn_build_in_step() -> None:
    turn = Board("U.K.", "France", money=RICH).enter(BUILD)
    decision = turn.game.decision
    assert decision is not None
    assert decision.powers == ("U.K.", "France")
    turn.do(EndPhase(power="France"))
    turn.do(Build({"infantry": 1}, "Great Britain", power="U.K."))
    assert turn.state.phase == BUILD


def test_WG_POL_009_the_ussr_builds_nothing_in_its_land_while_allies_are_there() -> None:
    board = Board("U.S.S.R.", money=RICH)
    board.put("Leningrad", "U.K.", "infantry")
    turn = board.enter(BUILD)
    assert turn.refused(Build({"infantry": 1}, "Leningrad")) == "WG-POL-009"
    turn.do(Build({"infantry": 1}, "Karelia"))
    shared = Board("U.K.", money=RICH)
    shared.put("Great Britain", "U.S.A.", "infantry")
    shared.enter(BUILD).do(Build({"infantry": 1}, "Great Britain"))


@pytest.mark.parametrize(("at", "rule"), [(13, ""), (14, "WG-VIC-009")])
def test_WG_VIC_009_the_axis_recruits_nobody_after_game_turn_13(at: int, rule: str) -> None:
    turn = Board("Germany", money=RICH, at=at).enter(BUILD)
    order = Build({"infantry": 1}, "Germany")
    if rule:
        assert turn.refused(order) == rule
    else:
        turn.do(order)
    Board("U.K.", money=RICH, at=at).enter(BUILD).do(Build({"infantry": 1}, "Great Britain"))


def test_WG_FAC_015_aircraft_without_a_deck_hinder_no_ship() -> None:
    board = britain()
    board.put("North Sea", "U.K.", "fighter")
    turn = board.enter(BUILD).do(Build({"destroyer": 1}, "North Sea"))
    assert turn.count("North Sea", "destroyer") == 1


@pytest.mark.parametrize(("men", "rule"), [(6, "WG-BLD-004"), (3, "WG-INC-018")])
def test_WG_INC_018_BLD_004_money_for_hardware_is_told_from_money_that_is_not_there(
    men: int, rule: str
) -> None:
    board = Board("U.K.", money={"U.K.": 3})
    board.put("Great Britain", "U.K.", "major factory")
    lent = money.paid(rules().game, "U.K.", 12, "Lend/Lease", restriction="hardware")
    board.then(lent)
    turn = board.enter(BUILD)
    assert turn.refused(Build({"infantry": men}, "Great Britain")) == rule
