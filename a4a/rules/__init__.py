"""The rules: a kernel that knows no particular game, and a package for each family of systems.

The package itself can be called, as ``a4a.rules("europe1940")``, for a frame of a system's rules.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from a4a.core.dice import Dice, SeededDice
from a4a.core.errors import A4AError
from a4a.core.events import Value
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.rules.decision import Decision
from a4a.rules.game import Game, replay
from a4a.rules.order import Order
from a4a.rules.ruleset import Ruleset
from a4a.rules.systems import recorded_options, ruleset

if TYPE_CHECKING:
    import polars as pl

__all__ = ["Decision", "Game", "Order", "new_game", "replay", "resume", "rules_of", "ruleset"]


def new_game(
    system: str | GameRecord,
    *,
    node: NodeId | None = None,
    options: Mapping[str, Value] | None = None,
    dice: Dice | None = None,
) -> Game:
    """Begin a game by its rules, or go on with a recorded one.

    Parameters
    ----------
    system
        The system's name, or the record of a game to go on with. Steps are added to that record.
    node
        Where to go on in a record: the end of its main line if None. From a node that others
        follow, a variation begins.
    options
        Options of a new game by name; a recorded one has its own.
    dice
        Where rolls come from; dice of an unknown seed if None.

    Raises
    ------
    A4AError
        If the system cannot be played, or has no such option; if a record's board is not the
        system's.
    RecordError
        If the node is not settled; the message names the nearest settled one.

    Examples
    --------
    >>> game = new_game("europe1940", dice=SeededDice(1940))
    >>> game.decision.powers, game.decision.kind
    (('Germany',), 'purchase')
    """
    if not isinstance(system, (str, GameRecord)):
        raise A4AError(
            f"a game is made of a system's name or of a record, not of a {type(system).__name__}"
        )
    rolls = SeededDice(random.SystemRandom().getrandbits(64)) if dice is None else dice
    if isinstance(system, str):
        if node is not None:
            raise A4AError("a new game begins at its start; a node is for recorded games")
        return Game(ruleset(system, options), dice=rolls)
    if options is not None:
        raise A4AError("a recorded game has its options; they cannot be chosen again")
    return Game(rules_of(system), dice=rolls, record=system, node=node)


def rules_of(record: GameRecord) -> Ruleset:
    """Return the rules that a record is played by; options the rules do not know do not count.

    Raises
    ------
    A4AError
        If the record's system cannot be played, or its board is not the system's.
    """
    header = record.header
    found = ruleset(header.system, recorded_options(header.system, header.options))
    start = found.start()
    if dict(record.board.index) != dict(start.board.index):
        raise A4AError(
            f"this game is on a board of its own; {header.system} is played on "
            f"{len(start.board.spaces)} spaces, and it has {len(record.board.spaces)}"
        )
    return found


def resume(path: str | Path, *, node: NodeId | None = None, dice: Dice | None = None) -> Game:
    """Go on with a game saved in an ``.a4a`` file, in mid-turn too.

    Parameters
    ----------
    path
        The file.
    node, dice
        As for `new_game`.

    Raises
    ------
    RecordError
        If the file is no record, or is damaged.
    """
    from a4a.store import load

    return new_game(load(path), node=node, dice=dice)


class _Callable(ModuleType):
    """A module that can be called: it returns the rules of a system as a frame."""

    def __call__(self, system: str) -> pl.DataFrame:
        from a4a.rules.table import rules

        return rules(system)


sys.modules[__name__].__class__ = _Callable
