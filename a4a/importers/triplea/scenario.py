"""The board and the catalog of a save: ours where they are, otherwise made from the save itself."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

import msgspec

from a4a.boards import Dataset, available, load
from a4a.core.board import Board, Border, BorderKind, Space
from a4a.core.catalog import Catalog, Category, Power, UnitType
from a4a.core.names import NameIndex, plain
from a4a.importers.triplea.changes import AddResource, SetUnits
from a4a.importers.triplea.names import Account, NameMap
from a4a.importers.triplea.save import Player, Save, Territory
from a4a.importers.triplea.save import UnitType as SavedType

# How much of a save's map, and of ours, must be the other's too for the board to be ours.
_SAME_BOARD: Final = 0.9
# How much of a save's map must be on ours for its spaces to go by our names.
_SHARED_NAMES: Final = 0.5
_NOBODY: Final = "Neutral"
_MONEY: Final = "PUs"


def scenario(save: Save) -> NameMap:
    """Find or make the board and the catalog of a save.

    Returns
    -------
    NameMap
        Board and catalog, and how the save's names are called in them.
    """
    datasets = [load(name) for name in available()]
    dataset = _recognise(save, datasets)
    catalog, accounts, types, nobody = _Cataloguer(save, dataset, datasets).make()
    if dataset is not None:
        spaces = {}
        strangers = []
        for name in save.territories:
            found = dataset.board.find(name)
            if found is None:
                strangers.append(name)
            spaces[name] = name if found is None else found.name
        board = dataset.board
        if strangers:
            board = _extended(board, save, accounts, spaces, strangers)
    else:
        spaces = _shared_names(save, datasets)
        board = _board(save, accounts, spaces)
    return NameMap(board, catalog, accounts, spaces, types, dataset, nobody)


# --- board ---------------------------------------------------------------------------------------


def _recognise(save: Save, datasets: list[Dataset]) -> Dataset | None:
    """Return the dataset on whose board the save is played, or None."""
    best: Dataset | None = None
    best_share = _SAME_BOARD
    for dataset in datasets:
        found = {space.name for name in save.territories if (space := dataset.board.find(name))}
        covered = len(found) / max(1, len(dataset.board.spaces))
        matched = len(found) / max(1, len(save.territories))
        if min(covered, matched) >= best_share:
            best, best_share = dataset, min(covered, matched)
    return best


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


def _shared_names(save: Save, datasets: list[Dataset]) -> dict[str, str]:
    """Return what spaces are called: by our names if most of the map is on a board of ours."""
    for dataset in sorted(datasets, key=lambda one: -len(one.board.spaces)):
        shared = {name: s.name for name in save.territories if (s := dataset.board.find(name))}
        enough = len(shared) >= _SHARED_NAMES * len(save.territories)
        if enough and len(set(shared.values())) == len(shared):
            own = {name: name for name in save.territories if name not in shared}
            if not set(own) & set(shared.values()):
                return shared | own
    return {name: name for name in save.territories}


def _board(save: Save, accounts: dict[str, Account], spaces: dict[str, str]) -> Board:
    name = plain(save.map or save.game).replace(" ", "_") or "unnamed"
    return Board(
        name=f"triplea:{name}",
        spaces=tuple(_space(t, spaces[t.name], accounts) for t in save.territories.values()),
        borders=_borders(save, spaces, set(save.territories)),
    )


def _extended(
    board: Board,
    save: Save,
    accounts: dict[str, Account],
    spaces: dict[str, str],
    strangers: list[str],
) -> Board:
    """Return our board with the territories of the save that are not on it."""
    added = [_space(save.territories[name], name, accounts) for name in strangers]
    return Board(
        name=board.name,
        spaces=(*board.spaces, *added),
        borders=(*board.borders, *_borders(save, spaces, set(strangers))),
        theatres=board.theatres,
        maps=board.maps,
    )


def _space(territory: Territory, name: str, accounts: dict[str, Account]) -> Space:
    values = territory.values
    capital = accounts.get(str(values.get("capital")))
    original = accounts.get(str(values.get("originalOwner")))
    features = ["convoy"] if values.get("convoyRoute") or values.get("blockadeZone") else []
    return Space(
        name=name,
        kind="sea" if territory.water else "land",
        value=_int(values.get("production")),
        original=original.power if original is not None else None,
        capital_of=(capital.power,) if capital is not None else (),
        city=name if _int(values.get("victoryCity")) > 0 else "",
        impassable=bool(values.get("isImpassable")),
        features=tuple(features),
        aliases=(territory.name,) if territory.name != name else (),
    )


def _borders(save: Save, spaces: dict[str, str], wanted: set[str]) -> tuple[Border, ...]:
    """Return the borders of the territories wanted, each once."""
    borders: dict[tuple[str, str], Border] = {}
    for here, there in save.connections:
        if here == there or not {here, there} & wanted:
            continue
        first, second = save.territories.get(here), save.territories.get(there)
        if first is None or second is None:
            continue
        a, b = sorted((spaces[here], spaces[there]))
        if (a, b) in borders:
            continue
        kind: BorderKind = "coast"
        name, controllers = "", tuple[str, ...]()
        if first.water == second.water:
            kind = "sea" if first.water else "land"
            for canal in first.canals if first.water else ():
                if any(other.name == canal.name for other in second.canals):
                    kind, name = "canal", canal.name
                    controllers = tuple(spaces.get(t, t) for t in canal.territories)
        borders[a, b] = Border(a, b, kind, name, controllers)
    return tuple(borders.values())


# --- catalog -------------------------------------------------------------------------------------


class _Cataloguer:
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
        """Return the catalog, the players' accounts, the unit types' names, and who is nobody."""
        accounts, powers = self._powers()
        types, unit_types = self._types(accounts)
        nobody = self._nobody(powers)
        if self.dataset is not None:
            ours = self.dataset.catalog
            if tuple(powers) == ours.powers and tuple(unit_types) == ours.unit_types:
                return ours, accounts, types, nobody
            catalog = msgspec.structs.replace(
                ours, powers=tuple(powers), unit_types=tuple(unit_types)
            )
        else:
            catalog = Catalog(
                system=plain(self.save.game).replace(" ", "_") or "unnamed",
                dice_sides=self.save.dice_sides,
                currency=_MONEY,
                powers=tuple(powers),
                unit_types=tuple(unit_types),
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
        """Give a power the treasury of a player, if it has not got it and money goes there."""
        if treasury in power.treasuries or (self.dataset and player not in self.moneyed):
            return power
        return msgspec.structs.replace(power, treasuries=(*power.treasuries, treasury))

    def _side(self, player: Player) -> str:
        """Return the alliance that a player fights for; one of its own is none."""
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
        """Return the power that owns the units nobody owns; the list gets one if there are such."""
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
            "attack": _int(values.get("attack")),
            "defense": _int(values.get("defense")),
            "move": _int(values.get("movement")),
            "hits": max(1, _int(values.get("hitPoints"), 1)),
            "dice": max(1, _int(values.get("attackRolls"), 1)),
            "transport_cost": max(0, _int(values.get("transportCost"))),
            "transport_capacity": max(0, _int(values.get("transportCapacity"))),
            "carrier_cost": max(0, _int(values.get("carrierCost"))),
            "carrier_capacity": max(0, _int(values.get("carrierCapacity"))),
            "cost": cost,
            "costs": costs,
        }
        if ours.category == "air":
            numbers["transport_capacity"] = 0  # what it can drop, under a technology
        if not values.get("canBombard"):
            numbers["bombard"] = 0
        else:
            bombard = _int(values.get("bombard"), -1)
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
            # Nobody can buy it: what it is worth is written nowhere, unless we know it.
            return printed, {}
        usual = Counter(prices.values()).most_common(1)[0][0]
        others = {
            accounts[player].power: price
            for player, price in prices.items()
            if price != usual and player in accounts
        }
        return usual, others


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
    if values.get("isInfrastructure") or values.get("isConstruction"):
        return "facility"
    return "land"


def _int(value: Any, default: int = 0) -> int:
    return int(value) if isinstance(value, int | float) and abs(value) < 1e9 else default
