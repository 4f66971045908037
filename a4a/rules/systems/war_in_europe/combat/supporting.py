"""The defender's support: what joins a battle that has been declared (9, 9.1.2, 9.2, 9.3.2)."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.core.events import Asked, Participant
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.core.words import list_of
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.access import Bar
from a4a.rules.systems.war_in_europe.combat import battles as b
from a4a.rules.systems.war_in_europe.combat import eligible
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.orders.fighting import Support
from a4a.rules.systems.war_in_europe.system import System

KIND = "support"
ALLOTS, AIR_ALONE, SHORT_ALONE = "WE-CMB-003", "WE-ACB-002", "WE-TRA-011"
SHORT = "intercepts"
"""The ability of air units of range 3."""


def candidates(system: System, state: State, battle: OpenBattle) -> tuple[Unit, ...]:
    """Return the units with which the defender of a battle may support it, and need not."""
    own = b.units_of(battle, "defender")
    kind = battle.kind
    if kind == "amphibious" and not b.units_of(battle, "defender", ""):
        return ()  # an undefended port has all the strength that is near (8.1.4.3)
    side = b.side_of(system, state, battle, "defender")
    found = eligible.supporters(
        system,
        state,
        battle.space,
        side,
        map(state.unit, own),
        kind="land" if kind in ("land", "amphibious") else "sea",
    )
    return tuple(
        unit for unit in found if unit.id not in own and _range_bar(system, battle, unit) is None
    )


def _range_bar(system: System, battle: OpenBattle, unit: Unit) -> Bar | None:
    """Why an air unit of long range does not help fleets that are attacked in transit."""
    if battle.kind != "transit" or SHORT in system.catalog.unit_type(unit.type).abilities:
        return None
    return Bar(SHORT_ALONE, "its range is 6", "air units of range 3")


def ask(system: System, run: Run, battle: str) -> None:
    """Ask the defender for support, if there is any to give."""
    state = run.state
    found = state.battles[battle]
    if candidates(system, state, found):
        run.emit(b.asked(system, state, found, "defender", KIND, ALLOTS))


class Supporting(Question[System]):
    """Which units the defender sends in support."""

    kind = KIND
    order = Support.__name__

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked."""
        battle = state.battles[asked.battle]
        units = candidates(self.system, state, battle)
        return Decision(
            kind=KIND,
            powers=asked.powers,
            orders=(self.order,),
            rule=ALLOTS,
            text=f"support the defense of {battle.space}?",
            battle=battle.id,
            units=tuple(unit.id for unit in units),
            spaces=(battle.space,),
            most=len(units),
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse units that cannot support the defense, or do not fight together."""
        assert isinstance(order, Support)
        battle = state.battles[asked.battle]
        field = field_of(self.system, state)
        free = candidates(self.system, state, battle)
        kind = "land" if b.kind_of(battle.id) in ("land", "amphibious") else "sea"
        chosen: list[Unit] = []
        for number in order.units:
            unit = state.units.get(number)
            tried = f"support {battle.space} with {unit.name if unit else number}"
            allowed = list_of(u.name for u in free)
            if unit is None or unit in chosen or state.space_of(number) is None:
                raise RuleViolation("it is no further unit on the board", tried=tried)
            if unit not in free:
                if field.side_of(unit) != b.side_of(self.system, state, battle, "defender"):
                    raise RuleViolation("it is not of the defender", tried=tried, allowed=allowed)
                if field.category(unit) == "land" or number in b.units_of(battle, "defender"):
                    raise self.system.book.violation(
                        ALLOTS, "it is no support to send", tried=tried, allowed=allowed
                    )
                own = map(state.unit, b.units_of(battle, "defender"))
                bar = eligible.support_bar(field, unit, battle.space, kind=kind)
                bar = bar or eligible.apart(field, (*own, unit))
                bar = bar or _range_bar(self.system, battle, unit)
                if bar is not None:
                    raise bar.violation(self.system, tried)
                raise self.system.book.violation(
                    AIR_ALONE, "air units alone are sent here", tried=tried, allowed=allowed
                )
            chosen.append(unit)
        if (bar := eligible.apart(field, chosen)) is not None:
            raise bar.violation(self.system, f"support {battle.space}")

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Let the units join the battle."""
        assert isinstance(order, Support)
        choice = "support" if order.units else "no"
        run.emit(
            ev.Decided(asked.powers, KIND, choice, asked.decision, order.units, (), asked.battle)
        )
        for number in order.units:
            unit = run.state.unit(number)
            space = run.state.space_of(number)
            joined = Participant("defender", unit.owner, (number,), space, b.SUPPORT)
            run.emit(ev.BattleJoined(asked.battle, (joined,)))
