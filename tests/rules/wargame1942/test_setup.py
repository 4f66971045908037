"""The War Game as it is set up: nations, land, units and what they are worth."""

from __future__ import annotations

import re

import pytest

import a4a
from a4a.core.dice import ScriptedDice
from a4a.core.errors import A4AError
from a4a.rules.areas.orders import EndPhase
from a4a.rules.areas.politics.separations import separated
from a4a.rules.game import Game
from a4a.rules.systems.wargame1942.production.capacity import is_occupied
from tests.rules.wargame1942.empty import Empty, rules
from tests.rules.wargame1942.standing import PRODUCTION, Board

NATIONS = ("Germany", "Italy", "U.S.S.R.", "U.K.", "France", "Japan", "U.S.A.", "China")
TOTALS = {
    "Germany": (28, 52, 0, 47, 127), "Italy": (26, 0, 0, 0, 26), "U.S.S.R.": (84, 0, -16, 0, 68),
    "U.K.": (118, 5, -4, 0, 119), "France": (70, 0, -47, 0, 23), "Japan": (43, 5, 0, 35, 83),
    "U.S.A.": (115, 38, -6, 0, 147), "China": (40, 0, -9, 0, 31),
}  # fmt: skip
"""Original, neutral, lost, conquered and all land of each nation, as printed."""
COSTS = {
    "armor": (11, 13, 12, 12, 13, 13, 11, 14), "aircraft carrier": (26, 26, 28, 25, 27, 24, 23, 30),
    "submarine": (7, 10, 10, 8, 10, 9, 7, 12), "Waffen SS": (5, 6, 5, 6, 6, 6, 6, 5),
    "Nebelwerfer": (7, 9, 8, 8, 9, 9, 7, 10), "Fw 190D-9": (14, 16, 15, 15, 16, 14, 13, 18),
    "Me 262": (16, 18, 17, 17, 18, 16, 15, 20), "Maus": (15, 17, 16, 16, 17, 17, 15, 19),
}  # fmt: skip
"""What units cost the nations, as printed, in order of play."""
VALUES = {
    "Waffen SS": (4, 2, 1), "Nebelwerfer": (5, 3, 1), "Fw 190D-9": (5, 7, 4), "Me 262": (6, 8, 4),
    "Maus": (10, 6, 2),
}  # fmt: skip
"""Attack, defense and move of the additional types, as printed."""


def start() -> a4a.Position:
    """The set-up."""
    return rules().game.dataset.position


def totals(nation: str) -> tuple[int, ...]:
    """Original, neutral, lost, conquered and all land of a nation, by the board."""
    control, board = start().control, rules().game.board
    original = neutral = lost = conquered = 0
    for space in board.spaces:
        holder = control.get(space.name)
        original += space.value * (space.original == nation)
        lost -= space.value * (space.original == nation and holder != nation)
        if holder == nation and space.original != nation:
            neutral += space.value * (space.original is None)
            conquered += space.value * (space.original is not None)
    return original, neutral, lost, conquered, original + neutral + lost + conquered


def test_WG_SET_001_002_003_three_nations_of_the_axis_and_five_allies() -> None:
    game = rules().game
    assert game.players_of("Axis") == ("Germany", "Italy", "Japan")
    assert game.players_of("Allies") == ("U.S.S.R.", "U.K.", "France", "U.S.A.", "China")
    assert game.order_of_play == NATIONS


def test_WG_SET_004_005_006_007_named_land_pays_and_zones_do_not() -> None:
    board = rules().game.board
    zones = [s for s in board.spaces if s.kind == "sea"]
    assert all(s.value == 0 for s in zones)
    assert all(s.name for s in board.spaces)
    coded = [m.group(1) for s in zones if (m := re.fullmatch(r"([A-Z]+)-\d+", s.name))]
    assert set(coded) == {"NP", "SP", "NA", "SA", "I"}
    worthless = {s.name: 0 for s in board.spaces if s.kind == "land" and not s.value}
    held = {n for n in worthless if start().control.get(n) == "Japan"}
    assert held
    turn = Board("Japan", control=dict.fromkeys(held, "U.S.A.")).enter(PRODUCTION)
    assert turn.has("Japan") == 83


def test_WG_SET_009_010_neutral_land_has_no_original_nation_and_no_units() -> None:
    control = start().control
    free = {n for n, p in control.items() if p == "Neutral nations"}
    assert free
    assert all(rules().game.board.space(name).original is None for name in free)
    assert all(u.place not in free and u.owner != "Neutral nations" for u in start().units)


def test_WG_SET_011_012_013_016_land_has_one_owner_besides_its_original_one() -> None:
    control, board = start().control, rules().game.board
    axis, allies = rules().game.players_of("Axis"), rules().game.players_of("Allies")
    taken = {n for n, p in control.items() if p in axis and board.space(n).original in allies}
    assert taken >= {"France", "Indo-China"}
    assert {p for n, p in control.items() if n in taken} <= {"Germany", "Japan"}
    occupied = {u.place for u in start().units}
    assert any(p in NATIONS and n not in occupied for n, p in control.items())


def test_WG_SET_017_018_019_020_021_who_shares_what() -> None:
    game = rules().game
    for side in ("Axis", "Allies"):
        powers = game.players_of(side)
        for one in powers:
            for other in powers:
                assert not separated(game, one, other, "NA-1") or one == other
                apart = bool(separated(game, one, other, "Persia"))
                assert apart is ("U.S.S.R." in {one, other} and one != other)


def test_WG_SET_022_025_027_028_029_where_units_begin() -> None:
    ships = [u for u in start().units if u.place == "Hawaii Sea Zone" and u.type == "battleship"]
    assert sorted(u.damage for u in ships) == [0, 1]
    sea, kinds = rules().game.graph.is_sea, rules().game.of_category
    for unit in start().units:
        if unit.type in kinds("sea"):
            assert isinstance(unit.place, str)
            assert sea[unit.place]
        if unit.type in kinds("land") and isinstance(unit.place, str):
            assert not sea[unit.place]
    fighters = [u for u in start().units if u.type == "fighter" and sea[str(u.place)]]
    assert fighters
    for zone, owner in {(u.place, u.owner) for u in fighters}:
        there = [u.type for u in start().units if (u.place, u.owner) == (zone, owner)]
        assert there.count("fighter") <= 2 * there.count("aircraft carrier")


def test_WG_SET_030_factories_stand_on_land_that_carries_them() -> None:
    game = rules().game
    found = [u for u in start().units if u.type in game.able("factory")]
    assert {u.type for u in found} == {"major factory", "minor factory"}
    for unit in found:
        space = game.board.space(str(unit.place))
        assert start().control[space.name] == unit.owner
        assert space.value >= game.types[unit.type].numbers["least value"]
    assert len({u.place for u in found}) == len(found)


def test_WG_ORD_004_a_turn_ends_with_its_fifth_phase() -> None:
    turns = rules().turns(6)
    five = ("War Production", "Combat Orders", "Combat", "Non-Combat Movement", "Build and Recruit")
    assert [turn.phases for turn in turns[:-1]] == [five] * 5


@pytest.mark.parametrize("nation", NATIONS)
def test_WG_VIC_010_011_012_013_014_015_016_017_020_land_is_worth_what_is_printed(
    nation: str,
) -> None:
    assert totals(nation) == TOTALS[nation]


def test_WG_VIC_018_019_the_sides_are_the_sums_of_their_nations() -> None:
    def summed(side: str) -> list[int]:
        rows = [totals(nation) for nation in rules().game.players_of(side)]
        return [sum(column) for column in zip(*rows, strict=True)]

    assert summed("Axis") == [97, 57, 0, 82, 236]
    assert summed("Allies") == [427, 43, -82, 0, 388]


@pytest.mark.parametrize("kind", COSTS)
def test_WG_UNI_001_002_003_006_008_010_012_014_what_units_cost_each_nation(kind: str) -> None:
    price = rules().game.catalog.price
    assert tuple(price(kind, nation) for nation in NATIONS) == COSTS[kind]


@pytest.mark.parametrize("kind", VALUES)
def test_WG_UNI_005_007_009_011_013_what_additional_types_are_worth(kind: str) -> None:
    unit = rules().game.types[kind]
    assert (unit.attack, unit.defense, unit.move) == VALUES[kind]


def test_WG_UNI_015_016_017_what_carries_additional_types() -> None:
    types = rules().game.types
    assert not types["Maus"].transport_cost
    deck = types["aircraft carrier"].carrier_capacity
    assert types["Me 262"].carrier_cost == deck
    assert 2 * types["Fw 190D-9"].carrier_cost == deck


def test_WG_NEU_002_003_neutrals_in_play_pay_their_full_value() -> None:
    control, board = start().control, rules().game.board
    for name in ("Yugoslavia", "Hungary", "Denmark"):
        assert rules().game.catalog.side_of(control[name]) == "Axis"
    for name in ("Eire", "Brazil"):
        assert rules().game.catalog.side_of(control[name]) == "Allies"
    without = Board("Germany", control={"Hungary": "U.K."}).enter(PRODUCTION)
    assert without.has("Germany") == 127 - board.space("Hungary").value
    assert is_occupied(rules().game, "Germany", "Hungary")


def test_WG_NEU_017_groups_of_colours_have_no_effect() -> None:
    changed = Board("Germany", control={"Denmark": "U.K."}).enter(PRODUCTION).state
    assert changed.control["Iceland"] == start().control["Iceland"] == "U.S.A."
    assert rules().game.board.regions == ()


def test_a_turn_that_a_position_gives_to_one_nation_of_a_force_is_played_on() -> None:
    """Nobody else of the force acts in it; the next turn is that of the next force."""
    game = Game(rules(), dice=ScriptedDice(()), record=Empty("Germany").in_phase(PRODUCTION))
    while game.state.active == ("Germany",):
        game.do(EndPhase())
    assert game.state.active == ("U.S.S.R.",)


def test_a_position_whose_turn_no_force_has_is_refused_with_the_turns_there_are() -> None:
    with pytest.raises(A4AError, match="no phase 'War Production' in that turn; it has End of"):
        Game(rules(), dice=ScriptedDice(()), record=Empty("U.K.", "Japan").in_phase(PRODUCTION))
