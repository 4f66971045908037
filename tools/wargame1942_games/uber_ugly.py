"""The attack on France across the Atlantic, with all that a pass-through can be, and a surprise.

The book's "Uber-Ugly" example: its dice are those it tells of, where it tells of any, and its
strange possibility is a variation.
"""

from __future__ import annotations

from typing import Final

from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from tools.playing import ALLIED_COLOUR
from tools.wargame1942_games.scene import Forces, name_variation, set_up, table
from tools.wargame1942_games.table import Ids, Table

NAME: Final = "wargame1942_uber_ugly"
TITLE: Final = "The War Game: the uber-ugly attack on France"
_COAST: Final = "France Sea Zone"
FORCES: Final[Forces] = {
    "U.S.A.": {
        "NA-4": "1 aircraft carrier, 2 fighter, 1 destroyer, 1 transport",
        "Greenland": "4 infantry",
        "NA-7": "1 submarine, 1 battleship, 1 transport", "NA-7 / transport": "2 infantry",
        "Greenland Sea Zone": "1 transport", "Great Britain": "2 fighter",
    },
    "Germany": {
        "NA-8": "1 destroyer", "NA-5": "1 submarine", _COAST: "1 destroyer",
        "France": "3 infantry, 1 fighter",
    },
}  # fmt: skip
_ROUND_1: Final = (
    2, 4, 12, 4, 12,  # NA-8: carrier, a fighter and the destroyer hit; the German misses
    12, 12, 8, 12, 12,  # off France: submarine and fighter miss, the battleship hits
    2, 12, 4,  # France: an infantry and the fighter hit
    4, 4, 12, 6,  # and the Germans three times
)  # fmt: skip
_ROUND_2: Final = (12, 4, 4, 4, 12)


def play() -> GameRecord:
    """Play the example, and return its record with its variations."""
    record = set_up(TITLE, "U.S.A.", FORCES)
    t = table(record, [*_ROUND_1, *_ROUND_2])
    t.introduce(
        "German destroyers bar NA-8 and the coast of France, a submarine waits in NA-5, and three "
        "infantry with a fighter hold France. The Americans come with two fleets and a landing "
        "from the north.",
    )
    first = _orders(t)
    t.until("retreats", "NA-5", "defender")
    asked = t.game.node
    boat = t.units("Germany", "NA-5", "1 submarine")
    t.retreat("NA-5", "defender", {boat: "Eire Sea Zone"})
    t.say(
        "The defender must say now who goes, in both spaces of each pass-through: later is too "
        "late. The submarine slips off to Eire; all others stay."
    )
    men = _round_1(t)
    t.lose("France", men[:3])
    t.say(
        "Three infantry fall. Had the transport from NA-7 been stopped, the two from the north "
        "and the fighter would have had to take those hits: then it would be really ugly."
    )
    t.lose("France", first)
    t.fight_out()
    t.say(
        "Two hits clear France; one comes back, and the Americans give up a fighter, so that an "
        "infantry is left to take the land. France is liberated, and is France's."
    )
    _aftermath(t)
    t.leave_turn()
    t.say(
        "France is worth 13: the Axis is down to 223, below the 225 at which the Allies win at the "
        "end of a game turn, Great Britain and the U.S.A. being theirs."
    )
    _strange(record, asked)
    _failed(record, asked)
    return record


# --- orders -------------------------------------------------------------------------------------


def _orders(t: Table) -> Ids:
    """Declare the whole attack; return the fighter that clears the coast."""
    _from_the_north(t)
    _at_na_8(t)
    first = t.send("U.S.A.", "1 fighter", "Great Britain", _COAST, task="clear", target="France")
    t.say("One fighter from Britain clears the coast, and goes on to France if that is done.")
    t.send("U.S.A.", "1 fighter", "Great Britain", _COAST, "France")
    t.end("Combat Orders")
    t.say(
        "Four battles, one group: NA-8 decides who comes to NA-5 and to the coast, the coast who "
        "lands in France."
    )
    return first


def _from_the_north(t: Table) -> None:
    ship = t.units("U.S.A.", "NA-4", "1 transport")
    men = t.send("U.S.A.", "2 infantry", "Greenland", "NA-4", aboard=ship)
    way = ("NA-4", "Iceland Sea Zone", "NA-2", "North Sea")
    t.send("U.S.A.", ship, *way)
    t.send("U.S.A.", men, "North Sea", "France")
    t.arrow("Greenland", *way, "France", colour=ALLIED_COLOUR)
    t.say("Three spaces round the north, where nobody is: this landing depends on no one.")


def _at_na_8(t: Table) -> None:
    t.send("U.S.A.", "2 fighter", "NA-4", "NA-8", task="clear", target="NA-5")
    t.send("U.S.A.", "1 destroyer", "NA-4", "NA-8", task="clear", target="NA-5")
    t.say("These fight in NA-8 and then in NA-5, where they roll from round 2.")
    t.send("U.S.A.", "1 aircraft carrier", "NA-4", "NA-8", task="clear", target="NA-4")
    t.arrow("NA-4", "NA-8", "NA-4", colour=ALLIED_COLOUR)
    t.say("A pass-back: the carrier fights in NA-8, and returns to where it came from.")
    way = ("NA-7", "NA-8")
    t.send("U.S.A.", "1 submarine", *way, task="pass", target=_COAST)
    ship = t.units("U.S.A.", "NA-7", "1 transport")
    men = t.units("U.S.A.", "NA-7", "2 infantry")
    t.send("U.S.A.", ship, *way, task="pass to offload", target=_COAST)
    t.send("U.S.A.", men, "NA-8", task="assault", target="France")
    t.send("U.S.A.", "1 battleship", *way, task="pass to bombard", target=_COAST)
    t.arrow(*way, _COAST, "France", colour=ALLIED_COLOUR)
    t.say(
        "These pass by that fight: the submarine to attack off France, the battleship to bombard, "
        "the transport to land. The last two count on two destroyers sunk in one round."
    )


# --- combat -------------------------------------------------------------------------------------


def _round_1(t: Table) -> Ids:
    """Fight round 1 up to the hits in France; return the landed infantry, those to lose first."""
    t.until("casualties", "France", "defender")
    germans = t.units("Germany", "France", "2 infantry")
    t.say(
        "NA-8 is cleared with two hits to spare, which count nowhere else. In NA-5 nobody is left "
        "to fight. Off France submarine and fighter miss, so the battleship has to do it: it "
        "sinks the destroyer, and shoots at nothing in France. The infantry behind it land, and "
        "do not roll in this round."
    )
    t.lose("France", germans)
    t.until("casualties", "France", "attacker")
    state = t.game.state
    north = [u.id for u in state.at("France") if (u.owner, u.type) == ("U.S.A.", "infantry")]
    return tuple(sorted(north))


def _aftermath(t: Table) -> None:
    t.send("U.S.A.", "1 fighter", "France", _COAST, "Great Britain")
    one, other = t.units("U.S.A.", "NA-5", "2 fighter")
    t.go("U.S.A.", (one,), "NA-5", "NA-4")
    t.go("U.S.A.", (other,), "NA-5", "Great Britain")
    ship = t.units("U.S.A.", "Greenland Sea Zone", "1 transport")
    men = t.send("U.S.A.", "2 infantry", "Greenland", "Greenland Sea Zone", aboard=ship)
    t.go("U.S.A.", ship, "Greenland Sea Zone", "France Sea Zone")
    t.send("U.S.A.", men, "France Sea Zone", "France")
    t.say("One fighter to the carrier, the others to Britain; two fresh infantry join the one.")


# --- variations ---------------------------------------------------------------------------------


def _strange(record: GameRecord, node: NodeId) -> None:
    t = table(record, [*_ROUND_1, *[12] * 30], node=node)
    boat = t.units("Germany", "NA-5", "1 submarine")
    t.retreat("NA-5", "defender", {boat: "NA-4"})
    t.until("casualties", "France", "attacker")
    t.fight_on("NA-4")
    t.say(
        "The submarine has gone to NA-4, which the carrier had left: and the carrier comes back. "
        "Neither rolls in round 1. Round 2 begins with the question whether the carrier goes to "
        "NA-8 again, or fights."
    )
    name_variation(record, node, "A strange possibility: to NA-4")


def _failed(record: GameRecord, node: NodeId) -> None:
    t = table(record, [12] * 60, node=node)
    boat = t.units("Germany", "NA-5", "1 submarine")
    t.retreat("NA-5", "defender", {boat: "NA-4"})
    t.until("retreats", "NA-8", "attacker")
    t.retreat("NA-8", "attacker", {t.units("U.S.A.", "NA-8", "1 aircraft carrier"): "NA-4"})
    t.pause("NA-4")
    t.say(
        "If the fleet fails in NA-8, nobody passes. A carrier that then goes back to NA-4 comes "
        "upon the submarine: it does not roll as it comes, the submarine does."
    )
    name_variation(record, node, "NA-8 holds, and the carrier goes home")
