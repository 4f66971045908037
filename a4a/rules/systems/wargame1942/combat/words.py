"""The words of combat: tasks, flags, steps and what units do in a battle."""

from __future__ import annotations

from typing import Final

from a4a.rules.areas.combat.battle import FRESH, HIT

__all__ = ["FRESH", "HIT"]

# Tasks that Combat Orders gives to units.
ASSAULT: Final = "assault"
OFFLOAD: Final = "offload"
BOMBARD: Final = "bombard"
SUPPORT: Final = "support"
CLEAR: Final = "clear"
DROP: Final = "drop"
PASS: Final = "pass"
PASS_TO_BOMBARD: Final = "pass to bombard"
PASS_TO_OFFLOAD: Final = "pass to offload"

PASSING: Final = frozenset({PASS, PASS_TO_BOMBARD, PASS_TO_OFFLOAD})
"""Tasks of units that go by the fight where they stand."""

WAITING: Final = PASSING | {BOMBARD, OFFLOAD}
"""Tasks of units that stay out of the first round of a sea battle that others fight."""

# Tasks that combat gives to units.
WITHDRAW: Final = "withdraw"
RETREATED: Final = "retreated"

# What units do in a battle, as its participants say.
LANDING: Final = "landing"

GUNS: Final = "guns"
"""Flag of a bomber that uses its guns in this round, as ``combat.toml`` calls it."""
AGAINST_LAND: Final = "against land"
"""Flag of a gun that fires at land units first in this round."""
PREEMPTIVE: Final = "preemptive"
"""Flag of a battleship whose die at 8 is rolled before all others in this round."""
LATE: Final = "late"
"""Flag of a unit that came in this round, after its attack: it does not roll before the next."""
STOPPED: Final = "stopped"
"""Flag of a unit that wanted to stay out of this round's fight, and has been drawn into it."""
SCORCHED: Final = "to be scorched"
"""Flag of a factory that is reduced or destroyed at the end of the round."""

SAILED_BY: Final = "sailed by "
"""Begins the flags of ships that have sailed through a zone with enemy transports."""

PASSING_FLAGS: Final = (
    HIT, FRESH, GUNS, AGAINST_LAND, PREEMPTIVE, LATE, STOPPED, SCORCHED,
)  # fmt: skip
"""Flags that do not outlast a round."""

# Steps of a round that all battles of a group are in together.
ATTACKERS_RETREAT: Final = "attackers declare retreats"
DEFENDERS_RETREAT: Final = "defenders declare retreats"
BOMBS_OR_GUNS: Final = "bombs or guns"
ANTIAIRCRAFT: Final = "antiaircraft guns"
SCORCHED_EARTH: Final = "scorched earth"
ATTACKERS_GUNS: Final = "battleships of the attackers"
DEFENDERS_GUNS: Final = "battleships of the defenders"
TOGETHER: Final = (
    ATTACKERS_RETREAT, DEFENDERS_RETREAT, BOMBS_OR_GUNS, ANTIAIRCRAFT, ATTACKERS_GUNS,
    DEFENDERS_GUNS, SCORCHED_EARTH,
)  # fmt: skip
PREEMPTING: Final = (ATTACKERS_GUNS, DEFENDERS_GUNS)
"""Steps of games with the option "preemptive battleships"."""

# Steps that each battle of a group is in by itself.
SETTLING: Final = "pass-through"
"""It is seen who passes by, and who is stopped."""
RESISTANCE: Final = "resistance"
"""Neutral land answers those who invade it."""
STOPPED_FIRE: Final = "stopped"
"""Begins the names of steps in which those who were stopped roll."""
FOUGHT: Final = "fought"
OVER: Final = "round over"
