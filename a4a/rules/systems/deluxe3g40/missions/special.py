"""Special Situations: one after the other, of which each begins when all before are settled.

Source: book, The Strategic Missions Phase, #1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property, partial
from typing import NamedTuple

from a4a.rules.areas.control.victory import check_phase
from a4a.rules.areas.system import System
from a4a.rules.order import Order
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions import events, offers, tankers
from a4a.rules.systems.deluxe3g40.missions.mission import Mission

_ALL_ASKED = (tankers.MoveTankers.kind, offers.ScorchedEarth.kind)
"""What each power is asked by itself."""


class _Stage(NamedTuple):
    """A situation: what it asks, and of whom where each power is asked by itself."""

    settle: Callable[[System, Run], None]
    kind: str = ""
    power: str = ""


class SpecialSituations(Mission):
    """The victory check, and what else happens before the raids."""

    name = "Special Situations"
    kinds = (
        offers.Bargaining, offers.Freezing, offers.Engineering, tankers.MoveTankers,
        offers.ScorchedEarth,
    )  # fmt: skip

    def enter(self, run: Run) -> None:
        """See whether the Axis has won; then one situation after the other."""
        check_phase(self.system, run, self.name)
        if not run.state.victors:
            self._settle(run, self._stages)

    def execute(self, run: Run, order: Order) -> None:
        """Carry out an answer; once a situation asks nothing more, go on with the next."""
        question = self._open(run.state)
        super().execute(run, order)
        if question is None or self._open(run.state) is not None:
            return
        kind = question.asked.kind
        power = question.asked.powers[0] if kind in _ALL_ASKED else ""
        kinds = [(stage.kind, stage.power) for stage in self._stages]
        self._settle(run, self._stages[kinds.index((kind, power)) + 1 :])

    def _settle(self, run: Run, stages: Iterable[_Stage]) -> None:
        """Settle situations up to one in which somebody is asked."""
        for stage in stages:
            stage.settle(self.system, run)
            if self._open(run.state) is not None:
                return

    @cached_property
    def _stages(self) -> tuple[_Stage, ...]:
        """The situations, in the order of the book."""
        moving, scorching = _ALL_ASKED
        order = self.system.order_of_play
        return (
            _Stage(events.give),
            _Stage(events.evacuate),
            _Stage(offers.bargain, offers.Bargaining.kind),
            _Stage(offers.freeze, offers.Freezing.kind),
            _Stage(offers.engineer, offers.Engineering.kind),
            _Stage(events.levy),
            *(_Stage(partial(tankers.request, power=p), moving, p) for p in order),
            _Stage(tankers.collect),
            *(_Stage(partial(offers.scorch, power=p), scorching, p) for p in order),
        )
