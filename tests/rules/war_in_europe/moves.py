"""Movement for tests: a phase over a position, and orders given in it by the names of counters."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.errors import RuleViolation
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.moving import ArmoredMovement, Movement
from a4a.rules.systems.war_in_europe.orders.moving import (
    Airdrop,
    Assault,
    Disembark,
    Embark,
    Fly,
    March,
    Rail,
    Sail,
)
from tests.rules.war_in_europe.positions import state as position
from tests.rules.war_in_europe.positions import system, unit


class Play:
    """A phase of movement over a position."""

    def __init__(
        self, counters: dict[str, str], *, side: str = "Axis", armored: bool = False, **how
    ) -> None:
        kind = ArmoredMovement if armored else Movement
        self.phase = kind(system(), side)
        self.state = position(counters, active=side, phase=self.phase.name, **how)

    def id(self, name: str) -> int:
        return unit(self.state, name).id

    def ids(self, names: str | Sequence[str]) -> tuple[int, ...]:
        return tuple(map(self.id, [names] if isinstance(names, str) else names))

    def give(self, order: Order, *rolls: int) -> list[ev.AnyEvent]:
        """Give an order, and return what it causes with these rolls of dice."""
        decision = self.decision
        assert decision is not None
        assert order.kind in decision.orders, decision
        self.phase.verify(self.state, order)
        run = Run(self.state, ScriptedDice(list(rolls)))
        self.phase.execute(run, order)
        self.state = run.state
        return run.events

    def leave(self) -> None:
        """Leave the phase, as the game does when it is over."""
        run = Run(self.state, ScriptedDice([]))
        self.phase.leave(run)
        self.state = run.state

    def refused(self, order: Order) -> str:
        """The rule by which an order is refused, checking that it says what is allowed."""
        before = self.state.fingerprint()
        with pytest.raises(RuleViolation) as caught:
            self.phase.verify(self.state, order)
        assert self.state.fingerprint() == before
        return caught.value.rule

    @property
    def decision(self) -> Decision | None:
        return self.phase.decision(self.state)

    def where(self, name: str) -> object:
        return unit(self.state, name).place

    # --- orders by name -------------------------------------------------------------------------

    def march(self, names: str | Sequence[str], *path: str) -> March:
        return March(self.ids(names), path)

    def rail(self, names: str | Sequence[str], *path: str) -> Rail:
        return Rail(self.ids(names), path)

    def fly(self, names: str | Sequence[str], *path: str) -> Fly:
        return Fly(self.ids(names), path)

    def sail(self, names: str | Sequence[str], *path: str) -> Sail:
        return Sail(self.ids(names), path)

    def assault(self, names: str | Sequence[str], *path: str) -> Assault:
        return Assault(self.ids(names), path)

    def embark(self, name: str, fleet: str) -> Embark:
        return Embark(self.id(name), self.id(fleet))

    def disembark(self, name: str) -> Disembark:
        return Disembark(self.id(name))

    def drop(self, name: str, space: str) -> Airdrop:
        return Airdrop(self.id(name), space)

    @property
    def mover(self):
        return self.phase.mover(self.state)
