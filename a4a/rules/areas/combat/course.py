"""How battles go, as the kernel plays them: what ``combat.toml`` says in words, in unit types.

Casualties stay behind the casualty strip while they have a step left to fire in, and are removed
when their exchange is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, NamedTuple

from a4a.core.events import Role, RollPurpose
from a4a.rules.areas.combat.entries import Does, Step, Volley, Weapon
from a4a.rules.areas.combat.hits import Against
from a4a.rules.areas.combat.listing import combat, types_of
from a4a.rules.areas.system import System


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
        Who fires, by type.
    marks, spared
        Who fires by a mark that it has, and who does not.
    gates
        What must hold.
    weapon
        What is fired; None for general values.
    at
        What hits may fall on.
    limited
        Whether a target is fired at once at most.
    when
        In which rounds only; "" for all of its step.
    """

    types: frozenset[str]
    marks: frozenset[str]
    spared: frozenset[str]
    gates: tuple[Gate, ...]
    weapon: Weapon | None
    at: Against
    limited: bool
    when: Literal["", "first round", "later rounds"]

    def is_fired_by(self, unit_type: str, marks: frozenset[str]) -> bool:
        """Whether units of a type with some marks fire in it."""
        if not (marks and (self.marks or self.spared)):
            return unit_type in self.types
        own = unit_type in self.types or not marks.isdisjoint(self.marks)
        return own and marks.isdisjoint(self.spared)

    def is_due(self, number: int) -> bool:
        """Whether it is fired in a round."""
        return not self.when or (number == 1) == (self.when == "first round")


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
    exchange, after, without
        As the list has them.
    remembered
        Whether a later step asks if anything was fired in its exchange.
    once
        Whether it is a step of the first round alone.
    outright
        The unit types that do not stay behind the strip.
    """

    name: str
    does: Does
    side: Role
    salvos: tuple[Salvo, ...]
    purpose: RollPurpose
    rule: str
    strip: bool
    clears: bool
    exchange: str
    after: str
    without: str
    remembered: bool
    once: bool
    outright: frozenset[str]


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
    opening = [step for step in listed if not step.in_rounds]
    rounds = [step for step in listed if step.in_rounds]
    in_order = [*opening, *rounds]
    made = {
        id(step): _stage(system, step, in_order[:i], in_order[i + 1 :])
        for i, step in enumerate(in_order)
    }
    going_on = {step.exchange for step in rounds if step.volleys}
    firing = [made[id(step)] for step in rounds if step.does == "fire" and step.when == "round"]
    once = [made[id(s)] for s in opening if s.does == "fire" and s.exchange in going_on]
    once += [made[id(s)] for s in rounds if s.does == "fire" and s.when == "first round"]
    sides: tuple[Role, ...] = ("attacker", "defender")
    return Course(
        tuple(made[id(step)] for step in opening if step.when == "before"),
        tuple(made[id(step)] for step in opening),
        tuple(made[id(step)] for step in rounds),
        {stage.name: stage for stage in made.values()},
        {role: tuple(_fired(firing, role, "first round", is_in=False)) for role in sides},
        {
            role: (*_fired(once, role), *_fired(firing, role, "first round", is_in=True))
            for role in sides
        },
    )


def _fired(
    stages: Iterable[Stage], role: Role, when: str = "", *, is_in: bool = True
) -> Iterator[Salvo]:
    """Yield what is fired in some steps of a side: with a round of its own (`when`), or not."""
    for stage in stages:
        if stage.side == role:
            yield from (s for s in stage.salvos if not when or (s.when == when) == is_in)


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
        clears=bool(before) and _is_over(before[-1].exchange, before, [step, *later]),
        exchange=step.exchange, after=step.after, without=step.without,
        remembered=any(step.exchange in (s.after, s.without) for s in later if step.exchange),
        once=step.when == "first round",
        outright=frozenset().union(*(types_of(system, word) for word in step.outright)),
    )  # fmt: skip


def _is_over(exchange: str, earlier: list[Step], later: list[Step]) -> bool:
    """Whether an exchange is over in which units were put behind the casualty strip."""
    if any(step.exchange == exchange for step in later):
        return False
    fought = [step for step in earlier if step.exchange == exchange]
    return any(fires_again(step, fought[i + 1 :]) for i, step in enumerate(fought))


def _salvo(system: System, volley: Volley) -> Salvo:
    marks = frozenset(mark.name for mark in combat(system).marks)
    by = frozenset().union(*(types_of(system, word) for word in volley.by))
    but = frozenset().union(*(types_of(system, word) for word in volley.but))
    weapons = {weapon.name: weapon for weapon in combat(system).weapons}
    return Salvo(
        (by if volley.by else frozenset(system.types)) - but,
        marks.intersection(volley.by),
        marks.intersection(volley.but),
        tuple(
            Gate(c.whose == "own", c.verb == "has", types_of(system, c.word))
            for c in volley.conditions()
        ),
        weapons.get(volley.weapon),
        volley.at,
        bool(volley.limit),
        volley.when,
    )
