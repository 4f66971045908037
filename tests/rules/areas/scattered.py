"""Positions scattered by a seeded generator: units of all powers about a sea zone, odd borders."""

from __future__ import annotations

import random

from a4a.boards import load
from a4a.rules.game import Game
from tests.rules.areas.positions import EUROPE, position

LAND = (
    "infantry", "artillery", "mechanized infantry", "tank", "AAA", "fighter", "tactical bomber",
    "strategic bomber",
)  # fmt: skip
SEA = (
    "battleship", "aircraft carrier", "cruiser", "destroyer", "submarine", "transport",
    "transport: infantry", "transport: tank, infantry", "transport: AAA", "fighter",
    "tactical bomber",
)  # fmt: skip


def scattered(seed: int) -> Game:
    """A position at the beginning of a movement phase, the same for the same seed."""
    rng = random.Random(seed)
    dataset = load(EUROPE)
    board = dataset.board
    side = {p.name: p.side for p in dataset.catalog.powers}
    powers = [p.name for p in dataset.catalog.powers if p.playable]
    power = rng.choice(powers)
    phase = rng.choice(["Combat Move", "Noncombat Move"])
    relations = {
        (a, b): rng.choice(["war", "neutral"])
        for a in powers
        for b in powers
        if a < b and side[a] != side[b] and rng.random() < 0.35
    }
    held = dict(dataset.position.control)
    for space in board.spaces:
        if space.kind == "land" and not space.impassable and rng.random() < 0.12:
            held[space.name] = rng.choice(powers)
    units: dict[str, dict[str, dict[str, int]]] = {}

    def add(where: str, owner: str, kind: str) -> None:
        stacks = units.setdefault(where, {}).setdefault(owner, {})
        stacks[kind] = stacks.get(kind, 0) + 1

    centre = rng.choice([s.name for s in board.spaces if s.kind == "sea"])
    near = list(board.reachable(centre, limit=4))
    for name in near:
        if board.space(name).kind == "sea":
            if rng.random() < 0.45:
                for _ in range(rng.randint(1, 4)):
                    owner = power if rng.random() < 0.5 else rng.choice(powers)
                    add(name, owner, rng.choice(SEA))
        elif held.get(name) in powers and rng.random() < 0.5:
            for _ in range(rng.randint(1, 3)):
                add(name, held[name], rng.choice(LAND))
            if rng.random() < 0.3:
                add(name, held[name], rng.choice(["air base", "naval base"]))
    damage = {(n, "aircraft carrier"): 1 for n in near} if rng.random() < 0.2 else {}
    return position(
        units=units, control=held, relations=relations, power=power, phase=phase, damage=damage
    )
