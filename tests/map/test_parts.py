"""Parts of a board that has none of its own, by the names that its spaces have on ours."""

from __future__ import annotations

import msgspec

import a4a
from a4a import boards
from a4a.core.board import Board, Border, Space
from a4a.map.painting import bounds_of_part, views
from a4a.map.parts import theatres_of
from a4a.map.shapes import map_geometry


def bare(*names: str) -> Board:
    """A board of a few lands and a sea, as a save has it."""
    lands = tuple(Space(name=name, kind="land") for name in names)
    sea = Space(name="the sea", kind="sea")
    borders = tuple(Border(land.name, sea.name, "coast") for land in lands)
    return Board(name="triplea:a_mod", spaces=(*lands, sea), borders=borders)


def test_a_save_has_the_theatres_of_ours_that_its_names_lie_in() -> None:
    ours = boards.load("global1940").board
    east = next(part for part in ours.theatres if part.name == "Eastern Front")
    lands = [name for name in east.spaces if name not in ours.seas]
    board = bare(*lands[::2], "Atlantis", "Brazil")
    [found] = theatres_of(board)
    assert (found.name, found.spaces) == ("Eastern Front", tuple(lands[::2]))
    geometry = map_geometry(board)
    assert "Eastern Front" in [name for name, _, _ in views(board, geometry)]
    assert bounds_of_part(board, geometry, "eastern front") != geometry.bounds


def test_a_theatre_of_which_a_board_has_little_is_left_out() -> None:
    assert theatres_of(bare("Germany", "Japan", "Atlantis")) == ()


def test_a_name_counts_as_what_other_programs_call_it_and_only_for_land() -> None:
    ours = boards.load("global1940").board
    east = next(part for part in ours.theatres if part.name == "Eastern Front")
    named = [ours.space(name) for name in east.spaces if ours.space(name).aliases]
    lands = [space for space in named if space.kind != "sea"]
    others = [name for name in east.spaces if name not in ours.seas][:8]
    board = bare(lands[0].aliases[0], *(name for name in others if name != lands[0].name))
    [found] = theatres_of(board)
    assert lands[0].aliases[0] in found.spaces
    wet = msgspec.structs.replace(
        board, spaces=tuple(msgspec.structs.replace(s, kind="sea") for s in board.spaces)
    )
    assert theatres_of(wet) == ()


def test_a_board_s_own_theatres_are_kept() -> None:
    board = a4a.start("europe1940").board
    assert theatres_of(board) is board.theatres
