"""Adding games to a library: workers read, one writer writes."""

from __future__ import annotations

import hashlib
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import polars as pl

from a4a._version import __version__
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.libraries.identity import Link
from a4a.libraries.keeping import reopened
from a4a.libraries.parcels import Parcel, Sent, tables_of
from a4a.libraries.progress import Step
from a4a.libraries.settling import Settled, Settling
from a4a.libraries.shelf import SCHEMA_OF, Shelf, Shelved

Work = TypeVar("Work")

Games: TypeAlias = (
    str | os.PathLike[str] | GameRecord | Iterable[str | os.PathLike[str] | GameRecord]
)
"""What can be added: paths of files and folders, and records."""

CHUNK: Final = 100
"""Games that are written together: what a program that is killed loses at most."""
MOST_BYTES: Final = 64 * 2**20
"""Most bytes of a file."""

_PORTION: Final = 4  # sources that a worker takes at a time
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
            inside = (p for p in path.rglob("*") if p.suffix in _ENDINGS and p.is_file())
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
    counts: dict[str, int] = field(default_factory=dict)
    _waiting: list[tuple[Sent | None, Parcel]] = field(default_factory=list)

    def put(self, parcel: Parcel, source: Sent | None = None) -> None:
        """Take a game, and the file that it was read from."""
        self._waiting.append((source, parcel))
        if len(self._waiting) >= CHUNK:
            self.flush()

    def flush(self) -> None:
        """Write what has been taken."""
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        good = [parcel for _, parcel in waiting if not parcel.error]
        settled = self._settle(good)
        states = iter(settled.states)
        rows = []
        for source, parcel in waiting:
            state, game = ("bad", None) if parcel.error else next(states)
            self.counts[state] = self.counts.get(state, 0) + 1
            if source is not None:
                error = parcel.error or None
                rows.append((source.path, source.digest, state, game, error, __version__))
        files = pl.DataFrame(rows, schema=SCHEMA_OF["files"], orient="row")
        entering = {p.game: p for p in good if p.game in settled.enter}
        tables = self._tables(list(entering.values()), settled)
        self.shelf.put(tables, files, without=settled.leave)

    def _settle(self, parcels: Sequence[Parcel]) -> Settled:
        new = {parcel.game: parcel for parcel in parcels}

        def reading(game: str) -> GameRecord:
            if game not in new:
                return record_of(self.shelf, game)
            return reopened(new[game].kept, new[game].data, game=game)

        settling = Settling(self._known(parcels), reading)
        for parcel in parcels:
            settling.settle(parcel.game, parcel.chain)
        return settling.settled

    def _known(self, parcels: Sequence[Parcel]) -> dict[str, tuple[Link, ...]]:
        """The chains in the library that matter for some new games."""
        links = pl.Series([link for p in parcels for link in p.chain], dtype=pl.Int64())
        chains = self.shelf.scan("chains")
        met = (pl.col("place") > 0) | (pl.col("length") <= _ON_BOARD)
        games = chains.filter(pl.col("link").is_in(links.implode()) & met).select("game").unique()
        found = chains.join(games, on="game", how="semi").sort("game", "place").collect()
        return {
            str(game): tuple(part["link"])
            for (game,), part in found.group_by("game", maintain_order=True)
        }

    def _tables(self, parcels: Sequence[Parcel], settled: Settled) -> dict[Shelved, pl.DataFrame]:
        tables: dict[Shelved, pl.DataFrame] = dict(tables_of(parcels).items())
        at = [settled.forks.get(game, (None, None)) for game in tables["games"]["game"]]
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

    def _former(self, settled: Settled) -> pl.DataFrame:
        """What games were called before; what those that leave were called goes on."""
        rows = [(game, was) for game, names in settled.former.items() for was in names]
        now = {was: game for game, was in rows}
        left = pl.Series(sorted(settled.leave), dtype=pl.String())
        before = self.shelf.scan("former").filter(pl.col("game").is_in(left.implode())).collect()
        rows += [(now[game], was) for game, was in before.iter_rows()]
        return _frame("former", rows)


def record_of(shelf: Shelf, game: str) -> GameRecord:
    """Open a game of a library, given by its whole id.

    Raises
    ------
    RecordError
        If it cannot be played again as it was.
    """
    wanted = shelf.scan("records").filter(pl.col("game") == game)
    ((kept, data),) = wanted.select("kept", "data").collect().iter_rows()
    return reopened(kept, data, game=game)


def in_order(
    executor: Executor, call: Callable[[Work], list[Parcel]], works: Iterable[Work], *, ahead: int
) -> Iterator[tuple[Work, list[Parcel]]]:
    """Yield what workers make of some works, in their order, a few at a time.

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
    given: deque[tuple[Work, Future[list[Parcel]]]] = deque()
    for work in works:
        given.append((work, executor.submit(call, work)))
        if len(given) >= ahead:
            done, future = given.popleft()
            yield done, future.result()
    while given:
        done, future = given.popleft()
        yield done, future.result()


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


def portions(sources: Iterable[Sent]) -> Iterator[list[Sent]]:
    """Sources in the portions that a worker takes at a time."""
    rest = iter(sources)
    while portion := list(islice(rest, _PORTION)):
        yield portion


def told_apart(games: Games) -> tuple[list[str | os.PathLike[str]], list[GameRecord]]:
    """Paths and records, each by themselves; A4AError for anything else."""
    several = [games] if isinstance(games, str | os.PathLike | GameRecord) else list(games)
    for one in several:
        if not isinstance(one, str | os.PathLike | GameRecord):
            what = type(one).__name__
            raise A4AError(f"a path of a file or folder, or a record, is added, not a {what}")
    paths = [one for one in several if not isinstance(one, GameRecord)]
    return paths, [one for one in several if isinstance(one, GameRecord)]
