"""Whether the parts of a record fit together: what one part names must exist in another.

Boards and catalogs that come with a4a are checked with their tables (`a4a.boards.check`). Those in
a file may come from anybody; opening one reports what is wrong with it, in one sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from a4a.core import events as ev
from a4a.core.board import Board
from a4a.core.catalog import Catalog
from a4a.core.errors import A4AError, RecordError
from a4a.core.names import Named
from a4a.core.record import GameRecord
from a4a.core.steps import Step


def check_record(record: GameRecord) -> None:
    """Check that a record can be used: every name is known, and every step can have happened.

    Raises
    ------
    RecordError
        If it cannot; the message says what is wrong, where, and what would be right.

    Examples
    --------
    >>> import a4a
    >>> check_record(a4a.start("europe1940"))
    """
    board, catalog = record.board, record.catalog
    check_catalog(catalog)
    check_board(board, catalog)
    record.state_at(0)
    for step in record.steps.values():
        _check_step(step, board, catalog)
    for node in record.steps:
        if not record.children(node):
            record.state_at(node)


# --- the catalog --------------------------------------------------------------------------------


def check_catalog(catalog: Catalog) -> None:
    """Check that a catalog's powers, treasuries, unit types and counters fit each other.

    Raises
    ------
    RecordError
        If they do not.
    """
    if not catalog.powers:
        raise RecordError("the catalog has no powers; a game has at least one")
    if catalog.dice_sides < 1:
        raise RecordError(
            f"the catalog's dice have {catalog.dice_sides} sides; they have at least one"
        )
    _named("power", catalog.powers)
    _named("unit type", catalog.unit_types)
    with _at("the catalog"):
        catalog.find_power("")  # indexing refuses duplicates
        catalog.find_unit_type("")
        catalog.treasuries  # noqa: B018
        for kind in catalog.unit_types:
            for power in (*kind.costs, *kind.upgrades):
                catalog.power(power)
        for counter in catalog.counters:
            if not counter.faces:
                raise RecordError(f"the counter {counter.name!r} has no face")
            catalog.counter(counter.power, counter.name)
            catalog.unit_type(counter.type)


# --- the board ----------------------------------------------------------------------------------


def check_board(board: Board, catalog: Catalog) -> None:
    """Check that a board's borders, theatres and owners are on the board and in the catalog.

    Raises
    ------
    RecordError
        If they are not.
    """
    if not board.spaces:
        raise RecordError("the board has no spaces; a board has at least one")
    _named("space", board.spaces)
    with _at("the board"):
        board.find("")
        for space in board.spaces:
            with _at(f"space {space.name!r}"):
                for power in filter(None, (space.original, *space.capital_of)):
                    catalog.power(power)
    for border in board.borders:
        with _at(f"the board's border of {border.a!r} and {border.b!r}"):
            for name in (border.a, border.b, *border.controllers):
                _exactly(name, board)
    board.neighbours(board.spaces[0].name)  # refuses spaces that border twice
    for kind, parts in (
        ("theatre", board.theatres), ("map", board.maps), ("region", board.regions),
    ):  # fmt: skip
        _named(kind, parts)
        names = [part.name for part in parts]
        for part in parts:
            with _at(f"the board's {kind} {part.name!r}"):
                if names.count(part.name) > 1:
                    raise RecordError(f"there are two {kind}s of this name")
                if not part.spaces:
                    raise RecordError(f"it has no spaces; a {kind} has at least one")
                for name in part.spaces:
                    _exactly(name, board)


def _exactly(name: str, board: Board) -> None:
    """Refuse all but a space's exact name: an alias would be found here and missed elsewhere."""
    if name not in board.index:
        found = board.space(name)
        raise RecordError(f"{name!r} is an alias; the space is named {found.name!r}")


# --- the steps ----------------------------------------------------------------------------------


def _check_step(step: Step, board: Board, catalog: Catalog) -> None:
    """Check the names in a step that the fold does not check."""
    with _at(f"step {step.id}"):
        for power in step.actors:
            catalog.power(power)
    for number, event in enumerate(step.events):
        powers, spaces, types = _names_in(event)
        if powers or spaces or types:
            with _at(f"step {step.id}, event {number}"):
                for power in powers:
                    catalog.power(power)
                for space in spaces:
                    board.space(space)
                for kind in types:
                    catalog.unit_type(kind)
                payer = event.treasury if isinstance(event, ev.Bought) else ""
                if payer and payer not in catalog.treasuries:
                    there = ", ".join(catalog.treasuries) or "none"
                    raise RecordError(f"no treasury {payer!r}; there are {there}")


_Names = tuple[Iterable[str], Iterable[str], Iterable[str]]


def _names_in(event: ev.AnyEvent) -> _Names:
    """The powers, spaces and unit types that an event names and the fold does not check."""
    match event:
        case ev.Bought(power=power, lines=lines):
            return (power,), (), [line.unit_type for line in lines]
        case ev.BattleOpened(participants=parts) | ev.BattleJoined(participants=parts):
            return [p.power for p in parts], [p.origin for p in parts if p.origin is not None], ()
        case ev.Rolled(power=power, dice=dice):
            return (power,), (), {die.unit_type for die in dice if die.unit_type}
        case ev.Asked(powers=powers):
            return powers, (), ()
        case ev.Decided(powers=powers, spaces=spaces):
            return powers, spaces, ()
    return (), (), ()


# --- saying where -------------------------------------------------------------------------------


@contextmanager
def _at(where: str) -> Iterator[None]:
    """Say in an error where it occurred."""
    try:
        yield
    except A4AError as error:
        raise RecordError(f"{where}: {error}") from None


def _named(kind: str, things: Iterable[Named]) -> None:
    """Refuse things without a name."""
    for number, thing in enumerate(things, start=1):
        if not thing.name.strip():
            raise RecordError(f"{kind} {number} has no name")
