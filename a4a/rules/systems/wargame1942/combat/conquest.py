"""Land that is taken: who controls it, and what becomes of its factories.

Sources: The War Game, "Combat Resolution", "Liberation", "Generals and Their Egos", "Phase IV".
"""

from __future__ import annotations

from collections.abc import Sequence

from a4a.core import events as ev
from a4a.core.english import either_of, the
from a4a.core.events import Asked
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.areas.politics.separations import separations
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import generals
from a4a.rules.systems.wargame1942.orders import Own
from a4a.rules.systems.wargame1942.production import repairs

CONQUEST, LIBERATION = "conquest", "liberation"


def take(system: System, run: Run, battle: OpenBattle, captors: Sequence[Unit]) -> None:
    """Give land to its original owner, if that is liberated, or to who has taken it; or ask."""
    space, state = battle.space, run.state
    if state.control.get(space) in state.active:
        return
    nations = [p for p in state.active if any(u.owner == p for u in captors)]
    freed = liberated(system, state, space, nations)
    led = [p for p in generals.commanding(system, state, space) if p in nations]
    takers = led or nations
    if freed:
        hand_over(system, run, space, freed, LIBERATION, battle=battle.id)
    elif len(takers) == 1:
        hand_over(system, run, space, takers[0], CONQUEST, battle=battle.id)
    else:
        run.emit(
            Asked(f"{state.turn}: owner of {space}", state.active, "owner", (space, *takers),
                  "WG-GEN-018" if led else "WG-MNC-006")
        )  # fmt: skip


def liberated(system: System, state: State, space: str, nations: Sequence[str]) -> str:
    """Return the nation to which land of an ally returns that some nations have taken, or "".

    Nobody keeps what others of the side lost, but a nation that stands apart, which frees nothing
    for others; and what it lost itself goes back to it, unless all who took it may keep that.
    """
    original = system.board.space(space).original
    if original is None or original in nations:
        return original or ""
    if system.catalog.side_of(original) != system.catalog.side_of(nations[0]):
        return ""
    apart = {p for x in separations(system) if "land" in x.of for p in x.powers}
    if not apart.isdisjoint(nations):
        return ""
    if original in apart and all(KEEPS in state.statuses(p) for p in nations):
        return ""
    return original


KEEPS = "keeps land of those apart"
"""Status of a power that keeps what it takes of a power that stands apart: China (WG-POL-004)."""


def hand_over(
    system: System, run: Run, space: str, heir: str, why: str, *, battle: str = ""
) -> None:
    """Give land and its factories to a nation, those that its value there supports (WG-FAC-033).

    What was under repair there is so no more, whoever takes the land back (WG-BB-019).
    """
    state = run.state
    run.emit(ev.ControlChanged(space, state.control.get(space), heir, why, battle))
    for unit in state.at(space):
        if unit.type not in system.of_category("facility"):
            continue
        kept = supported(system, space, heir, unit.type)
        if kept:
            changed = kept if kept != unit.type else None
            run.emit(
                ev.UnitsConverted((unit.id,), "captured", type=changed, owner=heir, battle=battle)
            )
        else:
            run.emit(ev.UnitsRemoved((unit.id,), "land too small", battle))
    repairs.review(system, run)


def supported(system: System, space: str, heir: str, factory: str) -> str:
    """Return what is left of a factory in land that a nation takes: a smaller one, or ""."""
    land = system.board.space(space)
    need = "least value" if land.original == heir else "least value occupied"
    kinds = [t for t in system.types.values() if t.category == "facility"]
    least = system.types[factory].numbers[need]
    fit = [t for t in kinds if t.numbers[need] <= min(land.value, least)]
    return max(fit, key=lambda t: t.numbers[need]).name if fit else ""


class OwnerQuestion(Question[System]):
    """Which nation controls land that several have taken together."""

    kind = "owner"
    order = "Own"

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: one of these nations."""
        space, *nations = asked.options
        return Decision(
            kind=self.kind, powers=asked.powers, orders=(self.order,), rule=asked.rule,
            text=f"choose the nation that controls {the(space)}", options=tuple(nations),
            spaces=(space,),
        )  # fmt: skip

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse nations without a land unit there."""
        assert isinstance(order, Own)
        space, *nations = asked.options
        if order.nation not in nations:
            raise self.system.book.violation(
                asked.rule, f"{order.nation} has no land unit in {the(space)}",
                tried=f"give it to {order.nation}", allowed=either_of(nations),
            )  # fmt: skip

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Give it the land."""
        assert isinstance(order, Own)
        space = asked.options[0]
        run.emit(ev.Decided(asked.powers, self.kind, order.nation, asked.decision, spaces=(space,)))
        hand_over(self.system, run, space, order.nation, CONQUEST)
