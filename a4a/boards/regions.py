"""Checks of the countries of a board, and of what is printed in its hexes."""

from __future__ import annotations

from collections.abc import Iterator

from a4a.boards.fault import Fault
from a4a.boards.tables import Row, Tables

_NEED_WATER = ("port", "strait", "island")


def region_faults(tables: Tables) -> Iterator[Fault]:
    """On a board with countries: those with two owners, land in none, powers without a capital."""
    if not any(row.text("region") for row in tables["spaces"]):
        return
    first: dict[str, Row] = {}
    capitals: set[str] = set()
    for row in tables["spaces"]:
        capitals.update(row.names("capital_of"))
        region, owner = row.text("region"), row.text("original_controller") or "nobody"
        if not region and row.text("kind") in ("land", "coast"):
            yield row.fault("in no region: every space with land is in one")
        if region:
            other = first.setdefault(region, row)
            whose = other.text("original_controller") or "nobody"
            if owner != whose:
                what = f"{region} began as {owner}'s here, but as {whose}'s in {other['name']}"
                yield row.fault(what)
    for row in tables["powers"]:
        if row["name"] not in capitals:
            yield row.fault(f"{row['name']} has no capital: no space is capital_of it")


def feature_faults(tables: Tables) -> Iterator[Fault]:
    """Ports, straits and islands where there is no water; production cities that yield nothing."""
    for row in tables["spaces"]:
        features = row.names("features")
        for feature in _NEED_WATER:
            if feature in features and row.text("kind") == "land":
                yield row.fault(f"a {feature}, but there is no water: the space is all land")
        if "production" in features and not row.number("value"):
            yield row.fault("a production city that yields nothing: value is 0")
