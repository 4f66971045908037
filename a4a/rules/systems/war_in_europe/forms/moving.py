"""How moves are chosen: the counters of the side that moves, and where each can go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.choices import (
    Answer,
    Answers,
    Destination,
    Form,
    MovableStack,
    Moves,
    Refused,
)
from a4a.rules.decision import Decision
from a4a.rules.hexes.movement import Reach, nearest
from a4a.rules.hexes.zones import Medium
from a4a.rules.systems.war_in_europe.access import may_move
from a4a.rules.systems.war_in_europe.combat.forecast import of_transit
from a4a.rules.systems.war_in_europe.forms.answers import allowed, answer, some_of
from a4a.rules.systems.war_in_europe.movement import displacing, flying, marching, rails, sailing
from a4a.rules.systems.war_in_europe.movement.mover import Mover
from a4a.rules.systems.war_in_europe.movement.transports import embarkable
from a4a.rules.systems.war_in_europe.moving import ARMOR, MOBILE, ArmoredMovement, Movement
from a4a.rules.systems.war_in_europe.naming import called
from a4a.rules.systems.war_in_europe.orders.moving import (
    Airdrop,
    Assault,
    AttackInTransit,
    Disembark,
    Displace,
    Eliminate,
    Embark,
    EndMovement,
    Fly,
    LetPass,
    March,
    Rail,
    Sail,
)
from a4a.rules.systems.war_in_europe.overstacking import KIND as TOO_MANY
from a4a.rules.systems.war_in_europe.system import System
from a4a.rules.systems.war_in_europe.transit import KIND as TRANSIT


def movement_forms(phase: Movement, state: State) -> tuple[Form, ...]:
    """Return the forms of a phase of movement in which nothing else is asked."""
    moves = CounterMoves(phase, state)
    end = answer(phase.verify, state, f"End the {phase.name}", EndMovement())
    forms: list[Form] = [moves]
    if Embark in phase.orders and (aboard := tuple(moves.cargo())):
        forms.append(Answers("Aboard and ashore", aboard, aside=True))
    return (*forms, Answers("", (end,)))


def interruption_forms(system: System, state: State, asked: Decision) -> tuple[Form, ...]:
    """Return the forms of what interrupts moves and retreats; none if it is something else."""
    if asked.kind == TRANSIT:
        passing = (
            answer(allowed, state, "Let them pass here", LetPass("next"), spaces=asked.spaces),
            answer(allowed, state, "Let them pass to the end", LetPass("end")),
        )
        attack = some_of(
            system, state, asked.units, title=asked.text, commit="Attack in transit",
            make=AttackInTransit, forecast=lambda chosen: of_transit(system, state, chosen),
        )  # fmt: skip
        return attack, Answers("", passing)
    if asked.kind == displacing.KIND:
        hexes = (
            answer(allowed, state, system.board.space(s).title, Displace(s), spaces=(s,))
            for s in asked.spaces
        )
        return (Answers(asked.text, tuple(hexes)),)
    if asked.kind == TOO_MANY:
        return (
            some_of(
                system, state, asked.units, title=asked.text, commit="Eliminate",
                make=Eliminate, least=asked.least, most=asked.most,
            ),
        )  # fmt: skip
    return ()


class CounterMoves(Moves):
    """The counters of the side that moves, and where they can go.

    Parameters
    ----------
    phase
        The phase.
    state
        How things stand.
    """

    def __init__(self, phase: Movement, state: State) -> None:
        self._phase = phase
        self._state = state
        self.title = phase.name

    def after(self, state: State) -> CounterMoves:
        """Return the moves in a later state of the phase."""
        return CounterMoves(self._phase, state)

    @property
    def _mover(self) -> Mover:
        return self._phase.mover(self._state)

    @cached_property
    def stacks(self) -> tuple[MovableStack, ...]:
        """The counters of the side on the board, each by itself; those that cannot move say why."""
        return tuple(self._stacks())

    def _stacks(self) -> Iterator[MovableStack]:
        mover = self._mover
        for unit in mover.state.units.values():
            space = mover.state.space_of(unit.id)
            own = mover.standing.side_of(unit.owner) == mover.side
            carried = isinstance(unit.place, int) and not mover.acts_aboard(unit)
            if space is None or not own or carried:
                continue
            yield MovableStack(
                space=space,
                units=(unit.id,),
                type=unit.type,
                power=unit.owner,
                detail="reduced" if unit.damage else "",
                name=called(mover.system, unit),
                left=self._left(unit),
                measure="point" if mover.field.category(unit) == "land" else "space",
                refused=self._refused(unit),
            )

    def _left(self, unit: Unit) -> int:
        left = {"land": marching.left, "air": flying.left, "sea": sailing.left}
        return left[self._mover.field.category(unit)](self._mover, unit)

    def _refused(self, unit: Unit) -> Refused | None:
        """Why a counter cannot move at all, or None."""
        mover, system = self._mover, self._mover.system
        tried = f"move {called(system, unit)}"
        if (bar := may_move(mover.standing, unit.owner)) is not None:
            return Refused.of(bar.violation(system, tried))
        done = self._spent(unit, mover.field.category(unit))
        if done is None:
            return None
        return Refused.of(system.book.violation(done[0], done[1], tried=tried))

    def _spent(self, unit: Unit, medium: Medium) -> tuple[str, str] | None:
        """Why a counter moves no further in this phase: rule and reason."""
        mover, orders = self._mover, self._phase.orders
        abilities = mover.system.catalog.unit_type(unit.type).abilities
        if isinstance(self._phase, ArmoredMovement) and MOBILE not in abilities:
            return ARMOR, "only armor moves in an Armored Action"
        if medium == "sea":
            return sailing.spent(mover, unit)
        if medium == "air":
            done = flying.spent(mover, unit)
        else:
            done = marching.spent(mover, unit, toll=self._phase.toll)
        if done is not None and Rail in orders and rails.spent(mover, unit) is None:
            return None
        return done

    # --- where they can go ----------------------------------------------------------------------

    def destinations(self, units: Sequence[int]) -> tuple[Destination, ...]:
        """Return the ways that counters of one hex can go together, the nearest first."""
        mover = self._mover
        picked = [mover.state.unit(number) for number in units if number in mover.state.units]
        media = {mover.field.category(unit) for unit in picked}
        places = {unit.place for unit in picked}
        if len(media) != 1 or len(places) != 1 or any(map(self._refused, picked)):
            return ()
        found = list(self._ways(picked, media.pop()))
        return tuple(sorted(found, key=lambda way: (bool(way.label), len(way.path), way.space)))

    def _ways(self, units: Sequence[Unit], medium: Medium) -> Iterator[Destination]:
        mover, orders = self._mover, self._phase.orders
        ids = tuple(unit.id for unit in units)
        if medium == "land":
            marched = marching.destinations(mover, units, toll=self._phase.toll)
            yield from _all(marched, ids, March)
            if Airdrop in orders and len(units) == 1:
                for space in flying.drop_zones(mover, units[0]):
                    path = (str(units[0].place), space)
                    yield Destination(space, path, (Airdrop(ids[0], space),), "airdrop")
        elif medium == "air" and Fly in orders:
            yield from _all(flying.destinations(mover, units), ids, Fly)
        elif medium == "sea" and Sail in orders:
            yield from _all(sailing.destinations(mover, units), ids, Sail)
            yield from _all(sailing.targets(mover, units), ids, Assault, label="assault")
        if medium != "sea" and Rail in orders:
            yield from _all(rails.destinations(mover, units), ids, Rail, label="by rail")

    def near(self, units: Sequence[int]) -> tuple[str, ...]:
        """Return the hexes beside the counters."""
        state = self._state
        here = next((state.space_of(i) for i in units if i in state.units), None)
        return () if here is None else state.board.neighbours(here)

    def refused(self, units: Sequence[int], space: str) -> Refused | None:
        """Say why counters may not go to a space, or None if they may."""
        if any(way.space == space for way in self.destinations(units)):
            return None
        mover = self._mover
        here = mover.state.space_of(units[0])
        if here is None:
            return Refused("it is not on the board")
        medium = mover.field.category(mover.state.unit(units[0]))
        path = _straight(mover, here, space, medium)
        orders: dict[Medium, _Moving] = {"land": March, "air": Fly, "sea": Sail}
        order = orders[medium](tuple(units), path)
        try:
            self._phase.verify(mover.state, order)
        except RuleViolation as error:
            return Refused.of(error)
        return None

    # --- cargo ----------------------------------------------------------------------------------

    def cargo(self) -> Iterator[Answer]:
        """Yield buttons for what can go aboard a fleet, and for what can go ashore."""
        mover, verify, state = self._mover, self._phase.verify, self._state
        for unit in state.units.values():
            if mover.standing.side_of(unit.owner) != mover.side:
                continue
            name = called(mover.system, unit)
            if isinstance(unit.place, int):
                space = state.space_of(unit.id) or ""
                found = answer(verify, state, f"{name} ashore", Disembark(unit.id), spaces=(space,))
                if found.refused is None:
                    yield found
            elif may_move(mover.standing, unit.owner) is None:
                for fleet in embarkable(mover, unit):
                    label = f"{name} aboard the {called(mover.system, fleet)}"
                    order = Embark(unit.id, fleet.id)
                    yield answer(verify, state, label, order, spaces=(str(unit.place),))


_Moving: TypeAlias = type[March] | type[Rail] | type[Fly] | type[Sail] | type[Assault]


def _all(
    reach: Reach | None, units: tuple[int, ...], order: _Moving, *, label: str = ""
) -> Iterator[Destination]:
    """Yield what units can do that reach some spaces."""
    for space in reach or ():
        assert reach is not None
        path = reach.path(space)
        yield Destination(space, path, (order(units, path),), label, _about(reach, space))


def _about(reach: Reach, space: str) -> str:
    """What a move costs, and whether it ends there."""
    cost = reach.costs[space]
    points = "1 point" if cost == 1 else f"{cost} points"
    return f"{points}, and stops there" if space in reach.halts else points


def _straight(mover: Mover, here: str, space: str, medium: Medium) -> tuple[str, ...]:
    """Return the shortest way between two spaces, whatever stands on it; () if there is none."""
    ground = mover.system.ground
    steps = {"land": ground.on_foot, "air": ground.by_air, "sea": ground.by_ship}[medium]
    found = nearest(steps, here, lambda name: name == space)
    return found[0] if found else (here, space)
