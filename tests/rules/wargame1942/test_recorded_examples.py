"""The recorded examples of The War Game: their scripts play them, the audit is clean.

After a change of a script or of a rule write the games anew::

    python -m tools.wargame1942_games datasets/games

and read what their comments say against what now happens.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import a4a
from a4a.analysis.audit import report
from a4a.core.annotations import Comment
from a4a.core.state import State
from a4a.map.note_views import opening_bounds
from a4a.map.shapes import map_geometry
from a4a.pages.stage import cursor_values, stage_models
from a4a.rules import rules_of
from a4a.store import dumps
from tests.shared_games import shipped
from tools.wargame1942_games.games import EXAMPLES

FOLDER = Path(__file__).parents[3] / "datasets" / "games"
ALGERIA, INDO_CHINA, MIDWAY, THAILAND, UBER_UGLY = (
    f"wargame1942_{name}" for name in ("algeria", "indo_china", "midway", "thailand", "uber_ugly")
)


def end_of(name: str, variation: str = "") -> State:
    """How the main line of a game ends, or a variation of it."""
    record = shipped(name)
    if not variation:
        return record.state_at(record.last)
    (first,) = [told.first for told in record.told_variations if told.name == variation]
    node = first
    while record.children(node):
        node = record.children(node)[0]
    return record.state_at(node)


def power_at(state: State, space: str, kind: str) -> list[str]:
    """Whose units of a type stand in a space."""
    return sorted(u.owner for u in state.at(space) if u.type == kind)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_script_plays_the_game_that_is_shipped_to_the_byte(name: str) -> None:
    assert dumps(EXAMPLES[name]()) == (FOLDER / f"{name}.a4a").read_bytes()


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_orders_that_were_recorded_cause_what_was_recorded(name: str) -> None:
    record = shipped(name)
    a4a.replay(rules_of(record), record)


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_audit_finds_nothing(name: str) -> None:
    found = report(shipped(name), progress=None)
    assert found.findings.is_empty()
    assert found.judged["judged"].sum() > 0


@pytest.mark.parametrize("name", EXAMPLES)
def test_comments_stand_beside_orders_and_dice(name: str) -> None:
    record = shipped(name)
    told = {note.node for note in record.annotations if isinstance(note, Comment)}
    phases = {record.state_at(node).phase for node in told}
    assert len(told) >= 5
    assert {"Combat Orders", "Combat"} <= phases


# --- what the book tells of each ----------------------------------------------------------------


def test_Algeria_is_freed_and_the_armor_is_in_Libya_unless_there_is_a_fourth_hit() -> None:
    assert end_of(ALGERIA).control["Algeria"] == "France"
    assert power_at(end_of(ALGERIA), "Libya", "armor") == ["Germany"]
    four = end_of(ALGERIA, "Four hits: the armor is lost on its way")
    assert four.control["Algeria"] == "France"
    assert not power_at(four, "Libya", "armor")


def test_the_armor_may_not_go_to_Morocco_while_it_is_attacked() -> None:
    record = shipped(ALGERIA)
    (first,) = [v.first for v in record.told_variations if "Morocco" in v.name]
    node = first
    while record.children(node):
        node = record.children(node)[0]
    asked = rules_of(record).decision(record.state_at(node))
    assert asked is not None
    assert {"Libya", "Tunisia"} <= set(asked.spaces)
    assert "Morocco" not in asked.spaces


def test_WG_EXA_028_the_destroyer_off_Indo_China_goes_anywhere_but_to_the_Philippines() -> None:
    record = shipped(INDO_CHINA)
    spaces = []
    for node in record.way_to(record.last):
        asked = rules_of(record).decision(record.state_at(node))
        if asked is not None and asked.kind == "retreats" and asked.powers == ("Japan",):
            spaces.append(set(asked.spaces))
    first, second = spaces
    assert {"Taiwan Sea Zone", "Celebes Sea Zone", "Java Sea Zone"} <= first
    assert "Philippines Sea Zone" not in first
    assert first - second == {"Celebes Sea Zone"}
    assert power_at(end_of(INDO_CHINA), "Taiwan Sea Zone", "destroyer") == ["Japan"]


def test_WG_EXA_038_039_all_fighters_of_Midway_and_Hawaii_find_a_place_to_land() -> None:
    end = end_of(MIDWAY)
    places = {
        space: len(power_at(end, space, "fighter"))
        for space in ("Hawaii Sea Zone", "Japan Sea Zone", "Marshall Islands")
    }
    assert places == {"Hawaii Sea Zone": 2, "Japan Sea Zone": 2, "Marshall Islands": 1}
    assert end.control["Midway"] == "Japan"
    assert not power_at(end, "Hawaii Sea Zone", "battleship").count("U.S.A.")


def test_both_pass_throughs_reach_Thailand_unless_one_is_stopped() -> None:
    assert end_of(THAILAND).control["Thailand"] == "U.K."
    assert power_at(end_of(THAILAND), "Thailand Sea Zone", "transport") == ["U.K."]
    back = end_of(THAILAND, "Java fails, and the fleet goes home")
    assert not power_at(back, "Thailand Sea Zone", "transport")


def test_WG_EXA_091_092_093_France_is_freed_and_two_infantry_join_the_one() -> None:
    end = end_of(UBER_UGLY)
    assert end.control["France"] == "France"
    assert power_at(end, "France", "infantry") == ["U.S.A."] * 3
    assert power_at(end, "Great Britain", "fighter") == ["U.S.A."] * 2
    assert power_at(end, "NA-4", "fighter") == ["U.S.A."]


def test_the_carrier_meets_the_submarine_in_the_strange_possibility() -> None:
    strange = end_of(UBER_UGLY, "A strange possibility: to NA-4")
    assert power_at(strange, "NA-4", "aircraft carrier") == ["U.S.A."]
    assert power_at(strange, "NA-4", "submarine") == ["Germany"]
    assert {battle.space for battle in strange.battles.values()} >= {"NA-4"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_it_opens_on_where_its_units_stand(name: str) -> None:
    record = shipped(name)
    bounds = opening_bounds(record, 0)
    assert bounds is not None
    (south, west), (north, east) = bounds
    state, anchors = record.state_at(0), map_geometry(record.board).anchors
    for space in {state.space_of(unit) for unit in state.units} - {None}:
        lat, lng, *_ = anchors[record.board.index[str(space)]]
        assert south < lat < north
        assert west < lng < east


def test_boards_and_pages_open_on_what_the_first_note_shows() -> None:
    record = shipped(ALGERIA)
    bounds = opening_bounds(record, 0)
    values = cursor_values(record, 0, (0,))
    pages = [stage_models({"cursor": (record, values)}, view=view) for view in (None, "Japan")]
    assert (
        pages[0]["board"]["looking"]["bounds"] == bounds != pages[1]["board"]["looking"]["bounds"]
    )
    assert a4a.BoardMap(record).painter.looking["bounds"] == bounds
    assert "bounds" not in a4a.BoardMap(record, node=record.last).painter.looking
