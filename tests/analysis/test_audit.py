"""The audit as a whole: games that keep to the rules, games that cannot be judged, progress."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import polars as pl
import pytest

import a4a
from a4a.analysis.audit import FINDINGS, JUDGED, ProgressBar, Report, report
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.players import RandomPlayer
from tests import depth
from tests.rules.test_refusals import bare_names
from tests.shared_games import SHIPPED, audited, opened, shipped, shipped_audited

WHOLE = ("purchase", "repair", "placement", "income", "casualty")


def shares(found: Report) -> dict[str, float]:
    return dict(zip(found.judged["topic"], found.judged["agree"], strict=True))


def agrees(record: GameRecord, found: Report) -> None:
    """Moves in 99 of 100 cases, what is bought, placed, collected and lost in all."""
    agree = shares(found)
    assert {topic: agree[topic] for topic in WHOLE} == dict.fromkeys(WHOLE, 1.0)
    assert agree["move"] >= 0.99
    assert found.findings["node"].n_unique() <= len(record.steps) / 100
    unexplained = found.findings.filter(
        (pl.col("severity") != "engine option") | pl.col("cites").is_null()
    )
    assert unexplained.is_empty(), unexplained


@pytest.mark.parametrize("name", SHIPPED)
def test_games_that_come_with_a4a_agree_or_cite_why_not(name: str) -> None:
    agrees(shipped(name), shipped_audited(name))


@pytest.mark.soak  # as shipped, read anew
@pytest.mark.parametrize("save", depth.sample(["g40_hard_s101", "g40_fast_s303"]))
def test_the_shared_saves_agree_or_cite_why_not(shared: Path, save: str) -> None:
    path = shared / "saves" / f"{save}.tsvg"
    agrees(opened(path), audited(path))


@pytest.mark.parametrize("save", ["g40_hard_s101", "triplea2/g40_26_fast"])
def test_findings_read_as_english(shared: Path, save: str) -> None:
    """Names have their articles, battles their names, and verbs the number of what they go with."""
    found = audited(shared / "saves" / f"{save}.tsvg").findings
    said = [*found["what"], *found["says"]]
    assert bare_names(said, "global1940") == []
    assert [words for words in said if "amphibious battle" in words] == []
    disagrees = re.compile(r"^1 [^,]* (wait|come|stay) |^([2-9]|1\d) [^,]* (waits|comes|stays) ")
    assert [words for words in said if disagrees.search(words)] == []


def test_what_findings_cite_is_written_down(project: Path) -> None:
    told = "".join(
        (project / "docs" / f"{name}.md").read_text(encoding="utf-8")
        for name in ("rulings", "deviations")
    )
    for name in SHIPPED:
        cited = shipped_audited(name).findings["cites"].drop_nulls().unique()
        assert [one for one in cited if f"**{one} " not in told] == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(11, 11 + depth.number(1, deep=40)))
@pytest.mark.parametrize(("system", "research"), [("europe1940", True), ("global1940", False)])
def test_the_kernel_keeps_its_own_rules(system: str, seed: int, research: bool) -> None:
    game = a4a.new_game(system, dice=SeededDice(seed), options={"research": research})
    player = RandomPlayer(seed)
    while game.decision is not None and game.state.round <= depth.number(2, deep=3 + seed % 3):
        player.play_turn(game)
    found = report(game.record, progress=None)
    assert found.findings.is_empty(), found.findings
    judged = set(found.judged["topic"])
    assert judged >= {"move", "purchase", "placement", "income", "battle", "conquest"}
    assert ("technology" in judged) == research


# --- the frame ------------------------------------------------------------------------------------


@pytest.fixture
def odd() -> GameRecord:
    """A game in which Germany collects more than it ought to, and somebody edits it."""
    record = a4a.start("global1940")
    record.append([ev.RoundBegan(1), ev.TurnBegan(("Germany",)), ev.PhaseBegan("Collect Income")])
    record.append([ev.ResourceChanged("Germany", "IPC", 50, "income")])
    return record


def test_findings_tell_what_when_and_how_much(odd: GameRecord) -> None:
    found = a4a.audit(odd)
    assert found.columns == [column.name for column in FINDINGS.columns]
    (row,) = found.filter(pl.col("rule") == "AA-INC-001").to_dicts()
    assert (row["node"], row["round"], row["power"], row["phase"]) == (
        2, 1, "Germany", "Collect Income",
    )  # fmt: skip
    assert row["difference"] == 50 - 30
    assert row["section"].startswith("Phase 6: Collect Income")
    judged = report(odd).judged
    assert judged.columns == [column.name for column in JUDGED.columns]


def test_the_share_free_of_illegal_stands_beside_the_share_that_agrees(odd: GameRecord) -> None:
    unit = odd.state_at(odd.last).at("Germany")[0]
    new = msgspec.structs.replace(unit, id=odd.state_at(odd.last).last_unit + 1)
    odd.append([ev.UnitsAdded((new,), "edit")], cause="edit")
    found = report(odd)
    rows = {row["topic"]: row for row in found.judged.to_dicts()}
    assert (rows["income"]["agree"], rows["income"]["lawful"]) == (0, 0)
    assert (rows["placement"]["agree"], rows["placement"]["lawful"]) == (0, 1)  # engine option
    judged = sum(row["judged"] for row in rows.values())
    assert found.agree == max(0, 1 - found.findings.height / judged)
    illegal = (found.findings["severity"] == "illegal").sum()
    assert found.lawful == max(0, 1 - illegal / judged)


def test_an_edit_of_the_game_is_no_fault_of_a_player(odd: GameRecord) -> None:
    unit = odd.state_at(odd.last).at("Germany")[0]
    new = msgspec.structs.replace(unit, id=odd.state_at(odd.last).last_unit + 1)
    odd.append([ev.UnitsAdded((new,), "edit")], cause="edit")
    (row,) = a4a.audit(odd).filter(pl.col("node") == odd.last).to_dicts()
    assert row["severity"] == "engine option"
    assert "edited" in row["says"]


def test_a_variation_is_judged_from_the_start_on(odd: GameRecord) -> None:
    odd.append([ev.ResourceChanged("Germany", "IPC", 30, "income")], parent=1)
    (variation,) = (line for line in odd.lines if line != "main")
    assert "AA-INC-001" in set(a4a.audit(odd)["rule"])
    assert "AA-INC-001" not in set(a4a.audit(odd, line=variation)["rule"])


# --- what cannot be judged ------------------------------------------------------------------------


def told(record: GameRecord, **header: Any) -> GameRecord:
    """The same start with another header."""
    return GameRecord(
        msgspec.structs.replace(record.header, **header), record.board, record.catalog,
        record.start,
    )  # fmt: skip


def strange_catalog() -> GameRecord:
    record = a4a.start("europe1940")
    types = (
        *record.catalog.unit_types,
        msgspec.structs.replace(record.catalog.unit_types[0], name="zeppelin", aliases=()),
    )
    catalog = msgspec.structs.replace(record.catalog, unit_types=types)
    return GameRecord(record.header, record.board, catalog, record.start)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: "game.tsvg", r"give a record, as a4a\.open returns it, not a str"),
        (lambda: None, "not a NoneType"),
        (lambda: told(a4a.start("europe1940"), system="chess"), "chess"),
        (lambda: told(a4a.start("europe1940"), system="../../etc"), "does not come with a4a"),
        (lambda: told(a4a.start("global1940"), system="europe1940"), "a board of its own"),
        (strange_catalog, "unit type 'zeppelin', which the rules of europe1940 do not know"),
    ],
)
def test_what_cannot_be_judged_is_refused_in_a_sentence(
    make: Callable[[], GameRecord], message: str
) -> None:
    with pytest.raises(A4AError, match=message) as refused:
        a4a.audit(make())
    assert "\n" not in str(refused.value)


def test_a_line_that_is_not_there_is_refused() -> None:
    with pytest.raises(A4AError, match="no line 'mine'"):
        a4a.audit(a4a.start("global1940"), line="mine")


# --- progress -------------------------------------------------------------------------------------


def test_progress_is_told_to_the_end(odd: GameRecord) -> None:
    heard: list[tuple[int, int]] = []
    a4a.audit(odd, progress=lambda done, steps: heard.append((done, steps)))
    assert heard == [(1, 3), (2, 3), (3, 3)]


class Terminal:
    """A stream somebody looks at."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


def test_a_bar_comes_when_it_takes_long_and_is_gone_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal, now = Terminal(), [0.0]
    monkeypatch.setattr("sys.stderr", terminal)
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    bar = ProgressBar()
    for done in range(1, 4001):
        now[0] += 0.003
        bar(done, 4000)
    lines = terminal.text.split("\r")
    assert "[#######.......................] 1000 of 4000 steps judged" in lines
    assert not any(line.startswith("[.......") for line in lines)  # the first seconds are quiet
    assert len(lines) < 150
    assert lines[-2].strip() == lines[-1] == ""


def test_what_takes_no_time_has_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    a4a.audit(a4a.start("global1940"))
    assert terminal.text == ""


def test_nobody_is_shown_a_bar_where_nobody_looks(
    odd: GameRecord, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("a4a.analysis.audit._PATIENCE", -1.0)
    a4a.audit(odd)
    assert capsys.readouterr().err == ""
    terminal = Terminal()
    monkeypatch.setattr("sys.stderr", terminal)
    a4a.audit(odd)
    assert "steps judged" in terminal.text


def test_an_attack_on_a_strict_neutral_turns_the_others() -> None:
    """AA-NEU-021, AA-NEU-033."""
    record = a4a.start("global1940")
    record.append([ev.RoundBegan(1), ev.TurnBegan(("Germany",)), ev.PhaseBegan("Conduct Combat")])
    owner = record.state_at(1).control["Turkey"]
    record.append([ev.ControlChanged("Turkey", owner, None, "neutrality violated")])
    found = a4a.audit(record).filter(pl.col("node") == 2)
    rules = dict(zip(found["space"], found["rule"], strict=True))
    assert rules["Turkey"] == "AA-NEU-021"
    assert rules["Sweden"] == rules["Spain"] == "AA-NEU-033"
    assert "Bulgaria" not in rules  # it leans already
