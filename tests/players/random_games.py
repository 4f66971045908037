"""Random games, looked at turn by turn: what holds in every game of the family."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from types import MappingProxyType

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.units import Holding
from a4a.players import RandomPlayer
from a4a.rules import Game
from tests.players.census import CountedPlayer, occurred

Look = Callable[[State, tuple[str, ...]], None]
"""Looks at a state as the turn of these powers has ended."""


def played(
    system: str,
    seed: int,
    *,
    rounds: int,
    options: dict[str, bool] | None = None,
    look: Look | None = None,
    census: Counter[str] | None = None,
) -> Game:
    """Play a random game to the end of a round, looking at every turn; add it to a census."""
    game = a4a.new_game(system, options=options, dice=SeededDice(seed))
    player = CountedPlayer(seed)
    play_on(game, player, rounds=rounds, look=look)
    if census is not None:
        census.update(occurred(game.record))
        census.update(player.asked)
    return game


def play_on(game: Game, player: RandomPlayer, *, rounds: int, look: Look | None = None) -> None:
    """Play a game to the end of a round, looking at every turn."""
    while game.state.round <= rounds and game.decision is not None:
        turn = game.state.active
        player.play_turn(game)
        look_at(game.state, turn)
        if look is not None:
            look(game.state, turn)


def look_at(
    state: State, turn: tuple[str, ...], *, aboard: Mapping[str, int] = MappingProxyType({})
) -> None:
    """What holds whenever a turn has ended; so much is ``aboard`` types of ships at most."""
    assert state.settled, state.unsettled
    types = {t.name: t for t in state.catalog.unit_types}
    sea = {s.name for s in state.board.spaces if s.kind == "sea"}
    closed = {s.name for s in state.board.spaces if s.impassable}
    catalog = state.catalog
    queues = {catalog.queue(treasury) for power in catalog.powers for treasury in power.treasuries}
    for unit in state.units.values():
        kind = types[unit.type]
        assert unit.damage >= 0
        assert "hit" not in unit.flags
        if isinstance(unit.place, Holding):
            waits = unit.owner not in turn or unit.place in queues
            assert waits, f"{unit} was not mobilized, nor paid back"
        elif isinstance(unit.place, str):
            assert unit.place not in closed
            if kind.category in ("land", "facility"):
                assert unit.place not in sea
            elif kind.category == "sea":
                assert unit.place in sea
                assert unit.damage < kind.hits
    for space in sea:
        assert space not in state.control
        for carrier in state.at(space):
            cargo = state.at(carrier.id)
            kind = types[carrier.type]
            most = aboard.get(kind.name, kind.transport_capacity)
            assert sum(types[u.type].transport_cost for u in cargo) <= most
            assert sum(types[u.type].carrier_cost for u in cargo) <= kind.carrier_capacity
    assert all(amount >= 0 for amount in state.balances.values())


def check_books(game: Game) -> None:
    """What a record adds up to is what the game has: money, and units that came and went."""
    state = game.state
    for (treasury, resource), amount in ledger(game.record).items():
        assert state.money(treasury, resource) == amount
    assert len(state.units) == census(game.record)


def ledger(record: GameRecord) -> Counter[tuple[str, str]]:
    """What the treasuries should hold: what they began with, and every change."""
    money: Counter[tuple[str, str]] = Counter()
    for balance in record.start.balances:
        money[balance.treasury, balance.resource] += balance.amount
    for step in record.steps.values():
        for event in step.events:
            if isinstance(event, ev.ResourceChanged):
                money[event.treasury, event.resource] += event.amount
    return money


def census(record: GameRecord) -> int:
    """How many units there should be: those that came less those that left, for a reason."""
    count = len(record.start.units)
    for step in record.steps.values():
        for event in step.events:
            if isinstance(event, ev.UnitsAdded):
                count += len(event.units)
            elif isinstance(event, ev.UnitsRemoved):
                assert event.reason
                count -= len(event.units)
    return count
