"""Findings of an audit in the explorer, in Python; tests/browser/test_findings.py shows them."""

from __future__ import annotations

import polars as pl
import pytest

import a4a
from a4a.core import events as ev
from a4a.core.errors import A4AError
from a4a.core.record import GameRecord


@pytest.fixture
def game() -> GameRecord:
    """A turn in which Germany collects twice what it ought to, and buys for nothing."""
    record = a4a.start("global1940")
    record.append(
        [
            ev.RoundBegan(1),
            ev.TurnBegan(("Germany",)),
            ev.PhaseBegan("Purchase and Repair Units"),
            ev.Bought("Germany", "Germany", (ev.Line("infantry", 2, 6),)),
        ]
    )
    record.append([ev.PhaseBegan("Collect Income")])
    record.append([ev.ResourceChanged("Germany", "IPC", 60, "income")])
    return record


def test_findings_are_told_by_their_nodes(game: GameRecord) -> None:
    app = a4a.explore(game, charts=(), findings=a4a.audit(game))
    found = [(row["node"], row["rule"], row["difference"]) for row in app.cursor.findings]
    assert (1, "AA-PUR-004", 6) in found
    assert (3, "AA-INC-001", 30) in found
    assert app.findings is not None
    app.findings = None
    assert app.cursor.findings == []


def test_spaces_of_findings_are_those_of_the_board() -> None:
    record = a4a.start("global1940")
    record.append([ev.RoundBegan(1), ev.TurnBegan(("Germany",)), ev.PhaseBegan("Combat Move")])
    record.append([ev.ControlChanged("Yugoslavia", "Pro-Allies neutrals", "Germany", "conquest")])
    app = a4a.explore(record, charts=(), findings=a4a.audit(record))
    (row,) = (row for row in app.cursor.findings if row["topic"] == "conquest")
    assert row["spaces"] == [record.board.index["Yugoslavia"]]


@pytest.mark.parametrize("wrong", [[], "findings", pl.DataFrame({"node": [1]})])
def test_what_is_no_frame_of_findings_is_refused(game: GameRecord, wrong: object) -> None:
    app = a4a.explore(game, charts=())
    with pytest.raises(A4AError, match=r"a4a\.audit"):
        app.findings = wrong  # type: ignore[assignment]
