"""Oil tankers: lent to friends, or called back, and what those earn that have not moved.

A nation has a tanker for every three derricks, so that only loans are remembered: a marker on the
lender says how many are with each friend.

Source: book, Oil Tanker; The Strategic Missions Phase, #1 (DX-SMP-036, 037).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.state import State
from a4a.rules import money
from a4a.rules.areas.economy.economies import capital_lost
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.choosing import Choosing, ask
from a4a.rules.systems.deluxe3g40.missions.events import nations, tankers
from a4a.rules.systems.deluxe3g40.missions.situation_data import Tankers, situations
from a4a.rules.systems.deluxe3g40.politics.restraints import is_free

NO = "no more tankers move"
_KIND = "oil tankers"


class _Way(NamedTuple):
    """A tanker that can move: of whom, from where, to where."""

    owner: str
    origin: str
    to: str

    @property
    def words(self) -> str:
        """How it is offered."""
        whose = "" if self.owner in (self.origin, self.to) else f" of {the(self.owner)}"
        return f"a tanker{whose} from {the(self.origin)} to {the(self.to)}"


class MoveTankers(Choosing):
    """Which of its tankers a power moves between queues of its side."""

    kind = _KIND
    text = "move an oil tanker to the queue of a friend, or back"
    passing = NO

    def chosen(self, run: Run, power: str, option: str) -> None:
        """Move the tanker, and ask again."""
        for way in _ways(self.system, run.state, power):
            if way.words == option:
                friend, step = (way.to, 1) if way.origin == way.owner else (way.origin, -1)
                _count(self.system, run, way.owner, _lent(friend), step)
                _count(self.system, run, way.owner, _moved(way.to), 1)
                request(self.system, run, power)
                return


def request(system: System, run: Run, power: str) -> None:
    """Ask a power about its tankers, if any can move."""
    ways = tuple(way.words for way in _ways(system, run.state, power))
    for listed in situations(system).tankers if ways else ():
        moved = sum(
            count
            for (subject, marker), count in run.state.markers.items()
            if subject == ev.OnPower(power) and marker.startswith(_MOVED)
        )
        ask(run, _KIND, power, (*ways, NO), rule=listed.rule, about=str(moved))


def collect(system: System, run: Run) -> None:
    """Pay each nation for the tankers that lie in its queue and have not moved."""
    for listed in situations(system).tankers:
        for nation in nations(system):
            power = system.catalog.treasuries[nation].name
            lost = capital_lost(system, run.state, power, nation)
            if lost or not is_free(system, run.state, nation):
                continue
            lying = sum(
                _at(system, run.state, listed, owner, nation)
                - _marker(system, run.state, owner, _moved(nation))
                for owner in nations(system)
            )
            if lying > 0:
                run.emit(money.paid(system, nation, lying * listed.earns, "income", "oil tankers"))
    for subject, marker in list(run.state.markers):
        if marker.startswith(_MOVED):
            run.emit(ev.MarkerChanged(subject, marker, 0))


def _ways(system: System, state: State, power: str) -> Iterator[_Way]:
    """Yield the moves that tankers of a power can make which have not moved yet."""
    friends = [
        nation
        for nation in nations(system)
        if system.catalog.side_of(system.catalog.treasuries[nation].name)
        == system.catalog.side_of(power)
        and is_free(system, state, nation)
    ]
    for listed in situations(system).tankers:
        for owner in money.treasuries(system, power):
            for origin in friends:
                still = _at(system, state, listed, owner, origin)
                if still > _marker(system, state, owner, _moved(origin)):
                    for to in friends:
                        if to != origin and owner in (origin, to):
                            yield _Way(owner, origin, to)


def _at(system: System, state: State, listed: Tankers, owner: str, nation: str) -> int:
    """How many tankers of one nation lie in the queue of another, or its own."""
    own = tankers(system, state, listed, owner)
    lent = {n: _marker(system, state, owner, _lent(n)) for n in nations(system) if n != owner}
    if nation == owner:
        return max(own - sum(lent.values()), 0)
    # Derricks that are lost take lent tankers away, the first friend's last.
    before = sum(lent[n] for n in takewhile(lambda n: n != nation, lent))
    return max(min(lent[nation], own - before), 0)


_MOVED = "tankers just moved to "


def _moved(nation: str) -> str:
    return f"{_MOVED}{nation}"


def _lent(nation: str) -> str:
    return f"tankers with {nation}"


def _marker(system: System, state: State, owner: str, marker: str) -> int:
    """A marker that counts tankers of a nation: it lies on its power."""
    power = system.catalog.treasuries[owner].name
    return state.markers.get((ev.OnPower(power), f"{marker} ({owner})"), 0)


def _count(system: System, run: Run, owner: str, marker: str, step: int) -> None:
    """Change such a marker."""
    power = system.catalog.treasuries[owner].name
    count = _marker(system, run.state, owner, marker) + step
    run.emit(ev.MarkerChanged(ev.OnPower(power), f"{marker} ({owner})", count))
