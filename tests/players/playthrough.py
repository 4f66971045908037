"""Games as text to be read, and played again: orders behind ">", under each what it caused."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

import a4a
from a4a.core.dice import SeededDice
from a4a.core.record import GameRecord
from a4a.core.steps import WrittenOrder
from a4a.core.words import describe_step
from a4a.rules import Game
from a4a.rules.order import read

ORDER = "> "


def text_of(record: GameRecord) -> str:
    """A game's main line, a line for each order and each event."""
    return "".join(f"{line}\n" for line in _lines(record))


def _lines(record: GameRecord) -> Iterator[str]:
    turn = -1
    for node in record.line():
        step = record.steps.get(node)
        if step is None:
            continue
        time = record.time(node)
        if time.turn != turn:
            turn = time.turn
            yield f"== Round {time.round}: {', '.join(time.powers)}"
        if step.order is not None:
            yield f"{ORDER}{_written(step.order)}"
        for line in describe_step(step, record.state_at(step.parent)):
            yield f"    {line}"


def _written(order: WrittenOrder) -> str:
    return msgspec.json.encode(order).decode()


def orders_in(text: str) -> Iterator[WrittenOrder]:
    """The orders of such a text."""
    for line in text.splitlines():
        if line.startswith(ORDER):
            yield msgspec.json.decode(line.removeprefix(ORDER), type=WrittenOrder)


def played_again(text: str, system: str, *, seed: int) -> Game:
    """A game in which the orders of a text are given again."""
    game = a4a.new_game(system, dice=SeededDice(seed))
    kinds = dict(game.ruleset.orders)
    for order in orders_in(text):
        game.do(read(order, kinds))
    return game
