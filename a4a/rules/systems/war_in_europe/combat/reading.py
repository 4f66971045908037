"""A battle of a state as a fight: its units by their counters, and what matters of their hexes."""

from __future__ import annotations

from collections.abc import Collection, Iterable

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

    Who has no hex to retreat to counts as cut off; if such a hex is shut by enemies in the fight
    alone, until these fall.
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
    units, foes = (_fighting(battle, who) for who in (role, b.FOE[role]))
    return tuple(
        band_of(system, state, state.unit(number), battle.space, role, friends=units, foes=foes)
        for number in units
    )


def _fighting(battle: OpenBattle, role: Role) -> list[int]:
    """The units of a side that fight, not those that only lend strength."""
    own = (p for p in battle.participants if p.role == role and p.task != b.COVER)
    return [number for p in own for number in p.units]


def band_of(
    system: System,
    state: State,
    unit: Unit,
    space: str,
    role: Role,
    *,
    friends: Collection[int] = (),
    foes: Collection[int] = (),
) -> Band:
    """Return a unit as a band of its own in a fight for a hex.

    `friends` fight beside it, `foes` against it.
    """
    attacks = role == "attacker"
    border = None
    if attacks and isinstance(unit.place, str) and unit.place != space:
        border = system.board.border(unit.place, space)
    marks = _marks(system, state, unit, space, role)
    shut: tuple[tuple[str, ...], ...] = ()
    if _retreats(system, state, unit, space):
        beaten = friends if unit.place != space else ()
        kept = retreats.keepers(system, state, unit, beaten=beaten).values()
        if all(kept):
            shut = tuple(_called(state, ids) for ids in kept if ids.issubset(foes))
            marks = marks if shut else [*marks, odds.CUT_OFF]
    return Band(
        unit.type,
        1,
        min(unit.damage, system.catalog.counter(unit.owner, unit.name).steps - 1),
        _duty(state, unit, space) if attacks else "",
        name=unit.name,
        power=unit.owner,
        marks=tuple(marks),
        across="" if border is None else border.kind,
        shut=shut,
    )


def _called(state: State, units: Iterable[int]) -> tuple[str, ...]:
    """Counters as `Band.shut` has them."""
    return tuple(f"{state.unit(u).owner}: {state.unit(u).name}" for u in sorted(units))


def _duty(state: State, unit: Unit, space: str) -> Duty:
    """What a unit that shares the hex it attacks is there for."""
    if unit.place != space:
        return ""
    return "dropping" if state.memory(unit.id).task == AIRDROP else "landing"


def _retreats(system: System, state: State, unit: Unit, space: str) -> bool:
    """Whether a unit retreats by land if it is beaten: no fort does, and none that came ashore."""
    if system.media[unit.type] != "land" or f.is_fort(system, unit):
        return False
    return state.memory(unit.id).task != ASSAULT or unit.place != space


def _marks(system: System, state: State, unit: Unit, space: str, role: Role) -> list[str]:
    medium, found = system.media[unit.type], [*f.marks(system, state, unit)]
    if medium == "land":
        if role == "attacker" and system.board.space(str(unit.place)).kind != "coast":
            found.append(odds.INLAND)
    elif role == "defender" and state.space_of(unit.id) == space:
        found.append(odds.HERE)
    if medium == "sea" and space not in system.ground.by_ship.get(str(unit.place), ()):
        found.append(odds.APART)
    return found
