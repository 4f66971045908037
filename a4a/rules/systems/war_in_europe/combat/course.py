"""The course of a battle: stage by stage as far as nothing has to be asked.

`open_battle` opens one, `go_on` fights all that are open up to the next question. Movement opens
the battle of a transit attack and goes on with its move when none is open any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from a4a.core import events as ev
from a4a.core.events import BattleKind, BattleResult, Participant, Role, Winner
from a4a.core.state import OpenBattle
from a4a.rules.hexes.exchange import Shot, Volley, fire, winner
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.combat import battles as b
from a4a.rules.systems.war_in_europe.combat import forces as f
from a4a.rules.systems.war_in_europe.combat import (
    losses,
    ports,
    pressing,
    retreats,
    withdrawal,
)
from a4a.rules.systems.war_in_europe.entering import entered
from a4a.rules.systems.war_in_europe.field import field_of
from a4a.rules.systems.war_in_europe.movement.displacing import displace
from a4a.rules.systems.war_in_europe.pool import eliminate
from a4a.rules.systems.war_in_europe.standing import OPS_COMPLETE
from a4a.rules.systems.war_in_europe.system import System

BEATEN: Final = "beaten"
ROLES: Final[tuple[Role, Role]] = ("attacker", "defender")
_WITH_LAND: Final = ("land", "amphibious")


def open_battle(run: Run, kind: BattleKind, space: str, participants: Sequence[Participant]) -> str:
    """Open a battle; it begins when `go_on` is called and nothing is asked.

    Parameters
    ----------
    run
        Where events go.
    kind
        "land", "amphibious", "sea", "air", "transit" or "convoy".
    space
        Where it is fought.
    participants
        Who fights.

    Returns
    -------
    str
        Its id.
    """
    battle = b.next_id(run.state, kind)
    run.emit(
        ev.BattleOpened(battle, space, kind, tuple(participants)), ev.CombatRoundBegan(battle, 1)
    )
    return battle


def go_on(system: System, run: Run) -> None:
    """Fight open battles, and let beaten fleets retreat, until something is asked or all is done.

    The battle that opened last goes first: a transit attack interrupts what it is part of. The
    battles of Strategic Warfare go on in that phase.
    """
    while not run.state.decisions:
        state = run.state
        own = [battle for battle in state.battles.values() if battle.kind not in b.STRATEGIC]
        last = own[-1] if own else None
        if last is not None and (last.kind == "transit" or not ports.withdrawing(state)):
            _step(system, run, last)
        elif not withdrawal.go_on(system, run):
            return


def _step(system: System, run: Run, battle: OpenBattle) -> None:
    """Take the next step of a battle."""
    if battle.step in f.STAGES:
        _conclude(system, run, battle)
    elif battle.step in b.AT_SEA:
        _after_sea(system, run, battle.id, b.AT_SEA[battle.step])
    elif battle.step in b.RETREATS:
        _after_retreat(system, run, battle)
    elif battle.step in b.ADVANCES:
        _after_advance(system, run, battle)
    elif battle.step == pressing.STEP:
        _fire(system, run, battle.id, 1, won="attacker")
    else:
        _fire(system, run, battle.id, 0)


# --- the stages -----------------------------------------------------------------------------------


def _fire(system: System, run: Run, battle: str, first: int, *, won: Winner = "nobody") -> None:
    """Fire in the next stage that is fought, from one on; or else end the battle, as won so far."""
    found = run.state.battles[battle]
    last = 3 if b.kind_of(battle) in _WITH_LAND else 2
    sides = tuple(f.force(system, run.state, found, role) for role in ROLES)
    for name in f.STAGES[first:last]:
        fired = f.stage(system, run.state, found, name).volleys(*sides)
        if fired is None:
            continue
        run.emit(ev.CombatStepBegan(battle, name))
        for role, volley in zip(ROLES, fired, strict=True):
            if volley is not None and (shot := fire(system.chart, volley, run.dice)).dice:
                run.emit(_rolled(system, run, found, role, volley, shot))
        for role in ROLES:
            losses.take(system, run, battle, role)
        return
    _close(system, run, battle, won)


def _rolled(
    system: System, run: Run, battle: OpenBattle, role: Role, volley: Volley, shot: Shot
) -> ev.Rolled:
    """The event of a roll on the chart."""
    expected = system.chart.expected(volley.line, volley.strength, shift=volley.shift)
    units = b.units_of(battle, role)
    power = (
        run.state.unit(units[0]).owner if units else b.deciders(system, run.state, battle, role)[0]
    )
    return ev.Rolled(
        purpose="chart",
        power=power,
        dice=tuple(ev.Die(face) for face in shot.dice),
        sides=system.chart.sides,
        hits=shot.loss,
        expected=round(expected, 6),
        battle=battle.id,
        role=role,
        chart=shot.reading,
    )


def _conclude(system: System, run: Run, battle: OpenBattle) -> None:
    """End a stage, as all losses but those of forts are taken: see who won, and go on."""
    state = run.state
    own, other = (losses.rolled(battle, role)[0] for role in ROLES)
    won = winner(
        attacker_lost=losses.counted(system, state, battle, "attacker"),
        defender_lost=losses.counted(system, state, battle, "defender"),
        attacker_rolled=own,
        defender_rolled=other,
    )
    for role in ROLES:
        losses.absorb(system, run, battle.id, role)
    if battle.step == "land":
        _after_land(system, run, battle.id, won)
    else:
        _leave(system, run, battle.id, won)
        if battle.step == "sea":
            step = next(s for s, at_sea in b.AT_SEA.items() if at_sea == won)
            run.emit(ev.CombatStepBegan(battle.id, step))
        elif not pressing.ask(system, run, battle.id, won):
            _fire(system, run, battle.id, 1, won=won)


def _leave(system: System, run: Run, battle: str, won: Winner) -> None:
    """Let those leave a battle that did not win in the air or at sea; beaten fleets retreat."""
    found = run.state.battles[battle]
    media = ("air",) if found.step == "air" else ("air", "sea")
    for role in ROLES:
        if role == won:
            continue
        units = [run.state.unit(unit) for unit in b.units_of(found, role)]
        out = [u.id for u in units if system.media[u.type] in media]
        if out:
            run.emit(ev.BattleLeft(battle, tuple(out), BEATEN))
        if won != "nobody":
            fleets = [u.id for u in units if u.id in out and system.media[u.type] == "sea"]
            ports.beaten(system, run, fleets, battle=battle)


def _after_sea(system: System, run: Run, battle: str, won: Winner) -> None:
    """Go on to the land combat that was supported; or let the winner's fleets advance."""
    if b.kind_of(battle) in _WITH_LAND:
        _fire(system, run, battle, 2)
    elif b.kind_of(battle) != "sea" or won != "attacker":
        _close(system, run, battle, won)
    else:
        run.emit(ev.CombatStepBegan(battle, "attacker advances"))
        retreats.offer(system, run, battle)


def _after_land(system: System, run: Run, battle: str, won: Winner) -> None:
    """Let the beaten side retreat; its forts, which cannot, are eliminated (R-276)."""
    found = run.state.battles[battle]
    if won == "attacker":
        defenders = f.units_on_land(system, run.state, found, "defender")
        eliminate(run, [u.id for u in defenders if f.is_fort(system, u)], battle=battle)
    step = next(s for s, sequel in b.RETREATS.items() if sequel.winner == won)
    run.emit(ev.CombatStepBegan(battle, step))
    retreats.retreat(system, run, battle)


def _after_retreat(system: System, run: Run, battle: OpenBattle) -> None:
    """Clear shared hexes, and let the winner advance."""
    sequel = b.RETREATS[battle.step]
    state = run.state
    if sequel.winner == "attacker":
        for unit in f.units_on_land(system, state, battle, "attacker"):
            if unit.place == battle.space:
                entered(system, run, unit.owner, (battle.space,), battle=battle.id)
    else:
        side = b.side_of(system, state, battle, "attacker")
        fleets = field_of(system, state).units(battle.space, side, "sea")
        driven_off = battle.kind == "amphibious" and sequel.winner == "defender"  # 8.1.4.4
        if fleets and (driven_off or ports.is_shared(system, state, battle.space)):
            ports.beaten(system, run, [u.id for u in fleets], battle=battle.id)
    if sequel.winner == "nobody":
        _close(system, run, battle.id, "nobody")
        return
    step = next(s for s, own in b.ADVANCES.items() if own.winner == sequel.winner)
    run.emit(ev.CombatStepBegan(battle.id, step))
    retreats.offer(system, run, battle.id)


def _after_advance(system: System, run: Run, battle: OpenBattle) -> None:
    for number in sorted(run.state.halted.intersection(b.units_of(battle, "attacker"))):
        space = str(run.state.space_of(number))
        run.emit(ev.UnitsMoved((number,), (space,), "advance"))
    _close(system, run, battle.id, b.ADVANCES[battle.step].winner)


# --- the end --------------------------------------------------------------------------------------


def _close(system: System, run: Run, battle: str, won: Winner) -> None:
    """Mark the air units that fought, close the battle, and displace who must leave."""
    state = run.state
    fought = tuple(
        unit.id
        for unit in state.units.values()
        if system.media[unit.type] == "air"
        and battle in state.memory(unit.id).battles
        and state.space_of(unit.id) is not None
        and OPS_COMPLETE not in unit.flags
    )
    if fought:
        run.emit(ev.UnitsConverted(fought, "fought", gained=(OPS_COMPLETE,), battle=battle))
    found = state.battles[battle]
    result: BattleResult = "stalemate"
    if won != "nobody":
        result = "attacker wins" if won == "attacker" else "defender wins"
    if b.kind_of(battle) not in _WITH_LAND:
        run.emit(ev.BattleClosed(battle, result, won))
        return
    side = b.side_of(system, state, found, "attacker")
    if won == "attacker" and field_of(system, state).units(found.space, side, "land"):
        result = "attacker takes"
    run.emit(ev.BattleClosed(battle, result, won))
    displace(system, run, side)
