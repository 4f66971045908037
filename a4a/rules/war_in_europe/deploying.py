"""The set-up: power after power deploys the counters that may stand anywhere in some area (2).

What the book fixes stands from the beginning. When its turn comes, a power's other counters are put
where the dataset proposes (R-236), and whoever deploys them may move any of them elsewhere, any
number of times. Stacking limits are checked when the power is done.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cached_property

import msgspec

from a4a.boards.counters import Deployment
from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.core.position import Position
from a4a.core.state import State
from a4a.core.units import Holding, Unit
from a4a.core.words import list_of
from a4a.rules.decision import Decision
from a4a.rules.run import Run
from a4a.rules.war_in_europe.areas import Area, Turn
from a4a.rules.war_in_europe.orders import Deploy, EndDeployment
from a4a.rules.war_in_europe.system import System

WAITING = "to be deployed"
"""The holding of counters whose power has not deployed yet."""

ORDER, AT_SEA, INLAND, CLOSED = "WE-SET-001", "WE-LND-005", "WE-FLT-002", "WE-CMP-023"
PROPOSED, DEPLOYED = "proposed", "deployed"
_MOST_NAMED = 12


class SetUp:
    """The set-up phase of a game.

    Parameters
    ----------
    system
        The game.
    """

    def __init__(self, system: System) -> None:
        self._system = system
        self._turns = {f"Set-up: {turn.name}": turn for turn in system.order}

    @cached_property
    def position(self) -> Position:
        """The position before anybody has deployed: what is not fixed waits off the board."""
        begins, given = self._system.begins, self._system.dataset.position
        units = [
            msgspec.structs.replace(unit, place=Holding(unit.owner, WAITING))
            if unit.name and begins[unit.owner, unit.name].area
            else unit
            for unit in given.units
        ]
        return msgspec.structs.replace(given, units=tuple(units))

    def turn(self, state: State) -> Turn | None:
        """Return whose turn to deploy it is, or None if it is nobody's."""
        return self._turns.get(state.phase)

    def free(self, state: State) -> tuple[Unit, ...]:
        """Return the counters that are being deployed."""
        turn = self.turn(state)
        powers = () if turn is None else turn.powers
        return tuple(u for u in state.units.values() if u.owner in powers and self._area(u))

    def hexes(self, unit: Unit) -> frozenset[str]:
        """Return the hexes in which a counter may be deployed; none if it is fixed."""
        area = self._area(unit)
        return frozenset() if area is None else self._system.hexes[area.name]

    def _area(self, unit: Unit) -> Area | None:
        begins = self._system.begins.get((unit.owner, unit.name))
        return self._system.area_of(begins) if begins is not None and begins.area else None

    # --- the flow -------------------------------------------------------------------------------

    def enter(self, run: Run, after: Turn | None) -> bool:
        """Begin the next turn in which anybody deploys; return whether there was one."""
        turns = list(self._turns.items())
        start = 0 if after is None else 1 + [turn for _, turn in turns].index(after)
        for phase, turn in turns[start:]:
            waiting = self._waiting(run.state, turn)
            if waiting:
                run.emit(ev.PhaseBegan(phase))
                run.emit_all(_placed(waiting, PROPOSED))
                return True
        return False

    def _waiting(self, state: State, turn: Turn) -> Mapping[str, list[int]]:
        """The counters of a turn that stand nowhere yet, by the hex proposed for them."""
        found: dict[str, list[int]] = defaultdict(list)
        for power in turn.powers:
            for unit in filter(self._area, state.at(Holding(power, WAITING))):
                found[str(self._system.begins[power, unit.name].place)].append(unit.id)
        return found

    def decision(self, state: State) -> Decision | None:
        """Return what is asked while powers deploy, or None when all have."""
        turn = self.turn(state)
        if turn is None:
            return None
        free = self.free(state)
        return Decision(
            kind="deploy",
            powers=self._deciders(turn),
            orders=(Deploy.__name__, EndDeployment.__name__),
            rule=ORDER,
            text=f"{turn.name}: deploy {_count(len(free))}; where they stand is a proposal",
            units=tuple(unit.id for unit in free),
            spaces=tuple(dict.fromkeys(str(unit.place) for unit in free)),
        )

    def _deciders(self, turn: Turn) -> tuple[str, ...]:
        """The powers whose player decides."""
        if not turn.side:
            return turn.powers
        powers = self._system.catalog.powers
        return tuple(p.name for p in powers if p.playable and p.side == turn.side)

    # --- orders ---------------------------------------------------------------------------------

    def verify(self, state: State, order: Deploy | EndDeployment) -> None:
        """Refuse an order that may not be given; RuleViolation says why."""
        if isinstance(order, Deploy):
            self._destined(state, order)
        else:
            self._check_stacks(state)

    def execute(self, run: Run, order: Deploy | EndDeployment) -> bool:
        """Carry out a verified order; return whether anybody is left to deploy."""
        if isinstance(order, Deploy):
            run.emit_all(_placed(self._destined(run.state, order), DEPLOYED))
            return True
        return self.enter(run, self.turn(run.state))

    def _destined(self, state: State, order: Deploy) -> Mapping[str, list[int]]:
        """The units that an order moves by the hex they go to; RuleViolation if it may not."""
        turn, catalog = self.turn(state), self._system.catalog
        tried = f"deploy {list_of(list(order.counters)[:_MOST_NAMED]) or 'nothing'}"
        power = catalog.find_power(order.power)
        if power is None:
            raise RuleViolation(f"there is no power {order.power!r}", tried=tried)
        if turn is None or power.name not in turn.powers:
            now = turn.name if turn is not None else "nobody"
            raise self._system.book.violation(
                ORDER,
                f"{catalog.called(power.name)} does not deploy now",
                tried=tried,
                allowed=f"{now} deploys",
            )
        free = {unit.name: unit for unit in self.free(state) if unit.owner == power.name}
        found: dict[str, list[int]] = defaultdict(list)
        seen: set[str] = set()
        for name, space in order.counters.items():
            unit = self._unit(free, power.name, name)
            if unit.name in seen:
                raise RuleViolation(f"{unit.name} is named twice", tried=tried)
            seen.add(unit.name)
            there = self._hex(unit, space)
            if unit.place != there:
                found[there].append(unit.id)
        if not found:
            what = "they stand there already" if seen else "no counter is named"
            raise RuleViolation(what, tried=tried)
        return found

    def _unit(self, free: Mapping[str, Unit], power: str, name: str) -> Unit:
        """The counter of a name, if it is one to be deployed."""
        tried = f"deploy {name}"
        allowed = list_of(free)
        counter = self._system.catalog.find_counter(power, name)
        if counter is None:
            raise RuleViolation(
                f"{self._system.catalog.called(power)} has no counter {name!r}",
                tried=tried,
                allowed=allowed,
            )
        unit = free.get(counter.name)
        if unit is None:
            begins = self._system.begins[power, counter.name]
            raise self._system.book.violation(
                begins.rule, _where(begins), tried=tried, allowed=allowed
            )
        return unit

    def _hex(self, unit: Unit, name: str) -> str:
        """The hex of a name, if the counter may stand in it."""
        board, book = self._system.board, self._system.book
        area = self._system.area_of(self._system.begins[unit.owner, unit.name])
        hexes = self._system.hexes[area.name]
        tried = f"deploy {unit.name} in {name}"
        allowed = f"a hex of {area.name}: {_some(sorted(hexes))}"
        space = board.find(name)
        if space is None:
            raise RuleViolation(f"there is no space {name!r}", tried=tried, allowed=allowed)
        if space.name in hexes and not space.impassable:
            return space.name
        category = self._system.catalog.unit_type(unit.type).category
        if space.kind == "sea" and category != "sea":
            rule, why = AT_SEA, f"{space.title} is all sea"
        elif space.kind == "land" and category == "sea":
            rule, why = INLAND, f"{space.title} is all land"
        elif space.impassable:
            rule, why = CLOSED, f"{space.title} cannot be entered"
        elif lacking := [what for what in area.features if what not in space.features]:
            rule, why = area.rule, f"{space.title} is no {list_of(lacking)}"
        else:
            rule, why = area.rule, f"{space.title} is not in the area of {unit.name}"
        raise book.violation(rule, why, tried=tried, allowed=allowed)

    def _check_stacks(self, state: State) -> None:
        """Refuse to end a deployment that leaves too many units in a hex."""
        system, free = self._system, {unit.id for unit in self.free(state)}
        found = system.stacking.excesses(
            state.units.values(), system.catalog, unlimited=system.boxes
        )
        for excess in found:
            if any(unit.id in free for unit in excess.units):
                raise system.book.violation(
                    excess.limit.rule,
                    str(excess),
                    tried="end the deployment",
                    allowed=f"{excess.limit.group} in a hex: at most {excess.limit.most}",
                )


def _placed(units: Mapping[str, list[int]], reason: str) -> Iterator[ev.UnitsPlaced]:
    for space, ids in units.items():
        yield ev.UnitsPlaced(tuple(ids), space, reason)


def _count(number: int) -> str:
    return "1 counter" if number == 1 else f"{number} counters"


def _where(begins: Deployment) -> str:
    """Say where a counter that nobody deploys begins."""
    place = begins.place
    where = f"waits ({place.name})" if isinstance(place, Holding) else f"begins in {place}"
    return f"{begins.counter} {where}, which nobody chooses"


def _some(names: list[str]) -> str:
    more = f" and {len(names) - _MOST_NAMED} more" if len(names) > _MOST_NAMED else ""
    return ", ".join(names[:_MOST_NAMED]) + more
