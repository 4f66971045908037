"""A power-turn as players post it: everything that happened, once, with what it was worth."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import a4a
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.texts.turns import chosen, turns_of
from tests.shared_games import shipped

GOLDEN = Path(__file__).parent / "golden"
WAR = "war_in_europe_1939_1941"
TURNS = {
    "global1940": ("global1940_strong_computer", (2, "Italy"), "plain"),
    "war_in_europe": (WAR, (5, "Germany"), "markdown"),
}


def copied(name: str) -> GameRecord:
    """A shipped game that may be written into."""
    record = shipped(name)
    return record.copy_line(record.last)


def _check_golden(name: str, text: str) -> None:
    """Hold a text to what is written down; delete the file to write it anew."""
    file = GOLDEN / name
    if not file.exists():
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
        pytest.fail(f"{file.name} was not there; it is written: read it")
    assert text == file.read_text(encoding="utf-8")


@pytest.mark.parametrize("system", TURNS)
def test_a_turn_is_posted_as_it_is_written_down(system: str) -> None:
    name, turns, form = TURNS[system]
    _check_golden(f"{system}.txt", a4a.text(shipped(name), turns=turns, form=form))  # type: ignore[arg-type]


def test_a_turn_of_europe_1940_is_posted_as_it_is_written_down(europe: GameRecord) -> None:
    text = a4a.text(europe, turns=(1, "Soviet Union"), form="bbcode", battles="results")
    _check_golden("europe1940.txt", text)


def test_each_turn_of_a_line_is_told_once_and_in_order() -> None:
    for name in ("global1940_strong_computer", WAR):
        record = shipped(name)
        nodes = [node for turn in turns_of(record) for node in turn.nodes]
        assert nodes == list(record.line()[1:])


def test_a_round_that_begins_belongs_to_the_turn_that_begins_it() -> None:
    record = shipped("global1940_strong_computer")
    first = chosen(record, 2)[0].time
    assert (first.round, first.powers) == (2, ("Germany",))


def test_turns_are_asked_for_by_round_by_power_and_as_a_list() -> None:
    record = shipped("global1940_strong_computer")
    text = a4a.text(record, turns=[(2, "italy"), (1, "China")], battles="results")
    told = [line for line in text.splitlines() if line.startswith("Round")]
    assert told == ["Round 1: China (computer (strong))", "Round 2: Italy (computer (strong))"]
    assert a4a.text(record, turns=3).count("\nRound 3:") == 9


@pytest.mark.parametrize(
    ("turns", "says"),
    [
        (99, "no round 99: rounds go from"),
        ((1, "Prussia"), "no power 'Prussia'"),
        ((1, "Dutch"), "Dutch has no turn in round 1"),
        ("3", "names no turns"),
        (True, "names no turns"),
        ([None], "names no turns"),
    ],
)
def test_turns_that_there_are_not_are_refused(turns: object, says: str) -> None:
    with pytest.raises(A4AError, match=says):
        a4a.text(shipped("global1940_strong_computer"), turns=turns)  # type: ignore[arg-type]


@pytest.mark.parametrize("word", ["form", "notes", "battles"])
def test_a_word_that_means_nothing_is_refused(word: str) -> None:
    with pytest.raises(A4AError, match=f"{word} is one of "):
        a4a.text(shipped(WAR), **{word: "html"})  # type: ignore[arg-type]


def test_notes_stand_before_and_after_what_they_are_about_and_glyphs_behind_it() -> None:
    record = copied("global1940_strong_computer")
    bought = next(n for n in record.line() if record.time(n).phase.startswith("Purchase"))
    bought = record.children(bought)[0]
    record.annotate(a4a.Comment(node=bought, text="Before.", when="before", author="Ada"))
    record.annotate(a4a.Comment(node=bought, text="After."))
    record.annotate(a4a.Glyph(node=bought, sign="?!"))
    text = a4a.text(record, turns=(1, "Germany"))
    order = "- Germany bought 2 mechanized infantry, 2 infantry and 4 artillery for 30 IPC ?!"
    assert f"| Ada: Before.\n\n{order}\n\n| After.\n" in text
    without = a4a.text(record, turns=(1, "Germany"), notes="none")
    assert "Before." not in without
    assert "?!" not in without


def test_a_battle_is_told_with_its_swing_and_what_the_dice_were_worth() -> None:
    text = a4a.text(shipped("global1940_strong_computer"), turns=(1, "Germany"))
    frame = a4a.frames(shipped("global1940_strong_computer")).battles
    first = frame.filter((frame["round"] == 1) & (frame["space"] == "France")).row(1, named=True)
    assert (first["attacker_loss"], first["defender_loss"], first["swing"]) == (52, 23, -29)
    assert (
        "The attackers retreated. TUV lost: 52 by the attackers, 23 by the defenders; swing -29. "
        "Hits: 7 of 9.7 expected in attack; 13 of 7.3 expected in defense." in text
    )


def test_a_battle_is_told_with_its_odds_where_they_are_given() -> None:
    record = shipped("global1940_strong_computer")
    frame = pl.DataFrame(
        {"battle": ["1.4", "1.9"], "p_attacker": [0.637, None], "expected": [-3, 1]}
    )
    plain = a4a.text(record, turns=(1, "Germany"))
    text = a4a.text(record, turns=(1, "Germany"), odds=frame)
    assert text.replace(" Odds: 64% for the attackers, expected swing -3.0.", "") == plain
    assert text.count("Odds: ") == 1
    with pytest.raises(A4AError, match=r"odds are the frame that a4a\.luck returns"):
        a4a.text(record, odds=frame.drop("expected"))


def test_the_odds_told_are_those_of_luck(europe: GameRecord) -> None:
    known = a4a.luck(europe)["p_attacker"].drop_nulls().len()
    assert 0 < a4a.text(europe, odds=a4a.luck(europe)).count("Odds: ") == known


@pytest.mark.parametrize(("name", "turns"), [("global1940_fast_computer", 2), (WAR, None)])
def test_the_swings_told_are_those_of_the_frames(name: str, turns: int | None) -> None:
    record = copied(name)
    frame = a4a.frames(record).battles
    swings = (frame if turns is None else frame.filter(frame["round"] == turns))["swing"]
    told = a4a.text(record, turns=turns, notes="none").split("; swing ")[1:]
    assert sorted(int(part.split(".")[0]) for part in told) == sorted(swings)


def test_the_money_told_adds_up(europe: GameRecord) -> None:
    for turn in ("Germany", "Soviet Union", "Italy"):
        text = a4a.text(europe, turns=(1, turn))
        rows = text.split("IPC  ", 1)[1].split("\n\n")[0].splitlines()[2:]
        for row in rows:
            before, gained, paid, after = map(int, row.split()[-4:])
            assert before + gained - paid == after


def test_units_placed_one_by_one_are_told_together() -> None:
    text = a4a.text(shipped("global1940_strong_computer"), turns=(1, "Germany"))
    assert (
        "- 4 German artillery, 2 infantry and 2 mechanized infantry were placed in Germany" in text
    )


def test_a_variation_is_posted_by_its_name() -> None:
    record = shipped(WAR)
    name = record.lines[1]
    first = record.variations[0].first
    text = a4a.text(record, line=name)
    assert f"Round {record.time(first).round} " in text
    assert len(text) < len(a4a.text(record))


def test_the_command_prints_a_turn_and_writes_a_file(
    project: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from a4a.cli import main

    game = str(project / "datasets" / "games" / "global1940_strong_computer.a4a")
    assert main(["text", game, "--turns", "2:Italy", "--battles", "results"]) == 0
    printed = capsys.readouterr().out
    assert printed == a4a.text(
        shipped("global1940_strong_computer"), turns=(2, "Italy"), battles="results"
    )
    out = tmp_path / "italy.md"
    assert main(["text", game, "--turns", "2:Italy", "--form", "markdown", "--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("# Global 1940")
    with pytest.raises(SystemExit):
        main(["text", game, "--turns", "Italy"])
    assert "is not ROUND or ROUND:POWER" in capsys.readouterr().err
