"""When the attacker retreats: policies as values.

They are asked after each round (never before the first), while both sides can still fight. All who
can retreat do, together; units tagged "stays" fight on. None instead of a policy fights to the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from a4a.core.errors import BattleError


@dataclass(frozen=True, slots=True)
class AfterRounds:
    """Retreat after so many rounds."""

    rounds: int

    def __post_init__(self) -> None:
        if self.rounds < 1:
            raise BattleError(f"retreat after {self.rounds} rounds: give 1 or more")


@dataclass(frozen=True, slots=True)
class UnitsLeft:
    """Retreat once the attacker has so many units left, or fewer."""

    units: int

    def __post_init__(self) -> None:
        if self.units < 0:
            raise BattleError(f"retreat with {self.units} units left: give 0 or more")


@dataclass(frozen=True, slots=True)
class OddsBelow:
    """Retreat once the chance to win, fighting to the end, is below a probability."""

    chance: float

    def __post_init__(self) -> None:
        _probability(self.chance)


@dataclass(frozen=True, slots=True)
class SwingNegative:
    """Retreat once fighting on to the end would cost more than it destroys.

    Judged by the expected swing of fighting to the end; see `BestSwing` for the best rule.

    Parameters
    ----------
    prize
        What taking the place is worth, in the units of `Kind.cost`.
    """

    prize: float = 0.0


@dataclass(frozen=True, slots=True)
class BestSwing:
    """Retreat where that is best: the rule with the greatest expected swing of all rules.

    Found by backward induction over the states of the battle (`stopping`).

    Parameters
    ----------
    prize
        What taking the place is worth, in the units of `Kind.cost`.
    """

    prize: float = 0.0


@dataclass(frozen=True, slots=True)
class KeepSafe:
    """Retreat rather than risk units of a kind: aircraft, as a rule.

    Parameters
    ----------
    word
        A word of kinds.
    risk
        Retreat if the chance to lose one or more of them in the next round is above this.
    """

    word: str = "air"
    risk: float = 0.5

    def __post_init__(self) -> None:
        _probability(self.risk)


@dataclass(frozen=True, slots=True)
class Strafe:
    """Stop before the last defender falls.

    Parameters
    ----------
    risk
        Retreat if the chance that the next round leaves no defender is above this.
    """

    risk: float = 0.1

    def __post_init__(self) -> None:
        _probability(self.risk)


Retreat: TypeAlias = (
    AfterRounds | UnitsLeft | OddsBelow | SwingNegative | BestSwing | KeepSafe | Strafe
)


def _probability(value: float) -> None:
    if not 0 <= value <= 1:
        raise BattleError(f"a probability is 0 to 1, not {value}")
