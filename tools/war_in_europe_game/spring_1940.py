"""Spring 1940: Weserübung and Fall Gelb."""

from __future__ import annotations

from tools.war_in_europe_game.answers import Plan
from tools.war_in_europe_game.table import END, Table


def play(t: Table) -> None:
    """Play the season."""
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
    t.move("Ge 1 paratroop", to="Oslo", how="airdrop")
    t.ferry("Ge 9 infantry", "Ge surface fleet", "Oslo")


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
    t.attack(
        "Brussels",
        "Ge 1 armor", "Ge 2 armor", "Ge 1 infantry", "Ge 7 infantry",
        plan=Plan(advance=("Ge 1 armor", "Ge 2 armor")),
    )  # fmt: skip
    t.end()


def _allies(t: Table) -> None:
    t.begin("Allied Movement")
    t.ferry("GB 1 armor", "GB Channel fleet", "London")
    t.move("Fr 2 infantry", to="Paris")
    t.move("GB Gibraltar fleet", to="Atlantic")
    t.move("GB Channel fleet", to="Plymouth")
    t.end()
    t.rest("Allied Combat")


def _armor(t: Table) -> None:
    t.begin("Axis Armored Movement")
    t.move("Ge 1 armor", "Ge 2 armor", to="1809")
    t.move("Ge 3 armor", "Ge 4 armor", to="1808")
    t.end()
    t.begin("Axis Armored Combat")
    t.attack(
        "Paris", "Ge 1 armor", "Ge 2 armor", "Ge 3 armor", "Ge 4 armor",
        "Ge 1 air", "Ge 2 air", "Ge 3 air",
        plan=Plan(support=("GB 1 RAF", "GB 2 RAF"), advance=("Ge 1 armor", "Ge 3 armor")),
    )  # fmt: skip
    t.end()
    t.rest("Allied Armored Movement", "Allied Armored Combat", END)
