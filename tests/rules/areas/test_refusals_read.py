"""Refusals that no other test comes to: they are on file too, and read with the others."""

from __future__ import annotations

import pytest

from a4a.rules.areas.orders import Buy, DeclareWar, EndPhase, Engage, Move
from tests.rules.areas import moves
from tests.rules.areas.moves import go, order
from tests.rules.areas.positions import ids, one, position, refused

GERMANY, UK, FRANCE = "Germany", "United Kingdom", "France"
MOVE, NONCOMBAT = "Combat Move", "Noncombat Move"
UPGRADE = "upgraded industrial complex"


def test_the_phase_that_is_to_end_is_the_one_that_is_on() -> None:
    game = position(money={GERMANY: 10})
    assert refused(game, EndPhase(MOVE)).allowed == "end Purchase and Repair Units"


@pytest.mark.rule("AA-AIR-001")
def test_AA_AIR_001_an_aircraft_that_has_flown_its_range_stays() -> None:
    way = ("Western Germany", "Germany", "Poland", "Slovakia/Hungary", "Romania")
    game = position(power=GERMANY, phase=NONCOMBAT, units={way[0]: {GERMANY: {"fighter": 1}},
                    "Norway": {GERMANY: {"fighter": 1}}},
                    damage={(way[0], "air base"): 6})  # fmt: skip
    go(game, "fighter", *way)
    refusal = moves.refused(game, order(game, "fighter", "Romania", "Bessarabia"), "AA-AIR-001")
    assert refusal.why == "the fighter can fly no farther"
    assert refusal.allowed == "it stays where it is"


@pytest.mark.rule("AA-MOV-039")
def test_AA_MOV_039_a_ship_that_has_sailed_its_way_stays() -> None:
    game = position(power=UK, phase=NONCOMBAT,
                    units={"sea zone 103": {UK: {"destroyer": 1}}})  # fmt: skip
    go(game, "destroyer", "sea zone 103", "sea zone 104", "sea zone 105")
    refusal = moves.refused(
        game, order(game, "destroyer", "sea zone 105", "sea zone 110"), "AA-MOV-039"
    )
    assert refusal.why == "the destroyer can move no farther"


@pytest.mark.rule("AA-SBR-001")
def test_AA_SBR_001_a_raid_needs_a_facility() -> None:
    game = position(power=GERMANY, phase=MOVE, control={"Holland/Belgium": UK},
                    units={"Western Germany": {GERMANY: {"strategic bomber": 1}}})  # fmt: skip
    given = order(game, "strategic bomber", "Western Germany", "Holland/Belgium", task="raid")
    refusal = moves.refused(game, given, "AA-SBR-001")
    assert refusal.allowed.startswith("on a raid to Egypt, France, ")
    assert game.can(order(game, "strategic bomber", "Western Germany", "Holland/Belgium", "France",
                          task="raid"))  # fmt: skip


@pytest.mark.rule("AA-SEA-006")
def test_AA_SEA_006_guests_land_in_the_noncombat_move_phase() -> None:
    game = position(power=UK, phase=MOVE, units={
        "United Kingdom": {UK: {"fighter": 1}},
        "sea zone 110": {FRANCE: {"aircraft carrier": 1}, GERMANY: {"submarine": 1}},
    })  # fmt: skip
    ship = one(game, "sea zone 110", "aircraft carrier")
    given = order(game, "fighter", "United Kingdom", "sea zone 110", aboard=ship)
    assert "sea zone 110" in moves.refused(game, given, "AA-SEA-006").allowed
    assert game.can(order(game, "fighter", "United Kingdom", "sea zone 110"))


@pytest.mark.rule("AA-MOV-031")
def test_AA_MOV_031_who_came_to_attack_does_not_ignore() -> None:
    game = position(power=UK, phase=MOVE, units={
        "sea zone 109": {UK: {"destroyer": 1}}, "sea zone 110": {GERMANY: {"submarine": 1}},
    })  # fmt: skip
    go(game, "destroyer", "sea zone 109", "sea zone 110")
    refusal = moves.refused(game, Engage("sea zone 110", "ignore"), "AA-MOV-031")
    assert refusal.allowed == "attack what is in sea zone 110"
    assert game.can(Engage("sea zone 110", "attack"))


def test_tasks_are_for_the_combat_moves() -> None:
    game = position(power=GERMANY, phase=NONCOMBAT,
                    units={"Germany": {GERMANY: {"fighter": 1}}})  # fmt: skip
    given = order(game, "fighter", "Germany", "Poland", task="escort")
    assert moves.refused(game, given, "").allowed == "a move without a task"


def test_a_move_goes_somewhere() -> None:
    game = position(power=GERMANY, phase=NONCOMBAT,
                    units={"Germany": {GERMANY: {"infantry": 1}}})  # fmt: skip
    moves.refused(game, order(game, "infantry", "Germany"), "")


@pytest.mark.rule("AA-UNI-089")
def test_AA_UNI_089_cargo_goes_ashore_only() -> None:
    game = position(power=UK, phase=NONCOMBAT, units={
        "sea zone 110": {UK: {"transport: infantry": 1}}, "sea zone 109": {UK: {"transport": 1}},
    })  # fmt: skip
    given = order(game, "infantry", "sea zone 110", "sea zone 109")
    assert "United Kingdom" in moves.refused(game, given, "AA-UNI-089").allowed


@pytest.mark.rule("AA-AMP-001")
def test_AA_AMP_001_troops_whose_landing_is_announced_stay_aboard() -> None:
    way = ("sea zone 110", "Normandy/Bordeaux")
    game = position(power=UK, phase=MOVE, control={way[1]: GERMANY},
                    units={way[0]: {UK: {"transport: infantry, infantry": 1}}})  # fmt: skip
    go(game, "infantry", *way, count=2)
    refusal = moves.refused(game, order(game, "infantry", *way, count=2), "AA-AMP-001")
    assert refusal.allowed == "they stay aboard"


@pytest.mark.rule("AA-MOV-021")
def test_AA_MOV_021_what_a_blitz_has_taken_is_assaulted_no_more() -> None:
    game = position(power=GERMANY, phase=MOVE, control={"Holland/Belgium": FRANCE}, units={
        "Western Germany": {GERMANY: {"tank": 1}}, "France": {FRANCE: {"infantry": 1}},
        "sea zone 110": {GERMANY: {"transport: infantry": 1}},
    })  # fmt: skip
    assert game.can(order(game, "infantry", "sea zone 110", "Holland/Belgium"))
    go(game, "tank", "Western Germany", "Holland/Belgium", "France")
    refusal = moves.refused(
        game, order(game, "infantry", "sea zone 110", "Holland/Belgium"), "AA-MOV-021"
    )
    assert "United Kingdom" in refusal.allowed


@pytest.mark.rule("AA-FAC-008")
def test_AA_FAC_008_an_upgrade_needs_a_minor_complex_each() -> None:
    game = position(money={GERMANY: 50})
    refusal = refused(game, Buy(GERMANY, {UPGRADE: 1}))
    assert (refusal.rule, refusal.allowed) == ("AA-FAC-008", "no upgrade")
    game = position(power=FRANCE, money={FRANCE: 50})
    refusal = refused(game, Buy(FRANCE, {UPGRADE: 2}))
    assert (refusal.rule, refusal.allowed) == ("AA-FAC-008", "1")
    assert game.can(Buy(FRANCE, {UPGRADE: 1}))


@pytest.mark.rule("AA-UNI-079")
def test_AA_UNI_079_what_a_transport_still_takes_is_counted() -> None:
    game = position(power=UK, phase=NONCOMBAT, units={
        "United Kingdom": {UK: {"tank": 1, "infantry": 1}},
        "sea zone 110": {UK: {"transport: tank": 1}},
    })  # fmt: skip
    path, ship = ("United Kingdom", "sea zone 110"), one(game, "sea zone 110", "transport")
    tank, infantry = (ids(game, "United Kingdom", kind) for kind in ("tank", "infantry"))
    assert moves.refused(game, Move(tank, path, ship), "AA-UNI-079").allowed == "one infantry"
    assert game.can(Move(infantry, path, ship))


@pytest.mark.rule("AA-AMP-004", "AA-SEA-014")
@pytest.mark.parametrize(
    ("enemy", "rule"), [("cruiser", "AA-AMP-004"), ("submarine", "AA-SEA-014")]
)
def test_AA_AMP_004_what_would_let_a_landing_be_made_is_said(enemy: str, rule: str) -> None:
    """A ship that can come is named; when it has come, the landing is allowed."""
    game = position(power=UK, phase=MOVE, control={"Holland/Belgium": GERMANY}, units={
        "sea zone 110": {UK: {"transport: infantry": 1}, GERMANY: {enemy: 1}},
        "sea zone 109": {UK: {"destroyer": 1}},
    })  # fmt: skip
    landing = order(game, "infantry", "sea zone 110", "Holland/Belgium")
    refusal = moves.refused(game, landing, rule)
    assert refusal.allowed == "send the destroyer in sea zone 109 to sea zone 110 first"
    go(game, "destroyer", "sea zone 109", "sea zone 110")
    assert game.can(landing)


@pytest.mark.rule("AA-POL-027")
def test_AA_POL_027_a_declaration_that_would_let_a_move_be_made_is_said() -> None:
    game = position(power=GERMANY, phase=MOVE, units={"Poland": {GERMANY: {"tank": 1}}})
    march = order(game, "tank", "Poland", "Baltic States")
    refusal = moves.refused(game, march, "AA-POL-037")
    assert refusal.allowed.startswith("declare war on the Soviet Union first; to ")
    game.do(DeclareWar(("Soviet Union",)))
    assert game.can(march)
