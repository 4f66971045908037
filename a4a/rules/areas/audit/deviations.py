"""Deviations: where programs that record games are known to play differently from the rules.

``deviations.toml`` names the rules they do not keep, ``docs/deviations.md`` describes each.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from a4a.rules.areas import data
from a4a.rules.areas.politics.situation import Stance
from a4a.rules.areas.system import System
from a4a.rules.judgement import Topic


class Deviation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One thing a program does.

    Parameters
    ----------
    name
        Its id: ``"D-003"``.
    program
        Which program does it.
    topic
        What is judged when it shows.
    rules
        The rules it breaks.
    stances
        How the space of a finding stands to the power; empty if that does not matter.
    source
        Where it is known from.
    """

    name: str
    program: str
    topic: Topic
    rules: tuple[str, ...]
    stances: tuple[Stance, ...] = ()
    source: str


class _Deviations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    deviations: tuple[Deviation, ...] = ()


@lru_cache(maxsize=16)
def deviations(system: System) -> tuple[Deviation, ...]:
    """Return the deviations that are known of the programs that record games of a system."""
    return data.read(system, "deviations", _Deviations).deviations


def explains(
    system: System, program: str, topic: Topic, rule: str, stance: Stance | None = None
) -> str:
    """Return the id of the deviation that explains a finding, or "".

    Parameters
    ----------
    system
        The game.
    program
        The program that recorded it.
    topic, rule
        What was judged, and the rule that was broken, by key or id; "" if none was.
    stance
        How the space stands to the power, or None if it is no territory.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("global1940").ruleset.game
    >>> explains(game, "TripleA", "move", "AA-NEU-010"), explains(game, "a4a", "move", "AA-NEU-010")
    ('D-002', '')
    """
    rule = system.book.cite(rule)
    for known in deviations(system):
        if (
            known.program == program
            and known.topic == topic
            and rule in known.rules
            and (not known.stances or stance in known.stances)
        ):
            return known.name
    return ""
