"""Reading games again that another version of a4a read: from their files, or from what is kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
import polars as pl

from a4a._version import __version__
from a4a.libraries.adding import opened
from a4a.libraries.ending import UNFINISHED
from a4a.libraries.entry import Origin
from a4a.libraries.keeping import start_of
from a4a.libraries.parcels import Sent, ShelvedGame
from a4a.libraries.shelf import Shelf

_SAVES: Final = "saves"
_AT_ONCE: Final = 50  # games that are taken from the shelf together
_WHOLE: Final = ("added", "same")  # states of files that hold all of their game


@dataclass(frozen=True)
class Refreshed:
    """What came of games that were out of date.

    Parameters
    ----------
    refreshed
        Games that have been read again, and files that can be read now and could not.
    left
        What could not be: its id (null for a file that is no game), the file, and why.
    """

    refreshed: int
    left: pl.DataFrame


def files_of(shelf: Shelf) -> pl.LazyFrame:
    """Return the files that were read, each as it was read last."""
    return shelf.scan("files").unique(["file", "digest"], keep="last", maintain_order=True)


class Plan:
    """What is to be read again, and where it is.

    Parameters
    ----------
    shelf
        The library's files.
    among
        Files among which saves are looked for besides, by their bytes.
    """

    def __init__(self, shelf: Shelf, among: Iterable[Path]) -> None:
        self._shelf = shelf
        self._among = list(among)
        self._left: list[tuple[str | None, str, str]] = []
        games = shelf.scan("games").filter(pl.col("reader") != __version__)
        files = files_of(shelf)
        self._files = files.filter(pl.col("state").is_in(_WHOLE)).collect()
        from_file = pl.col("game").is_in(self._files["game"].implode())
        read = (pl.col("source") == _SAVES) & from_file
        self._saves = games.filter(read).select("game", "file").collect()
        self._kept = games.filter(~read).select("game").collect()["game"]
        bad = (pl.col("state") == "bad") & (pl.col("reader") != __version__)
        self._bad = files.filter(bad).collect()
        self._elsewhere: dict[str, Path] | None = None

    def __len__(self) -> int:
        return self._saves.height + len(self._kept) + self._bad.height

    def sources(self) -> Iterator[Sent]:
        """Yield all that can be read again."""
        for game, name in self._saves.iter_rows():
            found = self._file_of(game)
            if found is not None:
                yield msgspec.structs.replace(found, replaces=game)
            else:
                self._left.append((game, name or "", self._why(game)))
        for path, digest in self._bad.select("file", "digest").iter_rows():
            found = self._found(path, digest)
            if found is not None:
                yield found
            else:
                error = self._bad.filter(pl.col("file") == path)["error"][0]
                self._left.append((None, path, f"{error}; the file is gone, or another now"))
        for first in range(0, len(self._kept), _AT_ONCE):
            yield from self._shelved(self._kept[first : first + _AT_ONCE])

    def came_to(self, failed: Sequence[tuple[Sent, str]]) -> Refreshed:
        """Say what came of it, given what could not be read."""
        left = [
            *self._left,
            *((sent.replaces or None, sent.name or sent.path, why) for sent, why in failed),
        ]
        schema = {"game": pl.String(), "file": pl.String(), "why": pl.String()}
        return Refreshed(len(self) - len(left), pl.DataFrame(left, schema=schema, orient="row"))

    def _file_of(self, game: str) -> Sent | None:
        """A file that is there and holds a game."""
        rows = self._files.filter(pl.col("game") == game).select("file", "digest")
        found = (self._found(path, digest) for path, digest in rows.iter_rows())
        return next((sent for sent in found if sent is not None), None)

    def _found(self, path: str, digest: str) -> Sent | None:
        """A file with these bytes, where it was or among those given."""
        if not digest:
            return None
        there = opened(Path(path))
        if there.digest == digest:
            return there
        if self._elsewhere is None:
            self._elsewhere = {opened(file).digest: file for file in self._among}
        other = self._elsewhere.get(digest)
        return None if other is None else opened(other)

    def _why(self, game: str) -> str:
        paths = self._files.filter(pl.col("game") == game)["file"]
        if any(Path(path).is_file() for path in paths):
            return "its file has changed since"
        return "its file is gone"

    def _shelved(self, games: pl.Series) -> Iterator[Sent]:
        """Games as the library keeps them."""
        wanted = pl.col("game").is_in(games.implode())
        links = self._shelf.scan("chains").filter(wanted).sort("game", "place").group_by("game")
        rows = (
            self._shelf.scan("records").filter(wanted)
            .join(self._shelf.scan("games"), on="game")
            .join(links.agg("link"), on="game")
            .collect()
        )  # fmt: skip
        for row in rows.iter_rows(named=True):
            start = start_of(row["kept"], row["data"], row["game"])
            how = row["how"] if row["how"] in UNFINISHED else ""
            told = {name: row[name] or "" for name in ("source", "file", "date", "seed")}
            shelved = ShelvedGame(
                row["kept"], row["data"], tuple(row["link"]),
                self._shelf.start(start) if start else b"", Origin(**told, how=how),
            )  # fmt: skip
            yield Sent("", row["file"] or row["title"], replaces=row["game"], shelved=shelved)
