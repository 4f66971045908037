"""A small board, catalog and position that the tests of the core share."""

from __future__ import annotations

from a4a.core.board import Board, Border, Space, Theatre
from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.events import AnyEvent, OnPower, OnSpace, OnUnit
from a4a.core.position import Balance, Marker, Position, Relation, SpaceValue
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import Header
from a4a.core.units import Holding, Unit

BOARD = Board(
    name="small",
    spaces=(
        Space(name="Malta", kind="land", value=1, original="Italy", aliases=("Melita",)),
        Space(name="Sicily", kind="land", value=2, original="Italy"),
        Space(name="Southern Italy", kind="land", value=3, original="Italy", capital_of=("Italy",)),
        Space(name="Holland/Belgium", kind="land", value=3),
        Space(name="sea zone 95", kind="sea", aliases=("95 Sea Zone",)),
        Space(name="sea zone 96", kind="sea", aliases=("96 Sea Zone",)),
        Space(name="Tibet", kind="land", impassable=True),
    ),
    borders=(
        Border("Malta", "sea zone 96", "coast"),
        Border("Sicily", "sea zone 95", "coast"),
        Border("Sicily", "sea zone 96", "coast"),
        Border("Southern Italy", "sea zone 95", "coast"),
        Border("Southern Italy", "sea zone 96", "coast"),
        Border("sea zone 95", "sea zone 96", "strait", "Messina", ("Sicily", "Southern Italy")),
        Border("Southern Italy", "Holland/Belgium", "land"),
    ),
    theatres=(Theatre("south", ("Malta", "Sicily")),),
)

CATALOG = Catalog(
    system="small",
    dice_sides=6,
    currency="IPC",
    powers=(
        Power(name="Italy", adjective="Italian", side="Axis", treasuries=("Italy",),
              aliases=("Italians",)),
        Power(name="United Kingdom", adjective="British", side="Allies",
              treasuries=("UK Europe", "UK Pacific"), aliases=("British", "UK")),
        Power(name="neutrals", playable=False),
    ),
    unit_types=(
        UnitType(name="infantry", category="land", attack=1, defense=2, cost=3,
                 costs={"Italy": 4}),
        UnitType(name="tank", category="land", attack=3, defense=3, move=2, cost=6,
                 aliases=("armour", "armor")),
        UnitType(name="fighter", category="air", attack=3, defense=4, move=4, cost=10),
        UnitType(name="transport", category="sea", move=2, cost=7, transport_capacity=5),
        UnitType(name="carrier", category="sea", defense=2, move=2, cost=16, hits=2,
                 carrier_capacity=2),
    ),
)  # fmt: skip

INFANTRY, FELLOW, TANK, TRANSPORT, CARGO, CARRIER, FIGHTER, BOUGHT, DEFENDER = range(1, 10)

START = Position(
    units=(
        Unit(INFANTRY, "infantry", "Italy", "Sicily"),
        Unit(FELLOW, "infantry", "Italy", "Sicily"),
        Unit(TANK, "tank", "Italy", "Sicily"),
        Unit(CARGO, "infantry", "Italy", TRANSPORT),  # before the ship that carries it
        Unit(TRANSPORT, "transport", "Italy", "sea zone 95"),
        Unit(CARRIER, "carrier", "United Kingdom", "sea zone 96"),
        Unit(FIGHTER, "fighter", "United Kingdom", CARRIER),
        Unit(BOUGHT, "infantry", "Italy", Holding("Italy", "purchased")),
        Unit(DEFENDER, "infantry", "United Kingdom", "Malta"),
    ),
    control={"Malta": "United Kingdom", "Sicily": "Italy", "Southern Italy": "Italy"},
    relations=(Relation("United Kingdom", "Italy", "war"),),
    balances=(
        Balance("Italy", "IPC", 10),
        Balance("UK Europe", "IPC", 28),
        Balance("UK Europe", "IPC", 5, "no infantry"),
        Balance("UK Pacific", "IPC", 17),
    ),
    values=(SpaceValue("Malta", "value", 2), SpaceValue("sea zone 95", "kamikaze", value=True)),
    markers=(
        Marker(OnSpace("Sicily"), "convoy", 2),
        Marker(OnUnit(TANK), "engineer", 1),
        Marker(OnPower("Italy"), "token", 3),
    ),
    statuses={"Italy": ("at war",)},
    technologies={"United Kingdom": ("radar",)},
)


def record(start: Position = START) -> GameRecord:
    """A record of the small game, without steps."""
    return GameRecord(Header(system="small"), BOARD, CATALOG, start)


def state() -> State:
    """The state of the small position."""
    return record().state_at(0)


def after(*events: AnyEvent) -> State:
    """The state after these events."""
    return state().apply(*events)
