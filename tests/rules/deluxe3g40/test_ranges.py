"""How far ships and aircraft of 3G40 Deluxe go, what bases add, and what carriers carry."""

from __future__ import annotations

import pytest

from a4a.rules.areas.bases.carriers import spare_places
from a4a.rules.areas.movement.field import Field
from a4a.rules.areas.movement.ground import Ground
from a4a.rules.areas.movement.reach import Reach, Way
from a4a.rules.areas.orders import Move
from a4a.rules.game import Game
from tests.rules.deluxe3g40.moves import COMBAT, NONCOMBAT, by, do, ends, march, refused
from tests.rules.deluxe3g40.positions import SYSTEM, ids, one, position, war

GERMANY, AMERICA, JAPAN = "Germany", "United States", "Japan"
AIRCRAFT = {
    "air transport": 3, "war plane": 3, "tactical bomber": 4, "fighter": 4, "strategic bomber": 6,
    "super fortress": 8, "jet fighter": 3,
}  # fmt: skip
"""How many spaces an aircraft flies, as the book prints it."""
SHIPS = (
    "sea transport", "destroyer", "submarine", "warship", "light carrier", "dreadnought", "cruiser",
    "aircraft carrier", "battleship", "super battleship", "Essex carrier",
)  # fmt: skip
"""All move two sea zones."""
DECKS = {"aircraft carrier": (2, 1), "Essex carrier": (3, 2), "light carrier": (1, None)}
"""How many aircraft a carrier holds, whole and damaged; the light carrier sinks by one hit."""
BASE, HOME = "Western United States", "sea zone 10"


def left(game: Game, space: str, kind: str) -> int:
    """How far a unit may go."""
    unit = game.state.unit(one(game, space, kind))
    return Field(Ground(SYSTEM, game.state, unit.owner), game.state, combat=False).left(unit)


@pytest.mark.rule("AA-AIR-006", "AA-AIR-007")
@pytest.mark.rule("DX-AIR-002", "DX-AIR-014", "DX-AIR-025", "DX-AIR-036", "DX-AIR-048")
@pytest.mark.rule("DX-SPC-039", "DX-SPC-059", "DX-FAC-009", "DX-FAC-008")
@pytest.mark.parametrize("kind", AIRCRAFT)
def test_aircraft_fly_as_far_as_the_book_says_and_one_space_more_from_an_air_base(
    kind: str,
) -> None:
    """A base with one point of damage is of no use."""
    where = "Western Germany"
    for damage, more in ((0, 1), (1, 0)):
        game = position(
            units={where: {GERMANY: {kind: 1}}, "Poland": {GERMANY: {kind: 1}}},
            damage={(where, "air base"): damage}, phase=NONCOMBAT,
        )  # fmt: skip
        assert left(game, where, kind) == AIRCRAFT[kind] + more
        assert left(game, "Poland", kind) == AIRCRAFT[kind]


@pytest.mark.rule("DX-SPC-039")
def test_DX_SPC_039_a_super_fortress_flies_nine_spaces_from_an_air_base_and_may_land_there() -> (
    None
):
    """What the landing proof looks for is as far away as it may fly."""
    game = position(units={BASE: {AMERICA: {"super fortress": 1}}}, power=AMERICA, phase=NONCOMBAT)
    bomber = ids(game, BASE, "super fortress")
    far = max(len(way.path) for way in _ways(game, bomber))
    assert far == 10
    fighter = position(units={BASE: {AMERICA: {"fighter": 1}}}, power=AMERICA, phase=NONCOMBAT)
    assert max(len(way.path) for way in _ways(fighter, ids(fighter, BASE, "fighter"))) == 6


def _ways(game: Game, units: tuple[int, ...]) -> list[Way]:
    return list(Reach(SYSTEM).ways(game.state, units, phase="noncombat", power=AMERICA))


@pytest.mark.rule("DX-SEA-010", "DX-SEA-019", "DX-SEA-026", "DX-SEA-034", "DX-SEA-042")
@pytest.mark.rule("DX-SEA-050", "DX-SEA-057", "DX-SEA-068", "DX-SEA-078", "DX-SPC-002")
@pytest.mark.rule("DX-SPC-049", "DX-FAC-022", "DX-FAC-021")
@pytest.mark.parametrize("kind", SHIPS)
def test_ships_move_two_sea_zones_and_three_from_an_operational_naval_base(kind: str) -> None:
    """Any damage takes its benefit away."""
    assert any(u.type == "naval base" and u.place == BASE for u in position().state.units.values())
    for damage, far in ((0, 3), (1, 2)):
        game = position(
            units={HOME: {AMERICA: {kind: 1}}, "sea zone 16": {AMERICA: {kind: 1}}},
            damage={(BASE, "naval base"): damage}, power=AMERICA, phase=NONCOMBAT,
        )  # fmt: skip
        assert left(game, HOME, kind) == far
        assert left(game, "sea zone 16", kind) == 2


# --- carriers -----------------------------------------------------------------------------------


@pytest.mark.rule("DX-SEA-047", "DX-SEA-069", "DX-SEA-076", "DX-SPC-055", "DX-SPC-057")
@pytest.mark.parametrize("kind", DECKS)
def test_DX_SEA_047_076_SPC_055_057_carriers_hold_as_many_aircraft_as_the_book_says(
    kind: str,
) -> None:
    """Of any kind (R-464); a damaged one holds one less, and they take off from it."""
    for damage, most in enumerate(DECKS[kind]):
        if most is None:
            continue
        game = position(
            units={"sea zone 26": {AMERICA: {kind: 1}}},
            damage={("sea zone 26", kind): damage}, power=AMERICA, phase=NONCOMBAT,
        )  # fmt: skip
        assert spare_places(SYSTEM, game.state, AMERICA, "sea zone 26") == most


@pytest.mark.rule("DX-SEA-076", "DX-SPC-057")
@pytest.mark.parametrize(("kind", "most"), [("aircraft carrier", 1), ("Essex carrier", 2)])
def test_DX_SEA_076_SPC_057_one_more_than_a_damaged_carrier_holds_has_nowhere_to_land(
    kind: str, most: int
) -> None:
    """What it holds may land on it, and take off from it; one more may not land."""
    deck, start = "sea zone 26", "Western United States"
    game = position(
        units={deck: {AMERICA: {kind: 1}}, start: {AMERICA: {"fighter": most + 1}}},
        damage={(deck, kind): 1}, power=AMERICA, phase=NONCOMBAT,
        control={"Hawaiian Islands": JAPAN}, relations=war((JAPAN, AMERICA)),
    )  # fmt: skip
    way = next(w.path for w in _ways(game, ids(game, start, "fighter")[:1]) if w.path[-1] == deck)
    fighters = ids(game, start, "fighter")
    refused(game, Move(fighters, way), "AA-NCM-020")
    do(game, Move(fighters[:most], way))
    damaged = position(
        units={deck: {AMERICA: {kind: 1, "fighter": most}}}, damage={(deck, kind): 1},
        power=AMERICA, phase=NONCOMBAT,
    )  # fmt: skip
    do(damaged, Move(ids(damaged, deck, "fighter"), (deck, "Hawaiian Islands")))


@pytest.mark.rule("DX-SPC-066")
@pytest.mark.parametrize("kind", ["jet fighter", "war plane", "tactical bomber", "fighter"])
def test_DX_SPC_066_jets_land_on_carriers_as_fighters_do(kind: str) -> None:
    units = {"sea zone 26": {AMERICA: {"aircraft carrier": 1}}, "Midway": {AMERICA: {kind: 1}}}
    game = position(units=units, power=AMERICA, phase=NONCOMBAT)
    assert "sea zone 26" in ends(game, ids(game, "Midway", kind))


@pytest.mark.parametrize("kind", ["air transport", "strategic bomber", "super fortress"])
def test_transports_and_bombers_do_not_land_on_carriers(kind: str) -> None:
    units = {"sea zone 26": {AMERICA: {"aircraft carrier": 1}}, "Midway": {AMERICA: {kind: 1}}}
    game = position(units=units, power=AMERICA, phase=NONCOMBAT)
    assert "sea zone 26" not in ends(game, ids(game, "Midway", kind))


@pytest.mark.rule("DX-SPC-055", "DX-SEA-069")
@pytest.mark.parametrize(("kind", "most"), [("aircraft carrier", 2), ("Essex carrier", 3)])
def test_DX_SPC_055_SEA_069_as_many_fly_to_battle_as_can_come_back_to_the_carrier(
    kind: str, most: int
) -> None:
    """All land in reach is Japan's, so that the fighters depend on the carrier."""
    deck, there = "sea zone 25", "sea zone 16"
    near, air = {deck}, SYSTEM.graph.air
    for _ in range(5):
        near |= {space for here in near for space in air[here]}
    lands = {space: JAPAN for space in near if not SYSTEM.graph.is_sea[space]}
    assert there in air[deck]
    game = position(
        units={deck: {AMERICA: {kind: 1, "fighter": most + 1}}, there: {JAPAN: {"destroyer": 1}}},
        control=lands, relations=war((JAPAN, AMERICA)), power=AMERICA, phase=COMBAT,
    )  # fmt: skip
    assert not game.can(by(game, march(game, "fighter", deck, there, count=most + 1)))
    do(game, march(game, "fighter", deck, there, count=most))


# --- the strait ---------------------------------------------------------------------------------


def test_submarines_pass_the_strait_of_gibraltar_whoever_holds_it() -> None:
    """Other ships pass only if both its sides were friendly as the turn began."""
    gate = next(g for g in SYSTEM.graph.gates.values() if g.name == "Strait of Gibraltar")
    units = {gate.a: {GERMANY: {"submarine": 1, "destroyer": 1}}}
    game = position(units=units, power=GERMANY, phase=NONCOMBAT)
    assert gate.b in ends(game, ids(game, gate.a, "submarine"))
    assert gate.b not in ends(game, ids(game, gate.a, "destroyer"))
