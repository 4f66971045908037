"""A move order: what kind of move it is, whether it may be made, what it causes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

from a4a.core import events as ev
from a4a.core.english import possessive, the
from a4a.core.errors import A4AError
from a4a.core.names import one
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import count_of, list_of
from a4a.rules.areas.bases.carriers import free_places, is_carrier
from a4a.rules.areas.control import conquest
from a4a.rules.areas.movement import air, airlift, land, paratroopers, rail, sea, transports
from a4a.rules.areas.movement.field import (
    ASSAULT,
    DROP,
    ESCORT,
    LIFT,
    OFFLOAD,
    RAID,
    RAIL,
    SUPPORT,
    Field,
)
from a4a.rules.areas.movement.landing import ProposedMove, matters, needs_decks, prove
from a4a.rules.areas.movement.refusal import Refusal
from a4a.rules.areas.orders import Move
from a4a.rules.areas.politics import deeds
from a4a.rules.areas.system import System
from a4a.rules.run import Run

Kind = Literal["land", "sea", "air", "load", "offload", "drop", "airlift", "rail"]
_TASKS: Mapping[Kind, tuple[str, ...]] = {
    "air": (RAID, ESCORT, SUPPORT),
    "sea": (SUPPORT,),
    "drop": (DROP,),
    "airlift": (DROP,),
    "rail": (RAIL,),
}
_MODES: Mapping[Kind, ev.MoveMode] = {"drop": "airdrop", "rail": "rail"}


def check(field: Field, order: Move) -> Refusal | None:
    """Return why a move may not be made, or None if it may.

    Parameters
    ----------
    field
        Where and when.
    order
        The move.
    """
    units, refusal = units_of(field, order)
    if refusal is not None:
        return refusal
    kind = kind_of(field, units, order)
    task = order.task
    if task and task not in _TASKS.get(kind, ()):
        tasks = _TASKS.get(kind, ())
        may = f"the task {' or '.join(tasks)}, or none" if tasks else "a move without a task"
        return Refusal("", f'"{task}" is no task of {one(units[0].type)}', may)
    if task and kind not in ("drop", "rail") and not field.combat:
        return Refusal("", "tasks are given in the Combat Move phase", "a move without a task")
    if order.aboard is not None and kind not in ("air", "load", "offload", "airlift"):
        why = f"{one(units[0].type)} does not go aboard anything on this way"
        return Refusal("", why, "a move without a ship to go aboard")
    refusal = _check(field, units, order, kind)
    if refusal is None and field.combat and not field.ground.at_war:
        return Refusal("turn.war", f"{field.who} is at war with nobody")
    return refusal


def _check(field: Field, units: list[Unit], order: Move, kind: Kind) -> Refusal | None:
    path, task = order.path, order.task
    if kind == "air":
        return air.check(field, units, path, task=task, aboard=order.aboard)
    if kind == "sea":
        return sea.check(field, units, path, task=task) or carriers_awaited(
            field, units, path, engages=field.combat and not task
        )
    if kind == "drop":
        return paratroopers.check(field, units, path)
    if kind == "airlift":
        assert order.aboard is not None
        return airlift.check(field, units, path, order.aboard, task)
    if kind == "rail":
        return rail.check(field, units, path)
    if kind == "load":
        return transports.check_load(field, units, path, order.aboard)
    if kind == "offload":
        return transports.check_offload(field, units, path, order.aboard)
    return land.check(field, units, path)


class Mover(Protocol):
    """What moves are asked of: whose turn it is, and how the board stands."""

    @property
    def system(self) -> System:
        """The game."""

    @property
    def state(self) -> State:
        """How the board stands."""

    @property
    def power(self) -> str:
        """Who moves."""

    @property
    def who(self) -> str:
        """What the power is called within a sentence."""

    def place(self, unit: Unit) -> str | None:
        """Return the space where a unit is."""


def units_of(
    field: Mover, order: Move, *, may_stay: bool = False
) -> tuple[list[Unit], Refusal | None]:
    """Return the units of an order, or why it makes no sense.

    Parameters
    ----------
    field
        Who moves.
    order
        The move.
    may_stay
        Whether the path may be the space where they are, as of units that are given a task there.
    """
    state, types = field.state, field.system.types
    found: list[Unit] = []
    path = order.path
    if not order.units or len(path) < 2 - may_stay:
        return found, Refusal("", "a move needs units, and a path of two spaces or more")
    if not all(isinstance(i, int) for i in order.units):
        return found, Refusal("", "units are named by their ids")
    if not all(isinstance(space, str) for space in path):
        return found, Refusal("", "a path is made of names of spaces")
    if len(set(order.units)) < len(order.units):
        return found, Refusal("", "a unit is named twice")
    known = field.system.graph.is_sea
    for space in path:
        if space not in known:
            return found, Refusal("", *_no_space(field, space))
    units = state.units
    for i in order.units:
        unit = units.get(i)
        if unit is None:
            return found, Refusal("", f"there is no unit {i}")
        if unit.owner != field.power:
            return found, Refusal(
                "turn.single",
                f"the {unit.type} belongs to {field.system.called(unit.owner)}",
                f"{possessive(field.who)} own units",
            )
        if field.place(unit) != path[0]:
            where = field.place(unit)
            return found, Refusal(
                "",
                f"the {unit.type} is not in {the(path[0])}",
                f"a move from {where}" if where else "units on the board",
            )
        found.append(unit)
    categories = {types[u.type].category for u in found}
    if len(categories) > 1:
        why = "land units, ships and aircraft do not move by one order"
        return found, Refusal("", why, "an order for each kind")
    if "facility" in categories:
        rule = field.system.book.cite("facility.move", of=found[0].type)
        return found, Refusal(rule, f"the {found[0].type} does not move")
    return found, None


def _no_space(field: Mover, name: str) -> tuple[str, str]:
    """Say that the board has no space of a name, and which one may be meant."""
    try:
        return f"there is no space {name!r}", field.system.board.space(name).name
    except A4AError as error:
        why, _, near = str(error).partition("; ")
        return why.replace("no space", "there is no space", 1), near


def kind_of(field: Field, units: list[Unit], order: Move) -> Kind:
    """Return what kind of move an order is."""
    category = field.system.types[units[0].type].category
    if category == "air":
        return "air"
    if category == "sea":
        return "sea"
    if order.aboard is not None:
        vehicle = field.state.units.get(order.aboard)
        if vehicle is not None and airlift.carries(field, vehicle):
            return "airlift"
    if order.task == DROP:
        return "drop"
    if order.task == RAIL:
        return "rail"
    is_sea = field.system.graph.is_sea
    if is_sea[order.path[0]] or isinstance(units[0].place, int):
        return "offload"
    return "load" if is_sea[order.path[-1]] or order.aboard is not None else "land"


def carriers_awaited(
    field: Field, units: Sequence[Unit], path: tuple[str, ...], *, engages: bool
) -> Refusal | None:
    """Return why ships may not leave aircraft without a place to land."""
    ids = tuple(u.id for u in units)
    used = len(path) - 1
    armed = any(not field.system.types[u.type].transport_capacity for u in units)
    change = ProposedMove(frozenset(ids), path[-1], used, engages=engages and armed)
    uncovers = field.hostile(path[0])  # what they leave may no longer be under attack
    if not (uncovers or matters(field, change)) or not needs_decks(field):
        return None
    before = prove(field)
    if not before.at_sea and not any(is_carrier(field.system, u) for u in units):
        return None
    if uncovers:
        event = ev.UnitsMoved(ids, path, field.mode, used)
        after = prove(field.after(field.state.apply(event)))
    else:
        after = prove(field, change)
    if len(after.stranded) <= len(before.stranded):
        return None
    lost = field.state.unit(after.stranded[0])
    rule = "carrier.promised" if not field.combat else "air.landing"
    return Refusal(rule, f"the {lost.type} in {field.place(lost)} would have nowhere to land")


# --- what it causes -----------------------------------------------------------------------------


def carry_out(field: Field, run: Run, order: Move) -> None:
    """Carry out a move that has been found legal.

    Parameters
    ----------
    field
        Where and when.
    run
        Collects the events.
    order
        The move.
    """
    units = [field.state.unit(i) for i in order.units]
    kind = kind_of(field, units, order)
    ids, path = order.units, order.path
    deeds.entered(field.system, run, path[1:], field.power)
    if kind == "offload" and field.combat:
        _announce(run, units, path[-1])
        return
    if kind == "sea":
        _take_guests(field, run, units)
    if kind == "land":
        _march(field, run, ids, path)
    elif kind == "airlift":
        assert order.aboard is not None
        airlift.carry(field, run, ids, path, order.aboard)
    elif kind in ("load", "offload"):
        whole = max(field.system.types[u.type].move for u in units)
        run.emit(ev.UnitsMoved(ids, path, field.mode, whole, order.aboard))
        if kind == "offload":
            ships = tuple(dict.fromkeys(u.place for u in units if isinstance(u.place, int)))
            run.emit(ev.UnitsTasked(ships, OFFLOAD, path[-1]))
    else:
        mode: ev.MoveMode = _MODES.get(kind, field.mode)
        run.emit(ev.UnitsMoved(ids, path, mode, len(path) - 1, order.aboard))
        _give_task(run, units, order, field)


def _announce(run: Run, units: list[Unit], territory: str) -> None:
    """Announce an amphibious assault: cargo will land when it is resolved."""
    ships = tuple(dict.fromkeys(u.place for u in units if isinstance(u.place, int)))
    run.emit(ev.UnitsTasked(tuple(u.id for u in units), ASSAULT, territory))
    run.emit(ev.UnitsTasked(ships, OFFLOAD, territory))


def _give_task(run: Run, units: list[Unit], order: Move, field: Field) -> None:
    if order.task:
        run.emit(ev.UnitsTasked(order.units, order.task, order.path[-1]))
        return
    stale = tuple(u.id for u in units if field.state.memory(u.id).task not in ("", LIFT))
    if stale:
        run.emit(ev.UnitsTasked(stale, ""))


def _march(field: Field, run: Run, ids: tuple[int, ...], path: tuple[str, ...]) -> None:
    """Move land units, taking what they blitz through at once."""
    begun = 0
    for i, territory in enumerate(path[1:-1], start=1):
        if field.combat and field.ground.stance(territory) == "hostile":
            way = path[begun : i + 1]
            run.emit(ev.UnitsMoved(ids, way, field.mode, len(way) - 1))
            conquest.take(field.system, run, territory, field.power, reason="blitz")
            begun = i
    way = path[begun:]
    run.emit(ev.UnitsMoved(ids, way, field.mode, len(way) - 1))


def _take_guests(field: Field, run: Run, units: list[Unit]) -> None:
    """Take friends' aircraft aboard carriers that leave: they are cargo then."""
    leaving = [u for u in units if is_carrier(field.system, u)]
    if not leaving:
        return
    system, state = field.system, field.state
    zone = field.place(leaving[0])
    assert zone is not None
    comrades = field.ground.comrades_in(zone) - {field.power}
    friends = [p for p in system.order_of_play if p in comrades]
    kinds = system.of_category("air")
    for friend in friends:
        guests = [u for u in state.at(zone) if u.owner == friend and u.type in kinds]
        own = sum(
            free_places(system, state, u)
            for u in state.at(zone)
            if u.owner == friend and is_carrier(system, u)
        )
        for guest in guests[own:]:
            for carrier in leaving:
                if free_places(system, run.state, carrier) > 0:
                    run.emit(ev.UnitsPlaced((guest.id,), carrier.id, "cargo"))
                    break


def tried(field: Mover, order: Move) -> str:
    """Say a move in words: "2 infantry from Egypt to Libya"."""
    counts: dict[str, int] = {}
    for i in order.units:
        unit = field.state.units.get(i)
        name = unit.type if unit else "unknown unit"
        counts[name] = counts.get(name, 0) + 1
    who = list_of(count_of(n, name) for name, n in counts.items()) or "nothing"
    if len(order.path) < 2:
        return f"move {who}"
    task = f" ({order.task})" if order.task else ""
    return f"move {who} from {the(str(order.path[0]))} to {the(str(order.path[-1]))}{task}"
