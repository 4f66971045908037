"""Carriers that are sunk in The War Game, submarines that dive, landings that are called off."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.rules.systems.wargame1942.combat import decks
from a4a.rules.systems.wargame1942.orders import Withdraw
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, MISS
from tests.rules.wargame1942.fought import alone, off_java


def test_WG_CV_009_fighters_of_a_carrier_that_was_sunk_fly_two_spaces() -> None:
    fighting = off_java(1, 3, MISS).stay("flights")
    assert fighting.results() == {"Java Sea Zone": "defender wins"}
    assert fighting.game.decision is not None
    assert fighting.game.decision.powers == ("Japan",)
    assert fighting.game.decision.units == (3, 4)
    assert {"Java", "Borneo"} <= set(fighting.game.decision.spaces)
    assert fighting.refused(Withdraw(to={3: "Japan", 4: "Java"})) == "WG-CV-009"
    assert fighting.refused(Withdraw(to={3: "Java"})) == "WG-CV-010"
    fighting.do(Withdraw(to={3: "Java", 4: "Borneo"}))
    assert fighting.where(3, 4) == ["Java", "Borneo"]
    assert fighting.asked == ""


def test_WG_CV_010_who_finds_nowhere_to_land_is_lost() -> None:
    fighting = alone().stay()
    assert fighting.where(3, 4) == [None, None]
    (lost,) = [
        e for e in fighting.events(ev.UnitsRemoved)
        if isinstance(e, ev.UnitsRemoved) and e.reason == "nowhere to land"
    ]  # fmt: skip
    assert lost.units == (3, 4)


def test_WG_CV_004_009_010_another_carrier_takes_as_many_as_it_has_room_for() -> None:
    fighting = alone(("SP-6", "aircraft carrier"), ("SP-6", "fighter")).stay("flights")
    assert fighting.game.decision is not None
    assert (fighting.game.decision.least, fighting.game.decision.most) == (1, 1)
    assert set(fighting.game.decision.spaces) == {"SP-6"}
    fighting.do(Withdraw(to={3: "SP-6"}))
    assert fighting.where(3, 4) == ["SP-6", None]


def test_WG_CV_004_two_aircraft_do_not_share_one_place() -> None:
    fighting = alone(
        ("SP-6", "aircraft carrier"), ("SP-6", "fighter"), ("SP-8", "aircraft carrier"),
        ("SP-8", "fighter"),
    ).stay("flights")  # fmt: skip
    assert fighting.refused(Withdraw(to={3: "SP-6", 4: "SP-6"})) == "WG-CV-004"
    fighting.do(Withdraw(to={3: "SP-6", 4: "SP-8"}))
    assert fighting.where(3, 4) == ["SP-6", "SP-8"]


def test_WG_CV_009_a_second_carrier_in_the_zone_keeps_its_aircraft() -> None:
    fighting = alone(("SP-7", "aircraft carrier")).stay("casualties", "retreats SP-7 attacker")
    state = fighting.game.state
    assert decks.aloft(fighting.system, state, "SP-7", "Germany") == []


def test_WG_RET_031_a_submarine_may_dive_to_a_quiet_zone_but_to_no_other() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "fighter", "Great Britain", "Eire Sea Zone")
    orders.put("NA-8", "France", "transport")
    (boat,) = orders.put("Eire Sea Zone", "Germany", "submarine")
    fighting = orders.begin(MISS)
    assert fighting.refused(Withdraw(to={boat: "NA-8"})) == "WG-RET-009"
    fighting.do(Withdraw(to={boat: "NA-5"})).stay()
    assert fighting.where(boat) == ["NA-5"]


def landing(*dice: int, foe: str = "destroyer") -> Fighting:
    """Infantry (3) aboard a transport (2) is to land in Morocco past an Italian ship (4)."""
    orders = Orders(*BRITISH, control={"Morocco": "Germany"})
    way = ("Gibraltar Sea Zone", "Algeria Sea Zone")
    orders.send("U.K.", "destroyer", *way)
    (ship,) = orders.send("U.K.", "transport", *way, task="offload", target="Morocco")
    orders.carry(ship, "U.K.", "infantry", to="Morocco")
    orders.put("Algeria Sea Zone", "Italy", foe)
    orders.put("Morocco", "Germany", "infantry")
    return orders.begin(*dice)


def test_WG_RET_034_a_landing_can_be_called_off_from_round_2_on() -> None:
    fighting = landing(MISS, MISS, 1, MISS).stay("retreats Algeria Sea Zone attacker")
    assert fighting.game.decision is not None
    assert 3 in fighting.game.decision.units
    fighting.do(Withdraw(to={3: "Algeria Sea Zone"})).stay()
    assert fighting.results() == {
        "Algeria Sea Zone": "attacker wins", "Morocco": "defender wins",
    }  # fmt: skip
    assert fighting.game.state.unit(3).place == 2


def test_WG_RET_033_it_cannot_be_turned_to_another_place() -> None:
    fighting = landing(MISS, MISS, 1, MISS).stay("retreats Algeria Sea Zone attacker")
    assert fighting.refused(Withdraw(to={3: "Algeria"})).startswith("WG-RET")


def test_WG_RET_035_037_what_is_aboard_goes_down_with_a_fleet_that_is_sunk() -> None:
    fighting = landing(MISS, 1).stay("casualties")
    fighting.lose(2)
    assert fighting.where(2, 3) == [None, None]


def test_WG_MNC_002_ships_of_one_nation_bombard_for_the_other() -> None:
    orders = Orders(*BRITISH, control={"Morocco": "Germany"})
    way = ("Gibraltar Sea Zone", "Algeria Sea Zone")
    (ship,) = orders.send("France", "transport", *way, task="offload", target="Morocco")
    orders.carry(ship, "France", "infantry", to="Morocco")
    orders.send("U.K.", "destroyer", *way, task="bombard", target="Morocco")
    (gun,) = orders.put("Algeria", "U.K.", "artillery")
    orders.task((gun,), "support", "Morocco")
    orders.put("Morocco", "Germany", "infantry")
    fighting = orders.begin(MISS, MISS, MISS, 1)
    assert sum(n for _, role, n in fighting.rolled() if role == "attacker") == 3


def test_WG_NPT_036_aircraft_fly_to_the_first_zone_from_afar_and_pass_to_the_next() -> None:
    orders = Orders(*AMERICANS)
    orders.send("U.S.A.", "destroyer", "NA-7", "NA-8")
    (flyer,) = orders.send("U.S.A.", "fighter", "NA-3", "NA-4", "NA-8", task="pass", target="NA-5")
    orders.put("NA-8", "Germany", "destroyer")
    orders.put("NA-5", "Germany", "destroyer")
    fighting = orders.begin(1, MISS, MISS, MISS).stay("retreats NA-5 attacker")
    assert fighting.where(flyer) == ["NA-5"]
    assert fighting.game.state.memory(flyer).moved == 3


def test_WG_CV_009_as_many_leave_as_the_decks_that_are_left_do_not_take() -> None:
    fighting = alone(
        ("SP-7", "aircraft carrier"), ("SP-7", "fighter"), ("SP-6", "aircraft carrier")
    ).stay("flights")
    assert fighting.game.decision is not None
    assert (fighting.game.decision.least, fighting.game.decision.most) == (1, 1)
    fighting.do(Withdraw(to={3: "SP-6"}))
    assert fighting.where(3, 4, 6) == ["SP-6", "SP-7", "SP-7"]


def test_WG_CV_010_the_dearest_aircraft_keep_the_decks_that_are_left() -> None:
    fighting = alone(("SP-7", "aircraft carrier"), ("SP-7", "Fw 190D-9")).stay()
    assert fighting.where(3, 4, 6) == ["SP-7", None, "SP-7"]
