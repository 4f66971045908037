"""The War in Europe: every unit and number of the rulebook is in the dataset, none forgotten.

The set-up is `test_war_in_europe_setup.py`'s, the hexes as such are `test_war_in_europe.py`'s.
"""

from __future__ import annotations

from collections import Counter as Count
from pathlib import Path

import pytest
from msgspec.structs import replace

from a4a import boards
from a4a.analysis.rulebook import named_in
from a4a.boards.columns import CellType
from a4a.boards.dataset import Dataset
from a4a.boards.sheets import read_sheet
from a4a.core.units import Unit
from a4a.rules.book import RuleBook
from a4a.rules.hexes.numbers import Numbers
from a4a.rules.systems.war_in_europe.production import grants
from tests.boards.test_war_in_europe_setup import AXIS_MINORS, MAJORS, PLACED_NEUTRALS
from tests.charts.test_palette import CLEAR, VISIONS, assert_clear


@pytest.fixture(scope="module")
def dataset() -> Dataset:
    return boards.load("war_in_europe")


# --- components (1, 3) --------------------------------------------------------------------------


@pytest.mark.rule("WE-CMP-001", "WE-CMP-018")
def test_powers_and_sides(dataset: Dataset) -> None:
    catalog = dataset.catalog
    assert tuple(p.name for p in catalog.powers if p.playable) == MAJORS
    assert {name: catalog.side_of(name) for name in MAJORS} == {
        "France": "Allies", "Soviet Union": "Allies", "Great Britain": "Allies",
        "United States": "Allies", "Italy": "Axis", "Germany": "Axis",
    }  # fmt: skip
    assert {catalog.side_of(name) for name in AXIS_MINORS} == {"Axis"}
    assert all(not p.side for p in catalog.powers[10:])


@pytest.mark.rule("WE-CMP-021", "WE-CMP-022", "WE-ITA-009", "WE-SOV-001")
def test_who_is_neutral_at_the_start(dataset: Dataset) -> None:
    neutral = {p for p, told in dataset.position.statuses.items() if told == ("neutral",)}
    assert neutral == {p.name for p in dataset.catalog.powers} - {
        "Germany", "France", "Great Britain",
    }  # fmt: skip


@pytest.mark.parametrize("vision", VISIONS)
def test_powers_can_be_told_apart_by_colour(dataset: Dataset, vision: str) -> None:
    """Playing powers clearly; 26 as far as they can be on badges of a map with borders."""
    colours = {power.name: power.colour for power in dataset.catalog.powers}
    assert_clear({name: colours[name] for name in MAJORS}, vision, CLEAR)
    assert_clear(colours, vision, 12)


@pytest.mark.rule("WE-CMP-002")
def test_the_box_holds_all_counters(dataset: Dataset) -> None:
    assert len(dataset.catalog.counters) == 112 <= 120
    assert Count(counter.power for counter in dataset.catalog.counters) == {
        "France": 9, "Soviet Union": 19, "Great Britain": 15, "United States": 15, "Italy": 6,
        "Germany": 29, **dict.fromkeys(AXIS_MINORS, 1), **PLACED_NEUTRALS, "Sweden": 2, "Iraq": 1,
    }  # fmt: skip


@pytest.mark.rule("WE-CMP-003", "WE-IRQ-002", "WE-IRQ-003")
def test_dice(dataset: Dataset) -> None:
    numbers = Numbers.of(dataset)
    assert dataset.catalog.dice_sides == 6
    assert numbers["combat dice"] == 2
    assert (numbers["rebellion dice"], numbers["rebellion from"]) == (1, 5)


@pytest.mark.rule("WE-CMP-008")
def test_infantry_is_cheaper_than_armor_and_slower(dataset: Dataset) -> None:
    catalog = dataset.catalog
    for power in catalog.powers:
        assert catalog.price("infantry", power.name) < catalog.price("armor", power.name)
    moves = {
        kind: {c.face(0).move for c in catalog.counters if c.type == kind}
        for kind in ("armor", "infantry")
    }
    assert max(moves["infantry"]) < min(moves["armor"])


@pytest.mark.rule("WE-CMP-009", "WE-CMP-010")
def test_artillery_and_forts_are_land_units_and_forts_do_not_move(dataset: Dataset) -> None:
    assert dataset.catalog.unit_type("artillery").category == "land"
    assert dataset.catalog.unit_type("fort").category == "land"
    assert {c.face(0).move for c in dataset.catalog.counters if c.type == "fort"} == {0}


def test_types_have_the_most_common_factors_of_their_counters(dataset: Dataset) -> None:
    for kind in dataset.catalog.unit_types:
        own = [c for c in dataset.catalog.counters if c.type == kind.name]
        factors = Count(c.face(0).combat for c in own)
        assert factors[kind.defense] >= max(factors.values()) - 1
        assert kind.attack == (0 if kind.name == "fort" else kind.defense)
        assert kind.move in {c.face(0).move for c in own}


def test_backs_are_half_their_fronts(dataset: Dataset) -> None:
    """Ruling R-219."""
    for counter in dataset.catalog.counters:
        if counter.steps == 2:
            front, back = counter.faces
            assert (back.combat, back.asw) == (front.combat // 2, front.asw // 2)
            assert back.move == front.move
    blank = {(c.power, c.name) for c in dataset.catalog.counters if c.steps == 1}
    assert blank == {("Sweden", "fleet"), ("Iraq", "infantry")}


# --- stacking (5.2.1) ---------------------------------------------------------------------------


@pytest.mark.rule(
    "WE-STK-001", "WE-STK-002", "WE-STK-003", "WE-STK-004", "WE-STK-005", "WE-STK-018"
)
def test_the_default_set_up_obeys_stacking(dataset: Dataset) -> None:
    most = {"fort": 1, "artillery": 1, "air": 1, "other land": 2, "fleet": 2}
    stacks = Count[tuple[str, str]]()
    for unit in dataset.position.units:
        if isinstance(unit.place, str):
            kind = dataset.catalog.unit_type(unit.type)
            group = {"air": "air", "sea": "fleet"}.get(kind.category, unit.type)
            stacks[unit.place, group if group in most else "other land"] += 1
    assert all(count <= most[group] for (_, group), count in stacks.items())


@pytest.mark.rule("WE-STK-001", "WE-STK-002", "WE-STK-003", "WE-STK-004", "WE-STK-005")
def test_the_limits_of_stacking(dataset: Dataset) -> None:
    columns = dict.fromkeys(("group", "most", "units", "rule", "source"), CellType(required=True))
    rows = read_sheet(dataset.folders, "charts/stacking", columns, key=("group",))
    assert {row["rule"]: row["most"] for row in rows} == {
        "WE-STK-001": "1", "WE-STK-002": "1", "WE-STK-003": "1", "WE-STK-004": "2",
        "WE-STK-005": "2",
    }  # fmt: skip
    grouped = sorted(unit for row in rows for unit in row.names("units"))
    assert grouped == sorted(kind.name for kind in dataset.catalog.unit_types)


# --- production (7): numbers --------------------------------------------------------------------


@pytest.mark.rule(
    "WE-PRD-011",
    "WE-PRD-013",
    "WE-PRD-014",
    "WE-PRD-017",
    "WE-PRD-018",
    "WE-PRD-019",
    "WE-PRD-020",
    "WE-PRD-023",
    "WE-PRD-030",
    "WE-SOV-006",
    "WE-LL-004",
    "WE-LL-005",
    "WE-IRQ-006",
    "WE-IRQ-007",
)
@pytest.mark.parametrize(
    ("rule", "power", "points"),
    [
        ("WE-PRD-011", "Great Britain", 2),
        ("WE-PRD-013", "Great Britain", 1),
        ("WE-PRD-014", "United States", 10),
        ("WE-PRD-017", "Germany", 1),
        ("WE-PRD-018", "Germany", 1),
        ("WE-PRD-019", "Germany", 1),
        ("WE-PRD-020", "Germany", 1),
        ("WE-PRD-023", "minor powers", 1),
        ("WE-PRD-030", "Italy", 2),
        ("WE-SOV-006", "Soviet Union", 2),
        ("WE-LL-004", "Soviet Union", 2),
        ("WE-LL-005", "Soviet Union", 1),
    ],
)
def test_points_that_powers_are_granted(
    dataset: Dataset, rule: str, power: str, points: int
) -> None:
    granted = [g for g in grants(dataset).values() if g.rule == rule]
    assert [(g.power, g.points) for g in granted] == [(power, points)]


@pytest.mark.rule("WE-PRD-001", "WE-PRD-014", "WE-PRD-029", "WE-PRD-030")
def test_what_the_board_yields(dataset: Dataset) -> None:
    """A city yields one point; Italy has two of them, the United States ten points and no city."""
    yields = Count[str]()
    for space in dataset.board:
        if space.value:
            yields[str(dataset.position.control[space.name])] += space.value
            if space.name != "United States":
                assert space.value == 1, space.title
                assert space.city, space.title
    assert (yields["Italy"], yields["United States"]) == (2, 10)
    assert not dataset.board.space("United States").city
    printed = {t.name: t.production for t in dataset.treasuries}
    assert (printed["Italy"], printed["United States"]) == (2, 10)


@pytest.mark.rule("WE-PRD-004")
def test_nothing_is_saved_at_the_start(dataset: Dataset) -> None:
    assert {b.treasury: b.amount for b in dataset.position.balances} == dict.fromkeys(MAJORS, 0)


@pytest.mark.rule("WE-PRD-024", "WE-PRD-026")
def test_a_minor_can_pay_for_its_infantry_with_one_point(dataset: Dataset) -> None:
    catalog = dataset.catalog
    minors = {c.power for c in catalog.counters} - set(MAJORS)
    assert len(minors) == 15
    for power in minors:
        assert catalog.price("infantry", power) == catalog.upgrade_price("infantry", power) == 1
    for kind in catalog.unit_types:
        for power in catalog.powers:
            cost = catalog.price(kind.name, power.name)
            assert 1 <= catalog.upgrade_price(kind.name, power.name) <= (cost + 1) // 2


@pytest.mark.rule("WE-UPG-004")
def test_units_with_a_blank_back_begin_reduced(dataset: Dataset) -> None:
    blank = {(c.power, c.name) for c in dataset.catalog.counters if c.steps == 1}
    begins = {(u.owner, u.name): u.damage for u in dataset.position.units}
    assert {begins[key] for key in blank} == {1}


# --- movement (8) and special rules (12): numbers -----------------------------------------------


@pytest.mark.rule(
    "WE-AIR-001", "WE-AMP-004", "WE-AMP-014", "WE-AMP-008", "WE-AMP-015", "WE-DRP-002", "WE-FLT-011"
)
def test_numbers_of_movement(dataset: Dataset) -> None:
    numbers = Numbers.of(dataset)
    printed = {
        "air movement in ranges": 3,
        "air movement after landing in ranges": 2,
        "airdrop range": 3,
        "assault distance": 5,
        "fleet cargo": 1,
        "strength of an undefended port": 1,
        "strength around an undefended port divided by": 2,
    }
    assert {name: numbers[name] for name in printed} == printed


@pytest.mark.rule("WE-AIR-002", "WE-FLT-001")
def test_a_hex_costs_fleets_and_aircraft_one_point(dataset: Dataset) -> None:
    boxes = {space.name for space in dataset.board if space.kind == "box"}
    between = [b for b in dataset.board.borders if not boxes & {b.a, b.b}]
    assert len(between) > 1500
    assert {border.cost for border in between} == {1}


@pytest.mark.rule("WE-VCH-003")
def test_the_units_of_vichy_have_a_full_side(dataset: Dataset) -> None:
    for name in ("Col infantry", "fleet"):
        assert dataset.catalog.counter("France", name).steps == 2


def test_every_number_cites_a_rule_of_the_book(dataset: Dataset) -> None:
    columns = dict.fromkeys(("name", "value", "rule", "source"), CellType(required=True))
    numbers = read_sheet(dataset.folders, "charts/numbers", columns, key=("name",))
    cited = {row["rule"] for row in numbers} | {g.rule for g in grants(dataset).values()}
    cited |= {deployment.rule for deployment in dataset.deployments}
    assert cited <= RuleBook.of(dataset).known


@pytest.mark.rule("WE-FLT-016", "WE-BOX-001")
def test_fleets_can_reach_a_box(dataset: Dataset) -> None:
    """A box costs 30 points; no fleet could ever use one with less."""
    fleets = [c for c in dataset.catalog.counters if "fleet" in c.type]
    assert len(fleets) == 15
    assert all(30 < counter.face(0).move < 60 for counter in fleets)


@pytest.mark.rule("WE-FLT-014")
def test_only_surface_fleets_carry(dataset: Dataset) -> None:
    carrying = {k.name for k in dataset.catalog.unit_types if k.transport_capacity}
    assert carrying == {"surface fleet"}


@pytest.mark.rule("WE-SEQ-016", "WE-SEQ-017", "WE-SOV-011")
def test_the_turn_track(dataset: Dataset) -> None:
    labels = [turn.label for turn in dataset.track]
    assert [turn.turn for turn in dataset.track] == list(range(1, 24))
    assert (labels[0], labels[1], labels[-1]) == ("Autumn 1939", "Winter 1940", "Spring 1945")
    assert len(set(labels)) == Numbers.of(dataset)["turns"] == 23
    assert labels.index("Winter 1941") == min(i for i, x in enumerate(labels) if "1941" in x)


@pytest.mark.rule("WE-LL-002", "WE-LL-004", "WE-LL-006")
def test_lend_lease_only_grows_up_to_four(dataset: Dataset) -> None:
    most = [turn.lend_lease for turn in dataset.track]
    assert most == sorted(most)
    assert most[0] == 0
    assert most[-1] == 4


@pytest.mark.rule("WE-CMP-027", "WE-SEQ-002", "WE-SEQ-003")
def test_a_game_turn_has_a_player_turn_of_each_side(dataset: Dataset) -> None:
    assert [phase.name for phase in dataset.phases] == [
        "Strategic Warfare", "Production", "Axis Movement", "Axis Combat", "Allied Movement",
        "Allied Combat", "Axis Armored Movement", "Axis Armored Combat",
        "Allied Armored Movement", "Allied Armored Combat", "Supply",
        "End of Turn Adjustment",
    ]  # fmt: skip


@pytest.mark.rule("WE-LL-009")
def test_iran_is_persia(dataset: Dataset) -> None:
    assert dataset.catalog.power("Iran").name == "Persia"


# --- nothing forgotten --------------------------------------------------------------------------


def test_every_rule_of_the_book_is_named_by_a_test(dataset: Dataset) -> None:
    rules = {rule.id for rule in RuleBook.of(dataset)}
    tests = [path for folder in ("boards", "frames", "rules/war_in_europe")
             for path in (Path(__file__).parent.parent / folder).glob("test_*.py")]  # fmt: skip
    named = {rule for path in tests for rule in named_in(path)}
    assert not rules - named


def test_whatever_is_on_the_board_is_worth_a_point_at_least(dataset: Dataset) -> None:
    """Poland's reduced armies, whose step costs as much as a new one, count when they are lost."""
    worth = dataset.catalog.worth
    poles = [unit for unit in dataset.position.units if unit.owner == "Poland"]
    assert [(unit.damage, worth(unit)) for unit in poles] == [(1, 1), (1, 1)]
    assert [worth(replace(poles[0], damage=lost)) for lost in (0, 1)] == [1, 1]
    assert [worth(Unit(1, "armor", "Germany", "2106", lost)) for lost in (0, 1)] == [4, 2]
