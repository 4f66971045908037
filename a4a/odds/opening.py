"""Fire once, before the first round: dog fights, antiaircraft fire at each aircraft."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from a4a.odds.dice import Dies
from a4a.odds.fire import fires, firing, strengths, targets
from a4a.odds.hits import Flags, Real, Whole
from a4a.odds.steps import CombatStep, Role, Volley
from a4a.odds.throws import chances

if TYPE_CHECKING:
    from a4a.odds.battle_tables import BattleTables
    from a4a.odds.side_states import SideStates


class Ways(NamedTuple):
    """Ways in which a battle can go until its rounds begin.

    Parameters
    ----------
    attacker, defender
        By way: the states of the sides.
    fired
        By way: the steps in which something was fired, as bits.
    chance
        By way: how likely it is.
    """

    attacker: Whole
    defender: Whole
    fired: Whole
    chance: Real

    def of(self, role: Role) -> Whole:
        """The states of a side."""
        return self.attacker if role == "attacker" else self.defender

    def where(self, chosen: Flags) -> Ways:
        """Only some of the ways."""
        a, d, fired, chance = self
        return Ways(a[chosen], d[chosen], fired[chosen], chance[chosen])


def after_opening(tables: BattleTables) -> Ways:
    """Play the steps before the first round; where a battle is over, nothing is fired."""
    start = np.zeros(1, dtype=np.int64)
    ways = Ways(start, start, start, np.ones(1))
    if not (tables.shot_at_attacker.before or tables.shot_at_defender.before):
        return ways
    first = tables.at_first()
    steps = tables.battle.sequence.before
    asked = {name for step in steps for name in (step.after, step.without)}
    bits = {step.name: 1 << i for i, step in enumerate(steps)}
    for step in steps:
        a, d, fired, _ = ways
        going = np.logical_not(first.is_over(a, d))
        if step.after:
            going &= (fired & bits[step.after]) > 0
        if step.without:
            going &= (fired & bits.get(step.without, 0)) == 0
        if going.any():
            bit = bits[step.name] if step.name in asked else 0
            fought = _fought(tables, step, ways.where(going), bit)
            ways = _merged([ways.where(np.logical_not(going)), fought], tables)
    return _merged([ways._replace(fired=np.zeros_like(ways.fired))], tables)


def _merged(parts: list[Ways], tables: BattleTables) -> Ways:
    """Put ways together that have led to the same, in the order in which they come first."""
    a, d, fired = (np.concatenate([part[i] for part in parts]) for i in range(3))
    chance = np.concatenate([part.chance for part in parts])
    keys = (fired * tables.attacker.size + a) * tables.defender.size + d
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    order = np.argsort(first)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    total = np.bincount(place[which.ravel()], weights=chance).astype(np.float64)
    at = first[order]
    return Ways(a[at], d[at], fired[at], total)


def _fought(tables: BattleTables, step: CombatStep, ways: Ways, bit: int) -> Ways:
    """Fire a step: both sides at the same time."""
    to_d, struck_d, fires_a = _led(tables, step, "attacker", ways)
    to_a, struck_a, fires_d = _led(tables, step, "defender", ways)
    fired = ways.fired | np.where(fires_a | fires_d, bit, 0)
    shape = (*to_a.shape, to_d.shape[1])
    chance = (ways.chance[:, None] * struck_a)[:, :, None] * struck_d[:, None, :]
    found = Ways(
        np.broadcast_to(to_a[:, :, None], shape).ravel(),
        np.broadcast_to(to_d[:, None, :], shape).ravel(),
        np.broadcast_to(fired[:, None, None], shape).ravel(),
        chance.ravel(),
    )
    return found.where(found.chance > 0)


def _led(
    tables: BattleTables, step: CombatStep, role: Role, ways: Ways
) -> tuple[Whole, Real, Flags]:
    """Return where a side's fire leads its enemy, how likely, and whether anything is fired.

    The states and chances are by way and number of hits.
    """
    enemy = tables.defender if role == "attacker" else tables.attacker
    at = ways.of("defender" if role == "attacker" else "attacker")
    reaches = tables.fired_by(role).reaches
    states, chance = at[:, None], np.ones((len(at), 1))
    fired = np.zeros(len(at), dtype=np.bool_)
    for volley in step.volleys:
        if volley.side != role:
            continue
        thrown, shoots = _hits(tables, volley, ways, _hold(tables, volley, ways))
        if not shoots.any():
            continue
        k = reaches.index(volley.reach)
        fired |= shoots & (np.maximum(enemy.hit[k, at], enemy.last[k, at]) >= 0)
        after = np.where(enemy.hit[k] >= 0, enemy.hit[k], enemy.last[k])
        after = np.where(after >= 0, after, np.arange(enemy.size))
        hit = [states]
        for _ in range(thrown.shape[1] - 1):
            hit.append(after[hit[-1]])
        states = np.stack(hit, axis=2).reshape(len(at), -1)
        chance = (chance[:, :, None] * thrown[:, None, :]).reshape(len(at), -1)
    return states, chance, fired


def _hits(tables: BattleTables, volley: Volley, ways: Ways, holds: Flags) -> tuple[Real, Flags]:
    """How likely 0, 1, 2 ... hits of a volley are, by way, and whether there are any shots."""
    role: Role = volley.side
    own, enemy = tables.attacker, tables.defender
    at, there = ways.attacker, ways.defender
    if role == "defender":
        own, enemy, at, there = enemy, own, there, at
    states, which = np.unique(at, return_inverse=True)
    shots = _shots(tables, volley, own, states)
    most = max(map(len, shots))
    limit = np.full(len(at), most)
    if volley.limit == "one a target":
        limit = np.minimum(most, targets(enemy, volley)[there])
    keys = np.where(holds, which.ravel() * (most + 1) + limit, -1)
    thrown, place = np.unique(keys, return_inverse=True)
    known: dict[tuple[Dies, ...], list[float]] = {(): [1.0]}
    rows = []
    for key in thrown.tolist():
        state, number = divmod(key, most + 1)
        dies = tuple(shots[state][:number]) if key >= 0 else ()
        if dies not in known:
            known[dies] = chances(tables.battle.dice, dies)
        rows.append(known[dies])
    table = np.zeros((len(rows), max(map(len, rows))))
    for row, chance in zip(table, rows, strict=True):
        row[: len(chance)] = chance
    shoots = np.array([len(chance) > 1 for chance in rows])
    return table[place.ravel()], shoots[place.ravel()]


def _shots(
    tables: BattleTables, volley: Volley, own: SideStates, states: Whole
) -> list[list[Dies]]:
    """Return what is fired in a volley in some states, the best first where only some are."""
    side, present = tables.battle.side(volley.side), own.present[states]
    general = [] if volley.weapon else strengths(side, present)
    counted: list[tuple[Dies, list[int]]] = []
    for i, group in enumerate(own.groups):
        shot = fires(group, volley)
        if shot and volley.weapon:
            there = firing(own, i, volley)[states]
            number = there if group.kind.hits else np.full(len(states), group.count)
            counted.append((shot.die, (number * shot.shots).tolist()))
        elif shot:
            counted += [(die, number.tolist()) for die, number, _ in general[i]]
    if volley.limit == "one a target":
        counted.sort(key=lambda shots: shots[0], reverse=True)
    return [
        [die for die, numbers in counted for _ in range(numbers[i])] for i in range(len(states))
    ]


def _hold(tables: BattleTables, volley: Volley, ways: Ways) -> Flags:
    """Whether the conditions of a volley hold, by way."""
    holds = np.ones(len(ways.chance), dtype=np.bool_)
    for condition in volley.given:
        is_attacker = (volley.side == "attacker") == (condition.whose == "own")
        side = tables.attacker if is_attacker else tables.defender
        has = side.count(condition.word, side.present) > 0
        at = ways.attacker if is_attacker else ways.defender
        holds &= has[at] == (condition.verb == "has")
    return holds
