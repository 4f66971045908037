"""France's free units on the liberation of Paris."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules.areas.control import conquest
from a4a.rules.areas.economy import bonus
from a4a.rules.areas.orders import EndPhase, PlaceBonus
from tests.rules.areas.positions import ids, of_kind, position, refused, rules, run_of

SYSTEM = rules().game
FRANCE, GERMANY, UK = "France", "Germany", "United Kingdom"


def liberated(**what):  # type: ignore[no-untyped-def]
    """Britain, in its Combat Move, has just liberated Paris."""
    game = position(power=UK, phase="Combat Move", control={FRANCE: GERMANY}, **what)
    run = run_of(game)
    conquest.take(SYSTEM, run, FRANCE, UK)
    game.node = game.record.append(run.events, parent=game.node)
    return game


@pytest.mark.rule("AA-POL-022", "AA-POL-019", "AA-POL-021", "AA-POL-089")
def test_AA_POL_022_up_to_twelve_ipcs_of_french_units_for_free() -> None:
    """France decides, though it is Britain's turn; units worth 12 appear, 13 are too many."""
    game = liberated(money={FRANCE: 0})
    assert game.decision is not None
    assert (game.decision.kind, game.decision.powers) == (bonus.KIND, (FRANCE,))
    assert refused(game, PlaceBonus({"fighter": 1, "infantry": 1})).rule == "AA-POL-022"
    assert refused(game, PlaceBonus({"infantry": -1})).rule == "AA-POL-022"
    assert not game.can(EndPhase())
    game.do(PlaceBonus({"infantry": 2, "tank": 1}))
    assert len(ids(game, FRANCE, "infantry", FRANCE)) == 2
    assert len(ids(game, FRANCE, "tank", FRANCE)) == 1
    assert game.state.money(FRANCE, "IPC") == 0
    assert game.decision is not None
    assert game.decision.powers == (UK,)


@pytest.mark.rule("AA-POL-024")
@pytest.mark.parametrize("kind", ["destroyer", "minor industrial complex", "zeppelin"])
def test_AA_POL_024_only_units_that_stand_on_land(kind: str) -> None:
    """No ships and no facilities (R-027)."""
    game = liberated()
    assert refused(game, PlaceBonus({kind: 1})).rule == "AA-POL-024"
    assert game.can(PlaceBonus({"infantry": 4}))
    assert game.can(PlaceBonus({"fighter": 1}))


def test_AA_POL_022_fewer_or_none_may_be_placed() -> None:
    """The no is recorded."""
    game = liberated()
    events = game.do(PlaceBonus({}))
    (decided,) = of_kind(events, ev.Decided)
    assert decided.choice == "nothing"
    assert not of_kind(events, ev.UnitsAdded)


@pytest.mark.rule("AA-POL-023")
def test_AA_POL_023_once_in_a_game() -> None:
    """Lost and liberated again, Paris brings nothing."""
    game = liberated()
    game.do(PlaceBonus({"infantry": 4}))
    run = run_of(game)
    conquest.take(SYSTEM, run, FRANCE, GERMANY)
    conquest.take(SYSTEM, run, FRANCE, UK)
    assert not of_kind(run.events, ev.Asked)


def test_AA_POL_022_france_itself_may_liberate_it() -> None:
    """It is one of the Allies; other French territories bring nothing."""
    run = run_of(position(power=FRANCE, phase="Combat Move",
                          control={FRANCE: GERMANY, "Normandy/Bordeaux": GERMANY}))  # fmt: skip
    conquest.take(SYSTEM, run, "Normandy/Bordeaux", FRANCE)
    assert not of_kind(run.events, ev.Asked)
    conquest.take(SYSTEM, run, FRANCE, FRANCE)
    assert len(of_kind(run.events, ev.Asked)) == 1
