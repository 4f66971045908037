"""Moves in tests of 3G40 Deluxe: orders that say which power of the force gives them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from a4a.core.errors import RuleViolation
from a4a.core.events import AnyEvent
from a4a.rules.areas.movement.reach import MovePhase, Reach
from a4a.rules.areas.orders import EndPhase, Move
from a4a.rules.choices import Destination, Moves
from a4a.rules.game import Game
from a4a.rules.order import Order
from tests.rules.areas import positions
from tests.rules.areas.positions import ids
from tests.rules.deluxe3g40.positions import SYSTEM

GOLDEN = Path(__file__).parent / "move_refusals.txt"
COMBAT, NONCOMBAT = "Combat Move", "Noncombat Move"


def by(game: Game, order: Order) -> Order:
    """An order given by the power whose units it moves; others by the first of the force."""
    if order.power or len(game.state.active) == 1:
        return order
    units = game.state.units
    moved = order.units if isinstance(order, Move) else ()
    who = units[moved[0]].owner if moved else game.state.active[0]
    return msgspec.structs.replace(order, power=who)


def do(game: Game, order: Order) -> tuple[AnyEvent, ...]:
    """Give an order."""
    return game.do(by(game, order))


def go(
    game: Game, kind: str, *path: str, count: int = 1, aboard: int | None = None, task: str = ""
) -> tuple[AnyEvent, ...]:
    """Move units of a type, or of several: "light tank, mechanized infantry"."""
    return do(game, march(game, kind, *path, count=count, aboard=aboard, task=task))


def march(
    game: Game, kind: str, *path: str, count: int = 1, aboard: int | None = None, task: str = ""
) -> Move:
    """The order to move units of a type, or so many of each of several."""
    found = tuple(i for name in kind.split(", ") for i in ids(game, path[0], name)[:count])
    return Move(found, path, aboard, task)  # type: ignore[arg-type]


def refused(game: Game, given: Order, rule: str) -> RuleViolation:
    """Assert that an order is refused by a rule in the words on file; nothing has changed then."""
    error = positions.refused(game, by(game, given), GOLDEN)
    assert error.rule == rule, str(error)
    return error


def ends(game: Game, units: tuple[int, ...], task: str = "") -> set[str]:
    """Where units can go together, with a task or none, as the helpers list it."""
    phase: MovePhase = "combat" if game.state.phase == COMBAT else "noncombat"
    power = game.state.unit(units[0]).owner
    ways = Reach(SYSTEM).ways(game.state, units, phase=phase, power=power)
    return {way.path[-1] for way in ways if way.task == task}


def offered(game: Game, units: tuple[int, ...]) -> tuple[Destination, ...]:
    """Where the panel lets units go."""
    power = game.state.unit(units[0]).owner
    forms = [f for f in game.ruleset.choices(game.state) if isinstance(f, Moves)]
    (form,) = (f for f in forms if any(s.power == power for s in f.stacks))
    return form.destinations(units)


def finish(game: Game, *, until: str = "") -> None:
    """Let every power of the force end this phase, and those after it until another is on."""
    phase = ""
    while not phase or (until and game.state.phase != until):
        turn, phase = game.state.turn, game.state.phase
        for power in game.state.active:
            order = EndPhase(phase, power=power)
            if (game.state.turn, game.state.phase) == (turn, phase) and game.can(order):
                game.do(order)
        assert (game.state.turn, game.state.phase) != (turn, phase), f"{phase} does not end"
