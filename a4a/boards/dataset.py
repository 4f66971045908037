"""A dataset made into values: board, catalog, start position, phases, treasuries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path

import msgspec

from a4a.boards.about import TurnPhase
from a4a.boards.cargo import loaded
from a4a.boards.check import faults
from a4a.boards.columns import NUMBERS
from a4a.boards.counters import Deployment, counters_of, deployed, deployments_of, prices_of
from a4a.boards.fault import unusable
from a4a.boards.geometry import Geometry, read_geometry
from a4a.boards.printed import Contradiction, contradictions_of
from a4a.boards.tables import Row, Tables
from a4a.boards.track import TrackTurn, track_of
from a4a.core.board import Board, Border, Space, Theatre
from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.instalments import paid_flag
from a4a.core.names import NameIndex
from a4a.core.position import Balance, Position, Relation, SpaceValue
from a4a.core.units import Unit


class Treasury(msgspec.Struct, frozen=True, kw_only=True):
    """A treasury: whose it is, and the income of its territories at the start.

    Parameters
    ----------
    name
        "Germany"; "UK Europe" and "UK Pacific" where a power has two.
    power
        Whose it is.
    production
        Income at the start as the rulebook prints it, in the system's currency a turn.
    aliases
        Names of the same treasury in other programs.
    """

    name: str
    power: str
    production: int = 0
    aliases: tuple[str, ...] = ()


class Dataset(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """A game ready to begin.

    Parameters
    ----------
    name, title
        Name of the dataset; what people call the game.
    board, catalog
        Where and with what it is played.
    position
        The set-up.
    phases
        The turn sequence.
    treasuries
        In order of play.
    folders
        Where its files are, the lowest layer first.
    deployments
        Where each named counter begins.
    track
        The turn record track; empty where there is none.
    first_turn
        The number of the turn that the game begins with.
    contradictions
        What the rulebook says in two ways, and which of them holds.
    """

    name: str
    title: str
    board: Board
    catalog: Catalog
    position: Position
    phases: tuple[TurnPhase, ...]
    treasuries: tuple[Treasury, ...]
    folders: tuple[Path, ...]
    deployments: tuple[Deployment, ...] = ()
    track: tuple[TrackTurn, ...] = ()
    first_turn: int = 1
    contradictions: tuple[Contradiction, ...] = ()

    @cached_property
    def geometry(self) -> Geometry:
        """The map of the board, read on first use."""
        return read_geometry(self.board, self.folders)

    @cached_property
    def _treasuries(self) -> NameIndex[Treasury]:
        return NameIndex(self.treasuries, kind="treasury")

    def treasury(self, name: str) -> Treasury:
        """Return the treasury of this name or alias; A4AError if there is none."""
        return self._treasuries.find(name)

    def find_treasury(self, name: str) -> Treasury | None:
        """Return the treasury of this name or alias, or None."""
        return self._treasuries.get(name)


def build(tables: Tables) -> Dataset:
    """Make a dataset from its tables.

    Raises
    ------
    DatasetError
        If faults in the tables make a board impossible; it lists them all.
    """
    fatal = [fault for fault in faults(tables) if fault.fatal]
    if fatal:
        raise unusable(f"dataset {tables.name!r}", fatal)
    return made(tables)


def made(tables: Tables) -> Dataset:
    """Make a dataset from tables in which there is no fatal fault."""
    return Dataset(
        name=tables.name,
        title=tables.about.title or tables.name,
        board=_board(tables),
        catalog=_catalog(tables),
        position=_position(tables),
        phases=tables.about.phases,
        treasuries=_treasuries(tables),
        folders=tables.folders,
        deployments=deployments_of(tables),
        track=track_of(tables),
        first_turn=tables.about.first_turn or 1,
        contradictions=contradictions_of(tables),
    )


def _board(tables: Tables) -> Board:
    ends: dict[str, set[str]] = {"coast": set(), "land": set()}
    for row in tables["borders"]:
        ends.setdefault(row["kind"], set()).update((row["space_a"], row["space_b"]))
    islands = ends["coast"] - ends["land"]
    maps = {row["name"]: row.text("theatre") for row in tables["spaces"]}
    regions = {row["name"]: row.text("region") for row in tables["spaces"]}
    placed = {row["space"]: row.text("theatre") for row in tables["theatres"]}
    named = (*tables.about.theatres, *placed.values())
    return Board(
        name=tables.name,
        spaces=tuple(_space(row, islands) for row in tables["spaces"]),
        borders=tuple(
            Border(
                row["space_a"],
                row["space_b"],
                row["kind"],  # type: ignore[arg-type]  # one of the kinds: checked
                row.text("name"),
                row.names("controllers"),
                float(row.number("length_km")),
                row.number("cost") if row.text("cost") else 1,
                row.text("line"),
                bool(row.text("opens_at_once")),
            )
            for row in tables["borders"]
        ),
        theatres=_parts(
            named, {row["name"]: placed.get(row["name"], "") for row in tables["spaces"]}
        ),
        maps=_parts(maps.values(), maps),
        regions=_parts(regions.values(), regions),
    )


def _parts(names: Iterable[str], part_of: Mapping[str, str]) -> tuple[Theatre, ...]:
    """Parts of the board, in the order of their names, each with its spaces in board order."""
    spaces: dict[str, list[str]] = {name: [] for name in names if name}
    for space, part in part_of.items():
        if part:
            spaces[part].append(space)
    return tuple(Theatre(name, tuple(own)) for name, own in spaces.items() if own)


def _space(row: Row, islands: set[str]) -> Space:
    """A space; an island is a territory that borders sea zones only (rulebook, Islands)."""
    features = list(row.names("features"))
    if row.text("convoy"):
        features.append("convoy")
    if row["kind"] == "land" and row["name"] in islands:
        features.append("island")
    place = row.text("place")
    return Space(
        name=row["name"],
        kind=row["kind"],  # type: ignore[arg-type]  # one of the kinds: checked
        place=place,
        value=row.number("value"),
        original=row.text("original_controller") or None,
        capital_of=row.names("capital_of"),
        city=row.text("city"),
        economy="; ".join(row.names("economy")),
        impassable=bool(row.text("impassable")),
        terrain=row.text("terrain"),
        features=tuple(features),
        # A space is also found by the name of the place in it.
        aliases=tuple(dict.fromkeys((*row.names("place"), *row.names("aliases")))),
        area_km2=float(row.number("area_km2")),
    )


def _catalog(tables: Tables) -> Catalog:
    treasuries: dict[str, dict[str, None]] = {}
    for row in tables["treasuries"]:
        treasuries.setdefault(row["power"], {})[row["name"]] = None
    costs, upgrades = prices_of(tables, "cost"), prices_of(tables, "upgrade")
    return Catalog(
        system=tables.name,
        dice_sides=tables.about.dice_sides,
        currency=tables.about.currency,
        money_lapses=tables.about.money_lapses,
        powers=tuple(
            Power(
                name=row["name"],
                adjective=row.text("adjective"),
                called=row.text("called"),
                side=row.text("side"),
                playable=bool(row.text("playable")),
                treasuries=tuple(treasuries.get(row["name"], ())),
                colour=row.text("colour"),
                aliases=row.names("aliases"),
            )
            for row in tables["powers"]
        ),
        unit_types=tuple(
            _unit_type(row, costs.get(row["name"], {}), upgrades.get(row["name"], {}))
            for row in tables["units"]
        ),
        counters=counters_of(tables),
    )


def _unit_type(row: Row, costs: dict[str, int], upgrades: dict[str, int]) -> UnitType:
    return UnitType(
        name=row["name"],
        category=row["category"],  # type: ignore[arg-type]  # one of the categories: checked
        attack=row.number("attack"),
        defense=row.number("defense"),
        move=row.number("move"),
        cost=row.number("cost"),
        costs=costs,
        upgrade=row.number("upgrade"),
        upgrades=upgrades,
        hits=row.number("hits"),
        transport_cost=row.number("transport_cost"),
        transport_capacity=row.number("transport_capacity"),
        carrier_cost=row.number("carrier_cost"),
        carrier_capacity=row.number("carrier_capacity"),
        bombard=row.number("bombard"),
        symbol=row.text("symbol"),
        abilities=row.names("abilities"),
        numbers={
            name.removeprefix(NUMBERS): float(cell)
            for name, cell in row.items()
            if name.startswith(NUMBERS) and cell
        },
        aliases=row.names("aliases"),
    )


def _queued(tables: Tables, *, first: int) -> Iterator[Unit]:
    """Yield the units that are partly paid at the start, in the queues of their treasuries."""
    rows = [row for row in tables["queue"] for _ in range(row.number("count"))]
    catalog = _catalog(tables) if rows else None
    for number, row in enumerate(rows, first):
        assert catalog is not None
        place, flag = catalog.queue(row["treasury"]), paid_flag(row.number("paid"))
        yield Unit(number, row["unit"], place.power, place, flags=(flag,))


def _treasuries(tables: Tables) -> tuple[Treasury, ...]:
    found: dict[str, Treasury] = {}
    for row in tables["treasuries"]:
        found.setdefault(
            row["name"],
            Treasury(
                name=row["name"],
                power=row["power"],
                production=row.number("production"),
                aliases=row.names("aliases"),
            ),
        )
    return tuple(found.values())


def _position(tables: Tables) -> Position:
    units: list[Unit] = []
    for row in tables["setup"]:
        whole = row.number("count") - row.number("damaged")
        for each in range(row.number("count")):
            damage = 0 if each < whole else 1
            units.append(Unit(len(units) + 1, row["unit"], row["power"], row["space"], damage))
    units += loaded(tables, units)
    begin = deployments_of(tables)
    units += deployed(begin, counters_of(tables), first=len(units) + 1)
    units += _queued(tables, first=len(units) + 1)
    control = {
        row["name"]: owner for row in tables["spaces"] if (owner := row.text("start_controller"))
    }
    leanings = {row["name"]: row.text("leaning") for row in tables["powers"]}
    values = [
        SpaceValue(space, "leaning", leaning)
        for space, owner in control.items()
        if (leaning := leanings[owner])
    ]
    values += [
        SpaceValue(row["name"], "kamikaze", True)
        for row in tables["spaces"]
        if row.text("kamikaze")
    ]
    return Position(
        units=tuple(units),
        control=control,
        relations=tuple(
            Relation(row["power_a"], row["power_b"], row["relation"]) for row in tables["relations"]
        ),
        balances=tuple(
            Balance(row["name"], row["resource"], row.number("amount"))
            for row in tables["treasuries"]
        ),
        values=tuple(values),
        statuses={
            row["name"]: tuple(sorted(statuses))
            for row in tables["powers"]
            if (statuses := row.names("statuses"))
        },
    )
