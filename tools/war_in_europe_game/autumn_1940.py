"""Autumn 1940: Greece, Taranto, Compass."""

from __future__ import annotations

from tools.playing import ALLIED_COLOUR
from tools.war_in_europe_game.answers import Plan
from tools.war_in_europe_game.habits import u_boats
from tools.war_in_europe_game.table import ARMORED, END, Table

SEA_LION = "Sea Lion"
"""Where a variation begins."""


def play(t: Table) -> None:
    """Play the season."""
    t.say("October to December 1940: Italy attacks Greece and Egypt, and is beaten in both.")
    _strategy(t)
    _production(t)
    _axis(t)
    _allies(t)
    t.rest(*ARMORED, END)


def _strategy(t: Table) -> None:
    t.begin("Strategic Warfare")
    t.bomb("Essen", "GB Bomber Command")
    t.stand_down()
    t.lend(1)
    t.raid(Plan(toward=("1315", "1903")))
    t.say(
        "The happy time of the submarines: the point of Lend-Lease is sunk before escorts and "
        "submarines meet, as convoys are attacked first until Spring 1943 (6.2.2)."
    )


def _production(t: Table) -> None:
    t.begin("Production")
    t.produce(
        "GB", "GB 1 RAF", "GB 3 RAF", "GB 2 armor: Birmingham", "GB Bomber Command", "GB 1 armor"
    )
    t.produce(
        "Germany",
        "Ge 3 air", "Ge 5 armor: Munich", "Ge 5 air: Vienna", "Ge 15 infantry: Berlin",
        "Ge 17 infantry: Breslau",
    )  # fmt: skip


def _axis(t: Table) -> None:
    t.begin("Axis Movement")
    t.keep(SEA_LION)
    t.move("Ge 4 armor", to="2508")
    t.say(
        "Hungary joined the Tripartite Pact on 20 November 1940. Here it joins as German armor "
        "enters it, and Budapest produces for Germany from now on."
    )
    t.move("Ge 1 armor", "Ge 3 armor", to="2306", how="by rail")
    t.move("Ge 5 armor", to="Taranto", how="by rail")
    u_boats(t)
    t.move("It 3 infantry", to="2512")
    t.say(
        "On 28 October 1940 Italy attacked Greece out of Albania. Greece joins the Allies; its "
        "army is far away in Athens."
    )
    t.mark("?!")
    t.arrow("Albania", "2512")
    t.move("It NA infantry", "It 2 infantry", to="3116")
    t.say("Graziani crossed the Egyptian border on 13 September, and stopped at Sidi Barrani.")
    t.arrow("2916", "3016", "3116")
    t.move("It 1 armor", to="2916")
    t.move("It 1 air", to="3016")
    t.end()
    t.rest("Axis Combat")


def _allies(t: Table) -> None:
    t.begin("Allied Movement")
    t.move("Greece infantry", to="2612")
    t.move("GB 8 armor", to="3215")
    t.move("GB Channel fleet", to="2514")
    t.move("GB Gibraltar fleet", to="Plymouth")
    t.move("GB 2 armor", to="Plymouth", how="by rail")
    t.move("GB Home fleet", to="London")
    t.say(
        "A fleet has to stay in London: an enemy fleet within three hexes, submarines in Brest for "
        "one, would bar every line of supply into the capital (11.2.2)."
    )
    t.end()
    t.begin("Allied Combat")
    t.attack("Taranto", "GB Naval air")
    t.say(
        "Taranto, 11 November 1940: aircraft of one carrier put three battleships out of action. "
        "Here nobody is hit, but the higher roll wins: the Italian fleet is beaten in its port and "
        "can do nothing until its side's next turn."
    )
    t.mark("!")
    t.arrow("2514", "Taranto", colour=ALLIED_COLOUR)
    t.attack(
        "3116", "GB 8 armor", "GB Mediterranean fleet",
        plan=Plan(support=("It 1 air",), advance=("GB 8 armor",), toward=("3016",)),
    )  # fmt: skip
    t.say(
        "Compass, 9 December 1940. Fleet and air unit cancel each other out, and the armor throws "
        "the Italians back over the frontier."
    )
    t.mark("!")
    t.attack("2512", "Greece infantry", plan=Plan(advance=("Greece infantry",), toward=("2511",)))
    t.say(
        "The Greeks counterattack, and the Italians are back in Albania, as in November 1940. Both "
        "fight at half strength: each side's fleets bar the other's lines along the coast (11.2.2)."
    )
    t.end()
