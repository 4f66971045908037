"""The catalog of a system: its powers, treasuries and unit types with their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Literal

import msgspec

from a4a.core.counters import Counter, Face
from a4a.core.english import the
from a4a.core.errors import DatasetError
from a4a.core.fighting import Fighting
from a4a.core.names import NameIndex
from a4a.core.numbers import Printed
from a4a.core.units import Holding, Unit

PURCHASED = "purchased"
"""The holding of units that were bought and not yet placed; further treasuries add their names."""
QUEUE = "build queue"
"""The holding of units that are paid in instalments; further treasuries add their names."""

Category = Literal["land", "sea", "air", "facility", "other"]


class Power(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """A nation that owns units and spaces; neutrals are powers that take no turn.

    Parameters
    ----------
    name
        The name as the rulebook prints it.
    adjective
        "German", for sentences; "" to use the name.
    called
        What it is called within a sentence, "the United States"; "" to use the name.
    side
        The side it fights for ("Axis", "Allies"), or "" for a neutral.
    playable
        Whether it takes turns.
    treasuries
        Names of its treasuries, the main one first; a power may have two or none.
    colour
        Display colour ``#rrggbb``, or "" to let the palette choose.
    aliases
        Names of the same power in other programs.
    """

    name: str
    adjective: str = ""
    called: str = ""
    side: str = ""
    playable: bool = True
    treasuries: tuple[str, ...] = ()
    colour: str = ""
    aliases: tuple[str, ...] = ()


class UnitType(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True
):
    """A kind of unit and its printed numbers.

    Parameters
    ----------
    name
        The name as the rulebook prints it.
    category
        ``land``, ``sea``, ``air``, ``facility`` (bases, factories, forts that stand), ``other``.
    attack, defense
        Combat values: hit on a roll of this or less, or combat factors on a chart.
    move
        Movement allowance in spaces or movement points.
    cost
        Price, and value in TUV, in the system's currency.
    costs
        Prices for powers that pay a different one.
    upgrade, upgrades
        Price of a lost step, and prices for powers that pay another; 0 if it cannot be bought.
    hits
        Hits it takes to destroy it (a two-step counter: 2).
    dice
        Dice rolled in attack.
    transport_cost, transport_capacity
        Room it takes on a transport; room it has. 0: cannot be carried; carries nothing.
    carrier_cost, carrier_capacity
        The same for aircraft and carriers.
    bombard
        Value in shore bombardment; 0 if it has none.
    symbol
        The map symbol it is drawn with (``"infantry"``, ``"armour"`` ...), or "" for its name.
    abilities
        Special rules by name (``"blitz"``, ``"submerge"``, ``"aa"`` ...).
    numbers
        Further numbers that only this system has, by their printed name.
    aliases
        Names of the same type in other programs.
    """

    name: str
    category: Category
    attack: Printed = 0
    defense: Printed = 0
    move: Printed = 0
    cost: Printed = 0
    costs: dict[str, Printed] = {}
    upgrade: Printed = 0
    upgrades: dict[str, Printed] = {}
    hits: Printed = 1
    dice: Printed = 1
    transport_cost: Printed = 0
    transport_capacity: Printed = 0
    carrier_cost: Printed = 0
    carrier_capacity: Printed = 0
    bombard: Printed = 0
    symbol: str = ""
    abilities: tuple[str, ...] = ()
    numbers: dict[str, float] = {}
    aliases: tuple[str, ...] = ()


class Catalog(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    dict=True,
    kw_only=True,
):
    """The powers and unit types of one game system.

    Parameters
    ----------
    system
        Name of the system: ``"global1940"``.
    dice_sides
        Faces of its dice.
    currency
        What money is called: ``"IPC"``.
    powers
        In order of play, neutrals last.
    unit_types
        In the order tables list them.
    counters
        The named counters, where units are named counters.
    money_lapses
        Whether money is lost that is not spent when it is collected.
    fighting
        How units fight, as the program that recorded the game says; None where rules say it.

    Examples
    --------
    >>> catalog = Catalog(
    ...     system="small", dice_sides=6, currency="IPC",
    ...     powers=(Power(name="Germany", side="Axis", aliases=("Germans",)),),
    ...     unit_types=(UnitType(name="infantry", category="land", cost=3),),
    ... )
    >>> catalog.power("Germans").name, catalog.price("infantry", "Germany")
    ('Germany', 3)
    """

    system: str
    dice_sides: Printed
    currency: str
    powers: tuple[Power, ...]
    unit_types: tuple[UnitType, ...]
    counters: tuple[Counter, ...] = ()
    money_lapses: bool = False
    fighting: Fighting | None = None

    @cached_property
    def _powers(self) -> NameIndex[Power]:
        return NameIndex(self.powers, kind="power")

    @cached_property
    def _types(self) -> NameIndex[UnitType]:
        return NameIndex(self.unit_types, kind="unit type")

    @cached_property
    def _counters(self) -> Mapping[str, NameIndex[Counter]]:
        own: dict[str, list[Counter]] = {}
        for counter in self.counters:
            own.setdefault(counter.power, []).append(counter)
        return {
            power: NameIndex(counters, kind=f"{power} counter") for power, counters in own.items()
        }

    @cached_property
    def _players(self) -> Mapping[str, frozenset[str]]:
        """The powers that take turns, by side."""
        playing = [power for power in self.powers if power.playable]
        return {
            side: frozenset(power.name for power in playing if power.side == side)
            for side in self.sides
        }

    @cached_property
    def _called(self) -> Mapping[str, str]:
        return {power.name: power.called or the(power.name) for power in self.powers}

    @cached_property
    def power_order(self) -> Mapping[str, int]:
        """Position of each power in order of play, by its name."""
        return MappingProxyType({power.name: i for i, power in enumerate(self.powers)})

    @cached_property
    def type_order(self) -> Mapping[str, int]:
        """Position of each unit type in the order of the tables, by its name."""
        return MappingProxyType({kind.name: i for i, kind in enumerate(self.unit_types)})

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides, in the order in which they first play."""
        return tuple(dict.fromkeys(power.side for power in self.powers if power.side))

    @cached_property
    def treasuries(self) -> Mapping[str, Power]:
        """The owner of each treasury by the treasury's name, in order of play."""
        owners: dict[str, Power] = {}
        for power in self.powers:
            for treasury in power.treasuries:
                if treasury in owners:
                    raise DatasetError(f"two powers have a treasury {treasury!r}")
                owners[treasury] = power
        return MappingProxyType(owners)

    def sides_of(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return powers by their names, but where all that play on a side are meant, the side.

        Examples
        --------
        >>> import a4a
        >>> catalog = a4a.dataset("war_in_europe").catalog
        >>> catalog.sides_of(("Italy", "Germany")), catalog.sides_of(("Italy",))
        (('Axis',), ('Italy',))
        """
        named = tuple(names)
        whole = {
            name: side
            for side, players in self._players.items()
            if len(players) > 1 and players.issubset(named)
            for name in players
        }
        return tuple(dict.fromkeys(whole.get(name, name) for name in named))

    def purchases(self, treasury: str) -> Holding:
        """Return the holding where units that a treasury has bought wait to be placed.

        Each treasury of a power has a holding of its own, so that it is known who paid for bought
        units.

        Raises
        ------
        DatasetError
            If there is no such treasury.

        Examples
        --------
        >>> import a4a
        >>> a4a.dataset("global1940").catalog.purchases("UK Pacific")
        Holding(power='United Kingdom', name='purchased (UK Pacific)')
        """
        return self._holding(PURCHASED, treasury)

    def queue(self, treasury: str) -> Holding:
        """Return the holding where units wait that a treasury pays in instalments.

        Raises
        ------
        DatasetError
            If there is no such treasury.

        Examples
        --------
        >>> import a4a
        >>> a4a.dataset("global1940").catalog.queue("Germany")
        Holding(power='Germany', name='build queue')
        """
        return self._holding(QUEUE, treasury)

    def _holding(self, name: str, treasury: str) -> Holding:
        owner = self.treasuries.get(treasury)
        if owner is None:
            raise DatasetError(f"no power has a treasury {treasury!r}")
        main = treasury == owner.treasuries[0]
        return Holding(owner.name, name if main else f"{name} ({treasury})")

    def power(self, name: str) -> Power:
        """Return the power of this name or alias; A4AError offers the nearest if there is none."""
        return self._powers.find(name)

    def find_power(self, name: str) -> Power | None:
        """Return the power of this name or alias, or None."""
        return self._powers.get(name)

    def called(self, name: str) -> str:
        """Return what a power is called within a sentence of the log or of a refusal.

        The dataset's own form (`Power.called`) counts; without one, the name gets an article as in
        English (`a4a.core.english.the`).

        Examples
        --------
        >>> import a4a
        >>> catalog = a4a.dataset("global1940").catalog
        >>> catalog.called("United States"), catalog.called("Germany"), catalog.called("Axis")
        ('the United States', 'Germany', 'the Axis')
        """
        return self._called.get(name) or the(name)

    def unit_type(self, name: str) -> UnitType:
        """Return the unit type of this name or alias; A4AError offers the nearest if none."""
        return self._types.find(name)

    def find_unit_type(self, name: str) -> UnitType | None:
        """Return the unit type of this name or alias, or None."""
        return self._types.get(name)

    def counter(self, power: str, name: str) -> Counter:
        """Return a power's counter of this name or alias; A4AError offers the nearest if none."""
        own = self._counters.get(self.power(power).name)
        return (NameIndex((), kind=f"{power} counter") if own is None else own).find(name)

    def find_counter(self, power: str, name: str) -> Counter | None:
        """Return a power's counter of this name or alias, or None."""
        own = self._counters.get(power)
        return None if own is None else own.get(name)

    def face(self, unit: Unit) -> Face | None:
        """Return the side of its counter that a unit shows, or None if it is no named counter.

        Examples
        --------
        >>> catalog = Catalog(
        ...     system="small", dice_sides=6, currency="points", powers=(Power(name="Italy"),),
        ...     unit_types=(UnitType(name="armor", category="land", hits=2),),
        ...     counters=(Counter(power="Italy", name="1 armor", type="armor",
        ...               faces=(Face(3, 0, 5), Face(1, 0, 5))),),
        ... )
        >>> catalog.face(Unit(1, "armor", "Italy", "Rome", 1, (), "1 armor")).combat
        1
        """
        found = self.find_counter(unit.owner, unit.name) if unit.name else None
        return None if found is None else found.face(unit.damage)

    def price(self, unit_type: str, power: str) -> int:
        """What a unit of this type costs this power, which is also its TUV at full strength."""
        kind = self.unit_type(unit_type)
        return kind.costs.get(power, kind.cost)

    def worth(self, unit: Unit) -> int:
        """What a unit is worth in TUV: what building it costs, less what its lost steps cost.

        Where lost steps cannot be bought back, as of ships that are repaired for nothing and of
        counters with a blank back, a unit is worth its price as long as it lives; and always 1 at
        least, where its price is that or more: else a step that costs as much as a new unit would
        leave units on the board for which nothing counts. A type that is not in the catalog is
        worth nothing.

        Examples
        --------
        >>> catalog = Catalog(
        ...     system="small", dice_sides=6, currency="points", powers=(Power(name="Italy"),),
        ...     unit_types=(UnitType(name="armor", category="land", hits=2, cost=4, upgrade=1),),
        ... )
        >>> [catalog.worth(Unit(1, "armor", "Italy", "Rome", damage)) for damage in (0, 1)]
        [4, 3]
        """
        kind = self.find_unit_type(unit.type)
        if kind is None:
            return 0
        price = kind.costs.get(unit.owner, kind.cost)
        counter = self.find_counter(unit.owner, unit.name) if unit.name else None
        if counter is not None and counter.steps == 1:
            return price
        left = price - kind.upgrades.get(unit.owner, kind.upgrade) * unit.damage
        return max(left, min(price, 1))

    def upgrade_price(self, unit_type: str, power: str) -> int:
        """What it costs a power to restore a lost step to a unit of this type; 0 if it cannot."""
        kind = self.unit_type(unit_type)
        return kind.upgrades.get(power, kind.upgrade)

    def side_of(self, power: str | None) -> str:
        """Return the side of a power, or "" for a neutral, for nobody and for an unknown name."""
        if not power:
            return ""
        side = self._sides.get(power)  # by far the most common
        if side is not None:
            return side
        found = self._powers.get(power)
        return found.side if found else ""

    @cached_property
    def _sides(self) -> Mapping[str, str]:
        return {power.name: power.side for power in self.powers}
