"""The board as units move on it: what can be crossed on foot, by ship, through the air."""

from __future__ import annotations

import pytest

from a4a.core.board import Board, Border, BorderKind, Space
from a4a.core.errors import DatasetError
from a4a.rules.areas.graph import Graph

LIBYA, CHAD, GULF, BAY = "Libya", "Chad", "gulf", "bay"


def board(kind: BorderKind, here: str = LIBYA, there: str = CHAD) -> Board:
    """Two lands and two seas, of which two meet at a border of a kind."""
    return Board(
        name="made up",
        spaces=(
            Space(name=LIBYA, kind="land"), Space(name=CHAD, kind="land"),
            Space(name=GULF, kind="sea"), Space(name=BAY, kind="sea"),
            Space(name="convoys", kind="box"),
        ),
        borders=(Border(here, there, kind),),
    )  # fmt: skip


@pytest.mark.parametrize("kind", ["land", "river", "harsh"])
def test_land_units_cross_rivers_and_harsh_ground_and_ships_do_not(kind: BorderKind) -> None:
    graph = Graph(board(kind))
    assert graph.land[LIBYA] == graph.air[LIBYA] == (CHAD,)
    assert graph.sea[LIBYA] == graph.coast[LIBYA] == ()


@pytest.mark.parametrize("kind", ["sea", "strait", "canal"])
def test_ships_cross_straits_and_canals_and_land_units_do_not(kind: BorderKind) -> None:
    graph = Graph(board(kind, GULF, BAY))
    assert graph.sea[GULF] == graph.air[GULF] == (BAY,)
    assert graph.land[GULF] == graph.coast[GULF] == ()
    assert ((GULF, BAY) in graph.gates) == (kind != "sea")


def test_a_coast_is_crossed_where_units_go_ashore() -> None:
    graph = Graph(board("coast", LIBYA, GULF))
    assert (graph.coast[LIBYA], graph.coast[GULF]) == ((GULF,), (LIBYA,))
    assert graph.land[LIBYA] == graph.sea[GULF] == ()


@pytest.mark.parametrize(("kind", "there"), [("sea", CHAD), ("harsh", GULF), ("box", "convoys")])
def test_a_border_that_nobody_can_cross_is_refused(kind: BorderKind, there: str) -> None:
    with pytest.raises(DatasetError, match=f"nobody crosses the {kind} border"):
        Graph(board(kind, LIBYA, there))
