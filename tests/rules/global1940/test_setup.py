"""Set-up, incomes, order of play and the joined board of Global 1940."""

from __future__ import annotations

from collections import Counter

import pytest

import a4a
from a4a.boards import load
from a4a.core.state import State
from a4a.rules.areas.combat.kamikaze import kamikazes
from a4a.rules.areas.economy import economies
from a4a.rules.areas.economy.objectives import objectives
from a4a.rules.areas.orders import EndPhase
from a4a.rules.areas.politics import limits
from tests.rules.global1940.positions import GLOBAL, played, position, rules

START = rules().start().state_at(0)
EUROPE = load("europe1940")


def maps() -> dict[str, str]:
    """On which map each space lies."""
    return {name: m.name for m in played().board.maps for name in m.spaces}


def standing(space: str, power: str, at: State = START) -> Counter[str]:
    """How many of each type a power has in a space."""
    return Counter(u.type for u in at.at(space) if u.owner == power)


# --- which rules ----------------------------------------------------------------------------------


@pytest.mark.rule("AA-GLO-001")
def test_AA_GLO_001_the_global_rules_take_the_place_of_europes() -> None:
    """No rule of Europe alone is in its book; entries of Europe's lists do not count."""
    games = {rule.game for rule in played().book}
    assert games == {"both", "global"}
    assert not {"AA-OBJ-008", "AA-OBJ-014", "AA-OBJ-016"} & {o.rule for o in objectives(played())}


@pytest.mark.rule("AA-GLO-002")
def test_AA_GLO_002_basic_systems_are_those_of_europe() -> None:
    """The same phases and the same units with the same numbers."""
    assert played().catalog.unit_types == EUROPE.catalog.unit_types
    assert played().dataset.phases == EUROPE.phases


@pytest.mark.rule("AA-GLO-003")
def test_AA_GLO_003_kamikazes_and_china_come_from_the_pacific_game() -> None:
    """Japan strikes; China buys infantry and stays at home."""
    assert [entry.power for entry in kamikazes(played())] == ["Japan"]
    assert "tank" not in limits.for_sale(played(), START, "China")
    assert "Germany" in limits.barred(played(), START, "China")


@pytest.mark.rule("AA-SET-020")
def test_AA_SET_020_research_is_an_option() -> None:
    """Without it a turn begins with purchases, with it with research."""
    assert a4a.new_game(GLOBAL).state.phase == "Purchase and Repair Units"
    with_it = a4a.new_game(GLOBAL, options={"research": True})
    assert with_it.state.phase == "Research & Development"


# --- the board ------------------------------------------------------------------------------------

ACROSS = {
    ("Alberta/Saskatchewan/Manitoba", "Western Canada"),
    ("Central United States", "Western United States"),
    ("Southeastern Mexico", "Mexico"),
    ("sea zone 64", "sea zone 11"), ("sea zone 64", "sea zone 28"), ("sea zone 64", "sea zone 51"),
    ("sea zone 65", "sea zone 51"), ("sea zone 66", "sea zone 51"), ("sea zone 66", "sea zone 52"),
}  # fmt: skip
"""Neighbours across the map edge that the rules name: those of the Europe map first."""


def across() -> set[tuple[str, str]]:
    """Pairs of neighbours on two maps, that on the Europe map first."""
    found: set[tuple[str, str]] = set()
    for border in played().board.borders:
        if maps()[border.a] != maps()[border.b]:
            pair = (border.a, border.b) if maps()[border.a] == "Europe" else (border.b, border.a)
            found.add(pair)
    return found


@pytest.mark.rule("AA-GLO-010")
def test_AA_GLO_010_the_pacific_lies_east_of_europe() -> None:
    """Through Siberia, India and the Indian Ocean one passes from one map to the other."""
    east = across() - ACROSS
    assert {("West India", "India"), ("Urals", "Timguska"), ("sea zone 79", "sea zone 39")} <= east
    names = " ".join(name for pair in east for name in pair)
    assert "United States" not in names
    assert "Canada" not in names


@pytest.mark.rule("AA-GLO-011", "AA-GLO-047", "AA-GLO-048", "AA-GLO-049")
@pytest.mark.parametrize(("a", "b"), sorted(ACROSS)[:3])
def test_AA_GLO_047_land_borders_across_the_edge(a: str, b: str) -> None:
    """The board goes round: a tank drives over the edge in America."""
    assert played().board.border(a, b) is not None
    assert maps()[a] == "Europe"
    assert maps()[b] == "Pacific"
    assert played().board.distance(a, b) == 1


@pytest.mark.rule("AA-GLO-050", "AA-GLO-051", "AA-GLO-052", "AA-GLO-053")
def test_AA_GLO_050_sea_zones_across_the_edge() -> None:
    """Those of America that the rules name, and no others."""
    found: dict[int, set[int]] = {}
    for pair in across():
        if pair[0] in played().board.seas and pair in ACROSS:
            here, there = (int(name.removeprefix("sea zone ")) for name in pair)
            found.setdefault(here, set()).add(there)
            found.setdefault(there, set()).add(here)
    assert found == {64: {11, 28, 51}, 51: {64, 65, 66}, 66: {51, 52},
                     11: {64}, 28: {64}, 65: {51}, 52: {66}}  # fmt: skip
    for zone in (11, 28, 51, 52):
        over = {n for n in played().board.neighbours(f"sea zone {zone}") if maps()[n] == "Europe"}
        assert over == {f"sea zone {n}" for n in found[zone] if n > 63}


# --- set-up ---------------------------------------------------------------------------------------


@pytest.mark.rule("AA-GLO-012")
def test_AA_GLO_012_the_europe_map_is_set_up_as_in_europe() -> None:
    """Nothing differs there but Egypt and what the Dutch and the American complexes are."""
    europe = a4a.start("europe1940").state_at(0)
    differ = {
        space.name
        for space in EUROPE.board.spaces
        for power in played().catalog.power_order
        if standing(space.name, power) != standing(space.name, power, europe)
    }
    assert differ == {"Egypt", "Eastern United States", "Central United States"}
    pacific = {u.owner for u in START.units.values() if maps()[str(u.place)] == "Pacific"}
    assert {"Japan", "China", "ANZAC", "United States", "United Kingdom"} <= pacific


@pytest.mark.rule("AA-GLO-013", "AA-GLO-014", "AA-GLO-015")
@pytest.mark.parametrize(("space", "units"), [
    ("Amur", {"infantry": 6}), ("Sakha", {"infantry": 6, "AAA": 2}), ("Buryatia", {"infantry": 6}),
])  # fmt: skip
def test_AA_GLO_013_soviet_units_in_the_far_east(space: str, units: dict[str, int]) -> None:
    """Only what the Global rules add: neither of the two games has Soviet units there."""
    assert standing(space, "Soviet Union") == units


@pytest.mark.rule("AA-GLO-016")
def test_AA_GLO_016_egypt_has_two_anzac_infantry_and_one_british_less() -> None:
    """Against Europe 1940's set-up."""
    europe = a4a.start("europe1940").state_at(0)
    before, now = (standing("Egypt", "United Kingdom", s) for s in (europe, START))
    assert before - now == {"infantry": 1}
    assert now - before == {}
    assert standing("Egypt", "ANZAC") == {"infantry": 2}


@pytest.mark.parametrize(("power", "treasury", "ipcs"), [
    ("Germany", "Germany", 30), ("Soviet Union", "Soviet Union", 37), ("Japan", "Japan", 26),
    ("United States", "United States", 52), ("China", "China", 12),
    ("United Kingdom", "UK Europe", 28), ("United Kingdom", "UK Pacific", 17),
    ("Italy", "Italy", 10), ("ANZAC", "ANZAC", 10), ("France", "France", 19),
])  # fmt: skip
@pytest.mark.rule(
    "AA-GLO-017", "AA-GLO-018", "AA-GLO-019", "AA-GLO-020", "AA-GLO-021", "AA-GLO-022",
    "AA-GLO-023", "AA-GLO-024", "AA-GLO-025", "AA-GLO-026",
)  # fmt: skip
def test_AA_GLO_017_opening_income_and_treasury(power: str, treasury: str, ipcs: int) -> None:
    """The treasury is printed; the income is what the territories make."""
    assert START.money(treasury, "IPC") == ipcs
    assert economies.production(played(), START, power, treasury) == ipcs


# --- order of play --------------------------------------------------------------------------------

ORDER = (
    "Germany", "Soviet Union", "Japan", "United States", "China", "United Kingdom", "Italy",
    "ANZAC", "France",
)  # fmt: skip


@pytest.mark.rule("AA-GLO-027")
def test_AA_GLO_027_nine_powers_play_in_this_order() -> None:
    """And a round is over when all have played."""
    assert played().order_of_play == ORDER
    game = position(power="Germany", phase="Combat Move", round=1)
    seen = [game.state.active[0]]
    while game.state.round == 1:
        game.do(EndPhase())
        if game.state.active[0] != seen[-1]:
            seen.append(game.state.active[0])
    assert tuple(seen) == (*ORDER, "Germany")


@pytest.mark.rule("AA-GLO-028")
def test_AA_GLO_028_the_order_knows_no_players() -> None:
    """Powers of one side do not play together, though one person may run them."""
    sides = [played().catalog.side_of(power) for power in played().order_of_play]
    assert sides == ["Axis", "Allies", "Axis", "Allies", "Allies", "Allies", "Axis", "Allies",
                     "Allies"]  # fmt: skip
