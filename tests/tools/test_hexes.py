"""The grid of hexes: fitted to what the rules print, regular, and gently bent."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("shapely", reason="boards are built with shapely")
pytest.importorskip("scipy", reason="boards are built with scipy")

import shapely
from shapely.geometry import Polygon, box

from tools.hexes import fit
from tools.hexes.countries import regions_of
from tools.hexes.fit import Anchor, Throw
from tools.hexes.grid import (
    COLUMN,
    Bend,
    Cone,
    Grid,
    centre,
    column_row,
    corners,
    distance,
    nearest,
    neighbours,
    number,
    sheet,
)
from tools.hexes.shores import Thresholds, find_shores, line_of, side, sides_of

ANCHORS = fit.read_anchors()
CONTRADICT = {"1615", "1703", "1915", "2416", "2716", "3012"}
"""Numbers that do not agree with all others: Algiers twice, Oslo, Cairo, Tobruk, a strait."""
HEXES = st.builds(number, st.integers(10, 43), st.integers(2, 18))


@pytest.fixture(scope="module")
def throws() -> list[Throw]:
    return fit.leave_one_out(ANCHORS, doubting=True)


@pytest.fixture(scope="module")
def sound(throws: list[Throw]) -> list[Anchor]:
    return fit.agreed(throws)


@pytest.fixture(scope="module")
def grid() -> Grid:
    return Grid.read()


# --- the fit ------------------------------------------------------------------------------------


def test_what_is_left_out_comes_within_a_hex_of_its_number(throws: list[Throw]) -> None:
    """The bar, with the bad numbers among the others."""
    assert np.median([throw.error for throw in throws]) <= 1.0


def test_what_is_undisputed_comes_close_without_the_bad_numbers(sound: list[Anchor]) -> None:
    errors = [throw.error for throw in fit.leave_one_out(sound, doubting=False)]
    assert np.median(errors) <= 0.6
    assert np.sqrt(np.mean(np.square(errors))) <= 0.75
    assert max(errors) < fit.FAR


def test_leaving_out_finds_the_contradictions(sound: list[Anchor]) -> None:
    assert {anchor.hex for anchor in ANCHORS} - {anchor.hex for anchor in sound} == CONTRADICT


def test_a_number_planted_wrong_is_found() -> None:
    moved = [
        Anchor("2307", a.place, a.earth, a.kind, a.section) if a.hex == "2903" else a
        for a in ANCHORS
    ]
    sound = fit.undisputed(moved)
    assert {a.hex for a in moved} - {a.hex for a in sound} == CONTRADICT | {"2307"}


def test_two_numbers_for_one_place_are_both_disputed() -> None:
    often = Counter(anchor.earth for anchor in ANCHORS)
    twice = {anchor.hex for anchor in ANCHORS if often[anchor.earth] > 1}
    assert twice == {"1615", "1915"}


@pytest.mark.parametrize("upright", [True, False])
@pytest.mark.parametrize("low", [0, 1])
def test_no_other_way_to_lay_hexes_fits_as_well(
    sound: list[Anchor], *, upright: bool, low: int
) -> None:
    """Flat tops with low even columns, against odd ones and against pointed tops."""
    places = np.array([column_row(anchor.hex) for anchor in sound], float)
    along, across = (places[:, 0], places[:, 1]) if upright else (places[:, 1], places[:, 0])
    other = np.column_stack([along * COLUMN, across + 0.5 * (along % 2 == low)])
    plane = other if upright else other[:, ::-1]
    earth = fit.earth_of(sound)

    def rms(to: np.ndarray) -> float:
        apart = fit.fit_cone(earth, to).plane(earth) - to
        return float(np.sqrt((apart**2).sum(axis=1).mean()))

    ours = rms(fit.centres_of(sound))
    if upright and low == 0:
        assert rms(plane) == pytest.approx(ours)
    else:
        assert rms(plane) > 1.2 * ours


def test_the_committed_fit_is_what_the_anchors_give(sound: list[Anchor], grid: Grid) -> None:
    cone = fit.fit_cone(fit.earth_of(sound), fit.centres_of(sound))
    places = np.array([anchor.earth for anchor in ANCHORS])
    assert grid.cone.plane(places) == pytest.approx(cone.plane(places), abs=1e-3)
    bend = fit.fit_bend(grid.cone, sound)
    assert grid.plane(places) == pytest.approx(bend(grid.cone.plane(places)), abs=1e-2)


def test_every_undisputed_place_lies_in_the_hex_printed_for_it(
    sound: list[Anchor], grid: Grid
) -> None:
    assert grid.hex_of(fit.earth_of(sound)) == [anchor.hex for anchor in sound]


def test_the_bend_is_small_and_never_folds(sound: list[Anchor], grid: Grid) -> None:
    flat = grid.cone.plane(fit.earth_of(sound))
    assert np.hypot(*(grid.bend(flat) - flat).T).max() < 0.8
    x, y = np.meshgrid(np.arange(8, 38, 0.5), np.arange(0, 19, 0.5))
    at = np.column_stack([x.ravel(), y.ravel()])
    step = 1e-4
    x, y = np.eye(2) * step
    right = (grid.bend(at + x) - grid.bend(at - x)) / (2 * step)
    down = (grid.bend(at + y) - grid.bend(at - y)) / (2 * step)
    stretch = right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]
    assert 0.7 < stretch.min() <= stretch.max() < 1.5


@given(st.floats(-11, 54), st.floats(22, 64))
def test_the_way_back_leads_back(longitude: float, latitude: float) -> None:
    place = np.array([[longitude, latitude]])
    grid = Grid.read()
    assert grid.earth(grid.plane(place)) == pytest.approx(place, abs=1e-7)


def test_a_bend_that_cannot_be_is_refused() -> None:
    """One place cannot be in two hexes."""
    here = Anchor("2208", "Vienna", (16.4, 48.2), "inland", "")
    there = Anchor("2508", "Vienna", (16.4, 48.2), "inland", "")
    with pytest.raises(ValueError, match="no bend"):
        fit.fit_bend(Grid.read().cone, [here, there])


def test_the_cone_is_conformal() -> None:
    """A small circle on earth is one in the plane, whatever the constants."""
    cone = Cone(0.8, 5.0, 31.0, 14.0, -16.0)
    at, step = np.array([[20.0, 47.0]]), 1e-5
    east, north = np.eye(2) * step
    east[0] /= np.cos(np.radians(47.0))
    along = np.hypot(*(cone.plane(at + east) - cone.plane(at))[0])
    up = np.hypot(*(cone.plane(at + north) - cone.plane(at))[0])
    assert along == pytest.approx(up, rel=1e-3)


def test_an_unbent_bend_changes_nothing() -> None:
    at = np.array([[1.0, 2.0], [3.0, 4.0]])
    assert Bend(at, np.zeros((2, 2)), 3.0)(at) == pytest.approx(at)


# --- the grid -----------------------------------------------------------------------------------


@given(HEXES)
def test_neighbours_lie_one_spacing_off_all_round(name: str) -> None:
    here = np.array(centre(name))
    steps = np.array([centre(other) for other in neighbours(name)]) - here
    assert np.hypot(*steps.T) == pytest.approx(np.ones(6))
    turns = np.degrees(np.arctan2(steps[:, 0], -steps[:, 1])) % 360
    assert turns == pytest.approx(np.arange(0, 360, 60))


@given(HEXES, HEXES)
def test_distance_counts_steps(a: str, b: str) -> None:
    assert distance(a, b) == distance(b, a)
    assert (distance(a, b) == 0) == (a == b)
    if a != b:
        assert min(distance(other, b) for other in neighbours(a)) == distance(a, b) - 1


@given(HEXES, st.floats(0, 0.49), st.floats(0, 360))
def test_points_within_a_hex_are_of_it(name: str, off: float, turn: float) -> None:
    x, y = centre(name)
    at = np.array([[x + off * np.cos(np.radians(turn)), y + off * np.sin(np.radians(turn))]])
    assert number(*nearest(at)[0]) == name


@given(HEXES)
def test_a_side_is_the_edge_that_two_hexes_share(name: str) -> None:
    for other in neighbours(name):
        line = line_of(side(name, other))
        assert line.length == pytest.approx(1 / np.sqrt(3))
        for cell in (Polygon(corners(name)), Polygon(corners(other))):
            assert line.distance(cell.exterior) < 1e-9
            assert line.intersection(cell.exterior.buffer(1e-6)).length == pytest.approx(
                line.length
            )


def test_the_sheet_shows_equal_hexes_on_a_mercator_map() -> None:
    def mercator(places: np.ndarray) -> np.ndarray:
        return np.column_stack(
            [places[:, 0], np.degrees(np.arctanh(np.sin(np.radians(places[:, 1]))))]
        )

    for name in ("1001", "2609", "4318", "1018"):
        ring = mercator(sheet(corners(name)))
        edges = np.hypot(*(ring - np.roll(ring, 1, axis=0)).T)
        assert edges == pytest.approx(np.full(6, 1.9 / np.sqrt(3)))


# --- land and sea -------------------------------------------------------------------------------

THRESHOLDS = Thresholds(sea_hex=0.1, land_hex=0.95, sea_side=0.1, land_side=0.9, band=0.1)
NAMES = [number(column, row) for column in range(20, 25) for row in range(5, 10)]


def shores(land: shapely.Geometry, **by_hand: dict) -> object:
    return find_shores(NAMES, land, THRESHOLDS, hexes={}, sides={}, **by_hand)


def test_a_coast_runs_between_land_and_sea() -> None:
    west = box(0, 0, centre("2207")[0], 50)
    found = shores(west)
    assert found.hexes["2007"] == "land"
    assert found.hexes["2207"] == "coast"
    assert found.hexes["2407"] == "sea"
    assert found.sides["2006", "2007"] == "land"
    assert found.sides["2206", "2207"] == "coast"
    assert found.sides["2405", "2406"] == "sea"


def test_land_beside_all_sea_is_coast() -> None:
    """Else ships could lie before a shore that nobody could land on."""
    found = shores(Polygon(corners("2207")))
    assert found.hexes["2207"] == "coast"
    assert all(found.sides[side("2207", other)] == "sea" for other in neighbours("2207"))


def test_what_is_said_by_hand_stands() -> None:
    found = find_shores(
        NAMES, box(0, 0, 50, 50), THRESHOLDS,
        hexes={"2207": "coast", "2208": "sea"}, sides={("2106", "2107"): "coast"},
    )  # fmt: skip
    assert found.hexes["2207"] == "coast"
    assert found.sides["2106", "2107"] == "coast"
    assert found.sides["2207", "2208"] == "sea"


def test_every_side_is_told_once() -> None:
    found = sides_of(NAMES)
    assert len(found) == len(set(found))
    assert all(a < b and b in neighbours(a) for a, b in found)
    assert len(found) == sum(other in NAMES for name in NAMES for other in neighbours(name)) / 2


# --- countries ----------------------------------------------------------------------------------


def test_a_hex_is_of_the_region_with_most_of_its_land_or_as_said_by_hand() -> None:
    x, _ = centre("2207")
    held = {"West": box(0, 0, x + 0.1, 50), "East": box(x + 0.1, 0, 50, 50)}
    assert regions_of(["2207", "2107"], held, {"2107": "East"}) == {"2207": "West", "2107": "East"}


def test_a_hex_of_no_region_is_refused() -> None:
    with pytest.raises(ValueError, match="hex 2207 has land of no region"):
        regions_of(["2207"], {"West": box(0, 0, 1, 1)}, {})
