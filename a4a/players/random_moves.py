"""How a random player goes to war and moves: any way the rules allow, and every aircraft home."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence, Set
from itertools import islice

from a4a.core.errors import A4AError, RuleViolation
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.players.family import orders_asked, rules_of
from a4a.rules.areas import orders as o
from a4a.rules.areas.bases.carriers import free_places, is_carrier
from a4a.rules.areas.movement.fields import fields_of
from a4a.rules.areas.movement.landing import prove, settled
from a4a.rules.areas.movement.purpose import must_leave
from a4a.rules.areas.movement.reach import MovePhase, Reach, Way
from a4a.rules.areas.movement.stranded import give_up, landing_places
from a4a.rules.decision import Decision
from a4a.rules.game import Game

_MOST_LANDINGS = 500
_MOST_REPAIRS = 1000
_UNDONE = ("Move", "Permit", "Engage")


class RandomMoves:
    """Declares war and moves, each legal way of a stack as likely as any other.

    Parameters
    ----------
    rng
        Where its choices come from.
    most
        How many stacks of units it tries to move in a phase; None for all.
    """

    def __init__(self, rng: random.Random, most: int | None) -> None:
        self._random = rng
        self._most = most
        self._reach: Reach | None = None

    def declare(self, game: Game) -> None:
        """Declare war on somebody, or do not, where a decision allows it."""
        asked = game.decision
        if asked is None or "DeclareWar" not in asked.orders or self._random.random() < 0.5:
            return
        powers = [p.name for p in game.state.catalog.powers if p.playable]
        self._random.shuffle(powers)
        for power in powers:
            order = o.DeclareWar((power,))
            if game.can(order):
                game.do(order)
                return

    def move(self, game: Game, asked: Decision) -> None:
        """Move in a phase, and end it unless somebody else is asked first."""
        self.declare(game)
        phase = game.state.phase
        kind: MovePhase = "combat" if asked.kind == "combat move" else "noncombat"
        power = game.state.active[0]
        for units in islice(self._stacks(game.state, power), self._most):
            if self._waits_for_leave(game, phase):
                return
            self._send(game, units, kind)
        if self._waits_for_leave(game, phase):
            return
        if kind == "combat":
            self._engage(game)
        self._end_moves(game)

    def _waits_for_leave(self, game: Game, phase: str) -> bool:
        """Whether something other than moves of this phase is asked."""
        return game.state.phase != phase or "Move" not in orders_asked(game)

    def _stacks(self, state: State, power: str) -> Iterator[tuple[int, ...]]:
        """Yield the units of a power, like with like, in random order; some stacks in parts."""
        movable = {t.name for t in state.catalog.unit_types if t.category in ("land", "sea", "air")}
        stacks: dict[tuple[object, ...], list[int]] = {}
        for unit in state.units.values():
            if unit.owner == power and unit.type in movable and not _held(unit):
                memory = state.memory(unit.id)
                stacks.setdefault((unit.place, unit.type, unit.damage, memory), []).append(unit.id)
        order = list(stacks.values())
        self._random.shuffle(order)
        for units in order:
            cut = self._random.randint(1, len(units))
            yield tuple(units[:cut])
            if units[cut:]:
                yield tuple(units[cut:])

    def _send(self, game: Game, units: tuple[int, ...], phase: MovePhase) -> None:
        state = game.state
        if any(i not in state.units for i in units):
            return
        way = self._way(game, units, phase)
        if way is None and len(units) > 1:
            units = units[:1]
            way = self._way(game, units, phase)
        if way is not None:
            game.do(way.order(units))

    def _way(self, game: Game, units: tuple[int, ...], phase: MovePhase) -> Way | None:
        """One of the legal ways of a stack, each as likely as any other."""
        reach = self._reach_of(game)
        return reach.pick(game.state, units, phase=phase, shuffle=self._random.shuffle)

    def _reach_of(self, game: Game) -> Reach:
        if self._reach is None:
            self._reach = Reach(rules_of(game).game)
        return self._reach

    def _engage(self, game: Game) -> None:
        """Attack, or ignore, the enemy submarines and transports in some zones of its warships."""
        field = fields_of(rules_of(game).game).of(game.state, combat=True)
        zones = dict.fromkeys(str(ship.place) for ship in field.ships)
        for zone in zones:
            if field.has_prey(zone) and self._random.random() < 0.5:
                order = o.Engage(zone, self._random.choice(("attack", "ignore")))
                if game.can(order):
                    game.do(order)

    def _end_moves(self, game: Game) -> None:
        """End the phase; take moves back as long as the rules want something done first.

        In the Noncombat Move phase aircraft are brought home; where that fails, more and more moves
        are taken back, to begin again with fewer carriers out of place.
        """
        phase = game.state.phase
        at_home = phase.startswith("Noncombat")
        number = 1
        for _ in range(_MOST_REPAIRS):
            sent = 0
            if at_home:
                self._bring_all_home(game)
            else:
                sent = self._send_off(game)
            try:
                game.do(o.EndPhase())
            except RuleViolation as refusal:
                if not self._take_back(game, phase, sent + number):
                    if at_home:
                        return  # it is asked again, and finds other moves
                    raise A4AError(f"the random player is stuck in {phase}: {refusal}") from refusal
                number = 2 * number if at_home else 1
            else:
                return
        raise A4AError(f"the random player finds no end of {phase}")

    def _send_off(self, game: Game) -> int:
        """Move ships away from warships that nothing beside them can fight; return the steps."""
        fields, before = fields_of(rules_of(game).game), len(game.record)
        for ship in fields.of(game.state, combat=True).ships:
            if must_leave(fields.of(game.state, combat=True), ship):
                self._send(game, (ship.id,), "combat")
        return len(game.record) - before

    def _take_back(self, game: Game, phase: str, number: int) -> bool:
        """Undo that many of the phase's last moves, or all; return whether any was undone."""
        undone = 0
        while undone < number:
            step = game.record.steps.get(game.node)
            if step is None or step.order is None or step.order.kind not in _UNDONE:
                break
            before = game.record.state_at(step.parent)
            if before.phase != phase:
                break
            try:
                game.take_back()
            except RuleViolation:
                break
            undone += 1
        return undone > 0

    def _bring_all_home(self, game: Game) -> None:
        for _ in range(_MOST_LANDINGS):
            if not self._bring_home(game):
                return

    def _bring_home(self, game: Game) -> bool:
        """Make one move of those by which most aircraft land: of aircraft, or of a carrier."""
        system = rules_of(game).game
        state, graph = game.state, system.graph
        field = fields_of(system).of(state, combat=False)
        stranded = settled(field).stranded
        if not stranded:
            return False
        best = prove(field)
        lost = set(best.stranded)
        groups: dict[tuple[object, ...], list[int]] = {}
        for i in stranded:
            unit, zone = state.unit(i), best.at_sea.get(i)
            if i not in lost and zone != unit.place:
                key = (unit.place, unit.type, state.memory(i), zone)
                groups.setdefault(key, []).append(i)
        for ids in groups.values():
            zone = best.at_sea.get(ids[0])
            ends = {zone} if zone else {s for s, sea in graph.is_sea.items() if not sea}
            if self._go(game, tuple(ids), ends) or (len(ids) > 1 and self._go(game, ids[:1], ends)):
                return True
        needed = Counter(best.at_sea.values())
        carriers = [ship for ship in field.ships if is_carrier(system, ship)]
        room = {ship.id: max(0, free_places(system, state, ship)) for ship in carriers}
        decks: Counter[str] = Counter()
        for ship in carriers:
            decks[str(ship.place)] += room[ship.id]
        lacking = {zone for zone, number in needed.items() if number > decks[zone]}
        able = [ship for ship in carriers if room[ship.id]] if lacking else []
        spare = [s for s in able if decks[str(s.place)] - room[s.id] >= needed[str(s.place)]]
        # Without one to spare, another may still go: what it leaves has a purchased carrier.
        return any(self._go(game, (ship.id,), lacking) for ship in dict.fromkeys([*spare, *able]))

    def _go(self, game: Game, units: Sequence[int], ends: Set[str]) -> bool:
        """Make a noncombat move that ends in one of some spaces; return whether one was made."""
        way = self._reach_of(game).pick(game.state, units, phase="noncombat", ends=ends)
        if way is not None:
            game.do(way.order(units))
        return way is not None

    def land(self, game: Game, asked: Decision) -> None:
        """Land one aircraft of those that a battle left in the air."""
        state = game.state
        unit = state.unit(self._random.choice(asked.units))
        places = landing_places(rules_of(game).game, state, unit)
        if not places:
            game.do(give_up(unit))
            return
        space, aboard = self._random.choice(places)
        here = str(unit.place)
        path = (here,) if here == space else (here, space)
        game.do(o.Move((unit.id,), path, aboard))


def _held(unit: Unit) -> bool:
    return not isinstance(unit.place, str | int)
