"""Units whose own dice can be their end: they are lost to them as a step begins, or fire unharmed.

A die that is fatal hits nothing. So whether it is can be told apart from what it hits otherwise:
first a step in which their own dice are thrown at such units, one for each, and then the step in
which who is left of them fires with a die that lacks its fatal faces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from a4a.core.errors import BattleError
from a4a.odds.battle import Battle, Group, Kind, Side, Weapon
from a4a.odds.steps import CombatStep, Role, Volley

OWN_DICE: Final = "own dice"
"""What the kinds are called that stand for such dice, and the step in which they are thrown."""


def unfolded(battle: Battle) -> Battle:
    """Return a battle that comes out the same, in which enemies throw the dice that are fatal.

    Raises
    ------
    BattleError
        If the dice are no fair ones, or such a unit takes several hits or the best of several dice.

    Examples
    --------
    >>> crossing = Kind("infantry", 2, target="ground", fatal=1)
    >>> made = unfolded(Battle(Side((Group(crossing, 3),)), Side((Group(Kind("gun", 2), 1),))))
    >>> made.sequence.rounds[0].volleys[0].at, [g.kind.name for g in made.defender.groups]
    (('ground, infantry',), ['gun', 'own dice of infantry'])
    """
    risked = {
        role: [g.kind for g in battle.side(role).groups if g.kind.fatal and g.count]
        for role in _ROLES
    }
    every = [kind for kinds in risked.values() for kind in kinds]
    if not every:
        return battle
    for kind in every:
        _verify(battle, kind)
    own = CombatStep(
        OWN_DICE,
        tuple(
            Volley(_OTHER[role], weapon=_name(kind), at=(_target(kind),), limit="one a target")
            for role in _ROLES
            for kind in risked[role]
        ),
    )
    sequence = battle.sequence
    steps = (
        replace(step, volleys=tuple(_aimed(v, risked[_OTHER[v.side]]) for v in step.volleys))
        for step in (*sequence.before, *sequence.rounds)
    )
    before = tuple(next(steps) for _ in sequence.before)
    return replace(
        battle,
        attacker=_side(battle, "attacker", risked["defender"]),
        defender=_side(battle, "defender", risked["attacker"]),
        sequence=replace(sequence, before=before, rounds=(own, *steps)),
    )


_ROLES: Final[tuple[Role, Role]] = ("attacker", "defender")
_OTHER: Final[dict[Role, Role]] = {"attacker": "defender", "defender": "attacker"}


def _verify(battle: Battle, kind: Kind) -> None:
    dice = battle.dice
    if dice.weights or dice.natural or dice.luck != "standard":
        raise BattleError(f"{kind.name!r} may be lost by its own roll: only with fair dice")
    if kind.hits != 1 or kind.dice != 1 or not kind.value <= dice.faces - kind.fatal:
        raise BattleError(
            f"{kind.name!r} may be lost by its own roll: it takes one hit, and throws one die, of"
            " which no face both hits and is its end"
        )


def _name(kind: Kind) -> str:
    return f"{OWN_DICE} of {kind.name}"


def _target(kind: Kind) -> str:
    return f"{kind.target}, {kind.name}"


def _aimed(volley: Volley, kinds: list[Kind]) -> Volley:
    """A volley that reaches units as it did, now that they are targets of their own."""

    def also(words: tuple[str, ...]) -> tuple[str, ...]:
        return (*words, *(_target(kind) for kind in kinds if kind.target in words))

    return replace(volley, at=also(volley.at), then=also(volley.then))


def _side(battle: Battle, role: Role, enemies: list[Kind]) -> Side:
    """A side with targets of their own for its units, and the dice of its enemies."""
    side = battle.side(role)
    groups = (
        replace(g, kind=replace(g.kind, target=_target(g.kind))) if g.kind.fatal and g.count else g
        for g in side.groups
    )
    return replace(side, groups=(*groups, *_dice(battle, role, enemies)))


def _dice(battle: Battle, role: Role, enemies: list[Kind]) -> Iterator[Group]:
    for kind in enemies:
        groups = battle.side(_OTHER[role]).groups
        number = next(g.count for g in groups if g.kind.name == kind.name)
        thrown = MappingProxyType({_name(kind): Weapon(kind.fatal, shots=number)})
        yield Group(Kind(_name(kind), hits=0, weapons=thrown), 1)
