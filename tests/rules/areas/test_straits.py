"""Canals and straits: control as the turn began, enemies, neutrals, and asking for leave."""

from __future__ import annotations

import pytest

from a4a import boards
from a4a.core.events import Asked, ControlChanged, Decided, OnPower, UnitsMoved
from a4a.core.phase_ends import phase_ended
from a4a.rules.areas.orders import EndPhase, Permit
from tests.rules import retold
from tests.rules.areas.made_up import made_up
from tests.rules.areas.moves import go, order, refused
from tests.rules.areas.positions import ids, position

COMBAT, NONCOMBAT = "Combat Move", "Noncombat Move"
UK, GERMANY, USA, USSR = "United Kingdom", "Germany", "United States", "Soviet Union"

GATES = [
    ("AA-MOV-001", "sea zone 64", "sea zone 89", ["Central America"]),
    ("AA-MOV-002", "sea zone 81", "sea zone 98", ["Egypt", "Trans-Jordan"]),
    ("AA-MOV-003", "sea zone 99", "sea zone 100", ["Turkey"]),
    ("AA-MOV-004", "sea zone 91", "sea zone 92", ["Gibraltar"]),
    ("AA-MOV-005", "sea zone 112", "sea zone 113", ["Denmark"]),
]


@pytest.mark.rule(
    "AA-MOV-001", "AA-MOV-002", "AA-MOV-003", "AA-MOV-004", "AA-MOV-005", "AA-MOV-010",
    "AA-MOV-013", "AA-MOV-015", "AA-MOV-016",
)  # fmt: skip
@pytest.mark.parametrize(("rule", "here", "there", "land"), GATES, ids=[g[0] for g in GATES])
def test_AA_MOV_010_the_side_that_holds_the_land_passes(rule, here, there, land):
    """Its own power or another of the side; an enemy of the holder does not pass."""
    for holder in (GERMANY, "Italy"):
        held = dict.fromkeys(land, holder)
        game = position(
            units={here: {GERMANY: {"cruiser": 1}}}, control=held, power=GERMANY, phase=NONCOMBAT
        )
        go(game, "cruiser", here, there, power=GERMANY)
        game = position(units={here: {UK: {"cruiser": 1}}}, control=held, power=UK, phase=NONCOMBAT)
        refused(game, order(game, "cruiser", here, there), "AA-MOV-013")


@pytest.mark.rule("AA-MOV-016", "AA-MOV-017")
def test_AA_MOV_017_suez_is_shut_while_its_banks_are_parted():
    """Held by two powers of one side it is open to that side; by both sides, to nobody."""
    fleet = {"sea zone 81": {UK: {"cruiser": 1}}, "sea zone 76": {"Italy": {"cruiser": 1}}}
    game = position(units=fleet, power=UK, phase=NONCOMBAT,
                    control={"Egypt": "France", "Trans-Jordan": UK})  # fmt: skip
    go(game, "cruiser", "sea zone 81", "sea zone 98")
    parted = {"Egypt": "Italy", "Trans-Jordan": UK}
    game = position(units=fleet, power=UK, phase=NONCOMBAT, control=parted)
    refused(game, order(game, "cruiser", "sea zone 81", "sea zone 98"), "AA-MOV-013")
    # To a power that is at war with neither holder it is shut all the same.
    game = position(
        units={"sea zone 81": {USSR: {"cruiser": 1}}}, power=USSR, phase=NONCOMBAT, control=parted
    )
    refused(game, order(game, "cruiser", "sea zone 81", "sea zone 98"), "AA-MOV-017")


@pytest.mark.rule("AA-MOV-014", "AA-MOV-018")
def test_AA_MOV_018_the_turkish_straits_are_shut_until_turkey_is_captured():
    """Turkey begins as a neutral territory: nobody's ships pass."""
    for power in (GERMANY, UK):
        fleet = {"sea zone 99": {power: {"cruiser": 1, "submarine": 1}}}
        game = position(units=fleet, power=power, phase=NONCOMBAT)
        for kind in ("cruiser", "submarine"):
            refused(game, order(game, kind, "sea zone 99", "sea zone 100"), "AA-MOV-018")
        game = position(units=fleet, power=power, phase=NONCOMBAT, control={"Turkey": power})
        go(game, "cruiser", "sea zone 99", "sea zone 100")


@pytest.mark.rule("AA-MOV-014")
def test_AA_MOV_014_a_neutral_bank_shuts_a_canal():
    """Were Gibraltar held by nobody, its strait would be shut to surface ships."""
    game = position(
        units={"sea zone 91": {UK: {"cruiser": 1}}}, control={"Gibraltar": None},
        power=UK, phase=NONCOMBAT,
    )  # fmt: skip
    refused(game, order(game, "cruiser", "sea zone 91", "sea zone 92"), "AA-MOV-014")


@pytest.mark.rule("AA-MOV-014", "AA-NEU-027")
def test_AA_MOV_014_turkey_attacked_and_held_is_friendly_but_shuts_its_straits():
    """Nobody controls it, so nobody of the side it joined controls the straits (R-035)."""
    game = position(
        units={"sea zone 99": {UK: {"cruiser": 1}}}, power=UK, phase=NONCOMBAT,
        control={"Turkey": None}, values={("Turkey", "leaning"): "pro-Allies"},
    )  # fmt: skip
    refused(game, order(game, "cruiser", "sea zone 99", "sea zone 100"), "AA-MOV-014")


@pytest.mark.rule("AA-MOV-011")
def test_AA_MOV_011_what_was_taken_in_this_turn_does_not_open_a_strait():
    """Gibraltar, taken by Germany in this turn, stays shut to Germany."""
    game = position(units={"sea zone 91": {GERMANY: {"cruiser": 1}}}, phase=NONCOMBAT,
                    relations={(GERMANY, UK): "war"})  # fmt: skip
    taken = retold.either(("Gibraltar",), ("Western Gibraltar", "Eastern Gibraltar"))
    game.node = game.record.append(
        [ControlChanged(part, UK, GERMANY, "conquest") for part in taken],
        parent=game.node,
        cause="edit",
    )
    error = refused(game, order(game, "cruiser", "sea zone 91", "sea zone 92"), "AA-MOV-011")
    assert "Gibraltar" in error.why


@pytest.mark.rule("AA-MOV-019")
def test_AA_MOV_019_submarines_pass_gibraltar_whoever_holds_it():
    """But not other straits of an enemy."""
    game = position(
        units={"sea zone 91": {GERMANY: {"submarine": 1, "cruiser": 1}},
               "sea zone 98": {GERMANY: {"submarine": 1}}},
        phase=NONCOMBAT,
    )  # fmt: skip
    shut = retold.either("AA-MOV-013", "DX-MAP-012")
    refused(game, order(game, "cruiser", "sea zone 91", "sea zone 92"), shut)
    refused(game, order(game, "submarine, cruiser", "sea zone 91", "sea zone 92"), shut)
    go(game, "submarine", "sea zone 91", "sea zone 92")
    refused(game, order(game, "submarine", "sea zone 98", "sea zone 81"), "AA-MOV-013")


@pytest.mark.rule("AA-MOV-020")
def test_AA_MOV_020_aircraft_ignore_canals_and_straits():
    """They fly from sea zone 91 to 92 over an enemy's Gibraltar strait."""
    game = position(
        units={"Morocco": {GERMANY: {"fighter": 1}}}, control={"Morocco": GERMANY},
        phase=NONCOMBAT,
    )  # fmt: skip
    go(game, "fighter", "Morocco", "sea zone 91", "sea zone 92", "Morocco")


@pytest.mark.rule("AA-MOV-012")
def test_AA_MOV_012_a_power_not_at_war_with_the_holder_asks_for_leave():
    """A Soviet cruiser asks Germany for the Danish Straits; given, it holds for the turn."""
    game = position(units={"sea zone 113": {USSR: {"cruiser": 2}}}, power=USSR, phase=NONCOMBAT)
    events = go(game, "cruiser", "sea zone 113", "sea zone 112")
    assert [type(e) for e in events] == [Asked]
    asked = game.decision
    assert (asked.kind, asked.powers, asked.options) == ("permission", (GERMANY,), ("yes", "no"))
    assert "Danish Straits" in asked.text
    refused(game, EndPhase(), "AA-MOV-012")
    events = game.do(Permit("yes"))
    assert any(isinstance(e, Decided) and e.choice == "yes" for e in events)
    assert (OnPower(USSR), "passage: Danish Straits") in game.state.markers
    events = go(game, "cruiser", "sea zone 113", "sea zone 112")
    assert [type(e) for e in events] == [UnitsMoved]
    go(game, "cruiser", "sea zone 113", "sea zone 112")  # not asked again
    game.do(EndPhase())
    assert not [kept for _, kept in game.state.markers if not phase_ended(kept)]


@pytest.mark.rule("AA-MOV-012")
def test_AA_MOV_012_leave_may_be_refused():
    """Then the way is shut for this turn; no ship has moved."""
    game = position(units={"sea zone 113": {USSR: {"cruiser": 1}}}, power=USSR, phase=NONCOMBAT)
    go(game, "cruiser", "sea zone 113", "sea zone 112")
    game.do(Permit("no"))
    assert (OnPower(USSR), "no passage: Danish Straits") in game.state.markers
    assert ids(game, "sea zone 113", "cruiser", USSR)
    refused(game, order(game, "cruiser", "sea zone 113", "sea zone 112"), "AA-MOV-012")


@pytest.mark.rule("AA-MOV-012", "AA-POL-032")
def test_R_105_the_neutral_americans_are_asked_for_the_panama_canal():
    """A power that begins the game neutral belongs to neither side yet."""
    fleet = {"sea zone 89": {UK: {"cruiser": 1}}}
    game = position(units=fleet, power=UK, phase=NONCOMBAT)
    assert [type(e) for e in go(game, "cruiser", "sea zone 89", "sea zone 64")] == [Asked]
    at_war = position(units=fleet, power=UK, phase=NONCOMBAT, relations={(GERMANY, USA): "war"})
    go(at_war, "cruiser", "sea zone 89", "sea zone 64")
    assert ids(at_war, "sea zone 64", "cruiser")


def test_a_strait_that_opens_at_once_lets_the_ships_of_who_took_it_through(tmp_path):
    """A made-up game, whose table of borders says so of Gibraltar."""
    folder = made_up(tmp_path / "made_up")
    (folder / "borders.csv").write_text(
        "space_a,space_b,kind,name,controllers,length_km,opens_at_once,source\n"
        "sea zone 91,sea zone 92,strait,Strait of Gibraltar,Gibraltar,14,1,house\n",
        encoding="utf-8",
    )
    game = position(units={"sea zone 91": {GERMANY: {"cruiser": 1}}}, phase=NONCOMBAT,
                    relations={(GERMANY, UK): "war"}, game=folder)  # fmt: skip
    refused(game, order(game, "cruiser", "sea zone 91", "sea zone 92"), "AA-MOV-013")
    game.node = game.record.append(
        [ControlChanged("Gibraltar", UK, GERMANY, "conquest")], parent=game.node, cause="edit"
    )
    go(game, "cruiser", "sea zone 91", "sea zone 92")


def test_a_check_tells_a_border_that_opens_at_once_and_is_no_gate(tmp_path):
    folder = made_up(tmp_path / "made_up")
    (folder / "borders.csv").write_text(
        "space_a,space_b,kind,opens_at_once,source\nAlbania,Greece,land,1,house\n",
        encoding="utf-8",
    )
    (fault,) = boards.check(folder)
    assert "a land border is open to all: it does not open at once" in str(fault)
