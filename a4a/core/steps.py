"""Steps: the entries of a record's tree, each with the events it caused; and a record's header."""

from __future__ import annotations

from typing import Any, Final, Literal, TypeAlias

import msgspec

from a4a.core.events import AnyEvent, Value
from a4a.core.numbers import Whole

Cause = Literal["order", "engine", "edit", "bid", "import"]
NodeId: TypeAlias = Whole
ROOT: NodeId = 0
"""The node before the first step: the start position."""


class WrittenOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """What a player wanted, as the rules kernel wrote it down.

    Parameters
    ----------
    kind
        The typed order's name in its system.
    fields
        The order's fields as plain JSON values.
    """

    kind: str
    fields: dict[str, Any]


Order = WrittenOrder
"""The old name of `WrittenOrder`."""


class Step(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    kw_only=True,
    gc=False,
):
    """One entry of the record: who did what, and what it caused.

    Parameters
    ----------
    id
        The node after this step; positive, permanent, never used again.
    parent
        The node it was done from.
    events
        What it caused, in order.
    actors
        The powers that acted.
    cause
        An order, the engine itself, an edit of the game, a bid, or a step read from another
        program's log, which does not say who caused it.
    order
        The order, if there was one and it is known.
    sequence
        Whether the order of the events inside is ``exact``, or ``reconstructed`` from a log
        that does not keep it.
    text
        The step in the words of the program that wrote it, or "". Plain text, never HTML.
    author
        Who decided, where a program did: "random 2 (seed 3)"; or "".
    """

    id: NodeId
    parent: NodeId
    events: tuple[AnyEvent, ...]
    actors: tuple[str, ...] = ()
    cause: Cause = "order"
    order: WrittenOrder | None = None
    sequence: Literal["exact", "reconstructed"] = "exact"
    text: str = ""
    author: str = ""


TABLE: Final = "a table"
"""The program of a record that people wrote down: what they left out is not known."""


class Source(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where a record comes from: program (or `TABLE`), its version, the game's and file's name."""

    program: str = "a4a"
    version: str = ""
    game: str = ""
    file: str = ""


class Header(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """What a record says about itself.

    Parameters
    ----------
    system
        The game system: ``"global1940"``.
    title
        Name of this game, or "".
    options
        Rules options it is played with.
    players
        Player's name by power.
    source
        Where it comes from.
    warnings
        What a reader could not understand, and how often it occurred.
    """

    system: str
    title: str = ""
    options: dict[str, Value] = {}
    players: dict[str, str] = {}
    source: Source = Source()
    warnings: dict[str, Whole] = {}


class Time(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """When a node is in the game.

    Parameters
    ----------
    node
        The node.
    line
        ``"main"`` or the variation's name.
    round, label
        The round and its season's name; 0 before the first.
    turn
        Turns begun so far on this line.
    powers
        Whose turn it is.
    phase
        The phase, or "".
    """

    node: NodeId
    line: str
    round: int
    label: str
    turn: int
    powers: tuple[str, ...]
    phase: str
