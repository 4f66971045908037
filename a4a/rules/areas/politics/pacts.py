"""Pacts: neutral territories that a power protects, and that come to it when it is attacked."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from a4a.rules.areas import data
from a4a.rules.areas.system import System


class Pact(data.Entry, frozen=True, kw_only=True):
    """A pact between a power and neutral territories.

    Parameters
    ----------
    name
        What it is called.
    protector
        The power that the neutrals join.
    aggressor
        The power whose attack on the protector's land beside the neutrals sets it off.
    leaning
        How the neutrals lean while they are strict neutrals.
    neutrals
        The territories.
    void
        Territories the protector must not attack; nor may it attack the aggressor's land beside
        the neutrals.
    """

    name: str
    protector: str
    aggressor: str
    leaning: str
    neutrals: tuple[str, ...]
    void: tuple[str, ...] = ()


class _Pacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    pacts: tuple[Pact, ...] = ()


@lru_cache(maxsize=16)
def pacts(system: System) -> tuple[Pact, ...]:
    """Return the pacts of a system.

    Raises
    ------
    DatasetError
        If one names a space that is not on the board.
    """
    found = data.in_play(system, data.read(system, "pacts", _Pacts).pacts)
    for pact in found:
        data.known_spaces(system, (*pact.neutrals, *pact.void), f"pact {pact.name!r}")
    return found


def pact_of(system: System, territory: str) -> Pact | None:
    """Return the pact that protects a territory, or None.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("global1940").ruleset.game
    >>> pact_of(game, "Olgiy").protector, pact_of(game, "Turkey")
    ('Soviet Union', None)
    """
    return next((pact for pact in pacts(system) if territory in pact.neutrals), None)


def stays_strict(
    system: System, territory: str, *, joins: str, attacker: str, attacked: str
) -> bool:
    """Whether a strict neutral does not turn when a strict neutral is attacked.

    Under a pact, neutrals turn against their protector's side only if the protector attacks one
    of them; this holds even for one that another power of that side attacks
    (R-130).

    Parameters
    ----------
    system, territory
        Which strict neutral.
    joins
        The side that strict neutrals turn to: the attacker's enemies.
    attacker, attacked
        Who attacked what.
    """
    pact = pact_of(system, territory)
    if pact is None or system.catalog.side_of(pact.protector) == joins:
        return False
    return not (attacker == pact.protector and attacked in pact.neutrals)
