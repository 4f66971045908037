"""Worked examples as fixtures: steps of events, and beside each step what it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from a4a.core.board import Board
from a4a.core.catalog import Catalog
from a4a.core.events import AnyEvent, OnSpace, OnUnit
from a4a.core.position import Position
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import Cause, Header, NodeId
from a4a.core.units import Holding, Unit

Fact: TypeAlias = int | str | None
Changes: TypeAlias = Mapping[str, tuple[Fact, Fact]]


class Story:
    """A worked example being written down: a record, and what each of its steps changes.

    Parameters
    ----------
    header, board, catalog, start
        As of `GameRecord`.
    """

    def __init__(self, header: Header, board: Board, catalog: Catalog, start: Position) -> None:
        self.record = GameRecord(header, board, catalog, start)
        self.changes: dict[NodeId, Changes] = {}

    def step(
        self,
        *events: AnyEvent,
        changes: Changes,
        by: str | tuple[str, ...] = (),
        cause: Cause | None = None,
        after: NodeId | None = None,
    ) -> NodeId:
        """Add a step; without an actor it is the engine's."""
        actors = (by,) if isinstance(by, str) else by
        node = self.record.append(
            events, parent=after, actors=actors, cause=cause or ("order" if actors else "engine")
        )
        self.changes[node] = changes
        return node


def picture(state: State) -> dict[str, Fact]:
    """Everything a state says, as flat facts that can be read and compared."""
    facts: dict[str, Fact] = {}

    def name(unit: Unit) -> str:
        words = [unit.owner, unit.name, unit.type]
        words += [f"(damaged {unit.damage})"] if unit.damage else []
        words += [f"({flag})" for flag in unit.flags]
        return " ".join(filter(None, words))

    def where(unit: Unit) -> str:
        if isinstance(unit.place, Holding):
            return f"{unit.place.power}'s {unit.place.name}"
        if isinstance(unit.place, int):
            carrier = state.units[unit.place]
            return f"{where(carrier)} aboard {carrier.type}"
        return unit.place

    def tally(key: str, number: int) -> None:
        facts[key] = int(facts.get(key) or 0) + number

    facts["time"] = f"round {state.round}, {' and '.join(state.active)}, {state.phase}"
    for unit in state.units.values():
        tally(f"{where(unit)}: {name(unit)}", 1)
    for space, power in state.control.items():
        facts[f"control of {space}"] = power
    for (a, b), relation in state.relations.items():
        facts[f"{a} and {b}"] = relation
    for (treasury, resource, restriction), amount in state.balances.items():
        tally(" ".join(filter(None, (treasury, resource, restriction))), amount)
    for (space, key), value in state.values.items():
        facts[f"{key} of {space}"] = str(value)
    for (subject, marker), count in state.markers.items():
        if isinstance(subject, OnUnit):
            unit = state.units[subject.unit]
            place = f"{where(unit)}: {name(unit)}"
        else:
            place = subject.space if isinstance(subject, OnSpace) else subject.power
        tally(f"{marker} on {place}", count)
    for power in state.catalog.power_order:
        if state.statuses(power):
            facts[f"status of {power}"] = ", ".join(state.statuses(power))
        if state.technologies(power):
            facts[f"technology of {power}"] = ", ".join(state.technologies(power))
    for battle in state.battles.values():
        sides = {
            role: sum(len(p.units) for p in battle.participants if p.role == role)
            for role in ("attacker", "defender")
        }
        facts[f"battle {battle.id}"] = (
            f"{battle.space}, round {battle.round}, {sides['attacker']} against {sides['defender']}"
        )
    for decision in state.decisions.values():
        facts[f"decision {decision.decision}"] = f"{', '.join(decision.powers)}: {decision.kind}"
    for unit_id in state.halted:
        facts[f"halted {unit_id}"] = name(state.units[unit_id])
    if state.victors:
        facts["victory"] = ", ".join(state.victors)
    return facts


def difference(before: State, after: State) -> dict[str, tuple[Fact, Fact]]:
    """The facts that differ between two states, as (before, after)."""
    old, new = picture(before), picture(after)
    return {
        key: (old.get(key), new.get(key))
        for key in {**old, **new}
        if old.get(key) != new.get(key)
    }  # fmt: skip
