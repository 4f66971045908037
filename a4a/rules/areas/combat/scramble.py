"""Scramble: aircraft at air bases rise to defend sea zones nearby, as combat moves end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from a4a.core import events as ev
from a4a.core.english import count_of, list_of, places_of, the
from a4a.core.events import Asked
from a4a.core.names import one
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas import force
from a4a.rules.areas.bases.facilities import operative_base, unfinished
from a4a.rules.areas.bases.inbound import inbound, is_sent, named
from a4a.rules.areas.combat import opening
from a4a.rules.areas.orders import Scramble
from a4a.rules.areas.politics.limits import barred
from a4a.rules.areas.politics.situation import Situation, situation_of
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.remembered import remembered_each
from a4a.rules.run import Run


def attacked(here: Situation) -> list[str]:
    """Return the spaces that aircraft may rise to defend.

    They are sea zones in which the active power attacks ships, or has units waiting to come
    ashore; and, where aircraft may be sent there, territories that it attacks.
    """
    found = {zone for zones in opening.assaults(here).values() for zone in zones}
    graph, state = here.system.graph, here.state
    own = {u.place for u in state.units.values() if u.owner == here.power}
    for place in own:
        if isinstance(place, str) and graph.is_sea[place] and opening.is_fought_over(here, place):
            found.add(place)
    if any("land" in way.to for way in inbound(here.system)):
        found.update(opening.attacked(here))
    return sorted(found, key=here.system.board.index.__getitem__)


def bases(here: Situation, spaces: list[str]) -> dict[str, list[str]]:
    """Return territories whose aircraft may still be sent, each with the spaces they can defend."""
    found: dict[str, list[str]] = {}
    graph = here.system.graph
    free = any(not way.base for way in inbound(here.system))
    for space in spaces:
        for territory in (graph.coast if graph.is_sea[space] else graph.land)[space]:
            if free or _room(here.system, here.state, territory) > 0:
                found.setdefault(territory, []).append(space)
    return found


def _sites(here: Situation) -> dict[str, list[str]]:
    """The bases from which what the power attacks can be defended."""
    return _sites_of(here.system, here.state, here.power)


def _found_sites(system: System, state: State, power: str) -> dict[str, list[str]]:
    here = situation_of(system, state, power)
    return bases(here, attacked(here))


_sites_of = remembered_each(_found_sites)


def may_scramble(
    here: Situation, power: str, *, sites: dict[str, list[str]] | None = None
) -> dict[int, list[str]]:
    """Return the spaces to which each aircraft of a power may be sent.

    Parameters
    ----------
    here
        How things stand for the attacker.
    power
        An enemy of the attacker.
    sites
        The bases and the spaces that can be defended from them, if they are known.
    """
    found: dict[int, list[str]] = {}
    if power not in here.enemies:
        return found
    system, state = here.system, here.state
    sites = _sites(here) if sites is None else sites
    shut = barred(system, state, power)
    own = situation_of(system, state, power)
    for territory, near in sites.items():
        units = [unit for unit in state.at(territory) if unit.owner == power]
        if not units:
            continue
        room = _room(system, state, territory) > 0
        open_ = [x for x in near if system.graph.is_sea[x] or own.is_friendly(x)]
        for unit in units:
            to = {
                kind
                for way in inbound(system)
                if is_sent(system, way, unit) and (room or not way.base)
                for kind in way.to
            }
            spaces = [
                space
                for space in open_
                if space not in shut and ("sea" if system.graph.is_sea[space] else "land") in to
            ]
            if spaces:
                found[unit.id] = spaces
    return found


def _is_limited(system: System, unit: Unit) -> bool:
    """Whether an aircraft goes only as one of those that a base lets go."""
    return not any(not way.base and is_sent(system, way, unit) for way in inbound(system))


def _room(system: System, state: State, territory: str) -> int:
    """How many more aircraft may scramble from a territory."""
    base = operative_base(system, state, territory, "scramble base")
    if base is None:
        return 0
    most = int(system.types[base.type].numbers["scrambles"])
    near = {unit.type for unit in state.at(territory) if not unfinished(unit)}
    more = (named(system, way.more) for way in inbound(system))
    most += any(not kinds.isdisjoint(near) for kinds in more)
    start = state.turn_start or state
    away = sum(
        state.memory(u.id).scrambled_from == territory
        and (u.id not in start.units or _is_limited(system, start.units[u.id]))
        for space in system.graph.air[territory]
        for u in state.at(space)
    )
    return most - away


def questions(here: Situation) -> Iterator[Asked]:
    """Yield a question for each power that may scramble, in order of play."""
    sites = _sites(here)
    for power in here.system.order_of_play if sites else ():
        if may_scramble(here, power, sites=sites):
            text = f"{force.about(here.state, here.power)}: scramble, {power}"
            yield Asked(text, (power,), "scramble", (), here.system.book.cite("scramble.when"))


class ScrambleQuestion(Question[System]):
    """Which aircraft scramble, and where to."""

    kind = "scramble"
    order = "Scramble"

    def _here(self, state: State, asked: Asked) -> Situation:
        return situation_of(self.system, state, force.whose(state, asked.decision))

    def _may(self, state: State, asked: Asked) -> dict[int, list[str]]:
        return may_scramble(self._here(state, asked), asked.powers[0])

    def moot(self, state: State, asked: Asked) -> bool:
        """Whether partners have used up the room."""
        return not self._may(state, asked)

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: a zone for each of these aircraft, or none."""
        may = self._may(state, asked)
        places = Counter(str(state.units[i].place) for i in may)
        bound = Counter(
            str(state.units[i].place) for i in may if _is_limited(self.system, state.units[i])
        )
        most = len(may) - bound.total()
        most += sum(min(n, _room(self.system, state, t)) for t, n in bound.items())
        zones = tuple(dict.fromkeys(zone for found in may.values() for zone in found))
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"scramble aircraft from {places_of(places)} to {places_of(zones)}, or none",
            units=tuple(may),
            spaces=zones,
            most=most,
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse aircraft that may not scramble, zones out of reach, and more than three."""
        assert isinstance(order, Scramble)
        may = self._may(state, asked)
        here = self._here(state, asked)
        for i, zone in order.to.items():
            if i not in may:
                rule, why = self._reason(here, asked.powers[0], state.units.get(i))
                raise self.system.book.violation(
                    rule, why, tried=f"scramble to {zone}", allowed=self._allowed(state, may)
                )
            if zone not in may[i]:
                territory = str(state.units[i].place)
                near = zone in self.system.graph.coast[territory]
                raise self.system.book.violation(
                    "scramble.attacked" if near else "scramble.zone",
                    f"nothing is attacked in {zone}"
                    if near
                    else f"{zone} is not adjacent to {the(territory)}",
                    tried=f"scramble to {zone}",
                    allowed=f"scramble to {places_of(may[i])}",
                )
        going = [state.units[i] for i in order.to]
        bound = Counter(str(u.place) for u in going if _is_limited(self.system, u))
        for territory, number in bound.items():
            room = _room(self.system, state, territory)
            if number > room:
                raise self.system.book.violation(
                    "scramble.limit",
                    f"{number} aircraft from {the(territory)}, where {room} more may scramble",
                    tried="scramble",
                    allowed=f"{room}{' or fewer' if room > 1 else ''} from {the(territory)}",
                )

    def _allowed(self, state: State, may: dict[int, list[str]]) -> str:
        kinds = Counter((state.units[i].type, str(state.units[i].place)) for i in may)
        return list_of(f"{count_of(n, kind)} in {the(place)}" for (kind, place), n in kinds.items())

    def _reason(self, here: Situation, power: str, unit: Unit | None) -> tuple[str, str]:
        system = self.system
        if unit is None:
            return "scramble.units", "no such unit is in the game"
        if not any(is_sent(system, way, unit) for way in inbound(system)):
            return "scramble.units", f"{one(unit.type)} cannot scramble"
        if unit.owner != power:
            return (
                "scramble.partner",
                f"it belongs to {system.called(unit.owner)}, which decides for itself",
            )
        if not isinstance(unit.place, str) or not operative_base(
            system, here.state, unit.place, "scramble base"
        ):
            return "scramble.base", f"no operative air base in {the(str(unit.place))}"
        if _room(system, here.state, unit.place) <= 0:
            return (
                "scramble.partner.limit",
                f"as many as may have already scrambled from {the(str(unit.place))}",
            )
        return "scramble.zone", f"no sea zone adjacent to {the(str(unit.place))} is attacked"

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Send the aircraft up."""
        assert isinstance(order, Scramble)
        units = run.state.units
        ways: dict[tuple[str, str], list[int]] = {}
        for i, zone in order.to.items():
            ways.setdefault((str(units[i].place), zone), []).append(i)
        words = list_of(f"{len(ids)} to {zone}" for (_, zone), ids in ways.items())
        zones = tuple(dict.fromkeys(order.to.values()))
        run.emit(
            ev.Decided(
                asked.powers, self.kind, words or "no", asked.decision, tuple(order.to), zones
            )
        )
        for way, ids in ways.items():
            run.emit(ev.UnitsMoved(tuple(ids), way, "scramble"))
        for flag in dict.fromkeys(x.flag for x in inbound(self.system) if x.flag):
            marked = tuple(i for i in order.to if flag in units[i].flags)
            if marked:
                run.emit(ev.UnitsConverted(marked, "sent to defend", lost=(flag,)))
