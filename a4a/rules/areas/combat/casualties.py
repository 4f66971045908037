"""Casualties: hits are assigned by the side that was hit, as many as possible."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import NamedTuple

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.events import Asked, Role
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.core.words import count_of, list_of
from a4a.rules.areas import technology
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import hits as h
from a4a.rules.areas.combat import retreat
from a4a.rules.areas.combat import works as w
from a4a.rules.areas.combat.listing import reaches
from a4a.rules.areas.combat.volleys import course_of, target_kind
from a4a.rules.areas.orders import Casualties
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run


class Toll(NamedTuple):
    """The hits that a side has to take in a step of a battle.

    Parameters
    ----------
    role
        Which side was hit.
    hits
        Hits by what they may fall on.
    targets
        The units that may be hit. Of those that a hit destroys several of, the first is one for
        all.
    strip
        Whether casualties stay behind the casualty strip until they have fired.
    rule
        Id of the rule that says so.
    """

    role: Role
    hits: Mapping[str, int]
    targets: tuple[h.Target, ...]
    strip: bool
    rule: str


_RAID: Mapping[str, tuple[Role, bool, str]] = {
    b.ATTACK: ("defender", True, "raid.air.casualties"),
    b.DEFENSE: ("attacker", False, "raid.air.casualties"),
    b.ANTIAIRCRAFT: ("attacker", False, "raid.fire.casualties"),
    b.BOMBARDING: ("defender", False, "casualties.defender"),
}
"""Who is hit in a step of a raid, whether casualties fire before they go, and the rule."""


def toll(system: System, state: State, battle: OpenBattle) -> Toll:
    """Return the hits rolled in a battle's step, and the units they may fall on."""
    step, _, facility = battle.step.partition(": ")
    role: Role
    if battle.kind in ("bombing raid", "bombardment"):
        role, strip, key = _RAID[step]
        rule = system.book.cite(key)
    else:
        stage = course_of(system, battle).stages[battle.step]
        role, strip, rule = b.opposite(stage.side), stage.strip, stage.rule
    units = b.side(state, battle, role)
    if facility:
        units = [u for u in units if state.memory(u.id).task == f"{b.RAID} {facility}"]
    units = [u for u in units if u.id not in _guns(battle)]
    targets = tuple(target(system, state, unit) for unit in units)
    for several in flocks(system, state, units):
        hits = -(-len(several) // lost_together(system, several[0].type))
        rooms = {unit.id: hits if unit is several[0] else 0 for unit in several}
        targets = tuple(x._replace(room=rooms.get(x.unit, x.room)) for x in targets)
    if role == "defender":
        found = w.works(system, state, battle)
        kinds = w.points_of(system)
        targets += tuple(
            h.Target(x.id, target_kind(system, state, x), w.room(system, state, x), x.id)
            for x in found
            if x.type in kinds
        )
    return Toll(role, h.total((r.against, r.hits) for r in battle.rolls), targets, strip, rule)


def _guns(battle: OpenBattle) -> tuple[int, ...]:
    return tuple(i for p in battle.participants if p.task == b.BOMBARDMENT for i in p.units)


def target(system: System, state: State, unit: Unit) -> h.Target:
    """Describe a unit as a target, as if no other were like it."""
    room = 0 if b.HIT in unit.flags else system.types[unit.type].hits - unit.damage
    return h.Target(unit.id, target_kind(system, state, unit), room, unit.id)


def lost_together(system: System, unit_type: str) -> int:
    """Return how many units of a type one hit destroys."""
    return technology.changed(system, (), unit_type, "lost together", default=1)


def flocks(system: System, state: State, units: Sequence[Unit]) -> list[list[Unit]]:
    """Return the units of which one hit destroys several, by type, in the order in which they go.

    Those with the least aboard go first; who is behind the casualty strip has gone.
    """

    def load(unit: Unit) -> tuple[int, int]:
        aboard = (system.catalog.price(u.type, u.owner) for u in state.at(unit.id))
        return sum(aboard), unit.id

    found: dict[str, list[Unit]] = {}
    for unit in sorted(units, key=load):
        if b.HIT not in unit.flags and lost_together(system, unit.type) > 1:
            found.setdefault(unit.type, []).append(unit)
    return list(found.values())


def alike(system: System, state: State, battle: OpenBattle, unit: Unit) -> Hashable:
    """What tells units apart for whoever chooses: cargo, range left, a way to retreat."""
    memory = state.memory(unit.id)
    aboard = unit.place if isinstance(unit.place, int) else None
    load = tuple(sorted((u.owner, u.type) for u in state.at(unit.id)))
    flown: Hashable = None
    if system.types[unit.type].category == "air":
        flown = (memory.moved, memory.origin, memory.scrambled_from, memory.task)
    ashore = b.is_seaborne(battle, unit.id)
    return unit.type, unit.owner, unit.damage, unit.flags, aboard, load, flown, ashore


def cheapest_first(system: System, state: State, targets: tuple[h.Target, ...]) -> list[h.Target]:
    """Sort targets as most players choose: free hits, then the least valuable units."""

    def worth(target: h.Target) -> tuple[int, int, int, int]:
        unit = state.units[target.unit]
        kind = system.types[unit.type]
        price = system.catalog.price(unit.type, unit.owner)
        load = sum(system.catalog.price(u.type, u.owner) for u in state.at(unit.id))
        free = target.room > 1 and lost_together(system, unit.type) == 1
        return (0 if free else 1, price + load, kind.attack + kind.defense, unit.id)

    return sorted(targets, key=worth)


def suggest(system: System, state: State, asked: Asked) -> Casualties:
    """Return an answer that may always be given: the cheapest casualties."""
    due = toll(system, state, state.battles[asked.battle])
    return Casualties(
        h.assign(reaches(system), due.hits, cheapest_first(system, state, due.targets))
    )


def take(system: System, run: Run, battle: str) -> None:
    """Assign the hits rolled in a step of a battle; ask if there is a choice."""
    state = run.state
    open_battle = state.battles[battle]
    due = toll(system, state, open_battle)
    if not due.hits or not h.most(reaches(system), due.hits, due.targets):
        return
    units = state.units
    targets = [
        t._replace(alike=alike(system, state, open_battle, units[t.unit])) for t in due.targets
    ]
    if h.is_forced(reaches(system), due.hits, targets):
        _suffer(system, run, open_battle, due, h.assign(reaches(system), due.hits, due.targets))
        return
    owners = b.deciders(system, state, (units[t.unit] for t in due.targets if t.room))
    where = b.question(open_battle, "casualties")
    run.emit(Asked(where, owners, "casualties", (), due.rule, battle))


def _suffer(
    system: System, run: Run, battle: OpenBattle, due: Toll, chosen: Mapping[int, int]
) -> None:
    """Damage and remove units as hits were assigned."""
    units = run.state.units
    damaged: dict[int, list[int]] = {}
    destroyed: list[int] = []
    side = b.side(run.state, battle, due.role)
    flock = {found[0].id: found for found in flocks(system, run.state, side)}
    for unit, number in chosen.items():
        if unit in flock:
            gone = number * lost_together(system, units[unit].type)
            destroyed += [found.id for found in flock[unit][:gone]]
            continue
        damage = units[unit].damage + number
        if units[unit].type in w.points_of(system):
            w.suffer(run, battle.id, units[unit], number, later=due.strip)
        elif damage >= system.types[units[unit].type].hits:
            destroyed.append(unit)
        elif number:
            damaged.setdefault(damage, []).append(unit)
    for damage, ships in damaged.items():
        run.emit(ev.UnitsConverted(tuple(ships), "hit", damage=damage, battle=battle.id))
    launch(run, battle, [ship for ships in damaged.values() for ship in ships])
    if due.strip and destroyed:
        run.emit(ev.UnitsConverted(tuple(destroyed), "hit", gained=(b.HIT,), battle=battle.id))
    elif destroyed:
        launch(run, battle, destroyed)
        _remove_attackers(system, run, battle, destroyed)


def _remove_attackers(system: System, run: Run, battle: OpenBattle, units: list[int]) -> None:
    """Remove attackers at once; the way they came stays open to the others."""
    before = retreat.ways(system, run.state, battle)
    b.remove(run, units, battle.id)
    state = run.state
    retreat.keep_ways(run, battle, before, retreat.ways(system, state, state.battles[battle.id]))


def launch(run: Run, battle: OpenBattle, carriers: list[int]) -> None:
    """Leave the fighting guests of carriers in the air over the zone."""
    state = run.state
    fighting = {i for p in battle.participants for i in p.units}
    aboard = [u.id for ship in carriers for u in state.at(ship) if u.id in fighting]
    if aboard:
        run.emit(ev.UnitsPlaced(tuple(aboard), battle.space, "launched", battle.id))


def clear_strip(system: System, run: Run, battle: str) -> None:
    """Remove the units behind the casualty strip."""
    state = run.state
    open_battle = state.battles[battle]
    gone = [u.id for u in b.side(state, open_battle, "defender") if b.HIT in u.flags]
    launch(run, open_battle, gone)
    b.remove(run, gone, battle)
    w.settle(system, run, open_battle)
    lost = [u.id for u in b.side(state, open_battle, "attacker") if b.HIT in u.flags]
    if lost:
        launch(run, open_battle, lost)
        _remove_attackers(system, run, open_battle, lost)


def _told(hits: Mapping[str, int], number: int) -> str:
    """Say how many hits are assigned, and what they can fall on if not on anything."""
    rolled = sum(hits.values())
    words = f"{number} of " * (number < rolled) + count_of(rolled, "hit")
    if len(hits) == 1:
        return words + "".join(f" against {sort}" for sort in hits if sort)
    sorts = list_of(f"{n} against {sort or 'anything'}" for sort, n in hits.items())
    return f"{words} ({sorts})"


class CasualtiesQuestion(Question[System]):
    """Which units take the hits."""

    kind = "casualties"
    order = "Casualties"

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: a number of hits on these units."""
        system = self.system
        due = toll(system, state, state.battles[asked.battle])
        number = h.most(reaches(system), due.hits, due.targets)
        within_reach = frozenset().union(*(reaches(system)[sort] for sort in due.hits))
        space = state.battles[asked.battle].space
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"assign {_told(due.hits, number)} in {the(space)}",
            battle=asked.battle,
            units=tuple(t.unit for t in due.targets if t.room and t.kind in within_reach),
            least=number,
            most=number,
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse hits on what cannot be hit, and fewer hits than can be assigned."""
        assert isinstance(order, Casualties)
        system, book = self.system, self.system.book
        due = toll(system, state, state.battles[asked.battle])
        fault = h.fault(reaches(system), due.hits, due.targets, order.hits)
        if fault is None:
            return
        best = h.assign(reaches(system), due.hits, cheapest_first(system, state, due.targets))
        number = sum(best.values())
        kinds = Counter(state.units[i].type for i in best)
        example = list_of(count_of(n, kind) for kind, n in sorted(kinds.items()))
        allowed = f"{count_of(number, 'hit')}, for example on {example}"
        tried = "casualties"
        if fault == "unit":
            wrong = next((i for i in order.hits if i not in _ids(due)), None)
            if wrong is None:
                rule, why = asked.rule, "hits are whole numbers, 0 or more"
            else:
                rule, why = self._no_target(state, asked, wrong)
        elif fault == "room":
            rule, why = asked.rule, "more hits on a unit than it takes"
        elif fault == "transports":
            rule, why = "casualties.transport", "transports are hit only when nothing else can be"
        elif fault == "number":
            must = "1 hit" if number == 1 else f"{number} hits"
            rule, why = "casualties.most", f"{must} must be assigned"
        else:
            rule, why = self._out_of_reach(asked, due, order)
        raise book.violation(rule, why, tried=tried, allowed=allowed)

    def _no_target(self, state: State, asked: Asked, wrong: int) -> tuple[str, str]:
        unit = state.units.get(wrong)
        if unit is None:
            return asked.rule, f"no unit {wrong} is in the game"
        if isinstance(unit.place, int):
            return "cargo.combat", f"the {unit.type} is cargo, lost only with its ship"
        if unit.type in self.system.of_category("facility"):
            return "facility.combat", f"the {unit.type} takes no part in combat"
        away = not any(wrong in p.units for p in state.battles[asked.battle].participants)
        if away and asked.battle in state.memory(wrong).battles:
            return "submarine.submerged", f"the {unit.type} has submerged"
        return asked.rule, f"the {unit.type} is not among those that may be hit"

    def _out_of_reach(self, asked: Asked, due: Toll, order: Casualties) -> tuple[str, str]:
        if "aircraft" in due.hits:
            return asked.rule, "antiaircraft fire hits aircraft only"
        kinds = {t.kind for t in due.targets if order.hits.get(t.unit)}
        if "submarine" in kinds and "all but submarines" in due.hits:
            return (
                "casualties.submarine",
                "aircraft hit submarines only with a destroyer in the battle",
            )
        return "submarine.aircraft", "submarines never hit aircraft"

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Assign the hits as chosen."""
        assert isinstance(order, Casualties)
        state = run.state
        battle = state.battles[asked.battle]
        due = toll(self.system, state, battle)
        chosen = {unit: number for unit, number in order.hits.items() if number}
        types: dict[str, int] = {}
        for unit, number in chosen.items():
            kind = state.units[unit].type
            types[kind] = types.get(kind, 0) + number
        words = list_of(count_of(number, kind) for kind, number in types.items())
        run.emit(
            ev.Decided(
                asked.powers, self.kind, words, asked.decision, tuple(chosen), battle=battle.id
            )
        )
        _suffer(self.system, run, battle, due, chosen)


def _ids(due: Toll) -> set[int]:
    return {target.unit for target in due.targets}
