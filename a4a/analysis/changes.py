"""What is different between two positions: of one game, of two lines of it, or of two games."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import polars as pl

from a4a.analysis.changes_contract import SCHEMAS
from a4a.analysis.moments import last_like_moment
from a4a.core.errors import RecordError
from a4a.core.phrases import force
from a4a.core.record import GameRecord
from a4a.core.sides import side_in
from a4a.core.state import State
from a4a.core.steps import NodeId, Step, Time

__all__ = ["SCHEMAS", "Changes", "End", "changes"]


class Tally(NamedTuple):
    """A number of units, and what they are worth in TUV."""

    units: int
    worth: int

    def __add__(self, other: Tally) -> Tally:  # type: ignore[override]
        return Tally(self.units + other.units, self.worth + other.worth)

    def __sub__(self, other: Tally) -> Tally:
        return Tally(self.units - other.units, self.worth - other.worth)


_NONE: Final = Tally(0, 0)


def _none() -> Tally:
    return _NONE


Tallies: TypeAlias = defaultdict[tuple[str, str], Tally]
"""Tallies by power and unit type; what is not in it is none."""


class End(msgspec.Struct, frozen=True):
    """A node of a game, as one end of a comparison."""

    record: GameRecord
    node: NodeId

    @property
    def state(self) -> State:
        """The state there."""
        return self.record.state_at(self.node)

    @property
    def time(self) -> Time:
        """When it is in the game."""
        return self.record.time(self.node)

    def __str__(self) -> str:
        time = self.time
        parts = [time.label or (f"round {time.round}" if time.round else "the start")]
        parts += [force(time.powers, self.record.catalog)] if time.powers else []
        parts += [time.phase] if time.phase else []
        return f"{', '.join(parts)} (node {self.node})"


class Changes:
    """What is different between two positions, as Polars frames.

    Parameters
    ----------
    first, second
        The positions; their boards must have the same spaces.

    Attributes
    ----------
    first, second : End
    ends : tuple of str
        The positions in words.
    follows : bool
        Whether the first position leads to the second: then units are followed through the
        steps between. Otherwise only numbers can be compared: `built` and `lost` hold what
        there is more and less of on the whole board, and `moved` is empty.

    Raises
    ------
    RecordError
        If the boards are not the same, or there is no such node.

    See Also
    --------
    changes : makes them.
    """

    def __init__(self, first: End, second: End) -> None:
        for position in (first, second):
            position.record.time(position.node)  # raises if there is none
        here, there = first.record.board.index, second.record.board.index
        if here.keys() != there.keys():
            odd = sorted(here.keys() ^ there.keys())
            raise RecordError(
                f"the two games are not on the same board: {len(odd)} spaces are on one only, "
                f"such as {', '.join(map(repr, odd[:3]))}"
            )
        self.first, self.second = first, second
        self._before, self._after = first.state, second.state
        way = second.record.way_to(second.node)
        self.follows = first.record is second.record and first.node in way
        self._way = way[way.index(first.node) + 1 :] if self.follows else ()

    @property
    def ends(self) -> tuple[str, str]:
        """The two positions in words: when they are, and on which line, or in which game."""
        positions = self.first, self.second
        lines = self.first.time.line, self.second.time.line
        if self.first.record is self.second.record:
            if lines[0] == lines[1]:
                return str(self.first), str(self.second)
            return f"{lines[0]}: {self.first}", f"{lines[1]}: {self.second}"
        games = [p.record.header.title or p.record.header.system for p in positions]
        if games[0] == games[1]:
            games = [f"{game} ({which})" for game, which in zip(games, ("1", "2"), strict=True)]
        first, second = (f"{g}: {p}" for g, p in zip(games, positions, strict=True))
        return first, second

    def __repr__(self) -> str:
        first, second = self.ends
        return f"<Changes from {first} to {second}: {len(self.hands)} spaces changed hands>"

    # --- frames ---------------------------------------------------------------------------------

    @cached_property
    def hands(self) -> pl.DataFrame:
        """The spaces that another power holds; schema ``SCHEMAS["hands"]``."""
        before, after = self._before, self._after
        rows = []
        for space in after.board.index:
            was, now = before.control.get(space), after.control.get(space)
            if was != now:
                side = side_in(before, was) or None, side_in(after, now) or None
                theatre = after.board.theatre_of(space) or None
                rows.append((space, theatre, after.income_value(space), was, now, *side))
        return self._frame("hands", rows)

    @cached_property
    def units(self) -> pl.DataFrame:
        """Where the units differ in number or steps; schema ``SCHEMAS["units"]``."""
        was, now = _forces(self._before), _forces(self._after)
        rows = [
            (*self._who(power, unit, space=space), old.units, new.units, new.units - old.units,
             new.worth - old.worth)
            for key in was.keys() | now.keys()
            for old, new in [(was.get(key, _NONE), now.get(key, _NONE))]
            if old != new
            for space, power, unit in [key]
        ]  # fmt: skip
        return self._frame("units", rows).sort("space", "power", "unit")

    @cached_property
    def built(self) -> pl.DataFrame:
        """What came onto the board, restored steps too; schema ``SCHEMAS["built"]``."""
        return self._frame_of("built", self._turnover[0])

    @cached_property
    def lost(self) -> pl.DataFrame:
        """What left the board or its owner, lost steps too; schema ``SCHEMAS["lost"]``."""
        return self._frame_of("lost", self._turnover[1])

    @cached_property
    def moved(self) -> pl.DataFrame:
        """What stands elsewhere; schema ``SCHEMAS["moved"]``. Empty unless `follows`."""
        found: Counter[tuple[str, str, str, str]] = Counter()
        before, after = self._before, self._after
        if self.follows:
            for unit in after.units.values():
                if unit.id not in before.units or before.unit(unit.id).owner != unit.owner:
                    continue
                origin, here = before.space_of(unit.id), after.space_of(unit.id)
                if origin is not None and here is not None and origin != here:
                    found[unit.owner, unit.type, origin, here] += 1
        rows = [
            (*self._who(power, unit), count, origin, here)
            for (power, unit, origin, here), count in found.items()
        ]
        return self._frame("moved", rows).sort("power", "unit", "origin", "destination")

    @cached_property
    def money(self) -> pl.DataFrame:
        """Treasuries whose amounts differ; schema ``SCHEMAS["money"]``."""
        before, after = self._before, self._after
        keys = dict.fromkeys(key[:2] for state in (before, after) for key in state.balances)
        amounts = [(*key, before.money(*key), after.money(*key)) for key in keys]
        rows = [(*key, was, now, now - was) for *key, was, now in amounts if was != now]
        return self._frame("money", rows)

    @cached_property
    def powers(self) -> pl.DataFrame:
        """What every power gained and lost on balance; schema ``SCHEMAS["powers"]``."""
        before, after = self._before, self._after
        held, yields, worth = Counter[str](), Counter[str](), Counter[str]()
        for state, sign in ((before, -1), (after, 1)):
            for space, power in state.control.items():
                held[power] += sign
                yields[power] += sign * state.income_value(space)
            for unit in state.units.values():
                if state.space_of(unit.id) is not None:
                    worth[unit.owner] += sign * state.catalog.worth(unit)
        built, lost = (dict(f.group_by("power").agg(pl.col("tuv").sum()).iter_rows())
                       for f in (self.built, self.lost))  # fmt: skip
        rows = []
        for owner in after.catalog.powers:
            name = owner.name
            numbers = (held[name], yields[name], built.get(name, 0), lost.get(name, 0), worth[name])
            if any(numbers):
                rows.append((name, owner.side or None, *numbers))
        return self._frame("powers", rows)

    # --- units that came and went ---------------------------------------------------------------

    @cached_property
    def _turnover(self) -> tuple[Tallies, Tallies]:
        """What came onto the board, and what left it, by power and type."""
        came, went = Tallies(_none), Tallies(_none)
        if self.follows:
            record, before = self.second.record, self._before
            for node in self._way:
                step, after = record.step(node), record.state_at(node)
                for unit in _touched(step):
                    was, now = _on_board(before, unit), _on_board(after, unit)
                    if was is None or now is None or was[0] != now[0]:
                        _note(came, now)
                        _note(went, was)
                    elif was != now:  # steps of it
                        (key, old), (_, new) = was, now
                        gain = Tally(0, abs(new.worth - old.worth))
                        _note(came if new.worth > old.worth else went, (key, gain))
                before = after
        else:
            was_there, is_there = _total(_forces(self._before)), _total(_forces(self._after))
            for key in was_there.keys() | is_there.keys():
                more = is_there[key] - was_there[key]
                if more > _NONE:
                    came[key] = more
                elif more != _NONE:
                    went[key] = was_there[key] - is_there[key]
        return came, went

    def _frame_of(self, name: str, found: Tallies) -> pl.DataFrame:
        rows = [
            (*self._who(power, unit), tally.units, tally.worth)
            for (power, unit), tally in found.items()
        ]
        return self._frame(name, rows).sort("power", "unit")

    # --- making rows ----------------------------------------------------------------------------

    def _who(self, power: str, unit: str, *, space: str | None = None) -> tuple[str | None, ...]:
        side = side_in(self._after, power) or side_in(self._before, power) or None
        return (power, side, unit) if space is None else (space, power, side, unit)

    @cached_property
    def _enums(self) -> dict[str, pl.Enum]:
        catalogs = [self._after.catalog, self._before.catalog]
        names: dict[str, Iterable[str]] = {
            "space": self._after.board.index,
            "power": [power.name for c in catalogs for power in c.powers],
            "unit": [kind.name for c in catalogs for kind in c.unit_types],
            "side": [side for c in catalogs for side in c.sides],
        }
        return {kind: pl.Enum(list(dict.fromkeys(found))) for kind, found in names.items()}

    def _frame(self, name: str, rows: list[tuple[Any, ...]]) -> pl.DataFrame:
        return pl.DataFrame(rows, schema=SCHEMAS[name].polars(self._enums), orient="row")


def changes(
    record: GameRecord,
    other: GameRecord | None = None,
    *,
    at: tuple[NodeId, NodeId] | None = None,
    lines: tuple[str, str] | None = None,
    round: int | None = None,
) -> Changes:
    """Compare two positions of a game, or of two games on the same board.

    Parameters
    ----------
    record
        The game.
    other
        Another game; the same one if not given.
    at
        The two nodes, the earlier first. If not given: the start and the end of the game's main
        line, or the ends of both games.
    lines
        Two lines of the game, by name, in place of two nodes: they are compared at the last like
        moment, the end of a phase that both have.
    round
        The round of the lines in which to compare them; the last that both have if not given.

    Raises
    ------
    RecordError
        If there is no such node or line, the lines have no like moment, the games are not on the
        same board, or one is not a record.

    Examples
    --------
    >>> import a4a
    >>> from a4a.core.events import ControlChanged
    >>> record = a4a.start("europe1940")
    >>> node = record.append([ControlChanged("France", "France", "Germany", "conquest")])
    >>> found = changes(record, at=(0, node))
    >>> found.hands.select("space", "was", "now").row(0)
    ('France', 'France', 'Germany')
    """
    second = record if other is None else other
    for given in (record, second):
        if not isinstance(given, GameRecord):
            raise RecordError(f"what is compared are records, not a {type(given).__name__}")
    if round is not None and lines is None:
        raise RecordError("round= is for two lines= of a game")
    if lines is not None:
        if at is not None or other is not None:
            raise RecordError("two lines= are of one game, and say where: leave the rest out")
        at = last_like_moment(record, lines, round=round)
    if at is not None:
        if not isinstance(at, tuple | list) or len(at) != 2:
            raise RecordError(f"at={at!r}: give the two nodes to compare, as (0, {record.last})")
        first_node, second_node = at
    elif other is None:
        first_node, second_node = 0, record.line()[-1]
    else:
        first_node, second_node = record.line()[-1], other.line()[-1]
    return Changes(End(record, first_node), End(second, second_node))


def _forces(state: State) -> dict[tuple[str, str, str], Tally]:
    """The units on the board, by space, power and type."""
    found: defaultdict[tuple[str, str, str], Tally] = defaultdict(_none)
    for unit in state.units.values():
        space = state.space_of(unit.id)
        if space is not None:
            found[space, unit.owner, unit.type] += Tally(1, state.catalog.worth(unit))
    return dict(found)


def _total(forces: Mapping[tuple[str, str, str], Tally]) -> Tallies:
    found = Tallies(_none)
    for (_, power, unit), tally in forces.items():
        found[power, unit] += tally
    return found


def _on_board(state: State, unit: int) -> tuple[tuple[str, str], Tally] | None:
    """A unit's owner and type, and what it counts; None if it is not on the board."""
    if unit not in state.units or state.space_of(unit) is None:
        return None
    found = state.unit(unit)
    return (found.owner, found.type), Tally(1, state.catalog.worth(found))


def _note(tallies: Tallies, found: tuple[tuple[str, str], Tally] | None) -> None:
    if found is not None:
        tallies[found[0]] += found[1]


def _touched(step: Step) -> Iterator[int]:
    """The units that a step's events are about, each once."""
    found: dict[int, None] = {}
    for event in step.events:
        for unit in getattr(event, "units", ()):
            found[unit if isinstance(unit, int) else unit.id] = None
    yield from found
