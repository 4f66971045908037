"""Combat orders of The War Game by land: infantry, artillery and its support shots, armor."""

from __future__ import annotations

import pytest

from tests.rules.wargame1942.empty import GERMANS, MISS
from tests.rules.wargame1942.ordered import Table


def test_WG_INF_001_004_infantry_attacks_a_neighbour_over_land() -> None:
    table = Table(*GERMANS)
    (man,) = table.put("Belorussia", "Germany", "infantry")
    game = table.orders()
    assert game.no(man, "Belorussia", "Leningrad") == "allowed"
    assert game.no(man, "Belorussia", "Smolensk", "Central Russia") == "WG-INF-001"
    assert game.no(man, "Belorussia", "Central Russia") == "WG-CMO-008"


def test_WG_ART_001_artillery_moves_one_space() -> None:
    table = Table(*GERMANS)
    (gun,) = table.put("Belorussia", "Germany", "artillery")
    game = table.orders()
    assert game.no(gun, "Belorussia", "Leningrad") == "allowed"
    assert game.no(gun, "Belorussia", "Smolensk", "Central Russia") == "WG-ART-001"


def test_WG_ARM_001_004_armor_attacks_beyond_a_friendly_territory() -> None:
    table = Table(*GERMANS)
    (tank,) = table.put("Belorussia", "Germany", "armor")
    game = table.orders()
    assert game.no(tank, "Belorussia", "Smolensk", "Central Russia", "Gorki") == "WG-ARM-001"
    game.send(tank, "Belorussia", "Smolensk", "Central Russia")
    assert game.where(tank) == ["Central Russia"]


@pytest.mark.parametrize("end", ["Gorki", "Smolensk"])
def test_WG_ARM_005_006_armor_takes_empty_land_and_goes_on(end: str) -> None:
    table = Table(*GERMANS)
    (tank,) = table.put("Smolensk" if end == "Gorki" else "Voronezh", "Germany", "armor")
    table.control["Voronezh"] = "Germany"
    table.put("Gorki", "U.S.S.R.", "infantry")
    game = table.orders(*[MISS] * 20)
    here = str(game.unit(tank).place)
    game.send(tank, here, "Central Russia", end)
    assert game.state.control["Central Russia"] == "Germany"
    assert game.where(tank) == [end]
    assert game.end().battles() == ({"Gorki"} if end == "Gorki" else set())


def test_WG_ARM_006_a_friendly_end_needs_land_that_is_taken_on_the_way() -> None:
    table = Table(*GERMANS)
    (tank,) = table.put("Belorussia", "Germany", "armor")
    assert table.orders().no(tank, "Belorussia", "Smolensk", "Ukraine") == "WG-CMO-001"


def test_WG_ARM_007_008_one_unit_stops_armor_and_a_factory_does_not() -> None:
    table = Table(*GERMANS)
    (tank,) = table.put("Smolensk", "Germany", "armor")
    table.put("Central Russia", "U.S.S.R.", "major factory")
    game = table.orders()
    assert game.no(tank, "Smolensk", "Central Russia", "Gorki") == "allowed"
    table.put("Central Russia", "U.S.S.R.", "infantry")
    assert table.orders().no(tank, "Smolensk", "Central Russia", "Gorki") == "WG-ARM-007"


def test_WG_ARM_005_GEN_010_a_General_alone_leaves_land_that_armor_drives_through() -> None:
    table = Table(*GERMANS)
    (tank,) = table.put("Smolensk", "Germany", "armor")
    (leader,) = table.put("Central Russia", "U.S.S.R.", "general")
    table.put("Gorki", "U.S.S.R.", "infantry")
    game = table.orders().send(tank, "Smolensk", "Central Russia", "Gorki")
    assert game.state.control["Central Russia"] == "Germany"
    (refuge,) = game.where(leader)
    assert refuge is not None
    assert game.state.control[refuge] == "U.S.S.R."
    assert not [u for u in game.state.at(refuge) if u.owner == "Germany"]
    table.put(refuge, "Germany", "infantry")
    game = table.orders().send(tank, "Smolensk", "Central Russia", "Gorki")
    assert game.where(leader) not in ([refuge], [None])
    table.control |= {s: "Germany" for s, owner in table.control.items() if owner == "U.S.S.R."}
    table.control["Central Russia"] = "U.S.S.R."
    game = table.orders().send(tank, "Smolensk", "Central Russia", "Smolensk")
    assert game.where(leader) == [None]


def test_WG_ARM_009_armor_does_not_go_through_where_combat_is_to_be() -> None:
    table = Table(*GERMANS)
    (tank,) = table.put("Smolensk", "Germany", "armor")
    (man,) = table.put("Smolensk", "Germany", "infantry")
    game = table.orders().send(man, "Smolensk", "Central Russia")
    assert game.no(tank, "Smolensk", "Central Russia", "Gorki") == "WG-ARM-009"


def guns(
    number: int = 1, men: int = 1, place: str = "Smolensk"
) -> tuple[Table, tuple[int, ...], tuple[int, ...]]:
    table = Table(*GERMANS)
    artillery = table.put(place, "Germany", "artillery", number)
    infantry = table.put("Smolensk", "Italy", "infantry", men)
    table.put("Central Russia", "U.S.S.R.", "infantry", 3)
    return table, artillery, infantry


def test_WG_ART_012_013_MNC_002_a_gun_shoots_for_each_unit_that_crosses_that_border() -> None:
    table, artillery, infantry = guns(number=2)
    game = table.orders(*[MISS] * 20)
    shot = {"task": "support", "target": "Central Russia"}
    assert game.no(artillery[0], "Smolensk", **shot) == "WG-ART-013"
    game.send(infantry, "Smolensk", "Central Russia")
    game.send(artillery[0], "Smolensk", **shot)
    assert game.no(artillery[1], "Smolensk", **shot) == "WG-ART-013"
    assert game.no(artillery[1], "Smolensk", task="support", target="Gorki") == "WG-ART-012"
    game.end()
    (battle,) = game.state.battles.values()
    assert {p.task for p in battle.participants if p.role == "attacker"} == {"", "support"}


def test_WG_ART_015_018_a_gun_that_shoots_over_a_border_does_not_move() -> None:
    table, artillery, infantry = guns(number=2, men=2)
    table.put("Leningrad", "U.S.S.R.", "infantry")
    game = table.orders().send(infantry, "Smolensk", "Central Russia")
    game.send(artillery[0], "Smolensk", task="support", target="Central Russia")
    assert game.no(artillery[0], "Smolensk", "Leningrad") == "WG-ART-015"
    game.send(artillery[1], "Smolensk", "Leningrad")
    assert game.no(artillery[1], "Leningrad", task="support", target="Central Russia") in (
        "WG-ART-015", "WG-CMO-004", "WG-ART-018",
    )  # fmt: skip
    assert game.no(artillery[0], "Smolensk", "Central Russia", task="support", target="Gorki") == (
        "WG-ART-018"
    )


def test_WG_ART_017_no_support_shot_from_a_transport() -> None:
    table = Table(*GERMANS)
    (ship,) = table.put("North Sea", "Germany", "transport")
    (gun,) = table.put(ship, "Germany", "artillery")
    table.put("Great Britain", "U.K.", "infantry")
    game = table.orders()
    shot = {"task": "support", "target": "Great Britain"}
    assert game.no(gun, "North Sea", **shot) == "WG-ART-017"


@pytest.mark.parametrize(("dice", "taken"), [((1, 1, 1), True), ((MISS,) * 3, False)])
def test_WG_ART_016_WG_NCM_013_after_its_shot_a_gun_goes_to_what_was_taken_alone(
    dice: tuple[int, ...], taken: bool
) -> None:
    table = Table(*GERMANS)
    (gun,) = table.put("Smolensk", "Germany", "artillery")
    (man,) = table.put("Smolensk", "Germany", "infantry")
    (plane,) = table.put("Smolensk", "Germany", "bomber")
    (spare,) = table.put("Smolensk", "Germany", "bomber")
    table.put("Central Russia", "U.S.S.R.", "infantry")
    game = table.orders(*dice, *([MISS] * 10 if taken else [1] * 40))
    game.send((man,), "Smolensk", "Central Russia").send(plane, "Smolensk", "Central Russia")
    game.send(gun, "Smolensk", task="support", target="Central Russia").fought()
    assert game.state.phase == "Non-Combat Movement"
    assert (game.state.control["Central Russia"] == "Germany") == taken
    assert game.no(gun, "Smolensk", "Belorussia") == "WG-ART-016"
    assert game.no(gun, "Smolensk", "Belorussia", aboard=spare) == "WG-ART-016"
    expected = "allowed" if taken else "WG-ART-016"
    assert game.no(gun, "Smolensk", "Central Russia") == expected


def test_WG_ART_013_guns_that_are_ordered_together_need_as_many_who_cross() -> None:
    for men, said in ((1, "WG-ART-013"), (2, "allowed")):
        table, artillery, infantry = guns(number=2, men=men)
        game = table.orders().send(infantry, "Smolensk", "Central Russia")
        assert game.no(artillery, "Smolensk", task="support", target="Central Russia") == said


def test_WG_ARM_009_nor_where_units_are_to_land() -> None:
    table = Table(*GERMANS, control={"Egypt": "U.K.", "Jordan": "U.K."})
    (tank,) = table.put("Libya", "Germany", "armor")
    (ship,) = table.put("Egypt Sea Zone", "Italy", "transport")
    (man,) = table.put(ship, "Italy", "infantry")
    game = table.orders()
    assert game.no(tank, "Libya", "Egypt", "Jordan") == "allowed"
    game.send(man, "Egypt Sea Zone", "Egypt")
    assert game.no(tank, "Libya", "Egypt", "Jordan") == "WG-ARM-009"
