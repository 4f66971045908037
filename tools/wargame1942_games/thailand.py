"""Thailand: three battles in one, with a pass-through on each side of the Malay Peninsula.

The book's pass-through battle example. It tells no dice; the infantry of the eastern transport come
from the Philippines, as the transport does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from tools.playing import ALLIED_COLOUR
from tools.wargame1942_games.scene import Forces, name_variation, set_up, table
from tools.wargame1942_games.table import Ids, Table

NAME: Final = "wargame1942_thailand"
TITLE: Final = "The War Game: Britain attacks Thailand from three sides"
_PHILIPPINES: Final = "Philippines Sea Zone"
_AUSTRALIA: Final = "Northern Territory Sea Zone"
_EAST: Final = "South China Sea"
_JAVA: Final = "Java Sea Zone"
_WEST: Final = "Thailand Sea Zone"
FORCES: Final[Forces] = {
    "U.K.": {
        _PHILIPPINES: "1 battleship, 1 transport", f"{_PHILIPPINES} / transport": "2 infantry",
        _AUSTRALIA: "1 transport, 1 destroyer", "Northern Territory": "2 infantry",
        "Burma": "2 infantry, 1 fighter", "Borneo": "1 fighter",
    },
    "Japan": {"Thailand": "3 infantry", _EAST: "1 destroyer", _JAVA: "1 destroyer"},
}  # fmt: skip
OWN: Final[Mapping[str, str]] = {"Borneo": "U.K.", "Philippines": "U.K."}
"""The example is set in a later turn than the game begins with."""
_SUNK_AT_ONCE: Final = (
    11, 3, 12,  # the destroyer of Australia sinks that of Java, which misses
    4, 9,  # so does the fighter of Burma the eastern one
    1, 8, 12, 2, 9, 10, 8, 7,  # Thailand: six infantry, and the battleship behind them
    9, 10, 12,
)  # fmt: skip


def play() -> GameRecord:
    """Play the example, and return its record with its variations."""
    record = set_up(TITLE, "U.K.", FORCES, own=OWN)
    t = table(record, [*_SUNK_AT_ONCE, *[12] * 20])
    t.introduce(
        "Thailand has three Japanese infantry, and a destroyer at sea on either side of the "
        "peninsula. The British come overland from Burma, from the Philippines and from Australia.",
    )
    _from_the_east(t)
    _from_the_west(t)
    t.send("U.K.", "2 infantry", "Burma", "Thailand")
    t.end("Combat Orders")
    asked = t.game.node
    t.say(
        "Three battles open at once, linked: what comes of the two at sea decides who lands. So "
        "they are fought round by round, the sea first."
    )
    t.until("retreats", "Thailand", "defender")
    t.say(
        "All retreats are declared before any die, for the second space of a pass-through as for "
        "the first. The Japanese stay everywhere."
    )
    t.fight_out()
    t.say(
        "Both destroyers are sunk at once. So the battleship bombards, and all four infantry from "
        "the sea roll in the first round, beside the two from Burma; the destroyer from "
        "Australia has fired at sea, and does not bombard."
    )
    t.send("U.K.", "1 fighter", "Thailand", "Burma")
    t.send("U.K.", "1 fighter", _JAVA, _EAST, "Borneo")
    t.leave_turn()
    _java_fails(record, asked)
    _the_east_fails(record, asked)
    _japan_leaves(record, asked)
    return record


def _from_the_east(t: Table) -> None:
    """Order the landing from the Philippines."""
    ship = t.units("U.K.", _PHILIPPINES, "1 transport")
    men = t.units("U.K.", _PHILIPPINES, "2 infantry")
    t.send("U.K.", ship, _PHILIPPINES, _EAST)
    t.send("U.K.", men, _EAST, "Thailand")
    t.send("U.K.", "1 battleship", _PHILIPPINES, _EAST, task="bombard", target="Thailand")
    t.arrow(_PHILIPPINES, _EAST, "Thailand", colour=ALLIED_COLOUR)
    t.say("The battleship would rather shoot at Thailand than fight at sea.")
    way = ("Burma", "Thailand", _EAST)
    t.send("U.K.", "1 fighter", *way, task="clear", target="Thailand")
    t.say(
        "So the fighter from Burma has to sink the destroyer alone, in one round. If the zone is "
        "clear it goes on to Thailand, where it rolls from round 2."
    )


def _from_the_west(t: Table) -> None:
    """Order the pass-through from Australia."""
    way = (_AUSTRALIA, _JAVA)
    ship = t.units("U.K.", _AUSTRALIA, "1 transport")
    men = t.send("U.K.", "2 infantry", "Northern Territory", _AUSTRALIA, aboard=ship)
    t.send("U.K.", ship, *way, task="pass to offload", target=_WEST)
    t.send("U.K.", men, _JAVA, task="assault", target="Thailand")
    t.arrow(_AUSTRALIA, _JAVA, _WEST, "Thailand", colour=ALLIED_COLOUR)
    t.say("A pass-through: the transport means to slip by a fight off Java, and land beyond it.")
    t.send("U.K.", "1 destroyer", *way, task="clear", target=_WEST)
    t.send("U.K.", "1 fighter", "Borneo", _EAST, _JAVA)
    t.say("The destroyer and the fighter of Borneo have one round to sink what bars the way.")


def _java_fails(record: GameRecord, node: NodeId) -> None:
    t = table(record, [11, 9, 12, 4, 9, *[12] * 40], node=node)
    t.fight_on(_JAVA)
    t.say(
        "Both miss off Java: the transport stays where it was stopped, and cannot go on to "
        "Thailand even if the destroyer is sunk later."
    )
    _back(t)
    name_variation(record, node, "Java fails, and the fleet goes home")


def _back(t: Table) -> None:
    """Let the western fleet retreat to Australia, cargo and all."""
    ships: Ids = t.units("U.K.", _JAVA, "1 transport, 1 destroyer")
    t.retreat(_JAVA, "attacker", {ships: _AUSTRALIA})
    t.say("It goes back, and keeps its infantry aboard: none of them fights in this turn.")


def _the_east_fails(record: GameRecord, node: NodeId) -> None:
    t = table(record, [11, 3, 12, 7, 9, 9, *[12] * 40], node=node)
    t.fight_on(_EAST)
    t.say(
        "The fighter misses, so the battleship has to fight at sea after all, and shoots at "
        "nothing else in this battle. Its infantry wait: they lose their roll in the round in "
        "which they land."
    )
    name_variation(record, node, "The fighter misses off the eastern shore")


def _japan_leaves(record: GameRecord, node: NodeId) -> None:
    t = table(record, [12] * 60, node=node)
    t.retreat(_EAST, "defender", {t.units("Japan", _EAST, "1 destroyer"): "Kwangtung Sea Zone"})
    t.until("retreats", "Thailand", "defender")
    t.say(
        "The eastern destroyer leaves. Every die misses it, and still the zone is clear: who goes "
        "bars no way, so the battleship bombards."
    )
    name_variation(record, node, "The eastern destroyer leaves")
