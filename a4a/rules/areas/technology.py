"""Technology: who has developed what, and which numbers of units it changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache

import msgspec

from a4a.core.errors import BattleError
from a4a.core.state import State
from a4a.core.words import list_of
from a4a.rules.areas import data
from a4a.rules.areas.system import System


class Technology(data.Entry, frozen=True, kw_only=True):
    """An advance.

    Parameters
    ----------
    name
        As the rulebook prints it.
    chart, roll
        On which breakthrough chart it is, and for which roll.
    units
        The numbers it changes, by unit type: fields of the type ("attack"), further numbers of
        it ("production"), or numbers that only an advance gives ("raid").
    aliases
        Names of it in other programs.
    """

    name: str
    chart: int
    roll: int
    units: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    aliases: tuple[str, ...] = ()


class Exclusion(data.Entry, frozen=True, kw_only=True):
    """A power that does no research."""

    power: str


class ResearchRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How research works: the price of a die, the face that succeeds, all advances, who may not."""

    price: int = 0
    success: int = 0
    technologies: tuple[Technology, ...] = ()
    excluded: tuple[Exclusion, ...] = ()


@lru_cache(maxsize=16)
def research(system: System) -> ResearchRules:
    """Return how research works in a system."""
    found = data.read(system, "technologies", ResearchRules)
    return msgspec.structs.replace(
        found,
        technologies=data.in_play(system, found.technologies),
        excluded=data.in_play(system, found.excluded),
    )


def researches(system: System, power: str) -> bool:
    """Whether a power may do research at all."""
    return all(entry.power != power for entry in research(system).excluded)


@lru_cache(maxsize=16)
def _by_name(system: System) -> Mapping[str, Technology]:
    return {t.name: t for t in research(system).technologies}


def has(state: State, power: str, name: str) -> bool:
    """Whether a power has developed a technology."""
    return name in state.technologies(power)


def number(
    system: System, state: State, power: str, unit_type: str, name: str, *, default: int = 0
) -> int:
    """Return a number of a unit type as a power's technologies have it.

    Parameters
    ----------
    system, state, power
        Whose technologies.
    unit_type
        The type.
    name
        A field of unit types ("attack", "move", "cost"), or one of its further numbers
        ("production", "raid").
    default
        What it is where neither the type nor a technology says.
    """
    return changed(system, state.technologies(power), unit_type, name, default=default)


def changed(
    system: System, technologies: Collection[str], unit_type: str, name: str, *, default: int = 0
) -> int:
    """Return a number of a unit type as some technologies have it; as for `number`."""
    if technologies:
        known = _by_name(system)
        for technology in technologies:
            found = known.get(technology)
            if found is not None and name in (numbers := found.units.get(unit_type, {})):
                return numbers[name]
    kind = system.types[unit_type]
    value = kind.numbers.get(name)
    if value is None:
        value = getattr(kind, name, default)
    return int(value)


def verify(system: System, technologies: Collection[str]) -> None:
    """Refuse unknown technologies.

    Raises
    ------
    BattleError
        If one is unknown.
    """
    for name in technologies:
        if name not in _by_name(system):
            raise BattleError(f"no technology {name!r}; there are {list_of(_by_name(system))}")


def price(system: System, state: State, power: str, unit_type: str) -> int:
    """What a unit of a type costs a power now."""
    kind = system.types[unit_type]
    if power in kind.costs:
        return kind.costs[power]
    return number(system, state, power, unit_type, "cost")


def prices(system: System, state: State, power: str, units: Iterable[str]) -> dict[str, int]:
    """What units of these types cost a power now, for each type in all.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("global1940")
    >>> prices(game.ruleset.game, game.state, "Italy", ["infantry", "tank", "infantry"])
    {'infantry': 6, 'tank': 6}
    """
    return {kind: n * price(system, state, power, kind) for kind, n in Counter(units).items()}
