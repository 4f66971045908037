"""The orders that only The War Game has; all others are the engine's."""

from __future__ import annotations

import msgspec

from a4a.rules.order import Order


class Send(Order, frozen=True):
    """Move units along a path, and say what they are to do where it ends.

    Parameters
    ----------
    units
        Their ids; all go the same way.
    path
        From where they stand to where they stop, both included; a path of one space gives units a
        task where they are. Units that load go from a territory to a sea zone, those that go
        ashore from the zone to a territory: in combat orders that declares where they land.
        Generals go straight from where they are to where they are needed.
    aboard
        The transport they go aboard, the bomber they fly with, or None.
    task
        "support" for guns that shoot over a border, "bombard" for ships that shoot for a landing,
        "pass", "pass to offload" and "pass to bombard" for units that go by the fight where the
        path ends, "clear" for those that fight there and then go on, "assault" for cargo that
        lands from the zone to which its transport passes, "drop" for paratroopers, or "".
    target
        The space that a task is about: what is shot at, where units land or go on to.
    """

    units: tuple[int, ...]
    path: tuple[str, ...]
    aboard: int | None = None
    task: str = ""
    target: str | None = None


class Withdraw(Order, frozen=True):
    """Declare which units of a battle retreat, and where each goes; none is a choice too.

    Parameters
    ----------
    to
        Where each unit retreats, by its id. A submarine that dives, and an aircraft of the
        attacker that breaks off, name the space they are in.
    """

    to: dict[int, str] = msgspec.field(default_factory=dict)


class Gunnery(Order, frozen=True):
    """Say which bombers use their guns, or which guns fire at land units first, in a round.

    Parameters
    ----------
    units
        Their ids; all others bomb, or fire at aircraft first.
    """

    units: tuple[int, ...] = ()


class Scorch(Order, frozen=True):
    """Say which factories are to be reduced or destroyed at the end of a round.

    Parameters
    ----------
    factories
        Their ids.
    """

    factories: tuple[int, ...] = ()


class Own(Order, frozen=True):
    """Choose which nation controls land that several have conquered together.

    Parameters
    ----------
    nation
        Its name.
    """

    nation: str


class Lend(Order, frozen=True):
    """Lend money to another nation of the side.

    Parameters
    ----------
    to
        Which.
    amount
        How much.
    """

    to: str
    amount: int


class Train(Order, frozen=True):
    """Train infantry at factories as paratroopers.

    Parameters
    ----------
    units
        Their ids.
    """

    units: tuple[int, ...]


class Assess(Order, frozen=True):
    """Roll what the repair of a damaged ship costs.

    Parameters
    ----------
    ship
        Its id.
    """

    ship: int


class Repair(Order, frozen=True):
    """Pay for the repair of a ship: it is whole when its nation's next turn begins.

    Parameters
    ----------
    ship
        Its id.
    at
        The territory that repairs it.
    """

    ship: int
    at: str


class Build(Order, frozen=True):
    """Buy new units, and place them.

    Parameters
    ----------
    units
        How many of each type. A major factory where there is a minor one is its upgrade.
    space
        Where they are placed: a territory, or a sea zone for ships and for fighters on carriers.
    """

    units: dict[str, int]
    space: str


class Reduce(Order, frozen=True):
    """Reduce a factory of one's own, or destroy it, instead of producing with it.

    Parameters
    ----------
    factory
        Its id.
    to
        What is left of it, or "" for nothing.
    """

    factory: int
    to: str = ""


class Embark(Order, frozen=True):
    """Put fighters that stand beside a factory on carriers that it has just built.

    Parameters
    ----------
    units
        Their ids; all stand in one territory.
    zone
        Where the carriers are.
    """

    units: tuple[int, ...]
    zone: str


ORDERS: dict[str, type[Order]] = {
    kind.__name__: kind
    for kind in (
        Send, Withdraw, Gunnery, Scorch, Own,
        Lend, Train, Assess, Repair, Build, Reduce, Embark,
    )
}  # fmt: skip
"""The orders by the name that records write."""
