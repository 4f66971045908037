"""Repair of battleships in The War Game: its price, its place, and how it fails."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules.areas.orders import EndPhase
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat.words import RETREATED
from a4a.rules.systems.wargame1942.orders import Assess, Own, Reduce, Repair, Withdraw
from a4a.rules.systems.wargame1942.production import repairs
from tests.rules.wargame1942.declared import Orders
from tests.rules.wargame1942.empty import BRITISH, GERMANS, MISS, rules
from tests.rules.wargame1942.ordered import Table
from tests.rules.wargame1942.standing import BUILD, PRODUCTION, Board, Turn

RICH = {"U.K.": 100, "U.S.S.R.": 100, "U.S.A.": 100, "Germany": 100}
HOME, ZONE = "Great Britain", "North Sea"


def damaged(
    price: int, *, power: str = "U.K.", zone: str = ZONE, factory: str = "", money: int = 100
) -> Board:
    """A damaged battleship whose price has been rolled, and perhaps a factory."""
    force = BRITISH if power == "U.K." else (power,)
    board = Board(*force, money={power: money})
    board.put(zone, power, "battleship", damage=1)
    if factory:
        owner = board.control[factory]
        board.put(factory, owner, "minor factory")
    if price:
        board.then(ev.MarkerChanged(ev.OnUnit(1), repairs.PRICE, price))
    return board


def repaired_at(price: int, space: str, zone: str, *, power: str, factory: bool = False) -> bool:
    """Whether a nation's battleship in a zone can be repaired in a territory."""
    board = damaged(price, power=power, zone=zone, factory=space if factory else "")
    turn = board.enter(BUILD)
    return space in repairs.places(rules().game, turn.state, turn.state.units[1])


def under_repair(*, factory: bool = False, price: int = 5) -> Turn:
    """A British battleship under repair in Great Britain."""
    board = damaged(price, factory=HOME if factory else "")
    return board.enter(BUILD).do(Repair(1, HOME))


def after(turn: Turn, *events: ev.AnyEvent) -> Turn:
    """What is left of a repair once something has happened in an enemy's turn."""
    run = Run(turn.state, turn.game.dice)
    run.emit(*events)
    repairs.review(rules().game, run)
    turn.game.node = turn.game.record.append(run.events, parent=turn.game.node)
    return turn


def test_WG_BB_008_009_the_price_is_rolled_once_and_stays() -> None:
    turn = damaged(0).enter(PRODUCTION, 9).do(Assess(1))
    assert repairs.price(turn.state, 1) == 9
    assert turn.refused(Assess(1)) == "WG-BB-009"
    assert turn.refused(Assess(77)) == "WG-BB-008"
    in_phase_5 = damaged(0).enter(BUILD, 2).do(Assess(1))
    assert repairs.price(in_phase_5.state, 1) == 2


def test_WG_BB_008_FER_018_019_nothing_is_repaired_whose_price_is_not_rolled() -> None:
    assert damaged(0).enter(BUILD).refused(Repair(1, HOME)) == "WG-BB-008"
    whole = Board("U.K.", money=RICH)
    whole.put(ZONE, "U.K.", "battleship")
    whole.put(HOME, "U.K.", "minor factory")
    assert whole.enter(BUILD).refused(Assess(1)) == "WG-BB-008"


@pytest.mark.parametrize(
    ("price", "zone", "space", "factory", "able"),
    [
        (3, "Hawaii Sea Zone", "Hawaii", False, True),
        (4, "Hawaii Sea Zone", "Hawaii", False, False),
        (7, "Northwest U.S.A. Sea Zone", "Northwest U.S.A.", False, True),
        (8, "Northwest U.S.A. Sea Zone", "Northwest U.S.A.", False, False),
        (8, "Northwest U.S.A. Sea Zone", "Northwest U.S.A.", True, True),
        (12, "Northwest U.S.A. Sea Zone", "Northwest U.S.A.", True, True),
        (12, "Hawaii Sea Zone", "Hawaii", True, False),
        (1, "Wake Sea Zone", "Wake", False, False),
    ],
)
def test_WG_BB_010_011_012_EXA_005_006_007_where_a_repair_is_made(
    price: int, zone: str, space: str, factory: bool, able: bool
) -> None:
    assert repaired_at(price, space, zone, power="U.S.A.", factory=factory) is able


def test_WG_EXA_007_a_roll_of_12_costs_12() -> None:
    turn = under_repair(factory=True, price=12)
    assert turn.has("U.K.") == 88
    poor = damaged(12, factory=HOME, money=11).enter(BUILD)
    assert poor.refused(Repair(1, HOME)) == "WG-BLD-004"
    assert damaged(12).enter(BUILD).refused(Repair(1, HOME)) == "WG-BB-012"


def test_WG_BB_013_014_the_ussr_and_its_allies_repair_for_themselves() -> None:
    zone = "Leningrad Sea Zone"
    assert repaired_at(1, "Leningrad", zone, power="U.S.S.R.")
    assert not repaired_at(1, "Leningrad", zone, power="U.K.")
    assert not repaired_at(1, HOME, ZONE, power="U.S.S.R.")
    assert repaired_at(1, HOME, ZONE, power="U.S.A.")
    soviet = damaged(1, power="U.S.S.R.").enter(BUILD)
    assert soviet.refused(Repair(1, HOME)) == "WG-BB-013"
    british = damaged(1, zone=zone).enter(BUILD)
    assert british.refused(Repair(1, "Leningrad")) == "WG-BB-014"


def test_WG_BB_010_no_repair_in_land_of_the_enemy() -> None:
    assert not repaired_at(1, "Norway", ZONE, power="U.K.")


def test_WG_BB_015_016_a_ship_that_moved_or_fought_is_repaired_in_the_same_turn() -> None:
    board = damaged(3, zone="Eire Sea Zone")
    board.then(ev.UnitsMoved((1,), ("Eire Sea Zone", ZONE), "combat", 1))
    turn = board.enter(BUILD).do(Repair(1, HOME))
    assert repairs.repairing(turn.state.units[1]) == HOME


def test_WG_BB_007_017_018_a_ship_under_repair_is_damaged_until_its_next_turn() -> None:
    turn = under_repair()
    assert turn.state.units[1].damage == 1
    assert turn.has("U.K.") == 95
    assert turn.refused(Repair(1, HOME)) == "WG-BB-008"
    while turn.state.round == 6 or turn.state.active != BRITISH:
        assert turn.state.units[1].damage == 1
        turn.do(EndPhase())
    ship = turn.state.units[1]
    assert (ship.damage, ship.flags, repairs.price(turn.state, 1)) == (0, (), 0)


def test_WG_BB_019_a_repair_fails_with_its_land_or_its_factory() -> None:
    lost = ev.ControlChanged(HOME, "U.K.", "Germany", "conquest")
    assert repairs.repairing(after(under_repair(), lost).state.units[1]) == ""
    gone = ev.UnitsRemoved((2,), "scorched")
    assert repairs.repairing(after(under_repair(factory=True, price=8), gone).state.units[1]) == ""
    assert repairs.repairing(after(under_repair(factory=True), gone).state.units[1]) == HOME
    assert repairs.repairing(after(under_repair()).state.units[1]) == HOME


def test_WG_BB_019_a_repair_fails_with_a_factory_that_is_destroyed_by_its_owner() -> None:
    turn = under_repair(factory=True, price=8).do(Reduce(2))
    assert repairs.repairing(turn.state.units[1]) == ""
    assert repairs.repairing(under_repair(factory=True).do(Reduce(2)).state.units[1]) == HOME


def test_WG_BB_019_what_nobody_may_repair_any_more_is_not_whole_in_the_next_turn() -> None:
    turn = under_repair()
    lost = ev.ControlChanged(HOME, "U.K.", "Germany", "by hand")
    turn.game.node = turn.game.record.append([lost], parent=turn.game.node)
    while turn.state.round == 6 or turn.state.active != BRITISH:
        turn.do(EndPhase())
    ship = turn.state.units[1]
    assert (ship.damage, ship.flags, repairs.price(turn.state, 1)) == (1, (), 5)


def in_egypt(orders: Orders) -> int:
    """A British battleship that is under repair in Egypt."""
    (ship,) = orders.put(rules().game.graph.coast["Egypt"][0], "U.K.", "battleship", damage=1)
    orders.events += [
        ev.MarkerChanged(ev.OnUnit(ship), repairs.PRICE, 5),
        ev.UnitsConverted((ship,), "repair", gained=("under repair at Egypt",)),
    ]
    return ship


def test_WG_BB_019_a_repair_fails_as_the_round_ends_in_which_its_land_falls() -> None:
    for face, at in ((MISS, "Egypt"), (1, "")):
        orders = Orders(*GERMANS)
        orders.send("Germany", "armor", "Libya", "Egypt", number=2)
        orders.put("Egypt", "U.K.", "infantry")
        ship = in_egypt(orders)
        fighting = orders.begin(face, MISS, MISS, *[MISS] * 8).stay("retreats Egypt attacker")
        assert repairs.repairing(fighting.game.state.unit(ship)) == at


def test_WG_FER_016_a_repair_fails_in_combat_from_which_the_ship_retreats() -> None:
    orders = Orders(*GERMANS)
    ship = in_egypt(orders)
    zone = orders.units[-1].place
    orders.send("Italy", "submarine", "Libya Sea Zone", str(zone))
    fighting = orders.begin(*[MISS] * 2)
    assert fighting.game.decision is not None
    fighting.do(Withdraw(to={ship: fighting.game.decision.spaces[0]}))
    assert fighting.game.state.unit(ship).place != zone
    assert repairs.repairing(fighting.game.state.unit(ship)) == ""


def test_WG_BB_019_a_repair_fails_as_armor_drives_through_its_land() -> None:
    table = Table(*GERMANS)
    (tank,) = table.put("Libya", "Germany", "armor")
    ship = in_egypt(table)
    table.put("Jordan", "U.K.", "infantry")
    game = table.orders().send(tank, "Libya", "Egypt", "Jordan")
    assert repairs.repairing(game.unit(ship)) == ""


def test_WG_BB_019_a_repair_fails_as_those_who_took_its_land_choose_whose_it_is() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    orders.send("Italy", "infantry", "Libya", "Egypt")
    ship = in_egypt(orders)
    fighting = orders.begin().stay("owner").do(Own(nation="Italy"))
    assert repairs.repairing(fighting.game.state.unit(ship)) == ""


def test_WG_FER_016_017_a_repair_fails_if_the_ship_retreats_and_may_be_tried_again() -> None:
    turn = after(under_repair(), ev.UnitsTasked((1,), RETREATED))
    assert repairs.repairing(turn.state.units[1]) == ""
    assert (turn.state.units[1].damage, turn.has("U.K.")) == (1, 95)
    turn.do(Repair(1, HOME))
    assert turn.has("U.K.") == 90


def test_WG_BB_008_a_repair_is_offered_to_who_has_just_its_price() -> None:
    for funds, ships in ((5, [1]), (4, [])):
        state = damaged(5, money=funds).enter(BUILD).state
        assert list(repairs.repairable(rules().game, state, "U.K.")) == ships
