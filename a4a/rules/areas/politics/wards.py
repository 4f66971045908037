"""Wards: powers that take no turns, whose land is kept for them by guardians of their side."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from a4a.core.state import State
from a4a.rules.areas import data
from a4a.rules.areas.system import System


class Guardian(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A power that may take over a ward's land, and the rule that says so."""

    power: str
    rule: str


class Ward(data.Entry, frozen=True, kw_only=True):
    """A power whose land is kept for it.

    Parameters
    ----------
    power
        Who takes no turns.
    side
        The side it belongs to in all but its turns.
    guardians
        Who may take over its land. The other side may attack it only if at war with all of them.
    """

    power: str
    side: str
    guardians: tuple[Guardian, ...]


class _Wards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    wards: tuple[Ward, ...] = ()


@lru_cache(maxsize=16)
def wards(system: System) -> Mapping[str, Ward]:
    """Return the wards of a system by name.

    Examples
    --------
    >>> import a4a
    >>> dutch = wards(a4a.new_game("global1940").ruleset.game)["Dutch"]
    >>> [guardian.power for guardian in dutch.guardians]
    ['United Kingdom', 'ANZAC']
    """
    found = data.in_play(system, data.read(system, "wards", _Wards).wards)
    return {ward.power: ward for ward in found}


def ward_in(system: System, state: State, territory: str) -> Ward | None:
    """Return the ward that controls a territory, or None if none does."""
    owner = state.control.get(territory)
    return None if owner is None else wards(system).get(owner)


def may_take_over(system: System, state: State, territory: str, power: str) -> bool:
    """Whether a power takes over a territory when its land units enter it in a noncombat move."""
    ward = ward_in(system, state, territory)
    return ward is not None and any(g.power == power for g in ward.guardians)
