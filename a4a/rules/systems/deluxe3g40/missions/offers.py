"""Special situations with a choice: Spain's price, the winter's losses, engineers, scorched earth.

Source: book, The Strategic Missions Phase, #1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from a4a.core import events as ev
from a4a.core.english import list_of, the
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.areas.bases.facilities import most_damage
from a4a.rules.areas.control import activation
from a4a.rules.areas.politics import neutrals
from a4a.rules.areas.system import System
from a4a.rules.remembered import remembered
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.choosing import Choosing, ask
from a4a.rules.systems.deluxe3g40.missions.situation_data import Scorching, Winter, situations
from a4a.rules.systems.deluxe3g40.politics.restraints import is_free

ACCEPT, DECLINE = "pay all cash", "decline"
STAY, ENOUGH = "move no facility", "scorch nothing more"
WINTER = "winter"


class Bargaining(Choosing):
    """Whether Germany gives all its cash for Spain."""

    kind = "bargain"
    text = "pay all cash for Spain and Rio de Oro, with Spain's army, or decline"
    passing = DECLINE

    def places(self, state: State, power: str) -> Mapping[str, tuple[str, ...]]:
        """Return what is for sale."""
        return {ACCEPT: tuple(t for one in situations(self.system).bargains for t in one.gains)}

    def chosen(self, run: Run, power: str, option: str) -> None:
        """Pay, and take the territories."""
        for one in situations(self.system).bargains if option == ACCEPT else ():
            for treasury in money.treasuries(self.system, power):
                if cash := money.balance(self.system, run.state, treasury):
                    run.emit(
                        money.paid(self.system, treasury, -cash, "bargain", list_of(one.gains))
                    )
            for territory in one.gains:
                activation.activate(self.system, run, territory, power, reason="bargain")
            run.emit(ev.StatusChanged(power, gained=(one.leaves,), reason="bargain"))


def bargain(system: System, run: Run) -> None:
    """Offer what may be had for all cash."""
    for one in situations(system).bargains:
        neutral = all(neutrals.is_neutral(system, run.state, t) for t in one.gains)
        holds = run.state.control.get(one.holding) == one.power
        if run.state.round == one.round and holds and neutral:
            ask(run, Bargaining.kind, one.power, (ACCEPT, DECLINE), rule=one.rule)


class Freezing(Choosing):
    """Which unit the winter takes."""

    kind = WINTER
    text = "choose where the winter takes a unit"

    def places(self, state: State, power: str) -> Mapping[str, tuple[str, ...]]:
        """Return where the units are."""
        (winter,) = situations(self.system).winters
        return {_where(u): (str(u.place),) for u in _freezing(self.system, state, winter)}

    def chosen(self, run: Run, power: str, option: str) -> None:
        """Remove it; go on with what is left to take."""
        (winter,) = situations(self.system).winters
        unit = next(u for u in _freezing(self.system, run.state, winter) if _where(u) == option)
        run.emit(ev.UnitsRemoved((unit.id,), WINTER))
        taken = self._taken(run.state, winter)
        _freeze(self.system, run, winter, winter.loss - taken)

    def _taken(self, state: State, winter: Winter) -> int:
        """How many the winter has taken in this turn."""
        start = state.turn_start or state
        now = _freezing(self.system, state, winter)
        return len(_freezing(self.system, start, winter)) - len(now)


def freeze(system: System, run: Run) -> None:
    """Take what the winter takes in odd rounds."""
    for winter in situations(system).winters if run.state.round % 2 else ():
        _freeze(system, run, winter, winter.loss)


def _freeze(system: System, run: Run, winter: Winter, left: int) -> None:
    """Take so many units; ask where, one by one, while there is something to choose."""
    there = _freezing(system, run.state, winter)
    options = tuple(dict.fromkeys(_where(unit) for unit in there))
    if left and (len(there) <= left or len(options) == 1):
        if there:
            run.emit(ev.UnitsRemoved(tuple(u.id for u in there[:left]), WINTER))
    elif left:
        ask(run, WINTER, winter.power, options, rule=winter.rule, about=f"{left} left")


def _freezing(system: System, state: State, winter: Winter) -> list[Unit]:
    return [
        unit
        for name in winter.of.names(system)
        for unit in state.at(name)
        if unit.owner == winter.power and unit.type in winter.units
    ]


def _where(unit: Unit) -> str:
    return f"{unit.type} in {the(str(unit.place))}"


class Engineering(Choosing):
    """Where engineers move a production facility, one space after another."""

    kind = "engineers"
    text = "move a production facility one space for engineer tokens"
    passing = STAY

    def places(self, state: State, power: str) -> Mapping[str, tuple[str, ...]]:
        """Return where each facility would be."""
        return {_said(u, to): (to,) for u, to in _moves(self.system, state, power)}

    def chosen(self, run: Run, power: str, option: str) -> None:
        """Move it and damage it; the same facility may go on."""
        for unit, to in _moves(self.system, run.state, power) if option != STAY else ():
            if _said(unit, to) == option:
                entry = situations(self.system).engineers[0]
                tokens = entry.costs[unit.type]
                most = most_damage(self.system, run.state, unit)
                damage = min(unit.damage + tokens * entry.damage, most)
                run.emit(
                    ev.ResourceChanged(power, entry.token, -tokens, "engineers", unit.type),
                    ev.UnitsPlaced((unit.id,), to, "engineers"),
                    ev.UnitsConverted((unit.id,), "engineers", damage=damage),
                )
                engineer(self.system, run, unit.id)
                return


def engineer(system: System, run: Run, going: int | None = None) -> None:
    """Ask where a facility moves, if one can; ``going`` is the one that has moved already."""
    for entry in situations(system).engineers:
        moves = _moves(system, run.state, entry.power)
        options = tuple(_said(u, to) for u, to in moves if going in (None, u.id))
        if options:
            left = run.state.balances.get((entry.power, entry.token, ""), 0)
            ask(run, Engineering.kind, entry.power, (*options, STAY), rule=entry.rule,
                about=str(left))  # fmt: skip


def _moves(system: System, state: State, power: str) -> Iterator[tuple[Unit, str]]:
    """Yield the facilities that can move, with where: the power's own land beside theirs."""
    if not is_free(system, state, power):
        return
    for entry in situations(system).engineers:
        left = state.balances.get((entry.power, entry.token, ""), 0)
        for unit in state.units.values():
            if unit.owner != entry.power or entry.costs.get(unit.type, left + 1) > left:
                continue
            if not isinstance(unit.place, str) or unit.damage >= most_damage(system, state, unit):
                continue
            for to in system.graph.land[unit.place]:
                taken = any(u.type in entry.costs for u in state.at(to))
                if state.control.get(to) == power and not taken:
                    yield unit, to


def _said(unit: Unit, to: str) -> str:
    return f"{unit.type} from {the(str(unit.place))} to {the(to)}"


class ScorchedEarth(Choosing):
    """Which facilities are scorched by infantry of their side."""

    kind = "scorched earth"
    text = "damage a facility of your side, or go on"
    passing = ENOUGH

    def places(self, state: State, power: str) -> Mapping[str, tuple[str, ...]]:
        """Return where the facilities are."""
        return {_where(u): (str(u.place),) for u in _burning(self.system, state, power)}

    def chosen(self, run: Run, power: str, option: str) -> None:
        """Damage it, and ask again."""
        (entry,) = situations(self.system).scorchings
        for unit in _burning(self.system, run.state, power):
            if _where(unit) == option:
                most = most_damage(self.system, run.state, unit)
                damage = min(unit.damage + entry.damage, most)
                run.emit(ev.UnitsConverted((unit.id,), self.kind, damage=damage))
                scorch(self.system, run, power, unit.id)
                return


def scorch(system: System, run: Run, power: str, after: int = 0) -> None:
    """Ask a power which facilities its infantry scorches, if any can be."""
    options = tuple(dict.fromkeys(_where(u) for u in _burning(system, run.state, power)))
    for entry in situations(system).scorchings if options else ():
        done = sum([u.damage for u in run.state.units.values() if u.damage])
        ask(run, ScorchedEarth.kind, power, (*options, ENOUGH), rule=entry.rule,
            about=f"{after}, {done}")  # fmt: skip


def _burning(system: System, state: State, power: str) -> Iterator[Unit]:
    """Yield the facilities that infantry of a power can scorch, each once in a turn."""
    side = system.catalog.side_of(power)
    for entry, whole in _unscorched_of(system, state):
        spaces = {
            u.place for u in state.units.values() if u.owner == power and u.type in entry.units
        }
        for unit in whole:
            if unit.place in spaces and system.catalog.side_of(unit.owner) == side:
                yield unit


def _unscorched(system: System, state: State) -> tuple[tuple[Scorching, tuple[Unit, ...]], ...]:
    """What anybody's infantry could scorch: facilities that were not in this turn."""
    start = (state.turn_start or state).units
    return tuple(
        (
            entry,
            tuple(
                unit
                for unit in state.units.values()
                if unit.type in entry.facilities
                and unit.damage <= start.get(unit.id, unit).damage
                and unit.damage < most_damage(system, state, unit)
            ),
        )
        for entry in situations(system).scorchings
    )


_unscorched_of = remembered(_unscorched)
