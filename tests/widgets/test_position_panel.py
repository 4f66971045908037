"""The edit mode of the board, without a browser: what the page is told, and what it may ask for."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import a4a
from a4a.core.errors import A4AError
from a4a.widgets.position_panel import PositionPanel, edit
from a4a.widgets.position_rows import TAKEN, keys_of


def ask(panel: PositionPanel, **told: Any) -> str:
    """Ask for something as the page does; return what is wrong with it, or ""."""
    answers: list[dict[str, Any]] = []
    view = panel.position_view
    view.send = answers.append
    view._on_message(view, {"ticket": 7, **told}, None)
    (answer,) = answers
    assert answer["ticket"] == 7
    return str(answer["fault"])


def index(panel: PositionPanel, space: str) -> int:
    return panel.editor.state.board.index[space]


@pytest.mark.parametrize("system", ["europe1940", "global1940", "war_in_europe"])
def test_every_game_is_laid_out_without_asking_which_it_is(system: str) -> None:
    panel = edit(system)
    setting, standing = panel.position_view.setting, panel.position_view.standing
    keys = [kind["key"] for kind in setting["types"]]
    assert len(set(keys)) == len(keys)
    assert not set(keys) & set(TAKEN)
    assert {turn["who"] for turn in setting["turns"]} & {"Germany", "Axis"}
    assert all(turn["phases"] for turn in setting["turns"])
    assert standing["findings"] == []
    assert bool(standing["waiting"]) == (system == "war_in_europe")
    for turn in setting["turns"]:
        for phase in ("", *turn["phases"]):
            fault = ask(panel, do="turn", power=turn["power"], phase=phase, round=2)
            assert fault == ""


def test_letters_are_given_once_and_names_come_first() -> None:
    assert keys_of(["tank", "tanker", "xyz"]) == {"tank": "t", "tanker": "a", "xyz": "b"}
    assert keys_of(f"n{i}" for i in range(30))["n29"] == ""


def test_what_the_page_asks_for_is_done_by_the_editor_and_shown() -> None:
    panel = edit("global1940")
    view = panel.position_view
    army = {"power": "Germany", "unit": "tank", "count": 2, "space": index(panel, "Poland")}
    assert ask(panel, do="put", **army) == ""
    assert panel.cursor.node == panel.editor.journal.last == view.standing["node"]
    assert view.standing["last"] == panel.editor.changes[-1]
    assert ask(panel, do="damage", **army | {"count": 1}) == ""
    assert [found["rule"] for found in view.standing["findings"]] == ["AA-CMB-037"]
    assert ask(panel, do="own", power="Germany", space=index(panel, "Belarus")) == ""
    assert ask(panel, do="money", treasury="Germany", resource="IPC", amount=5) == ""
    assert ask(panel, do="relation", power="Germany", other="Soviet Union", word="war") == ""
    assert ask(panel, do="take", **army | {"unit": "infantry"}) == ""
    assert len(panel.editor.changes) == 6
    there = index(panel, "Romania")
    assert ask(panel, do="move", **army | {"start": army["space"], "space": there}) == ""
    assert ask(panel, do="own", power="Germany", space=index(panel, "Belarus")) == ""
    assert "Belarus" not in panel.editor.state.control
    assert ask(panel, do="undo") == ask(panel, do="undo") == ""
    assert ask(panel, do="undo") == ""
    assert view.standing["undone"]
    assert ask(panel, do="redo") == ""
    assert panel.editor.state.control["Belarus"] == "Germany"


def test_technologies_and_statuses_are_offered_given_and_taken_away() -> None:
    panel = edit("global1940")
    view = panel.position_view

    def has(power: str) -> dict[str, bool]:
        return {mark["word"]: mark["has"] for mark in view.standing["marks"][power]}

    assert {"Rockets", "Super Submarines"} <= set(has("Germany"))
    assert not any(has("Germany").values())
    for given in (True, False):
        for kind, power, word in (
            ("technology", "Germany", "Rockets"),
            ("status", "Soviet Union", "Soviet-Mongolian Defense Pact void"),
        ):
            assert ask(panel, do=kind, power=power, word=word, has=given) == ""
            assert has(power)[word] is given
    assert "can have no status" in ask(panel, do="status", power="Italy", word="late", has=True)
    italy = edit("war_in_europe").position_view.standing["marks"]["Italy"]
    assert italy[0] == {"kind": "status", "word": "neutral", "has": True}


def test_units_that_stand_beside_a_ship_are_loaded_and_else_new_ones() -> None:
    panel = edit("global1940")
    panel.editor.clear("sea zone 113").put("Germany", "transport", at="sea zone 113")
    cargo = {
        "power": "Germany",
        "unit": "infantry",
        "count": 1,
        "space": index(panel, "sea zone 113"),
    }
    assert ask(panel, do="load", **cargo) == ""
    panel.editor.put("Germany", "infantry", at="sea zone 113")
    assert ask(panel, do="load", **cargo) == ""
    state = panel.editor.state
    (ship,) = (unit.id for unit in state.at("sea zone 113"))
    assert len(state.at(ship)) == 2
    assert "no ship in sea zone 113 has room" in ask(panel, do="load", **cargo)


def test_what_cannot_be_done_is_answered_and_changes_nothing() -> None:
    panel = edit("global1940")
    for told, words in (
        (
            {"do": "put", "power": "Germany", "unit": "tank", "count": 2, "space": 9999},
            "not on the",
        ),
        ({"do": "put", "power": "Germany", "unit": "tank", "count": 2, "space": "x"}, "not on the"),
        ({"do": "put", "power": "Germany", "unit": "zank", "count": 2, "space": 1}, "zank"),
        ({"do": "put", "power": "Germany", "unit": "tank", "count": -2, "space": 1}, "not -2"),
        ({"do": "put"}, "not understood"),
        ({"do": "fly"}, "not understood"),
        ({"do": "turn", "power": "Germany", "phase": "", "round": "x"}, "not 'x'"),
        ({"do": "undo"}, "nothing has been changed"),
        ({"do": "save", "name": "../x"}, "no plain file name"),
    ):
        assert words in ask(panel, **told)
    assert panel.editor.changes == ()


def test_a_position_is_saved_again_but_over_no_other_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "taken.a4a").write_text("mine")
    panel = edit("europe1940")
    assert "there is a file taken.a4a already" in ask(panel, do="save", name="taken")
    assert (tmp_path / "taken.a4a").read_text() == "mine"
    assert ask(panel, do="save", name="mine") == ""
    assert panel.position_view.file == {"name": "mine.a4a", "saved": True}
    panel.editor.put("Germany", "tank", 2, at="Poland")
    assert panel.position_view.file == {"name": "mine.a4a", "saved": False}
    assert ask(panel, do="save", name="mine.a4a") == ""
    assert a4a.load(tmp_path / "mine.a4a").start == panel.editor.position


def test_a_view_that_is_closed_follows_no_more() -> None:
    panel = edit("europe1940")
    panel.position_view.close()
    panel.editor.put("Germany", "tank", at="Poland")
    assert panel.position_view.standing["changes"] == 0


def test_it_is_opened_from_a_name_a_record_or_an_editor() -> None:
    game = a4a.game("global1940_strong_computer")
    panel = edit(game, node=game.node_at(round=3), view="Eastern Front")
    assert panel.editor.state.round == 3
    assert edit(panel.editor).editor is panel.editor
    with pytest.raises(A4AError, match="cannot be played"):
        edit("chess")
