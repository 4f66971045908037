"""Positions of The War Game in which moves are counted: parts of the set-up, made-up corners."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from a4a.boards import load
from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Unit
from tests.rules.wargame1942.empty import AMERICANS, BRITISH, GAME, GERMANS
from tests.rules.wargame1942.ordered import Table

REGIONS: Mapping[tuple[str, ...], str] = MappingProxyType(
    {
        GERMANS: "Libya",
        ("U.S.S.R.",): "Ukraine",
        BRITISH: "Egypt",
        ("Japan",): "Indo-China",
        AMERICANS: "Hawaii",
    }
)
"""Where forces are looked at as the game begins, with all that is two spaces away."""


def set_up(force: tuple[str, ...]) -> Table:
    """What is set up in a region, as the turn of a force begins."""
    loaded = load(GAME)
    near = loaded.board.reachable(REGIONS[force], limit=2)
    table = Table(*force)
    for space in near:
        for unit in loaded.position.units:
            if unit.place == space:
                (ship,) = table.put(space, unit.owner, unit.type, damage=unit.damage)
                for cargo in loaded.position.units:
                    if cargo.place == unit.id:
                        table.put(ship, cargo.owner, cargo.type)
    return table


def suez() -> Table:
    """Ships on both sides of a canal of which each side holds a bank, and of the Straits."""
    table = Table(*BRITISH, control={"Jordan": "Germany", "Turkey": "Italy"})
    table.put("Egypt Sea Zone", "U.K.", "destroyer")
    table.put("Red Sea", "U.K.", "transport")
    table.put("Aegean Sea", "U.K.", "submarine")
    table.put("Egypt", "U.K.", "armor")
    table.put("Egypt", "France", "artillery")
    table.put("Jordan", "Germany", "infantry")
    return table


def opened() -> Table:
    """Land of a canal that was taken in the turn, by armor that drove through it."""
    table = suez()
    table.put("Aegean Sea", "France", "destroyer")
    table.events += [
        ev.ControlChanged("Jordan", "Germany", "U.K.", "blitz"),
        ev.ControlChanged("Turkey", "Italy", "U.K.", "blitz"),
    ]
    return table


def panama() -> Table:
    """A fleet at a canal of its own; a carrier that must meet its fighters beyond."""
    table = Table(*AMERICANS)
    table.put("Caribbean Sea", "U.S.A.", "aircraft carrier")
    table.put("Caribbean Sea", "U.S.A.", "battleship")
    table.put("Caribbean Sea", "U.S.A.", "fighter", 2)
    table.put("Central America Sea Zone", "Japan", "submarine")
    return table


def desert() -> Table:
    """Harsh borders, empty enemy land to drive through, guns beside it."""
    held = {"Algeria": "Italy", "Tunisia": "Italy", "Morocco": "Germany", "Mali": "France"}
    table = Table(*BRITISH, control={**held, "Rio de Oro": "U.K.", "Mauritania": "France"})
    for land in ("Mali", "Mauritania", "Rio de Oro"):
        table.put(land, "France", "armor")
        table.put(land, "U.K.", "infantry")
        table.put(land, "U.K.", "artillery")
    table.put("Tunisia", "Italy", "infantry")
    table.put("Mauritania", "U.K.", "fighter")
    return table


def carriers() -> Table:
    """Fighters that count on two carriers, one of them behind enemy ships."""
    table = Table("Japan")
    table.put("Marshall Islands Sea Zone", "Japan", "aircraft carrier")
    table.put("Marshall Islands Sea Zone", "Japan", "fighter", 2)
    table.put("Caroline Islands Sea Zone", "Japan", "aircraft carrier")
    table.put("Caroline Islands", "Japan", "fighter")
    table.put("Hawaii Sea Zone", "U.S.A.", "destroyer")
    table.put("Hawaii", "U.S.A.", "infantry")
    table.put("Midway Sea Zone", "U.S.A.", "transport")
    table.put("Wake Sea Zone", "U.S.A.", "submarine")
    return table


def landing() -> Table:
    """A loaded transport, ships that could shoot for it, a General, paratroopers."""
    table = Table(*GERMANS)
    (ship,) = table.put("North Sea", "Germany", "transport")
    table.put(ship, "Germany", "infantry")
    table.put("North Sea", "Germany", "battleship")
    table.put("North Sea", "Germany", "destroyer")
    table.put("Germany", "Germany", "infantry")
    table.put("Germany", "Germany", "artillery")
    table.put("Germany", "Germany", "bomber")
    table.units.append(Unit(8, "infantry", "Germany", "Germany", flags=("paratrooper",)))
    table.put("Germany", "Germany", "general")
    table.put("Great Britain", "U.K.", "infantry")
    table.put("Great Britain", "France", "general")
    return table


def declared_landing() -> Table:
    """The same when the landing is declared: ships may shoot, and the General may come."""
    table = landing()
    table.task((2,), "assault", "Great Britain")
    table.task((1,), "offload", "Great Britain")
    return table


def committed() -> Table:
    """A transport that has been ordered on, beside troops that it might have taken."""
    table = Table(*GERMANS)
    (ship,) = table.put("North Sea", "Germany", "transport")
    table.put(ship, "Germany", "infantry")
    table.put("Germany", "Germany", "infantry")
    table.put("North Sea", "U.K.", "destroyer")
    table.task((ship,), "pass to offload", "Eire Sea Zone")
    return table


def passing() -> Table:
    """An enemy destroyer to be passed, a transport to sail by, a submarine farther on."""
    table = Table(*AMERICANS, control={"France": "Germany"})
    for kind in ("destroyer", "battleship", "submarine"):
        table.put("NA-7", "U.S.A.", kind)
    (ship,) = table.put("NA-7", "U.S.A.", "transport")
    table.put(ship, "U.S.A.", "infantry")
    table.put("Great Britain", "U.S.A.", "fighter")
    table.put("NA-8", "Germany", "destroyer")
    table.put("NA-5", "Germany", "transport")
    table.put("NA-4", "Germany", "submarine")
    return table


def passing_on() -> Table:
    """The same when the transport has been ordered on to France, and its cargo to land."""
    table = passing()
    table.put("NA-8", "U.S.A.", "destroyer")
    table.task((4,), "pass to offload", "France Sea Zone")
    table.task((5,), "assault", "France")
    return table


def neutrals() -> Table:
    """Neutral land beside who invades it, with money of each nation for one of them."""
    table = Table(*GERMANS)
    table.put("France", "Germany", "infantry")
    table.put("France", "Germany", "armor")
    table.put("France", "Germany", "fighter")
    table.put("Germany", "Germany", "infantry")
    table.put("Bulgaria", "Italy", "armor")
    table.put("Bulgaria", "Italy", "artillery")
    return table


def soviets() -> Table:
    """Soviets among allies with whom they share no land."""
    table = Table("U.S.S.R.", control={"Kazakhstan": "U.K."})
    for land in ("Persia", "Sinkiang"):
        table.put(land, "U.K.", "infantry")
    table.put("Turkestan", "U.S.S.R.", "armor")
    table.put("Turkestan", "U.S.S.R.", "infantry")
    table.put("Turkestan", "U.S.S.R.", "bomber")
    table.put("Turkestan", "U.S.S.R.", "general")
    table.put("Siberia", "U.S.S.R.", "armor")
    return table


def afterwards() -> Table:
    """What is left to do after combat: guns, cargo, aircraft, ships that were used or not."""
    table = Table(*BRITISH, control={"Libya": "Italy"})
    (fighter,) = table.put("Egypt", "U.K.", "fighter")
    (gun,) = table.put("Egypt", "U.K.", "artillery")
    (foot,) = table.put("Egypt", "U.K.", "infantry")
    (fleet,) = table.put("Egypt Sea Zone", "U.K.", "aircraft carrier")
    (ship,) = table.put("Libya Sea Zone", "U.K.", "transport")
    table.put(ship, "U.K.", "infantry")
    (fled,) = table.put("Malta Sea Zone", "U.K.", "transport")
    table.put(fled, "U.K.", "armor")
    table.put("Egypt Sea Zone", "U.K.", "battleship")
    table.put("Egypt Sea Zone", "France", "transport")
    table.put("Cyprus Sea Zone", "U.K.", "transport")
    table.put("Egypt Sea Zone", "U.K.", "transport")
    table.put("Syria", "France", "armor")
    table.put("Libya", "U.K.", "infantry")
    table.put("Egypt", "U.K.", "bomber")
    table.put("Egypt", "U.K.", "general")
    table.put("Aegean Sea", "Italy", "transport")
    table.put("Adriatic Sea", "Italy", "destroyer")
    table.events += [
        ev.UnitsMoved((fighter,), ("Egypt", "Libya"), "combat", 1),
        ev.UnitsMoved((foot,), ("Egypt", "Libya"), "combat", 1),
        ev.ControlChanged("Libya", "Italy", "U.K.", "conquest"),
        ev.UnitsTasked((gun,), "support", "Libya"),
        ev.UnitsTasked((ship,), "offload", "Libya"),
        ev.MarkerChanged(ev.OnUnit(ship), "carried", 2),
        ev.UnitsTasked((fled,), "retreated"),
        ev.UnitsTasked((foot, fleet), "rest"),
    ]
    return table


MADE_UP: tuple[Callable[[], Table], ...] = (
    suez, opened, panama, desert, carriers, landing, declared_landing, committed, passing,
    passing_on, neutrals, soviets, afterwards,
)  # fmt: skip


def state_of(table: Table, *, combat: bool) -> State:
    """How a table stands as a movement phase begins."""
    return (table.orders() if combat else table.noncombat()).state
