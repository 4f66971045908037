"""Tables: records walked once, and the frames made of what was seen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Literal, TypeAlias, overload

import numpy as np
import polars as pl

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.frames.calendar import At, Calendar, Ints, as_at
from a4a.frames.collection import Frames
from a4a.frames.columns import key_columns
from a4a.frames.contract import schemas
from a4a.frames.events import EventTracker
from a4a.frames.fights import FightTracker
from a4a.frames.fronts import fronts_frame
from a4a.frames.hostility import Hostility, HostilityTracker
from a4a.frames.money import MoneyTracker
from a4a.frames.names import Names
from a4a.frames.naming import told_apart
from a4a.frames.setting import borders_frame, powers_frame, unit_types_frame
from a4a.frames.stacks import StackArrays, StackTracker
from a4a.frames.story import StoryTracker, annotations_frame, nodes_frame
from a4a.frames.territory import (
    Land,
    TerritoryTracker,
    cities_frame,
    control_frame,
    spaces_frame,
)
from a4a.frames.walk import walk

_Games: TypeAlias = GameRecord | Iterable[GameRecord] | Mapping[str, GameRecord]


class WalkTables:
    """What was seen on a walk over a record, and the frames that are made of it, each once.

    The walk is done on construction. What only one frame needs is forgotten when it is made.

    Parameters
    ----------
    game, record
        The game and its name.
    names
        The names that stand in the frames, as codes. A walk may add to them, so that no frame is
        made before all walks are done.
    samples_of
        Chooses the rows of the calendar that the frames of positions show.
    """

    def __init__(
        self, game: str, record: GameRecord, names: Names, samples_of: Callable[[Calendar], Ints]
    ) -> None:
        calendar = self._calendar = Calendar({game: record})
        stacks, money, fights = (
            StackTracker(names),
            MoneyTracker(names, calendar),
            FightTracker(names),
        )
        story, events = StoryTracker(names), EventTracker(names)
        self._stacks, self._territory = stacks, TerritoryTracker(names, calendar)
        self._hostilities = HostilityTracker(names)
        walk(calendar, [stacks, self._territory, self._hostilities, money, fights, story, events])
        nodes = nodes_frame(calendar, names, key_columns(calendar))
        keys = self._keys = nodes.select(key_columns(calendar).columns)
        samples = self._samples = samples_of(calendar)
        self._makers: dict[str, Callable[[], pl.DataFrame]] = {
            "spaces": lambda: spaces_frame(calendar, names, samples, keys, self._land, self._tally),
            "units": lambda: stacks.frame(self._tally, samples, keys),
            "control": lambda: control_frame(calendar, names, samples, keys, self._land),
            "cities": lambda: cities_frame(calendar, names, samples, keys, self._land),
            "fronts": lambda: fronts_frame(
                calendar, names, samples, keys, self._land, self._tally, self._hostility
            ),
            "economy": self._economy,
            "resources": lambda: money.resources(keys),
            "purchases": lambda: money.purchases(keys),
            "moves": lambda: story.moves(keys),
            "battles": lambda: fights.battles(keys),
            "combat_rounds": lambda: fights.combat_rounds(keys),
            "rolls": lambda: fights.rolls(keys),
            "politics": lambda: story.politics(keys),
            "technology": lambda: story.technology(keys),
            "events": lambda: events.frame(calendar, keys),
            "annotations": lambda: annotations_frame(calendar, names, keys),
            "nodes": lambda: nodes,
            "powers": lambda: powers_frame(calendar.records, names),
            "borders": lambda: borders_frame(calendar.records, names),
            "unit_types": lambda: unit_types_frame(calendar.records, names),
        }
        self._money = money

    def make(self, name: str) -> pl.DataFrame:
        """Make a frame; it can be asked for once."""
        return self._makers.pop(name)()

    def rest(self) -> None:
        """Forget what several frames need and can be found again."""
        for name in ("_hostility", "_tally", "_land"):
            self.__dict__.pop(name, None)

    @cached_property
    def _hostility(self) -> Hostility:
        return self._hostilities.at(self._samples)

    @cached_property
    def _tally(self) -> StackArrays:
        return self._stacks.tally(self._calendar, self._samples, self._hostility)

    @cached_property
    def _land(self) -> Land:
        return self._territory.land(self._samples, self._hostility)

    def _economy(self) -> pl.DataFrame:
        turns = self._calendar.samples("turn")
        same = len(turns) == len(self._samples) and bool(np.all(turns == self._samples))
        known = self._hostility if same else self._hostilities.at(turns)
        land: Land = self._land if same else self._territory.land(turns, known)
        return self._money.economy(self._calendar, turns, self._keys, land)


class _Records:
    """Records as a source of frames: walked when the first frame is asked for.

    Each game is walked, and its part of a frame is made, by itself: what is needed meanwhile is
    needed for one game only. The parts are one frame without being copied.

    Parameters
    ----------
    records
        The games by name.
    at
        How finely the frames of positions sample them.
    nodes
        The nodes that those show instead; None for all that `at` means.
    """

    def __init__(
        self, records: Mapping[str, GameRecord], at: At, nodes: frozenset[NodeId] | None = None
    ) -> None:
        self._records = records
        self._nodes = nodes
        self._made: dict[str, pl.DataFrame] = {}
        self.at = at

    @cached_property
    def _names(self) -> Names:
        return Names(self._records.values())

    @cached_property
    def _tables(self) -> list[WalkTables]:
        return [
            WalkTables(game, record, self._names, self._samples)
            for game, record in self._records.items()
        ]

    def _samples(self, calendar: Calendar) -> Ints:
        rows = calendar.samples(self.at)
        if self._nodes is None:
            return rows
        return rows[[calendar.times[row].node in self._nodes for row in rows]]

    @cached_property
    def enums(self) -> Mapping[str, pl.Enum]:
        _ = self._tables  # they may meet names that no board has
        return self._names.enums

    def frame(self, name: str) -> pl.DataFrame:
        if name not in self._made:
            self._made[name] = pl.concat(list(self._parts(name)), rechunk=False)
        return self._made[name]

    def _parts(self, name: str) -> Iterator[pl.DataFrame]:
        for tables in self._tables:
            yield tables.make(name)
            if len(self._tables) > 1:
                tables.rest()

    def scan(self, name: str) -> pl.LazyFrame:
        return pl.defer(lambda: self.frame(name), schema=schemas[name].polars(self.enums))


def frames_at(record: GameRecord, nodes: frozenset[NodeId]) -> Frames[pl.DataFrame]:
    """Return the frames of a game in which those of positions show these nodes alone.

    Parameters
    ----------
    record
        The game.
    nodes
        The nodes.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.game("wargame1942_midway")
    >>> frames_at(record, frozenset({3, 5})).units["node"].unique().to_list()
    [3, 5]
    """
    return Frames(_Records({"game": record}, "node", nodes), pl.DataFrame)


@overload
def frames(
    records: _Games, at: At = ..., *, lazy: Literal[False] = ...
) -> Frames[pl.DataFrame]: ...
@overload
def frames(records: _Games, at: At = ..., *, lazy: Literal[True]) -> Frames[pl.LazyFrame]: ...
@overload
def frames(records: _Games, at: At = ..., *, lazy: bool) -> Frames[Any]: ...
def frames(records: _Games, at: At = "turn", *, lazy: bool = False) -> Frames[Any]:
    """Return the frames of a game, or of several.

    Parameters
    ----------
    records
        A record; several; or several by the names that the column ``game`` is to hold. Without
        names that column holds the games' titles; where two are the same, with what tells them
        apart: their files, else who played, else a number.
    at
        How finely the frames of positions (`spaces`, `units`, `control`, `cities`, `fronts`)
        sample the games: at the end of each "round", "turn" or "phase", or at each "node".
    lazy
        Give LazyFrames.

    Returns
    -------
    Frames
        The frames, each made when it is first asked for. They show the records as they are when the
        first one is made: steps that are added later need new frames.

    Raises
    ------
    A4AError
        If there is nothing to make frames of, or no such `at`.

    Examples
    --------
    >>> import a4a
    >>> f = a4a.frames(a4a.start("global1940"))
    >>> f.units.filter(pl.col("space") == "Scotland").select("unit", "count").rows()
    [('infantry', 2), ('AAA', 1), ('fighter', 1), ('air base', 1)]
    """
    source = _Records(_named(records), as_at(at))
    return Frames(source, pl.LazyFrame) if lazy else Frames(source, pl.DataFrame)


def _named(records: _Games) -> dict[str, GameRecord]:
    """Return the records by name."""
    named: dict[str, GameRecord] = {}
    if isinstance(records, Mapping):
        named = {name: _checked(record) for name, record in records.items()}
    else:
        one = isinstance(records, (GameRecord, str)) or not isinstance(records, Iterable)
        several: Iterable[Any] = [records] if one else records  # type: ignore[assignment]
        checked = [_checked(record) for record in several]
        named = dict(zip(told_apart(checked), checked, strict=True))
    if not named:
        raise A4AError("frames need at least one record")
    return named


def _checked(record: object) -> GameRecord:
    if not isinstance(record, GameRecord):
        raise A4AError(f"frames are made of records, not of {type(record).__name__}")
    return record
