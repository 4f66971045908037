"""Judging rolls: how many dice, what each had to roll, and what counts as a hit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from typing import NamedTuple

from a4a.core.english import the
from a4a.core.events import Role, Rolled
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.core.words import count_of, list_of
from a4a.rules.areas import technology
from a4a.rules.areas.audit.fights import AuditedBattle, AuditedVolley
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import casualties, submarines
from a4a.rules.areas.combat.fire import Shot
from a4a.rules.areas.combat.listing import kind_of, reaches
from a4a.rules.areas.combat.volleys import shots_of
from a4a.rules.areas.system import System
from a4a.rules.judgement import Judgement

ROLES: tuple[Role, ...] = ("attacker", "defender")


class ShotGroup(NamedTuple):
    """Units that may have fired together, and the shots they had."""

    units: tuple[int, ...]
    shots: tuple[Shot, ...]


def dice(number: int) -> str:
    """Say how many dice.

    Examples
    --------
    >>> dice(1), dice(2)
    ('1 die', '2 dice')
    """
    return "1 die" if number == 1 else f"{number} dice"


def judge_hits(system: System, fight: AuditedBattle, volley: AuditedVolley) -> Iterator[Judgement]:
    """Yield where hits are miscounted: every hit is a face of the target or less."""
    roll = volley.roll
    wrong = next(
        (
            die
            for die in roll.dice
            if not 1 <= die.face <= roll.sides or (die.result == "hit" and die.face > die.target)
        ),
        None,
    )
    what = f"{volley.who} counts {count_of(roll.hits, 'hit')} of {len(roll.dice)} dice"
    if wrong is not None:
        says = f"a {wrong.face} is no hit where {wrong.target} or less is needed"
        yield fight.finding("roll", "fire.hit", what, says, at=volley.at, power=roll.power)
        return
    if fight.is_low_luck(roll):
        return
    hits = sum(die.result == "hit" for die in roll.dice)
    low = sum(die.face <= die.target for die in roll.dice)
    several = _several(system, volley.state, roll)
    if roll.hits != hits or (low != hits and not several):
        says = f"{low} of them show their target or less"
        yield fight.finding("roll", "fire.hit", what, says, at=volley.at, power=roll.power)


def _several(system: System, state: State, roll: Rolled) -> bool:
    """Whether the dice may be of units that roll several and keep the best."""
    if roll.purpose != "attack" or not state.technologies(roll.power):
        return False
    types = {die.unit_type for die in roll.dice} - {""} or set(system.types)
    return any(technology.number(system, state, roll.power, t, "dice") > 1 for t in types)


# --- who fires ----------------------------------------------------------------------------------


def groups(system: System, fight: AuditedBattle, volley: AuditedVolley) -> list[ShotGroup]:
    """Return the groups of units that may have rolled, the likeliest first."""
    state, battle, roll = volley.state, volley.battle, volley.roll
    role = volley.role
    side = [u for u in b.side(state, battle, role) if u.id not in fight.fired]
    if not b.is_sea(system, battle):
        everybody = _group(system, state, battle, role, side)
        return [_told(everybody, roll, state) if fight.stepwise else everybody]
    silent = submarines.unhunted(system, state, battle, role)
    if fight.stepwise:
        strikes = battle.step in (b.ATTACKER_STRIKES, b.DEFENDER_STRIKES)
        struck = {u.id for u in silent}
        units = [u for u in side if (u.id in struck) == strikes]
        return [_told(_group(system, state, battle, role, units), roll, state)]
    kinds = {u.id: kind_of(system, u.type) for u in side}
    subs = [u for u in side if kinds[u.id] == "submarine"]
    air = [u for u in side if kinds[u.id] == "air"]
    ships = [u for u in side if kinds[u.id] in ("ship", "transport")]
    choices = [ships + air, subs, ships, air, ships + subs, side]
    named = {die.unit_type for die in roll.dice}
    if len(named) == 1 and "" not in named:
        (only,) = named
        choices.sort(key=lambda units: all(u.type != only for u in units))
    return [_group(system, state, battle, role, units) for units in choices if units]


def _group(
    system: System, state: State, battle: OpenBattle, role: Role, units: list[Unit]
) -> ShotGroup:
    shots = shots_of(system, state, battle, role, units)
    firing = tuple(u.id for u in units)
    return ShotGroup(firing, tuple(shot for shot in shots if shot.value > 0))


def _told(group: ShotGroup, roll: Rolled, state: State) -> ShotGroup:
    """Return the units of a group that fire for the power, and at the targets, of a roll."""
    shots = tuple(s for s in group.shots if s.power == roll.power and s.against == roll.against)
    types = {s.unit_type for s in shots}
    units = tuple(
        i for i in group.units if (u := state.units[i]).owner == roll.power and u.type in types
    )
    return ShotGroup(units, shots)


# --- the dice -----------------------------------------------------------------------------------


def missing(fight: AuditedBattle, roll: Rolled, shots: Sequence[Shot]) -> list[int] | None:
    """Return the values of shots for which no die was rolled; None if some dice fit no shot.

    With low luck the sure hits have to be counted too.
    """
    if fight.is_low_luck(roll):
        single = [min(s.value, roll.sides) for s in shots if s.dice == 1]
        sure, rest = divmod(sum(single), max(1, roll.sides))
        several = [s.value for s in shots if s.dice > 1 for _ in range(s.dice)]
        wanted = Counter([*([rest] if rest else []), *several])
        hits = sure + sum(die.result == "hit" for die in roll.dice)
        thrown_at = Counter(die.target for die in roll.dice)
        return [] if thrown_at == wanted and hits == roll.hits else None
    if all(die.unit_type for die in roll.dice):
        typed = Counter((s.unit_type, s.value) for s in shots for _ in range(s.dice))
        thrown = Counter((die.unit_type, die.target) for die in roll.dice)
        left = typed - thrown
        return None if thrown - typed else [value for _, value in left.elements()]
    values = Counter(s.value for s in shots for _ in range(s.dice))
    targets = Counter(die.target for die in roll.dice)
    return None if targets - values else list((values - targets).elements())


def judge_volley(
    system: System, fight: AuditedBattle, volley: AuditedVolley
) -> Iterator[Judgement]:
    """Yield what is wrong with the dice of a general volley; note who fired at what."""
    roll, state = volley.roll, volley.state
    role = volley.role
    found = groups(system, fight, volley)
    choice = next((g for g in found if missing(fight, roll, g.shots) == []), None)
    if choice is None:
        spared = 0 if fight.stepwise else fight.surprised.get(role, 0)
        choice = next(
            (g for g in found if _without_the_lost(system, fight, volley, g, spared)), None
        )
    if choice is None:
        choice = found[0] if found else ShotGroup((), ())
        yield _wrong_dice(system, fight, volley, choice)
    idle = _idle(system, volley, choice)
    if idle:
        what = f"{volley.who} rolls {dice(len(roll.dice))} in {the(fight.space)}"
        rule, says = idle
        yield fight.finding("roll", rule, what, says, at=volley.at, power=roll.power)
    fight.fired.update(choice.units)
    volley.due = _due(system, fight, volley, choice)
    silent = system.able("surprise strike")
    if choice.units and all(state.units[i].type in silent for i in choice.units):
        strikers = {u.id for u in submarines.unhunted(system, state, volley.battle, role)}
        surprise = strikers.issuperset(choice.units)
        if surprise or not fight.stepwise:
            fight.early[role] = fight.early.get(role, 0) + roll.hits
        if surprise:
            other = b.opposite(role)
            fight.surprised[other] = fight.surprised.get(other, 0) + roll.hits


def _idle(system: System, volley: AuditedVolley, group: ShotGroup) -> tuple[str, str] | None:
    """Return the rule by which a group's shots can hit nothing there, and why; or None."""
    targets = b.side(volley.state, volley.battle, b.opposite(volley.role))
    if group.shots and not targets:
        return (
            "transport.defenseless",
            "nothing is left to hit: the defenceless are sunk without dice",
        )
    kinds = {kind_of(system, u.type) for u in targets}
    if not group.shots or any(
        not kinds.isdisjoint(reaches(system)[s.against]) for s in group.shots
    ):
        return None
    if any(s.against == "sea units" for s in group.shots):
        return "submarine.aircraft", "submarines never hit aircraft, and nothing else is there"
    return "casualties.submarine", "aircraft hit submarines only with a destroyer in the battle"


def _without_the_lost(
    system: System, fight: AuditedBattle, volley: AuditedVolley, group: ShotGroup, spared: int
) -> bool:
    """Whether a group fired except for units that a surprise strike had destroyed."""
    if not spared:
        return False
    role = volley.role
    units = [volley.state.units[i] for i in group.units]
    # Which of them fell to the strike is not told: as many as were hit, of those that were lost.
    silent: list[Unit] = []
    for unit in (u for u in units if u.id in fight.struck):
        silent.append(unit)
        if len(silent) > spared:
            return False
        rest = [u for u in units if u not in silent]
        smaller = _group(system, volley.state, volley.battle, role, rest)
        if missing(fight, volley.roll, smaller.shots) == []:
            return True
    gone = missing(fight, volley.roll, group.shots)
    lost = {u.type for u in units if u.id in fight.struck}
    values = Counter(shot.value for shot in group.shots if shot.unit_type in lost)
    return gone is not None and len(gone) <= spared and not Counter(gone) - values


def _due(
    system: System, fight: AuditedBattle, volley: AuditedVolley, group: ShotGroup
) -> dict[str, int]:
    """Return the hits of a volley by what they may fall on."""
    roll = volley.roll
    sorts = {s.against for s in group.shots}
    if roll.against in reaches(system) and (roll.against or fight.stepwise):
        return {roll.against: roll.hits}
    if len(sorts) == 1:
        return {sorts.pop(): roll.hits}
    if "all but submarines" not in sorts:
        return {"": roll.hits}
    # Ships and aircraft together, without a destroyer: which die was whose is told by its target.
    ships = Counter(s.value for s in group.shots if s.against != "all but submarines")
    hits = Counter(die.target for die in roll.dice if die.result == "hit")
    free = min(roll.hits, sum((hits & ships).values()))
    return {"": free, "all but submarines": roll.hits - free}


def _wrong_dice(
    system: System, fight: AuditedBattle, volley: AuditedVolley, group: ShotGroup
) -> Judgement:
    roll = volley.roll
    role = volley.role
    values = Counter(s.value for s in group.shots for _ in range(s.dice))
    targets = Counter(die.target for die in roll.dice)
    number = sum(values.values())
    if fight.is_low_luck(roll):
        rule, says = "fire.hit", f"their values add up to {number and sum(values.elements())}"
    elif len(roll.dice) > number:
        rule, says = "fire.attack", f"{count_of(number, 'unit')} can fire"
        kinds = {u.type for u in b.side(volley.state, volley.battle, role)}
        if any(die.unit_type and die.unit_type not in kinds for die in roll.dice):
            says = f"no such unit is in the battle: {says}"
    elif len(roll.dice) < number:
        rule = "fire.attack" if role == "attacker" else "fire.defense"
        says = f"all {number} units that can fire do so"
    else:
        raised = {system.types[s.unit_type].numbers.get("supported attack") for s in group.shots}
        paired = role == "attacker" and raised.issuperset(targets - values)
        rule = "arms.single" if paired else "fire.hit"
        says = f"they hit on {_told_values(values)}"
    what = f"{volley.who} rolls {dice(len(roll.dice))} at {_told_values(targets)}"
    return fight.finding("roll", rule, what, says, at=volley.at, power=roll.power)


def _told_values(values: Counter[int]) -> str:
    return list_of(f"{n} at {v}" if n > 1 else str(v) for v, n in sorted(values.items())) or "none"


# --- who did not fire ---------------------------------------------------------------------------


def judge_silence(system: System, fight: AuditedBattle, present: Set[int]) -> Iterator[Judgement]:
    """Yield units that had a target through a whole combat round and did not fire at it.

    Parameters
    ----------
    system, fight
        The battle.
    present
        Units that are in the battle as the round ends, or have just retreated.
    """
    if fight.round is None:
        return
    state, battle = fight.round
    for role in ROLES:
        other = b.opposite(role)
        targets = [
            casualties.target(system, state, unit)
            for unit in b.side(state, battle, other)
            if unit.id not in fight.submerged and unit.type not in system.able("antiaircraft fire")
        ]
        # Nobody needs to fire at what has been hit before, nor at what is sunk without dice.
        if not fight.stepwise:
            targets = [t for t in targets if t.kind != "transport"]
        before = fight.early.get(role, 0) + (fight.shelled if role == "attacker" else 0)
        kinds = {t.kind for t in targets} if sum(t.room for t in targets) > before else set()
        silent = [
            unit
            for unit, shot in _shots_by_unit(system, state, battle, role)
            if unit.id not in fight.fired
            and (unit.id in present or unit.id in fight.struck)
            and shot.value > 0
            and not kinds.isdisjoint(reaches(system)[shot.against])
        ]
        lost = {u.id for u in silent if u.id in fight.struck}
        if fight.stepwise:
            strikers = {u.id for u in submarines.unhunted(system, state, battle, role)}
            lost &= fight.ambushed - strikers  # a unit that may strike does so before it goes
        if len(lost) <= fight.surprised.get(role, 0):
            silent = [u for u in silent if u.id not in lost]
        if silent:
            words = list_of(count_of(n, t) for t, n in Counter(u.type for u in silent).items())
            yield fight.finding(
                "roll", "fire.attack" if role == "attacker" else "fire.defense",
                f"{words} did not fire", "every unit with a value and a target fires each round",
                at=fight.last or fight.at, power=silent[0].owner,
            )  # fmt: skip


def _shots_by_unit(
    system: System, state: State, battle: OpenBattle, role: Role
) -> list[tuple[Unit, Shot]]:
    """Return the units of a side with their shots."""
    owners: dict[str, list[Unit]] = {}
    for unit in b.side(state, battle, role):
        owners.setdefault(unit.owner, []).append(unit)
    side = [unit for units in owners.values() for unit in units]
    return list(zip(side, shots_of(system, state, battle, role, side), strict=True))
