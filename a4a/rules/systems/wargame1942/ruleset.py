"""The ruleset: that of the engine, with the orders and forms that only this book has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from a4a.core.events import Value
from a4a.rules.areas.orders import ORDERS
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.areas.system import System
from a4a.rules.judgement import Judge
from a4a.rules.phase import Phase
from a4a.rules.systems.wargame1942 import orders
from a4a.rules.systems.wargame1942.judging import WarGameJudge

if TYPE_CHECKING:
    from a4a.rules.areas.forms.choices import FormOf
    from a4a.rules.systems.wargame1942.battles import WarGameBattles


class WarGame(AreasRuleset):
    """The ruleset of a game of The War Game."""

    def __init__(self, game: System, phases: Callable[[], tuple[Phase[System], ...]]) -> None:
        super().__init__(game, phases)
        self.orders = {**ORDERS, **orders.ORDERS}

    @cached_property
    def battles(self) -> WarGameBattles:
        """What can be told of battles in advance."""
        from a4a.rules.systems.wargame1942.battles import WarGameBattles

        return WarGameBattles(self.game)

    @property
    def own_forms(self) -> Mapping[str, FormOf]:
        """The form of each kind of order that the engine does not have, or asks for otherwise."""
        from a4a.rules.systems.wargame1942.forms import FORMS

        return FORMS

    def label(self, number: int) -> str:
        """Return the season of a game turn."""
        track = self.game.dataset.track
        return track[number - 1].label if number <= len(track) else ""

    def judge(self, options: Mapping[str, Value], program: str) -> Judge:
        """Return a judge for a line of a recorded game: its orders are given again."""
        return WarGameJudge(self)
