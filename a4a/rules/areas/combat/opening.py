"""Which battles there are: raids, sea battles, landings and battles on land, opened together."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from a4a.core.events import BattleKind, BattleOpened, Participant, Role, UnitsTasked
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas import force
from a4a.rules.areas.bases.decks import traps
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.control import activation, protection
from a4a.rules.areas.politics import deeds
from a4a.rules.areas.politics.situation import Situation, situation_of
from a4a.rules.areas.system import System
from a4a.rules.remembered import remembered_each
from a4a.rules.run import Run

_HOSTILE = ("hostile", "unfriendly neutral", "strict neutral")
_NEUTRAL = ("unfriendly neutral", "strict neutral")


def open_battles(system: System, run: Run, *, without: Collection[str] = ()) -> None:
    """Open every battle of the powers whose turn it is: raids, then at sea, then on land.

    They do not attack together: where one fights, the next waits (`open_waiting`).

    Parameters
    ----------
    system, run
        The game, and what happens.
    without
        Spaces that were fought over in this turn already.
    """
    for power in run.state.active:
        _open_battles(system, run, power, without)


def open_waiting(system: System, run: Run) -> bool:
    """Open battles that waited for those of others in their spaces; whether there are any.

    What a power has defended itself in is not what it attacked.
    """
    state = run.state
    if len(state.active) > 1:
        for power in state.active:
            own = f"{force.about(state, power)} "
            fought = {
                space
                for unit in state.units.values()
                if unit.owner == power
                and any(battle.startswith(own) for battle in state.memory(unit.id).battles)
                if (space := state.space_of(unit.id)) is not None
            }
            _open_battles(system, run, power, fought)
    return bool(run.state.battles)


def _open_battles(system: System, run: Run, power: str, fought: Collection[str]) -> None:
    """Open the battles of a power where it has not fought and nobody else of its force fights."""
    here = situation_of(system, run.state, power)
    taken = {battle.space for battle in run.state.battles.values()}
    landings = assaults(here).items()
    waiting = {land for land, zones in landings if any(_waits(here, z, taken) for z in zones)}
    without = {*fought, *taken, *waiting}
    for territory in dict.fromkeys((*attacked(here), *raided(here))):
        if territory in without:
            continue
        tell_attacked(system, run, territory, power)
        if here.stance(territory) in _NEUTRAL:
            activation.invade(system, run, territory, power)
    here = situation_of(system, run.state, power)
    for territory in raided(here):
        if territory not in taken and not _has_raided(here, territory):
            _open_raid(here, run, territory)
    for zone in _own_zones(here):
        if zone not in without and is_fought_over(here, zone):
            _open_sea(here, run, zone)
    for territory in attacked(here):
        if territory not in without:
            _open_land(here, run, territory)


def _waits(here: Situation, zone: str, taken: Collection[str]) -> bool:
    """Whether a power's own battle in a sea zone waits for that of another of its force."""
    return zone in taken and is_fought_over(here, zone)


def _has_raided(here: Situation, territory: str) -> bool:
    """Whether the power's bombers over a territory have made their raid."""
    raiders = (u for u in here.own_in(territory) if _task(here.state, u) == b.RAID)
    return any(here.state.memory(u.id).battles for u in raiders)


def tell_attacked(system: System, run: Run, territory: str, power: str) -> None:
    """Tell pacts and politics that a power attacks a territory, by a raid too (R-129)."""
    protection.attacked(system, run, territory, power)
    deeds.attacked(system, run, territory, power)


def battle_id(here: Situation, space: str, kind: BattleKind) -> str:
    """Return the id of a power's battle: one a turn, space and kind."""
    raid = " raid" if kind == "bombing raid" else ""
    return f"{force.about(here.state, here.power)} {space}{raid}"


# --- where there is fighting --------------------------------------------------------------------


def _task(state: State, unit: Unit) -> str:
    return state.memory(unit.id).task


def _own(here: Situation) -> Sequence[tuple[str, Sequence[Unit]]]:
    """Return spaces with units of the power that can fight, and those units."""
    return _own_of(here.system, here.state, here.power)


def _standing(system: System, state: State, power: str) -> Sequence[tuple[str, Sequence[Unit]]]:
    facilities = system.of_category("facility")
    spaces: dict[str, list[Unit]] = {}
    for unit in state.units.values():
        if unit.owner != power or unit.type in facilities:
            continue
        if isinstance(unit.place, str):
            spaces.setdefault(unit.place, []).append(unit)
    return sorted(spaces.items(), key=lambda item: system.board.index[item[0]])


_own_of = remembered_each(_standing)


def _own_zones(here: Situation) -> list[str]:
    return [space for space, _ in _own(here) if here.system.graph.is_sea[space]]


def assaults(here: Situation) -> dict[str, dict[str, list[int]]]:
    """Return the land units that are to come ashore: territory, sea zone, ids."""
    state = here.state
    found: dict[str, dict[str, list[int]]] = {}
    landing = {i for i, memory in state.memories.items() if memory.task == b.ASSAULT}
    for unit in state.units.values() if landing else ():
        if unit.owner != here.power or unit.id not in landing or not isinstance(unit.place, int):
            continue
        memory = state.memory(unit.id)
        zone = state.space_of(unit.id)
        if memory.task == b.ASSAULT and memory.target is not None and zone is not None:
            found.setdefault(memory.target, {}).setdefault(zone, []).append(unit.id)
    return found


def raided(here: Situation) -> list[str]:
    """Return the territories over which the power has bombers on a raid."""
    return [
        space
        for space, units in _own(here)
        if any(
            _task(here.state, u) == b.RAID and not here.system.graph.is_sea[space] for u in units
        )
    ]


def attacked(here: Situation) -> list[str]:
    """Return the territories that the power attacks by land, by air or from the sea."""
    found = set(assaults(here))
    for space, units in _own(here):
        if here.system.graph.is_sea[space]:
            continue
        fighting = any(_task(here.state, u) not in (b.RAID, b.ESCORT) for u in units)
        if fighting and (here.stance(space) in _HOSTILE or any(defenders(here, space))):
            found.add(space)
    return sorted(found, key=here.system.board.index.__getitem__)


def is_fought_over(here: Situation, zone: str) -> bool:
    """Whether there is a battle in a sea zone where the power has units.

    There is if enemy surface warships or scrambled aircraft are there, or if submarines and
    transports are attacked.
    """
    if here.hostile_sea(zone) or any(_scrambled(here, zone)):
        return True
    engaged = any(
        _task(here.state, u) == b.ENGAGE and here.state.memory(u.id).target == zone
        for u in here.own_in(zone)
    )
    return engaged and bool(here.enemies_in(zone))


def _scrambled(here: Situation, zone: str) -> Iterator[Unit]:
    for unit in here.enemies_in(zone):
        if here.state.memory(unit.id).scrambled_from is not None:
            yield unit


# --- participants -------------------------------------------------------------------------------


def defenders(here: Situation, territory: str) -> Iterator[Unit]:
    """Yield the units that defend a territory: of enemies, and its own army if it was neutral.

    The army of a neutral that has joined the power's own side does not resist it; nor does one that
    some programs leave neutral in a territory that has come over to a power.
    """
    side_of = here.system.catalog.side_of
    facilities = here.system.of_category("facility") | here.system.able("untouchable")
    resists = not here.is_friendly(territory)
    for unit in here.state.at(territory):
        if unit.type in facilities or _task(here.state, unit) == b.INTERCEPT:
            continue
        if unit.owner in here.enemies or (resists and not side_of(unit.owner)):
            yield unit


def defenders_at_sea(here: Situation, zone: str) -> Iterator[Unit]:
    """Yield the ships and aircraft that defend a sea zone.

    Guests of a carrier fight; those that a damaged one traps are cargo.
    """
    air = here.system.of_category("air")
    for unit in here.enemies_in(zone):
        yield unit
        if not traps(here.system, unit):
            for guest in here.state.at(unit.id):
                if guest.type in air and guest.owner in here.enemies:
                    yield guest


def _parts(
    here: Situation, role: Role, units: Iterable[Unit], *, task: str = ""
) -> tuple[Participant, ...]:
    """Group units by owner and by where they came from (for aircraft, where they took off)."""
    air = here.system.of_category("air")
    groups: dict[tuple[str, str | None, str], list[int]] = {}
    for unit in units:
        memory = here.state.memory(unit.id)
        took_off = memory.scrambled_from or (memory.origin if unit.type in air else None)
        origin = took_off or memory.via
        own = b.SCRAMBLED if memory.scrambled_from else task
        groups.setdefault((unit.owner, origin, own), []).append(unit.id)
    return tuple(
        Participant(role, owner, tuple(ids), origin, own)
        for (owner, origin, own), ids in groups.items()
    )


def _open_raid(here: Situation, run: Run, territory: str) -> None:
    state = here.state
    units = here.own_in(territory)
    parts: tuple[Participant, ...] = ()
    for task in (b.RAID, b.ESCORT):
        flying = [u for u in units if _task(state, u) == task]
        parts += _parts(here, "attacker", flying, task=task)
    rising = [u for u in here.enemies_in(territory) if _task(state, u) == b.INTERCEPT]
    parts += _parts(here, "defender", rising, task=b.INTERCEPTOR)
    kind: BattleKind = "bombing raid"
    run.emit(BattleOpened(battle_id(here, territory, kind), territory, kind, parts))


def _open_sea(here: Situation, run: Run, zone: str) -> None:
    """Open a battle of all sea and air units in a zone."""
    parts = _parts(here, "attacker", here.own_in(zone))
    parts += _parts(here, "defender", defenders_at_sea(here, zone))
    run.emit(BattleOpened(battle_id(here, zone, "sea"), zone, "sea", parts))


def _open_land(here: Situation, run: Run, territory: str) -> None:
    """Open the battle for a territory, with the units that come ashore there.

    Where nothing of the power could clear the zone of enemy warships or scrambled aircraft, units
    aboard a partner's transport stay aboard.
    """
    state = here.state
    open_at_sea = {x.space: x.id for x in run.state.battles.values() if x.kind == "sea"}
    units = [
        u for u in here.own_in(territory)
        if u.type not in here.system.of_category("facility")
        and _task(state, u) not in (b.RAID, b.ESCORT)
    ]  # fmt: skip
    parts = _parts(here, "attacker", units)
    links: list[str] = []
    for zone, ids in assaults(here).get(territory, {}).items():
        if zone in open_at_sea:
            links.append(open_at_sea[zone])
        elif is_fought_over(here, zone):
            run.emit(UnitsTasked(tuple(ids), ""))
            continue
        parts += (Participant("attacker", here.power, tuple(ids), zone, b.LANDING),)
    if not parts:
        return
    kind: BattleKind = "amphibious" if any(p.task == b.LANDING for p in parts) else "land"
    parts += _parts(here, "defender", defenders(here, territory))
    run.emit(BattleOpened(battle_id(here, territory, kind), territory, kind, parts, tuple(links)))
