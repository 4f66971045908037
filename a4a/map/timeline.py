"""The timeline: one line of a record as the browser needs it, sent once.

Every value that changes is a *track*: a flat list ``[position, value, position, value, ...]``
sorted by position, whose value holds until the next one. Position 0 is the start, position k is
after the k-th step of the line. Any position is read by binary search, so a view can go to any
node, in either direction, without the kernel. `static/timeline.js` is the reader.
"""

from __future__ import annotations

import gzip
from typing import Literal, TypeAlias

import msgspec

from a4a.core.controls import visible
from a4a.map.fight_rows import (
    BattleRow as BattleRow,
)
from a4a.map.fight_rows import (
    Damage as Damage,
)
from a4a.map.fight_rows import (
    Force as Force,
)
from a4a.map.fight_rows import (
    Loss as Loss,
)
from a4a.map.fight_rows import (
    Passage as Passage,
)
from a4a.map.fight_rows import (
    Round as Round,
)
from a4a.map.fight_rows import (
    Stage as Stage,
)
from a4a.map.fight_rows import (
    Throw as Throw,
)
from a4a.map.fight_rows import (
    Told as Told,
)

Track: TypeAlias = list[int]
"""``[position, value, position, value, ...]``, positions ascending from 0."""


class SpaceRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A space: its name, kind, short name for the map, and facts to print (value, city).

    `value` is what it yields at the start, `city` the city that counts for victory or production,
    `capitals` the powers whose capital it is, `convoy` whether it is a convoy zone, `theatre`
    the name of its theatre. On a board of hexes `code` is the number printed on it, `place` what
    is there by name, `marks` what it is marked with (``capital``, ``city``, ``port`` ...).
    `region` is the country or territory it belongs to, `also` what else it is called.
    """

    name: str
    kind: str
    label: str
    facts: tuple[str, ...] = ()
    value: int = 0
    city: str = ""
    capitals: tuple[int, ...] = ()
    convoy: bool = False
    theatre: str = ""
    code: str = ""
    place: str = ""
    terrain: str = ""
    region: str = ""
    marks: tuple[str, ...] = ()
    original: int = -1
    also: tuple[str, ...] = ()


class SideRow(msgspec.Struct, frozen=True):
    """A side: its name, colour, and the ink that reads on it."""

    name: str
    colour: str
    ink: str


class TheatreRow(msgspec.Struct, frozen=True):
    """A theatre of the war: its name and colour."""

    name: str
    colour: str


class PowerRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A power: its name, side (index, -1 for a neutral), colour, and the ink that reads on it.

    `player` is who plays it, where the players have names that tell them apart.
    """

    name: str
    side: int
    colour: str
    ink: str
    player: str = ""


class TypeRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A unit type: its name, category, symbol, and the numbers that strength is added up from.

    `cost` is what a unit costs, which is its TUV at full strength; `costs` has the price of each
    power (by index) that pays another. `attack` and `defense` are what one unit brings: its value
    times its dice.
    """

    name: str
    category: str
    symbol: str
    cost: int = 0
    attack: int = 0
    defense: int = 0
    costs: dict[int, int] = {}

    def price(self, power: int) -> int:
        """What a unit of a power (by index) is worth.

        Examples
        --------
        >>> kind = TypeRow("tank", "land", "tank", cost=6, costs={2: 5})
        >>> kind.price(0), kind.price(2)
        (6, 5)
        """
        return self.costs.get(power, self.cost)


class CounterRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A named counter with one of its sides up: its name, what is printed on that side ("6-6").

    `reduced` says that it has lost a step, or has a blank back; `combat` are its combat factors;
    `less` is what its lost steps take from its TUV; `marked` are the markers on it, in words.
    """

    name: str
    face: str
    reduced: bool = False
    combat: float = 0
    less: int = 0
    marked: str = ""


class HoldingRow(msgspec.Struct, frozen=True):
    """A place of a power off the board: the power (index, or -1), and what it is called."""

    power: int
    name: str


class TurnRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A turn of the turn record track: its number, when it is, what is printed on it."""

    turn: int
    label: str
    note: str = ""


class BorderRow(msgspec.Struct, frozen=True, array_like=True):
    """A border on which a front can run, or which is a strait: its spaces, kind, name."""

    a: int
    b: int
    kind: str
    name: str = ""


class LineRow(msgspec.Struct, frozen=True, array_like=True):
    """A line printed on the board: its name, and the borders (indices) it runs along."""

    name: str
    borders: list[int]


class TreasuryRow(msgspec.Struct, frozen=True):
    """A treasury's resource: what it is called, whose it is (index of the power, or -1)."""

    name: str
    resource: str
    power: int


class Stop(msgspec.Struct, frozen=True):
    """Where a round, turn or phase begins: the position, its name, whose it is, a number.

    Whose: `actor_of` says how that is told.

    The number is the round's number, the turn's count in the game, or the phase's.
    """

    at: int
    name: str
    power: int = -1
    number: int = 0


class Stops(msgspec.Struct, frozen=True):
    """The rounds, turns and phases of the line; each list begins at position 0."""

    round: list[Stop]
    turn: list[Stop]
    phase: list[Stop]


class LogRow(msgspec.Struct, frozen=True, array_like=True):
    """What one step says in the log: text, kind of step, who acted (`actor_of`)."""

    text: str
    kind: str = ""
    power: int = -1


WayKind: TypeAlias = Literal["combat", "noncombat", "retreat", "amphibious", "other"]
"""How the map tells moves apart: "other" is every mode that is none of these (scramble ...)."""


class DrawnWay(msgspec.Struct, frozen=True, array_like=True):
    """Units that went together: whose, how, how many, through which spaces (indices)."""

    power: int
    kind: WayKind
    units: int
    path: tuple[int, ...]


class Mark(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a step did on the map: spaces it touched, ways that units went."""

    spaces: tuple[int, ...] = ()
    ways: tuple[DrawnWay, ...] = ()


class Strait(msgspec.Struct, frozen=True, array_like=True):
    """A strait or canal: the index of its border, and the track of whether it is open.

    1: the side to move may pass, 0: it may not, -1: nobody can say.
    """

    border: int
    open: Track


class Timeline(msgspec.Struct, frozen=True, kw_only=True):
    """The payload of a cursor.

    Parameters
    ----------
    title
        What game it is.
    nodes
        The node at each position.
    spaces, theatres, sides, powers, types, treasuries
        In board and catalog order; everything else refers to them by index.
    borders
        Borders that are straits, or on which a front can run: all that are not between seas; and
        those that a line is printed along.
    lines
        The lines printed along borders, by name.
    conditions
        Words for the condition of units; index 0 is "" (intact).
    counters
        The named counters, by the condition (index) that names the counter and its state.
    stacks
        Every distinct content that a space ever has, as flat quadruples
        ``power, type, condition, count``; index 0 is the empty one.
    owner
        For each space the track of its controller: index of the power, or -1.
    stack
        For each space the track of its content: index into `stacks`.
    battle
        For each space that sees a battle the track of it: 1 while one is open, else 0.
    value
        For each space whose yield changes the track of it; others yield ``spaces[i].value``.
    leanings, leaning
        Words for how neutrals lean ("" first: not at all); for each space that ever leans the
        track of it, an index into `leanings`.
    fronts
        For each border (index into `borders`) that is ever part of a front the track of it: 0
        none, 1 a land front with `a` on the first side, 2 with `b` on it; 3 and 4 a contested
        coast, likewise. What a front is, `a4a.core.fronts` says.
    joined
        For each power of no side that ever joins one the track of it: 0 none, else the index of
        the side plus 1. When it has, `a4a.core.sides` says.
    straits
        Straits and canals, open or closed to the side to move.
    battles
        The stories of all battles, in the order in which they opened.
    money
        For each treasury the track of its amount; `Purses` says which amount that is.
    money_lapses
        Whether it is what a treasury collected last, as nothing is kept there.
    holdings, held
        Places off the board that ever hold units; for each the track of its content, as `stack`.
    track
        The turn record track; empty where there is none.
    stops
        Where rounds, turns and phases begin.
    log
        A row for each position, the start included.
    marks
        Marks by position; positions without any are absent.
    """

    title: str
    nodes: list[int]
    spaces: list[SpaceRow]
    theatres: list[TheatreRow]
    sides: list[SideRow]
    powers: list[PowerRow]
    types: list[TypeRow]
    treasuries: list[TreasuryRow]
    borders: list[BorderRow]
    lines: list[LineRow]
    conditions: list[str]
    counters: dict[int, CounterRow]
    stacks: list[list[int]]
    owner: list[Track]
    stack: list[Track]
    battle: dict[int, Track]
    value: dict[int, Track]
    leanings: list[str]
    leaning: dict[int, Track]
    fronts: dict[int, Track]
    joined: dict[int, Track]
    straits: list[Strait]
    battles: list[BattleRow]
    money: list[Track]
    money_lapses: bool
    holdings: list[HoldingRow]
    held: list[Track]
    track: list[TurnRow]
    stops: Stops
    log: list[LogRow]
    marks: dict[int, Mark]

    def worth(self, power: int, kind: int, condition: int) -> int:
        """What a unit of a stack is worth in TUV: its price, less what its lost steps cost."""
        counter = self.counters.get(condition)
        return self.types[kind].price(power) - (counter.less if counter else 0)

    def pack(self) -> bytes:
        """Return the timeline as gzipped JSON, as the browser unpacks it."""
        text = visible(msgspec.json.encode(self).decode())
        return gzip.compress(text.encode(), compresslevel=5, mtime=0)
