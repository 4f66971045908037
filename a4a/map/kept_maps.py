"""A player's own map as a text that a record carries: the shapes of its board, and nothing else."""

from __future__ import annotations

import msgspec
import numpy as np

from a4a.core.attached import MOST_ATTACHED
from a4a.core.board import Board
from a4a.core.errors import A4AError, RecordError
from a4a.importers.triplea.pixelmap import FURTHEST, MOST_OUTLINES, MOST_PARTS, Outline, PixelMap
from a4a.map.outlines import simplified


class _Kept(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in the text: of each space its parts, each as x, y, x, y ... in pixels."""

    name: str
    width: int
    wraps: bool
    spaces: dict[str, list[list[int]]]
    centers: dict[str, tuple[int, int]] = {}


def kept_text(board: Board, map_: PixelMap) -> str:
    """Write the shapes of a board's spaces as a text.

    Raises
    ------
    A4AError
        If it is larger than a record carries.
    """
    outlines = {
        space.name: [
            np.rint(kept).astype(np.int64).reshape(-1).tolist()
            for part in parts
            if len(kept := simplified(part)) > 2
        ]
        for name, parts in map_.outlines.items()
        if (space := board.find(name)) is not None
    }
    centers = {
        space.name: (round(x), round(y))
        for name, (x, y) in map_.centers.items()
        if (space := board.find(name)) is not None
    }
    text = msgspec.json.encode(_Kept(map_.name, map_.width, map_.wraps, outlines, centers))
    if len(text) > MOST_ATTACHED:
        raise A4AError(
            f"the shapes of the map {map_.name!r} are {len(text) / 1e6:.1f} MB; a record keeps "
            f"{MOST_ATTACHED / 1e6:.1f} MB at most"
        )
    return text.decode()


def kept_map(text: str) -> PixelMap:
    """Read such a text.

    Raises
    ------
    RecordError
        If it is not one.
    """
    try:
        kept = msgspec.json.decode(text, type=_Kept)
    except (msgspec.DecodeError, RecursionError) as error:
        raise RecordError(f"not the shapes of a map: {error}") from None
    many = [len(parts) for parts in kept.spaces.values()]
    if sum(many) > MOST_OUTLINES or max(many, default=0) > MOST_PARTS:
        raise RecordError("not the shapes of a map: it has more outlines than maps have")
    outlines = {name: tuple(map(_outline, parts)) for name, parts in kept.spaces.items()}
    centers = {name: (float(x), float(y)) for name, (x, y) in kept.centers.items()}
    if any(max(map(abs, point)) > FURTHEST for point in centers.values()):
        raise RecordError("not the shapes of a map: a center lies outside any map")
    if not 0 <= kept.width <= FURTHEST:
        raise RecordError("not the shapes of a map: no map is as wide as that")
    return PixelMap(kept.name, outlines, centers, kept.width, kept.wraps)


def _outline(flat: list[int]) -> Outline:
    try:
        corners = np.array(flat, dtype=np.int64).astype(np.float64)
    except OverflowError:
        corners = np.full(1, np.inf)
    if len(corners) % 2 or len(corners) < 6 or np.abs(corners).max() > FURTHEST:
        raise RecordError("not the shapes of a map: an outline is none, or lies outside any map")
    return corners.reshape(-1, 2)
