"""Areas: the hexes in which the set-up lets players choose where counters stand (2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

import msgspec

from a4a.boards.dataset import Dataset
from a4a.core.board import Board
from a4a.core.errors import A4AError, DatasetError
from a4a.rules.lists import Entry, read_list


class Area(Entry, frozen=True, kw_only=True):
    """An area: hexes of some countries, or some of them, and further hexes by name.

    Parameters
    ----------
    name
        "Soviet frontier".
    power
        Whose counters may stand in it.
    regions
        The countries whose hexes it holds.
    next_to
        Of those, only hexes that border a hex of one of these countries (R-235), if any is named.
    near
        1: also those beside such a hex.
    features
        Of those, only hexes with all these features: "port".
    spaces
        Further hexes that it holds.
    """

    name: str
    power: str
    regions: tuple[str, ...] = ()
    next_to: tuple[str, ...] = ()
    near: int = 0
    features: tuple[str, ...] = ()
    spaces: tuple[str, ...] = ()


class Deployers(Entry, frozen=True, kw_only=True):
    """Whose counters are deployed together, and by whom.

    Parameters
    ----------
    name
        "Axis minor powers".
    powers
        Whose counters.
    side
        The side whose player places them; "" where the powers place them themselves.
    """

    name: str
    powers: tuple[str, ...]
    side: str = ""


class Deployments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What ``deployment.toml`` says: the areas, and the order in which powers deploy."""

    areas: tuple[Area, ...] = ()
    order: tuple[Deployers, ...] = ()


def read_deployments(dataset: Dataset) -> Deployments:
    """Read the areas of a dataset and the order of deployment; DatasetError if they cannot be."""
    return read_list(dataset, "deployment", Deployments)


def hexes_of(areas: tuple[Area, ...], board: Board) -> Mapping[str, frozenset[str]]:
    """Return the hexes of every area by its name.

    Raises
    ------
    DatasetError
        If an area names a country or hex that is not on the board, or holds no hex.
    """
    found: dict[str, frozenset[str]] = {}
    for area in areas:
        try:
            found[area.name] = frozenset(_hexes(area, board))
        except A4AError as error:
            raise DatasetError(f"deployment.toml: area {area.name!r}: {error}") from None
        if not found[area.name]:
            raise DatasetError(f"deployment.toml: area {area.name!r} holds no hex")
    return MappingProxyType(found)


def _hexes(area: Area, board: Board) -> Iterator[str]:
    own = [space for region in area.regions for space in board.region(region)]
    if area.next_to:
        beyond = {space for region in area.next_to for space in board.region(region)}
        edge = {space for space in own if beyond.intersection(_beside(space, board))}
        near = {space for space in own if area.near and edge.intersection(_beside(space, board))}
        own = [space for space in own if space in edge or space in near]
    for space in own:
        if set(area.features) <= set(board.space(space).features):
            yield space
    for space in area.spaces:
        yield board.space(space).name


def _beside(space: str, board: Board) -> Iterator[str]:
    """The hexes that a land unit could step into: a border of countries runs on land (R-235)."""
    for neighbour, border in board.borders_of(space).items():
        if board.on_foot(border):
            yield neighbour
