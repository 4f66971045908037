"""A board of The War Game with no units but those that a test puts on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from a4a.boards import load
from a4a.core import events as ev
from a4a.core.position import Balance, Position
from a4a.core.record import GameRecord
from a4a.core.steps import Header
from a4a.core.units import Place, Unit
from a4a.rules.systems.wargame1942 import FAMILY
from a4a.rules.systems.wargame1942.ruleset import WarGame

GAME = "wargame1942"
REFUSALS = Path(__file__).parent / "refusals.txt"
BRITISH = ("U.K.", "France")
GERMANS = ("Germany", "Italy")
AMERICANS = ("U.S.A.", "China")
MISS = 12
"""A die on which nobody hits."""


@cache
def rules(*options: str) -> WarGame:
    """The rules of the game with some options; made once."""
    made = FAMILY.make(load(GAME), (GAME,), {**FAMILY.options, **dict.fromkeys(options, True)})
    assert isinstance(made, WarGame)
    return made


class Empty:
    """The turn of a force on a board cleared of the set-up's units.

    Parameters
    ----------
    force
        Whose turn it is.
    control
        Land that is not held as in the set-up, by its controller.
    options
        The options of the game that are on.

    Attributes
    ----------
    units
        What has been put on the board.
    events
        What is to happen in the turn.
    """

    def __init__(
        self,
        *force: str,
        control: Mapping[str, str] | None = None,
        options: tuple[str, ...] = (),
    ) -> None:
        self.force, self.options = force, options
        self.control = {**load(GAME).position.control, **(control or {})}
        self.units: list[Unit] = []
        self.events: list[ev.AnyEvent] = []

    def put(
        self, place: Place, power: str, kind: str, number: int = 1, damage: int = 0, *,
        flags: tuple[str, ...] = (),
    ) -> tuple[int, ...]:  # fmt: skip
        """Put units of a type somewhere; their ids."""
        first = len(self.units) + 1
        self.units += [Unit(first + i, kind, power, place, damage, flags) for i in range(number)]
        return tuple(range(first, first + number))

    def record(self, *, balances: Iterable[Balance] | None = None, at: int = 6) -> GameRecord:
        """A record that begins with what is on the board, before the turn.

        Parameters
        ----------
        balances
            What nations have; as in the set-up if it is not said.
        at
            The game turn.
        """
        made, loaded = rules(*self.options), load(GAME).position
        start = Position(
            round=at, turn=1, active=(), units=tuple(self.units), control=self.control,
            relations=loaded.relations, statuses=loaded.statuses,
            balances=loaded.balances if balances is None else tuple(balances),
        )  # fmt: skip
        header = Header(system=GAME, options=dict(made.game.options))
        return GameRecord(header, made.game.board, made.game.catalog, start)

    def in_phase(self, phase: str, *, balances: Iterable[Balance] | None = None) -> GameRecord:
        """A record in which the turn began, and a phase of it."""
        record = self.record(balances=balances)
        record.append([ev.TurnBegan(self.force), ev.PhaseBegan(phase)], cause="engine")
        return record
