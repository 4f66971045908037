"""A position of an example, set up by hand on an empty board, and the dice that are told of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import a4a
from a4a.core.dice import ScriptedDice
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.core.variations import Rename
from tools.playing import counted
from tools.wargame1942_games.table import Table

ROUND = 6
"""The game turn in which the examples are set, the first of the game."""
Forces = Mapping[str, Mapping[str, str]]
"""Units by power and by where they stand; those "aboard" follow a ship's type: "X / transport"."""


def set_up(
    title: str, turn: str, forces: Forces, *, own: Mapping[str, str] | None = None
) -> GameRecord:
    """Return a record that begins in Combat Orders of a power's turn, with these units alone.

    Parameters
    ----------
    title
        What the game is called.
    turn
        Whose turn it is.
    forces
        The units; "damaged battleship" is one that has been hit, "Hawaii Sea Zone / transport" a
        place aboard.
    own
        Land that is not held as at the start, by its controller.
    """
    editor = a4a.position("wargame1942").clear()
    for space, power in (own or {}).items():
        editor.own(space, power)
    for power, places in forces.items():
        for place, units in places.items():
            space, _, ship = place.partition(" / ")
            for number, kind in counted(units):
                whole = kind.removeprefix("damaged ")
                editor.put(
                    power, whole, number, at=space, damage=int(whole != kind), aboard=ship or None
                )
    return editor.turn(turn, "Combat Orders", round=ROUND).record(title=title)


def table(record: GameRecord, dice: Sequence[int], *, node: NodeId | None = None) -> Table:
    """Return a table at which a game goes on from a node, with dice that fall as told."""
    return Table(a4a.new_game(record, node=node, dice=ScriptedDice(dice)))


def name_variation(record: GameRecord, node: NodeId, name: str) -> None:
    """Name the last variation that begins at a node."""
    record.do(Rename(first=record.children(node)[-1], name=name))
