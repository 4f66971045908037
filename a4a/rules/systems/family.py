"""A family: systems that one package of rules plays, and how their rulesets are made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from a4a.boards import Dataset
from a4a.core.events import Value
from a4a.rules.ruleset import Ruleset

Games: TypeAlias = tuple[str, ...]
"""Games of a rulebook, as its ``rules.csv`` calls them."""


@dataclass(frozen=True)
class Family:
    """Systems that are played by one package of rules.

    Parameters
    ----------
    systems
        The datasets that come with a4a, each with the games of the rulebook it is played by.
    make
        Makes the ruleset of a dataset.
    faults
        Says what is wrong with what the rules read from a dataset.
    options
        The options, with their values if none is chosen.
    option_names
        Our names of options by their names in other programs' records.
    overlays
        The layers of the map that its rulesets have something to show in (`Ruleset.overlays`).
    """

    systems: Mapping[str, Games]
    make: Callable[[Dataset, Games, Mapping[str, Value]], Ruleset]
    faults: Callable[[Dataset, Games], list[str]]
    options: Mapping[str, Value] = field(default_factory=dict)
    option_names: Mapping[str, str] = field(default_factory=dict)
    overlays: tuple[str, ...] = ()
