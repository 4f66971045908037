"""Rounds of combat at sea in The War Game: battleships, submarines, carriers, transports."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules.areas.combat.battle import FRESH
from a4a.rules.systems.wargame1942.orders import Gunnery
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import BRITISH, MISS
from tests.rules.wargame1942.fought import at_sea, values


def test_WG_BB_006_damage_of_this_round_leaves_a_defender_both_dice() -> None:
    fighting = at_sea({"destroyer": 1}, {"battleship": 1}, 5, MISS, MISS)
    assert values(fighting)[1:3] == [[("battleship", 8)], [("battleship", 6)]]
    assert fighting.game.state.unit(2).damage == 1
    # The damage counts once the line is cleared: nothing is left of it as the round ends.
    changes = [e for e in fighting.events(ev.UnitsConverted) if isinstance(e, ev.UnitsConverted)]
    assert [(e.reason, e.gained, e.lost) for e in changes] == [
        ("hit", (FRESH,), ()), ("hit", (), (FRESH,)),
    ]  # fmt: skip


def test_WG_DD_002_003_004_CV_002_003_destroyers_and_carriers() -> None:
    fighting = at_sea({"destroyer": 1}, {"destroyer": 1}, 5, 5)
    assert values(fighting)[:2] == [[("destroyer", 5)], [("destroyer", 5)]]
    assert fighting.where(1, 2) == [None, None]
    fighting = at_sea({"aircraft carrier": 1}, {"aircraft carrier": 1}, MISS, MISS)
    assert values(fighting)[:2] == [[("aircraft carrier", 2)], [("aircraft carrier", 4)]]


def test_WG_CV_005_fighters_of_a_carrier_defend_its_zone() -> None:
    fighting = at_sea({"destroyer": 1}, {"aircraft carrier": 1, "fighter": 2}, MISS, *[MISS] * 3)
    assert values(fighting)[1].count(("fighter", 6)) == 2


def test_WG_SUB_002_003_010_who_is_hit_from_ambush_in_round_1_does_not_fire_back() -> None:
    fighting = at_sea({"submarine": 1}, {"destroyer": 1}, 4)
    assert fighting.results() == {"NA-8": "attacker wins"}
    assert values(fighting) == [[("submarine", 4)]]


def test_WG_SUB_011_from_round_2_on_it_does() -> None:
    fighting = at_sea({"submarine": 1}, {"destroyer": 1}, MISS, MISS, 4, 5)
    fighting.stay()
    assert fighting.where(1, 2) == [None, None]


def test_WG_SUB_012_a_transport_never_fires_back_at_a_submarine() -> None:
    fighting = at_sea({"submarine": 1}, {"transport": 1}, MISS, MISS, 4)
    fighting.stay()
    assert fighting.rolled() == [
        ("NA-8", "attacker", 1), ("NA-8", "defender", 1), ("NA-8", "attacker", 1),
    ]  # fmt: skip
    assert fighting.results() == {"NA-8": "attacker wins"}


def test_WG_SUB_013_an_ambush_takes_the_6_of_a_battleship() -> None:
    fighting = at_sea({"submarine": 1}, {"battleship": 1}, 1, MISS)
    assert values(fighting) == [[("submarine", 4)], [("battleship", 8)]]


def test_WG_SUB_014_two_hits_or_one_on_a_damaged_battleship_take_its_whole_roll() -> None:
    assert len(values(at_sea({"submarine": 2}, {"battleship": 1}, 1, 1))) == 1
    assert len(values(at_sea({"submarine": 1}, {"battleship": 1}, 1, damaged=1))) == 1


def test_WG_SUB_015_submarines_that_defend_have_no_ambush() -> None:
    fighting = at_sea({"destroyer": 1}, {"submarine": 1}, 5, 4)
    assert fighting.where(1, 2) == [None, None]


def test_WG_SUB_004_005_submarines_hit_ships_only() -> None:
    orders = Orders(*BRITISH)
    plane = orders.send("U.K.", "fighter", "NA-7", "NA-8")
    ship = orders.send("U.K.", "destroyer", "NA-7", "NA-8")
    orders.put("NA-8", "Germany", "submarine", 2)
    fighting = orders.begin(MISS, MISS, 1, 1).stay("retreats NA-8 attacker")
    assert fighting.where(*plane, *ship) == ["NA-8", None]


def test_WG_SUB_006_aircraft_alone_hunt_submarines_at_half_their_values() -> None:
    assert values(at_sea({"fighter": 1}, {"submarine": 1}, MISS))[0] == [("fighter", 2)]
    found = values(at_sea({"bomber": 1}, {"submarine": 1}, MISS, MISS))
    assert sorted(found[0] + found[1]) == [("bomber", 4)] * 2


def shot_at(escort: str = "") -> Fighting:
    """A bomber's guns hit, perhaps beside a ship, where a carrier, a fighter and a boat defend."""
    orders = Orders(*BRITISH)
    plane = orders.send("U.K.", "bomber", "NA-7", "NA-8")
    if escort:
        orders.send("U.K.", escort, "NA-7", "NA-8")
    for kind in ("aircraft carrier", "fighter", "submarine"):
        orders.put("NA-8", "Germany", kind)
    fighting = orders.begin(*[MISS] * (escort == "submarine"), 2, 2, *[MISS] * 9)
    return fighting.stay("guns").do(Gunnery(units=plane)).stay("casualties")


@pytest.mark.parametrize("escort", ["", "destroyer", "submarine", "transport"])
def test_WG_SUB_006_007_009_BMB_010_guns_of_aircraft_alone_hit_no_submarine_either(
    escort: str,
) -> None:
    decision = shot_at(escort).game.decision
    assert decision is not None
    units = shot_at(escort).game.state.units
    hit = {units[i].type for i in decision.units}
    found = {"submarine"} if escort in ("destroyer", "submarine") else set[str]()
    assert hit == {"aircraft carrier", "fighter"} | found


@pytest.mark.parametrize("escort", ["battleship", "destroyer", "aircraft carrier", "submarine"])
def test_WG_SUB_007_not_beside_a_combat_ship(escort: str) -> None:
    fighting = at_sea({"fighter": 1, escort: 1}, {"submarine": 1}, *[MISS] * 4)
    assert any(("fighter", 4) in dice for dice in values(fighting))


def test_WG_SUB_008_nor_do_aircraft_that_defend() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "submarine", "NA-7", "NA-8")
    orders.put("NA-8", "Germany", "transport")
    orders.put("NA-8", "Germany", "fighter")
    fighting = orders.begin(MISS, MISS, MISS).stay("retreats NA-8 attacker")
    assert ("fighter", 3) in [die for dice in values(fighting) for die in dice]
    orders.put("NA-8", "Germany", "destroyer")
    fighting = orders.begin(MISS, MISS, MISS, MISS).stay("retreats NA-8 attacker")
    assert ("fighter", 6) in [die for dice in values(fighting) for die in dice]


def test_WG_SUB_009_TRN_011_012_transports_neither_attack_nor_find_submarines() -> None:
    fighting = at_sea({"fighter": 1, "transport": 1}, {"submarine": 1}, MISS, 1)
    assert values(fighting)[0] == [("fighter", 2)]
    assert fighting.where(2) == [None]


def test_WG_TRN_013_what_is_aboard_is_lost_with_its_transport() -> None:
    orders = Orders(*BRITISH)
    (ship,) = orders.send("U.K.", "transport", "NA-7", "NA-8")
    aboard = orders.put(ship, "U.K.", "infantry", 2)
    orders.send("U.K.", "destroyer", "NA-7", "NA-8")
    orders.put("NA-8", "Germany", "destroyer")
    fighting = orders.begin(MISS, 1).stay("casualties").lose(ship)
    assert fighting.where(ship, *aboard) == [None, None, None]


def test_WG_TRN_015_a_transport_defends_at_2() -> None:
    assert values(at_sea({"destroyer": 1}, {"transport": 1}, MISS, 2))[1] == [("transport", 2)]
