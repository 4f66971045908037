"""Research and Development: dice are bought and rolled for advances."""

from __future__ import annotations

from types import MappingProxyType

from a4a.core import events as ev
from a4a.core.events import Asked
from a4a.core.state import State
from a4a.core.words import list_of
from a4a.rules import money
from a4a.rules.areas import technology
from a4a.rules.areas.economy import economies
from a4a.rules.areas.orders import PickChart, Research
from a4a.rules.areas.phases.lockstep import LockstepPhase
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.run import Run

_KIND = "breakthrough chart"
_RESEARCHED = "research"
_MOST = 1000


class ResearchAndDevelopment(LockstepPhase):
    """Buy research dice, roll them; a six gives an advance from the chosen chart."""

    name = "Research & Development"
    takes = MappingProxyType({"Research": "research dice are bought"})

    def has(self, state: State, power: str) -> bool:
        """Whether the option is on, and the power does research and has a free capital."""
        return (
            bool(self.system.options.get("research"))
            and technology.researches(self.system, power)
            and not economies.capital_lost(self.system, state, power)
        )

    def interruption(self, state: State) -> Decision | None:
        """Ask for the chart of a breakthrough."""
        if (asked := self._asked(state)) is None:
            return None
        return Decision(
            kind=_KIND,
            powers=asked.powers,
            orders=("PickChart",),
            rule=asked.rule,
            text="choose the breakthrough chart to roll on",
            options=asked.options,
        )

    def mover(self, state: State, order: Order) -> str:
        """Return the power that has the breakthrough."""
        asked = self._asked(state)
        return asked.powers[0] if asked is not None else super().mover(state, order)

    def ask(self, state: State, power: str) -> Decision | None:
        """Ask for research dice."""
        price = technology.research(self.system).price
        funds = sum(money.balance(self.system, state, t) for t in self._treasuries(state, power))
        if funds < price or not self._charts(state, power) or self._done(state, power):
            return None
        return Decision(
            kind=_RESEARCHED,
            powers=(power,),
            orders=("Research", "EndPhase"),
            rule=self.system.book.cite("research.dice"),
            text=f"buy research dice for {price} each, or none",
            most=funds // price,
        )

    def check(self, state: State, power: str, order: Order) -> None:
        """Refuse dice that cannot be paid for, and charts with nothing new."""
        book = self.system.book
        asked = self._asked(state)
        if isinstance(order, PickChart):
            assert asked is not None
            if str(order.chart) not in asked.options:
                raise book.violation(
                    "research.chart.complete", f"there is nothing new on chart {order.chart}",
                    tried=f"roll on chart {order.chart}", allowed=" or ".join(asked.options),
                )  # fmt: skip
        elif isinstance(order, Research):
            self._verify_research(state, order, power)

    def _verify_research(self, state: State, order: Research, power: str) -> None:
        book, what = self.system.book, "die" if order.dice == 1 else "dice"
        tried = f"buy {order.dice} research {what}"
        own, free = money.treasuries(self.system, power), self._treasuries(state, power)
        payers = (order.treasury, *order.shares)
        for treasury in payers:
            if treasury not in own:
                raise book.violation(
                    "treasury.gift",
                    f"{treasury!r} is not a treasury of {self.system.called(power)}",
                    tried=tried, allowed=" or ".join(own),
                )  # fmt: skip
            if treasury not in free:
                raise book.violation(
                    "treasury.capital", f"the capital of {treasury} is in enemy hands", tried=tried,
                    allowed=f"let {' or '.join(free)} pay",
                )  # fmt: skip
        price = technology.research(self.system).price
        funds = sum(money.balance(self.system, state, t) for t in dict.fromkeys(payers))
        if not 0 < order.dice <= _MOST or order.dice * price > funds:
            paying = list_of(dict.fromkeys(payers))
            have = "has" if len(dict.fromkeys(payers)) == 1 else "together have"
            most = funds // price
            dice = f"1 to {most} dice" if most > 1 else "1 die"
            other = ", or let another treasury pay as well" if len(own) > 1 else ""
            raise book.violation(
                "research.dice",
                f"a die costs {price}, and {paying} {have} {funds}"
                if order.dice > 0
                else f"{order.dice} is no number of dice to buy",
                tried=tried,
                allowed=f"{dice}, or end the phase" if most else f"end the phase{other}",
            )
        shares = order.shares.values()
        if order.treasury in order.shares or not all(0 < s <= order.dice * price for s in shares):
            raise book.violation(
                "research.dice", "the shares are what further treasuries pay of the price",
                tried=tried,
                allowed=f"from 1 to {order.dice * price}; {order.treasury} pays the rest",
            )  # fmt: skip
        for treasury, part in self._parts(order).items():
            has = money.balance(self.system, state, treasury)
            if not 0 <= part <= has:
                raise book.violation(
                    "research.dice", f"{treasury} would pay {part}, and has {has}", tried=tried,
                    allowed=f"{order.dice * price} together, each what it has",
                )  # fmt: skip

    def _parts(self, order: Research) -> dict[str, int]:
        """What each treasury pays."""
        bill = order.dice * technology.research(self.system).price
        return {order.treasury: bill - sum(order.shares.values()), **order.shares}

    def carry_out(self, run: Run, power: str, order: Order) -> None:
        """Pay and roll; a breakthrough asks for a chart, unless only one has anything new."""
        if isinstance(order, Research):
            self._research(run, power, order)
        elif isinstance(order, PickChart):
            asked = self._asked(run.state)
            assert asked is not None
            run.emit(ev.Decided(asked.powers, _KIND, str(order.chart), decision=asked.decision))
            self._breakthrough(run, power, order.chart)

    def _research(self, run: Run, power: str, order: Research) -> None:
        rules, sides = technology.research(self.system), self.system.catalog.dice_sides
        for treasury, part in self._parts(order).items():
            if part:
                run.emit(money.paid(self.system, treasury, -part, "technology"))
        run.emit(ev.Decided((power,), _RESEARCHED, f"{order.dice} dice"))
        faces = run.dice.roll(order.dice, sides=sides)
        dice = tuple(
            ev.Die(face, rules.success, "hit" if face >= rules.success else "miss")
            for face in faces
        )
        hits = sum(die.result == "hit" for die in dice)
        run.emit(
            ev.Rolled(
                "technology", power, dice, sides, hits=hits, expected=order.dice / sides,
                outcome="a breakthrough" if hits else "no breakthrough",
            )
        )  # fmt: skip
        charts = self._charts(run.state, power)
        if not hits:
            return
        if len(charts) == 1:
            self._breakthrough(run, power, charts[0])
        else:
            options = tuple(str(chart) for chart in charts)
            name = f"{_KIND} of {power} in turn {run.state.turn}"
            rule = self.system.book.cite("research.chart")
            run.emit(ev.Asked(name, (power,), _KIND, options, rule))

    def _breakthrough(self, run: Run, power: str, chart: int) -> None:
        """Roll on a chart until an advance comes up that the power does not have."""
        advances = {
            t.roll: t.name
            for t in technology.research(self.system).technologies
            if t.chart == chart
        }
        sides = self.system.catalog.dice_sides
        while True:
            (face,) = run.dice.roll(1, sides=sides)
            name = advances[face]
            new = not technology.has(run.state, power, name)
            outcome = name if new else f"{name} again"
            run.emit(ev.Rolled("technology", power, (ev.Die(face),), sides, outcome=outcome))
            if new:
                run.emit(ev.TechnologyChanged(power, gained=(name,)))
                return

    def _treasuries(self, state: State, power: str) -> tuple[str, ...]:
        return economies.open_treasuries(self.system, state, power)

    def _charts(self, state: State, power: str) -> tuple[int, ...]:
        """Charts on which there is an advance the power does not have (R-025)."""
        return tuple(
            sorted(
                {
                    t.chart
                    for t in technology.research(self.system).technologies
                    if not technology.has(state, power, t.name)
                }
            )
        )

    def _asked(self, state: State) -> Asked | None:
        return next((a for a in state.decisions.values() if a.kind == _KIND), None)

    def _done(self, state: State, power: str) -> bool:
        """Whether this turn's dice have been rolled: the treasury has paid for them."""
        start = state.turn_start
        if start is None:
            return False
        return any(
            money.balance(self.system, state, t) < money.balance(self.system, start, t)
            for t in money.treasuries(self.system, power)
        )
