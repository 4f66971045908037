"""The worked examples of the rulebook, held against counters and charts: every number in them."""

from __future__ import annotations

import pytest

from a4a.boards.dataset import Dataset
from a4a.core.counters import Counter, Face
from a4a.rules.hexes.charts import CombatChart, Line
from a4a.rules.hexes.numbers import Numbers
from a4a.rules.hexes.terrain import TerrainChart
from a4a.rules.systems.war_in_europe.production import grants


class Pieces:
    """The counters as they lie on a table: the sums of their factors."""

    def __init__(self, dataset: Dataset) -> None:
        self.catalog = dataset.catalog

    def combat(self, *named: str, reduced: tuple[str, ...] = ()) -> int:
        return sum(self.face(name, name in reduced).combat for name in named)

    def asw(self, *named: str) -> int:
        return sum(self.face(name).asw for name in named)

    def face(self, named: str, reduced: bool = False) -> Face:
        return self.counter(named).face(int(reduced))

    def counter(self, named: str) -> Counter:
        power, name = named.split(": ")
        return self.catalog.counter(power, name)


@pytest.fixture(scope="module")
def pieces(dataset: Dataset) -> Pieces:
    return Pieces(dataset)


def fires(
    chart: CombatChart, line: Line, strength: int, column: str, roll: int, losses: int
) -> None:
    """Fire as an example does, on the column that it names."""
    assert chart.column(line, strength).name == column
    assert chart.losses(line, strength, roll) == losses


# --- city bombing (6) -----------------------------------------------------------------------------

BOMBERS = ("Germany: 1st air", "Germany: 2nd air")
INTERCEPTOR = "Soviet Union: 1st air"


@pytest.mark.rule("WE-EXA-001", "WE-EXA-005", "WE-ZOC-024")
def test_bombing_of_moscow_bombers_and_interceptor_have_range_3(pieces, dataset) -> None:
    for named in (*BOMBERS, INTERCEPTOR):
        assert pieces.face(named).move == pieces.face(named, reduced=True).move == 3
        assert pieces.counter(named).type == "air unit"
    assert dataset.board.space("Moscow").value == 1


@pytest.mark.rule("WE-EXA-002")
def test_bombing_of_moscow_interception(pieces, chart) -> None:
    assert pieces.combat(INTERCEPTOR) == 3
    fires(chart, "Air vs. Air", 3, "3-4", roll=4, losses=1)


@pytest.mark.rule("WE-EXA-003", "WE-BOM-007", "WE-EXA-039")
def test_bombing_of_moscow_bombers_fire_back_at_half_strength(pieces, chart, numbers) -> None:
    half = pieces.combat(*BOMBERS) // numbers["strength against interceptors divided by"]
    assert half == 4
    fires(chart, "Air vs. Air", half, "3-4", roll=11, losses=0)


@pytest.mark.rule("WE-EXA-004")
def test_bombing_of_moscow_six_factors_are_left_when_the_second_unit_flips(pieces) -> None:
    assert pieces.combat(*BOMBERS, reduced=("Germany: 2nd air",)) == 6


@pytest.mark.rule("WE-EXA-006", "WE-EXA-007")
def test_bombing_of_moscow_misses_with_9_and_hits_with_8_or_less(chart) -> None:
    assert chart.column("Bombing", 6).name == "5-8"
    hits = {roll for roll in range(2, 13) if chart.losses("Bombing", 6, roll)}
    assert hits == set(range(2, 9))


@pytest.mark.rule("WE-BOM-011")
def test_bombers_of_range_6_shift_one_column_to_the_right(chart, numbers) -> None:
    shifted = chart.column("Bombing", 6, shift=numbers["long-range bombing shift"])
    assert shifted == chart.column("Bombing", 9)


# --- convoy attack (6.2.3) ------------------------------------------------------------------------

RAIDERS = ("Germany: 1st submarine fleet", "Germany: 2nd submarine fleet", "Germany: surface fleet")
ESCORTS = ("Great Britain: Home fleet", "Great Britain: Channel fleet", "Great Britain: Naval air")
SUMMER_1941 = 8


@pytest.mark.rule("WE-EXA-008", "WE-EXA-010")
def test_convoy_forces_are_there_in_summer_1941_before_convoys_improve(dataset) -> None:
    labels = {turn.label: turn.turn for turn in dataset.track}
    assert labels["Summer 1941"] == SUMMER_1941 < labels["Spring 1943"]
    for deployment in dataset.deployments:
        if f"{deployment.power}: {deployment.counter}" in (*RAIDERS, *ESCORTS):
            assert deployment.turn <= SUMMER_1941


@pytest.mark.rule("WE-EXA-009")
def test_convoy_three_points_of_lend_lease_may_be_sent(dataset) -> None:
    assert dataset.track[SUMMER_1941 - 1].lend_lease >= 3


@pytest.mark.rule("WE-EXA-011", "WE-CVY-011")
def test_convoy_attack_with_seven_factors(pieces, chart) -> None:
    assert pieces.combat(*RAIDERS) == 7
    assert chart.losses("Convoy Attack", 7, roll=5) == 2


@pytest.mark.rule("WE-EXA-012", "WE-PRD-011", "WE-PRD-013")
def test_convoy_attack_leaves_britain_four_points(dataset, chart) -> None:
    granted = grants(dataset)
    sent = 3 + granted["Dominions"].points + granted["Iraq (Allied)"].points
    assert sent - chart.losses("Convoy Attack", 7, roll=5) == 4


@pytest.mark.rule("WE-EXA-013", "WE-EXA-014")
def test_convoy_escorts_fire_at_any_fleets_and_at_submarines_only(pieces, chart) -> None:
    assert (pieces.combat(*ESCORTS), pieces.asw(*ESCORTS)) == (8, 5)
    fires(chart, "Sea vs. Sea", 8, "7-9", roll=4, losses=2)
    fires(chart, "ASW", 5, "5", roll=4, losses=2)


@pytest.mark.rule("WE-EXA-015", "WE-EXA-016", "WE-EXA-021")
def test_convoy_raiders_fire_back_and_lose(chart) -> None:
    fires(chart, "Sea vs. Sea", 7, "7-9", roll=5, losses=1)
    assert chart.losses("Sea vs. Sea", 7, 5) < chart.losses("Sea vs. Sea", 8, 4)


@pytest.mark.rule("WE-EXA-017", "WE-EXA-020")
@pytest.mark.parametrize("named", [RAIDERS[1], RAIDERS[2], ESCORTS[2]])
def test_convoy_losses_can_be_taken_by_flipping(pieces, named: str) -> None:
    assert pieces.counter(named).steps == 2


# --- land combat (9) ------------------------------------------------------------------------------

FIRST_ATTACK = ("United States: paratroop", "United States: 1st armor")
SECOND_ATTACK = ("United States: 3rd armor", "United States: 5th armor")
GARRISON = ("Germany: 6th infantry", "Germany: fort 3")
SUPPORT = "Germany: 5th air"


@pytest.mark.rule("WE-EXA-025", "WE-EXA-026")
def test_first_land_combat_allies_fire(pieces, chart) -> None:
    assert pieces.counter(FIRST_ATTACK[0]).type == "paratroop"
    assert pieces.combat(*FIRST_ATTACK) == 9
    fires(chart, "Land vs. Land", 9, "8-11", roll=6, losses=1)


@pytest.mark.rule("WE-EXA-027")
def test_first_land_combat_germans_fire(pieces, chart) -> None:
    assert pieces.combat("Germany: 4th infantry") == 4
    fires(chart, "Land vs. Land", 4, "4-7", roll=9, losses=0)


@pytest.mark.rule("WE-EXA-028")
def test_first_land_combat_leaves_a_reduced_unit_that_goes_to_2214(
    pieces, dataset, terrain: TerrainChart
) -> None:
    """The attack was not shifted, so there is open ground beside the hex the unit goes to."""
    assert pieces.counter("Germany: 4th infantry").steps == 2
    board = dataset.board
    assert board.space("2214").kind in ("land", "coast")
    ways = [border for border in board.borders if "2214" in (border.a, border.b)]
    beside = [(board.space(b.b if b.a == "2214" else b.a), b) for b in ways if board.on_foot(b)]
    assert any(not terrain.shift(space, ()) for space, _ in beside)


@pytest.mark.rule("WE-EXA-029", "WE-EXA-033", "WE-EXA-040")
def test_second_land_combat_totals(pieces) -> None:
    land, air = pieces.combat(*GARRISON), pieces.combat(SUPPORT)
    assert air <= land
    assert land + air == 12
    assert pieces.combat(*SECOND_ATTACK) == 14


@pytest.mark.rule("WE-EXA-030")
def test_second_land_combat_air_unit_fires_at_the_fleet(pieces, chart) -> None:
    fires(chart, "Air vs. Sea", pieces.combat(SUPPORT), "1-4", roll=3, losses=1)


@pytest.mark.rule("WE-EXA-031", "WE-EXA-032")
def test_second_land_combat_fleet_fires_at_the_air_unit(pieces, chart, dataset) -> None:
    """Any fleet of Britain or the United States will do: the example names none."""
    for counter in dataset.catalog.counters:
        if counter.power in ("Great Britain", "United States") and counter.type == "surface fleet":
            fires(chart, "Sea vs. Air", counter.face(0).combat, "1-3", roll=8, losses=0)
            assert counter.steps == 2


@pytest.mark.rule("WE-EXA-034", "WE-EXA-035", "WE-EXA-038")
def test_second_land_combat_fire(chart) -> None:
    fires(chart, "Land vs. Land", 12, "12-15", roll=8, losses=1)
    fires(chart, "Land vs. Land", 14, "12-15", roll=5, losses=2)


@pytest.mark.rule("WE-EXA-036", "WE-EXA-037")
def test_second_land_combat_fort_takes_both_points_and_an_armor_flips(pieces) -> None:
    assert pieces.counter("Germany: fort 3").steps == 2
    assert pieces.counter("United States: 3rd armor").steps == 2


# --- zones of control (5.1) -----------------------------------------------------------------------


@pytest.mark.rule("WE-EXA-023", "WE-ZOC-011")
def test_zone_of_a_fleet_reaches_three_hexes(numbers: Numbers) -> None:
    assert numbers["fleet zone of control"] == 3


@pytest.mark.rule("WE-EXA-024", "WE-ZOC-024")
def test_zone_of_an_air_unit_is_its_range_of_3_or_6(dataset: Dataset) -> None:
    kinds = {kind.name for kind in dataset.catalog.unit_types if kind.category == "air"}
    for counter in dataset.catalog.counters:
        if counter.type in kinds:
            range_ = 6 if counter.type == "strategic air" else 3
            assert {face.move for face in counter.faces} == {range_}
