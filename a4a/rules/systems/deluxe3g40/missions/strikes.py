"""How a raid goes on once it is under way: dog fight, guns, damage without a die.

Bombing raids and shore bombardments go the same way; ships meet no guns. A raid is a battle; its
steps are those of Global 1940's raids, so its casualties are taken alike.

Sources: book, The Strategic Missions Phase, #5 and #6 (DX-SMP-098 to 107, 117 to 124).
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.events import Asked, Role
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.rules.areas.bases.facilities import facilities_in, most_damage
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import casualties
from a4a.rules.areas.combat.fire import Shot, fire
from a4a.rules.areas.politics.situation import situation_of
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.flights import settle
from a4a.rules.systems.deluxe3g40.missions.targets import damage_of, gun, targets

AIM = "targets"
"""Kind of the question which facilities are struck."""


def go_on(system: System, run: Run, battle: str) -> None:
    """Carry a raid on until it is over, or until somebody has to choose."""
    while (found := run.state.battles.get(battle)) is not None:
        if any(asked.battle == battle for asked in run.state.decisions.values()):
            return
        _next_step(system, run, found)


def _next_step(system: System, run: Run, battle: OpenBattle) -> None:
    state = run.state
    if battle.step == "" and b.side(state, battle, "defender"):
        run.emit(ev.CombatRoundBegan(battle.id, 1))
        _dog_fight(system, run, battle, "attacker")
    elif battle.step == b.ATTACK:
        _dog_fight(system, run, battle, "defender")
    elif battle.step in ("", b.DEFENSE):
        casualties.clear_strip(system, run, battle.id)
        _aim(system, run, run.state.battles[battle.id])
    else:
        _guns(system, run, battle)


def raiders(system: System, state: State, battle: OpenBattle) -> list[Unit]:
    """Return the bombers or ships of a raid; the others of its attackers escort them."""
    found = b.side(state, battle, "attacker", task=b.RAID)
    return [unit for unit in found if damage_of(system, unit.type)]


def dog_fight_value(system: System, kind: str, role: Role) -> int:
    """Return the highest roll at which a unit type hits aircraft: in a dog fight, or from a ship.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("deluxe3g40").ruleset.game
    >>> [dog_fight_value(game, "fighter", role) for role in ("attacker", "defender")]
    [2, 3]
    """
    numbers = system.types[kind].numbers
    own = "dog fight attack" if role == "attacker" else "dog fight defense"
    return int(numbers.get(own, numbers.get("air cover", 0)))


def _dog_fight(system: System, run: Run, battle: OpenBattle, role: Role) -> None:
    state = run.state
    run.emit(ev.CombatStepBegan(battle.id, b.ATTACK if role == "attacker" else b.DEFENSE))
    shots = [
        Shot(u.owner, u.type, dog_fight_value(system, u.type, role))
        for u in b.side(state, battle, role)
    ]
    fire(system, run, shots, purpose="interception", battle=battle.id, role=role)
    casualties.take(system, run, battle.id)


# --- targets ------------------------------------------------------------------------------------


def choices(system: System, state: State, battle: OpenBattle) -> dict[int, list[Unit]]:
    """Return the facilities that each bomber or ship of a raid may strike."""
    found = raiders(system, state, battle)
    if not found:
        return {}
    here = situation_of(system, state, found[0].owner)
    return {unit.id: targets(here, unit.type, battle.space) for unit in found}


def _aim(system: System, run: Run, battle: OpenBattle) -> None:
    """Send escorts and interceptors home, and let the raiders' owner choose their targets."""
    state = run.state
    left = {unit.id for unit in raiders(system, state, battle)}
    sides = b.side(state, battle, "defender"), b.side(state, battle, "attacker")
    home = tuple(unit.id for side in sides for unit in side if unit.id not in left)
    run.emit(ev.CombatStepBegan(battle.id, b.AIM_BOMBS))
    if home:
        run.emit(ev.BattleLeft(battle.id, home, "air battle over"))
    found = choices(system, state, battle)
    if any(len(may) > 1 for may in found.values()):
        where = b.question(run.state.battles[battle.id], AIM)
        (power,) = {unit.owner for unit in raiders(system, state, battle)}
        rule = "DX-SMP-101" if battle.kind == "bombing raid" else "DX-SMP-113"
        run.emit(Asked(where, (power,), AIM, (), rule, battle.id))
        return
    aim(run, {unit: may[0].type for unit, may in found.items() if may}, battle.space)


def aim(run: Run, chosen: dict[int, str], territory: str) -> None:
    """Remember what each raider strikes: a territory has one facility of a type."""
    groups: dict[str, list[int]] = {}
    for unit, kind in chosen.items():
        groups.setdefault(kind, []).append(unit)
    for kind, units in groups.items():
        run.emit(ev.UnitsTasked(tuple(units), f"{b.RAID} {kind}", territory))


def _struck(system: System, state: State, battle: OpenBattle) -> dict[Unit, list[Unit]]:
    """Return the raiders that are left, by the facility they strike, in the order of its type."""
    left = raiders(system, state, battle)
    found = {}
    for facility in sorted(facilities_in(system, state, battle.space), key=lambda f: f.type):
        task = f"{b.RAID} {facility.type}"
        if striking := [unit for unit in left if state.memory(unit.id).task == task]:
            found[facility] = striking
    return found


# --- guns and damage ----------------------------------------------------------------------------


def _guns(system: System, run: Run, battle: OpenBattle) -> None:
    """Let the gun of the next facility fire at its bombers; when all have fired, do the damage."""
    _, _, fired = battle.step.partition(": ")
    for facility, striking in _struck(system, run.state, battle).items():
        planes = [u for u in striking if system.types[u.type].category == "air"]
        value = gun(system, run.state, facility)
        if not planes or not value or (fired and facility.type <= fired):
            continue
        run.emit(ev.CombatStepBegan(battle.id, f"{b.ANTIAIRCRAFT}: {facility.type}"))
        shots = [Shot(facility.owner, facility.type, value, "aircraft")] * len(planes)
        fire(
            system, run, shots, purpose="aa", battle=battle.id, role="defender",
            outcome=facility.type,
        )  # fmt: skip
        casualties.take(system, run, battle.id)
        return
    _damage(system, run, battle)


def _damage(system: System, run: Run, battle: OpenBattle) -> None:
    """Mark the damage, up to what each facility can have, and end the raid."""
    state = run.state
    run.emit(ev.CombatStepBegan(battle.id, b.BOMBING))
    struck = _struck(system, state, battle)
    for facility, striking in struck.items():
        points = sum(damage_of(system, unit.type) for unit in striking)
        damage = min(facility.damage + points, most_damage(system, state, facility))
        why = "bombed" if battle.kind == "bombing raid" else "bombarded"
        run.emit(ev.UnitsConverted((facility.id,), why, damage=damage, battle=battle.id))
    if struck:
        run.emit(ev.BattleClosed(battle.id, "bombed", "attacker"))
    elif b.side(state, battle, "attacker"):
        run.emit(ev.BattleClosed(battle.id, "no effect", "nobody"))
    else:
        run.emit(ev.BattleClosed(battle.id, "defender wins", "defender"))
    settle(system, run)
