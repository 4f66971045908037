"""Games of The War Game audit clean, and what is planted in one is found at its step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import a4a
from a4a.analysis.audit import report
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.players import FormPlayer
from a4a.rules.systems.wargame1942.judging import runs
from tests.analysis.planted import Scene
from tests.shared_games import shipped
from tools.wargame1942_games.campaign.game import NAME
from tools.wargame1942_games.games import EXAMPLES

Fault = tuple[type[ev.Event], str, str, Callable[[Any], object]]
"""A kind of event, its reason or mode, a field of it, and what is told there instead."""


def first(record: GameRecord, kind: type[ev.Event], why: str) -> tuple[Scene, Any]:
    """The first step of the main line in which something happens for a reason, and its event."""
    for node in record.line()[1:]:
        for event in record.step(node).events:
            said = {getattr(event, field, None) for field in ("reason", "mode", "task", "kind")}
            if isinstance(event, kind) and (not why or why in said):
                return Scene(record, node), event
    raise AssertionError((kind, why))


def found(record: GameRecord) -> list[tuple[NodeId, str, str]]:
    findings = a4a.audit(record)
    return [(one["node"], one["severity"], one["what"]) for one in findings.to_dicts()]


def test_a_random_game_audits_clean() -> None:
    game = a4a.new_game("wargame1942", dice=SeededDice(3))
    game.let(FormPlayer(3), until="turn")
    assert found(game.record) == []


FAULTS: list[Fault] = [
    (ev.ResourceChanged, "Lend/Lease", "amount", lambda n: n - 1),
    (ev.UnitsMoved, "combat", "path", lambda path: (path[0], "Great Britain")),
    (ev.UnitsTasked, "support", "target", lambda _: "Voronezh"),
    (ev.UnitsTasked, "bombard", "task", lambda _: "offload"),
    (ev.BattleOpened, "", "links", lambda _: ("1 nowhere",)),
    (ev.Decided, "retreats", "choice", lambda _: "all of them"),
    (ev.Rolled, "", "dice", lambda _: ()),
    (ev.UnitsRemoved, "", "units", lambda _: ()),
    (ev.ControlChanged, "conquest", "new", lambda _: "Japan"),
    (ev.BattleClosed, "", "result", lambda _: "attacker retreats"),
]


@pytest.mark.parametrize(("kind", "why", "field", "wrong"), FAULTS)
def test_what_an_order_does_not_cause_is_found(
    kind: type[ev.Event], why: str, field: str, wrong: Callable[[Any], object]
) -> None:
    scene, event = first(shipped(NAME), kind, why)
    told = scene.change(event, **{field: wrong(getattr(event, field))}).cut()
    ((node, severity, _), *_) = found(told)
    assert severity == "illegal"
    assert node == scene.node


def test_what_a_game_begins_with_is_found_too() -> None:
    record = shipped(NAME)
    told = {}
    for node in record.line()[1:4]:
        step = record.step(node)
        events = [
            msgspec.structs.replace(e, amount=e.amount + 1) if isinstance(e, ev.ResourceChanged)
            and e.reason == "income" else e for e in step.events
        ]  # fmt: skip
        told[node] = msgspec.structs.replace(step, events=tuple(events))
    richer = GameRecord(
        record.header, record.board, record.catalog, record.start, steps=told.values()
    )
    assert found(richer)[0] == (1, "illegal", "it begins otherwise than was recorded")


def written_down(record: GameRecord, *, only: NodeId | None = None) -> GameRecord:
    """A game whose steps are told without orders, or one of them is."""
    steps = [
        msgspec.structs.replace(step, order=None) if only in (None, step.id) else step
        for step in record.steps.values()
    ]
    return GameRecord(record.header, record.board, record.catalog, record.start, steps=steps)


def test_of_a_game_without_orders_it_says_once_that_nobody_judges_it() -> None:
    record = shipped(NAME)
    told = report(written_down(record))
    begins = next(node for node in record.line()[1:] if record.step(node).order is not None)
    assert told.findings.select("node", "topic", "severity").rows() == [
        (begins, "order", "unknown")
    ]
    assert told.judged.height == 0
    orders = [node for node in record.line()[1:] if record.step(node).order is not None]
    (says,) = told.findings["says"].to_list()
    assert f"nor {len(orders) - 1} other steps: {runs(orders[1:])}" in says


def test_the_steps_that_nobody_judges_are_named() -> None:
    record = shipped(NAME)
    orders = [node for node in record.line()[1:] if record.step(node).order is not None]
    steps = [
        msgspec.structs.replace(step, order=None) if step.id in (orders[1], orders[3]) else step
        for step in record.steps.values()
    ]
    told = report(
        GameRecord(record.header, record.board, record.catalog, record.start, steps=steps)
    )
    (row,) = told.findings.rows(named=True)
    assert row["node"] == orders[1]
    assert row["says"].endswith(f"nobody has judged this step, nor 1 other step: {orders[3]}")


def test_where_one_step_has_no_order_the_others_are_judged() -> None:
    record = shipped(NAME)
    scene, _ = first(record, ev.UnitsMoved, "combat")
    told = report(written_down(record, only=scene.node))
    assert told.findings.select("node", "severity").rows() == [(scene.node, "unknown")]
    ordered = [n for n in record.line()[1:] if record.step(n).order is not None]
    assert told.judged["judged"].sum() == len(ordered) - 1


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_move_that_was_left_out_is_found_in_each_example(name: str) -> None:
    record = shipped(name)
    node = next(
        node
        for node in record.line()[1:]
        if any(isinstance(e, ev.UnitsMoved) for e in record.step(node).events)
    )
    scene = Scene(record, node)
    told = scene.swap(scene.first(ev.UnitsMoved)).cut()
    assert [where for where, *_ in found(told)] == [node]
