"""What is told of the battles of a game that its record describes, and what is not understood."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from a4a.core.errors import BattleError
from a4a.core.fighting import Aid
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import list_of
from a4a.odds.battle import Battle, Kind, Side
from a4a.odds.raid import Raid
from a4a.odds.steps import Role
from a4a.rules.areas.odds.battles import AreasBattles
from a4a.rules.areas.technology import changed
from a4a.rules.fight import Army, Band, Engagement, Fight
from a4a.rules.systems.by_numbers.combat import ROLES
from a4a.rules.systems.by_numbers.game import NumbersGame, doubled
from a4a.rules.systems.by_numbers.ground import placed
from a4a.rules.systems.by_numbers.raids import TO_UNITS, raid
from a4a.rules.systems.by_numbers.units import PLAIN, UNLIMITED, help_of

_LOW_LUCK_FLAK: Final = "Low Luck for AntiAircraft"


class NumbersBattles(AreasBattles):
    """The battles of a game of which a record says how its units fight.

    Parameters
    ----------
    game
        The game.
    """

    def __init__(self, game: NumbersGame) -> None:
        super().__init__(game)
        self._game = game

    def fight(self, fight: Fight) -> Battle:
        """Return what a fight means for the odds.

        Raises
        ------
        BattleError
            If units cannot be in it, or something about them is not understood: it says what.
        """
        if faults := list(dict.fromkeys(self._strange(fight))):
            raise BattleError(f"these odds are not known: {'; '.join(faults[:5])}")
        made = super().fight(replace(self._known(fight), ground=()))
        if fight.kind == "sea":  # who can hit nobody there is fired at as long as he can be hit
            made = replace(made, sequence=replace(made.sequence, ends="both are helpless"))
        made = replace(
            made,
            attacker=placed(self._game, made.attacker, "attacker", fight.ground),
            defender=placed(self._game, made.defender, "defender", fight.ground),
        )
        return replace(
            made,
            attacker=_raised(_bounded(made, "attacker")),
            defender=_raised(_bounded(made, "defender")),
        )

    @property
    def terrain(self) -> tuple[str, ...]:
        """The kinds of ground on which units fight otherwise."""
        return tuple(self._game.fighting.ground)

    def ground(self, space: str) -> tuple[str, ...]:
        """Return the kinds of ground of a space."""
        return self._game.fighting.grounds.get(space, ())

    def engagement(self, state: State, space: str, attacker: str) -> Engagement:
        """Return who could fight for a space if a power attacked it, and on what ground."""
        found = super().engagement(state, space, attacker)
        defenders = found.fight.defenders
        if found.fight.kind == "sea":  # bases in a sea zone do not fight
            defenders = tuple(
                replace(army, bands=tuple(filter(self._fights, army.bands))) for army in defenders
            )
            if not any(army.bands for army in defenders):
                raise BattleError(f"nobody fights for {space}")
        fight = replace(found.fight, defenders=defenders, ground=self.ground(space))
        return replace(found, fight=fight)

    def _fights(self, band: Band) -> bool:
        return self._game.types[band.unit].category != "facility"

    def _known(self, fight: Fight) -> Fight:
        """Return a fight without the technologies that make no difference to it."""
        known = frozenset(self.technologies())

        def army(given: Army) -> Army:
            told = tuple(name for name in given.technologies if name in known)
            return replace(given, technologies=told)

        return replace(
            fight, attacker=army(fight.attacker), defenders=tuple(map(army, fight.defenders))
        )

    def works(self, state: State, battle: str) -> Mapping[str, tuple[Band, ...]]:
        """Return the guns that fire in a battle that is open though they are no target, by power.

        Where nobody defends there is no battle for them.
        """
        parts = state.battles[battle].participants
        defended = any(part.role == "defender" and part.units for part in parts)
        found = super().works(state, battle) if defended else {}
        hostile = {part.power for part in parts if part.role == "attacker"}
        sides = {self._game.catalog.side_of(power) for power in hostile} - {""}
        return {
            power: bands
            for power, bands in found.items()
            if power not in hostile and self._game.catalog.side_of(power) not in sides
        }

    @property
    def raids_take_money(self) -> bool:
        """Whether the option is off that raids damage units."""
        return not self._game.told.get(TO_UNITS)

    def raid(self, fight: Fight, target: str, damage: int) -> Raid:
        """Return what a bombing raid means for the odds.

        Raises
        ------
        BattleError
            If units cannot be in it, or something about it is not understood: it says what.
        """
        known = self._known(fight)
        return raid(self._game, known, target, damage)

    def recorded(self, state: State, battle: str) -> Fight | None:
        """Return a raid that is open, with the guns of the space; other battles tell enough."""
        here = state.battles[battle]
        if here.kind != "bombing raid":
            return None
        armies: dict[Role, dict[str, list[Unit]]] = {"attacker": {}, "defender": {}}
        holder = state.control.get(here.space) or ""
        armies["defender"][holder] = []
        for part in here.participants:
            there = [state.units[i] for i in part.units if i in state.units]
            if there:
                armies[part.role].setdefault(part.power, []).extend(there)
        attacker = next(iter(armies["attacker"]), "")
        sides = {self._game.catalog.side_of(attacker)} - {""}
        placed = [(u, self._game.fighting.units.get(u.type, PLAIN)) for u in state.at(here.space)]
        guarded = all(how.guards is not None for _, how in placed if how.target is not None)
        for unit, how in placed:
            if how.guards is None or (guarded and how.target is not None):
                continue  # a target that is bombed fires its own guns
            if unit.owner != attacker and self._game.catalog.side_of(unit.owner) not in sides:
                armies["defender"].setdefault(unit.owner, []).append(unit)
        return Fight(
            "raid",
            _army(state, attacker, armies["attacker"].get(attacker, [])),
            tuple(_army(state, power, units) for power, units in armies["defender"].items()),
            space=here.space,
        )

    # --- what is not understood -----------------------------------------------------------------

    def _strange(self, fight: Fight) -> Iterator[str]:
        fighting, low_luck = self._game.fighting, self._game.options.get("low luck")
        yield from fighting.strange
        for role, army in _armies(fight):
            there = [band for band in army.bands if band.count]
            for band in there:
                how = fighting.units.get(band.unit, PLAIN)
                yield from (f"{band.unit}: {why}" for why in how.strange)
                if how.flak is not None and self._game.told.get(_LOW_LUCK_FLAK) and not low_luck:
                    yield f"{band.unit}: low luck for antiaircraft fire alone"
                for (unit, number), names in doubled(fighting).items():
                    if unit == band.unit and len({*names} & {*army.technologies}) > 1:
                        yield f"{unit}: {list_of(names)} raise its {number}"
            yield from self._odd_aids(role, army)

    def _odd_aids(self, role: Role, army: Army) -> Iterator[str]:
        """Yield help between units of an army that the odds cannot tell."""
        there = {band.unit for band in army.bands if band.count}
        aids = [
            (i, aid)
            for i, aid in enumerate(self._game.fighting.aids)
            if (aid.attack if role == "attacker" else aid.defense)
            and aid.by in there
            and not there.isdisjoint(aid.to)
        ]
        for i, aid in aids:
            who = f"{aid.by} helping {list_of(sorted(there & {*aid.to}))}"
            yield from (f"{who}: {why}" for why in aid.strange)
            if army.power and army.power not in aid.powers:
                yield f"{who}: not those of {army.power}"
            if aid.by in aid.to and aid.plus:
                yield f"{who}: they help their like"
            number = changed(self._game, army.technologies, aid.by, help_of(i))
            if number > 1 and len({self._value(unit, role) for unit in there & {*aid.to}}) > 1:
                yield f"{who}: each helps {number} units of different values"
        for k, (_, one) in enumerate(aids):
            for _, other in aids[k + 1 :]:
                yield from together(one, other, there)

    def _value(self, unit: str, role: Role) -> int:
        kind = self._game.types[unit]
        return kind.attack if role == "attacker" else kind.defense


def together(one: Aid, other: Aid, there: set[str]) -> Iterator[str]:
    """Yield what of two kinds of help at the same time is not understood."""
    both = sorted(there & {*one.to} & {*other.to})
    if both and one.sort != other.sort:
        yield f"{list_of(both)}: helped by both {one.by} and {other.by}"
    if one.by == other.by and {*one.to} & there != {*other.to} & there:
        yield f"{one.by}: it helps {list_of(sorted(there & {*one.to, *other.to}))} at once"


def _army(state: State, power: str, units: list[Unit]) -> Army:
    types = Counter(unit.type for unit in units)
    return Army(
        tuple(Band(name, count) for name, count in types.items()),
        power,
        state.technologies(power) if power else (),
    )


def _armies(fight: Fight) -> Iterator[tuple[Role, Army]]:
    yield "attacker", fight.attacker
    for army in fight.defenders:
        yield "defender", army


def _bounded(battle: Battle, role: Role) -> Side:
    """Return a side whose guns fire no more often than there are targets."""
    own = battle.side(role)
    enemy = battle.side(ROLES[1 - ROLES.index(role)])
    most = max(1, sum(group.count for group in enemy.groups if group.kind.hits))

    def kind(of: Kind) -> Kind:
        if not any(weapon.shots == UNLIMITED for weapon in of.weapons.values()):
            return of
        weapons = {
            name: weapon._replace(shots=most) if weapon.shots == UNLIMITED else weapon
            for name, weapon in of.weapons.items()
        }
        return replace(of, weapons=MappingProxyType(weapons))

    groups = (replace(group, kind=kind(group.kind)) for group in own.groups)
    return replace(own, groups=tuple(groups))


def _raised(side: Side) -> Side:
    """Return a side in which units without a value of their own hit where others help them."""

    def kind(of: Kind) -> Kind:
        helped = not of.value and any(
            of.is_a(support.to) and support.value > 0 for support in side.supports
        )
        return replace(of, tags=of.tags | {"raised"}) if helped else of

    groups = tuple(replace(group, kind=kind(group.kind)) for group in side.groups)
    return replace(side, groups=groups)
