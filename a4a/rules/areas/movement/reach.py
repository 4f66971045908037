"""Where units can go: destinations of a stack with the paths, and what can reach a space.

The helpers ask the same questions as `verify` does, so what they list is what may be ordered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.movement import (
    air,
    airlift,
    land,
    moving,
    rail,
    sea,
    seaways,
    towing,
    transports,
)
from a4a.rules.areas.movement.airways import air_paths
from a4a.rules.areas.movement.field import Field
from a4a.rules.areas.movement.fields import fields_of
from a4a.rules.areas.movement.purpose import escapes, may_support
from a4a.rules.areas.orders import Move
from a4a.rules.areas.system import System

MovePhase = Literal["combat", "noncombat"]
Task = Literal["", "raid", "escort", "support", "drop", "rail"]
AT_SEA: tuple[Task, ...] = ("", "support")
ON_LAND: tuple[Task, ...] = ("", "raid", "escort")


class Way(msgspec.Struct, frozen=True, gc=False):
    """A move that may be ordered: its path, the ship to go aboard, what for."""

    path: tuple[str, ...]
    aboard: int | None = None
    task: Task = ""

    def order(self, units: Sequence[int]) -> Move:
        """Return the order that sends units this way."""
        return Move(tuple(units), self.path, self.aboard, self.task)


class Reach:
    """Answers where units can go in a game. Make one and keep it: it remembers the last state.

    Parameters
    ----------
    system
        The game.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("europe1940")
    >>> reach = Reach(game.ruleset.game)
    >>> infantry = [u.id for u in game.state.at("Germany") if u.type == "infantry"]
    >>> ends = reach.destinations(game.state, infantry[:2], phase="noncombat")
    >>> sorted(ends)
    ['Greater Southern Germany', 'Poland', 'Slovakia/Hungary', 'Western Germany', 'sea zone 114']
    >>> ends["Poland"].order(infantry[:1]).path
    ('Germany', 'Poland')
    """

    def __init__(self, system: System) -> None:
        self._fields = fields_of(system)

    def field(self, state: State, *, phase: MovePhase, power: str | None = None) -> Field:
        """Return the field on which the questions about a state are asked."""
        return self._fields.of(state, combat=phase == "combat", power=power)

    def destinations(
        self, state: State, units: Sequence[int], *, phase: MovePhase, power: str | None = None
    ) -> Mapping[str, Way]:
        """Where a stack of one power can go together in one move, by the space it ends in.

        Parameters
        ----------
        state
            How the board stands.
        units
            Ids of units in one space.
        phase
            Combat or noncombat moves.
        power
            Whose units; None for the active power.

        Returns
        -------
        mapping
            The shortest legal way to each space; a move without a task where there is one, or else
            with the task that makes it legal. Spaces are in order of discovery.
        """
        found: dict[str, Way] = {}
        for way in self.ways(state, units, phase=phase, power=power):
            found.setdefault(way.path[-1], way)
        return found

    def ways(
        self, state: State, units: Sequence[int], *, phase: MovePhase, power: str | None = None
    ) -> Iterator[Way]:
        """Yield the legal moves of a stack: the shortest path for each space, ship and task."""
        field = self.field(state, phase=phase, power=power)
        return ways(field, [state.unit(i) for i in units])

    def pick(
        self,
        state: State,
        units: Sequence[int],
        *,
        phase: MovePhase,
        power: str | None = None,
        ends: Set[str] | None = None,
        shuffle: Callable[[list[Way]], None] = lambda _: None,
    ) -> Way | None:
        """Return one of the ways of a stack, found without the others.

        Parameters
        ----------
        state, units, phase, power
            As for `ways`.
        ends
            Where it is to end; anywhere if None.
        shuffle
            Puts a list in the order in which the ways are to be tried, the nearest first if it
            does nothing: `random.Random.shuffle` makes each legal one as likely as any other.

        Returns
        -------
        Way or None
            The first that is legal; None if none is.
        """
        field = self.field(state, phase=phase, power=power)
        found = _options(field, [state.unit(i) for i in units])
        tried = [way for way in found.ways if ends is None or way.path[-1] in ends]
        shuffle(tried)
        return next(filter(found.legal, tried), None)

    def reachers(
        self, state: State, space: str, *, phase: MovePhase, power: str | None = None
    ) -> Mapping[int, Way]:
        """Which units of a power can reach a space alone in one move, and how.

        Returns
        -------
        mapping
            The way by unit id.
        """
        field = self.field(state, phase=phase, power=power)
        found: dict[int, Way] = {}
        alike: dict[_Alike, Way | None] = {}
        for unit in (*field.troops, *field.ships, *field.aircraft):
            key = unit.type, unit.place, unit.damage, unit.flags, state.memory(unit.id)
            if key not in alike:
                alike[key] = _Ends.of(field, unit, key).way_to(space)
            way = alike[key]
            if way is not None:
                found[unit.id] = way
        return found


_Alike: TypeAlias = tuple[object, ...]
"""What units that can go the same ways have in common."""


class _Ends:
    """Ways that a unit might go alone, by where they end; kept with the field for reuse."""

    def __init__(self, options: _Options) -> None:
        self._legal = options.legal
        self._ways: dict[str, list[Way]] = {}
        for way in options.ways:
            self._ways.setdefault(way.path[-1], []).append(way)

    @classmethod
    def of(cls, field: Field, unit: Unit, alike: _Alike) -> _Ends:
        """Return the ends of a unit, found once for all units like it."""
        known: dict[_Alike, _Ends] = field.memo.setdefault("ends", {})
        if alike not in known:
            known[alike] = cls(_options(field, [unit]))
        return known[alike]

    def way_to(self, space: str) -> Way | None:
        """Return the first legal way to a space, or None."""
        return next(filter(self._legal, self._ways.get(space, ())), None)


class _Options(NamedTuple):
    """Moves that a stack might make, and a test of whether each is legal."""

    ways: list[Way]
    legal: Callable[[Way], bool]


def ways(field: Field, units: Sequence[Unit]) -> Iterator[Way]:
    """Yield the legal moves of units of one category in one space, as `Reach.ways` does.

    Parameters
    ----------
    field
        Where and when.
    units
        Who moves together.
    """
    found = _options(field, units)
    return filter(found.legal, found.ways)


def _options(field: Field, units: Sequence[Unit]) -> _Options:
    here = field.place(units[0])
    categories = {field.system.types[u.type].category for u in units}
    if here is None or len(categories) > 1:
        return _NONE
    if any(field.place(u) != here or u.owner != field.power for u in units):
        return _NONE
    category = categories.pop()
    if category == "land":
        if isinstance(units[0].place, int):
            return _ashore(field, units, here)
        return _on_land(field, units, here)
    if category == "sea":
        return _sails(field, units, here)
    if category == "air":
        return _flights(field, units, here)
    return _NONE


def _on_land(field: Field, units: Sequence[Unit], here: str) -> _Options:
    """Ways over land and onto transports, by rail and by air."""
    found = [*_marches(field, units, here), *_transports(field, here)]
    if field.ground.carriage.rails and not field.combat:
        found += (Way(path, None, "rail") for path in rail.paths(field, units, here))
    if field.ground.lifters:
        found += _lifts(field, units, here)

    def legal(way: Way) -> bool:
        if way.aboard is None:
            return True
        plane = field.state.unit(way.aboard)
        if airlift.carries(field, plane):
            return not airlift.comes_down(field, units, way.path, plane)
        return not transports.check_load(field, units, way.path, way.aboard)

    return _Options(found, legal)


def _marches(field: Field, units: Sequence[Unit], here: str) -> Iterator[Way]:
    """Yield ways over land: of one step, then of more through what may be passed through."""
    if land.ready(field, units):
        return
    graph = field.system.graph.land
    left = towing.farthest(field, units)
    ended: set[str] = set()
    layer: list[tuple[tuple[str, ...], bool]] = [((here,), False)]
    passed: set[tuple[str, bool]] = {(here, False)}
    for steps in range(left):
        following: list[tuple[tuple[str, ...], bool]] = []
        for path, blitz in layer:
            for there in graph[path[-1]]:
                way = (*path, there)
                # Where it is quiet need not be found out why nothing is to be done there.
                aimless = there in ended or (not blitz and land.is_quiet(field, there))
                if not aimless and not land.end(field, there, units, blitz=blitz):
                    ended.add(there)
                    yield Way(way)
                if steps + 1 == left:
                    continue
                blitzed = blitz or land.must_blitz(field, there)
                if (there, blitzed) in passed or land.through(field, there, units):
                    continue
                passed.add((there, blitzed))
                following.append((way, blitzed))
        layer = following


def _transports(field: Field, here: str) -> list[Way]:
    """Ways onto the transports off a territory, whether they have room or not."""
    room = field.ground.room_aboard
    return [
        Way((here, zone), ship.id)
        for zone in field.system.graph.coast[here]
        for ship in field.state.at(zone)
        if room(ship)
    ]


def _lifts(field: Field, units: Sequence[Unit], here: str) -> Iterator[Way]:
    """Yield ways with aircraft that carry land units: one of those that can go as far."""
    task: Task = "drop" if field.combat else ""
    alike: set[tuple[str, int]] = set()
    for plane in field.state.at(here):
        left = field.left(plane) if airlift.carries(field, plane) else 0
        if left <= 0 or (plane.type, left) in alike:
            continue
        if airlift.ready(field, plane) or airlift.may_board(field, units, plane):
            continue
        alike.add((plane.type, left))
        for path in air_paths(field, here, left).values():
            yield Way(path, plane.id, task)


def _ashore(field: Field, units: Sequence[Unit], here: str) -> _Options:
    """Ways from transports to the coast."""
    return _Options(
        [Way((here, territory)) for territory in field.system.graph.coast[here]],
        lambda way: not transports.check_offload(field, units, way.path, None),
    )


def _sails(field: Field, units: Sequence[Unit], here: str) -> _Options:
    """Ways over sea."""
    if sea.ready(field, units, here):
        return _NONE
    paths = seaways.reach(
        field,
        [u.type for u in units],
        here,
        min(field.left(u) for u in units),
        submarines=seaways.only_submarines(field, units),
        sure=False,
    )
    tasks = AT_SEA if field.combat else AT_SEA[:1]
    anywhere = (
        not field.combat or escapes(field, units, here) or all(map(field.ground.room_aboard, units))
    )

    def legal(way: Way) -> bool:
        zone = way.path[-1]
        fought = anywhere or field.hostile(zone) or field.has_prey(zone)
        if not fought and not (way.task and may_support(field, zone)):
            return False  # quicker than finding out why not
        return not sea.end(field, units, way.path, task=way.task) and not moving.carriers_awaited(
            field, units, way.path, engages=field.combat and not way.task
        )

    ends = (path for zone, path in paths.items() if zone != here)
    return _Options([Way(path, None, task) for path in ends for task in tasks], legal)


def _flights(field: Field, units: Sequence[Unit], here: str) -> _Options:
    """Ways through the air."""
    if air.ready(field, units):
        return _NONE
    left = min(field.left(u) for u in units)
    is_sea = field.system.graph.is_sea
    fleeing = field.combat and escapes(field, units, here)
    found: list[Way] = []
    for space, path in air_paths(field, here, left).items():
        tasks = AT_SEA[:1]
        if field.combat:
            if is_sea[space]:
                tasks = AT_SEA if may_support(field, space) else AT_SEA[:1]
            elif field.attackable(space):
                tasks = ON_LAND
            elif not fleeing:
                continue  # quicker than finding out why not
        found += [Way(path, None, task) for task in tasks]
    home: dict[tuple[str, bool], bool] = {}

    def legal(way: Way) -> bool:
        space = way.path[-1]
        aimless = field.combat and is_sea[space] and not way.task and not fleeing
        if aimless and not field.has_prey(space):
            return False  # quicker than finding out why not
        if air.end(field, units, space, task=way.task):
            return False
        engages = field.combat and is_sea[space] and not way.task
        if (space, engages) not in home:
            home[space, engages] = not air.comes_home(field, units, way.path, engages=engages)
        return home[space, engages]

    return _Options(found, legal)


_NONE = _Options([], lambda _: False)
