"""Games of its own audit clean, and what is planted in one is found at its step."""

from __future__ import annotations

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.players import FormPlayer
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
