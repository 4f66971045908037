"""Combined arms, as ``combat.toml`` lists them: which units raise the values of which others."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from a4a.core.events import Role
from a4a.rules.areas import technology
from a4a.rules.areas.combat.entries import Support
from a4a.rules.areas.combat.listing import combat, types_of
from a4a.rules.areas.system import System

VALUES: dict[Role, str] = {"attacker": "attack", "defender": "defense"}


class Pairing(NamedTuple):
    """Units that raise others to one value: what the kernel pairs and the odds read.

    Parameters
    ----------
    by, to
        The unit types that help, and those that are helped.
    by_word, to_word
        Words for them, in the odds.
    value
        What a unit that is helped hits on, if that is more than its own value.
    each
        How many units each helper helps.
    """

    by: frozenset[str]
    to: frozenset[str]
    by_word: str
    to_word: str
    value: int
    each: int


@lru_cache(maxsize=256)
def pairings(system: System, role: Role, technologies: tuple[str, ...]) -> tuple[Pairing, ...]:
    """Return how units of a side with some technologies can be paired, the first choice first.

    Examples
    --------
    >>> from a4a.boards import load
    >>> game = System(load("europe1940"), games=("both", "europe"), options={})
    >>> [(p.to_word, p.value, p.each) for p in pairings(game, "attacker", ("Advanced Artillery",))]
    ... # doctest: +NORMALIZE_WHITESPACE
    [('supported by artillery', 2, 2), ('supported by fighter or tank', 4, 1),
     ('supported by fighter or tank', 4, 1)]
    """
    return tuple(
        pairing
        for support in combat(system).supports
        if support.side == role and support.technology in ("", *technologies)
        for pairing in _pairings(system, role, technologies, support)
    )


def _pairings(
    system: System, role: Role, technologies: tuple[str, ...], support: Support
) -> list[Pairing]:
    """Return the pairings of a support: one if its numbers are the same for all types it names."""

    def number(unit: str, name: str) -> int:
        return technology.changed(system, technologies, unit, name)

    order = system.catalog.type_order
    by = {
        unit: number(unit, support.each) if support.each else 1
        for unit in sorted(types_of_all(system, support.by), key=order.__getitem__)
    }
    to = {
        unit: number(unit, support.value) if support.value else number(unit, VALUES[role])
        for unit in sorted(types_of_all(system, support.to), key=order.__getitem__)
    }
    return [
        Pairing(helpers, helped, by_word, to_word, value + support.plus, each)
        for each, helpers, by_word in _alike(by, word_of(support.by))
        for value, helped, to_word in _alike(to, word_of(support.to))
        if each
    ]


def _alike(numbers: dict[str, int], word: str) -> list[tuple[int, frozenset[str], str]]:
    """Return unit types with their number and a word: all at once, or one by one if they differ."""
    if len(set(numbers.values())) == 1:
        return [(next(iter(numbers.values())), frozenset(numbers), word)]
    return [(number, frozenset({unit}), unit) for unit, number in numbers.items()]


def word_of(words: tuple[str, ...]) -> str:
    """Return one word for units that several words apply to.

    Examples
    --------
    >>> word_of(("supports tactical bomber", "air"))
    'supports tactical bomber and air'
    """
    return " and ".join(words)


def types_of_all(system: System, words: tuple[str, ...]) -> frozenset[str]:
    """Return the unit types that all of some words apply to."""
    return frozenset.intersection(*(types_of(system, word) for word in words))


@lru_cache(maxsize=1024)
def tags(system: System, unit_type: str) -> tuple[str, ...]:
    """Return the words for helpers and helped that apply to a unit type, its name among them."""
    every = [words for support in combat(system).supports for words in (support.by, support.to)]
    found = [w for w in dict.fromkeys(every) if unit_type in types_of_all(system, w)]
    return (unit_type, *map(word_of, found)) if found else ()


@lru_cache(maxsize=8192)
def raised(
    system: System, role: Role, technologies: tuple[str, ...], units: tuple[tuple[str, int], ...]
) -> dict[str, tuple[int, ...]]:
    """Return what units of one power hit on, combined arms included.

    Parameters
    ----------
    system
        The game.
    role
        On which side they are.
    technologies
        Those of their power.
    units
        How many there are of each type, in the order of the catalog.

    Returns
    -------
    dict
        By type the value of each unit, those that are raised first.
    """
    own = {t: technology.changed(system, technologies, t, VALUES[role]) for t, _ in units}
    alone, helpers = dict(units), dict(units)
    found: dict[str, list[int]] = {t: [] for t in alone}
    every = pairings(system, role, technologies)
    for rank, pairing in enumerate(every):
        later = frozenset[str]().union(*(p.to for p in every[rank + 1 :]))
        turn = sorted((t for t in alone if t in pairing.to), key=lambda t: t in later)
        for helper in helpers:
            if helper not in pairing.by:
                continue
            room = helpers[helper] * pairing.each
            for helped in turn:
                if helped != helper and own[helped] < pairing.value:
                    pairs = min(room, alone[helped])
                    room -= pairs
                    alone[helped] -= pairs
                    found[helped] += [pairing.value] * pairs
            helpers[helper] = room // pairing.each
    return {t: (*values, *[own[t]] * alone[t]) for t, values in found.items()}
