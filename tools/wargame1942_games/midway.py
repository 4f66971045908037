"""Midway and Hawaii: where five fighters are to land is planned before they take off.

The book's example of a naval attack. It tells no dice; it uses one fighter more than decks have
room for, so that one lands on the Marshall Islands here.
"""

from __future__ import annotations

from typing import Final

from a4a.core.record import GameRecord
from tools.wargame1942_games.scene import Forces, set_up, table
from tools.wargame1942_games.table import Ids, Table

NAME: Final = "wargame1942_midway"
TITLE: Final = "The War Game: Japan attacks Midway, and the fleet off Hawaii"
_MARSHALLS: Final = "Marshall Islands Sea Zone"
_CAROLINES: Final = "Caroline Islands Sea Zone"
_BONIN: Final = "Bonin Sea Zone"
_MIDWAY: Final = "Midway Sea Zone"
_HAWAII: Final = "Hawaii Sea Zone"
_JAPAN: Final = "Japan Sea Zone"
FORCES: Final[Forces] = {
    "Japan": {
        _MARSHALLS: "2 aircraft carrier, 1 battleship, 1 destroyer, 1 submarine, 4 fighter",
        "Japan": "1 fighter", "Guam Sea Zone": "1 destroyer",
        _CAROLINES: "1 battleship, 1 destroyer, 1 transport", "Caroline Islands": "1 infantry",
        "Bonin": "1 infantry",
    },
    "U.S.A.": {"Midway": "1 infantry", _HAWAII: "1 battleship, 1 damaged battleship"},
}  # fmt: skip
_MIDWAY_DICE: Final = (12, 11, 10, 4, 9)
"""Two infantry and a fighter miss, the destroyer hits; the defender misses."""
_HAWAII_DICE: Final = (
    3, 12, 7, 9, 6, 11, 9, 10, 8, 12, 7, 9,  # round 1: the submarine, then all others
    8, 9,  # one battleship hits in return
    2, 12,  # round 2: the submarine again
)  # fmt: skip


def play() -> GameRecord:
    """Play the example, and return its record."""
    record = set_up(TITLE, "Japan", FORCES)
    t = table(record, [*_MIDWAY_DICE, *_HAWAII_DICE])
    t.introduce(
        "Two American battleships lie off Hawaii; one was hit at Pearl Harbor and has one die, not "
        "two, until it is mended. One infantry holds Midway.",
    )
    planes, home = to_hawaii(t)
    scout = to_midway(t)
    t.end("Combat Orders")
    t.say(
        "Two battles that have nothing to do with each other: the attacker chooses which he fights "
        "first, and may change after any round."
    )
    _fight(t)
    _land(t, planes, home, scout)
    t.leave_turn()
    return record


def to_hawaii(t: Table) -> tuple[Ids, Ids]:
    """Order the fleet to Hawaii; return its fighters and the one from Japan."""
    fleet = "1 aircraft carrier, 1 battleship, 1 destroyer, 1 submarine"
    t.send("Japan", fleet, _MARSHALLS, _HAWAII)
    planes = t.send("Japan", "3 fighter", _MARSHALLS, _HAWAII)
    t.arrow(_MARSHALLS, _HAWAII)
    t.say("One carrier goes with the fleet, and three of the four fighters; the other waits.")
    home = t.go("Japan", "1 fighter", "Japan", _HAWAII)
    t.say(
        "All four spaces of its range are spent on the way: it can only land on the carrier that "
        "comes to meet it."
    )
    t.go("Japan", "1 destroyer", "Guam Sea Zone", _HAWAII)
    t.go("Japan", "1 battleship", _CAROLINES, _HAWAII)
    return planes, home


def to_midway(t: Table) -> Ids:
    """Order the landing on Midway; return the fighter that supports it."""
    ship = t.units("Japan", _CAROLINES, "1 transport")
    men = t.send("Japan", "1 infantry", "Caroline Islands", _CAROLINES, aboard=ship)
    t.go("Japan", ship, _CAROLINES, _BONIN)
    men += t.send("Japan", "1 infantry", "Bonin", _BONIN, aboard=ship)
    t.go("Japan", ship, _BONIN, _MIDWAY)
    t.send("Japan", men, _MIDWAY, "Midway")
    t.arrow(_CAROLINES, _BONIN, _MIDWAY)
    way = t.game.state.board.path(_BONIN, _MIDWAY)
    t.send("Japan", "1 destroyer", _CAROLINES, *way, task="bombard", target="Midway")
    t.say("The destroyer goes along, and shoots for the landing: no ship bars its way.")
    scout = t.send("Japan", "1 fighter", _MARSHALLS, _MIDWAY, "Midway")
    t.say(
        "Two spaces to Midway, two back to the carrier that will be off Hawaii. Land that is taken "
        "in this turn is no place to land."
    )
    return scout


def _fight(t: Table) -> None:
    t.fight("Midway")
    t.until("retreats", _HAWAII)
    t.say(
        "The destroyer's shot kills the defender, who still fires, and misses. Midway is taken; "
        "the carriers are not there yet."
    )
    t.until("retreats", _HAWAII, "attacker")
    t.say(
        "The submarine, which fires first, damages the whole battleship: that one loses its second "
        "die at once. A battleship sinks the other, which still fires, and damages one of Japan's."
    )
    t.fight_out()
    t.say("The second round ends it: Hawaii has no fleet. Now the aircraft have to come home.")


def _land(t: Table, planes: Ids, home: Ids, scout: Ids) -> None:
    """Fly aircraft to decks; the second carrier sails to where two of them can reach it."""
    t.go("Japan", "1 aircraft carrier", _MARSHALLS, _JAPAN)
    t.say(
        "Only now does the second carrier sail: it has fought nobody, so it can go where it is "
        "needed, to the waters of Japan."
    )
    t.send("Japan", scout, "Midway", _MIDWAY, _HAWAII)
    for plane in planes[:2]:
        t.go("Japan", (plane,), _HAWAII, _JAPAN)
    if planes[2] in t.game.state.units:
        t.send("Japan", planes[2:], _HAWAII, _MARSHALLS, "Marshall Islands")
    t.say(
        "Two decks take four fighters. The one from Japan and the one from Midway stay off Hawaii, "
        "two fly to the other carrier, and the fifth to an island that was Japan's before."
    )
