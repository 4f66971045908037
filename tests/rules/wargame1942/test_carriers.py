"""Carriers of The War Game: what takes off from them, and what lands on them again."""

from __future__ import annotations

import pytest

from a4a.core.errors import RuleViolation
from tests.rules.wargame1942.empty import BRITISH, GERMANS, MISS
from tests.rules.wargame1942.ordered import Table, without_land

MARSHALLS, HAWAII = "Marshall Islands Sea Zone", "Hawaii Sea Zone"
FAR = "SP-10"


def test_WG_CV_004_a_carrier_takes_two_fighters() -> None:
    table = Table("Japan", control=without_land("Japan", "U.S.A."))
    planes = table.put(MARSHALLS, "Japan", "fighter", 3)
    table.put(MARSHALLS, "Japan", "aircraft carrier")
    game = table.noncombat().end()
    assert sum(place is None for place in game.where(*planes)) == 1


@pytest.mark.parametrize(("planes", "lost"), [
    (("Me 262",), 0), (("Me 262", "fighter"), 1), (("Me 262", "Me 262"), 1),
    (("Fw 190D-9", "fighter"), 0),
])  # fmt: skip
def test_WG_UNI_016_a_Me_262_fills_a_carrier_by_itself(planes: tuple[str, ...], lost: int) -> None:
    table = Table("Japan", control=without_land("Japan", "U.S.A."))
    ids = [table.put(MARSHALLS, "Japan", kind)[0] for kind in planes]
    table.put(MARSHALLS, "Japan", "aircraft carrier")
    game = table.noncombat().end()
    assert sum(place is None for place in game.where(*ids)) == lost


def test_WG_UNI_016_carriers_are_shared_out_so_that_most_aircraft_land() -> None:
    table = Table("Japan", control=without_land("Japan", "U.S.A."))
    kinds = ("fighter", "Me 262", "fighter")
    ids = [table.put(MARSHALLS, "Japan", kind)[0] for kind in kinds]
    table.put(MARSHALLS, "Japan", "aircraft carrier", 2)
    game = table.noncombat().end()
    assert None not in game.where(*ids)


def test_WG_NCM_001_a_third_fighter_must_leave_for_land_that_it_reaches() -> None:
    table = Table("Japan")
    planes = table.put(MARSHALLS, "Japan", "fighter", 3)
    table.put(MARSHALLS, "Japan", "aircraft carrier")
    game = table.noncombat()
    with pytest.raises(RuleViolation, match="WG-NCM-001"):
        game.end()
    game.send(planes[0], MARSHALLS, "Marshall Islands").end()
    assert None not in game.where(*planes)


def test_WG_CV_005_fighters_at_sea_defend_their_zone() -> None:
    table = Table(*BRITISH)
    table.put("North Sea", "Germany", "aircraft carrier")
    table.put("North Sea", "Germany", "fighter", 2)
    (ship,) = table.put("Faeroe Sea Zone", "U.K.", "destroyer")
    game = table.orders(*[MISS] * 20).send(ship, "Faeroe Sea Zone", "North Sea").end()
    (battle,) = game.state.battles.values()
    defenders = [i for p in battle.participants if p.role == "defender" for i in p.units]
    assert len(defenders) == 3


def test_WG_FTR_003_CV_006_the_first_space_leaves_the_carriers_zone_or_the_land() -> None:
    table = Table("Japan", control={"Midway": "U.S.A."})
    (sea,) = table.put(MARSHALLS, "Japan", "fighter")
    (land,) = table.put("Marshall Islands", "Japan", "fighter")
    table.put(MARSHALLS, "Japan", "aircraft carrier")
    table.put("Midway", "U.S.A.", "infantry")
    game = table.orders()
    game.send(sea, MARSHALLS, "Midway Sea Zone", "Midway")
    assert game.state.memory(sea).moved == 2
    assert game.no(land, "Marshall Islands", "Midway Sea Zone", "Midway") == "WG-FTR-002"
    way = ("Marshall Islands", MARSHALLS, "Midway Sea Zone", "Midway")
    assert game.no(land, *way) in ("allowed", "WG-FTR-007")


def test_WG_CV_007_the_way_with_the_carrier_counts_for_the_fighter() -> None:
    table = Table("Japan")
    (ship,) = table.put(MARSHALLS, "Japan", "aircraft carrier")
    (plane,) = table.put(MARSHALLS, "Japan", "fighter")
    game = table.noncombat()
    way = game.system.board.path(MARSHALLS, "Japan Sea Zone")
    assert len(way) == 4
    game.send(ship, *way).send(plane, *way)
    assert game.state.memory(plane).moved == 3
    on = ("Japan Sea Zone", "Japan")
    assert game.no(plane, *on) == "allowed"
    beyond = game.system.board.path("Japan Sea Zone", "Korea")
    assert len(beyond) > 2
    assert game.no(plane, *beyond) == "WG-NCM-004"


def test_WG_CV_008_a_carrier_may_meet_its_fighters_elsewhere_after_combat() -> None:
    table = Table("Japan", control={"Marshall Islands": "U.S.A.", "Wake": "U.S.A."})
    (ship,) = table.put(MARSHALLS, "Japan", "aircraft carrier")
    (plane,) = table.put(MARSHALLS, "Japan", "fighter")
    table.put("NP-10", "U.S.A.", "transport")
    game = table.orders(1, *[MISS] * 5)
    way = (MARSHALLS, HAWAII, "NP-10")
    assert game.no(plane, *way) == "allowed"
    game.send(plane, *way).fought()
    assert game.no(plane, "NP-10", HAWAII, MARSHALLS) in ("allowed", "WG-NCM-002")
    game.send(ship, MARSHALLS, HAWAII)
    game.send(plane, "NP-10", HAWAII).end()
    assert game.where(plane) == [HAWAII]


def test_WG_FTR_004_007_without_a_deck_in_reach_a_fighter_is_not_sent() -> None:
    table = Table("Japan", control={"Marshall Islands": "U.S.A.", "Wake": "U.S.A."})
    (plane,) = table.put(MARSHALLS, "Japan", "fighter")
    (ship,) = table.put(MARSHALLS, "Japan", "aircraft carrier")
    table.put("NP-10", "U.S.A.", "transport")
    table.put("Gilbert Islands Sea Zone", "U.S.A.", "transport")
    game = table.orders()
    game.send(ship, MARSHALLS, "Gilbert Islands Sea Zone")
    far = game.system.board.path("Gilbert Islands Sea Zone", "NP-10")
    assert len(far) >= 4
    assert game.no(plane, MARSHALLS, HAWAII, "NP-10") == "WG-FTR-007"


@pytest.mark.parametrize("foe", ["destroyer", "transport"])
def test_WG_FTR_004_a_carrier_is_expected_only_where_no_enemy_is_or_all_are_attacked(
    foe: str,
) -> None:
    table = Table("Japan", control=without_land("Japan", "U.S.A."))
    (plane,) = table.put(MARSHALLS, "Japan", "fighter")
    table.put(MARSHALLS, "Japan", "aircraft carrier")
    (escort,) = table.put(MARSHALLS, "Japan", "submarine")
    for zone in (HAWAII, "NP-11", "Midway Sea Zone"):
        table.put(zone, "U.S.A.", foe)
    table.put("NP-9", "U.S.A.", "transport")
    game = table.orders()
    assert game.no(plane, MARSHALLS, HAWAII, "NP-10", "NP-9") == "WG-FTR-007"
    game.send(escort, MARSHALLS, HAWAII)
    assert game.no(plane, MARSHALLS, HAWAII, "NP-10", "NP-9") == "allowed"


def test_WG_FTR_004_a_carrier_does_not_leave_the_fighters_that_count_on_it() -> None:
    table = Table("Japan", control={"Marshall Islands": "U.S.A.", "Wake": "U.S.A."})
    (plane,) = table.put(MARSHALLS, "Japan", "fighter")
    (ship,) = table.put(MARSHALLS, "Japan", "aircraft carrier")
    table.put("NP-10", "U.S.A.", "transport")
    table.put("Gilbert Islands Sea Zone", "U.S.A.", "transport")
    game = table.orders().send(plane, MARSHALLS, HAWAII, "NP-10")
    assert game.no(ship, MARSHALLS, "Gilbert Islands Sea Zone") == "WG-FTR-004"


def test_WG_MNC_003_FTR_008_no_fighter_lands_on_a_partners_carrier() -> None:
    table = Table(*BRITISH)
    (plane,) = table.put("Great Britain", "U.K.", "fighter")
    table.put("North Sea", "France", "aircraft carrier")
    assert table.noncombat().no(plane, "Great Britain", "North Sea") == "WG-FTR-008"
    table.put("North Sea", "U.K.", "aircraft carrier")
    assert table.noncombat().no(plane, "Great Britain", "North Sea") == "allowed"


def test_WG_BMB_004_005_no_carrier_is_a_way_home_for_a_bomber() -> None:
    table = Table("Japan", control=without_land("Japan", "U.S.A."))
    (bomber,) = table.put(MARSHALLS, "Japan", "bomber")
    (fighter,) = table.put(MARSHALLS, "Japan", "fighter")
    table.put(MARSHALLS, "Japan", "aircraft carrier")
    table.put(HAWAII, "U.S.A.", "transport")
    game = table.orders()
    assert game.no(fighter, MARSHALLS, HAWAII) == "allowed"
    assert game.no(bomber, MARSHALLS, HAWAII) == "WG-FTR-007"


def test_WG_UNI_016_a_Me_262_takes_a_whole_deck() -> None:
    nowhere = {s: o for power in GERMANS for s, o in without_land(power, "U.S.A.").items()}
    nowhere |= without_land("Japan", "U.S.A.")
    for kinds, homeless in (
        (("Me 262",), 0), (("Me 262", "fighter"), 1), (("Me 262", "Me 262"), 1),
        (("fighter", "fighter"), 0), (("Me 262", "fighter", "fighter"), 1),
    ):  # fmt: skip
        table = Table(*GERMANS, control=nowhere)
        planes = [table.put(FAR, "Germany", kind)[0] for kind in kinds]
        table.put(FAR, "Germany", "aircraft carrier")
        game = table.noncombat().end()
        assert game.where(*planes).count(None) == homeless, kinds
    table = Table(*GERMANS, control=nowhere)
    planes = [table.put(FAR, "Germany", kind)[0] for kind in ("fighter", "Me 262", "fighter")]
    table.put(FAR, "Germany", "aircraft carrier", 2)
    assert None not in table.noncombat().end().where(*planes)


@pytest.mark.parametrize(("foe", "said"), [(False, "allowed"), (True, "WG-FTR-007")])
def test_WG_FTR_004_a_carrier_that_fights_where_it_is_meets_nobody_elsewhere(
    foe: bool, said: str
) -> None:
    table = Table("Japan", control=without_land("Japan", "U.S.A."))
    (plane,) = table.put(MARSHALLS, "Japan", "fighter")
    table.put(MARSHALLS, "Japan", "aircraft carrier")
    table.put(MARSHALLS, "U.S.A.", "submarine", int(foe))
    table.put("NP-9", "U.S.A.", "transport")
    assert table.orders().no(plane, MARSHALLS, HAWAII, "NP-10", "NP-9") == said


def test_WG_FTR_007_an_enemys_carrier_is_no_allys() -> None:
    table = Table("Japan", control=without_land("Japan", "U.S.A."))
    (plane,) = table.put(MARSHALLS, "Japan", "fighter")
    table.put(HAWAII, "U.S.A.", "aircraft carrier")
    assert table.orders().no(plane, MARSHALLS, HAWAII) == "WG-FTR-007"


def test_WG_NPT_032_FTR_004_the_second_space_of_a_pass_through_counts_for_its_carrier() -> None:
    table = Table("Japan", control={"Marshall Islands": "U.S.A.", "Wake": "U.S.A."})
    (ship,) = table.put(MARSHALLS, "Japan", "aircraft carrier")
    (plane,) = table.put(MARSHALLS, "Japan", "fighter")
    table.put(HAWAII, "U.S.A.", "transport")
    table.put("NP-10", "U.S.A.", "transport")
    game = table.orders().send(plane, MARSHALLS, HAWAII, task="clear", target="NP-10")
    away = "Gilbert Islands Sea Zone"
    assert len(game.system.board.path(away, "NP-10")) == 4
    assert game.no(ship, MARSHALLS, away) == "WG-FTR-004"
