"""Whether two records are of one game; and if not, where they first differ."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from a4a.core.errors import RecordError
from a4a.core.record import GameRecord


def check_same_game(mine: GameRecord, theirs: GameRecord) -> None:
    """Refuse two records that are not of one game.

    Raises
    ------
    RecordError
        If their system, options, board, catalog or start differ; the message says where.

    Examples
    --------
    >>> import a4a
    >>> check_same_game(a4a.start("europe1940"), a4a.start("europe1940"))
    >>> check_same_game(a4a.start("europe1940"), a4a.start("global1940"))
    Traceback (most recent call last):
    a4a.core.errors.RecordError: these are records of different games: the system is 'europe1940' \
in the first and 'global1940' in the second
    """
    for where, a, b in (
        ("the system", mine.header.system, theirs.header.system),
        ("the program", mine.header.source.program, theirs.header.source.program),
        ("options", mine.header.options, theirs.header.options),
        ("the board", mine.board, theirs.board),
        ("the catalog", mine.catalog, theirs.catalog),
        ("the start", mine.start, theirs.start),
    ):
        if a != b:
            raise RecordError(f"these are records of different games: {_difference(where, a, b)}")


def _difference(where: str, a: object, b: object) -> str:
    """Say where two values that differ first do."""
    if isinstance(a, msgspec.Struct) and isinstance(b, msgspec.Struct) and type(a) is type(b):
        parts = ((name, getattr(a, name), getattr(b, name)) for name in a.__struct_fields__)
        for name, mine, theirs in parts:
            if mine != theirs:
                return _difference(f"{where}, {name}", mine, theirs)
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        for key in dict.fromkeys((*a, *b)):
            if a.get(key) != b.get(key):
                return _difference(f"{where}, {key}", a.get(key), b.get(key))
    if isinstance(a, tuple) and isinstance(b, tuple):
        return _first_row(where, a, b)
    return f"{where} is {_shown(a)} in the first and {_shown(b)} in the second"


def _first_row(where: str, a: Sequence[object], b: Sequence[object]) -> str:
    """Say where two tables that differ first do."""
    for number, (mine, theirs) in enumerate(zip(a, b, strict=False), start=1):
        if mine != theirs:
            return _difference(f"{where}, {_called(mine, number)}", mine, theirs)
    return f"{where} has {len(a)} rows in the first and {len(b)} in the second"


def _called(row: object, number: int) -> str:
    """What a row of a table is called: by its name, or its id or number."""
    return str(getattr(row, "name", "") or getattr(row, "id", "") or number)


def _shown(value: object) -> str:
    text = "not there" if value is None else repr(value)
    return text if len(text) <= 80 else f"{text[:80]}..."
