"""Where TripleA keeps the maps that a player has downloaded, and which of them is a game's."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Final

from a4a.importers.triplea.mapfiles import about_map

PLACES: Final = "A4A_MAPS"
"""The environment variable that names folders to look in instead of the usual ones, separated as
those in PATH are; empty, nothing is looked for."""

_MOST_MAPS = 1_000  # in one folder
_TITLE = re.compile(r"^\s*-?\s*(?:map_name|game_name|name)\s*:\s*(.+?)\s*$", re.MULTILINE)
_NOISE = re.compile(r"[\s_-]+")
_MASTER = "master"


def map_places() -> tuple[Path, ...]:
    """Folders in which TripleA keeps maps, those of newer versions first; not all need be there.

    It keeps them in `triplea/downloadedMaps` in the user's home on Windows, macOS and Linux, or in
    `Documents` where an old version has begun to; older ones in `triplea/maps`.
    """
    named = os.environ.get(PLACES)
    if named is not None:
        return tuple(Path(one).expanduser() for one in named.split(os.pathsep) if one.strip())
    from platformdirs import user_documents_path

    try:
        homes = [Path.home()]
        homes += [user_documents_path(), homes[0] / "Documents"]
    except (RuntimeError, KeyError):  # the system knows no home
        return ()
    roots = dict.fromkeys(home / "triplea" for home in homes)
    return tuple(root / name for name in ("downloadedMaps", "maps") for root in roots)


def installed_maps(places: tuple[Path, ...] | None = None) -> Iterator[Path]:
    """Yield the folders and zips in which maps may be, by name, folders before zips.

    Parameters
    ----------
    places
        Where to look; `map_places` if not given.
    """
    for place in map_places() if places is None else places:
        try:
            with os.scandir(place) as found:
                entries = sorted(found, key=lambda one: one.name)[:_MOST_MAPS]
        except OSError:
            continue
        yield from (Path(one.path) for one in entries if one.is_dir())
        yield from (
            Path(one.path)
            for one in entries
            if one.is_file() and one.name.casefold().endswith(".zip")
        )


def maps_called(names: Set[str], places: tuple[Path, ...] | None = None) -> Iterator[Path]:
    """Yield the maps that have one of some names: those whose folder has it, then those within.

    Parameters
    ----------
    names
        What the save calls its map or its game. Case, spaces, hyphens and underscores do not count,
        as they do not for the program; nor does the "-master" of a downloaded zip.
    places
        Where to look; `map_places` if not given.
    """
    wanted = {reduced(name) for name in names} - {""}
    others = []
    for path in installed_maps(places):
        if reduced(path.name.removesuffix(".zip")) in wanted:
            yield path
        else:
            others.append(path)
    for path in others:
        titles = _TITLE.findall(about_map(path))
        if wanted & {reduced(title.strip("'\"")) for title in titles}:
            yield path


def reduced(name: str) -> str:
    """Reduce a map's name to what tells it from others.

    Examples
    --------
    >>> reduced("World_At_War-master") == reduced("world at war")
    True
    """
    return _NOISE.sub("", name.casefold()).removesuffix(_MASTER)
