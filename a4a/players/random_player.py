"""A player that does anything legal: for tests, benchmarks, and as the weakest opponent."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence, Set
from itertools import islice

from a4a.core.errors import A4AError, RuleViolation
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.aa import money
from a4a.rules.aa import orders as o
from a4a.rules.aa.carriers import free_places, is_carrier
from a4a.rules.aa.combat import raids, rockets
from a4a.rules.aa.combat.casualties import suggest
from a4a.rules.aa.flow import AxisAndAllies
from a4a.rules.aa.limits import for_sale
from a4a.rules.aa.movement.fields import fields_of
from a4a.rules.aa.movement.landing import prove, settled
from a4a.rules.aa.movement.purpose import must_leave
from a4a.rules.aa.movement.stranded import give_up, landing_places
from a4a.rules.aa.phases.mobilize import sites
from a4a.rules.aa.placement import Yard
from a4a.rules.aa.reach import MovePhase, Reach, Way
from a4a.rules.aa.situation import Situation
from a4a.rules.decision import Decision
from a4a.rules.game import Game
from a4a.rules.order import Order

_SPENT = 0.8
_TRIES = 12
_MOST_LANDINGS = 500
_MOST_REPAIRS = 1000
_UNDONE = ("Move", "Permit", "Engage")


class RandomPlayer:
    """Plays games of the Axis & Allies family at random, by the rules.

    It tries to move every unit that may move and spends at least 80 % of its money.

    Parameters
    ----------
    seed
        The same seed plays the same game, given the same dice.
    most
        How many stacks of units it tries to move in a phase; None for all.

    Examples
    --------
    >>> import a4a
    >>> from a4a.core.dice import SeededDice
    >>> game = a4a.new_game("europe1940", dice=SeededDice(1))
    >>> RandomPlayer(1).play_turn(game)
    >>> game.state.active
    ('Soviet Union',)
    """

    def __init__(self, seed: int, *, most: int | None = None) -> None:
        self._random = random.Random(seed)
        self._most = most
        self._reach: Reach | None = None
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

    def play_turn(self, game: Game) -> None:
        """Play until another power's turn begins, answering for everybody."""
        turn = game.state.turn
        while (asked := game.decision) is not None and game.state.turn == turn:
            self.act(game, asked)

    def act(self, game: Game, asked: Decision) -> None:
        """Answer one decision; moves, purchases and placements of a phase all at once."""
        if asked.kind == "purchase":
            self._buy(game)
        elif asked.kind in ("combat move", "noncombat move"):
            self._move(game, asked)
        elif asked.kind == "mobilize":
            self._place(game)
        elif asked.kind == "landing":
            self._land(game, asked)
        elif asked.orders[0] == "DeclareWar":
            self._declare(game)
            if "EndPhase" in self._asked(game) and game.decision == asked:
                game.do(o.EndPhase())
        else:
            game.do(self._answers[asked.orders[0]](game, asked))

    # --- purchases and placements ---------------------------------------------------------------

    def _buy(self, game: Game) -> None:
        rules = _rules(game)
        catalog = rules.game.catalog
        power = catalog.power(game.state.active[0])
        yard = Yard(rules.game, game.state, power.name)
        for treasury in power.treasuries:
            funds = game.state.money(treasury, catalog.currency)
            kinds = [
                kind
                for kind in for_sale(rules.game, game.state, power.name)
                if sites(rules.game, game.state, kind, treasury=treasury, yard=yard)
            ]
            wanted: dict[str, int] = {}
            spent = 0
            for _ in range(_TRIES * 4):
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
        if "EndPhase" in self._asked(game) and game.state.phase.startswith("Purchase"):
            game.do(o.EndPhase())

    def _place(self, game: Game) -> None:
        phase = game.state.phase
        asked = game.decision
        system = _rules(game).game
        alike: dict[tuple[str, str], list[int]] = {}
        for i in asked.units if asked else ():
            unit = game.state.unit(i)
            alike.setdefault((unit.type, money.payer(system, unit)), []).append(i)
        for (kind, payer), units in alike.items():
            while units and game.state.phase == phase:
                spaces = list(sites(system, game.state, kind, treasury=payer))
                if not self._place_some(game, units, self._random.sample(spaces, len(spaces))):
                    break
        if game.state.phase == phase and "EndPhase" in self._asked(game):
            game.do(o.EndPhase())

    def _place_some(self, game: Game, units: list[int], spaces: list[str]) -> bool:
        """Place some of these units, which it takes from the list; whether any could be."""
        some = self._random.randint(1, len(units))
        for number in dict.fromkeys((some, 1)):
            for space in spaces:
                order = o.Place(tuple(units[:number]), space)
                if game.can(order):
                    game.do(order)
                    del units[:number]
                    return True
        return False

    def _bonus(self, game: Game, asked: Decision) -> Order:
        catalog = _rules(game).game.catalog
        power = asked.powers[0]
        kinds = [k for k in asked.options if catalog.price(k, power) <= asked.most]
        kind = self._random.choice(kinds)
        return o.PlaceBonus({kind: asked.most // catalog.price(kind, power)})

    # --- war and moves --------------------------------------------------------------------------

    def _declare(self, game: Game) -> None:
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

    def _move(self, game: Game, asked: Decision) -> None:
        self._declare(game)
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
        """Whether something else is asked than moves of this phase."""
        return game.state.phase != phase or "Move" not in self._asked(game)

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
            self._reach = Reach(_rules(game).game)
        return self._reach

    def _engage(self, game: Game) -> None:
        """Attack, or ignore, the enemy submarines and transports in some zones of its warships."""
        field = fields_of(_rules(game).game).of(game.state, combat=True)
        zones = dict.fromkeys(str(ship.place) for ship in field.ships)
        for zone in zones:
            if field.has_prey(zone) and self._random.random() < 0.5:
                order = o.Engage(zone, self._random.choice(("attack", "ignore")))
                if game.can(order):
                    game.do(order)

    def _end_moves(self, game: Game) -> None:
        """End the phase; take moves back as long as the rules want something done first.

        In the Noncombat Move phase aircraft are brought home; where that fails, more and more moves
        are taken back, to begin with fewer carriers out of place.
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
        """Send ships away from warships that nothing beside them can fight; how many went."""
        fields, before = fields_of(_rules(game).game), len(game.record)
        for ship in fields.of(game.state, combat=True).ships:
            if must_leave(fields.of(game.state, combat=True), ship):
                self._send(game, (ship.id,), "combat")
        return len(game.record) - before

    def _take_back(self, game: Game, phase: str, number: int) -> bool:
        """Undo the last moves of the phase, so many or as many as there are; whether any was."""
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
        system = _rules(game).game
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
        # Without one to spare, another may still go: those it leaves have a purchased carrier.
        return any(self._go(game, (ship.id,), lacking) for ship in dict.fromkeys([*spare, *able]))

    def _go(self, game: Game, units: Sequence[int], ends: Set[str]) -> bool:
        """Make a noncombat move that ends in one of some spaces; whether there was one."""
        way = self._reach_of(game).pick(game.state, units, phase="noncombat", ends=ends)
        if way is not None:
            game.do(way.order(units))
        return way is not None

    def _land(self, game: Game, asked: Decision) -> None:
        state = game.state
        unit = state.unit(self._random.choice(asked.units))
        places = landing_places(_rules(game).game, state, unit)
        if not places:
            game.do(give_up(unit))
            return
        space, aboard = self._random.choice(places)
        here = str(unit.place)
        path = (here,) if here == space else (here, space)
        game.do(o.Move((unit.id,), path, aboard))

    # --- battles --------------------------------------------------------------------------------

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
        state, system = game.state, _rules(game).game
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
        return suggest(_rules(game).game, state, question)

    def _retreat(self, _: Game, asked: Decision) -> Order:
        return o.Retreat(self._random.choice(asked.options))

    # --- the rest -------------------------------------------------------------------------------

    def _permit(self, _: Game, __: Decision) -> Order:
        return o.Permit(self._random.choice(("yes", "no")))

    def _chart(self, _: Game, asked: Decision) -> Order:
        return o.PickChart(int(self._random.choice(asked.options)))

    def _research(self, game: Game, asked: Decision) -> Order:
        dice = self._random.randint(0, min(asked.most, 2))
        treasury = game.state.catalog.power(asked.powers[0]).treasuries[0]
        order = o.Research(treasury, dice)
        return order if dice and game.can(order) else o.EndPhase()

    def _asked(self, game: Game) -> tuple[str, ...]:
        return game.decision.orders if game.decision else ()


def _rules(game: Game) -> AxisAndAllies:
    if not isinstance(game.ruleset, AxisAndAllies):
        raise A4AError(f"the random player does not know the rules of {game.ruleset.system}")
    return game.ruleset


def _held(unit: Unit) -> bool:
    return not isinstance(unit.place, str | int)
