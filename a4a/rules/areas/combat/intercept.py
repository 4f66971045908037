"""Interception: fighters in a raided territory rise against the bombers."""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.events import Asked
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import count_of
from a4a.rules.areas import force
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import opening
from a4a.rules.areas.orders import Intercept
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run


def may_intercept(here: Situation, power: str, territory: str) -> list[Unit]:
    """Return the fighters of an enemy in a territory."""
    able = here.system.able("intercept")
    return [u for u in here.enemies_in(territory) if u.owner == power and u.type in able]


def questions(here: Situation) -> Iterator[Asked]:
    """Yield a question for each raided territory and each power with fighters there."""
    for territory in opening.raided(here):
        for power in here.system.order_of_play:
            if may_intercept(here, power, territory):
                turn = force.about(here.state, here.power)
                where = f"{turn}: {territory}: interception, {power}"
                rule = here.system.book.cite("raid.interception")
                yield Asked(where, (power,), "interception", (territory,), rule)


class InterceptQuestion(Question[System]):
    """Which fighters intercept."""

    kind = "interception"
    order = "Intercept"

    def _may(self, state: State, asked: Asked) -> list[Unit]:
        here = Situation(self.system, state, force.whose(state, asked.decision))
        return may_intercept(here, asked.powers[0], asked.options[0])

    def moot(self, state: State, asked: Asked) -> bool:
        """Whether all fighters have scrambled."""
        return not self._may(state, asked)

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: any of these fighters."""
        units = self._may(state, asked)
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"intercept the raid on {the(asked.options[0])} "
            f"with any of {count_of(len(units), 'fighter')}, or none",
            units=tuple(u.id for u in units),
            spaces=asked.options,
            most=len(units),
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse units that are not fighters of that power in that territory."""
        assert isinstance(order, Intercept)
        may = {u.id for u in self._may(state, asked)}
        for i in order.units:
            if i not in may or order.units.count(i) > 1:
                unit = state.units.get(i)
                space = state.space_of(i)
                where = f" in {the(space)}" if space else ""
                what = f"the {unit.type}{where}" if unit else "what is named"
                who = self.system.called(asked.powers[0])
                raise self.system.book.violation(
                    "raid.interceptors",
                    f"{what} is named twice"
                    if i in may
                    else f"{what} is no fighter of {who} in {the(asked.options[0])}",
                    tried="intercept",
                    allowed=f"{count_of(len(may), 'fighter')} in {the(asked.options[0])}"
                    + (", or fewer" if len(may) > 1 else ""),
                )

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Send the fighters up; they take part in nothing else this turn."""
        assert isinstance(order, Intercept)
        words = count_of(len(order.units), "fighter") if order.units else "no"
        run.emit(
            ev.Decided(asked.powers, self.kind, words, asked.decision, order.units, asked.options)
        )
        if order.units:
            run.emit(ev.UnitsTasked(order.units, b.INTERCEPT, asked.options[0]))
