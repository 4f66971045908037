"""What the builder is made of."""

from __future__ import annotations

import math

import numpy as np
import pytest

shapely = pytest.importorskip("shapely", reason="maps are built with shapely")
pytest.importorskip("scipy", reason="maps are built with scipy")

from shapely.geometry import Point, box  # noqa: E402

from tools.geometry import labels, lines, plane, sea  # noqa: E402
from tools.geometry.atoms import Atoms  # noqa: E402
from tools.geometry.coverage import Coverage, centred, settle, simplify, whole  # noqa: E402
from tools.geometry.land import _paint  # noqa: E402
from tools.geometry.tables import VOID, Names, Plan  # noqa: E402


def plan(
    kinds: dict[str, str], borders: set[tuple[str, str]] | None = None, **parts: object
) -> Plan:
    empty = {"claims": {}, "seeds": [], "channels": [], "patches": []}
    return Plan("test", kinds, frozenset(borders or set()), **(empty | parts))


def test_the_plane_is_mercator_there_and_back() -> None:
    latitudes = np.array([-58.0, 0.0, 45.0, 78.0])
    assert plane.mercator(np.array([45.0]))[0] == pytest.approx(
        math.degrees(math.log(math.tan(math.radians(67.5))))
    )
    assert plane.latitude(plane.mercator(latitudes)) == pytest.approx(latitudes)


def test_a_shape_across_the_antimeridian_unrolls_to_one_piece() -> None:
    halves = shapely.union_all([box(170, -5, 180, 5), box(-180, -5, -170, 5)])
    unrolled = plane.unroll(halves)
    assert unrolled.bounds == (170, -5, 190, 5)
    assert unrolled.geom_type == "Polygon"


def test_a_shape_across_the_seam_is_cut_there_and_made_whole_again() -> None:
    cut = plane.unroll(box(-40, 0, -20, 10))
    assert cut.bounds == (-30, 0, 330, 10)
    again = whole(cut)
    assert again.equals(box(-40, 0, -20, 10))


def test_cells_share_the_frame_out_round_the_globe() -> None:
    cells = plane.territory_cells([("west", -29.0, 0.0), ("east", 150.0, 0.0)])
    assert sum(cell.area for cell in cells.values()) == pytest.approx(plane.FRAME.area)
    assert cells["west"].contains(Point(329.0, 0.0))


def test_sphere_areas_and_lengths_are_the_sphere_s() -> None:
    octant = box(0, 0, 90, 90)
    sphere = 4 * math.pi * labels.EARTH_RADIUS_KM**2
    assert labels.area_km2(octant) == pytest.approx(sphere / 8, rel=1e-4)
    hole = octant.difference(box(30, 10, 40, 20))
    assert labels.area_km2(hole) == pytest.approx(
        labels.area_km2(octant) - labels.area_km2(box(30, 10, 40, 20))
    )
    quarter = np.array([[0.0, 0.0], [90.0, 0.0]])
    assert labels.length_km(quarter) == pytest.approx(math.pi / 2 * labels.EARTH_RADIUS_KM)
    parallel = np.array([[179.0, 60.0], [181.0, 60.0]])
    assert labels.length_km(parallel) == pytest.approx(111.19, abs=0.02)


def test_a_label_stands_in_the_widest_part() -> None:
    hammer = shapely.union_all([box(0, 0, 40, 1), box(40, -5, 50, 6)])
    assert labels.label_point(hammer).distance(Point(45, 0.5)) < 0.2


def test_claims_in_words() -> None:
    atoms = Atoms()
    assert atoms.codes("JPN") == ["JPN"]
    assert len(atoms.codes("BR-*")) == 27
    with pytest.raises(KeyError, match="no atom 'XYZ'"):
        atoms.codes("XYZ")
    with pytest.raises(ValueError, match="unknown claim 'SQUARE:1:2'"):
        atoms.claim("SQUARE:1:2")
    wake = atoms.claim("CIRCLE:166.6:19.3:130")
    radius = 130 / (plane.KM_PER_DEGREE * math.cos(math.radians(19.3)))
    assert wake.bounds[2] - wake.bounds[0] == pytest.approx(2 * radius, rel=0.02)
    crete = atoms.claim("PART:GRC:24.9:35.25")
    assert 0 < crete.area < atoms["GRC"].area / 5


def test_a_coverage_fills_hairline_gaps_and_gives_stray_pieces_away() -> None:
    spaces = {
        "land": box(0, 0, 10, 9.999),
        "north": shapely.union_all([box(0, 10, 10, 20), box(4, -3, 5, -2)]),
        "south": box(0, -10, 10, 0),
    }
    spaces[VOID] = plane.FRAME.difference(box(0, -10, 10, 20))
    coverage = Coverage(spaces)
    assert coverage.join_pieces(["north", "south"]) == ["north -> south: 1.00 square degrees"]
    whole_ = coverage.dissolve()
    assert sum(shape.area for shape in whole_.values()) == pytest.approx(plane.FRAME.area)
    assert whole_["south"].geom_type == "Polygon"
    touching = coverage.contacts()
    assert touching["land", "north"] == pytest.approx(10, abs=0.05)
    assert ("north", "south") not in touching


def test_an_exclave_goes_to_a_neighbour_but_an_island_stays() -> None:
    ring = box(0, 0, 10, 10).difference(box(4, 4, 6, 6))
    home = shapely.union_all([box(20, 0, 40, 20), box(4, 4, 6, 6), box(50, 0, 51, 1)])
    land = {"ring": ring, "home": home}
    coverage = Coverage(land | {VOID: plane.FRAME.difference(shapely.union_all([ring, home]))})
    assert coverage.join_exclaves(list(land)) == ["home -> ring: an exclave"]
    assert len(coverage.pieces("home")) == 2


def test_a_patch_of_land_takes_only_land() -> None:
    ground = {"west": box(0, 0, 10, 10), "east": box(10, 0, 20, 10), "far": box(30, 0, 40, 10)}
    _paint(ground, "west", box(5, 5, 15, 20))
    assert ground["west"].area == 125
    assert ground["east"].area == 75
    assert ground["far"].area == 100


def test_simplified_and_settled_spaces_stay_a_partition_round_the_globe() -> None:
    angles = np.linspace(0, 2 * math.pi, 400)
    wobble = 20 + np.sin(40 * angles)
    island = shapely.Polygon(
        np.column_stack([-30 + wobble * np.cos(angles), wobble * np.sin(angles)])
    )
    island = plane.unroll(island)
    around = plane.FRAME.difference(island)
    east = around.intersection(box(-30, -80, 150, 140))
    spaces = Coverage({"island": island, "east": east, "west": around.difference(east)}).dissolve()
    simple = simplify(spaces, 0.3)
    assert shapely.get_num_coordinates(simple["island"]) < 300
    settled = settle(simple)
    assert sum(s.area for s in settled.values()) == pytest.approx(36_000 * 13_600, rel=1e-3)
    shared = lines.shared(settled)
    outline = settled["island"].boundary.length / 100
    along = sum(
        shapely.LineString(part).length
        for ends, parts in shared.items()
        for part in parts
        if "island" in ends
    )
    assert along == pytest.approx(outline)
    assert len(shared["east", "island"]) == len(shared["island", "west"]) == 1


def test_a_shape_is_centred_by_whole_turns() -> None:
    assert centred(box(200, 0, 210, 1)).bounds == (-160, 0, -150, 1)
    assert centred(box(170, 0, 188, 1)).bounds == (170, 0, 188, 1)


def test_lines_join_round_the_antimeridian() -> None:
    spaces = {"a": box(17_000, 0, 19_000, 500), "b": box(-19_000, -500, -17_000, 0)}
    shared = lines.shared({name: shapely.segmentize(s, 500) for name, s in spaces.items()})
    (line,) = shared["a", "b"]
    assert sorted(line[[0, -1], 0] % 360) == [170, 190]
    assert np.abs(np.diff(line[:, 0])).max() == 5


def test_water_along_a_foreign_coast_goes_to_the_zone_that_borders_it() -> None:
    land = {"left": box(0, 0, 10, 10), "right": box(10, 0, 20, 10)}
    zones = {"one": box(0, -10, 10.4, 0), "two": box(10.4, -10, 20, 0)}
    board = plan(
        {"left": "land", "right": "land", "one": "sea", "two": "sea"},
        {("left", "one"), ("right", "two"), ("one", "two"), ("left", "right")},
    )
    assert sea.yield_coast(board, land, zones, "right", "one")
    left_over = zones["one"].intersection(land["right"].buffer(1e-6)).length
    assert left_over < 0.05
    assert zones["one"].area + zones["two"].area == pytest.approx(200)
    assert zones["two"].intersection(land["left"].boundary).length < 0.05


def test_names_and_aliases_are_one() -> None:
    names = Names([{"name": "Holland/Belgium", "aliases": "Holland Belgium; Benelux"}])
    assert names("Benelux") == names("Holland/Belgium") == "Holland/Belgium"
    assert names.find("Ruritania") is None
    with pytest.raises(KeyError, match="no space or alias 'Ruritania'"):
        names("Ruritania")
