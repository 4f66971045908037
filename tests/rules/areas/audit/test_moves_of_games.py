"""The judge of moves and the kernel agree on the moves of whole games."""

from __future__ import annotations

import msgspec
import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from a4a.players import RandomPlayer
from tests import depth
from tests.rules.areas.audit.moved import judged
from tests.shared_games import SHIPPED, shipped


def random_game(system: str, seed: int, *, turns: int) -> GameRecord:
    """A game played at random by the rules."""
    game = a4a.new_game(system, dice=SeededDice(seed))
    player = RandomPlayer(seed)
    for _ in range(turns):
        player.play_turn(game)
    return game.record


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 1 + depth.number(1, deep=60)))
@pytest.mark.parametrize("system", ["europe1940", "global1940"])
def test_the_kernel_and_its_judge_agree_on_every_move(system: str, seed: int) -> None:
    record = random_game(system, seed, turns=depth.number(15, deep=24))
    found = judged(record)
    assert [(node, one.rule, one.what) for node, one in found] == []


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1, 1 + depth.number(1, deep=20)))
@pytest.mark.parametrize("system", ["europe1940", "global1940"])
def test_a_detour_that_no_infantry_can_make_is_found_at_its_node(system: str, seed: int) -> None:
    """The board stands as it did, so nothing else is wrong in the rest of the game."""
    record = random_game(system, seed, turns=12)
    marches = [
        node for node in record.line() if (s := record.steps.get(node)) and _march(record, s.id)
    ]
    assert len(marches) > 10
    for node in marches[:: len(marches) // depth.number(2, deep=8)]:
        changed, wrong = _with_detour(record, node)
        assert [(at, one.rule) for at, one in judged(changed)] == [(wrong, "AA-MOV-039")]


def _march(record: GameRecord, node: NodeId) -> bool:
    """Whether a step is a noncombat march of infantry alone."""
    events = record.step(node).events
    if len(events) != 1 or not isinstance(events[0], ev.UnitsMoved):
        return False
    move = events[0]
    state = record.state_at(node)
    return (
        move.mode == "noncombat"
        and not any(space.startswith("sea zone") for space in move.path)
        and all(state.unit(i).type == "infantry" for i in move.units)
    )


def _with_detour(record: GameRecord, node: NodeId) -> tuple[GameRecord, NodeId]:
    """The same game, but that one move goes there and back and there again; and its node."""
    changed = GameRecord(record.header, record.board, record.catalog, record.start)
    wrong = 0
    for number in record.line():
        step = record.steps.get(number)
        if step is None:
            continue
        events = step.events
        if number == node:
            move = events[0]
            assert isinstance(move, ev.UnitsMoved)
            events = (msgspec.structs.replace(move, path=move.path * 2, cost=3),)
        made = changed.append(events, actors=step.actors, cause=step.cause, order=step.order)
        wrong = made if number == node else wrong
    return changed, wrong


@pytest.mark.soak
@pytest.mark.parametrize("name", depth.sample(SHIPPED))
def test_the_moves_of_a_recorded_game_agree_or_are_explained(name: str) -> None:
    record = shipped(name)
    moves = sum(
        isinstance(event, ev.UnitsMoved) and not event.battle
        for step in record.steps.values()
        for event in step.events
    )
    found = [one for _, one in judged(record, program="TripleA")]
    assert moves > 1500
    assert len(found) <= moves / 100
    assert {one.severity for one in found} == {"engine option"}
    assert all(one.cites for one in found)


@pytest.mark.soak
@pytest.mark.parametrize("round", depth.sample((5, 2, 8)))
def test_the_judge_agrees_with_who_plays_a_recorded_game_on(round: int) -> None:
    record = a4a.game("global1940_strong_computer")
    node = record.nearest_settled(record.node_at(round=round, power="Japan"))
    game = a4a.new_game(record, node=node, dice=SeededDice(round))
    player = RandomPlayer(round)
    for _ in range(3):
        player.play_turn(game)
    (line,) = (name for name in record.lines if game.node in record.line(name))
    found = judged(record, program="TripleA", line=line)
    assert [(at, one.rule) for at, one in found if at > node and record.step(at).order] == []
