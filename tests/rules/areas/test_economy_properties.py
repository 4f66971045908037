"""What always holds of money, control and facilities, in random games."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.units import Holding
from a4a.players.random_player import RandomPlayer
from a4a.rules import new_game
from a4a.rules.areas.economy import economies
from a4a.rules.game import Game
from tests.depth import examples, number
from tests.rules.areas.positions import rules

SYSTEM = rules().game
FACILITIES = SYSTEM.of_category("facility")
COMPLEXES = SYSTEM.able("industrial complex")


def random_game(seed: int, rounds: int) -> Game:
    """A game played at random up to the end of a round."""
    game = new_game("europe1940", dice=SeededDice(seed))
    player = RandomPlayer(seed)
    while game.decision is not None and game.state.round <= rounds:
        player.play_turn(game)
    return game


@examples(1, deep=80)
@given(seed=st.integers(0, 10**6))
def test_the_economy_of_random_games(seed: int) -> None:
    game = random_game(seed, number(2, deep=3))
    record = game.record
    ledger = Counter(
        {b.treasury: b.amount for b in record.start.balances}
    )  # what every treasury holds, added up from the events
    for node in record.line()[1:]:
        before, after = record.state_at(record.steps[node].parent), record.state_at(node)
        for event in record.steps[node].events:
            if isinstance(event, ev.ResourceChanged):
                ledger[event.treasury] += event.amount
                assert event.amount or event.reason == "income", event
            elif isinstance(event, ev.Bought):
                assert event.power == before.active[0]
        for treasury in SYSTEM.catalog.treasuries:
            assert after.money(treasury, "IPC") == ledger[treasury] >= 0
        if before.active != after.active:
            _at_turns_end(before.active[0] if before.active else "", after)


def _at_turns_end(power: str, state) -> None:  # type: ignore[no-untyped-def]
    """Nothing waits to be mobilized; facilities are where and whose they may be."""
    if power:
        assert not state.at(Holding(power, "purchased"))
    for territory, owner in state.control.items():
        found = [u for u in state.at(territory) if u.type in FACILITIES]
        assert {u.owner for u in found} <= {owner}
        kinds = Counter("complex" if u.type in COMPLEXES else u.type for u in found)
        assert all(count == 1 for count in kinds.values()), (territory, kinds)
        for unit in found:
            assert 0 <= unit.damage <= SYSTEM.types[unit.type].numbers["max damage"]
            space = SYSTEM.board.space(territory)
            if "falls to minor industrial complex" in SYSTEM.types[unit.type].abilities:
                assert space.original == owner
            if unit.type in COMPLEXES:
                assert "island" not in space.features


@pytest.mark.rule("AA-INC-001", "AA-INC-010", "AA-MOB-022")
def test_AA_INC_010_a_turns_money_adds_up() -> None:
    """What a power has at its turn's end is what it had, less what it paid, plus what it got."""
    game = random_game(1940, 2)
    record = game.record
    for round_ in (1, 2):
        for power in SYSTEM.order_of_play:
            first = record.node_at(round=round_, power=power)
            before = record.state_at(record.steps[first].parent)
            flows: Counter[str] = Counter()
            node = first
            state = record.state_at(node)
            while state.active == (power,) and node != record.last:
                node = record.children(node)[0]
                state = record.state_at(node)
                for event in record.steps[node].events:
                    if isinstance(event, ev.TurnBegan):
                        break
                    if isinstance(event, ev.ResourceChanged) and event.treasury == power:
                        flows[event.reason] += event.amount
            assert state.money(power, "IPC") == before.money(power, "IPC") + sum(flows.values())
            assert flows["purchase"] <= 0 <= flows["income"]
            assert flows["convoy"] <= 0
            if economies.capital_lost(SYSTEM, state, power):
                assert flows["income"] == flows["purchase"] == 0
