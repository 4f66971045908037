"""A move order: what kind of move it is, whether it may be made, and what it causes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from a4a.core import events as ev
from a4a.core.english import either_of, the
from a4a.core.names import one
from a4a.core.units import Unit
from a4a.rules.areas.movement.moving import tried, units_of
from a4a.rules.areas.movement.refusal import Refusal, refuse
from a4a.rules.areas.orders import Move
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.declaring import (
    air,
    generals,
    land,
    lifts,
    sea,
    tasks,
    transports,
)
from a4a.rules.systems.wargame1942.declaring.view import View
from a4a.rules.systems.wargame1942.orders import Send

Kind = Literal["general", "land", "load", "lift", "cargo", "sea", "air"]


def verify(view: View, order: Send) -> None:
    """Refuse a move that the rules do not allow."""
    if view.memo.get("legal") == _terms(order):
        return
    refusal = check(view, order)
    if refusal is not None:
        raise refuse(view.system.book, refusal, tried=_tried(view, order))


def _plain(order: Send) -> Move:
    return Move(order.units, order.path, order.aboard)


def _tried(view: View, order: Send) -> str:
    """Say an order in words."""
    task = f" to {order.task} {the(order.target or '')}".rstrip() if order.task else ""
    return tried(view, _plain(order)) + task


def check(view: View, order: Send) -> Refusal | None:
    """Return why a move may not be made, or None if it may.

    Parameters
    ----------
    view
        Who moves, and when.
    order
        The move; a path of one space gives units a task where they are.
    """
    units, refusal = units_of(view, _plain(order), may_stay=bool(order.task))
    if refusal is None:
        return fault(view, units, order)
    return refusal._replace(rule=refusal.rule or _order_rule(view))


def _order_rule(view: View) -> str:
    """The rule that says what is ordered in the phase: what makes no sense is nothing of it."""
    return "WG-CMO-001" if view.combat else "WG-NCM-005"


def is_legal(view: View, units: Sequence[Unit], order: Send) -> bool:
    """Whether units of one category in one space may move; what may is not looked at again."""
    if fault(view, units, order) is not None:
        return False
    view.memo["legal"] = _terms(order)
    return True


def _terms(order: Send) -> tuple[object, ...]:
    """What an order says, whoever gives it."""
    return order.units, order.path, order.aboard, order.task, order.target


def fault(view: View, units: Sequence[Unit], order: Send) -> Refusal | None:
    """Return why units of one category in one space may not move, or None if they may."""
    kind = _kind(view, units[0], order)
    if len(units) > 1 and any(_kind(view, u, order) != kind for u in units):
        why = "what is aboard does not move by one order with what is not"
        return Refusal(_order_rule(view), why, "an order for each")
    refusal = _check(view, units, order, kind)
    if refusal is None and order.task not in ("", w.DROP):
        refusal = tasks.check(view, units, order.path[-1], order.task, order.target)
    return refusal


def _kind(view: View, unit: Unit, order: Send) -> Kind:
    category = view.category(unit)
    if category == "sea":
        return "sea"
    if category == "air":
        return "air"
    if category == "other":
        return "general"
    if isinstance(unit.place, int):
        return "cargo"
    if order.aboard is not None and lifts.carries(view.system, view.state.units.get(order.aboard)):
        return "lift"
    sea_ahead = view.system.graph.is_sea[order.path[-1]]
    return "load" if sea_ahead or order.aboard is not None else "land"


_TASKS: dict[Kind, tuple[str, ...]] = {
    "land": (w.SUPPORT,),
    "lift": (w.DROP,),
    "cargo": (w.ASSAULT,),
    "sea": (w.BOMBARD, w.PASS, w.PASS_TO_OFFLOAD, w.PASS_TO_BOMBARD, w.CLEAR),
    "air": (w.PASS, w.CLEAR),
}


def _check(view: View, units: Sequence[Unit], order: Send, kind: Kind) -> Refusal | None:
    path, task = order.path, order.task
    if kind == "cargo" and task == w.SUPPORT:
        why = "no gun aboard a transport gives a support shot"
        return Refusal("WG-ART-017", why, "a gun on land")
    if task and task not in _TASKS.get(kind, ()):
        may = either_of(_TASKS.get(kind, ())) or "a move without a task"
        why = f"{one(units[0].type)} is not ordered to {task}"
        return Refusal(tasks.RULES.get(task, "WG-CMO-001"), why, may)
    onward = order.target if tasks.goes_on(task) else None
    if onward is not None and onward not in view.system.graph.is_sea:
        why = f"there is no space {onward!r}"
        return Refusal(tasks.RULES[task], why, "a space of the board")
    match kind:
        case "general":
            return generals.check(view, units[0], path)
        case "sea":
            return sea.check(view, units, path, onward)
        case "air":
            return air.check(view, units, path, onward)
        case "cargo":
            return _ashore(view, units, order)
        case "load":
            return transports.check_load(view, units, path, order.aboard)
        case "lift":
            plane = view.state.unit(order.aboard or 0)
            return lifts.check(view, units, path, plane, task)
        case "land":
            if task == w.SUPPORT and len(path) > 1:
                why = "a gun that gives a support shot does not move"
                return Refusal("WG-ART-018", why, "a support shot from where it is")
            if task == w.SUPPORT:
                return land.ready(view, units[0])
            return land.check(view, units, path)


def _ashore(view: View, units: Sequence[Unit], order: Send) -> Refusal | None:
    """Return why cargo may not go ashore, or may not be declared to land; None if it may."""
    zone, end = order.path[0], order.path[-1]
    carrier = view.state.unit(int(str(units[0].place)))
    if view.category(carrier) == "air":
        why = "paratroopers aboard jump where they were sent"
        return Refusal("WG-PAR-012", why, "orders for units that are not aboard")
    if view.system.graph.is_sea[end] and not order.task:
        why = "cargo goes ashore, and to no other transport"
        return Refusal("WG-TRN-003", why, "a territory beside the zone")
    if not view.combat:
        return transports.check_unload(view, units, order.path)
    if order.task == w.ASSAULT and len(order.path) > 1:
        why = "cargo that is to land stays aboard until then"
        return Refusal(tasks.RULES[w.ASSAULT], why, f"the path {zone} alone")
    return transports.check_landing(view, units, str(order.target) if order.task else end)


def carry_out(view: View, run: Run, order: Send) -> None:
    """Carry out a move that has been found legal."""
    units = [view.state.unit(i) for i in order.units]
    path = order.path
    match _kind(view, units[0], order):
        case "general":
            generals.go(view, run, units[0], path)
        case "cargo" if view.combat:
            transports.declare(view, run, units, order.target or path[-1])
        case "cargo":
            transports.unload(view, run, units, path)
        case "load":
            assert order.aboard is not None
            transports.load(view, run, units, path, order.aboard)
        case "lift":
            lifts.carry(view, run, units, path, view.state.unit(order.aboard or 0))
        case _ if len(path) > 1:
            _go(view, run, units, path)
    if order.task not in ("", w.DROP, w.ASSAULT):
        run.emit(ev.UnitsTasked(order.units, order.task, order.target))


def _go(view: View, run: Run, units: Sequence[Unit], path: tuple[str, ...]) -> None:
    category = view.category(units[0])
    if category == "land":
        land.march(view, run, units, path)
    elif category == "sea":
        sea.sail(view, run, units, path)
    else:
        air.fly(view, run, units, path)
