"""Judging battles: who fights, what is rolled, who is hit, who leaves.

The judge follows each battle event by event. What is wrong with the dice and losses of a combat
round is told as the round (or its step, where the record tells steps) is over, and points back to
the roll or the loss.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from a4a.core import events as ev
from a4a.core.state import OpenBattle, State
from a4a.core.steps import Step
from a4a.rules.areas import force
from a4a.rules.areas.audit import bombings, engagements, gunnery, losses, shots, withdrawals
from a4a.rules.areas.audit.deviations import explains
from a4a.rules.areas.audit.fights import (
    AuditedBattle,
    AuditedLoss,
    AuditedVolley,
    RecordPlace,
    fighting,
)
from a4a.rules.areas.audit.stages import stages
from a4a.rules.areas.audit.topic import TopicJudge
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import retreat
from a4a.rules.areas.phases.conduct_combat import ConductCombat
from a4a.rules.judgement import Judgement, Severity

_RAIDS = ("air", "bombing raid")
_FIRE = frozenset({"attack", "defense", "aa", "bombard", "interception"})
_LOW_LUCK_AA = "Low Luck for AntiAircraft"
"""TripleA's name of an option that is low luck for antiaircraft fire only."""
_Found = Iterator[Judgement]


class Battles(TopicJudge):
    """Judges battles, their rolls and their casualties."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._open: dict[str, AuditedBattle] = {}
        self._fought: list[AuditedBattle] = []  # of this turn, the open ones too
        self._kinds: dict[str, str] = {}
        fire = _FIRE if self.system.options.get("low luck") else frozenset()
        self._lucky = fire | {"aa"} if self.options.get(_LOW_LUCK_AA) is True else fire
        self._handlers: dict[type[ev.Event], Callable[[State, Any, RecordPlace], _Found]] = {
            ev.TurnBegan: self._turn,
            ev.PhaseBegan: self._phase,
            ev.BattleOpened: self._opened,
            ev.CombatStepBegan: self._step,
            ev.CombatRoundBegan: self._round,
            ev.Rolled: self._rolled,
            ev.UnitsConverted: self._converted,
            ev.UnitsRemoved: self._removed,
            ev.UnitsMoved: self._moved,
            ev.BattleLeft: self._left,
            ev.BattleClosed: self._closed,
        }

    def judge(self, before: State, step: Step, after: State) -> Iterator[Judgement]:
        """Yield what is wrong with the battles of a step."""
        for number, state, event in stages(before, step, *self._handlers):
            if self._concerns(event):
                for found in self._handlers[type(event)](
                    state, event, RecordPlace(step.id, number)
                ):
                    yield self._explained(found, step)

    def close(self) -> Iterator[Judgement]:
        """Yield what is wrong with the dice of a round that the record does not tell to its end."""
        for fight in self._open.values():
            if not fight.stepwise:
                for found in self._dice(fight):
                    yield self._explained(found, None)

    def _explained(self, found: Judgement, step: Step | None) -> Judgement:
        """Say where it is, by which rule, and which known deviation of the program explains it."""
        node = None if step is not None and found.node == step.id else found.node
        rule = self.cite(found.rule)
        cites = explains(self.system, self.program, found.topic, rule)
        severity: Severity = "engine option" if cites else found.severity
        return msgspec.structs.replace(found, rule=rule, node=node, cites=cites, severity=severity)

    def _concerns(self, event: ev.Event) -> bool:
        if isinstance(event, ev.UnitsMoved):
            return event.mode in ("retreat", "scramble")
        if isinstance(event, ev.UnitsConverted | ev.UnitsRemoved):
            return event.battle in self._open
        return True

    # --- time -----------------------------------------------------------------------------------

    def _turn(self, state: State, event: ev.TurnBegan, at: RecordPlace) -> _Found:
        yield from self._end_phase(state, at)
        self._fought = list(self._open.values())
        self._kinds = {x.id: x.kind for x in self._fought}

    def _phase(self, state: State, event: ev.PhaseBegan, at: RecordPlace) -> _Found:
        yield from self._end_phase(state, at)

    def _end_phase(self, state: State, at: RecordPlace) -> _Found:
        """Judge the battles of a turn as a whole."""
        if state.phase == ConductCombat.name:
            yield from engagements.judge_order(self._fought)
            yield from engagements.judge_unfought(self.system, state, self._fought, at)

    # --- beginning and end ----------------------------------------------------------------------

    def _opened(self, state: State, event: ev.BattleOpened, at: RecordPlace) -> _Found:
        system = self.system
        told = OpenBattle(event.battle, event.space, event.kind, event.participants, event.links)
        power = force.attacker(state, told) if state.active else ""
        battle = fighting(system, state, told)
        now = (state, battle)
        fight = AuditedBattle(event.battle, event.space, battle.kind, at, power, now, now)
        fight.lucky = self._lucky
        fight.came = frozenset(retreat.ways(system, state, battle))
        self._open[fight.id] = fight
        self._fought.append(fight)
        self._kinds[fight.id] = fight.kind
        self.judged["battle"] += 1
        if event.kind == "kamikaze":
            return
        if event.kind in _RAIDS:
            yield from bombings.judge_entrants(system, fight, state, event)
        yield from engagements.judge_entrants(system, fight, state, event, self._kinds)

    def _closed(self, state: State, event: ev.BattleClosed, at: RecordPlace) -> _Found:
        fight = self._open.get(event.battle)
        if fight is None or event.battle not in state.battles:
            return
        yield from self._settle(fight, state)
        battle = self._now(fight, state)
        yield from self._silence(fight, state)
        yield from losses.judge_strip(fight, state, battle, at)
        if fight.kind in _RAIDS:
            yield from bombings.judge_end(fight)
        elif fight.kind != "kamikaze":
            yield from withdrawals.judge_end(self.system, fight, state, battle, event, at)
        del self._open[fight.id]

    # --- rounds and steps -----------------------------------------------------------------------

    def _now(self, fight: AuditedBattle, state: State) -> OpenBattle:
        return fighting(self.system, state, state.battles[fight.id])

    def _step(self, state: State, event: ev.CombatStepBegan, at: RecordPlace) -> _Found:
        fight = self._open.get(event.battle)
        if fight is None:
            return
        fight.stepwise = True
        yield from self._settle(fight, state)
        fight.step = event.step

    def _round(self, state: State, event: ev.CombatRoundBegan, at: RecordPlace) -> _Found:
        fight = self._open.get(event.battle)
        if fight is None:
            return
        if fight.round is None and fight.kind not in _RAIDS:
            yield from gunnery.judge_silence(self.system, fight)
        yield from self._settle(fight, state)
        yield from self._silence(fight, state)
        fight.round, fight.shelled = (state, self._now(fight, state)), 0
        if event.number > 1:
            yield from losses.judge_strip(fight, state, fight.round[1], at)
        fight.step = ""
        fight.fired, fight.struck, fight.submerged, fight.withdrawn = set(), {}, set(), set()
        fight.early, fight.surprised, fight.ambushed = {}, {}, set()

    def _silence(self, fight: AuditedBattle, state: State) -> _Found:
        if fight.kind not in (*_RAIDS, "kamikaze"):
            now = self._now(fight, state)
            present = fight.withdrawn.union(*(p.units for p in now.participants))
            yield from shots.judge_silence(self.system, fight, present)

    def _settle(self, fight: AuditedBattle, state: State) -> _Found:
        """Judge the rolls and losses of the stretch that is over, and begin another."""
        if fight.step in (b.ATTACKER_STRIKES, b.DEFENDER_STRIKES):
            fight.ambushed.update(loss.unit.id for loss in fight.losses if loss.gone)
        fight.struck.update({loss.unit.id: loss for loss in fight.losses if loss.gone})
        if not fight.stepwise:
            yield from self._dice(fight)
        now = self._now(fight, state)
        if fight.kind == "kamikaze":
            yield from losses.judge_struck(fight, self.judged)
        else:
            yield from losses.judge_losses(self.system, fight, self.judged, state, now)
        fight.stretch = (state, now)
        fight.volleys, fight.losses = [], []

    def _dice(self, fight: AuditedBattle) -> _Found:
        for volley in fight.volleys:
            if volley.roll.purpose in ("attack", "defense"):
                yield from shots.judge_volley(self.system, fight, volley)

    # --- dice -----------------------------------------------------------------------------------

    def _rolled(self, state: State, event: ev.Rolled, at: RecordPlace) -> _Found:
        if event.purpose == "kamikaze":
            self.judged["roll"] += 1
            yield from gunnery.judge_kamikaze(self.system, state, event, at)
            if (struck := self._open.get(event.battle)) is not None:
                struck.last = at
                struck.volleys.append(AuditedVolley(at, event, state, self._now(struck, state)))
            return
        if event.purpose == "bombing" and not event.battle:
            self.judged["roll"] += 1
            yield from bombings.judge_rocket(self.system, state, event, at)
            return
        fight = self._open.get(event.battle)
        if fight is None:
            return
        self.judged["roll"] += 1
        fight.first, fight.last = fight.first or at, at
        volley = AuditedVolley(at, event, state, self._now(fight, state))
        if event.purpose != "bombing":
            yield from shots.judge_hits(self.system, fight, volley)
        if event.purpose == "aa":
            fight.guns.append(volley)
        if event.purpose == "aa" and fight.kind in _RAIDS:
            yield from bombings.judge_guns(self.system, fight, volley)
        elif event.purpose == "aa":
            yield from gunnery.judge_antiaircraft(self.system, fight, volley)
        elif event.purpose == "bombard":
            fight.shelled += event.hits
            yield from gunnery.judge_bombardment(self.system, fight, volley)
        elif event.purpose == "interception":
            yield from bombings.judge_air_battle(self.system, fight, volley)
        elif event.purpose == "bombing":
            yield from bombings.judge_bombs(self.system, fight, volley)
            return
        elif fight.stepwise:
            yield from shots.judge_volley(self.system, fight, volley)
        fight.volleys.append(volley)

    # --- losses ---------------------------------------------------------------------------------

    def _converted(self, state: State, event: ev.UnitsConverted, at: RecordPlace) -> _Found:
        fight = self._open[event.battle]
        facilities = self.system.of_category("facility")
        for i in event.units:
            unit = state.units[i]
            most = self.system.types[unit.type].hits
            if unit.type in facilities:
                if fight.kind in _RAIDS and event.damage is not None:
                    one = msgspec.structs.replace(event, units=(i,))
                    yield from bombings.judge_damage(self.system, fight, state, one, at)
            elif b.HIT in event.gained:
                fight.losses.append(AuditedLoss(at, unit, max(1, most - unit.damage), gone=True))
            elif event.damage is not None and event.damage > unit.damage:
                fight.losses.append(AuditedLoss(at, unit, event.damage - unit.damage, gone=False))

    def _removed(self, state: State, event: ev.UnitsRemoved, at: RecordPlace) -> _Found:
        fight = self._open[event.battle]
        facilities = self.system.of_category("facility")
        now = self._now(fight, state)
        fighters = {i for p in now.participants for i in p.units}
        for i in event.units:
            unit = state.units[i]
            if unit.type in facilities or b.HIT in unit.flags:
                continue  # captured, or told before
            if i not in fighters and unit.place in event.units:
                continue  # cargo that goes down with its ship
            room = max(1, self.system.types[unit.type].hits - unit.damage)
            defenceless = event.reason == "defenceless"
            fight.losses.append(AuditedLoss(at, unit, room, gone=True, defenceless=defenceless))
        return iter(())  # judged at the end of the stretch

    # --- who leaves -----------------------------------------------------------------------------

    def _moved(self, state: State, event: ev.UnitsMoved, at: RecordPlace) -> _Found:
        if event.mode == "scramble":
            yield from gunnery.judge_scramble(self.system, state, event, at)
            return
        fight = self._open.get(event.battle)
        if fight is None:
            return
        now = self._now(fight, state)
        yield from withdrawals.judge_retreat(self.system, fight, state, now, event, at)
        fight.retreated = event.path[-1]

    def _left(self, state: State, event: ev.BattleLeft, at: RecordPlace) -> _Found:
        fight = self._open.get(event.battle)
        if fight is None:
            return
        if event.reason == "retreated":
            fight.withdrawn.update(event.units)
        if event.reason != "submerged":
            return
        if not (fight.fired or fight.volleys):
            fight.submerged.update(event.units)
        now = self._now(fight, state)
        yield from withdrawals.judge_submerging(self.system, fight, state, now, event.units, at)
