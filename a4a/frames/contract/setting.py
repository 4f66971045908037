"""What frames hold on the setting of a game: its powers, its borders and its unit types."""

from __future__ import annotations

from a4a.frames.contract.common import NEUTRAL, POWER, count, ends, km, money, of, text
from a4a.frames.schema import FrameSchema

SCHEMAS = (
    FrameSchema(
        "powers",
        "One row for each power of a game, in order of play: its side, its colour, its "
        "treasuries and its "
        "player.",
        (
            text("game", "The game"),
            POWER,
            of("side", "side", "The side it is on from the start", NEUTRAL),
            text("adjective", '"German"', "where there is none"),
            text("called", 'What a sentence calls it: "the United States"'),
            of("playable", "Boolean", "Whether it takes turns"),
            text("colour", "The catalog's display colour, #rrggbb", "if the catalog has none"),
            of("treasuries", "list[String]", "Its treasuries, the main one first"),
            text("player", "The name of its player", "where the record gives none"),
        ),
    ),
    FrameSchema(
        "borders",
        "One row for each border of a game's board: which spaces meet.",
        (
            text("game", "The game"),
            *ends("space", "space", "A space; the order has no meaning"),
            text("kind", '"land", "coast", "sea", "strait", "canal", "river", "harsh" or "box"'),
            text("name", "What the strait, canal or river is called", "where it has no name"),
            text(
                "theatre",
                "The theatre it lies in; of two the board's first",
                "where it is in none, and on boards without theatres",
            ),
            km("length_km", "Length of the line the spaces share on the map", "km"),
            count("cost", "Cost of crossing it, before terrain", "movement points"),
            text("line", "The line on the map that runs along it", "where there is none"),
        ),
    ),
    FrameSchema(
        "unit_types",
        "One row for each unit type of a game, in catalog order, with its printed numbers.",
        (
            text("game", "The game"),
            of("unit", "unit", "The unit type"),
            text("category", '"land", "sea", "air", "facility" or "other"'),
            count("attack", "Attack value", "pips or combat factors"),
            count("defense", "Defense value", "pips or combat factors"),
            count("move", "Movement allowance", "spaces or movement points"),
            money("cost", "Price"),
            count("hits", "Hits it takes to destroy it", "hits"),
            money("upgrade", "Price of a lost step; 0 if it cannot be bought"),
        ),
    ),
)
