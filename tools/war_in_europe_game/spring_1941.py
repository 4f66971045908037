"""Spring 1941: Belgrade, Athens, Baghdad, and the desert."""

from __future__ import annotations

from tools.playing import ALLIED_COLOUR
from tools.war_in_europe_game.answers import Plan
from tools.war_in_europe_game.habits import u_boats
from tools.war_in_europe_game.table import END, Table

RIDE = "Rommel rides on"
"""Where a variation begins."""


def play(t: Table) -> None:
    """Play the season."""
    t.say("April to June 1941: Marita, the revolt in Iraq, and Rommel's first offensive.")
    _strategy(t)
    _production(t)
    _balkans(t)
    _axis(t)
    _axis_combat(t)
    _allies(t)
    _armor(t)


def _strategy(t: Table) -> None:
    t.begin("Strategic Warfare")
    t.bomb(
        "London", "Ge 1 air", "Ge 2 air", "Ge 3 air", "Ge 4 air",
        plan=Plan(support=("GB 1 RAF", "GB 2 RAF", "GB 3 RAF")),
    )  # fmt: skip
    t.bomb("Essen", "GB Bomber Command")
    t.stand_down()
    t.lend(3)
    t.raid(Plan(toward=("1503", "1509", "1903")))


def _production(t: Table) -> None:
    t.begin("Production")
    t.produce("SU", "SU 1T armor")
    t.produce("GB", "GB 8 armor", "GB Naval air", "GB 1 RAF", "GB 2 RAF", "GB 3 RAF")
    t.produce("Italy", "It 2 infantry", "It 2 infantry: Rome", "It 3 infantry")
    t.produce("Germany", "Ge 1 air", "Ge 2 air", "Ge 3 air", "Ge 4 air")


def _balkans(t: Table) -> None:
    t.begin("Axis Movement")
    t.move("Ge 14 infantry", to="2609")
    t.say(
        "On 6 April 1941 Germany attacked Yugoslavia and Greece. Belgrade, attacked from Hungary "
        "and Rumania, surrendered on the 12th."
    )
    t.move("Ge 1 armor", to="2712")
    t.say("The Greek army stands in Albania, and armor from Sofia goes past it to the south.")
    t.arrow("Sofia", "Salonika", "2712")
    t.move("Ge 4 armor", to="Salonika")
    t.move("Bulgaria infantry", to="2610")
    t.move("It fleet", to="Taranto")


def _axis(t: Table) -> None:
    t.move("Ge 5 armor", to="2917")
    t.move("It 1 armor", to="2917")
    t.move("It NA infantry", "It 2 infantry", to="3016")
    u_boats(t)
    t.move("Ge 1 artillery", to="2406", how="by rail")
    t.move("Ge 17 infantry", to="2406", how="by rail")
    t.move("Ge 4 infantry", to="2403", how="by rail")
    t.move("Ge 7 infantry", to="Warsaw", how="by rail")
    t.move("Ge 1 paratroop", to="2305", how="by rail")
    t.move("Ge 1 air", to="Brest")
    t.move("Ge 2 air", to="2204")
    t.move("Ge 3 air", to="2305")
    t.move("Ge 4 air", to="2205")
    t.end()


def _axis_combat(t: Table) -> None:
    t.begin("Axis Combat")
    t.attack(
        "Belgrade",
        "Ge 2 armor", "Ge 10 infantry", "Ge 3 armor", "Ge 15 infantry", "Ge 14 infantry",
        plan=Plan(advance=("Ge 2 armor", "Ge 3 armor")),
    )  # fmt: skip
    t.attack("2512", "It 3 infantry", "It fleet", "Ge 5 air", plan=Plan(advance=("It 3 infantry",)))
    t.say(
        "Attacked from Albania, with armor behind it, the Greek army has nowhere to retreat. In "
        "history it surrendered on 20 April, cut off in Epirus."
    )
    t.mark("!")
    t.end()


def _allies(t: Table) -> None:
    t.begin("Allied Movement")
    t.move("GB 8 armor", to="Alexandria")
    t.move("GB Gibraltar fleet", to="Jerusalem")
    t.say(
        "The 2nd armor comes through the Mediterranean, as the tanks of convoy Tiger did in May "
        "1941: the air unit in Sicily has flown already. There was no army to send to Greece."
    )
    t.arrow("Gibraltar", "1614", "2214", "2615", "Jerusalem", colour=ALLIED_COLOUR)
    t.land("GB 2 armor")
    t.move("GB 2 armor", to="3811")
    t.end()
    t.begin("Allied Combat")
    t.attack("Baghdad", "GB 2 armor", plan=Plan(advance=("GB 2 armor",)))
    t.say("A river and a city: two columns to the left. The first attack on Baghdad fails.")
    t.end()


def _armor(t: Table) -> None:
    t.begin("Axis Armored Movement")
    t.move("Ge 1 armor", to="Athens")
    t.say(
        "Athens, taken on 27 April 1941. Crete needs no airborne battle here (20 May to 1 June): "
        "as Greece is conquered at the end of the turn, all its land goes with it (R-317)."
    )
    t.mark("!")
    t.arrow("2712", "Athens")
    t.keep(RIDE)
    t.move("Ge 5 armor", "It 1 armor", to="3116")
    t.say(
        "Rommel is at the Egyptian frontier, as in April 1941, and halts there. There is no siege "
        "of Tobruk, which never was lost. A variation tries what might come of going on."
    )
    t.arrow("2917", "3016", "3116")
    t.end()
    t.rest("Axis Armored Combat")
    t.begin("Allied Armored Movement")
    rebels = not t.holds("Allies", "Baghdad")
    if rebels:
        t.move("GB 2 armor", to="3811")
    t.end()
    t.begin("Allied Armored Combat")
    if rebels:
        t.attack("Baghdad", "GB 2 armor", plan=Plan(advance=("GB 2 armor",)))
        t.say(
            "The second does not: the rebellion ends as Baghdad is captured, at once (12.5.2). "
            "In history British troops from Palestine and Basra were there on 31 May 1941."
        )
    t.end()
    t.rest(END)
