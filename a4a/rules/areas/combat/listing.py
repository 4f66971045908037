"""How battles go, as a system's list ``combat.toml`` says: targets, weapons, combined arms, steps.

The kernel plays it (`combat.course`), and the odds are computed from it (`rules.areas.sequences`).
Its words are names of unit types, categories, abilities, and what
units are as targets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final

from a4a.core.errors import DatasetError
from a4a.rules.areas import data
from a4a.rules.areas.combat.entries import Combat, Step, Volley
from a4a.rules.areas.combat.hits import Kind, Reaches
from a4a.rules.areas.system import System

PARATROOPER: Final[Kind] = "paratrooper"
"""What a unit that drops from the air is as a target, whatever its type."""


@lru_cache(maxsize=16)
def _listed(system: System) -> Combat:
    listed = data.read(system, "combat", Combat)
    return Combat(
        *(data.in_play(system, getattr(listed, name)) for name in Combat.__struct_fields__)
    )


@lru_cache(maxsize=16)
def combat(system: System) -> Combat:
    """Return how battles go in a system.

    Raises
    ------
    DatasetError
        If the list is missing, or says what cannot be played.
    """
    found = _listed(system)
    for unit_type in system.types:
        kind_of(system, unit_type)
    for reach in found.reaches:
        if strange := set(reach.targets) - set(_kinds(system)):
            raise DatasetError(f"combat.toml: {reach.name!r}: no target is {min(strange)!r}")
        if strange := {reach.first, reach.then} - {"", *(one.name for one in found.reaches)}:
            raise DatasetError(f"combat.toml: {reach.name!r}: no hits are {min(strange)!r}")
        if bool(reach.first) != bool(reach.then):
            raise DatasetError(
                f"combat.toml: {reach.name!r} falls on one thing first, then another"
            )
    for steps in (found.land, found.sea):
        if not any(step.when == "round" and step.volleys for step in steps):
            raise DatasetError("combat.toml: nothing is fired in the rounds of a battle")
        if len({step.name for step in steps}) < len(steps):
            raise DatasetError("combat.toml: two steps of a battle have one name")
        for i, step in enumerate(steps):
            _verify(system, found, step)
            _verify_order(step, steps[:i], steps[i + 1 :])
    for support in found.supports:
        if not (support.by and support.to):
            raise DatasetError(f"combat.toml: {support.name!r} does not say who helps whom")
        _verify_words(system, (*support.by, *support.to))
    for boost in found.boosts:
        _verify_weapon(found, boost.weapon)
        _verify_words(system, boost.by)
    lists = (found.works, found.marks, found.crossings)
    for of in (one.of for listed in lists for one in listed):
        _verify_words(system, of)
    return found


def _verify(system: System, found: Combat, step: Step) -> None:
    if step.volleys and not step.side:
        raise DatasetError(f"combat.toml: {step.name!r} does not say whose step it is")
    _verify_words(system, step.outright)
    for volley in step.volleys:
        if volley.weapon:
            _verify_weapon(found, volley.weapon)
        if volley.at not in reaches(system):
            raise DatasetError(f"combat.toml: hits at {volley.at!r} fall on nothing that is listed")
        marks = {mark.name for mark in found.marks}
        _verify_words(system, {*volley.by, *volley.but} - marks)
        _verify_words(system, (condition.word for condition in volley.conditions()))


def _verify_weapon(found: Combat, weapon: str) -> None:
    if weapon not in {listed.name for listed in found.weapons}:
        raise DatasetError(f"combat.toml: there is no weapon {weapon!r}")


def _verify_order(step: Step, earlier: Sequence[Step], later: Sequence[Step]) -> None:
    """Refuse conditions on exchanges that cannot be judged as an exchange begins."""
    asked = {step.after, step.without} - {""}
    if asked and any(s.in_rounds for s in (step, *later) if s.exchange == step.exchange):
        raise DatasetError(f"combat.toml: {step.name!r} depends on none, as it goes on in rounds")
    if strange := asked - {s.exchange for s in earlier if s.exchange != step.exchange}:
        raise DatasetError(f"combat.toml: no exchange before {step.name!r} is {min(strange)!r}")
    if any(
        (s.after, s.without) != (step.after, step.without)
        for s in earlier
        if step.exchange and s.exchange == step.exchange
    ):
        raise DatasetError(f"combat.toml: steps of the {step.exchange} depend on different things")


def _verify_words(system: System, words: Iterable[str]) -> None:
    for word in words:
        if not types_of(system, word):
            raise DatasetError(f"combat.toml: no unit type is {word!r}")


def deadly(system: System, unit_type: str, border: str) -> int:
    """Return the lowest roll of its own at which a unit that attacks across a border is lost.

    0 if there is none.

    Examples
    --------
    >>> from a4a.boards import load
    >>> game = System(load("wargame1942"), games=("wargame1942",), options={})
    >>> deadly(game, "armor", "harsh"), deadly(game, "fighter", "harsh"), deadly(game, "armor", "")
    (10, 0, 0)
    """
    return next(
        (
            x.deadly
            for x in combat(system).crossings
            if x.name == border and any(unit_type in types_of(system, word) for word in x.of)
        ),
        0,
    )


def entries(system: System) -> tuple[data.Entry, ...]:
    """Return every entry of the list."""
    found = combat(system)
    return tuple(entry for name in found.__struct_fields__ for entry in getattr(found, name))


# --- words --------------------------------------------------------------------------------------


@lru_cache(maxsize=512)
def types_of(system: System, word: str) -> frozenset[str]:
    """Return the unit types that a word means.

    Examples
    --------
    >>> from a4a.boards import load
    >>> game = System(load("europe1940"), games=("both", "europe"), options={})
    >>> sorted(types_of(game, "anti-submarine")), len(types_of(game, "air"))
    (['destroyer'], 3)
    """
    return frozenset(
        kind.name
        for kind in system.types.values()
        if word in (kind.name, kind.category, kind_of(system, kind.name), *kind.abilities)
    )


@lru_cache(maxsize=16)
def words(system: System) -> frozenset[str]:
    """Return the words by which the list tells units apart."""
    found = combat(system)
    volleys = [v for step in (*found.land, *found.sea) for v in step.volleys]
    return frozenset(_words(volleys))


def _words(volleys: list[Volley]) -> Iterator[str]:
    for volley in volleys:
        yield from (*volley.by, *volley.but)
        yield from (condition.word for condition in volley.conditions())


@lru_cache(maxsize=16)
def _sorts(system: System) -> dict[str, Kind]:
    """Return what each unit type is as a target."""
    found: dict[str, Kind] = {}
    for sort in _listed(system).targets:
        for kind in system.types.values():
            if any(word in (kind.name, kind.category, *kind.abilities) for word in sort.of):
                found.setdefault(kind.name, sort.name)
    return found


def kind_of(system: System, unit_type: str) -> Kind:
    """Return what a unit type is as a target.

    Raises
    ------
    DatasetError
        If the list does not say.

    Examples
    --------
    >>> from a4a.boards import load
    >>> game = System(load("europe1940"), games=("both", "europe"), options={})
    >>> kind_of(game, "submarine"), kind_of(game, "cruiser"), kind_of(game, "tank")
    ('submarine', 'ship', 'ground')
    """
    try:
        return _sorts(system)[unit_type]
    except KeyError:
        raise DatasetError(f"combat.toml: it does not say which target {unit_type!r} is") from None


def _kinds(system: System) -> tuple[Kind, ...]:
    return (PARATROOPER, *dict.fromkeys(sort.name for sort in _listed(system).targets))


@lru_cache(maxsize=16)
def reaches(system: System) -> Reaches:
    """Return what hits may fall on, by what they are called; "" for anything."""
    listed = {reach.name: frozenset(reach.targets) for reach in _listed(system).reaches}
    return {"": frozenset(_kinds(system)), **listed}


@lru_cache(maxsize=16)
def precedence(system: System) -> Mapping[str, tuple[str, str]]:
    """Return the sorts of hits that fall on one thing first, with that sort and the one after."""
    return {r.name: (r.first, r.then) for r in _listed(system).reaches if r.first}
