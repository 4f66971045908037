"""The `a4a` command: what it prints, what it writes, what it refuses."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import a4a
from a4a.cli import main
from a4a.core import events as ev
from a4a.core.record import GameRecord
from a4a.rules.areas.orders import Buy
from tests.map import pixel_maps


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A file with a short game on the shipped board."""
    record = a4a.start("global1940")
    header = record.header.__class__(
        system="global1940", title="Short", players={"Germany": "Alice\x1b[31m"}, options={"bid": 6}
    )
    game = GameRecord(header, record.board, record.catalog, record.start)
    game.append([ev.RoundBegan(1), ev.TurnBegan(("Germany",)), ev.PhaseBegan("combat move")])
    game.append([ev.ControlChanged("Yugoslavia", None, "Germany", "conquest")], cause="edit")
    path = tmp_path / "short.a4a"
    a4a.save(game, path)
    return path


def test_info_says_what_a_game_is(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["info", str(played)]) == 0
    out = capsys.readouterr().out
    assert "Short" in out
    assert "2 (1 order, 1 edit)" in out
    assert "bid = 6" in out


def test_players_are_named_on_the_command_line(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    power, other = [power.name for power in a4a.open(played).catalog.powers[:2]]
    named = ["--player", f"{power}=Ada", "--player", f"{other} = Bo=B "]
    assert main(["info", str(played), *named]) == 0
    assert f"{power}: Ada, {other}: Bo=B" in capsys.readouterr().out
    assert main(["info", str(played), "--player", "Nobodia=Ada"]) == 1
    assert "no power 'Nobodia'" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["info", str(played), "--player", "Ada"])
    assert "'Ada' is not POWER=NAME" in capsys.readouterr().err


def test_info_shows_no_control_characters(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["info", str(played)])
    out = capsys.readouterr().out
    assert "Alice" in out
    assert "\x1b" not in out


def test_convert_writes_the_same_game_without_the_players(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "anonymous.a4a"
    assert main(["convert", "--anonymous", str(played), str(out)]) == 0
    assert "2 steps" in capsys.readouterr().out
    before, after = a4a.open(played), a4a.open(out)
    assert before.header.players
    assert after == before.without_players()


def test_page_writes_a_page(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "game.html"
    assert main(["page", str(played), "--out", str(out), "--at", "2", "--title", "In class"]) == 0
    assert "2 steps" in capsys.readouterr().out
    assert "<title>In class</title>" in out.read_text(encoding="utf-8")


def test_page_says_what_is_wrong(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = played.read_bytes()
    assert main(["page", str(played), "--out", str(played)]) == 1
    assert "end its name in .html" in capsys.readouterr().err
    assert main(["page", str(played), "--out", str(tmp_path / "x.html"), "--at", "99"]) == 1
    assert "no node 99" in capsys.readouterr().err
    assert played.read_bytes() == before


def test_picture_draws_a_node(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "board.png"
    asked = ["--node", "1", "--region", "europe", "--width", "400", "--out", str(out)]
    assert main(["picture", str(played), *asked]) == 0
    assert out.read_bytes().startswith(b"\x89PNG")
    assert "board.png: 400 x " in capsys.readouterr().out
    assert main(["picture", str(played), "--out", str(tmp_path / "board.svg")]) == 0
    assert (tmp_path / "board.svg").read_text(encoding="utf-8").startswith("<svg")


def test_animate_draws_a_gif(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "fronts.gif"
    assert main(["animate", str(played), "--width", "240", "--out", str(out)]) == 0
    assert out.read_bytes().startswith(b"GIF89a")
    assert "fronts.gif: " in capsys.readouterr().out


def test_pictures_and_pages_are_drawn_by_a_map_of_the_player_s_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file, page, shown = tmp_path / "game.a4a", tmp_path / "game.html", tmp_path / "board.svg"
    a4a.save(pixel_maps.record(), file)
    folder = pixel_maps.folder(tmp_path / "maps" / "tiny_world")
    drawn = []
    for named in (str(folder), "a4a"):
        asked = ["--width", "300", "--map", named, "--out", str(shown)]
        assert main(["picture", str(file), *asked]) == 0
        drawn.append(shown.read_text(encoding="utf-8"))
    assert drawn[0] != drawn[1]
    monkeypatch.setenv("A4A_MAPS", str(tmp_path / "maps"))
    capsys.readouterr()
    assert main(["page", str(file), "--out", str(page)]) == 0
    assert "--map triplea puts in the shapes of your map" in capsys.readouterr().out
    assert main(["page", str(file), "--out", str(page), "--map", "triplea"]) == 0
    assert "puts in the shapes" not in capsys.readouterr().out
    assert "Drawn by the TripleA map tiny_world" in page.read_text(encoding="utf-8")
    assert main(["picture", str(file), "--map", str(tmp_path), "--out", str(shown)]) == 0
    assert main(["picture", str(file), "--map", "gone", "--out", str(shown)]) == 1
    assert "gone: no such folder or file" in capsys.readouterr().err


def test_a_picture_of_nowhere_is_refused(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "board.png"
    assert main(["picture", str(played), "--region", "Atlantis", "--out", str(out)]) == 1
    assert "no part 'Atlantis'" in capsys.readouterr().err
    assert not out.exists()


def test_convert_writes_over_no_save(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = played.rename(played.with_suffix(".tsvg"))
    before = save.read_bytes()
    assert main(["convert", str(save), str(save)]) == 1
    assert "end its name in .a4a" in capsys.readouterr().err
    assert save.read_bytes() == before


def test_two_copies_are_merged_into_a_third_file_and_what_clashes_is_told(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mine, theirs, out = (tmp_path / f"{name}.a4a" for name in ("mine", "theirs", "both"))
    for path, words in ((mine, "quiet"), (theirs, "tense")):
        record = a4a.open(played)
        node = record.append([ev.Noted(words)])
        record.annotate(a4a.Comment(node=node, text=words))
        a4a.save(record, path)
    assert main(["merge", str(mine), str(theirs), "--out", str(out)]) == 0
    told = capsys.readouterr().out
    both = a4a.open(out)
    assert sorted(note.text for note in both.annotations) == ["quiet", "tense"]
    assert len(both.children(2)) == 2
    assert "both.a4a: 4 steps" in told
    assert re.search(r"node 3 of (MINE|THEIRS) is node 4", told)
    assert re.search(r"note 1 of (MINE|THEIRS) is note 2", told)
    assert "two files have another line" in told


def test_a_merge_writes_over_neither_of_its_files_nor_joins_two_games(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = played.read_bytes()
    again = tmp_path / "again.a4a"
    again.symlink_to(played)
    for out in (played, again):
        assert main(["merge", str(played), str(played), "--out", str(out)]) == 1
        assert "is one of the files to merge" in capsys.readouterr().err
    assert main(["merge", str(played), str(played), "--out", str(tmp_path / "x.tsvg")]) == 1
    assert "end its name in .a4a" in capsys.readouterr().err
    a4a.save(a4a.start("europe1940"), tmp_path / "other.a4a")
    both = [str(played), str(tmp_path / "other.a4a")]
    assert main(["merge", *both, "--out", str(tmp_path / "x.a4a")]) == 1
    assert "europe1940" in capsys.readouterr().err
    assert (
        main(["merge", str(played), str(tmp_path / "no.a4a"), "--out", str(tmp_path / "x.a4a")])
        == 1
    )
    assert "no.a4a: no such file" in capsys.readouterr().err
    assert played.read_bytes() == before


def test_a_picture_and_an_empty_file_are_no_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    picture, empty = tmp_path / "board.png", tmp_path / "empty.a4a"
    picture.write_bytes(b"\x89PNG\r\n\x1a\n")
    empty.touch()
    assert main(["info", str(picture)]) == 1
    said = "board.png: neither a TripleA save (.tsvg) nor an .a4a file"
    assert said in capsys.readouterr().err
    assert main(["info", str(empty)]) == 1
    assert "empty.a4a: the file is empty" in capsys.readouterr().err


def test_frames_writes_parquet_that_reads_back(
    played: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["frames", str(played), "--out", str(tmp_path / "out"), "--at", "node"]) == 0
    assert "control.parquet" in capsys.readouterr().out
    again = a4a.read_frames(tmp_path / "out")
    expected = a4a.frames(a4a.open(played), at="node")
    assert again.control.equals(expected.control)


def test_check_notes_what_the_rulebook_says_twice(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "war_in_europe"]) == 0
    *notes, last = capsys.readouterr().out.splitlines()
    assert last == "war_in_europe: no faults"
    assert all(note.startswith("note: ") for note in notes)
    [algiers] = [note for note in notes if "Algiers" in note]
    assert "1615 (2.1) or 1915" in algiers
    assert algiers.endswith("settles it: 1615")


def test_check_tells_the_faults_of_a_players_own_tables(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "charts").mkdir()
    (tmp_path / "counters.csv").write_text("power,name,combat,source\nGermany,1st armor,7,home\n")
    (tmp_path / "charts" / "combat.csv").write_text("line,least,one,source\nBombing,1,99,house\n")
    assert main(["check", "war_in_europe", "--overrides", str(tmp_path)]) == 1
    *_, source, chart, last = capsys.readouterr().out.splitlines()
    assert "counters.csv:2: source 'home' is none of" in source
    assert chart == "Bombing 1-4: 2 dice show no such roll"
    assert last == "war_in_europe: 2 faults"


def test_check_finds_no_fault_in_a_shipped_dataset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "europe1940"]) == 0
    assert capsys.readouterr().out == "europe1940: no faults\n"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["info", "nowhere.tsvg"], "nowhere.tsvg: no such file"),
        (["check", "nowhere"], "no dataset 'nowhere'"),
    ],
)
def test_a_refusal_is_one_line_on_stderr_and_exit_code_1(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 1
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("a4a: ")
    assert said in printed.err
    assert printed.err.count("\n") == 1


def test_a_damaged_file_is_refused_by_name_and_place(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    played.write_bytes(played.read_bytes()[:200])
    assert main(["info", str(played)]) == 1
    assert "short.a4a: damaged after line" in capsys.readouterr().err


def test_audit_tells_findings_turn_by_turn_and_exits_with_1_if_a_rule_was_broken(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = a4a.open(played)
    game.append([ev.PhaseBegan("Collect Income")], cause="engine")
    game.append([ev.ResourceChanged("Germany", "IPC", 99, "income")], cause="engine")
    a4a.save(game, played)
    assert main(["audit", str(played)]) == 1
    out, err = capsys.readouterr()
    assert "Round 1, Germany" in out
    assert "income, illegal (AA-INC-001)" in out
    assert "Germany collects 99" in out
    assert "income            1 judged,    0.00% agree,    0.00% free of illegal" in out
    assert re.search(
        r"^all +\d+ judged, +\d+\.\d\d% agree, +\d+\.\d\d% free of illegal$", out, re.M
    )
    assert "\r" not in err  # no bar where nobody looks on
    assert main(["audit", str(played), "--severity", "dubious", "--format", "csv"]) == 1
    assert capsys.readouterr().out.startswith("node,round,power,phase,topic,severity")


def test_audit_of_a_game_that_keeps_to_the_rules_exits_with_0(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = a4a.new_game("europe1940")
    game.do(Buy("Germany", {"infantry": 10}))
    path = tmp_path / "legal.a4a"
    a4a.save(game.record, path)
    assert main(["audit", str(path), "--format", "json"]) == 0
    assert capsys.readouterr().out.strip() == "[]"


def test_audit_of_a_game_no_rules_know_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = a4a.start("global1940")
    header = record.header.__class__(system="elsewhere")
    path = tmp_path / "elsewhere.a4a"
    a4a.save(GameRecord(header, record.board, record.catalog, record.start), path)
    assert main(["audit", str(path)]) == 1
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert "elsewhere" in err


def test_a_reader_that_has_had_enough_is_no_error() -> None:
    """As in ``a4a rules | head -1``."""
    command = [sys.executable, "-m", "a4a.cli", "rules", "--system", "war_in_europe"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout
        assert running.stderr
        assert running.stdout.read(3) == b"WE-"
        running.stdout.close()
        assert running.stderr.read() == b""
