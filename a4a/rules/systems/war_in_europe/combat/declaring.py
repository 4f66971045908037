"""Declaring an attack: what kind it is, what it may be directed at, and with whom (9)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.core.events import Participant, Role
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import list_of
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe.access import Bar, may_attack
from a4a.rules.systems.war_in_europe.combat import battles as b
from a4a.rules.systems.war_in_europe.combat import course, eligible, supporting
from a4a.rules.systems.war_in_europe.combat import forces as f
from a4a.rules.systems.war_in_europe.entering import attacked
from a4a.rules.systems.war_in_europe.field import Field, field_of
from a4a.rules.systems.war_in_europe.orders.fighting import Attack
from a4a.rules.systems.war_in_europe.standing import OTHER
from a4a.rules.systems.war_in_europe.system import System
from a4a.rules.systems.war_in_europe.tasks import ASSAULT

SUPPORT_ONLY, LAND_AT_SEA, FLEETS_AT, SHELTER = (
    "WE-CMB-004",
    "WE-CMB-005",
    "WE-CMB-006",
    "WE-SCB-003",
)
STRIKE, TARGET, ALL_LANDED = "WE-ACB-001", "WE-LCB-001", "WE-DRP-005"

Kind: TypeAlias = Literal["land", "sea", "air"]
"""What an attack is: with land units, with fleets, or with air units alone."""


@dataclass(frozen=True)
class Plan:
    """An attack that may be made.

    Parameters
    ----------
    kind
        What it is.
    space
        The hex.
    side
        Who attacks.
    attackers
        The units that fight, apart from support of a land combat.
    support
        The air units and fleets that support a land combat.
    defenders
        All units of the other side in the hex that are attacked.
    assault
        Whether attackers are in the hex, for which they fight (8.1.4).
    """

    kind: Kind
    space: str
    side: str
    attackers: tuple[Unit, ...]
    support: tuple[Unit, ...]
    defenders: tuple[Unit, ...]
    assault: bool = False


def plan(system: System, state: State, order: Attack, side: str) -> Plan:
    """Return the attack that an order declares.

    Raises
    ------
    RuleViolation
        If it may not be made.
    """
    field = field_of(system, state)
    ground = system.board.find(order.space)
    if ground is None:
        raise RuleViolation(f"there is no space {order.space!r}", tried=f"attack {order.space}")
    space, tried = ground.name, f"attack {ground.title}"
    units = _own(field, order.units, side, tried)
    by: dict[str, list[Unit]] = defaultdict(list)
    for unit in units:
        by[field.category(unit)].append(unit)
    kind: Kind = "land" if by["land"] else "sea" if by["sea"] else "air"
    foes = eligible.enemies(field, space, side)
    found = _plan(field, kind, space, side, by, foes, tried)
    _check_neutrals(field, found, tried)
    if kind == "land":
        field = eligible.awake(field, space, dict.fromkeys(unit.owner for unit in found.attackers))
    for unit in (*found.attackers, *found.support):  # what supports depends on who attacks
        bar = _bar(field, unit, found)
        if bar is not None:
            raise bar.violation(system, f"{tried} with {unit.name}")
    if (bar := eligible.apart(field, units)) is not None:
        raise bar.violation(system, tried)
    return found


def _own(field: Field, ids: Sequence[int], side: str, tried: str) -> tuple[Unit, ...]:
    """The units of a side that an order names."""
    found: list[Unit] = []
    for number in ids:
        unit = field.state.units.get(number)
        if unit is None or field.state.space_of(number) is None:
            raise RuleViolation(f"unit {number} is not on the board", tried=tried)
        if field.standing.side_of(unit.owner) != side:
            raise RuleViolation(f"{unit.name} is not of the {side}", tried=tried)
        if unit in found:
            raise RuleViolation(f"{unit.name} is named twice", tried=tried)
        found.append(unit)
    if not found:
        raise RuleViolation("no unit is named", tried=tried)
    return tuple(found)


def _plan(
    field: Field,
    kind: Kind,
    space: str,
    side: str,
    by: dict[str, list[Unit]],
    foes: tuple[Unit, ...],
    tried: str,
) -> Plan:
    """What is attacked; refused if there is nothing that may be."""
    book = field.system.book
    kinds = {field.category(unit) for unit in foes}
    if kind == "land":
        landed = eligible.landed(field, space, side)
        if "land" not in kinds and not landed:
            rule = LAND_AT_SEA if "sea" in kinds else TARGET
            why = "no enemy land unit is there"
            raise book.violation(rule, why, tried=tried, allowed="hexes with enemy land units")
        if left := [unit for unit in landed if unit not in by["land"]]:
            why = f"{list_of(u.name for u in left)} must take part"
            raise book.violation(ALL_LANDED, why, tried=tried, allowed="attack with them all")
        support = (*by["air"], *by["sea"])
        return Plan(kind, space, side, tuple(by["land"]), support, foes, bool(landed))
    attackers = (*by["sea"], *by["air"])
    targets = tuple(unit for unit in foes if field.category(unit) != "land")
    if "land" in kinds and not targets:
        who = "fleets and air units" if kind == "sea" else "air units"
        why = f"{who} do not attack land units alone"
        allowed = "support an attack of land units"
        raise book.violation(SUPPORT_ONLY, why, tried=tried, allowed=allowed)
    if kind == "air":
        if not targets:
            why = "no enemy air unit or fleet is there"
            raise book.violation(STRIKE, why, tried=tried, allowed="hexes with air units or fleets")
        return Plan(kind, space, side, attackers, (), targets)
    return _sea_plan(field, space, side, attackers, targets, tried)


def _sea_plan(
    field: Field,
    space: str,
    side: str,
    attackers: tuple[Unit, ...],
    targets: tuple[Unit, ...],
    tried: str,
) -> Plan:
    """What fleets attack: fleets, and in coastal hexes air units; no fleets in their port."""
    book, ground = field.system.book, field.system.board.space(space)
    fleets = [unit for unit in targets if field.category(unit) == "sea"]
    if not targets:
        why = "no enemy fleet or air unit is there"
        raise book.violation(FLEETS_AT, why, tried=tried, allowed="hexes with enemy fleets")
    if fleets and "port" in ground.features and field.standing.holder(space) == OTHER[side]:
        why = f"{list_of(u.name for u in fleets)} are safe from fleets in their port"
        raise book.violation(SHELTER, why, tried=tried, allowed="attack with air units alone")
    return Plan("sea", space, side, attackers, (), targets)


def _check_neutrals(field: Field, found: Plan, tried: str) -> None:
    """Refuse attacks on and by neutrals, where these are not open to it."""
    medium: Literal["land", "sea", "air"] = found.kind
    for unit in found.attackers:
        for power in dict.fromkeys(foe.owner for foe in found.defenders) or ("",):
            bar = may_attack(field.standing, unit.owner, power or unit.owner, medium)
            if bar is not None:
                raise bar.violation(field.system, tried)


def _bar(field: Field, unit: Unit, found: Plan) -> Bar | None:
    """Why a unit may not be in an attack."""
    if field.category(unit) == "land":
        return eligible.land_bar(field, unit, found.space)
    bar = eligible.support_bar(field, unit, found.space, kind=found.kind)
    bar = bar or eligible.mission_bar(field, unit, kind=found.kind)
    if bar is None and found.kind == "land" and field.category(unit) == "sea":
        board = field.system.board
        if not any(board.space(str(u.place)).kind == "coast" for u in found.attackers):
            why = "no land unit that attacks is in a coastal hex"
            return Bar(eligible.COASTAL, why, "support for land units in coastal hexes")
    return bar


# --- opening --------------------------------------------------------------------------------------


def declare(system: System, run: Run, found: Plan, players: tuple[str, ...]) -> None:
    """Open the battle of a plan; the defender says what supports him, and it is fought."""
    battle = begin(system, run, found, players)
    supporting.ask(system, run, battle)
    course.go_on(system, run)


def begin(system: System, run: Run, found: Plan, players: tuple[str, ...]) -> str:
    """Open the battle of a plan; return its id."""
    attacked(
        system,
        run,
        dict.fromkeys(unit.owner for unit in (*found.attackers, *found.support)),
        dict.fromkeys(unit.owner for unit in found.defenders),
    )
    state = run.state
    field = field_of(system, state)
    kind: ev.BattleKind = "amphibious" if _assaults(field, found) else found.kind
    battle = course.open_battle(
        run, kind, found.space, tuple(_participants(system, state, found, kind))
    )
    run.emit(
        ev.Decided(players, "attack", found.space, "",
                   tuple(u.id for u in (*found.attackers, *found.support)), (found.space,), battle)
    )  # fmt: skip
    for space, units in _by_space(state, found.attackers).items():
        if found.kind == "land" and space != found.space:
            run.emit(ev.UnitsTasked(units, b.FROM, space))
    return battle


def _assaults(field: Field, found: Plan) -> bool:
    """Whether the attack is one from the sea."""
    return any(
        unit.place == found.space and field.state.memory(unit.id).task == ASSAULT
        for unit in found.attackers
    )


def _by_space(state: State, units: Iterable[Unit]) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for unit in units:
        space = str(state.space_of(unit.id))
        found[space] = (*found.get(space, ()), unit.id)
    return found


def _participants(
    system: System, state: State, found: Plan, kind: ev.BattleKind
) -> Iterable[Participant]:
    """Who is in the battle as it opens; air units and fleets in the hex defend it if ready."""
    yield from _grouped(state, "attacker", found.attackers, "")
    yield from _grouped(state, "attacker", found.support, b.SUPPORT)
    field = field_of(system, state)
    carried = [unit for foe in found.defenders for unit in state.at(foe.id)]
    aboard = [unit for unit in carried if field.zones.of(unit.id)]  # naval air units
    if found.kind != "land":
        fleets = [u for u in found.defenders if field.category(u) == "sea"]
        here = [u for u in found.defenders if field.category(u) == "air"]
        yield from _grouped(state, "defender", (*fleets, *here, *aboard), "")
        return
    land = [u for u in found.defenders if field.category(u) == "land"]
    yield from _grouped(state, "defender", land, "")
    if kind == "amphibious" and not land:
        cover = f.covering(system, state, found.space, OTHER[found.side])
        yield from _grouped(state, "defender", cover, b.COVER)
        return
    others = [u for u in (*found.defenders, *aboard) if field.category(u) != "land"]
    yield from _grouped(state, "defender", [u for u in others if field.is_ready(u)], b.SUPPORT)


def _grouped(state: State, role: Role, units: Iterable[Unit], task: str) -> Iterable[Participant]:
    """Units as participants: one for each power and hex."""
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for unit in units:
        groups[unit.owner, str(state.space_of(unit.id))].append(unit.id)
    for (power, space), ids in groups.items():
        yield Participant(role, power, tuple(ids), space, task)
