"""What units roll for in combat: printed values, combined arms, technologies.

Sources: AA rulebook, Combined Arms (p. 17), Unit Profiles (p. 27-34), Research & Development
(p. 40).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from a4a.core.state import State
from a4a.rules.areas import technology
from a4a.rules.areas.system import System


class UnitNumbers(Protocol):
    """A power's numbers: those of its unit types as its technologies change them."""

    def __call__(self, unit_type: str, name: str) -> int:
        """Return a number of a unit type by its name: "attack", "support", "raid" ..."""


def printed(system: System) -> UnitNumbers:
    """Return the numbers as they are printed."""

    def number(unit_type: str, name: str) -> int:
        found = system.types[unit_type]
        if name in ("attack", "defense", "dice", "bombard"):
            return int(getattr(found, name))
        return int(found.numbers.get(name, 0))

    return number


def numbers_of(system: System, state: State, power: str) -> UnitNumbers:
    """Return the numbers of a power, with its technologies."""
    if not state.technologies(power):
        return printed(system)

    def number(unit_type: str, name: str) -> int:
        return technology.number(system, state, power, unit_type, name)

    return number


def attack(
    system: System,
    units: Sequence[str],
    numbers: UnitNumbers,
    *,
    tanks_help_mechanized: bool = False,
) -> list[int]:
    """What each of some attackers of one power hits on, combined arms included.

    Every unit is in one pair at most, and as many pairs as possible are
    made: infantry and mechanized infantry with artillery, tactical bombers with fighters and
    then with tanks.

    Parameters
    ----------
    system
        The game.
    units
        The attackers' unit types.
    numbers
        Their power's numbers.
    tanks_help_mechanized
        Whether tanks raise mechanized infantry too (Improved Mechanized Infantry).

    Returns
    -------
    list of int
        In the order of the units.

    Examples
    --------
    >>> from a4a.boards import load
    >>> game = System(load("europe1940"), games=("both", "europe"), options={})
    >>> attack(game, ["artillery"] * 2 + ["infantry"] * 5, printed(game))
    [2, 2, 2, 2, 1, 1, 1]
    """
    values = [numbers(unit, "attack") for unit in units]
    guns = sum(numbers(u, "support") for u in units if u in system.able("supports infantry"))
    wings = [u for u in units if u in system.able("supports tactical bomber")]
    tanks = sum(system.types[u].category == "land" for u in wings)
    fighters = len(wings) - tanks
    lonely: list[int] = []

    riding = system.able("blitz with tank")
    supported = [i for i, u in enumerate(units) if u in system.able("supported by artillery")]
    # Artillery helps units last that a tank could help too.
    for i in sorted(supported, key=lambda i: units[i] in riding):
        if guns:
            guns -= 1
            values[i] = max(values[i], numbers(units[i], "supported attack"))
        elif tanks_help_mechanized and units[i] in riding:
            lonely.append(i)
    for i, unit in enumerate(units):
        if unit in system.able("supported by fighter or tank"):
            if fighters:
                fighters -= 1
                values[i] = max(values[i], numbers(unit, "supported attack"))
            else:
                lonely.insert(0, i)
    for i in lonely[:tanks]:
        values[i] = max(values[i], numbers(units[i], "supported attack"))
    return values


def defense(units: Sequence[str], numbers: UnitNumbers) -> list[int]:
    """What each of some defenders of one power hits on; nothing is combined."""
    return [numbers(unit, "defense") for unit in units]
