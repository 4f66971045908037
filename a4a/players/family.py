"""What a random player asks of any game of the family it plays."""

from __future__ import annotations

from a4a.core.errors import A4AError
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.game import Game


def rules_of(game: Game) -> AreasRuleset:
    """Return the rules of a game, if they are of the family."""
    if not isinstance(game.ruleset, AreasRuleset):
        raise A4AError(f"the random player does not know the rules of {game.ruleset.system}")
    return game.ruleset


def orders_asked(game: Game) -> tuple[str, ...]:
    """Return the kinds of order that answer what a game asks; none once it is over."""
    return game.decision.orders if game.decision else ()
