"""Particulars of combat: Generals alone, allies in a zone, decks lost, land that changes hands."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.units import Unit
from a4a.rules.areas.orders import Fight
from a4a.rules.systems.wargame1942.combat import decks, withdrawals
from a4a.rules.systems.wargame1942.orders import Withdraw
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, GERMANS, MISS

# --- Generals -----------------------------------------------------------------------------------


def test_WG_GEN_010_a_General_who_is_alone_may_leave_before_his_land_is_taken() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    (leader,) = orders.put("Egypt", "U.K.", "general")
    fighting = orders.begin()
    assert fighting.asked == "retreats Egypt defender"
    assert fighting.game.decision is not None
    assert fighting.game.decision.powers == ("U.K.",)
    assert fighting.refused(Withdraw(to={leader: "Libya"})) == "WG-GEN-010"
    fighting.do(Withdraw(to={leader: "India"}))
    assert fighting.where(leader) == ["India"]
    assert fighting.game.state.control["Egypt"] == "Germany"


def test_WG_GEN_012_one_who_stays_falls_with_the_land() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    (leader,) = orders.put("Egypt", "U.K.", "general")
    assert orders.begin().stay().where(leader) == [None]


def test_WG_GEN_011_a_General_lives_while_units_are_still_to_land() -> None:
    orders = Orders(*BRITISH, control={"Morocco": "Germany"})
    way = ("Gibraltar Sea Zone", "Algeria Sea Zone")
    orders.send("U.K.", "destroyer", *way)
    (ship,) = orders.send("U.K.", "transport", *way, task="offload", target="Morocco")
    orders.carry(ship, "U.K.", "infantry", to="Morocco")
    (leader,) = orders.put("Morocco", "U.K.", "general")
    orders.put("Algeria Sea Zone", "Italy", "destroyer")
    orders.put("Morocco", "Germany", "infantry")
    fighting = orders.begin(*[MISS] * 4).round(2)
    assert fighting.where(leader) == ["Morocco"]


def test_WG_GEN_013_a_General_who_fell_is_gone_from_the_game() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    (leader,) = orders.put("Egypt", "Germany", "general")
    orders.put("Egypt", "U.K.", "infantry")
    fighting = orders.begin(MISS, 1).stay()
    assert leader not in fighting.game.state.units
    assert not [u for u in fighting.game.state.units.values() if u.type == "general"]


def test_WG_GEN_015_with_ten_of_eleven_hit_the_bomber_and_the_General_can_retreat() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt", number=10)
    (plane,) = orders.send("Germany", "bomber", "Libya", "Egypt")
    (leader,) = orders.put("Egypt", "Germany", "general")
    orders.put("Egypt", "U.K.", "infantry", 11)
    fighting = orders.begin(*[MISS] * 12, *[1] * 10, MISS).stay("casualties")
    fighting.lose(*range(1, 11))
    assert fighting.asked == "retreats Egypt attacker"
    fighting.do(Withdraw(to={plane: "Egypt", leader: "Egypt"}))
    assert fighting.results() == {"Egypt": "attacker retreats"}
    assert fighting.where(plane, leader) == ["Egypt", "Egypt"]


def test_WG_GEN_009_a_General_who_took_part_in_the_conquest_is_still_there() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    (leader,) = orders.put("Egypt", "Germany", "general")
    fighting = orders.begin()
    assert fighting.where(leader) == ["Egypt"]
    assert fighting.game.state.memory(leader).task != "retreated"


# --- paratroopers -------------------------------------------------------------------------------


def test_WG_PAR_009_paratroopers_survive_the_bomber_that_is_shot_down() -> None:
    orders = Orders(*BRITISH)
    (plane,) = orders.send("U.K.", "bomber", "Libya", "Tunisia")
    men = orders.put(plane, "U.K.", "infantry", 2)
    orders.task(men, "drop", "Tunisia")
    orders.put("Tunisia", "Germany", "artillery")
    fighting = orders.begin(*[MISS] * 4, 1, *[MISS] * 9).round(2)
    assert fighting.where(plane, *men) == [None, "Tunisia", "Tunisia"]


# --- allies, and fleets that come back ----------------------------------------------------------


def test_WG_RET_009_ships_of_the_attackers_allies_bar_a_zone_too() -> None:
    orders = Orders(*AMERICANS)
    orders.send("U.S.A.", "destroyer", "NA-7", "NA-8")
    (ship,) = orders.put("NA-8", "Germany", "destroyer")
    orders.put("NA-9", "U.K.", "transport")
    orders.put("NA-5", "Italy", "transport")
    fighting = orders.begin()
    assert fighting.asked == "retreats NA-8 defender"
    assert fighting.refused(Withdraw(to={ship: "NA-9"})) == "WG-RET-009"
    assert fighting.game.can(Withdraw(to={ship: "NA-5"}))


def test_WG_NPT_004_ships_of_allies_do_not_keep_a_fleet_that_passes_from_landing() -> None:
    orders = Orders(*AMERICANS)
    orders.send("U.S.A.", "destroyer", "NA-7", "NA-8")
    (ship,) = orders.send(
        "U.S.A.", "transport", "NA-7", "NA-8", task="pass to offload", target="France Sea Zone"
    )
    (foot,) = orders.carry(ship, "U.S.A.", "infantry", to="France")
    orders.put("NA-8", "Germany", "destroyer")
    orders.put("France Sea Zone", "U.K.", "destroyer")
    orders.put("France", "Germany", "infantry")
    assert orders.begin(1, MISS, MISS, MISS).round(2).where(foot) == ["France"]


def test_WG_FER_007_015_all_who_come_back_to_a_zone_join_the_battle_there() -> None:
    orders = Orders(*BRITISH)
    first, second = orders.send("U.K.", "destroyer", "NA-9", "NA-7", number=2)
    orders.put("NA-7", "Germany", "destroyer")
    orders.send("U.K.", "destroyer", "NA-6", "NA-8")
    (ship,) = orders.put("NA-8", "Germany", "destroyer")
    fighting = orders.begin(*[MISS] * 7, 1, *[MISS] * 2).stay("retreats NA-8 defender")
    fighting.do(Withdraw(to={ship: "NA-9"})).stay("retreats NA-7 attacker")
    fighting.do(Withdraw(to={first: "NA-9"})).stay("battle")
    fighting.fight("NA-7").do(Withdraw(to={second: "NA-9"}))
    assert fighting.rolled()[-3:] == [
        ("NA-9", "defender", 1), ("NA-9", "attacker", 2), ("NA-9", "defender", 1),
    ]  # fmt: skip
    assert fighting.where(first, second, ship) == ["NA-9", "NA-9", None]


def test_WG_EXA_098_nobody_flees_to_where_the_attackers_have_declared_to_go() -> None:
    """Attackers declare first, which closes the zone to the defenders of that round."""
    orders = Orders(*AMERICANS)
    own = orders.send("U.S.A.", "destroyer", "NA-4", "NA-8", number=2)
    (ship,) = orders.put("NA-8", "Germany", "destroyer")
    fighting = orders.begin(*[MISS] * 6).stay("retreats NA-8 attacker")
    fighting.do(Withdraw(to={own[0]: "NA-4"}))
    assert fighting.asked == "retreats NA-8 defender"
    assert fighting.refused(Withdraw(to={ship: "NA-4"})) == "WG-RET-010"


# --- carriers -----------------------------------------------------------------------------------


def off_java(*dice: int, **carriers: int) -> Fighting:
    """A submarine (1) of the U.K. attacks a Japanese carrier (2) with fighters (3, 4) on it."""
    orders = Orders(*BRITISH, control={"Java": "Japan", "Borneo": "Japan"})
    orders.send("U.K.", "submarine", "Northern Territory Sea Zone", "Java Sea Zone")
    orders.put("Java Sea Zone", "Japan", "aircraft carrier")
    orders.put("Java Sea Zone", "Japan", "fighter", 2)
    for zone, number in carriers.items():
        orders.put(zone.replace("_", " "), "Japan", "aircraft carrier", number)
    return orders.begin(*dice)


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


def alone(*more: tuple[str, str]) -> Fighting:
    """A carrier (2) and its fighters (3, 4) far from land of theirs; with other carriers."""
    orders = Orders(*AMERICANS)
    orders.send("U.S.A.", "submarine", "SP-4", "SP-7")
    orders.put("SP-7", "Germany", "aircraft carrier")
    orders.put("SP-7", "Germany", "fighter", 2)
    for zone, kind in more:
        orders.put(zone, "Germany", kind)
    return orders.begin(1, 3, *[MISS] * 5)


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


# --- submarines, landings -----------------------------------------------------------------------


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


# --- order, pursuit, defeat ---------------------------------------------------------------------


def two_battles(*dice: int) -> Fighting:
    """The British attack Tunisia and Thailand."""
    orders = Orders(*BRITISH, control={"Algeria": "Germany"})
    orders.send("U.K.", "infantry", "Libya", "Tunisia", number=2)
    orders.put("Tunisia", "Germany", "infantry", 2)
    orders.send("U.K.", "infantry", "Burma", "Thailand")
    orders.put("Thailand", "Japan", "infantry")
    return orders.begin(*dice)


@pytest.mark.parametrize("first", ["Tunisia", "Thailand"])
def test_WG_CMB_003_the_attacker_chooses_which_battle_comes_first(first: str) -> None:
    fighting = two_battles(*[MISS] * 4)
    assert fighting.asked == "battle"
    assert fighting.game.decision is not None
    assert fighting.game.decision.powers == BRITISH
    fighting.fight(first).stay("battle")
    assert {space for space, _, _ in fighting.rolled()} == {first}


def test_WG_CMB_014_retreats_are_declared_before_the_dice_of_each_round() -> None:
    fighting = two_battles(*[MISS] * 8).fight("Tunisia")
    for number in (1, 2):
        assert fighting.asked.startswith("retreats Tunisia")
        assert len(fighting.rolled()) == 2 * (number - 1)
        fighting.stay("battle").do(Fight(battle=next(iter(fighting.game.state.battles))))


def test_WG_CMB_021_who_retreated_cannot_be_attacked_again_in_that_turn() -> None:
    fighting = two_battles(*[MISS] * 8).fight("Tunisia")
    fighting.do(Withdraw(to={3: "Algeria", 4: "Algeria"}))
    assert fighting.where(3, 4) == ["Algeria", "Algeria"]
    assert [x.space for x in fighting.game.state.battles.values()] == ["Thailand"]


def test_WG_CMB_023_defeat_is_the_loss_of_every_attacker() -> None:
    fighting = two_battles(MISS, MISS, 1, 1).fight("Tunisia").stay("retreats Thailand")
    assert fighting.results() == {"Tunisia": "defender wins"}
    assert fighting.where(1, 2) == [None, None]


def test_WG_CMB_024_each_unit_rolls_on_the_value_of_its_side() -> None:
    fighting = two_battles(MISS, MISS, MISS, MISS).fight("Tunisia").stay("battle")
    rolled = [e for e in fighting.events(ev.Rolled) if isinstance(e, ev.Rolled)]
    assert [[die.target for die in e.dice] for e in rolled] == [[2, 2], [4, 4]]


def test_WG_CMB_015_016_submarines_and_other_ships_are_rolled_and_tallied_apart() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "submarine", "NA-7", "NA-8")
    orders.send("U.K.", "destroyer", "NA-7", "NA-8")
    orders.put("NA-8", "Germany", "destroyer", 3)
    fighting = orders.begin(MISS, MISS, MISS, MISS, MISS).stay("retreats NA-8 attacker")
    rolled = [e for e in fighting.events(ev.Rolled) if isinstance(e, ev.Rolled)]
    assert [(e.against, len(e.dice)) for e in rolled] == [("naval units", 1), ("", 1), ("", 3)]


# --- land that changes hands --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("force", "held_by", "land", "heir", "rule"),
    [
        (("U.S.A.",), "Japan", "India", "U.K.", "WG-POL-001, 006"),
        (("China",), "Japan", "India", "U.K.", "WG-POL-006"),
        (("Germany",), "U.K.", "Libya", "Italy", "WG-POL-002"),
        (("U.S.S.R.",), "Germany", "Syria", "U.S.S.R.", "WG-POL-004"),
        (("China",), "Japan", "Leningrad", "China", "WG-POL-005"),
        (("U.S.A.",), "Japan", "Leningrad", "U.S.S.R.", "WG-POL-008"),
        (("U.S.A.", "China"), "Japan", "Leningrad", "U.S.S.R.", "WG-POL-008"),
        (("Germany",), "U.K.", "Egypt", "Germany", "WG-CMB-019"),
    ],
)
def test_WG_POL_001_002_004_005_006_008_to_whom_land_goes_that_is_taken(
    force: tuple[str, ...], held_by: str, land: str, heir: str, rule: str
) -> None:
    orders = Orders(*force, control={land: held_by})
    for power in force:
        orders.send(power, "infantry", "Gorki", land)
    assert orders.begin().game.state.control[land] == heir, rule


def test_WG_POL_007_Soviets_and_their_allies_stand_on_their_own_land_alone() -> None:
    fighting = Orders(*GERMANS).begin()

    def may(power: str, land: str) -> bool:
        unit = Unit(1, "infantry", power, "Gorki")
        return withdrawals.is_friendly(fighting.system, fighting.game.state, unit, land)

    assert may("U.S.S.R.", "Leningrad")
    assert may("U.K.", "Syria")
    assert not may("U.S.S.R.", "India")
    assert not may("U.K.", "Leningrad")
    assert not may("U.K.", "Germany")


@pytest.mark.parametrize(
    ("land", "owner", "force", "factory", "left"),
    [
        ("Leningrad", "U.S.S.R.", "Germany", "major factory", "major factory"),  # worth 8
        ("Egypt", "U.K.", "Germany", "major factory", "minor factory"),  # worth 4
        ("Egypt", "U.K.", "Germany", "minor factory", "minor factory"),
        ("Burma", "U.K.", "Japan", "minor factory", ""),  # worth 2
        ("Tunisia", "Germany", "France", "minor factory", "minor factory"),  # its own land
    ],
)
def test_WG_FAC_033_034_occupied_land_keeps_the_factory_that_half_its_value_supports(
    land: str, owner: str, force: str, factory: str, left: str
) -> None:
    orders = Orders(force, control={land: owner})
    (works,) = orders.put(land, owner, factory)
    orders.send(force, "infantry", "Gorki", land)
    state = orders.begin().stay().game.state
    assert (state.units[works].type if works in state.units else "") == left
    if left:
        assert state.unit(works).owner == force
