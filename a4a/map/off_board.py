"""What is not on the spaces: named counters, holdings off the board, the turn record track."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from a4a import boards
from a4a.core import events as ev
from a4a.core.catalog import Catalog
from a4a.core.counters import Face
from a4a.core.phrases import flag_called
from a4a.core.state import State
from a4a.core.units import Holding, Unit
from a4a.map.timeline import CounterRow, HoldingRow, Track, TurnRow
from a4a.map.tracks import put


def counter_row(unit: Unit, catalog: Catalog) -> CounterRow | None:
    """The counter that a named unit is, with the side that is up; None if the catalog has none."""
    counter = catalog.find_counter(unit.owner, unit.name)
    if counter is None:
        return None
    face = counter.face(unit.damage)
    less = catalog.price(unit.type, unit.owner) - catalog.worth(unit)
    marked = ", ".join(map(flag_called, unit.flags))
    return CounterRow(counter.name, face_text(face), unit.damage > 0, face.combat, less, marked)


def face_text(face: Face) -> str:
    """What is printed on a side of a counter: combat (against submarines in brackets), move.

    Examples
    --------
    >>> face_text(Face(combat=6, move=6)), face_text(Face(combat=3, asw=2, move=45))
    ('6-6', '3(2)-45')
    """
    asw = f"({face.asw:g})" if face.asw else ""
    return f"{face.combat:g}{asw}-{face.move:g}"


def turn_rows(board: str) -> list[TurnRow]:
    """The turn record track of a board that comes with a4a; empty where there is none."""
    if board not in boards.available():
        return []
    return [TurnRow(turn.turn, turn.label, turn.note) for turn in boards.load(board).track]


class Holdings:
    """The holdings that ever hold units, with the tracks of what they hold.

    Attributes
    ----------
    tracks
        As `Timeline.held`.
    seen
        The holdings that events have touched since `begin`.
    """

    def __init__(self) -> None:
        self._indices: dict[Holding, int] = {}
        self.tracks: list[Track] = []
        self.seen: dict[Holding, None] = {}

    def rows(self, powers: Mapping[str, int]) -> list[HoldingRow]:
        """The holdings, in the order of their tracks."""
        return [HoldingRow(powers.get(place.power, -1), place.name) for place in self._indices]

    def begin(self) -> None:
        """Begin a step."""
        self.seen = {}

    def see(self, event: ev.AnyEvent, state: State) -> None:
        """Notice the holdings of an event's units; to be called before it happens, and after."""
        match event:
            case ev.UnitsAdded(units=added):
                ids = [unit.id for unit in added]
            case ev.UnitsPlaced(units=moved) | ev.UnitsRemoved(units=moved):
                ids = list(moved)
            case ev.UnitsConverted(units=changed):
                ids = list(changed)
            case _:
                return
        there = state.units
        for unit in ids:
            if unit in there and isinstance(place := there[unit].place, Holding):
                self.seen[place] = None

    def put(
        self, position: int, places: Iterable[Holding], content: Callable[[Holding], int]
    ) -> None:
        """Write down what holdings hold from a position on."""
        for place in places:
            if place not in self._indices:
                self._indices[place] = len(self._indices)
                self.tracks.append([0, 0])
            put(self.tracks[self._indices[place]], position, content(place))
