"""Corners of combat that planted faults have shown: decks, Generals, ranges, the value of 11."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.rules.systems.wargame1942.combat import withdrawals
from a4a.rules.systems.wargame1942.orders import Withdraw
from tests.rules.wargame1942.declared import Fighting, Orders
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, GERMANS, MISS


def targets(fighting: Fighting) -> list[tuple[str | None, int]]:
    """All dice in order: of what, and on what they hit."""
    rolled = (e for e in fighting.events(ev.Rolled) if isinstance(e, ev.Rolled))
    return [(die.unit_type or None, die.target or 0) for e in rolled for die in e.dice]


def test_WG_CV_009_a_carrier_of_another_nation_takes_nobody_aboard() -> None:
    orders = Orders(*AMERICANS)
    orders.send("U.S.A.", "submarine", "SP-4", "SP-7", number=2)
    orders.put("SP-7", "Germany", "aircraft carrier")
    flyers = orders.put("SP-7", "Germany", "fighter", 2)
    (other,) = orders.put("SP-7", "Italy", "aircraft carrier")
    fighting = orders.begin(4, MISS, *[1] * 3).stay("casualties").lose(3).stay()
    assert fighting.where(*flyers, other) == [None, None, "SP-7"]


def test_WG_NEU_010_011_land_worth_11_is_answered_by_a_die() -> None:
    for face, place in ((12, "India"), (11, None)):
        orders = Orders(*GERMANS, control={"India": "Neutral nations"})
        (foot,) = orders.send("Germany", "infantry", "Persia", "India")
        fighting = orders.begin(face)
        assert fighting.where(foot) == [place]
        assert targets(fighting) == [(None, 11)]


def test_WG_GEN_003_TER_003_a_General_raises_who_comes_across_harsh_terrain() -> None:
    orders = Orders(*BRITISH, control={"Algeria": "Germany"})
    orders.send("France", "infantry", "Rio de Oro", "Algeria")
    orders.put("Algeria", "France", "general")
    orders.put("Algeria", "Germany", "infantry")
    fighting = orders.begin(3, MISS).stay()
    assert targets(fighting) == [("infantry", 3), ("infantry", 4)]
    assert fighting.results() == {"Algeria": "attacker takes"}


def test_WG_GEN_017_a_General_who_has_retreated_takes_no_land_for_his_nation() -> None:
    orders = Orders(*GERMANS)
    orders.send("Germany", "infantry", "Libya", "Egypt")
    orders.send("Italy", "infantry", "Libya", "Egypt")
    (leader,) = orders.put("Egypt", "Italy", "general")
    orders.put("Egypt", "U.K.", "infantry")
    fighting = orders.begin(MISS, MISS, MISS, 1, MISS, MISS).stay("retreats Egypt attacker")
    fighting.do(Withdraw(to={leader: "Egypt"})).stay("owner")
    assert fighting.game.decision is not None
    assert fighting.game.decision.rule == "WG-MNC-006"


def test_WG_RET_007_half_the_range_of_a_fighter_is_two_spaces() -> None:
    fighting = Orders(*BRITISH).begin()
    air = fighting.system.graph.air
    near = {"Tunisia", *air["Tunisia"]}
    two = near | {x for space in near for x in air[space]}
    assert set(withdrawals.within(fighting.system, "Tunisia", 2)) == two


def test_WG_INF_006_007_ART_004_006_ARM_010_land_units_aboard_take_no_part_at_sea() -> None:
    for role in ("attacker", "defender"):
        orders = Orders(*BRITISH)
        if role == "attacker":
            ours = orders.send("U.K.", "transport", "NA-7", "NA-8", number=3)
            theirs = orders.put("NA-8", "Germany", "destroyer")
        else:
            orders.send("U.K.", "destroyer", "NA-7", "NA-8")
            theirs = orders.put("NA-8", "Germany", "transport", 3)
        carriers, owner = (ours, "U.K.") if role == "attacker" else (theirs, "Germany")
        for ship, kind in zip(carriers, ("infantry", "artillery", "armor"), strict=True):
            orders.put(ship, owner, kind)
        fighting = orders.begin(*[MISS] * 12).round(2)
        assert {kind for kind, _ in targets(fighting)} <= {"destroyer", "transport"}


def test_WG_INF_006_ART_004_ARM_010_land_units_hit_no_ship_off_their_coast() -> None:
    orders = Orders(*BRITISH)
    (ship,) = orders.put("Algeria Sea Zone", "U.K.", "transport")
    men = orders.carry(ship, "U.K.", "infantry", "infantry", to="Tunisia")
    guns = orders.put("Algeria Sea Zone", "U.K.", "destroyer", 2)
    orders.task(guns, "bombard", "Tunisia")
    orders.task((ship,), "offload", "Tunisia")
    for kind in ("infantry", "artillery", "armor"):
        orders.put("Tunisia", "Germany", kind)
    fighting = orders.begin(*[MISS] * 4, 1, 1, 1).stay()
    assert fighting.where(*men, ship, *guns) == [None, None, *["Algeria Sea Zone"] * 3]


def test_WG_ART_011_guns_fire_at_nobody_who_only_flies_over_them() -> None:
    orders = Orders(*BRITISH)
    (flyer,) = orders.send("U.K.", "fighter", "Egypt", "Libya", "Tunisia")
    orders.put("Libya", "Italy", "artillery", 3)
    orders.put("Tunisia", "Germany", "infantry")
    fighting = orders.begin(1, MISS).stay()
    assert targets(fighting) == [("fighter", 4), ("infantry", 4)]
    assert fighting.where(flyer) == ["Tunisia"]


def test_WG_PAR_011_the_bomber_is_gone_from_the_second_round() -> None:
    orders = Orders(*BRITISH)
    (plane,) = orders.send("U.K.", "bomber", "Egypt", "Libya", "Tunisia")
    jumpers = orders.put(plane, "U.K.", "infantry", 2)
    orders.task(jumpers, "drop", "Tunisia")
    orders.put("Tunisia", "Germany", "infantry", 3)
    fighting = orders.begin(*[MISS] * 4, *[MISS] * 3, *[MISS] * 2, 1, 1, 1).round(2)
    assert plane not in {i for x in fighting.game.state.battles.values()
                         for p in x.participants for i in p.units}  # fmt: skip
    fighting.stay()
    assert fighting.where(plane, *jumpers) == ["Tunisia", None, None]
    assert not [e for e in fighting.events(ev.UnitsMoved)
                if isinstance(e, ev.UnitsMoved) and e.mode == "retreat"]  # fmt: skip


def test_WG_SET_021_RET_006_nobody_retreats_to_land_with_units_of_those_apart() -> None:
    for guest, free in (("U.S.A.", False), ("U.S.S.R.", True)):
        orders = Orders(*GERMANS)
        orders.send("Germany", "infantry", "Smolensk", "Central Russia")
        orders.put("Central Russia", "U.S.S.R.", "infantry")
        orders.put("Gorki", guest, "infantry")
        fighting = orders.begin(*[MISS] * 6).stay("retreats Central Russia defender")
        assert fighting.game.decision is not None
        assert ("Gorki" in fighting.game.decision.spaces) == free


def test_WG_CV_005_010_WG_RET_007_fighters_retreat_with_their_carrier_and_share_its_fate() -> None:
    for hits, alive in ((0, True), (1, False)):
        orders = Orders(*AMERICANS)
        orders.send("U.S.A.", "submarine", "SP-4", "SP-7")
        (deck,) = orders.put("SP-7", "Germany", "aircraft carrier")
        flyers = orders.put("SP-7", "Germany", "fighter", 2)
        fighting = orders.begin(*[1] * hits, *[MISS] * 8).stay("retreats SP-7 defender")
        zones = withdrawals.defenders(
            fighting.system, fighting.game.state, next(iter(fighting.game.state.battles.values()))
        )[deck]
        assert fighting.refused(Withdraw(to={flyers[0]: zones[0]})) == "WG-CV-004"
        fighting.do(Withdraw(to={deck: zones[0], **dict.fromkeys(flyers, zones[0])})).stay()
        assert fighting.where(deck, *flyers) == [zones[0] if alive else None] * 3


def around_sp_6(first: str, *at_rest: tuple[str, str]) -> tuple[Fighting, list[int], list[int]]:
    """Carriers are attacked in SP-3 and SP-8, whose fighters could flee to SP-6; these are last."""
    orders = Orders(*AMERICANS)
    fled: list[list[int]] = []
    for zone, owner in (("SP-3", first), ("SP-8", "Germany")):
        orders.send("U.S.A.", "submarine", "SP-4", zone)
        orders.put(zone, owner, "aircraft carrier")
        fled.append(list(orders.put(zone, owner, "fighter", 2)))
    for owner, kind in at_rest:
        orders.put("SP-6", owner, kind)
    fighting = orders.begin(*[MISS] * 20).stay("retreats SP-3 defender")
    return fighting, fled[0], fled[1]


def test_WG_CV_004_those_who_flee_from_linked_battles_share_the_room_on_a_carrier() -> None:
    fighting, first, second = around_sp_6("Germany", ("Germany", "aircraft carrier"))
    fighting.do(Withdraw(to={first[0]: "SP-6"}))
    assert fighting.asked == "retreats SP-8 defender"
    assert fighting.refused(Withdraw(to=dict.fromkeys(second, "SP-6"))) == "WG-CV-004"
    fighting.do(Withdraw(to={second[0]: "SP-6"}))
    assert fighting.where(first[0], second[0]) == ["SP-6", "SP-6"]


def test_WG_CV_004_MNC_003_aircraft_of_another_nation_take_none_of_it() -> None:
    fighting, first, second = around_sp_6(
        "Italy", ("Italy", "aircraft carrier"), ("Germany", "aircraft carrier"),
        ("Germany", "fighter"),
    )  # fmt: skip
    fighting.do(Withdraw(to={first[0]: "SP-6"})).do(Withdraw(to={second[0]: "SP-6"}))
    assert fighting.where(first[0], second[0]) == ["SP-6", "SP-6"]
