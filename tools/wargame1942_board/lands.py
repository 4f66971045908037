"""What is wished of each land, and what is known of it."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from a4a.core.errors import A4AError

DATA = Path(__file__).parent / "data"
_OR = " or "


@dataclass(frozen=True, slots=True)
class Land:
    """A land, and the boards on which it may be.

    Parameters
    ----------
    name
        Its name.
    originals, holders
        Who may own it from the start of the war, and hold it as the game begins, the likeliest
        first; "" is a neutral nation.
    weight
        What history has it worth.
    least
        What it is worth at least.
    value
        What it is worth, where that is known.
    """

    name: str
    originals: tuple[str, ...]
    holders: tuple[str, ...]
    weight: int
    least: int
    value: int | None = None


def wished(folder: Path = DATA) -> tuple[Land, ...]:
    """The lands of ``lands.csv``, in its order."""
    return tuple(
        Land(
            row["name"],
            tuple(row["original"].split(_OR)),
            tuple(row["holder"].split(_OR)),
            int(row["weight"]),
            int(row["least"]),
            int(row["value"]) if row["value"] else None,
        )
        for row in _rows(folder / "lands.csv")
    )


def with_known(lands: Iterable[Land], path: Path) -> tuple[Land, ...]:
    """The lands, with what a player knows of some of them.

    Parameters
    ----------
    lands
        What is wished.
    path
        A file as ``spaces.csv`` of a dataset: ``name``, and what is known of ``value``,
        ``original_controller`` and ``start_controller``. An empty cell says nothing; the word
        ``neutral`` says that a land is a neutral nation's from the start.

    Raises
    ------
    A4AError
        If the file names no land, or one that is not here, or a value is no number.
    """
    told = {row.get("name", ""): row for row in _rows(path)}
    found = {land.name: land for land in lands}
    strange = [name for name in told if name not in found]
    if strange:
        raise A4AError(f"{path.name}: {strange[0]!r} is no land of this board; name those it has")
    return tuple(
        _known(land, told[name], path) if name in told else land for name, land in found.items()
    )


def _known(land: Land, row: Mapping[str, str], path: Path) -> Land:
    value = row.get("value") or ""
    if value and not value.isdecimal():
        raise A4AError(f"{path.name}: the value of {land.name} is {value!r}, not a whole number")
    origin, holder = row.get("original_controller") or "", row.get("start_controller") or ""
    return replace(
        land,
        value=int(value) if value else land.value,
        originals=("" if origin == "neutral" else origin,) if origin else land.originals,
        holders=(holder,) if holder else land.holders,
    )


def _rows(path: Path) -> list[dict[str, str]]:
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            return list(csv.DictReader(stream))
    except OSError as error:
        raise A4AError(f"no file {str(path)!r}: {error.strerror}") from None
