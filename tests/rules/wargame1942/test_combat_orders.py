"""Combat orders of The War Game: what moves into combat, by land and by air."""

from __future__ import annotations

import pytest

from a4a.boards import load
from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, GAME, GERMANS, MISS
from tests.rules.wargame1942.ordered import Table


def test_WG_CMO_001_002_003_006_any_number_goes_where_it_can_and_each_battle_is_in_one_space() -> (
    None
):
    table = Table(*GERMANS)
    men = table.put("Belorussia", "Germany", "infantry", 7)
    others = table.put("Smolensk", "Germany", "infantry", 2)
    idle = table.put("Ukraine", "Germany", "infantry")
    for space in ("Leningrad", "Central Russia", "Voronezh"):
        table.put(space, "U.S.S.R.", "infantry")
    game = table.orders(*[MISS] * 40)
    game.send(men, "Belorussia", "Leningrad").send(others[0], "Smolensk", "Central Russia")
    game.send(others[1], "Smolensk", "Voronezh")
    game.end()
    assert game.battles() == {"Leningrad", "Central Russia", "Voronezh"}
    fighting = {i for x in game.state.battles.values() for p in x.participants for i in p.units}
    assert idle[0] not in fighting
    assert set(men) <= fighting


def test_WG_CMO_001_no_move_in_combat_orders_ends_in_friendly_land() -> None:
    table = Table(*GERMANS)
    (man,) = table.put("Germany", "Germany", "infantry")
    assert table.orders().no(man, "Germany", "Poland") == "WG-CMO-001"


def test_WG_CMO_004_a_unit_is_ordered_to_one_combat_only() -> None:
    table = Table(*GERMANS)
    tank, plane = table.put("Smolensk", "Germany", "armor") + table.put(
        "Smolensk", "Germany", "fighter"
    )
    for space in ("Central Russia", "Leningrad", "Gorki"):
        table.put(space, "U.S.S.R.", "infantry")
    game = table.orders()
    game.send(tank, "Smolensk", "Central Russia").send(plane, "Smolensk", "Central Russia")
    assert game.no(tank, "Central Russia", "Gorki") == "WG-CMO-004"
    assert game.no(plane, "Central Russia", "Gorki") == "WG-CMO-004"


def test_WG_CMO_005_a_pass_through_takes_a_ship_to_two_combats() -> None:
    table = Table(*AMERICANS)
    (ship,) = table.put("NA-7", "U.S.A.", "destroyer")
    table.put("NA-8", "Germany", "submarine")
    table.put("NA-5", "Germany", "submarine")
    game = table.orders(1, *[MISS] * 20)
    game.send(ship, "NA-7", "NA-8", task="clear", target="NA-5").end()
    game.round(2)
    assert game.where(ship) == ["NA-5"]
    assert len(game.state.memory(ship).battles) == 2


def test_WG_CMO_007_008_each_border_and_coast_costs_one_space() -> None:
    table = Table(*GERMANS)
    (plane,) = table.put("Germany", "Germany", "fighter")
    table.put("Great Britain", "U.K.", "infantry")
    game = table.orders().send(plane, "Germany", "North Sea", "Great Britain")
    assert game.state.memory(plane).moved == 2


def test_WG_CMO_009_empty_enemy_land_is_attacked_in_combat_orders() -> None:
    table = Table(*GERMANS)
    (man,) = table.put("Smolensk", "Germany", "infantry")
    game = table.orders()
    game.send(man, "Smolensk", "Central Russia").fought()
    assert game.state.control["Central Russia"] == "Germany"
    later = Table(*GERMANS)
    (man,) = later.put("Smolensk", "Germany", "infantry")
    assert later.noncombat().no(man, "Smolensk", "Central Russia") == "WG-NCM-005"


def test_WG_CMO_010_nothing_is_declared_once_combat_has_begun() -> None:
    table = Table(*GERMANS)
    men = table.put("Smolensk", "Germany", "infantry", 2)
    table.put("Central Russia", "U.S.S.R.", "infantry")
    game = table.orders(*[MISS] * 20).send(men[0], "Smolensk", "Central Russia").end()
    assert game.state.phase == "Combat"
    with pytest.raises(RuleViolation, match="allowed: Withdraw"):
        game.send(men[1], "Smolensk", "Voronezh")
    gun = Table(*GERMANS)
    (ship,) = gun.put("North Sea", "Germany", "destroyer")
    game = gun.noncombat()
    assert game.no(ship, "North Sea", task="bombard", target="Great Britain") == "WG-CMO-010"


# --- infantry, artillery, armor -----------------------------------------------------------------


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


# --- support shots ------------------------------------------------------------------------------


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


# --- aircraft -----------------------------------------------------------------------------------


def test_WG_FTR_001_002_004_010_a_fighter_in_Germany_attacks_Great_Britain_and_returns() -> None:
    table = Table(*GERMANS)
    (plane,) = table.put("Germany", "Germany", "fighter")
    table.put("Great Britain", "U.K.", "infantry")
    table.put("Eire Sea Zone", "U.K.", "destroyer")
    table.put("NA-4", "U.K.", "destroyer")
    game = table.orders(*[MISS] * 20)
    assert game.no(plane, "Germany", "Great Britain") == "WG-FTR-002"
    far = ("Germany", "North Sea", "Eire Sea Zone", "NA-5", "NA-4", "NA-6")
    assert game.no(plane, *far) == "WG-FTR-001"
    assert game.no(plane, *far[:-1]) == "WG-FTR-007"
    game.send(plane, "Germany", "North Sea", "Great Britain")
    assert game.state.memory(plane).moved == 2


def test_WG_FTR_005_006_fighters_land_where_the_side_held_land_as_the_turn_began() -> None:
    """From Chad to Libya and beyond, land taken in the turn is no home."""
    table = Table(*BRITISH, control={"Egypt": "U.K.", "Tunisia": "Germany"})
    (plane,) = table.put("Egypt", "U.K.", "fighter")
    (tank,) = table.put("Egypt", "U.K.", "armor")
    table.put("Sardinia Sea Zone", "Italy", "destroyer")
    table.put("Tunisia", "Germany", "infantry")
    game = table.orders().send(tank, "Egypt", "Libya", "Tunisia")
    assert game.state.control["Libya"] == "U.K."
    way = ("Egypt", "Libya", "Malta Sea Zone", "Sardinia Sea Zone")
    assert game.no(plane, *way) == "WG-FTR-007"


def test_WG_FTR_007_008_no_fighter_goes_where_only_an_ally_has_a_carrier() -> None:
    table = Table(*BRITISH)
    (plane,) = table.put("Great Britain", "U.K.", "fighter")
    table.put("NA-8", "Germany", "submarine")
    table.put("NA-3", "Germany", "submarine")
    table.put("NA-4", "U.S.A.", "aircraft carrier")
    game = table.orders()
    way = ("Great Britain", "Eire Sea Zone", "NA-5", "NA-3")
    assert game.no(plane, *way) == "WG-FTR-008"
    table.put("NA-4", "U.K.", "aircraft carrier")
    assert table.orders().no(plane, *way) == "allowed"


def test_WG_FTR_007_a_bomber_that_comes_home_takes_no_fighter_too_far() -> None:
    table = Table(*BRITISH)
    (plane,) = table.put("Great Britain", "U.K.", "fighter")
    (bomber,) = table.put("Great Britain", "U.K.", "bomber")
    table.put("NA-8", "Germany", "submarine")
    table.put("NA-3", "Germany", "submarine")
    game = table.orders()
    way = ("Great Britain", "Eire Sea Zone", "NA-5", "NA-3")
    assert game.no(bomber, *way) == "allowed"
    assert game.no((bomber, plane), *way) == "WG-FTR-007"


def test_WG_NEU_016_aircraft_pass_over_neutrals() -> None:
    table = Table(*GERMANS)
    (plane,) = table.put("Germany", "Germany", "fighter")
    game = table.noncombat().send(plane, "Germany", "Switzerland", "Italy")
    assert game.where(plane) == ["Italy"]


def test_WG_GEN_001_every_nation_has_one_general() -> None:
    start = load(GAME).position
    owners = sorted(u.owner for u in start.units if u.type == "general")
    assert owners == sorted({*GERMANS, *BRITISH, *AMERICANS, "Japan", "U.S.S.R."})


def test_WG_FTR_009_BMB_011_aircraft_pass_over_enemies() -> None:
    table = Table(*GERMANS)
    fighter, bomber = table.put("Germany", "Germany", "fighter") + table.put(
        "Germany", "Germany", "bomber"
    )
    table.put("North Sea", "U.K.", "battleship")
    table.put("Great Britain", "U.K.", "infantry")
    game = table.orders(*[MISS] * 20)
    game.send(fighter, "Germany", "North Sea", "Great Britain")
    game.send(bomber, "Germany", "North Sea", "Great Britain").end()
    assert game.battles() == {"Great Britain"}


def test_WG_BMB_001_004_005_bombers_fly_six_spaces_and_never_to_carriers() -> None:
    table = Table("Japan")
    (bomber,) = table.put("Japan", "Japan", "bomber")
    (island,) = table.put("Marshall Islands", "Japan", "bomber")
    table.put("Marshall Islands Sea Zone", "Japan", "aircraft carrier")
    game = table.noncombat()
    board, lands = game.system.board, [s for s, p in table.control.items() if p == "Japan"]
    far = {space: len(board.path("Japan", space)) - 1 for space in lands}
    space = next(s for s in lands if far[s] == 6)
    assert game.no(bomber, *board.path("Japan", space)) == "allowed"
    beyond = board.path("Japan", "Northeast U.S.A.")
    assert game.no(bomber, *beyond[:8]) == "WG-BMB-001"
    assert game.no(island, "Marshall Islands", "Marshall Islands Sea Zone") == "WG-BMB-004"


def test_WG_POL_007_SET_021_NCM_003_soviet_units_share_no_land_either_way() -> None:
    table = Table("U.S.S.R.")
    (man,) = table.put("Transcaucasia", "U.S.S.R.", "infantry")
    (plane,) = table.put("Transcaucasia", "U.S.S.R.", "fighter")
    game = table.noncombat()
    assert game.no(man, "Transcaucasia", "Persia") == "WG-SET-021"
    assert game.no(plane, "Transcaucasia", "Persia") == "WG-NCM-003"
    table = Table(*BRITISH)
    (man,) = table.put("Persia", "U.K.", "infantry")
    (plane,) = table.put("Persia", "U.K.", "fighter")
    game = table.noncombat()
    assert game.no(man, "Persia", "Transcaucasia") == "WG-SET-021"
    assert game.no(plane, "Persia", "Transcaucasia") == "WG-NCM-003"


def test_WG_SET_017_018_019_020_other_allies_share_zones_and_land() -> None:
    table = Table(*GERMANS)
    (man,) = table.put("Germany", "Germany", "infantry")
    table.put("France", "Italy", "infantry")
    (ship,) = table.put("North Sea", "Germany", "destroyer")
    table.put("Denmark Sea Zone", "Italy", "destroyer")
    game = table.noncombat()
    assert game.no(man, "Germany", "France") == "allowed"
    assert game.no(ship, "North Sea", "Denmark Sea Zone") == "allowed"
    table = Table("U.S.S.R.")
    (ship,) = table.put("Archangel Sea Zone", "U.S.S.R.", "destroyer")
    table.put("Karelia Sea Zone", "U.K.", "destroyer")
    assert table.noncombat().no(ship, "Archangel Sea Zone", "Karelia Sea Zone") == "allowed"
    table = Table(*AMERICANS)
    (man,) = table.put("Yunnan", "U.S.A.", "infantry")
    table.put("Burma", "U.K.", "infantry")
    assert table.noncombat().no(man, "Yunnan", "Burma") == "allowed"


# --- Generals -----------------------------------------------------------------------------------


def test_WG_GEN_002_006_a_general_goes_at_once_to_any_attack_on_the_globe() -> None:
    table = Table(*BRITISH)
    (leader,) = table.put("New South Wales", "U.K.", "general")
    (man,) = table.put("Egypt", "U.K.", "infantry")
    table.put("Libya", "Italy", "infantry")
    game = table.orders(2, *[MISS] * 30)
    assert game.no(leader, "New South Wales", "Libya") == "WG-GEN-006"
    game.send(man, "Egypt", "Libya").send(leader, "New South Wales", "Libya")
    assert game.where(leader) == ["Libya"]
    game.end()
    (battle,) = game.state.battles.values()
    assert leader not in {i for p in battle.participants for i in p.units}


def test_WG_GEN_007_009_a_general_retreats_and_goes_anywhere_or_stays_with_the_conquest() -> None:
    from a4a.rules.systems.wargame1942.orders import Withdraw

    table = Table(*BRITISH)
    (leader,) = table.put("New South Wales", "U.K.", "general")
    men = table.put("Egypt", "U.K.", "infantry", 2)
    table.put("Libya", "Italy", "infantry", 2)
    game = table.orders(*[MISS] * 4, 1, 1, *[MISS] * 9).send(men, "Egypt", "Libya")
    game.send(leader, "New South Wales", "Libya").end()
    game.round(2).stay("retreats Libya attacker")
    game.do(Withdraw(to={leader: "Libya"})).stay()
    assert game.state.phase == "Non-Combat Movement"
    game.send(leader, "Libya", "India")
    assert game.where(leader) == ["India"]
    table = Table(*BRITISH)
    (leader,) = table.put("New South Wales", "U.K.", "general")
    men = table.put("Egypt", "U.K.", "infantry", 2)
    game = table.orders().send(men, "Egypt", "Libya").send(leader, "New South Wales", "Libya")
    game.fought()
    assert game.no(leader, "Libya", "India") == "WG-GEN-009"


@pytest.mark.parametrize(
    ("power", "force", "rule"),
    [
        ("Germany", GERMANS, "allowed"), ("Italy", GERMANS, "allowed"),
        ("U.K.", BRITISH, "WG-NEU-006"), ("France", BRITISH, "WG-NEU-006"),
        ("U.S.A.", AMERICANS, "WG-NEU-006"), ("China", AMERICANS, "allowed"),
        ("U.S.S.R.", ("U.S.S.R.",), "allowed"), ("Japan", ("Japan",), "allowed"),
    ],
)  # fmt: skip
def test_WG_NEU_005_006_who_invades_neutrals_that_nobody_holds(
    power: str, force: tuple[str, ...], rule: str
) -> None:
    table = Table(*force, control={"France": power})
    (man,) = table.put("France", power, "infantry")
    assert table.orders().no(man, "France", "Switzerland") == rule


def test_WG_NEU_004_a_neutral_that_an_enemy_holds_is_attacked_by_anybody() -> None:
    table = Table(*BRITISH, control={"France": "U.K.", "Switzerland": "Germany"})
    (man,) = table.put("France", "U.K.", "infantry")
    assert table.orders().no(man, "France", "Switzerland") == "allowed"


def test_WG_NEU_008_009_013_an_invasion_needs_land_units_and_money_and_is_combat() -> None:
    table = Table(*GERMANS)
    (man,) = table.put("Germany", "Germany", "infantry")
    (plane,) = table.put("Germany", "Germany", "bomber")
    game = table.orders()
    assert game.no(plane, "Germany", "Switzerland") == "WG-CMO-001"
    game.send(man, "Germany", "Switzerland")
    assert game.no(plane, "Germany", "Switzerland") == "allowed"
    assert table.noncombat().no(man, "Germany", "Switzerland") == "WG-NEU-013"
    (other,) = table.put("Greece", "Germany", "infantry")
    assert table.orders().no(other, "Greece", "Turkey") == "WG-NEU-009"
    table.funds = 24
    assert table.orders().no(other, "Greece", "Turkey") == "allowed"
    game = table.orders().send(man, "Germany", "Switzerland")
    assert game.no(other, "Greece", "Turkey") == "WG-NEU-009"


def test_WG_MNC_003_each_nation_moves_its_own_units() -> None:
    table = Table(*BRITISH)
    (man,) = table.put("Egypt", "U.K.", "infantry")
    game = table.orders()
    assert game.no(man, "Egypt", "Libya") == "allowed"
    assert game.no(man, "Egypt", "Libya", power="France") not in ("allowed", "")


def test_the_dice_of_combat_orders_are_none() -> None:
    table = Table(*GERMANS)
    (man,) = table.put("Smolensk", "Germany", "infantry")
    game = table.orders().send(man, "Smolensk", "Central Russia")
    assert not game.told(ev.Rolled)
