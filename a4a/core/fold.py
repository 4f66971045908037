"""The fold: how each event changes a state. The only place where states change."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import msgspec

from a4a.core import events as ev
from a4a.core.conversion import converted
from a4a.core.errors import RecordError
from a4a.core.numbers import LARGEST, LARGEST_PRINTED
from a4a.core.state import OpenBattle
from a4a.core.units import Holding, Memory, Place, Unit
from a4a.core.workingcopy import WorkingCopy, copy_of, kind_of

_FORGOTTEN = Memory()


class Fold(WorkingCopy):
    """A working copy of a state, to which events are applied one after another.

    Parameters
    ----------
    state
        Where to begin; it is not changed.
    """

    def apply_all(self, events: Iterable[ev.AnyEvent]) -> Fold:
        """Apply events in order.

        Raises
        ------
        RecordError
            If an event cannot have happened here.
        """
        for event in events:
            self.apply(event)
        return self

    def apply(self, event: ev.AnyEvent) -> None:
        """Apply one event.

        Raises
        ------
        RecordError
            If the event cannot have happened here: a unit is not where it moves from.
        """
        handler = _HANDLERS.get(type(event))
        if handler is None:
            raise RecordError(f"a {type(event).__name__} is not an event")
        if self._handed_out:
            self._state = copy_of(self._state)
            self._handed_out = False
        handler(self, event)

    # --- time -----------------------------------------------------------------------------------

    def _round(self, event: ev.RoundBegan) -> None:
        self._state.round = event.number
        self._state.label = event.label
        self._state.active = ()
        self._state.phase = ""

    def _turn(self, event: ev.TurnBegan) -> None:
        state = self._state
        for power in event.powers:
            self._check_power(power, event)
        state.turn += 1
        state.active = event.powers
        state.phase = ""
        state._memory = {}
        start = copy_of(state)
        start.turn_start = None
        state.turn_start = start
        # What the start-of-turn state holds is now shared with it.
        self._owned = {}

    def _phase(self, event: ev.PhaseBegan) -> None:
        self._state.phase = event.phase

    # --- units ----------------------------------------------------------------------------------

    def _added(self, event: ev.UnitsAdded) -> None:
        table: dict[int, Unit] = self._own("_units")
        contents: dict[Place, tuple[int, ...]] = self._own("_contents")
        arrivals: dict[Place, list[int]] = {}
        owners = {unit.owner for unit in event.units}
        for kind in {unit.type for unit in event.units}:
            self._check_type(kind, event)
        for owner in owners:
            self._check_power(owner, event)
        for unit in event.units:
            if unit.id in table:
                raise RecordError(f"added event brings unit {unit.id}, which is already there")
            if unit.id <= 0:
                raise RecordError(f"added event brings unit {unit.id}; ids are positive")
            if unit.place not in arrivals:
                self._check_place(unit.place, event)
            if isinstance(unit.place, int):
                self._check_aboard({unit.id}, unit.place, event)
            table[unit.id] = unit
            arrivals.setdefault(unit.place, []).append(unit.id)
        for place, ids in arrivals.items():
            contents[place] = (*contents.get(place, ()), *ids)
        self._state.last_unit = max([self._state.last_unit, *[unit.id for unit in event.units]])
        self._stir(owners)

    def _placed(self, event: ev.UnitsPlaced) -> None:
        units = tuple([self._get(i, event) for i in event.units])
        self._put(units, event.place, event)
        self._unhalt(event.units)
        if isinstance(event.place, Holding):
            self._strike(event.units)

    def _moved(self, event: ev.UnitsMoved) -> None:
        state = self._state
        if not event.path:
            raise RecordError("moved event has an empty path")
        origin, destination = event.path[0], event.path[-1]
        known = state.board.index
        for space in event.path:
            if space not in known:
                self._check_space(space, event)
        units = tuple([self._get(i, event) for i in event.units])
        for unit in units:
            if unit.place != origin and state.space_of(unit.id) != origin:
                raise RecordError(
                    f"moved event takes unit {unit.id} ({unit.type}) from {origin!r}, "
                    f"but it is in {state.space_of(unit.id) or unit.place!r}"
                )
        if event.aboard is not None and state.space_of(event.aboard) != destination:
            raise RecordError(
                f"moved event puts units aboard unit {event.aboard}, which is not in "
                f"{destination!r}"
            )
        memory: dict[int, Memory] = self._own("_memory")
        via = event.path[-2] if len(event.path) > 1 else None
        for unit in units:
            old = memory.get(unit.id, _FORGOTTEN)
            memory[unit.id] = Memory(
                old.moved + event.cost,
                old.origin or origin,
                via or old.via,
                _with(old.battles, event.battle),
                old.loaded or event.aboard is not None,
                old.unloaded or (isinstance(unit.place, int) and event.aboard is None),
                origin if event.mode == "scramble" else old.scrambled_from,
                old.task,
                old.target,
            )
        self._put(units, destination if event.aboard is None else event.aboard, event)
        if event.halted:
            state._halted = state._halted | set(event.units)
        else:
            self._unhalt(event.units)

    def _unhalt(self, units: Iterable[int]) -> None:
        if self._state._halted:
            self._state._halted = self._state._halted.difference(units)

    def _removed(self, event: ev.UnitsRemoved) -> None:
        units = tuple([self._get(i, event) for i in event.units])
        self._take_out(units)
        self._stir({unit.owner for unit in units})
        table: dict[int, Unit] = self._own("_units")
        for unit in units:
            table.pop(unit.id, None)
        contents = self._state._contents
        for unit in units:
            if unit.id in contents:
                raise RecordError(f"removed event takes unit {unit.id} away from under its cargo")
        self._unhalt(event.units)
        self._strike(event.units)
        gone = set(event.units)
        if not gone.isdisjoint(self._state._memory):
            memory = self._own("_memory")
            for unit_id in gone:
                memory.pop(unit_id, None)
        stale = [key for key in self._state._markers
                 if type(key[0]) is ev.OnUnit and key[0].unit in gone]  # fmt: skip
        if stale:
            markers = self._own("_markers")
            for key in stale:
                del markers[key]

    def _converted(self, event: ev.UnitsConverted) -> None:
        units = [self._get(i, event) for i in event.units]
        self._check_type(event.type, event)
        self._check_power(event.owner, event)
        table: dict[int, Unit] = self._own("_units")
        for unit in units:
            table[unit.id] = converted(unit, event)
        self._stir({owner for u in units for owner in (u.owner, table[u.id].owner)})

    def _tasked(self, event: ev.UnitsTasked) -> None:
        if event.target is not None:
            self._check_space(event.target, event)
        memory: dict[int, Memory] = self._own("_memory")
        for unit in event.units:
            self._get(unit, event)
            old = memory.get(unit, _FORGOTTEN)
            memory[unit] = msgspec.structs.replace(old, task=event.task, target=event.target)

    # --- spaces, powers, money ------------------------------------------------------------------

    def _control(self, event: ev.ControlChanged) -> None:
        self._check_space(event.space, event)
        self._check_power(event.new, event)
        table = self._own("_control")
        if event.new is None:
            table.pop(event.space, None)
        else:
            table[event.space] = event.new

    def _relation(self, event: ev.RelationChanged) -> None:
        self._check_power(event.a, event)
        self._check_power(event.b, event)
        self._own("_relations")[min(event.a, event.b), max(event.a, event.b)] = event.new

    def _status(self, event: ev.StatusChanged) -> None:
        self._check_power(event.power, event)
        table = self._own("_statuses")
        old = set(table.get(event.power, ()))
        table[event.power] = tuple(sorted((old | set(event.gained)) - set(event.lost)))

    def _technology(self, event: ev.TechnologyChanged) -> None:
        self._check_power(event.power, event)
        table = self._own("_technologies")
        kept = [t for t in table.get(event.power, ()) if t not in event.lost]
        table[event.power] = tuple(dict.fromkeys((*kept, *event.gained)))

    def _value(self, event: ev.ValueChanged) -> None:
        self._check_space(event.space, event)
        if event.key == "value" and event.new is not None:
            if not isinstance(event.new, int):
                raise RecordError(
                    f"value event makes {event.space!r} worth {event.new!r}, no number"
                )
            if abs(event.new) > LARGEST_PRINTED:
                raise RecordError(f"value event makes {event.space!r} worth {event.new}")
        self._own("_values")[event.space, event.key] = event.new

    def _marker(self, event: ev.MarkerChanged) -> None:
        if isinstance(event.subject, ev.OnSpace):
            self._check_space(event.subject.space, event)
        elif isinstance(event.subject, ev.OnUnit):
            self._get(event.subject.unit, event)
        else:
            self._check_power(event.subject.power, event)
        if event.count < 0:
            raise RecordError(f"marker event leaves {event.count} {event.marker!r} markers")
        table = self._own("_markers")
        if event.count:
            table[event.subject, event.marker] = event.count
        else:
            table.pop((event.subject, event.marker), None)

    def _resource(self, event: ev.ResourceChanged) -> None:
        if event.treasury not in self._state.catalog.treasuries:
            raise RecordError(
                f"resource event names {event.treasury!r}, not a treasury of the catalog"
            )
        table = self._own("_balances")
        key = (event.treasury, event.resource, event.restriction)
        amount = table.get(key, 0) + event.amount
        if abs(amount) > LARGEST:
            raise RecordError(f"resource event leaves {event.treasury!r} {amount} {event.resource}")
        table[key] = amount

    def _nothing(self, event: ev.AnyEvent) -> None:
        """Events that tell something and change no table."""

    # --- battles and decisions ------------------------------------------------------------------

    def _open(self, battle: str, event: ev.AnyEvent) -> OpenBattle:
        found = self._state._battles.get(battle)
        if found is None:
            raise RecordError(f"{kind_of(event)} event names battle {battle!r}, which is not open")
        return found

    def _remember_battle(self, event: ev.BattleOpened | ev.BattleJoined) -> None:
        memory: dict[int, Memory] = self._own("_memory")
        battle = event.battle
        for participant in event.participants:
            for unit in participant.units:
                self._get(unit, event)
                old = memory.get(unit, _FORGOTTEN)
                memory[unit] = msgspec.structs.replace(old, battles=_with(old.battles, battle))

    def _battle(self, event: ev.BattleOpened) -> None:
        if event.battle in self._state._battles:
            raise RecordError(f"battle {event.battle!r} opened twice")
        self._check_space(event.space, event)
        self._own("_battles")[event.battle] = OpenBattle(
            event.battle, event.space, event.kind, event.participants, event.links
        )
        self._remember_battle(event)

    def _joined(self, event: ev.BattleJoined) -> None:
        battle = self._open(event.battle, event)
        self._own("_battles")[battle.id] = msgspec.structs.replace(
            battle, participants=battle.participants + event.participants
        )
        self._remember_battle(event)

    def _left(self, event: ev.BattleLeft) -> None:
        self._leave(self._open(event.battle, event), set(event.units))

    def _strike(self, units: Iterable[int]) -> None:
        """Strike units that are no longer on the board off every open battle."""
        gone = set(units)
        for battle in tuple(self._state._battles.values()):
            self._leave(battle, gone)

    def _leave(self, battle: OpenBattle, gone: set[int]) -> None:
        """Strike units off the participants of an open battle."""
        stay: list[ev.Participant] = []
        for p in battle.participants:
            if gone.isdisjoint(p.units):
                stay.append(p)
            elif rest := tuple([i for i in p.units if i not in gone]):
                stay.append(msgspec.structs.replace(p, units=rest))
        if stay != list(battle.participants):
            self._own("_battles")[battle.id] = msgspec.structs.replace(
                battle, participants=tuple(stay)
            )

    def _combat_round(self, event: ev.CombatRoundBegan) -> None:
        battle = self._open(event.battle, event)
        self._own("_battles")[battle.id] = msgspec.structs.replace(
            battle, round=event.number, step="", rolls=()
        )

    def _combat_step(self, event: ev.CombatStepBegan) -> None:
        battle = self._open(event.battle, event)
        self._own("_battles")[battle.id] = msgspec.structs.replace(
            battle, step=event.step, rolls=()
        )

    def _rolled(self, event: ev.Rolled) -> None:
        battle = self._state._battles.get(event.battle)
        if battle is not None:
            self._own("_battles")[battle.id] = msgspec.structs.replace(
                battle, rolls=(*battle.rolls, event)
            )

    def _closed(self, event: ev.BattleClosed) -> None:
        self._open(event.battle, event)
        del self._own("_battles")[event.battle]

    def _asked(self, event: ev.Asked) -> None:
        if event.decision in self._state._decisions:
            raise RecordError(f"decision {event.decision!r} asked twice")
        self._own("_decisions")[event.decision] = event
        self._state.asked += 1

    def _decided(self, event: ev.Decided) -> None:
        if event.decision:
            if event.decision not in self._state._decisions:
                raise RecordError(f"decided event answers {event.decision!r}, which is not open")
            del self._own("_decisions")[event.decision]

    def _victory(self, event: ev.VictoryWon) -> None:
        self._state.victors = event.winners


_Handler: TypeAlias = Callable[[Fold, Any], None]
_HANDLERS: dict[type[ev.Event], _Handler] = {
    ev.RoundBegan: Fold._round,
    ev.TurnBegan: Fold._turn,
    ev.PhaseBegan: Fold._phase,
    ev.UnitsAdded: Fold._added,
    ev.UnitsPlaced: Fold._placed,
    ev.UnitsMoved: Fold._moved,
    ev.UnitsRemoved: Fold._removed,
    ev.UnitsConverted: Fold._converted,
    ev.UnitsTasked: Fold._tasked,
    ev.ControlChanged: Fold._control,
    ev.RelationChanged: Fold._relation,
    ev.StatusChanged: Fold._status,
    ev.TechnologyChanged: Fold._technology,
    ev.ValueChanged: Fold._value,
    ev.MarkerChanged: Fold._marker,
    ev.ResourceChanged: Fold._resource,
    ev.Bought: Fold._nothing,
    ev.BattleOpened: Fold._battle,
    ev.BattleJoined: Fold._joined,
    ev.BattleLeft: Fold._left,
    ev.CombatRoundBegan: Fold._combat_round,
    ev.BattleClosed: Fold._closed,
    ev.CombatStepBegan: Fold._combat_step,
    ev.Rolled: Fold._rolled,
    ev.Asked: Fold._asked,
    ev.Decided: Fold._decided,
    ev.Noted: Fold._nothing,
    ev.VictoryWon: Fold._victory,
}


def _with(battles: tuple[str, ...], battle: str) -> tuple[str, ...]:
    return battles if not battle or battle in battles else (*battles, battle)
