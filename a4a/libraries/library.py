"""A library: many games in one folder, added once, asked at once."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Set
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from a4a._version import __version__
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.libraries.added import Added
from a4a.libraries.adding import (
    Fresh,
    Games,
    Writer,
    files_in,
    in_order,
    opened,
    record_of,
    told_apart,
)  # fmt: skip
from a4a.libraries.finding import find
from a4a.libraries.openings import Outcome, attacks, purchases
from a4a.libraries.parcels import Parcel, Sent, counted, read_one
from a4a.libraries.progress import Show, progress
from a4a.libraries.refreshing import Plan, Refreshed, files_of
from a4a.libraries.rounds import Groups, Within, by_round, differences, titled
from a4a.libraries.shelf import Shelf
from a4a.libraries.workers import Workers, working

if TYPE_CHECKING:
    import altair as alt

    from a4a.widgets.explorer import Explorer


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
        return files_of(self._shelf)

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
        paths, records = told_apart(games)
        files = files_in(paths)
        return self.take(
            map(opened, files),
            read_one,
            total=len(files),
            what="Adding games",
            workers=workers,
            show=show,
            first=map(counted, records),
        )

    def take(
        self,
        sources: Iterable[Sent],
        call: Callable[[Sent], Parcel],
        *,
        total: int,
        what: str,
        workers: Workers = None,
        show: Show = "auto",
        first: Iterable[Parcel] = (),
        start: bytes = b"",
        passing: Set[str] | None = None,
    ) -> Added:
        """Take in what workers make of some sources, a game of each, in their order.

        Parameters
        ----------
        sources
            What games are made of.
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
        start
            A record that all of them begin from, which is kept for them.
        passing
            The digests of sources that are passed over; None for those that have been taken before.
        """
        before = self._taken_before() if passing is None else passing
        with self._shelf.writing(), progress(total, what, show) as step:
            if start:
                self._shelf.keep_start(start)
            writer, fresh = Writer(self._shelf), Fresh(set(before), step)
            for parcel in first:
                writer.put(parcel)
            with working(workers, total) as (executor, count):
                works = fresh.of(sources)
                for source, parcel in in_order(executor, call, works, ahead=2 * count - 1):
                    writer.put(parcel, source)
                    step(1)
            writer.flush()
            self._shelf.tidy()
        counts = {str(state): number for state, number in writer.counts.items()}
        return Added(**counts, known=fresh.known, failed=tuple(writer.failed))

    def refresh(
        self,
        among: str | os.PathLike[str] | Iterable[str | os.PathLike[str]] = (),
        *,
        workers: Workers = None,
        show: Show = "auto",
    ) -> Refreshed:
        """Read again what another version of a4a read, so that all tables are of this one.

        A save is read from its file, which is known by its bytes: where it was, or among the files
        given. A record, and a game that programs played, is counted anew from what the library
        keeps of it. A file that could not be read is tried again. What cannot be read again stays
        as it is, and is named.

        Parameters
        ----------
        among
            Files and folders where saves may lie now.
        workers, show
            As for `add`.

        Returns
        -------
        Refreshed
            How many games were read again, and which were not.

        Raises
        ------
        A4AError
            As `add`.
        """
        plan = Plan(self._shelf, files_in(among))
        added = self.take(
            plan.sources(),
            read_one,
            total=len(plan),
            what="Reading games again",
            workers=workers,
            show=show,
            passing=frozenset(),
        )
        return plan.came_to(added.failed)

    def _taken_before(self) -> set[str]:
        """The digests of files that need not be read again."""
        good = (pl.col("state") != "bad") | (pl.col("reader") == __version__)
        return set(self.files.filter(good).select("digest").collect()["digest"])

    @property
    def out_of_date(self) -> pl.LazyFrame:
        """The games that another version of a4a read; what it did not tell is null."""
        return self.games.filter(pl.col("reader") != __version__)

    def open(self, game: str, *, rules: str | Path | None = None) -> GameRecord:
        """Open a game.

        Parameters
        ----------
        game
            Its id, or as much of its beginning as tells it from others (six characters at least);
            or the name of the file it was read from. The id of an earlier save opens the longer
            one.
        rules
            The folder of the mod that a game was played by, if it lies elsewhere now; under the
            same name, by which its system is called.

        Raises
        ------
        A4AError
            If there is no such game, or several begin so; if it is kept as orders or seed, and
            these rules do not play it as it was played.
        """
        return record_of(self._shelf, self.find(game), rules=rules)

    def find(self, game: str) -> str:
        """Return the whole id of a game; see `open`.

        Raises
        ------
        A4AError
            If there is no such game, or several begin so.
        """
        if not isinstance(game, str):
            raise A4AError(f"a game is named by its id or file, not by {game!r}")
        return find(self._shelf, game)

    def explore(self, game: str) -> Explorer:
        """Show a game in the explorer.

        Parameters
        ----------
        game
            As for `open`.
        """
        from a4a.widgets import explore

        return explore(self.open(game))

    def bands(
        self,
        figure: str,
        *,
        groups: Groups = None,
        within: Within = "sum",
        where: pl.Expr | None = None,
    ) -> alt.LayerChart:
        """Chart a figure by round: its median and middle half over all games.

        Parameters
        ----------
        figure, groups, within
            As for `by_round`.
        where
            Which power-turns count; all if None.

        Raises
        ------
        A4AError
            As `by_round`; if no power-turn counts.
        """
        from a4a.libraries.charting import bands_chart

        found = by_round(self._counted(where), figure, groups=groups, within=within)
        return bands_chart(_some(found), title=titled(figure))

    def difference(
        self,
        figure: str,
        *,
        groups: Mapping[str, pl.Expr],
        within: Within = "sum",
        where: pl.Expr | None = None,
    ) -> alt.LayerChart:
        """Chart by how much a figure differs between two groups, round by round.

        Parameters
        ----------
        figure, groups, within
            As for `differences`.
        where
            As for `bands`.

        Raises
        ------
        A4AError
            As `differences`; if no round has games of both.
        """
        from a4a.libraries.charting import differences_chart

        found = differences(self._counted(where), figure, groups=groups, within=within)
        first, second = groups
        return differences_chart(_some(found), title=titled(figure), groups=(first, second))

    def _counted(self, where: pl.Expr | None) -> pl.LazyFrame:
        return self.turns if where is None else self.turns.filter(where)

    def purchases(
        self,
        power: str,
        *,
        round: int = 1,
        outcome: Outcome = "leads",
        where: pl.Expr | None = None,
    ) -> pl.DataFrame:
        """Return what a power bought in a round, how often, and how such games ended.

        Parameters
        ----------
        power, round, outcome
            As for `a4a.libraries.openings.purchases`, which says what the table holds.
        where
            Which games count, by columns of `games`; all if None.
        """
        return purchases(self.turns, self._of(where), power=power, round=round, outcome=outcome)

    def attacks(
        self,
        power: str,
        *,
        round: int = 1,
        outcome: Outcome = "leads",
        where: pl.Expr | None = None,
    ) -> pl.DataFrame:
        """Return where a power attacked in a round, how often, and how it went.

        Parameters
        ----------
        power, round, outcome, where
            As for `purchases`; `a4a.libraries.openings.attacks` says what the table holds.
        """
        games = self._of(where)
        return attacks(
            self.battles, self.turns, games, power=power, round=round, outcome=outcome
        )  # fmt: skip

    def _of(self, where: pl.Expr | None) -> pl.LazyFrame:
        return self.games if where is None else self.games.filter(where)

    def __len__(self) -> int:
        return int(self.games.select(pl.len()).collect().item())

    def __repr__(self) -> str:
        return f"<Library {self.folder}: {len(self)} games>"


def _some(found: pl.DataFrame) -> pl.DataFrame:
    """A frame that is charted; A4AError if it is empty."""
    if not found.height:
        raise A4AError("no power-turn of this library counts: look at `turns` with the same filter")
    return found
