"""What is fired in a step of a battle: whose units, what they hit on, at what."""

from __future__ import annotations

from collections.abc import Sequence, Set
from typing import NamedTuple

from a4a.core.events import Role
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.areas import technology
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import works as w
from a4a.rules.areas.combat.course import Course, Gate, Salvo, Stage, course
from a4a.rules.areas.combat.fire import Shot
from a4a.rules.areas.combat.hits import Against, Kind
from a4a.rules.areas.combat.listing import PARATROOPER, kind_of, reaches
from a4a.rules.areas.combat.marks import marks_of
from a4a.rules.areas.combat.values import values
from a4a.rules.areas.system import System


class Strength(NamedTuple):
    """What a unit rolls in general combat: it hits on the value; the best of the dice counts."""

    value: int
    dice: int


def course_of(system: System, battle: OpenBattle) -> Course:
    """Return how a battle goes."""
    return course(system, sea=b.is_sea(system, battle))


def target_kind(system: System, state: State, unit: Unit) -> Kind:
    """What a unit is as a target: paratroopers are hit as aircraft are."""
    return PARATROOPER if state.memory(unit.id).task == b.DROP else kind_of(system, unit.type)


def hold(gates: Sequence[Gate], own: Sequence[Unit], enemy: Sequence[Unit]) -> bool:
    """Whether conditions hold for a side and its enemy."""
    return all(
        any(unit.type in gate.types for unit in (own if gate.own else enemy)) == gate.has
        for gate in gates
    )


def firing(system: System, state: State, battle: OpenBattle, stage: Stage) -> list[Unit]:
    """Return the units that a step is about: whose conditions hold, target or none."""
    own = b.side(state, battle, stage.side)
    enemy = b.side(state, battle, b.opposite(stage.side))
    acting = [salvo for salvo in stage.salvos if hold(salvo.gates, own, enemy)]
    return [u for u in own if any(_fires(system, state, u, salvo) for salvo in acting)]


def _fires(system: System, state: State, unit: Unit, salvo: Salvo) -> bool:
    return salvo.is_fired_by(unit.type, marks_of(system, state, unit))


def shots(system: System, state: State, battle: OpenBattle, stage: Stage) -> list[Shot]:
    """Return what is fired in a step.

    Units without a target they can hit are not rolled for: submarines against aircraft alone.
    """
    own = b.side(state, battle, stage.side)
    enemy = b.side(state, battle, b.opposite(stage.side))
    return shots_between(system, state, battle, stage, own, enemy)


def may_fire(stage: Stage, units: Sequence[Unit]) -> bool:
    """Whether any of some units fires in a step at all, whatever it may fire at."""
    types = {unit.type for unit in units}
    return bool(types) and any(s.marks or not s.types.isdisjoint(types) for s in stage.salvos)


def shots_between(
    system: System,
    state: State,
    battle: OpenBattle,
    stage: Stage,
    own: list[Unit],
    enemy: Sequence[Unit],
) -> list[Shot]:
    """Return what some units fire in a step of a battle at some others; as for `shots`."""
    works = w.works(system, state, battle) if stage.side == "defender" else ()
    if not (works or may_fire(stage, own)):
        return []
    targets = [target_kind(system, state, unit) for unit in enemy]
    kinds = set(targets)
    found: list[Shot] = []
    general: dict[int, Strength] | None = None
    for salvo in stage.salvos:
        reach = reaches(system)[salvo.at]
        if kinds.isdisjoint(reach) or (salvo.gates and not hold(salvo.gates, own, enemy)):
            continue
        if not salvo.is_due(battle.round):
            continue
        if salvo.weapon is not None:
            fired = _armed(system, state, salvo, stage.side, own, works)
            if salvo.limited:
                fired.sort(key=lambda shot: -shot.value)
                del fired[sum(kind in reach for kind in targets) :]
            found += fired
            continue
        if general is None:
            busy = _fighting(system, state, battle, stage, own)
            general = strengths(system, state, busy, stage.side, works)
        found += [
            Shot(unit.owner, unit.type, shot.value, salvo.at, shot.dice)
            for unit in own
            if _fires(system, state, unit, salvo) and (shot := general[unit.id]).value > 0
        ]
    return found


def _fighting(
    system: System, state: State, battle: OpenBattle, stage: Stage, own: list[Unit]
) -> list[Unit]:
    """Return the units whose general values count in a step, without those that wait for them."""
    if battle.round != 1:
        return own
    salvos = [s for s in course_of(system, battle).general[stage.side] if s.weapon is None]
    salvos += [s for s in stage.salvos if s.weapon is None and s not in salvos]
    waiting = [s for s in salvos if not s.is_due(1)]
    if not waiting:
        return own
    return [
        unit
        for unit in own
        if not any(_fires(system, state, unit, s) for s in waiting)
        or any(s.is_due(1) and _fires(system, state, unit, s) for s in salvos)
    ]


def _armed(
    system: System,
    state: State,
    salvo: Salvo,
    role: Role,
    own: Sequence[Unit],
    works: Sequence[Unit],
) -> list[Shot]:
    """Return the shots of a weapon; of each unit several, perhaps."""
    weapon = salvo.weapon
    assert weapon is not None
    plus = w.boost(system, weapon.name, role, {unit.type for unit in works})
    points = {unit.id: w.left(system, state, unit) for unit in works}
    found: list[Shot] = []
    for unit in (*own, *works):
        if not _fires(system, state, unit, salvo):
            continue
        if weapon.whole and unit.damage and b.FRESH not in unit.flags:
            continue
        value = technology.number(system, state, unit.owner, unit.type, weapon.value)
        value = value // 2 if weapon.halved else value
        if value > 0:
            value += plus
            many, dice = (
                technology.number(system, state, unit.owner, unit.type, name) if name else 1
                for name in (weapon.shots, weapon.dice)
            )
            many *= points.get(unit.id, 1)
            found += [Shot(unit.owner, unit.type, value, salvo.at, dice, weapon.name)] * many
    return found


def strengths(
    system: System,
    state: State,
    units: Sequence[Unit],
    role: Role,
    works: Sequence[Unit] = (),
) -> dict[int, Strength]:
    """Return what units of a side roll in general combat, with combined arms and works."""
    owners: dict[str, list[Unit]] = {}
    for unit in units:
        owners.setdefault(unit.owner, []).append(unit)
    found: dict[int, Strength] = {}
    for power, fighting in owners.items():
        types = [unit.type for unit in fighting]
        for unit in works:
            types += [unit.type] * w.left(system, state, unit) * (unit.owner == power)
        rolled = values(system, role, types, state.technologies(power))
        for unit, value in zip(fighting, rolled, strict=False):
            dice = (
                technology.number(system, state, power, unit.type, "dice")
                if role == "attacker"
                else 1
            )
            found[unit.id] = Strength(value, dice)
    return found


def shots_of(
    system: System, state: State, battle: OpenBattle, role: Role, units: list[Unit]
) -> list[Shot]:
    """Return the general shots of some units of a side, power by power, target or none."""
    own, enemy = b.side(state, battle, role), b.side(state, battle, b.opposite(role))
    salvos = [
        salvo
        for salvo in course_of(system, battle).general[role]
        if salvo.weapon is None and hold(salvo.gates, own, enemy)
    ]
    found: dict[str, list[Shot]] = {}
    rolled = strengths(system, state, units, role)
    for unit in units:
        shot = rolled[unit.id]
        at: Against = next((s.at for s in salvos if unit.type in s.types), "")
        found.setdefault(unit.owner, []).append(
            Shot(unit.owner, unit.type, shot.value, at, shot.dice)
        )
    return [shot for fired in found.values() for shot in fired]


def can_fire(
    system: System,
    units: Sequence[Unit],
    role: Role,
    opponents: Sequence[Unit],
    *,
    sea: bool,
    first: bool = False,
) -> bool:
    """Whether any of some units has a valid target among their opponents.

    Parameters
    ----------
    system
        The game.
    units, role
        The units of a side.
    opponents
        Those of the other side.
    sea
        Whether the battle is fought at sea.
    first
        Whether what is fired only in the first round is still to come.
    """
    kinds: Set[Kind] = {kind_of(system, unit.type) for unit in opponents}
    how = course(system, sea=sea)
    for salvo in how.general[role] + how.first[role] if first else how.general[role]:
        if kinds.isdisjoint(reaches(system)[salvo.at]) or not hold(salvo.gates, units, opponents):
            continue
        for unit in units:
            if unit.type in salvo.types and _printed(system, unit.type, role, salvo) > 0:
                return True
    return False


def _printed(system: System, unit_type: str, role: Role, salvo: Salvo) -> int:
    """Return the printed value with which a unit type fires."""
    kind = system.types[unit_type]
    if salvo.weapon is not None:
        return technology.changed(system, (), unit_type, salvo.weapon.value)
    return kind.attack if role == "attacker" else kind.defense
