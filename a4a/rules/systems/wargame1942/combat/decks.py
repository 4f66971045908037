"""Aircraft whose carrier was sunk under them in defense: they fly two spaces, or are lost.

Source: The War Game, "Aircraft Carrier".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from a4a.core import events as ev
from a4a.core.english import either_of, the
from a4a.core.events import Asked
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import count_of
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import withdrawals
from a4a.rules.systems.wargame1942.orders import Withdraw


def aloft(system: System, state: State, zone: str, power: str) -> list[Unit]:
    """Return a nation's aircraft over a zone, if its carriers there have not room for all."""
    own = [u for u in state.at(zone) if u.owner == power]
    air = [u for u in own if u.type in system.of_category("air")]
    return air if _cost(system, air) > _room(system, own) else []


def _room(system: System, units: Sequence[Unit]) -> int:
    return sum(system.types[u.type].carrier_capacity for u in units)


def _cost(system: System, units: Sequence[Unit]) -> int:
    return sum(system.types[u.type].carrier_cost for u in units)


def places(system: System, state: State, zone: str, power: str) -> dict[int, tuple[str, ...]]:
    """Return where each aircraft that is aloft over a zone can land; those left out nowhere."""
    found = {
        u.id: tuple(withdrawals.by_air(system, state, zone, u))
        for u in aloft(system, state, zone, power)
    }
    return {unit: spaces for unit, spaces in found.items() if spaces}


def due(system: System, state: State, zone: str, power: str) -> int:
    """Return how many aircraft over a zone have to leave it, as far as there is where to."""
    air = aloft(system, state, zone, power)
    room = _room(system, [u for u in state.at(zone) if u.owner == power])
    # Whoever takes most room leaves last: so the fewest aircraft leave.
    sizes = sorted(system.types[u.type].carrier_cost for u in air)
    staying = 0
    while staying < len(sizes) and sum(sizes[: staying + 1]) <= room:
        staying += 1
    return min(len(air) - staying, most(system, state, places(system, state, zone, power)))


def most(system: System, state: State, to: Mapping[int, tuple[str, ...]]) -> int:
    """Return how many aircraft can land, each in one of its places, as decks allow."""
    on_land = [u for u, spaces in to.items() if any(not system.graph.is_sea[s] for s in spaces)]
    left = [u for u in to if u not in on_land]
    free: dict[str, int] = {}
    for unit in left:
        for zone in to[unit]:
            free.setdefault(
                zone, withdrawals.room_on_deck(system, state, state.unit(unit).owner, zone)
            )
    return len(on_land) + _seated(system, state, left, to, free)


def _seated(
    system: System, state: State, left: list[int], to: Mapping[int, tuple[str, ...]],
    free: Mapping[str, int],
) -> int:  # fmt: skip
    if not left:
        return 0
    first, rest = left[0], left[1:]
    cost = system.types[state.unit(first).type].carrier_cost
    best = _seated(system, state, rest, to, free)
    for zone in to[first]:
        if free[zone] >= cost:
            after = {**free, zone: free[zone] - cost}
            best = max(best, 1 + _seated(system, state, rest, to, after))
    return best


def settle(system: System, run: Run, zone: str) -> None:
    """Send off, or ask for, the aircraft of the defender that no deck takes after a battle."""
    if not system.graph.is_sea[zone]:
        return
    state = run.state
    for power in system.order_of_play:
        if power in state.active or not aloft(system, state, zone, power):
            continue
        if not due(system, state, zone, power):
            ditch(system, run, zone, power)
            continue
        name = f"{state.turn}: {power} over {zone}"
        run.emit(Asked(name, (power,), FlightsQuestion.kind, (zone,), "WG-CV-009"))


def ditch(system: System, run: Run, zone: str, power: str) -> None:
    """Remove the aircraft that are left over a zone without a deck, the cheapest first."""
    state = run.state
    air = aloft(system, state, zone, power)
    room = _room(system, [u for u in state.at(zone) if u.owner == power])
    air.sort(key=lambda u: (-system.catalog.price(u.type, u.owner), u.id))
    lost: list[int] = []
    for unit in air:
        cost = system.types[unit.type].carrier_cost
        if cost <= room:
            room -= cost
        else:
            lost.append(unit.id)
    if lost:
        run.emit(ev.UnitsRemoved(tuple(lost), "nowhere to land"))


class FlightsQuestion(Question[System]):
    """Where the aircraft of a carrier that was sunk land."""

    kind = "flights"
    order = "Withdraw"

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: so many of these aircraft, each to one of its places."""
        zone, power = asked.options[0], asked.powers[0]
        found = places(self.system, state, zone, power)
        number = due(self.system, state, zone, power)
        spaces = tuple(dict.fromkeys(space for own in found.values() for space in own))
        return Decision(
            kind=self.kind, powers=asked.powers, orders=(self.order,), rule=asked.rule,
            text=f"land {number} of the aircraft that lost their carrier over {the(zone)}",
            units=tuple(found), spaces=spaces, least=number, most=number,
        )  # fmt: skip

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse places out of reach, too few aircraft, and more than decks take."""
        assert isinstance(order, Withdraw)
        zone, power = asked.options[0], asked.powers[0]
        found = places(self.system, state, zone, power)
        number = due(self.system, state, zone, power)
        for unit, space in order.to.items():
            if space not in found.get(unit, ()):
                raise self.system.book.violation(
                    "WG-CV-009", f"{the(space)} is no friendly place within two spaces",
                    tried=f"land in {the(space)}",
                    allowed=either_of(map(the, found[unit])) if unit in found
                    else "aircraft that lost their carrier",
                )  # fmt: skip
        if len(order.to) != number:
            raise self.system.book.violation(
                "WG-CV-010", "who finds no deck and does not land is lost",
                tried=f"land {len(order.to)} aircraft", allowed=f"a place for {number} of them",
            )  # fmt: skip
        by_zone: dict[str, list[Unit]] = {}
        for unit, space in order.to.items():
            if self.system.graph.is_sea[space]:
                by_zone.setdefault(space, []).append(state.unit(unit))
        for space, units in by_zone.items():
            room = withdrawals.room_on_deck(self.system, state, power, space)
            if _cost(self.system, units) > room:
                raise self.system.book.violation(
                    "WG-CV-004", f"the carriers in {the(space)} have no room for so many",
                    tried=f"land in {the(space)}", allowed="fewer aircraft there",
                )  # fmt: skip

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Fly them there; who is left without a deck is lost."""
        assert isinstance(order, Withdraw)
        zone, power = asked.options[0], asked.powers[0]
        spaces = tuple(dict.fromkeys(order.to.values()))
        going = count_of(len(order.to), "unit")
        run.emit(
            ev.Decided(asked.powers, self.kind, going, asked.decision, tuple(order.to), spaces)
        )
        for unit, space in order.to.items():
            run.emit(ev.UnitsMoved((unit,), self.system.board.path(zone, space), "retreat"))
        ditch(self.system, run, zone, power)
