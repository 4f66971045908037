"""Giving move orders in tests, and being refused in the words that a file keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from a4a.core.errors import RuleViolation
from a4a.core.events import AnyEvent
from a4a.rules.areas.orders import Move
from a4a.rules.game import Game
from a4a.rules.order import Order
from tests.rules import retold
from tests.rules.areas.positions import ids
from tests.rules.golden import on_file

GOLDEN = Path(__file__).parent / "movement_refusals.txt"


def order(
    game: Game,
    kind: str,
    *path: str,
    count: int = 1,
    aboard: int | None = None,
    task: str = "",
    power: str = "",
) -> Move:
    """The order to move units of a type: "tank", or "tank, mechanized infantry" for one of each."""
    found: list[int] = []
    for name in kind.split(", "):
        units = [i for i in ids(game, path[0], name, power) if i not in found]
        found += units[:count]
    return Move(tuple(found), path, aboard, task)  # type: ignore[arg-type]


def go(
    game: Game,
    kind: str,
    *path: str,
    count: int = 1,
    aboard: int | None = None,
    task: str = "",
    power: str = "",
) -> tuple[AnyEvent, ...]:
    """Move units of a type."""
    return game.do(order(game, kind, *path, count=count, aboard=aboard, task=task, power=power))


def refused(game: Game, given: Order, rule: str) -> RuleViolation:
    """Assert that an order is refused by a rule in the words on file; nothing has changed then."""
    state, node, steps = game.state, game.node, len(game.record)
    with pytest.raises(RuleViolation) as caught:
        game.do(given)
    error = caught.value
    assert error.rule == retold.cited(rule), str(error)
    assert (game.state, game.node, len(game.record)) == (state, node, steps)
    return error if retold.now() else on_file(error, GOLDEN)
