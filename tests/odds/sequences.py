"""The sequences of Axis & Allies written out by hand, on land and at sea: battles to solve.

Sources: AA rulebook, General Combat Sequence (p. 18-20), Amphibious Assaults (p. 18), AAA (p. 29),
Submarines (p. 32).
"""

from __future__ import annotations

from typing import Final

from a4a.odds.steps import CombatStep, Condition, Sequence, Submerging, Volley, both

_UNHUNTED: Final = Condition("enemy", "lacks", "destroyer")
_HUNTED: Final = Condition("enemy", "has", "destroyer")
_HELPED: Final = Condition("own", "has", "destroyer")
_UNHELPED: Final = Condition("own", "lacks", "destroyer")
_SHIPS: Final = ("submarine", "ship", "transport")
_SEEN: Final = ("air", "ship", "transport", "ground")

LAND: Final = Sequence(
    before=(
        CombatStep(
            "antiaircraft fire",
            (
                Volley(
                    "defender",
                    weapon="antiaircraft",
                    at=("air", "paratrooper"),
                    limit="one a target",
                ),
            ),
        ),
    ),
    rounds=(
        CombatStep(
            "general combat",
            (
                Volley("attacker", weapon="bombardment", when="first round"),
                Volley("attacker"),
                Volley("defender"),
            ),
        ),
    ),
)
"""A battle on land: AAA fires at aircraft before the first round; in that round ships bombard, and
the units they hit still fire."""

SEA: Final = Sequence(
    before=(),
    rounds=(
        CombatStep(
            "surprise strike",
            both(Volley("attacker", ("submarine",), at=_SHIPS, given=(_UNHUNTED,))),
        ),
        CombatStep(
            "general combat",
            both(
                Volley("attacker", ("submarine",), at=_SHIPS, given=(_HUNTED,)),
                Volley("attacker", ("air",), at=_SEEN, given=(_UNHELPED,)),
                Volley("attacker", ("air",), given=(_HELPED,)),
                Volley("attacker", but=("submarine", "air")),
            ),
        ),
    ),
    submerging=(Submerging("submarine", (_UNHUNTED,)),),
)
"""A sea battle: submarines strike first where no enemy destroyer is, and hit no aircraft; aircraft
hit no submarines without a destroyer of their own."""
