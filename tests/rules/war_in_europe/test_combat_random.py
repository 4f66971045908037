"""Combat in random positions: whatever is asked can be answered, and everything comes to an end."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.core.units import Holding
from a4a.rules.decision import Decision
from a4a.rules.hexes.exchange import ways
from a4a.rules.order import Order
from a4a.rules.systems.war_in_europe.combat import forces, losses, retreats
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.orders.fighting import (
    Advance,
    Attack,
    EndCombat,
    PressOn,
    Retreat,
    RetreatToPort,
    Support,
    TakeLosses,
)
from a4a.rules.systems.war_in_europe.orders.moving import (
    AttackInTransit,
    Displace,
    Eliminate,
    LetPass,
)
from a4a.rules.systems.war_in_europe.overstacking import excesses
from a4a.rules.systems.war_in_europe.standing import OTHER
from tests import depth
from tests.rules.war_in_europe.fighting import AT_WAR, Play
from tests.rules.war_in_europe.positions import dataset, system

APART = "Soviet Union"
MINORS = ("Finland", "Hungary", "Rumania", "Bulgaria")
CENTRES = ("1908", "2214", "2405", "1607", "2312", "2716", "2010", "2809", "2903", "3108")


def scattered(seed: int) -> Play:
    """A position of counters of both sides, close to each other, some of them ashore or dropped."""
    pick = random.Random(seed)
    sys = system()
    hexes = sorted(sys.ground.within(pick.choice(CENTRES), 3))
    side = pick.choice(("Axis", "Allies"))
    taken: dict[str, str] = {}
    counters: dict[str, str] = {}
    for counter in dataset().catalog.counters:
        own = sys.catalog.side_of(counter.power)
        if own not in OTHER or pick.random() > 0.4:
            continue
        medium = sys.media[counter.type]
        kinds = {"land": ("land", "coast"), "sea": ("sea", "coast"), "air": ("land", "coast")}
        free = [
            h
            for h in hexes
            if taken.get(h, own) == own and sys.board.space(h).kind in kinds[medium]
        ]
        if free:
            space = pick.choice(free)
            taken[space] = own
            counters[f"{counter.power}: {counter.name}"] = space
    control = {
        h: ("Germany" if own == "Axis" else "Great Britain")
        for h, own in taken.items()
        if sys.board.space(h).kind != "sea"
    }
    reduced = [name for name in counters if pick.random() < 0.3]
    flags = {name: ("ops complete",) for name in counters if pick.random() < 0.1}
    for name in list(flags):
        if sys.media[dataset().catalog.counter(*name.split(": ")).type] == "land":
            del flags[name]
    play = Play(
        side,
        counters,
        seed,
        at_war=(*AT_WAR, *MINORS),
        reduced=reduced,
        flags=flags,
        control=control,
    )
    return _contested(play, pick)


def _contested(play: Play, pick: random.Random) -> Play:
    """Let some land units of the side stand on enemies, or in enemy ports, as after landings."""
    field = field_of(system(), play.state)
    side = play.phase.side
    enemies = sorted(field.occupied(OTHER[side], "land"))
    for unit in list(play.state.units.values()):
        if field.side_of(unit) != side or field.category(unit) != "land" or not enemies:
            continue
        if forces.is_fort(system(), unit) or unit.owner == APART or pick.random() > 0.1:
            continue
        name, there = f"{unit.owner}: {unit.name}", pick.choice(enemies)
        ports = "port" in system().board.space(there).features
        play.tell(ev.UnitsPlaced((unit.id,), there, "test"))
        if ports and pick.random() < 0.5:
            play.landed(there, name)
        else:
            play.dropped(name)
    return play


class Player:
    """Answers at random whatever is asked."""

    def __init__(self, play: Play, seed: int) -> None:
        self.play, self.pick = play, random.Random(seed)

    def some(self, of: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(i for i in of if self.pick.random() < 0.5)

    def order(self, asked: Decision) -> Order:
        play, pick = self.play, self.pick
        state = play.state
        match asked.kind:
            case "support":
                return next(self._fitting(Support(self.some(asked.units)) for _ in range(20)))
            case "losses":
                question = losses.Losses(system())
                open_ = [a for a in state.decisions.values() if a.kind == "losses"][-1]
                due, hit, _ = question._due(state, open_)
                return TakeLosses(dict(pick.choice(list(ways(due, hit)))))
            case "press on":
                return PressOn(pick.choice(("yes", "no")))
            case "retreat":
                found = state.battles[asked.battle]
                to = retreats.ways_out(system(), state, found)
                return Retreat({unit: pick.choice(hexes) for unit, hexes in to.items()})
            case "advance":
                hexes = retreats.advances(system(), state, state.battles[asked.battle])
                return Advance({i: pick.choice(hexes[i]) for i in self.some(tuple(hexes))})
            case "port":
                return RetreatToPort(pick.choice(asked.options))
            case "displacement":
                return Displace(pick.choice(asked.options))
            case "transit":
                units = self.some(asked.units)
                if units and pick.random() < 0.7:
                    return next(self._fitting([AttackInTransit(units), LetPass("next")]))
                return LetPass(pick.choice(("next", "end")))
            case "too many units":
                return Eliminate(tuple(pick.sample(asked.units, asked.least)))
        return self.attack(asked)

    def _fitting(self, orders) -> Iterator[Order]:
        for order in orders:
            try:
                self.play.check(order)
            except RuleViolation:
                continue
            else:
                yield order
        yield Support()

    def attack(self, asked: Decision) -> Order:
        state, phase = self.play.state, self.play.phase
        field = field_of(system(), state)
        side = phase.side
        spots = [
            *asked.spaces,
            *sorted(s for m in ("land", "sea", "air") for s in field.occupied(OTHER[side], m)),
        ]
        for _ in range(60):
            space = self.pick.choice(spots) if self.pick.random() < 0.7 else spots[0]
            near = system().ground.within(space, 2)
            own = tuple(
                u.id
                for u in state.units.values()
                if field.side_of(u) == side and state.space_of(u.id) in near
            )
            must = tuple(u.id for u in field.units(space, side, "land") if field.is_contesting(u))
            units = tuple(dict.fromkeys((*must, *self.some(own)))) if own else ()
            order = Attack(space, tuple(i for i in units if self._may(space, i, must)))
            try:
                phase.verify(state, order)
            except RuleViolation:
                continue
            return order
        return EndCombat()

    def _may(self, space: str, unit: int, must: tuple[int, ...]) -> bool:
        if unit in must:
            return True
        try:
            self.play.phase.verify(self.play.state, Attack(space, (*must, unit)))
        except RuleViolation:
            return False
        return True


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(8, deep=400)))
def test_combat_in_random_positions_comes_to_an_end(seed: int) -> None:
    play = scattered(seed)
    player = Player(play, seed)
    for _ in range(3_000):
        asked = play.asked
        if asked is None:
            break
        order = player.order(asked)
        if isinstance(order, EndCombat) and play.phase.due(play.state):
            refuse(play)
        play.give(order)
    assert play.asked is None
    state, field = play.state, field_of(system(), play.state)
    assert state.settled, state.unsettled
    for space in {u.place for u in state.units.values() if isinstance(u.place, str)}:
        assert not (field.units(space, "Axis", "land") and field.units(space, "Allies", "land"))
    assert all(not u.flags for u in state.units.values() if isinstance(u.place, Holding))
    assert not list(excesses(system(), state))


def refuse(play: Play) -> None:
    """Say why a hex that must be attacked cannot be."""
    space = play.phase.due(play.state)[0]
    field = field_of(system(), play.state)
    units = field.units(space, play.phase.side, "land")
    play.check(Attack(space, tuple(u.id for u in units if field.is_contesting(u))))
    pytest.fail(f"{space} was not attacked")
