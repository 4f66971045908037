"""2WW: The War in Europe: the family, and what only its book says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from a4a.boards import Dataset
from a4a.boards.fault import unusable
from a4a.core.events import Value
from a4a.core.sharing import Shared
from a4a.rules.ruleset import Ruleset
from a4a.rules.systems.family import Family, Games

if TYPE_CHECKING:
    from a4a.rules.systems.war_in_europe.system import System

_SYSTEMS: Final = Shared["System"](8)
"""Those of the last datasets that were played; all games of one share it."""


def _make(dataset: Dataset, games: Games, options: Mapping[str, Value]) -> Ruleset:
    from a4a.rules.systems.war_in_europe.flow import WarInEurope

    system = _SYSTEMS.one(
        lambda known: known.is_of(dataset, games, options),
        make=lambda: _checked(dataset, games),
    )
    return WarInEurope(system)


def _checked(dataset: Dataset, games: Games) -> System:
    """Return the system of a dataset, which has no options, if it can be played."""
    from a4a.rules.systems.war_in_europe.check import faults
    from a4a.rules.systems.war_in_europe.system import System

    system = System(dataset, games=games)
    if found := faults(system):
        raise unusable(f"dataset {dataset.name!r}", found)
    return system


def _faults(dataset: Dataset, games: Games) -> list[str]:
    from a4a.rules.systems.war_in_europe.check import faults
    from a4a.rules.systems.war_in_europe.system import System

    return faults(System(dataset, games=games))


FAMILY: Final = Family(
    systems={"war_in_europe": ("both", "war_in_europe")},
    make=_make,
    faults=_faults,
    overlays=("zones", "supply"),
)
