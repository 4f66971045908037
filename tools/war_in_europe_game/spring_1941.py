"""Spring 1941: Belgrade, Athens, Baghdad, and the desert."""

from __future__ import annotations

from tools.war_in_europe_game.answers import Plan
from tools.war_in_europe_game.habits import u_boats
from tools.war_in_europe_game.table import END, Table


def play(t: Table) -> None:
    """Play the season."""
    _strategy(t)
    _production(t)
    _balkans(t)
    _axis(t)
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
    t.produce("GB", "GB 8 armor", "GB Naval air", "GB 1 RAF", "GB 2 RAF", "GB 3 RAF", "GB 1 armor")
    t.produce("Italy", "It 2 infantry", "It 2 infantry: Rome", "It 3 infantry")
    t.produce(
        "Germany",
        "Ge 1 air", "Ge 2 air", "Ge 3 air", "Ge 4 air",
        "Ge 1 submarine fleet", "Ge 2 submarine fleet",
    )  # fmt: skip


def _balkans(t: Table) -> None:
    t.begin("Axis Movement")
    t.move("Ge 14 infantry", to="2609")
    t.move("Ge 1 armor", to="2712")
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
    t.move("Ge 2 air", to="2204")
    t.move("Ge 3 air", to="2305")
    t.move("Ge 4 air", to="2205")
    t.end()
    t.begin("Axis Combat")
    t.attack(
        "Belgrade",
        "Ge 2 armor", "Ge 10 infantry", "Ge 3 armor", "Ge 15 infantry", "Ge 14 infantry",
        plan=Plan(advance=("Ge 2 armor", "Ge 3 armor")),
    )  # fmt: skip
    t.attack("2512", "It 3 infantry", "It fleet", "Ge 5 air", plan=Plan(advance=("It 3 infantry",)))
    t.end()


def _allies(t: Table) -> None:
    t.begin("Allied Movement")
    t.move("GB 8 armor", to="Alexandria")
    t.move("GB Gibraltar fleet", to="Jerusalem")
    t.land("GB 2 armor")
    t.move("GB 2 armor", to="3811")
    t.end()
    t.begin("Allied Combat")
    t.attack("Baghdad", "GB 2 armor", plan=Plan(advance=("GB 2 armor",)))
    t.end()


def _armor(t: Table) -> None:
    t.begin("Axis Armored Movement")
    t.move("Ge 1 armor", to="Athens")
    t.move("Ge 5 armor", "It 1 armor", to="3116")
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
    t.end()
    t.rest(END)
