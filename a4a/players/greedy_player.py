"""A player that does what pays at once: it attacks where the odds are good, and comes up behind.

It knows no game: forms say what can be ordered, a ruleset the odds of battles, and the board where
enemies are. It thinks no turn ahead, declares no war, carries nothing over sea, and does not gather
units for an attack that needs them beside each other first, as those on hexes do: in Axis & Allies
it beats chance clearly, in 2WW hardly. An opponent to practise against, not one to be proud of
beating.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from random import Random
from typing import ClassVar, Final, NamedTuple

from a4a.players.form_player import FormSitting
from a4a.players.lie import Lie, Odds
from a4a.players.planner import Planner
from a4a.rules.choices import Answer, Answers, Destination, Item, MovableStack, Moves, Picks, Tally
from a4a.rules.fight import Engagement
from a4a.rules.trial import Trial

_SURE: Final = 0.92
"""The chance at which no more units are sent."""
_RESTLESS: Final = 0.3
"""How likely a stack moves at random, where the phase could not be ended."""
PRESSES: Final = 0.8
"""The share of the enemy's strength with which an attack is still pressed."""


@dataclass(frozen=True)
class GreedyPlayer(Planner):
    """Attacks where it pays, comes up to the front, and places where it is threatened.

    Parameters
    ----------
    seed
        Settles what nothing else does.
    chance
        The least chance at which it attacks; 0 to 1.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("europe1940")
    >>> game.let(GreedyPlayer(1), until="turn")
    >>> {step.author for step in game.record.steps.values()} - {""}
    {'greedy 1 (seed 1)'}
    """

    _: KW_ONLY
    chance: float = 0.65
    name: ClassVar[str] = "greedy"
    version: ClassVar[int] = 1

    def sit(self, trial: Trial, rng: Random) -> Iterator[None]:
        """Give orders on trial until something else is asked."""
        return GreedySitting(trial, rng, self.chance).play()


class Target(NamedTuple):
    """A space that can be attacked, and what that promises."""

    found: Engagement
    odds: Odds
    score: float


class GreedySitting(FormSitting):
    """What a greedy player orders until something else is asked.

    Parameters
    ----------
    trial
        Where orders are given.
    rng
        Where its choices come from.
    chance
        The least chance at which it attacks.
    """

    def __init__(self, trial: Trial, rng: Random, chance: float) -> None:
        super().__init__(trial, rng, _RESTLESS)
        self._chance = chance
        asked = trial.decision
        self._asked = asked.powers[0] if asked else ""
        self._lies: dict[str, Lie] = {}
        self._lie = self._lie_for("")

    def _lie_for(self, power: str) -> Lie:
        """The lie of the land for a power; for the first that is asked if a form names none."""
        power = power or self._asked
        if power not in self._lies:
            self._lies[power] = Lie(self.trial.ruleset, self.trial.begun, power)
        return self._lies[power]

    # --- buttons --------------------------------------------------------------------------------

    def considered(self, forms: Sequence[Answers]) -> Sequence[Answers]:
        """All forms, the one that ends a phase before others."""
        return sorted(forms, key=lambda form: bool(form.title))

    def choose(self, free: Sequence[Answer]) -> Answer:
        """Press an attack while it can be won."""
        asked, state = self.trial.decision, self.trial.state
        battle = state.battles.get(asked.battle) if asked else None
        if battle is None:
            return free[0]
        sides = {"attacker": 0, "defender": 0}
        for part in battle.participants:
            units = [state.units[i] for i in part.units if i in state.units]
            sides[part.role] += self._lie.strength(units)
        presses = sides["attacker"] >= PRESSES * sides["defender"]
        stays = [answer for answer in free if battle.space in answer.spaces]
        others = [answer for answer in free if battle.space not in answer.spaces]
        return (stays if presses or not others else others or stays)[0]

    # --- what is counted ------------------------------------------------------------------------

    def wants(self, form: Tally) -> bool:
        """Whether to order something that is counted: what is beside the point is left out."""
        return not form.aside or bool(form.space)

    def count(self, form: Tally) -> bool:
        """Order what pays: purchases, placements, attacks; for all else what most would choose."""
        self._lie = self._lie_for(form.power)
        orders = form.make(self._picked(form))
        if orders and self.trial.can(orders[0]) and self.give(orders):
            return True
        return not form.space and super().count(form)

    def _picked(self, form: Tally) -> Picks:
        items = [item for item in form.items if item.refused is None and item.most]
        if form.funds is not None:
            return self._bought(form, items)
        if form.space:
            return self._sent(form, items)
        if not form.chosen and any(len(item.targets) > 1 for item in items):
            return self._placed(items)
        return form.chosen

    def _bought(self, form: Tally, items: Sequence[Item]) -> Picks:
        """Pay what is owed; all else goes to land units, half to what guards, half to strikers."""
        types = {kind.name: kind for kind in self.trial.state.catalog.unit_types}
        land = [
            item for item in items
            if item.price and item.spaces and item.type in types and not item.owed
            and types[item.type].category == "land" and item.label == item.type
        ]  # fmt: skip
        left, picks = form.funds or 0, dict[str, dict[str, int]]()

        def buy(item: Item, share: int) -> None:
            nonlocal left
            own = picks.setdefault(item.key, {"": 0})
            count = min(min(share, left) // item.price, item.most - own[""])
            own[""] += count
            left -= count * item.price

        for item in items:
            if item.owed:
                buy(item, left)
        if land:
            guard = max(land, key=lambda item: types[item.type].defense / _whole(item))
            others = [item for item in land if item is not guard] or land
            striker = max(others, key=lambda item: types[item.type].attack / _whole(item))
            for item, share in ((guard, left // 2), (striker, left), (guard, left)):
                buy(item, share)
        return picks or form.chosen

    def _sent(self, form: Tally, items: Sequence[Item]) -> Picks:
        """Attack with all that can, if that promises enough; else with nobody."""
        found = self._lie.engagement(form.space)
        if found is None or self._score(found, self._lie.odds(found)) <= 0:
            return {}
        return {item.key: {item.targets[0].key: item.most} for item in items if item.targets}

    def _placed(self, items: Sequence[Item]) -> Picks:
        """Place everything where it is needed most, as far as there is room."""
        picks: dict[str, dict[str, int]] = {}
        taken: dict[str, int] = {}
        known = self.trial.state.board.index
        for item in items:
            left = item.most
            keys = [target for target in item.targets if target.key in known]
            for target in sorted(keys, key=lambda t: -self._need(t.key)):
                room = left if target.most is None else target.most - taken.get(target.key, 0)
                if (count := min(left, max(room, 0))) > 0:
                    picks.setdefault(item.key, {})[target.key] = count
                    taken[target.key] = taken.get(target.key, 0) + count
                    left -= count
        return picks

    def _need(self, space: str) -> float:
        """How much a space needs new units: it is threatened, or at least near the enemy."""
        lie = self._lie
        threatened = lie.danger(space) > 0 and lie.distance(space) <= 2
        return (lie.value(space) if threatened else 0) - lie.distance(space)

    # --- moves ----------------------------------------------------------------------------------

    def settle(self, idle: Collection[int]) -> bool:
        """Leave it to the moves that follow, which bring aircraft home."""
        return False

    def move(self, form: Moves, *, repairing: bool) -> Iterator[None]:
        """Attack where it pays, then come up; at random only where the phase could not be ended."""
        self._lie = self._lie_for(form.power)
        if repairing:
            yield from self._bring_home(form)
            if not self.trial.over:
                yield from super().move(form, repairing=False)
            return
        ways: dict[MovableStack, tuple[Destination, ...]] = {}
        for stack in form.stacks:
            if stack.refused is None:
                ways[stack] = form.destinations(stack.units)
                yield
        moved = set[MovableStack]()
        for target in self._targets(ways):
            yield
            moved |= self._attack(target, {s: w for s, w in ways.items() if s not in moved})
            if self.trial.over:
                return
        for stack, found in ways.items():
            if stack not in moved and self._come_up(stack, found):
                yield
            if self.trial.over:
                return

    def _targets(self, ways: Mapping[MovableStack, Sequence[Destination]]) -> list[Target]:
        """What can be attacked and pays, the best first."""
        lie = self._lie
        spaces = {way.space for found in ways.values() for way in found} & lie.hostile
        targets = []
        for space in sorted(spaces, key=self.trial.state.board.index.__getitem__):
            found = lie.engagement(space)
            if found is not None:
                odds = lie.odds(found)
                targets.append(Target(found, odds, self._score(found, odds)))
        paying = [target for target in targets if target.score > 0]
        return sorted(paying, key=lambda target: -target.score)

    def _score(self, found: Engagement, odds: Odds) -> float:
        """What an attack is worth; 0 where it is too bold."""
        if odds.decides and odds.chance < self._chance:
            return 0.0
        return odds.swing + odds.chance * self._lie.value(found.space)

    def _attack(
        self,
        target: Target,
        ways: Mapping[MovableStack, Sequence[Destination]],
        there: Collection[int] = (),
    ) -> set[MovableStack]:
        """Send stacks, the cheapest first, until the odds are good; none if they never are.

        Some units may be there already.
        """
        space, types = target.found.space, self.trial.state.catalog.unit_type
        coming = {unit for reacher in target.found.reachers for unit in reacher.ids}
        able = [
            (stack, way)
            for stack, found in ways.items()
            for way in [next((w for w in found if w.space == space and not w.label), None)]
            if way is not None and coming.intersection(stack.units)
        ]
        able.sort(key=lambda one: (types(one[0].type).category != "land", types(one[0].type).cost))
        sent: set[MovableStack] = set()
        units = set(there)
        odds = self._lie.odds(target.found, units)
        for stack, way in able:
            if odds.chance >= _SURE:
                break
            if not self._spared(stack) or not self.give(way.orders):
                continue
            sent.add(stack)
            units.update(stack.units)
            odds = self._lie.odds(target.found, units)
            if self.trial.over:
                return sent
        if sent and self._score(target.found, odds) <= 0:
            self.trial.take_back(sum(len(way.orders) for stack, way in able if stack in sent))
            return set()
        return sent

    def _spared(self, stack: MovableStack) -> bool:
        """Whether a stack can leave where it is: a threatened capital keeps its land units."""
        board, lie = self.trial.state.board, self._lie
        kind = self.trial.state.catalog.unit_type(stack.type)
        capital = board.space(stack.space).capital_of
        return kind.category != "land" or not capital or lie.danger(stack.space) <= 0

    def _come_up(self, stack: MovableStack, ways: Collection[Destination]) -> bool:
        """Bring land units nearer to the enemy, where they do not stand before him yet."""
        lie, state = self._lie, self.trial.state
        if state.catalog.unit_type(stack.type).category != "land" or not self._spared(stack):
            return False
        here = lie.distance(stack.space)
        nearer = [
            way for way in ways
            if 1 <= lie.distance(way.space) < here and way.space not in lie.hostile
            and way.space not in state.board.seas
        ]  # fmt: skip
        if not nearer:
            return False
        best = min(nearer, key=lambda way: (lie.distance(way.space), -lie.guard(way.space)))
        return self.give(best.orders)

    def _bring_home(self, form: Moves) -> Iterator[None]:
        """Send aircraft where most of their side can guard them."""
        lie, state = self._lie, self.trial.state
        for stack in (form.after(state) or form).stacks:
            if state.catalog.unit_type(stack.type).category != "air" or stack.refused is not None:
                continue
            if self.trial.over:
                return
            now = form.after(self.trial.state) or form
            ways = [w for w in now.destinations(stack.units) if w.space not in lie.hostile]
            if ways and (stack.space in lie.hostile or stack.space in state.board.seas):
                self.give(max(ways, key=lambda way: lie.guard(way.space)).orders)
                yield


def _whole(item: Item) -> int:
    """What one of an item costs in the end."""
    return item.whole or item.price
