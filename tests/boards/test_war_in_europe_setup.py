"""The War in Europe: every row of the set-up (section 2) is in the dataset.

What the rulebook says is written down here a second time, row by row with the id of the index.
"""

from __future__ import annotations

from collections import Counter as Count

import pytest
from _pytest.mark import ParameterSet

from a4a import boards
from a4a.boards.counters import Deployment
from a4a.boards.dataset import Dataset
from a4a.boards.lists import read_lists
from a4a.core.units import Holding
from a4a.rules.book import RuleBook

MAJORS = ("France", "Soviet Union", "Great Britain", "United States", "Italy", "Germany")
AXIS_MINORS = ("Finland", "Hungary", "Rumania", "Bulgaria")
PLACED_NEUTRALS = {
    "Portugal": 1, "Spain": 2, "Belgium": 1, "Netherlands": 1, "Poland": 2, "Sweden": 1,
    "Yugoslavia": 1, "Greece": 1, "Turkey": 2, "Persia": 1,
}  # fmt: skip


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return boards.load("war_in_europe")


@pytest.fixture(scope="module")
def deployments(dataset: Dataset) -> dict[tuple[str, str], Deployment]:
    return {(d.power, d.counter): d for d in dataset.deployments}


# --- set-up rows (2.1 to 2.8) -------------------------------------------------------------------


def at(rule: str, power: str, where: str, units: str, *, reduced: bool = False) -> ParameterSet:
    """A row of the set-up: where it puts which units, and on which side."""
    return pytest.param(power, where, units.split(", "), reduced, id=f"{rule} {where}")


IN_HEXES = [
    at("WE-SET-007", "France", "1909", "Maginot fort"),
    at("WE-SET-009", "France", "1615", "Col infantry", reduced=True),
    at("WE-SET-011", "France", "1911", "fleet", reduced=True),
    at("WE-SET-016", "Soviet Union", "2903", "Moscow fort"),
    at("WE-SET-017", "Soviet Union", "2601", "Leningrad fort"),
    at("WE-SET-017", "Soviet Union", "2601", "fleet", reduced=True),
    at("WE-SET-018", "Soviet Union", "3108", "Sevastopol fort"),
    at("WE-SET-021", "Great Britain", "1503", "Home fleet"),
    at("WE-SET-022", "Great Britain", "1315", "Gibraltar fort", reduced=True),
    at("WE-SET-022", "Great Britain", "1315", "Gibraltar fleet"),
    at("WE-SET-023", "Great Britain", "3315", "Mediterranean fleet"),
    at("WE-SET-024", "Great Britain", "Cairo", "8th armor", reduced=True),
    at("WE-SET-026", "Great Britain", "2415", "Malta fort", reduced=True),
    at("WE-SET-032", "Italy", "2411", "fleet"),
    at("WE-SET-033", "Italy", "2716", "NA infantry"),
    at("WE-SET-039", "Germany", "1908", "fort 1", reduced=True),
    at("WE-SET-039", "Germany", "1907", "fort 2", reduced=True),
    at("WE-SET-046", "Sweden", "2201", "fleet", reduced=True),  # its back is blank
]


@pytest.mark.rule(
    "WE-SET-007",
    "WE-SET-009",
    "WE-SET-011",
    "WE-SET-016",
    "WE-SET-017",
    "WE-SET-018",
    "WE-SET-021",
    "WE-SET-022",
    "WE-SET-023",
    "WE-SET-024",
    "WE-SET-026",
    "WE-SET-032",
    "WE-SET-033",
    "WE-SET-039",
    "WE-SET-046",
)
@pytest.mark.parametrize(("power", "where", "units", "reduced"), IN_HEXES)
def test_units_that_begin_in_a_hex(
    dataset: Dataset, power: str, where: str, units: list[str], reduced: bool
) -> None:
    standing = {(u.owner, u.name): u for u in dataset.position.units}
    for unit in units:
        found = standing[power, unit]
        assert found.place == dataset.board.space(where).name
        assert found.damage == int(reduced)


def numbered(numbers: str, what: str) -> str:
    """Names of counters: numbered("1 2", "armor")."""
    ends = {1: "st", 2: "nd", 3: "rd"}
    return ", ".join(f"{n}{ends.get(int(n), 'th')} {what}" for n in numbers.split())


IN_AREAS = [
    at("WE-SET-008", "France", "France",
       "1st armor, 2nd infantry, 3rd infantry, Alp infantry, 1st air", reduced=True),
    at("WE-SET-014", "Soviet Union", "Soviet frontier",
       f"1T armor, 2T armor, {numbered('1 2 3 4 5 6 7 8', 'infantry')}, 1st air, 2nd air",
       reduced=True),
    at("WE-SET-020", "Great Britain", "Great Britain", "1st armor, Bomber Command", reduced=True),
    at("WE-SET-020", "Great Britain", "Great Britain", "1st RAF"),
    at("WE-SET-031", "Italy", "Italy", "1st armor, 2nd infantry, 3rd infantry", reduced=True),
    at("WE-SET-031", "Italy", "Italy", "1st air"),
    at("WE-SET-035", "Germany", "German eastern frontier",
       f"1st armor, 2nd armor, {numbered('4 10 14', 'infantry')}, 1st air"),
    at("WE-SET-037", "Germany", "Germany", f"{numbered('1 7 18', 'infantry')}, 2nd air"),
    at("WE-SET-038", "Germany", "German ports", "surface fleet, 1st submarine fleet",
       reduced=True),
    at("WE-SET-045", "Poland", "Poland", "1st infantry, 2nd infantry", reduced=True),
    *(at("WE-SET-041", power, power, "infantry") for power in AXIS_MINORS),
    *(at("WE-SET-043", power, power, "infantry" if count == 1 else "1st infantry, 2nd infantry")
      for power, count in PLACED_NEUTRALS.items() if power != "Poland"),
]  # fmt: skip


@pytest.mark.rule(
    "WE-SET-008",
    "WE-SET-014",
    "WE-SET-020",
    "WE-SET-031",
    "WE-SET-035",
    "WE-SET-037",
    "WE-SET-038",
    "WE-SET-041",
    "WE-SET-043",
    "WE-SET-045",
)
@pytest.mark.parametrize(("power", "area", "units", "reduced"), IN_AREAS)
def test_units_that_begin_where_a_player_chooses(
    dataset: Dataset,
    deployments: dict[tuple[str, str], Deployment],
    power: str,
    area: str,
    units: list[str],
    reduced: bool,
) -> None:
    for unit in units:
        found = deployments[power, unit]
        assert (found.area, found.reduced) == (area, reduced)
        assert found.place in dataset.board.index


@pytest.mark.rule("WE-SET-015", "WE-SET-036")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("France", {"regions": ["France"]}),
        ("Soviet frontier", {
            "regions": ["Soviet Union"],
            "next_to": ["Germany", "Poland", "Hungary", "Rumania"],
            "near": 1,
        }),
        ("Great Britain", {"regions": ["Great Britain"]}),
        ("Italy", {"regions": ["Italy"]}),
        ("German eastern frontier", {
            "regions": ["Germany"], "next_to": ["Poland"], "spaces": ["2403", "2404"],
        }),
        ("Germany", {"regions": ["Germany"]}),
        ("German ports", {"regions": ["Germany"], "features": ["port"]}),
        *((power, {"regions": [power]}) for power in (*AXIS_MINORS, *PLACED_NEUTRALS)),
    ],
)  # fmt: skip
def test_where_players_may_choose(dataset: Dataset, name: str, says: dict[str, object]) -> None:
    lists = read_lists(dataset.folders, "deployment")
    assert lists is not None
    areas = {entry.says["name"]: entry.says for entry in lists.entries["areas"]}
    told = {key: value for key, value in areas[name].items() if key in _CHOOSING}
    assert told == says
    assert areas[name]["rule"] in RuleBook.of(dataset).by_id
    regions = [region.name for region in dataset.board.regions]
    for region in (*told.get("regions", ()), *told.get("next_to", ())):
        assert region in regions


_CHOOSING = ("regions", "next_to", "near", "spaces", "features")

POOLS = [
    at("WE-SET-012", "France", "force pool", "4th infantry"),
    at("WE-SET-019", "Soviet Union", "force pool", "1st paratroop, 3rd air, 4th air"),
    at("WE-SET-027", "Great Britain", "force pool",
       "2nd armor, 2nd RAF, 3rd RAF, Channel fleet"),
    at("WE-SET-029", "United States", "force pool",
       f"{numbered('1 5 7 9 15', 'armor')}, {numbered('8 9 12 15', 'air')}, Sac air, "
       f"{numbered('8 10 12', 'fleet')}"),
    at("WE-SET-034", "Italy", "force pool", ""),
    at("WE-SET-040", "Germany", "force pool",
       f"{numbered('3 4 5', 'armor')}, {numbered('6 9 15 17', 'infantry')}, 1st artillery, "
       f"1st paratroop, {numbered('3 4 5', 'air')}, {numbered('2 3', 'submarine fleet')}, fort 3"),
]  # fmt: skip


@pytest.mark.rule("WE-SET-004")
@pytest.mark.rule(
    "WE-SET-012",
    "WE-SET-019",
    "WE-SET-027",
    "WE-SET-029",
    "WE-SET-034",
    "WE-SET-040",
)
@pytest.mark.parametrize(("power", "pool", "units", "reduced"), POOLS)
def test_units_that_are_available(
    dataset: Dataset, power: str, pool: str, units: list[str], reduced: bool
) -> None:
    waiting = {u.name for u in dataset.position.units if u.place == Holding(power, pool)}
    assert waiting == set(filter(None, units))
    assert all(not u.damage for u in dataset.position.units if u.place == Holding(power, pool))


@pytest.mark.rule("WE-SET-028")
def test_the_united_states_have_nothing_on_the_map(dataset: Dataset) -> None:
    own = [unit for unit in dataset.position.units if unit.owner == "United States"]
    assert len(own) == 15
    assert all(isinstance(unit.place, Holding) for unit in own)


@pytest.mark.rule("WE-SET-006", "WE-SET-030", "WE-VCH-006", "WE-IRQ-004")
def test_units_in_neither_list_come_by_the_track_or_by_a_rule(dataset: Dataset) -> None:
    rows = [row.values for row in (*IN_HEXES, *IN_AREAS, *POOLS)]
    listed = {(power, unit) for power, _, units, _ in rows for unit in units}
    others = {(d.power, d.counter): d for d in dataset.deployments}.items()
    found = {key: d for key, d in others if key not in listed}
    assert set(found) == {
        ("Great Britain", "Naval air"), ("Great Britain", "Free French 1st armor"),
        ("United States", "paratroop"), ("United States", "3rd armor"), ("Iraq", "infantry"),
    }  # fmt: skip
    for (power, _), d in found.items():
        if power == "Iraq":
            assert d.place == Holding("Iraq", "out of play")
        else:
            assert 1 < d.turn <= len(dataset.track)
            assert d.place == Holding(power, f"turn track {d.turn}")


@pytest.mark.rule("WE-SET-001", "WE-PRD-031")
def test_the_order_of_deployment_is_that_of_the_tables(dataset: Dataset) -> None:
    powers = [power.name for power in dataset.catalog.powers]
    assert tuple(powers[:10]) == (*MAJORS, *AXIS_MINORS)
    order = [powers.index(d.power) for d in dataset.deployments]
    assert order == sorted(order)


@pytest.mark.rule("WE-SET-002")
def test_units_at_start_stand_on_the_map(dataset: Dataset) -> None:
    on_map = [u for u in dataset.position.units if isinstance(u.place, str)]
    assert len(on_map) == 71
    assert all(u.place in dataset.board.index for u in on_map)


@pytest.mark.rule("WE-SET-003", "WE-SET-013")
def test_only_units_that_the_rulebook_calls_reduced_are(dataset: Dataset) -> None:
    reduced = {(u.owner, u.name) for u in dataset.position.units if u.damage}
    told = {
        (p, unit)
        for p, _, units, is_reduced in [row.values for row in (*IN_HEXES, *IN_AREAS, *POOLS)]
        if is_reduced
        for unit in units
    }
    assert reduced == told | {("Iraq", "infantry")}
    for unit in dataset.position.units:
        if unit.owner == "Soviet Union" and isinstance(unit.place, str):
            assert unit.damage == (unit.type != "fort")


@pytest.mark.rule("WE-SET-042", "WE-SET-044", "WE-SET-047")
def test_how_many_units_minors_have(dataset: Dataset) -> None:
    infantry = Count(u.owner for u in dataset.position.units if u.type == "infantry")
    assert {power: infantry[power] for power in AXIS_MINORS} == dict.fromkeys(AXIS_MINORS, 1)
    assert {power: infantry[power] for power in PLACED_NEUTRALS} == PLACED_NEUTRALS
    owners = {unit.owner for unit in dataset.position.units}
    without = [p.name for p in dataset.catalog.powers if p.name not in owners]
    assert without == ["Norway", "Denmark", "Switzerland", "Eire", "Saudi Arabia"]
