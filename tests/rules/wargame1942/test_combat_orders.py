"""Combat orders of The War Game: what is declared, Generals, neutrals."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.rules.systems.wargame1942.declaring import generals
from a4a.rules.systems.wargame1942.declaring.view import view_of
from a4a.rules.systems.wargame1942.orders import Withdraw
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, GERMANS, MISS, rules
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
    table = Table(*GERMANS)
    (tank,) = table.put("Germany", "Germany", "armor")
    (ship,) = table.put("North Sea", "Germany", "destroyer")
    game, graph = table.noncombat(), rules().game.graph
    lands, zones = (way(graph.land, "Germany", 3), way(graph.sea, "North Sea", 4))
    assert game.no(tank, *lands) == "WG-ARM-001", "it has two spaces, whatever is crossed"
    assert game.no(ship, *zones) == "WG-DD-001", "it has three"


def way(near: Mapping[str, Iterable[str]], start: str, borders: int) -> tuple[str, ...]:
    """Return a way that crosses so many borders, to where no shorter one goes."""
    ways = {start: (start,)}
    for _ in range(borders):
        new = {x: (*path, x) for path in ways.values() for x in near[path[-1]] if x not in ways}
        ways |= new
    return next(path for path in ways.values() if len(path) == borders + 1)


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


def test_WG_GEN_007_R_594_a_general_who_retreated_goes_back_to_where_he_came_from() -> None:
    table = Table(*GERMANS)
    (leader,) = table.put("Norway", "Germany", "general")
    men = table.put("Smolensk", "Germany", "infantry", 2)
    table.put("Central Russia", "U.S.S.R.", "infantry", 3)
    game = table.orders(*[MISS] * 20).send(men, "Smolensk", "Central Russia")
    game.send(leader, "Norway", "Central Russia").end()
    game.stay("retreats Central Russia attacker")
    game.do(Withdraw(to={leader: "Central Russia", **dict.fromkeys(men, "Smolensk")}))
    game.stay().end()
    assert game.where(leader) == ["Norway"]


def test_WG_GEN_010_land_of_his_own_nation_comes_before_that_of_allies() -> None:
    game = Table(*GERMANS).noncombat()
    view = view_of(game.system, game.state, "Italy", combat=False)
    held = [game.state.control[space] for space in generals.refuges(view)]
    own = held.count("Italy")
    assert set(held[:own]) == {"Italy"}
    assert "Germany" in held[own:]
