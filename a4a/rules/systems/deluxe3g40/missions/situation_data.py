"""What the special situations of the missions phase are made of: ``situations.toml``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from a4a.rules.areas import data
from a4a.rules.areas.system import System
from a4a.rules.conditions import Condition
from a4a.rules.spaces import Spaces


class Gift(data.Entry, frozen=True, kw_only=True):
    """A unit that a power gets in each missions phase in which conditions hold.

    Parameters
    ----------
    power, unit, at
        Who gets what where; nothing while another power controls the territory.
    when
        What must hold for ``asked``.
    asked
        The power that the conditions are asked about.
    reason
        What it is called.
    """

    power: str
    unit: str
    at: str
    asked: str
    when: tuple[Condition, ...]
    reason: str


class Evacuation(data.Entry, frozen=True, kw_only=True):
    """All units of a side leave a territory for another, facilities excepted.

    Parameters
    ----------
    side, origin, to
        Whose units, from where, to where.
    round
        In which round.
    reason
        What it is called.
    """

    side: str
    origin: str = msgspec.field(name="from")
    to: str
    round: int
    reason: str


class Bargain(data.Entry, frozen=True, kw_only=True):
    """What a power may have for all its cash.

    Parameters
    ----------
    power
        The power.
    holding
        What it must control.
    gains
        Territories it gets, with their armies.
    round
        In which round.
    leaves
        The status that it leaves.
    """

    power: str
    holding: str
    gains: tuple[str, ...]
    round: int
    leaves: str


class Winter(data.Entry, frozen=True, kw_only=True):
    """Units that a power loses in every other round, beginning with the first.

    Parameters
    ----------
    power, units
        Whose units, of which types.
    of
        Where they stand.
    loss
        How many.
    """

    power: str
    units: tuple[str, ...]
    of: Spaces
    loss: int


class Levy(data.Entry, frozen=True, kw_only=True):
    """Units that operational facilities raise for who controls their territory.

    Parameters
    ----------
    facility, unit
        Which raise what: one, one more in a city of ``cities``, one more where it is a capital.
    cities
        Territories with a victory city.
    """

    facility: str
    unit: str
    cities: Spaces


class Tankers(data.Entry, frozen=True, kw_only=True):
    """Oil tankers: one for so many derricks, and what each earns.

    Parameters
    ----------
    facility, each
        One tanker for so many of these.
    earns
        What it earns in a missions phase.
    lent
        Derricks of a nation still out of its war count for another, by treasuries.
    """

    facility: str
    each: int
    earns: int
    lent: Mapping[str, str] = {}


class Scorching(data.Entry, frozen=True, kw_only=True):
    """Units that may damage facilities of their side in their territory, and by how much."""

    units: tuple[str, ...]
    facilities: tuple[str, ...]
    damage: int


class Engineers(data.Entry, frozen=True, kw_only=True):
    """Facilities that a power moves for tokens.

    Parameters
    ----------
    power, token
        Whose, and for which resource.
    costs
        Tokens a space, by type of facility.
    damage
        Damage for each token spent.
    """

    power: str
    token: str
    costs: Mapping[str, int]
    damage: int


class Situations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that the dataset says of special situations."""

    gifts: tuple[Gift, ...] = ()
    evacuations: tuple[Evacuation, ...] = ()
    bargains: tuple[Bargain, ...] = ()
    winters: tuple[Winter, ...] = ()
    levies: tuple[Levy, ...] = ()
    tankers: tuple[Tankers, ...] = ()
    scorchings: tuple[Scorching, ...] = ()
    engineers: tuple[Engineers, ...] = ()


@lru_cache(maxsize=16)
def situations(system: System) -> Situations:
    """Return the special situations of a system.

    Examples
    --------
    >>> import a4a
    >>> situations(a4a.new_game("deluxe3g40").ruleset.game).winters[0].loss
    3
    """
    found = data.read(system, "situations", Situations)
    return Situations(
        **{
            name: data.in_play(system, entries)
            for name, entries in msgspec.structs.asdict(found).items()
        }
    )


def entries(system: System) -> Iterator[data.Entry]:
    """Yield all entries."""
    for listed in msgspec.structs.asdict(situations(system)).values():
        yield from listed
