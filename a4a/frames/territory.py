"""The frames of the board: spaces, control and cities at every sample."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
import polars as pl

from a4a.core import events as ev
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import ROOT
from a4a.frames.calendar import Calendar, Ints, Stretch
from a4a.frames.columns import assemble
from a4a.frames.hostility import Hostility
from a4a.frames.names import NOBODY, Coder, Names
from a4a.frames.spread import spread
from a4a.frames.stacks import StackArrays
from a4a.frames.walk import Handler, Moment


class TerritoryTracker:
    """Writes down who controls spaces and what they yield."""

    def __init__(self, names: Names, calendar: Calendar) -> None:
        self._names = names
        self._calendar = calendar
        # Changes of control: row, space, power, who held it before, since which row.
        self._control: list[tuple[int, int, int, int, int]] = []
        # Changes of value: row, space, value.
        self._values: list[tuple[int, int, int]] = []
        self.handlers: Mapping[type[ev.Event], Handler] = {
            ev.ControlChanged: self._controlled,
            ev.ValueChanged: self._valued,
        }

    def begin(self, stretch: Stretch, state: State) -> None:
        """Note how every space stands as a line begins."""
        names = self._names
        since = self._history(stretch)
        for space in state.board.spaces:
            name = space.name
            code = names.space(name)
            row, old = since.get(name, (NOBODY, None))
            self._hold(stretch.first, code, state.control.get(name), old, row)
            self._values.append((stretch.first, code, state.income_value(name)))

    def _history(self, stretch: Stretch) -> dict[str, tuple[int, str | None]]:
        """Say when spaces last changed hands before a line began: the row, and from whom."""
        found: dict[str, tuple[int, str | None]] = {}
        if stretch.nodes[0] != ROOT:
            record, row_of = stretch.record, self._calendar.row_of
            for node in record.way_to(record.step(stretch.nodes[0]).parent)[1:]:
                for event in record.step(node).events:
                    if isinstance(event, ev.ControlChanged):
                        found[event.space] = (row_of[stretch.game, node], event.old)
        return found

    def _hold(self, row: int, space: int, power: str | None, old: str | None, since: int) -> None:
        names = self._names
        self._control.append((row, space, names.power(power), names.power(old), since))

    def _controlled(self, event: ev.ControlChanged, moment: Moment) -> None:
        space = self._names.space(event.space)
        self._hold(moment.row, space, event.new, event.old, moment.row)

    def _valued(self, event: ev.ValueChanged, moment: Moment) -> None:
        if event.key == "value":
            value = event.new
            if value is None:
                value = moment.state.board.space(event.space).value
            self._values.append((moment.row, self._names.space(event.space), int(value)))

    # --- the frames -----------------------------------------------------------------------------

    def land(self, samples: Ints, hostility: Hostility) -> Land:
        """Say how every space stood at every sample."""
        control = np.array(self._control, dtype=np.int64).reshape(-1, 5).T
        row, space, value = np.array(self._values, dtype=np.int64).reshape(-1, 3).T
        changes = np.arange(control.shape[1])
        sample, at, change = spread(self._calendar, samples, control[0], control[1], changes)
        # Every space has a first value and a first controller: the two run in parallel.
        _, _, values = spread(self._calendar, samples, row, space, value)
        _, _, power, previous, since = control[:, change]
        side = hostility.side(sample, power)
        return Land(sample, at, values, power, side, previous, since)


class Land:
    """How every space stood at every sample, as parallel arrays of codes.

    Parameters
    ----------
    sample, space
        Which; sorted by sample, then by space.
    value
        What the space yields a turn.
    power, side, previous
        Who holds it, on which side, and who held it before.
    since
        The calendar's row in which it came under this control, or -1: from the start.
    """

    def __init__(
        self, sample: Ints, space: Ints, value: Ints, power: Ints, side: Ints, previous: Ints,
        since: Ints,
    ) -> None:  # fmt: skip
        self.sample, self.space, self.value = sample, space, value
        self.power, self.side, self.previous, self.since = power, side, previous, since


class Facts:
    """What the boards of several games say of spaces, as arrays of games by spaces.

    Parameters
    ----------
    records
        The games by name.
    names
        The codes of spaces and powers.
    """

    def __init__(self, records: Mapping[str, GameRecord], names: Names) -> None:
        shape = len(records), len(names.space)
        self.kinds, self.cities, self.theatres = Coder(), Coder(), Coder()
        self.places, self.regions, self.terrains = Coder(), Coder(), Coder()
        self.kind, self.original, self.city, self.theatre, self.place, self.region, self.terrain = (
            np.full(shape, NOBODY) for _ in range(7)
        )
        self.features: list[tuple[str, ...]] = []
        self.featured = np.full(shape, NOBODY)
        self.area = np.full(shape, np.nan)
        self.capital: npt.NDArray[np.bool_] = np.zeros(shape, dtype=np.bool_)
        for game, record in enumerate(records.values()):
            for space in record.board.spaces:
                at = game, names.space(space.name)
                self.kind[at] = self.kinds(space.kind)
                self.original[at] = names.power(space.original)
                self.city[at] = self.cities(space.city)
                self.capital[at] = bool(space.capital_of)
                self.theatre[at] = self.theatres(record.board.theatre_of(space.name))
                self.area[at] = space.area_km2 or np.nan
                self.place[at] = self.places(space.place)
                self.region[at] = self.regions(record.board.region_of(space.name))
                self.terrain[at] = self.terrains(space.terrain)
                self.featured[at] = len(self.features)
                self.features.append(space.features)


def spaces_frame(
    calendar: Calendar,
    names: Names,
    samples: Ints,
    keys: pl.DataFrame,
    land: Land,
    tally: StackArrays,
) -> pl.DataFrame:
    """Return the frame of spaces: who holds each, what it yields, what stands there."""
    facts = Facts(calendar.records, names)
    row = samples[land.sample]
    at = calendar.game_of[row], land.space
    place = _places(calendar, samples, land, tally, len(names.space))
    on_board = tally.space >= 0
    place, kind, side = place[on_board], tally.kind[on_board], tally.side[on_board]
    count = tally.count[on_board]
    size = len(land.space)
    text = pl.String()
    return assemble(
        "spaces",
        names,
        {
            "space": land.space,
            "kind": facts.kinds.series(facts.kind[at], dtype=text),
            "power": land.power,
            "side": land.side,
            "original": facts.original[at],
            "city": facts.cities.series(facts.city[at], dtype=text),
            "capital": pl.Series(facts.capital[at]),
            "value": land.value,
            "units": np.bincount(place, count, size).astype(np.int64),
            "tuv": np.bincount(place, count * tally.worth[kind], size).astype(np.int64),
            "theatre": facts.theatres.series(facts.theatre[at], dtype=text),
            "area_km2": pl.Series(facts.area[at]).fill_nan(None),
            "contested": pl.Series(_contested(place, side, ~tally.facility[kind], size)),
            "place": facts.places.series(facts.place[at], dtype=text),
            "region": facts.regions.series(facts.region[at], dtype=text),
            "terrain": facts.terrains.series(facts.terrain[at], dtype=text),
            "features": pl.Series(facts.features, dtype=pl.List(text)).gather(facts.featured[at]),
        },
        keys=keys[row],
    )


def _places(calendar: Calendar, samples: Ints, land: Land, tally: StackArrays, spaces: int) -> Ints:
    """Find the row of the land where each stack stands."""
    # Every sample of a game has all spaces of its board, in the same order.
    games = calendar.game_of[samples]
    size = np.bincount(land.sample, minlength=len(samples))
    start = np.cumsum(size) - size
    there = np.zeros((len(calendar.records), spaces), dtype=np.int64)
    there[games[land.sample], land.space] = 1
    rank = np.cumsum(there, axis=1) - 1
    return start[tally.sample] + rank[games[tally.sample], tally.space]


def _contested(
    place: Ints, side: Ints, counts: npt.NDArray[np.bool_], size: int
) -> npt.NDArray[np.bool_]:
    """Say where units of two sides stand, of those that count."""
    fights = (side >= 0) & counts
    sides = int(side.max(initial=0)) + 1
    found = np.zeros((size, sides), dtype=np.bool_)
    found[place[fights], side[fights]] = True
    contested: npt.NDArray[np.bool_] = found.sum(axis=1) > 1
    return contested


def control_frame(
    calendar: Calendar, names: Names, samples: Ints, keys: pl.DataFrame, land: Land
) -> pl.DataFrame:
    """Return the frame of control: who holds each space, since when, taken from whom."""
    held = np.flatnonzero(land.power >= 0)
    row, since = samples[land.sample[held]], land.since[held]
    facts = Facts(calendar.records, names)
    first = since < 0
    return assemble(
        "control",
        names,
        {
            "space": land.space[held],
            "power": land.power[held],
            "side": land.side[held],
            "original": facts.original[calendar.game_of[row], land.space[held]],
            "value": land.value[held],
            "since_round": np.where(first, 0, calendar.round[since]),
            "since_turn": np.where(first, 0, calendar.turn[since]),
            "previous": land.previous[held],
        },
        keys=keys[row],
    )


def cities_frame(
    calendar: Calendar, names: Names, samples: Ints, keys: pl.DataFrame, land: Land
) -> pl.DataFrame:
    """Return the frame of cities: who holds those that count for victory, or produce."""
    facts = Facts(calendar.records, names)
    game = calendar.game_of[samples[land.sample]]
    there = np.flatnonzero(facts.city[game, land.space] >= 0)
    at = game[there], land.space[there]
    return assemble(
        "cities",
        names,
        {
            "city": facts.cities.series(facts.city[at], dtype=pl.String()),
            "space": land.space[there],
            "power": land.power[there],
            "side": land.side[there],
            "original": facts.original[at],
            "capital": pl.Series(facts.capital[at]),
        },
        keys=keys[samples[land.sample[there]]],
    )
