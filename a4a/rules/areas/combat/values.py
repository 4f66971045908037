"""What units roll for in combat: printed values, combined arms, technologies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from a4a.core.events import Role
from a4a.rules.areas.combat.support import raised
from a4a.rules.areas.system import System


def values(
    system: System, role: Role, units: Sequence[str], technologies: Collection[str] = ()
) -> list[int]:
    """Return what each of some units of one power hits on, combined arms included.

    Every unit is in one pair at most (`combat.support`).

    Parameters
    ----------
    system
        The game.
    role
        On which side they are.
    units
        Their types.
    technologies
        Those of their power.

    Returns
    -------
    list of int
        In the order of the units.

    Examples
    --------
    >>> from a4a.boards import load
    >>> game = System(load("europe1940"), games=("both", "europe"), options={})
    >>> values(game, "attacker", ["artillery"] * 2 + ["infantry"] * 5)
    [2, 2, 2, 2, 1, 1, 1]
    >>> values(game, "defender", ["artillery", "infantry"])
    [2, 2]
    """
    order = system.catalog.type_order
    counts = sorted(Counter(units).items(), key=lambda item: order[item[0]])
    found = raised(system, role, tuple(sorted(technologies)), tuple(counts))
    left: dict[str, Iterator[int]] = {unit: iter(own) for unit, own in found.items()}
    return [next(left[unit]) for unit in units]
