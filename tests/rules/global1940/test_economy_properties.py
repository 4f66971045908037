"""What always holds of the economies of Global 1940, in random games with research."""

from __future__ import annotations

from collections import Counter

from hypothesis import example, given
from hypothesis import strategies as st

from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.state import State
from a4a.players.random_player import RandomPlayer
from a4a.rules import money, new_game
from a4a.rules.areas.economy import economies
from a4a.rules.areas.economy.objectives import achieved, objectives, paid_to
from tests import depth
from tests.rules.global1940.positions import GLOBAL, SYSTEM

SPENT = ("purchase", "repair", "technology")
EARNED = ("income", "objective", "convoy")
DUE = {o.name: paid_to(SYSTEM, o) for o in objectives(SYSTEM)}


@depth.examples(1, deep=80)
@given(seed=st.integers(0, 10**6), rounds=st.just(depth.number(2, deep=4)))
# A carrier that others' aircraft wait for leaves its own to a purchased one.
@example(seed=446, rounds=4)
def test_the_economies_of_random_games(seed: int, rounds: int) -> None:
    """Step by step: who pays, who is paid, and where what was bought is placed."""
    game = new_game(GLOBAL, dice=SeededDice(seed), options={"research": seed % 2 == 0})
    player = RandomPlayer(seed)
    while game.decision is not None and game.state.round <= rounds:
        player.play_turn(game)
    record = game.record
    for node in record.line()[1:]:
        state = record.state_at(record.steps[node].parent)
        paid: Counter[str] = Counter()
        for event in record.steps[node].events:
            if isinstance(event, ev.ResourceChanged) and event.resource == "IPC":
                _money(state, event)
                paid[event.treasury] += event.amount
            elif isinstance(event, ev.UnitsPlaced) and event.reason == "mobilized":
                _placed(state, event)
            state = state.apply(event)
        before = record.state_at(record.steps[node].parent)
        for treasury, amount in paid.items():
            assert state.money(treasury, "IPC") == before.money(treasury, "IPC") + amount >= 0


def _money(state: State, event: ev.ResourceChanged) -> None:
    """An economy spends and earns only in its power's turn and with its capital free."""
    power = SYSTEM.catalog.treasuries[event.treasury].name
    if event.reason in (*SPENT, *EARNED):
        assert state.active == (power,)
        assert event.treasury in economies.open_treasuries(SYSTEM, state, power)
    if event.reason == "income" and not event.detail:
        assert event.amount == economies.production(SYSTEM, state, power, event.treasury)
    elif event.reason == "objective":
        assert event.treasury == DUE[event.detail]
        assert (event.detail, event.amount) in {
            (o.name, amount) for o, amount in achieved(SYSTEM, state, power)
        }
    elif event.reason == "plunder" and event.amount < 0:
        assert state.control[economies.capitals(SYSTEM, power, event.treasury)[0]] != power


def _placed(state: State, event: ev.UnitsPlaced) -> None:
    """Units go where the economy that bought them has its complexes, facilities in its land."""
    assert isinstance(event.place, str)
    for number in event.units:
        unit = state.unit(number)
        around = (event.place, *SYSTEM.board.neighbours(event.place))
        land = around[1:] if event.place in SYSTEM.board.seas else around[:1]
        payers = {
            money.treasury_of(SYSTEM, name, unit.owner)
            for name in land
            if state.control.get(name) == unit.owner
        }
        assert money.payer(SYSTEM, unit) in payers
