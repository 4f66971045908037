"""A library: many games in one folder, added once, asked at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import polars as pl

from a4a._version import __version__
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.libraries.adding import Writer, files_in, in_order, opened, record_of
from a4a.libraries.parcels import Parcel, Sent, counted, read_all
from a4a.libraries.progress import Show, Step, progress
from a4a.libraries.shelf import Shelf
from a4a.libraries.workers import Workers, working

if TYPE_CHECKING:
    from a4a.widgets.explorer import Explorer

Games: TypeAlias = (
    str | os.PathLike[str] | GameRecord | Iterable[str | os.PathLike[str] | GameRecord]
)
"""What can be added: paths of files and folders, and records."""

_PORTION: Final = 4  # sources that a worker takes at a time
_SHORT: Final = 6  # characters of an id that may be given for the whole


@dataclass(frozen=True)
class Added:
    """What came of files and records that were added.

    Parameters
    ----------
    added
        Games that are new.
    same
        Files of games that were there.
    earlier
        Files of games of which a longer save is there, now or before.
    bad
        Files that could not be read; ``Library.files`` has their errors.
    known
        Files that had been read before.
    """

    added: int = 0
    same: int = 0
    earlier: int = 0
    bad: int = 0
    known: int = 0


def library(folder: str | os.PathLike[str]) -> Library:
    """Open a library, or begin one: a folder of games that can be asked as Polars tables.

    Parameters
    ----------
    folder
        Its folder. One that is not there, or is empty, is made when games are added.

    Raises
    ------
    A4AError
        If the folder holds something else, or a library that this a4a cannot read.

    Examples
    --------
    >>> import tempfile, a4a
    >>> lib = library(tempfile.mkdtemp())
    >>> lib.add(a4a.game("wargame1942_midway")).added
    1
    >>> lib.games.select("system", "title").collect().rows()
    [('wargame1942', 'The War Game: Japan attacks Midway, and the fleet off Hawaii')]
    """
    return Library(folder)


class Library:
    """Many games in one folder; made by `library`.

    Its tables are LazyFrames of Polars, which any program that reads Parquet can read too. What
    they hold: ``a4a.libraries.contract.SCHEMAS``.

    Parameters
    ----------
    folder
        Its folder.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        self._shelf = Shelf(Path(folder))

    @property
    def folder(self) -> Path:
        """Its folder."""
        return self._shelf.folder

    @property
    def games(self) -> pl.LazyFrame:
        """A row a game; schema ``GAMES``."""
        return self._shelf.scan("games")

    @property
    def turns(self) -> pl.LazyFrame:
        """A row a power-turn; schema ``TURNS``."""
        return self._shelf.scan("turns")

    @property
    def battles(self) -> pl.LazyFrame:
        """A row a battle; schema ``BATTLES``."""
        return self._shelf.scan("battles")

    @property
    def figures(self) -> pl.LazyFrame:
        """A row for each figure that only some systems have; schema ``FIGURES``."""
        return self._shelf.scan("figures")

    @property
    def files(self) -> pl.LazyFrame:
        """A row a file that was read: its state, its game, and the error of a bad one."""
        return self._shelf.scan("files")

    def add(self, games: Games, *, workers: Workers = None, show: Show = "auto") -> Added:
        """Add saves, records and folders of them.

        A file that has been read before is known by its bytes and skipped, so adding a folder again
        reads what is new in it, and goes on where it was interrupted. A bad file is listed with its
        error in `files`, and the rest goes on.

        Parameters
        ----------
        games
            Paths of files (``.tsvg``, ``.a4a``) and of folders with such files, or records; one or
            several.
        workers
            How many processes read at the same time; None for one for each core. Or an executor of
            `concurrent.futures`, of processes or of a cluster.
        show
            Where the progress is shown: "auto" in a terminal or notebook, "no" nowhere.

        Returns
        -------
        Added
            How many games are new.

        Raises
        ------
        A4AError
            If another program adds to the library, or its folder cannot be written to.
        """
        paths, records = _told_apart(games)
        files = files_in(paths)
        return self.take(
            map(opened, files),
            read_all,
            total=len(files),
            what="Adding games",
            workers=workers,
            show=show,
            first=map(counted, records),
        )

    def take(
        self,
        sources: Iterable[Sent],
        call: Callable[[list[Sent]], list[Parcel]],
        *,
        total: int,
        what: str,
        workers: Workers = None,
        show: Show = "auto",
        first: Iterable[Parcel] = (),
    ) -> Added:
        """Take in what workers make of some sources, a game of each, in their order.

        Parameters
        ----------
        sources
            What games are made of; those that have been taken before are passed over.
        call
            Makes a parcel of each source, in a worker.
        total
            How many sources there are.
        what
            What is done, as the bar says.
        workers, show
            As for `add`.
        first
            Games that are there already.
        """
        with self._shelf.writing(), progress(total, what, show) as step:
            writer, fresh = Writer(self._shelf), _Fresh(self._taken_before(), step)
            for parcel in first:
                writer.put(parcel)
            with working(workers, total) as (executor, count):
                works = _together(fresh.of(sources))
                for work, parcels in in_order(executor, call, works, ahead=2 * count):
                    for source, parcel in zip(work, parcels, strict=True):
                        writer.put(parcel, source)
                    step(len(work))
            writer.flush()
            self._shelf.tidy()
        return Added(**writer.counts, known=fresh.known)

    def _taken_before(self) -> set[str]:
        """The digests of files that need not be read again."""
        good = (pl.col("state") != "bad") | (pl.col("reader") == __version__)
        return set(self.files.filter(good).select("digest").collect()["digest"])

    def open(self, game: str) -> GameRecord:
        """Open a game.

        Parameters
        ----------
        game
            Its id, or as much of its beginning as tells it from others (six characters at least).
            The id of an earlier save opens the longer one.

        Raises
        ------
        A4AError
            If there is no such game, or several begin so.
        """
        whole = self.find(game)
        return record_of(self._shelf, whole)

    def find(self, game: str) -> str:
        """Return the whole id of a game; see `open`.

        Raises
        ------
        A4AError
            If there is no such game, or several begin so.
        """
        if not isinstance(game, str) or len(game) < _SHORT:
            raise A4AError(f"a game is named by its id, of which {game!r} is too little")
        begins = pl.concat(
            [
                self.games.select("game", pl.col("game").alias("was")),
                self._shelf.scan("former"),
            ]
        ).filter(pl.col("was").str.starts_with(game))
        found = begins.select("game").unique().collect()["game"].to_list()
        if len(found) != 1:
            what = "several games" if found else "no game"
            raise A4AError(f"{self.folder}: {what} of this library begin with {game!r}")
        return str(found[0])

    def explore(self, game: str) -> Explorer:
        """Show a game in the explorer.

        Parameters
        ----------
        game
            As for `open`.
        """
        from a4a.widgets import explore

        return explore(self.open(game))

    def __len__(self) -> int:
        return int(self.games.select(pl.len()).collect().item())

    def __repr__(self) -> str:
        return f"<Library {self.folder}: {len(self)} games>"


class _Fresh:
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


def _together(sources: Iterable[Sent]) -> Iterator[list[Sent]]:
    """Sources in the portions that a worker takes at a time."""
    rest = iter(sources)
    while portion := list(islice(rest, _PORTION)):
        yield portion


def _told_apart(games: Games) -> tuple[list[str | os.PathLike[str]], list[GameRecord]]:
    """Paths and records, each by themselves; A4AError for anything else."""
    several = [games] if isinstance(games, str | os.PathLike | GameRecord) else list(games)
    for one in several:
        if not isinstance(one, str | os.PathLike | GameRecord):
            what = type(one).__name__
            raise A4AError(f"a path of a file or folder, or a record, is added, not a {what}")
    paths = [one for one in several if not isinstance(one, GameRecord)]
    return paths, [one for one in several if isinstance(one, GameRecord)]
