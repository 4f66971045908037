"""A position as the tables of a mod: what its start has otherwise than its parent's."""

from __future__ import annotations

import csv
import io
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

from a4a.boards.cargo import told
from a4a.boards.columns import OUT_OF_PLAY, TURN_TRACK
from a4a.boards.dataset import Dataset, build
from a4a.boards.folders import root
from a4a.boards.tables import read
from a4a.core.catalog import QUEUE
from a4a.core.english import list_of
from a4a.core.errors import A4AError
from a4a.core.instalments import paid
from a4a.core.position import Position
from a4a.core.units import Holding, Unit

_SOURCE = "house"
Table = tuple[tuple[str, ...], list[tuple[object, ...]]]
_EMPTY: Table = ((), [])


def write_mod(
    parent: str | Path, position: Position, folder: Path, *, title: str = "", name: str = ""
) -> Path:
    """Write a mod that begins with a position; `a4a.editing.position` says more.

    Raises
    ------
    A4AError
        If the folder is not empty, or no table can say what the position has.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise A4AError(f"{folder.name}: there is something already; name a new or an empty folder")
    base = build(read(parent))
    _check(position, base)
    folder.mkdir(parents=True, exist_ok=True)
    tables = _tables(position, base)
    about = {
        "name": name,
        "title": title or f"{base.title}: a position",
        "parent": _way(parent, folder),
        "source": _SOURCE,
    }
    lines = [f"{key} = {_quoted(value)}" for key, value in about.items() if value]
    (folder / "dataset.toml").write_text(
        "\n".join([*lines, f"replace = {_replaced(tables, base)}", ""]), encoding="utf-8"
    )
    for table, (columns, rows) in tables.items():
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow((*columns, "source"))
        writer.writerows((*row, _SOURCE) for row in rows)
        (folder / f"{table}.csv").write_text(text.getvalue(), encoding="utf-8")
    return folder


def _check(position: Position, base: Dataset) -> None:
    """Refuse what the tables of a start cannot say."""
    unsaid = [
        what
        for what, there in {
            "a round, turn or phase": position.round or position.phase,
            "damage": any(
                unit.damage > (1 if base.catalog.unit_type(unit.type).hits > 1 else 0)
                for unit in position.units
                if not unit.name
            ),
            "who is aboard ships of others": told(position.units, base.catalog.unit_type) is None,
            "units off the board": any(
                isinstance(unit.place, Holding) and not (unit.name or _waits(unit))
                for unit in position.units
            ),
            "technologies": any(position.technologies.values()),
            "markers": bool(position.markers),
            "restricted money": any(b.restriction for b in position.balances),
            "values of spaces": set(position.values) != set(base.position.values),
        }.items()
        if there
    ]
    if unsaid:
        raise A4AError(
            f"the tables of a mod's start cannot say {list_of(unsaid)}; take it away, or save the "
            "position as a record, which can: record() and a4a.save"
        )


def _tables(position: Position, base: Dataset) -> Mapping[str, Table]:
    """The tables of the mod that have any rows, and the set-up, which takes the parent's place."""
    tables: dict[str, Table] = {
        "setup": _set_up(position),
        "cargo": (
            ("space", "power", "unit", "aboard", "ship", "count"),
            [(*row, n) for row, n in (told(position.units, base.catalog.unit_type) or {}).items()],
        ),
        "queue": (("power", "treasury", "unit", "paid", "count"), list(_queued(position, base))),
        "deployment": (
            ("power", "counter", "space", "holding", "turn", "reduced", "area"),
            list(_deployed(position, base)),
        ),
        "spaces": (("name", "start_controller"), list(_controlled(position, base.position))),
        "relations": (
            ("power_a", "power_b", "relation"),
            [(r.a, r.b, r.state) for r in position.relations if r not in _both_ways(base.position)],
        ),
        "treasuries": _funds(position, base.position),
        "powers": (
            ("name", "statuses"),
            [(power, "; ".join(position.statuses.get(power, ())))
             for power in sorted({*position.statuses, *base.position.statuses})
             if position.statuses.get(power, ()) != base.position.statuses.get(power, ())],
        ),
    }  # fmt: skip
    whole = _replaced(tables, base)
    return {name: table for name, table in tables.items() if table[1] or name in whole}


def _replaced(tables: Mapping[str, Table], base: Dataset) -> list[str]:
    """The tables that take their parent's place: the set-up, the queue and cargo if any."""
    own = {
        "queue": any(map(_waits, base.position.units)),
        "cargo": any(isinstance(u.place, int) for u in base.position.units),
    }
    return ["setup", *(name for name, there in own.items() if there or tables.get(name, _EMPTY)[1])]


def _funds(position: Position, base: Position) -> Table:
    """The treasuries; what territories yield is not as printed once they have other owners."""
    held = {(b.treasury, b.resource): b.amount for b in position.balances if not b.restriction}
    if any(_controlled(position, base)):
        rows: list[tuple[object, ...]] = [(*key, amount, "") for key, amount in held.items()]
        return ("name", "resource", "amount", "production"), rows
    given = {(b.treasury, b.resource): b.amount for b in base.balances}
    changed = [(*key, amount) for key, amount in held.items() if given.get(key) != amount]
    return ("name", "resource", "amount"), list(changed)


def _both_ways(base: Position) -> set[object]:
    return {one for r in base.relations for one in (r, type(r)(r.b, r.a, r.state))}


def _set_up(position: Position) -> Table:
    units = [u for u in position.units if not (u.name or _waits(u) or isinstance(u.place, int))]
    tally = Counter((u.place, u.owner, u.type) for u in units)
    damaged = Counter((u.place, u.owner, u.type) for u in units if u.damage)
    if not damaged:
        return ("space", "power", "unit", "count"), [(*key, n) for key, n in tally.items()]
    rows: list[tuple[object, ...]] = [(*k, n, damaged[k] or "") for k, n in tally.items()]
    return ("space", "power", "unit", "count", "damaged"), rows


def _waits(unit: Unit) -> bool:
    """Whether a unit waits in a build queue."""
    return isinstance(unit.place, Holding) and unit.place.name.startswith(QUEUE)


def _queued(position: Position, base: Dataset) -> Iterator[tuple[object, ...]]:
    treasuries = {base.catalog.queue(name): name for name in base.catalog.treasuries}
    tally = Counter((u.place, u.type, paid(u)) for u in position.units if _waits(u))
    for (place, kind, amount), count in tally.items():
        assert isinstance(place, Holding)
        yield place.power, treasuries[place], kind, amount, count


def _controlled(position: Position, base: Position) -> Iterator[tuple[object, ...]]:
    for space in sorted({*position.control, *base.control}):
        owner = position.control.get(space, "")
        if owner != base.control.get(space, ""):
            yield space, owner


def _deployed(position: Position, base: Dataset) -> Iterator[tuple[object, ...]]:
    """The counters that begin elsewhere, or otherwise, than in the parent, all in fixed places."""
    units = {(unit.owner, unit.name): unit for unit in position.units if unit.name}
    given = {(unit.owner, unit.name): unit for unit in base.position.units if unit.name}
    for key, old in given.items():
        unit = units.get(key)
        if unit is None:
            yield (*key, "", OUT_OF_PLAY, "", "", "")
        elif (unit.place, unit.damage) != (old.place, old.damage):
            yield (*key, *_begins(unit), "1" if unit.damage else "", "")


def _begins(unit: Unit) -> tuple[str, str, str]:
    """The space, or the holding and turn, in which a counter begins."""
    if not isinstance(unit.place, Holding):
        return str(unit.place), "", ""
    name = unit.place.name
    if name.startswith(TURN_TRACK):
        return "", TURN_TRACK, name.removeprefix(TURN_TRACK).strip()
    return "", name, ""


def _way(parent: str | Path, folder: Path) -> str:
    """How the mod names its parent: a game by its name, another mod by the way to it."""
    if isinstance(parent, str) and (root() / parent).is_dir():
        return parent
    return Path(os.path.relpath(Path(parent).resolve(), folder.resolve())).as_posix()


def _quoted(text: str) -> str:
    """Text as TOML has it."""
    if not text.isprintable():
        raise A4AError("a title is one line of text")
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
