"""What rules show of a position beyond what stands where: areas, lines, and who lacks one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from a4a.core.state import State


class Area(NamedTuple):
    """Spaces that are something to a side.

    Parameters
    ----------
    side
        Whose.
    kind
        Of which kind, where there are several: "land", "sea" or "air".
    spaces
        The spaces.
    """

    side: str
    kind: str
    spaces: frozenset[str]


class Traced(NamedTuple):
    """A line that a unit traces, from its space to the space it has to reach."""

    unit: int
    path: tuple[str, ...]


@dataclass(frozen=True)
class Overlay:
    """What is laid over the map.

    Parameters
    ----------
    areas
        Spaces of the sides.
    traced
        Lines of units.
    lacking
        Units that should trace a line, and cannot.
    """

    areas: tuple[Area, ...] = ()
    traced: tuple[Traced, ...] = ()
    lacking: tuple[int, ...] = ()


Overlays: TypeAlias = Mapping[str, Callable[[State], Overlay]]
"""What rules offer to show, by the layer of the map that shows it: "zones", "supply"."""
