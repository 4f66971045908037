"""The book's "Uber-Ugly Pass-Through Example": the attack on France, sentence by sentence."""

from __future__ import annotations

from functools import cache

from a4a.core import events as ev
from a4a.rules.systems.wargame1942.orders import Withdraw
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import AMERICANS, MISS


def uber_ugly(*dice: int) -> tuple[Fighting, dict[str, int]]:
    """The American attack on France, with all that it needs."""
    orders = Orders(*AMERICANS, control={"France": "Germany"})
    found: dict[str, int] = {}
    (found["carrier"],) = orders.send(
        "U.S.A.", "aircraft carrier", "NA-4", "NA-8", task="clear", target="NA-4"
    )
    found["deck 1"], found["deck 2"] = orders.send(
        "U.S.A.", "fighter", "NA-4", "NA-8", number=2, task="clear", target="NA-5"
    )
    (found["destroyer"],) = orders.send(
        "U.S.A.", "destroyer", "NA-4", "NA-8", task="clear", target="NA-5"
    )
    (found["north"],) = orders.send(
        "U.S.A.",
        "transport",
        "NA-4",
        "Iceland Sea Zone",
        "NA-2",
        "North Sea",
        task="offload",
        target="France",
    )
    found["north 1"], found["north 2"] = orders.carry(
        found["north"], "U.S.A.", "infantry", "infantry", to="France"
    )
    (found["submarine"],) = orders.send(
        "U.S.A.", "submarine", "NA-7", "NA-8", task="pass", target="France Sea Zone"
    )
    (found["battleship"],) = orders.send(
        "U.S.A.", "battleship", "NA-7", "NA-8", task="pass to bombard", target="France Sea Zone"
    )
    (found["south"],) = orders.send(
        "U.S.A.", "transport", "NA-7", "NA-8", task="pass to offload", target="France Sea Zone"
    )
    found["south 1"], found["south 2"] = orders.carry(
        found["south"], "U.S.A.", "infantry", "infantry", to="France"
    )
    (found["first"],) = orders.send(
        "U.S.A.", "fighter", "Great Britain", "France Sea Zone", task="clear", target="France"
    )
    (found["second"],) = orders.send(
        "U.S.A.", "fighter", "Great Britain", "France Sea Zone", "France"
    )
    (found["NA-8 guard"],) = orders.put("NA-8", "Germany", "destroyer")
    (found["boat"],) = orders.put("NA-5", "Germany", "submarine")
    (found["France guard"],) = orders.put("France Sea Zone", "Germany", "destroyer")
    orders.put("France", "Germany", "infantry", 3)
    (found["flyer"],) = orders.put("France", "Germany", "fighter")
    (found["last"],) = orders.put("Greenland Sea Zone", "U.S.A.", "transport")
    found["last 1"], found["last 2"] = orders.put("Greenland", "U.S.A.", "infantry", 2)
    return orders.begin(*dice), found


ROUND_1 = (
    2, 4, MISS, 4,  # NA-8: carrier, fighters and destroyer hit three times
    MISS,  # the German destroyer misses
    MISS,  # off France: the submarine misses
    MISS,  # so does the first fighter
    8, MISS,  # the battleship hits
    MISS,  # the German destroyer misses
    2, MISS, 4,  # France: an infantry and the fighter hit
    4, 4, MISS, 6,  # the Germans hit three times
)  # fmt: skip


Rolls = list[tuple[str | None, int, str]]


@cache
def round_1() -> tuple[Fighting, dict[str, int]]:
    """Round 1 as the book plays it; not to be played on."""
    fighting, units = uber_ugly(*ROUND_1, *[MISS] * 10)
    fighting.stay("retreats NA-5 defender").do(Withdraw(to={units["boat"]: "Eire Sea Zone"}))
    fighting.stay("casualties France")
    fighting.lose(*germans(fighting)[:2])
    fighting.lose(units["north 1"], units["north 2"], units["south 1"])
    return fighting, units


def germans(fighting: Fighting) -> list[int]:
    """The German infantry in France."""
    there = fighting.game.state.at("France")
    return [u.id for u in there if (u.owner, u.type) == ("Germany", "infantry")]


def rolls(fighting: Fighting, space: str, role: str) -> list[Rolls]:
    """Each roll of a side in a battle: what rolled, on what it hits, and what came of it."""
    return [
        [(die.unit_type, die.target or 0, str(die.result)) for die in e.dice]
        for e in fighting.events(ev.Rolled)
        if isinstance(e, ev.Rolled) and e.role == role and e.battle.endswith(space)
    ]


def dice_in(fighting: Fighting, space: str, role: str) -> list[tuple[str | None, int]]:
    """All dice of a side in a battle, without what came of them."""
    return sorted(
        (str(kind), value) for one in rolls(fighting, space, role) for kind, value, _ in one
    )


def origin(fighting: Fighting, space: str, unit: int) -> str | None:
    """Where a unit entered a battle from, as it opened."""
    opened = [e for e in fighting.events(ev.BattleOpened) if isinstance(e, ev.BattleOpened)]
    (battle,) = [e for e in opened if e.space == space]
    return next((p.origin for p in battle.participants if unit in p.units), None)


def fight_on(fighting: Fighting, space: str) -> None:
    """Fight a battle on until its attackers have rolled once more."""
    before = len(rolls(fighting, space, "attacker"))
    while len(rolls(fighting, space, "attacker")) == before:
        if fighting.asked == "battle":
            fighting.fight(space)
        else:
            fighting.plainly()


@cache
def all_well() -> tuple[Fighting, dict[str, int]]:
    """Round 1 if the submarine sinks the destroyer off France; not to be played on."""
    fighting, units = uber_ugly(2, MISS, MISS, MISS, MISS, 4, *[MISS] * 20)
    fighting.stay("retreats NA-5 defender").do(Withdraw(to={units["boat"]: "Eire Sea Zone"}))
    return fighting.round(2), units


def test_WG_EXA_069_the_carrier_attacks_NA_8_out_of_NA_4() -> None:
    fighting, units = round_1()
    assert origin(fighting, "NA-8", units["carrier"]) == "NA-4"
    assert ("aircraft carrier", 2) in dice_in(fighting, "NA-8", "attacker")


def test_WG_EXA_070_fighters_and_destroyer_roll_in_NA_8_and_in_NA_5_from_round_2() -> None:
    fighting, units = uber_ugly(2, MISS, MISS, MISS, *[MISS] * 40)
    fighting.round(2)
    assert fighting.where(units["deck 1"], units["deck 2"], units["destroyer"]) == ["NA-5"] * 3
    assert dice_in(fighting, "NA-5", "attacker") == []
    fight_on(fighting, "NA-5")
    assert dice_in(fighting, "NA-5", "attacker") == [
        ("destroyer", 5), ("fighter", 4), ("fighter", 4),
    ]  # fmt: skip


def test_WG_EXA_071_the_transport_from_the_north_lands_with_the_initiative() -> None:
    fighting, units = round_1()
    assert fighting.where(units["north"]) == ["North Sea"]
    assert dice_in(fighting, "France", "attacker").count(("infantry", 2)) == 2


def test_WG_EXA_072_the_submarine_passes_and_attacks_off_France_in_round_1() -> None:
    fighting, units = round_1()
    assert origin(fighting, "NA-8", units["submarine"]) is None
    assert ("submarine", 4) not in dice_in(fighting, "NA-8", "attacker")
    assert ("submarine", 4) in dice_in(fighting, "France Sea Zone", "attacker")


def test_WG_EXA_073_with_the_destroyer_sunk_the_battleship_bombards() -> None:
    fighting, units = all_well()
    assert fighting.where(units["battleship"]) == ["France Sea Zone"]
    assert dice_in(fighting, "France Sea Zone", "attacker") == [("submarine", 4)]
    guns = [die for die in dice_in(fighting, "France", "attacker") if die[0] == "battleship"]
    assert guns == [("battleship", 6), ("battleship", 8)]


def test_WG_EXA_074_and_the_infantry_from_NA_7_lands_with_the_initiative() -> None:
    fighting, units = all_well()
    assert fighting.where(units["south 1"], units["south 2"]) == ["France", "France"]
    assert dice_in(fighting, "France", "attacker").count(("infantry", 2)) == 4


def test_WG_EXA_075_the_first_fighter_goes_on_to_France_and_rolls_there_in_round_2() -> None:
    fighting, units = all_well()
    assert fighting.where(units["first"]) == ["France"]
    assert dice_in(fighting, "France", "attacker").count(("fighter", 4)) == 1
    later, _ = uber_ugly(2, MISS, MISS, MISS, MISS, 4, *[MISS] * 60)
    later.stay("retreats NA-5 defender").do(Withdraw(to={units["boat"]: "Eire Sea Zone"}))
    fight_on(later.round(2), "France")
    assert dice_in(later, "France", "attacker").count(("fighter", 4)) == 3


def test_WG_EXA_076_the_second_fighter_is_in_the_battle_for_France_from_the_first() -> None:
    fighting, units = round_1()
    assert origin(fighting, "France", units["second"]) == "France Sea Zone"
    assert origin(fighting, "France", units["first"]) is None


def test_WG_EXA_077_the_German_submarine_goes_to_Eire_and_all_in_France_stay() -> None:
    fighting, units = round_1()
    assert fighting.where(units["boat"], units["flyer"]) == ["Eire Sea Zone", "France"]
    assert len(dice_in(fighting, "France", "defender")) == 4


def test_WG_EXA_078_three_hits_sink_one_destroyer_and_nothing_else() -> None:
    fighting, units = round_1()
    (rolled,) = rolls(fighting, "NA-8", "attacker")
    assert [kind for kind, _, result in rolled if result == "hit"] == [
        "aircraft carrier", "fighter", "destroyer",
    ]  # fmt: skip
    assert fighting.where(units["NA-8 guard"]) == [None]
    assert fighting.results()["NA-8"] == "attacker wins"


def test_WG_EXA_079_the_carrier_passes_back() -> None:
    fighting, units = round_1()
    assert fighting.where(units["carrier"]) == ["NA-4"]


def test_WG_EXA_080_they_find_no_battle_in_NA_5() -> None:
    fighting, units = round_1()
    assert fighting.where(units["deck 1"], units["deck 2"], units["destroyer"]) == ["NA-5"] * 3
    assert not [space for space, _, _ in fighting.rolled() if space == "NA-5"]
    assert fighting.results()["NA-5"] == "attacker wins"


def test_WG_EXA_081_the_submarine_misses() -> None:
    fighting, _ = round_1()
    assert rolls(fighting, "France Sea Zone", "attacker")[0] == [("submarine", 4, "miss")]


def test_WG_EXA_082_so_does_the_first_fighter() -> None:
    fighting, _ = round_1()
    assert rolls(fighting, "France Sea Zone", "attacker")[1] == [("fighter", 4, "miss")]


def test_WG_EXA_083_the_battleship_is_stopped_sinks_it_and_does_not_bombard() -> None:
    fighting, units = round_1()
    assert rolls(fighting, "France Sea Zone", "attacker")[2:] == [
        [("battleship", 8, "hit")], [("battleship", 6, "miss")],
    ]  # fmt: skip
    assert fighting.where(units["France guard"]) == [None]
    assert "battleship" not in [kind for kind, _ in dice_in(fighting, "France", "attacker")]


def test_WG_EXA_084_the_infantry_from_NA_7_lands_without_a_roll() -> None:
    fighting, units = round_1()
    assert fighting.where(units["south 2"]) == ["France"]
    assert dice_in(fighting, "France", "attacker") == [
        ("fighter", 4), ("infantry", 2), ("infantry", 2),
    ]  # fmt: skip


def test_WG_EXA_085_an_infantry_and_the_fighter_kill_two_of_three_infantry() -> None:
    fighting, units = round_1()
    (rolled,) = rolls(fighting, "France", "attacker")
    assert [kind for kind, _, result in rolled if result == "hit"] == ["infantry", "fighter"]
    assert len(germans(fighting)) == 1
    assert fighting.where(units["flyer"]) == ["France"]


def test_WG_EXA_086_both_German_destroyers_roll_back_and_miss() -> None:
    fighting, _ = round_1()
    for zone in ("NA-8", "France Sea Zone"):
        assert rolls(fighting, zone, "defender") == [[("destroyer", 5, "miss")]]


def test_WG_EXA_087_all_Germans_roll_and_three_American_infantry_fall() -> None:
    fighting, units = round_1()
    (rolled,) = rolls(fighting, "France", "defender")
    assert sorted((str(kind), value) for kind, value, _ in rolled) == [
        ("fighter", 6), ("infantry", 4), ("infantry", 4), ("infantry", 4),
    ]  # fmt: skip
    assert sum(result == "hit" for _, _, result in rolled) == 3
    assert fighting.where(units["north 1"], units["north 2"], units["south 1"]) == [None] * 3


def test_WG_EXA_088_had_it_come_in_round_2_the_hits_would_fall_on_the_others() -> None:
    faces = list(ROUND_1)
    faces[7] = MISS  # the battleship misses too, so that nobody lands from NA-7 in round 1
    fighting, units = uber_ugly(*faces, *[MISS] * 10)
    fighting.stay("retreats NA-5 defender").do(Withdraw(to={units["boat"]: "Eire Sea Zone"}))
    fighting.stay("casualties France").lose(*germans(fighting)[:2])
    lost = (units["north 1"], units["north 2"], units["second"])
    assert fighting.where(*lost) == [None] * 3
    assert fighting.where(units["south 1"]) == ["France Sea Zone"]


def test_WG_EXA_089_090_round_2_takes_France() -> None:
    fighting, units = uber_ugly(*ROUND_1, MISS, 4, 4, 4, MISS)
    fighting.stay("retreats NA-5 defender").do(Withdraw(to={units["boat"]: "Eire Sea Zone"}))
    fighting.stay("casualties France")
    germans = [
        u.id
        for u in fighting.game.state.at("France")
        if u.owner == "Germany" and u.type == "infantry"
    ]
    fighting.lose(*germans[:2]).lose(units["north 1"], units["north 2"], units["south 1"])
    fighting.stay("casualties France").lose(units["first"])
    assert fighting.results()["France"] == "attacker takes"
    assert fighting.game.state.control["France"] == "France"
    assert fighting.where(units["south 2"]) == ["France"]


def test_WG_EXA_094_095_096_the_strange_possibility() -> None:
    """The German ship has gone to NA-4, where the carrier comes passing back."""
    fighting, units = uber_ugly(*ROUND_1, *[MISS] * 20)
    fighting.stay("retreats NA-5 defender").do(Withdraw(to={units["boat"]: "NA-4"}))
    fighting.stay("battle").fight("NA-4")
    assert fighting.asked == "retreats NA-4 attacker"
    assert fighting.where(units["carrier"], units["boat"]) == ["NA-4", "NA-4"]
    assert not [x for x in fighting.rolled() if x[0] == "NA-4"]
    rounds = {x.space: x.round for x in fighting.game.state.battles.values()}
    assert rounds["NA-4"] == 2
    assert fighting.game.decision is not None
    assert fighting.game.decision.spaces == ("NA-8",)


def test_WG_EXA_097_who_retreats_to_it_is_fought_without_a_roll_of_his_own() -> None:
    fighting, units = uber_ugly(*[MISS] * 60)
    fighting.stay("retreats NA-5 defender").do(Withdraw(to={units["boat"]: "NA-4"}))
    fighting.stay("retreats NA-8 attacker")
    fighting.do(Withdraw(to={units["carrier"]: "NA-4"})).stay("retreats NA-4", "battle")
    assert [x for x in fighting.rolled() if x[0] == "NA-4"] == [("NA-4", "defender", 1)]
