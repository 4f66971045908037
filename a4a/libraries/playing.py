"""Playing games into a library: programs against each other, a thousand times."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias, get_args

from a4a.core.catalog import Catalog
from a4a.core.english import either_of
from a4a.core.errors import A4AError
from a4a.core.events import Value
from a4a.core.record import MAIN, GameRecord
from a4a.core.steps import NodeId
from a4a.lessons.parts import copied
from a4a.libraries.added import Added
from a4a.libraries.entry import Origin, entry_of
from a4a.libraries.keeping import Kept, as_orders, as_seed
from a4a.libraries.library import Library, library
from a4a.libraries.match import EVERYBODY, Match
from a4a.libraries.parcels import Parcel, Sent, parcel_of
from a4a.libraries.progress import Show
from a4a.libraries.workers import Workers
from a4a.players import Player, player
from a4a.rules.systems import comes_with_a4a
from a4a.store import dumps

Who: TypeAlias = str | Player
"""A player, or the name of one that comes with a4a."""
Players: TypeAlias = Who | Sequence[Who] | Mapping[str, Who]
"""Who decides: one for all, one for each side in their order, or by the name of side or power."""

ROUNDS: Final = 15
"""Rounds that are played at most, unless others are asked for."""


def play(
    system: str | Path | GameRecord,
    *,
    games: int,
    into: Library | str | os.PathLike[str],
    players: Players = "greedy",
    seed: int = 0,
    rounds: int = ROUNDS,
    options: Mapping[str, Value] | None = None,
    node: NodeId | None = None,
    rules: str | Path | None = None,
    keep: Kept | None = None,
    workers: Workers = None,
    show: Show = "auto",
) -> Added:
    """Let programs play games, and add them to a library.

    The same call gives the same games, whatever the number of workers, and passes over those that
    are there; so a call that was interrupted is given again. A game ends by its rules, after its
    last round, when a turn has taken 5,000 orders, or when a player finds no answer; the column
    ``how`` says which.

    Parameters
    ----------
    system
        A system's name, the folder of a mod, or a record that is gone on with.
    games
        How many games.
    into
        The library, or its folder.
    players
        Who decides: a player or its name for all, several for the sides in their order, or by the
        name of a power or side. A player of your own is a `Player` in a module that can be
        imported. Each game gives the players its own seed.
    seed
        The seed of all games: that of each is made from it and the game's number.
    rounds
        How many rounds are played at most, with that in which the game begins.
    options
        Options of new games, by name.
    node
        Where to go on in a record: its end if None.
    rules
        The folder of the mod that a record is played by.
    keep
        "orders" keeps orders and dice, a tenth of a record; "seed" no more than what plays the game
        again under the same rules and players. Neither opens under other rules, and games of a mod
        need its folder. "record", the whole record, always opens; it is the usual for mods, whose
        rules change under their makers' hands, "orders" for all else.
    workers, show
        As for `Library.add`.

    Returns
    -------
    Added
        How many games are new.

    Raises
    ------
    A4AError
        If there is no such system, player or option, or the games cannot be kept so.

    Examples
    --------
    >>> import tempfile
    >>> lib = library(tempfile.mkdtemp())
    >>> play("europe1940", games=2, into=lib, players="random", rounds=1, seed=7, workers=1).added
    2
    >>> lib.games.select("system", "rounds", "how").collect().rows()
    [('europe1940', 1, 'round'), ('europe1940', 1, 'round')]
    """
    shelf = into if isinstance(into, Library) else library(into)
    match = _match(system, players, seed, rounds, options, node, rules)
    kept: Kept = _kept(match, keep)
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise A4AError(f"games={games!r}: how many games are to be played?")
    return shelf.take(
        (
            Sent(f"game {n} of seed {seed}", "", digest=match.digest(n), number=n)
            for n in range(games)
        ),
        partial(play_one, match, kept),
        total=games,
        what="Playing games",
        workers=workers,
        show=show,
        start=b"" if kept == "record" else match.start,
    )


def play_one(match: Match, kept: Kept, work: Sent) -> Parcel:
    """Play a game of a match: what a worker does."""
    number = work.number
    try:
        record, how = match.play(number)
        origin = Origin("played", seed=str(match.seed_of(number)), how=how)
        entry = entry_of(record, origin)
    except A4AError as error:
        return Parcel(error=f"game {number}: {error}")
    if kept == "seed":
        data = as_seed(match, number)
    else:
        data = as_orders(match, record) if kept == "orders" else dumps(record)
    return parcel_of(entry, match.system, data, kept=kept)


def _match(
    system: str | Path | GameRecord,
    players: Players,
    seed: int,
    rounds: int,
    options: Mapping[str, Value] | None,
    node: NodeId | None,
    rules: str | Path | None,
) -> Match:
    """Return what is to be played; A4AError for what cannot be."""
    if isinstance(system, GameRecord):
        if options is not None:
            raise A4AError("a recorded game has its options; they cannot be chosen again")
        end = system.line(MAIN)[-1] if node is None else node
        begin = copied(system, system.way_to(end))
        name = system.header.system if rules is None else _folder(rules)
        start, used = dumps(begin), begin.used
    elif node is not None or rules is not None:
        raise A4AError("node= and rules= are for a record that is gone on with")
    else:
        start, used = b"", 0
        name = str(system) if comes_with_a4a(str(system)) else _folder(system)
    match = Match(
        system=name, start=start, used=used, options=options, players=(), rounds=rounds, seed=seed
    )
    game = match.begin(0)  # says what is wrong, before any worker is asked
    return replace(match, players=_players(players, game.record.catalog))


def _folder(mod: str | Path) -> str:
    """A mod's folder, wherever the library is opened from; a name that is none stays as it is."""
    folder = Path(mod)
    return str(folder.resolve()) if folder.is_dir() else str(mod)


def _players(players: Players, catalog: Catalog) -> tuple[tuple[str, Player], ...]:
    """Who decides for each power, and for all others."""
    if isinstance(players, str | Player):
        return ((EVERYBODY, _player(players)),)
    if not isinstance(players, Mapping | Sequence):
        what = type(players).__name__
        raise A4AError(f"a player is a name or a Player, or there are several; not a {what}")
    if not isinstance(players, Mapping):
        several = list(players)
        if len(several) != len(catalog.sides):
            raise A4AError(
                f"{len(several)} players for {len(catalog.sides)} sides: give one for each of "
                f"{', '.join(catalog.sides)}, or name the powers, or give one for all"
            )
        players = dict(zip(catalog.sides, several, strict=True))
    found: dict[str, Player] = {}
    for name, who in players.items():
        of_side = [p.name for p in catalog.powers if p.side == name]
        for power in of_side or [catalog.power(name).name]:
            if not of_side or power not in players:
                found[power] = _player(who)
    left = [p.name for p in catalog.powers if p.playable and p.name not in found]
    if left:
        raise A4AError(f"nobody decides for {', '.join(left)}: name a player for them, or for all")
    return ((EVERYBODY, next(iter(found.values()))), *found.items())


def _player(who: Who) -> Player:
    if isinstance(who, Player):
        return who
    if not isinstance(who, str):
        raise A4AError(f"a player is a name or a Player, not a {type(who).__name__}")
    return player(who)


def _kept(match: Match, keep: Kept | None) -> Kept:
    """How games of a match are kept; A4AError where that cannot be."""
    if keep is None:
        return "orders" if comes_with_a4a(match.system) else "record"
    if keep not in get_args(Kept):
        raise A4AError(f"keep={keep!r}: a game is kept as {either_of(get_args(Kept))}")
    if keep == "seed":
        as_seed(match, 0)  # says which player cannot be kept so
    return keep
