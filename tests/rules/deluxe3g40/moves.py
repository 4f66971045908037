"""Positions for tests of movement in 3G40 Deluxe, and moves in them."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from a4a.core.errors import RuleViolation
from a4a.rules.areas.movement.reach import MovePhase, Reach
from a4a.rules.areas.orders import EndPhase
from a4a.rules.game import Game
from a4a.rules.order import Order
from tests.rules.areas import positions
from tests.rules.areas.moves import go, order
from tests.rules.areas.positions import ids, of_kind, one
from tests.rules.deluxe3g40.missions import DELUXE

__all__ = ["COMBAT", "NONCOMBAT", "SYSTEM", "ends", "go", "ids", "of_kind", "one", "order"]
__all__ += ["end", "position", "refused"]

GOLDEN = Path(__file__).parent / "move_refusals.txt"
COMBAT, NONCOMBAT = "Combat Move", "Noncombat Move"
SYSTEM = positions.rules(system=DELUXE).game
position = partial(positions.position, game=DELUXE)


def refused(game: Game, given: Order, rule: str) -> RuleViolation:
    """Assert that an order is refused by a rule in the words on file; nothing has changed then."""
    error = positions.refused(game, given, GOLDEN)
    assert error.rule == rule, str(error)
    return error


def ends(game: Game, units: tuple[int, ...], task: str = "") -> set[str]:
    """Where units can go together, with a task or none, as the helpers list it."""
    phase: MovePhase = "combat" if game.state.phase == COMBAT else "noncombat"
    ways = Reach(SYSTEM).ways(game.state, units, phase=phase)
    return {way.path[-1] for way in ways if way.task == task}


def end(game: Game, *, until: str) -> None:
    """End phases until another is on."""
    while game.state.phase != until:
        game.do(EndPhase())
