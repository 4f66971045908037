"""How a library keeps a game: as a record; as orders and dice; or as the seed it was played from.

A game that programs played needs no record: its orders, given again with the same dice, cause it
again from the same start. What comes of it is held against its links, so that other rules do not
pass off another game as this one. The record that many games began from is kept once.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Sequence
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, TypeVar, cast

import msgspec

from a4a._version import __version__
from a4a.core.dice import ScriptedDice
from a4a.core.errors import A4AError, RecordError
from a4a.core.events import Rolled, Value
from a4a.core.record import MAIN, GameRecord
from a4a.core.steps import WrittenOrder
from a4a.frames.tables import frames
from a4a.importers.opening import read_record
from a4a.libraries.identity import Link, chain_of, named
from a4a.libraries.match import Match, begun
from a4a.players import PLAYERS, player
from a4a.rules.order import read
from a4a.rules.systems import comes_with_a4a

Kept: TypeAlias = Literal["record", "orders", "seed"]

_Kind = TypeVar("_Kind", bound=msgspec.Struct)

_GZIP: Final = b"\x1f\x8b"
_MOST_BYTES: Final = 256 * 2**20
"""Most bytes of what is kept of a game, unpacked."""


class _Given(msgspec.Struct, frozen=True, array_like=True):
    """An order that was given, and who decided."""

    order: WrittenOrder
    author: str


class _Seeded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as what plays it again: by power the name, version and parameters of each player."""

    system: str
    options: dict[str, Value]
    players: dict[str, tuple[str, int, dict[str, Value]]]
    rounds: int
    seed: int
    number: int
    reader: str
    start: str = ""


class _Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as its orders and the faces of its dice."""

    system: str
    options: dict[str, Value]
    given: tuple[_Given, ...]
    faces: tuple[int, ...]
    reader: str
    start: str = ""


def as_orders(match: Match, record: GameRecord) -> bytes:
    """Return a game of a match as its orders and dice.

    Examples
    --------
    >>> import a4a
    >>> players = (("", a4a.player("random")),)
    >>> match = Match(system="europe1940", players=players, rounds=1, seed=8)
    >>> record, _ = match.play(0)
    >>> len(as_orders(match, record)) < len(a4a.store.dumps(record)) / 5
    True
    """
    line = [record.steps[node] for node in record.line(MAIN) if node in record.steps]
    steps = [step for step in line if step.id > match.used]
    orders = _Orders(
        match.system,
        {} if match.start else record.header.options,
        tuple(_Given(step.order, step.author) for step in steps if step.order is not None),
        tuple(
            die.face
            for step in steps
            for event in step.events
            if isinstance(event, Rolled)
            for die in event.dice
        ),
        __version__,
        named(match.start),
    )
    return gzip.compress(msgspec.json.encode(orders), compresslevel=9, mtime=0)


def as_seed(match: Match, number: int) -> bytes:
    """Return a game of a match as no more than what plays it again.

    Raises
    ------
    A4AError
        If one of its players does not come with a4a.
    """
    players = {}
    for name, one in match.players:
        if PLAYERS.get(one.name) is not type(one):
            raise A4AError(f"{one.name!r} does not come with a4a: keep such games as orders")
        players[name] = (one.name, one.version, {**one.parameters})
    seeded = _Seeded(
        match.system, dict(match.options or {}), players, match.rounds, match.seed, number,
        __version__, named(match.start),
    )  # fmt: skip
    return msgspec.json.encode(seeded)


def reopened(
    kept: str,
    data: bytes,
    *,
    game: str,
    chain: Sequence[Link],
    starts: Callable[[str], bytes],
    rules: str | Path | None = None,
) -> GameRecord:
    """Return a game from what is kept of it.

    Parameters
    ----------
    kept
        How it is kept.
    data
        What is kept.
    game
        Its id.
    chain
        Its links.
    starts
        Reads the record that games began from, by its name.
    rules
        The folder of the mod that it was played by, if it lies elsewhere now.

    Raises
    ------
    RecordError
        If it is damaged; if these rules refuse its orders, or make another game of them.
    A4AError
        If the mod is not where it was.
    """
    if kept == "record":
        return read_record(data, name=f"{game}.a4a")
    if kept == "orders":
        told: _Orders | _Seeded = _read(data, _Orders, game)
    elif kept == "seed":
        told = _read(data, _Seeded, game)
    else:
        raise RecordError(f"{game} is kept as {kept[:80]!r}, which this a4a does not know")
    system = _lying(game, told.system, rules)
    start = starts(told.start) if told.start else b""
    try:
        if isinstance(told, _Orders):
            record = _obeyed(told, system, start)
        else:
            record = _played(told, system, start)
    except A4AError as error:
        raise _other_rules(game, told.reader, str(error)) from None
    whole = frames({"game": record}).along()
    links = chain_of(whole, record.header)
    if links != tuple(chain):
        pairs = zip_longest(links, chain)
        turn = next(i for i, (now, then) in enumerate(pairs) if now != then)
        where = f"turn {turn} goes another way" if turn else "it begins otherwise"
        raise _other_rules(game, told.reader, f"it becomes another game: {where}")
    return record


def start_of(kept: str, data: bytes, game: str) -> str:
    """Return the name of the record that a game began from; "" for the start of its system.

    Raises
    ------
    RecordError
        If what is kept of it is damaged.
    """
    if kept == "orders":
        return _read(data, _Orders, game).start
    return _read(data, _Seeded, game).start if kept == "seed" else ""


def _lying(game: str, system: str, rules: str | Path | None) -> str:
    """Where the rules of a game are: the name of a system, or a folder that is there."""
    if comes_with_a4a(system):
        return system
    folder = Path(system if rules is None else rules)
    if not folder.is_dir():
        raise A4AError(
            f"{game} was played by the mod in {system[:200]!r}, which is not there: give its "
            "folder (rules=)"
        )
    return str(folder)


def _obeyed(orders: _Orders, system: str, start: bytes) -> GameRecord:
    """Give the orders of a game again."""
    dice = ScriptedDice(orders.faces)
    game = begun(system, start, options=None if start else orders.options, dice=dice)
    kinds = dict(game.ruleset.orders)
    for given in orders.given:
        game.do(read(given.order, kinds), author=given.author)
    return game.record


def _played(seeded: _Seeded, system: str, start: bytes) -> GameRecord:
    """Play a game again."""
    players = []
    for power, (name, version, parameters) in seeded.players.items():
        one = player(name, seed=0, **cast("dict[str, Any]", parameters))
        if one.version != version:
            raise A4AError(
                f"its player {name!r} was of version {version} and is of version {one.version}"
            )
        players.append((power, one))
    match = Match(
        system=system, start=start, options=None if start else seeded.options,
        players=tuple(players), rounds=seeded.rounds, seed=seeded.seed,
    )  # fmt: skip
    return match.play(seeded.number)[0]


def _other_rules(game: str, reader: str, why: str) -> RecordError:
    return RecordError(
        f"{game} was played under the rules of a4a {reader[:80]}; those of a4a {__version__} do "
        f"not play it again: {why}"
    )


def _read(data: bytes, kind: type[_Kind], game: str) -> _Kind:
    try:
        unpacker = zlib.decompressobj(wbits=31)
        text = unpacker.decompress(data, _MOST_BYTES) if data[:2] == _GZIP else data
        if data[:2] == _GZIP and not unpacker.eof:
            raise RecordError(f"{game} is cut short, or more than {_MOST_BYTES} bytes")
        return msgspec.json.decode(text, type=kind)
    except (zlib.error, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise RecordError(f"{game} is damaged: {error}") from None
