"""Kamikaze strikes: before an enemy's battles, a power's tokens strike at ships in marked zones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from a4a.core import events as ev
from a4a.core.english import either_of, places_of, the
from a4a.core.events import Asked, Participant
from a4a.core.names import one
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import count_of, list_of
from a4a.rules.areas import data, force
from a4a.rules.areas.combat import battle as b
from a4a.rules.areas.combat import opening
from a4a.rules.areas.orders import Kamikaze
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.money import treasury_with
from a4a.rules.order import Order
from a4a.rules.question import Question
from a4a.rules.run import Run


class Strikes(data.Entry, frozen=True, kw_only=True):
    """A power's kamikaze strikes.

    Parameters
    ----------
    power
        Who strikes.
    resource
        The resource of its treasury that each strike uses up.
    zones
        Key of the value that marks the sea zones where it may strike.
    targets
        Ability of the unit types that may be struck.
    hits_on
        A strike hits on this or less.
    """

    power: str
    resource: str
    zones: str
    targets: str
    hits_on: int


class _Kamikazes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kamikazes: tuple[Strikes, ...] = ()


@lru_cache(maxsize=16)
def kamikazes(system: System) -> tuple[Strikes, ...]:
    """Return the kamikaze strikes of a system; games without them have none."""
    return data.in_play(system, data.read(system, "kamikaze", _Kamikazes).kamikazes)


def attacked_zones(here: Situation, strikes: Strikes) -> list[str]:
    """Return the zones where strikes may be made now (R-143).

    In them the active power attacks units of the striking power, or has units waiting to come
    ashore.
    """
    state = here.state
    sea = here.system.graph.is_sea
    marked = [zone for zone in sea if sea[zone] and state.value(zone, strikes.zones)]
    landing = {zone for zones in opening.assaults(here).values() for zone in zones}
    return [
        zone
        for zone in marked
        if zone in landing
        or (
            here.own_in(zone)
            and opening.is_fought_over(here, zone)
            and any(unit.owner == strikes.power for unit in state.at(zone))
        )
    ]


def may_strike(here: Situation, strikes: Strikes) -> list[Unit]:
    """Return the ships of the active power that may be struck now."""
    if strikes.power not in here.enemies or _tokens(here.state, strikes) <= 0:
        return []
    able = here.system.able(strikes.targets)
    return [
        unit
        for zone in attacked_zones(here, strikes)
        for unit in here.own_in(zone)
        if unit.type in able
    ]


def _tokens(state: State, strikes: Strikes) -> int:
    return state.money(treasury_with(state, strikes.power, strikes.resource), strikes.resource)


def ask(system: System, run: Run) -> None:
    """Ask the powers that may strike, once all scrambled aircraft are in the air."""
    if not kamikazes(system):
        return
    for power in run.state.active:
        here, turn = Situation(system, run.state, power), force.about(run.state, power)
        for strikes in kamikazes(system):
            if may_strike(here, strikes):
                text = f"{turn}: {KamikazeQuestion.kind}, {strikes.power}"
                run.emit(Asked(text, (strikes.power,), KamikazeQuestion.kind, (), strikes.rule))


class KamikazeQuestion(Question[System]):
    """Which ships are struck, and how often."""

    kind = "kamikaze"
    order = "Kamikaze"

    def _strikes(self, asked: Asked) -> Strikes:
        return next(k for k in kamikazes(self.system) if k.power in asked.powers)

    def _may(self, state: State, asked: Asked) -> list[Unit]:
        here = Situation(self.system, state, force.whose(state, asked.decision))
        return may_strike(here, self._strikes(asked))

    def moot(self, state: State, asked: Asked) -> bool:
        """Whether no ship is left to strike."""
        return not self._may(state, asked)

    def decision(self, state: State, asked: Asked) -> Decision:
        """Return what is asked: strikes at these ships, or none."""
        may = self._may(state, asked)
        zones = tuple(dict.fromkeys(str(unit.place) for unit in may))
        tokens = _tokens(state, self._strikes(asked))
        return Decision(
            kind=self.kind,
            powers=asked.powers,
            orders=(self.order,),
            rule=asked.rule,
            text=f"make up to {count_of(tokens, 'kamikaze strike')} in {places_of(zones)}, or none",
            units=tuple(unit.id for unit in may),
            spaces=zones,
            most=tokens,
        )

    def verify(self, state: State, asked: Asked, order: Order) -> None:
        """Refuse targets that may not be struck, and more strikes than there are tokens."""
        assert isinstance(order, Kamikaze)
        may = {unit.id: unit for unit in self._may(state, asked)}
        tokens = _tokens(state, self._strikes(asked))
        names = dict.fromkeys(f"the {unit.type} in {the(str(unit.place))}" for unit in may.values())
        for ship, number in order.targets.items():
            if ship not in may:
                why = self._reason(state, asked, state.units.get(ship))
                raise self.system.book.violation(
                    asked.rule, why, tried="kamikaze", allowed=f"strike {either_of(names)}"
                )
            if number < 1:
                raise self.system.book.violation(
                    asked.rule, f"{number} is no number of strikes", tried="kamikaze",
                    allowed="1" if tokens == 1 else f"1 to {tokens}",
                )  # fmt: skip
        wanted = sum(order.targets.values())
        if wanted > tokens:
            raise self.system.book.violation(
                asked.rule,
                f"{count_of(wanted, 'strike')} with {count_of(tokens, 'token')} left",
                tried="kamikaze",
                allowed="1" if tokens == 1 else f"{tokens} or fewer",
            )

    def _reason(self, state: State, asked: Asked, unit: Unit | None) -> str:
        strikes = self._strikes(asked)
        who = self.system.called(strikes.power)
        if unit is None:
            return "no such unit is in the game"
        if unit.owner != force.whose(state, asked.decision):
            return f"the {unit.type} is not the attacker's"
        if unit.type not in self.system.able(strikes.targets):
            return f"{one(unit.type)} is no {strikes.targets}"
        if not isinstance(unit.place, str) or not state.value(unit.place, strikes.zones):
            return f"the {unit.type} is in no kamikaze zone"
        return f"the attacker neither fights {who} in {the(str(unit.place))} nor lands from there"

    def answer(self, run: Run, asked: Asked, order: Order) -> None:
        """Announce the strikes, pay for them, then roll them ship by ship (R-145)."""
        assert isinstance(order, Kamikaze)
        strikes = self._strikes(asked)
        units = run.state.units
        resource = strikes.resource
        treasury = treasury_with(run.state, strikes.power, resource)
        for zone in announce(
            run, asked, order.targets, treasury=treasury, resource=resource, called="strike"
        ):
            here = {i: n for i, n in order.targets.items() if units[i].place == zone}
            _strike(self.system, run, strikes, zone, here)


def announce(
    run: Run,
    asked: Asked,
    targets: Mapping[int, int],
    *,
    treasury: str,
    resource: str,
    called: str,
) -> tuple[str, ...]:
    """Tell which ships are struck, and pay for it; return the zones they are in.

    Parameters
    ----------
    run
        The turn.
    asked
        The question that is answered.
    targets
        How many are sent at each ship, by its id.
    treasury, resource
        Where the tokens are kept, and as what.
    called
        What one is called in the log.
    """
    units = run.state.units
    zones = tuple(dict.fromkeys(str(units[ship].place) for ship in targets))
    words = list_of(f"{count_of(n, called)} at the {units[i].type}" for i, n in targets.items())
    ships = tuple(targets)
    run.emit(ev.Decided(asked.powers, asked.kind, words or "no", asked.decision, ships, zones))
    if ships:
        run.emit(ev.ResourceChanged(treasury, resource, -sum(targets.values()), asked.kind))
    return zones


def _strike(
    system: System, run: Run, strikes: Strikes, zone: str, targets: Mapping[int, int]
) -> None:
    """Roll the strikes in a zone and remove the ships sunk at once.

    It is a battle in which every surface warship of the attacker there takes part, so none
    of them may bombard afterwards (R-146).
    """
    power = run.state.unit(next(iter(targets))).owner
    fleet = tuple(
        unit.id
        for unit in run.state.at(zone)
        if unit.owner == power and unit.type in system.able(strikes.targets)
    )
    battle = f"{force.about(run.state, power)} {zone} {KamikazeQuestion.kind}"
    parts = (Participant("attacker", power, fleet, zone),)
    run.emit(ev.BattleOpened(battle, zone, "kamikaze", parts))
    hits = {ship: _roll(system, run, strikes, battle, ship, n) for ship, n in targets.items()}
    sunk: list[int] = []
    for ship, number in hits.items():
        unit = run.state.units[ship]
        damage = unit.damage + number
        if damage >= system.types[unit.type].hits:
            sunk.append(ship)
        elif number:
            run.emit(ev.UnitsConverted((ship,), "hit", damage=damage, battle=battle))
    b.remove(run, sunk, battle)
    if any(hits.values()):
        run.emit(ev.BattleClosed(battle, "defender wins", "defender"))
    else:
        run.emit(ev.BattleClosed(battle, "no effect", "nobody"))


def _roll(system: System, run: Run, strikes: Strikes, battle: str, ship: int, number: int) -> int:
    """Roll the strikes at one ship, a die each; return the hits."""
    sides = system.catalog.dice_sides
    dice = tuple(
        ev.Die(face, strikes.hits_on, "hit" if face <= strikes.hits_on else "miss")
        for face in run.dice.roll(number, sides=sides)
    )
    hits = sum(die.result == "hit" for die in dice)
    run.emit(
        ev.Rolled(
            "kamikaze", strikes.power, dice, sides, hits=hits,
            expected=number * min(strikes.hits_on, sides) / sides, battle=battle,
            role="defender", against=run.state.units[ship].type,
        )
    )  # fmt: skip
    return hits
