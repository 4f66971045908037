"""A battle of a state as a fight: its units by their counters, and what matters of their hexes."""

from __future__ import annotations

from collections.abc import Collection

from a4a.core.events import Role
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.fight import Army, Band, Duty, Fight, FightKind
from a4a.rules.systems.war_in_europe.combat import battles as b
from a4a.rules.systems.war_in_europe.combat import forces as f
from a4a.rules.systems.war_in_europe.combat import odds, retreats
from a4a.rules.systems.war_in_europe.system import System
from a4a.rules.systems.war_in_europe.tasks import AIRDROP, ASSAULT


def fight_of(system: System, state: State, battle: OpenBattle) -> Fight:
    """Return a battle that has opened as a fight.

    Who has no hex to retreat to now counts as cut off, whoever falls meanwhile.
    """
    fought = _kind(system, state, battle)
    on_land = fought in ("land", "amphibious")
    ground = system.terrain.ground_of(system.board.space(battle.space)) if on_land else ()
    return Fight(
        fought,
        Army(_bands(system, state, battle, "attacker")),
        (Army(_bands(system, state, battle, "defender")),),
        ground,
        f.defense(system, state, battle),
    )


def _kind(system: System, state: State, battle: OpenBattle) -> FightKind:
    """What is fought for: at sea it is air combat if no fleet attacks, as in transit."""
    kind = b.kind_of(battle.id)
    if kind in ("land", "amphibious"):
        return "land" if kind == "land" else "amphibious"
    attackers = map(state.unit, b.units_of(battle, "attacker"))
    return "sea" if any(system.media[unit.type] == "sea" for unit in attackers) else "air"


def _bands(system: System, state: State, battle: OpenBattle, role: Role) -> tuple[Band, ...]:
    own = (p for p in battle.participants if p.role == role and p.task != b.COVER)
    units = [number for p in own for number in p.units]
    return tuple(
        band_of(system, state, state.unit(number), battle.space, role, friends=units)
        for number in units
    )


def band_of(
    system: System,
    state: State,
    unit: Unit,
    space: str,
    role: Role,
    *,
    friends: Collection[int] = (),
) -> Band:
    """Return a unit as a band of its own in a fight for a hex; `friends` fight beside it."""
    attacks = role == "attacker"
    border = None
    if attacks and isinstance(unit.place, str) and unit.place != space:
        border = system.board.border(unit.place, space)
    return Band(
        unit.type,
        1,
        min(unit.damage, system.catalog.counter(unit.owner, unit.name).steps - 1),
        _duty(state, unit, space) if attacks else "",
        name=unit.name,
        power=unit.owner,
        marks=tuple(_marks(system, state, unit, space, role, friends)),
        across="" if border is None else border.kind,
    )


def _duty(state: State, unit: Unit, space: str) -> Duty:
    """What a unit that shares the hex it attacks is there for."""
    if unit.place != space:
        return ""
    return "dropping" if state.memory(unit.id).task == AIRDROP else "landing"


def _marks(
    system: System, state: State, unit: Unit, space: str, role: Role, friends: Collection[int]
) -> list[str]:
    medium, found = system.media[unit.type], [*f.marks(system, state, unit)]
    if medium == "land":
        lands = state.memory(unit.id).task == ASSAULT and unit.place == space
        stays = lands or f.is_fort(system, unit)
        beaten = friends if unit.place != space else ()
        if not stays and not retreats.exits(system, state, unit, beaten=beaten):
            found.append(odds.CUT_OFF)
        if role == "attacker" and system.board.space(str(unit.place)).kind != "coast":
            found.append(odds.INLAND)
    elif role == "defender" and state.space_of(unit.id) == space:
        found.append(odds.HERE)
    if medium == "sea" and space not in system.ground.by_ship.get(str(unit.place), ()):
        found.append(odds.APART)
    return found
