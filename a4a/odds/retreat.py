"""When a side retreats: policies as values.

The attacker's are asked after each round (never before the first), a defender's as each begins. All
units that can retreat do so together; units tagged "stays" fight on. Whatever the policy, an
attacker that can hit nothing any more retreats as soon as it may. With None instead of a policy a
side never retreats, and is shot at to the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from a4a.core.errors import BattleError
from a4a.odds.given import probability, real, shown, whole


@dataclass(frozen=True, slots=True)
class AfterRounds:
    """Retreat after so many rounds."""

    rounds: int

    def __post_init__(self) -> None:
        whole(self.rounds, "rounds before the retreat", least=1)


@dataclass(frozen=True, slots=True)
class UnitsLeft:
    """Retreat once the attacker has so many units left, or fewer."""

    units: int

    def __post_init__(self) -> None:
        whole(self.units, "units left at the retreat")


@dataclass(frozen=True, slots=True)
class OnlyLeft:
    """Retreat once the attacker has only units of a kind left: aircraft, as a rule."""

    word: str = "air"

    def __post_init__(self) -> None:
        if not isinstance(self.word, str):
            raise BattleError(f"units that are left are named by a word, not {shown(self.word)}")


@dataclass(frozen=True, slots=True)
class OddsBelow:
    """Retreat once the chance to win, fighting to the end, is below a probability."""

    chance: float

    def __post_init__(self) -> None:
        probability(self.chance, "the chance")


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

    def __post_init__(self) -> None:
        real(self.prize, "the prize")


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

    def __post_init__(self) -> None:
        real(self.prize, "the prize")


@dataclass(frozen=True, slots=True)
class KeepSafe:
    """Retreat rather than risk units of a kind: aircraft, as a rule.

    Parameters
    ----------
    word
        A word of kinds; an attacker without such units never retreats.
    risk
        Retreat if the chance to lose one or more of them in the next round is above this.
    """

    word: str = "air"
    risk: float = 0.5

    def __post_init__(self) -> None:
        if not isinstance(self.word, str):
            raise BattleError(f"units to keep safe are named by a word, not {shown(self.word)}")
        probability(self.risk, "the risk")


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
        probability(self.risk, "the risk")


Retreat: TypeAlias = (
    AfterRounds | UnitsLeft | OnlyLeft | OddsBelow | SwingNegative | BestSwing | KeepSafe | Strafe
)

DefenderRetreat: TypeAlias = AfterRounds | UnitsLeft | OnlyLeft
"""Policies of a defender: what looks no further than at the rounds, and who is left."""
