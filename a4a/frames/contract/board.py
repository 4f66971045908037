"""What frames hold on how the board stands: spaces, units, control, cities and fronts."""

from __future__ import annotations

from a4a.frames.contract.common import (
    KEYS,
    NO_COUNTER,
    NODE_TEXT,
    POWER,
    SIDE,
    SPACE,
    count,
    ends,
    km,
    money,
    of,
    text,
)
from a4a.frames.schema import Column, FrameSchema


def _forces(end: str) -> tuple[Column, ...]:
    """Return the columns on the forces near one end of a border."""
    return (
        count(
            f"units_{end}",
            "Land and air units of that side near it: in the space and in its "
            "neighbours by land that the side holds. At sea all units in the zone, including "
            "those aboard. No facilities",
        ),
        money(f"tuv_{end}", "Their total unit value"),
        Column(
            f"share_{end}",
            "Float64",
            "Their total unit value, each unit's divided among all "
            "the fronts it is near by their lengths, so that it counts once in the sum",
            "money",
        ),
    )


SCHEMAS = (
    FrameSchema(
        "spaces",
        "One row for each space and sample: who holds it, what it yields and what is there. "
        + NODE_TEXT,
        (
            *KEYS,
            SPACE,
            text("kind", '"land", "sea", "coast" (a hex that is both) or "box" (off the map)'),
            of("power", "power", "Who controls it", "where nobody does"),
            of("side", "side", "The controller's side", "where nobody or a neutral controls it"),
            of("original", "power", "The power whose emblem is printed on it", "where none is"),
            text("city", "Its victory or production city", "where there is none"),
            of("capital", "Boolean", "Whether it is a capital"),
            money("value", "Its yield a turn now"),
            count("units", "Units there, including facilities and cargo"),
            money("tuv", "Their total unit value"),
            text(
                "theatre",
                "The theatre of the war it lies in",
                "where it is in none, and on boards without theatres",
            ),
            km("area_km2", "Its area on the map", "km2"),
            of("contested", "Boolean", "Whether units of two sides stand there (not facilities)"),
            text(
                "place",
                "The name of the place, where the space is called by a number",
                "where there is nothing",
            ),
            text(
                "region",
                "The country or territory it is part of",
                "at sea, and on boards without regions",
            ),
            text("terrain", "Its terrain", "where none is given"),
            of("features", "list[String]", "Other things printed there: port, production ..."),
        ),
    ),
    FrameSchema(
        "units",
        "One row for each stack and sample: units of a power, type and condition in one place. "
        + NODE_TEXT,
        (
            *KEYS,
            of("space", "space", "Where they are; cargo is where its ship is", "off the board"),
            text(
                "holding",
                "The holding they are in (purchased, queue, force pool ...)",
                "on the board",
            ),
            POWER,
            SIDE,
            of("unit", "unit", "The unit type"),
            text("category", '"land", "sea", "air", "facility" or "other"'),
            text("condition", '"intact", "damaged 1", a lasting condition, "aboard" ...'),
            count("count", "Number of units"),
            money("tuv", "Their total unit value: count times price, less what lost steps cost"),
            text("counter", "The name of the counter, where units are named counters", NO_COUNTER),
            count(
                "combat",
                "Combat factors on the side that is up",
                "combat factors",
                NO_COUNTER,
            ),
            count(
                "asw",
                "Combat factors against submarines on the side that is up",
                "combat factors",
                NO_COUNTER,
            ),
            count(
                "move",
                "Movement factor on the side that is up, or range of an air unit",
                "movement points",
                NO_COUNTER,
            ),
            of("reduced", "Boolean", "Whether it has lost a step", NO_COUNTER),
        ),
    ),
    FrameSchema(
        "control",
        "One row for each controlled space and sample: who holds it, since when, and who held it "
        "before. " + NODE_TEXT,
        (
            *KEYS,
            SPACE,
            of("power", "power", "Who controls it"),
            SIDE,
            of("original", "power", "The power whose emblem is printed on it", "where none is"),
            money("value", "Its yield a turn now"),
            count(
                "since_round",
                "The round in which this control began; 0: from the start",
                "",
            ),
            count("since_turn", "The turn in which it began; 0: from the start", ""),
            of(
                "previous",
                "power",
                "Who held it before",
                "from the start, and where nobody held it",
            ),
        ),
    ),
    FrameSchema(
        "cities",
        "One row for each city and sample that counts for victory or produces: who holds it. "
        + NODE_TEXT,
        (
            *KEYS,
            text("city", "The city"),
            SPACE,
            of("power", "power", "Who holds it", "where nobody does"),
            of("side", "side", "The holder's side", "where nobody or a neutral holds it"),
            of(
                "original",
                "power",
                "The power whose emblem is printed on its space",
                "where none is",
            ),
            of("capital", "Boolean", "Whether it is a capital"),
        ),
    ),
    FrameSchema(
        "fronts",
        "One row for each border of a front and sample: where two spaces whose controllers are "
        "hostile "
        "(of different sides, at war) meet on land, and where ships or aircraft lie off a coast "
        "that is held by a power hostile to them. `a` is the end whose side comes first in the "
        "order of play. " + NODE_TEXT,
        (
            *KEYS,
            text(
                "theatre",
                "The theatre the border lies in; of two the board's first",
                "where it is in none, and on boards without theatres",
            ),
            text("kind", '"land", or "coast" where one end is sea'),
            *ends("space", "space", "The space at this end"),
            *ends(
                "power",
                "power",
                "Who controls it; at sea the strongest of the hostile powers there",
            ),
            *ends("side", "side", "The side that it fights on: its own, or one it has joined"),
            km("length_km", "Length of the line the spaces share on the map", "km"),
            *_forces("a"),
            *_forces("b"),
        ),
    ),
)
