"""Judging raids: the air battle, antiaircraft fire of facilities, dice of damage, the damage."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.names import one
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import count_of
from a4a.rules.areas import technology
from a4a.rules.areas.audit.fights import AuditedBattle, AuditedVolley, RecordPlace
from a4a.rules.areas.audit.shots import dice, missing
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import rockets
from a4a.rules.areas.combat.fire import Shot
from a4a.rules.areas.system import System
from a4a.rules.judgement import Judgement


def raiders(system: System, state: State, fight: AuditedBattle) -> list[Unit]:
    """Return the bombers of a raid that are left."""
    battle = state.battles.get(fight.id)
    able = system.able("raids bases") | system.able("raids industrial complexes")
    units = b.side(state, battle, "attacker") if battle is not None else []
    return [u for u in units if u.type in able]


def judge_entrants(
    system: System, fight: AuditedBattle, state: State, event: ev.BattleOpened
) -> Iterator[Judgement]:
    """Yield units that may not take part in a raid or the air battle before it."""
    bombers = system.able("raids bases") | system.able("raids industrial complexes")
    for p in event.participants:
        for i in p.units:
            unit = state.units[i]
            if unit.type in system.of_category("facility"):
                continue
            if p.role == "attacker" and unit.type not in bombers | system.able("escort"):
                rule, says = "raid.air.units", "bombers and escorting fighters only fly a raid"
            elif p.role == "defender" and unit.type not in system.able("intercept"):
                rule, says = "raid.interceptors", "only fighters intercept"
            elif p.role == "defender" and unit.place != fight.space:
                rule, says = "raid.interceptors", f"only fighters in {the(fight.space)} intercept"
            else:
                continue
            yield fight.finding(
                "battle", rule, f"{one(unit.type)} takes part in the raid on {the(fight.space)}",
                says,
                at=fight.at, power=unit.owner,
            )  # fmt: skip


def judge_air_battle(
    system: System, fight: AuditedBattle, volley: AuditedVolley
) -> Iterator[Judgement]:
    """Yield what is wrong with the dice of the air battle: one each, at one value."""
    roll, state = volley.roll, volley.state
    role = volley.role
    side = [u for u in b.side(state, volley.battle, role) if not fight.stepwise
            or u.owner == roll.power]  # fmt: skip
    fight.clashed.add(role)
    values = Counter(technology.number(system, state, u.owner, u.type, "raid") for u in side)
    if fight.is_low_luck(roll):
        rest = sum(min(v, roll.sides) * n for v, n in values.items()) % max(1, roll.sides)
        values = Counter([rest] if rest else [])
    thrown = Counter(die.target for die in roll.dice)
    volley.due = {roll.against or "aircraft": roll.hits}
    if thrown != values:
        yield fight.finding(
            "roll", "raid.air.value",
            f"{volley.who} rolls {dice(len(roll.dice))} over {the(fight.space)}",
            f"each of {count_of(len(side), 'aircraft')} rolls one, with a value of 1",
            at=volley.at, power=roll.power,
        )  # fmt: skip


def judge_guns(system: System, fight: AuditedBattle, volley: AuditedVolley) -> Iterator[Judgement]:
    """Yield what is wrong with a facility's antiaircraft dice: one at each of its bombers."""
    roll, state = volley.roll, volley.state
    bombers = raiders(system, state, fight)
    if fight.stepwise:
        task = f"{b.RAID} {roll.outcome}"
        bombers = [u for u in bombers if state.memory(u.id).task == task]
    volley.due = {"aircraft": roll.hits}
    number = len(bombers)
    target = next((die.target for die in roll.dice), 1)
    what = f"{volley.who} fires {dice(len(roll.dice))} at the raid on {the(fight.space)}"
    if fight.is_low_luck(roll):
        shots = [
            Shot(u.owner, u.type, _flak(system, state, u), "aircraft")
            for u in state.at(fight.space)
            if fight.stepwise and u.type == roll.outcome
            for _ in bombers
        ]
        if fight.stepwise and missing(fight, roll, shots) != []:
            says = f"a facility fires at each of its bombers: {number}"
            yield fight.finding("roll", "raid.fire", what, says, at=volley.at, power=roll.power)
    else:
        fired = 0
        if not fight.stepwise:  # facilities fire one after another, and losses come between
            fired = sum(len(v.roll.dice) for v in fight.guns[:-1])
            number = len(raiders(system, fight.guns[0].state, fight))
        if len(roll.dice) + fired > number or (fight.stepwise and len(roll.dice) != number):
            says = f"a facility fires a die at each of its bombers: {number}"
            yield fight.finding("roll", "raid.fire", what, says, at=volley.at, power=roll.power)
        kinds = system.of_category("facility")
        values = {_flak(system, state, u) for u in state.at(fight.space) if u.type in kinds}
        if any(die.target not in values for die in roll.dice):
            says = "a facility's fire hits on a 1" if target != 1 else "there is no facility"
            yield fight.finding("roll", "raid.fire.hit", what, says, at=volley.at, power=roll.power)


def _flak(system: System, state: State, facility: Unit) -> int:
    """What a facility's antiaircraft fire hits on."""
    return technology.number(system, state, facility.owner, facility.type, "antiaircraft")


def judge_rocket(
    system: System, state: State, roll: ev.Rolled, at: RecordPlace
) -> Iterator[Judgement]:
    """Yield what is wrong with a rocket: who has it, and what it does."""
    total = sum(die.face for die in roll.dice)
    if not technology.has(state, roll.power, rockets.ROCKETS):
        rule, says = "rockets.base", f"{system.called(roll.power)} has not developed rockets"
    elif roll.hits > total or any(not 1 <= die.face <= roll.sides for die in roll.dice):
        rule, says = "rockets.damage", f"a rocket does one die of damage: {total}"
    else:
        return
    yield Judgement(
        topic="roll", severity="illegal", rule=rule,
        what=f"{system.called(roll.power)} fires rockets", says=says,
        power=roll.power, event=at.event, node=at.node,
    )  # fmt: skip


def judge_bombs(system: System, fight: AuditedBattle, volley: AuditedVolley) -> Iterator[Judgement]:
    """Yield what is wrong with the dice of damage; they wait for the damage to be marked."""
    roll, state = volley.roll, volley.state
    bombers = raiders(system, state, fight)
    if fight.stepwise:
        types = Counter(die.unit_type for die in roll.dice)
        tasked = [u for u in bombers if u.type in types]
    else:
        tasked = bombers
    most = sum(technology.number(system, state, u.owner, u.type, "dice") for u in tasked)
    before = sum(len(v.roll.dice) for v in fight.damage)
    shots = sum(len(v.roll.dice) for v in fight.guns)
    passed = shots - sum(v.roll.hits for v in fight.guns)
    single = all(technology.number(system, state, u.owner, u.type, "dice") == 1 for u in tasked)
    if single and passed < len(roll.dice) + before and "aa" not in fight.lucky:
        yield fight.finding(
            "roll", "raid.fire", f"{dice(shots)} were fired at the raid on {the(fight.space)}",
            "a facility fires a die at each of its bombers before they drop their bombs",
            at=volley.at, power=roll.power,
        )  # fmt: skip
    what = f"{volley.who} rolls {dice(len(roll.dice))} of damage in {the(fight.space)}"
    if len(roll.dice) + before > most:
        says = f"each bomber left rolls one: {most}"
        yield fight.finding("roll", "raid.damage", what, says, at=volley.at, power=roll.power)
    elif any(not 1 <= die.face <= roll.sides for die in roll.dice):
        says = f"a die shows 1 to {roll.sides}"
        yield fight.finding("roll", "raid.damage", what, says, at=volley.at, power=roll.power)
    fight.damage.append(volley)


def judge_damage(
    system: System, fight: AuditedBattle, state: State, event: ev.UnitsConverted, at: RecordPlace
) -> Iterator[Judgement]:
    """Yield what is wrong with the damage that a raid does to a facility."""
    if event.damage is None:
        return
    facility = state.units[event.units[0]]
    done = event.damage - facility.damage
    bombers = raiders(system, state, fight)
    plants = system.able("industrial complex")
    need = "raids industrial complexes" if facility.type in plants else "raids bases"
    able = [u for u in bombers if u.type in system.able(need)]
    what = f"{done} points of damage to the {facility.type} in {the(fight.space)}"

    def wrong(rule: str, says: str) -> Judgement:
        return fight.finding("roll", rule, what, says, at=at)

    if not able:
        yield wrong(
            "raid.tactical" if bombers else "raid.damage", "none of the bombers can raid it"
        )
        return
    waiting = [v for v in fight.damage if v.roll.hits == done] or fight.damage[:1]
    if not waiting:
        yield wrong("raid.damage", "no dice were rolled for it")
        return
    volley = waiting[0]
    fight.damage.remove(volley)
    if volley.roll.hits != done:
        yield wrong("raid.damage", f"the roll counts {volley.roll.hits}")
    limit = int(system.types[facility.type].numbers.get("max damage", 0))
    totals = _totals(system, state, able, volley)
    if done not in {min(total, limit - facility.damage) for total in totals}:
        if event.damage > limit:
            yield wrong("raid.damage.limit", f"it can have {limit} points at most")
        else:
            bonus = any(technology.number(system, state, u.owner, u.type, "raid bonus")
                        for u in able)  # fmt: skip
            says = f"the dice make {' or '.join(map(str, sorted(totals)))}"
            yield wrong("raid.damage.bonus" if bonus else "raid.damage.plain", says)


def judge_end(fight: AuditedBattle) -> Iterator[Judgement]:
    """Yield what a raid that is over lacks: rolls of its air battle, damage that was rolled."""
    if b.side(*fight.opening, "defender") and len(fight.clashed) < 2:
        yield fight.finding(
            "roll", "raid.air.value", f"the air battle over {the(fight.space)} is not fought out",
            "escorts, bombers and interceptors all fire", at=fight.last or fight.at,
        )  # fmt: skip
    for volley in fight.damage:
        if volley.roll.hits:
            yield fight.finding(
                "roll", "raid.damage", f"{volley.roll.hits} points of damage in {the(fight.space)}",
                "no facility has got them", at=volley.at,
            )  # fmt: skip


def _totals(system: System, state: State, able: list[Unit], volley: AuditedVolley) -> set[int]:
    """Return what the dice can amount to, whichever of several bombers rolled them."""
    faces = [die.face for die in volley.roll.dice]
    kinds = {die.unit_type for die in volley.roll.dice} - {""}
    known = [u for u in able if not kinds or u.type in kinds]
    counts = Counter(
        (
            technology.number(system, state, u.owner, u.type, "dice"),
            technology.number(system, state, u.owner, u.type, "raid bonus"),
        )
        for u in known
    )
    single = {bonus for number, bonus in counts if number == 1}
    if len(single) == len(counts):
        if len(single) == 1:
            return {sum(faces) + single.pop() * len(faces)}
        most = sorted((b for (_, b), n in counts.items() for _ in range(n)), reverse=True)
        low, high = sum(most[-len(faces) :]), sum(most[: len(faces)])
        return {sum(faces) + extra for extra in range(low, high + 1)}
    # Heavy bombers: of the dice of one, told one after another, the best counts.
    total, rest = 0, list(faces)
    for die_type in dict.fromkeys(die.unit_type for die in volley.roll.dice):
        some = next((u for u in known if u.type == die_type), known[0])
        number = technology.number(system, state, some.owner, some.type, "dice")
        bonus = technology.number(system, state, some.owner, some.type, "raid bonus")
        mine = [d.face for d in volley.roll.dice if d.unit_type == die_type] if die_type else rest
        total += sum(max(mine[i : i + number]) + bonus for i in range(0, len(mine), number))
    return {total}
