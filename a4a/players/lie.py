"""The lie of the land as a player sees it: where enemies are, and the odds of attacks."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Final, NamedTuple

from a4a.core.errors import BattleError
from a4a.core.fronts import hostile
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.fight import Engagement, Fight
from a4a.rules.ruleset import Ruleset

_GAMES: Final = 2_000
"""How often a battle is played that is too large for exact odds."""
FAR: Final = 99
"""The distance of what no way leads to."""
_CAPITAL: Final = 20
"""What a capital is worth beside its production."""


class Odds(NamedTuple):
    """What an attack promises.

    Parameters
    ----------
    chance
        How likely it succeeds.
    swing
        What the defenders lose on average, less what the attackers do.
    decides
        Whether it is fought to the end; if not, it may be worth it without success.
    """

    chance: float
    swing: float
    decides: bool = True


class Lie:
    """How things stand for a power in a state, in what every game has: borders, control, worth.

    Parameters
    ----------
    rules
        The rules.
    state
        The state.
    power
        The power.
    """

    def __init__(self, rules: Ruleset, state: State, power: str) -> None:
        self._rules = rules
        self.state = state
        self.power = power
        self._enemies = frozenset(
            other.name for other in state.catalog.powers if hostile(state, power, other.name)
        )
        self._catalog = state.catalog

    # --- where the enemy is ---------------------------------------------------------------------

    @cached_property
    def hostile(self) -> frozenset[str]:
        """Spaces that enemies hold or stand in."""
        state = self.state
        held = {space for space, power in state.control.items() if power in self._enemies}
        return frozenset(held | set(self._there))

    @cached_property
    def _there(self) -> Mapping[str, list[Unit]]:
        """Units of enemies by space."""
        found: dict[str, list[Unit]] = {}
        for unit in self.state.units.values():
            if unit.owner in self._enemies and isinstance(unit.place, str):
                found.setdefault(unit.place, []).append(unit)
        return found

    @cached_property
    def _on_foot(self) -> Mapping[str, list[str]]:
        board = self.state.board
        ways: dict[str, list[str]] = {}
        for border in board.borders:
            if board.on_foot(border):
                ways.setdefault(border.a, []).append(border.b)
                ways.setdefault(border.b, []).append(border.a)
        return ways

    @cached_property
    def _by_ship(self) -> Mapping[str, list[str]]:
        board = self.state.board
        ways: dict[str, list[str]] = {}
        for border in board.borders:
            if board.by_ship(border):
                ways.setdefault(border.a, []).append(border.b)
                ways.setdefault(border.b, []).append(border.a)
        return ways

    @cached_property
    def _distances(self) -> Mapping[str, int]:
        seas = self.state.board.seas
        return self._spread((s for s in self.hostile if s not in seas), self._on_foot)

    @cached_property
    def _sailed(self) -> Mapping[str, int]:
        held = (s for s, power in self.state.control.items() if power in self._enemies)
        shores = (s for s in held if self.value(s) and s not in self.state.board.seas)
        return self._spread({zone for s in shores for zone in self.coast(s)}, self._by_ship)

    def _spread(self, begun: Iterable[str], ways: Mapping[str, Sequence[str]]) -> Mapping[str, int]:
        """How many borders each space is from the next of some."""
        found = dict.fromkeys(begun, 0)
        layer = list(found)
        while layer:
            following = []
            for here in layer:
                for there in ways.get(here, ()):
                    if there not in found and not self.state.board.space(there).impassable:
                        found[there] = found[here] + 1
                        following.append(there)
            layer = following
        return found

    def coast(self, space: str) -> tuple[str, ...]:
        """The sea zones beside land, or the land beside a sea zone."""
        board = self.state.board
        at_sea = space in board.seas
        return tuple(s for s in board.neighbours(space) if (s in board.seas) != at_sea)

    def distance(self, space: str) -> int:
        """How many borders lie between a space and the next that enemies hold, on foot."""
        return self._distances.get(space, FAR)

    def voyage(self, zone: str) -> int:
        """How many borders lie between a sea zone and the next off land that enemies hold."""
        return self._sailed.get(zone, FAR)

    def front(self) -> float:
        """What part of the worth of the power's land borders on that of enemies."""
        held = [space for space, power in self.state.control.items() if power == self.power]
        exposed = sum(self.value(space) for space in held if self.distance(space) <= 1)
        return exposed / (sum(map(self.value, held)) or 1)

    # --- what is where --------------------------------------------------------------------------

    def value(self, space: str) -> float:
        """What it is worth to hold a space."""
        there = self.state.board.space(space)
        return there.value + _CAPITAL * len(there.capital_of)

    def strength(self, units: Iterable[Unit]) -> int:
        """What fighting units are worth."""
        catalog = self._catalog
        return sum(
            catalog.worth(unit)
            for unit in units
            if catalog.unit_type(unit.type).category in ("land", "sea", "air")
        )

    def guard(self, space: str) -> int:
        """The strength of one's own side in a space."""
        units = (u for u in self.state.at(space) if u.owner not in self._enemies)
        return self.strength(units)

    def danger(self, space: str) -> float:
        """How much more strength enemies have near a space than one's own side has in it."""
        near, spaces = {space}, [space]
        for _ in range(2):
            spaces = [there for here in spaces for there in self._on_foot.get(here, ())]
            near.update(spaces)
        return sum(self.strength(self._there.get(s, ())) for s in near) - self.guard(space)

    # --- attacks --------------------------------------------------------------------------------

    def engagement(self, space: str) -> Engagement | None:
        """Who could fight for a space; None if nobody can, or the rules tell no odds."""
        try:
            return self._rules.battles.engagement(self.state, space, self.power)
        except BattleError:
            return None

    def odds(self, found: Engagement, units: Collection[int] | None = None) -> Odds:
        """Return what an attack promises, with some of the units that can come, or with all."""
        fight = found.fight if units is None else _with(found, units)
        land = self._catalog.unit_type
        takes = any(land(band.unit).category == "land" for band in fight.attacker.bands)
        if not fight.attacker.bands:
            return Odds(0.0, 0.0)
        if not any(army.bands for army in fight.defenders) and fight.garrison is None:
            return Odds(float(takes), 0.0)
        try:
            ends = self._rules.battles.fight(fight).judge(_GAMES)
        except BattleError:
            return Odds(0.0, 0.0)
        on_land = fight.kind in ("land", "amphibious")
        chance = ends.chance(holds="attacker") if on_land else ends.attacker_wins
        return Odds(chance, ends.expected_swing, ends.to_the_end)


def _with(found: Engagement, units: Collection[int]) -> Fight:
    """The fight if only some units come."""
    bands = []
    for reacher in found.reachers:
        count = sum(1 for unit in reacher.ids if unit in units)
        if count:
            damaged = min(count, reacher.band.damaged)
            bands.append(replace(reacher.band, count=count, damaged=damaged))
    return replace(found.fight, attacker=replace(found.fight.attacker, bands=tuple(bands)))
