"""Spaces that a map lacks, fitted in between their neighbours."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from a4a.map.geometry import Anchor, Polygons, latitude, mercator

Floats: TypeAlias = npt.NDArray[np.float64]

_FITTED = 0.42  # radius of a space fitted in, of the distance to the nearest label
_LARGEST = 6.0  # and its largest radius, in degrees


def fit_in(
    edges: Iterable[tuple[int, int]],
    count: int,
    polygons: dict[int, Polygons],
    anchors: dict[int, Anchor],
) -> None:
    """Draw missing spaces as discs between their neighbours, clear of all labels.

    Parameters
    ----------
    edges
        Pairs of neighbours.
    count
        How many spaces the board has.
    polygons, anchors
        What is drawn, by space; the missing ones are put in.
    """
    labels = {i: (anchor[1], mercator(anchor[0])) for i, anchor in anchors.items()}
    neighbours: dict[int, list[int]] = {i: [] for i in range(count)}
    for a, b in edges:
        neighbours[a].append(b)
        neighbours[b].append(a)
    south = min(height for _, height in labels.values())
    west = min(lon for lon, _ in labels.values())
    while missing := [i for i in neighbours if i not in labels]:
        i = max(missing, key=lambda i: (sum(n in labels for n in neighbours[i]), -i))
        around = [labels[n] for n in neighbours[i] if n in labels]
        if around:
            here = np.mean(around, axis=0)
        else:  # no neighbour is placed: a row below the map
            here = np.array([west + 3 * _LARGEST * len(missing), south - 3 * _LARGEST])
        place, radius = _clearest(here, np.array(list(labels.values())))
        labels[i] = (float(place[0]), float(place[1]))
        angles = np.linspace(0, 2 * np.pi, 25)
        ring = place + radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        polygons[i], anchors[i] = as_shape(ring, place)


def _clearest(here: Floats, others: Floats) -> tuple[Floats, float]:
    """The spot near a place that is furthest from other labels, and a radius that keeps clear."""
    angles = np.linspace(0, 2 * np.pi, 12, endpoint=False)
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    spots = np.concatenate([here[None], here + ring, here + 2 * ring, here + 4 * ring])
    room = np.linalg.norm(spots[:, None] - others[None], axis=2).min(axis=1)
    best = int(room.argmax())
    return spots[best], min(_LARGEST, _FITTED * float(room[best]))


def as_shape(
    outline: Floats, place: Floats, holes: Sequence[Floats] = ()
) -> tuple[Polygons, Anchor]:
    """An outline on the map, and holes in it, as a polygon in degrees, with its anchor."""
    rings = [
        [(round(float(x), 2), round(latitude(float(y)), 2)) for x, y in ring]
        for ring in (outline, *holes)
    ]
    (west, south), (east, north) = outline.min(axis=0), outline.max(axis=0)
    x, y = float(place[0]), latitude(float(place[1]))
    box = (latitude(float(south)), float(west), latitude(float(north)), float(east))
    return [rings], (y, x, *box)
