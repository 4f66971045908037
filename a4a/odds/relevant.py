"""What of a sequence matters to two sides: volleys that nobody fires or that hit nobody left out.

A list of steps has something for every unit of a game; most battles need little of it, and plain
ones are solved faster (`duel`).
"""

from __future__ import annotations

from dataclasses import replace

from a4a.odds.battle import Battle, Side
from a4a.odds.fire import fires
from a4a.odds.steps import CombatStep, Condition, Role, Volley


def relevant(battle: Battle) -> Battle:
    """Return a battle that comes out the same, with the steps and words that its units need.

    Where the rounds name nobody there is nothing to leave out.

    Examples
    --------
    >>> from a4a.odds.battle import Group, Kind
    >>> from a4a.odds.steps import Sequence, both
    >>> rifles = Side((Group(Kind("infantry", 2), 3),))
    >>> words = both(Volley("attacker", but=("tank",)), Volley("attacker", by=("tank",)))
    >>> sequence = Sequence((), (CombatStep("fire", words),))
    >>> [v.but for v in relevant(Battle(rifles, rifles, sequence)).sequence.rounds[0].volleys]
    [(), ()]
    """
    every = [v for step in battle.sequence.rounds for v in step.volleys]
    if not any(v.by or v.but or v.given for v in every):
        return battle
    before: list[CombatStep] = []
    for step in battle.sequence.before:
        known = {other.name for other in before}
        if step.after and step.after not in known:
            continue
        volleys = _volleys(battle, step)
        if volleys:
            without = step.without if step.without in known else ""
            before.append(replace(step, volleys=volleys, without=without))
    rounds = tuple(
        replace(s, volleys=_merged(battle, _volleys(battle, s))) for s in battle.sequence.rounds
    )
    if not all(any(v.side == role for s in rounds for v in s.volleys) for role in _ROLES):
        return battle
    rounds = tuple(step for step in rounds if step.volleys)
    return replace(battle, sequence=replace(battle.sequence, before=tuple(before), rounds=rounds))


_ROLES: tuple[Role, ...] = ("attacker", "defender")


def _volleys(battle: Battle, step: CombatStep) -> tuple[Volley, ...]:
    found = (_needed(battle, volley) for volley in step.volleys)
    return tuple(volley for volley in found if volley is not None)


def _needed(battle: Battle, volley: Volley) -> Volley | None:
    """Return a volley in the words that matter; None if it is never fired at anything."""
    own = battle.side(volley.side)
    enemy = battle.side("defender" if volley.side == "attacker" else "attacker")
    there = [g.kind for g in own.groups if g.count]
    if not any(fires(g, volley) for g in own.groups if g.count):
        return None
    reach = volley.reach
    turns = {reach.turn(g.kind.target) for g in enemy.groups if g.count and g.kind.hits}
    if not turns - {0}:
        return None
    if len(turns) == 1 and not volley.outright and not volley.limit:
        volley = replace(volley, at=(), then=())  # all that is there, at once
    open_: list[Condition] = []
    for condition in volley.given:
        if _has(own if condition.whose == "own" else enemy, condition.word):
            open_.append(condition)
        elif condition.verb == "has":
            return None
    # Who has no value and no weapon fires nothing, whatever the words say.
    armed = [k for k in there if k.is_armed or k.weapons]
    every = all(any(k.is_a(word) for word in volley.by) for k in armed)
    but = tuple(word for word in volley.but if any(k.is_a(word) for k in there))
    by = () if every and not volley.weapon else volley.by
    return replace(volley, by=by, but=but, given=tuple(open_))


def _merged(battle: Battle, volleys: tuple[Volley, ...]) -> tuple[Volley, ...]:
    """Make one volley of those in which everybody of a side fires once, at anything."""
    for role in _ROLES:
        plain = [v for v in volleys if v == replace(Volley(role), by=v.by, but=v.but)]
        armed = [g for g in battle.side(role).groups if g.count and g.kind.is_armed]
        if len(plain) > 1 and all(sum(bool(fires(g, v)) for v in plain) == 1 for g in armed):
            others = (v for v in volleys if v not in plain[1:])
            volleys = tuple(Volley(role) if v == plain[0] else v for v in others)
    return volleys


def _has(side: Side, word: str) -> bool:
    """Whether a side begins with a unit that a word names; it gains none."""
    return any(g.count and g.kind.hits and g.kind.is_a(word) for g in side.groups)
