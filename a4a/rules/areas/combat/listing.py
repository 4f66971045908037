"""How battles go, as a system's list ``combat.toml`` says: targets, weapons, combined arms, steps.

The kernel plays it (`combat.course`), and the odds are computed from it (`rules.areas.sequences`).
Its words are names of unit types, categories, abilities, and what
units are as targets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

import msgspec

from a4a.core.errors import DatasetError
from a4a.core.events import Role, RollPurpose
from a4a.odds.steps import Condition
from a4a.rules.areas import data
from a4a.rules.areas.combat.hits import Against, Kind, Reaches
from a4a.rules.areas.system import System

Does: TypeAlias = Literal["fire", "aim guns", "bombard", "land", "submerge", "retreat"]
"""What is done in a step: dice, or a procedure of `combat.rounds`."""

PARATROOPER: Final[Kind] = "paratrooper"
"""What a unit that drops from the air is as a target, whatever its type."""


class Sort(data.Entry, frozen=True, kw_only=True):
    """What unit types are as targets; a type is what the first entry makes of it.

    Parameters
    ----------
    name
        The word for such targets. Those called "transport" are hit last.
    of
        Words for the unit types.
    """

    name: str
    of: tuple[str, ...]


class Reach(data.Entry, frozen=True, kw_only=True):
    """What hits may fall on.

    Parameters
    ----------
    name
        What volleys and records call it.
    targets
        What of; "paratrooper" is whoever drops from the air.
    """

    name: str
    targets: tuple[Kind, ...]


class Weapon(data.Entry, frozen=True, kw_only=True):
    """What units fire besides their general value.

    Parameters
    ----------
    name
        What volleys call it.
    value
        The number of a unit type that says on what it hits.
    shots, dice
        The numbers that say how often a unit fires, and how many dice are rolled for a shot, of
        which the best counts; one if it is "".
    """

    name: str
    value: str
    shots: str = ""
    dice: str = ""


class Support(data.Entry, frozen=True, kw_only=True):
    """Combined arms: units that raise the value of others.

    Parameters
    ----------
    name
        Its name.
    side
        Whether it counts in attack or in defense.
    by, to
        Who helps, and who is helped: unit types that all of these words apply to.
    value
        The number of a unit type that is helped which says to what it is raised; "" for its own
        value.
    plus
        By how much more.
    each
        The number of a unit type that helps which says how many each helps; one if it is "".
    technology
        The technology that it takes; "" for none.
    """

    name: str
    side: Role
    by: tuple[str, ...]
    to: tuple[str, ...]
    value: str = ""
    plus: int = 0
    each: str = ""
    technology: str = ""


class Volley(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Shots of a side in a step: as `a4a.odds.steps.Volley` has them.

    Parameters
    ----------
    by, but
        Who fires, and who does not, in words; everybody if nothing is said.
    weapon
        What they fire; "" for their general value.
    at
        What hits may fall on.
    given
        Conditions in words: "enemy lacks anti-submarine".
    limit
        Whether a target is fired at once at most.
    """

    by: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    weapon: str = ""
    at: Against = ""
    given: tuple[str, ...] = ()
    limit: Literal["", "one a target"] = ""

    def conditions(self) -> tuple[Condition, ...]:
        """Return the conditions that its words state.

        Examples
        --------
        >>> Volley(given=("enemy lacks anti-submarine",)).conditions()
        (Condition(whose='enemy', verb='lacks', word='anti-submarine'),)
        """
        return tuple(map(_condition, self.given))


def _condition(words: str) -> Condition:
    match words.split(" ", 2):
        case ["own" | "enemy" as whose, "has" | "lacks" as verb, word]:
            return Condition(whose, verb, word)
    raise DatasetError(f"combat.toml: {words!r} is no condition; say 'enemy lacks destroyer'")


class Step(data.Entry, frozen=True, kw_only=True):
    """A step of a battle.

    Parameters
    ----------
    name
        As the record calls it.
    when
        Before the first round, before it in landings only, in each round, or in the first alone.
    does
        What is done.
    side
        Whose step it is.
    exchange
        Which steps fire at the same time: what is hit in one of them still fires in the others.
    after, without
        Exchanges before it: it is fought only if something was fired in the one, or nothing in the
        other.
    volleys
        What is fired; of a step that fires nothing, whose units are meant.
    purpose
        What the dice are rolled for; "" for attack or defense.
    """

    name: str
    when: Literal["before", "landing", "round", "first round"]
    does: Does = "fire"
    side: Role | Literal[""] = ""
    exchange: str = ""
    after: str = ""
    without: str = ""
    volleys: tuple[Volley, ...] = ()
    purpose: RollPurpose | Literal[""] = ""

    @property
    def in_rounds(self) -> bool:
        """Whether it is a step of rounds, not one before them."""
        return self.when in ("round", "first round")


class Combat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that the list says."""

    land: tuple[Step, ...]
    sea: tuple[Step, ...]
    targets: tuple[Sort, ...]
    reaches: tuple[Reach, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    supports: tuple[Support, ...] = ()


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
    return found


def _verify(system: System, found: Combat, step: Step) -> None:
    if step.volleys and not step.side:
        raise DatasetError(f"combat.toml: {step.name!r} does not say whose step it is")
    for volley in step.volleys:
        if volley.weapon and volley.weapon not in {weapon.name for weapon in found.weapons}:
            raise DatasetError(f"combat.toml: there is no weapon {volley.weapon!r}")
        if volley.at not in reaches(system):
            raise DatasetError(f"combat.toml: hits at {volley.at!r} fall on nothing that is listed")
        _verify_words(system, _words([volley]))


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


def entries(system: System) -> tuple[data.Entry, ...]:
    """Return every entry of the list."""
    found = combat(system)
    return tuple(entry for name in found.__struct_fields__ for entry in getattr(found, name))


# --- words --------------------------------------------------------------------------------------


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
