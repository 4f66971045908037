"""Winter 1941: the Blitz, the frontier of Libya, and Rommel."""

from __future__ import annotations

from tools.war_in_europe_game.answers import Plan
from tools.war_in_europe_game.habits import u_boats
from tools.war_in_europe_game.table import END, Table


def play(t: Table) -> None:
    """Play the season."""
    t.say(
        "January to March 1941. From now on the Axis rolls for a rebellion in Iraq (12.5), and the "
        "first roll, a five, raises it. In history Rashid Ali seized power on 1 April 1941."
    )
    _strategy(t)
    _production(t)
    _south_east(t)
    _axis(t)
    _allies(t)
    _armor(t)


def _strategy(t: Table) -> None:
    t.begin("Strategic Warfare")
    t.bomb(
        "London", "Ge 1 air", "Ge 2 air", "Ge 3 air", "Ge 4 air",
        plan=Plan(support=("GB 1 RAF", "GB 2 RAF", "GB 3 RAF")),
    )  # fmt: skip
    t.say(
        "The Blitz, September 1940 to May 1941. Against interceptors bombers fire at half strength "
        "(6.1.3) and lose two steps, but what is left hits: London yields nothing."
    )
    t.arrow("Calais", "London")
    t.bomb("Essen", "GB Bomber Command")
    t.stand_down()
    t.lend(2)
    t.raid(Plan(toward=("1503", "1903")))


def _production(t: Table) -> None:
    t.begin("Production")
    t.produce("SU", "SU 2T armor")
    t.say("The neutral Soviet Union may restore units from the first turn of 1941 on (12.4.2).")
    t.produce("GB", "GB 1 RAF", "GB 2 RAF", "GB 3 RAF", "GB Bomber Command", "GB 1 armor")
    t.produce("Italy", "It 2 infantry", "It 2 infantry: Rome", "It 3 infantry")
    t.produce(
        "Germany",
        "Ge 1 air", "Ge 2 air", "Ge 3 air", "Ge 4 air", "Ge 17 infantry: Breslau",
        "Ge 1 artillery: Breslau", "Ge 3 submarine fleet: Hamburg",
        "Ge fort 1", "Ge fort 2", "Ge fort 3: Calais",
    )  # fmt: skip
    t.say("Every German counter is on the map now; from here on points of Germany's are lost.")


def _south_east(t: Table) -> None:
    """Rumania and Bulgaria let the German army in."""
    t.begin("Axis Movement")
    t.move("Ge 4 armor", to="2608")
    t.move("Ge 4 armor", to="2809")
    t.say(
        "The army gathers for the Balkans. Rumania joined the pact on 23 November 1940, Bulgaria "
        "on 1 March 1941; here each joins as German armor enters it (R-313); its railways open."
    )
    t.arrow("2508", "2608", "2709", "2809")
    t.move("Ge 1 armor", to="Sofia", how="by rail")
    t.move("Ge 14 infantry", to="2709", how="by rail")
    t.move("Ge 3 armor", to="2608", how="by rail")
    t.move("Ge 15 infantry", to="2608", how="by rail")
    t.move("Ge 2 armor", to="2508", how="by rail")
    t.move("Ge 10 infantry", to="2508", how="by rail")


def _axis(t: Table) -> None:
    t.move("It 1 armor", to="2816")
    t.move("Ge 5 air", to="Syracuse")
    t.ferry("Ge 5 armor", "It fleet", "Tripoli")
    t.say(
        "Rommel's first troops landed in Tripoli in February 1941. An air unit in Sicily, as the "
        "10th Air Corps was, makes it unwise to attack the ships on their way."
    )
    t.arrow("Taranto", "2413", "2314", "Tripoli")
    t.move("It fleet", to="Naples")
    u_boats(t)
    t.end()
    t.rest("Axis Combat")


def _allies(t: Table) -> None:
    t.begin("Allied Movement")
    t.embark("GB 2 armor", "GB Gibraltar fleet")
    t.move("GB Gibraltar fleet", to="Gibraltar")
    t.move("GB Channel fleet", to="Atlantic")
    t.end()
    t.begin("Allied Combat")
    t.attack(
        "3016", "GB 8 armor",
        plan=Plan(support=("It 1 air",), advance=("GB 8 armor",), toward=("2916",)),
    )  # fmt: skip
    t.say(
        "In history the Western Desert Force took Tobruk on 22 January and destroyed the Italian "
        "10th Army at Beda Fomm on 7 February 1941. Here the dice refuse: a step each, and the "
        "armor, reduced, is only just over the frontier."
    )
    t.mark("?!")
    t.end()


def _armor(t: Table) -> None:
    """The desert force falls back out of Rommel's reach."""
    t.rest("Axis Armored Movement", "Axis Armored Combat")
    t.begin("Allied Armored Movement")
    t.move("GB 8 armor", to="3215")
    t.say("With Rommel in Tripoli it falls back, and leaves Cyrenaica as it was.")
    t.end()
    t.rest("Allied Armored Combat", END)
