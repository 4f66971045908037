"""The frame of units: stacks at every sample, from what each event adds to and takes from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import polars as pl

from a4a.core import events as ev
from a4a.core.conversion import converted
from a4a.core.state import State
from a4a.core.units import Holding, Place, Stack, Unit
from a4a.frames.calendar import Calendar, Ints, Stretch
from a4a.frames.columns import assemble
from a4a.frames.hostility import Hostility
from a4a.frames.names import Coder, Names
from a4a.frames.spread import spread
from a4a.frames.walk import Handler, Moment

_Root: TypeAlias = str | Holding
_Key: TypeAlias = tuple[_Root, str, str, int, tuple[str, ...], bool, str]
_Kind: TypeAlias = tuple[int, ...]
_WIDTH = 13


class StackTracker:
    """Writes down how every event changes the stacks: a +1 or -1 for each unit."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._holdings, self._conditions, self._categories = Coder(), Coder(), Coder()
        self._counters = Coder()
        self._keys: dict[_Key, int] = {}
        self._game = ""
        # A stack's kind: space, holding, power, unit, category, condition, worth, aboard,
        # then of a named counter its name, combat, asw, move, and whether it is reduced.
        self._kinds: list[_Kind] = []
        self._row: list[int] = []
        self._kind: list[int] = []
        self._change: list[int] = []
        self.handlers: Mapping[type[ev.Event], Handler] = {
            ev.UnitsAdded: self._added,
            ev.UnitsPlaced: self._placed,
            ev.UnitsMoved: self._moved,
            ev.UnitsRemoved: self._removed,
            ev.UnitsConverted: self._converted,
        }

    def begin(self, stretch: Stretch, state: State) -> None:
        """Count the units with which a line begins."""
        if stretch.game != self._game:
            self._game = stretch.game
            self._keys = {}
            self._catalog = state.catalog
        for unit in state.units.values():
            self._count(stretch.first, unit, _root(unit.place, state), +1)

    # --- what events do -------------------------------------------------------------------------

    def _added(self, event: ev.UnitsAdded, moment: Moment) -> None:
        roots: dict[int, _Root] = {}
        for unit in event.units:
            place = unit.place
            known = roots.get(place) if isinstance(place, int) else None
            root = roots[unit.id] = _root(place, moment.state) if known is None else known
            self._count(moment.row, unit, root, +1)

    def _placed(self, event: ev.UnitsPlaced, moment: Moment) -> None:
        root = _root(event.place, moment.state)
        self._go(event.units, root, isinstance(event.place, int), moment)

    def _moved(self, event: ev.UnitsMoved, moment: Moment) -> None:
        self._go(event.units, event.path[-1], event.aboard is not None, moment)

    def _go(self, ids: tuple[int, ...], root: _Root, aboard: bool, moment: Moment) -> None:
        """Move units to a place, with what is aboard them."""
        state, row = moment.state, moment.row
        going = set(ids)
        for i in ids:
            unit = state.units.get(i)
            if unit is None:
                return  # the fold is about to refuse this event
            old = _root(unit.place, state)
            self._count(row, unit, old, -1)
            self._count(row, unit, root, +1, aboard=aboard)
            for cargo in _aboard(i, state):
                if cargo.id not in going:
                    going.add(cargo.id)  # its carrier may be among those that go, too
                    self._count(row, cargo, old, -1)
                    self._count(row, cargo, root, +1)

    def _removed(self, event: ev.UnitsRemoved, moment: Moment) -> None:
        state = moment.state
        for i in event.units:
            if (unit := state.units.get(i)) is not None:
                self._count(moment.row, unit, _root(unit.place, state), -1)

    def _converted(self, event: ev.UnitsConverted, moment: Moment) -> None:
        state = moment.state
        for i in event.units:
            if (unit := state.units.get(i)) is not None:
                root = _root(unit.place, state)
                self._count(moment.row, unit, root, -1)
                self._count(moment.row, converted(unit, event), root, +1)

    # --- counting -------------------------------------------------------------------------------

    def _count(
        self, row: int, unit: Unit, root: _Root, change: int, *, aboard: bool | None = None
    ) -> None:
        if aboard is None:
            aboard = isinstance(unit.place, int)
        if isinstance(root, Holding):
            root = Holding("", root.name)  # its owner does not tell stacks apart
        key = (root, unit.owner, unit.type, unit.damage, unit.flags, aboard, unit.name)
        kind = self._keys.get(key)
        if kind is None:
            kind = self._keys[key] = self._new_kind(key)
        self._row.append(row)
        self._kind.append(kind)
        self._change.append(change)

    def _new_kind(self, key: _Key) -> int:
        root, power, unit, damage, flags, aboard, name = key
        found = self._catalog.find_unit_type(unit)
        worth = self._catalog.worth(Unit(0, unit, power, "", damage, flags, name))
        condition = Stack("", power, unit, damage, flags, aboard, ()).condition
        names = self._names
        self._kinds.append(
            (
                names.space(root) if isinstance(root, str) else -1,
                self._holdings(root.name) if isinstance(root, Holding) else -1,
                names.power(power),
                names.unit(unit),
                self._categories("other" if found is None else found.category),
                self._conditions(condition),
                worth,
                aboard,
                *self._counter(power, name, damage),
            )
        )
        return len(self._kinds) - 1

    def _counter(self, power: str, name: str, damage: int) -> _Kind:
        """Name, combat, asw and move of a named counter, and whether it is reduced; else -1s."""
        counter = self._catalog.find_counter(power, name) if name else None
        if counter is None:
            return self._counters(name), -1, -1, -1, -1
        face = counter.face(damage)
        return self._counters(name), face.combat, face.asw, face.move, int(damage > 0)

    # --- the frame ------------------------------------------------------------------------------

    def tally(self, calendar: Calendar, samples: Ints, hostility: Hostility) -> StackArrays:
        """Count the stacks at these samples."""
        kinds = np.array(self._kinds, dtype=np.int64).reshape(-1, _WIDTH)
        space, holding, power, unit, _, condition, _, _, counter = kinds.T[:9]
        # Board order, then of play, then of the catalog; what is off the board comes last.
        far = np.where(space < 0, len(self._names.space), space)
        order = np.lexsort((counter, condition, unit, power, holding, far))
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        row, kind, change = (
            np.array(column, dtype=np.int64) for column in (self._row, self._kind, self._change)
        )
        sample, ranked, count = spread(calendar, samples, row, rank[kind], change, add=True)
        found = order[ranked]
        side = hostility.side(sample, power[found])
        return StackArrays(sample, found, count, side, kinds, self._categories)

    def frame(self, tally: StackArrays, samples: Ints, keys: pl.DataFrame) -> pl.DataFrame:
        """Return the frame of units."""
        names, text = self._names, pl.String()
        space, holding, power, unit, category, condition, _, _ = tally.kinds.T[:8]
        counter, *numbers, reduced = tally.kinds.T[8:]
        kinds = {
            "space": names.space.series(space),
            "holding": self._holdings.series(holding, dtype=text),
            "power": names.power.series(power),
            "unit": names.unit.series(unit),
            "category": self._categories.series(category, dtype=text),
            "condition": self._conditions.series(condition, dtype=text),
            "counter": self._counters.series(counter, dtype=text),
            "reduced": _or_null(reduced).cast(pl.Boolean),
            **dict(zip(("combat", "asw", "move"), map(_or_null, numbers), strict=True)),
        }
        return assemble(
            "units",
            names,
            {
                **{name: series.gather(tally.kind) for name, series in kinds.items()},
                "side": tally.side,
                "count": tally.count,
                "tuv": tally.count * tally.worth[tally.kind],
            },
            keys=keys[samples[tally.sample]],
        )


class StackArrays:
    """The stacks at every sample, as parallel arrays.

    Parameters
    ----------
    sample, kind, count
        How many units of which kind there are at which sample; sorted by sample.
    side
        The side that they fight on then.
    kinds
        For each kind the codes of its space, holding, power, unit type, category and condition,
        what it is worth, whether it is aboard a ship, and what is on its counter.
    categories
        The codes of categories.
    """

    def __init__(
        self, sample: Ints, kind: Ints, count: Ints, side: Ints, kinds: Ints, categories: Coder
    ) -> None:
        self.sample, self.kind, self.count, self.side = sample, kind, count, side
        self.kinds = kinds
        self._categories = categories

    @property
    def space(self) -> Ints:
        """The space of each row, -1 off the board."""
        space: Ints = self.kinds[self.kind, 0]
        return space

    @property
    def power(self) -> Ints:
        """The owner of each kind."""
        return self.kinds[:, 2]

    @property
    def facility(self) -> npt.NDArray[np.bool_]:
        """Whether each kind is a facility."""
        return self.of("facility")

    @property
    def aboard(self) -> npt.NDArray[np.bool_]:
        """Whether each kind is aboard a ship."""
        aboard: npt.NDArray[np.bool_] = self.kinds[:, 7] != 0
        return aboard

    def of(self, *categories: str) -> npt.NDArray[np.bool_]:
        """Say for each kind whether it is of one of these categories."""
        codes = [self._categories(category) for category in categories]
        found: npt.NDArray[np.bool_] = np.isin(self.kinds[:, 4], codes)
        return found

    @property
    def worth(self) -> Ints:
        """What a unit of each kind is worth in TUV."""
        return self.kinds[:, 6]


def _or_null(numbers: Ints) -> pl.Series:
    """Numbers as a series in which -1 is null."""
    return pl.Series(numbers).set(pl.Series(numbers < 0), None)


def _root(place: Place, state: State) -> _Root:
    """Return the space or holding where a place is, through the ships it is aboard."""
    while isinstance(place, int):
        place = state.unit(place).place
    return place


def _aboard(carrier: int, state: State) -> Iterator[Unit]:
    for unit in state.at(carrier):
        yield unit
        yield from _aboard(unit.id, state)
