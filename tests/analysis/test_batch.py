"""Many battles at once: the odds of each are those of the battle asked for alone."""

from __future__ import annotations

import polars as pl
import pytest

import a4a
from a4a.analysis.batch import BATTLES
from a4a.core.errors import A4AError, BattleError
from a4a.odds.retreat import AfterRounds

GLOBAL = "global1940"
ASKED = [
    {"attacker": {"infantry": 3, "tank": 1}, "defender": {"infantry": 2, "AAA": 1}},
    {"attacker": {"fighter": 2}, "defender": {"infantry": 1}, "rounds": 2},
    {"kind": "sea", "attacker": {"submarine": 2}, "defender": {"destroyer": 1, "transport": 1}},
    {
        "kind": "amphibious", "attacker": {"infantry": 2, "fighter": 1},
        "defender": {"infantry": 1}, "bombard": {"cruiser": 1}, "retreat": AfterRounds(1),
    },
    {"attacker": {"infantry": 1, "fighter": 2}, "defender": {"infantry": 2}, "keep_land": 0},
]  # fmt: skip


def test_each_row_has_the_odds_of_its_battle() -> None:
    frame = a4a.battles(GLOBAL, [*ASKED, ASKED[0]])
    assert frame.schema == BATTLES.polars({})
    assert frame.null_count().row(0) == (0,) * frame.width
    assert frame["battle"].to_list() == list(range(6))
    for row, asked in zip(frame.iter_rows(named=True), [*ASKED, ASKED[0]], strict=True):
        odds = a4a.battle(GLOBAL, **asked).odds()  # type: ignore[arg-type]
        for name in ("attacker_takes", "attacker_wins", "defender_wins", "both_survive", "rounds",
                     "both_destroyed", "swing", "swing_sd"):  # fmt: skip
            assert row[name] == pytest.approx(getattr(odds, name), abs=1e-9), name
        assert row["defender_lost"] - row["attacker_lost"] == pytest.approx(row["swing"])
    assert frame["defender"][0] == "2 infantry, 1 AAA"


def test_a_frame_of_battles_has_a_column_a_unit_or_one_of_structs() -> None:
    flat = pl.DataFrame({
        "attacker infantry": [3, 2], "attacker tank": [1, None], "defender infantry": [2, 1],
        "rounds": [None, 1],
    })  # fmt: skip
    listed = [
        {"attacker": {"infantry": 3, "tank": 1}, "defender": {"infantry": 2}},
        {"attacker": {"infantry": 2}, "defender": {"infantry": 1}, "rounds": 1},
    ]
    assert a4a.battles(GLOBAL, flat).equals(a4a.battles(GLOBAL, listed))
    structs = pl.DataFrame(
        {"attacker": [{"infantry": 3, "tank": 1}, {"infantry": 2, "tank": None}]}
    )
    found = a4a.battles(GLOBAL, structs, defender={"infantry": 2})
    alone = a4a.battle(GLOBAL, attacker={"infantry": 2}, defender={"infantry": 2}).odds()
    assert found["attacker_wins"][1] == alone.attacker_wins


def test_battles_on_a_chart_are_rows_like_others() -> None:
    """Each is that of the battle alone; those that are equal are solved once."""
    armor, air = {"Germany: 1st armor": 1}, {"Germany: 1st armor": 1, "Germany: 1st air": 1}
    asked = [{"attacker": force, "terrain": ground} for force in (armor, air, armor)
             for ground in ("clear", "forest")]  # fmt: skip
    defender = {"France: 2nd infantry": 1}
    frame = a4a.battles("war_in_europe", asked, defender=defender)
    assert frame.schema == BATTLES.polars({})
    assert frame["attacker"][2] == "1 armor, 1 air unit"
    for row, one in zip(frame.iter_rows(named=True), asked, strict=True):
        odds = a4a.battle("war_in_europe", defender=defender, **one).odds()  # type: ignore[arg-type]
        for name in ("attacker_takes", "attacker_wins", "defender_wins", "nobody_wins", "rounds",
                     "swing", "swing_sd"):  # fmt: skip
            assert row[name] == pytest.approx(getattr(odds, name), abs=1e-12), name
        assert row["defender_lost"] - row["attacker_lost"] == pytest.approx(row["swing"])
        assert row["both_destroyed"] == row["both_survive"] == 0
    wins = ("attacker_wins", "defender_wins", "nobody_wins")
    assert frame.select(pl.sum_horizontal(wins)).to_series().to_list() == pytest.approx([1] * 6)
    with pytest.raises(BattleError, match=r"row 1: rounds=2: there is no such choice"):
        a4a.battles("war_in_europe", [asked[0], {**asked[0], "rounds": 2}], defender=defender)


def test_no_battles_are_a_frame_without_rows() -> None:
    assert a4a.battles(GLOBAL, []).schema == BATTLES.polars({})


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ({"attacker": {"tnak": 1}}, "row 1: attacker: no unit type 'tnak'"),
        ({"attacker": {"tank": -1}}, "row 1: attacker: -1 of 'tank'"),
        ({"attacker": {"tank": 1}, "kind": "raid"}, "row 1: raids are asked for one by one"),
        ({"attacker": {"tank": 1}, "defenders": {"tank": 1}}, "row 1: no 'defenders' of battles"),
        ({"attacker": {}}, "row 1: the attacker has no units"),
        ({"attacker": {"destroyer": 1}}, "row 1: destroyer .*ships do not fight on land"),
        (["tank"], r"row 1: a battle is a mapping, not \['tank'\]"),
    ],
)
def test_the_row_that_is_wrong_is_named(row: object, why: str) -> None:
    good = {"attacker": {"tank": 1}}
    with pytest.raises(BattleError, match=why):
        a4a.battles(GLOBAL, [good, row], defender={"infantry": 1})  # type: ignore[list-item]


def test_what_is_no_list_of_battles_is_refused() -> None:
    for asked in ({"attacker": {"tank": 1}}, "tank", 3):
        with pytest.raises(BattleError, match="battles are a Polars frame, or a list of mappings"):
            a4a.battles(GLOBAL, asked)  # type: ignore[arg-type]
    with pytest.raises(A4AError, match="cannot be played"):
        a4a.battles("nowhere", [])


def test_what_is_wrong_is_refused_after_the_like_was_right() -> None:
    right = {"attacker": {"tank": 1}, "defender": {"infantry": 1}, "rounds": 1, "dice": [1] * 6}
    for wrong, why in (
        ({"attacker": {"tank": True}}, "row 1: attacker: True of 'tank' is no whole number"),
        ({"attacker": {"tank": 1.0}}, "row 1: attacker: 1.0 of 'tank' is no whole number"),
        ({"rounds": True}, "row 1: rounds"),
        ({"dice": [True] * 6}, "row 1: dice are"),
        ({"defender": {"infantry": [1]}}, "row 1: defender"),
        ({"attacker_damaged": {"tank": 1}}, "row 1: tank .attacker.: it takes one hit"),
    ):
        with pytest.raises(BattleError, match=why):
            a4a.battles(GLOBAL, [right, {**right, **wrong}])


def test_the_same_forces_fight_in_every_manner() -> None:
    forces = {"attacker": {"infantry": 2, "fighter": 2}, "defender": {"infantry": 2, "AAA": 1}}
    manners: list[dict[str, object]] = [
        {}, {"rounds": 1}, {"dice": "low luck"}, {"dice": [1, 1, 1, 1, 1, 3]}, {"keep_land": 0},
        {"attacker_loses": ["fighter", "infantry"], "keep_land": 0}, {"kind": "land"},
        {"attacker_technologies": ["Jet Fighters"]}, {"landing": {"infantry": 1},
        "kind": "amphibious"}, {"retreat": AfterRounds(1)},
    ]  # fmt: skip
    fewer = {**forces, "attacker": {"infantry": 1, "fighter": 1}}
    asked = [{**sides, **manner} for sides in (forces, fewer, forces) for manner in manners]
    found = a4a.battles(GLOBAL, asked)
    for row, each in zip(found.iter_rows(named=True), asked, strict=True):
        odds = a4a.battle(GLOBAL, **each).odds()  # type: ignore[arg-type]
        assert row["attacker_takes"] == pytest.approx(odds.attacker_takes, abs=1e-9), each
        assert row["swing_sd"] == pytest.approx(odds.swing_sd, abs=1e-9), each


def test_aliases_are_the_units_they_mean() -> None:
    rows = [
        {"attacker": {"armour": 2, "infantry": 1}, "defender": {"tank": 2}},
        {"attacker": {"infantry": 1, "tank": 2}, "defender": {"armour": 2}},
    ]
    found = a4a.battles(GLOBAL, rows).drop("battle")
    assert found.row(0) == found.row(1)
