"""Games of its own audit clean, and what is planted in one is found at its step."""

from __future__ import annotations

import msgspec
import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.record import GameRecord
from a4a.core.steps import TABLE, NodeId, Source
from a4a.editing.scoresheet import Scoresheet
from a4a.players import FormPlayer
from a4a.rules.systems.deluxe3g40.judging import UNJUDGED
from tests.analysis.planted import Scene


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """A round of a random game."""
    game = a4a.new_game("deluxe3g40", dice=SeededDice(3))
    FormPlayer(3).play(game, rounds=1)
    return game.record


def with_an_event(record: GameRecord, kind: type[ev.Event], reason: str = "") -> Scene:
    """The first step in which something happens, for some reason."""
    for node in record.line()[1:]:
        for event in record.step(node).events:
            if isinstance(event, kind) and reason in ("", getattr(event, "reason", "")):
                return Scene(record, node)
    raise AssertionError(kind)


def found(record: GameRecord) -> list[tuple[NodeId, str, str]]:
    findings = a4a.audit(record)
    return [(one["node"], one["severity"], one["what"]) for one in findings.to_dicts()]


def test_a_game_played_by_these_rules_audits_clean(record: GameRecord) -> None:
    assert found(record) == []


@pytest.mark.parametrize(
    ("kind", "reason", "field", "wrong"),
    [
        (ev.ResourceChanged, "purchase", "amount", -1),
        (ev.ResourceChanged, "income", "amount", 99),
        (ev.Rolled, "", "dice", ()),
        (ev.UnitsRemoved, "", "units", ()),
    ],
)
def test_what_an_order_does_not_cause_is_found(
    record: GameRecord, kind: type[ev.Event], reason: str, field: str, wrong: object
) -> None:
    scene = with_an_event(record, kind, reason)
    event = next(
        e for e in scene.events if isinstance(e, kind) and reason in ("", getattr(e, "reason", ""))
    )
    ((node, severity, _),) = found(scene.change(event, **{field: wrong}).cut())
    assert severity == "illegal"
    assert node <= scene.node


# --- games that were written down -----------------------------------------------------------------


def written_down(record: GameRecord) -> GameRecord:
    """A game as a table has it: its steps without their orders."""
    header = msgspec.structs.replace(record.header, source=Source(TABLE))
    copy = GameRecord(header, record.board, record.catalog, record.start)
    for node in record.line()[1:]:
        step = record.step(node)
        copy.append(step.events, actors=step.actors, cause=step.cause)
    return copy


def test_what_was_lawful_is_lawful_without_orders_and_what_is_not_judged_is_said(
    record: GameRecord,
) -> None:
    report = a4a.analysis.audit.report(written_down(record))
    judged = dict(report.judged.select("topic", "judged").iter_rows())
    assert {"move", "purchase", "placement", "turn"} <= judged.keys()
    assert judged["move"] > 100
    findings = report.findings.select("topic", "severity", "says").unique().rows()
    assert findings == [("order", "unknown", UNJUDGED)]


def germans(phase: str) -> Scoresheet:
    """A scoresheet in a phase of Germany."""
    sheet = a4a.scoresheet("deluxe3g40")
    sheet.turn("Germany", phase, round=1)
    return sheet


def test_a_move_that_no_rule_allows_is_told_of() -> None:
    sheet = germans("Combat Move")
    near = sheet.moved("Germany", "mechanized infantry", start="Western Germany", end="France")
    assert not near.advice
    far = sheet.moved("Germany", "light artillery", start="Germany", end="France")
    assert [(one.severity, one.topic) for one in far.advice] == [("illegal", "move")]


def test_purchases_are_judged_by_what_is_for_sale_and_what_is_due() -> None:
    """An elite infantry is paid in two instalments."""
    sheet = germans("Purchase Units")
    assert not sheet.bought("Germany", {"regular infantry": 2}).advice
    (wrong,) = sheet.bought("Germany", {"elite infantry": 1}).advice
    assert (wrong.topic, wrong.rule, wrong.difference) == ("purchase", "DX-QUE-002", -2)
    (dear,) = sheet.bought("Germany", {"light tank": 9}).advice
    assert (dear.topic, dear.severity) == ("purchase", "illegal")
    (early,) = sheet.bought("Germany", {"Tiger tank": 1}).advice
    assert "Tiger tank" in early.says


def test_placements_are_judged() -> None:
    sheet = germans("Purchase Units")
    sheet.bought("Germany", {"regular infantry": 2})
    sheet.phase("Mobilize New Units")
    assert not sheet.placed("Germany", "regular infantry", at="Germany").advice
    (wrong,) = sheet.placed("Germany", "regular infantry", at="Norway").advice
    assert (wrong.topic, wrong.severity) == ("placement", "illegal")


def test_what_nobody_judges_is_said_to_be_taken_as_written() -> None:
    sheet = germans("Combat Move")
    sheet.moved("Germany", "mechanized infantry", start="Western Germany", end="France")
    entries = (
        sheet.fought("France", attacker="Germany", losses={"France": {"regular infantry": 1}}),
        sheet.took("Egypt", "Germany"),
        sheet.income("Germany", 70),
    )
    for entry in entries:
        assert [(one.severity, one.says) for one in entry.advice] == [("unknown", UNJUDGED)]
        assert "taken as written" in repr(entry)
    findings = a4a.audit(sheet.record)
    assert findings["severity"].to_list() == ["unknown"] * 3
    assert not sheet.noted("late").advice
