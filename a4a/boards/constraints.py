"""What a rulebook prints of a board as a whole: sums, distances. Each holds or does not.

A board that is rebuilt because the published one cannot be had is held to these. ``totals.csv`` has
the table of land values by power and by how the land came to it, ``distances.csv`` what is said
about ways from space to space.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from a4a.boards.fault import Fault
from a4a.boards.tables import Row, Tables

WAYS: Mapping[str, tuple[str, ...]] = {
    "land": ("land", "river", "harsh"),
    "sea": ("sea", "strait", "canal"),
    "air": ("land", "river", "harsh", "coast", "sea", "strait", "canal"),
}
"""The kinds of borders that can be crossed on each way."""

COLUMNS_OF_LAND = ("original", "neutral", "lost", "conquered", "total")
BOUNDS = ("exactly", "at most", "at least")


@dataclass(frozen=True, slots=True)
class Constraint:
    """One thing that is printed, and how the tables have it.

    Parameters
    ----------
    row
        Where it is written down.
    what
        What the book says, as a statement.
    found
        What the tables have.
    holds
        Whether that is so.
    """

    row: Row
    what: str
    found: str
    holds: bool

    def __str__(self) -> str:
        section = self.row.text("section")
        return f"{'held' if self.holds else 'NOT HELD'}: {self.what} ({section}); {self.found}"


def constraints(tables: Tables) -> Iterator[Constraint]:
    """All that is printed of the board as a whole, held or not.

    Examples
    --------
    >>> from a4a.boards.tables import read
    >>> print(next(constraints(read("wargame1942"))))
    held: the original land of Germany is worth 28 (Victory Conditions); the board has 28
    """
    yield from _totals(tables)
    yield from _distances(tables)


def constraint_faults(tables: Tables) -> Iterator[Fault]:
    """What is printed of the board as a whole and does not hold."""
    for each in constraints(tables):
        if not each.holds:
            yield each.row.fault(f"printed is that {each.what}, but {each.found}")


def land_of(tables: Tables) -> dict[str, dict[str, int]]:
    """What land is worth, by power and by how it came to it or was lost.

    Examples
    --------
    >>> from a4a.boards.tables import read
    >>> land_of(read("wargame1942"))["Italy"]
    {'original': 26, 'neutral': 0, 'lost': 0, 'conquered': 0, 'total': 26}
    """
    taking_turns = {row["name"] for row in tables["powers"] if row.text("playable")}
    found: dict[str, dict[str, int]] = defaultdict(_nothing)
    for row in tables["spaces"]:
        value, owner = row.number("value"), row.text("start_controller")
        origin = row.text("original_controller")
        if origin in taking_turns:
            found[origin]["original"] += value
            if owner != origin:
                found[origin]["lost"] += value
        if owner in taking_turns:
            found[owner]["total"] += value
            if origin != owner:
                found[owner]["conquered" if origin in taking_turns else "neutral"] += value
    return found


def _nothing() -> dict[str, int]:
    return dict.fromkeys(COLUMNS_OF_LAND, 0)


_WORDS = {
    "original": "the original land of {} is worth {}",
    "neutral": "the neutral land that {} holds is worth {}",
    "lost": "the land that {} has lost is worth {}",
    "conquered": "the land that {} has conquered is worth {}",
    "total": "all land that {} controls is worth {}",
}


def _totals(tables: Tables) -> Iterator[Constraint]:
    found = land_of(tables) if tables["totals"] else {}
    for row in tables["totals"]:
        for column, words in _WORDS.items():
            if not row.text(column):
                continue
            has = found[row["power"]][column]
            what = words.format(row["power"], row.number(column))
            yield Constraint(row, what, f"the board has {has}", has == row.number(column))


def _distances(tables: Tables) -> Iterator[Constraint]:
    near: dict[str, dict[str, set[str]]] = {way: defaultdict(set) for way in WAYS}
    for border in tables["borders"]:
        a, b = border["space_a"], border["space_b"]
        for way, kinds in WAYS.items():
            if border.text("kind") in kinds:
                near[way][a].add(b)
                near[way][b].add(a)
    for row in tables["distances"]:
        a, b, way, bound = row["space_a"], row["space_b"], row.text("way"), row.text("bound")
        wanted, has = row.number("spaces"), _steps(near[way], a, b)
        holds = {
            "exactly": has == wanted,
            "at most": has is not None and has <= wanted,
            "at least": has is None or has >= wanted,
        }
        what = f"from {a} to {b} it is {bound} {wanted} by {way}"
        found = "there is no such way" if has is None else f"on the board it is {has}"
        yield Constraint(row, what, found, holds[bound])


def _steps(near: Mapping[str, set[str]], start: str, end: str) -> int | None:
    """The fewest spaces from one to another; None where no way leads there."""
    away, todo = {start: 0}, deque([start])
    while todo:
        here = todo.popleft()
        if here == end:
            return away[here]
        for there in near.get(here, ()):
            if there not in away:
                away[there] = away[here] + 1
                todo.append(there)
    return None
