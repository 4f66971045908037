"""What bombers of The War Game carry: paratroopers, and units from land to land."""

from __future__ import annotations

from a4a.core.units import Unit
from a4a.rules.systems.wargame1942.declaring.lifts import TRAINED
from a4a.rules.systems.wargame1942.declaring.view import view_of
from a4a.rules.systems.wargame1942.declaring.ways import legal
from tests.rules.wargame1942.empty import BRITISH, MISS
from tests.rules.wargame1942.ordered import Table

FLIGHT = ("Great Britain", "North Sea", "Denmark")


def base(trained: int = 2) -> tuple[Table, int, tuple[int, ...]]:
    """A bomber and infantry on Great Britain, some of it trained to jump."""
    table = Table(*BRITISH)
    (plane,) = table.put("Great Britain", "U.K.", "bomber")
    men = table.put("Great Britain", "U.K.", "infantry", 3)
    for i in men[:trained]:
        table.units[i - 1] = Unit(i, "infantry", "U.K.", "Great Britain", 0, frozenset({TRAINED}))
    table.put("Denmark", "Germany", "infantry")
    return table, plane, men


def test_WG_PAR_003_006_a_bomber_drops_up_to_two_who_are_trained() -> None:
    table, plane, men = base(trained=3)
    game = table.orders()
    assert game.no(men, *FLIGHT, aboard=plane, task="drop") == "WG-PAR-006"
    table, plane, men = base()
    game = table.orders(*[MISS] * 30)
    assert game.no(men[2], *FLIGHT, aboard=plane, task="drop") == "WG-PAR-003"
    game.send(men[:2], *FLIGHT, aboard=plane, task="drop")
    assert [u.place for u in map(game.unit, men[:2])] == [plane, plane]
    game.end().round(2)
    assert game.where(*men[:2]) == ["Denmark", "Denmark"]


def test_WG_PAR_007_they_begin_the_turn_together() -> None:
    table, _, men = base()
    (other,) = table.put("Gibraltar", "U.K.", "bomber")
    game = table.orders()
    assert game.no(men[0], *FLIGHT, aboard=other, task="drop") == "WG-PAR-007"


def test_WG_PAR_008_the_bomber_does_nothing_else() -> None:
    table, plane, men = base()
    table.put("North Sea", "Germany", "destroyer")
    game = table.orders().send(plane, "Great Britain", "North Sea")
    assert game.no(men[0], *FLIGHT, aboard=plane, task="drop") == "WG-PAR-008"


def test_WG_PAR_012_who_is_aboard_lands_nowhere_else() -> None:
    table, plane, men = base()
    game = table.orders().send(men[0], *FLIGHT, aboard=plane, task="drop")
    assert game.no(men[0], "Denmark", "Germany") == "WG-PAR-012"


def test_WG_PAR_013_they_jump_from_land_without_a_factory() -> None:
    table = Table(*BRITISH)
    (plane,) = table.put("Gibraltar", "U.K.", "bomber")
    (man,) = table.put("Gibraltar", "U.K.", "infantry")
    table.units[man - 1] = Unit(man, "infantry", "U.K.", "Gibraltar", 0, frozenset({TRAINED}))
    table.put("Algeria", "Italy", "infantry")
    game = table.orders()
    way = ("Gibraltar", "Algeria Sea Zone", "Algeria")
    assert game.no(man, *way, aboard=plane, task="drop") == "allowed"


def test_WG_AIR_001_infantry_or_a_gun_go_by_bomber_after_combat() -> None:
    table, plane, men = base()
    guns = table.put("Great Britain", "U.K.", "artillery", 2)
    (tank,) = table.put("Great Britain", "U.K.", "armor")
    game = table.noncombat()
    way = ("Great Britain", "Eire Sea Zone", "Eire")
    assert game.no(men, *way, aboard=plane) == "WG-AIR-001"
    assert game.no(guns, *way, aboard=plane) == "WG-AIR-001"
    assert game.no(tank, *way, aboard=plane) == "WG-AIR-001"
    assert game.no((men[0], guns[0]), *way, aboard=plane) == "WG-AIR-001"
    assert game.no(guns[0], *way, aboard=plane) == "allowed"
    game.send(men[:2], *way, aboard=plane)
    assert game.where(plane, *men[:2]) == ["Eire"] * 3
    assert game.no(plane, "Eire", "Eire Sea Zone", "Great Britain") == "WG-NCM-004"


def test_WG_AIR_002_not_by_one_that_fought() -> None:
    table, plane, men = base()
    game = table.orders(1, 1, *[MISS] * 9)
    game.send(plane, *FLIGHT).fought()
    game.send(plane, "Denmark", "North Sea", "Great Britain")
    way = ("Great Britain", "Eire Sea Zone", "Eire")
    assert game.no(men[0], *way, aboard=plane) == "WG-AIR-002"


def test_WG_AIR_003_005_together_and_of_one_nation() -> None:
    table, plane, _ = base()
    (far,) = table.put("Eire", "U.K.", "infantry")
    (french,) = table.put("Great Britain", "France", "infantry")
    game = table.noncombat()
    way = ("Great Britain", "Eire Sea Zone", "Eire")
    back = ("Eire", "Eire Sea Zone", "Great Britain")
    assert game.no(far, *back, aboard=plane) == "WG-AIR-003"
    assert game.no(french, *way, aboard=plane) == "WG-AIR-005"


def test_WG_AIR_004_only_where_the_bomber_may_land() -> None:
    table, plane, men = base()
    game = table.noncombat()
    assert game.no(men[0], *FLIGHT, aboard=plane) == "WG-AIR-004"
    assert game.no(men[0], "Great Britain", "North Sea", aboard=plane) == "WG-AIR-004"


def test_WG_AIR_006_from_Great_Britain_to_Egypt_in_one_move() -> None:
    table, plane, men = base()
    game = table.noncombat()
    way = game.system.board.path("Great Britain", "Egypt")
    expected = "allowed" if len(way) <= 7 else "WG-BMB-001"
    assert game.no(men[:2], *way, aboard=plane) == expected
    assert expected == "allowed"


def test_WG_PAR_006_NEU_007_they_may_invade_a_neutral_that_is_paid_for() -> None:
    table = Table("Germany", "Italy")
    table.funds = 24
    (plane,) = table.put("Bulgaria", "Germany", "bomber")
    (man,) = table.put("Bulgaria", "Germany", "infantry")
    table.units[man - 1] = Unit(man, "infantry", "Germany", "Bulgaria", 0, frozenset({TRAINED}))
    flight = ("Bulgaria", "Turkey")
    game = table.orders(*[MISS] * 5)
    assert any(o.path == flight for o in legal(view_of(
        game.system, game.state, "Germany", combat=True), [game.unit(man)]) if o.task == "drop"
    )  # fmt: skip
    game.send(man, *flight, aboard=plane, task="drop").fought()
    assert game.where(man) == [None]  # Turkey is worth 12: a land unit falls without a roll
    assert game.state.control["Turkey"] != "Germany"
    table.funds = 23
    assert table.orders().no(man, *flight, aboard=plane, task="drop") == "WG-NEU-009"
