"""The terms of a battle of dice: orders of loss, rounds, retreat, dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, TypeAlias, cast, get_args

from a4a.analysis.forces import Units, counted, dice_of, ordered
from a4a.core.catalog import Catalog
from a4a.core.errors import BattleError
from a4a.core.words import list_of
from a4a.odds.battle import Allocation, Battle, Group, Side
from a4a.odds.dice import BattleDice
from a4a.odds.given import one_of, shown, whole
from a4a.odds.retreat import DefenderRetreat, KeepSafe, OnlyLeft, Retreat
from a4a.odds.steps import Role
from a4a.rules.fight import FightKind

Submerging: TypeAlias = Literal["attacker", "defender", "both"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How a battle is fought, as `battle` takes it."""

    attacker_loses: Sequence[str] = ()
    defender_loses: Sequence[str] = ()
    rounds: int | None = None
    retreat: Retreat | None = None
    defender_retreat: Retreat | None = None
    attacker_stays: Units | str | None = None
    defender_stays: Units | str | None = None
    keep_land: int | None = None
    attacker_keeps: Units | str | None = None
    defender_keeps: Units | str | None = None
    submerge: Submerging | None = None
    dice: str | Sequence[float] | BattleDice | None = None
    allocation: Allocation = "volley by volley"

    def chosen(self) -> Iterator[tuple[str, object]]:
        """Yield the terms that are not as usual, by name."""
        for field in fields(self):
            value, usual = getattr(self, field.name), field.default
            alike = type(value) is type(usual) and value == usual
            if not (alike or (isinstance(value, Sequence) and not value)):
                yield field.name, value


def under(terms: Terms, made: Battle, kind: FightKind, catalog: Catalog) -> Battle:
    """Return a battle as it is fought under some terms.

    Raises
    ------
    BattleError
        If they are invalid, or do not fit the units.
    """
    _check(terms)
    if isinstance(terms.retreat, KeepSafe | OnlyLeft):
        _verify_word(made.attacker, catalog, terms.retreat.word)
    if isinstance(terms.defender_retreat, OnlyLeft):
        _verify_word(made.defender, catalog, terms.defender_retreat.word)
    return replace(
        made,
        attacker=_side(terms, made.attacker, "attacker", kind, catalog),
        defender=_side(terms, made.defender, "defender", kind, catalog),
        dice=dice_of(terms.dice, made.dice),
        rounds=terms.rounds,
        retreat=terms.retreat,
        defender_retreat=cast("DefenderRetreat | None", terms.defender_retreat),
    )


def _verify_word(side: Side, catalog: Catalog, word: str) -> None:
    """Refuse to keep safe what does not exist: a misspelt word would change nothing."""
    there = any(group.kind.is_a(word) for group in side.groups)
    if not (there or word == KeepSafe().word or word in catalog.type_order):
        raise BattleError(f"retreat: no units are called {shown(word)}: give a unit type, or 'air'")


def _side(terms: Terms, side: Side, role: Role, kind: FightKind, catalog: Catalog) -> Side:
    keep, number = side.keep, terms.keep_land
    if role == "attacker" and number is not None and kind != "sea":
        keep = "captures", number
    loses = terms.attacker_loses if role == "attacker" else terms.defender_loses
    changes: dict[str, Any] = {
        "order": ordered(catalog, side, loses, what=f"{role}_loses"),
        "keep": keep,
        "keeps": _kept(terms, side, role, catalog),
        "submerge": "when possible" if terms.submerge in (role, "both") else "never",
        "allocation": terms.allocation,
    }
    same = all(getattr(side, name) == value for name, value in changes.items())
    return _staying(terms, side if same else replace(side, **changes), role, catalog)


def _staying(terms: Terms, side: Side, role: Role, catalog: Catalog) -> Side:
    """A side of which some units do not retreat: the last of their kind."""
    given, policy = (
        (terms.attacker_stays, terms.retreat)
        if role == "attacker"
        else (terms.defender_stays, terms.defender_retreat)
    )
    left = counted(catalog, {} if given is None else given, what=f"{role}_stays")
    if left and policy is None:
        does = "retreat" if role == "attacker" else "defender_retreat"
        raise BattleError(f"{role}_stays={shown(given)}: nobody retreats unless {does} says when")
    order, groups = list(side.order), []
    for group in reversed(side.groups):
        kind, name = group.kind, group.kind.name
        word = next((w for w in left if kind.hits and kind.is_a(w) and left[w]), "")
        number = min(left.get(word, 0), group.count)
        if not number or "stays" in kind.tags:
            groups.append(group)
            continue
        left[word] -= number
        stays = replace(kind, name=f"{name} (staying)", tags=kind.tags | {"stays"})
        hurt = max(0, group.damaged - (group.count - number))
        groups.append(Group(stays, number, hurt))
        if number == group.count:
            order = [stays.name if one == name else one for one in order]
        else:
            groups.append(Group(kind, group.count - number, group.damaged - hurt))
            order.insert(len(order) - order[::-1].index(name), stays.name)
    if word := next((w for w, number in left.items() if number), ""):
        raise BattleError(f"{role}_stays: there are not so many {word!r} that could retreat")
    return replace(side, groups=tuple(reversed(groups)), order=tuple(order)) if given else side


def _kept(terms: Terms, side: Side, role: Role, catalog: Catalog) -> tuple[tuple[str, int], ...]:
    """The numbers of units of a side that are lost after all that are not kept."""
    given = terms.attacker_keeps if role == "attacker" else terms.defender_keeps
    found = counted(catalog, {} if given is None else given, what=f"{role}_keeps")
    for name, number in found.items():
        there = sum(g.count for g in side.groups if g.kind.hits and g.kind.is_a(name))
        if number > there:
            raise BattleError(f"{role}_keeps: {number} of {there} {name!r} that there are")
    return tuple((name, number) for name, number in found.items() if number)


def _check(terms: Terms) -> None:
    """Refuse invalid terms."""
    if terms.rounds is not None:
        whole(terms.rounds, "rounds", least=1)
    if terms.keep_land is not None:
        whole(terms.keep_land, "keep_land")
    if terms.submerge is not None and not one_of(terms.submerge, *get_args(Submerging)):
        allowed = list_of([repr(a) for a in get_args(Submerging)])
        raise BattleError(f"submerge is {allowed} or None, not {shown(terms.submerge)}")
    if terms.retreat is not None and not isinstance(terms.retreat, get_args(Retreat)):
        names = list_of([policy.__name__ for policy in get_args(Retreat)])
        raise BattleError(
            f"retreat is a policy of a4a.odds.retreat ({names}), not {shown(terms.retreat)}"
        )
