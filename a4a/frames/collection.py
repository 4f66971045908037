"""Frames: the frames of some games, each made when it is first asked for, and kept."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, cast, overload

import polars as pl

from a4a.core.errors import A4AError
from a4a.core.record import MAIN
from a4a.frames.calendar import At
from a4a.frames.contract import schemas

F = TypeVar("F", pl.DataFrame, pl.LazyFrame)


class FrameSource(Protocol):
    """Where frames come from: records, or files."""

    @property
    def at(self) -> At:
        """How finely positions are sampled."""

    @property
    def enums(self) -> Mapping[str, pl.Enum]:
        """The Enums of powers, sides, unit types and spaces."""

    def frame(self, name: str) -> pl.DataFrame:
        """Return a frame of the contract."""

    def scan(self, name: str) -> pl.LazyFrame:
        """Return a frame of the contract as a LazyFrame."""


class _Frame:
    """One frame as an attribute; its documentation is the frame's schema."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.__doc__ = str(schemas[name])

    @overload
    def __get__(self, frames: None, owner: type) -> _Frame: ...
    @overload
    def __get__(self, frames: Frames[F], owner: type) -> F: ...
    def __get__(self, frames: Any, owner: type) -> Any:
        """Return the frame, or this description when asked of the class."""
        return self if frames is None else frames[self._name]


class Frames(Generic[F]):
    """The frames of one or several games; made by `frames` and `read_frames`.

    Each is an attribute (``f.units``) and an item (``f["units"]``): a Polars DataFrame, or a
    LazyFrame where the frames are lazy. It is made when it is first asked for, and kept.
    ``a4a.frames.schemas`` says what each holds; so does ``help(a4a.frames.Frames)``.
    """

    spaces = _Frame("spaces")
    units = _Frame("units")
    control = _Frame("control")
    cities = _Frame("cities")
    fronts = _Frame("fronts")
    economy = _Frame("economy")
    resources = _Frame("resources")
    purchases = _Frame("purchases")
    moves = _Frame("moves")
    battles = _Frame("battles")
    combat_rounds = _Frame("combat_rounds")
    rolls = _Frame("rolls")
    politics = _Frame("politics")
    technology = _Frame("technology")
    events = _Frame("events")
    annotations = _Frame("annotations")
    nodes = _Frame("nodes")
    powers = _Frame("powers")
    borders = _Frame("borders")
    unit_types = _Frame("unit_types")

    def __init__(self, source: FrameSource, kind: type[F]) -> None:
        self._source = source
        self._kind: type[F] = kind
        self._made: dict[str, F] = {}

    def __getitem__(self, name: str) -> F:
        found = self._made.get(name)
        if found is None:
            if name not in schemas:
                raise A4AError(f"no frame {name!r}: there are {', '.join(schemas)}")
            make = self._source.scan if self.lazy else self._source.frame
            found = self._made[name] = cast("F", make(name))
        return found

    def frame(self, name: str) -> pl.DataFrame:
        """Return a frame as a DataFrame, also where the frames are lazy."""
        found: pl.DataFrame | pl.LazyFrame = self[name]
        return found.collect() if isinstance(found, pl.LazyFrame) else found

    @property
    def lazy(self) -> bool:
        """Whether the frames are LazyFrames."""
        return self._kind is pl.LazyFrame

    @property
    def at(self) -> At:
        """How finely the frames of positions sample the games."""
        return self._source.at

    @property
    def enums(self) -> Mapping[str, pl.Enum]:
        """The Enums: "power", "side", "unit" and "space", in order of play, catalog and board."""
        return self._source.enums

    @property
    def games(self) -> tuple[str, ...]:
        """Names of the games, in order."""
        return tuple(self.frame("nodes")["game"].unique(maintain_order=True))

    def game(self, name: str | None = None) -> str:
        """Return the name of one of the games; without a name, that of the only one.

        Raises
        ------
        A4AError
            If there is no such game, or it is not clear which of several is meant.
        """
        games = self.games
        if name is None and len(games) == 1:
            return games[0]
        if name not in games:
            asked = "which game?" if name is None else f"no game {name!r}:"
            raise A4AError(f"{asked} there are {', '.join(map(repr, games)) or 'none'}")
        return name

    def along(self, line: str = MAIN, *, game: str | None = None) -> Frames[F]:
        """Return the frames of one line of one game, from the start to its end.

        For a variation, that is the line it leaves, up to where they part, and then the variation
        itself: no other variations, so that values can be added up over time.

        Parameters
        ----------
        line
            "main", or the name of a variation.
        game
            Which game; it need not be said where there is only one.

        Raises
        ------
        A4AError
            If there is no such game or line.
        """
        name = self.game(game)
        nodes = self.frame("nodes").filter(pl.col("game") == name)
        ends = nodes.filter(pl.col("line") == str(line))["node"]
        if not len(ends):
            lines = nodes["line"].unique(maintain_order=True)
            raise A4AError(f"game {name!r} has no line {line!r}: it has {', '.join(lines)}")
        parents = dict(zip(nodes["node"], nodes["parent"], strict=True))
        way = [ends[-1]]
        while (parent := parents[way[-1]]) is not None:
            way.append(parent)
        return Frames(_Along(self._source, name, way), self._kind)

    def write(self, folder: str | Path) -> Path:
        """Write all frames to a folder of Parquet files, from which `read_frames` reads them.

        The folder is replaced as a whole: whatever happens meanwhile, it holds the old frames
        or the new ones.

        Parameters
        ----------
        folder
            The folder; it is made if it is not there.

        Returns
        -------
        Path
            The folder.

        Raises
        ------
        A4AError
            If the folder holds anything other than frames, or cannot be made or written to.
        """
        from a4a.frames.parquet import write_frames

        return write_frames(self, Path(folder))

    def __repr__(self) -> str:
        games = self.games
        what = repr(games[0]) if len(games) == 1 else f"{len(games)} games"
        return f"<{'lazy ' if self.lazy else ''}Frames of {what}, at each {self.at}>"


class _Along:
    """Frames of a few nodes of one game."""

    def __init__(self, source: FrameSource, game: str, nodes: list[int]) -> None:
        self._source = source
        self._wanted = pl.col("game") == game
        self._on_way = pl.col("node").is_in(pl.Series(nodes, dtype=pl.Int32).implode())
        self.at = source.at
        self.enums = source.enums

    def _filter(self, name: str) -> pl.Expr:
        timed = any(column.name == "node" for column in schemas[name].columns)
        return self._wanted & self._on_way if timed else self._wanted

    def frame(self, name: str) -> pl.DataFrame:
        whole = self._source.frame(name)
        wanted = whole.select(self._filter(name).alias("wanted"))["wanted"]
        return whole if wanted.all() else whole.filter(wanted)

    def scan(self, name: str) -> pl.LazyFrame:
        return self._source.scan(name).filter(self._filter(name))
