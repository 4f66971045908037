"""Algeria: British and French units together, and the armor that would rather be in Libya.

The book's Combat Orders Example and its example of a retreat on land. It tells no dice.
"""

from __future__ import annotations

from typing import Final

from a4a.core.record import GameRecord
from a4a.core.steps import NodeId
from tools.playing import ALLIED_COLOUR
from tools.wargame1942_games.scene import Forces, name_variation, set_up, table
from tools.wargame1942_games.table import Ids, Table

NAME: Final = "wargame1942_algeria"
TITLE: Final = "The War Game: Britain and France attack Algeria"
FORCES: Final[Forces] = {
    "U.K.": {
        "Gambia": "1 infantry", "Gibraltar": "1 infantry", "Mauritania": "1 fighter",
        "Senegal": "1 armor", "Gambia Sea Zone": "1 transport, 1 battleship",
        "Algeria Sea Zone": "1 destroyer",
    },
    "France": {"Mauritania": "1 infantry", "Mali": "1 infantry"},
    "Germany": {"Algeria": "2 infantry, 1 armor", "Libya": "1 infantry", "Morocco": "1 infantry"},
    "Italy": {"Algeria": "1 infantry", "Libya": "1 infantry"},
}  # fmt: skip
_COAST: Final = "Algeria Sea Zone"
_WAY: Final = ("Gambia Sea Zone", "Gibraltar Sea Zone", _COAST)


def play() -> GameRecord:
    """Play the example, and return its record with its variations."""
    record = set_up(TITLE, "U.K.", FORCES)
    t = table(record, [5, 4, 8, 3, 7, 9, 6, 12, 11, 4, 9, 8])
    at_sea, loaded = _orders_at_sea(t)
    _orders_on_land(t)
    t.say(
        "All is declared before the first die. Nothing that stands in Libya can help Algeria, and "
        "none of these units fights anywhere else in this turn."
    )
    t.until("retreats", "Algeria", "defender")
    asked = t.game.node
    _the_armor_leaves(t)
    t.say(
        "Three hits: the destroyer, the armor and the battleship's second die. The three infantry "
        "are put behind the casualty line and fire once more, at 4; losses fall on units that "
        "stay first, so the armor gets away."
    )
    t.fight_out()
    t.say(
        "Nobody is left to defend: Algeria is conquered in one round. It is the original land of "
        "France, so it is France's again. All that took it has to stay; only the fighter flies "
        "home."
    )
    t.send("U.K.", "1 fighter", "Algeria", "Mauritania")
    t.leave_turn()
    _four_hits(record, asked)
    _it_stays(record, asked)
    _one_to_morocco(record, at_sea, loaded)
    return record


def _orders_at_sea(t: Table) -> tuple[NodeId, Ids]:
    """Load two infantry on the way; return where the transport has come, and its cargo."""
    t.introduce(
        "Spring 1942, on an empty board: the British and the French have a turn together. Germany "
        "and Italy hold Algeria with three infantry and an armor.",
    )
    ship = t.units("U.K.", "Gambia Sea Zone", "1 transport")
    first = t.send("U.K.", "1 infantry", "Gambia", "Gambia Sea Zone", aboard=ship)
    t.send("U.K.", ship, *_WAY[:2])
    second = t.send("U.K.", "1 infantry", "Gibraltar", "Gibraltar Sea Zone", aboard=ship)
    t.send("U.K.", ship, *_WAY[1:])
    t.arrow(*_WAY, colour=ALLIED_COLOUR)
    t.say("A transport loads wherever it passes; where it unloads it stops.")
    here = t.game.node
    t.send("U.K.", (*first, *second), _COAST, "Algeria")
    t.send("U.K.", "1 battleship", *_WAY, task="bombard", target="Algeria")
    t.send("U.K.", "1 destroyer", _COAST, task="bombard", target="Algeria")
    t.say("Two units land, so two ships may bombard: one for each.")
    return here, (*first, *second)


def _orders_on_land(t: Table) -> None:
    t.send("France", "1 infantry", "Mauritania", "Algeria")
    t.send("U.K.", "1 fighter", "Mauritania", "Algeria")
    t.send("France", "1 infantry", "Mali", "Algeria")
    t.send("U.K.", "1 armor", "Senegal", "West Africa", "Algeria")
    t.arrow("Senegal", "West Africa", "Algeria", colour=ALLIED_COLOUR)
    t.say(
        "West Africa is empty: the armor takes it on its way, for France, whose land it was, and "
        "goes on to the battle."
    )
    t.end("Combat Orders")


def _the_armor_leaves(t: Table) -> None:
    armor = t.units("Germany", "Algeria", "1 armor")
    t.retreat("Algeria", "defender", {armor: "Libya"})
    t.arrow("Algeria", "Libya")
    t.say(
        "Before any die the defender may go, with a part or with all. The German takes his most "
        "valuable piece out, to Libya; Tunisia and Morocco were as good. It will not roll."
    )


def _four_hits(record: GameRecord, node: NodeId) -> None:
    t = table(record, [5, 2, 8, 3, 7, 9, 6, 12, 11, 4, 9, 8], node=node)
    armor = t.units("Germany", "Algeria", "1 armor")
    t.retreat("Algeria", "defender", {armor: "Libya"})
    t.fight_out()
    t.say(
        "With a fourth hit there is nobody else to take it: a unit that retreats can still be "
        "lost in the round in which it goes."
    )
    name_variation(record, node, "Four hits: the armor is lost on its way")


def _it_stays(record: GameRecord, node: NodeId) -> None:
    t = table(record, [5, 4, 8, 3, 7, 9, 6, 12, 11, 4, 9, 8, 2], node=node)
    t.retreat("Algeria", "defender", {})
    t.until("retreats", "Algeria", "attacker")
    t.say(
        "Had the armor stayed, it would be alone now, and asked again each round. The ships have "
        "fired: support is for the first round. Those who came by land or air may go back; who "
        "was put ashore may not, but both of those have fallen."
    )
    name_variation(record, node, "The armor stays")


def _one_to_morocco(record: GameRecord, node: NodeId, cargo: Ids) -> None:
    t = table(record, [12] * 14 + [1] * 20, node=node)
    first, second = cargo[:1], cargo[1:]
    t.send("U.K.", first, _COAST, "Algeria")
    t.send("U.K.", second, _COAST, "Morocco")
    t.say(
        "The bold version: one of the two lands in Morocco, against a single German infantry. The "
        "ship need not move for that."
    )
    t.send("U.K.", "1 destroyer", _COAST, task="bombard", target="Morocco")
    t.send("U.K.", "1 battleship", *_WAY, task="bombard", target="Algeria")
    t.say("One unit lands in each of them, so one ship bombards each.")
    _orders_on_land(t)
    t.until("retreats", "Algeria", "defender")
    t.say(
        "Now the armor cannot go to Morocco for as long as there is fighting there: the two "
        "battles are linked, and are fought round by round."
    )
    name_variation(record, node, "One of them lands in Morocco")
