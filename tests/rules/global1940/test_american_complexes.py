"""The industrial complexes of the United States: minor in peace, major for free in war."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.rules.areas.orders import Buy, DeclareWar, EndPhase, Place
from a4a.rules.game import Game
from tests.rules.areas.positions import ids
from tests.rules.global1940.positions import finish_phase, of_kind, position, war

USA, JAPAN, GERMANY = "United States", "Japan", "Germany"
HOME = ("Eastern United States", "Central United States", "Western United States")
MINOR, MAJOR = "minor industrial complex", "major industrial complex"
UPGRADED = "upgraded industrial complex"
MOVE, MOBILIZE = "Combat Move", "Mobilize New Units"


def complexes(game: Game) -> list[str]:
    """The types of the complexes at home."""
    return [u.type for place in HOME for u in game.state.at(place) if u.type.endswith("complex")]


@pytest.mark.rule("AA-GLO-054")
def test_AA_GLO_054_they_start_as_minor_ones() -> None:
    """All three of them."""
    assert complexes(position(power=USA, round=1, keep_set_up=True)) == [MINOR] * 3


@pytest.mark.rule("AA-GLO-055")
@pytest.mark.parametrize("power", [JAPAN, GERMANY, "Italy"])
def test_AA_GLO_055_they_grow_for_free_when_war_is_declared_on_the_united_states(
    power: str,
) -> None:
    """In the other power's turn already, all of the same units."""
    game = position(power=power, phase=MOVE, round=1)
    before = [ids(game, place, MINOR) for place in HOME]
    events = game.do(DeclareWar((USA,)))
    assert complexes(game) == [MAJOR] * 3
    assert [ids(game, place, MAJOR) for place in HOME] == before
    assert not of_kind(events, ev.ResourceChanged)
    assert all(u.owner == USA for p in HOME for u in game.state.at(p))


@pytest.mark.rule("AA-GLO-055")
def test_AA_GLO_055_they_are_used_as_major_ones_at_once() -> None:
    """Ten units in one of them in the turn in which the United States declare war."""
    game = position(
        power=USA, phase=MOVE, round=5, purchased={USA: {"infantry": 10}}, money={USA: 0}
    )
    game.do(DeclareWar((GERMANY,)))
    finish_phase(game, until=MOBILIZE)
    waiting = tuple(u.id for u in game.state.units.values() if u.type == "infantry"
                    and u.owner == USA)  # fmt: skip
    game.do(Place(waiting, "Eastern United States"))
    assert len(ids(game, "Eastern United States", "infantry", USA)) == 10


@pytest.mark.rule("AA-GLO-055")
def test_AA_GLO_055_in_peace_they_are_minor_and_a_second_war_changes_nothing() -> None:
    """Three units is the most; damage is kept."""
    game = position(
        power=USA, phase=MOBILIZE, round=2, purchased={USA: {"infantry": 10}}, money={USA: 0}
    )
    waiting = tuple(u.id for u in game.state.units.values() if u.type == "infantry"
                    and u.owner == USA)  # fmt: skip
    assert not game.can(Place(waiting, "Eastern United States"))
    assert game.can(Place(waiting[:3], "Eastern United States"))
    hurt = position(power=JAPAN, phase=MOVE, round=2, damage={("Central United States", MINOR): 4})
    hurt.do(DeclareWar((USA,)))
    (complex_,) = ids(hurt, "Central United States", MAJOR)
    assert hurt.state.unit(complex_).damage == 4
    again = position(power=GERMANY, phase=MOVE, round=2, relations=war((JAPAN, USA)))
    assert not of_kind(again.do(DeclareWar((USA,))), ev.UnitsConverted)


@pytest.mark.rule("AA-GLO-055")
def test_AA_GLO_055_the_turn_three_declaration_arms_them_too() -> None:
    """As income is collected."""
    game = position(power=USA, phase="Collect Income", round=3)
    game.do(DeclareWar((JAPAN,)))
    assert complexes(game) == [MAJOR] * 3


@pytest.mark.rule("AA-GLO-056")
def test_AA_GLO_056_they_can_be_upgraded_before_at_the_usual_price() -> None:
    """For 20 IPC; what was bought is not given once more."""
    game = position(power=USA, phase="Purchase and Repair Units", round=2, money={USA: 52})
    game.do(Buy(USA, {UPGRADED: 1}))
    assert game.state.money(USA, "IPC") == 32
    finish_phase(game, until=MOBILIZE)
    (bought,) = [u.id for u in game.state.units.values() if u.type == UPGRADED]
    game.do(Place((bought,), "Western United States"))
    if game.state.phase == MOBILIZE:
        game.do(EndPhase())
    assert sorted(complexes(game)) == [MINOR, MINOR, UPGRADED]
    game = position(
        power=JAPAN, phase=MOVE, round=3, units={"Western United States": {USA: {UPGRADED: 1}}}
    )
    game.do(DeclareWar((USA,)))
    assert complexes(game).count(UPGRADED) == 1
