"""The catalog of a save: powers and unit types, ours where we know them, with its own numbers."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import msgspec

from a4a.boards import Dataset
from a4a.core.catalog import Catalog, Category, Power, UnitType
from a4a.core.names import NameIndex, plain
from a4a.importers.triplea.changes import AddResource, SetUnits
from a4a.importers.triplea.names import Account
from a4a.importers.triplea.save import Player, Save, whole
from a4a.importers.triplea.save import SavedUnitType as SavedType
from a4a.importers.triplea.savedfighting import fighting

_NOBODY: Final = "Neutral"
_MONEY: Final = "PUs"


class Cataloguer:
    """Powers and unit types of a save: ours by their names there, with the save's own numbers."""

    def __init__(self, save: Save, dataset: Dataset | None, datasets: list[Dataset]) -> None:
        self.save = save
        self.dataset = dataset
        # On a board that is not ours, powers that we know still go by our names and colours.
        known = dataset or _most_alike(save, datasets)
        self.known = known.catalog if known is not None else None
        self.known_dataset = known
        self.costs = self._costs()
        self.moneyed = _moneyed(save)

    def make(self) -> tuple[Catalog, dict[str, Account], dict[str, str], str]:
        """Return the catalog, the players' accounts, the unit types' names, and nobody's power."""
        accounts, powers = self._powers()
        types, unit_types = self._types(accounts)
        nobody = self._nobody(powers)
        if self.dataset is not None:
            ours = self.dataset.catalog
            if tuple(powers) == ours.powers and tuple(unit_types) == ours.unit_types:
                return ours, accounts, types, nobody
            catalog = msgspec.structs.replace(
                ours,
                powers=tuple(powers),
                unit_types=tuple(unit_types),
                fighting=fighting(self.save, types, accounts),
            )
        else:
            catalog = Catalog(
                system=plain(self.save.game).replace(" ", "_") or "unnamed",
                dice_sides=self.save.dice_sides,
                currency=_MONEY,
                powers=tuple(powers),
                unit_types=tuple(unit_types),
                fighting=fighting(self.save, types, accounts),
            )
        return catalog, accounts, types, nobody

    # --- powers ---------------------------------------------------------------------------------

    def _powers(self) -> tuple[dict[str, Account], list[Power]]:
        accounts: dict[str, Account] = {}
        powers: dict[str, Power] = {}
        if self.dataset is not None:
            powers = {power.name: power for power in self.dataset.catalog.powers}
        for name, player in self.save.players.items():
            known = self.known.find_power(name) if self.known is not None else None
            treasury = self._known_treasury(name)
            taken = {account.power: who for who, account in accounts.items()}
            if known is not None and (self.dataset is not None or known.name not in taken):
                main = known.name
                if self.dataset is not None:
                    main = treasury or (known.treasuries[0] if known.treasuries else known.name)
                if main in {account.treasury for account in accounts.values()}:
                    main = name
                accounts[name] = Account(known.name, main)
                power = powers.get(known.name) or self._like(known, player, main)
            else:
                accounts[name] = Account(name, name)
                power = powers.get(name) or self._new(player)
            powers[power.name] = self._with_treasury(power, accounts[name].treasury, name)
        return accounts, list(powers.values())

    def _known_treasury(self, player: str) -> str:
        if self.known_dataset is None:
            return ""
        found = self.known_dataset.find_treasury(player)
        return found.name if found is not None else ""

    def _with_treasury(self, power: Power, treasury: str, player: str) -> Power:
        """Give a power the treasury of a player, if it lacks it and money goes there."""
        if treasury in power.treasuries or (self.dataset and player not in self.moneyed):
            return power
        return msgspec.structs.replace(power, treasuries=(*power.treasuries, treasury))

    def _side(self, player: Player) -> str:
        """Return the alliance that a player fights for; "" if that is only its own."""
        alliance = player.alliances[0] if player.alliances else ""
        return "" if alliance == player.name else alliance

    def _plays(self, player: Player) -> bool:
        return any(
            step.player == player.name and "Bid" not in step.name for step in self.save.sequence
        )

    def _like(self, known: Power, player: Player, treasury: str) -> Power:
        return msgspec.structs.replace(
            known,
            side=self._side(player),
            playable=self._plays(player),
            treasuries=(treasury,),
            aliases=(player.name,) if player.name != known.name else (),
        )

    def _new(self, player: Player) -> Power:
        return Power(
            name=player.name,
            side=self._side(player),
            playable=self._plays(player),
            treasuries=(player.name,) if self.dataset is None else (),
        )

    def _nobody(self, powers: list[Power]) -> str:
        """Return the power for units that nobody owns; add it to the list if there are any."""
        found = NameIndex(powers, kind="power").get(_NOBODY)
        if found is not None:
            return found.name
        if self._is_needed():
            powers.append(Power(name=_NOBODY, playable=False))
        return _NOBODY

    def _is_needed(self) -> bool:
        """Tell whether a unit ever belongs to no player that is listed."""
        players = self.save.players
        if any(values.get("owner") not in players for values in self.save.end.units.values()):
            return True
        return any(
            owner not in players
            for group in self.save.changes
            for change in group
            if isinstance(change, SetUnits) and change.key == "owner"
            for owner in (*change.old.values(), *change.new.values())
        )

    # --- unit types -----------------------------------------------------------------------------

    def _types(self, accounts: dict[str, Account]) -> tuple[dict[str, str], list[UnitType]]:
        types: dict[str, str] = {}
        unit_types: dict[str, UnitType] = {}
        if self.dataset is not None:
            unit_types = {kind.name: kind for kind in self.dataset.catalog.unit_types}
        taken: set[str] = set()
        for name, saved in self.save.unit_types.items():
            known = self.known.find_unit_type(name) if self.known is not None else None
            if known is None or known.name in taken:
                ours = UnitType(name=name, category=_category(saved), symbol=plain(name))
            elif self.dataset is not None:
                ours = known
            else:
                ours = UnitType(
                    name=known.name,
                    category=known.category,
                    symbol=known.symbol,
                    aliases=(name,) if name != known.name else (),
                )
            taken.add(ours.name)
            types[name] = ours.name
            unit_types[ours.name] = self._numbers(ours, saved, accounts)
        return types, list(unit_types.values())

    def _numbers(self, ours: UnitType, saved: SavedType, accounts: dict[str, Account]) -> UnitType:
        """Return a unit type with the numbers that it has in the save."""
        values = saved.values
        cost, costs = self._prices(saved.name, accounts, ours.cost)
        numbers: dict[str, Any] = {
            "attack": whole(values.get("attack")),
            "defense": whole(values.get("defense")),
            "move": whole(values.get("movement")),
            "hits": max(1, whole(values.get("hitPoints"), 1)),
            "dice": max(1, whole(values.get("attackRolls"), 1)),
            "transport_cost": max(0, whole(values.get("transportCost"))),
            "transport_capacity": max(0, whole(values.get("transportCapacity"))),
            "carrier_cost": max(0, whole(values.get("carrierCost"))),
            "carrier_capacity": max(0, whole(values.get("carrierCapacity"))),
            "cost": cost,
            "costs": costs,
        }
        if ours.category == "air":
            numbers["transport_capacity"] = 0  # what it can drop, under a technology
        if not values.get("canBombard"):
            numbers["bombard"] = 0
        else:
            bombard = whole(values.get("bombard"), -1)
            numbers["bombard"] = bombard if bombard >= 0 else numbers["attack"]
        if ours.category == "facility":
            # TripleA's own encoding of what cannot fight or move is no number of a rulebook.
            for name in ("attack", "defense", "move", "hits", "dice"):
                numbers[name] = getattr(ours, name)
        changed = {name: n for name, n in numbers.items() if getattr(ours, name) != n}
        return msgspec.structs.replace(ours, **changed) if changed else ours

    def _costs(self) -> dict[str, dict[str, int]]:
        """Return what units cost each player, by the rules of the frontier it has."""
        costs: dict[str, dict[str, int]] = {}
        for player, frontier in self.save.end.frontiers.items():
            for rule_name in self.save.frontiers.get(frontier or "", ()):
                rule = self.save.rules.get(rule_name)
                money = dict(rule.costs).get(_MONEY) if rule is not None else None
                if rule is None or money is None:
                    continue
                for result, count in rule.results:
                    if result in self.save.unit_types and count > 0:
                        price = (2 * money + count) // (2 * count)
                        known = costs.setdefault(result, {}).get(player)
                        costs[result][player] = price if known is None else min(price, known)
        return costs

    def _prices(
        self, name: str, accounts: dict[str, Account], printed: int
    ) -> tuple[int, dict[str, int]]:
        """Return the price of a type, and the prices of powers that pay another one."""
        prices = self.costs.get(name)
        if not prices:
            # Nobody can buy it, so the save does not say what it is worth.
            return printed, {}
        usual = Counter(prices.values()).most_common(1)[0][0]
        others = {
            accounts[player].power: price
            for player, price in prices.items()
            if price != usual and player in accounts
        }
        return usual, others


def _most_alike(save: Save, datasets: list[Dataset]) -> Dataset | None:
    """Return the dataset that knows the most unit types and players of a save by name."""

    def known(dataset: Dataset) -> tuple[int, int, int]:
        catalog = dataset.catalog
        return (
            sum(catalog.find_unit_type(name) is not None for name in save.unit_types),
            sum(catalog.find_power(name) is not None for name in save.players),
            len(dataset.board.spaces),
        )

    return max(datasets, key=known, default=None)


def _moneyed(save: Save) -> frozenset[str]:
    """Return the players who ever have or get anything."""
    have = {player for (player, _), amount in save.end.resources.items() if amount}
    get = {
        change.player
        for group in save.changes
        for change in group
        if isinstance(change, AddResource) and change.amount
    }
    return frozenset(have | get)


def _category(saved: SavedType) -> Category:
    values = saved.values
    if values.get("isAir"):
        return "air"
    if values.get("isSea"):
        return "sea"
    if values.get("isInfrastructure"):
        return "facility"
    fights = whole(values.get("attack")) > 0 or whole(values.get("defense")) > 0
    return "facility" if values.get("isConstruction") and not fights else "land"
