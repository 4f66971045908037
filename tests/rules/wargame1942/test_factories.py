"""Factories of The War Game: built, upgraded, reduced, and used for paratroopers."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.rules.areas.orders import EndPhase
from a4a.rules.systems.wargame1942.orders import Build, Reduce, Train
from a4a.rules.systems.wargame1942.production.building import Builder
from tests.rules.wargame1942.empty import rules
from tests.rules.wargame1942.standing import BUILD, PRODUCTION, Board, Turn

RICH = {"Germany": 500, "U.K.": 500, "U.S.S.R.": 500, "Japan": 500}


def factory(kind: str, space: str = "Leningrad", power: str = "U.S.S.R.") -> Turn:
    """A factory in a territory, in Phase V."""
    board = Board(power, money=RICH)
    board.put(space, power, kind)
    return board.enter(BUILD)


def sites(power: str, kind: str) -> set[str]:
    """Where a nation can build a factory."""
    turn = Board(power, money=RICH).enter(BUILD)
    builder = Builder(rules().game, turn.state, power)
    return {space for space in builder.spaces(kind) if builder.most(kind, space)}


def test_WG_FAC_018_factories_at_hand_build_at_once_and_new_ones_are_bought_in_phase_5() -> None:
    factory("minor factory").do(Build({"armor": 2}, "Leningrad"))
    turn = Board("U.S.S.R.", money=RICH).enter(BUILD).do(Build({"minor factory": 1}, "Leningrad"))
    assert turn.has("U.S.S.R.") == 500 - 13
    assert turn.refused(Build({"minor factory": 1}, "Leningrad")) == "WG-FAC-024"
    assert turn.refused(Build({"minor factory": 2}, "Karelia")) in {"WG-FAC-018", "WG-FAC-021"}


def test_WG_FAC_019_a_new_factory_builds_nothing_in_its_first_turn() -> None:
    turn = Board("U.S.S.R.", money=RICH).enter(BUILD).do(Build({"major factory": 1}, "Leningrad"))
    assert turn.refused(Build({"armor": 1}, "Leningrad")) == "WG-FAC-019"
    assert turn.refused(Build({"destroyer": 1}, "Leningrad Sea Zone")) == "WG-FAC-019"


def test_WG_FAC_020_a_factory_needs_land_held_since_the_turn_began() -> None:
    board = Board("Germany", money=RICH)
    board.then(ev.ControlChanged("Leningrad", "U.S.S.R.", "Germany", "conquest"))
    turn = board.enter(BUILD)
    assert turn.refused(Build({"minor factory": 1}, "Leningrad")) == "WG-BLD-009"
    assert turn.refused(Build({"minor factory": 1}, "Baltic Sea")) == "WG-FAC-020"


def test_WG_FAC_021_022_NEU_001_what_land_must_be_worth_for_a_factory() -> None:
    board = rules().game.board
    for power in ("Germany", "Japan"):
        held = {
            s.name: s
            for s in board.spaces
            if rules().game.dataset.position.control.get(s.name) == power
        }
        for kind, least, occupied in (("minor factory", 2, 4), ("major factory", 4, 8)):
            fit = {
                name for name, s in held.items()
                if s.value >= (least if s.original == power else occupied)
            }  # fmt: skip
            assert sites(power, kind) == fit
    turn = Board("Germany", money=RICH).enter(BUILD)
    assert turn.refused(Build({"major factory": 1}, "Hungary")) == "WG-FAC-022"


def test_WG_FAC_024_an_upgrade_costs_the_difference_and_builds_as_before_in_its_turn() -> None:
    turn = factory("minor factory").do(Build({"major factory": 1}, "Leningrad"))
    assert turn.has("U.S.S.R.") == 500 - (26 - 13)
    assert turn.count("Leningrad", "major factory") == 1
    assert turn.count("Leningrad", "minor factory") == 0
    assert turn.refused(Build({"armor": 3}, "Leningrad")) == "WG-FAC-011"
    turn.do(Build({"armor": 2}, "Leningrad"))


def test_WG_FAC_024_no_upgrade_where_the_land_does_not_allow_a_major_factory() -> None:
    turn = factory("minor factory", "Hungary", "Germany")
    assert turn.refused(Build({"major factory": 1}, "Hungary")) == "WG-FAC-022"


def test_WG_FAC_025_027_a_factory_is_destroyed_or_reduced_for_nothing() -> None:
    reduced = factory("major factory").do(Reduce(1, "minor factory"))
    assert reduced.count("Leningrad", "minor factory") == 1
    destroyed = factory("major factory").do(Reduce(1))
    assert not destroyed.state.at("Leningrad")
    assert reduced.has("U.S.S.R.") == destroyed.has("U.S.S.R.") == 500
    assert factory("minor factory").refused(Reduce(1, "minor factory")) == "WG-FAC-025"
    assert factory("minor factory").refused(Reduce(7)) == "WG-FAC-025"


def test_WG_FAC_025_a_factory_that_has_built_is_not_destroyed() -> None:
    turn = factory("minor factory").do(Build({"armor": 1}, "Leningrad"))
    assert turn.refused(Reduce(1)) == "WG-FAC-025"
    recruited = factory("minor factory").do(Build({"infantry": 8}, "Leningrad"))
    recruited.do(Reduce(1))


def test_WG_FAC_026_a_reduced_factory_still_builds_two() -> None:
    turn = factory("major factory").do(Reduce(1, "minor factory"))
    assert turn.refused(Build({"armor": 3}, "Leningrad")) == "WG-FAC-011"
    turn.do(Build({"armor": 2}, "Leningrad"))
    before = factory("major factory").do(Build({"armor": 2}, "Leningrad"))
    before.do(Reduce(1, "minor factory"))
    big = factory("major factory").do(Build({"bomber": 1}, "Leningrad"))
    assert big.refused(Reduce(1, "minor factory")) == "WG-FAC-025"


def trained(*, kind: str = "minor factory", infantry: int = 3, money: int = 500) -> Turn:
    """Infantry beside a factory in Leningrad, in Phase I."""
    board = Board("U.S.S.R.", money={"U.S.S.R.": money - 68})
    board.put("Leningrad", "U.S.S.R.", kind)
    board.put("Leningrad", "U.S.S.R.", "infantry", infantry)
    board.put("Karelia", "U.S.S.R.", "infantry")
    return board.enter(PRODUCTION)


def test_WG_PAR_001_002_003_infantry_at_a_factory_is_trained_for_1_each_and_for_good() -> None:
    turn = trained()
    assert turn.refused(Train((5,))) == "WG-PAR-002"
    turn.do(Train((2, 3)))
    assert turn.has("U.S.S.R.") == 498
    assert turn.refused(Train((2,))) == "WG-PAR-002"
    turn.do(EndPhase())
    while turn.state.active == ("U.S.S.R.",):
        turn.do(EndPhase())
    assert [turn.state.units[i].flags for i in (2, 3, 4)] == [("paratrooper",)] * 2 + [()]


def test_WG_PAR_002_no_training_in_land_without_a_factory_of_ones_own() -> None:
    board = Board("U.S.S.R.", money=RICH)
    board.put("Leningrad", "U.S.S.R.", "infantry")
    board.put("Archangel", "U.S.S.R.", "minor factory")
    board.put("Archangel", "U.S.S.R.", "infantry")
    assert board.enter(PRODUCTION).refused(Train((1,))) == "WG-PAR-002"


def test_WG_PAR_004_005_each_one_trained_takes_a_unit_off_the_factory_but_no_recruits() -> None:
    turn = trained()
    assert turn.refused(Train((2, 3, 4))) == "WG-PAR-004"
    turn.do(Train((2,)))
    while turn.state.phase != BUILD:
        turn.do(EndPhase())
    assert turn.refused(Build({"armor": 2}, "Leningrad")) == "WG-FAC-011"
    turn.do(Build({"armor": 1, "infantry": 8}, "Leningrad"))
    assert turn.refused(Build({"infantry": 1}, "Leningrad")) == "WG-FAC-011"


def test_WG_PAR_002_004_nobody_is_trained_twice_and_all_who_are_count() -> None:
    turn = trained(kind="major factory", infantry=9).do(Train((2, 3)))
    assert turn.refused(Train((2,))) == "WG-PAR-002"
    turn.do(Train((4, 6)))
    assert turn.refused(Train((5, 7, 8, 9, 10))) == "WG-PAR-004"
    turn.do(Train((5, 7, 8, 9)))


def test_WG_FAC_025_nobody_reduces_what_it_took_in_this_turn() -> None:
    board = Board("U.S.S.R.", control={"Leningrad": "Germany"}, money=RICH)
    board.put("Leningrad", "Germany", "major factory")
    board.then(
        ev.ControlChanged("Leningrad", "Germany", "U.S.S.R.", "conquest"),
        ev.UnitsConverted((1,), "captured", owner="U.S.S.R."),
    )
    assert board.enter(BUILD).refused(Reduce(1, "minor factory")) == "WG-FAC-025"
