"""Positions of 3G40 Deluxe scattered by a seeded generator about a sea zone, in a general war."""

from __future__ import annotations

import random
from itertools import product

from a4a.rules.game import Game
from tests.rules.deluxe3g40.positions import SYSTEM, position

LAND = (
    "regular infantry", "elite infantry", "mechanized infantry", "cavalry", "AAA",
    "light artillery", "heavy artillery", "light tank", "heavy tank", "Tiger tank",
    "rocket artillery", "air transport", "fighter", "jet fighter", "tactical bomber",
    "strategic bomber", "elite infantry", "air transport", "rail station",
)  # fmt: skip
SEA = (
    "sea transport", "sea transport: elite infantry", "sea transport: light tank",
    "sea transport: elite infantry, light artillery", "sea transport: heavy tank",
    "sea transport: AAA, regular infantry", "destroyer", "submarine", "cruiser", "battleship",
    "aircraft carrier", "Essex carrier", "light carrier", "fighter", "war plane",
)  # fmt: skip
POWERS = ("Germany", "Japan", "Soviet Union", "United States", "United Kingdom", "Italy")
HURT = ("heavy tank", "Tiger tank", "aircraft carrier", "Essex carrier", "rail station",
        "air base", "naval base")  # fmt: skip


def scattered(seed: int) -> Game:
    """A position at the beginning of a movement phase, the same for the same seed."""
    rng = random.Random(seed)
    power, phase = POWERS[seed % len(POWERS)], ("Combat Move", "Noncombat Move")[seed // 6 % 2]
    sides = SYSTEM.players_of("Axis"), SYSTEM.players_of("Allies")
    held = {t: o for t, o in SYSTEM.dataset.position.control.items() if o}
    held |= {t: rng.choice(("Japan", "United Kingdom")) for t, o in held.items() if o == "Dutch"}
    for space, owner in held.items():
        if owner in POWERS and rng.random() < 0.1 and "Gibraltar" not in space:
            held[space] = rng.choice(POWERS)
    units: dict[str, dict[str, dict[str, int]]] = {}

    def add(where: str, owner: str, kind: str) -> None:
        stacks = units.setdefault(where, {}).setdefault(owner, {})
        stacks[kind] = stacks.get(kind, 0) + 1

    coasts = [z for z, lands in SYSTEM.graph.coast.items()
              if SYSTEM.graph.is_sea[z] and any(held.get(t) == power for t in lands)]  # fmt: skip
    near = list(SYSTEM.board.reachable(rng.choice(sorted(coasts)), limit=3))
    for name in near:
        if SYSTEM.graph.is_sea[name]:
            for _ in range(rng.choice((0, 0, 1, 2))):
                add(name, power if rng.random() < 0.6 else rng.choice(POWERS), rng.choice(SEA))
        elif held.get(name) in POWERS:
            for _ in range(rng.randint(0, 4)):
                add(name, held[name], rng.choice(LAND))
    return position(
        power=power, phase=phase, round=rng.choice((2, 7)), units=units, control=held,
        relations=dict.fromkeys(product(*sides), "war"),
        damage={(name, kind): 1 for name in near for kind in HURT if rng.random() < 0.3},
    )  # fmt: skip
