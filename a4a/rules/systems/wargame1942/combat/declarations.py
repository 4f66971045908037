"""What is declared for a round besides retreats: guns of bombers, flak on land, scorched earth.

Sources: The War Game, "Bomber", "Artillery as Anti-Aircraft", "Conquest and Scorched Earth".
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.events import Asked
from a4a.core.state import OpenBattle, State
from a4a.core.words import count_of
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import retreats, sides
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.orders import Gunnery, Scorch

_RULES = {w.BOMBS_OR_GUNS: "WG-BMB-010", w.ANTIAIRCRAFT: "WG-ART-009"}


def gunners(system: System, state: State, battle: OpenBattle, step: str) -> list[int]:
    """Return the units for which something can be declared in a step that makes a difference.

    Bombers may fire at aircraft that defend; guns choose where aircraft and land units attack.
    """
    if step == w.BOMBS_OR_GUNS:
        fired = sides.engaged(state, battle, "attacker")
        bombs = [u.id for u in fired if u.type in system.able("bombs")]
        return bombs if _has(system, state, battle, "defender", "air") else []
    guns = [
        u.id
        for u in sides.engaged(state, battle, "defender")
        if u.type in system.able("antiaircraft")
    ]
    both = all(_has(system, state, battle, "attacker", kind) for kind in ("air", "land"))
    return guns if both else []


def _has(system: System, state: State, battle: OpenBattle, role: ev.Role, category: str) -> bool:
    kinds = system.of_category(category)
    return any(u.type in kinds for u in sides.units(state, battle, role))


def ask_gunnery(system: System, run: Run, battle: OpenBattle) -> None:
    """Ask which bombers use their guns, or which guns fire at land units, in this round."""
    state = run.state
    if retreats.is_broken_off(state, battle):
        return
    if gunners(system, state, battle, battle.step):
        role: ev.Role = "attacker" if battle.step == w.BOMBS_OR_GUNS else "defender"
        who = sides.deciders(state, role, battle)
        rule = _RULES[battle.step]
        run.emit(Asked(b.question(battle, "guns"), who, "guns", (battle.step,), rule, battle.id))


class GunneryQuestion(Question[System]):
    """What bombers or guns fire with, or at, in a round."""

    kind = "guns"
    order = "Gunnery"

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: some of these units."""
        battle = state.battles[asked.battle]
        able = gunners(self.system, state, battle, asked.options[0])
        bombs = asked.options[0] == w.BOMBS_OR_GUNS
        what = "bombers that use guns" if bombs else "guns that fire at land units first"
        return Decision(
            kind=self.kind, powers=asked.powers, orders=(self.order,), rule=asked.rule,
            text=f"name the {what} in {the(battle.space)}, or none", battle=battle.id,
            units=tuple(able), most=len(able),
        )  # fmt: skip

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse units for which there is nothing to choose."""
        assert isinstance(order, Gunnery)
        able = gunners(self.system, state, state.battles[asked.battle], asked.options[0])
        if not set(order.units) <= set(able) or len(set(order.units)) < len(order.units):
            raise self.system.book.violation(
                asked.rule, "not all of these units have that choice here", tried="guns",
                allowed=f"up to {count_of(len(able), 'unit')} of those asked about",
            )  # fmt: skip

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Flag them for the round."""
        assert isinstance(order, Gunnery)
        run.emit(
            ev.Decided(
                asked.powers, self.kind, "yes" if order.units else "no", asked.decision,
                order.units, battle=asked.battle,
            )
        )  # fmt: skip
        if order.units:
            flag = w.GUNS if asked.options[0] == w.BOMBS_OR_GUNS else w.AGAINST_LAND
            run.emit(
                ev.UnitsConverted(order.units, "declared", gained=(flag,), battle=asked.battle)
            )


# --- scorched earth -----------------------------------------------------------------------------


def factories(system: System, state: State, battle: OpenBattle) -> list[int]:
    """Return the factories of those who defend a territory."""
    kinds = system.of_category("facility")
    owners = {u.owner for u in sides.units(state, battle, "defender")}
    sided = {system.catalog.side_of(p) for p in owners}
    return [
        u.id
        for u in state.at(battle.space)
        if u.type in kinds and system.catalog.side_of(u.owner) in sided
    ]  # fmt: skip


def ask_scorching(system: System, run: Run, battle: OpenBattle) -> None:
    """Ask which factories are to be reduced or destroyed if the round is survived."""
    state = run.state
    if retreats.is_broken_off(state, battle):
        return
    found = factories(system, state, battle)
    if found:
        who = tuple(dict.fromkeys(state.units[i].owner for i in found))
        name = b.question(battle, "scorched earth")
        run.emit(Asked(name, who, "scorched earth", (), "WG-FAC-029", battle.id))


class ScorchQuestion(Question[System]):
    """Which factories are scorched."""

    kind = "scorched earth"
    order = "Scorch"

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: some of these factories."""
        battle = state.battles[asked.battle]
        found = tuple(factories(self.system, state, battle))
        return Decision(
            kind=self.kind, powers=asked.powers, orders=(self.order,), rule=asked.rule,
            text=f"reduce or destroy factories in {the(battle.space)}, or none",
            battle=battle.id, units=found, most=len(found),
        )  # fmt: skip

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse what is no factory of the defender there, and one that is named twice."""
        assert isinstance(order, Scorch)
        found, named = factories(self.system, state, state.battles[asked.battle]), order.factories
        if not set(named) <= set(found) or len(set(named)) < len(named):
            raise self.system.book.violation(
                asked.rule, "only factories of the territory defended can be scorched",
                tried="scorch", allowed="factories there, or none",
            )  # fmt: skip

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Flag them; it happens if a defender survives the round."""
        assert isinstance(order, Scorch)
        run.emit(
            ev.Decided(
                asked.powers, self.kind, "yes" if order.factories else "no", asked.decision,
                order.factories, battle=asked.battle,
            )
        )  # fmt: skip
        if order.factories:
            run.emit(ev.UnitsConverted(order.factories, "declared", gained=(w.SCORCHED,),
                                       battle=asked.battle))  # fmt: skip


def scorch(system: System, run: Run, battle: OpenBattle) -> None:
    """Reduce or destroy what was declared, if a defender has survived the round (WG-FAC-030).

    Where the land is taken in that round, as all who live have retreated, nothing is (WG-FAC-032).
    """
    state = run.state
    takes = _has(system, state, battle, "attacker", "land")
    stays = bool(sides.engaged(state, battle, "defender"))
    if not stays and (takes or not sides.units(state, battle, "defender")):
        return
    for unit in state.at(battle.space):
        if w.SCORCHED not in unit.flags:
            continue
        if unit.type == MAJOR:
            run.emit(ev.UnitsConverted((unit.id,), "reduced", type=MINOR, lost=(w.SCORCHED,),
                                       battle=battle.id))  # fmt: skip
        else:
            run.emit(ev.UnitsRemoved((unit.id,), "scorched earth", battle.id))


MAJOR, MINOR = "major factory", "minor factory"
