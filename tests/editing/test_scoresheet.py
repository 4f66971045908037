"""Games written down as they are played elsewhere: the rules advise and forbid nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import a4a
from a4a.core import edits
from a4a.core.errors import A4AError
from a4a.editing.entries import Entry
from a4a.editing.fights import CombatRound
from a4a.editing.opening import position
from a4a.editing.scoresheet import Scoresheet, scoresheet
from a4a.store import dumps, loads


def rules(entry: Entry) -> list[str]:
    return [one.rule for one in entry.advice]


def duel() -> Scoresheet:
    """Two tanks of Germany beside two infantry of France, nothing else; Germany moves."""
    p = position("europe1940").clear().put("Germany", "tank", 2, at="Western Germany")
    p.put("France", "air base", at="France").put("France", "infantry", 2, at="France").put(
        "Germany", "infantry", 1, at="Norway"
    )
    p.turn("Germany", "Combat Move")
    sheet = scoresheet(p.record())
    assert not sheet.moved("Germany", "tank", 2, start="Western Germany", end="Paris").advice
    assert not sheet.phase("Conduct Combat").advice
    return sheet


def test_a_turn_is_written_down_and_the_rules_have_nothing_to_say() -> None:
    sheet = scoresheet("europe1940", title="Thursday")
    sheet.turn("Germany", "Purchase and Repair Units")
    entries = [
        sheet.bought("Germany", {"infantry": 6, "artillery": 3}),
        sheet.phase("Combat Move"),
        sheet.phase("Noncombat Move"),
        sheet.moved("Germany", "infantry", 2, start="Germany", end="Poland"),
        sheet.phase("Mobilize New Units"),
        sheet.placed("Germany", "infantry", 6, at="Berlin"),
        sheet.placed("Germany", "artillery", 3, at="Western Germany"),
        sheet.phase("Collect Income"),
        sheet.income("Germany", 30),
    ]
    assert [rules(entry) for entry in entries if entry.advice] == [["AA-BON-001"]] or not any(
        entry.advice for entry in entries
    )
    assert entries[3].text == "2 German infantry moved from Germany to Poland"
    assert sheet.state.money("Germany", "IPC") == 30
    assert sheet.record.header.title == "Thursday"
    assert all(step.order is None for step in sheet.record.steps.values())
    assert loads(dumps(sheet.record)) == sheet.record


def test_what_the_rules_do_not_allow_is_written_down_and_told_once() -> None:
    sheet = scoresheet("europe1940")
    sheet.turn("Germany", "Combat Move")
    entry = sheet.moved("Germany", "infantry", start="Norway", end="United Kingdom")
    assert rules(entry)
    assert {one.severity for one in entry.advice} == {"illegal"}
    assert str(sheet.node) in repr(entry)
    assert entry.advice[0].rule in repr(entry)
    assert any(u.owner == "Germany" for u in sheet.state.at("United Kingdom"))
    assert rules(sheet.noted("They insist.")) == []


def test_what_cannot_have_happened_is_refused_and_nothing_is_written() -> None:
    sheet = scoresheet("europe1940")
    for write, words in (
        (lambda: sheet.moved("Germany", "tank", 30, start="Poland", end="Germany"), "not 30"),
        (lambda: sheet.phase("Combat Move"), "nobody's turn has begun"),
        (lambda: sheet.fought("Paris"), "nobody's turn has begun"),
        (lambda: sheet.turn("Germany", "Siesta"), "no phase 'Siesta'"),
        (lambda: sheet.placed("Germany", "tank", at="Berlin"), "has bought 0 tank to place, not 1"),
        (lambda: sheet.declared("Germany", "France"), "that is so already"),
        (lambda: sheet.correct(1, lambda s: None), "no step of this line leads to node 1"),
        (lambda: sheet.fought("Paris", attacker="Germany"), "enter their move first"),
    ):
        with pytest.raises(A4AError, match=words):
            write()
    assert len(sheet.record) == 0


# --- battles ------------------------------------------------------------------------------------


def test_a_battle_with_all_its_dice_is_judged_and_one_that_agrees_has_no_advice() -> None:
    entry = duel().fought(
        "Paris",
        faces={"Germany": {"tank": [1, 6]}, "France": {"infantry": [2, 6]}},
        losses={"France": {"infantry": 1}, "Germany": {"tank": 1}},
        rounds=[
            CombatRound(
                faces={"Germany": {"tank": [3]}, "France": {"infantry": [5]}},
                losses={"France": {"infantry": 1}},
            )
        ],
    )
    # Paris has fallen: what a capital costs its power is the table's to write down.
    assert set(rules(entry)) <= {"AA-CON-007", "AA-CON-021"}
    assert "the attackers took it" in entry.text


def test_losses_that_the_dice_do_not_cause_are_told() -> None:
    entry = duel().fought(
        "Paris",
        faces={"Germany": {"tank": [5, 6]}, "France": {"infantry": [2, 6]}},
        losses={"France": {"infantry": 1}, "Germany": {"tank": 1}},
    )
    assert "AA-CMB-040" in rules(entry)


@pytest.mark.parametrize("faces", [None, {"Germany": [5, 6], "France": [2, 6]}])
def test_what_dice_that_are_not_all_written_down_would_tell_is_not_told(
    faces: dict[str, list[int]] | None,
) -> None:
    sheet = duel()
    entry = sheet.fought("Paris", faces=faces, losses={"France": {"infantry": 2}})
    assert set(rules(entry)) <= {"AA-CON-007", "AA-CON-021"}
    found = a4a.audit(sheet.record, progress=None)
    assert set(found.filter(found["topic"] == "casualty")["severity"]) <= {"unknown"}
    assert sheet.state.control["France"] == "Germany"
    assert {u.owner for u in sheet.state.at("France")} == {"Germany"}


def test_a_die_shows_a_face_of_the_game() -> None:
    with pytest.raises(A4AError, match="a die of this game shows 1 to 6, not 7"):
        duel().fought("Paris", faces={"Germany": [7]})


def test_a_battle_ends_as_its_survivors_say() -> None:
    for losses, retreat, result in (
        ({"France": {"infantry": 2}}, "", "the attackers took it"),
        ({"Germany": {"tank": 2}}, "", "the defenders won"),
        ({"Germany": {"tank": 2}, "France": {"infantry": 2}}, "", "neither side survived"),
        ({"Germany": {"tank": 1}}, "Western Germany", "retreated"),
    ):
        sheet = duel()
        entry = sheet.fought("Paris", losses=losses, retreat=retreat)
        assert result in entry.text
        assert sheet.state.settled
    assert [u.type for u in sheet.state.at("Western Germany")] == ["tank"]
    assert entry.advice == ()  # whoever retreated has left the battle


def test_what_is_said_of_an_entry_is_broken_between_words() -> None:
    sheet = duel()
    entry = sheet.fought("Paris", losses={"Germany": {"tank": 1}}, retreat="Western Germany")
    move = sheet.moved("Germany", "infantry", start="Norway", end="Paris")
    for said in (entry, move):
        lines = repr(said).splitlines()
        assert max(map(len, lines)) <= 96
        assert said.text in " ".join(line.strip() for line in lines)


# --- corrections --------------------------------------------------------------------------------


def test_a_correction_puts_later_steps_on_a_branch_again() -> None:
    sheet = duel()
    wrong = 1
    sheet.fought("Paris", losses={"France": {"infantry": 2}})
    sheet.noted("Vive la France")
    found = sheet.correct(
        wrong, lambda s: s.moved("Germany", "tank", 1, start="Western Germany", end="Paris")
    )
    assert found.misfit == 3  # both tanks are said to fight
    assert found.why.endswith("of Germany is in Western Germany, not in France")
    assert list(found.kept) == [2]
    assert sheet.record.line() == (0, found.entry.node, *found.kept.values())
    assert sheet.node == sheet.record.last
    assert sheet.record.line("variation 1") == (1, 2, 3, 4)
    assert "step 3 does not fit any more" in repr(found)


def test_a_correction_that_changes_nothing_later_keeps_all_of_it() -> None:
    sheet = duel()
    sheet.noted("one")
    assert sheet.moved("Germany", "infantry", start="Norway", end="Paris").advice
    found = sheet.correct(3, lambda s: s.noted("ONE"))
    assert found.misfit is None
    assert list(found.kept) == [4]
    assert found.entry.advice == ()
    assert "1 later step is kept" in repr(found)


def test_a_correction_that_is_refused_changes_nothing() -> None:
    sheet = duel()
    before = dumps(sheet.record)
    for write in (
        lambda s: s.moved("Germany", "tank", 9, start="Western Germany", end="Paris"),
        lambda s: None,
    ):
        with pytest.raises(A4AError):
            sheet.correct(1, write)
    assert (dumps(sheet.record), sheet.node) == (before, 2)


# --- what becomes of it -------------------------------------------------------------------------


def test_a_game_that_was_written_down_is_played_on() -> None:
    sheet = duel()
    sheet.fought("Paris", losses={"France": {"infantry": 2}})
    assert sheet.income("Germany", 19, reason="plunder").text
    sheet.phase("Noncombat Move")
    game = a4a.new_game(sheet.record)
    assert game.decision is not None
    assert game.decision.kind == "noncombat move"


def test_hexes_are_written_down_in_the_same_words(tmp_path: Path) -> None:
    sheet = scoresheet("war_in_europe")
    sheet.turn("Germany", "Axis Movement", round=2)
    (unit,) = [
        u for u in sheet.state.units.values() if u.owner == "France" and u.name == "1st armor"
    ]
    assert isinstance(unit.place, str)
    side = sheet.state.board.neighbours(unit.place)[0]
    french = sheet.moved("France", "1st armor", start=unit.place, end=side)
    assert [found.says for found in french.advice] == ["it is not of the Axis"]
    entry = sheet.edited(lambda state: edits.put(state, "Germany", "infantry", 4, "2410"))
    assert rules(entry)[0].startswith("WE-STK")
    a4a.save(sheet.record, tmp_path / "hexes.a4a")
    again = scoresheet(a4a.load(tmp_path / "hexes.a4a"))
    assert again.node == sheet.node
    assert again.took(unit.place, "Germany").text.startswith("Germany")


def test_moves_on_hexes_are_judged_as_the_orders_they_equal() -> None:
    sheet = scoresheet("war_in_europe")
    sheet.turn("Germany", "Axis Movement", round=2)
    assert sheet.moved("Germany", "1st armor", start="2307", end="Berlin").advice == ()
    assert rules(sheet.moved("Germany", "1st armor", start="Berlin", end="Moscow")) == [
        "WE-ZOC-033"
    ]
    entry = sheet.moved("Germany", "2nd armor", start="2404", end="2306")
    assert rules(entry) == ["WE-STK-010"]
    assert repr(entry).splitlines()[1] == (
        "   illegal: land units that are no friends hold 2306 (WE-STK-010)"
    )
    sheet.turn("Germany", "Axis Combat")
    late = sheet.moved("Germany", "1st infantry", start="1908", end="2008")
    assert late.advice[0].rule == "WE-CMB-001"
    found = a4a.audit(sheet.record)
    assert found["rule"].to_list() == ["WE-ZOC-033", "WE-STK-010", "WE-CMB-001"]
    assert found["topic"].unique().to_list() == ["move"]


def test_attacks_on_hexes_come_from_beside_them_and_are_judged() -> None:
    sheet = scoresheet("war_in_europe")
    sheet.declared("Germany", "Poland")
    sheet.turn("Germany", "Axis Combat", round=2)
    attack = {"attacker": "Germany", "start": ["2404"], "losses": {"Poland": {"1st infantry": 1}}}
    entry = sheet.fought("Warsaw", **attack)
    assert "the attackers won" in entry.text
    assert entry.advice == ()
    assert sheet.state.control["2405"] == "Poland"  # taking it is a move of its own
    with pytest.raises(A4AError, match="attacks with 0 9th armor from 2404 and 2307, not 1"):
        sheet.fought(
            "2306", attacker="Germany", start=["2404", "2307"], losses={"Germany": {"9th armor": 1}}
        )
    far = sheet.fought("2306", attacker="Germany", start=["1908"])
    assert rules(far)[0].startswith("WE-LCB")
