"""Coastal defenses: bunkers fire at large fleets off their shore.

Sources: book, The Strategic Missions Phase, #4 (DX-SMP-084 to 091); R-448.
"""

from __future__ import annotations

from a4a.core import events as ev
from a4a.core.english import either_of, places_of, the
from a4a.core.events import Asked, Participant
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas.bases.facilities import unfinished
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import casualties
from a4a.rules.areas.combat.casualties import CasualtiesQuestion
from a4a.rules.areas.combat.fire import Shot, fire
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.flights import settle
from a4a.rules.systems.deluxe3g40.missions.mission import Mission
from a4a.rules.systems.deluxe3g40.missions.targets import missions, takes_part
from a4a.rules.systems.deluxe3g40.orders import FireAt

NAME = "Coastal Defenses"


def dice_of(system: System, bunker: Unit) -> int:
    """Return how many dice a bunker rolls: each point of damage takes one away.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("deluxe3g40").ruleset.game
    >>> [dice_of(game, Unit(1, "major bunker", "Germany", "France", damage=n)) for n in (0, 2)]
    [6, 4]
    """
    if unfinished(bunker):
        return 0
    return max(0, int(system.types[bunker.type].numbers.get("guns", 0)) - bunker.damage)


def fleet(here: Situation, zone: str) -> list[Unit]:
    """Return the enemy ships in a zone, transports left out, if they make a large fleet."""
    system = here.system
    ships = system.of_category("sea") - system.able("chosen last")
    found = [u for u in here.enemies_in(zone) if u.type in ships]
    least = next((one.least for one in missions(system).coastal), 0)
    return found if len(found) >= least else []


def within_range(system: System, state: State, bunker: Unit) -> tuple[str, ...]:
    """Return the zones with fleets that a bunker can fire at; none if it cannot fire."""
    here = Situation(system, state, bunker.owner)
    if not (dice_of(system, bunker) and takes_part(here, NAME)):
        return ()
    return tuple(z for z in system.graph.coast[str(bunker.place)] if fleet(here, z))


def bunkers(system: System, state: State) -> list[Unit]:
    """Return the bunkers with something to fire at, in the order of play of those who hold them."""
    kinds, order = system.able("bunker"), system.order_of_play
    found = [
        u
        for u in state.units.values()
        if u.type in kinds
        and u.owner in order
        and isinstance(u.place, str)
        and not system.graph.is_sea[u.place]
        and within_range(system, state, u)
    ]
    return sorted(found, key=lambda u: (order.index(u.owner), u.id))


class FleetQuestion(Question[System]):
    """Which fleet a bunker fires at."""

    kind = "coastal defense"
    order = "FireAt"

    def _bunker(self, state: State, asked: Asked) -> Unit | None:
        return state.units.get(int(asked.decision.rpartition(" ")[2]))

    def _zones(self, state: State, asked: Asked) -> tuple[str, ...]:
        bunker = self._bunker(state, asked)
        return within_range(self.system, state, bunker) if bunker else ()

    def moot(self, state: State, asked: Asked) -> bool:
        """Whether no large fleet is left."""
        return not self._zones(state, asked)

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: a sea zone."""
        zones, bunker = self._zones(state, asked), self._bunker(state, asked)
        assert bunker is not None
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"fire with the {bunker.type} in {the(str(bunker.place))} at the fleet in "
            f"{places_of(zones, either_of)}",
            options=zones,
            units=(bunker.id,),
            spaces=zones,
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse zones where the bunker has nothing to fire at."""
        assert isinstance(order, FireAt)
        zones = self._zones(state, asked)
        if order.space not in zones:
            raise self.system.book.violation(
                asked.rule, f"no large enemy fleet beside the bunker is in {the(order.space)}",
                tried="fire", allowed=f"fire at {places_of(zones, either_of)}",
            )  # fmt: skip

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Fire."""
        assert isinstance(order, FireAt)
        bunker = self._bunker(run.state, asked)
        assert bunker is not None
        run.emit(
            ev.Decided(asked.powers, self.kind, order.space, asked.decision, (bunker.id,),
                       (order.space,))
        )  # fmt: skip
        shoot(self.system, run, bunker, order.space)


def shoot(system: System, run: Run, bunker: Unit, zone: str) -> None:
    """Roll a bunker's dice at a fleet; the owners of the ships choose which are hit."""
    here = Situation(system, run.state, bunker.owner)
    battle = f"{run.state.turn}, {zone}: {FleetQuestion.kind} {bunker.id}"
    ships: dict[str, list[int]] = {}
    for unit in fleet(here, zone):
        ships.setdefault(unit.owner, []).append(unit.id)
    run.emit(
        ev.BattleOpened(
            battle,
            zone,
            "bombardment",
            (
                Participant("attacker", bunker.owner, (bunker.id,), str(bunker.place)),
                *(Participant("defender", power, tuple(ids)) for power, ids in ships.items()),
            ),
        )
    )
    value = int(system.types[bunker.type].numbers["gunnery"])
    shots = [Shot(bunker.owner, bunker.type, value)] * dice_of(system, bunker)
    run.emit(ev.CombatStepBegan(battle, b.BOMBARDING))
    fire(system, run, shots, purpose="bombard", battle=battle, role="attacker")
    casualties.take(system, run, battle)


class CoastalDefenses(Mission):
    """Each bunker fires once at one fleet."""

    name = NAME
    kinds = (FleetQuestion, CasualtiesQuestion)

    def applies(self, state: State) -> bool:
        """Whether a bunker has anything to fire at."""
        return bool(bunkers(self.system, state))

    def enter(self, run: Run) -> None:
        """Ask for each bunker at which fleet it fires."""
        for bunker in bunkers(self.system, run.state):
            name = f"{run.state.turn}: {FleetQuestion.kind} {bunker.id}"
            run.emit(Asked(name, (bunker.owner,), FleetQuestion.kind, (), "DX-SMP-088"))
        self.go_on(run)

    def proceed(self, run: Run) -> None:
        """Close what has been shot at, and fire where there is one fleet only."""
        asked = {a.battle for a in run.state.decisions.values()}
        for battle in tuple(run.state.battles.values()):
            if battle.id not in asked:
                self._close(run, battle.id)
        if run.state.battles:
            return
        question = FleetQuestion(self.system)
        asked_next = next((a for a in run.state.decisions.values()), None)
        if asked_next is None or question.moot(run.state, asked_next):
            return
        zones = question.decision(run.state, asked_next).spaces
        if len(zones) == 1:
            question.answer(run, asked_next, FireAt(zones[0]))

    def _close(self, run: Run, battle: str) -> None:
        (fired,) = run.state.battles[battle].rolls
        run.emit(
            ev.BattleClosed(battle, "bombed", "attacker")
            if fired.hits
            else ev.BattleClosed(battle, "no effect", "nobody")
        )
        settle(self.system, run)
