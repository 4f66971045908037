"""Adding games to a library: workers read, one writer writes."""

from __future__ import annotations

import hashlib
import os
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import msgspec
import polars as pl

from a4a._version import __version__
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.libraries.beginnings import Opening, nearest, openings
from a4a.libraries.keeping import reopened
from a4a.libraries.parcels import Parcel, Sent, tables_of
from a4a.libraries.progress import Step
from a4a.libraries.settling import Chain, Settled, Settling, State
from a4a.libraries.shelf import SCHEMA_OF, Shelf, Shelved
from a4a.libraries.workers import done

Work = TypeVar("Work")

Games: TypeAlias = (
    str | os.PathLike[str] | GameRecord | Iterable[str | os.PathLike[str] | GameRecord]
)
"""What can be added: paths of files and folders, and records."""

CHUNK: Final = 100
"""Games that are written together at most: what a program that is killed loses."""
CHUNK_BYTES: Final = 4 * 2**20
"""Bytes of games after which they are written, be they fewer."""
MOST_BYTES: Final = 64 * 2**20
"""Most bytes of a file."""

_ENDINGS: Final = (".tsvg", ".a4a")
_ON_BOARD: Final = 2  # links of a game that has not come to the end of its first turn


def files_in(paths: str | os.PathLike[str] | Iterable[str | os.PathLike[str]]) -> list[Path]:
    """Return the files that are meant: those named, and the games in folders named, in order.

    Examples
    --------
    >>> files_in("a.tsvg")
    [PosixPath('a.tsvg')]
    """
    named = [paths] if isinstance(paths, str | os.PathLike) else list(paths)
    found: list[Path] = []
    for path in map(Path, named):
        if path.is_dir():
            inside = (p for p in path.rglob("*") if p.suffix.lower() in _ENDINGS and p.is_file())
            found += sorted(inside)
        else:
            found.append(path)
    return list(dict.fromkeys(found))


def opened(path: Path) -> Sent:
    """Read the bytes of a file; it says itself why that cannot be done."""
    try:
        size, day = path.stat().st_size, datetime.fromtimestamp(path.stat().st_mtime, tz=UTC).date()
        if size > MOST_BYTES:
            return Sent(str(path), path.name, error=f"{path.name}: {size} bytes, over {MOST_BYTES}")
        data = path.read_bytes()
    except OSError as error:
        return Sent(str(path), path.name, error=f"{path.name}: {error.strerror}")
    digest = hashlib.sha256(data).hexdigest()
    return Sent(str(path), path.name, day.isoformat(), digest, data)


@dataclass
class Writer:
    """Collects games and writes them to a shelf, a chunk at a time.

    Parameters
    ----------
    shelf
        Where they go; it is being written to.
    """

    shelf: Shelf
    counts: Counter[State] = field(default_factory=Counter)
    failed: list[tuple[Sent, str]] = field(default_factory=list)
    _waiting: list[tuple[Sent | None, Parcel]] = field(default_factory=list)
    _bytes: int = 0

    def put(self, parcel: Parcel, source: Sent | None = None) -> None:
        """Take a game, and the file that it was read from."""
        if source is not None:
            source = msgspec.structs.replace(source, data=b"", shelved=None)  # it has been read
        self._waiting.append((source, parcel))
        self._bytes += parcel.size
        if len(self._waiting) >= CHUNK or self._bytes >= CHUNK_BYTES:
            self.flush()

    def flush(self) -> None:
        """Write what has been taken."""
        waiting, self._waiting, self._bytes = self._waiting, [], 0
        if not waiting:
            return
        good = [(source, parcel) for source, parcel in waiting if not parcel.error]
        parcels = [parcel for _, parcel in good]
        old = {source.replaces for source, _ in good if source and source.replaces}
        settled = self._settle(parcels, without=old)
        for (source, _), (_, game) in zip(good, settled.states, strict=True):
            if source and source.replaces:
                settled.leave.add(source.replaces)
                if source.replaces != game:
                    settled.former.setdefault(game, []).append(source.replaces)
        states = iter(settled.states)
        rows: list[tuple[str, str, State, str | None, str | None, str]] = []
        for source, parcel in waiting:
            state: State = "bad"
            known = None
            if not parcel.error:
                state, known = next(states)
            self.counts[state] += 1
            if source and parcel.error:
                self.failed.append((source, parcel.error))
            if source and source.path and not (source.replaces and parcel.error):
                error = parcel.error or None
                rows.append((source.path, source.digest, state, known, error, __version__))
        files = pl.DataFrame(rows, schema=SCHEMA_OF["files"], orient="row")
        entering: dict[str, Parcel] = {}  # of files of one game the first, in however many chunks
        for parcel in parcels:
            if parcel.game in settled.enter:
                entering.setdefault(parcel.game, parcel)
        tables = self._tables(list(entering.values()), settled, again=old)
        self.shelf.put(tables, files, without=settled.leave)

    def _settle(self, parcels: Sequence[Parcel], *, without: Set[str]) -> Settled:
        new = {parcel.game: parcel for parcel in parcels}

        def reading(game: str) -> GameRecord:
            if game not in new:
                return record_of(self.shelf, game)
            parcel, starts = new[game], self.shelf.start
            return reopened(parcel.kept, parcel.data, game=game, chain=parcel.chain, starts=starts)

        known, begun = self._known(parcels)
        for game in without:
            known.pop(game, None)
        if begun or any(len(parcel.chain) <= _ON_BOARD for parcel in parcels):
            begun |= openings(pl.concat([p.table("turns") for p in parcels]).lazy())
        settling = Settling(known, reading, begun)
        for parcel in parcels:
            settling.settle(parcel.game, parcel.chain)
        return settling.settled

    def _known(self, parcels: Sequence[Parcel]) -> tuple[dict[str, Chain], dict[str, Opening]]:
        """The chains in the library that matter for some new games.

        With them the first turns of those that have no more than the start in common with one.
        """
        links = pl.Series([link for p in parcels for link in p.chain], dtype=pl.Int64())
        chains = self.shelf.scan("chains")
        common = chains.filter(pl.col("link").is_in(links.implode()))
        begun = (pl.col("place") > 0) | (pl.col("length") <= _ON_BOARD)
        met = set(common.filter(begun).select("game").unique().collect()["game"])
        first = self._first_turns(parcels, met)
        games = pl.Series(sorted(met | set(first)), dtype=pl.String())
        found = chains.filter(pl.col("game").is_in(games.implode())).sort("game", "place").collect()
        return {
            str(game): tuple(part["link"])
            for (game,), part in found.group_by("game", maintain_order=True)
        }, first

    def _first_turns(self, parcels: Sequence[Parcel], met: Set[str]) -> dict[str, Opening]:
        """The first turns of games that saves which end in it may be the beginning of.

        And those of games that are such saves themselves, of those that have been `met`.
        """
        turns, chains = self.shelf.scan("turns"), self.shelf.scan("chains")
        saves = pl.Series(sorted(met), dtype=pl.String())
        found = openings(turns.filter(pl.col("game").is_in(saves.implode())))
        for parcel in (p for p in parcels if len(p.chain) <= _ON_BOARD):
            begun = chains.filter((pl.col("place") == 0) & (pl.col("link") == parcel.chain[0]))
            others = openings(turns.join(begun.select("game"), on="game", how="semi"))
            own = openings(parcel.table("turns").lazy()).get(parcel.game)
            found |= {game: others[game] for game in nearest(own, others)}
        return found

    def _tables(
        self, parcels: Sequence[Parcel], settled: Settled, *, again: Set[str]
    ) -> dict[Shelved, pl.DataFrame]:
        tables: dict[Shelved, pl.DataFrame] = dict(tables_of(parcels).items())
        forks = settled.forks | self._forks(again)
        at = [forks.get(game, (None, None)) for game in tables["games"]["game"]]
        size = {parcel.game: len(parcel.data) for parcel in parcels}
        tables["games"] = tables["games"].with_columns(
            pl.Series("forked_from", [one for one, _ in at], dtype=pl.String()),
            pl.Series("forked_at", [turns for _, turns in at], dtype=pl.Int32()),
            pl.Series("bytes", [size[game] for game in tables["games"]["game"]], dtype=pl.Int32()),
        )
        tables["records"] = _frame("records", [(p.game, p.kept, p.data) for p in parcels])
        tables["chains"] = _frame(
            "chains",
            [(p.game, i, link, len(p.chain)) for p in parcels for i, link in enumerate(p.chain)],
        )
        tables["former"] = self._former(settled)
        return tables

    def _forks(self, games: Set[str]) -> dict[str, tuple[str | None, int | None]]:
        """What games that are read again were forked from, as that was known before."""
        if not games:
            return {}
        wanted = pl.Series(sorted(games), dtype=pl.String())
        rows = self.shelf.scan("games").filter(pl.col("game").is_in(wanted.implode()))
        found = rows.select("game", "forked_from", "forked_at").collect()
        return {game: (origin, turns) for game, origin, turns in found.iter_rows()}

    def _former(self, settled: Settled) -> pl.DataFrame:
        """What games were called before; what those that leave were called goes on."""
        rows = [(game, was) for game, names in settled.former.items() for was in names]
        now = {was: game for game, was in rows}
        left = pl.Series(sorted(settled.leave), dtype=pl.String())
        before = self.shelf.scan("former").filter(pl.col("game").is_in(left.implode())).collect()
        rows += [(now.get(game, game), was) for game, was in before.iter_rows()]
        return _frame("former", rows)


def record_of(shelf: Shelf, game: str, *, rules: str | Path | None = None) -> GameRecord:
    """Open a game of a library, given by its whole id.

    Raises
    ------
    RecordError
        If it cannot be played again as it was.
    """
    wanted = shelf.scan("records").filter(pl.col("game") == game)
    ((kept, data),) = wanted.select("kept", "data").collect().iter_rows()
    links = shelf.scan("chains").filter(pl.col("game") == game).sort("place").select("link")
    chain = links.collect()["link"].to_list()
    return reopened(kept, data, game=game, chain=chain, starts=shelf.start, rules=rules)


def in_order(
    executor: Executor, call: Callable[[Work], Parcel], works: Iterable[Work], *, ahead: int
) -> Iterator[tuple[Work, Parcel]]:
    """Yield what workers make of some works, in their order.

    Parameters
    ----------
    executor
        Who works.
    call
        What is done with each work.
    works
        The works.
    ahead
        How many are given out at most before the first of them is needed.
    """
    given: deque[tuple[Work, Future[Parcel]]] = deque()
    for work in works:
        given.append((work, executor.submit(done, call, work)))
        if len(given) >= ahead:
            first, future = given.popleft()
            yield first, future.result()
    while given:
        first, future = given.popleft()
        yield first, future.result()


def _frame(name: str, rows: Sequence[tuple[object, ...]]) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=SCHEMA_OF[name], orient="row")


class Fresh:
    """Sources that have not been taken before.

    Parameters
    ----------
    before
        The digests of those that have.
    step
        Told of each that is passed over.
    """

    def __init__(self, before: set[str], step: Step) -> None:
        self._before = before
        self._step = step
        self.known = 0

    def of(self, sources: Iterable[Sent]) -> Iterator[Sent]:
        """Yield sources one by one, and pass over those that are known."""
        for sent in sources:
            if sent.digest and sent.digest in self._before:
                self.known += 1
                self._step(1)
                continue
            self._before.add(sent.digest)
            yield sent


def told_apart(games: Games) -> tuple[list[str | os.PathLike[str]], list[GameRecord]]:
    """Paths and records, each by themselves; A4AError for anything else."""
    several = [games] if isinstance(games, str | os.PathLike | GameRecord) else list(games)
    for one in several:
        if not isinstance(one, str | os.PathLike | GameRecord):
            what = type(one).__name__
            raise A4AError(f"a path of a file or folder, or a record, is added, not a {what}")
    paths = [one for one in several if not isinstance(one, GameRecord)]
    return paths, [one for one in several if isinstance(one, GameRecord)]
