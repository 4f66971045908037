"""Dutch territories: kept by the British and ANZAC, attacked by whoever is at war with both."""

from __future__ import annotations

import pytest

from a4a.rules.areas.control import conquest
from a4a.rules.areas.economy import economies
from a4a.rules.areas.orders import EndPhase, Place
from a4a.rules.areas.politics import neutrals, wards
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.game import Game
from tests.rules import retold
from tests.rules.global1940.positions import (
    finish_phase,
    go,
    ids,
    one,
    order,
    played,
    position,
    refused,
    run_of,
    war,
)

JAPAN, UK, ANZAC, USA, GERMANY = "Japan", "United Kingdom", "ANZAC", "United States", "Germany"
DUTCH = ("Sumatra", "Java", "Celebes", "Dutch New Guinea", "Suriname")
WITH_BOTH = war((JAPAN, UK), (JAPAN, ANZAC))


def stances(power: str, **changes: object) -> set[str]:
    here = Situation(played(), position(power=power, **changes).state, power)  # type: ignore[arg-type]
    return {here.stance(name) for name in DUTCH}


def landing(power: str, **changes: object) -> Game:
    """A noncombat move of a power that has infantry, a tank and AAA aboard off Java."""
    return position(
        power=power, phase="Noncombat Move",
        units={"sea zone 42": {power: {"transport: infantry, AAA": 1}}},
        **changes,  # type: ignore[arg-type]
    )  # fmt: skip


@pytest.mark.rule("AA-POL-060")
def test_AA_POL_060_japan_attacks_dutch_land_only_at_war_with_the_british_and_anzac() -> None:
    """With neither or one of them at war, it may not; with both, it may."""
    units = {"sea zone 42": {JAPAN: {"transport: infantry": 1}}}
    for relations in ({}, war((JAPAN, UK)), war((JAPAN, ANZAC)), war((JAPAN, USA))):
        game = position(power=JAPAN, phase="Combat Move", units=units, relations=relations)
        given = order(game, "infantry", "sea zone 42", "Java")
        refused(game, given, "AA-POL-060")
    game = position(power=JAPAN, phase="Combat Move", units=units, relations=WITH_BOTH)
    go(game, "infantry", "sea zone 42", "Java")
    finish_phase(game)
    assert game.state.control["Java"] == JAPAN


@pytest.mark.rule("AA-POL-060")
def test_AA_POL_060_nor_may_japan_enter_dutch_land_otherwise() -> None:
    """It is the land of powers it is not at war with."""
    game = position(
        power=JAPAN, phase="Noncombat Move",
        units={"sea zone 42": {JAPAN: {"transport: infantry": 1}}},
    )  # fmt: skip
    refused(game, order(game, "infantry", "sea zone 42", "Java"), "AA-POL-060")
    assert stances(JAPAN) == {"not at war"}
    assert stances(JAPAN, relations=WITH_BOTH) == {"hostile"}


def test_germany_and_italy_are_at_war_with_the_dutch_from_the_start() -> None:
    """As they are with the British and ANZAC (R-128)."""
    assert stances(GERMANY) == stances("Italy") == {"hostile"}


def test_the_allies_at_war_move_in_dutch_land_as_in_friendly_territory() -> None:
    """The French from the start, the United States and the Soviet Union once they are at war."""
    assert stances("France") == stances(UK) == stances(ANZAC) == {"friendly"}
    assert stances(USA) == stances("Soviet Union") == {"not at war"}
    assert stances(USA, relations=war((USA, JAPAN))) == {"friendly"}


@pytest.mark.rule("AA-POL-076", "AA-POL-084")
def test_AA_POL_076_land_units_take_dutch_land_over_in_a_noncombat_move() -> None:
    """AA-POL-084 says the same of ANZAC. Control and income are theirs as the phase ends."""
    for power, treasury in ((UK, "UK Pacific"), (ANZAC, ANZAC)):
        game = landing(power)
        before = economies.production(played(), game.state, retold.power(power), treasury)
        go(game, "infantry", "sea zone 42", "Java")
        finish_phase(game)
        assert game.state.control["Java"] == retold.power(power)
        assert (
            economies.production(played(), game.state, retold.power(power), treasury) == before + 4
        )
        assert game.state.control["Sumatra"] == "Dutch"


@pytest.mark.rule("AA-POL-076", "AA-UNI-002")
def test_AA_POL_076_antiaircraft_artillery_and_aircraft_take_nothing_over() -> None:
    """They may be there all the same."""
    game = position(
        power=UK, phase="Noncombat Move",
        units={
            "sea zone 42": {UK: {"transport: AAA": 1}},
            "Malaya": {UK: {"fighter": 1}},
        },
    )  # fmt: skip
    go(game, "AAA", "sea zone 42", "Java")
    go(game, "fighter", "Malaya", "sea zone 37", "sea zone 42", "Java")
    finish_phase(game)
    assert game.state.control["Java"] == "Dutch"
    assert len(ids(game, "Java", "", UK)) == 2


@pytest.mark.rule("AA-POL-076")
def test_AA_POL_076_aircraft_that_land_with_those_who_take_over_stay() -> None:
    """The territory was friendly as the turn began: it has not been captured."""
    game = position(
        power=UK, phase="Noncombat Move",
        units={
            "sea zone 42": {UK: {"transport: infantry": 1}},
            "Malaya": {UK: {"fighter": 1}},
        },
    )  # fmt: skip
    go(game, "infantry", "sea zone 42", "Java")
    go(game, "fighter", "Malaya", "sea zone 37", "sea zone 42", "Java")
    finish_phase(game)
    assert game.state.control["Java"] == UK
    assert len(ids(game, "Java", "fighter", UK)) == 1


@pytest.mark.rule("AA-POL-076", "AA-POL-084", "AA-MOV-021")
def test_dutch_land_is_not_entered_in_a_combat_move() -> None:
    """It is friendly: nothing is attacked there."""
    game = position(
        power=UK, phase="Combat Move", units={"sea zone 42": {UK: {"transport: infantry": 1}}}
    )
    refused(game, order(game, "infantry", "sea zone 42", "Java"), "AA-MOV-021")


def test_other_allies_take_nothing_over() -> None:
    """The United States, at war, may land in Java; it stays Dutch (R-128)."""
    game = landing(USA, relations=war((USA, JAPAN)))
    go(game, "infantry", "sea zone 42", "Java")
    finish_phase(game)
    assert game.state.control["Java"] == "Dutch"
    neutral = landing(USA)
    refused(neutral, order(neutral, "infantry", "sea zone 42", "Java"), "AA-NCM-012")


@pytest.mark.rule("AA-POL-076", "AA-POL-084")
def test_AA_POL_084_what_the_axis_has_captured_is_not_taken_over() -> None:
    """It is attacked, and whoever liberates it keeps it: nobody gives it back (R-128)."""
    game = landing(ANZAC, control={"Java": JAPAN}, relations=WITH_BOTH)
    refused(game, order(game, "infantry", "sea zone 42", "Java"), "AA-UNI-093")
    for power in (ANZAC, UK, USA):
        taken = position(power=power, control={"Java": JAPAN}, relations=WITH_BOTH)
        run = run_of(taken)
        conquest.take(played(), run, "Java", retold.power(power))
        assert run.state.control["Java"] == retold.power(power)


@pytest.mark.rule("AA-POL-077", "AA-POL-085")
def test_AA_POL_077_who_attacks_dutch_land_is_at_war_with_the_british_and_anzac() -> None:
    """AA-POL-085 says it of ANZAC: whoever may attack it is at war with both; nobody else may."""
    for power in ("Germany", "Italy", JAPAN):
        for relations in ({}, war((JAPAN, UK)), WITH_BOTH):
            game = position(power=power, relations=relations)
            here = Situation(played(), game.state, power)
            if here.stance("Java") == "hostile":
                assert {UK, retold.power(ANZAC)} <= here.enemies
            else:
                assert power == JAPAN
                assert not {UK, retold.power(ANZAC)} <= here.enemies


@pytest.mark.rule("AA-MOB-001")
def test_no_facility_is_built_where_a_territory_was_dutch_as_the_turn_began() -> None:
    """In the next turn one may be."""
    game = position(
        power=ANZAC, phase="Noncombat Move", purchased={ANZAC: {"naval base": 1}},
        units={"sea zone 42": {ANZAC: {"transport: infantry": 1}}},
    )  # fmt: skip
    go(game, "infantry", "sea zone 42", "Java")
    finish_phase(game)
    assert game.state.control["Java"] == ANZAC
    base = game.state.at(played().catalog.purchases(ANZAC))[0].id
    refused(game, Place((base,), "Java"), "AA-MOB-001")
    later = position(
        power=ANZAC, phase="Mobilize New Units", purchased={ANZAC: {"naval base": 1}},
        control={"Java": ANZAC},
    )  # fmt: skip
    later.do(Place((later.state.at(played().catalog.purchases(ANZAC))[0].id,), "Java"))
    assert one(later, "Java", "naval base", ANZAC)


def test_units_of_a_power_not_attacked_keep_an_attacker_away() -> None:
    """United States units in Java, not at war with Japan: nobody attacks past them."""
    game = position(
        power=JAPAN, phase="Combat Move", relations={**WITH_BOTH, **war((USA, GERMANY))},
        units={
            "Java": {USA: {"infantry": 1}},
            "sea zone 42": {JAPAN: {"transport: infantry": 1}},
        },
    )  # fmt: skip
    refused(game, order(game, "infantry", "sea zone 42", "Java"), "AA-POL-028")


def test_dutch_land_is_no_neutral_territory() -> None:
    """No army stands in it, and attacking it turns no neutral."""
    game = position(power=JAPAN, relations=WITH_BOTH)
    assert not any(neutrals.is_neutral(played(), game.state, name) for name in DUTCH)
    assert wards.ward_in(played(), game.state, "Java") is not None
    run = run_of(game)
    conquest.take(played(), run, "Java", JAPAN)
    assert run.state.control["Java"] == JAPAN
    assert run.state.values == game.state.values


def test_dutch_land_pays_nobody_while_it_is_dutch() -> None:
    """No power counts it in its production."""
    state = position(power=UK).state
    for power in played().order_of_play:
        assert not set(economies.territories(played(), state, power)) & set(DUTCH)


def test_who_takes_over_may_end_the_phase_with_nothing_left_to_do(game: Game) -> None:
    """The set-up has land units that could; nothing forces them."""
    turn = position(power=UK, phase="Noncombat Move", keep_set_up=True, round=1)
    turn.do(EndPhase())
    assert turn.state.control["Sumatra"] == "Dutch"
