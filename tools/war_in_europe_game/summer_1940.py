"""Summer 1940: the Battle of Britain, and Italy's war."""

from __future__ import annotations

from tools.war_in_europe_game.answers import Plan
from tools.war_in_europe_game.habits import u_boats
from tools.war_in_europe_game.table import ARMORED, END, Table

_RAF = Plan(support=("GB 2 RAF", "GB 3 RAF"), lose=("Ge 3 air", "Ge 4 air"))


def play(t: Table) -> None:
    """Play the season."""
    t.say(
        "July to September 1940. Italy's neutrality ends with the start of this turn (12.1.1); it "
        "had declared war on 10 June. Norway, Denmark, Belgium and the Netherlands are conquered."
    )
    _strategy(t)
    _production(t)
    _axis(t)
    _allies(t)
    t.rest(*ARMORED, END)


def _strategy(t: Table) -> None:
    t.begin("Strategic Warfare")
    t.bomb("Essen", "GB Bomber Command")
    t.say(
        "Bomber Command began on the Ruhr in May 1940. All German aircraft that could intercept "
        "flew over Paris and are Ops Complete until their own turn. Essen yields nothing."
    )
    t.stand_down()
    t.lend(1)
    t.say(
        "The first point from America: destroyers for bases, September 1940. The Lend-Lease Act "
        "followed in March 1941; what may be sent in which turn is reconstructed."
    )
    t.raid(Plan(toward=("1315", "1903")))


def _production(t: Table) -> None:
    t.begin("Production")
    t.produce("GB", "GB 3 RAF: Liverpool", "GB 8 armor", "GB 1 RAF", "GB 1 armor")
    t.produce("Italy", "It 1 armor")
    t.produce(
        "Germany",
        "Ge 1 air", "Ge 2 air", "Ge 4 air: Berlin", "Ge 2 submarine fleet: Hamburg",
        "Ge 1 armor", "Ge 1 submarine fleet", "Ge 14 infantry", "Ge 15 infantry: Berlin",
    )  # fmt: skip


def _axis(t: Table) -> None:
    t.begin("Axis Movement")
    t.move("Ge 1 infantry", to="Calais", how="by rail")
    t.move("Ge 7 infantry", to="Cherbourg", how="by rail")
    t.move("Ge 18 infantry", to="Brest", how="by rail")
    t.move("Ge 4 infantry", to="Brussels", how="by rail")
    t.move("Ge 2 armor", to="Berlin", how="by rail")
    t.move("Ge 4 armor", to="Breslau", how="by rail")
    t.move("Ge 14 infantry", to="Warsaw", how="by rail")
    t.move("Ge 1 air", to="Calais")
    t.move("Ge 2 air", to="Cherbourg")
    t.move("Ge 3 air", to="Brussels")
    t.move("Ge 4 air", to="Amsterdam")
    t.ferry("Ge 1 paratroop", "Ge surface fleet", "Hamburg")
    u_boats(t)
    t.ferry("It 1 armor", "It fleet", "Tobruk")
    t.move("It fleet", to="Taranto")
    t.move("It NA infantry", "It 2 infantry", to="2916")
    t.move("It 1 air", to="Tobruk")
    t.end()
    t.begin("Axis Combat")
    t.attack("London", "Ge 1 air", "Ge 2 air", "Ge 3 air", "Ge 4 air", plan=_RAF)
    t.say(
        "The Battle of Britain: four air units strike at the airfields of London. The 1st and 2nd "
        "RAF are Ops Complete from the battle over Paris, so the 3rd fires alone. Here the dice "
        "and the markers depart from history: the Luftwaffe wins. It changes little. Both forces "
        "are restored for a point a step, and with one fleet there is no Sea Lion."
    )
    t.mark("!?")
    t.arrow("Calais", "London")
    t.arrow("Cherbourg", "London")
    t.end()


def _allies(t: Table) -> None:
    t.begin("Allied Movement")
    t.embark("GB Naval air", "GB Channel fleet")
    t.move("GB Channel fleet", to="Gibraltar")
    t.say(
        "The carrier goes to the Mediterranean. The attack on the French fleet at Mers-el-Kébir, "
        "3 July 1940, cannot be played: Vichy France is neutral, and closed to the Allies until "
        "the United States are at war (12.2.2)."
    )
    t.move("GB 8 armor", to="Alexandria")
    t.end()
    t.rest("Allied Combat")
