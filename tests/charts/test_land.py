"""The chart of land values against the lines of victory."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import a4a
from a4a.analysis.weighing import WEIGHED, weighed
from a4a.core import events as ev
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.frames import frames

BERLIN = "Germany"


def played() -> GameRecord:
    """Two rounds of The War Game; the second sees Germany's home fall to the British."""
    record = a4a.start("wargame1942")
    first = (ev.RoundBegan(1), ev.TurnBegan(("Germany", "Italy")))
    fall = ev.ControlChanged(BERLIN, record.state_at(0).control[BERLIN], "U.K.", "conquest")
    node = record.append(first, parent=0)
    record.append((ev.RoundBegan(2), ev.TurnBegan(("Germany", "Italy")), fall), parent=node)
    return record


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return played()


def test_both_conditions_on_land_are_weighed_as_every_turn_ends(record: GameRecord) -> None:
    found = weighed(record)
    assert found.schema == WEIGHED.polars({})
    state = record.state_at(0)
    worth = {
        side: sum(
            state.income_value(space)
            for space, power in state.control.items()
            if power and record.catalog.side_of(power) == side
        )
        for side in ("Axis", "Allies")
    }
    start = found.filter(pl.col("turn") == 0)
    assert start.select("winner", "by", "worth", "against", "needed").rows() == [
        ("Allies", "Axis", worth["Axis"], "", 225),
        ("Axis", "Axis", worth["Axis"], "Allies", worth["Allies"]),
    ]
    for row in found.iter_rows(named=True):
        exceeds = row["worth"] > row["needed"]
        assert row["met"] is (exceeds if row["against"] else row["worth"] < row["needed"])


def test_what_is_weighed_tells_whether_the_home_territories_are_held(
    record: GameRecord,
) -> None:
    axis = weighed(record).filter(pl.col("winner") == "Axis")
    assert axis["others"].to_list() == [True, True, False]
    assert axis["worth"][2] == axis["worth"][1] - record.state_at(0).income_value(BERLIN)


def test_the_chart_has_a_line_a_side_and_one_for_each_number(record: GameRecord) -> None:
    found = weighed(record)
    spec: dict[str, Any] = a4a.charts.land_values(frames(record), found).to_dict()
    data = spec["datasets"]
    lines, rule, name, held, broken = (data[layer["data"]["name"]] for layer in spec["layer"])
    assert {row["side"] for row in lines} == {"Axis", "Allies"}
    assert rule == name
    assert [(row["needed"], row["name"]) for row in rule] == [(225, "Allies win below 225")]
    assert [row["turn"] for row in held if row["side"] == "Axis"] == [0, 1]
    assert [row["turn"] for row in broken if row["side"] == "Axis"] == [2]


def test_a_game_whose_victory_weighs_no_land_says_so() -> None:
    start = a4a.start("europe1940")
    with pytest.raises(A4AError, match="victory weighs no land in this game"):
        a4a.charts.land_values(frames(start), weighed(start))


def test_what_is_no_frame_of_land_is_refused(record: GameRecord) -> None:
    with pytest.raises(A4AError, match="weighed is the frame that"):
        a4a.charts.land_values(frames(record), pl.DataFrame({"turn": [1]}))
