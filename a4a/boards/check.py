"""All the faults of a dataset at once."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path

from a4a.boards.cargo import cargo_faults
from a4a.boards.columns import COLUMNS, SOURCES, CellType, column
from a4a.boards.constraints import constraint_faults
from a4a.boards.counters import counter_faults
from a4a.boards.fault import Fault, near
from a4a.boards.folders import available, root
from a4a.boards.grid import grid_faults
from a4a.boards.printed import printed_faults
from a4a.boards.regions import feature_faults, region_faults
from a4a.boards.tables import Row, Tables
from a4a.boards.track import track_faults
from a4a.boards.works import work_faults
from a4a.core.gates import GATES
from a4a.core.names import plain

_ENDS = {
    "land": ("land", "land"),
    "river": ("land", "land"),
    "harsh": ("land", "land"),
    "coast": ("land", "sea"),
    "sea": ("sea", "sea"),
    "strait": ("sea", "sea"),
    "canal": ("sea", "sea"),
}
"""The kinds of space a border joins, by its own kind; a hex that is both may have any border."""
_FURTHER = (
    grid_faults,
    region_faults,
    feature_faults,
    counter_faults,
    track_faults,
    printed_faults,
    constraint_faults,
    work_faults,
    cargo_faults,
)
"""Checks of things that only some boards have."""
_MOST_UNITS = 999
_MOST_HINTS = 200


def faults(tables: Tables) -> list[Fault]:
    """All faults of a dataset's tables, those of cells and names first.

    Parameters
    ----------
    tables
        The tables as read.

    Examples
    --------
    >>> from a4a.boards.tables import read
    >>> faults(read("global1940"))
    []
    """
    return list(_Checker(tables).run())


class _Checker:
    """The checks, each a generator of faults; they share what the tables say."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.currency = tables.about.currency
        self.hints = 0

    def run(self) -> Iterator[Fault]:
        yield from self.about()
        yield from self.strays()
        yield from self.tables.faults
        yield from self.cells()
        yield from self.names()
        yield from self.borders()
        yield from self.spaces()
        yield from self.setup()
        yield from self.money()
        yield from self.relations()
        yield from self.theatres()
        for more in _FURTHER:
            yield from more(self.tables)

    # --- what the tables say -------------------------------------------------------------------

    @cached_property
    def known(self) -> dict[str, dict[str, Row]]:
        """Rows by name, of the tables that list names."""
        lists = ("spaces", "powers", "treasuries", "units")
        return {table: {row["name"]: row for row in self.tables[table]} for table in lists}

    @cached_property
    def neighbours(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for row in self.tables["borders"]:
            found[row["space_a"]].add(row["space_b"])
            found[row["space_b"]].add(row["space_a"])
        return found

    @cached_property
    def funds(self) -> list[Row]:
        """The rows about money."""
        return [row for row in self.tables["treasuries"] if row.text("resource") == self.currency]

    @cached_property
    def treasuries(self) -> dict[str, list[str]]:
        """Names of the treasuries that hold money, by power."""
        found: dict[str, list[str]] = defaultdict(list)
        for row in self.funds:
            found[row.text("power")].append(row["name"])
        return found

    def hint(self, name: str, known: Iterable[str]) -> str:
        """Offer the nearest name, but not for ever: a file may hold nothing but wrong names."""
        self.hints += 1
        return near(name, known) if self.hints <= _MOST_HINTS else ""

    def kind(self, space: str) -> str:
        row = self.known["spaces"].get(space)
        return row.text("kind") if row else ""

    # --- the checks ----------------------------------------------------------------------------

    def about(self) -> Iterator[Fault]:
        about, where = self.tables.about, f"{self.tables.folders[-1].name}/dataset.toml"
        if about.dice_sides < 2:
            yield Fault(
                where, f"dice_sides is {about.dice_sides}, not the faces of a die", fatal=True
            )
        if not about.currency:
            yield Fault(where, "no currency: what is money called?", fatal=True)
        for name in (*about.replace, *about.clear):
            if name not in COLUMNS and not (name in about.replace and name in self.lists):
                yield Fault(where, f"no table {name!r}{near(name, COLUMNS)}")
        if about.source not in SOURCES:
            yield Fault(where, f"source {about.source!r} is none of {', '.join(SOURCES)}")
        for phase in about.phases:
            if phase.source not in SOURCES:
                what = f"phase {phase.name!r}: source {phase.source!r}"
                yield Fault(where, f"{what} is none of {', '.join(SOURCES)}")

    @cached_property
    def lists(self) -> set[str]:
        """Names of the files beside the tables that rules read: the first layer's, and of ours."""
        read = [self.tables.folders[0], *(root() / name for name in available())]
        return {name for folder in read for name, _ in _files(folder)} - {*COLUMNS, "dataset"}

    def strays(self) -> Iterator[Fault]:
        """Files of a variant that nothing reads: their names are mistaken."""
        for folder in self.tables.folders[1:]:
            known = {*COLUMNS, *self.lists, "dataset"}
            for name, path in _files(folder):
                if name not in known:
                    where = f"{folder.name}/{path.relative_to(folder).as_posix()}"
                    yield Fault(where, f"no file of this name is read{near(name, known)}")

    def cells(self) -> Iterator[Fault]:
        for table, rows in self.tables.rows.items():
            seen: set[tuple[str, str]] = set()
            ruled: dict[tuple[str, ...], list[tuple[str, CellType, set[str]]]] = {}
            for row in rows:
                header, cells = (row.file, *row.cells), row.cells
                if header not in ruled:
                    for name in row:
                        if column(table, name) is None and (row.file, name) not in seen:
                            seen.add((row.file, name))
                            hint = near(name, COLUMNS[table])
                            yield Fault(row.file, f"no column {name!r} is known here{hint}")
                    rules = [(name, column(table, name)) for name in {**COLUMNS[table], **row}]
                    ruled[header] = [(name, rule, set()) for name, rule in rules if rule]
                for name, rule, right in ruled[header]:
                    cell = cells.get(name, "")
                    if cell not in right:  # each text is checked once
                        wrong = list(self._cell(row, name, rule, cell))
                        yield from wrong
                        right.update(() if wrong else (cell,))

    def _cell(self, row: Row, name: str, rule: CellType, cell: str) -> Iterator[Fault]:
        if wrong := rule.fault(cell):
            fatal = name not in ("source", "name_source", "colour")
            shown = f"{name} {cell[:60]!r}" if cell else name
            yield row.fault(f"{shown} is {wrong}", fatal=fatal)
        elif cell and rule.kind in ("name", "names"):
            listed = self.known[rule.of[0]]
            for part in row.names(name) if rule.kind == "names" else (cell,):
                if part not in listed:
                    hint = self.hint(part, listed)
                    yield row.fault(f"{name}: no {part!r} in {rule.of[0]}{hint}", fatal=True)

    def names(self) -> Iterator[Fault]:
        for table, rows in self.known.items():
            exact, loose = dict(rows), dict[str, Row]()
            for row in rows.values():
                for name in (row["name"], *row.names("place"), *row.names("aliases")):
                    other = exact.setdefault(name, row)
                    near = loose.setdefault(plain(name), other)
                    if other is not row:
                        what = f"{name!r} is also a name of {other['name']!r}"
                        yield row.fault(f"{what} in {table}", fatal=True)
                    elif near is not row:
                        what = f"{name!r} is spelled as a name of {near['name']!r}"
                        yield row.fault(f"{what} in {table} but for case and punctuation")

    def borders(self) -> Iterator[Fault]:
        for row in self.tables["borders"]:
            a, b, kind = row["space_a"], row["space_b"], row.text("kind")
            if a == b:
                yield row.fault(f"{a!r} cannot border itself", fatal=True)
                continue
            if fault := _ends_fault(kind, (a, self.kind(a)), (b, self.kind(b))):
                yield row.fault(fault)
            if (kind in GATES) != bool(row.names("controllers")):
                needs = "needs" if kind in GATES else "has no"
                yield row.fault(f"a {kind} border {needs} controllers")
            if row.text("opens_at_once") and kind not in GATES:
                yield row.fault(f"a {kind} border is open to all: it does not open at once")
        alone = [
            row
            for row in self.tables["spaces"]
            if not self.neighbours[row["name"]] and not row.text("impassable")
        ]
        for row in alone:
            yield row.fault(f"{row['name']!r} borders nothing")
        yield from self._parts({row["name"] for row in alone})

    def _parts(self, alone: set[str]) -> Iterator[Fault]:
        """A board is one piece: report the spaces that are not joined to its first one."""
        wanted = {
            name: row
            for name, row in self.known["spaces"].items()
            if name not in alone and self.neighbours[name]
        }
        reached: set[str] = set()
        todo = [next(iter(wanted))] if wanted else []
        while todo:
            here = todo.pop()
            if here not in reached:
                reached.add(here)
                todo += self.neighbours[here]
        for name, row in wanted.items():
            if name not in reached:
                yield row.fault(f"no way leads from {next(iter(wanted))!r} to {name!r}")

    def spaces(self) -> Iterator[Fault]:
        cities: dict[str, Row] = {}
        owned = bool(self.known["powers"])  # a map without rules has none, and no values
        for row in self.tables["spaces"]:
            if row.text("kind") == "sea":
                for name in ("value", "start_controller", "original_controller", "city"):
                    if row.text(name) not in ("", "0"):
                        yield row.fault(f"a sea zone has no {name}")
            elif owned and row.text("kind") != "box" and not row.text("impassable"):
                if not row.text("start_controller"):
                    yield row.fault("no start_controller: every passable territory has one")
                if not row.text("value"):
                    yield row.fault("no value: a territory without income has 0")
                owner = row.text("start_controller")
                if len(self.treasuries[owner]) > 1 and not self._treasury(row):
                    yield row.fault(f"no economy of {owner}'s, which has several")
            if city := row.text("city"):
                first = cities.setdefault(city, row)
                if first is not row:
                    yield row.fault(f"city {city!r} is in {first['name']!r} already")

    def setup(self) -> Iterator[Fault]:
        room: dict[tuple[str, str], int] = defaultdict(int)
        for row in self.tables["setup"]:
            unit = self.known["units"].get(row["unit"])
            if unit is None:
                continue
            space = self.known["spaces"].get(row["space"])
            if space is not None and space.text("impassable"):
                yield row.fault(f"{row['space']!r} is impassable")
            where, category = self.kind(row["space"]), unit.text("category")
            if where == "sea" and category in ("land", "facility"):
                yield row.fault(f"{row['unit']} cannot stand in {row['space']!r}, which is sea")
            if where == "land" and category == "sea":
                yield row.fault(f"{row['unit']} cannot stand in {row['space']!r}, which is land")
            if where == "sea" and category in ("air", "sea"):
                each = unit.number("carrier_capacity") - unit.number("carrier_cost")
                if category == "air" and not unit.number("carrier_cost"):
                    yield row.fault(f"{row['unit']} cannot stay at sea")
                room[row["space"], row["power"]] += each * row.number("count")
            if not 0 < row.number("count") <= _MOST_UNITS:
                what = f"count {row.text('count')!r} is not between 1 and {_MOST_UNITS}"
                yield row.fault(what, fatal=True)
            damaged = row.number("damaged")
            if damaged and unit.number("hits") < 2:
                yield row.fault(f"{row['unit']} cannot be damaged: one hit destroys it")
            elif not 0 <= damaged <= row.number("count"):
                yield row.fault(f"damaged {damaged} of {row.text('count')}")
        for (where, power), left in room.items():
            if left < 0:
                what = f"the aircraft of {power} in {where!r} outnumber their carriers' room"
                yield Fault(self.tables["setup"][0].file, what)

    def money(self) -> Iterator[Fault]:
        incomes = Counter[str]()
        for row in self.tables["spaces"]:
            incomes[self._treasury(row)] += row.number("value")
        for row in self.funds:
            produced, printed = incomes[row["name"]], row.text("production")
            if printed and produced != row.number("production"):
                what = f"the territories of {row['name']} yield {produced} {self.currency}"
                yield row.fault(f"{what}, not the {printed} the rulebook prints")
        for row in self.tables["powers"]:
            if row.text("playable") and not self.treasuries[row["name"]]:
                what = f"{row['name']} takes turns but has no treasury of {self.currency}"
                yield row.fault(what)

    def _treasury(self, space: Row) -> str:
        """The treasury a space pays: its controller's only one, or the one it names of several."""
        own = self.treasuries[space.text("start_controller")]
        if len(own) == 1:
            return own[0]
        return next((economy for economy in space.names("economy") if economy in own), "")

    def relations(self) -> Iterator[Fault]:
        told = {frozenset((row["power_a"], row["power_b"])) for row in self.tables["relations"]}
        powers = [row for row in self.tables["powers"] if row.text("playable")]
        for i, row in enumerate(powers):
            for other in powers[i + 1 :]:
                if frozenset((row["name"], other["name"])) not in told:
                    yield row.fault(f"no relation between {row['name']} and {other['name']}")

    def theatres(self) -> Iterator[Fault]:
        """Theatres may be left out; if there are any, every space is in one."""
        rows, names = self.tables["theatres"], self.tables.about.theatres
        for row in rows:
            theatre = row.text("theatre")
            if names and theatre and theatre not in names:
                hint = self.hint(theatre, names)
                yield row.fault(f"no theatre {theatre!r} in dataset.toml{hint}")
        placed = {row["space"] for row in rows}
        for name, row in self.known["spaces"].items():
            if rows and name not in placed:
                yield row.fault(f"{name!r} is in no theatre: theatres.csv has no row for it")


def _ends_fault(kind: str, *ends: tuple[str, str]) -> str:
    """Say what is wrong with the spaces that a border joins; "" if nothing is."""
    kinds = tuple(there for _, there in ends)
    if not all(kinds):
        return ""
    told = " and ".join(f"{name!r} is {there}" for name, there in ends)
    if kind == "box" or "box" in kinds:
        known = kind == "box" and "box" in kinds
        return "" if known else f"a box border joins a box to something, but {told}"
    wanted = _ENDS.get(kind)
    if wanted is None or "coast" in kinds or tuple(sorted(kinds)) == wanted:
        return ""
    return f"a {kind} border joins {wanted[0]} and {wanted[1]}, but {told}"


def _files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The tables and lists of a folder by name: ``limits``, or ``charts/combat`` in a subfolder."""
    for pattern in ("*.toml", "*.csv", "*/*.toml", "*/*.csv"):
        for path in sorted(folder.glob(pattern)):
            yield path.relative_to(folder).with_suffix("").as_posix(), path
