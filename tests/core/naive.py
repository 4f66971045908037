"""The fold once more, as plainly as can be: the judge of the real one.

Everything lies in plain dictionaries that are copied whole before each step. Nothing is shared,
nothing is quick, nothing is checked: it is fed legal events only.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from a4a.core import events as ev
from a4a.core.position import Position
from a4a.core.state import State
from a4a.core.units import Memory

Tables = dict[str, Any]


def tables_of(state: State) -> Tables:
    """A real state as plain tables."""
    return {
        "time": (state.round, state.label, state.turn, state.active, state.phase),
        "victors": state.victors,
        "units": {
            u.id: [u.type, u.owner, u.place, u.damage, set(u.flags), u.name]
            for u in state.units.values()
        },
        "control": dict(state.control),
        "relations": dict(state.relations),
        "balances": dict(state.balances),
        "values": dict(state.values),
        "markers": dict(state.markers),
        "statuses": {p: set(state.statuses(p)) for p in state.catalog.power_order},
        "technologies": {p: list(state.technologies(p)) for p in state.catalog.power_order},
        "memory": {
            i: [m.moved, m.origin, m.via, list(m.battles), m.loaded, m.unloaded, m.scrambled_from,
             m.task, m.target]
            for i in state.units
            if (m := state.memory(i)) != Memory()
        },
        "battles": {
            b.id: [b.space, b.kind, [(p.role, p.power, list(p.units)) for p in b.participants],
                   b.links, b.round, b.step, list(b.rolls)]
            for b in state.battles.values()
        },
        "decisions": set(state.decisions),
        "halted": set(state.halted),
        "turn_start": None if state.turn_start is None else tables_of(state.turn_start),
    }  # fmt: skip


def begin(start: Position, powers: tuple[str, ...]) -> Tables:
    """The tables of a start position."""
    return {
        "time": (start.round, start.label, start.turn, start.active, start.phase),
        "victors": (),
        "units": {
            u.id: [u.type, u.owner, u.place, u.damage, set(u.flags), u.name] for u in start.units
        },
        "control": dict(start.control),
        "relations": {tuple(sorted((r.a, r.b))): r.state for r in start.relations},
        "balances": {(b.treasury, b.resource, b.restriction): b.amount for b in start.balances},
        "values": {(v.space, v.key): v.value for v in start.values},
        "markers": {(m.subject, m.marker): m.count for m in start.markers},
        "statuses": {p: set(start.statuses.get(p, ())) for p in powers},
        "technologies": {p: list(start.technologies.get(p, ())) for p in powers},
        "memory": {},
        "battles": {},
        "decisions": set(),
        "halted": set(),
        "turn_start": None,
    }


def after(tables: Tables, events: tuple[ev.AnyEvent, ...]) -> Tables:
    """The tables after a step; those before it stay as they are."""
    tables = deepcopy(tables)
    for event in events:
        _apply(tables, event)
    return tables


def _space_of(t: Tables, unit: int) -> Any:
    place = t["units"][unit][2]
    return _space_of(t, place) if isinstance(place, int) else place


def _remember(t: Tables, unit: int) -> list[Any]:
    memory: list[Any] = t["memory"].setdefault(
        unit, [0, None, None, [], False, False, None, "", None]
    )
    return memory


def _strike(t: Tables, units: tuple[int, ...], battles: list[str]) -> None:
    for battle in battles:
        parts = [(role, power, [u for u in ids if u not in units])
                 for role, power, ids in t["battles"][battle][2]]  # fmt: skip
        old = t["battles"][battle][2]
        t["battles"][battle][2] = [
            new for new, before in zip(parts, old, strict=True) if new[2] or new == before
        ]


def _apply(t: Tables, e: ev.AnyEvent) -> None:
    round_, label, turn, active, _ = t["time"]
    match e:
        case ev.RoundBegan():
            t["time"] = (e.number, e.label, turn, (), "")
        case ev.TurnBegan():
            t["time"] = (round_, label, turn + 1, e.powers, "")
            t["memory"] = {}
            t["turn_start"] = None
            t["turn_start"] = deepcopy(t)
        case ev.PhaseBegan():
            t["time"] = (round_, label, turn, active, e.phase)
        case ev.UnitsAdded():
            for u in e.units:
                t["units"][u.id] = [u.type, u.owner, u.place, u.damage, set(u.flags), u.name]
        case ev.UnitsPlaced():
            for u in e.units:
                t["units"][u][2] = e.place
            t["halted"] -= set(e.units)
            if not isinstance(e.place, int | str):
                _strike(t, e.units, list(t["battles"]))
        case ev.UnitsMoved():
            for u in e.units:
                m = _remember(t, u)
                m[0] += e.cost
                m[1] = m[1] or e.path[0]
                m[2] = e.path[-2] if len(e.path) > 1 else m[2]
                m[3] += [e.battle] if e.battle and e.battle not in m[3] else []
                m[4] = m[4] or e.aboard is not None
                m[5] = m[5] or (isinstance(t["units"][u][2], int) and e.aboard is None)
                m[6] = e.path[0] if e.mode == "scramble" else m[6]
            for u in e.units:
                t["units"][u][2] = e.path[-1] if e.aboard is None else e.aboard
            t["halted"] = t["halted"] | set(e.units) if e.halted else t["halted"] - set(e.units)
        case ev.UnitsRemoved():
            for u in e.units:
                del t["units"][u]
                t["memory"].pop(u, None)
                t["markers"] = {k: n for k, n in t["markers"].items() if k[0] != ev.OnUnit(u)}
            t["halted"] -= set(e.units)
            _strike(t, e.units, list(t["battles"]))
        case ev.UnitsConverted():
            for u in e.units:
                unit = t["units"][u]
                unit[0], unit[1] = e.type or unit[0], e.owner or unit[1]
                unit[3] = unit[3] if e.damage is None else e.damage
                unit[4] = (unit[4] | set(e.gained)) - set(e.lost)
        case ev.UnitsTasked():
            for u in e.units:
                _remember(t, u)[7:] = [e.task, e.target]
        case ev.ControlChanged():
            t["control"].pop(e.space, None)
            if e.new is not None:
                t["control"][e.space] = e.new
        case ev.RelationChanged():
            t["relations"][tuple(sorted((e.a, e.b)))] = e.new
        case ev.StatusChanged():
            t["statuses"][e.power] = (t["statuses"][e.power] | set(e.gained)) - set(e.lost)
        case ev.TechnologyChanged():
            known = [x for x in t["technologies"][e.power] if x not in e.lost]
            t["technologies"][e.power] = known + [x for x in e.gained if x not in known]
        case ev.ValueChanged():
            t["values"][e.space, e.key] = e.new
        case ev.MarkerChanged():
            t["markers"].pop((e.subject, e.marker), None)
            if e.count:
                t["markers"][e.subject, e.marker] = e.count
        case ev.ResourceChanged():
            key = (e.treasury, e.resource, e.restriction)
            t["balances"][key] = t["balances"].get(key, 0) + e.amount
        case ev.BattleOpened() | ev.BattleJoined():
            if isinstance(e, ev.BattleOpened):
                t["battles"][e.battle] = [e.space, e.kind, [], e.links, 0, "", []]
            for p in e.participants:
                t["battles"][e.battle][2].append((p.role, p.power, list(p.units)))
                for u in p.units:
                    m = _remember(t, u)
                    m[3] += [e.battle] if e.battle not in m[3] else []
        case ev.BattleLeft():
            _strike(t, e.units, [e.battle])
        case ev.CombatRoundBegan():
            t["battles"][e.battle][4:] = [e.number, "", []]
        case ev.CombatStepBegan():
            t["battles"][e.battle][5:] = [e.step, []]
        case ev.Rolled() if e.battle in t["battles"]:
            t["battles"][e.battle][6].append(e)
        case ev.BattleClosed():
            del t["battles"][e.battle]
        case ev.Asked():
            t["decisions"].add(e.decision)
        case ev.Decided():
            t["decisions"].discard(e.decision)
        case ev.VictoryWon():
            t["victors"] = e.winners
