"""A predicate of a battle that is only supposed: numbers for questions, computed, not typed in."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from a4a.analysis.ask import battle
from a4a.analysis.battle import Battle
from a4a.analysis.forces import counted
from a4a.core.errors import A4AError, BattleError
from a4a.core.record import GameRecord
from a4a.core.words import list_of
from a4a.lessons.moment import Moment
from a4a.lessons.predicate import SLACK, Finding, Measure, Predicate, in_words

Units: TypeAlias = dict[str, Annotated[int, msgspec.Meta(ge=0, le=60)]]
Figure: TypeAlias = Literal["takes", "wins", "loses", "swing", "cost"]
"""A number of a battle: how likely the attacker takes the place, wins, or the defender wins; the
expected swing; what the attackers are worth."""


class Supposed(Predicate, frozen=True, tag="battle"):
    """A number of a battle that nobody has ordered, and between which bounds it has to be.

    Parameters
    ----------
    attacker
        Its units; or the power that attacks, where a `space` is given.
    defender
        His units; none where a space is given.
    space
        The space that is attacked, as things stand.
    send
        The units that are sent to it; all that can come if none are given.
    kind, terrain
        What is fought, and where, as `a4a.battle` takes them.
    figure
        Which number.
    least, most
        What it has to be at least, and at most.
    """

    attacker: Units | str
    defender: Units = msgspec.field(default_factory=dict)
    space: str = ""
    send: Units = msgspec.field(default_factory=dict)
    kind: Literal["", "land", "sea", "amphibious"] = ""
    terrain: str = ""
    figure: Figure = "takes"
    least: float | None = None
    most: float | None = None

    def judge(self, moment: Moment) -> Finding:
        """Say what the number is."""
        try:
            fought = self._battle(moment)
            odds = fought.odds()
        except BattleError as error:
            raise A4AError(f"battle: {error}") from None
        numbers: dict[Figure, float] = {
            "takes": odds.attacker_takes,
            "wins": odds.attacker_wins,
            "loses": odds.defender_wins,
            "swing": odds.swing,
            "cost": float(fought.attacker_cost),
        }
        reached = numbers[self.figure]
        measure: Measure = "money" if self.figure in ("swing", "cost") else "chance"
        bounds = [] if self.least is None else [f"{in_words(self.least, measure)} at least"]
        bounds += [] if self.most is None else [f"{in_words(self.most, measure)} at most"]
        low = -float("inf") if self.least is None else self.least - SLACK
        high = float("inf") if self.most is None else self.most + SLACK
        return Finding(
            goal=self.name,
            asked=f"{self.figure} of the battle: {list_of(bounds) or 'a number'}",
            met=low <= reached <= high,
            why=f"{fought!r}".strip("<>"),
            reached=reached,
            wanted=self.least if self.least is not None else self.most,
            measure=measure,
            spaces=(moment.space(self.space),) if self.space else (),
        )

    def check(self, record: GameRecord) -> None:
        """Refuse spaces, powers and units that the game does not have."""
        if self.space:
            record.board.space(self.space)
        if isinstance(self.attacker, str):
            record.catalog.power(self.attacker)
        for units in (self.attacker, self.defender, self.send):
            if not isinstance(units, str):
                counted(record.catalog, units, what="battle")

    def _battle(self, moment: Moment) -> Battle:
        if self.space:
            if not isinstance(self.attacker, str) or self.defender:
                raise A4AError("battle: for a space, give the power that attacks and no defender")
            return battle(
                moment.record,
                node=moment.node,
                space=self.space,
                attacker=self.attacker,
                send=self.send or None,
            )
        if isinstance(self.attacker, str) or self.send:
            raise A4AError("battle: give the units of both sides, or a space that is attacked")
        return battle(
            moment.record.header.system,
            attacker=self.attacker,
            defender=self.defender,
            kind=self.kind or None,
            terrain=self.terrain or None,
        )
