"""The board and the catalog of a save: ours if we have them, else made from the save itself."""

from __future__ import annotations

from typing import Final

from a4a.boards import Dataset, available, load
from a4a.importers.triplea.names import NameMap
from a4a.importers.triplea.save import Save
from a4a.importers.triplea.savedboard import board_of, extended, shared_names
from a4a.importers.triplea.savedcatalog import Cataloguer
from a4a.importers.triplea.savedraids import with_places

# The share of each map, the save's and ours, that must be on the other for the board to be ours.
_SAME_BOARD: Final = 0.9


def scenario(save: Save) -> NameMap:
    """Find or make the board and the catalog of a save.

    Returns
    -------
    NameMap
        Board and catalog, and what the save's names are in them.
    """
    datasets = [load(name) for name in available()]
    dataset = _recognise(save, datasets)
    catalog, accounts, types, nobody = Cataloguer(save, dataset, datasets).make()
    if dataset is not None:
        spaces = {}
        strangers = []
        for name in save.territories:
            found = dataset.board.find(name)
            if found is None:
                strangers.append(name)
            spaces[name] = name if found is None else found.name
        board = dataset.board
        if strangers:
            board = extended(board, save, accounts, spaces, strangers)
    else:
        spaces = shared_names(save, datasets)
        board = board_of(save, accounts, spaces)
    catalog = with_places(catalog, save, board, spaces, types)
    return NameMap(board, catalog, accounts, spaces, types, dataset, nobody)


def _recognise(save: Save, datasets: list[Dataset]) -> Dataset | None:
    """Return the dataset on whose board the save is played, or None."""
    best: Dataset | None = None
    best_share = _SAME_BOARD
    for dataset in datasets:
        found = {space.name for name in save.territories if (space := dataset.board.find(name))}
        covered = len(found) / max(1, len(dataset.board.spaces))
        matched = len(found) / max(1, len(save.territories))
        if min(covered, matched) >= best_share:
            best, best_share = dataset, min(covered, matched)
    return best
