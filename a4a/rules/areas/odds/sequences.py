"""The steps of combat as the odds take them: what is fired at the same time, round after round.

They are those that the kernel plays (`combat.listing`), exchange by exchange. An exchange that
begins before the first round and goes on in the rounds is part of the first: what is hit in it
fires there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from a4a.odds import steps as odds
from a4a.odds.steps import Submerging
from a4a.rules.areas.combat.entries import Step, Volley
from a4a.rules.areas.combat.listing import combat, reaches
from a4a.rules.areas.system import System


@lru_cache(maxsize=32)
def sequence(system: System, *, sea: bool) -> odds.Sequence:
    """Return the sequence of battles at sea, or of those on land, landings among them.

    Examples
    --------
    >>> from a4a.boards import load
    >>> game = System(load("europe1940"), games=("both", "europe"), options={})
    >>> [step.name for step in sequence(game, sea=True).rounds]
    ['surprise strike', 'general combat']
    """
    steps = combat(system).sea if sea else combat(system).land
    fired = [step for step in steps if step.volleys and step.does in ("fire", "bombard")]
    rounds: dict[str, list[odds.Volley]] = {s.exchange: [] for s in fired if s.in_rounds}
    before: dict[str, list[odds.Volley]] = {}
    for step in sorted(fired, key=lambda step: step.in_rounds):
        if step.exchange in rounds:
            rounds[step.exchange] += _volleys(system, step, once=step.when != "round")
        else:
            before.setdefault(step.exchange, []).extend(_volleys(system, step, once=False))
    after = {step.exchange: step.after for step in fired}
    without = {step.exchange: step.without for step in fired}
    return odds.Sequence(
        tuple(
            odds.CombatStep(name, tuple(volleys), after[name], without[name])
            for name, volleys in before.items()
        ),
        tuple(odds.CombatStep(name, tuple(volleys)) for name, volleys in rounds.items()),
        _submerging(steps),
    )


def _volleys(system: System, step: Step, *, once: bool) -> list[odds.Volley]:
    assert step.side
    reach = {name: tuple(sorted(kinds)) if name else () for name, kinds in reaches(system).items()}
    own: Literal["first round", "each round"] = "first round" if once else "each round"
    return [
        odds.Volley(
            step.side, volley.by, volley.but, volley.weapon, reach[volley.at],
            volley.conditions(), volley.when or own, volley.limit,
        )
        for volley in step.volleys
    ]  # fmt: skip


def _submerging(steps: tuple[Step, ...]) -> tuple[Submerging, ...]:
    """Return who may submerge: the same units of both sides."""
    leaving: dict[Volley, None] = {}
    for step in steps:
        if step.does == "submerge":
            leaving.update(dict.fromkeys(step.volleys))
    return tuple(Submerging(word, v.conditions()) for v in leaving for word in v.by)
