"""What frames hold on fighting: moves, battles, their rounds and rolls."""

from __future__ import annotations

from a4a.frames.contract.common import (
    BATTLE,
    EVENT,
    KEYS,
    POWER,
    SIDE,
    SPACE,
    count,
    money,
    of,
    text,
)
from a4a.frames.schema import Column, FrameSchema

_DAMAGE = "hits on ships, lost steps of counters, bombs on facilities"


def _both(role: str) -> tuple[Column, ...]:
    """Return the columns of one role's part in a combat round."""
    return (
        count(f"{role}_units", f"The {role}'s units as the round began", nulls="in round 0"),
        count(f"{role}_dice", f"Dice the {role} rolled in it", "dice"),
        count(f"{role}_hits", f"Hits the {role} scored in it", "hits"),
        Column(f"{role}_expected", "Float64", f"Hits the {role} could expect from its rolls "
               "that say so", "hits"),
        count(f"{role}_losses", f"Units the {role} lost in it"),
        count(f"{role}_damage", f"Damage the {role}'s units took in it and lived: {_DAMAGE}",
              "points"),
        money(f"{role}_loss", f"TUV the {role} lost in it, lost steps included"),
    )  # fmt: skip


SCHEMAS = (
    FrameSchema(
        "moves",
        "One row for each move and type of unit in it: units of one power and type that moved "
        "together.",
        (
            *KEYS,
            EVENT,
            POWER,
            SIDE,
            of("unit", "unit", "The unit type"),
            count("count", "Number of units"),
            of("origin", "space", "Where they moved from"),
            of("destination", "space", "Where they moved to"),
            of("path", "list[space]", "The spaces they moved through, including both ends"),
            count("distance", "Borders crossed", "borders"),
            Column("cost", "Float64", "Movement that each of them used", "movement points"),
            text("mode", '"combat", "noncombat", "retreat", "scramble", "amphibious" ...'),
            of("aboard", "Boolean", "Whether they went aboard a carrier or transport at the end"),
            of("halted", "Boolean", "Whether the move was interrupted and may go on"),
            text("battle", "The battle they went into or left", BATTLE),
        ),
    ),
    FrameSchema(
        "battles",
        "One row for each battle. Keys are those of the node where it opened; the row's power "
        "is the "
        "first attacker.",
        (
            *KEYS,
            EVENT,
            text("battle", "The battle's id, unique in its game and line"),
            SPACE,
            text("kind", '"land", "sea", "amphibious", "bombing raid" ...'),
            of("power", "power", "The first attacker", "if nobody attacks"),
            of("side", "side", "The first attacker's side", "for a neutral or no attacker"),
            of("attackers", "list[power]", "All attackers"),
            of("defenders", "list[power]", "All defenders"),
            count("attacker_units", "Units that attacked, including late arrivals"),
            count("defender_units", "Units that defended, including late arrivals"),
            money("attacker_tuv", "Their TUV"),
            money("defender_tuv", "Their TUV"),
            count("attacker_losses", "Units the attackers lost, not counting captured ones"),
            count("defender_losses", "Units the defenders lost, not counting captured ones"),
            count("attacker_damage", f"Damage their units took and lived: {_DAMAGE}", "points"),
            count("defender_damage", f"Damage their units took and lived: {_DAMAGE}", "points"),
            money("attacker_loss", "TUV the attackers lost, lost steps included"),
            money("defender_loss", "TUV the defenders lost, lost steps included"),
            money(
                "swing",
                "defender_loss - attacker_loss: what the attackers gained on balance, in TUV",
            ),
            count("rounds", "Combat rounds fought", "combat rounds"),
            text("winner", '"attacker", "defender" or "nobody"', "while it is open"),
            text("result", '"attacker takes", "defender wins" ...', "while it is open"),
            count("closed", "The node where it ended", "", "while it is open"),
            of("links", "list[String]", "Battles that affect this one"),
        ),
    ),
    FrameSchema(
        "combat_rounds",
        "One row for each combat round of a battle; round 0 holds the rolls before the first "
        "(antiaircraft fire, bombardment). Keys are those of the node where it began.",
        (
            *KEYS,
            EVENT,
            text("battle", "The battle's id"),
            SPACE,
            of("power", "power", "The first attacker", "if nobody attacks"),
            count("combat_round", "The combat round", ""),
            *_both("attacker"),
            *_both("defender"),
        ),
    ),
    FrameSchema(
        "rolls",
        "One row for each throw of dice: what was rolled, and the hits expected and scored.",
        (
            *KEYS,
            EVENT,
            POWER,
            SIDE,
            text("purpose", '"attack", "defense", "aa", "technology", "chart" ...'),
            text("battle", "The battle it belongs to", BATTLE),
            of("space", "space", "Where that battle is fought", BATTLE),
            count("combat_round", "Its combat round; 0 before the first", "", BATTLE),
            text("role", '"attacker" or "defender"', "where there is none"),
            count("sides", "Faces of the dice", "faces"),
            count("dice", "Number of dice", "dice"),
            of("faces", "list[Int32]", "What each die showed"),
            of("targets", "list[Int32]", "The most each die could show to hit; 0: no target"),
            count("hits", "Hits scored; on a chart its loss points", "hits"),
            Column(
                "expected",
                "Float64",
                "Hits expected before the roll",
                "hits",
                "where hits mean nothing",
            ),
            Column("luck", "Float64", "hits - expected", "hits", "where expected is"),
            text("against", "What the hits may fall on", "where that is anything"),
            text("line_of_chart", "The line of the combat chart", "where no chart is read"),
            text("column", "The chart's column after shifts", "where no chart is read"),
            count("shift", "Columns shifted, right positive", "columns", "where no chart is read"),
            count("loss", "Loss points read", "loss points", "where no chart is read"),
            text("outcome", "The result of a table, contest or event roll", "where there is none"),
        ),
    ),
)
