"""Judging which battles there are: who fights in them, in what order, and which were left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.phrases import battle_in
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import count_of, list_of
from a4a.rules.areas.audit.fights import AuditedBattle, RecordPlace
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import opening
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.judgement import Judgement

_RAIDS = ("air", "bombing raid")
_HOSTILE = ("hostile", "unfriendly neutral", "strict neutral")


def judge_entrants(
    system: System,
    fight: AuditedBattle,
    state: State,
    event: ev.BattleOpened,
    kinds: Mapping[str, str],
) -> Iterator[Judgement]:
    """Yield units that fight and may not, and units that are there and do not fight.

    Parameters
    ----------
    system, fight
        The battle.
    state
        How things stood before it opened.
    event
        Its opening.
    kinds
        Kinds of the battles of this turn, by id.
    """
    here = Situation(system, state, fight.power)
    named: set[int] = set()
    for p in event.participants:
        for i in p.units:
            unit = state.units[i]
            named.add(i)
            if unit.type in system.of_category("facility"):
                continue
            fault = _fault(system, here, fight, p, unit, kinds)
            if fault is not None:
                what = (
                    f"the {unit.type} {unit.id} of {system.called(unit.owner)} fights in "
                    f"{the(fight.space)}"
                )
                rule, says = fault
                yield fight.finding("battle", rule, what, says, at=fight.at, power=unit.owner)
    if event.kind in _RAIDS:
        return
    absent = [u for u in _due(system, here, fight.space) if u.id not in named]
    if absent:
        counts = Counter((u.owner, u.type) for u in absent)
        words = list_of(
            f"{system.called(owner)}: {count_of(n, kind)}" for (owner, kind), n in counts.items()
        )
        is_sea = system.graph.is_sea[fight.space]
        yield fight.finding(
            "battle", "assault.sea" if is_sea else "battle.space",
            f"a battle in {the(fight.space)} without {words}", "all units there take part",
            at=fight.at, power=absent[0].owner,
        )  # fmt: skip


def _fault(
    system: System,
    here: Situation,
    fight: AuditedBattle,
    p: ev.Participant,
    unit: Unit,
    kinds: Mapping[str, str],
) -> tuple[str, str] | None:
    """Return the rule that keeps a unit out of a battle, and why; None if nothing does."""
    state = here.state
    is_sea = system.graph.is_sea[fight.space]
    space = state.space_of(unit.id)
    land = system.of_category("land")
    if p.role == "attacker":
        if unit.owner != fight.power:
            return "battle.attacker", f"only {system.called(fight.power)} attacks in its own turn"
        landing = unit.type in land and isinstance(unit.place, int) and not is_sea
        if space != (p.origin if landing else fight.space):
            return "battle.space", f"it is in {the(space or 'no space')}"
        before = [i for i in state.memory(unit.id).battles if kinds.get(i, "") != "kamikaze"]
        before = [i for i in before if fight.kind not in _RAIDS or kinds.get(i, "") not in _RAIDS]
        if before and unit.type in system.of_category("air"):
            rule = "raid.only" if kinds.get(before[0]) in _RAIDS else "assault.air"
            return rule, "it has fought in another battle this turn"
        return None
    if unit.owner not in here.enemies and system.catalog.side_of(unit.owner):
        return (
            "battle.partners",
            f"{system.called(fight.power)} is not at war with {system.called(unit.owner)}",
        )
    if space != fight.space:
        return "battle.space", f"it is in {the(space or 'no space')}"
    return None


def _due(system: System, here: Situation, space: str) -> list[Unit]:
    """Return the units that must take part in a battle in a space."""
    state = here.state
    facilities, land = system.of_category("facility"), system.of_category("land")
    is_sea = system.graph.is_sea[space]
    found: list[Unit] = []
    for unit in state.at(space):
        if unit.type in facilities or (is_sea and unit.type in land):
            continue
        memory = state.memory(unit.id)
        if unit.owner == here.power:
            if not memory.battles and memory.task not in (b.RAID, b.ESCORT):
                found.append(unit)
        elif memory.task == b.INTERCEPT or "submerged" in unit.flags:
            continue
        elif unit.owner in here.enemies or not system.catalog.side_of(unit.owner):
            found.append(unit)
    return found


# --- order, and what was left out ---------------------------------------------------------------


def judge_order(fights: Sequence[AuditedBattle]) -> Iterator[Judgement]:
    """Yield battles fought too late: raids come first, then assaults, then all others.

    Parameters
    ----------
    fights
        The battles of a turn.
    """
    rolled = sorted(
        (x for x in fights if x.first is not None and x.kind != "kamikaze"),
        key=lambda x: (x.first.node, x.first.event) if x.first is not None else (0, 0),
    )
    before = {link for x in rolled if x.kind == "amphibious" for link in x.start.links}
    latest: dict[str, int] = {}
    for fight in rolled:
        spaces = {fight.space, *(p.origin for p in fight.start.participants)}
        if any(x.power != fight.power and x.space in spaces for x in rolled):
            continue  # it waited for the battle of another of its force
        assault = fight.kind == "amphibious" or (fight.kind == "sea" and fight.id in before)
        stage = 0 if fight.kind in _RAIDS else 1 if assault else 2
        if stage < latest.get(fight.power, 0) and fight.first is not None:
            names = ("raids come first", "amphibious assaults come before other battles")
            yield fight.finding(
                "battle", "battle.sequence",
                f"the {battle_in(fight.kind, fight.space, fight.opening[0])} is fought late",
                names[stage], at=fight.first,
            )  # fmt: skip
        latest[fight.power] = max(latest.get(fight.power, 0), stage)


def judge_unfought(
    system: System, state: State, fights: Sequence[AuditedBattle], at: RecordPlace
) -> Iterator[Judgement]:
    """Yield hostile spaces that units of powers whose turn it is entered without a battle."""
    for power in state.active:
        fought = {x.space for x in fights if x.power == power or len(state.active) == 1}
        yield from _unfought(system, Situation(system, state, power), fought, at)


def _unfought(
    system: System, here: Situation, fought: Set[str], at: RecordPlace
) -> Iterator[Judgement]:
    state = here.state
    facilities = system.of_category("facility")
    spaces = {
        u.place: u.type
        for u in state.units.values()
        if u.owner == here.power and isinstance(u.place, str) and u.type not in facilities
    }
    for space, kind in spaces.items():
        if space in fought:
            continue
        hostile = (
            here.hostile_sea(space)
            if system.graph.is_sea[space]
            else here.stance(space) in _HOSTILE
        )
        if hostile or (not system.graph.is_sea[space] and any(opening.defenders(here, space))):
            yield Judgement(
                topic="battle", severity="illegal", rule="battle.space",
                what=f"no battle is fought in {the(space)}, where {system.called(here.power)} "
                     f"has a {kind}",
                says="there is combat where units share a space with enemies, or it is hostile",
                power=here.power, spaces=(space,), event=at.event, node=at.node,
            )  # fmt: skip
