"""Spring 1940: Weserübung and Fall Gelb."""

from __future__ import annotations

from tools.war_in_europe_game.answers import Plan
from tools.war_in_europe_game.table import END, Table


def play(t: Table) -> None:
    """Play the season."""
    t.say("April to June 1940: Denmark and Norway, the Low Countries, France.")
    _strategy(t)
    _production(t)
    _north(t)
    _west(t)
    _axis_combat(t)
    _allies(t)
    _armor(t)


def _strategy(t: Table) -> None:
    t.begin("Strategic Warfare")
    t.stand_down()
    t.raid()


def _production(t: Table) -> None:
    t.begin("Production")
    t.produce("France", "Fr 1 armor")
    t.produce("GB", "GB 2 RAF: 1606", "GB Naval air: Plymouth", "GB Gibraltar fort")
    t.produce(
        "Germany",
        "Ge 4 armor: Berlin", "Ge 6 infantry: Rostock", "Ge 9 infantry: Hamburg",
        "Ge surface fleet",
    )  # fmt: skip


def _north(t: Table) -> None:
    """Denmark by land; Oslo from the air, and then by sea."""
    t.begin("Axis Movement")
    t.move("Ge 6 infantry", to="Copenhagen")
    t.say(
        "Weserübung, 9 April 1940. Denmark has no army among the counters: the 6th infantry walks "
        "in. Denmark gave up within hours."
    )
    t.move("Ge 1 paratroop", to="Oslo", how="airdrop")
    t.say(
        "In history troops landed by air at Oslo's airfield, and others from the sea all along the "
        "coast. Here paratroops take the undefended capital. An assault from the sea would have "
        "fought a strength of one up into the mountains (8.1.4.3), and might have failed."
    )
    t.mark("!")
    t.arrow("Hamburg", "1904", "Oslo")
    t.ferry("Ge 9 infantry", "Ge surface fleet", "Oslo")
    t.say(
        "With Oslo taken the port is friendly, and the 9th infantry comes by ship. The Allied "
        "landing at Narvik cannot be played: enemy land is landed on in ports alone (8.1.4.1)."
    )


def _west(t: Table) -> None:
    t.move("Ge 18 infantry", to="2006")
    t.move("Ge 1 armor", "Ge 2 armor", to="Essen")
    t.move("Ge 3 armor", "Ge 4 armor", to="2007")
    t.move("Ge 14 infantry", to="2008")
    t.move("Ge 1 air", to="2008")
    t.ferry("It 2 infantry", "It fleet", "Tobruk")
    t.move("It fleet", to="Taranto")
    t.move("It 1 armor", to="Taranto")
    t.end()


def _axis_combat(t: Table) -> None:
    t.begin("Axis Combat")
    t.attack("Amsterdam", "Ge 4 infantry", "Ge 10 infantry", plan=Plan(advance=("Ge 10 infantry",)))
    t.say(
        "Fall Gelb, 10 May 1940. The attack across the border is the invasion, so no aircraft "
        "support it: zones do not reach into a neutral's land. No losses, the higher roll wins, "
        "and the Dutch army has nowhere to go. The Netherlands capitulated on 15 May."
    )
    t.attack(
        "Brussels",
        "Ge 1 armor", "Ge 2 armor", "Ge 1 infantry", "Ge 7 infantry",
        plan=Plan(advance=("Ge 1 armor", "Ge 2 armor")),
    )  # fmt: skip
    t.say(
        "The Belgians lose a step and retreat to Calais, where British and French stand already: "
        "two armies may stay, and the third is eliminated (5.2.2). Belgium surrendered on 28 May."
    )
    t.arrow("Essen", "Brussels")
    t.end()


def _allies(t: Table) -> None:
    t.begin("Allied Movement")
    t.ferry("GB 1 armor", "GB Channel fleet", "London")
    t.say(
        "Dynamo: the expeditionary force goes home, by the fleet that waits at Calais. From 26 May "
        "to 4 June 1940 ships brought 338,000 men from Dunkirk to England."
    )
    t.mark("!")
    t.move("GB Channel fleet", to="Plymouth")
    t.move("Fr 2 infantry", to="Paris")
    t.move("GB Gibraltar fleet", to="Atlantic")
    t.end()
    t.rest("Allied Combat")


def _armor(t: Table) -> None:
    t.begin("Axis Armored Movement")
    t.move("Ge 1 armor", "Ge 2 armor", to="1809")
    t.say(
        "Armored Action: armor goes from zone to zone for a point more (10.1.1). It passes between "
        "Paris and the Maginot Line, which nobody attacks. The panzers of history turned to the "
        "Channel first and reached it on 20 May."
    )
    t.arrow("Brussels", "1808", "1809")
    t.move("Ge 3 armor", "Ge 4 armor", to="1808")
    t.end()
    t.begin("Axis Armored Combat")
    t.attack(
        "Paris", "Ge 1 armor", "Ge 2 armor", "Ge 3 armor", "Ge 4 armor",
        "Ge 1 air", "Ge 2 air", "Ge 3 air",
        plan=Plan(support=("GB 1 RAF", "GB 2 RAF"), advance=("Ge 1 armor", "Ge 3 armor")),
    )  # fmt: skip
    t.say(
        "The Luftwaffe loses the battle in the air and lends no strength; all who flew are marked. "
        "On the ground two points to one decide. Paris fell on 14 June 1940, and France asked for "
        "an armistice, signed on the 22nd. In the game both are one instant: France is conquered, "
        "and Vichy France is created with its fleet in Toulon and the Colonial infantry in Algiers "
        "at full strength (12.2.1)."
    )
    t.mark("!!")
    t.end()
    t.rest("Allied Armored Movement", "Allied Armored Combat", END)
