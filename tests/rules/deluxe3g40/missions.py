"""Positions for tests of missions: a part of the missions phase that has just begun."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Any

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.english import capitalized
from a4a.core.errors import RuleViolation
from a4a.core.words import describe
from a4a.rules.game import Game
from a4a.rules.order import Order
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.turn.markers import ASSIGNED
from tests.rules.areas import positions
from tests.rules.areas.positions import ids, one

__all__ = ["ids", "one"]

DELUXE = "deluxe3g40"
GERMANY, JAPAN, ITALY = "Germany", "Japan", "Italy"
RUSSIA, AMERICA, CHINA, FRANCE = "Soviet Union", "United States", "China", "France"
UK, COMMONWEALTH = "United Kingdom", "Commonwealth"
GOLDEN = Path(__file__).parent / "mission_refusals.txt"

rules = partial(positions.rules, system=DELUXE)
SYSTEM = rules().game
ALL = SYSTEM.order_of_play
PEACE = {
    (a, b): "neutral"
    for a in SYSTEM.players_of("Axis")
    for b in (*SYSTEM.players_of("Allies"), "Dutch")
}


def war(*pairs: tuple[str, str]) -> dict[tuple[str, str], str]:
    """Relations: these pairs of powers are at war, and no others of the two sides."""
    return {**PEACE, **{(a, b) if (a, b) in PEACE else (b, a): "war" for a, b in pairs}}


def begun(
    part: str,
    *,
    assigned: Iterable[tuple[str, str]] = (),
    dice: Iterable[int] = (),
    enter: bool = True,
    **how: Any,
) -> Game:
    """A game in which a part of the missions phase has begun.

    Parameters
    ----------
    part
        The name of its phase.
    assigned
        Spaces and types of units that have an assignment marker.
    dice
        The faces that come up, in order.
    enter
        Whether the phase has done what happens as it begins.
    how
        As `tests.rules.areas.positions.position`.
    """
    faces = ScriptedDice(dice)
    game = positions.position(
        game=DELUXE, power=UK, phase="Purchase Units", dice=faces, **how
    )  # fmt: skip
    put = [
        ev.UnitsConverted((unit,), "assigned", gained=(ASSIGNED,))
        for space, kind in assigned
        for unit in positions.ids(game, space, kind)
    ]
    run = Run(game.state, faces)
    run.emit(*put, ev.TurnBegan(ALL), ev.PhaseBegan(part))
    phase = rules().phase(run.state)
    assert phase is not None
    if enter and phase.applies(run.state):
        phase.enter(run)
    game.node = game.record.append(run.events, parent=game.node)
    return game


def log(game: Game) -> list[str]:
    """All that has happened, in words."""
    lines = []
    for node in game.record.line()[1:]:
        state = game.record.state_at(game.record.steps[node].parent)
        run = Run(state, ScriptedDice(()))
        for event in game.record.steps[node].events:
            lines.append(capitalized(describe(event, run.state)))
            run.emit(event)
    return lines


def happened(game: Game, kind: type[positions._Event]) -> list[positions._Event]:
    """The events of a kind, in order."""
    line = game.record.line()[1:]
    return positions.of_kind([e for node in line for e in game.record.steps[node].events], kind)


def refused(game: Game, order: Order, rule: str) -> RuleViolation:
    """Assert that an order is refused by a rule, in the words on file."""
    error = positions.refused(game, order, GOLDEN)
    assert error.rule == rule, str(error)
    return error
