"""Amphibious assaults: bombardment, if there was no battle in the zone, and the landing.

The sea battle, if there is one, is a battle of its own, fought first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from a4a.core import events as ev
from a4a.core.english import either_of, places_of, the
from a4a.core.events import Asked, Participant
from a4a.core.state import OpenBattle, State
from a4a.core.units import Unit
from a4a.core.words import count_of, list_of
from a4a.rules.areas import force, technology
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import casualties
from a4a.rules.areas.combat.fire import Shot, fire
from a4a.rules.areas.combat.listing import combat
from a4a.rules.areas.combat.volleys import can_fire
from a4a.rules.areas.orders import Bombard
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run


def seaborne(battle: OpenBattle, zone: str | None = None) -> int:
    """Return how many land units come ashore in a battle (from a zone)."""
    return sum(
        len(p.units)
        for p in battle.participants
        if p.task == b.LANDING and zone in (None, p.origin)
    )


def can_bombard(
    system: System, unit_type: str, damage: int, technologies: Collection[str] = ()
) -> bool:
    """Whether a ship has guns that reach ashore; where the list says so, only while it is whole."""
    if not technology.changed(system, technologies, unit_type, "bombard"):
        return False
    return not damage or not any(
        weapon.whole for weapon in combat(system).weapons if weapon.value == "bombard"
    )


def guns(system: System, state: State, battle: OpenBattle) -> list[Unit]:
    """Return the ships that may bombard in support of a landing.

    They are in a zone from which units come ashore, and have not fought this turn.
    """
    zones = dict.fromkeys(p.origin for p in battle.participants if p.task == b.LANDING)
    power = force.attacker(state, battle)
    return [
        unit
        for zone in zones
        if zone is not None
        for unit in state.at(zone)
        if unit.owner == power
        and can_bombard(system, unit.type, unit.damage)
        and not state.memory(unit.id).battles
    ]


def _promised(state: State, landing: OpenBattle) -> list[int]:
    """Ships that were assigned to a landing, and have not fired yet."""
    return [
        u.id
        for p in landing.participants
        if p.task == b.LANDING and p.origin is not None
        for u in state.at(p.origin)
        if state.memory(u.id).task == b.BOMBARD and state.memory(u.id).target == landing.space
        and not state.memory(u.id).battles
    ]  # fmt: skip


def _room(state: State, landing: OpenBattle) -> int:
    """How many more ships may support a landing."""
    return seaborne(landing) - len(set(_promised(state, landing)))


def landings_from(state: State, zone: str) -> dict[str, OpenBattle]:
    """Landings not yet begun that come from a zone, by their territory."""
    return {
        x.space: x
        for x in state.battles.values()
        if x.kind == "amphibious" and x.round == 0 and seaborne(x, zone)
    }


def begin_orders(system: System, run: Run, battle: OpenBattle) -> bool:
    """Ask which ships bombard; return whether there was anything to ask."""
    state = run.state
    if not _worth_firing(system, state, battle):
        return False
    free = [u for u in guns(system, state, battle) if state.memory(u.id).task != b.BOMBARD]
    if not free or _room(state, battle) <= 0:
        return False
    run.emit(ev.CombatStepBegan(battle.id, b.AIM_GUNS))
    where = b.question(run.state.battles[battle.id], "bombardment")
    rule = system.book.cite("bombard.ships")
    power = force.attacker(state, battle)
    run.emit(Asked(where, (power,), "bombardment", (), rule, battle.id))
    return True


def _worth_firing(system: System, state: State, battle: OpenBattle) -> bool:
    """Whether the territory has units that fight; otherwise no combat is necessary."""
    attackers = b.side(state, battle, "attacker")
    defenders = b.side(state, battle, "defender")
    return can_fire(system, defenders, "defender", attackers, sea=False)


def begin_bombarding(system: System, run: Run, battle: OpenBattle) -> bool:
    """Fire the ships that were assigned to a landing; return whether any fired."""
    state = run.state
    ships = list(dict.fromkeys(_promised(state, battle)))
    if not ships or not _worth_firing(system, state, battle):
        return False
    run.emit(ev.CombatStepBegan(battle.id, b.BOMBARDING))
    zones: dict[str, list[int]] = {}
    for ship in ships:
        zones.setdefault(str(state.units[ship].place), []).append(ship)
    power = force.attacker(state, battle)
    run.emit(
        ev.BattleJoined(
            battle.id,
            tuple(
                Participant("attacker", power, tuple(ids), zone, b.BOMBARDMENT)
                for zone, ids in zones.items()
            ),
        )
    )
    shots = [
        Shot(power, kind, system.types[kind].bombard)
        for kind in (state.units[ship].type for ship in ships)
    ]
    fire(system, run, shots, purpose="bombard", battle=battle.id, role="attacker")
    run.emit(ev.BattleLeft(battle.id, tuple(ships), "bombarded"))
    casualties.take(system, run, battle.id)
    return True


def begin_ashore(system: System, run: Run, battle: OpenBattle) -> bool:
    """Land the seaborne units; return whether there are any."""
    landings = [p for p in battle.participants if p.task == b.LANDING]
    if not landings:
        return False
    run.emit(ev.CombatStepBegan(battle.id, b.ASHORE))
    for p in landings:
        if p.origin is None:
            continue
        path = (p.origin, battle.space)
        run.emit(ev.UnitsMoved(p.units, path, "amphibious", cost=1, battle=battle.id))
    return True


class BombardQuestion(Question[System]):
    """Which ships bombard, and in support of which landing."""

    kind = "bombardment"
    order = "Bombard"

    def _free(self, state: State, asked: Asked) -> list[Unit]:
        found = guns(self.system, state, state.battles[asked.battle])
        return [u for u in found if state.memory(u.id).task != b.BOMBARD]

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: a territory for each of these ships, or none."""
        battle = state.battles[asked.battle]
        ships = self._free(state, asked)
        spaces = dict.fromkeys(s for u in ships for s in landings_from(state, str(u.place)))
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"choose ships to bombard in support of the landing in {the(battle.space)}",
            battle=battle.id,
            units=tuple(u.id for u in ships),
            spaces=tuple(spaces),
            most=min(len(ships), sum(_room(state, state.battles[x.id])
                     for s in spaces for x in [_battle_in(state, s)])),
        )  # fmt: skip

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse ships that may not bombard, and more ships than units landing."""
        assert isinstance(order, Bombard)
        book = self.system.book
        free = {u.id: u for u in self._free(state, asked)}
        for ship, territory in order.ships.items():
            unit = free.get(ship)
            tried = f"bombard {the(territory)}"
            if unit is None:
                named = state.units.get(ship)
                what = f"the {named.type}" if named else "what is named"
                raise book.violation(
                    "bombard.ships",
                    f"{what} is no battleship or cruiser beside the landing that has not fought",
                    tried=tried,
                    allowed=list_of(
                        count_of(n, kind)
                        for kind, n in Counter(u.type for u in free.values()).items()
                    )
                    or "no bombardment",
                )
            landings = landings_from(state, str(unit.place))
            if territory not in landings:
                raise book.violation(
                    "bombard.once",
                    f"nothing lands in {the(territory)} from {the(str(unit.place))}",
                    tried=tried,
                    allowed=f"bombard {places_of(landings, either_of)}",
                )
        for territory, number in Counter(order.ships.values()).items():
            room = _room(state, _battle_in(state, territory))
            if number > room:
                raise book.violation(
                    "bombard.number",
                    f"each ship needs a land unit that lands, and {_more_landing(room)} there",
                    tried=f"bombard {the(territory)} with {count_of(number, 'ship')}",
                    allowed="no more ships"
                    if not room
                    else "1 ship"
                    if room == 1
                    else f"{room} ships or fewer",
                )

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Assign the ships."""
        assert isinstance(order, Bombard)
        targets = tuple(dict.fromkeys(order.ships.values()))
        ships = tuple(order.ships)
        run.emit(
            ev.Decided(
                asked.powers, self.kind, count_of(len(ships), "ship") if ships else "no",
                asked.decision, ships, targets, asked.battle,
            )
        )  # fmt: skip
        for territory in targets:
            chosen = tuple(ship for ship in ships if order.ships[ship] == territory)
            run.emit(ev.UnitsTasked(chosen, b.BOMBARD, territory))


def _more_landing(room: int) -> str:
    """Say how many landing units no ship supports yet."""
    if not room:
        return "no more of them land"
    return f"{room} more {'lands' if room == 1 else 'land'}"


def _battle_in(state: State, territory: str) -> OpenBattle:
    return next(
        x for x in state.battles.values() if x.space == territory and x.kind == "amphibious"
    )
