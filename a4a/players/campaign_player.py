"""A player for a whole war: greedy on land, and across the sea as well; it lends and withdraws."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from a4a.players.buying import CONVOY, FRONT, Purpose, offers
from a4a.players.form_player import FormSitting, in_the_way
from a4a.players.greedy_player import PRESSES, GreedyPlayer, GreedySitting, Target
from a4a.players.sealift import Sealift
from a4a.rules.choices import Destination, Item, MovableStack, Moves, Picks, Tally
from a4a.rules.trial import Trial

_HOLDS: Final = 0.4
"""The share of the attacker's strength with which a space is still defended."""
_AT_FRONT: Final = 0.1
"""The share of a power's land before the enemy from which on it needs its money itself."""


@dataclass(frozen=True)
class CampaignPlayer(GreedyPlayer):
    """Attacks at stated odds as the greedy player does, and carries the war across the sea.

    It buys where the front is to be reached, and convoys where it is not; lends to those who are
    nearer the enemy; lands troops, and ships them towards the enemy; breaks off battles that go
    ill; and keeps out of land that is not its side's.

    Parameters
    ----------
    seed
        Settles what nothing else does.
    chance
        The least chance at which it attacks; 0 to 1.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("wargame1942")
    >>> game.let(CampaignPlayer(1), until="phase")
    >>> game.state.phase
    'Combat Orders'
    """

    name: ClassVar[str] = "campaign"
    version: ClassVar[int] = 1

    def sit(self, trial: Trial, rng: Random) -> Iterator[None]:
        """Give orders on trial until something else is asked."""
        return CampaignSitting(trial, rng, self.chance).play()


class CampaignSitting(GreedySitting):
    """What a player for a whole war orders until something else is asked.

    Parameters
    ----------
    trial
        Where orders are given.
    rng
        Where its choices come from.
    chance
        The least chance at which it attacks.
    """

    # --- what is counted ------------------------------------------------------------------------

    def wants(self, form: Tally) -> bool:
        """Whether to order something that is counted: what helps others, too."""
        return super().wants(form) or bool(_given_to(form, self._power(form)))

    def _power(self, form: Tally | Moves) -> str:
        return form.power or self._asked

    def _picked(self, form: Tally) -> Picks:
        """Break off a battle that goes ill."""
        asked = self.trial.decision
        if asked is not None and asked.battle in self.trial.state.battles and not form.least:
            places = [t.key for item in form.items for t in item.targets]
            if places and all(place in self.trial.state.board.index for place in places):
                return {} if self._stands(asked.battle, form.items) else self._away(form.items)
        return super()._picked(form)

    def count(self, form: Tally) -> bool:
        """Build order by order, as each takes room from others; all else is ordered at once."""
        if _given_to(form, self._power(form)):
            self._lie = self._lie_for(self._power(form))
            picks = self._lent(form)
            return bool(picks) and self.give(form.make(picks))
        placed = any(target.key for item in form.items for target in item.targets)
        if form.funds is None or form.aside or not placed:
            return super().count(form)
        self._lie = self._lie_for(form.power)
        for purpose, kept in zip(FRONT, (form.funds // 2, 0, 0), strict=True):
            while self._builds(form, purpose, kept):
                pass
        while sum(self._builds(form, purpose, 0, 1) for purpose in CONVOY):
            pass
        return True

    def _builds(self, form: Tally, purpose: Purpose, kept: int, most: int | None = None) -> bool:
        """Build something for a purpose where it is needed most; whether there was anything."""
        now = next((f for f in self.forms if isinstance(f, Tally) and f.title == form.title), None)
        if now is None or self.trial.over:
            return False
        catalog = self.trial.state.catalog
        found = offers(now, purpose, catalog=catalog, lie=self._lie, need=self._need)
        wanted = (offer.picks((now.funds or 0) - kept, most) for offer in found)
        return any(self.give(now.make(picks)) for picks in wanted if picks)

    def _need(self, space: str) -> float:
        """How much a space needs new units: it stands before the enemy, or is near him."""
        lie = self._lie
        threatened = lie.distance(space) <= 1 and lie.danger(space) > 0
        return (lie.value(space) if threatened else 0) - 2 * lie.distance(space)

    def _lent(self, form: Tally) -> Picks:
        """Lend as much as may be lent, in equal parts, to those at the front, if it is far away."""
        needy = [i for i in form.items if i.most and self._lie_for(i.power).front() > _AT_FRONT]
        if not needy or self._lie.front() > _AT_FRONT:
            return {}
        most = form.funds if form.most is None else form.most
        part = (most or 0) // len(needy)
        return {item.key: {item.targets[0].key: min(part, item.most)} for item in needy}

    def _stands(self, battle: str, items: Sequence[Item]) -> bool:
        """Whether those who may retreat from a battle stay in it."""
        state = self.trial.state
        own, enemies = 0, 0
        ours = {state.catalog.side_of(item.power) for item in items}
        for part in state.battles[battle].participants:
            units = [state.units[i] for i in part.units if i in state.units]
            friendly = [u for u in units if state.catalog.side_of(u.owner) in ours]
            own += self._lie.strength(friendly)
            enemies += self._lie.strength([u for u in units if u not in friendly])
        attacks = any(item.power in state.active for item in items)
        return own >= (PRESSES if attacks else _HOLDS) * enemies

    def _away(self, items: Sequence[Item]) -> Picks:
        """Retreat with all who may, to where most of their side can guard them."""
        return {
            item.key: {max((t.key for t in item.targets), key=self._lie.guard): item.most}
            for item in items if item.targets
        }  # fmt: skip

    # --- moves ----------------------------------------------------------------------------------

    def settle(self, idle: Collection[int]) -> bool:
        """Send units that keep a phase from ending anywhere: a fleet may have left aircraft."""
        return FormSitting.settle(self, idle)

    def move(self, form: Moves, *, repairing: bool) -> Iterator[None]:
        """Attack by land and sea; when nothing is to be attacked, ship troops to the enemy."""
        if repairing:
            yield from super().move(form, repairing=True)
            return
        self._lie = self._lie_for(form.power)
        asked = self.trial.decision
        if asked is not None and asked.kind.startswith("combat"):
            yield from self._land(form)
            if self.trial.over:
                return
            yield from super().move(form.after(self.trial.state) or form, repairing=False)
            return
        yield from self._bring_home(form)
        if not self.trial.over:
            yield from super().move(form.after(self.trial.state) or form, repairing=False)
        if not self.trial.over:
            yield from Sealift(self.trial, self.give, self._lie, form).ferry()

    def _come_up(self, stack: MovableStack, ways: Collection[Destination]) -> bool:
        """Come up through land of its own side alone: a neutral's would be an invasion."""
        state, side = self.trial.state, self.trial.state.catalog.side_of
        own = side(stack.power)
        return super()._come_up(
            stack, [way for way in ways if side(state.control.get(way.space, "")) == own]
        )

    def _bring_home(self, form: Moves) -> Iterator[None]:
        """Bring home aircraft from the sea and from enemies, then all that still have to land."""
        yield from super()._bring_home(form)
        tried = set[int]()
        while not self.trial.over and (left := self._homeless() - tried):
            tried |= left
            for unit in sorted(left):
                self._bring_in(form, unit)
                yield

    def _homeless(self) -> frozenset[int]:
        return in_the_way(self.trial.ruleset.buttons(self.trial.state))

    def _bring_in(self, form: Moves, unit: int) -> None:
        """Send a unit where it may stay, if there is such a place: to where most can guard it."""
        now = form.after(self.trial.state) or form
        ways = [way for way in now.destinations((unit,)) if way.space not in self._lie.hostile]
        for way in sorted(ways, key=lambda way: -self._lie.guard(way.space)):
            begun = len(self.trial.tried)
            if self.trial.over or not self.give(way.orders):
                continue
            if self.trial.over or unit not in self._homeless():
                return
            self.trial.take_back(len(self.trial.tried) - begun)

    def _land(self, form: Moves) -> Iterator[None]:
        """Land where that pays, with what comes over land and by air beside it."""
        lift = Sealift(self.trial, self.give, self._lie, form)
        for target in self._shores():
            begun = len(self.trial.tried)
            landed = lift.land(target.found)
            yield
            if landed:
                sent = self._attack(target, self._ways_to(form, target), landed)
                units = {*landed, *(unit for stack in sent for unit in stack.units)}
                if self._score(target.found, self._lie.odds(target.found, units)) > 0:
                    if self.trial.over:
                        return
                    continue
            if done := len(self.trial.tried) - begun:
                self.trial.take_back(done)

    def _shores(self) -> list[Target]:
        """Where a landing may pay, the best first."""
        lie, seas = self._lie, self.trial.state.board.seas
        spaces = sorted(s for s in lie.hostile if s not in seas and lie.coast(s))
        found = []
        for space in spaces:
            fight = lie.engagement(space)
            if fight is None or all(r.band.duty != "landing" for r in fight.reachers):
                continue
            odds = lie.odds(fight)
            found.append(Target(fight, odds, self._score(fight, odds)))
        return sorted((t for t in found if t.score > 0), key=lambda target: -target.score)

    def _ways_to(self, form: Moves, target: Target) -> Mapping[MovableStack, Sequence[Destination]]:
        """The ways of all that can be sent against a target beside what has landed."""
        now = form.after(self.trial.state) or form
        coming = {
            unit for reacher in target.found.reachers for unit in reacher.ids
            if not reacher.band.duty
        }  # fmt: skip
        return {
            stack: now.destinations(stack.units)
            for stack in now.stacks
            if stack.refused is None and coming.intersection(stack.units)
        }


def _given_to(form: Tally, power: str) -> tuple[str, ...]:
    """The other powers to which a tally gives something, if it gives to nobody else."""
    names = tuple(item.power for item in form.items)
    return names if form.aside and all(n and n != power for n in names) else ()
