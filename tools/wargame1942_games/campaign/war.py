"""The table of a whole war: battles by plans for retreats, and a computer for what is not told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from a4a.core.errors import A4AError
from a4a.core.events import BattleClosed
from a4a.core.state import OpenBattle
from a4a.players.campaign_player import CampaignPlayer
from a4a.rules.decision import Decision
from a4a.rules.game import Game
from a4a.rules.systems.wargame1942.combat import retreats
from a4a.rules.systems.wargame1942.orders import Withdraw
from a4a.rules.systems.wargame1942.ruleset import WarGame
from tools.wargame1942_games.answers import plain, role_of
from tools.wargame1942_games.table import Table


class Leave(NamedTuple):
    """When a side leaves a battle: from a round on, these types or all, to a space or wherever."""

    round: int
    kinds: tuple[str, ...] = ()
    to: str = ""


Plans = Mapping[tuple[str, str], Leave]
"""Who leaves which battle: by its space and the role, "attacker" or "defender"."""


class War(Table):
    """A game, those who play it, and a computer that plays what they leave to it.

    Parameters
    ----------
    game
        The game.
    seed
        The seed of the computer.
    """

    def __init__(self, game: Game, seed: int) -> None:
        super().__init__(game)
        self._computer = CampaignPlayer(seed)

    def campaign(self, plans: Plans | None = None) -> None:
        """Fight all battles of the phase, leaving those of the plans when they say so."""
        while self.game.decision is not None and self.game.state.phase == "Combat":
            asked = self.asked
            planned = self._planned(asked, plans or {}) if asked.kind == "retreats" else None
            self.do(planned or plain(self.game, asked))

    def _planned(self, asked: Decision, plans: Plans) -> Withdraw | None:
        battle = self.game.state.battles[asked.battle]
        role = role_of(self.game, asked)
        plan = plans.get((battle.space, role))
        if plan is None or battle.round < plan.round:
            return None
        return Withdraw(to=self._ways(battle, role, plan))

    def _ways(self, battle: OpenBattle, role: str, plan: Leave) -> dict[int, str]:
        rules, state = self.game.ruleset, self.game.state
        if not isinstance(rules, WarGame):
            raise A4AError("this is not The War Game")
        side = "attacker" if role == "attacker" else "defender"
        found = retreats.options(rules.game, state, battle, side)
        return {
            unit: plan.to if plan.to in spaces else spaces[0]
            for unit, spaces in found.items()
            if not plan.kinds or state.unit(unit).type in plan.kinds
        }

    def result(self, space: str) -> str:
        """How the last battle in a space ended; "" if none has."""
        for node in reversed(self.game.record.way_to(self.game.node)[1:]):
            for event in reversed(self.game.record.step(node).events):
                if isinstance(event, BattleClosed) and event.battle.endswith(f" {space}"):
                    return event.result
        return ""

    def leave(self, *phases: str) -> None:
        """Leave phases to the computer, if it is their time."""
        for phase in phases:
            turn = self.game.state.turn
            while (
                self.game.decision is not None
                and (self.game.state.phase, self.game.state.turn) == (phase, turn)
            ):  # fmt: skip
                self._computer.act(self.game)

    def leave_turn(self) -> None:
        """Leave the rest of a turn to the computer."""
        turn = self.game.state.turn
        while self.game.decision is not None and self.game.state.turn == turn:
            self._computer.act(self.game)
