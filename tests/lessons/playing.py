"""Giving orders in the words of tests: so many units of a type, from here to there."""

from __future__ import annotations

from a4a.rules.choices import Moves
from a4a.rules.game import Game

PARIS = [
    ("Holland/Belgium", "infantry", 4),
    ("Holland/Belgium", "artillery", 2),
    ("Holland/Belgium", "tank", 3),
    ("Western Germany", "infantry", 3),
    ("Western Germany", "artillery", 1),
    ("Western Germany", "mechanized infantry", 4),
]
"""What takes France with 85 %, for little: without the last it is about even."""


def send(game: Game, to: str, *stacks: tuple[str, str, int]) -> None:
    """Move units by the shortest way: where they stand, their type, how many."""
    for origin, kind, number in stacks:
        moves = next(form for form in game.ruleset.choices(game.state) if isinstance(form, Moves))
        found = [s for s in moves.stacks if s.space == origin and s.type == kind and not s.refused]
        units = [unit for stack in found for unit in stack.units][:number]
        assert len(units) == number, f"{len(units)} {kind} can move from {origin}"
        ways = [way for way in moves.destinations(units) if way.space == to]
        for order in ways[0].orders:
            game.do(order)
