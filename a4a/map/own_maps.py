"""Which map a game's board is drawn by: one of ours, a player's own, one that the record keeps."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from a4a.core.board import Board
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.importers.triplea.mapfiles import POLYGONS, files_of_map, read_map_files
from a4a.importers.triplea.mapfolders import PLACES, installed_maps, map_places, maps_called
from a4a.importers.triplea.pixelmap import read_pixel_map
from a4a.map.geometry import MapGeometry
from a4a.map.kept_maps import kept_map, kept_text
from a4a.map.pixels import listed, pixel_geometry
from a4a.map.shapes import known_geometry, map_geometry

MapChoice: TypeAlias = "str | os.PathLike[str] | None"
"""Which map to draw by: the folder or zip of a TripleA map; "triplea", the game's own map where
TripleA keeps it; "a4a", nothing but what a4a has; None, what the record keeps, else what a4a has,
else what is found where TripleA keeps maps, else a layout of the board's graph."""

OURS, THEIRS = "a4a", "triplea"

_ATTACHED = "map"  # the name of what a record keeps
_SAME = 0.9  # share of a board's spaces that a map names, to be found by them
_SAVED = "triplea:"  # begins the name of a board that was made of a save
_VERSION = re.compile(r"\s+v?\d+(\.\d+)+$")
_KEPT = 8  # maps whose shapes, and games whose maps are remembered


def geometry_of(record: GameRecord, choice: MapChoice = None) -> MapGeometry:
    """Find or make the shapes that a game's board is drawn by.

    Parameters
    ----------
    record
        The game.
    choice
        Which map.

    Raises
    ------
    A4AError
        If a map that is asked for is not there, cannot be read, or is of another board.

    Examples
    --------
    >>> import a4a
    >>> geometry_of(a4a.start("global1940"), "a4a").origin
    'earth'
    """
    board = record.board
    if choice is None:
        return _kept(record) or known_geometry(board) or _found(record) or map_geometry(board)
    if choice == OURS:
        return map_geometry(board)
    return _told(_drawn_by(board, path_of(record, choice)))


def page_geometry(record: GameRecord, choice: MapChoice = None) -> MapGeometry:
    """Find the shapes for a file that is passed on: a player's own only if that is asked for.

    Raises
    ------
    A4AError
        As `geometry_of`.
    """
    if choice is None:
        return _kept(record) or map_geometry(record.board)
    return geometry_of(record, choice)


def own_map_of(record: GameRecord) -> Path | None:
    """Return the game's own map, if it is where TripleA keeps maps and has the game's names."""
    return _called(_names(record), tuple((place, *_stamp(place)) for place in map_places()))


def keep_map(record: GameRecord, map: MapChoice = THEIRS) -> None:
    """Keep the shapes of a player's own map in a record, so that it is drawn so anywhere.

    They are saved with the record (`a4a.save`), and stand on its pages. Ask who made the map
    before you pass them on.

    Parameters
    ----------
    record
        The game.
    map
        The folder or zip of a TripleA map; "triplea", the game's own map where TripleA keeps it;
        "a4a", to keep none any more.

    Raises
    ------
    A4AError
        If there is no such map, it cannot be read, is of another board, or is too large to be kept.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.start("europe1940")
    >>> keep_map(record, "a4a")
    >>> record.attachments
    ()
    """
    if map is None or map == OURS:
        record.detach(_ATTACHED)
        return
    path = path_of(record, map)
    _drawn_by(record.board, path)  # it must be of this board
    record.attach(_ATTACHED, kept_text(record.board, read_pixel_map(read_map_files(path))))


def path_of(record: GameRecord, choice: str | os.PathLike[str]) -> Path:
    """Return the folder or zip of the map that is chosen.

    Raises
    ------
    A4AError
        If there is none; the message says where it was looked for.
    """
    if not isinstance(choice, (str, os.PathLike)) or not str(choice):
        raise A4AError(
            f"map={choice!r}: give the folder or zip of a TripleA map, {THEIRS!r} or {OURS!r}"
        )
    if choice == THEIRS:
        return _installed(record)
    path = Path(choice).expanduser()
    if path.is_dir() and not (path / POLYGONS).is_file() and not (path / "map").is_dir():
        inside = next(maps_called(_names(record), (path,)), None)  # a folder of maps
        return path if inside is None else inside
    return path


# --- where maps are -----------------------------------------------------------------------------


def _installed(record: GameRecord) -> Path:
    """The game's map where TripleA keeps maps: by what it is called, else by its territories."""
    found = own_map_of(record)
    if found is None:
        found = next((path for path in installed_maps() if _names_spaces(path, record.board)), None)
    if found is None:
        places = ", ".join(map(str, map_places())) or "nowhere"
        raise A4AError(
            f"no map of this game is where TripleA keeps maps (looked in: {places}); give its "
            f"folder or zip as map=, or set {PLACES} to the folder of your maps"
        )
    return found


def _names(record: GameRecord) -> frozenset[str]:
    """What a save calls its map and its game."""
    names = {_VERSION.sub("", record.header.source.game)}
    if record.board.name.startswith(_SAVED):
        names.add(record.board.name.removeprefix(_SAVED))
    return frozenset(names - {""})


@lru_cache(maxsize=_KEPT)
def _called(names: frozenset[str], places: tuple[tuple[Path, int, int], ...]) -> Path | None:
    """The first map with one of some names, as long as nothing is put into the places."""
    return next(maps_called(names, tuple(place for place, *_ in places)), None)


def _names_spaces(path: Path, board: Board) -> bool:
    """Whether a map names nearly all spaces of a board."""
    try:
        text = read_map_files(path).texts[POLYGONS]
    except A4AError:
        return False
    names = {line.partition("<")[0].strip()[:200] for line in text.split("\n")}
    known = {space.name for name in names if name and (space := board.find(name))}
    return len(known) >= _SAME * len(board.spaces)


# --- shapes -------------------------------------------------------------------------------------


def _kept(record: GameRecord) -> MapGeometry | None:
    """What the record keeps."""
    text = next(iter(record.attached(_ATTACHED)), None)
    if text is None:
        return None
    return _unless_wrong("the record keeps", lambda: _drawn_from(record.board, text))


def _found(record: GameRecord) -> MapGeometry | None:
    """What TripleA keeps of the game."""
    path = own_map_of(record)
    if path is None:
        return None
    return _unless_wrong("TripleA has", lambda: _drawn_by(record.board, path))


def _unless_wrong(whose: str, draw: Callable[[], MapGeometry]) -> MapGeometry | None:
    """Draw by a map that nobody has named; one that cannot be used is told, and not drawn."""
    try:
        return _told(draw())
    except A4AError as error:
        warnings.warn(f"the map that {whose} is not shown: {error}", stacklevel=5)
        return None


def _told(geometry: MapGeometry) -> MapGeometry:
    """Say which spaces a map lacks."""
    if geometry.lacking:
        lacking = listed(geometry.lacking)
        warnings.warn(
            f"the map {geometry.told!r} lacks {len(geometry.lacking)} of the board's spaces, which "
            f"are put between their neighbours: {lacking}",
            stacklevel=5,
        )
    return geometry


def _drawn_by(board: Board, path: Path) -> MapGeometry:
    return _read(board, path, tuple((file, *_stamp(file)) for file in files_of_map(path)))


@lru_cache(maxsize=_KEPT)
def _read(board: Board, path: Path, files: tuple[tuple[Path, int, int], ...]) -> MapGeometry:
    del files  # A changed file makes another key.
    return pixel_geometry(board, read_pixel_map(read_map_files(path)))


@lru_cache(maxsize=_KEPT)
def _drawn_from(board: Board, text: str) -> MapGeometry:
    return pixel_geometry(board, kept_map(text))


def _stamp(path: Path) -> tuple[int, int]:
    """When a file or folder was written, and its size; zeros if it is not there."""
    try:
        stat = path.stat()
    except OSError:
        return 0, 0
    return stat.st_mtime_ns, stat.st_size
