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
from a4a.rules.order import Order
from a4a.rules.phase import Phase
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.areas import Area, Deployers
from a4a.rules.systems.war_in_europe.orders import Deploy, EndDeployment
from a4a.rules.systems.war_in_europe.system import System

WAITING = "to be deployed"
"""The holding of counters whose power has not deployed yet."""

ORDER, AT_SEA, INLAND, CLOSED = "WE-SET-001", "WE-LND-005", "WE-FLT-002", "WE-CMP-023"
PROPOSED, DEPLOYED = "proposed", "deployed"
_MOST_NAMED = 12


def position(system: System) -> Position:
    """Return the position before anybody has deployed: what is not fixed waits off the board."""
    begins, given = system.begins, system.dataset.position
    units = [
        msgspec.structs.replace(unit, place=Holding(unit.owner, WAITING))
        if unit.name and begins[unit.owner, unit.name].area
        else unit
        for unit in given.units
    ]
    return msgspec.structs.replace(given, units=tuple(units))


class SetUp(Phase[System]):
    """The phase in which a power deploys, or powers whose counters one player places.

    Parameters
    ----------
    system
        The game.
    deployers
        Whose counters are deployed, and by whom.
    """

    def __init__(self, system: System, deployers: Deployers) -> None:
        super().__init__(system)
        self.deployers = deployers
        self.name = f"Set-up: {deployers.name}"

    @cached_property
    def force(self) -> tuple[str, ...]:
        """The powers whose player decides."""
        if not self.deployers.side:
            return self.deployers.powers
        return self.system.players_of(self.deployers.side)

    def free(self, state: State) -> tuple[Unit, ...]:
        """Return the counters that are being deployed."""
        powers = self.deployers.powers
        return tuple(u for u in state.units.values() if u.owner in powers and self._area(u))

    def hexes(self, unit: Unit) -> frozenset[str]:
        """Return the hexes in which a counter may be deployed; none if it is fixed."""
        area = self._area(unit)
        return frozenset() if area is None else self.system.hexes[area.name]

    def _area(self, unit: Unit) -> Area | None:
        begins = self.system.begins.get((unit.owner, unit.name))
        return self.system.area_of(begins) if begins is not None and begins.area else None

    # --- the flow -------------------------------------------------------------------------------

    def applies(self, state: State) -> bool:
        """Whether anything waits to be deployed."""
        return bool(self._waiting(state))

    def enter(self, run: Run) -> None:
        """Put the counters where the dataset proposes."""
        run.emit_all(_placed(self._waiting(run.state), PROPOSED))

    def _waiting(self, state: State) -> Mapping[str, list[int]]:
        """The counters that stand nowhere yet, by the hex proposed for them."""
        found: dict[str, list[int]] = defaultdict(list)
        for power in self.deployers.powers:
            for unit in filter(self._area, state.at(Holding(power, WAITING))):
                found[str(self.system.begins[power, unit.name].place)].append(unit.id)
        return found

    def decision(self, state: State) -> Decision:
        """Return what is asked: where the counters are to stand."""
        free, who = self.free(state), self.deployers.name
        return Decision(
            kind="deploy",
            powers=self.force,
            orders=(Deploy.__name__, EndDeployment.__name__),
            rule=ORDER,
            text=f"{who}: deploy {_count(len(free))}; where they stand is a proposal",
            units=tuple(unit.id for unit in free),
            spaces=tuple(dict.fromkeys(str(unit.place) for unit in free)),
        )

    # --- orders ---------------------------------------------------------------------------------

    def verify(self, state: State, order: Order) -> None:
        """Refuse an order that may not be given; RuleViolation says why."""
        if isinstance(order, Deploy):
            self._destined(state, order)
        else:
            self._check_stacks(state)

    def execute(self, run: Run, order: Order) -> None:
        """Carry out a verified order."""
        if isinstance(order, Deploy):
            run.emit_all(_placed(self._destined(run.state, order), DEPLOYED))

    def _destined(self, state: State, order: Deploy) -> Mapping[str, list[int]]:
        """The units that an order moves by the hex they go to; RuleViolation if it may not."""
        catalog = self.system.catalog
        tried = f"deploy {list_of(list(order.counters)[:_MOST_NAMED]) or 'nothing'}"
        power = catalog.find_power(order.owner)
        if power is None:
            raise RuleViolation(f"there is no power {order.owner!r}", tried=tried)
        if power.name not in self.deployers.powers:
            raise self.system.book.violation(
                ORDER,
                f"{catalog.called(power.name)} does not deploy now",
                tried=tried,
                allowed=f"{self.deployers.name} deploys",
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
        counter = self.system.catalog.find_counter(power, name)
        if counter is None:
            raise RuleViolation(
                f"{self.system.catalog.called(power)} has no counter {name!r}",
                tried=tried,
                allowed=allowed,
            )
        unit = free.get(counter.name)
        if unit is None:
            begins = self.system.begins[power, counter.name]
            raise self.system.book.violation(
                begins.rule, _where(begins), tried=tried, allowed=allowed
            )
        return unit

    def _hex(self, unit: Unit, name: str) -> str:
        """The hex of a name, if the counter may stand in it."""
        board, book = self.system.board, self.system.book
        area = self.system.area_of(self.system.begins[unit.owner, unit.name])
        hexes = self.system.hexes[area.name]
        tried = f"deploy {unit.name} in {name}"
        allowed = f"a hex of {area.name}: {_some(sorted(hexes))}"
        space = board.find(name)
        if space is None:
            raise RuleViolation(f"there is no space {name!r}", tried=tried, allowed=allowed)
        if space.name in hexes and not space.impassable:
            return space.name
        category = self.system.catalog.unit_type(unit.type).category
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
        system, free = self.system, {unit.id for unit in self.free(state)}
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
