"""The exercise on ways and ships, and its quiz: lines that pass, nearly do, and are silly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import a4a
from a4a.rules.areas.orders import Move

if TYPE_CHECKING:
    from a4a.rules.game import Game


_EAST, _CENTRE = "Eastern United States", "Central United States"
_PAIRS = [
    ((_CENTRE, "infantry"), (_EAST, "mechanized infantry")),
    ((_CENTRE, "infantry"), (_EAST, "artillery")),
    ((_EAST, "infantry"), (_EAST, "infantry")),
]


def _ship(game: Game, loads: list, *, empty: int = 0) -> None:
    """Ship a load in each transport from the United States to Gibraltar; let empty ones return."""
    path = ("sea zone 101", "sea zone 102", "sea zone 103", "sea zone 91")
    away, back = _found(game, path[0], "transport"), _found(game, path[-1], "transport")
    for ship, load in zip(away, loads, strict=False):
        cargo = []
        for space, kind in load:
            cargo.append(_found(game, space, kind)[0])
            game.do(Move(units=(cargo[-1],), path=(space, path[0]), aboard=ship))
        game.do(Move(units=(ship,), path=path))
        game.do(Move(units=tuple(cargo), path=(path[-1], "Gibraltar")))
    if empty:
        game.do(Move(units=tuple(back[:empty]), path=path[::-1]))


def _found(game: Game, space: str, kind: str) -> list[int]:
    here = game.state.within(space)
    return [
        u.id for u in here if u.type == kind and u.owner == "United States" and u.place == space
    ]


@pytest.mark.parametrize(
    ("loads", "result", "said"),
    [
        (_PAIRS, "passed", ""),
        ([((_CENTRE, "infantry"),) * 2] * 3, "passed", ""),
        ([load[:1] for load in _PAIRS * 2], "failed", "6 transports sail"),
        (_PAIRS[:2], "failed", "4 have arrived"),
        ([], "failed", "Nobody has arrived yet"),
    ],
)
def test_six_units_are_shipped_in_three_full_transports(
    loads: list, result: str, said: str
) -> None:
    attempt = a4a.attempt("distance-is-time")
    _ship(attempt.game, loads)
    verdict = attempt.finish()
    assert verdict.result == result
    assert said in verdict.deviation
    assert bool(said) == bool(verdict.deviation)


@pytest.mark.parametrize(
    ("loads", "empty", "met"),
    [
        (_PAIRS, 8, [True, True]),
        (_PAIRS, 6, [True, False]),
        (_PAIRS[:2], 8, [False, True]),
        ([], 0, [False, False]),
    ],
)
def test_a_stream_needs_ships_at_both_ends(loads: list, empty: int, met: list[bool]) -> None:
    attempt = a4a.attempt("distance-is-time")
    attempt.finish()
    attempt.go_to(1)
    _ship(attempt.game, loads, empty=empty)
    verdict = attempt.finish()
    assert [part.met for part in verdict.finding.parts] == met
    assert verdict.result == ("passed" if all(met) else "failed")


_WAYS = ("Morocco", "Normandy/Bordeaux", "Southern Italy", "Egypt")


@pytest.mark.parametrize(
    ("answers", "right"),
    [
        ((_WAYS, 3, 21, "6", 87, 41), 6),
        ((_WAYS, 3, 21, "3", 87, 87), 4),
        ((_WAYS[::-1], 0, 0, "12", 0, 100), 0),
    ],
)
def test_the_quiz_on_distance_asks_for_what_the_board_counts(
    answers: tuple[object, ...], right: int
) -> None:
    attempt = a4a.attempt("distance-quiz")
    asked = ("ways", "ships", "worth", "stream", "uncovered", "covered")
    found = [attempt.answer(*given).met for given in zip(asked, answers, strict=True)]
    assert found.count(True) == right


def test_the_ways_of_the_quiz_are_as_long_as_it_says() -> None:
    board = a4a.dataset("global1940").board
    sailed = board.reachable("sea zone 101", passable=lambda border, _: board.by_ship(border))
    zones = [
        min(sailed[sea] for sea in board.neighbours(way) if sea in board.seas) for way in _WAYS
    ]
    assert zones == sorted(set(zones))
