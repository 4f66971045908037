"""What units hit on where ground or landing tells, and what help makes of it (R-709)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from types import MappingProxyType

from a4a.core.errors import BattleError
from a4a.odds.battle import Group, Kind, Side, Support
from a4a.odds.steps import Role
from a4a.rules.systems.by_numbers.combat import ROLES, THROWS
from a4a.rules.systems.by_numbers.game import NumbersGame
from a4a.rules.systems.by_numbers.units import PLAIN


def placed(game: NumbersGame, side: Side, role: Role, ground: tuple[str, ...]) -> Side:
    """Return a side whose units hit on what they do on some ground, and where they land.

    Parameters
    ----------
    game
        The game.
    side, role
        The side, as if ground made no difference.
    ground
        The kinds of ground.

    Raises
    ------
    BattleError
        If a unit helps several on which ground or landing tells differently.
    """
    more = [_more(game, group.kind, role, ground) for group in side.groups]
    if not any(more):
        return side
    faces = game.catalog.dice_sides
    words = {support.to for support in side.supports}
    groups = tuple(
        replace(group, kind=_shifted(group.kind, plus, role, faces, words))
        for group, plus in zip(side.groups, more, strict=True)
    )
    supports: list[Support] = []
    for by, some in groupby(side.supports, key=lambda support: support.by):
        made = [new for one in some for new in _split(one, side.groups, more, faces)]
        if any(new.each > 1 for new in made) and len(made) > 1:
            why = f"{by}: each helps several, for whom the ground or landing differs"
            raise BattleError(f"these odds are not known: {why}")
        supports += sorted(made, key=lambda new: -new.value)  # the strongest first
    return replace(side, groups=groups, supports=tuple(supports))


def _more(game: NumbersGame, kind: Kind, role: Role, ground: tuple[str, ...]) -> int:
    """Return what a kind hits on more; what only bombards does not."""
    if not kind.hits:
        return 0
    unit = kind.name  # which may say more in brackets
    while unit not in game.types and " (" in unit:
        unit = unit.rpartition(" (")[0]
    told, at = game.fighting.ground, ROLES.index(role)
    plus = sum(told[one].get(unit, (0, 0))[at] for one in ground if one in told)
    landing = kind.name.startswith(f"{unit} (landing")
    return plus + landing * game.fighting.units.get(unit, PLAIN).landing


def _shifted(kind: Kind, plus: int, role: Role, faces: int, words: set[str]) -> Kind:
    if not plus:
        return kind
    weapons = {
        name: weapon._replace(value=_within(weapon.value + plus, faces))
        if name == THROWS[role]
        else weapon
        for name, weapon in kind.weapons.items()
    }
    return replace(
        kind,
        value=_within(kind.value + plus, faces),
        weapons=MappingProxyType(weapons),
        tags=frozenset(_word(tag, plus) if tag in words else tag for tag in kind.tags),
    )


def _split(
    support: Support, groups: tuple[Group, ...], more: list[int], faces: int
) -> Iterator[Support]:
    """Yield a support for each way in which the units that it helps are placed."""
    helped = {
        plus for group, plus in zip(groups, more, strict=True) if support.to in group.kind.tags
    }
    for plus in sorted(helped, reverse=True):
        value = _within(support.value + plus, faces)
        yield support._replace(to=_word(support.to, plus), value=value)


def _word(word: str, plus: int) -> str:
    return f"{word} {plus:+d}" if plus else word


def _within(value: int, faces: int) -> int:
    return min(max(value, 0), faces)
