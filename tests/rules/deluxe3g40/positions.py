"""Positions for tests of 3G40 Deluxe: the helpers of the family's tests, with its own board.

What is not special to it comes from `tests.rules.areas.positions` (`ids`, `one`, `run_of`,
`of_kind`) and `tests.rules.areas.moves` (`order`, `go`).
"""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from a4a.core.errors import RuleViolation
from a4a.rules.areas.turns import played_turns
from a4a.rules.game import Game
from a4a.rules.order import Order
from tests.rules.areas import positions
from tests.rules.areas.moves import go, order
from tests.rules.areas.positions import ids, of_kind, one, run_of

__all__ = ["DELUXE", "SYSTEM", "go", "ids", "of_kind", "on_file", "one", "order", "position"]
__all__ += ["refused", "rules", "run_of", "war"]

DELUXE = "deluxe3g40"
GOLDEN = Path(__file__).parent / "refusals.txt"

rules = partial(positions.rules, system=DELUXE)
SYSTEM = rules().game


def position(*, power: str = "Germany", **what: Any) -> Game:
    """A game in the turn of a power and of those that act with it (`positions.position`)."""
    own = next(turn.powers for turn in played_turns(SYSTEM) if power in turn.powers)
    return positions.position(game=DELUXE, power=power, **{"force": own, **what})


def war(*pairs: tuple[str, str]) -> dict[tuple[str, str], str]:
    """Relations for `position`: these pairs of powers are at war."""
    return dict.fromkeys(pairs, "war")


def refused(game: Game, given: Order, rule: str) -> RuleViolation:
    """Assert that an order is refused by a rule in the words on file; nothing has changed then."""
    error = positions.refused(game, given, GOLDEN)
    assert error.rule == rule, str(error)
    return error


def on_file(refusal: RuleViolation) -> RuleViolation:
    """A refusal whose words are on file."""
    return positions.on_file(refusal, GOLDEN)
