"""Naval pass-through: who goes on, who is stopped, what lands, and with which initiative."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import landings, retreats
from a4a.rules.systems.wargame1942.orders import Withdraw
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, MISS


def through(*dice: int, guard: str = "destroyer", second: str = "destroyer") -> Fighting:
    """Two destroyers in NA-8, of which one (1) is to clear it and one (2) to pass, to NA-5."""
    orders = Orders(*AMERICANS)
    orders.send("U.S.A.", "destroyer", "NA-7", "NA-8", task="clear", target="NA-5")
    orders.send("U.S.A.", "destroyer", "NA-7", "NA-8", task="pass", target="NA-5")
    orders.put("NA-8", "Germany", guard)
    orders.put("NA-5", "Germany", second)
    return orders.begin(*dice)


def test_WG_NPT_001_006_008_010_016_017_success_lets_the_others_attack_in_round_1() -> None:
    fighting = through(1, MISS, MISS, MISS).stay("retreats NA-5 attacker")
    assert fighting.rolled() == [
        ("NA-8", "attacker", 1), ("NA-8", "defender", 1),
        ("NA-5", "attacker", 1), ("NA-5", "defender", 1),
    ]  # fmt: skip
    assert fighting.where(1, 2) == ["NA-5", "NA-5"]
    assert fighting.results() == {"NA-8": "attacker wins"}


def test_WG_NPT_015_only_those_assigned_to_the_first_zone_are_hit_there() -> None:
    fighting = through(1, 1, MISS, MISS).stay("retreats NA-5 attacker")
    assert fighting.where(1, 2) == [None, "NA-5"]


def test_WG_NPT_018_who_fought_there_arrives_and_rolls_from_round_2() -> None:
    fighting = through(1, MISS, MISS, MISS, *[MISS] * 4).round(3)
    rolled = [one for one in fighting.rolled() if one[:2] == ("NA-5", "attacker")]
    assert rolled == [("NA-5", "attacker", 1), ("NA-5", "attacker", 2)]


def test_WG_NPT_009_011_012_013_014_failure_draws_them_in_and_they_roll_at_once() -> None:
    fighting = through(MISS, MISS, MISS, *[1] * 4).stay("retreats NA-8 attacker")
    assert fighting.rolled() == [
        ("NA-8", "attacker", 1), ("NA-8", "attacker", 1), ("NA-8", "defender", 1),
    ]  # fmt: skip
    assert fighting.where(1, 2) == ["NA-8", "NA-8"]
    fighting.stay()
    assert "NA-5" not in {fighting.where(unit)[0] for unit in (1, 2)}
    assert fighting.where(4) == ["NA-5"]


def test_WG_NPT_003_014_they_do_not_go_on_though_the_zone_is_cleared_by_who_was_stopped() -> None:
    fighting = through(MISS, 1, MISS, MISS).stay()
    assert fighting.where(1, 2, 4) == ["NA-8", "NA-8", "NA-5"]


def test_WG_NPT_005_transports_stop_nobody() -> None:
    fighting = through(MISS, MISS, MISS, MISS, guard="transport").stay("retreats", "battle")
    fighting.do(Withdraw()).do(Withdraw())
    assert fighting.where(2) == ["NA-5"]


def test_WG_NPT_007_028_030_defenders_of_both_zones_declare_before_any_die() -> None:
    fighting = through(1, MISS, 1)
    asked = []
    while fighting.asked.startswith("retreats"):
        assert not fighting.rolled()
        asked.append(fighting.asked)
        to = {4: "Eire Sea Zone"} if "NA-5" in fighting.asked else {}
        fighting.do(Withdraw(to=to))
        if fighting.rolled():
            break
    assert set(asked) == {"retreats NA-8 defender", "retreats NA-5 defender"}
    assert fighting.where(4) == [None]  # hit by who arrived in round 1


def test_WG_NPT_019_who_comes_by_another_way_fights_in_the_second_zone_whatever_happens() -> None:
    orders = Orders(*AMERICANS)
    orders.send("U.S.A.", "destroyer", "NA-7", "NA-8", task="clear", target="NA-5")
    orders.send("U.S.A.", "submarine", "NA-3", "NA-5")
    orders.put("NA-8", "Germany", "destroyer")
    orders.put("NA-5", "Germany", "destroyer")
    fighting = orders.begin(MISS, MISS, MISS, MISS, *[MISS] * 4).stay(
        "retreats NA-8 attacker", "retreats NA-5 attacker"
    )
    assert ("NA-5", "attacker", 1) in fighting.rolled()
    assert fighting.where(1) == ["NA-8"]


def test_WG_NPT_020_032_033_aircraft_on_the_fleets_way_pass_with_it_or_not_at_all() -> None:
    for first, place in ((1, "NA-5"), (MISS, "NA-8")):
        orders = Orders(*AMERICANS)
        orders.send("U.S.A.", "destroyer", "NA-7", "NA-8")
        (flyer,) = orders.send("U.S.A.", "fighter", "NA-7", "NA-8", task="pass", target="NA-5")
        orders.put("NA-8", "Germany", "destroyer")
        orders.put("NA-5", "Germany", "destroyer")
        fighting = orders.begin(first, *[MISS] * 6).stay(
            "retreats NA-5 attacker", "retreats NA-8 attacker", "battle"
        )
        assert fighting.where(flyer) == [place]


def test_WG_NPT_031_ships_that_pass_back_return_to_where_they_came_from() -> None:
    orders = Orders(*AMERICANS)
    (ship,) = orders.send("U.S.A.", "destroyer", "NA-7", "NA-8", task="clear", target="NA-7")
    orders.put("NA-8", "Germany", "destroyer")
    assert orders.begin(1, MISS).stay().where(ship) == ["NA-7"]
    assert orders.begin(MISS, MISS, 1, MISS).stay().where(ship) == ["NA-8"]


def landing(*dice: int, guns: str = "battleship", by: str = "destroyer") -> Fighting:
    """Infantry (3) that lands in Morocco past an Italian destroyer, with guns (4) behind it."""
    orders = Orders(*BRITISH, control={"Morocco": "Germany"})
    orders.send("U.K.", by, "Gibraltar Sea Zone", "Algeria Sea Zone")
    (ship,) = orders.send(
        "U.K.",
        "transport",
        "Gibraltar Sea Zone",
        "Algeria Sea Zone",
        task="offload",
        target="Morocco",
    )
    orders.carry(ship, "U.K.", "infantry", to="Morocco")
    orders.send(
        "U.K.", guns, "Gibraltar Sea Zone", "Algeria Sea Zone", task="bombard", target="Morocco"
    )
    orders.put("Algeria Sea Zone", "Italy", "destroyer")
    orders.put("Morocco", "Germany", "infantry", 2)
    return orders.begin(*dice)


def test_WG_AMP_001_BB_020_025_029_a_zone_cleared_in_round_1_keeps_the_initiative() -> None:
    fighting = landing(1, *[MISS] * 6).round(2)
    assert fighting.rolled()[2:5] == [
        ("Morocco", "attacker", 2), ("Morocco", "attacker", 1), ("Morocco", "defender", 2),
    ]  # fmt: skip


def test_WG_BB_025_CMB_026_bombardment_is_for_round_1_alone() -> None:
    fighting = landing(1, *[MISS] * 6, MISS, MISS, MISS, *[MISS] * 3)
    fighting.round(3)
    later = [x for x in fighting.rolled()[5:] if x[1] == "attacker"]
    assert later[0] == ("Morocco", "attacker", 1)


def test_WG_BB_026_DD_005_006_a_bombarding_ship_is_no_casualty() -> None:
    fighting = landing(1, MISS, MISS, MISS, 1, 1, guns="destroyer").stay()
    assert fighting.where(4, 3) == ["Algeria Sea Zone", None]


def test_WG_BB_027_028_NPT_024_AMP_002_003_005_guns_thrown_into_the_fight_do_not_bombard() -> None:
    """The battleship clears the zone in round 1: who lands does not roll, and can be hit."""
    fighting = landing(MISS, 1, MISS, MISS, 1, MISS).stay("battle")
    assert fighting.rolled() == [
        ("Algeria Sea Zone", "attacker", 1), ("Algeria Sea Zone", "attacker", 1),
        ("Algeria Sea Zone", "attacker", 1), ("Algeria Sea Zone", "defender", 1),
        ("Morocco", "defender", 2),
    ]  # fmt: skip
    assert fighting.where(3) == [None]


def test_WG_AMP_004_who_landed_late_rolls_from_the_next_round_on() -> None:
    fighting = landing(MISS, 1, MISS, MISS, MISS, MISS, *[MISS] * 3).round(3)
    assert ("Morocco", "attacker", 1) in fighting.rolled()


def test_WG_NPT_021_023_025_AMP_002_a_zone_cleared_in_round_2_costs_it_too() -> None:
    fighting = landing(*[MISS] * 4, 1, *[MISS] * 10).stay("retreats Algeria Sea Zone attacker")
    assert fighting.where(3) == ["Algeria Sea Zone"]
    fighting.do(Withdraw()).stay("retreats Morocco attacker", "retreats Morocco defender")
    assert (
        fighting.where(3) == ["Algeria Sea Zone"]
        or ("Morocco", "attacker", 1) not in fighting.rolled()
    )


def test_WG_TRN_014_units_land_only_from_a_transport_that_survives() -> None:
    fighting = landing(MISS, MISS, MISS, 1, by="submarine").stay("casualties")
    if fighting.asked:
        fighting.lose(2)
    assert fighting.where(2, 3) == [None, None]


def test_WG_BB_024_one_ship_bombards_for_each_unit_that_lands() -> None:
    orders = Orders(*BRITISH, control={"Morocco": "Germany"})
    (ship,) = orders.send(
        "U.K.",
        "transport",
        "Gibraltar Sea Zone",
        "Algeria Sea Zone",
        task="offload",
        target="Morocco",
    )
    orders.carry(ship, "U.K.", "infantry", to="Morocco")
    orders.send(
        "U.K.",
        "destroyer",
        "Gibraltar Sea Zone",
        "Algeria Sea Zone",
        number=2,
        task="bombard",
        target="Morocco",
    )
    orders.put("Morocco", "Germany", "infantry")
    fighting = orders.begin(*[MISS] * 4).round(2)
    assert fighting.rolled()[0] == ("Morocco", "attacker", 2)


def test_WG_BB_023_without_a_landing_nobody_bombards() -> None:
    orders = Orders(*BRITISH, control={"Morocco": "Germany"})
    orders.send(
        "U.K.",
        "destroyer",
        "Gibraltar Sea Zone",
        "Algeria Sea Zone",
        task="bombard",
        target="Morocco",
    )
    orders.send("France", "infantry", "Mauritania", "Morocco")
    orders.put("Morocco", "Germany", "infantry")
    assert orders.begin(MISS, MISS).round(2).rolled()[0] == (
        "Morocco",
        "attacker",
        1,
    )


def test_WG_NPT_024_where_nobody_else_fights_guns_and_transports_do_from_the_first() -> None:
    orders = Orders(*BRITISH, control={"Morocco": "Germany"})
    path = ("Gibraltar Sea Zone", "Algeria Sea Zone")
    orders.send("U.K.", "destroyer", *path, task="bombard", target="Morocco")
    orders.put("Algeria Sea Zone", "Italy", "destroyer")
    fighting = orders.begin(MISS, MISS).fight("Algeria Sea Zone")
    assert fighting.asked == "retreats Algeria Sea Zone defender"


def passing_landing(*dice: int) -> Fighting:
    """A transport (2) with infantry (3) passes NA-8 to land in France; a battleship (4) with it."""
    orders = Orders(*AMERICANS)
    orders.send("U.S.A.", "destroyer", "NA-7", "NA-8")
    (ship,) = orders.send(
        "U.S.A.", "transport", "NA-7", "NA-8", task="pass to offload", target="France Sea Zone"
    )
    orders.carry(ship, "U.S.A.", "infantry", to="France")
    orders.send(
        "U.S.A.", "battleship", "NA-7", "NA-8", task="pass to bombard", target="France Sea Zone"
    )
    orders.put("NA-8", "Germany", "destroyer")
    orders.put("France", "Germany", "infantry")
    return orders.begin(*dice)


def test_WG_NPT_029_land_units_declare_before_the_dice_of_the_pass_through() -> None:
    fighting = passing_landing(1, *[MISS] * 8)
    fighting.stay("retreats France defender")
    assert not fighting.rolled()


def test_WG_NPT_004_a_fleet_that_passes_lands_and_bombards_in_round_1() -> None:
    fighting = passing_landing(1, *[MISS] * 5).round(2)
    assert fighting.rolled()[2:] == [
        ("France", "attacker", 2), ("France", "attacker", 1), ("France", "defender", 1),
    ]  # fmt: skip
    assert fighting.where(2, 3, 4) == ["France Sea Zone", "France", "France Sea Zone"]


def test_WG_NPT_026_after_a_failed_pass_through_the_cargo_stays_aboard() -> None:
    fighting = passing_landing(MISS, MISS, 1, MISS, *[MISS] * 3).stay()
    assert fighting.where(2, 3, 4) == ["NA-8", "NA-8", "NA-8"]
    assert fighting.game.state.unit(3).place == 2
    assert fighting.results()["France"] != "attacker takes"


def test_WG_NPT_034_035_an_aircraft_that_clears_a_zone_joins_the_landing_and_rolls_in_round_2() -> (
    None
):
    orders = Orders(*BRITISH, control={"Morocco": "Germany"})
    (flyer,) = orders.send(
        "U.K.", "fighter", "Gibraltar", "Algeria Sea Zone", task="clear", target="Morocco"
    )
    (ship,) = orders.send(
        "U.K.",
        "transport",
        "Gibraltar Sea Zone",
        "Algeria Sea Zone",
        task="offload",
        target="Morocco",
    )
    orders.carry(ship, "U.K.", "infantry", to="Morocco")
    orders.put("Algeria Sea Zone", "Italy", "destroyer")
    orders.put("Morocco", "Germany", "infantry")
    fighting = orders.begin(1, MISS, MISS, MISS, *[MISS] * 4).stay("retreats Morocco attacker")
    assert fighting.rolled()[2] == ("Morocco", "attacker", 1)
    assert fighting.where(flyer) == ["Morocco"]
    fighting.do(Withdraw()).do(Withdraw())
    assert fighting.rolled()[4] == ("Morocco", "attacker", 2)


def test_WG_NPT_032_an_aircraft_joins_no_landing_that_a_transport_holds_up() -> None:
    for die, place, lost in ((1, "Morocco", None), (MISS, "Algeria Sea Zone", "Algeria Sea Zone")):
        orders = Orders(*BRITISH, control={"Morocco": "Germany"})
        way = ("Gibraltar Sea Zone", "Algeria Sea Zone")
        (flyer,) = orders.send("U.K.", "fighter", *way, task="clear", target="Morocco")
        (ship,) = orders.send("U.K.", "transport", *way, task="offload", target="Morocco")
        (man,) = orders.carry(ship, "U.K.", "infantry", to="Morocco")
        (prey,) = orders.put("Algeria Sea Zone", "Italy", "transport")
        orders.put("Morocco", "Germany", "infantry")
        fighting = orders.begin(die, *[MISS] * 9).round(2)
        assert fighting.where(flyer, man, prey) == [place, place, lost]


def test_WG_NPT_037_who_is_assigned_to_a_battle_fights_at_once() -> None:
    fighting = through(MISS, MISS, MISS)
    assert all(x.round == 1 for x in fighting.game.state.battles.values())
    assert isinstance(fighting.events(ev.CombatRoundBegan)[0], ev.CombatRoundBegan)


def test_WG_NPT_025_who_passes_into_a_fight_that_was_fought_before_is_drawn_into_it() -> None:
    """Ships pass from each of two zones to the other; transports stay in both."""
    orders, guns, guards = Orders(*AMERICANS), [], {}
    for start, here, there in (("NA-7", "NA-8", "NA-5"), ("NA-4", "NA-5", "NA-8")):
        orders.send("U.S.A.", "destroyer", start, here, task="clear", target=there)
        guns += orders.send(
            "U.S.A.", "battleship", start, here, task="pass to bombard", target=there
        )
        (guards[here],) = orders.put(here, "Germany", "destroyer")
        orders.put(here, "Germany", "transport")
    fighting = orders.begin(1, MISS, MISS, 1, *[MISS] * 20)
    for _ in guards:
        fighting.stay("casualties")
        fighting.lose(guards[fighting.asked.removeprefix("casualties ")])
    fighting.round(2)
    state = fighting.game.state
    drawn = {i for x in state.battles.values() for p in x.participants for i in p.units}
    assert fighting.where(*guns) == ["NA-5", "NA-8"]
    assert set(guns) <= drawn


def test_WG_RET_034_who_comes_too_late_to_land_in_the_fight_is_free_to_go_ashore() -> None:
    """Morocco is taken by land in round 1, while a destroyer holds up the landing."""
    orders = Orders(*BRITISH, control={"Morocco": "Germany"})
    way = ("Gibraltar Sea Zone", "Algeria Sea Zone")
    orders.send("U.K.", "destroyer", *way)
    (ship,) = orders.send("U.K.", "transport", *way, task="offload", target="Morocco")
    (man,) = orders.carry(ship, "U.K.", "infantry", to="Morocco")
    orders.send("France", "armor", "Algeria", "Morocco")
    orders.put("Algeria Sea Zone", "Italy", "destroyer")
    fighting = orders.begin(*[MISS] * 2, 1, *[MISS] * 6).stay()
    assert fighting.results() == {
        "Morocco": "attacker takes", "Algeria Sea Zone": "attacker wins",
    }  # fmt: skip
    assert fighting.where(man) == ["Algeria Sea Zone"]
    assert fighting.game.state.memory(man).task in ("", "rest")


def test_WG_NPT_026_what_is_to_land_beyond_does_not_land_here() -> None:
    fighting = passing_landing(1, *[MISS] * 8)
    run = Run(fighting.game.state, fighting.script)
    landings.land(fighting.system, run, "NA-8", late=False)
    assert run.events == []


def test_WG_FER_007_who_is_in_a_battle_does_not_join_it_again() -> None:
    fighting = through(MISS, MISS, MISS)
    run = Run(fighting.game.state, fighting.script)
    retreats.meet(fighting.system, run, "NA-8", {1})
    assert run.events == []
    retreats.meet(fighting.system, run, "NA-8", {2})
    assert [type(event) for event in run.events] == [ev.BattleJoined]


def test_WG_NPT_012_R_537_a_submarine_that_is_stopped_still_ambushes() -> None:
    orders = Orders(*AMERICANS)
    orders.send("U.S.A.", "destroyer", "NA-7", "NA-8", task="clear", target="NA-5")
    orders.send("U.S.A.", "submarine", "NA-7", "NA-8", task="pass", target="NA-5")
    orders.put("NA-8", "Germany", "destroyer")
    orders.put("NA-5", "Germany", "destroyer")
    fighting = orders.begin(MISS, 4).stay()
    assert fighting.rolled() == [("NA-8", "attacker", 1), ("NA-8", "attacker", 1)]
    assert fighting.results()["NA-8"] == "attacker wins"
