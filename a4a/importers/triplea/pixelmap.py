"""What the text files of a TripleA map say: outlines and centers of territories, in pixels."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final, NoReturn, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from a4a.core.errors import A4AError
from a4a.importers.triplea.mapfiles import CENTERS, POLYGONS, PROPERTIES, MapFiles

Outline: TypeAlias = npt.NDArray[np.float64]
"""Corners of a closed line, shape ``(n, 2)``, the first one not repeated; y grows downwards."""

MOST_NAMES: Final = 10_000
"""Most territories of a map."""
MOST_PARTS: Final = 500
"""Most polygons of a territory."""
MOST_OUTLINES: Final = 20_000
"""Most polygons of a map."""
FURTHEST: Final = 100_000
"""Pixels from the corner of a map at which nothing lies any more."""

_LONGEST = 200  # characters of a name
_SHOWN = 60  # characters of a line that a message repeats
_POINT = re.compile(r"(.*?)\(\s*(-?\d{1,6})\s*,\s*(-?\d{1,6})\s*\)", re.ASCII)
_SETTING = re.compile(r"\s*([\w.]+)\s*[=:\s]\s*(.*?)\s*$")
_COORDINATES = str.maketrans("(),", "   ")


class PixelMap(msgspec.Struct, frozen=True):
    """A map as TripleA's players know it, in the pixels of its picture.

    Parameters
    ----------
    name
        What it is called.
    outlines
        The parts of each territory by its name, as the map spells it.
    centers
        Where a territory's name and units stand, for those that the map tells.
    width
        Width of the picture; 0 if the map does not tell.
    wraps
        Whether its left and its right edge are one.
    """

    name: str
    outlines: Mapping[str, tuple[Outline, ...]]
    centers: Mapping[str, tuple[float, float]]
    width: int
    wraps: bool


def read_pixel_map(files: MapFiles) -> PixelMap:
    """Read what a map's text files say.

    Raises
    ------
    A4AError
        If a line is not what it should be; the message names the file and the line.
    """
    texts = files.texts
    settings = _settings(texts.get(PROPERTIES, ""))
    width = settings.get("map.width", "")
    return PixelMap(
        files.name,
        _polygons(texts[POLYGONS], f"{files.path}: {POLYGONS}"),
        _centers(texts.get(CENTERS, ""), f"{files.path}: {CENTERS}"),
        int(width) if width.isascii() and width.isdigit() and len(width) < 7 else 0,
        settings.get("map.scrollWrapX", "true").casefold() == "true",
    )


def _polygons(text: str, file: str) -> dict[str, tuple[Outline, ...]]:
    """The outlines by territory: ``Name < (1,2) (3,4) (5,6) > < ... >`` on each line."""
    found: dict[str, tuple[Outline, ...]] = {}
    many = 0
    for number, line in _lines(text):
        name, opened, rest = line.partition("<")
        name = name.strip()
        if not opened:
            _torn(file, number, line, "no '<' after the name")
        _check_name(name, found, file, number)
        parts = rest.split("<")
        many += len(parts)
        if len(parts) > MOST_PARTS or many > MOST_OUTLINES:
            _torn(file, number, line, "more polygons than a map has")
        if not all(part.rstrip().endswith(">") and part.count(">") == 1 for part in parts):
            _torn(file, number, line, "a polygon does not end with '>'")
        outlines = [_outline(part.rstrip()[:-1], file, number, line) for part in parts]
        found[name] = tuple(one for one in outlines if len(one) > 2)  # a line has no inside
    if not found:
        raise A4AError(f"{file}: it names no territory")
    return found


def _outline(text: str, file: str, number: int, line: str) -> Outline:
    words = text.translate(_COORDINATES).split()
    points = text.count(",")
    if len(words) != 2 * points or not points == text.count("(") == text.count(")"):
        _torn(file, number, line, "a point is not two whole numbers, as in (12,34)")
    try:
        corners = np.array(words, dtype=np.int64).astype(np.float64).reshape(-1, 2)
    except (ValueError, OverflowError):
        _torn(file, number, line, "a point is not two whole numbers, as in (12,34)")
    if len(corners) and np.abs(corners).max() > FURTHEST:
        _torn(file, number, line, f"a point lies more than {FURTHEST} pixels away")
    return corners


def _centers(text: str, file: str) -> dict[str, tuple[float, float]]:
    """The centers by territory: ``Name (1,2)`` on each line; what follows is not read."""
    found: dict[str, tuple[float, float]] = {}
    for number, line in _lines(text):
        point = _POINT.match(line)
        if point is None:
            _torn(file, number, line, "no point after the name, as in (12,34)")
        name = point[1].strip()
        _check_name(name, found, file, number)
        found[name] = (float(point[2]), float(point[3]))
    return found


def _settings(text: str) -> dict[str, str]:
    """The settings of a properties file, but for those that run over several lines."""
    found = {}
    for _, line in _lines(text):
        if not line.lstrip().startswith(("#", "!")) and (setting := _SETTING.match(line)):
            found[setting[1]] = setting[2]
    return found


def _lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            yield number, line


def _check_name(name: str, found: Mapping[str, object], file: str, number: int) -> None:
    if not name or len(name) > _LONGEST:
        raise A4AError(f"{file}, line {number}: no name of a territory, or one too long")
    if name in found:
        raise A4AError(f"{file}, line {number}: {name!r} is there a second time")
    if len(found) >= MOST_NAMES:
        raise A4AError(f"{file}: more than {MOST_NAMES} territories, which no map has")


def _torn(file: str, number: int, line: str, what: str) -> NoReturn:
    raise A4AError(f"{file}, line {number}: {what}: {line.strip()[:_SHOWN]!r}")
