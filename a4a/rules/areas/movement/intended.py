"""What recorded moves are for, in a turn of another program that is played on: landings and raids.

TripleA puts troops ashore as they are moved, and asks what bombers are for only when it resolves
their battle. By the rules both are said with the move: here troops are put back aboard to land when
their battle is fought, and bombers that the record sends on a raid later in the turn get that task.
"""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.rules.account import Account
from a4a.rules.areas.movement.field import ASSAULT, ESCORT, OFFLOAD, RAID
from a4a.rules.areas.movement.fields import fields_of
from a4a.rules.areas.movement.transports import unescorted
from a4a.rules.areas.system import System
from a4a.rules.run import Run


def give_tasks(system: System, run: Run, account: Account) -> None:
    """Give units whose battle is still to be fought the tasks that their recorded moves imply."""
    _put_aboard(system, run, account)
    _send_on_raids(system, run, account)


def _put_aboard(system: System, run: Run, account: Account) -> None:
    """Put troops that went ashore to attack back aboard, to land when the battle is fought.

    Those stay ashore whose transport is gone, or which could not land by the rules.
    """
    field = fields_of(system).of(run.state, combat=True)
    fought = {event.space for event in account.told if isinstance(event, ev.BattleOpened)}
    landings: dict[tuple[str, int], list[int]] = {}
    for step in account.turn:
        for unit, ship, (zone, *_, territory) in _went_ashore(account.before(step), step):
            on_land, afloat = run.state.units.get(unit), run.state.units.get(ship)
            if (
                on_land is not None
                and on_land.place == territory
                and afloat is not None
                and afloat.place == zone
                and territory not in fought
                and field.attackable(territory)
                and unescorted(field, zone) is None
            ):
                landings.setdefault((territory, ship), []).append(unit)
    for (territory, ship), units in landings.items():
        run.emit(
            ev.UnitsPlaced(tuple(units), ship, "to land"),
            ev.UnitsTasked(tuple(units), ASSAULT, territory),
            ev.UnitsTasked((ship,), OFFLOAD, territory),
        )


def _went_ashore(before: State, step: Step) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield units that a step lands before any battle: the unit, its ship, and the way ashore."""
    if not any(isinstance(e, ev.UnitsMoved) and e.mode == "amphibious" for e in step.events):
        return
    state = before
    for event in step.events:
        if isinstance(event, ev.UnitsMoved) and event.mode == "amphibious" and not event.battle:
            for unit in event.units:
                ship = state.unit(unit).place
                if isinstance(ship, int):
                    yield unit, ship, event.path
        state = state.apply(event)


def _send_on_raids(system: System, run: Run, account: Account) -> None:
    """Give bombers and escorts their tasks where the record raids later in the turn."""
    state = run.state
    bombers = system.able("raids bases") | system.able("raids industrial complexes")
    for event in account.later():
        if not isinstance(event, ev.BattleOpened) or event.kind not in ("bombing raid", "air"):
            continue
        for part in event.participants:
            there = [
                unit
                for i in part.units
                if part.role == "attacker" and (unit := state.units.get(i)) is not None
                if unit.place == event.space and not state.memory(i).battles
            ]
            for task, units in (
                (RAID, [u.id for u in there if u.type in bombers]),
                (ESCORT, [u.id for u in there if u.type not in bombers]),
            ):
                if units:
                    run.emit(ev.UnitsTasked(tuple(units), task, event.space))
