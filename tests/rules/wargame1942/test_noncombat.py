"""Non-combat movement of The War Game: aircraft fly home, and what took no part in combat moves."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.rules.systems.wargame1942.orders import Withdraw
from tests.rules.wargame1942.empty import BRITISH, GERMANS, MISS
from tests.rules.wargame1942.ordered import Ordering, Table, without_land


def after_the_attack(*dice: int) -> tuple[Ordering, dict[str, int]]:
    """The Germans have taken Central Russia, if nothing else is said."""
    table = Table(*GERMANS)
    found: dict[str, int] = {}
    for name, place, kind in (
        ("man", "Smolensk", "infantry"), ("plane", "Smolensk", "fighter"),
        ("bomber", "Poland", "bomber"), ("fresh", "Smolensk", "infantry"),
        ("idle", "Smolensk", "fighter"), ("tank", "Belorussia", "armor"),
    ):  # fmt: skip
        (found[name],) = table.put(place, "Germany", kind)
    table.put("Central Russia", "U.S.S.R.", "infantry")
    game = table.orders(*(dice or (1, 1, MISS)))
    game.send(found["man"], "Smolensk", "Central Russia")
    game.send(found["plane"], "Smolensk", "Central Russia").fought()
    return game, found


def test_WG_NCM_001_004_FTR_004_aircraft_use_what_is_left_of_their_movement() -> None:
    game, found = after_the_attack()
    way = ("Central Russia", "Smolensk", "Belorussia", "Poland", "Germany")
    assert game.no(found["plane"], *way) == "WG-NCM-004"
    assert game.no(found["plane"], *way[:4]) == "allowed"
    game.send(found["plane"], *way[:2])
    assert game.no(found["plane"], *way[1:]) == "WG-NCM-004"


def test_WG_NCM_001_the_phase_does_not_end_while_an_aircraft_can_still_land() -> None:
    game, found = after_the_attack()
    with pytest.raises(RuleViolation) as caught:
        game.end()
    assert caught.value.rule == "WG-NCM-001"
    assert caught.value.units == (found["plane"],)
    assert "Smolensk" in caught.value.allowed
    game.send(found["plane"], "Central Russia", "Smolensk").end()
    assert game.where(found["plane"]) == ["Smolensk"]


def test_WG_NCM_002_006_014_nothing_lands_where_land_was_taken_in_the_turn() -> None:
    game, found = after_the_attack()
    assert game.no(found["idle"], "Smolensk", "Central Russia") == "WG-NCM-014"
    assert game.no(found["idle"], "Smolensk", "Belorussia") == "allowed"
    assert game.no(found["idle"], "Smolensk", "Voronezh") == "WG-NCM-002"


def test_WG_NCM_002_an_allys_land_will_do() -> None:
    table = Table(*GERMANS)
    (plane,) = table.put("Austria", "Germany", "fighter")
    assert table.noncombat().no(plane, "Austria", "Italy") == "allowed"


def test_WG_NCM_005_who_took_no_part_moves_to_friendly_land_once() -> None:
    game, found = after_the_attack()
    game.send(found["tank"], "Belorussia", "Poland")
    assert game.no(found["tank"], "Poland", "Germany") == "WG-NCM-005"
    assert game.no(found["fresh"], "Smolensk", "Voronezh") == "WG-NCM-005"
    assert game.no(found["fresh"], "Smolensk", "Leningrad") == "WG-NCM-005"


def test_WG_NCM_011_who_took_land_stays_there() -> None:
    game, found = after_the_attack()
    assert game.state.control["Central Russia"] == "Germany"
    assert game.no(found["man"], "Central Russia", "Smolensk") == "WG-NCM-011"


def test_WG_NCM_011_ships_stay_where_they_fought() -> None:
    table = Table(*GERMANS)
    (ship,) = table.put("North Sea", "Germany", "submarine")
    table.put("Eire Sea Zone", "U.K.", "transport")
    game = table.orders(1, *[MISS] * 9).send(ship, "North Sea", "Eire Sea Zone").fought()
    assert game.state.phase == "Non-Combat Movement"
    assert game.no(ship, "Eire Sea Zone", "North Sea") == "WG-NCM-011"


def test_WG_NCM_012_armor_that_drove_through_empty_land_need_not_stay_in_it() -> None:
    table = Table(*GERMANS)
    (tank,) = table.put("Smolensk", "Germany", "armor")
    game = table.orders().send(tank, "Smolensk", "Central Russia", "Gorki").fought()
    assert game.where(tank) == ["Gorki"]
    assert game.state.control["Central Russia"] == "Germany"


def test_WG_NCM_013_others_move_into_what_was_taken() -> None:
    game, found = after_the_attack()
    game.send(found["fresh"], "Smolensk", "Central Russia")
    game.send(found["tank"], "Belorussia", "Smolensk", "Central Russia")
    assert game.where(found["fresh"], found["tank"]) == ["Central Russia"] * 2


def test_WG_NCM_015_land_stays_held_though_nobody_is_left_in_it() -> None:
    table = Table(*GERMANS)
    (tank,) = table.put("Smolensk", "Germany", "armor")
    game = table.orders().send(tank, "Smolensk", "Central Russia", "Gorki").fought()
    game.end()
    assert not game.state.at("Central Russia")
    assert game.state.control["Central Russia"] == "Germany"


def test_WG_NCM_016_a_planned_landing_may_be_changed() -> None:
    game, found = after_the_attack()
    for end in ("Smolensk", "Leningrad", "Ukraine", "Belorussia"):
        way = game.system.board.path("Central Russia", end)
        held = game.state.control[end] == "Germany"
        assert (game.no(found["plane"], *way) == "allowed") == held


def test_WG_NCM_007_a_transport_that_was_not_used_carries_units() -> None:
    table = Table(*GERMANS)
    (ship,) = table.put("North Sea", "Germany", "transport")
    men = table.put("Germany", "Germany", "infantry", 2)
    game = table.noncombat()
    game.send(men, "Germany", "North Sea", aboard=ship)
    game.send(ship, "North Sea", "Norway Sea Zone").send(men, "Norway Sea Zone", "Norway")
    assert game.where(*men) == ["Norway", "Norway"]


def north_sea(taken: bool) -> tuple[Ordering, int, tuple[int, ...]]:
    """A German transport has landed one infantry on Great Britain; two more wait in Germany."""
    table = Table(*GERMANS)
    (ship,) = table.put("North Sea", "Germany", "transport")
    (lands,) = table.put(ship, "Germany", "infantry")
    others = table.put("Germany", "Germany", "infantry", 2)
    if not taken:
        table.put("Great Britain", "U.K.", "infantry")
    game = table.orders(*([] if taken else [MISS, 1, *[MISS] * 9]))
    game.send(lands, "North Sea", "Great Britain").fought()
    assert (game.state.control["Great Britain"] == "Germany") == taken
    return game, ship, others


def test_WG_NCM_008_009_a_transport_with_room_left_carries_a_second_in_its_zone() -> None:
    game, ship, others = north_sea(taken=False)
    assert game.no(others, "Germany", "North Sea", aboard=ship) == "WG-TRN-002"
    game.send(others[0], "Germany", "North Sea", aboard=ship)
    assert game.no(others[1], "Germany", "North Sea", aboard=ship) == "WG-TRN-002"
    assert game.no(ship, "North Sea", "Norway Sea Zone") == "WG-TRN-007"
    assert game.no(others[0], "North Sea", "Great Britain") == "WG-NCM-005"
    game.send(others[0], "North Sea", "Norway")
    assert game.where(others[0]) == ["Norway"]
    assert game.no(others[1], "Germany", "North Sea", aboard=ship) == "WG-TRN-002"
    game, ship, others = north_sea(taken=True)
    game.send(others[0], "Germany", "North Sea", aboard=ship)
    game.send(others[0], "North Sea", "Great Britain")
    assert game.where(others[0]) == ["Great Britain"]


def bound_for_denmark(*dice: int) -> tuple[Ordering, int, int]:
    """A British transport with a destroyer, in a fight for the North Sea before it can land."""
    table = Table(*BRITISH)
    (ship,) = table.put("Faeroe Sea Zone", "U.K.", "transport")
    (man,) = table.put(ship, "U.K.", "infantry")
    (guard,) = table.put("Faeroe Sea Zone", "U.K.", "destroyer")
    table.put("North Sea", "Germany", "destroyer")
    table.put("Denmark", "Germany", "infantry")
    game = table.orders(*dice)
    game.send((ship, guard), "Faeroe Sea Zone", "North Sea").send(man, "North Sea", "Denmark").end()
    game.stay("retreats North Sea attacker")
    return game, ship, man


def test_WG_RET_034_WG_NCM_010_a_landing_that_is_called_off_ends_on_friendly_land() -> None:
    game, ship, man = bound_for_denmark(MISS, MISS, 1, *[MISS] * 9)
    game.do(Withdraw(to={man: "North Sea"})).stay()
    assert game.state.phase == "Non-Combat Movement"
    assert game.where(ship, man) == ["North Sea"] * 2
    assert game.no(ship, "North Sea", "Faeroe Sea Zone") in ("WG-TRN-007", "WG-NCM-011")
    game.send(man, "North Sea", "Great Britain")
    assert game.where(man) == ["Great Britain"]


def test_WG_RET_032_WG_NCM_010_not_from_a_transport_that_retreated() -> None:
    game, ship, man = bound_for_denmark(*[MISS] * 20)
    game.do(Withdraw(to={ship: "Faeroe Sea Zone"})).stay("retreats North Sea attacker")
    guard = next(u.id for u in game.state.at("North Sea") if u.owner == "U.K.")
    game.do(Withdraw(to={guard: "Faeroe Sea Zone"})).stay()
    assert game.where(ship, man) == ["Faeroe Sea Zone"] * 2
    assert game.no(man, "Faeroe Sea Zone", "Faeroe") == "WG-RET-032"


def test_WG_RET_036_a_transport_loads_after_the_combat_in_its_zone() -> None:
    table = Table(*BRITISH)
    (ship,) = table.put("Faeroe Sea Zone", "U.K.", "transport")
    (man,) = table.put("Great Britain", "U.K.", "infantry")
    (guard,) = table.put("Faeroe Sea Zone", "U.K.", "destroyer")
    table.put("North Sea", "Germany", "transport")
    table.control["Norway"] = "U.K."
    game = table.orders(1, *[MISS] * 9)
    game.send((ship, guard), "Faeroe Sea Zone", "North Sea").fought()
    game.send(man, "Great Britain", "North Sea", aboard=ship).send(man, "North Sea", "Norway")
    assert game.where(man) == ["Norway"]


def test_WG_CV_010_an_aircraft_with_nowhere_to_land_is_lost() -> None:
    table = Table("Japan", control=without_land("Japan", "U.S.A."))
    (plane,) = table.put("SP-10", "Japan", "fighter")
    (other,) = table.put("Marshall Islands Sea Zone", "Japan", "fighter")
    table.put("Marshall Islands Sea Zone", "Japan", "aircraft carrier")
    (ship,) = table.put("Marshall Islands Sea Zone", "Japan", "submarine")
    game = table.noncombat()
    game.send(ship, "Marshall Islands Sea Zone", "Hawaii Sea Zone")
    game.send(plane, "SP-10", "Hawaii Sea Zone", "Marshall Islands Sea Zone").end()
    assert None not in game.where(plane, other)
    (lost,) = table.put("SP-10", "Japan", "bomber")
    game = table.noncombat().send(plane, "SP-10", "Hawaii Sea Zone", "Marshall Islands Sea Zone")
    game.end()
    assert game.where(lost, other) == [None, "Marshall Islands Sea Zone"]


def test_what_goes_ashore_after_combat_is_told_as_a_move() -> None:
    game, ship, _ = north_sea(taken=True)
    moved = [e for e in game.told(ev.UnitsMoved) if isinstance(e, ev.UnitsMoved)]
    assert moved[-1].path[-1] == "Great Britain"
    assert game.where(ship) == ["North Sea"]


def test_WG_NCM_002_enemies_are_no_allies_with_whom_land_is_not_shared() -> None:
    table = Table("U.S.S.R.")
    (plane,) = table.put("Central Russia", "U.S.S.R.", "fighter")
    table.put("Smolensk", "Germany", "infantry")
    assert table.noncombat().no(plane, "Central Russia", "Smolensk") == "WG-NCM-002"


def test_WG_NCM_008_what_a_transport_has_landed_is_forgotten_when_the_turn_is_over() -> None:
    game, _, _ = north_sea(taken=False)
    assert "carried" in {marker for _, marker in game.state.markers}
    while game.state.phase == "Non-Combat Movement":
        game.end()
    assert "carried" not in {marker for _, marker in game.state.markers}
