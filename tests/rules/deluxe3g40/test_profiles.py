"""Profiles of units: what each costs, moves, hits on and pays at a time, as the book prints it.

They are asked of the functions that the game plays by: prices of the market, movement of an empty
board, values of combat, weapons of the dog fight, payments of the build queue. Capacities of
aircraft and ships have no effect (R-464), so what holds aircraft holds them by number.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from a4a.rules.areas import build_queue, limits, technology
from a4a.rules.areas.combat.values import values
from a4a.rules.areas.decks import places
from a4a.rules.areas.movement.ground import Ground
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

PROFILED = [
    pytest.param(
        profile,
        id=profile.kind,
        marks=pytest.mark.rule(*(f"DX-{part}-{number:03}" for number in numbers)),
    )
    for profile, part, numbers in PROFILES
]


def place_for(kind: str) -> str:
    """A space without bases where a unit type can stand."""
    sea = SYSTEM.types[kind].category == "sea"
    return "sea zone 40" if sea else "South Australia"


@pytest.mark.parametrize("profile", PROFILED)
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
