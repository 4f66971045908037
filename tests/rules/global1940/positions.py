"""Positions for tests of Global 1940: the helpers of the family's tests, with its own board.

What is not special to it comes from `tests.rules.areas.positions` (`ids`, `one`, `run_of`,
`of_kind`) and `tests.rules.areas.moves` (`order`, `go`).
"""

from __future__ import annotations

from functools import partial
from pathlib import Path

from a4a.core.errors import RuleViolation
from a4a.rules.areas.orders import EndPhase
from a4a.rules.areas.system import System
from a4a.rules.game import Game
from a4a.rules.order import Order
from tests.rules import retold
from tests.rules.areas import positions
from tests.rules.areas.moves import go, order
from tests.rules.areas.positions import ids, of_kind, one, run_of

__all__ = ["GLOBAL", "SYSTEM", "finish_phase", "go", "ids", "of_kind", "on_file", "one", "order"]
__all__ += ["played", "position", "refused", "rules", "run_of", "war"]

GLOBAL = "global1940"
GOLDEN = Path(__file__).parent / "refusals.txt"

rules = partial(positions.rules, system=GLOBAL)
position = partial(positions.position, game=GLOBAL)
SYSTEM = rules().game


def played() -> System:
    """The data of the game that is played."""
    return rules().game


def war(*pairs: tuple[str, str]) -> dict[tuple[str, str], str]:
    """Relations for `position`: these pairs of powers are at war."""
    return dict.fromkeys(pairs, "war")


def refused(game: Game, given: Order, rule: str) -> RuleViolation:
    """Assert that an order is refused by a rule in the words on file; nothing has changed then."""
    error = positions.refused(game, given, GOLDEN)
    assert error.rule == retold.cited(rule), str(error)
    return error


def on_file(refusal: RuleViolation) -> RuleViolation:
    """A refusal whose words are on file."""
    return positions.on_file(refusal, GOLDEN)


def finish_phase(game: Game, *, until: str = "") -> None:
    """End phases of the power whose turn it is: one, or all until one of this name is on."""
    game.do(EndPhase())
    while until and game.state.phase != until:
        game.do(EndPhase())
