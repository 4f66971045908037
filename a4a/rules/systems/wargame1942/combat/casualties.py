"""Casualties: whom the hits of a step fall on. Those who fight on come before those who withdraw.

Sources: The War Game, "Combat Sequence", "Combat Resolution", "Retreat Sequence", "Submarine".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.events import Asked, Role
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.core.words import count_of, list_of
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import hits as h
from a4a.rules.areas.combat.casualties import Toll, cheapest_first, target
from a4a.rules.areas.combat.listing import precedence, reaches
from a4a.rules.areas.orders import Casualties
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.remembered import remembered_each
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import neutrals, sides
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.combat.firing import stage_of


def toll(system: System, state: State, battle: OpenBattle) -> Toll:
    """Return the hits rolled in a battle's step, and the units they may fall on."""
    return _toll_of(system, state, battle.id)


def _toll(system: System, state: State, name: str) -> Toll:
    battle = state.battles[name]
    resisted = battle.step == w.RESISTANCE
    role: Role = "attacker" if resisted else b.opposite(stage_of(system, battle).side)
    targets = tuple(
        target(system, state, unit)._replace(
            alike=alike(state, battle, unit), later=sides.withdraws(state, unit)
        )
        for unit in sides.units(state, battle, role)
    )
    if resisted:
        return Toll(role, neutrals.toll(system, battle), targets, strip=False, rule="WG-NEU-010")
    stage = stage_of(system, battle)
    hits = h.total((rolled.against, rolled.hits) for rolled in battle.rolls)
    hits = h.in_order(precedence(system), reaches(system), hits, targets)
    rule = "WG-CMB-007" if role == "attacker" else "WG-CMB-005"
    # Whoever is stopped comes too late for an answer to what is fired before all else.
    strip = stage.strip and not (stage.once and battle.step.startswith(w.STOPPED_FIRE))
    return Toll(role, hits, targets, strip, rule)


_toll_of = remembered_each(_toll, same=State.same_field)


def alike(state: State, battle: OpenBattle, unit: Unit) -> Hashable:
    """What tells units of a battle apart for whoever chooses."""
    return (*kin(state, unit), sides.is_ashore(battle, unit.id))


def kin(state: State, unit: Unit) -> tuple[Hashable, ...]:
    """What tells units apart wherever they are: owner, damage, cargo, where they go and why."""
    memory = state.memory(unit.id)
    aboard = state.at(unit.id)
    load = tuple(sorted([(u.owner, u.type) for u in aboard])) if aboard else ()
    way = (memory.via, memory.moved, memory.task, memory.target)
    return (unit.type, unit.owner, unit.damage, unit.flags, load, way)


def take(system: System, run: Run, battle: str) -> None:
    """Assign the hits rolled in a step of a battle; ask if there is a choice."""
    state = run.state
    found = state.battles[battle]
    if found.step != w.RESISTANCE and not any(rolled.hits for rolled in found.rolls):
        return
    due = toll(system, state, found)
    if not due.hits or not h.most(reaches(system), due.hits, due.targets):
        return
    if h.is_forced(reaches(system), due.hits, due.targets):
        suffer(system, run, found, due, h.assign(reaches(system), due.hits, due.targets))
        return
    run.emit(
        Asked(
            b.question(found, "casualties"), sides.deciders(state, due.role, found), "casualties",
            (), due.rule, battle,
        )
    )  # fmt: skip


def suggest(system: System, state: State, battle: OpenBattle) -> Casualties:
    """Return an answer that may always be given: the cheapest casualties."""
    due = toll(system, state, battle)
    return Casualties(
        h.assign(reaches(system), due.hits, cheapest_first(system, state, due.targets))
    )


def suffer(
    system: System, run: Run, battle: OpenBattle, due: Toll, chosen: Mapping[int, int]
) -> None:
    """Damage units, put them behind the casualty line or remove them, as hits were assigned."""
    units = run.state.units
    outright = stage_of(system, battle).outright if due.strip else frozenset()
    removed: list[int] = []
    for unit, number in chosen.items():
        if not number:
            continue
        fires_back = due.strip and units[unit].type not in outright
        damage = units[unit].damage + number
        if damage < system.types[units[unit].type].hits:
            gained: tuple[str, ...] = (w.FRESH,) if fires_back else ()
            run.emit(
                ev.UnitsConverted((unit,), "hit", damage=damage, gained=gained, battle=battle.id)
            )
        elif fires_back:
            run.emit(ev.UnitsConverted((unit,), "hit", gained=(w.HIT,), battle=battle.id))
        else:
            removed.append(unit)
    # Who drops from an aircraft that is shot down is not lost with it (WG-PAR-009).
    dropped = tuple(
        x.id for i in removed for x in run.state.at(i) if run.state.memory(x.id).task == w.DROP
    )
    if dropped:
        run.emit(ev.UnitsPlaced(dropped, battle.space, "dropped", battle.id))
    b.remove(run, removed, battle.id)


class CasualtiesQuestion(Question[System]):
    """Which units take the hits."""

    kind = "casualties"
    order = "Casualties"

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: a number of hits on these units."""
        battle = state.battles[asked.battle]
        due = toll(self.system, state, battle)
        number = h.most(reaches(self.system), due.hits, due.targets)
        near = frozenset().union(*(reaches(self.system)[sort] for sort in due.hits))
        return Decision(
            kind=self.kind, powers=asked.powers, orders=(self.order,), rule=asked.rule,
            text=f"assign {count_of(number, 'hit')} in {the(battle.space)}", battle=battle.id,
            units=tuple(t.unit for t in due.targets if t.room and t.kind in near),
            least=number, most=number,
        )  # fmt: skip

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse hits on what cannot be hit, and fewer hits than can be assigned."""
        assert isinstance(order, Casualties)
        due = toll(self.system, state, state.battles[asked.battle])
        fault = h.fault(reaches(self.system), due.hits, due.targets, order.hits)
        if fault is None:
            return
        best = suggest(self.system, state, state.battles[asked.battle]).hits
        kinds = Counter(state.units[i].type for i in best)
        example = list_of(count_of(n, kind) for kind, n in sorted(kinds.items()))
        number = sum(best.values())
        rule, why = {
            "unit": ("WG-CMB-012", "only units that can be hit in this battle take hits"),
            "room": ("WG-BB-004", "a battleship takes two hits, every other unit one"),
            "number": (asked.rule, f"{count_of(number, 'hit')} must be assigned"),
            "reach": ("WG-CMB-016", "hits of some units fall only on some sorts of target"),
            "transports": ("WG-RET-023", "who withdraws is hit when nobody else can be"),
        }[fault]
        raise self.system.book.violation(
            "WG-RET-024" if fault == "transports" else rule, why, tried="casualties",
            allowed=f"{count_of(number, 'hit')}, for example on {example}",
        )  # fmt: skip

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Assign the hits as chosen."""
        assert isinstance(order, Casualties)
        state = run.state
        battle = state.battles[asked.battle]
        due = toll(self.system, state, battle)
        chosen = {unit: number for unit, number in order.hits.items() if number}
        kinds = Counter(state.units[i].type for i in chosen)
        words = list_of(count_of(n, kind) for kind, n in sorted(kinds.items()))
        run.emit(
            ev.Decided(
                asked.powers, self.kind, words, asked.decision, tuple(chosen), battle=battle.id
            )
        )
        suffer(self.system, run, battle, due, chosen)
