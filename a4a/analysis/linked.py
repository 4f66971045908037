"""Battles that are linked with others: how they end is told by playing them together."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, NoReturn

from a4a.analysis.battle import Battle
from a4a.analysis.forces import Units, in_words
from a4a.analysis.terms import Terms
from a4a.core.errors import BattleError
from a4a.core.words import list_of
from a4a.odds.ends import Model
from a4a.odds.given import shown
from a4a.odds.steps import Role

if TYPE_CHECKING:
    from a4a.analysis.contested import Contest
    from a4a.analysis.outcome import Outcome
    from a4a.odds import battle as odds

POLICIES: Final = ("retreat", "defender_retreat")
"""The terms on which battles are played together."""


class LinkedBattle(Battle):
    """A battle that is open on a board, played from where it stands with those it is linked to.

    Its odds are simulated: some hundred games, or as many as `simulate` is told. Both sides lose
    their cheapest units first, and retreat, if they shall, as `retreat` and `defender_retreat` say
    in each of the battles.

    Parameters
    ----------
    contest
        Where it is fought.
    terms
        How.

    Raises
    ------
    BattleError
        If other terms are chosen than when the sides retreat.
    """

    def __init__(self, contest: Contest, terms: Terms) -> None:
        self._contest = contest
        super().__init__(contest.rules, contest.catalog, contest.engagement.fight, terms)

    @property
    def linked(self) -> tuple[str, ...]:
        """The spaces of the battles that decide with it how it ends."""
        return self.rules.battles.linked(self._contest.state, self._contest.battle)

    @cached_property
    def engine(self) -> Model:
        """The battle as it is played."""
        for name, value in self.terms.chosen():
            if name not in POLICIES:
                raise BattleError(
                    f"{name}={shown(value)}: {self._why}; what can be chosen is {list_of(POLICIES)}"
                )
        return self.rules.battles.played(
            self._contest.state, self._contest.battle,
            attacker=self.terms.retreat, defender=self.terms.defender_retreat,
        )  # fmt: skip

    @property
    def others(self) -> str:
        """The spaces of the battles that are played with it, in words; "" for none."""
        return list_of([space for space in self.linked if space != self._contest.engagement.space])

    @property
    def _why(self) -> str:
        together = f" with those in {self.others}" if self.others else ""
        return f"this battle is played by the rules{together}, from where it stands"

    def _refuse(self) -> NoReturn:
        raise BattleError(f"{self._why}: ask for its odds, or for more games with simulate")

    @property
    def model(self) -> odds.Battle:
        """It has none: BattleError says why."""
        self._refuse()

    def sending(self, send: Units | str) -> Battle:
        """Refuse: who fights is settled."""
        self._refuse()

    def joined_by(self, units: Units | str, *, side: Role = "defender") -> Battle:
        """Refuse: who fights is settled."""
        self._refuse()

    def swapped(self) -> Battle:
        """Refuse: who attacks is settled."""
        self._refuse()

    def need(
        self,
        chance: float,
        *,
        wanted: Literal["wins", "takes"] = "takes",
        side: Role = "attacker",
    ) -> Battle:
        """Refuse: who fights is settled."""
        self._refuse()

    def best_support(self, side: Role = "attacker", *, answered: bool = True) -> Battle:
        """Refuse: who fights is settled."""
        self._refuse()

    def then(self, *later: Battle | Units) -> list[Outcome]:
        """Refuse: what follows is played with it."""
        self._refuse()

    def __repr__(self) -> str:
        together = f"linked with {self.others}" if self.others else "as it stands"
        defenders = [band for army in self.fight.defenders for band in army.bands]
        ours = in_words(self.fight.attacker.bands) or "who is to come"
        theirs = in_words(defenders) or "nobody"
        return f"<Battle ({self.fight.kind}, {together}): {ours} against {theirs}>"
