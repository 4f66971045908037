"""Land units after combat: the beaten retreat one hex, the winner may advance (4.2.C.3, 5.2.3)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Final

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.core.events import Asked, Role
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.core.words import list_of
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.war_in_europe import transit
from a4a.rules.systems.war_in_europe.access import may_enter, may_share
from a4a.rules.systems.war_in_europe.combat import battles as b
from a4a.rules.systems.war_in_europe.combat import forces as f
from a4a.rules.systems.war_in_europe.entering import entered
from a4a.rules.systems.war_in_europe.field import Field, field_of
from a4a.rules.systems.war_in_europe.movement.displacing import displace
from a4a.rules.systems.war_in_europe.naming import names
from a4a.rules.systems.war_in_europe.orders.fighting import Advance, Retreat
from a4a.rules.systems.war_in_europe.pool import eliminate
from a4a.rules.systems.war_in_europe.standing import OTHER
from a4a.rules.systems.war_in_europe.strength import factors
from a4a.rules.systems.war_in_europe.system import System
from a4a.rules.systems.war_in_europe.tasks import ASSAULT

RETREAT: Final = "retreat"
ADVANCE: Final = "advance"
ONE_HEX, INTO_ZONE, VACATED, SEA_ADVANCE = "WE-LCB-013", "WE-ZOC-007", "WE-LCB-014", "WE-SCB-010"


def exits(
    system: System, state: State, unit: Unit, *, beaten: Collection[int] = ()
) -> tuple[str, ...]:
    """Return the hexes to which a beaten land unit may retreat.

    They are one step away on foot, without enemy land units, and in no zone of theirs unless a
    friendly land unit is there that is not among `beaten`; a retreat invades nobody (R-274).
    """
    ways = keepers(system, state, unit, beaten=beaten)
    return tuple(space for space, kept in ways.items() if not kept)


def keepers(
    system: System, state: State, unit: Unit, *, beaten: Collection[int] = ()
) -> Mapping[str, frozenset[int]]:
    """Return the hexes beside a land unit, and whose zones keep it from retreating to each.

    Those that it cannot enter for other reasons are left out; nobody keeps it from its `exits`.
    """
    field = field_of(system, state)
    standing, side = field.standing, field.side_of(unit)
    enemy = OTHER[side]
    found = {}
    for there in system.ground.on_foot.get(str(unit.place), ()):
        if field.units(there, enemy, "land") or standing.is_neutral_ground(there):
            continue
        if may_enter(standing, unit.owner, there, "land"):
            continue
        if may_share(standing, state, unit, there):
            continue
        held = _is_held(field, there, side, beaten)
        found[there] = frozenset(() if held else field.zones.over(there, enemy, "land"))
    return found


def _is_held(field: Field, space: str, side: str, beaten: Collection[int]) -> bool:
    """Whether a land unit of a side is in a hex that is not about to leave it."""
    return any(unit.id not in beaten for unit in field.units(space, side, "land"))


def ways_out(system: System, state: State, battle: OpenBattle) -> Mapping[int, tuple[str, ...]]:
    """Return the hexes to which each unit that retreats now may go."""
    units = retreating(system, state, battle)
    ids = frozenset(unit.id for unit in units)
    return {
        unit.id: exits(system, state, unit, beaten=ids if unit.place != battle.space else ())
        for unit in units
    }


def retreating(system: System, state: State, battle: OpenBattle) -> tuple[Unit, ...]:
    """Return the land units that retreat in the step a battle is in."""
    sequel = b.RETREATS[battle.step]
    units = f.units_on_land(system, state, battle, sequel.role)
    if sequel.winner == "nobody":  # attackers who share the target's hex leave it (5.2.3)
        units = [unit for unit in units if unit.place == battle.space]
    moved = state.memories
    return tuple(
        unit
        for unit in units
        if not f.is_fort(system, unit)
        and isinstance(unit.place, str)
        and unit.place == _stood(battle, sequel.role, moved[unit.id].target)
    )


def _stood(battle: OpenBattle, role: Role, origin: str | None) -> str:
    """Where a unit stood as it fought: who is elsewhere has retreated."""
    return battle.space if role == "defender" or origin is None else origin


def retreat(system: System, run: Run, battle: str) -> None:
    """Let the beaten side's land units retreat; ask if there is a choice.

    Those that came over the sea go back aboard, those that can go nowhere are eliminated.
    """
    _re_embark(system, run, battle)
    state = run.state
    ways = ways_out(system, state, state.battles[battle])
    if lost := [unit for unit, hexes in ways.items() if not hexes]:
        eliminate(run, lost, battle=battle)
    left = {unit: hexes for unit, hexes in ways.items() if hexes}
    if not left:
        return
    if all(len(hexes) == 1 for hexes in left.values()):
        _go(system, run, {unit: hexes[0] for unit, hexes in left.items()}, battle, RETREAT)
        return
    found = run.state.battles[battle]
    role = b.RETREATS[found.step].role
    run.emit(b.asked(system, run.state, found, role, RETREAT, ONE_HEX))


def _re_embark(system: System, run: Run, battle: str) -> None:
    """Put beaten assaulting units back aboard fleets in their hex, the strongest first (R-275)."""
    state = run.state
    found = state.battles[battle]
    units = [
        unit for unit in retreating(system, state, found) if state.memory(unit.id).task == ASSAULT
    ]
    units.sort(key=lambda unit: -factors(system, state, unit).combat)
    side = b.side_of(system, state, found, b.RETREATS[found.step].role)
    fleets = [
        fleet.id
        for fleet in field_of(system, state).units(found.space, side, "sea")
        if not f.is_submarine(system, fleet) and not state.at(fleet.id)
    ]
    for unit, fleet in zip(units, fleets, strict=False):
        run.emit(ev.UnitsPlaced((unit.id,), fleet, "re-embarked", battle))
    if lost := [unit.id for unit in units[len(fleets) :]]:
        eliminate(run, lost, battle=battle)


def _go(system: System, run: Run, to: Mapping[int, str], battle: str, mode: ev.MoveMode) -> None:
    """Move units one hex; they take it, and displace who is in their way."""
    sides = {field_of(system, run.state).side_of(run.state.unit(number)) for number in to}
    for number, space in sorted(to.items()):
        unit = run.state.unit(number)
        path = str(unit.place), space
        if _is_fleet(system, unit):
            transit.sail_on(system, run, (number,), path, "advance")
        else:
            run.emit(ev.UnitsMoved((number,), path, mode, battle=battle))
            entered(system, run, unit.owner, (space,), battle=battle)
    for side in sides:
        displace(system, run, side)


# --- advance --------------------------------------------------------------------------------------


def vacated(system: System, state: State, battle: OpenBattle) -> tuple[str, ...]:
    """Return the hexes that the beaten side held, and in which no land unit of it is any more.

    After a sea combat it is the target hex, if no enemy unit of any kind is left in it.
    """
    role = b.ADVANCES[battle.step].role
    field = field_of(system, state)
    enemy = OTHER[b.side_of(system, state, battle, role)]
    if battle.kind == "sea":
        return () if field.units(battle.space, enemy) else (battle.space,)
    spaces: Iterable[str] = (battle.space,)
    if role == "defender":
        spaces = {
            str(memory.target)
            for memory in state.memories.values()
            if battle.id in memory.battles and memory.task == b.FROM
        }
    return tuple(sorted(s for s in spaces if not field.units(s, enemy, "land")))


def advances(system: System, state: State, battle: OpenBattle) -> Mapping[int, tuple[str, ...]]:
    """Return the hexes into which each land unit, or after a sea combat fleet, may advance."""
    role = b.ADVANCES[battle.step].role
    standing, spaces = field_of(system, state).standing, vacated(system, state, battle)
    if battle.kind == "sea":
        fleets = [u for u in map(state.unit, b.units_of(battle, role)) if _is_fleet(system, u)]
        near = system.ground.by_ship
        return {u.id: spaces for u in fleets if spaces and spaces[0] in near[str(u.place)]}
    steps = system.ground.on_foot
    found = {}
    for unit in f.units_on_land(system, state, battle, role):
        if f.is_fort(system, unit) or not isinstance(unit.place, str):
            continue
        hexes = tuple(
            s
            for s in spaces
            if s in steps[unit.place] and not may_enter(standing, unit.owner, s, "land")
        )
        if hexes:
            found[unit.id] = hexes
    return found


def _is_fleet(system: System, unit: Unit) -> bool:
    return system.media[unit.type] == "sea"


def offer(system: System, run: Run, battle: str) -> None:
    """Ask the winner who advances, if anybody can."""
    found = run.state.battles[battle]
    if not advances(system, run.state, found):
        return
    role = b.ADVANCES[found.step].role
    run.emit(b.asked(system, run.state, found, role, ADVANCE, VACATED))


# --- questions ------------------------------------------------------------------------------------


class Retreats(Question[System]):
    """Where beaten land units retreat."""

    kind = RETREAT
    order = Retreat.__name__

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked."""
        ways = ways_out(self.system, state, state.battles[asked.battle])
        who = names(self.system, map(state.unit, ways))
        return Decision(
            kind=RETREAT,
            powers=asked.powers,
            orders=(self.order,),
            rule=ONE_HEX,
            text=f"{who} {'retreats' if len(ways) == 1 else 'retreat'} one hex: where to?",
            battle=asked.battle,
            units=tuple(ways),
            spaces=tuple(dict.fromkeys(s for hexes in ways.values() for s in hexes)),
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse hexes to which units may not retreat, and units left behind."""
        assert isinstance(order, Retreat)
        ways = ways_out(self.system, state, state.battles[asked.battle])
        for number, space in order.to.items():
            unit = state.units.get(number)
            tried = f"retreat {unit.name if unit else number} to {space}"
            if unit is None or number not in ways:
                raise RuleViolation("it does not retreat", tried=tried, allowed=_names(state, ways))
            if space not in ways[number]:
                raise self.system.book.violation(
                    *self._why(state, unit, space, ways), tried=tried, allowed=list_of(ways[number])
                )
        if stays := [number for number in ways if number not in order.to]:
            raise self.system.book.violation(
                ONE_HEX,
                "all that are beaten retreat",
                tried=f"leave {_names(state, stays)} where they are",
                allowed=f"{_names(state, ways)} retreat",
            )

    def _why(
        self, state: State, unit: Unit, space: str, beaten: Collection[int]
    ) -> tuple[str, str]:
        """The rule that closes a hex to a retreat, and the reason."""
        field = field_of(self.system, state)
        side = field.side_of(unit)
        enemy = OTHER[side]
        if space not in self.system.ground.on_foot.get(str(unit.place), ()):
            return ONE_HEX, f"{space} is not one step away on land"
        if field.units(space, enemy, "land"):
            return ONE_HEX, f"enemy land units are in {space}"
        if space in field.zones.held(enemy, "land") and not _is_held(field, space, side, beaten):
            return INTO_ZONE, f"{space} is in an enemy zone, and no friendly land unit stays there"
        if bar := may_enter(field.standing, unit.owner, space, "land"):
            return bar.rule, bar.why
        if bar := may_share(field.standing, state, unit, space):
            return bar.rule, bar.why
        return ONE_HEX, f"{space} is not free to retreat to"

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Retreat."""
        assert isinstance(order, Retreat)
        units = tuple(sorted(order.to))
        run.emit(
            ev.Decided(
                asked.powers, RETREAT, "retreat", asked.decision, units, _places(order.to),
                asked.battle,
            )
        )  # fmt: skip
        _go(self.system, run, order.to, asked.battle, RETREAT)


class Advances(Question[System]):
    """Which units advance into vacated hexes."""

    kind = ADVANCE
    order = Advance.__name__

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked."""
        ways = advances(self.system, state, state.battles[asked.battle])
        hexes = tuple(dict.fromkeys(s for own in ways.values() for s in own))
        return Decision(
            kind=ADVANCE,
            powers=asked.powers,
            orders=(self.order,),
            rule=VACATED,
            text=f"advance into {list_of(hexes)}?",
            battle=asked.battle,
            units=tuple(ways),
            spaces=hexes,
            most=len(ways),
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse units that did not win, and hexes that were not vacated."""
        assert isinstance(order, Advance)
        ways = advances(self.system, state, state.battles[asked.battle])
        for number, space in order.to.items():
            unit = state.units.get(number)
            if unit is None or space not in ways.get(number, ()):
                raise self.system.book.violation(
                    SEA_ADVANCE if state.battles[asked.battle].kind == "sea" else VACATED,
                    "units that have won advance into hexes vacated beside them",
                    tried=f"advance {unit.name if unit else number} to {space}",
                    allowed=list_of(
                        f"{state.unit(u).name} to {list_of(s)}" for u, s in ways.items()
                    ),
                )

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Advance."""
        assert isinstance(order, Advance)
        units = tuple(sorted(order.to))
        choice = "advance" if units else "stay"
        run.emit(
            ev.Decided(
                asked.powers, ADVANCE, choice, asked.decision, units, _places(order.to),
                asked.battle,
            )
        )  # fmt: skip
        _go(self.system, run, order.to, asked.battle, ADVANCE)


def _names(state: State, units: Iterable[int]) -> str:
    return list_of(state.unit(unit).name for unit in units)


def _places(to: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(to[unit] for unit in sorted(to)))
