"""Harsh terrain of The War Game, as units move across it."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from tests.rules.wargame1942.empty import BRITISH, GERMANS, MISS
from tests.rules.wargame1942.ordered import Table


def test_WG_TER_001_the_lines_lie_in_the_four_deserts_and_matter_to_land_units_alone() -> None:
    game = Table(*BRITISH).noncombat()
    harsh = {frozenset((x.a, x.b)) for x in game.system.board.borders if x.kind == "harsh"}
    for pair in (
        ("Libya", "Chad"), ("Siberia", "Yakutia"), ("Northern Territory", "Queensland"),
        ("India", "Tibet"),
    ):  # fmt: skip
        assert frozenset(pair) in harsh


@pytest.mark.parametrize(("face", "lost"), [(9, False), (10, True), (11, True), (12, True)])
def test_WG_TER_002_each_land_unit_rolls_as_it_crosses_after_combat(face: int, lost: bool) -> None:
    table = Table(*BRITISH)
    men = table.put("Queensland", "U.K.", "infantry", 2)
    game = table.noncombat(face, 1).send(men, "Queensland", "Northern Territory")
    assert game.where(*men) == [None if lost else "Northern Territory", "Northern Territory"]
    (rolled,) = game.told(ev.Rolled)
    assert isinstance(rolled, ev.Rolled)
    assert [die.face for die in rolled.dice] == [face, 1]


def test_WG_TER_002_who_goes_around_does_not_roll() -> None:
    table = Table(*BRITISH)
    (man,) = table.put("Queensland", "U.K.", "infantry")
    game = table.noncombat().send(man, "Queensland", "New South Wales")
    assert not game.told(ev.Rolled)


def test_WG_TER_003_004_who_attacks_across_rolls_only_in_the_attack() -> None:
    table = Table(*GERMANS)
    (man,) = table.put("Libya", "Italy", "infantry")
    game = table.orders(12).send(man, "Libya", "Chad")
    assert not game.told(ev.Rolled)
    game.fought()
    assert game.where(man) == [None]


def test_WG_TER_006_no_support_shot_across() -> None:
    table = Table(*GERMANS)
    (man,) = table.put("Libya", "Italy", "infantry")
    (gun,) = table.put("Libya", "Italy", "artillery")
    table.put("Chad", "France", "infantry")
    game = table.orders().send(man, "Libya", "Chad")
    assert game.no(gun, "Libya", task="support", target="Chad") == "WG-TER-006"
    assert game.no(gun, "Libya", "Chad") == "allowed"


def test_WG_TER_007_aircraft_cross_as_anywhere() -> None:
    table = Table(*BRITISH)
    (plane,) = table.put("Queensland", "U.K.", "fighter")
    game = table.noncombat().send(plane, "Queensland", "Northern Territory", "Western Australia")
    assert game.where(plane) == ["Western Australia"]
    assert not game.told(ev.Rolled)


def test_WG_TER_008_armor_moves_one_space_across() -> None:
    table = Table(*BRITISH)
    (tank,) = table.put("Queensland", "U.K.", "armor")
    game = table.noncombat(MISS)
    way = ("Queensland", "Northern Territory", "Western Australia")
    assert game.no(tank, *way) == "WG-TER-008"
    assert game.no(tank, *way[:2]) == "allowed"
    table = Table(*GERMANS)
    (tank,) = table.put("Tunisia", "Germany", "armor")
    assert table.orders().no(tank, "Tunisia", "Libya", "Chad") == "WG-TER-008"
