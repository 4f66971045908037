"""The steps of combat as the odds take them: what is fired at the same time, round after round.

They are those that the kernel plays (`combat.listing`), exchange by exchange. An exchange that
begins before the first round and goes on in the rounds is part of the first: what is hit in it
fires there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final, Literal

import msgspec

from a4a.odds import steps as odds
from a4a.odds.steps import Condition, Submerging
from a4a.rules.areas.combat.entries import Step, Volley
from a4a.rules.areas.combat.listing import combat, precedence, reaches
from a4a.rules.areas.system import System

SUPPORT: Final = "support shot"
"""What units fire that are in no round but the first, and are no targets; of weapons, with their
names."""


@lru_cache(maxsize=64)
def sequence(
    system: System, *, sea: bool, declared: frozenset[str] = frozenset(), behind: bool = False
) -> odds.Sequence:
    """Return the sequence of battles at sea, or of those on land, landings among them.

    Parameters
    ----------
    system
        The game.
    sea
        Which battles.
    declared
        The marks that are declared for some units (`entries.Mark.declared`).
    behind
        Whether units are there that are lost outright in a step in which others fire back; if not,
        it is one step with those of its exchange.

    Examples
    --------
    >>> from a4a.boards import load
    >>> game = System(load("europe1940"), games=("both", "europe"), options={})
    >>> [step.name for step in sequence(game, sea=True).rounds]
    ['surprise strike', 'general combat']
    """
    steps = combat(system).sea if sea else combat(system).land
    fired = [step for step in steps if step.volleys and step.does in ("fire", "bombard")]

    def named(step: Step) -> str:
        return step.name if behind and step.outright else step.exchange or step.name

    rounds: dict[str, list[odds.Volley]] = {named(s): [] for s in fired if s.in_rounds}
    before: dict[str, list[odds.Volley]] = {}
    for step in sorted(fired, key=lambda step: step.in_rounds):
        once = named(step) in rounds and step.when != "round"
        volleys = list(_volleys(system, step, declared, once=once))
        if not behind:
            volleys = [replace(volley, outright=()) for volley in volleys]
        if named(step) in rounds:
            rounds[named(step)] += volleys
        else:
            before.setdefault(named(step), []).extend(volleys)
    if not sea and not bombards(system):
        early: set[str] = set()  # who bombards before all else does not do so again
        for fired_together in (*before.values(), *rounds.values()):
            given = [v for v in _support(fired_together, declared) if v.weapon not in early]
            fired_together += given
            early.update(v.weapon for v in given)
    after = {named(step): step.after for step in fired}
    without = {named(step): step.without for step in fired}
    return odds.Sequence(
        tuple(
            odds.CombatStep(name, tuple(volleys), after[name], without[name])
            for name, volleys in before.items()
        ),
        tuple(odds.CombatStep(n, tuple(_inner_first(volleys))) for n, volleys in rounds.items()),
        _submerging(steps),
        "one side is helpless" if retreats(system) else "both are helpless",
    )


def retreats(system: System) -> bool:
    """Whether retreat is a step of battles, in which the attacker leaves as a whole."""
    return any(step.does == "retreat" for step in combat(system).land)


def bombards(system: System) -> bool:
    """Whether battles have a step of their own for those who only fire from elsewhere."""
    return any(step.does == "bombard" for step in combat(system).land)


def support_of(weapon: str) -> str:
    """Return what a weapon is called when it is fired in support.

    Of general values it is "", or the mark that is declared for those who fire.
    """
    return f"{SUPPORT}: {weapon}" if weapon else SUPPORT


def _support(volleys: list[odds.Volley], declared: frozenset[str]) -> Iterator[odds.Volley]:
    """Yield what attackers fire in support: what they fire at anything, in the first round."""
    fired = [v for v in volleys if v.side == "attacker" and not v.at]
    weapons = (v.weapon or next((w for w in v.by if w in declared), "") for v in fired)
    for weapon in dict.fromkeys(weapons):
        yield odds.Volley("attacker", weapon=support_of(weapon), when="first round")


def _inner_first(volleys: list[odds.Volley]) -> list[odds.Volley]:
    """Sort a side's volleys so that hits that fall on fewer kinds of target are assigned first."""
    return sorted(volleys, key=lambda v: (v.side, not v.at, len(v.at) + len(v.then)))


def _volleys(
    system: System, step: Step, declared: frozenset[str], *, once: bool
) -> Iterator[odds.Volley]:
    assert step.side
    reach = {name: tuple(sorted(kinds)) if name else () for name, kinds in reaches(system).items()}
    own: Literal["first round", "each round"] = "first round" if once else "each round"
    for volley, given in _declared(system, step, declared):
        first, then = precedence(system).get(volley.at, (volley.at, ""))
        yield odds.Volley(
            step.side, volley.by, volley.but, volley.weapon, reach[first], given,
            volley.when or own, volley.limit, reach[then], step.outright,
        )  # fmt: skip


def _declared(
    system: System, step: Step, declared: frozenset[str]
) -> Iterator[tuple[Volley, tuple[Condition, ...]]]:
    """Yield a step's volleys and their conditions, as what was declared for some units has them.

    Where there is nothing to declare, those units fire as all others do.
    """
    listed = combat(system)
    marks = {mark.name: mark for mark in listed.marks if mark.declared}
    later = [s for s in (*listed.land, *listed.sea) if s.when == "round"]
    lasting = {word for s in later for volley in s.volleys for word in volley.by}
    for volley in step.volleys:
        given = volley.conditions()
        by = [word for word in volley.by if word not in marks or word in declared]
        but = tuple(word for word in volley.but if word not in marks or word in declared)
        if volley.by and not by:
            continue
        there = [c for word in by if word in marks for c in marks[word].conditions()]
        yield _worded(volley, tuple(by), but), (*given, *there)
        for word in (word for word in but if word in marks):
            alone = _worded(volley, (word,), tuple(other for other in but if other != word))
            if word not in lasting:
                yield msgspec.structs.replace(alone, when="later rounds"), given
            for c in marks[word].conditions():
                verb: Literal["has", "lacks"] = "lacks" if c.verb == "has" else "has"
                yield alone, (*given, replace(c, verb=verb))


def _worded(volley: Volley, by: tuple[str, ...], but: tuple[str, ...]) -> Volley:
    return msgspec.structs.replace(volley, by=by, but=but)


def _submerging(steps: tuple[Step, ...]) -> tuple[Submerging, ...]:
    """Return who may submerge: the same units of both sides."""
    leaving: dict[Volley, None] = {}
    for step in steps:
        if step.does == "submerge":
            leaving.update(dict.fromkeys(step.volleys))
    return tuple(Submerging(word, v.conditions()) for v in leaving for word in v.by)
