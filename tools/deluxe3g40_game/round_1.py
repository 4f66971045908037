"""The first round, by script: spring and summer of 1940."""

from __future__ import annotations

from typing import Final

from a4a.rules.systems.deluxe3g40.orders import Raid
from tools.deluxe3g40_game.table import Table
from tools.playing import ALLIED_COLOUR

_AFTER_COMBAT_MOVE: Final = ("Deploy Defending Aircraft", "Conduct Combat")


def play(t: Table) -> None:
    """Play the round."""
    germany_and_japan(t)
    _soviet_union_and_america(t)
    _britain(t)
    _china_and_italy(t)
    t.leave_turn()  # the Commonwealth
    t.leave_turn()  # France
    _missions(t)


# --- Germany and Japan --------------------------------------------------------------------------


def germany_and_japan(t: Table) -> None:
    """Play the first turn."""
    t.say(
        "Spring 1940. Germany and Japan take their turn together, step by step: that is the first "
        "thing that is new. All dice have eight sides."
    )
    t.begin("Repair and Assign Aircraft")
    t.end("Repair and Assign Aircraft")
    t.begin("Purchase Units")
    t.pay("Germany")
    t.say(
        "The last instalment of the Bismarck, a super battleship: twelve of her eighteen IPCs "
        "were paid before the game began. She is launched at the end of this turn."
    )
    t.buy("Germany", "2 heavy tank, 1 submarine, 2 regular infantry, 1 elite infantry")
    t.say(
        "Heavy tanks and elite infantry cost half now and half in a later turn: they wait in the "
        "build queue. What is bought whole arrives at the end of this turn, as ever."
    )
    t.buy("Japan", "2 sea transport, 2 regular infantry, 1 aircraft carrier")
    t.say("Half of a carrier. Japan does not say whom it will need her against.")
    t.end("Purchase Units")
    _west(t)
    _balkans(t)
    _atlantic(t)
    _china(t)
    t.end("Combat Move")
    t.leave(*_AFTER_COMBAT_MOVE)
    if t.holds("Germany", "France"):
        t.say("Paris has fallen. The treasury of France is German now.")
        t.mark("!")
    if "Vichy France" in t.game.state.control.values():
        t.say(
            "What Germany does not hold of France is Vichy's, with its fleet: at war with nobody, "
            "until somebody attacks it."
        )
    t.leave("Occupation of Capitals")
    t.begin("Noncombat Move")
    t.move("Germany", "Germany", "2 strategic bomber", to="Western Germany")
    t.say(
        "Two bombers come within reach of London, for next turn: they raid within half their range."
    )
    t.move("Germany", "Norway", "1 regular infantry", to="Finland")
    t.say("Finland joins the Axis: its four infantry are German from now on.")
    t.move("Germany", "sea zone 113", "1 battleship", to="sea zone 112")
    t.say(
        "Submarines gather on the sea lanes. An enemy warship in a convoy zone costs money when "
        "the missions come, without dice, if it is still there then."
    )
    t.leave("Noncombat Move")
    t.leave_turn()


def _west(t: Table) -> None:
    t.begin("Combat Move")
    t.move("Germany", "Holland/Belgium", "4 regular infantry, 2 light artillery, 3 light tank",
           to="France")  # fmt: skip
    t.arrow("Holland/Belgium", "France")
    t.move("Germany", "Western Germany", "3 regular infantry, 1 light artillery", to="France")
    t.move("Germany", "Western Germany", "4 mechanized infantry", to="France")
    t.move("Germany", "Greater Southern Germany", "3 light tank", to="France")
    t.move("Germany", "Western Germany", "3 tactical bomber", to="France")
    t.move("Germany", "Holland/Belgium", "1 fighter", to="France")
    t.say("Case Yellow: everything that can reach Paris goes there. Fighters meet fighters first.")


def _balkans(t: Table) -> None:
    t.move("Germany", "Greater Southern Germany", "6 regular infantry, 2 light artillery",
           to="Yugoslavia")  # fmt: skip
    t.move("Germany", "Slovakia/Hungary", "2 regular infantry, 1 light tank", to="Yugoslavia")
    t.move("Germany", "Romania", "1 light tank", to="Yugoslavia")
    t.move("Germany", "Poland", "1 tactical bomber", to="Yugoslavia")


def _atlantic(t: Table) -> None:
    t.move("Germany", "sea zone 103", "1 submarine", to="sea zone 106")
    t.move("Germany", "sea zone 124", "1 submarine", to="sea zone 109")
    t.move("Germany", "Norway", "1 fighter", to="France")
    t.move("Germany", "Western Germany", "2 fighter", to="sea zone 109")


def _china(t: Table) -> None:
    t.move(
        "Japan", "Kiangsi", "1 regular infantry, 1 elite infantry, 1 light artillery", to="Hunan"
    )
    t.move("Japan", "Kiangsu", "1 fighter, 1 tactical bomber", to="Hunan")
    t.arrow("Kiangsi", "Hunan")
    t.say("Changsha: the war in China goes on in the same turn in which France is attacked.")
    t.move("Japan", "Kiangsu", "2 regular infantry, 1 light artillery", to="Anhwe")
    t.move("Japan", "Jehol", "2 regular infantry, 1 light artillery", to="Chahar")
    t.move("Japan", "Formosa", "1 fighter", to="Hunan")
    t.move("Japan", "Manchuria", "2 tactical bomber", to="Hunan")


# --- the Soviet Union and the United States -----------------------------------------------------


def _soviet_union_and_america(t: Table) -> None:
    t.begin("Repair and Assign Aircraft")
    t.end("Repair and Assign Aircraft")
    t.begin("Purchase Units")
    t.buy("Soviet Union", "5 regular infantry, 3 light artillery, 2 light tank")
    t.buy("United States", "1 aircraft carrier, 2 sea transport, 1 fighter, 1 destroyer, "
          "1 submarine, 1 mechanized infantry, 1 regular infantry")  # fmt: skip
    t.say("The Two-Ocean Navy Act: a carrier in two instalments, with escorts.")
    t.end("Purchase Units")
    t.leave_turn()


# --- the United Kingdom -------------------------------------------------------------------------


def _britain(t: Table) -> None:
    t.begin("Repair and Assign Aircraft")
    t.assign("United Kingdom", "United Kingdom", "1 strategic bomber")
    t.say(
        "Bomber Command gets a mission marker: it stays where it is and raids when all have had "
        "their turns."
    )
    t.end("Repair and Assign Aircraft")
    t.begin("Purchase Units")
    t.buy("United Kingdom", "1 fighter, 1 destroyer, 2 regular infantry", "UK Europe")
    t.buy("United Kingdom", "3 regular infantry, 2 light artillery", "UK Pacific")
    t.say("One power, two treasuries: London pays for Europe, Calcutta for the Pacific.")
    t.end("Purchase Units")
    t.begin("Combat Move")
    t.move("United Kingdom", "sea zone 98", "1 cruiser, 1 destroyer", to="sea zone 97")
    t.move("United Kingdom", "sea zone 98", "1 tactical bomber", to="sea zone 97")
    t.move("United Kingdom", "Malta", "1 fighter", to="sea zone 97")
    t.arrow("sea zone 98", "sea zone 97", colour=ALLIED_COLOUR)
    t.say("Taranto, as in November 1940: carrier aircraft and cruisers at the Italian battleship.")
    t.move("United Kingdom", "sea zone 111", "1 cruiser, 1 destroyer", to="sea zone 118")
    t.end("Combat Move")
    t.leave(*_AFTER_COMBAT_MOVE)
    if not any(unit.owner == "Italy" for unit in t.game.state.at("sea zone 97")):
        t.say("The Italian battleship is at the bottom of Taranto harbour.")
    else:
        t.say("It fails: an Italian warship is still afloat there.")
    t.leave_turn()


# --- China and Italy ----------------------------------------------------------------------------


def _china_and_italy(t: Table) -> None:
    t.begin("Repair and Assign Aircraft")
    t.end("Repair and Assign Aircraft")
    t.begin("Purchase Units")
    if t.holds("China", "Jehol"):
        t.say(
            "Jehol was left without a garrison: Chinese land that nobody holds is China's again, "
            "with an infantry, as its turn begins."
        )
    t.buy("China", "4 regular infantry")
    t.buy("Italy", "1 light artillery, 2 regular infantry")
    t.end("Purchase Units")
    t.begin("Combat Move")
    t.say("Mussolini would have Nice and Toulon, but they are Vichy's now: he looks to Egypt.")
    t.leave_turn()


# --- missions -----------------------------------------------------------------------------------


def _missions(t: Table) -> None:
    t.begin("Special Situations")
    t.say("The turn of all powers that ends each round: special situations, raids, convoys.")
    t.leave("Special Situations")
    if t.game.state.phase == "Vichy France":
        t.leave("Vichy France")
        t.say("Dice tell which colonies and ships of Vichy choose a side.")
    t.begin("Bombing Raids")
    t.do(Raid("Western Germany", t.asked.units))
    t.say("The first raid on the Ruhr.")
    t.leave("Bombing Raids")
    if not t.on_board("United Kingdom", "strategic bomber"):
        t.say("Flak brings the bomber down before it drops anything: factories have guns.")
    t.leave_turn()
