"""Judging fire outside the combat rounds: antiaircraft fire, bombardment, kamikazes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.state import OpenBattle, State
from a4a.core.words import list_of
from a4a.rules.areas.audit.fights import AuditedBattle, AuditedVolley, RecordPlace
from a4a.rules.areas.audit.shots import dice, missing
from a4a.rules.areas.bases.facilities import operative_base
from a4a.rules.areas.combat import assaults, kamikaze
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat.fire import Shot
from a4a.rules.areas.combat.volleys import course_of, shots
from a4a.rules.areas.system import System
from a4a.rules.judgement import Judgement


def judge_antiaircraft(
    system: System, fight: AuditedBattle, volley: AuditedVolley
) -> Iterator[Judgement]:
    """Yield what is wrong with the fire of AAA: three dice each, one at most for an aircraft."""
    roll = volley.roll
    volley.due = {"aircraft": roll.hits}
    what = f"{volley.who} fires {dice(len(roll.dice))} at aircraft over {the(fight.space)}"

    def wrong(rule: str, says: str) -> Judgement:
        return fight.finding("roll", rule, what, says, at=volley.at, power=roll.power)

    fired = _antiaircraft(system, volley.state, volley.battle)
    if fight.stepwise:
        fired = [shot for shot in fired if shot.power == roll.power]
    earlier = len(fight.guns) > 1 and not fight.stepwise
    if fight.round is not None or earlier:
        yield wrong("aaa.fire", "AAA fire once, before the first combat round")
    elif missing(fight, roll, fired) != []:
        if not fired:
            yield wrong("aaa.dice", "there are no AAA, or no aircraft")
        elif len(roll.dice) != len(fired) and not fight.is_low_luck(roll):
            says = f"three dice an AAA unit and one an aircraft at most: {len(fired)}"
            yield wrong("aaa.dice", says)
        else:
            yield wrong("aaa.value", f"they hit on {fired[0].value}")


def _antiaircraft(system: System, state: State, battle: OpenBattle) -> list[Shot]:
    stage = course_of(system, battle).stages.get(b.ANTIAIRCRAFT)
    return shots(system, state, battle, stage) if stage else []


def judge_silence(system: System, fight: AuditedBattle) -> Iterator[Judgement]:
    """Yield AAA that had aircraft to fire at before the first round, and did not."""
    state, battle = fight.opening
    fired = _antiaircraft(system, state, battle)
    if fired and not fight.guns:
        yield fight.finding(
            "roll", "aaa.fire", f"the AAA in {the(fight.space)} did not fire",
            "they fire once, before the first combat round", at=fight.at, power=fired[0].power,
        )  # fmt: skip


def judge_bombardment(
    system: System, fight: AuditedBattle, volley: AuditedVolley
) -> Iterator[Judgement]:
    """Yield what is wrong with a bombardment: how many ships fire, which, and at what values."""
    roll, state, battle = volley.roll, volley.state, volley.battle
    volley.due = {"": roll.hits}
    what = f"{volley.who} bombards {the(fight.space)} with {dice(len(roll.dice))}"

    def wrong(rule: str, says: str) -> Judgement:
        return fight.finding("roll", rule, what, says, at=volley.at, power=roll.power)

    if fight.stepwise:
        firing = [p for p in battle.participants if p.task == b.BOMBARDMENT]
        ships = [state.units[i] for p in firing for i in p.units]
        fought = [u for u in ships if len(state.memory(u.id).battles) > 1]
    else:
        zones = {p.origin for p in battle.participants if p.task == b.LANDING}
        near = [u for z in zones if z is not None for u in state.at(z) if u.owner == fight.power]
        ships = [u for u in near if system.types[u.type].bombard]
        fought = [u for u in ships if state.memory(u.id).battles]
    able = [u for u in ships if u not in fought]
    landed = assaults.seaborne(battle)
    values = Counter(system.types[u.type].bombard for u in able)
    thrown = Counter(die.target for die in roll.dice)
    if fight.is_low_luck(roll):
        return
    if len(roll.dice) > landed:
        yield wrong("bombard.number", f"no more ships than land units that come ashore: {landed}")
    elif thrown - values:
        everybody = Counter(system.types[u.type].bombard for u in ships)
        if not thrown - everybody:
            yield wrong("bombard.ships", "ships in a zone that has seen combat do not bombard")
        elif len(roll.dice) > len(able):
            yield wrong("bombard.ships", f"{len(able)} ships stand beside the landing that can")
        else:
            told = list_of(map(str, sorted(values.elements())))
            rule = system.book.cite("bombard.value", of=_thrower(system, thrown - values))
            yield wrong(rule, f"they hit on {told}")


def _thrower(system: System, targets: Container[int]) -> str:
    """The strongest type of ship that bombards with one of some values, or ""."""
    able = [t for t in system.types.values() if t.bombard and t.bombard in targets]
    return max(able, key=lambda t: t.bombard).name if able else ""


def judge_kamikaze(
    system: System, state: State, roll: ev.Rolled, at: RecordPlace
) -> Iterator[Judgement]:
    """Yield what is wrong with kamikaze strikes: whose they are, and what is a hit."""
    strikes = next((k for k in kamikaze.kamikazes(system) if k.power == roll.power), None)
    hits = sum(die.face <= strikes.hits_on for die in roll.dice) if strikes is not None else 0
    if strikes is None:
        rule, says = "kamikaze.strike", f"{system.called(roll.power)} has no kamikaze tokens"
    elif roll.hits != hits or any(die.target not in (0, strikes.hits_on) for die in roll.dice):
        rule, says = strikes.rule, f"a strike hits on {strikes.hits_on} or less: {hits} do"
    else:
        return
    yield Judgement(
        topic="roll", severity="illegal", rule=rule,
        what=f"{system.called(roll.power)} makes {len(roll.dice)} kamikaze strikes, {roll.hits} "
             f"of them hit",
        says=says, power=roll.power, event=at.event, node=at.node,
    )  # fmt: skip


def judge_scramble(
    system: System, state: State, event: ev.UnitsMoved, at: RecordPlace
) -> Iterator[Judgement]:
    """Yield what is wrong with aircraft that scramble: what they are, from where, where to."""
    base, zone = event.path[0], event.path[-1]
    units = [state.units[i] for i in event.units]
    what = f"{list_of(sorted({u.type for u in units}))} scramble from {the(base)} to {zone}"
    rule = says = ""
    site = operative_base(system, state, base, "scramble base")
    away = sum(state.memory(u.id).scrambled_from == base for u in state.units.values())
    if any(u.type not in system.able("scramble") for u in units):
        rule, says = "scramble.units", "only fighters and tactical bombers scramble"
    elif site is None:
        rule, says = "scramble.base", f"no operative air base in {the(base)}"
    elif zone not in system.graph.coast[base]:
        rule, says = "scramble.zone", f"{zone} is not adjacent to {the(base)}"
    elif len(units) + away > (most := int(system.types[site.type].numbers["scrambles"])):
        rule, says = "scramble.limit", f"{most} aircraft at most scramble from one territory"
    elif not any(u.owner in state.active for u in state.within(zone)):
        rule, says = "scramble.attacked", f"nothing is attacked in {zone}"
    if rule:
        yield Judgement(
            topic="battle", severity="illegal", rule=rule, what=what, says=says,
            power=units[0].owner, spaces=(zone,), event=at.event, node=at.node,
        )  # fmt: skip
