"""Counting what can be built in The War Game: the rules allow what a naive enumerator finds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.rules.systems.wargame1942.orders import Build
from a4a.rules.systems.wargame1942.production.building import Builder
from tests import depth
from tests.rules.wargame1942.built import MOST, Yards
from tests.rules.wargame1942.empty import rules
from tests.rules.wargame1942.standing import BUILD, Board, Turn


def soviets() -> Board:
    """A major factory, a minor one that could grow, allies in land, enemies at sea."""
    board = Board("U.S.S.R.", money={"U.S.S.R.": 300}, control={"Ukraine": "U.S.S.R."})
    board.put("Leningrad", "U.S.S.R.", "major factory")
    board.put("Caucasus", "U.S.S.R.", "minor factory")
    board.put("Kazakhstan", "U.K.", "infantry")
    board.put("Leningrad Sea Zone", "Germany", "transport")
    return board


def germans() -> Board:
    """Factories in occupied and original land that share zones; enemies in one of them."""
    board = Board("Germany", "Italy", money={"Germany": 200, "Italy": 20})
    board.put("Germany", "Germany", "major factory")
    board.put("France", "Germany", "major factory")
    board.put("Belgium", "Germany", "minor factory")
    board.put("Denmark Sea Zone", "U.K.", "submarine")
    board.put("North Sea", "Italy", "aircraft carrier")
    return board


def britain() -> Board:
    """Carriers with room, or none, beside factories; little money."""
    board = Board("U.K.", "France", money={"U.K.": 60})
    board.put("Great Britain", "U.K.", "major factory")
    board.put("New South Wales", "U.K.", "minor factory")
    board.put("North Sea", "U.K.", "aircraft carrier")
    board.put("North Sea", "U.K.", "fighter")
    board.put("Queensland Sea Zone", "U.K.", "aircraft carrier")
    board.put("Queensland Sea Zone", "U.K.", "fighter", 2)
    return board


def japan() -> Board:
    """Two factories beside a zone, one of them minor."""
    board = Board("Japan", money={"Japan": 500})
    board.put("Manchuria", "Japan", "minor factory")
    board.put("Korea", "Japan", "major factory")
    return board


POSITIONS = (soviets, germans, britain, japan)


def allowed(state: State, power: str, order: Build) -> bool:
    """Whether the rules let something be built."""
    try:
        Builder(rules().game, state, power).check(order)
    except RuleViolation:
        return False
    return True


def check(turn: Turn, power: str) -> list[Build]:
    """Assert that rules and book allow the same, and offer it; what they allow."""
    yards = Yards(turn.state, power)
    legal = []
    builder = Builder(rules().game, turn.state, power)
    most: dict[tuple[str, str], int] = {}
    for order in yards.orders():
        may = yards.may(order)
        ((kind, number),) = order.units.items()
        if may:
            legal.append(order)
            most[kind, order.space] = number
        fault = builder.fault(order)
        if may or fault is None:
            assert allowed(turn.state, power, order) == may, f"{order}: the book {may}, {fault}"
    found = Builder(rules().game, turn.state, power).offers()
    assert {key: min(n, MOST) for key, n in found.items()} == most
    return legal


@pytest.mark.soak
@pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.__name__)
def test_what_is_built_and_what_can_be_built_after_it(position: Callable[[], Board]) -> None:
    board = position()
    for power in board.force:
        legal = check(board.enter(BUILD), power)
        step = max(1, len(legal) // depth.number(1, deep=30))
        for order in legal[step // 2 :: step]:
            turn = board.enter(BUILD)
            turn.game.do(Build(order.units, order.space, power=power))
            check(turn, power)
