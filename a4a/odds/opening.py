"""Fire once, before the first round: dog fights, antiaircraft fire at each aircraft."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from a4a.odds.fire import fires, strengths
from a4a.odds.steps import CombatStep, Condition, Role, Volley
from a4a.odds.throws import chances

if TYPE_CHECKING:
    from a4a.odds.battle_tables import BattleTables

Cells: TypeAlias = dict[tuple[int, int], float]
"""How likely each cell (attacker's and defender's state) is."""

_Way: TypeAlias = tuple[int, int, frozenset[str]]
"""A cell, and the steps in which something was fired on the way there."""


def after_opening(tables: BattleTables, cells: Cells) -> Cells:
    """Play the steps before the first round; where a battle is over, nothing is fired."""
    if not (tables.shot_at_attacker.before or tables.shot_at_defender.before):
        return cells
    first = tables.at_first()
    steps = tables.battle.sequence.before
    asked = {name for step in steps for name in (step.after, step.without)}
    ways: dict[_Way, float] = {(a, d, frozenset()): chance for (a, d), chance in cells.items()}
    for step in steps:
        new: dict[_Way, float] = {}
        for (a, d, fired), chance in ways.items():
            if first.is_over(a, d) or not step.is_fought(fired):
                new[a, d, fired] = new.get((a, d, fired), 0.0) + chance
                continue
            if step.name in asked and _is_fired(tables, step, a, d):
                fired |= {step.name}
            hit_a = _led_to(tables, step, "defender", a, d)
            hit_d = _led_to(tables, step, "attacker", a, d)
            for to_a, p in hit_a.items():
                for to_d, q in hit_d.items():
                    way = to_a, to_d, fired
                    new[way] = new.get(way, 0.0) + chance * p * q
        ways = new
    found: Cells = {}
    for (a, d, _), chance in ways.items():
        found[a, d] = found.get((a, d), 0.0) + chance
    return found


def _is_fired(tables: BattleTables, step: CombatStep, a: int, d: int) -> bool:
    """Whether anybody in a cell has something to fire in a step, and a target."""
    for volley in step.volleys:
        if not all(_holds(tables, c, volley.side, a, d) for c in volley.given):
            continue
        attacks = volley.side == "attacker"
        enemy, at = (tables.defender, d) if attacks else (tables.attacker, a)
        reach = tables.fired_by(volley.side).reaches
        if len(_hits(tables, volley, volley.side, a, d)) > 1:
            k = reach.index(volley.at)
            if max(enemy.hit[k, at], enemy.last[k, at]) >= 0:
                return True
    return False


def _led_to(tables: BattleTables, step: CombatStep, role: Role, a: int, d: int) -> dict[int, float]:
    """The states to which the fire of a side leads the other, and how likely each is."""
    enemy, at = (tables.defender, d) if role == "attacker" else (tables.attacker, a)
    fired = tables.fired_by(role)
    found = {at: 1.0}
    for volley in step.volleys:
        if volley.side != role or not all(_holds(tables, c, role, a, d) for c in volley.given):
            continue
        hits = _hits(tables, volley, role, a, d)
        if len(hits) == 1:
            continue
        reach = fired.reaches.index(volley.at)
        new: dict[int, float] = {}
        for state, chance in found.items():
            now = state
            for p in hits:
                new[now] = new.get(now, 0.0) + chance * p
                after = int(enemy.hit[reach, now])
                after = int(enemy.last[reach, now]) if after < 0 else after
                now = now if after < 0 else after
        found = new
    return found


def _hits(tables: BattleTables, volley: Volley, role: Role, a: int, d: int) -> list[float]:
    """How likely 0, 1, 2 ... hits of a volley are."""
    own, at = (tables.attacker, a) if role == "attacker" else (tables.defender, d)
    enemy, there = (tables.defender, d) if role == "attacker" else (tables.attacker, a)
    shots: list[tuple[int, int]] = []
    general = [] if volley.weapon else strengths(tables.battle.side(role), own.present[at : at + 1])
    for i, group in enumerate(own.groups):
        shot = fires(group, volley)
        if shot and volley.weapon:
            number = int(own.present[at, i]) if group.kind.hits else group.count
            shots += [shot.die] * (number * shot.shots)
        elif shot:
            shots += [die for die, number, _ in general[i] for _ in range(int(number[0]))]
    if volley.limit == "one a target":
        targets = sum(
            int(enemy.present[there, i])
            for i, g in enumerate(enemy.groups)
            if not volley.at or g.kind.target in volley.at
        )
        shots = sorted(shots, reverse=True)[:targets]
    return chances(tables.battle.dice, shots)


def _holds(tables: BattleTables, condition: Condition, role: Role, a: int, d: int) -> bool:
    is_attacker = (role == "attacker") == (condition.whose == "own")
    side, at = (tables.attacker, a) if is_attacker else (tables.defender, d)
    has = bool(side.count(condition.word, side.present[at : at + 1])[0])
    return has == (condition.verb == "has")
