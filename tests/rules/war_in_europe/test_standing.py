"""Who is on which side, who is neutral, who holds what."""

from __future__ import annotations

import a4a
from a4a.core.sides import side_in
from a4a.rules.systems.war_in_europe.standing import WITH, Standing
from tests.rules.war_in_europe.positions import state, system, unit


def test_powers_are_on_the_sides_of_the_rulebook_and_neutrals_on_none() -> None:
    standing = Standing(system(), state({}))
    assert standing.side_of("Germany") == standing.side_of("Finland") == "Axis"
    assert standing.side_of("Soviet Union") == "Allies"
    assert standing.side_of("Norway") == ""
    assert standing.fighting["Axis"] == {"Germany"}
    assert standing.fighting["Allies"] == {"France", "Great Britain"}


def test_neutrals_are_nobodys_enemies_even_of_the_other_side() -> None:
    standing = Standing(system(), state({}))
    assert standing.are_enemies("Germany", "France")
    assert not standing.are_enemies("Germany", "Soviet Union")
    assert not standing.are_enemies("Germany", "Norway")
    assert not standing.are_enemies("France", "Great Britain")
    later = Standing(system(), state({}, at_war=["Soviet Union"]))
    assert later.are_enemies("Soviet Union", "Germany")


def test_WE_INV_an_invaded_neutral_is_on_the_other_side() -> None:
    standing = Standing(system(), state({}, statuses={"Norway": (WITH["Allies"],)}))
    assert standing.side_of("Norway") == "Allies"
    assert standing.are_enemies("Norway", "Germany")
    assert "Norway" in standing.fighting["Allies"]


def test_a_hex_is_held_by_the_side_of_the_power_that_controls_it() -> None:
    standing = Standing(system(), state({}, control={"1709": "Germany"}))
    assert standing.holder("1709") == "Axis"
    assert standing.country("1709") == "France"
    assert standing.holder("1810") == "Allies"
    assert standing.holder("2903") == ""
    assert standing.is_neutral_ground("2903")
    assert standing.country("1607") == "Great Britain"


def test_positions_hold_the_counters_asked_for() -> None:
    now = state({"Germany: 1st armor": "2106"}, active="Axis", reduced=["Germany: 1st armor"])
    assert unit(now, "Germany: 1st armor").damage == 1
    assert now.active == ("Italy", "Germany")


def test_views_find_a_neutral_on_the_side_that_it_has_joined() -> None:
    """They know relations, and no statuses of this game."""
    record = a4a.game("war_in_europe_1939_1941")
    joined = set()
    for node in record.line()[::10]:
        standing = Standing(system(), record.state_at(node))
        for power in record.catalog.powers:
            if not power.side:
                side = side_in(record.state_at(node), power.name)
                assert side == standing.fights_for[power.name], (node, power.name)
                joined.add(side)
    assert joined == {"", "Axis", "Allies"}
