"""Combat in tests: a phase played order by order, with dice that fall as they are told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice, SeededDice
from a4a.core.state import State
from a4a.core.units import Holding, Unit
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.phase import Phase
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.combat.phase import Combat
from a4a.rules.systems.war_in_europe.moving import Movement
from a4a.rules.systems.war_in_europe.orders.fighting import (
    Advance,
    Attack,
    Retreat,
    Support,
    TakeLosses,
)
from a4a.rules.systems.war_in_europe.standing import OPS_COMPLETE
from a4a.rules.systems.war_in_europe.system import System
from a4a.rules.systems.war_in_europe.tasks import AIRDROP, ASSAULT, LANDING
from tests.rules.war_in_europe.positions import state, system, unit

AT_WAR = ("Italy", "Soviet Union", "United States")


class Play:
    """A phase of combat that is played.

    Parameters
    ----------
    side
        Whose phase it is.
    counters
        Where counters are, by "Power: counter".
    dice
        What the dice show, two for each roll on the chart; a number is a seed.
    armored
        Whether it is the combat of Armored Action.
    moving
        Whether it is the side's phase of movement instead.
    """

    def __init__(
        self,
        side: str,
        counters: Mapping[str, str],
        dice: Iterable[int] | int = (),
        *,
        armored: bool = False,
        moving: bool = False,
        at_war: Iterable[str] = AT_WAR,
        **options: object,
    ) -> None:
        combat = Combat(system(), side, armored=armored)
        self.phase: Phase[System] = Movement(system(), side) if moving else combat
        self.state: State = state(
            counters, active=side, phase=self.phase.name, at_war=at_war, **options
        )
        self.dice = SeededDice(dice) if isinstance(dice, int) else ScriptedDice(dice)
        self.events: list[ev.AnyEvent] = []

    # --- what stands ----------------------------------------------------------------------------

    def unit(self, name: str) -> Unit:
        return unit(self.state, name)

    def ids(self, *names: str) -> tuple[int, ...]:
        return tuple(self.unit(name).id for name in names)

    def place(self, name: str) -> object:
        place = self.unit(name).place
        return place.name if isinstance(place, Holding) else place

    def is_marked(self, name: str) -> bool:
        return OPS_COMPLETE in self.unit(name).flags

    def lost(self, name: str) -> int:
        """Steps lost; 9 if it is in its force pool."""
        own = self.unit(name)
        return 9 if isinstance(own.place, Holding) else own.damage

    def tell(self, *events: ev.AnyEvent) -> Play:
        self.state = self.state.apply(*events)
        return self

    def dropped(self, name: str) -> Play:
        own = self.unit(name)
        return self.tell(ev.UnitsTasked((own.id,), AIRDROP, str(own.place)))

    def landed(self, space: str, *names: str, fleets: Iterable[str] = ()) -> Play:
        self.tell(ev.UnitsTasked(self.ids(*names), ASSAULT, space))
        if ships := self.ids(*fleets):
            self.tell(ev.UnitsTasked(ships, LANDING, space))
        return self

    def aboard(self, name: str, fleet: str) -> Play:
        return self.tell(ev.UnitsPlaced(self.ids(name), self.unit(fleet).id, "embarked"))

    # --- orders ---------------------------------------------------------------------------------

    @property
    def asked(self) -> Decision | None:
        return self.phase.decision(self.state)

    @property
    def kind(self) -> str:
        asked = self.asked
        return asked.kind if asked else ""

    def give(self, order: Order) -> Play:
        """Verify an order and carry it out."""
        asked = self.asked
        assert asked is not None
        assert order.kind in asked.orders, (order.kind, asked)
        self.phase.verify(self.state, order)
        run = Run(self.state, self.dice)
        self.phase.execute(run, order)
        self.state = run.state
        self.events += run.events
        return self

    def check(self, order: Order) -> None:
        self.phase.verify(self.state, order)

    def attack(self, space: str, *names: str) -> Play:
        return self.give(Attack(space, self.ids(*names)))

    def support(self, *names: str) -> Play:
        return self.give(Support(self.ids(*names)))

    def take(self, points: Mapping[str, int]) -> Play:
        return self.give(TakeLosses({self.unit(name).id: n for name, n in points.items()}))

    def retreat(self, to: Mapping[str, str]) -> Play:
        return self.give(Retreat({self.unit(name).id: space for name, space in to.items()}))

    def advance(self, to: Mapping[str, str] | None = None) -> Play:
        return self.give(Advance({self.unit(n).id: s for n, s in (to or {}).items()}))

    # --- what happened --------------------------------------------------------------------------

    @property
    def rolls(self) -> list[ev.Rolled]:
        return [event for event in self.events if isinstance(event, ev.Rolled)]

    def readings(self) -> list[tuple[str, int, str, int]]:
        """Each roll on the chart: line, strength, column read, loss points."""
        return [
            (roll.chart.line, roll.chart.strength, roll.chart.final, roll.chart.loss)
            for roll in self.rolls
            if roll.chart
        ]

    @property
    def winners(self) -> list[str]:
        return [event.winner for event in self.events if isinstance(event, ev.BattleClosed)]


def throw(*sums: int) -> list[int]:
    """Two dice for each sum of a roll.

    Examples
    --------
    >>> throw(6, 11)
    [1, 5, 5, 6]
    """
    return [die for s in sums for die in (max(1, s - 6), s - max(1, s - 6))]
