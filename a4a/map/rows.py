"""The rows of a timeline that never change: spaces, sides, powers, unit types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from a4a.charts.palette import power_colours, side_colours, theatre_colours
from a4a.core.board import Board, Space
from a4a.core.catalog import Catalog, Power, UnitType
from a4a.core.names import plain
from a4a.core.state import State
from a4a.core.words import list_of
from a4a.map.colours import ink_on
from a4a.map.symbols import symbol_of
from a4a.map.timeline import PowerRow, SideRow, SpaceRow, TheatreRow, TypeRow

CONVOY = "convoy"
"""The printed feature of a convoy zone."""
_FEW = 3  # spaces that are listed by name
_NAMES = 4096  # names of spaces that are kept in words: those of a few boards
MARKS = ("port", "strait", "fortress")
"""Printed features of the spaces of a board of hexes that are drawn as marks."""


def code_of(space: Space) -> str:
    """The number printed small on a space, if spaces are called by numbers.

    Examples
    --------
    >>> code_of(Space(name="1911", kind="coast")), code_of(Space(name="Malta", kind="land"))
    ('1911', '')
    """
    return space.name if space.name.isdecimal() else ""


def marks_of(space: Space) -> tuple[str, ...]:
    """What a space of a board of hexes is marked with, a capital or city first.

    Examples
    --------
    >>> marks_of(Space(name="1911", kind="coast", city="Toulon", value=1, features=("port",)))
    ('production', 'port')
    >>> marks_of(Space(name="1709", kind="land", city="Paris", value=1, capital_of=("France",)))
    ('capital production',)
    """
    words = ["capital"] if space.capital_of else []
    words += ["production"] if space.city and space.value else []
    town = " ".join(words) or ("city" if space.city else "")
    found = (town, *(mark for mark in MARKS if mark in space.features))
    return tuple(mark for mark in found if mark)


def other_names(space: Space) -> tuple[str, ...]:
    """What else a space is called: its aliases, but for other spellings of its own names.

    Examples
    --------
    >>> other_names(Space(name="sea zone 105", kind="sea", aliases=("105 Sea Zone", "A-24")))
    ('A-24',)
    """
    known = {_words(name) for name in (space.name, space.place, space.city, space.title)}
    return tuple(alias for alias in space.aliases if _words(alias) not in known)


@lru_cache(maxsize=_NAMES)
def _words(name: str) -> frozenset[str]:
    """The words of a name as names are compared, in whatever order."""
    return frozenset(plain(name).split())


def ways_off(board: Board, space: Space) -> tuple[str, ...]:
    """What it costs to go from a space into boxes off the map, and from a box to a few spaces.

    Examples
    --------
    >>> import a4a
    >>> board = a4a.dataset("war_in_europe").board
    >>> ways_off(board, board.space("Capetown"))[0]
    'to Atlantic for 30 movement points'
    """
    ways = board.borders_of(space.name).items()
    boxed = [(board.space(b), way) for b, way in ways if way.kind == "box"]
    listed = [there for there, _ in boxed if there.kind != "box"]
    return tuple(
        f"to {there.title} for {way.cost} movement points"
        for there, way in boxed
        if there.kind == "box" or len(listed) <= _FEW
    )


def actors_of(powers: Sequence[str], catalog: Catalog) -> list[int]:
    """Return the numbers by which those who act are shown.

    The index of a power; -2 for all of the first side of the catalog, -3 for the second ...

    Examples
    --------
    >>> import a4a
    >>> catalog = a4a.dataset("war_in_europe").catalog
    >>> actors_of(("Italy",), catalog), actors_of(("Italy", "Germany"), catalog)
    ([4], [-3])
    """
    order, sides = catalog.power_order, catalog.sides
    return [
        order[name] if name in order else -2 - sides.index(name) if name in sides else -1
        for name in catalog.sides_of(powers)
    ]


def actor_of(powers: Sequence[str], catalog: Catalog) -> int:
    """Return the number of the one who acts, as in `actors_of`; -1 for nobody, and for all sides.

    Of several powers it is the first.
    """
    actors = actors_of(powers, catalog)
    several = len(actors) > 1 and max(actors) < -1
    return -1 if several or not actors else actors[0]


def is_coded(board: Board) -> bool:
    """Whether the spaces of a board are called by numbers, as hexes are.

    Examples
    --------
    >>> import a4a
    >>> is_coded(a4a.start("europe1940").board)
    False
    """
    return any(code_of(space) for space in board.spaces)


def space_rows(start: State) -> Iterator[SpaceRow]:
    """The spaces of the board of a game, as they are at its start."""
    catalog, board = start.catalog, start.board
    powers = {power.name: i for i, power in enumerate(catalog.powers)}
    coded = is_coded(board)
    for space in board.spaces:
        yield _space_row(
            space,
            value=start.income_value(space.name),
            currency=catalog.currency,
            theatre=board.theatre_of(space.name),
            region=board.region_of(space.name),
            marks=marks_of(space) if coded else (),
            ways=ways_off(board, space),
            powers=powers,
        )


def _space_row(
    space: Space,
    *,
    value: int,
    currency: str,
    theatre: str,
    region: str,
    marks: tuple[str, ...],
    ways: tuple[str, ...],
    powers: Mapping[str, int],
) -> SpaceRow:
    code, also = code_of(space), other_names(space)
    facts = [f"{value} {currency}"] if value else []
    if space.capital_of:
        facts.append(f"capital of {list_of(space.capital_of)}")
    if space.city:
        facts.append(space.city)
    facts += [fact for fact in (region, space.terrain) if fact]
    facts += space.features
    facts += ways
    if also:
        facts.append(f"also {list_of(also)}")
    if space.impassable:
        facts.append("impassable")
    return SpaceRow(
        space.title,
        space.kind,
        "" if code else space.name.removeprefix("sea zone "),
        tuple(facts),
        value,
        space.city,
        tuple([powers[name] for name in space.capital_of if name in powers]),
        CONVOY in space.features,
        theatre,
        code=code,
        place=space.place if code else "",
        terrain=space.terrain,
        region=region,
        marks=marks,
        original=powers.get(space.original or "", -1) if marks else -1,
        also=also,
    )


def theatre_rows(board: Board) -> list[TheatreRow]:
    """The theatres of a board with their colours."""
    colours = theatre_colours([theatre.name for theatre in board.theatres])
    return [TheatreRow(theatre.name, colours[theatre.name]) for theatre in board.theatres]


def side_rows(sides: Sequence[str]) -> list[SideRow]:
    """The sides with their colours."""
    return [SideRow(side, colour, ink_on(colour)) for side, colour in side_colours(sides).items()]


def power_rows(
    powers: Sequence[Power], sides: Sequence[str], players: Mapping[str, str]
) -> list[PowerRow]:
    """The powers with their sides and colours, and who plays them."""
    colours = power_colours(powers)
    side = {name: i for i, name in enumerate(sides)}
    return [
        PowerRow(
            power.name,
            side.get(power.side, -1),
            colour,
            ink_on(colour),
            players.get(power.name, ""),
        )
        for power in powers
        if (colour := colours[power.name])
    ]


def type_row(kind: UnitType, powers: Mapping[str, int]) -> TypeRow:
    """A unit type with the numbers that strength is added up from, and the indices of powers."""
    return TypeRow(
        kind.name,
        kind.category,
        symbol_of(kind),
        kind.cost,
        kind.attack * kind.dice,
        kind.defense,
        {powers[name]: cost for name, cost in kind.costs.items() if name in powers},
    )
