"""What the tables of a library hold: a row a game, a power-turn, a battle; and other figures.

The columns are those that hold for every system and map. Names are strings, so that tables of all
boards are one table; a figure is null where a game cannot tell it.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final, Literal, TypeAlias, get_args

from a4a.frames.schema import Column, FrameSchema

Table: TypeAlias = Literal["games", "turns", "battles", "figures"]
TABLES: Final[tuple[Table, ...]] = get_args(Table)

_NO_ODDS = "where a4a has no odds of it"
_NO_SIDE = "for a power of no side"


def _text(name: str, text: str, nulls: str = "never") -> Column:
    return Column(name, "String", text, nulls=nulls)


def _count(name: str, text: str, unit: str = "units", nulls: str = "never") -> Column:
    return Column(name, "Int32", text, unit, nulls)


def _money(name: str, text: str, nulls: str = "never") -> Column:
    return Column(name, "Int32", text, "money", nulls)


def _real(name: str, text: str, unit: str = "", nulls: str = "never") -> Column:
    return Column(name, "Float64", text, unit, nulls)


_GAME: Final = (
    _text("game", "The game's id in the library"),
    _text("system", "The system or map it is played on"),
    _text("source", '"saves", "played" by programs, or "records"'),
)
_TURN: Final = (
    *_GAME,
    _count("round", "The round", ""),
    _count("turn", "Turns begun so far; 1 for the first", ""),
)


def _forces(where: str, whose: str, nulls: str = "never") -> tuple[Column, ...]:
    """Return the columns of the value of land, sea and air forces."""
    return tuple(
        _money(f"{where}_{category}", f"Value of the {category} units {whose}", nulls)
        for category in ("land", "sea", "air")
    )


_BOUGHT: Final = tuple(
    column
    for kind, words in (
        ("land", "land units"), ("sea", "ships"), ("air", "aircraft"), ("other", "other units"),
    )
    for column in (
        _count(f"bought_{kind}", f"How many {words} the power bought", words),
        _money(f"cost_{kind}", f"What it paid for {words}"),
    )
)  # fmt: skip


GAMES: Final = FrameSchema(
    "games",
    "One row for each game.",
    (
        *_GAME,
        _text("title", "The game's title; the map's name where a save has none"),
        _text("map", "The board it is played on"),
        _text("file", "The name of the file that it was read from", "for games played here"),
        _text("players", 'Who played, in order of the powers: "Germany: Ada; Japan: Ben"',
              "where no names are known"),
        _text("date", "The day it was played, as 2026-01-31, as far as it can be told",
              "for games played here"),
        _text("dated", 'What says so: the "name" of its file, or the day of the "file" itself',
              "for games played here"),
        _count("rounds", "The last round", "rounds"),
        _count("turns", "Turns played", "turns"),
        _count("steps", "Steps of its main line", "steps"),
        _text("winner", "The side that won", "where it is not known"),
        _text("how", 'How it ended: "victory" by the rules, "conceded" in a comment, "round" where '
              'the last round asked for was played, "stalled" or "stuck"',
              "where it is not known, or goes on"),
        _text("told", "The words that say so: of a victory, or the comment",
              "where there are none"),
        _text("leads", "The side whose land yields more as it ends", "where sides are equal"),
        Column("lead", "Float64", "That side's share of what the land of all sides yields",
               nulls="where no land yields anything"),
        _text("currency", "What money is called"),
        _text("options", "The rules options it was played with, as JSON"),
        _text("program", "The program that recorded it, and its version"),
        _text("reader", "The version of a4a that read or played it"),
        _text("seed", "The seed of its dice", "where it is not known"),
        _text("forked_from", "The game in the library with which it has its first turns in common",
              "where there is none"),
        _count("forked_at", "How many turns they have in common", "turns", "where there is none"),
        _count("battles", "How many battles were fought", "battles"),
        _count("bytes", "What the game itself takes in the library", "bytes"),
    ),
)  # fmt: skip

TURNS: Final = FrameSchema(
    "turns",
    "One row for each power-turn: each turn of each power that acts in it, as the turn ended.",
    (
        *_TURN,
        _count("node", "The turn's last node", ""),
        _text("power", "The power"),
        _text("side", "The side it fights on", _NO_SIDE),
        _text("currency", "What money is called"),
        _money("opening", "Held as the turn began"),
        _money("income", "From the spaces held"),
        _money("objectives", "For objectives"),
        _money("plunder", "Captured from others (+) or lost to them (-)"),
        _money("convoy", "Lost to convoy disruption (-)"),
        _money("other", "For any other reason"),
        _money("purchases", "Paid for units (-)"),
        _money("repairs", "Paid for repairs (-)"),
        _money("technology", "Paid for research (-)"),
        _money("closing", "Held as the turn ended"),
        _money("spending", "Paid for units, repairs and research (+)"),
        _money("production", "Yield of its land as the turn ended"),
        _money("production_side", "Yield of the land of its side", _NO_SIDE),
        _money("production_enemies", "Yield of the land of other sides", _NO_SIDE),
        _money("money_side", "Held by its side", _NO_SIDE),
        _money("money_enemies", "Held by other sides", _NO_SIDE),
        _count("units_land", "Its land units"),
        _count("units_sea", "Its ships"),
        _count("units_air", "Its aircraft"),
        *_forces("tuv", "it has"),
        *_forces("side", "its side has", _NO_SIDE),
        *_forces("enemies", "other sides have", _NO_SIDE),
        *_BOUGHT,
        _text("bought", 'What it bought, in words: "3 infantry, 1 tank"', "for nothing"),
        _count("spaces", "Land spaces it controls", "spaces"),
        _count("taken", "Land spaces that it holds and did not as the turn began", "spaces"),
        _count("lost", "Land spaces that it lost since its last turn", "spaces"),
        _count("cities", "Cities it holds", "cities"),
        _count("cities_side", "Cities its side holds", "cities", _NO_SIDE),
        _count("cities_enemies", "Cities other sides hold", "cities", _NO_SIDE),
        _count("capitals", "Capitals it holds", "capitals"),
        _count("capitals_side", "Capitals its side holds", "capitals", _NO_SIDE),
        _count("capitals_enemies", "Capitals other sides hold", "capitals", _NO_SIDE),
        _count("battles", "Battles in which it was the first attacker", "battles"),
        _count("won", "Those the attacker won", "battles"),
        _count("beaten", "Those the defender won", "battles"),
        _money("attacker_loss", "What attackers lost in them"),
        _money("defender_loss", "What defenders lost in them"),
        _money("swing", "defender_loss - attacker_loss"),
        _count("judged", "Battles of them that have odds", "battles", _NO_ODDS),
        _real("expected", "The swing that could be expected of those", "money", _NO_ODDS),
        _real("luck", "The swing of those less the expected one", "money", _NO_ODDS),
        _count("dice", "Dice it rolled in battle in the turn", "dice"),
        _count("hits", "Hits it scored with them", "hits"),
        _count("moves", "Units it moved into combat", "units"),
        _count("shifts", "Units it moved otherwise", "units"),
        _count("fronts", "Borders of its side's fronts", "borders", _NO_SIDE),
        _real("front_km", "Their length", "km", "where no map is known"),
        _money("front_side", "Value of its side's units near them", _NO_SIDE),
        _money("front_enemies", "Value of the enemies' units near them", _NO_SIDE),
        _count("technologies", "Technologies it has gained so far", "technologies"),
    ),
)  # fmt: skip

BATTLES: Final = FrameSchema(
    "battles",
    "One row for each battle, in the turn in which it opened.",
    (
        *_TURN,
        _count("node", "The node where it opened", ""),
        _text("battle", "Its id, unique in its game"),
        _text("space", "Where it was fought"),
        _text("kind", '"land", "sea", "amphibious", "bombing raid" ...'),
        _text("power", "The first attacker", "if nobody attacks"),
        _text("side", "The first attacker's side", _NO_SIDE),
        _text("attackers", "All attackers, with semicolons"),
        _text("defenders", "All defenders, with semicolons"),
        _text("attacker", "The attacker's units as the shooting began, in words",
              "where it has no odds"),
        _text("defender", "The defender's units, in words", "where it has no odds"),
        _count("attacker_units", "Units that attacked"),
        _count("defender_units", "Units that defended"),
        _money("attacker_tuv", "What they are worth"),
        _money("defender_tuv", "What they are worth"),
        _money("attacker_loss", "What the attackers lost"),
        _money("defender_loss", "What the defenders lost"),
        _money("swing", "defender_loss - attacker_loss"),
        _count("rounds", "Combat rounds fought", "combat rounds"),
        _text("winner", '"attacker", "defender" or "nobody"', "while it goes on"),
        _text("result", '"attacker takes", "defender wins" ...', "while it goes on"),
        _real("p_attacker", "How likely the attacker wins if it is fought to the end",
              nulls=_NO_ODDS),
        _real("p_defender", "How likely the defender does", nulls=_NO_ODDS),
        _real("expected", "The expected swing", "money", _NO_ODDS),
        _real("sd", "Its standard deviation", "money", _NO_ODDS),
        _real("luck", "The swing less the expected one, as `a4a.luck` counts it", "money",
              _NO_ODDS),
        _real("percentile", "The share of such battles that go worse for the attacker", "",
              _NO_ODDS),
    ),
)  # fmt: skip

FIGURES: Final = FrameSchema(
    "figures",
    "One row for each figure of a power-turn that only some systems have, in the long form.",
    (
        *_TURN,
        _text("power", "The power"),
        _text("figure", "What is told: a resource besides money (\"kamikaze tokens\", \"oil\") as "
              "it is held when the turn ends"),
        _real("value", "How much"),
    ),
)  # fmt: skip

SCHEMAS = MappingProxyType({"games": GAMES, "turns": TURNS, "battles": BATTLES, "figures": FIGURES})
"""The schema of each table, by its name."""
