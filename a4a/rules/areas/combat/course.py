"""How battles go, by a system's list ``combat.toml``: steps, who fires what in them, and at what.

The kernel plays these steps (`combat.rounds`), and the odds are computed from them
(`rules.areas.sequences`). Their words are names of unit types, categories, abilities, and what
units are as targets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from a4a.core.errors import DatasetError
from a4a.core.events import Role, RollPurpose
from a4a.odds.steps import Condition
from a4a.rules.areas import data
from a4a.rules.areas.combat.hits import REACH, Against, Kind, kind_of
from a4a.rules.areas.system import System

Does: TypeAlias = Literal["fire", "aim guns", "bombard", "land", "submerge", "retreat"]
"""What is done in a step: dice, or a procedure of `combat.rounds`."""


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
        Before the first round, before it in landings only, or in each round.
    does
        What is done.
    side
        Whose step it is.
    exchange
        Which steps fire at the same time: what is hit in one of them still fires in the others.
    volleys
        What is fired; of a step that fires nothing, whose units are meant.
    purpose
        What the dice are rolled for; "" for attack or defense.
    """

    name: str
    when: Literal["before", "landing", "round"]
    does: Does = "fire"
    side: Role | Literal[""] = ""
    exchange: str = ""
    volleys: tuple[Volley, ...] = ()
    purpose: RollPurpose | Literal[""] = ""


class Combat(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that the list says: the steps of battles on land and at sea, weapons, combined arms."""

    land: tuple[Step, ...]
    sea: tuple[Step, ...]
    weapons: tuple[Weapon, ...] = ()
    supports: tuple[Support, ...] = ()


@lru_cache(maxsize=16)
def combat(system: System) -> Combat:
    """Return how battles go in a system.

    Raises
    ------
    DatasetError
        If the list is missing, or says what cannot be played.
    """
    listed = data.read(system, "combat", Combat)
    found = Combat(
        data.in_play(system, listed.land),
        data.in_play(system, listed.sea),
        data.in_play(system, listed.weapons),
        data.in_play(system, listed.supports),
    )
    for steps in (found.land, found.sea):
        if not any(step.when == "round" and step.volleys for step in steps):
            raise DatasetError("combat.toml: nothing is fired in the rounds of a battle")
        for step in steps:
            _verify(system, found, step)
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
        _verify_words(system, _words([volley]))


def _verify_words(system: System, words: Iterable[str]) -> None:
    for word in words:
        if not types_of(system, word):
            raise DatasetError(f"combat.toml: no unit type is {word!r}")


def entries(system: System) -> tuple[data.Entry, ...]:
    """Return every entry of the list."""
    found = combat(system)
    return (*found.weapons, *found.supports, *found.land, *found.sea)


# --- the list as the kernel plays it ------------------------------------------------------------


class Gate(NamedTuple):
    """A condition: whether its own side (or the enemy) has one of some unit types (or lacks it)."""

    own: bool
    has: bool
    types: frozenset[str]


class Salvo(NamedTuple):
    """A volley, its words turned into unit types.

    Parameters
    ----------
    types
        Who fires.
    gates
        What must hold.
    weapon
        What is fired; None for general values.
    at
        What hits may fall on.
    limited
        Whether a target is fired at once at most.
    """

    types: frozenset[str]
    gates: tuple[Gate, ...]
    weapon: Weapon | None
    at: Against
    limited: bool


@dataclass(frozen=True, slots=True)
class Stage:
    """A step, as the kernel plays it.

    Parameters
    ----------
    name, does, side, rule
        As the list has them; the side of a step that is nobody's is the attacker.
    salvos
        What is fired.
    purpose
        What the dice are rolled for.
    strip
        Whether what is hit stays behind the casualty strip, as it still fires.
    clears
        Whether the casualties of an exchange are removed as this step begins.
    """

    name: str
    does: Does
    side: Role
    salvos: tuple[Salvo, ...]
    purpose: RollPurpose
    rule: str
    strip: bool
    clears: bool


@dataclass(frozen=True, slots=True)
class Course:
    """How battles go on land, or at sea.

    Parameters
    ----------
    before, landing, rounds
        The steps before the first round, those before it in landings, those of a round.
    stages
        All of them by name.
    general
        By side: what its units fire in each round.
    first
        By side: what its units fire besides in the first round alone.
    """

    before: tuple[Stage, ...]
    landing: tuple[Stage, ...]
    rounds: tuple[Stage, ...]
    stages: Mapping[str, Stage]
    general: Mapping[Role, tuple[Salvo, ...]]
    first: Mapping[Role, tuple[Salvo, ...]]


@lru_cache(maxsize=32)
def course(system: System, *, sea: bool) -> Course:
    """Return how battles go in a system, at sea or on land."""
    listed = combat(system).sea if sea else combat(system).land
    opening = [step for step in listed if step.when != "round"]
    rounds = [step for step in listed if step.when == "round"]
    in_order = [*opening, *rounds]
    made = {
        id(step): _stage(system, step, in_order[:i], in_order[i + 1 :])
        for i, step in enumerate(in_order)
    }
    going_on = {step.exchange for step in rounds if step.volleys}
    firing = [made[id(step)] for step in rounds if step.does == "fire"]
    once = [made[id(s)] for s in opening if s.does == "fire" and s.exchange in going_on]
    sides: tuple[Role, ...] = ("attacker", "defender")
    return Course(
        tuple(made[id(step)] for step in opening if step.when == "before"),
        tuple(made[id(step)] for step in opening),
        tuple(made[id(step)] for step in rounds),
        {stage.name: stage for stage in made.values()},
        {role: tuple(s for x in firing if x.side == role for s in x.salvos) for role in sides},
        {role: tuple(s for x in once if x.side == role for s in x.salvos) for role in sides},
    )


def fires_again(step: Step, later: list[Step]) -> bool:
    """Whether units that are hit in a step still fire in the same exchange."""
    return any(s.exchange == step.exchange and s.side != step.side for s in later if s.volleys)


def _stage(system: System, step: Step, earlier: list[Step], later: list[Step]) -> Stage:
    before = [s for s in earlier if s.exchange]
    side: Role = step.side or "attacker"
    general: RollPurpose = "attack" if side == "attacker" else "defense"
    return Stage(
        step.name, step.does, side,
        tuple(_salvo(system, volley) for volley in step.volleys),
        step.purpose or general, step.rule,
        strip=bool(step.exchange) and fires_again(step, later),
        clears=bool(before) and _is_over(before[-1].exchange, [*before], [step, *later]),
    )  # fmt: skip


def _is_over(exchange: str, earlier: list[Step], later: list[Step]) -> bool:
    """Whether an exchange is over in which units were put behind the casualty strip."""
    if any(step.exchange == exchange for step in later):
        return False
    fought = [step for step in earlier if step.exchange == exchange]
    return any(fires_again(step, fought[i + 1 :]) for i, step in enumerate(fought))


def _salvo(system: System, volley: Volley) -> Salvo:
    by = frozenset().union(*(types_of(system, word) for word in volley.by))
    but = frozenset().union(*(types_of(system, word) for word in volley.but))
    weapons = {weapon.name: weapon for weapon in combat(system).weapons}
    return Salvo(
        (by if volley.by else frozenset(system.types)) - but,
        tuple(
            Gate(c.whose == "own", c.verb == "has", types_of(system, c.word))
            for c in volley.conditions()
        ),
        weapons.get(volley.weapon),
        volley.at,
        bool(volley.limit),
    )


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


def words(system: System) -> frozenset[str]:
    """Return the words by which the list tells units apart."""
    found = combat(system)
    volleys = [v for step in (*found.land, *found.sea) for v in step.volleys]
    return frozenset(_words(volleys))


def _words(volleys: list[Volley]) -> Iterator[str]:
    for volley in volleys:
        yield from (*volley.by, *volley.but)
        yield from (condition.word for condition in volley.conditions())


def reached(at: Against) -> tuple[Kind, ...]:
    """Return what hits may fall on as the odds name it; nothing for anything."""
    return tuple(sorted(REACH[at])) if at else ()
