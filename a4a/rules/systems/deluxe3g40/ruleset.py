"""The ruleset: that of the engine, with the orders and forms that only this book has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from a4a.core.events import Value
from a4a.rules.areas.orders import ORDERS
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.areas.system import System
from a4a.rules.judgement import Judge
from a4a.rules.phase import Phase
from a4a.rules.systems.deluxe3g40 import orders

if TYPE_CHECKING:
    from a4a.rules.areas.forms.choices import FormOf
    from a4a.rules.systems.deluxe3g40.missions.foretold import MissionRaids


class Deluxe(AreasRuleset):
    """The ruleset of a game of 3G40 Deluxe."""

    def __init__(self, game: System, phases: Callable[[], tuple[Phase[System], ...]]) -> None:
        super().__init__(game, phases)
        self.orders = {**ORDERS, **orders.ORDERS}

    @property
    def own_forms(self) -> Mapping[str, FormOf]:
        """The form of each kind of order that the engine does not have."""
        from a4a.rules.systems.deluxe3g40.forms import FORMS

        return FORMS

    @property
    def raids(self) -> MissionRaids:
        """What can be told of raids in advance."""
        from a4a.rules.systems.deluxe3g40.missions.foretold import MissionRaids

        return MissionRaids(self.game)

    def judge(self, options: Mapping[str, Value], program: str) -> Judge:
        """Return a judge for a line of a recorded game: its orders are given again."""
        from a4a.rules.systems.deluxe3g40.judging import DeluxeJudge

        return DeluxeJudge(self, options, program)
