"""Kinds of units for the tests, with the numbers of the Axis & Allies family; odds compared."""

from __future__ import annotations

import numpy as np

from a4a.odds.battle import Group, Kind, Side, Support, Weapon


def kind(name, value, cost, target, tags=(), **more):
    return Kind(name, value, cost=cost, target=target, tags=frozenset(tags), **more)


def ground(name, value, cost, tags=("captures",), **more):
    return kind(name, value, cost, "ground", tags, **more)


def air(name, value, cost, **more):
    return kind(name, value, cost, "air", **more)


def named(*kinds):
    return {k.name: k for k in kinds}


GUNS = {"bombardment": Weapon(3)}
ATTACK = named(
    ground("infantry", 1, 3), ground("mech", 1, 4), ground("artillery", 2, 4), ground("tank", 3, 6),
    air("fighter", 3, 10), air("tactical", 3, 11), air("bomber", 4, 12),
    kind("heavy", 4, 12, "air", dice=2),
    ground("landed", 1, 3, tags=("captures", "stays", "infantry")),
    kind("paratrooper", 1, 3, "paratrooper", ("captures",)),
    kind("gun", 0, 0, "ship", hits=0, weapons=GUNS),
)  # fmt: skip
DEFENSE = named(
    ground("infantry", 2, 3), ground("mech", 2, 4), ground("artillery", 2, 4), ground("tank", 3, 6),
    air("fighter", 4, 10), air("tactical", 3, 11), air("bomber", 1, 12),
    ground("AAA", 0, 5, tags=("defenceless",), weapons={"antiaircraft": Weapon(1, shots=3)}),
    ground("radar", 0, 5, tags=("defenceless",), weapons={"antiaircraft": Weapon(2, shots=3)}),
)  # fmt: skip
SUPPORTS = (
    Support("artillery", "infantry", 2), Support("artillery", "mech", 2),
    Support("fighter", "tactical", 4), Support("tank", "tactical", 4), Support("tank", "mech", 2),
)  # fmt: skip
TWICE = (Support("artillery", "infantry", 2, each=2), *SUPPORTS[2:4])
SEA_ATTACK = named(
    kind("submarine", 2, 6, "submarine"), kind("destroyer", 2, 8, "ship"),
    kind("cruiser", 3, 12, "ship"), kind("carrier", 0, 16, "ship", hits=2),
    kind("battleship", 4, 20, "ship", hits=2), kind("fighter", 3, 10, "air"),
    kind("tactical", 3, 11, "air"), kind("heavy", 4, 12, "air", dice=2),
    kind("transport", 0, 7, "transport", ("chosen last", "defenceless")),
    kind("stuck", 0, 7, "transport", ("chosen last", "defenceless", "stays")),
)  # fmt: skip
SEA_DEFENSE = {
    **SEA_ATTACK,
    **named(
        kind("submarine", 1, 6, "submarine"), kind("carrier", 2, 16, "ship", hits=2),
        kind("fighter", 4, 10, "air"),
    ),
}  # fmt: skip


def side(kinds, supports=(), **counts):
    """A side of kinds by name, in the order in which they are given."""
    more = {k: counts.pop(k) for k in ("order", "keep", "submerge", "allocation") if k in counts}
    groups = tuple(Group(kinds[name], count) for name, count in counts.items())
    return Side(groups, supports, **more)


def agree(exact, estimated, games):
    """Whether frequencies lie within 4 standard errors of chances, and means of means."""
    for name in (
        "attacker_wins",
        "defender_wins",
        "both_survive",
        "both_destroyed",
        "attacker_takes",
    ):
        p = getattr(exact, name)
        error = np.sqrt(max(p * (1 - p), 1.0 / games) / games)
        assert abs(getattr(estimated, name) - p) < 4 * error, name
    swing = exact.swing
    values, chances = swing["swing"].to_numpy(), swing["probability"].to_numpy()
    mean = values @ chances
    error = np.sqrt(max((values - mean) ** 2 @ chances, 1e-9) / games)
    assert abs(estimated.expected_swing - mean) < 4 * error
