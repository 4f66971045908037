"""The contract: what every frame holds. Programs may rely on it; tests hold the frames to it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from a4a.frames.schema import Column, Dtype, FrameSchema

KEYS = (
    Column("game", "String", "Which game"),
    Column("line", "String", 'Which line of it: "main", or a variation\'s name'),
    Column("node", "Int32", "Which node: the position after a step, 0 is the start"),
    Column("round", "Int32", "The round; 0 before the first"),
    Column("turn", "Int32", "Turns begun so far on this line; 0 before the first"),
    Column("phase", "String", "The phase", nulls="before a turn's first phase"),
)
"""The columns with which every frame on the course of a game begins."""

_NODE_TEXT = "Keys are those of the sampled node: the last one of its round, turn or phase."


def _count(name: str, text: str, unit: str = "units", nulls: str = "never") -> Column:
    return Column(name, "Int32", text, unit, nulls)


def _money(name: str, text: str, nulls: str = "never") -> Column:
    return Column(name, "Int32", text, "money", nulls)


def _text(name: str, text: str, nulls: str = "never") -> Column:
    return Column(name, "String", text, nulls=nulls)


def _of(name: str, dtype: Dtype, text: str, nulls: str = "never") -> Column:
    return Column(name, dtype, text, nulls=nulls)


_NEUTRAL = "for a neutral"
_NO_COUNTER = "where units are alike"
_POWER = _of("power", "power", "The power the row is about")
_SIDE = _of("side", "side", "The side of that power", _NEUTRAL)
_SPACE = _of("space", "space", "The space")
_EVENT = _count("event", "Number of the event in its step, from 0", "")
_BATTLE = "outside battles"


def _both(role: str) -> tuple[Column, ...]:
    """Return the columns of one role's part in a combat round."""
    return (
        _count(f"{role}_units", f"The {role}'s units as the round began", nulls="in round 0"),
        _count(f"{role}_dice", f"Dice the {role} rolled in it", "dice"),
        _count(f"{role}_hits", f"Hits the {role} scored in it", "hits"),
        Column(f"{role}_expected", "Float64", f"Hits the {role} could expect from those of its "
               "rolls that say so", "hits"),
        _count(f"{role}_losses", f"Units the {role} lost in it"),
        _money(f"{role}_loss", f"TUV the {role} lost in it"),
    )  # fmt: skip


def _km(name: str, text: str, unit: str) -> Column:
    return Column(name, "Float64", text, unit, "if it is not known")


def _ends(name: str, dtype: Dtype, text: str) -> tuple[Column, ...]:
    """Return the columns that say the same of both ends of a border."""
    return tuple(_of(f"{name}_{end}", dtype, text) for end in "ab")


def _forces(end: str) -> tuple[Column, ...]:
    """Return the columns on the forces near one end of a border."""
    return (
        _count(
            f"units_{end}",
            "Land and air units of that side near it: in the space and in its "
            "neighbours by land that the side holds. At sea all that is in the zone, aboard "
            "too. No facilities",
        ),
        _money(f"tuv_{end}", "Their total unit value"),
        Column(
            f"share_{end}",
            "Float64",
            "Their total unit value, that of each unit divided over "
            "all the fronts it is near, by their lengths: adds up to each unit once",
            "money",
        ),
    )


_ALL = (
    FrameSchema(
        "spaces",
        "One row for each space and sample: who holds it, what it yields and what stands there. "
        + _NODE_TEXT,
        (
            *KEYS,
            _SPACE,
            _text("kind", '"land", "sea", "coast" (a hex that is both) or "box" (off the map)'),
            _of("power", "power", "Who controls it", "where nobody does"),
            _of("side", "side", "The controller's side", "where nobody or a neutral controls it"),
            _of("original", "power", "Whose emblem is printed on it", "where none is"),
            _text("city", "Its victory or production city", "where there is none"),
            _of("capital", "Boolean", "Whether it is somebody's capital"),
            _money("value", "What it yields a turn now"),
            _count("units", "Units there, facilities and cargo included"),
            _money("tuv", "Their total unit value"),
            _text("theatre", "The theatre of the war it lies in",
                  "where it is in none, and on boards without theatres"),
            _km("area_km2", "Its area on the map", "km2"),
            _of("contested", "Boolean", "Whether units of two sides stand there (not facilities)"),
            _text("place", "What is there by name, where the space is called by a number",
                  "where there is nothing"),
            _text("region", "The country or territory it is part of",
                  "at sea, and on boards without regions"),
            _text("terrain", "Its terrain", "where nothing is said of it"),
            _of("features", "list[String]", "What else is printed there: port, production ..."),
        ),
    ),
    FrameSchema(
        "units",
        "One row for each stack and sample: units of a power, type and condition in one place. "
        + _NODE_TEXT,
        (
            *KEYS,
            _of("space", "space", "Where they are; cargo is where its ship is", "off the board"),
            _text("holding", "The holding they are in (purchased, queue, force pool ...)",
                  "on the board"),
            _POWER,
            _SIDE,
            _of("unit", "unit", "The unit type"),
            _text("category", '"land", "sea", "air", "facility" or "other"'),
            _text("condition", '"intact", "damaged 1", a lasting condition, "aboard" ...'),
            _count("count", "How many"),
            _money("tuv", "Their total unit value: count times price"),
            _text("counter", "The name of the counter, where units are named counters",
                  _NO_COUNTER),
            _count("combat", "Combat factors on the side of it that is up", "combat factors",
                   _NO_COUNTER),
            _count("asw", "Combat factors against submarines on that side", "combat factors",
                   _NO_COUNTER),
            _count("move", "Movement factor on that side, or range of an air unit",
                   "movement points", _NO_COUNTER),
            _of("reduced", "Boolean", "Whether it has lost a step", _NO_COUNTER),
        ),
    ),
    FrameSchema(
        "control",
        "One row for each controlled space and sample: who holds it, since when, taken from whom. "
        + _NODE_TEXT,
        (
            *KEYS,
            _SPACE,
            _of("power", "power", "Who controls it"),
            _SIDE,
            _of("original", "power", "Whose emblem is printed on it", "where none is"),
            _money("value", "What it yields a turn now"),
            _count("since_round", "The round in which it came under this control; 0: from the "
                   "start", ""),
            _count("since_turn", "The turn in which it did; 0: from the start", ""),
            _of("previous", "power", "Who held it before",
                "from the start, and where nobody held it"),
        ),
    ),
    FrameSchema(
        "cities",
        "One row for each city and sample: who holds those that count for victory or produce. "
        "" + _NODE_TEXT,
        (
            *KEYS,
            _text("city", "The city"),
            _SPACE,
            _of("power", "power", "Who holds it", "where nobody does"),
            _of("side", "side", "The holder's side", "where nobody or a neutral holds it"),
            _of("original", "power", "Whose emblem is printed on its space", "where none is"),
            _of("capital", "Boolean", "Whether it is somebody's capital"),
        ),
    ),
    FrameSchema(
        "fronts",
        "One row for each border of a front and sample: where two spaces whose controllers are "
        "hostile "
        "(of different sides, at war) meet on land, and where ships or aircraft lie off a coast "
        "that is held by a power hostile to them. `a` is the end whose side comes first in the "
        "order of play. "
        + _NODE_TEXT,
        (
            *KEYS,
            _text("theatre", "The theatre the border lies in; of two the board's first",
                  "where it is in none, and on boards without theatres"),
            _text("kind", '"land", or "coast" where one end is sea'),
            *_ends("space", "space", "The space at this end"),
            *_ends("power", "power", "Who controls it; at sea the strongest of the hostile powers "
                   "there"),
            *_ends("side", "side", "That power's side"),
            _km("length_km", "Length of the line the spaces share on the map", "km"),
            *_forces("a"),
            *_forces("b"),
        ),
    ),
    FrameSchema(
        "economy",
        "One row for each treasury, resource and turn, also turns of others: closing = opening "
        "+ income + "
        "objectives + plunder + convoy + other + purchases + repairs + technology, all signed. "
        "Keys are those of the turn's last node.",
        (
            *KEYS,
            _of("power", "power", "Whose treasury it is", "if the catalog does not say"),
            _of("side", "side", "The owner's side", "for a neutral or unknown owner"),
            _text("treasury", "The treasury; a power may have several"),
            _text("resource", 'What is counted: "IPC" ...'),
            _of("active", "Boolean", "Whether it is its owner's turn"),
            _money("opening", "Held as the turn began: what was held as the turn before ended"),
            _money("income", "From the spaces held"),
            _money("objectives", "For objectives"),
            _money("plunder", "Captured from others (+) or lost to them (-)"),
            _money("convoy", "Lost to convoy disruption (-)"),
            _money("other", "For any other reason: bids, edits, Lend-Lease, tokens used ..."),
            _money("purchases", "Paid for units (-)"),
            _money("repairs", "Paid for repairs (-)"),
            _money("technology", "Paid for research (-)"),
            _money("closing", "Held as the turn ended"),
            _money("spending", "Paid for units, repairs and research (+)"),
            _money("production", "What its owner's spaces that pay this treasury yield as the "
                   "turn ends", "for resources that are not the catalog's currency"),
        ),
    ),
    FrameSchema(
        "resources",
        "One row for each change of a treasury: the long form of `economy`, with details.",
        (
            *KEYS,
            _EVENT,
            _of("power", "power", "Whose treasury it is", "if the catalog does not say"),
            _of("side", "side", "The owner's side", "for a neutral or unknown owner"),
            _text("treasury", "The treasury"),
            _text("resource", 'What changed: "IPC" ...'),
            _money("amount", "Gained (+) or paid (-)"),
            _text("reason", '"income", "objective", "purchase", "repair", "plunder" ...'),
            _text("detail", "Which objective, from whom, for what", "where nothing more is said"),
            _text("restriction", "What this money may not or only buy", "where it may buy all"),
        ),
    ),
    FrameSchema(
        "purchases",
        "One row for each line of a bill: units of one type bought together.",
        (
            *KEYS,
            _EVENT,
            _POWER,
            _SIDE,
            _text("treasury", "The treasury that paid"),
            _of("unit", "unit", "What was bought"),
            _text("category", '"land", "sea", "air", "facility" or "other"'),
            _count("count", "How many"),
            _money("cost", "For how much together"),
        ),
    ),
    FrameSchema(
        "moves",
        "One row for each move and kind of unit in it: units of one power and type that moved "
        "together.",
        (
            *KEYS,
            _EVENT,
            _POWER,
            _SIDE,
            _of("unit", "unit", "The unit type"),
            _count("count", "How many"),
            _of("origin", "space", "From where"),
            _of("destination", "space", "To where"),
            _of("path", "list[space]", "The way, both ends included"),
            _count("distance", "Borders crossed", "borders"),
            Column("cost", "Float64", "Movement each used", "movement points"),
            _text("mode", '"combat", "noncombat", "retreat", "scramble", "amphibious" ...'),
            _of("aboard", "Boolean", "Whether they went aboard a carrier or transport at the end"),
            _of("halted", "Boolean", "Whether the move was interrupted and may go on"),
            _text("battle", "The battle they went into or left", _BATTLE),
        ),
    ),
    FrameSchema(
        "battles",
        "One row for each battle. Keys are those of the node where it opened; the row's power "
        "is the "
        "first attacker.",
        (
            *KEYS,
            _EVENT,
            _text("battle", "The battle's id, unique in its game and line"),
            _SPACE,
            _text("kind", '"land", "sea", "amphibious", "bombing raid" ...'),
            _of("power", "power", "The first attacker", "if nobody attacks"),
            _of("side", "side", "The first attacker's side", "for a neutral or no attacker"),
            _of("attackers", "list[power]", "All attackers"),
            _of("defenders", "list[power]", "All defenders"),
            _count("attacker_units", "Units that attacked, late arrivals included"),
            _count("defender_units", "Units that defended, late arrivals included"),
            _money("attacker_tuv", "Their TUV"),
            _money("defender_tuv", "Their TUV"),
            _count("attacker_losses", "Units the attackers lost; capture is no loss"),
            _count("defender_losses", "Units the defenders lost; capture is no loss"),
            _money("attacker_loss", "TUV the attackers lost"),
            _money("defender_loss", "TUV the defenders lost"),
            _money("swing", "defender_loss - attacker_loss: TUV the attackers gained on balance"),
            _count("rounds", "Combat rounds fought", "combat rounds"),
            _text("winner", '"attacker", "defender" or "nobody"', "while it is open"),
            _text("result", '"attacker takes", "defender wins" ...', "while it is open"),
            _count("closed", "The node where it ended", "", "while it is open"),
            _of("links", "list[String]", "Battles whose course bears on this one"),
        ),
    ),
    FrameSchema(
        "combat_rounds",
        "One row for each combat round of a battle; round 0 is what was rolled before the first "
        "(antiaircraft fire, bombardment). Keys are those of the node where it began.",
        (
            *KEYS,
            _EVENT,
            _text("battle", "The battle's id"),
            _SPACE,
            _of("power", "power", "The first attacker", "if nobody attacks"),
            _count("combat_round", "The combat round", ""),
            *_both("attacker"),
            *_both("defender"),
        ),
    ),
    FrameSchema(
        "rolls",
        "One row for each throw of dice: what was rolled, what could be expected, what came.",
        (
            *KEYS,
            _EVENT,
            _POWER,
            _SIDE,
            _text("purpose", '"attack", "defense", "aa", "technology", "chart" ...'),
            _text("battle", "The battle it belongs to", _BATTLE),
            _of("space", "space", "Where that battle is fought", _BATTLE),
            _count("combat_round", "Its combat round; 0 before the first", "", _BATTLE),
            _text("role", '"attacker" or "defender"', "where there is no role"),
            _count("sides", "Faces of the dice", "faces"),
            _count("dice", "How many dice", "dice"),
            _of("faces", "list[Int32]", "What each showed"),
            _of("targets", "list[Int32]", "What each had to show or less; 0: no target"),
            _count("hits", "Hits scored", "hits"),
            Column("expected", "Float64", "Hits to expect before the roll", "hits",
                   "where hits mean nothing"),
            Column("luck", "Float64", "hits - expected", "hits", "where expected is"),
            _text("against", "What the hits may fall on", "where on anything"),
            _text("line_of_chart", "The line of the combat chart", "where no chart is read"),
            _text("column", "The chart's column after shifts", "where no chart is read"),
            _count("shift", "Columns shifted, right positive", "columns", "where no chart is read"),
            _count("loss", "Loss points read", "loss points", "where no chart is read"),
            _text("outcome", "What a table, contest or event roll meant", "where nothing is said"),
        ),
    ),
    FrameSchema(
        "politics",
        "One row for each change of how two powers stand, or of a power's status.",
        (
            *KEYS,
            _EVENT,
            _text("change", '"relation" or "status"'),
            _POWER,
            _SIDE,
            _of("other", "power", "The other power of a relation", "for a status"),
            _text("old", "The relation before, or the status lost",
                  "for a status gained, and where nothing was said before"),
            _text("new", "The relation now, or the status gained",
                  "for a status lost, and where nothing is said now"),
        ),
    ),
    FrameSchema(
        "technology",
        "One row for each technology gained or (by an edit) lost.",
        (
            *KEYS,
            _EVENT,
            _POWER,
            _SIDE,
            _text("technology", "The technology"),
            _of("gained", "Boolean", "Whether it was gained; False: lost"),
        ),
    ),
    FrameSchema(
        "events",
        "One row for each event: everything that happened, in order, in words.",
        (
            *KEYS,
            _EVENT,
            _text("type", '"moved", "rolled", "control" ...: the event\'s kind'),
            _of("power", "power", "The power it is about, or the first of them",
                "where it is about none"),
            _of("side", "side", "That power's side", "for a neutral, or where there is no power"),
            _of("space", "space", "Where it happened: of a move, where it ended",
                "where it has no place"),
            _text("battle", "The battle it belongs to", _BATTLE),
            _text("cause", '"order", "engine", "edit", "bid" or "import": the step\'s cause'),
            _text("words", "What happened, in a sentence. Plain text, never HTML"),
        ),
    ),
    FrameSchema(
        "annotations",
        "One row for each annotation of a node.",
        (
            *KEYS,
            _count("id", "The annotation's id, unique in its game", ""),
            _text("kind", '"comment", "glyph", "arrow" or "highlight"'),
            _text("author", "Who wrote it", "if it is not signed"),
            _text("when", '"before" its step is seen or "after"', "for all but comments"),
            _text("text", "A comment's words or a glyph's sign. Plain text, never HTML",
                  "for arrows and highlights"),
            _of("spaces", "list[space]", "An arrow's path or the highlighted spaces",
                "for comments and glyphs"),
            _text("colour", "Colour of an arrow or highlight", "if none is given"),
        ),
    ),
    FrameSchema(
        "nodes",
        "One row for each node of every line: the calendar of the game.",
        (
            *KEYS,
            _count("parent", "The node before", "", "at the start"),
            _text("label", "The round's name (a season)", "where rounds have none"),
            _of("active", "list[power]", "Whose turn it is"),
            _of("actors", "list[power]", "Who acted in the step"),
            _text("cause", '"order", "engine", "edit", "bid" or "import"', "at the start"),
        ),
    ),
    FrameSchema(
        "powers",
        "One row for each power of a game, in order of play: its side, its colour, its "
        "treasuries, its "
        "player.",
        (
            _text("game", "Which game"),
            _POWER,
            _SIDE,
            _text("adjective", '"German"', "where there is none"),
            _of("playable", "Boolean", "Whether it takes turns"),
            _text("colour", "The catalog's display colour, #rrggbb", "if the catalog has none"),
            _of("treasuries", "list[String]", "Its treasuries, the main one first"),
            _text("player", "Who plays it, as the record says", "where it does not say"),
        ),
    ),
    FrameSchema(
        "borders",
        "One row for each border of a game's board: which spaces meet.",
        (
            _text("game", "Which game"),
            *_ends("space", "space", "A space; the order has no meaning"),
            _text("kind", '"land", "coast", "sea", "strait", "canal", "river", "harsh" or "box"'),
            _text("name", "What the strait, canal or river is called", "where it has no name"),
            _text("theatre", "The theatre it lies in; of two the board's first",
                  "where it is in none, and on boards without theatres"),
            _km("length_km", "Length of the line the spaces share on the map", "km"),
            _count("cost", "What it takes to cross it, before terrain", "movement points"),
            _text("line", "The line of the map that runs along it", "where none does"),
        ),
    ),
    FrameSchema(
        "unit_types",
        "One row for each unit type of a game, in catalog order, with its printed numbers.",
        (
            _text("game", "Which game"),
            _of("unit", "unit", "The unit type"),
            _text("category", '"land", "sea", "air", "facility" or "other"'),
            _count("attack", "Attack value", "pips or combat factors"),
            _count("defense", "Defense value", "pips or combat factors"),
            _count("move", "Movement allowance", "spaces or movement points"),
            _money("cost", "Price"),
            _count("hits", "Hits it takes to destroy it", "hits"),
            _money("upgrade", "Price of a lost step; 0 if it cannot be bought"),
        ),
    ),
)  # fmt: skip

schemas: Mapping[str, FrameSchema] = MappingProxyType({schema.name: schema for schema in _ALL})
"""The schema of every frame by its name."""
