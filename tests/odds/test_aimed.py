"""Fire that falls on some units first, or on as many as there are."""

from __future__ import annotations

import pytest

from a4a.odds.battle import Battle, Group, Kind, Side, Weapon
from a4a.odds.exact import solve
from a4a.odds.steps import CombatStep, Sequence, Volley

PLANE, MEN = Kind("plane", 1, target="air"), Kind("infantry", 1, target="ground")
ORDER = ("infantry", "plane")


def lost(attackers: Side, defenders: Side, *volleys: Volley) -> dict[tuple[int, ...], float]:
    """How likely a side has so many of each kind left after one round in which it hits nothing."""
    sequence = Sequence((), (CombatStep("fire", (*volleys, Volley("attacker", by=("nobody",)))),))
    odds = solve(Battle(attackers, defenders, sequence, rounds=1))
    found: dict[tuple[int, ...], float] = {}
    for row, chance in zip(odds.attacker.living.tolist(), odds.chances.sum(axis=1), strict=True):
        found[tuple(row)] = found.get(tuple(row), 0.0) + float(chance)
    return {row: chance for row, chance in found.items() if chance > 1e-12}


def test_fire_falls_on_what_it_is_aimed_at_before_the_rest() -> None:
    """Flak hits surely, on the aircraft; the others in half of throws, on who is lost first."""
    flak = Kind("flak", 6, target="ground")
    defenders = Side((Group(flak, 1), Group(Kind("gun", 3), 1)))
    left = lost(
        Side((Group(PLANE, 1), Group(MEN, 1)), order=ORDER),
        defenders,
        Volley("defender", but=("flak",)),
        Volley("defender", by=("flak",), at=("air",), then=("ground",)),
    )
    assert left == pytest.approx({(0, 1): 0.5, (0, 0): 0.5})


def test_guns_have_no_more_shots_than_each_has_targets() -> None:
    """Of three shots at a plane one is fired, and two of three at infantry."""
    guns = Kind("guns", weapons={word: Weapon(3, shots=3) for word in ("flak", "mortar")})
    left = lost(
        Side((Group(PLANE, 1), Group(MEN, 2)), order=ORDER),
        Side((Group(guns, 1),)),
        Volley("defender", weapon="flak", at=("air",), limit="one a target"),
        Volley("defender", weapon="mortar", at=("ground",), limit="one a target"),
    )
    chances = {
        (plane, men): 0.5 * (0.5 if men == 1 else 0.25) for plane in (0, 1) for men in range(3)
    }
    assert left == pytest.approx(chances)
