"""What the rulebook prints of numbered spaces, and where it contradicts itself or the earth.

`printed.csv` has a row for every space that the book names by number, with what it says is there.
Where two of these say different things, or the board follows another reading, `contradictions.csv`
has both readings and the ruling that settles it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from a4a.boards.fault import Fault
from a4a.boards.tables import Row, Tables


class Contradiction(msgspec.Struct, frozen=True, kw_only=True):
    """A question to which the rulebook gives two answers, or an impossible one.

    Parameters
    ----------
    what
        What is asked: "Where is Algiers?"
    reading_a, section_a, reading_b, section_b
        The two readings, and the sections they are from ("geography" for the earth's).
    holds
        What holds here.
    ruling
        Id of the ruling that says why, in ``docs/rulings.md``.
    place
        The place on the board that it is about, or "".
    """

    what: str
    reading_a: str
    section_a: str
    reading_b: str
    section_b: str
    holds: str
    ruling: str
    place: str = ""

    def __str__(self) -> str:
        return (
            f"{self.what}: {self.reading_a} ({self.section_a}) or "
            f"{self.reading_b} ({self.section_b}); {self.ruling} settles it: {self.holds}"
        )


def contradictions_of(tables: Tables) -> tuple[Contradiction, ...]:
    """Make the contradictions from their rows."""
    return tuple(
        Contradiction(
            what=row["what"],
            reading_a=row["reading_a"],
            section_a=row["section_a"],
            reading_b=row["reading_b"],
            section_b=row["section_b"],
            holds=row["holds"],
            ruling=row["ruling"],
            place=row.text("place"),
        )
        for row in tables["contradictions"]
    )


def printed_faults(tables: Tables) -> Iterator[Fault]:
    """Printed numbers that contradict each other or the board, if no ruling settles it."""
    spaces = {row["name"]: row for row in tables["spaces"]}
    where = {name: row["name"] for row in spaces.values() for name in _places(row)}
    settled: dict[str, Row] = {}
    for row in tables["contradictions"]:
        place = row.text("place")
        if place:
            settled[place] = row
            yield from _settled(row, where)
        if row.text("reading_a") == row.text("reading_b"):
            yield row.fault("both readings are the same")
    first: dict[str, Row] = {}
    for row in tables["printed"]:
        place, space = row.text("place"), spaces.get(row["space"])
        if space is None or ((ruling := settled.get(place)) and _is_reading(row, ruling)):
            continue
        if place:
            other = first.setdefault(place, row)
            if other["space"] != row["space"]:
                what = f"{place!r} is in {row['space']} ({row['section']}), but in {other['space']}"
                yield row.fault(f"{what} ({other['section']}): which one? contradictions.csv")
            elif where.get(place) != row["space"]:
                at = where.get(place, "nowhere")
                yield row.fault(
                    f"{place!r} is printed in {row['space']}, but the board has it {at}"
                )
        yield from _lacking(row, space)


def _places(space: Row) -> tuple[str, ...]:
    """Names by which what is in a space can be found."""
    return (space["name"], *filter(None, (space.text("place"),)), *space.names("aliases"))


def _settled(row: Row, where: Mapping[str, str]) -> Iterator[Fault]:
    """A ruling about a place must be followed by the board."""
    place, holds = row["place"], row["holds"]
    if where.get(place) != holds:
        at = where.get(place, "nowhere")
        yield row.fault(f"{row['ruling']} has {place!r} in {holds}, but the board has it {at}")


def _is_reading(row: Row, ruling: Row) -> bool:
    """Whether a printed row is one of the readings that a ruling weighs."""
    return row["space"] in (ruling.text("reading_a"), ruling.text("reading_b"))


def _lacking(row: Row, space: Row) -> Iterator[Fault]:
    """Features and regions that the book prints for a space, and the board lacks."""
    for feature in row.names("features"):
        if feature not in space.names("features"):
            what = f"{row['space']} is printed as {feature} ({row['section']})"
            yield row.fault(f"{what}, but has no such feature on the board")
    for column in ("value", "original_controller", "start_controller"):
        told, has = row.text(column), space.text(column)
        if told and told != has:
            what = f"{row['space']} is printed with {column} {told} ({row['section']})"
            yield row.fault(f"{what}, but on the board it is {has or 'empty'}")
    region = row.text("region")
    if region and region != space.text("region"):
        at = space.text("region") or "no region"
        yield row.fault(f"{row['space']} is printed in {region}, but the board has it in {at}")
