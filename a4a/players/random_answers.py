"""How a random player answers what one order settles: in battles, about visitors, in research."""

from __future__ import annotations

import random
from collections.abc import Callable

from a4a.players.family import rules_of
from a4a.rules.areas import orders as o
from a4a.rules.areas.combat import raids, rockets
from a4a.rules.areas.combat.casualties import suggest
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.decision import Decision
from a4a.rules.game import Game
from a4a.rules.order import Order

_TRIES = 12


class RandomAnswers:
    """Any legal answer to a decision that one order settles.

    Parameters
    ----------
    rng
        Where its choices come from.
    """

    def __init__(self, rng: random.Random) -> None:
        self._random = rng
        self._answers: dict[str, Callable[[Game, Decision], Order]] = {
            "Scramble": self._scramble,
            "Intercept": self._intercept,
            "Kamikaze": self._kamikaze,
            "Fight": self._fight,
            "Aim": self._aim,
            "Bombard": self._bombard,
            "Submerge": self._submerge,
            "Casualties": self._casualties,
            "Retreat": self._retreat,
            "Permit": self._permit,
            "PlaceBonus": self._bonus,
            "PickChart": self._chart,
            "Research": self._research,
        }

    def answer(self, game: Game, asked: Decision) -> Order:
        """Return an answer to a decision."""
        return self._answers[asked.orders[0]](game, asked)

    def _some(self, units: tuple[int, ...], most: int) -> tuple[int, ...]:
        return tuple(self._random.sample(units, self._random.randint(0, min(len(units), most))))

    def _scramble(self, game: Game, asked: Decision) -> Order:
        for _ in range(_TRIES):
            to = {i: self._random.choice(asked.spaces) for i in self._some(asked.units, asked.most)}
            if game.can(o.Scramble(to)):
                return o.Scramble(to)
        return o.Scramble()

    def _intercept(self, _: Game, asked: Decision) -> Order:
        return o.Intercept(self._some(asked.units, asked.most))

    def _kamikaze(self, _game: Game, asked: Decision) -> Order:
        targets: dict[int, int] = {}
        for _ in range(self._random.randint(0, asked.most)):
            ship = self._random.choice(asked.units)
            targets[ship] = targets.get(ship, 0) + 1
        return o.Kamikaze(targets)

    def _fight(self, _: Game, asked: Decision) -> Order:
        return o.Fight(self._random.choice(asked.options))

    def _aim(self, game: Game, asked: Decision) -> Order:
        state, system = game.state, rules_of(game).game
        if asked.kind == "rockets":
            bases = rockets.targets(Situation(system, state, asked.powers[0]))
            for _ in range(_TRIES):
                aimed = {i: self._random.choice(bases[i]).id for i in self._some(tuple(bases), 99)}
                if game.can(o.Aim(aimed)):
                    return o.Aim(aimed)
            return o.Aim({})
        space = asked.spaces[0]
        choices = {i: raids.targets(system, state, state.unit(i), space) for i in asked.units}
        return o.Aim({i: self._random.choice(list(found)).id for i, found in choices.items()})

    def _bombard(self, game: Game, asked: Decision) -> Order:
        for _ in range(_TRIES):
            ships = {
                i: self._random.choice(asked.spaces) for i in self._some(asked.units, asked.most)
            }
            if game.can(o.Bombard(ships)):
                return o.Bombard(ships)
        return o.Bombard({})

    def _submerge(self, _: Game, asked: Decision) -> Order:
        return o.Submerge(self._some(asked.units, asked.most))

    def _casualties(self, game: Game, _: Decision) -> Order:
        state = game.state
        question = next(a for a in state.decisions.values() if a.kind == "casualties")
        return suggest(rules_of(game).game, state, question)

    def _retreat(self, _: Game, asked: Decision) -> Order:
        return o.Retreat(self._random.choice(asked.options))

    def _permit(self, _: Game, __: Decision) -> Order:
        return o.Permit(self._random.choice(("yes", "no")))

    def _bonus(self, game: Game, asked: Decision) -> Order:
        catalog = rules_of(game).game.catalog
        power = asked.powers[0]
        kinds = [k for k in asked.options if catalog.price(k, power) <= asked.most]
        kind = self._random.choice(kinds)
        return o.PlaceBonus({kind: asked.most // catalog.price(kind, power)})

    def _chart(self, _: Game, asked: Decision) -> Order:
        return o.PickChart(int(self._random.choice(asked.options)))

    def _research(self, game: Game, asked: Decision) -> Order:
        dice = self._random.randint(0, min(asked.most, 2))
        treasury = game.state.catalog.power(asked.powers[0]).treasuries[0]
        order = o.Research(treasury, dice)
        return order if dice and game.can(order) else o.EndPhase()
