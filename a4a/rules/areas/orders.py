"""The orders of games of areas."""

from __future__ import annotations

from typing import Literal

import msgspec

from a4a.rules.order import Order


class EndPhase(Order, frozen=True):
    """Go on to the next phase.

    Parameters
    ----------
    phase
        The phase that is meant, or "" for the current one. A phase in which nothing is left to
        decide ends by itself; naming it keeps one order from ending two.
    """

    phase: str = ""


class Research(Order, frozen=True):
    """Buy and roll research dice.

    Parameters
    ----------
    treasury
        Which treasury pays, except for the others' shares.
    dice
        How many dice.
    shares
        What further treasuries of the power pay of the price, in its currency.
    """

    treasury: str
    dice: int
    shares: dict[str, int] = msgspec.field(default_factory=dict)


class PickChart(Order, frozen=True):
    """Choose the breakthrough chart to roll on: 1 or 2."""

    chart: int


class Buy(Order, frozen=True):
    """Buy units, and repair facilities, out of one treasury.

    Parameters
    ----------
    treasury
        Which treasury pays.
    units
        How many of each unit type.
    repairs
        How many points of damage to take off each facility, by its id.
    """

    treasury: str
    units: dict[str, int] = msgspec.field(default_factory=dict)
    repairs: dict[int, int] = msgspec.field(default_factory=dict)


class Pay(Order, frozen=True):
    """Pay the next instalments of units in a build queue.

    Parameters
    ----------
    treasury
        Which treasury pays: the one that bought them.
    units
        Their ids in its queue.
    """

    treasury: str
    units: tuple[int, ...]


class DeclareWar(Order, frozen=True):
    """Declare war on powers of the other side."""

    on: tuple[str, ...]


class Move(Order, frozen=True):
    """Move units along a path.

    Parameters
    ----------
    units
        Their ids; all go the same way.
    path
        From where they stand to where they stop, both included. Units that load go from a
        territory to a sea zone; units that offload from the sea zone to a territory. In the
        Combat Move phase, offloading into a hostile territory announces an amphibious assault:
        they land when it is resolved.
    aboard
        The transport or friendly carrier they go aboard, the aircraft they fly with, or None.
    task
        "raid" for bombers on a bombing raid, "escort" for fighters with them, "support" for ships
        and aircraft that come for an amphibious assault, "drop" for paratroopers, "rail" for land
        units that go by rail, or "" for the plain move or fight.
    """

    units: tuple[int, ...]
    path: tuple[str, ...]
    aboard: int | None = None
    task: Literal["", "raid", "escort", "support", "drop", "rail"] = ""


class Engage(Order, frozen=True):
    """Attack or ignore the enemy submarines and transports in a sea zone one's units are in."""

    space: str
    choice: Literal["attack", "ignore"]


class Permit(Order, frozen=True):
    """Allow or refuse another power's ships the way through a canal or strait."""

    choice: Literal["yes", "no"]


class Scramble(Order, frozen=True):
    """Send aircraft from air bases to the sea zones they are to defend; none is a choice too.

    Parameters
    ----------
    to
        The sea zone by the aircraft's id.
    """

    to: dict[int, str] = msgspec.field(default_factory=dict)


class Intercept(Order, frozen=True):
    """Send fighters up against a bombing raid; none is a choice too."""

    units: tuple[int, ...] = ()


class Kamikaze(Order, frozen=True):
    """Strike at an attacker's ships with kamikaze tokens; none is a choice too.

    Parameters
    ----------
    targets
        How many strikes at each ship, by its id.
    """

    targets: dict[int, int] = msgspec.field(default_factory=dict)


class Fight(Order, frozen=True):
    """Choose the battle to be fought next, by its id."""

    battle: str


class Aim(Order, frozen=True):
    """Assign each surviving bomber of a raid to a facility: facility's id by bomber's id."""

    targets: dict[int, int]


class Bombard(Order, frozen=True):
    """Say which coastal assault each bombarding ship supports: territory by ship's id."""

    ships: dict[int, str]


class Submerge(Order, frozen=True):
    """Submerge submarines before a combat round; none is a choice too."""

    units: tuple[int, ...] = ()


class Casualties(Order, frozen=True):
    """Assign hits: how many to each unit, by its id."""

    hits: dict[int, int]


class Retreat(Order, frozen=True):
    """Retreat to a space, or press the attack ("")."""

    to: str = ""


class Place(Order, frozen=True):
    """Mobilize purchased units.

    Parameters
    ----------
    units
        Their ids in the purchased holding.
    space
        The territory, or the sea zone for ships and for aircraft on carriers.
    """

    units: tuple[int, ...]
    space: str


class PlaceBonus(Order, frozen=True):
    """Place free units in a liberated capital: how many of each type."""

    units: dict[str, int]


ORDERS: dict[str, type[Order]] = {
    kind.__name__: kind
    for kind in (
        EndPhase, Research, PickChart, Buy, Pay, DeclareWar, Move, Engage, Permit, Scramble,
        Intercept, Kamikaze, Fight, Aim, Bombard, Submerge, Casualties, Retreat, Place, PlaceBonus,
    )
}  # fmt: skip
"""The orders by the name that records write."""
