"""The board: a graph of spaces whose borders have kinds."""

from __future__ import annotations

from itertools import pairwise

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from a4a.core.board import Board, Border, Space, Theatre
from a4a.core.errors import A4AError, DatasetError
from tests.core.small import BOARD


def test_neighbours_come_in_the_order_of_the_borders() -> None:
    assert BOARD.neighbours("sea zone 96") == ("Malta", "Sicily", "Southern Italy", "sea zone 95")


def test_borders_are_the_same_from_both_sides() -> None:
    strait = BOARD.border("95 Sea Zone", "sea zone 96")
    assert strait is not None
    assert strait is BOARD.border("sea zone 96", "95 Sea Zone")
    assert (strait.kind, strait.name) == ("strait", "Messina")
    assert strait.controllers == ("Sicily", "Southern Italy")
    assert BOARD.borders_of("Malta") == {"sea zone 96": BOARD.border("Malta", "sea zone 96")}


def test_spaces_that_do_not_touch_have_no_border() -> None:
    assert BOARD.border("Malta", "Sicily") is None


def test_an_unknown_space_is_an_error_everywhere() -> None:
    for ask in (BOARD.neighbours, BOARD.borders_of, BOARD.reachable):
        with pytest.raises(A4AError, match="no space 'Atlantis'"):
            ask("Atlantis")
    with pytest.raises(A4AError, match="no space 'Atlantis'"):
        BOARD.border("Malta", "Atlantis")


def test_distances_count_borders_crossed() -> None:
    assert BOARD.distance("Malta", "Malta") == 0
    assert BOARD.distance("Malta", "Melita") == 0
    assert BOARD.distance("Malta", "Holland/Belgium") == 3
    assert BOARD.distance("Malta", "Tibet") is None


def test_reachable_is_nearest_first_and_keeps_the_limit() -> None:
    reach = BOARD.reachable("Melita", limit=2)
    assert reach == {"Malta": 0, "sea zone 96": 1, "Sicily": 2, "Southern Italy": 2,
                     "sea zone 95": 2}  # fmt: skip
    assert list(reach.values()) == sorted(reach.values())
    assert BOARD.reachable("Malta", limit=0) == {"Malta": 0}


def test_passable_closes_borders_and_spaces() -> None:
    by_sea = BOARD.reachable("sea zone 95", passable=lambda border, space: space.kind == "sea")
    assert by_sea == {"sea zone 95": 0, "sea zone 96": 1}
    no_strait = BOARD.reachable("sea zone 95", passable=lambda border, _: border.kind != "strait")
    assert no_strait["sea zone 96"] == 2


def test_a_path_is_a_shortest_way() -> None:
    assert BOARD.path("Malta", "Holland/Belgium") == (
        "Malta", "sea zone 96", "Southern Italy", "Holland/Belgium",
    )  # fmt: skip
    assert BOARD.path("Malta", "Malta") == ("Malta",)
    with pytest.raises(A4AError, match="no way from 'Malta' to 'Tibet' on board 'small'"):
        BOARD.path("Malta", "Tibet")


def test_the_index_is_board_order_and_cannot_be_changed() -> None:
    assert list(BOARD.index.values()) == list(range(len(BOARD.spaces)))
    assert [space.name for space in BOARD] == list(BOARD.index)
    with pytest.raises(TypeError):
        BOARD.index["Malta"] = 7  # type: ignore[index]
    with pytest.raises(TypeError):
        BOARD.borders_of("Malta")["Sicily"] = BOARD.borders[0]  # type: ignore[index]
    with pytest.raises(AttributeError):
        BOARD.name = "other"  # type: ignore[misc]


@pytest.mark.parametrize("border", [Border("Malta", "Gozo", "sea"), Border("Gozo", "Malta", "sea")])
def test_a_border_to_nowhere_is_refused(border: Border) -> None:
    board = Board(name="broken", spaces=(Space(name="Malta", kind="land"),), borders=(border,))
    with pytest.raises(DatasetError, match="'broken': a border names no space 'Gozo'"):
        board.neighbours("Malta")


@given(st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=30))
def test_distance_agrees_with_the_length_of_the_path(pairs: list[tuple[int, int]]) -> None:
    unlike = {frozenset(pair) for pair in pairs if pair[0] != pair[1]}
    borders = tuple(Border(f"s{a}", f"s{b}", "land") for a, b in map(sorted, unlike))
    spaces = tuple(Space(name=f"s{i}", kind="land") for i in range(12))
    board = Board(name="random", spaces=spaces, borders=borders)
    for goal in range(12):
        distance = board.distance("s0", f"s{goal}")
        assert distance == board.distance(f"s{goal}", "s0")
        if distance is None:
            continue
        path = board.path("s0", f"s{goal}")
        assert len(path) == distance + 1
        assert all(board.border(a, b) for a, b in pairwise(path))


def test_two_borders_of_the_same_pair_are_refused() -> None:
    spaces = (Space(name="Malta", kind="land"), Space(name="Gozo", kind="land"))
    twice = (Border("Malta", "Gozo", "land"), Border("Gozo", "Malta", "river"))
    with pytest.raises(DatasetError, match="'Gozo' and 'Malta' border twice"):
        Board(name="b", spaces=spaces, borders=twice).neighbours("Malta")


def test_a_space_and_a_border_lie_in_the_theatre_that_comes_first() -> None:
    board = Board(
        name="theatres",
        spaces=tuple(Space(name=n, kind="land", aliases=(n.upper(),)) for n in "abcd"),
        borders=(),
        theatres=(Theatre("west", ("b", "a")), Theatre("east", ("b", "c"))),
    )
    assert [board.theatre_of(n) for n in "abcD"] == ["west", "west", "east", ""]
    assert board.theatre_between("c", "A") == board.theatre_between("a", "c") == "west"
    assert board.theatre_between("c", "d") == "east"
    assert board.theatre_between("d", "d") == ""
    with pytest.raises(A4AError, match="no space 'e'"):
        board.theatre_of("e")


def test_areas_lengths_and_maps_may_be_missing() -> None:
    old = b'{"name":"old","spaces":[{"name":"a","kind":"land"}],"borders":[],"theatres":[]}'
    board = msgspec.json.decode(old, type=Board)
    assert (board.spaces[0].area_km2, board.maps) == (0, ())
    assert Border("a", "b", "land").length_km == 0


HEXES = Board(
    name="hexes",
    spaces=(
        Space(name="1606", kind="coast", place="London", aliases=("London",)),
        Space(name="1607", kind="coast"),
        Space(name="1707", kind="land"),
        Space(name="1506", kind="sea"),
        Space(name="Atlantic", kind="box"),
    ),
    borders=(
        Border("1606", "1607", "coast"),
        Border("1606", "1707", "sea"),
        Border("1607", "1707", "river"),
        Border("1606", "1506", "sea"),
        Border("1607", "1506", "coast"),
        Border("1506", "Atlantic", "box", cost=30),
    ),
    regions=(Theatre("Great Britain", ("1606",)), Theatre("France", ("1607", "1707"))),
)


@pytest.mark.parametrize(
    ("a", "b", "on_foot", "by_ship"),
    [
        ("1606", "1607", True, True),
        ("1606", "1707", False, False),
        ("1607", "1707", True, False),
        ("1606", "1506", False, True),
        ("1607", "1506", False, True),
        ("1506", "Atlantic", False, True),
    ],
)
def test_who_can_cross_a_border_says_its_kind_and_its_ends(a, b, on_foot, by_ship):
    border = HEXES.border(a, b)
    assert border is not None
    assert (HEXES.on_foot(border), HEXES.by_ship(border)) == (on_foot, by_ship)


def test_a_hex_is_found_by_the_place_in_it():
    assert HEXES.space("London").title == "1606 London"
    assert HEXES.space("1607").title == "1607"


def test_a_space_is_part_of_one_country_at_most():
    assert HEXES.region_of("London") == "Great Britain"
    assert HEXES.region_of("1506") == ""
    assert HEXES.region("france") == ("1607", "1707")
    with pytest.raises(A4AError, match="no region 'Frence'; did you mean 'France'"):
        HEXES.region("Frence")


def test_a_border_costs_one_point_unless_it_says_more():
    costs = {border.cost for border in HEXES.borders}
    assert costs == {1, 30}
    assert b'"cost":30' in msgspec.json.encode(HEXES.borders[-1])
    assert b"cost" not in msgspec.json.encode(HEXES.borders[0])
