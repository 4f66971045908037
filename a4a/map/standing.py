"""How things stand on the board at every position: fronts, yields, leanings, straits."""

from __future__ import annotations

from collections.abc import Iterable

from a4a.core import events as ev
from a4a.core.board import Border
from a4a.core.fronts import Afloat, front
from a4a.core.gates import GATES, is_open
from a4a.core.neutrals import LEANING, leaning
from a4a.core.sides import side_in
from a4a.core.state import State
from a4a.map.borders import drawn_borders
from a4a.map.timeline import Strait, Track
from a4a.map.tracks import cut, put

_NOBODY_SAYS = -1


class Standing:
    """Writes the tracks of what follows from a state alone, where a step may have changed it.

    Parameters
    ----------
    start
        The state at position 0.

    Attributes
    ----------
    fronts, value, leanings, leaning, straits, joined
        As in `Timeline`.
    """

    def __init__(self, start: State) -> None:
        board = start.board
        self._borders = drawn_borders(board)
        self._borders_of: dict[str, list[int]] = {name: [] for name in board.index}
        for i, border in enumerate(self._borders):
            self._borders_of[border.a].append(i)
            self._borders_of[border.b].append(i)
        self._yield_at_start = {name: start.income_value(name) for name in board.index}
        gates = [(i, b) for i, b in enumerate(self._borders) if b.kind in GATES]
        self._gates = [border for _, border in gates]
        self.fronts: dict[int, Track] = {}
        self.value: dict[int, Track] = {}
        self.leaning: dict[int, Track] = {}
        self._leanings: dict[str, int] = {"": 0}
        self.joined: dict[int, Track] = {}
        self._joiners = [(i, p.name) for i, p in enumerate(start.catalog.powers) if not p.side]
        self.straits = [Strait(i, [0, passage(start, gate)]) for i, gate in gates]
        self._set_fronts(0, range(len(self._borders)), start)
        self._set_leanings(0, board.index, start)
        self._set_joined(0, start)

    @property
    def leanings(self) -> list[str]:
        """Words for how neutrals lean; "" is the first."""
        return list(self._leanings)

    def follow(
        self, position: int, events: Iterable[ev.AnyEvent], stacked: Iterable[str], state: State
    ) -> None:
        """Take in a step.

        Parameters
        ----------
        position
            Where it leads.
        events
            What happened in it.
        stacked
            Names of the spaces whose units have changed.
        state
            How things stand after it.
        """
        seas = state.board.seas
        turned = related = False
        taken: set[str] = set()
        other: set[str] = set()
        for event in events:
            match event:
                case ev.ControlChanged(space=space):
                    taken.add(space)
                case ev.RelationChanged():
                    related = True
                case ev.TurnBegan() | ev.RoundBegan():
                    turned = True
                case ev.ValueChanged(space=space, key="value"):
                    index = state.board.index[space]
                    track = self.value.setdefault(index, [0, self._yield_at_start[space]])
                    put(track, position, state.income_value(space))
                case ev.ValueChanged(space=space, key=key) if key == LEANING:
                    other.add(space)
        if related:
            self._set_fronts(position, range(len(self._borders)), state)
            self._set_joined(position, state)
        else:
            # Units in a territory make no front: only ships and aircraft contest a coast.
            places = taken.union([name for name in stacked if name in seas])
            if places:
                changed = {i for name in places for i in self._borders_of[name]}
                self._set_fronts(position, changed, state)
        if taken or other:
            self._set_leanings(position, taken | other, state)
        if turned or taken:
            for strait, gate in zip(self.straits, self._gates, strict=True):
                put(strait.open, position, passage(state, gate))

    def cut(self, position: int) -> None:
        """Forget what came after a position."""
        for tracks in (self.fronts, self.value, self.leaning, self.joined):
            for track in tracks.values():
                cut(track, position)
        for strait in self.straits:
            cut(strait.open, position)

    def _set_fronts(self, position: int, borders: Iterable[int], state: State) -> None:
        afloat: Afloat = {}
        for index in borders:
            border = self._borders[index]
            found = front(state, border, afloat=afloat)
            value = 0
            if found is not None:
                value = (1 if found.kind == "land" else 3) + (found.a != border.a)
            if value or index in self.fronts:
                put(self.fronts.setdefault(index, [0, 0]), position, value)

    def _set_joined(self, position: int, state: State) -> None:
        sides = state.catalog.sides
        for index, power in self._joiners:
            side = side_in(state, power)
            if side or index in self.joined:
                number = sides.index(side) + 1 if side else 0
                put(self.joined.setdefault(index, [0, 0]), position, number)

    def _set_leanings(self, position: int, spaces: Iterable[str], state: State) -> None:
        for name in spaces:
            word, index = leaning(state, name), state.board.index[name]
            if word or index in self.leaning:
                number = self._leanings.setdefault(word, len(self._leanings))
                put(self.leaning.setdefault(index, [0, 0]), position, number)


def passage(state: State, gate: Border) -> int:
    """Whether a strait is open to the side to move: 1 open, 0 closed, -1 nobody can say.

    If several powers move together, one that may pass is enough. Nobody can say if it is nobody's
    turn, or if no territory controls the strait.
    """
    side_of = state.catalog.side_of
    moving = [power for power in state.active if side_of(power)]
    if not (moving and gate.controllers):
        return _NOBODY_SAYS
    return int(any(is_open(state, gate, power) for power in moving))
