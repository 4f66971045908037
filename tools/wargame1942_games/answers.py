"""What is answered to a question that the script of a game passes over."""

from __future__ import annotations

from a4a.core.errors import A4AError
from a4a.rules.areas.orders import EndPhase, Fight
from a4a.rules.decision import Decision
from a4a.rules.game import Game
from a4a.rules.order import Order
from a4a.rules.systems.wargame1942.combat import casualties, decks
from a4a.rules.systems.wargame1942.orders import Gunnery, Own, Scorch, Withdraw
from a4a.rules.systems.wargame1942.ruleset import WarGame


def role_of(game: Game, asked: Decision) -> str:
    """Return whose retreats are asked for: "attacker" or "defender"."""
    return "attacker" if asked.powers[0] in game.state.active else "defender"


def plain(game: Game, asked: Decision) -> Order:
    """Answer plainly: fight on, stay, bomb, lose what is cheapest."""
    if "Casualties" in asked.orders:
        return casualties.suggest(_rules(game).game, game.state, game.state.battles[asked.battle])
    if asked.kind == decks.FlightsQuestion.kind:
        return _landed(game)
    for kind, order in (
        ("Withdraw", Withdraw()), ("Gunnery", Gunnery()), ("Scorch", Scorch()),
        ("EndPhase", EndPhase(game.state.phase)),
    ):  # fmt: skip
        if kind in asked.orders:
            return order
    first = asked.options[0]
    return Own(nation=first) if "Own" in asked.orders else Fight(battle=first)


def _landed(game: Game) -> Withdraw:
    """Land as many aircraft as have to, where the first of them can."""
    asked = next(x for x in game.state.decisions.values() if x.kind == decks.FlightsQuestion.kind)
    system, where = _rules(game).game, (asked.options[0], asked.powers[0])
    found = decks.places(system, game.state, *where)
    number = decks.due(system, game.state, *where)
    return Withdraw(to={unit: spaces[0] for unit, spaces in list(found.items())[:number]})


def _rules(game: Game) -> WarGame:
    rules = game.ruleset
    if not isinstance(rules, WarGame):
        raise A4AError(f"{game.record.header.system} is not The War Game")
    return rules
