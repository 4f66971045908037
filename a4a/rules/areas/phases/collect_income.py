"""Collect Income: production less convoy losses, objectives, war bonds."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.state import State
from a4a.rules import money
from a4a.rules.account import Account
from a4a.rules.areas import technology
from a4a.rules.areas.economy import convoy, economies
from a4a.rules.areas.economy.objectives import achieved, objectives, once, paid_to
from a4a.rules.areas.orders import DeclareWar
from a4a.rules.areas.phases.lockstep import LockstepPhase
from a4a.rules.areas.politics import declarations
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.run import Run

WAR_BONDS = "War Bonds"


class CollectIncome(LockstepPhase):
    """Income, bonus income, convoy losses; the United States may enter the war in turn 3."""

    name = "Collect Income"

    def has(self, state: State, power: str) -> bool:
        """Whether the power's capital is free: without it nothing is collected."""
        return not economies.capital_lost(self.system, state, power)

    def ask(self, state: State, power: str) -> Decision | None:
        """Ask about a declaration of war where a political rule allows one now."""
        may = declarations.may_declare(self.system, state, power)
        if not may:
            return None
        return Decision(
            kind="declaration of war",
            powers=(power,),
            orders=("DeclareWar", "EndPhase"),
            rule=self.system.book.cite("war.income"),
            text=f"declare war on {self.system.said(may)}, or collect income",
            options=may,
        )

    def check(self, state: State, power: str, order: Order) -> None:
        """Refuse a declaration of war that the rules do not allow."""
        if isinstance(order, DeclareWar):
            declarations.verify_declaration(self.system, state, power, order.on)

    def carry_out(self, run: Run, power: str, order: Order) -> None:
        """Declare war; it is in force for the rest of the phase."""
        if isinstance(order, DeclareWar):
            declarations.declare(self.system, run, power, order.on)
        else:
            run.emit(ev.Decided((power,), "declaration of war", "no"))

    def take_up(self, run: Run, account: Account) -> None:
        """Note what has been collected in this turn already, by economy and objective."""
        for power in run.state.active:
            if paid := self._paid(power, account):
                run.emit(ev.StatusChanged(power, gained=paid, reason="recorded"))

    def _paid(self, power: str, account: Account) -> tuple[str, ...]:
        """The statuses that say for what a power has been paid."""
        own, paid = money.treasuries(self.system, power), dict[str, None]()
        for event in account.told:
            if isinstance(event, ev.ResourceChanged) and event.reason in ("income", "objective"):
                if event.treasury not in own:
                    continue
                known = (o for o in objectives(self.system) if event.detail in (o.name, *o.aliases))
                names = [objective.name for objective in known] or [event.detail or event.treasury]
                paid |= dict.fromkeys(_collected(name) for name in names)
        return tuple(paid)

    def end(self, run: Run, power: str) -> None:
        """Collect income and bonus income, less what convoys lose, for each economy by itself."""
        had = [s for s in run.state.statuses(power) if s.startswith(_collected(""))]
        free = economies.open_treasuries(self.system, run.state, power)
        for treasury in free:
            if _collected(treasury) in had:
                continue
            produced = economies.production(self.system, run.state, power, treasury)
            run.emit(money.paid(self.system, treasury, produced, "income"))
            convoy.disrupt(self.system, run, power, treasury)
        for objective, amount in list(achieved(self.system, run.state, power)):
            if _collected(objective.name) in had:
                continue
            treasury = paid_to(self.system, objective)
            run.emit(money.paid(self.system, treasury, amount, "objective", objective.name))
            if objective.once:
                run.emit(ev.StatusChanged(power, gained=(once(objective),), reason="objective"))
        if technology.has(run.state, power, WAR_BONDS) and _collected(WAR_BONDS) not in had:
            self._roll_bonds(run, power, free[0])  # one die for the power
        if had:
            run.emit(ev.StatusChanged(power, lost=tuple(had), reason="recorded"))

    def _roll_bonds(self, run: Run, power: str, treasury: str) -> None:
        sides = self.system.catalog.dice_sides
        (face,) = run.dice.roll(1, sides=sides)
        currency = self.system.catalog.currency
        run.emit(
            ev.Rolled(
                "other", power, (ev.Die(face),), sides, expected=None,
                outcome=f"{WAR_BONDS}: {face} {currency}",
            ),
            money.paid(self.system, treasury, face, "income", WAR_BONDS),
        )  # fmt: skip


def _collected(name: str) -> str:
    """The status of a power that has been paid for an economy or objective in this turn."""
    return f"has collected: {name}"
