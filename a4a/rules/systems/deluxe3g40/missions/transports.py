"""Reassign Transports: empty transports at a friendly base change to a friendly nation.

Source: book, The Strategic Missions Phase, #9; R-481.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

import msgspec

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.areas import data
from a4a.rules.areas.bases.facilities import operative
from a4a.rules.areas.politics import limits
from a4a.rules.areas.politics.situation import Situation, situation_of
from a4a.rules.areas.system import System
from a4a.rules.order import Order
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.choosing import Choosing, ask
from a4a.rules.systems.deluxe3g40.missions.mission import Mission
from a4a.rules.systems.deluxe3g40.politics.restraints import is_free

ENOUGH = "reassign no more"


class Reassignment(data.Entry, frozen=True, kw_only=True):
    """A type of transport that can change hands, and the facility it must be at or beside."""

    unit: str
    base: str


class _Reassignments(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    reassignments: tuple[Reassignment, ...] = ()


@lru_cache(maxsize=16)
def reassignments(system: System) -> tuple[Reassignment, ...]:
    """Return the transports that can change hands.

    Examples
    --------
    >>> import a4a
    >>> [r.base for r in reassignments(a4a.new_game("deluxe3g40").ruleset.game)]
    ['naval base', 'air base']
    """
    return data.in_play(system, data.read(system, "reassignments", _Reassignments).reassignments)


class Reassigning(Choosing):
    """Which transport a power gives to whom."""

    kind = "reassignment"
    text = "give a transport to a friendly nation, or keep all"
    passing = ENOUGH

    def places(self, state: State, power: str) -> Mapping[str, tuple[str, ...]]:
        """Return where the transports are."""
        found = ways(self.system, state, power)
        return {_words(self.system, unit, friend): (str(unit.place),) for _, unit, friend in found}

    def chosen(self, run: Run, power: str, option: str) -> None:
        """Hand the transport over, and ask again."""
        for _, unit, friend in ways(self.system, run.state, power):
            if _words(self.system, unit, friend) == option:
                run.emit(ev.UnitsConverted((unit.id,), "reassigned", owner=friend))
                request(self.system, run, power)
                return


class ReassignTransports(Mission):
    """Each power that has such transports is asked, one after the other."""

    name = "Reassign Transports"
    kinds = (Reassigning,)

    def applies(self, state: State) -> bool:
        """Whether a power has a transport to give."""
        return any(any(ways(self.system, state, p)) for p in self.system.order_of_play)

    def enter(self, run: Run) -> None:
        """Ask the first that has."""
        self._ask(run, self.system.order_of_play)

    def execute(self, run: Run, order: Order) -> None:
        """Carry out an answer; once a power gives no more, ask the next."""
        question = self._open(run.state)
        super().execute(run, order)
        if question is not None and self._open(run.state) is None:
            order_of_play = self.system.order_of_play
            self._ask(run, order_of_play[order_of_play.index(question.asked.powers[0]) + 1 :])

    def _ask(self, run: Run, powers: Iterable[str]) -> None:
        for power in powers:
            request(self.system, run, power)
            if self._open(run.state) is not None:
                return


def request(system: System, run: Run, power: str) -> None:
    """Ask a power which transport it gives away, if it can."""
    found = tuple(ways(system, run.state, power))
    if found:
        options = dict.fromkeys(_words(system, unit, friend) for _, unit, friend in found)
        left = len({unit.id for _, unit, _ in found})
        ask(run, Reassigning.kind, power, (*options, ENOUGH), rule=found[0][0].rule,
            about=f"{left} left")  # fmt: skip


def ways(system: System, state: State, power: str) -> Iterator[tuple[Reassignment, Unit, str]]:
    """Yield the transports that a power can give, with whom to; those at war alone take part.

    Nobody gets what is where its units may not be: China has no ships.
    """
    if not _fights(system, state, power):
        return
    here = situation_of(system, state, power)
    side = system.players_of(system.catalog.side_of(power))
    friends = [p for p in side if p != power and _fights(system, state, p)]
    for entry in reassignments(system):
        for unit in state.units.values():
            if unit.owner != power or unit.type != entry.unit or state.at(unit.id):
                continue
            if isinstance(unit.place, str) and _served(here, unit.place, entry.base):
                for friend in friends:
                    if limits.may_enter(system, state, friend, unit.place):
                        yield entry, unit, friend


def _fights(system: System, state: State, power: str) -> bool:
    """Whether a power is at war, with those that count."""
    at_war = situation_of(system, state, power).is_at_war
    return at_war and is_free(system, state, money.treasuries(system, power)[0])


def _served(here: Situation, space: str, base: str) -> bool:
    """Whether a working friendly base is in a territory, or beside a sea zone."""
    coast = here.system.graph.coast[space]
    near = coast if here.system.board.space(space).kind == "sea" else (space,)
    return any(
        here.is_friendly(territory)
        and any(u.type == base and operative(here.system, u) for u in here.state.at(territory))
        for territory in near
    )


def _words(system: System, unit: Unit, friend: str) -> str:
    return f"{unit.type} in {the(str(unit.place))} to {system.catalog.called(friend)}"
