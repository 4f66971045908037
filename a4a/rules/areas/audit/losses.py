"""Judging casualties: as many as there were hits, and only what those hits could fall on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from a4a.core.english import the
from a4a.core.events import Role
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.core.words import count_of, list_of
from a4a.rules.areas.audit.fights import AuditedBattle, AuditedLoss, RecordPlace
from a4a.rules.areas.audit.shots import ROLES
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import casualties
from a4a.rules.areas.combat import hits as h
from a4a.rules.areas.combat.listing import reaches
from a4a.rules.areas.combat.volleys import can_fire
from a4a.rules.areas.system import System
from a4a.rules.judgement import Judgement, Topic

_NEEDED = {"attacker": "casualties.attacker", "defender": "casualties.defender"}
_ANTIAIRCRAFT = "aaa.casualties"


def judge_losses(
    system: System, fight: AuditedBattle, judged: Counter[Topic], state: State, now: OpenBattle
) -> Iterator[Judgement]:
    """Yield what is wrong with the losses of a stretch, one side after the other.

    Parameters
    ----------
    system, fight
        The battle; its stretch is over.
    judged
        Where it counts casualties.
    state, now
        How things stand at the end of the stretch.
    """
    _, battle = fight.stretch
    known = {i for p in battle.participants for i in p.units}
    strangers = [loss for loss in fight.losses if loss.unit.id not in known]
    sunk = {loss.unit.id for loss in fight.losses if loss.gone}
    for loss in strangers:
        if loss.unit.place in sunk:
            continue  # cargo that went down with its ship
        judged["casualty"] += 1
        yield _stranger(fight, loss)
    for role in ROLES:
        yield from _judge_side(system, fight, role, judged, state, now)


def judge_struck(fight: AuditedBattle, judged: Counter[Topic]) -> Iterator[Judgement]:
    """Yield what is wrong with ships that kamikazes have hit: as many hits as were rolled."""
    rolled: Counter[str] = Counter()
    for volley in fight.volleys:
        rolled[volley.roll.against] += volley.roll.hits
    suffered: Counter[str] = Counter()
    for loss in fight.losses:
        suffered[loss.unit.type] += loss.hits
    sunk = {loss.unit.type for loss in fight.losses if loss.gone}
    judged["casualty"] += max(len(fight.losses), any(rolled.values()))
    for kind in rolled | suffered:
        fewer = suffered[kind] < rolled[kind] and kind not in sunk
        if suffered[kind] > rolled[kind] or fewer:
            yield fight.finding(
                "casualty", "kamikaze.strike",
                f"{suffered[kind]} hits on the {kind} in {the(fight.space)}",
                f"kamikazes scored {rolled[kind]}", at=fight.last or fight.at,
            )  # fmt: skip


def judge_strip(
    fight: AuditedBattle, state: State, battle: OpenBattle, at: RecordPlace
) -> Iterator[Judgement]:
    """Yield units behind the casualty strip that a round, or the battle, has left on the board."""
    for i in dict.fromkeys(i for p in battle.participants for i in p.units):
        unit = state.units.get(i)
        if unit is not None and b.HIT in unit.flags:
            yield fight.finding(
                "casualty", "casualties.removed",
                f"the {unit.type} {i} was hit in {the(fight.space)} and stays",
                "defenders that were hit leave play once the defender has fired", at=at,
                power=unit.owner,
            )  # fmt: skip


def _judge_side(
    system: System,
    fight: AuditedBattle,
    role: Role,
    judged: Counter[Topic],
    state: State,
    now: OpenBattle,
) -> Iterator[Judgement]:
    volleys = [v for v in fight.volleys if v.roll.role == b.opposite(role) and v.due]
    start, battle = (volleys[0].state, volleys[0].battle) if volleys else fight.stretch
    side = b.side(start, battle, role)
    mine = {u.id for u in b.side(*fight.stretch, role)} | {u.id for u in side}
    losses = [loss for loss in fight.losses if loss.unit.id in mine]
    due = h.total((sort, n) for v in volleys for sort, n in v.due.items())
    chosen = {loss.unit.id: 0 for loss in losses if not loss.defenceless}
    for loss in losses:
        if not loss.defenceless:
            chosen[loss.unit.id] += loss.hits
    targets = [casualties.target(system, start, unit) for unit in side]
    judged["casualty"] += max(len(losses), bool(due))
    prey = [loss for loss in losses if loss.defenceless]
    most = h.most(reaches(system), due, targets)
    if sum(chosen.values()) > most:
        # What could not have been hit may have been destroyed without dice.
        last = system.able("chosen last") | system.able("antiaircraft fire")
        for loss in sorted(losses, key=lambda x: x.unit.type in system.able("chosen last")):
            spare = sum(chosen.values()) - most
            if loss.gone and not loss.defenceless and loss.unit.type in last and spare > 0:
                prey.append(loss)
                del chosen[loss.unit.id]
    if prey and not _defenceless(system, fight, role, prey, state, now):
        if not due or all(loss.defenceless for loss in prey):
            yield fight.finding(
                "casualty", "transport.defenseless" if b.is_sea(system, battle) else "aaa.alone",
                f"{_told(loss.unit for loss in prey)} destroyed without a hit",
                "only those are that no other unit protects, where the enemy can attack them",
                at=prey[0].at, power=prey[0].unit.owner,
            )  # fmt: skip
        else:
            for loss in prey:
                chosen[loss.unit.id] = loss.hits
    fault = h.fault(reaches(system), due, targets, chosen)
    if fault is not None:
        yield _wrong(system, fight, role, due, targets, chosen, fault, side, losses)


def _defenceless(
    system: System,
    fight: AuditedBattle,
    role: Role,
    prey: Sequence[AuditedLoss],
    state: State,
    now: OpenBattle,
) -> bool:
    """Whether units could be destroyed without dice: nothing of their side can fire any more."""
    gone = {loss.unit.id for loss in prey}
    foes = b.side(state, now, b.opposite(role))
    rest = [u for u in b.side(state, now, role) if u.id not in gone and b.HIT not in u.flags]
    victims = [loss.unit for loss in prey]
    sea = b.is_sea(system, now)
    if can_fire(system, rest, role, foes, sea=sea):
        return False
    air = system.of_category("air")
    guns = all(unit.type in system.able("antiaircraft fire") for unit in victims)
    able = can_fire(system, foes, b.opposite(role), victims, sea=sea)
    return able or (guns and any(u.type not in air or fight.kind == "land" for u in foes))


def _stranger(fight: AuditedBattle, loss: AuditedLoss) -> Judgement:
    unit = loss.unit
    if isinstance(unit.place, int):
        rule, says = "cargo.combat", "cargo is lost only with its ship"
    elif "submerged" in unit.flags:
        rule, says = "submarine.submerged", "a submarine that has submerged cannot be hit"
    else:
        rule, says = _NEEDED["defender"], "only units in the battle can be hit"
    return fight.finding(
        "casualty", rule,
        f"{fight.opening[0].catalog.called(unit.owner)} loses the {unit.type} {unit.id} in "
        f"{the(fight.space)}", says,
        at=loss.at, power=unit.owner,
    )  # fmt: skip


def _wrong(
    system: System,
    fight: AuditedBattle,
    role: Role,
    due: dict[str, int],
    targets: list[h.Target],
    chosen: dict[int, int],
    fault: h.Fault,
    side: list[Unit],
    losses: list[AuditedLoss],
) -> Judgement:
    """Tell what is wrong with an assignment of hits."""
    needed = _NEEDED[role]
    if set(due) == {"aircraft"}:
        needed = _ANTIAIRCRAFT
    most = h.most(reaches(system), due, targets)
    number = sum(chosen.values())
    units = {u.id: u for u in side}
    struck: dict[h.Kind, int] = {}
    for target in targets:
        struck[target.kind] = struck.get(target.kind, 0) + chosen.get(target.unit, 0)
    beyond = number <= sum(due.values()) and not h.fits(reaches(system), due, struck)
    if fault == "transports":
        rule, says = "casualties.transport", "transports are hit only when nothing else can be"
    elif beyond and set(due) == {"aircraft"}:
        rule, says = _ANTIAIRCRAFT, "antiaircraft fire hits aircraft only"
    elif beyond and struck.get("submarine") and "all but submarines" in due:
        rule = "casualties.submarine"
        says = "aircraft hit submarines only with a destroyer in the battle"
    elif beyond:
        rule, says = "submarine.aircraft", "submarines never hit aircraft"
    elif number > most:
        rule, says = needed, f"{most} can be assigned"
    elif number < most:
        rule, says = "casualties.most", f"as many as possible must be assigned: {most}"
    else:
        rule, says = needed, f"a unit takes no more hits than it has room for; {most} are assigned"
    if number > most and not due:
        says = "nothing was hit"
    hit = [units[i] for i in chosen if i in units]
    of = list_of(f"{n} against {sort or 'anything'}" for sort, n in due.items()) or "none"
    last = losses[-1].at if losses else fight.volleys[-1].at
    owner = hit[0].owner if hit else (side[0].owner if side else fight.power)
    return fight.finding(
        "casualty", rule, f"{_told(hit) or 'nothing'} taken ({number}) for hits: {of}", says,
        at=last, power=owner,
    )  # fmt: skip


def _told(units: Iterator[Unit] | Sequence[Unit]) -> str:
    return list_of(count_of(n, kind) for kind, n in Counter(u.type for u in units).items())
