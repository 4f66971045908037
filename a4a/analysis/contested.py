"""A space of a game that is fought over: who defends it, who can come to attack it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from a4a.core.catalog import Catalog
from a4a.core.errors import BattleError
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import NodeId
from a4a.rules import Game, battle_rules_of
from a4a.rules.fight import Engagement
from a4a.rules.ruleset import BattleRules


class Contest(NamedTuple):
    """Who could fight for a space of a game, and by which rules, and the state in which they do."""

    rules: BattleRules
    catalog: Catalog
    engagement: Engagement
    state: State

    @property
    def battle(self) -> str:
        """The battle that is open for the space, or ""."""
        open_battles = self.state.battles.values()
        return next((x.id for x in open_battles if x.space == self.engagement.space), "")


def contest(
    game: GameRecord | Game,
    space: object,
    attacker: object,
    *,
    node: NodeId | None = None,
    rules: str | Path | None = None,
) -> Contest:
    """Return who could fight for a space of a game.

    Parameters
    ----------
    game
        A record, or a game being played.
    space
        The space's name.
    attacker
        The power that attacks; None for the first of those whose turn it is that can.
    node
        The position; None for the end of a record's main line, or where a game being played stands.
    rules
        The folder of the mod that a record is played by.

    Raises
    ------
    BattleError
        If nothing can be fought there, or it is nobody's turn.
    A4AError
        If there is no such space or power, or the record cannot be played by its rules.

    Examples
    --------
    >>> import a4a
    >>> found = contest(a4a.new_game("global1940"), "Yugoslavia", "Germany")
    >>> [army.power for army in found.engagement.fight.defenders]
    ['Pro-Allies neutrals']
    """
    played: BattleRules
    if isinstance(game, Game):
        record, played = game.record, game.ruleset
        state = game.state if node is None else record.state_at(node)
    else:
        record, played = game, battle_rules_of(game, rules=rules)
        state = record.state_at(record.last if node is None else node)
    if not isinstance(space, str):
        raise BattleError("name the space that is attacked: space='Ukraine'")
    place = record.board.space(space).name
    powers = state.active if attacker is None else (attacker,)
    if not powers or not all(isinstance(who, str) for who in powers):
        raise BattleError("name the power that attacks: attacker='Germany'")
    names = [record.catalog.power(str(who)).name for who in powers]
    return Contest(played, record.catalog, engaged(played, state, place, names), state)


def engaged(rules: BattleRules, state: State, space: str, powers: Sequence[str]) -> Engagement:
    """Return who could fight for a space if the first of some powers that can attacked it.

    Raises
    ------
    BattleError
        If none can; it says why the first cannot.
    """
    faults = []
    for power in powers:
        try:
            return rules.battles.engagement(state, space, power)
        except BattleError as error:
            faults.append(error)
    raise faults[0] if faults else BattleError("it is nobody's turn: name the power that attacks")
