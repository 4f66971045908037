"""How a library keeps a game: as a record; as orders and dice; or as the seed it was played from.

A game that programs played under rules that come with a4a needs no record: its orders, given again
with the same dice, cause it again. What comes of it is held against the id, so that other rules do
not pass off another game as this one.
"""

from __future__ import annotations

import gzip
import zlib
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
from a4a.libraries.identity import chain_of
from a4a.libraries.match import Match
from a4a.players import PLAYERS, player
from a4a.rules import new_game
from a4a.rules.order import read

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


class _Orders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game as its orders and the faces of its dice."""

    system: str
    options: dict[str, Value]
    given: tuple[_Given, ...]
    faces: tuple[int, ...]
    reader: str


def as_orders(record: GameRecord) -> bytes:
    """Return a game that was played from its start as its orders and dice.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("europe1940")
    >>> game.let(a4a.player("random"), until="phase")
    >>> len(as_orders(game.record)) < 1000
    True
    """
    steps = [record.steps[node] for node in record.line(MAIN) if node in record.steps]
    orders = _Orders(
        record.header.system,
        record.header.options,
        tuple(_Given(step.order, step.author) for step in steps if step.order is not None),
        tuple(
            die.face
            for step in steps
            for event in step.events
            if isinstance(event, Rolled)
            for die in event.dice
        ),
        __version__,
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
        __version__,
    )  # fmt: skip
    return msgspec.json.encode(seeded)


def reopened(kept: str, data: bytes, *, game: str) -> GameRecord:
    """Return a game from what is kept of it.

    Parameters
    ----------
    kept
        How it is kept.
    data
        What is kept.
    game
        Its id.

    Raises
    ------
    RecordError
        If it is damaged; if these rules refuse its orders, or make another game of them.
    """
    if kept == "record":
        return read_record(data, name=f"{game}.a4a")
    if kept == "orders":
        record, reader = _obeyed(data, game)
    elif kept == "seed":
        record, reader = _played(data, game)
    else:
        raise RecordError(f"{game} is kept as {kept[:80]!r}, which this a4a does not know")
    whole = frames({"game": record}).along()
    if f"{chain_of(whole, record.header)[-1]:016x}" != game:
        raise _other_rules(game, reader, "it becomes another game")
    return record


def _obeyed(data: bytes, game: str) -> tuple[GameRecord, str]:
    """Give the orders of a game again."""
    orders = _read(data, _Orders, game)
    try:
        dice = ScriptedDice(orders.faces)
        played = new_game(orders.system, options=orders.options, dice=dice)
        kinds = dict(played.ruleset.orders)
        for given in orders.given:
            played.do(read(given.order, kinds), author=given.author)
    except A4AError as error:
        raise _other_rules(game, orders.reader, str(error)) from None
    return played.record, orders.reader


def _played(data: bytes, game: str) -> tuple[GameRecord, str]:
    """Play a game again."""
    seeded = _read(data, _Seeded, game)
    players = []
    for power, (name, version, parameters) in seeded.players.items():
        try:
            one = player(name, seed=0, **cast("dict[str, Any]", parameters))
        except A4AError as error:
            raise _other_rules(game, seeded.reader, str(error)) from None
        if one.version != version:
            what = f"its player {name!r} was of version {version} and is of version {one.version}"
            raise _other_rules(game, seeded.reader, what)
        players.append((power, one))
    match = Match(
        system=seeded.system, options=seeded.options, players=tuple(players), rounds=seeded.rounds,
        seed=seeded.seed,
    )  # fmt: skip
    try:
        record, _ = match.play(seeded.number)
    except A4AError as error:
        raise _other_rules(game, seeded.reader, str(error)) from None
    return record, seeded.reader


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
