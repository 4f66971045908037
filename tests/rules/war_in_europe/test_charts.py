"""The charts as such: whole, sensible, and a player's own where there is one."""

from __future__ import annotations

from itertools import pairwise, product
from pathlib import Path

import pytest

from a4a import boards
from a4a.boards.check import faults
from a4a.boards.dataset import Dataset
from a4a.boards.tables import read
from a4a.core.board import Border, Space
from a4a.core.errors import A4AError, DatasetError
from a4a.rules.hexes.charts import LINES, ChartColumn, CombatChart, Line
from a4a.rules.hexes.numbers import Numbers
from a4a.rules.hexes.terrain import TerrainChart

ROLLS = range(2, 13)

# Line, strength, the column the rulebook names, roll, losses: all that its examples fix.
FACTS: list[tuple[Line, int, str, int, int]] = [
    ("Land vs. Land", 4, "4-7", 9, 0),
    ("Land vs. Land", 9, "8-11", 6, 1),
    ("Land vs. Land", 12, "12-15", 8, 1),
    ("Land vs. Land", 14, "12-15", 5, 2),
    ("Air vs. Air", 3, "3-4", 4, 1),
    ("Air vs. Air", 4, "3-4", 11, 0),
    ("Bombing", 6, "5-8", 8, 1),
    ("Bombing", 6, "5-8", 9, 0),
    ("Sea vs. Sea", 8, "7-9", 4, 2),
    ("Sea vs. Sea", 7, "7-9", 5, 1),
    ("ASW", 5, "5", 4, 2),
    ("Air vs. Sea", 4, "1-4", 3, 1),
    ("Sea vs. Air", 3, "1-3", 8, 0),
    ("Convoy Attack", 7, "", 5, 2),
]


@pytest.mark.parametrize(("line", "strength", "column", "roll", "losses"), FACTS)
def test_the_chart_agrees_with_all_that_is_printed(
    chart: CombatChart, line: Line, strength: int, column: str, roll: int, losses: int
) -> None:
    found = chart.column(line, strength)
    assert found is not None
    assert column in ("", found.name)
    assert chart.losses(line, strength, roll) == losses


@pytest.mark.rule("WE-CMB-020")
def test_the_chart_has_eight_lines(chart: CombatChart) -> None:
    assert len(chart.lines) == 8
    assert set(chart.lines) == set(LINES)


@pytest.mark.rule("WE-CMB-018")
@pytest.mark.parametrize("line", LINES)
def test_losses_grow_with_strength_and_fall_with_the_roll(chart: CombatChart, line: Line) -> None:
    for strength in range(1, 40):
        losses = [chart.losses(line, strength, roll) for roll in ROLLS]
        assert losses == sorted(losses, reverse=True)
        more = [chart.losses(line, strength + 1, roll) for roll in ROLLS]
        assert all(a <= b for a, b in zip(losses, more, strict=True))
    for weak, strong in pairwise(chart.lines[line]):
        assert chart.expected(line, weak.least) < chart.expected(line, strong.least)


@pytest.mark.parametrize("line", [line for line in LINES if line != "Bombing"])
def test_expected_losses_are_about_proportional_to_strength(chart: CombatChart, line: Line) -> None:
    """Ruling R-216: what we have chosen freely makes each factor worth about the same."""
    columns = chart.lines[line]
    ends = [column.most or 2 * column.least - before.least - 1
            for before, column in pairwise((columns[0], *columns))]  # fmt: skip
    middle = [(column.least + end) / 2 for column, end in zip(columns, ends, strict=True)]
    expected = [chart.expected(line, column.least) for column in columns]
    each = sum(m * e for m, e in zip(middle, expected, strict=True)) / sum(m * m for m in middle)
    for m, e in zip(middle, expected, strict=True):
        assert abs(e - each * m) < 0.13


def test_bombing_hits_or_misses(chart: CombatChart) -> None:
    assert all(len(column.highest) == 1 for column in chart.lines["Bombing"])


def test_chances_are_those_of_all_the_dice(chart: CombatChart) -> None:
    for line, strength, shift in product(LINES, (0, 1, 7, 30), (-2, 0, 1)):
        counted = [0] * 5
        for a, b in product(range(1, 7), repeat=2):
            counted[chart.losses(line, strength, a + b, shift=shift)] += 1
        chances = chart.chances(line, strength, shift=shift)
        assert [round(36 * p) for p in chances] == counted[: len(chances)]
        assert not any(counted[len(chances) :])
        assert sum(chances) == pytest.approx(1)
        assert chart.expected(line, strength, shift=shift) == pytest.approx(
            sum(n * count for n, count in enumerate(counted)) / 36
        )


def test_no_strength_fires_not_whatever_the_shift(chart: CombatChart) -> None:
    assert chart.column("Land vs. Land", 0, shift=2) is None
    assert chart.losses("Land vs. Land", 0, roll=2, shift=2) == 0
    assert chart.chances("Land vs. Land", 0) == (1.0,)


@pytest.mark.rule("WE-LCB-012")
def test_shifts_end_in_the_end_columns(chart: CombatChart) -> None:
    first, *_, last = chart.lines["Land vs. Land"]
    assert chart.column("Land vs. Land", 5, shift=-2) == first
    assert chart.column("Land vs. Land", 23, shift=2) == last
    assert chart.column("Land vs. Land", 9, shift=-1) == chart.column("Land vs. Land", 5)


def test_what_cannot_be_asked_is_refused(chart: CombatChart) -> None:
    with pytest.raises(A4AError, match="no line 'Land vs Land' on the combat chart: there are"):
        chart.losses("Land vs Land", 5, 7)  # type: ignore[arg-type]
    with pytest.raises(A4AError, match="a roll of 13: 2 dice show 2 to 12"):
        chart.losses("ASW", 5, 13)
    with pytest.raises(A4AError, match="a strength of -1"):
        chart.column("ASW", -1)


# --- a player's own -------------------------------------------------------------------------------


def own(folder: Path, name: str, *lines: str) -> Dataset:
    """The dataset with a player's own file over it."""
    path = folder / "mine" / f"{name}.csv"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join(lines) + "\n")
    return boards.load("war_in_europe", overrides=folder / "mine")


def test_a_players_chart_lies_over_ours(tmp_path: Path, chart: CombatChart) -> None:
    mine = CombatChart.of(
        own(tmp_path, "charts/combat", "line,least,one,two,source", "ASW,5,9,5,house")
    )
    assert mine.lines["ASW"][4] == ChartColumn(5, 5, (9, 5))
    assert mine.losses("ASW", 5, 9) == 1 > chart.losses("ASW", 5, 9)
    assert {line for line in LINES if mine.lines[line] != chart.lines[line]} == {"ASW"}


def test_a_players_chart_takes_the_place_of_ours_if_it_says_so(tmp_path: Path) -> None:
    rows = [f"{line},1,,9,house" for line in LINES]
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "dataset.toml").write_text('replace = ["charts/combat"]\n')
    mine = CombatChart.of(own(tmp_path, "charts/combat", "line,least,most,one,source", *rows))
    assert set(mine.lines.values()) == {(ChartColumn(1, None, (9,)),)}


def test_a_players_numbers_count(tmp_path: Path) -> None:
    one_die = own(tmp_path, "charts/numbers", "name,value,source", "combat dice,3,house")
    chart = CombatChart.of(one_die)
    assert chart.losses("ASW", 5, 18) == 0
    assert Numbers.of(one_die)["combat dice"] == 3
    with pytest.raises(DatasetError, match="there is no number 'combat die'"):
        Numbers.of(one_die)["combat die"]


@pytest.mark.parametrize("dice", [0, 1000])
def test_too_few_or_many_dice_are_refused(tmp_path: Path, dice: int) -> None:
    dataset = own(tmp_path, "charts/numbers", "name,value,source", f"combat dice,{dice},house")
    with pytest.raises(DatasetError, match=f"{dice} dice: the combat chart is rolled on with 1"):
        CombatChart.of(dataset)


def test_ground_that_gives_points_back_is_refused(tmp_path: Path) -> None:
    dataset = own(tmp_path, "charts/terrain", "terrain,on,cost,source", "river,hexside,-1,house")
    with pytest.raises(DatasetError, match=r"terrain\.csv:2: costs and shifts are 0 or more"):
        TerrainChart.of(dataset)


@pytest.mark.parametrize(
    ("rows", "what"),
    [
        (["Land vs. Land,1,5,4,,,,house"], "a column from strength 4, where the one from 6 is due"),
        (["Land vs. Land,24,30,11,8,,,house"], "its last column has no end"),
        (["ASW,2,0,5,,,,house"], "the column from 2 ends below its start"),
        (["ASW,2,2,5,5,,,house"], "ASW 2: more losses need a lower roll"),
        (["ASW,2,2,13,,,,house"], "ASW 2: 2 dice show no such roll"),
        (["ASW,2,2,5,,2,,house"], "a number of losses is left out before the last"),
        (["ASW,2,two,5,,,,house"], "most 'two' is not a whole number"),
        (["AWS,2,2,5,,,,house"], "line 'AWS' is none of Land vs. Land"),
        (["ASW,2,2,5,2,,"], "7 cells, but the first line has 8"),
        (["ASW,2,2,5,2,,,house", "ASW,2,2,5,2,,,house"], "the same row as line 2"),
    ],
)  # fmt: skip
def test_a_faulty_chart_is_refused_with_what_is_wrong(
    tmp_path: Path, rows: list[str], what: str
) -> None:
    header = "line,least,most,one,two,three,four,source"
    dataset = own(tmp_path, "charts/combat", header, *rows)
    with pytest.raises(DatasetError, match=what):
        CombatChart.of(dataset)


def test_a_chart_without_one_of_its_lines_is_refused(chart: CombatChart) -> None:
    lines = {line: columns for line, columns in chart.lines.items() if line != "ASW"}
    with pytest.raises(DatasetError, match="no line 'ASW'"):
        CombatChart(lines, dice=2, sides=6)


def test_a_mistyped_chart_is_told(tmp_path: Path) -> None:
    (tmp_path / "charts").mkdir()
    (tmp_path / "dataset.toml").write_text(
        'name = "mine"\nparent = "war_in_europe"\nsource = "house"\nreplace = ["charts/combat"]\n'
    )
    for name in ("combat", "combt"):
        (tmp_path / "charts" / f"{name}.csv").write_text("line,least,most,one,source\n")
    (fault,) = faults(read(tmp_path))
    assert fault.where.endswith("/charts/combt.csv")
    assert fault.what == "no file of this name is read; did you mean 'charts/combat'?"


# --- terrain --------------------------------------------------------------------------------------

CLEAR = Space(name="0101", kind="land", terrain="clear")
FOREST = Space(name="0102", kind="land", terrain="forest")
CITY = Space(name="0103", kind="coast", terrain="clear", city="Riga", features=("port",))
HIGH_CITY = Space(name="0104", kind="land", terrain="mountain", city="Bern")
STRAIT = Space(name="0105", kind="coast", terrain="clear", features=("strait",))
PLAIN_SIDE, RIVER = Border("0101", "0102", "land"), Border("0101", "0103", "river")


def test_what_ground_costs(terrain: TerrainChart) -> None:
    assert [terrain.cost(s, PLAIN_SIDE) for s in (CLEAR, FOREST, CITY, HIGH_CITY, STRAIT)] == [
        1, 2, 1, 3, 2,
    ]  # fmt: skip
    assert terrain.cost(FOREST, RIVER) == 3


@pytest.mark.rule("WE-LCB-009", "WE-LCB-011")
def test_how_ground_defends(terrain: TerrainChart) -> None:
    assert [terrain.shift(s, [PLAIN_SIDE]) for s in (CLEAR, FOREST, CITY, STRAIT)] == [0, 1, 1, 1]
    assert terrain.shift(HIGH_CITY, [PLAIN_SIDE, RIVER]) == terrain.most == 2


@pytest.mark.rule("WE-LCB-010")
def test_a_river_counts_if_all_attack_across_one(terrain: TerrainChart) -> None:
    assert terrain.shift(CLEAR, [RIVER, RIVER]) == 1
    assert terrain.shift(CLEAR, [RIVER, PLAIN_SIDE]) == 0
    assert terrain.shift(CLEAR, ()) == 0


def test_a_terrain_of_the_board_that_the_chart_lacks_is_refused(tmp_path: Path) -> None:
    dataset = own(tmp_path, "spaces", "name,terrain,source", "2903,jungle,house")
    with pytest.raises(DatasetError, match="no terrain 'jungle', which '2903' is"):
        TerrainChart.of(dataset)
