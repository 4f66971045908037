"""Bombing raids of a game that its record describes, as TripleA flies them.

An air battle of one round, if the option is on; antiaircraft fire, by the target's own guns or
else by all guns of the territory; bombs, whose damage options limit: of each bomber, of a turn, and
by what the target can take (R-708).
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from a4a.core.errors import BattleError
from a4a.core.fighting import Flak, Target
from a4a.core.names import one
from a4a.core.words import list_of
from a4a.odds.battle import Group, Kind, Side, Weapon
from a4a.odds.dice import BattleDice
from a4a.odds.raid import MOST_ROOM, Load, Raid
from a4a.rules.areas.technology import changed
from a4a.rules.fight import Army, Band, Fight
from a4a.rules.systems.by_numbers.game import NumbersGame
from a4a.rules.systems.by_numbers.units import PLAIN, UNLIMITED

TO_UNITS: Final = "Damage From Bombing Done To Units Instead Of Territories"
_AIR_BATTLES: Final = "Raids May Be Preceeded By Air Battles"
_OWN_DICE: Final = "Use Bombing Max Dice Sides And Bonus"
_LOW_LUCK_FLAK: Final = "Low Luck for AntiAircraft"
_LOW_LUCK_BOMBS: Final = "Low Luck for Bombing and Territory Damage"
_EACH_BOMBER: Final = ("WW2V2", "Limit SBR Damage To Factory Production")
_EACH_TURN: Final = ("Territory Turn Limit", "Limit SBR Damage Per Turn")
_LUCKY_FACES: Final = 5  # smaller dice stay as they are under low luck


def raid(game: NumbersGame, fight: Fight, target: str, damage: int) -> Raid:
    """Return what a raid means for the odds.

    Parameters
    ----------
    game
        The game.
    fight
        Bombers and escorts against interceptors, and the guns of the territory. Where no space is
        told, nothing that spaces limit is limited, and the raid says so.
    target
        The unit type that is bombed.
    damage
        The damage that it has already.

    Raises
    ------
    BattleError
        If units cannot be in this raid, or something about it is not understood: it says what.
    """
    here = _Raid(game, fight, target)
    return here.made(damage)


class _Raid:
    """A raid, as it is made."""

    def __init__(self, game: NumbersGame, fight: Fight, target: str) -> None:
        self._game, self._fight, self._target = game, fight, target
        self._how = game.fighting.units
        found = {name for name, how in self._how.items() if how.target is not None}
        if target not in found:
            raise BattleError(f"raids bomb {list_of(sorted(found)) or 'nothing'}, not {target!r}")

    def made(self, damage: int) -> Raid:
        """Return it."""
        there = [(army, band) for army in self._fight.defenders for band in army.bands]
        guns = [(army, band) for army, band in there if self._guards(band)]
        rising = [(army, band) for army, band in there if not self._guards(band)]
        self._verify(rising)
        if self._how[self._target].guards is not None:
            for _, gun in guns:
                if self._how[gun.unit].target is not None:
                    raise BattleError(f"{gun.unit}: the guns of the {self._target} fire, not its")
        loads = {b.unit: self._load(b.unit) for b in self._fight.attacker.bands if self._bombs(b)}
        room, unsaid = self._room(damage, loads)
        value, shots = self._fire(guns)
        attacker = self._side(self._fight.attacker, self._fight.attacker.bands, "air attack")
        who = rising[0][0] if rising else Army(())
        low = bool(self._game.options.get("low luck"))
        if self._game.told.get(_LOW_LUCK_FLAK) and not low:
            if rising:
                raise BattleError("these odds are not known: low luck for antiaircraft fire alone")
            low = True
        return Raid(
            attacker,
            self._side(who, [band for _, band in rising], "air defense"),
            antiaircraft=value,
            room=room,
            dice=BattleDice(
                faces=self._game.catalog.dice_sides, luck="low luck" if low else "standard"
            ),
            shots=None if shots >= UNLIMITED else shots,
            loads=MappingProxyType(loads),
            unsaid=unsaid,
        )

    # --- who takes part -------------------------------------------------------------------------

    def _guards(self, band: Band) -> bool:
        return self._how.get(band.unit, PLAIN).guards is not None

    def _bombs(self, band: Band) -> bool:
        bombs = self._how.get(band.unit, PLAIN).bombs
        return bombs is not None and (not bombs.at or self._target in bombs.at)

    def _verify(self, rising: list[tuple[Army, Band]]) -> None:
        """Refuse who cannot take part, and what is not understood."""
        fight, told = self._fight, self._game.told
        if faults := [*dict.fromkeys(self._strange(rising))]:
            raise BattleError(f"these odds are not known: {'; '.join(faults[:5])}")
        bombers = {name for name in self._how if self._bombs(Band(name, 1))}
        if not any(band.count and band.unit in bombers for band in fight.attacker.bands):
            raise BattleError(
                f"a raid on {one(self._target)} needs {' or '.join(sorted(bombers)) or 'bombers'}"
            )
        fought = bool(told.get(_AIR_BATTLES))
        escorts = {name for name, how in self._how.items() if how.escorts and fought}
        able = {name for name, how in self._how.items() if how.intercepts and fought}
        for band in fight.attacker.bands:
            if band.duty or band.damaged or band.unit not in bombers | escorts:
                raise BattleError(f"{band.unit} (attacker): it does not raid {one(self._target)}")
        for _, band in rising:
            if band.duty or band.damaged or band.unit not in able:
                why = "" if fought else ": no air battle comes before a raid in this game"
                raise BattleError(f"{band.unit} (defender): it does not intercept{why}")
        if len({army.power for army, _ in rising}) > 1:
            raise BattleError("interceptors of several powers: ask for one power at a time")

    def _strange(self, rising: list[tuple[Army, Band]]) -> Iterator[str]:
        told = self._how[self._target].target or Target()
        yield from (f"{self._target}: {why}" for why in told.strange)
        for band in self._fight.attacker.bands:
            how = self._how.get(band.unit, PLAIN)
            yield from (f"{band.unit}: {why}" for why in how.strange)
            if rising and not how.best and self._dice(band.unit) != 1:
                yield f"{band.unit}: it throws {self._dice(band.unit)} dice in an air battle"
        for _, band in rising:
            yield from (f"{band.unit}: {why}" for why in self._how.get(band.unit, PLAIN).strange)

    def _side(self, army: Army, bands: list[Band] | tuple[Band, ...], value: str) -> Side:
        groups = [
            Group(
                Kind(
                    band.unit,
                    value=changed(self._game, army.technologies, band.unit, value),
                    dice=self._dice(band.unit) if value == "air attack" else 1,
                    cost=self._game.catalog.price(band.unit, army.power) + band.cargo,
                    target="air",
                    weapons=MappingProxyType(
                        {"bombs": Weapon(0)} if value == "air attack" and self._bombs(band) else {}
                    ),
                ),
                band.count,
            )
            for band in bands
        ]
        order = sorted(groups, key=lambda group: group.kind.cost)
        return Side(tuple(groups), order=tuple(group.kind.name for group in order))

    # --- antiaircraft fire ----------------------------------------------------------------------

    def _fire(self, guns: list[tuple[Army, Band]]) -> tuple[int, int]:
        """Return what antiaircraft fire hits on, and its shots."""
        firing = guns
        if self._how[self._target].guards is not None:  # its own guns fire, and those beside it
            own = self._fight.defenders[0] if self._fight.defenders else Army(())
            firing = [(own, Band(self._target, 1)), *firing]
        hit = [b.unit for b in self._fight.attacker.bands if b.count and self._bombs(b)]
        found: dict[str, tuple[Flak, set[int], int]] = {}
        for army, band in firing:
            how = self._how[band.unit].guards
            if how is None or not band.count or not {*how.at} & {*hit}:
                continue
            value = changed(self._game, army.technologies, band.unit, "antiaircraft")
            shots = changed(self._game, army.technologies, band.unit, "shots")
            _, values, fired = found.get(how.group, (how, set(), 0))
            found[how.group] = how, {*values, value}, fired + shots * band.count
        if not found:
            return 0, 0
        (gun, values, shots), *others = found.values()
        missed = {*hit} - {*gun.at}
        if others or len(values) > 1 or missed:
            why = "guns of several kinds fire at the bombers"
            if missed:
                why = f"there are guns that do not fire at {list_of(sorted(missed))}"
            raise BattleError(f"these odds are not known: {why}")
        return max(values), shots

    # --- bombs ----------------------------------------------------------------------------------

    def _dice(self, unit: str) -> int:
        number = "dice" if self._how.get(unit, PLAIN).best else "rolls"
        return changed(self._game, self._fight.attacker.technologies, unit, number)

    def _load(self, unit: str) -> Load:
        """Return what a bomber drops."""
        told, how = self._game.told, self._how[unit]
        faces, plus = self._game.catalog.dice_sides, 0
        if told.get(_OWN_DICE) and how.bombs is not None:
            faces, plus = how.bombs.faces or faces, how.bombs.plus
        if told.get(_LOW_LUCK_BOMBS) and faces >= _LUCKY_FACES:
            faces = (faces + 1) // 3
            plus += faces
        return Load(
            faces,
            self._dice(unit),
            best=how.best,
            each=plus,
            once=changed(self._game, self._fight.attacker.technologies, unit, "damage"),
            most=self._value if any(map(told.get, _EACH_BOMBER)) else None,
        )

    @property
    def _value(self) -> int | None:
        """What the space is worth; None if no space is told."""
        space = self._fight.space
        return max(0, self._game.dataset.board.space(space).value) if space else None

    def _room(self, damage: int, loads: dict[str, Load]) -> tuple[int, str]:
        """Return the damage there is room for, and what could limit it besides."""
        told, space = self._game.told, self._fight.space
        counts = {band.unit: band.count for band in self._fight.attacker.bands}
        most = sum(
            counts[unit] * len(load.chances(BattleDice(self._game.catalog.dice_sides)))
            for unit, load in loads.items()
        )
        limits = [min(most, MOST_ROOM)]
        aim = self._how[self._target].target or Target()
        worth = self._value
        if told.get(TO_UNITS):
            if not aim.by_worth:
                limits.append(self._left(aim.most, damage))
            elif worth is not None:
                counted = self._game.fighting.worth.get(space, worth)
                limits.append(self._left(aim.most * counted, damage))
        if any(map(told.get, _EACH_TURN)) and worth is not None:
            limits.append(worth)
        limited = any(map(told.get, (*_EACH_BOMBER, *_EACH_TURN)))
        limited = limited or (bool(told.get(TO_UNITS)) and aim.by_worth)
        unsaid = "" if space or not limited else "what the territory is worth limits the damage"
        return min(limits), unsaid

    def _left(self, most: int, damage: int) -> int:
        if damage < 0:
            raise BattleError(f"{one(self._target)} that has taken {damage} damage: give 0 or more")
        return max(0, most - damage)
