"""Where a position that is set up by hand begins: at a start, or at a node of a game."""

from __future__ import annotations

from pathlib import Path

import msgspec

from a4a.boards import start
from a4a.core.dice import ScriptedDice
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import Header, NodeId
from a4a.editing.position import PositionEditor
from a4a.rules import rules_of
from a4a.rules.account import account_of
from a4a.rules.run import Run
from a4a.rules.systems import comes_with_a4a, recorded_options, ruleset


def position(
    system: str | Path | GameRecord,
    *,
    node: NodeId | None = None,
    rules: str | Path | None = None,
) -> PositionEditor:
    """Set up a position: from the start of a game, or from any node of a recorded one.

    Parameters
    ----------
    system
        A system's name, the folder of a mod, or a record.
    node
        The node of the record; the end of its main line if None.
    rules
        The folder of the mod that the record is played by.

    Raises
    ------
    A4AError
        If there is no such system; if something is open at the node, as a battle: the message
        names the nearest node where nothing is.

    Examples
    --------
    >>> p = position("global1940").take("Germany", "infantry", 2, at="Poland")
    >>> p.undo().changes
    ()
    """
    if isinstance(system, GameRecord):
        return _from_record(system, node, rules)
    if node is not None or rules is not None:
        raise A4AError("node= and rules= are for recorded games")
    if not isinstance(system, str | Path):
        raise A4AError(
            "a position is set up from a system's name, the folder of a mod or a record, not from "
            f"a {type(system).__name__}"
        )
    found = ruleset(system)
    begun = start(system)
    header = msgspec.structs.replace(begun.header, options=found.start().header.options)
    at = system if isinstance(system, Path) or comes_with_a4a(system) else Path(system)
    return PositionEditor(header, begun.state_at(0), rules=found, system=at)


def _from_record(
    record: GameRecord, node: NodeId | None, folder: str | Path | None
) -> PositionEditor:
    """Set up a position from a node of a recorded game."""
    here = record.last if node is None else node
    state = record.state_at(here)
    if not state.settled:
        near = record.nearest_settled(here)
        raise A4AError(f"node {here} is in the middle of something ({state.unsettled}); node "
                       f"{near} is the nearest before it that is not")  # fmt: skip
    system: str | Path = record.header.system if folder is None else Path(folder)
    header = Header(system=record.header.system, title=record.header.title,
                    players=record.header.players)  # fmt: skip
    try:
        found = rules_of(record, rules=folder)
    except A4AError:
        return PositionEditor(header, state, rules=None, system=system)
    options = recorded_options(system, record.header.options)
    header = msgspec.structs.replace(header, options=options)
    if (account := account_of(record, here)) is not None:
        run = Run(state, ScriptedDice([]))
        found.take_up(run, account)
        state = run.state
    return PositionEditor(header, state, rules=found, system=system)
