"""Fits the grid to the places that the rulebook gives hexes, and finds the numbers that are wrong.

The cone is found without looking at what is disputed: each printed number is left out in turn, the
cone is fitted to all others so that single bad numbers count little, and the place is thrown back
onto the grid. What then lies further off than `FAR` is a contradiction, and so are two numbers for
one place. The cone is fitted once more, to the rest, and bent as little as puts each of the rest
into its hex.
"""

from __future__ import annotations

import csv
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import least_squares, minimize

from tools.hexes.grid import (
    DATA,
    Bend,
    Cone,
    Grid,
    Places,
    centre,
    corners,
    hills,
    nearest,
    number,
)

FAR = 1.4
"""Hex spacings off at which a printed number contradicts the others."""
REACH = 3.0
"""How wide the hills of the bend are, in hex spacings."""
MARGIN = 0.12
"""How far inside its hex a named place is put, in hex spacings."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A hex the rulebook names, and where on earth what it names lies."""

    hex: str
    place: str
    earth: tuple[float, float]
    kind: str
    section: str


@dataclass(frozen=True, slots=True)
class Throw:
    """Where the others put a place that was left out: in which hex, and how far from its own."""

    anchor: Anchor
    hex: str
    error: float

    @property
    def contradicts(self) -> bool:
        """Whether the printed number cannot be right, or the place is drawn elsewhere."""
        return self.error > FAR


def read_anchors(path: Path = DATA / "anchors.csv") -> list[Anchor]:
    """The named hexes whose places are known."""
    with path.open(encoding="utf-8", newline="") as stream:
        return [
            Anchor(
                row["hex"],
                row["place"],
                (float(row["lon"]), float(row["lat"])),
                row["kind"],
                row["section"],
            )
            for row in csv.DictReader(stream)
            if row["lon"]
        ]


def earth_of(anchors: list[Anchor]) -> Places:
    """Where the anchors lie on earth."""
    return np.array([anchor.earth for anchor in anchors])


def centres_of(anchors: list[Anchor]) -> Places:
    """The middles of the hexes that are printed for them."""
    return np.array([centre(anchor.hex) for anchor in anchors])


def fit_cone(
    earth: Places, plane: Places, *, doubting: bool = False, start: Cone | None = None
) -> Cone:
    """The cone whose image of places on earth lies nearest to points of the plane.

    Parameters
    ----------
    earth, plane
        The places and where they should come to lie.
    doubting
        Count errors beyond half a hex little (Cauchy), for numbers of which some are wrong.
    start
        Where to begin; anywhere in Europe where not given.
    """

    def errors(values: NDArray[np.float64]) -> NDArray[np.float64]:
        apart = Cone(*values).plane(earth) - plane
        return np.hypot(*apart.T) if doubting else apart.ravel()

    if start is None:
        start = Cone(0.8, 2.0, 31.0, 0.0, 0.0)
        x, y = (plane - start.plane(earth)).mean(axis=0)
        start = Cone(start.constant, start.meridian, start.scale, float(x), float(y))
    found = least_squares(
        errors,
        [start.constant, start.meridian, start.scale, start.x, start.y],
        loss="cauchy" if doubting else "linear",
        f_scale=0.5 if doubting else 1.0,
        ftol=1e-5 if doubting else 1e-8,  # which numbers are doubted shows much sooner
        x_scale=[0.1, 10.0, 3.0, 3.0, 3.0],
        bounds=([0.3, -60.0, 15.0, -100.0, -200.0], [0.98, 60.0, 60.0, 100.0, 200.0]),
    )
    return Cone(*(float(value) for value in found.x))


def leave_one_out(anchors: list[Anchor], *, doubting: bool) -> list[Throw]:
    """Every anchor thrown onto the grid that all the others make."""
    earth, plane = earth_of(anchors), centres_of(anchors)
    start = fit_cone(earth, plane, doubting=doubting)
    throws = []
    for index, anchor in enumerate(anchors):
        others = np.arange(len(anchors)) != index
        cone = fit_cone(earth[others], plane[others], doubting=doubting, start=start)
        [there] = cone.plane(earth[[index]])
        [column_row] = nearest(there[None])
        error = float(np.hypot(*(there - plane[index])))
        throws.append(Throw(anchor, number(*column_row), error))
    return throws


def undisputed(anchors: list[Anchor]) -> list[Anchor]:
    """The anchors whose printed numbers agree with all the others."""
    return agreed(leave_one_out(anchors, doubting=True))


def agreed(throws: list[Throw]) -> list[Anchor]:
    """The anchors that were thrown into their hexes, and stand for a place that no other does."""
    often = Counter(throw.anchor.earth for throw in throws)
    return [
        throw.anchor for throw in throws if not throw.contradicts and often[throw.anchor.earth] == 1
    ]


def fit_bend(cone: Cone, anchors: list[Anchor]) -> Bend:
    """The least bend that puts every anchor `MARGIN` inside its hex.

    The hills' energy is least; each of a hex's six sides is one bound on where its place may lie.
    """
    flat = cone.plane(earth_of(anchors))
    kernel = hills(flat, flat, REACH)
    normals = _normals()
    room = 0.5 - MARGIN
    offset = flat - centres_of(anchors)
    n = len(anchors)

    def energy(pulls: NDArray[np.float64]) -> float:
        p = pulls.reshape(n, 2)
        return float((p * (kernel @ p)).sum())

    def slope(pulls: NDArray[np.float64]) -> NDArray[np.float64]:
        return 2 * (kernel @ pulls.reshape(n, 2)).ravel()

    def inside(pulls: NDArray[np.float64]) -> NDArray[np.float64]:
        there = offset + kernel @ pulls.reshape(n, 2)
        return (room - there @ normals.T).ravel()

    jacobian = -np.einsum("ij,ks->iksj", kernel, normals).transpose(0, 1, 3, 2).reshape(-1, 2 * n)
    found = minimize(
        energy,
        np.zeros(2 * n),
        jac=slope,
        constraints={"type": "ineq", "fun": inside, "jac": lambda _: jacobian},
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-10},
    )
    if not found.success:
        raise ValueError(f"no bend puts all the anchors into their hexes: {found.message}")
    return Bend(flat, np.round(found.x.reshape(n, 2), 5), REACH)


def _normals() -> Places:
    """Unit vectors from the middle of a hex to the middles of its sides."""
    ring = corners("0000") - np.array(centre("0000"))
    middles = (ring + np.roll(ring, -1, axis=0)) / 2
    units: Places = middles / np.hypot(*middles.T)[:, None]
    return units


def fit_grid(anchors: list[Anchor]) -> Grid:
    """The grid of the anchors that do not contradict each other."""
    sound = undisputed(anchors)
    cone = fit_cone(earth_of(sound), centres_of(sound))
    return Grid(cone, fit_bend(cone, sound))


def write_fit(grid: Grid, path: Path = DATA / "fit.toml") -> None:
    """Write down what `Grid.read` reads."""
    cone, bend = grid.cone, grid.bend
    lines = [
        "# Found by python -m tools.hexes fit, from anchors.csv. See grid.py for what it means.",
        "[cone]",
        *(f"{name} = {getattr(cone, name):.6f}" for name in Cone.__dataclass_fields__),
        "",
        "[bend]",
        f"reach = {bend.reach}",
        f"places = {np.round(bend.places, 4).tolist()}",
        f"pulls = {np.round(bend.pulls, 5).tolist()}",
    ]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def report(anchors: list[Anchor]) -> str:
    """What was found, as text: a line a place, then the errors of the cone."""
    sound = set(undisputed(anchors))
    lines = ["hex   others say  hexes off  place"]
    for throw in leave_one_out(anchors, doubting=True):
        mark = " " if throw.anchor in sound else "!"
        lines.append(
            f"{throw.anchor.hex}{mark} {throw.hex:>10} {throw.error:>10.2f}  {throw.anchor.place}"
        )
    rest = [throw.error for throw in leave_one_out(sorted(sound, key=_number), doubting=False)]
    grid = Grid.read()
    lines.append(
        f"{len(sound)} of {len(anchors)} agree; left out one by one, the median error is "
        f"{np.median(rest):.2f} hexes, the root mean square {np.sqrt(np.mean(np.square(rest))):.2f}"
        f"; a hex is {grid.cone.hex_km:.0f} km"
    )
    return "\n".join(lines)


def _number(anchor: Anchor) -> str:
    return anchor.hex
