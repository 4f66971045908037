"""What a random player buys, and where it places it."""

from __future__ import annotations

import random

from a4a.players.family import orders_asked, rules_of
from a4a.rules import money
from a4a.rules.areas import orders as o
from a4a.rules.areas.economy.market import sites
from a4a.rules.areas.politics.limits import for_sale
from a4a.rules.game import Game

_SPENT = 0.8
_TRIES = 48


class RandomEconomy:
    """Spends at least 80 % of the money of a power, and places what it can.

    Parameters
    ----------
    rng
        Where its choices come from.
    """

    def __init__(self, rng: random.Random) -> None:
        self._random = rng

    def buy(self, game: Game) -> None:
        """Buy units of kinds that could be placed, and end the phase."""
        rules = rules_of(game)
        catalog = rules.game.catalog
        power = catalog.power(game.state.active[0])
        for treasury in power.treasuries:
            funds = money.balance(rules.game, game.state, treasury)
            kinds = [
                kind
                for kind in for_sale(rules.game, game.state, power.name)
                if sites(rules.game, game.state, kind, treasury=treasury)
            ]
            wanted: dict[str, int] = {}
            spent = 0
            for _ in range(_TRIES):
                if not kinds or (spent >= _SPENT * funds and self._random.random() < 0.5):
                    break
                kind = self._random.choice(kinds)
                price = catalog.price(kind, power.name)
                if spent + price <= funds:
                    wanted[kind] = wanted.get(kind, 0) + 1
                    spent += price
            order = o.Buy(treasury, wanted)
            if wanted and game.can(order):
                game.do(order)
        if "EndPhase" in orders_asked(game) and game.state.phase.startswith("Purchase"):
            game.do(o.EndPhase())

    def place(self, game: Game) -> None:
        """Place what was bought, some units here and some there, and end the phase."""
        phase = game.state.phase
        asked = game.decision
        system = rules_of(game).game
        alike: dict[tuple[str, str], list[int]] = {}
        for i in asked.units if asked else ():
            unit = game.state.unit(i)
            alike.setdefault((unit.type, money.payer(system, unit)), []).append(i)
        for (kind, payer), units in alike.items():
            while units and game.state.phase == phase:
                spaces = list(sites(system, game.state, kind, treasury=payer))
                if not self._place_some(game, units, self._random.sample(spaces, len(spaces))):
                    break
        if game.state.phase == phase and "EndPhase" in orders_asked(game):
            game.do(o.EndPhase())

    def _place_some(self, game: Game, units: list[int], spaces: list[str]) -> bool:
        """Place some of these units and take them off the list; return whether any could be."""
        some = self._random.randint(1, len(units))
        for number in dict.fromkeys((some, 1)):
            for space in spaces:
                order = o.Place(tuple(units[:number]), space)
                if game.can(order):
                    game.do(order)
                    del units[:number]
                    return True
        return False
