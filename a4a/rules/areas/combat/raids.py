"""Bombing raids: the air battle over the target, the facilities' antiaircraft fire, the bombs."""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.english import either_of, the
from a4a.core.events import Asked, Die, Role, Rolled
from a4a.core.names import one
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.core.words import list_of
from a4a.rules.areas import force, technology
from a4a.rules.areas.bases.facilities import facilities_in, most_damage
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import casualties
from a4a.rules.areas.combat.fire import Shot, fire
from a4a.rules.areas.orders import Aim
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run


def go_on(system: System, run: Run, battle: str) -> None:
    """Carry a raid on until it is over, or until somebody has to choose."""
    while battle in run.state.battles and not run.state.decisions:
        _next_step(system, run, run.state.battles[battle])


def _next_step(system: System, run: Run, battle: OpenBattle) -> None:
    state = run.state
    if battle.step == "" and b.side(state, battle, "defender"):
        if not battle.round:
            run.emit(ev.CombatRoundBegan(battle.id, 1))
        _air_battle(system, run, battle, "attacker")
    elif battle.step == b.ATTACK:
        _air_battle(system, run, battle, "defender")
    elif battle.step == b.DEFENSE:
        casualties.clear_strip(system, run, battle.id)
        _aim(system, run, run.state.battles[battle.id])
    elif battle.step == "":
        _aim(system, run, battle)
    elif battle.step == b.BOMBING:
        _close(run, battle)
    else:
        _next_facility(system, run, battle)


def bombers(system: System, state: State, battle: OpenBattle) -> list[Unit]:
    """Return the bombers of a raid; the others of its attackers are escorts."""
    able = system.able("raids bases") | system.able("raids industrial complexes")
    raiders = b.side(state, battle, "attacker", task=b.RAID)
    return [unit for unit in raiders if unit.type in able]


def _air_battle(system: System, run: Run, battle: OpenBattle, role: Role) -> None:
    """One side of the air battle fires, every unit with the same value."""
    state = run.state
    run.emit(ev.CombatStepBegan(battle.id, b.ATTACK if role == "attacker" else b.DEFENSE))
    shots = [
        Shot(u.owner, u.type, technology.number(system, state, u.owner, u.type, "raid"))
        for u in b.side(state, battle, role)
    ]
    fire(system, run, shots, purpose="interception", battle=battle.id, role=role)
    casualties.take(system, run, battle.id)


# --- targets ------------------------------------------------------------------------------------


def targets(system: System, state: State, bomber: Unit, territory: str) -> list[Unit]:
    """Return the facilities that a bomber may raid in a territory."""
    plants = system.able("industrial complex")
    found = []
    for facility in facilities_in(system, state, territory):
        need = "raids industrial complexes" if facility.type in plants else "raids bases"
        if bomber.type in system.able(need):
            found.append(facility)
    return found


def _aimers(system: System, state: State, battle: OpenBattle) -> list[Unit]:
    """Return the bombers that have anything to aim at."""
    return [u for u in bombers(system, state, battle) if targets(system, state, u, battle.space)]


def _aim(system: System, run: Run, battle: OpenBattle) -> None:
    """Send escorts and interceptors home, and assign the bombers to facilities."""
    state = run.state
    raiders = bombers(system, state, battle)
    home = [u.id for u in b.side(state, battle, "defender")]
    home += [u.id for u in b.side(state, battle, "attacker") if u not in raiders]
    run.emit(ev.CombatStepBegan(battle.id, b.AIM_BOMBS))
    if home:
        run.emit(ev.BattleLeft(battle.id, tuple(home), "air battle over"))
    choices = {u.id: targets(system, state, u, battle.space) for u in raiders}
    if any(len(found) > 1 for found in choices.values()):
        where = b.question(run.state.battles[battle.id], "targets")
        power, rule = force.attacker(state, battle), system.book.cite("raid.targets")
        run.emit(Asked(where, (power,), "targets", (), rule, battle.id))
        return
    for bomber, found in choices.items():
        if found:
            run.emit(ev.UnitsTasked((bomber,), f"{b.RAID} {found[0].type}", battle.space))


def _raided(system: System, state: State, battle: OpenBattle) -> dict[Unit, list[Unit]]:
    """Return the bombers that are left, by the facility they attack."""
    found: dict[Unit, list[Unit]] = {}
    for facility in facilities_in(system, state, battle.space):
        task = f"{b.RAID} {facility.type}"
        raiders = [u for u in bombers(system, state, battle) if state.memory(u.id).task == task]
        if raiders:
            found[facility] = raiders
    return found


def _next_facility(system: System, run: Run, battle: OpenBattle) -> None:
    """Fire with the next raided facility, or drop the bombs when all have fired."""
    raided = _raided(system, run.state, battle)
    order = sorted(f.type for f in raided)
    _, _, fired = battle.step.partition(": ")
    for facility in sorted(raided, key=lambda f: f.type):
        if fired and facility.type <= fired:
            continue
        _facility_fires(system, run, battle, facility, len(raided[facility]))
        return
    if order:
        _bomb(system, run, battle)
    else:
        run.emit(ev.CombatStepBegan(battle.id, b.BOMBING))


def _facility_fires(
    system: System, run: Run, battle: OpenBattle, facility: Unit, number: int
) -> None:
    """Fire a die at each bomber that attacks a facility."""
    state = run.state
    value = technology.number(system, state, facility.owner, facility.type, "antiaircraft")
    shots = [Shot(facility.owner, facility.type, value, "aircraft")] * number
    run.emit(ev.CombatStepBegan(battle.id, f"{b.ANTIAIRCRAFT}: {facility.type}"))
    fire(system, run, shots, purpose="aa", battle=battle.id, role="defender", outcome=facility.type)
    casualties.take(system, run, battle.id)


def _bomb(system: System, run: Run, battle: OpenBattle) -> None:
    """Roll for damage, and mark it up to what each facility can have."""
    run.emit(ev.CombatStepBegan(battle.id, b.BOMBING))
    for facility, raiders in _raided(system, run.state, battle).items():
        state = run.state
        sides = system.catalog.dice_sides
        dice: list[Die] = []
        total = 0
        for unit in raiders:
            number = technology.number(system, state, unit.owner, unit.type, "dice")
            faces = run.dice.roll(number, sides=sides)
            total += max(faces)
            total += technology.number(system, state, unit.owner, unit.type, "raid bonus")
            dice += [Die(face, unit_type=unit.type) for face in faces]
        most = most_damage(system, state, facility)
        damage = min(facility.damage + total, most)
        done = damage - facility.damage
        words = f"{total} points at the {facility.type}"
        run.emit(
            Rolled(
                "bombing", raiders[0].owner, tuple(dice), sides, hits=done, battle=battle.id,
                role="attacker", outcome=words if done == total else f"{words}, {done} take effect",
            )
        )  # fmt: skip
        if done:
            run.emit(ev.UnitsConverted((facility.id,), "bombed", damage=damage, battle=battle.id))


def _close(run: Run, battle: OpenBattle) -> None:
    if not b.side(run.state, battle, "attacker"):
        run.emit(ev.BattleClosed(battle.id, "defender wins", "defender"))
    elif any(r.hits for r in battle.rolls):
        run.emit(ev.BattleClosed(battle.id, "bombed", "attacker"))
    else:
        run.emit(ev.BattleClosed(battle.id, "no effect", "nobody"))


class TargetsQuestion(Question[System]):
    """Which facility each bomber attacks."""

    kind = "targets"
    order = "Aim"

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: a facility for each of these bombers."""
        battle = state.battles[asked.battle]
        raiders = _aimers(self.system, state, battle)
        kinds = dict.fromkeys(
            f.type for u in raiders for f in targets(self.system, state, u, battle.space)
        )
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"assign each bomber over {the(battle.space)} to {' or '.join(kinds)}",
            battle=battle.id,
            options=tuple(kinds),
            units=tuple(u.id for u in raiders),
            spaces=(battle.space,),
            least=len(raiders),
            most=len(raiders),
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse bombers without a target, and targets that a bomber may not raid."""
        assert isinstance(order, Aim)
        battle = state.battles[asked.battle]
        book = self.system.book
        raiders = {u.id: u for u in _aimers(self.system, state, battle)}
        for bomber in raiders:
            if bomber not in order.targets:
                raise book.violation(
                    "raid.carried", "every bomber left must carry on with the raid", tried="aim",
                    allowed=f"a facility for each of the {len(raiders)} bombers"
                    if len(raiders) > 1 else "a facility for the bomber",
                )  # fmt: skip
        for bomber, facility in order.targets.items():
            unit, aimed = raiders.get(bomber), state.units.get(facility)
            if unit is None:
                raise book.violation(
                    "raid.targets", "what is named is no bomber of this raid", tried="aim",
                    allowed=f"a facility for each bomber over {the(battle.space)}",
                )  # fmt: skip
            found = targets(self.system, state, unit, battle.space)
            if aimed not in found:
                what = f"the {aimed.type} in {the(str(aimed.place))}" if aimed else "what is named"
                here = aimed is not None and aimed.place == battle.space
                raise book.violation(
                    "raid.tactical" if here else "raid.targets",
                    f"{one(unit.type)} cannot raid that"
                    if here
                    else f"it is no facility in {the(battle.space)}",
                    tried=f"raid {what}",
                    allowed=f"bomb {either_of(dict.fromkeys(f'the {f.type}' for f in found))}",
                )

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Assign the bombers."""
        assert isinstance(order, Aim)
        units = run.state.units
        battle = run.state.battles[asked.battle]
        groups: dict[str, list[int]] = {}
        for bomber, facility in order.targets.items():
            groups.setdefault(units[facility].type, []).append(bomber)
        run.emit(
            ev.Decided(
                asked.powers, self.kind, list_of(groups), asked.decision,
                tuple(order.targets), (battle.space,), battle.id,
            )
        )  # fmt: skip
        for kind, chosen in groups.items():
            run.emit(ev.UnitsTasked(tuple(chosen), f"{b.RAID} {kind}", battle.space))
