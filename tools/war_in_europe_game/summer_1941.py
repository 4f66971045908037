"""Summer 1941: Barbarossa."""

from __future__ import annotations

from tools.war_in_europe_game.answers import Plan
from tools.war_in_europe_game.habits import u_boats
from tools.war_in_europe_game.table import END, Table


def play(t: Table) -> None:
    """Play the season."""
    t.say(
        "July to September 1941, and Barbarossa, which began on 22 June. Yugoslavia and Greece are "
        "conquered. The Soviet Union, neutral until it is invaded, may still only restore units."
    )
    _strategy(t)
    _production(t)
    _deploy(t)
    _attack(t)
    _allies(t)
    _armor(t)


def _strategy(t: Table) -> None:
    t.begin("Strategic Warfare")
    t.end()  # the Luftwaffe has gone east
    t.bomb("Essen", "GB Bomber Command")
    t.stand_down()
    t.lend(3)
    t.raid(Plan(toward=("1503", "1509", "1903")))
    t.say("The submarines lose two steps to the escort and its aircraft, and retreat to port.")


def _production(t: Table) -> None:
    t.begin("Production")
    t.produce("SU", "SU 1 air", "SU 3 infantry")
    t.produce("GB", "GB 8 armor", "GB 2 armor", "GB Naval air", "GB 1 RAF", "GB 2 RAF", "GB 3 RAF")
    t.produce("Germany", "Ge 1 submarine fleet", "Ge 2 submarine fleet", "Ge 3 submarine fleet")


def _deploy(t: Table) -> None:
    """Railways bring the army to the Soviet frontier; the last move crosses it."""
    t.begin("Axis Movement")
    u_boats(t, hunted=Plan(support=("GB 3 RAF",), toward=("1509", "1903")))
    t.say(
        "Aircraft over the Bay of Biscay attacked one submarine fleet in transit (8.3.5) and "
        "turned it back to Brest. Nobody was hit, but submarines cannot fire back at aircraft."
    )
    t.move("Ge 7 infantry", to="2403", how="by rail")
    t.say(
        "As long as the Soviet Union is neutral its zones do not cross the border, and trains run "
        "up to it: from Athens, Belgrade and Copenhagen within one phase."
    )
    t.move("Ge 1 armor", to="2404", how="by rail")
    t.move("Ge 3 armor", to="2404", how="by rail")
    t.move("Ge 17 infantry", "Ge 1 artillery", to="Warsaw", how="by rail")
    t.move("Ge 6 infantry", to="Warsaw", how="by rail")
    t.move("Ge 2 armor", to="2506", how="by rail")
    t.move("Ge 4 armor", to="2506", how="by rail")
    t.move("Ge 10 infantry", to="2607", how="by rail")
    t.move("Ge 15 infantry", to="2607", how="by rail")
    t.move("Ge 14 infantry", to="2707", how="by rail")
    t.move("Rumania infantry", to="2707", how="by rail")
    t.move("Ge 1 paratroop", to="2403", how="by rail")
    t.move("Ge 2 air", to="2403")
    t.move("Ge 3 air", to="Warsaw")
    t.move("Ge 4 air", to="2607")
    t.move("Ge 5 air", to="2707")
    t.move("Ge 4 infantry", to="Riga")
    t.say(
        "Barbarossa. The last move of the phase invades the Soviet Union; with it zones wake on "
        "both sides, and aircraft can support the attacks."
    )
    t.arrow("2403", "Riga")
    t.end()


def _attack(t: Table) -> None:
    t.begin("Axis Combat")
    t.attack(
        "2505",
        "Ge 1 armor", "Ge 3 armor", "Ge 17 infantry", "Ge 6 infantry", "Ge 1 artillery",
        "Ge 2 air", "Ge 3 air",
        plan=Plan(advance=("Ge 1 armor", "Ge 3 armor"), toward=("2604", "2605")),
    )  # fmt: skip
    t.say(
        "Bialystok: the Soviet front is broken. Only in the air the dice refuse: of a Soviet air "
        "force that lost some 1,800 aircraft on the first day one unit beats two of Germany's."
    )
    t.mark("!")
    t.arrow("2404", "2505")
    t.arrow("Warsaw", "2505")
    t.attack(
        "2606",
        "Ge 2 armor", "Ge 4 armor", "Ge 10 infantry", "Ge 15 infantry", "Ge 14 infantry",
        "Rumania infantry", "Ge 4 air", "Ge 5 air",
        plan=Plan(advance=("Ge 2 armor", "Ge 4 armor"), toward=("2705", "2706")),
    )  # fmt: skip
    t.arrow("2506", "2606")
    t.attack(
        "2504", "Ge 7 infantry", "Ge 1 paratroop",
        plan=Plan(advance=("Ge 7 infantry",), toward=("2604", "2603")),
    )  # fmt: skip
    t.end()


def _allies(t: Table) -> None:
    """The Red Army falls back to Leningrad, Smolensk and Kiev."""
    t.begin("Allied Movement")
    t.move("SU 1 infantry", to="Leningrad")
    t.say(
        "The Red Army of history counterattacked and was encircled at Minsk, Smolensk and Kiev. "
        "Here it falls back before the armor moves again."
    )
    t.move("SU 1T armor", to="2703")
    t.move("SU 6 infantry", to="Kiev")
    t.move("SU 3 infantry", to="2704")
    t.move("SU 4 infantry", to="Kiev")
    t.move("SU 7 infantry", to="2906")
    t.move("SU 8 infantry", to="Odessa")
    t.move("SU 1 air", to="Moscow")
    t.move("SU 2 air", to="2904")
    t.move("GB 2 armor", to="Jerusalem", how="by rail")
    t.end()
    t.rest("Allied Combat")


def _armor(t: Table) -> None:
    t.begin("Axis Armored Movement")
    t.move("Ge 1 armor", "Ge 3 armor", to="2604")
    t.move("Ge 2 armor", "Ge 4 armor", to="2806")
    t.end()
    t.begin("Axis Armored Combat")
    t.attack(
        "Kiev", "Ge 2 armor", "Ge 4 armor",
        plan=Plan(advance=("Ge 2 armor", "Ge 4 armor"), toward=("2904", "2905")),
    )  # fmt: skip
    t.say(
        "Kiev, taken on 19 September 1941; the great encirclement has no counterpart here, as the "
        "armies retreat."
    )
    t.mark("!")
    t.arrow("2606", "2706", "2806", "Kiev")
    t.attack(
        "2704", "Ge 1 armor", "Ge 3 armor",
        plan=Plan(advance=("Ge 1 armor", "Ge 3 armor"), toward=("2802", "2803")),
    )  # fmt: skip
    t.say(
        "Past Minsk, which fell on 28 June 1941, to the gates of Smolensk, which fell in July. The "
        "record ends as Autumn 1941 begins, and can be played on."
    )
    t.arrow("2505", "2604", "2704")
    t.end()
    t.rest("Allied Armored Movement", "Allied Armored Combat", END)
