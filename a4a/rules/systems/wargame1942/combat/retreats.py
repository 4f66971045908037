"""Retreats declared before the dice of a round, and where those who survive it are placed.

Sources: The War Game, "Retreat Sequence", "F.E.R. - Retreating Behind", "A Strange Possibility".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from a4a.core import events as ev
from a4a.core.english import either_of, plural, the
from a4a.core.events import Asked, Participant, Role
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.core.words import count_of, list_of
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.remembered import remembered_each
from a4a.rules.run import Run
from a4a.rules.systems.wargame1942.combat import (
    decks,
    landings,
    opening,
    sides,
    withdrawals,
)
from a4a.rules.systems.wargame1942.combat import words as w
from a4a.rules.systems.wargame1942.combat.firing import generals_in
from a4a.rules.systems.wargame1942.orders import Withdraw


def options(
    system: System, state: State, battle: OpenBattle, role: Role
) -> dict[int, tuple[str, ...]]:
    """Return where each unit of a side may retreat."""
    return _options_of(system, state, (battle.id, role))


def _options(system: System, state: State, of: tuple[str, Role]) -> dict[int, tuple[str, ...]]:
    battle, role = state.battles[of[0]], of[1]
    if role == "attacker":
        return withdrawals.attackers(system, state, battle)
    return withdrawals.defenders(system, state, battle)


_options_of = remembered_each(_options, same=State.same_field)


def ask(system: System, run: Run, battle: OpenBattle, role: Role) -> None:
    """Ask a side for its retreats, if it has any to declare and the enemy is still there."""
    state = run.state
    if is_broken_off(state, battle) or not may_be_hit(system, state, battle):
        return
    if found := options(system, state, battle, role):
        rule = "WG-RET-021" if role == "attacker" else "WG-RET-022"
        owners = {state.units[i].owner for i in found}
        asked = state.active if role == "attacker" else state.catalog.power_order
        who = tuple(p for p in asked if role == "attacker" or p in owners)
        run.emit(Asked(b.question(battle, "retreats"), who, "retreats", (role,), rule, battle.id))


def may_be_hit(system: System, state: State, battle: OpenBattle) -> bool:
    """Whether attackers are in a battle, or are to come, and somebody to defend it is, too.

    A General who is alone may leave before his land is taken (WG-GEN-010).
    """
    fight = sides.units(state, battle, "attacker") or sides.supporters(state, battle)
    if not fight and all(there != battle.space for _, there in _onward(state)):
        return False
    if sides.units(state, battle, "defender"):
        return True
    return any(u.owner not in state.active for u in generals_in(system, state, battle.space))


def _onward(state: State) -> list[tuple[str, str]]:
    return [
        (str(state.space_of(i)), memory.target)
        for i, memory in state.memories.items()
        if memory.target is not None and memory.task in (w.ASSAULT, w.CLEAR, *w.WAITING)
    ]


def is_broken_off(state: State, battle: OpenBattle) -> bool:
    """Whether all attackers retreat, which ends a battle without another roll (WG-RET-027).

    It does not while any are still to land there: they cannot retreat (WG-RET-028).
    """
    if battle.round < 2:
        return False
    own = sides.units(state, battle, "attacker")
    leave = bool(own) and all(sides.withdraws(state, u) for u in own)
    return leave and not landings.is_to_come(state, battle.space)


class RetreatsQuestion(Question[System]):
    """Who retreats, and where to."""

    kind = "retreats"
    order = "Withdraw"

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: some of these units, each to one of its spaces."""
        found = options(self.system, state, state.battles[asked.battle], _role(asked))
        spaces = tuple(dict.fromkeys(space for own in found.values() for space in own))
        return Decision(
            kind=self.kind, powers=asked.powers, orders=(self.order,), rule=asked.rule,
            text=f"declare retreats from {the(state.battles[asked.battle].space)}, or none",
            battle=asked.battle, units=tuple(found), spaces=spaces, most=len(found),
        )  # fmt: skip

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse retreats of units that may not, and to where they may not."""
        assert isinstance(order, Withdraw)
        battle = state.battles[asked.battle]
        found = options(self.system, state, battle, _role(asked))
        for unit, space in order.to.items():
            if space in found.get(unit, ()):
                continue
            rule, why = self._reason(state, battle, _role(asked), unit, space)
            raise self.system.book.violation(
                rule, why, tried=f"retreat to {the(space)}",
                allowed=self._allowed(state, battle, found, unit),
            )  # fmt: skip
        over = crowded(self.system, state, order.to)
        if over:
            raise self.system.book.violation(
                "WG-CV-004", f"the carriers in {the(over)} have no room for so many",
                tried=f"retreat to {the(over)}", allowed="fewer aircraft there",
            )  # fmt: skip

    def _allowed(
        self, state: State, battle: OpenBattle, found: Mapping[int, Sequence[str]], unit: int
    ) -> str:
        """Say where a unit may retreat, or else whose retreats may be declared."""
        if unit not in found:
            kinds = list_of(sorted({plural(state.units[i].type) for i in found}))
            return f"retreats of {kinds}" if kinds else "no retreat from there"
        if any(u.id == unit for u in withdrawals.leaders(self.system, state, battle)):
            return "any friendly territory that is at peace, or to stay"
        return f"retreat to {either_of(map(the, found[unit]))}, or stay"

    def _reason(
        self, state: State, battle: OpenBattle, role: Role, unit: int, space: str
    ) -> tuple[str, str]:
        """Say why a unit may not retreat to a space."""
        system = self.system
        if any(u.id == unit for u in withdrawals.leaders(system, state, battle)):
            return "WG-GEN-010", f"{the(space)} is no friendly territory that is at peace"
        here = next((u for u in sides.units(state, battle, role) if u.id == unit), None)
        if here is None:
            return "WG-RET-020", "no such unit of that side fights here"
        if sides.is_ashore(battle, unit):
            return "WG-RET-002", f"the {here.type} has landed, and fights on"
        if withdrawals.has_retreated(state, here):
            return "WG-RET-038", f"the {here.type} has retreated in this turn"
        if role == "attacker":
            return "WG-RET-003", f"the {here.type} did not come from {the(space)}"
        if system.types[here.type].category == "air":
            return "WG-RET-007", f"{the(space)} is not a quiet friendly place within half its range"
        if sides.is_harsh(system, battle.space, space):
            return "WG-TER-005", "nobody retreats across harsh terrain"
        if withdrawals.is_attacked(system, state, space):
            return "WG-RET-006", f"{the(space)} is attacked itself"
        if not system.graph.is_sea[battle.space]:
            return "WG-RET-006", f"{the(space)} is not friendly land beside it"
        if space in withdrawals.entered_from(system, state, battle):
            return "WG-RET-010", f"attacking combat ships came from {the(space)}"
        if withdrawals.holds_enemies(system, state, space):
            return "WG-RET-009", f"enemies are in {the(space)}"
        if opening.was_fought_over(state, space):
            return "WG-RET-008", f"{the(space)} was fought over in this turn"
        return "WG-RET-012", f"{the(space)} is not beside it"

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Note who withdraws to where; they are placed when the round is over."""
        assert isinstance(order, Withdraw)
        state = run.state
        going = count_of(len(order.to), "unit") if order.to else "no"
        run.emit(
            ev.Decided(
                asked.powers, self.kind, going, asked.decision, tuple(order.to),
                tuple(dict.fromkeys(order.to.values())), battle=asked.battle,
            )
        )  # fmt: skip
        battle = state.battles[asked.battle]
        alone = _role(asked) == "defender" and not sides.units(state, battle, "defender")
        for unit, space in order.to.items():
            if alone:  # a General: there is no round that he would have to survive
                _leave(run, unit, space, battle)
            else:
                declare(self.system, run, state, unit, space)


def declare(system: System, run: Run, state: State, unit: int, space: str) -> None:
    """Note that a unit withdraws; what it carries does not land any more (WG-RET-032).

    Of what is aboard itself the landing is called off.
    """
    if state.memory(unit).task == w.ASSAULT:
        run.emit(ev.UnitsTasked((unit,), ""))
        return
    aboard = tuple(i for i in b.cargo(state, unit) if state.memory(i).task == w.ASSAULT)
    if aboard:
        run.emit(ev.UnitsTasked(aboard, ""))
    run.emit(ev.UnitsTasked((unit,), w.WITHDRAW, space))


def crowded(system: System, state: State, to: Mapping[int, str]) -> str:
    """Return a zone to which more aircraft would withdraw than its carriers take, or ""."""
    wanted: dict[tuple[str, str], list[int]] = {}
    for unit, space in to.items():
        kind = system.types[state.units[unit].type]
        if kind.category == "air" and system.graph.is_sea[space]:
            wanted.setdefault((space, state.units[unit].owner), []).append(unit)
    for (zone, owner), units in wanted.items():
        if owner in state.active:
            continue
        own = [u for u in state.at(zone) if u.owner == owner]
        own += [u for i in to if to[i] == zone and (u := state.units[i]).owner == owner]
        own += withdrawals.coming(state, zone, owner)
        own = [u for u in own if u.id not in units]
        room = sum(system.types[u.type].carrier_capacity for u in own)
        room -= sum(system.types[u.type].carrier_cost for u in own)
        if room < sum(system.types[state.units[i].type].carrier_cost for i in units):
            return zone
    return ""


def _role(asked: Asked) -> Role:
    return "attacker" if "attacker" in asked.options else "defender"


# --- placements ---------------------------------------------------------------------------------


def place(system: System, run: Run, battles: tuple[str, ...]) -> None:
    """Place all who have withdrawn from some battles, and open those they come back to."""
    came: dict[str, set[int]] = {}
    for name in battles:
        state = run.state
        battle = state.battles[name]
        both: tuple[Role, ...] = ("attacker", "defender")
        for role in both:
            for unit in sides.units(state, battle, role):
                if not sides.withdraws(state, unit):
                    continue
                to = str(state.memory(unit.id).target)
                run.emit(ev.BattleLeft(name, (unit.id,), "retreated"))
                if to != battle.space:
                    path = _way(system, battle.space, to)
                    run.emit(ev.UnitsMoved((unit.id,), path, "retreat", battle=name))
                    came.setdefault(to, set()).add(unit.id)
                run.emit(ev.UnitsTasked((unit.id,), w.RETREATED))
        for leader in generals_in(system, run.state, battle.space):
            if sides.withdraws(run.state, leader):
                _leave(run, leader.id, str(run.state.memory(leader.id).target), battle)
    for zone, arrived in came.items():
        if system.graph.is_sea[zone]:  # whose carrier was sunk on the way finds no deck (WG-CV-010)
            for owner in sorted({run.state.unit(i).owner for i in arrived} - set(run.state.active)):
                decks.ditch(system, run, zone, owner)
        meet(system, run, zone, arrived & set(run.state.units))


def _leave(run: Run, leader: int, to: str, battle: OpenBattle) -> None:
    """Let a General go, who is free of all distances."""
    run.emit(ev.UnitsTasked((leader,), w.RETREATED))
    if to != battle.space:
        run.emit(ev.UnitsPlaced((leader,), to, "retreated", battle.id))


@lru_cache(maxsize=1024)
def _way(system: System, here: str, there: str) -> tuple[str, ...]:
    return system.board.path(here, there)


def meet(system: System, run: Run, zone: str, arrived: set[int]) -> None:
    """Open a battle where ships have come to a zone that enemies hold (WG-FER-007).

    Those who arrive do not roll in that round. A defender that came in an earlier round does; if
    nobody does, the round is over, and the next begins with retreats.
    """
    state = run.state
    if not system.graph.is_sea[zone]:
        return
    ships = system.of_category("sea")
    own = [u for u in state.at(zone) if u.owner in state.active]
    enemies = opening.enemies_in(system, state, zone)
    if not (any(u.type in ships for u in own) and any(u.type in ships for u in enemies)):
        return
    open_there = next((x for x in state.battles.values() if x.space == zone), None)
    if open_there is not None:
        taking = {i for p in open_there.participants for i in p.units}
        new = tuple(
            Participant("attacker", u.owner, (u.id,), state.memory(u.id).via)
            for u in own
            if u.id in arrived and u.id not in taking
        )
        if new:
            run.emit(ev.BattleJoined(open_there.id, new))
        return
    name = opening.new_battle_id(state, zone)
    sorted_out: tuple[tuple[Role, list[Unit]], ...] = (("attacker", own), ("defender", enemies))
    parts = tuple(
        Participant(role, u.owner, (u.id,), state.memory(u.id).via)
        for role, units in sorted_out
        for u in units
    )
    run.emit(
        ev.BattleOpened(name, zone, "sea", parts),
        ev.MarkerChanged(ev.OnSpace(zone), opening.FOUGHT_OVER, state.turn),
        ev.CombatRoundBegan(name, 1),
    )
    ready = [u.id for u in enemies if u.id not in arrived]
    late = tuple(u.id for u in (*own, *enemies) if u.id not in ready)
    run.emit(ev.UnitsConverted(late, "came back", gained=(w.LATE,)))
    if not ready:
        run.emit(ev.CombatStepBegan(name, w.FOUGHT))
    else:
        run.emit(ev.CombatStepBegan(name, w.SETTLING))
