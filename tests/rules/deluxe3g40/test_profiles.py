"""Profiles of units: what each costs, moves, hits on and pays at a time, as the book prints it.

They are asked of the functions that the game plays by: prices of the market, movement of an empty
board, values of combat, weapons of the dog fight, payments of the build queue. Capacities of
aircraft and ships have no effect (R-464), so what holds aircraft holds them by number.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from a4a.analysis.rulebook import named_in
from a4a.rules.areas import technology
from a4a.rules.areas.bases.decks import places
from a4a.rules.areas.combat.values import values
from a4a.rules.areas.economy import build_queue
from a4a.rules.areas.movement.ground import Ground
from a4a.rules.areas.politics import limits
from tests.rules.deluxe3g40.positions import SYSTEM, one, position

OBSOLETE = {"cavalry", "war plane", "warship", "light carrier", "dreadnought"}
OBSOLETE |= {"rail station", "oil derrick"}
"""What nobody can buy."""


class Profile(NamedTuple):
    """What the book prints of a unit type."""

    kind: str
    cost: int
    move: int
    attack: int
    defense: int
    dog_fight: tuple[int, int] = (0, 0)
    instalment: int = 0


PROFILES = (
    (Profile("regular infantry", 3, 1, 1, 2), "LND", (1, 2, 4, 6, 8)),
    (Profile("mechanized infantry", 4, 2, 1, 2), "LND", (9, 10, 12, 14, 16)),
    (Profile("elite infantry", 4, 1, 2, 2, instalment=2), "LND", (19, 20, 22, 24, 26)),
    (Profile("cavalry", 0, 2, 2, 2), "LND", (33, 34, 36, 37, 38)),
    (Profile("AAA", 5, 1, 1, 1), "LND", (40, 41, 43, 44, 45)),
    (Profile("light artillery", 4, 1, 2, 2), "LND", (51, 52, 54, 55, 56)),
    (Profile("heavy artillery", 5, 1, 4, 4), "LND", (58, 59, 61, 62, 63)),
    (Profile("light tank", 5, 2, 3, 3), "LND", (68, 69, 71, 72, 74)),
    (Profile("heavy tank", 8, 2, 5, 4, instalment=4), "LND", (76, 77, 79, 80, 81)),
    (Profile("air transport", 6, 3, 0, 0), "AIR", (1, 2, 4, 6)),
    (Profile("war plane", 0, 3, 1, 1, (1, 1)), "AIR", (13, 14, 16, 17, 19, 20, 21)),
    (Profile("tactical bomber", 9, 4, 3, 3, (1, 1)), "AIR", (24, 25, 27, 29, 30, 31, 32)),
    (Profile("fighter", 10, 4, 4, 5, (2, 3)), "AIR", (35, 36, 38, 40, 42, 43, 44)),
    (Profile("strategic bomber", 12, 6, 0, 1, (1, 1), 6), "AIR", (47, 48, 52, 53, 54, 55, 56)),
    (Profile("sea transport", 6, 2, 0, 0), "SEA", (9, 10, 12, 13)),
    (Profile("destroyer", 7, 2, 2, 2), "SEA", (18, 19, 21, 22, 23)),
    (Profile("submarine", 8, 2, 3, 2), "SEA", (25, 26, 28, 30, 31)),
    (Profile("warship", 0, 2, 3, 3), "SEA", (33, 34, 36, 37, 39)),
    (Profile("light carrier", 0, 2, 1, 2), "SEA", (41, 42, 44, 45, 46)),
    (Profile("dreadnought", 0, 2, 4, 4), "SEA", (49, 50, 52, 53, 54)),
    (Profile("cruiser", 10, 2, 5, 5, instalment=5), "SEA", (56, 57, 59, 60, 62)),
    (Profile("aircraft carrier", 16, 2, 1, 2, instalment=8), "SEA", (67, 68, 70, 71, 73)),
    (Profile("battleship", 18, 2, 6, 6, instalment=9), "SEA", (77, 78, 80, 81, 83)),
    (Profile("super battleship", 18, 2, 6, 6, instalment=6), "SPC", (1, 2, 4, 5, 7, 14)),
    (Profile("radar tower", 10, 0, 0, 0, instalment=5), "SPC", (15, 16, 17)),
    (Profile("Tiger tank", 8, 2, 6, 5, instalment=4), "SPC", (22, 23, 25, 26, 27)),
    (Profile("rocket artillery", 4, 2, 2, 2), "SPC", (31, 32, 34, 35, 36)),
    (Profile("super fortress", 12, 8, 0, 2, (2, 2)), "SPC", (38, 39, 43, 44, 45, 46)),
    (Profile("Essex carrier", 16, 2, 1, 2), "SPC", (48, 49, 51, 52, 54)),
    (Profile("jet fighter", 10, 3, 6, 6, (4, 4)), "SPC", (58, 59, 61, 62, 63, 64, 65)),
    (Profile("air base", 10, 0, 0, 0), "FAC", (1, 2)),
    (Profile("naval base", 10, 0, 0, 0), "FAC", (14, 15)),
    (Profile("rail station", 0, 0, 0, 0), "FAC", (25, 26)),
    (Profile("oil derrick", 0, 0, 0, 0), "FAC", (39,)),
    (Profile("major bunker", 20, 0, 0, 0), "FAC", (46, 47, 48)),
    (Profile("minor bunker", 10, 0, 0, 0), "FAC", (64, 65, 66)),
)


def test_the_rules_named_are_those_of_the_profiles() -> None:
    """What a test names is read without running it, so the ids stand there once more."""
    of_profiles = {f"DX-{part}-{n:03}" for _, part, numbers in PROFILES for n in numbers}
    assert of_profiles <= set(named_in(Path(__file__)))


def place_for(kind: str) -> str:
    """A space without bases where a unit type can stand."""
    sea = SYSTEM.types[kind].category == "sea"
    return "sea zone 40" if sea else "South Australia"


@pytest.mark.rule(
    "DX-LND-001", "DX-LND-002", "DX-LND-004", "DX-LND-006", "DX-LND-008", "DX-LND-009",
    "DX-LND-010", "DX-LND-012", "DX-LND-014", "DX-LND-016", "DX-LND-019", "DX-LND-020",
    "DX-LND-022", "DX-LND-024", "DX-LND-026", "DX-LND-033", "DX-LND-034", "DX-LND-036",
    "DX-LND-037", "DX-LND-038", "DX-LND-040", "DX-LND-041", "DX-LND-043", "DX-LND-044",
    "DX-LND-045", "DX-LND-051", "DX-LND-052", "DX-LND-054", "DX-LND-055", "DX-LND-056",
    "DX-LND-058", "DX-LND-059", "DX-LND-061", "DX-LND-062", "DX-LND-063", "DX-LND-068",
    "DX-LND-069", "DX-LND-071", "DX-LND-072", "DX-LND-074", "DX-LND-076", "DX-LND-077",
    "DX-LND-079", "DX-LND-080", "DX-LND-081", "DX-AIR-001", "DX-AIR-002", "DX-AIR-004",
    "DX-AIR-006", "DX-AIR-013", "DX-AIR-014", "DX-AIR-016", "DX-AIR-017", "DX-AIR-019",
    "DX-AIR-020", "DX-AIR-021", "DX-AIR-024", "DX-AIR-025", "DX-AIR-027", "DX-AIR-029",
    "DX-AIR-030", "DX-AIR-031", "DX-AIR-032", "DX-AIR-035", "DX-AIR-036", "DX-AIR-038",
    "DX-AIR-040", "DX-AIR-042", "DX-AIR-043", "DX-AIR-044", "DX-AIR-047", "DX-AIR-048",
    "DX-AIR-052", "DX-AIR-053", "DX-AIR-054", "DX-AIR-055", "DX-AIR-056", "DX-SEA-009",
    "DX-SEA-010", "DX-SEA-012", "DX-SEA-013", "DX-SEA-018", "DX-SEA-019", "DX-SEA-021",
    "DX-SEA-022", "DX-SEA-023", "DX-SEA-025", "DX-SEA-026", "DX-SEA-028", "DX-SEA-030",
    "DX-SEA-031", "DX-SEA-033", "DX-SEA-034", "DX-SEA-036", "DX-SEA-037", "DX-SEA-039",
    "DX-SEA-041", "DX-SEA-042", "DX-SEA-044", "DX-SEA-045", "DX-SEA-046", "DX-SEA-049",
    "DX-SEA-050", "DX-SEA-052", "DX-SEA-053", "DX-SEA-054", "DX-SEA-056", "DX-SEA-057",
    "DX-SEA-059", "DX-SEA-060", "DX-SEA-062", "DX-SEA-067", "DX-SEA-068", "DX-SEA-070",
    "DX-SEA-071", "DX-SEA-073", "DX-SEA-077", "DX-SEA-078", "DX-SEA-080", "DX-SEA-081",
    "DX-SEA-083", "DX-SPC-001", "DX-SPC-002", "DX-SPC-004", "DX-SPC-005", "DX-SPC-007",
    "DX-SPC-014", "DX-SPC-015", "DX-SPC-016", "DX-SPC-017", "DX-SPC-022", "DX-SPC-023",
    "DX-SPC-025", "DX-SPC-026", "DX-SPC-027", "DX-SPC-031", "DX-SPC-032", "DX-SPC-034",
    "DX-SPC-035", "DX-SPC-036", "DX-SPC-038", "DX-SPC-039", "DX-SPC-043", "DX-SPC-044",
    "DX-SPC-045", "DX-SPC-046", "DX-SPC-048", "DX-SPC-049", "DX-SPC-051", "DX-SPC-052",
    "DX-SPC-054", "DX-SPC-058", "DX-SPC-059", "DX-SPC-061", "DX-SPC-062", "DX-SPC-063",
    "DX-SPC-064", "DX-SPC-065", "DX-FAC-001", "DX-FAC-002", "DX-FAC-014", "DX-FAC-015",
    "DX-FAC-025", "DX-FAC-026", "DX-FAC-039", "DX-FAC-046", "DX-FAC-047", "DX-FAC-048",
    "DX-FAC-064", "DX-FAC-065", "DX-FAC-066",
)  # fmt: skip
@pytest.mark.parametrize("profile", [p for p, _, _ in PROFILES], ids=lambda p: p.kind)
def test_a_unit_costs_moves_and_hits_as_its_profile_says(profile: Profile) -> None:
    kind, owner, where = profile.kind, "Commonwealth", place_for(profile.kind)
    game = position(units={where: {owner: {kind: 1}}}, power=owner)
    state = game.state
    assert technology.price(SYSTEM, state, owner, kind) == profile.cost
    assert build_queue.instalment(SYSTEM, state, owner, kind) == profile.instalment
    assert (kind in OBSOLETE) == (not profile.cost)
    unit = state.unit(one(game, where, kind))
    assert Ground(SYSTEM, state, owner).allowance(unit, where) == profile.move
    assert values(SYSTEM, "attacker", [kind]) == [profile.attack]
    assert values(SYSTEM, "defender", [kind]) == [profile.defense]
    own = SYSTEM.types[kind].numbers
    sides = ("dog fight attack", "dog fight defense")
    assert tuple(own.get(side, 0) for side in sides) == profile.dog_fight


@pytest.mark.rule("DX-LND-033", "DX-AIR-013", "DX-SEA-033", "DX-SEA-041", "DX-SEA-049")
@pytest.mark.parametrize("round", [1, 12])
def test_what_is_obsolete_or_printed_on_the_board_is_never_for_sale(round: int) -> None:
    game = position(power="Germany", round=round)
    for power in ("Germany", "Japan", "United States", "Commonwealth"):
        assert not OBSOLETE & set(limits.for_sale(SYSTEM, game.state, power))


@pytest.mark.rule(
    "DX-SEA-069", "DX-SEA-092", "DX-AIR-015", "DX-AIR-026", "DX-AIR-037", "DX-AIR-049",
    "DX-SEA-020", "DX-SEA-027", "DX-SEA-035", "DX-SEA-043", "DX-SEA-051", "DX-SEA-058",
    "DX-SEA-079", "DX-SPC-003", "DX-SPC-040", "DX-SPC-050", "DX-SPC-060",
)  # fmt: skip
def test_capacities_of_aircraft_and_ships_have_no_effect() -> None:
    """A deck holds so many aircraft, of whatever kind; no transport carries one (R-464)."""
    for kind in SYSTEM.types.values():
        if kind.category == "air":
            assert kind.carrier_cost in (0, 1)
        assert (kind.transport_cost > 0) == (kind.category == "land")


@pytest.mark.rule("DX-SEA-047", "DX-SEA-076", "DX-SPC-055", "DX-SPC-057")
@pytest.mark.parametrize(
    ("kind", "damage", "room"),
    [
        ("light carrier", 0, 1),
        ("aircraft carrier", 0, 2),
        ("aircraft carrier", 1, 1),
        ("Essex carrier", 0, 3),
        ("Essex carrier", 1, 2),
    ],
)
def test_carriers_hold_aircraft_by_number_and_damaged_ones_one_fewer(
    kind: str, damage: int, room: int
) -> None:
    game = position(
        units={"sea zone 40": {"Commonwealth": {kind: 1}}},
        damage={("sea zone 40", kind): damage},
        power="Commonwealth",
    )
    assert places(SYSTEM, game.state.unit(one(game, "sea zone 40", kind))) == room


@pytest.mark.rule("DX-FAC-027", "DX-FAC-040")
@pytest.mark.parametrize("kind", ["rail station", "oil derrick"])
def test_the_gun_of_a_facility_hits_on_1(kind: str) -> None:
    """As the guns of bases and factories do."""
    guns = [SYSTEM.types[name].numbers["antiaircraft"] for name in (kind, "air base")]
    assert guns == [1, 1]
    assert kind in SYSTEM.able("self-defense")


@pytest.mark.rule("DX-SEA-040")
def test_warships_are_all_ships_that_fight() -> None:
    """Where conditions speak of warships the obsolete type is one of many (R-406)."""
    fighting = SYSTEM.able("surface warship") | SYSTEM.able("warship")
    assert fighting == SYSTEM.of_category("sea") - {"sea transport"}
    assert "warship" in fighting


@pytest.mark.rule("DX-EXA-004")
def test_loads_of_a_sea_transport() -> None:
    """Three infantry, an artillery and an infantry, or a heavy tank."""
    room = SYSTEM.types["sea transport"].transport_capacity
    for load in (["regular infantry"] * 3, ["light artillery", "elite infantry"], ["heavy tank"]):
        assert sum(SYSTEM.types[kind].transport_cost for kind in load) == room
