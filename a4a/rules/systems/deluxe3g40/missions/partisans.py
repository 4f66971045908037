"""Partisan raids: tokens damage facilities in occupied lands, unless guards stop them.

Sources: book, The Strategic Missions Phase, #8 (DX-SMP-138 to 150, DX-POL-005, 011, 016); R-449.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from a4a.core import events as ev
from a4a.core.english import either_of, places_of, the
from a4a.core.errors import RuleViolation
from a4a.core.events import Asked, Die
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import count_of, list_of
from a4a.rules import money
from a4a.rules.areas.bases.facilities import facilities_in, most_damage
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.mission import Mission
from a4a.rules.systems.deluxe3g40.missions.targets import Partisans, missions, takes_part
from a4a.rules.systems.deluxe3g40.orders import Sabotage

NAME = "Partisan Raids"


def stock(state: State, partisans: Partisans) -> tuple[str, int]:
    """Return the treasury that holds the side's tokens, and how many are left."""
    for treasury in state.catalog.treasuries:
        if number := state.money(treasury, partisans.resource):
            return treasury, number
    return "", 0


def facilities(here: Situation, partisans: Partisans) -> dict[str, list[Unit]]:
    """Return the facilities that a nation's partisans can damage, by territory.

    The territories are originally its own, held by an enemy of its, and no islands.
    """
    system, state = here.system, here.state
    if here.side != partisans.side or not here.enemies:
        return {}
    found: dict[str, list[Unit]] = {}
    for space in system.board.spaces:
        if space.original != here.power or "island" in space.features:
            continue
        if state.control.get(space.name) not in here.enemies:
            continue
        treasury = money.treasury_of(system, space.name, here.power)
        there = [
            facility
            for facility in facilities_in(system, state, space.name)
            if facility.damage < most_damage(system, state, facility)
        ]
        if there and takes_part(here, NAME, treasury=treasury):
            found[space.name] = there
    return found


def guards(system: System, state: State, territory: str) -> list[Unit]:
    """Return the occupier's units in a territory that hunt partisans."""
    able, holder = system.able("elite"), state.control.get(territory)
    side = system.catalog.side_of(holder)
    return [
        u for u in state.at(territory) if u.type in able and system.catalog.side_of(u.owner) == side
    ]


class PartisanQuestion(Question[System]):
    """Which facilities a nation's partisans raid, and how many."""

    kind = "partisan raid"
    order = "Sabotage"

    @property
    def _partisans(self) -> Partisans:
        (found,) = missions(self.system).partisans
        return found

    def _may(self, state: State, asked: Asked) -> dict[str, list[Unit]]:
        return facilities(Situation(self.system, state, asked.powers[0]), self._partisans)

    def moot(self, state: State, asked: Asked) -> bool:
        """Whether no token is left, or nothing to damage."""
        return not stock(state, self._partisans)[1] or not self._may(state, asked)

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: tokens for these facilities, or none."""
        may, left = self._may(state, asked), stock(state, self._partisans)[1]
        most = self._partisans.most
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"raid facilities in {places_of(may)} with up to {count_of(most, 'token')} each, "
            f"or with none; {left} are left",
            units=tuple(f.id for found in may.values() for f in found),
            spaces=tuple(may),
            most=min(left, most * len(may)),
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse facilities that cannot be raided, and too many tokens."""
        assert isinstance(order, Sabotage)
        may = {f.id: f for found in self._may(state, asked).values() for f in found}
        there: dict[str, int] = {}
        for facility, number in order.targets.items():
            if facility not in may or number < 1:
                names = [f"the {f.type} in {the(str(f.place))}" for f in may.values()]
                why = "what is named is no facility that can be raided"
                raise self._refusal("DX-SMP-138", why, either_of(names))
            place = str(may[facility].place)
            there[place] = there.get(place, 0) + number
        most, left = self._partisans.most, stock(state, self._partisans)[1]
        for place, number in there.items():
            if number > most:
                why = f"{number} tokens are too many for {the(place)}"
                raise self._refusal("DX-SMP-140", why, f"{most} at most")
        if sum(there.values()) > left:
            why = f"there are not {sum(there.values())} tokens"
            raise self._refusal("DX-SMP-146", why, f"{left} at most")

    def _refusal(self, rule: str, why: str, allowed: str) -> RuleViolation:
        return self.system.book.violation(rule, why, tried=self.kind, allowed=allowed)

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Spend the tokens, let the guards roll, then what is left of the partisans."""
        assert isinstance(order, Sabotage)
        state, struck = run.state, tuple(order.targets)
        places = tuple(dict.fromkeys(str(state.unit(i).place) for i in struck))
        words = list_of(
            f"{count_of(n, 'token')} at the {state.unit(i).type}" for i, n in order.targets.items()
        )
        run.emit(ev.Decided(asked.powers, self.kind, words or "no", asked.decision, struck, places))
        treasury, _ = stock(state, self._partisans)
        if struck:
            spent = sum(order.targets.values())
            resource = self._partisans.resource
            run.emit(ev.ResourceChanged(treasury, resource, -spent, self.kind))
        for place in places:
            here = {i: n for i, n in order.targets.items() if state.unit(i).place == place}
            raid(self.system, run, self._partisans, asked.powers[0], place, here)


def raid(
    system: System,
    run: Run,
    partisans: Partisans,
    power: str,
    place: str,
    tokens: Mapping[int, int],
) -> None:
    """Resolve the raids in one territory.

    Elite infantry roll at all tokens there, each facility's guard at those that go for it. Tokens
    are stopped at the facility that most of them go for.
    """
    left = dict(tokens)
    holder = run.state.control.get(place) or power
    hunters = guards(system, run.state, place)
    for owner in dict.fromkeys(u.owner for u in hunters):
        units = [u.type for u in hunters if u.owner == owner]
        for _ in range(_roll(system, run, owner, units, partisans.elite, f"partisans in {place}")):
            if target := max(left, key=lambda i: left[i], default=None):
                left[target] -= 1
                left = {i: n for i, n in left.items() if n}
    for facility in list(left):
        kind = run.state.unit(facility).type
        stopped = _roll(system, run, holder, [kind], partisans.guard, f"partisans at the {kind}")
        left[facility] -= stopped
    for facility, number in left.items():
        if number:
            _sabotage(system, run, partisans, power, facility, number)


def _roll(system: System, run: Run, power: str, kinds: list[str], value: int, against: str) -> int:
    """Roll a die for each guard; return the tokens stopped."""
    sides = system.catalog.dice_sides
    faces = run.dice.roll(len(kinds), sides=sides)
    dice = tuple(
        Die(face, value, "hit" if face <= value else "miss", kind)
        for face, kind in zip(faces, kinds, strict=True)
    )
    hits = sum(die.result == "hit" for die in dice)
    said = f"{hits or 'none'} of the {against} stopped"
    run.emit(
        ev.Rolled(
            "other", power, dice, sides, hits=hits, expected=len(kinds) * value / sides,
            outcome=said,
        )
    )  # fmt: skip
    return hits


def _sabotage(
    system: System, run: Run, partisans: Partisans, power: str, facility: int, number: int
) -> None:
    """Roll the tokens that came through to a facility, and mark the damage."""
    sides, value = system.catalog.dice_sides, partisans.hits_on
    unit = run.state.unit(facility)
    dice = tuple(
        Die(face, value, "hit" if face <= value else "miss")
        for face in run.dice.roll(number, sides=sides)
    )
    hits = sum(die.result == "hit" for die in dice)
    most = most_damage(system, run.state, unit)
    damage = min(unit.damage + hits * partisans.damage, most)
    said = f"{count_of(hits * partisans.damage, 'point')} at the {unit.type} in {unit.place}"
    run.emit(
        ev.Rolled(
            "other", power, dice, sides, hits=hits, expected=number * value / sides, outcome=said
        )
    )
    if damage != unit.damage:
        run.emit(ev.UnitsConverted((facility,), "sabotage", damage=damage))


class PartisanRaids(Mission):
    """The nations of a side raid what was theirs, out of one stock of tokens."""

    name = NAME
    kinds = (PartisanQuestion,)

    def _asks(self, state: State) -> Iterator[Asked]:
        for partisans in missions(self.system).partisans:
            if not stock(state, partisans)[1]:
                continue
            for power in self.system.players_of(partisans.side):
                if facilities(Situation(self.system, state, power), partisans):
                    name = f"{state.turn}: {PartisanQuestion.kind}, {power}"
                    yield Asked(name, (power,), PartisanQuestion.kind, (), partisans.rule)

    def applies(self, state: State) -> bool:
        """Whether there is a facility to raid, and a token to do it."""
        return any(self._asks(state))

    def enter(self, run: Run) -> None:
        """Ask each nation."""
        run.emit_all(list(self._asks(run.state)))
        self.go_on(run)
