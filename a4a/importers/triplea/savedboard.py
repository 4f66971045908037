"""The board of a save: made from its own map, with our names where most of it is on ours."""

from __future__ import annotations

from typing import Final

from a4a.boards import Dataset
from a4a.core.board import Board, Border, BorderKind, Space
from a4a.core.names import plain
from a4a.importers.triplea.names import Account
from a4a.importers.triplea.save import Save, Territory, whole

# How much of a save's map must be on ours for its spaces to go by our names.
_SHARED_NAMES: Final = 0.5


def shared_names(save: Save, datasets: list[Dataset]) -> dict[str, str]:
    """Return what spaces are called: by our names if most of the map is on a board of ours."""
    for dataset in sorted(datasets, key=lambda one: -len(one.board.spaces)):
        shared = {name: s.name for name in save.territories if (s := dataset.board.find(name))}
        enough = len(shared) >= _SHARED_NAMES * len(save.territories)
        if enough and len(set(shared.values())) == len(shared):
            own = {name: name for name in save.territories if name not in shared}
            if not set(own) & set(shared.values()):
                return shared | own
    return {name: name for name in save.territories}


def board_of(save: Save, accounts: dict[str, Account], spaces: dict[str, str]) -> Board:
    """Return a board made from a save."""
    name = plain(save.map or save.game).replace(" ", "_") or "unnamed"
    return Board(
        name=f"triplea:{name}",
        spaces=tuple(_space(t, spaces[t.name], accounts) for t in save.territories.values()),
        borders=_borders(save, spaces, set(save.territories)),
    )


def extended(
    board: Board,
    save: Save,
    accounts: dict[str, Account],
    spaces: dict[str, str],
    strangers: list[str],
) -> Board:
    """Return our board with the territories of the save that are not on it."""
    added = [_space(save.territories[name], name, accounts) for name in strangers]
    return Board(
        name=board.name,
        spaces=(*board.spaces, *added),
        borders=(*board.borders, *_borders(save, spaces, set(strangers))),
        theatres=board.theatres,
        maps=board.maps,
    )


def _space(territory: Territory, name: str, accounts: dict[str, Account]) -> Space:
    values = territory.values
    capital = accounts.get(str(values.get("capital")))
    original = accounts.get(str(values.get("originalOwner")))
    features = ["convoy"] if values.get("convoyRoute") or values.get("blockadeZone") else []
    return Space(
        name=name,
        kind="sea" if territory.water else "land",
        value=whole(values.get("production")),
        original=original.power if original is not None else None,
        capital_of=(capital.power,) if capital is not None else (),
        city=name if whole(values.get("victoryCity")) > 0 else "",
        impassable=bool(values.get("isImpassable")),
        features=tuple(features),
        aliases=(territory.name,) if territory.name != name else (),
    )


def _borders(save: Save, spaces: dict[str, str], wanted: set[str]) -> tuple[Border, ...]:
    """Return the borders of the territories wanted, each once."""
    borders: dict[tuple[str, str], Border] = {}
    for here, there in save.connections:
        if here == there or not {here, there} & wanted:
            continue
        first, second = save.territories.get(here), save.territories.get(there)
        if first is None or second is None:
            continue
        a, b = sorted((spaces[here], spaces[there]))
        if (a, b) in borders:
            continue
        kind: BorderKind = "coast"
        name, controllers = "", tuple[str, ...]()
        if first.water == second.water:
            kind = "sea" if first.water else "land"
            for canal in first.canals if first.water else ():
                if any(other.name == canal.name for other in second.canals):
                    kind, name = "canal", canal.name
                    controllers = tuple(spaces.get(t, t) for t in canal.territories)
        borders[a, b] = Border(a, b, kind, name, controllers)
    return tuple(borders.values())
