"""Judging how units leave a battle: retreats, submarines that submerge, battles that stop."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from a4a.core import events as ev
from a4a.core.english import places_of, the
from a4a.core.state import OpenBattle, State
from a4a.core.words import count_of, list_of
from a4a.rules.areas.audit.fights import AuditedBattle, RecordPlace
from a4a.rules.areas.audit.shots import ROLES
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import retreat, submarines
from a4a.rules.areas.combat.volleys import can_fire
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.judgement import Judgement


def judge_retreat(
    system: System,
    fight: AuditedBattle,
    state: State,
    battle: OpenBattle,
    event: ev.UnitsMoved,
    at: RecordPlace,
) -> Iterator[Judgement]:
    """Yield what is wrong with a retreat: who, when, where to.

    Parameters
    ----------
    system, fight
        The battle.
    state, battle
        How things stood before the retreat.
    event, at
        The retreat.
    """
    to = event.path[-1]
    units = [state.units[i] for i in event.units]
    if not units:
        return
    kinds = sorted({u.type for u in units})
    what = f"{list_of(kinds)} retreat from {the(fight.space)} to {the(to)}"
    here = Situation(system, state, fight.power)
    is_sea = b.is_sea(system, battle)
    near = (system.graph.sea if is_sea else system.graph.land)[battle.space]

    def wrong(rule: str, says: str) -> Judgement:
        return fight.finding("battle", rule, what, says, at=at, power=units[0].owner)

    landed = [u for u in units if b.is_seaborne(fight.start, u.id)]
    if any(u.owner != fight.power for u in units):
        yield wrong("retreat.attacker", "only the attacker may retreat")
    elif fight.round is None:
        yield wrong("retreat.attacker", "a retreat follows a complete combat round")
    elif landed:
        yield wrong("retreat.seaborne", "land units that came by sea never retreat")
    elif to not in near:
        yield wrong("retreat.space", f"{the(to)} is not adjacent to {the(fight.space)}")
    elif to not in fight.came:
        rule = "retreat.overland.space" if battle.kind == "amphibious" else "retreat.origin"
        came = places_of(fight.came) or "nowhere"
        yield wrong(rule, f"no attacking unit came from {the(to)}; they came from {came}")
    elif is_sea and here.at_start.hostile_sea(to):
        yield wrong("retreat.sea", f"{the(to)} was hostile as the turn began")
    elif here.hostile_sea(to) if is_sea else not here.is_friendly(to):
        yield wrong("retreat.space", f"{the(to)} is not friendly")
    elif fight.retreated not in (None, to):
        yield wrong("retreat.space", f"all go to one space; others went to {fight.retreated}")
    else:
        gone = set(event.units)
        behind = [u for u in retreat.movers(system, state, battle) if u.id not in gone]
        if behind and b.side(state, battle, "defender"):
            left = list_of(count_of(1, u.type) for u in behind)
            yield wrong("retreat.whole", f"a retreat is all or nothing; {left} stayed")


def judge_submerging(
    system: System,
    fight: AuditedBattle,
    state: State,
    battle: OpenBattle,
    units: Sequence[int],
    at: RecordPlace,
) -> Iterator[Judgement]:
    """Yield what is wrong with submarines that submerge: a destroyer against them, or none."""
    for role in ROLES:
        mine = [u for u in b.side(state, battle, role) if u.id in units]
        able = {u.id for u in submarines.unhunted(system, state, battle, role)}
        wrong = [u for u in mine if u.id not in able]
        if not wrong:
            continue
        what = f"{count_of(len(wrong), wrong[0].type)} submerged in {the(fight.space)}"
        if any(u.type not in system.able("submerge") for u in wrong):
            yield fight.finding("battle", "submarine.submerge", what, "only submarines submerge",
                                at=at, power=wrong[0].owner)  # fmt: skip
        else:
            yield fight.finding("battle", "submarine.destroyer", what,
                                "an enemy destroyer is in the battle", at=at,
                                power=wrong[0].owner)  # fmt: skip


def judge_end(
    system: System, fight: AuditedBattle, state: State, battle: OpenBattle, event: ev.BattleClosed,
    at: RecordPlace,
) -> Iterator[Judgement]:  # fmt: skip
    """Yield what is wrong with the end of a battle: stopped early, or the defenceless spared."""
    if event.result == "called off":
        return
    attackers = b.side(state, battle, "attacker")
    defenders = [u for u in b.side(state, battle, "defender") if b.HIT not in u.flags]
    what = f"the battle in {the(fight.space)} ends: {event.result}"
    if not attackers or not defenders:
        return
    sea = b.is_sea(system, battle)
    attack = can_fire(system, attackers, "attacker", defenders, sea=sea)
    defense = can_fire(system, defenders, "defender", attackers, sea=sea)
    withdrew = event.result == "attacker retreats"
    if withdrew and (stay := retreat.movers(system, state, battle)):
        words = list_of(sorted({u.type for u in stay}))
        yield fight.finding("battle", "retreat.space", what, f"{words} did not leave "
                                                          f"{the(fight.space)}",
                            at=at)  # fmt: skip
    elif withdrew and fight.round is None:
        yield fight.finding("battle", "retreat.attacker", what,
                            "a retreat follows a complete round", at=at)  # fmt: skip
    elif attack and defense and not withdrew:
        yield fight.finding("battle", "battle.end", what,
                            "both sides have units that can fire", at=at)  # fmt: skip
    elif attack and not defense and not withdrew:
        kind = "chosen last" if b.is_sea(system, battle) else "antiaircraft fire"
        spared = [u for u in defenders if u.type in system.able(kind)]
        if spared:
            rule = "transport.defenseless" if b.is_sea(system, battle) else "aaa.alone"
            words, verb = count_of(len(spared), spared[0].type), "is" if len(spared) == 1 else "are"
            yield fight.finding("battle", rule, what, f"{words} left without cover {verb} removed",
                                at=at)  # fmt: skip
