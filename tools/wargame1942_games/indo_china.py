"""Off Indo-China: a Japanese destroyer, attacked from three sides, looks for a way out.

The book's example of a retreat at sea. It tells no dice.
"""

from __future__ import annotations

from typing import Final

from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from tools.playing import ALLIED_COLOUR
from tools.wargame1942_games.scene import Forces, name_variation, set_up, table

NAME: Final = "wargame1942_indo_china"
TITLE: Final = "The War Game: a destroyer off Indo-China"
FORCES: Final[Forces] = {
    "U.K.": {
        "Burma": "1 fighter", "Celebes Sea Zone": "1 transport",
        "Philippines Sea Zone": "1 battleship",
    },
    "Japan": {"South China Sea": "1 destroyer"},
}  # fmt: skip
_SEA: Final = "South China Sea"


def play() -> GameRecord:
    """Play the example, and return its record with its variations."""
    record = set_up(TITLE, "U.K.", FORCES)
    t = table(record, [9, 10, 7, 8, 6, 11, 12])
    t.introduce(
        "One Japanese destroyer in the South China Sea, off Indo-China: a fighter comes for it "
        "from the west, an empty transport from the south, a battleship from the Philippines.",
    )
    t.send("U.K.", "1 fighter", "Burma", "Indo-China", _SEA)
    t.send("U.K.", "1 transport", "Celebes Sea Zone", _SEA)
    t.send("U.K.", "1 battleship", "Philippines Sea Zone", _SEA)
    t.arrow("Philippines Sea Zone", _SEA, colour=ALLIED_COLOUR)
    t.end("Combat Orders")
    t.until("retreats", _SEA, "defender")
    t.say(
        "The destroyer may leave for any sea zone but that of the Philippines: the battleship came "
        "from there. Aircraft and transports bar no way, so even the zone of Celebes is open, and "
        "so is the empty one of Taiwan."
    )
    first = t.game.node
    t.retreat(_SEA, "defender", {})
    t.until("retreats", _SEA, "attacker")
    second = t.game.node
    t.say("It stays, is missed by all, and misses. From round 2 on the attackers may go, too.")
    transport = t.units("U.K.", _SEA, "1 transport")
    t.retreat(_SEA, "attacker", {transport: "Celebes Sea Zone"})
    t.until("retreats", _SEA, "defender")
    t.say(
        "The transport goes back to Celebes. Attackers declare first, so the destroyer knows: that "
        "way is closed to it now."
    )
    t.retreat(_SEA, "defender", {t.units("Japan", _SEA, "1 destroyer"): "Taiwan Sea Zone"})
    t.arrow(_SEA, "Taiwan Sea Zone")
    t.fight_out()
    t.say("Nobody hits it, and it does not roll: it is off Taiwan, and the battle is over.")
    t.send("U.K.", "1 fighter", _SEA, "Indo-China", "Burma")
    t.leave_turn()
    _sunk_on_the_way(record, first)
    _by_the_way_the_transport_came(record, first)
    _the_transport_stays(record, second)
    return record


def _sunk_on_the_way(record: GameRecord, node: NodeId) -> None:
    t = table(record, [3, 10, 7], node=node)
    t.retreat(_SEA, "defender", {t.units("Japan", _SEA, "1 destroyer"): "Taiwan Sea Zone"})
    t.fight_out()
    t.say(
        "Who retreats is fired on for one round more. The fighter's 3 sinks the destroyer, which "
        "gets no roll: it had chosen to go."
    )
    name_variation(record, node, "It goes at once, and is sunk")


def _by_the_way_the_transport_came(record: GameRecord, node: NodeId) -> None:
    t = table(record, [9, 10, 7], node=node)
    t.retreat(_SEA, "defender", {t.units("Japan", _SEA, "1 destroyer"): "Celebes Sea Zone"})
    t.fight_out()
    t.say("Past the transport, into the zone it has left: nothing there bars the way.")
    name_variation(record, node, "It goes at once, to Celebes")


def _the_transport_stays(record: GameRecord, node: NodeId) -> None:
    t = table(record, [9, 8, 7, 2], node=node)
    t.retreat(_SEA, "attacker", {})
    t.retreat(_SEA, "defender", {})
    t.until("casualties", _SEA)
    t.say(
        "The battleship hits with an 8, the destroyer, behind the casualty line, with a 2. The "
        "British choose where it falls: on the battleship, which is only damaged."
    )
    t.fight_out()
    name_variation(record, node, "All stay, and it is sunk")
