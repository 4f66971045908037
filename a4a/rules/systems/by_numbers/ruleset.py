"""Rules of battles alone, of a game that its record describes."""

from __future__ import annotations

from functools import cached_property

from a4a.core.errors import BattleError
from a4a.core.record import GameRecord
from a4a.core.sharing import Shared
from a4a.rules.ruleset import BattleRules
from a4a.rules.systems.by_numbers.battles import NumbersBattles
from a4a.rules.systems.by_numbers.game import NumbersGame

_GAMES = Shared[NumbersGame](16)
"""Those of the last records: saves of one map say the same of how its units fight."""


class NumberRules(BattleRules):
    """The rules of the battles of a record, by the numbers and options that it has.

    Parameters
    ----------
    record
        A record that says how its units fight.

    Attributes
    ----------
    game : NumbersGame
        What the engine plays.
    """

    def __init__(self, record: GameRecord) -> None:
        self.system = record.header.system
        self.game = _GAMES.one(
            lambda known: known.is_told_by(record), make=lambda: NumbersGame(record)
        )

    @cached_property
    def battles(self) -> NumbersBattles:
        """What can be told of battles in advance."""
        return NumbersBattles(self.game)

    @property
    def raids(self) -> NumbersBattles:
        """What can be told of bombing raids in advance.

        Raises
        ------
        BattleError
            If the record says nothing of them.
        """
        if not self.game.fighting.tells_raids:
            raise BattleError(f"the record does not say how bombing raids go in {self.system!r}")
        return self.battles
