"""Retreats at sea in The War Game: zones that are closed, diving, going behind the attackers."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.rules.systems.wargame1942.combat import opening, withdrawals
from a4a.rules.systems.wargame1942.orders import Withdraw
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, MISS
from tests.rules.wargame1942.retreating import options, tunisia


def off_indo_china(*dice: int) -> Fighting:
    """The book's sea retreat: a Japanese destroyer, attacked from three sides."""
    orders = Orders(*BRITISH)
    orders.send("U.K.", "battleship", "Philippines Sea Zone", "South China Sea")
    orders.send("U.K.", "transport", "Celebes Sea Zone", "South China Sea")
    orders.send("U.K.", "fighter", "Burma", "Thailand", "South China Sea")
    orders.put("South China Sea", "Japan", "destroyer")
    return orders.begin(*dice)


def test_WG_RET_010_011_012_EXA_029_030_a_ship_does_not_go_where_combat_ships_came_from() -> None:
    fighting = off_indo_china()
    assert options(fighting, 4) == {
        "Celebes Sea Zone", "Taiwan Sea Zone", "Java Sea Zone", "Kwangtung Sea Zone",
        "Thailand Sea Zone",
    }  # fmt: skip
    assert fighting.refused(Withdraw(to={4: "Philippines Sea Zone"})) == "WG-RET-010"
    assert fighting.refused(Withdraw(to={4: "Bonin Sea Zone"})) == "WG-RET-012"


def test_WG_RET_009_EXA_031_a_transport_that_retreats_closes_the_zone_it_goes_to() -> None:
    fighting = off_indo_china(*[MISS] * 20).stay("retreats South China Sea attacker")
    fighting.do(Withdraw(to={2: "Celebes Sea Zone"}))
    assert "Celebes Sea Zone" not in options(fighting, 4)
    assert fighting.refused(Withdraw(to={4: "Celebes Sea Zone"})) == "WG-RET-009"


def test_WG_RET_013_014_ships_even_transports_close_a_zone_by_going_there() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "destroyer", "NA-7", "NA-8")
    orders.send("U.K.", "transport", "NA-6", "NA-9")
    (ship,) = orders.put("NA-8", "Germany", "destroyer")
    fighting = orders.begin()
    assert "NA-9" not in options(fighting, ship)
    assert fighting.refused(Withdraw(to={ship: "NA-9"})) == "WG-RET-009"


def test_WG_RET_008_nor_to_a_zone_that_was_fought_over() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "submarine", "NA-7", "NA-8")
    (ship,) = orders.put("NA-8", "Germany", "destroyer")
    orders.send("U.K.", "fighter", "Great Britain", "Eire Sea Zone")
    orders.put("Eire Sea Zone", "Germany", "transport")
    fighting = orders.begin(MISS, 1, *[MISS] * 4).round(2)
    assert fighting.results() == {"Eire Sea Zone": "defender wins"}
    fighting.stay("retreats NA-8 defender")
    assert fighting.refused(Withdraw(to={ship: "Eire Sea Zone"})) == "WG-RET-008"


def test_WG_RET_030_FER_013_a_submarine_under_air_attack_may_dive_where_it_is() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "fighter", "Great Britain", "Eire Sea Zone")
    (boat,) = orders.put("Eire Sea Zone", "Germany", "submarine")
    fighting = orders.begin(MISS)
    assert {"Eire Sea Zone", "NA-8"} <= options(fighting, boat)
    fighting.do(Withdraw(to={boat: "Eire Sea Zone"}))
    assert fighting.where(boat) == ["Eire Sea Zone"]
    assert fighting.results() == {"Eire Sea Zone": "attacker wins"}


def test_WG_FER_014_015_not_if_any_ship_comes_even_a_transport() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "fighter", "Great Britain", "Eire Sea Zone")
    orders.send("U.K.", "transport", "NA-5", "Eire Sea Zone")
    (boat,) = orders.put("Eire Sea Zone", "Germany", "submarine")
    assert "Eire Sea Zone" not in options(orders.begin(), boat)


def test_WG_RET_032_cargo_of_a_transport_that_retreats_stays_aboard() -> None:
    orders = Orders(*BRITISH, control={"Morocco": "Germany"})
    orders.send("U.K.", "destroyer", "Gibraltar Sea Zone", "Algeria Sea Zone")
    (ship,) = orders.send(
        "U.K.",
        "transport",
        "Gibraltar Sea Zone",
        "Algeria Sea Zone",
        task="offload",
        target="Morocco",
    )
    (aboard,) = orders.carry(ship, "U.K.", "infantry", to="Morocco")
    orders.put("Algeria Sea Zone", "Italy", "destroyer")
    orders.put("Morocco", "Germany", "infantry")
    fighting = orders.begin(*[MISS] * 2, 1, MISS, MISS).stay("retreats Algeria Sea Zone attacker")
    fighting.do(Withdraw(to={ship: "Gibraltar Sea Zone"})).stay()
    assert fighting.where(ship, aboard) == ["Gibraltar Sea Zone"] * 2
    assert fighting.game.state.unit(aboard).place == ship
    assert fighting.results()["Morocco"] != "attacker takes"


def test_WG_RET_038_nobody_retreats_twice_in_a_turn() -> None:
    fighting = tunisia(*[MISS] * 8)
    state = fighting.game.state.apply(ev.UnitsTasked((3,), "retreated", "Tunisia"))
    battle = next(iter(state.battles.values()))
    found = withdrawals.defenders(fighting.system, state, battle)
    assert 3 not in found
    assert 4 in found


def behind(*dice: int) -> Fighting:
    """The Germans of NA-8 have gone behind the British who attack NA-7 out of NA-9."""
    orders = Orders(*BRITISH)
    orders.send("U.K.", "destroyer", "NA-9", "NA-7")
    orders.put("NA-7", "Germany", "destroyer")
    orders.send("U.K.", "destroyer", "NA-6", "NA-8")
    orders.put("NA-8", "Germany", "destroyer")
    fighting = orders.begin(*dice).stay("retreats NA-8 defender")
    return fighting.do(Withdraw(to={4: "NA-9"}))


def test_WG_FER_006_such_battles_are_fought_in_step() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "destroyer", "NA-9", "NA-10")
    orders.put("NA-10", "Germany", "destroyer")
    orders.send("U.K.", "destroyer", "NA-6", "NA-8")
    orders.put("NA-8", "Germany", "destroyer")
    fighting = orders.begin()
    assert fighting.asked.startswith("retreats")
    assert {x.round for x in fighting.game.state.battles.values()} == {1}


def test_WG_FER_007_008_who_comes_back_meets_them_and_only_they_roll_in_that_round() -> None:
    fighting = behind(MISS, MISS, MISS, 5).stay("retreats NA-7 attacker")
    fighting.do(Withdraw(to={1: "NA-9"}))
    assert fighting.rolled()[-1] == ("NA-9", "defender", 1)
    assert fighting.where(1) == [None]
    assert fighting.results()["NA-7"] == "attacker retreats"


def test_WG_FER_007_and_then_it_is_fought_as_any_battle() -> None:
    fighting = behind(MISS, MISS, MISS, MISS, 5, MISS).stay("retreats NA-7 attacker")
    fighting.do(Withdraw(to={1: "NA-9"})).stay()
    assert fighting.rolled()[-2:] == [("NA-9", "attacker", 1), ("NA-9", "defender", 1)]
    assert fighting.where(1, 4) == ["NA-9", None]


def test_WG_FER_007_a_battle_that_opens_where_one_was_fought_has_an_id_of_its_own() -> None:
    orders = Orders(*BRITISH)
    orders.send("U.K.", "destroyer", "NA-9", "NA-7")
    orders.put("NA-7", "Germany", "destroyer")
    state = orders.begin(MISS, MISS).stay("retreats").game.state
    (battle,) = state.battles.values()
    assert opening.new_battle_id(state, "NA-8") == opening.battle_id(state, "NA-8")
    closed = state.apply(ev.BattleClosed(battle.id, "attacker retreats", "defender"))
    again = opening.new_battle_id(closed, "NA-7")
    assert again != battle.id
    units = tuple(i for p in battle.participants for i in p.units)
    parts = (ev.Participant("attacker", "U.K.", units, None),)
    twice = closed.apply(ev.BattleOpened(again, "NA-7", "sea", parts))
    assert opening.new_battle_id(twice, "NA-7") not in (battle.id, again)


def test_R_526_aircraft_that_break_off_at_sea_need_no_deck_there() -> None:
    orders = Orders(*BRITISH)
    flyers = orders.send("U.K.", "fighter", "Gibraltar", "Gibraltar Sea Zone", "NA-9", number=2)
    orders.put("NA-9", "Germany", "battleship")
    fighting = orders.begin(*[MISS] * 9).stay("retreats NA-9 attacker")
    fighting.do(Withdraw(to=dict.fromkeys(flyers, "NA-9")))
    assert not fighting.game.state.battles
    assert fighting.where(*flyers) == ["NA-9", "NA-9"]


def test_WG_RET_010_ships_that_wait_for_the_zone_to_be_cleared_close_their_way_too() -> None:
    orders = Orders(*BRITISH, control={"Morocco": "Germany"})
    orders.send("U.K.", "destroyer", "Gibraltar Sea Zone", "Algeria Sea Zone")
    orders.send(
        "U.K.", "battleship", "Sardinia Sea Zone", "Algeria Sea Zone",
        task="bombard", target="Morocco",
    )  # fmt: skip
    (ship,) = orders.put("Algeria Sea Zone", "Italy", "destroyer")
    fighting = orders.begin().stay("retreats Algeria Sea Zone defender")
    assert options(fighting, ship) == {"Malta Sea Zone"}


def test_WG_FER_014_nor_where_a_transport_waits_for_the_fight_to_end() -> None:
    orders = Orders(*BRITISH, control={"Morocco": "Germany"})
    orders.send("U.K.", "fighter", "Gibraltar", "Algeria Sea Zone")
    (ship,) = orders.send(
        "U.K.", "transport", "Gibraltar Sea Zone", "Algeria Sea Zone",
        task="offload", target="Morocco",
    )  # fmt: skip
    orders.carry(ship, "U.K.", "infantry", to="Morocco")
    (boat,) = orders.put("Algeria Sea Zone", "Italy", "submarine")
    fighting = orders.begin().stay("retreats Algeria Sea Zone defender")
    assert options(fighting, boat) == {"Malta Sea Zone", "Sardinia Sea Zone", "Gibraltar Sea Zone"}


def two_carriers(*others: tuple[str, str]) -> tuple[Fighting, dict[str, int]]:
    """A German and an Italian carrier in SP-7, perhaps, a fighter of each nation, and others."""
    orders = Orders(*AMERICANS)
    orders.send("U.S.A.", "submarine", "SP-4", "SP-7")
    found = {
        f"{power} {kind}": orders.put("SP-7", power, kind)[0]
        for power, kind in (("Germany", "aircraft carrier"), ("Germany", "fighter"), *others)
    }
    orders.put("SP-5", "Germany", "aircraft carrier")
    return orders.begin(*[MISS] * 9).stay("retreats SP-7 defender"), found


def test_WG_CV_009_MNC_003_each_nations_aircraft_look_for_decks_of_their_own() -> None:
    fighting, units = two_carriers(("Italy", "fighter"), ("Italy", "aircraft carrier"))
    assert options(fighting, units["Germany fighter"]) == {"SP-5", "SP-6", "SP-8"}
    assert options(fighting, units["Italy fighter"]) == {"SP-6", "SP-8"}
    fighting, units = two_carriers(("Italy", "fighter"))
    assert options(fighting, units["Italy fighter"]) == set()


def test_WG_RET_038_no_fighter_goes_with_a_carrier_that_has_retreated() -> None:
    fighting, units = two_carriers()
    state = fighting.game.state
    state = state.apply(ev.UnitsTasked((units["Germany aircraft carrier"],), "retreated"))
    battle = next(iter(state.battles.values()))
    found = withdrawals.defenders(fighting.system, state, battle)
    assert found == {units["Germany fighter"]: ("SP-5",)}


def behind_nobody() -> Fighting:
    """A German destroyer (2) is attacked in NA-8 from NA-6."""
    orders = Orders(*BRITISH)
    orders.send("U.K.", "destroyer", "NA-6", "NA-8")
    orders.put("NA-8", "Germany", "destroyer")
    return orders.begin()


def test_WG_RET_008_combat_of_earlier_turns_closes_no_zone() -> None:
    fighting = behind_nobody()
    state = fighting.game.state
    battle = next(iter(state.battles.values()))
    for turn, is_open in ((state.turn + 1, True), (state.turn, False)):
        marked = state.apply(ev.MarkerChanged(ev.OnSpace("NA-9"), opening.FOUGHT_OVER, turn))
        found = withdrawals.defenders(fighting.system, marked, battle)
        assert ("NA-9" in found[2]) == is_open
