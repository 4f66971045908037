"""Retreat (p. 20): who, when and where to."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.rules.areas.orders import Fight, Retreat, Submerge
from tests.rules.areas.battles import Attack
from tests.rules.areas.positions import position
from tests.rules.areas.test_general_combat import (
    BELGIUM,
    FRANCE,
    GERMANY,
    SZ110,
    SZ112,
    UK,
    asked,
    at_sea,
    on_land,
)

WEST = "Western Germany"


@pytest.mark.rule("AA-CMB-057", "AA-CMB-058", "AA-CMB-071")
def test_after_a_round_all_land_units_retreat_together() -> None:
    """From two territories to one of the two."""
    game = position(
        units={BELGIUM: {GERMANY: {"infantry": 1}}, WEST: {GERMANY: {"tank": 1}},
               FRANCE: {FRANCE: {"infantry": 2}}},
        phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).send(BELGIUM, FRANCE, infantry=1).send(WEST, FRANCE, tank=1)
    battle = attack.begin([6] * 4)
    assert asked(battle).powers == (GERMANY,)
    assert set(asked(battle).spaces) == {BELGIUM, WEST}
    battle.do(Retreat(WEST))
    assert (battle.count(WEST, "tank"), battle.count(WEST, "infantry")) == (1, 1)
    assert battle.results() == ["attacker retreats"]
    assert game.state.control[FRANCE] == FRANCE


@pytest.mark.rule("AA-CMB-057")
def test_pressing_on_is_a_choice_that_is_recorded() -> None:
    battle = on_land({"tank": 1}, {FRANCE: {"infantry": 1}}, [6, 6, 1, 6]).press()
    said = [e for e in battle.events(ev.Decided) if isinstance(e, ev.Decided)]
    assert [(e.kind, e.choice) for e in said] == [("retreat", "no")]
    assert battle.results() == ["attacker takes"]


@pytest.mark.rule("AA-CMB-059", "AA-CMB-058")
def test_only_where_an_attacker_came_from() -> None:
    battle = on_land({"tank": 1}, {FRANCE: {"infantry": 1}}, [6, 6])
    with pytest.raises(RuleViolation, match="no attacking land unit came from") as refused:
        battle.do(Retreat(WEST))
    assert refused.value.rule == "AA-CMB-059"
    with pytest.raises(RuleViolation, match="not adjacent") as refused:
        battle.do(Retreat("Poland"))
    assert refused.value.rule == "AA-CMB-058"
    battle.do(Retreat(BELGIUM))


@pytest.mark.rule("AA-CMB-059")
def test_where_a_fallen_attacker_came_from_will_do() -> None:
    game = position(
        units={BELGIUM: {GERMANY: {"infantry": 1}}, WEST: {GERMANY: {"tank": 1}},
               FRANCE: {FRANCE: {"infantry": 2}}},
        phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).send(BELGIUM, FRANCE, infantry=1).send(WEST, FRANCE, tank=1)
    battle = attack.begin([6, 6, 1, 6]).hit(infantry=1)
    assert set(asked(battle).spaces) == {BELGIUM, WEST}
    battle.do(Retreat(BELGIUM))
    assert battle.count(BELGIUM, "tank") == 1


@pytest.mark.rule("AA-CMB-059")
def test_through_a_space_an_attacker_crossed() -> None:
    """The tank came from Western Germany through Holland Belgium; both border France."""
    game = position(
        units={WEST: {GERMANY: {"tank": 1}}, FRANCE: {FRANCE: {"infantry": 2}}},
        phase="Combat Move",
    )
    battle = Attack(game).send(WEST, BELGIUM, FRANCE, tank=1).begin([6, 6, 6])
    assert set(asked(battle).spaces) == {WEST, BELGIUM}


@pytest.mark.rule("AA-CMB-061", "AA-CMB-062")
def test_the_way_of_aircraft_is_no_way_back_for_land_units() -> None:
    game = position(
        units={BELGIUM: {GERMANY: {"infantry": 1}}, WEST: {GERMANY: {"fighter": 1}},
               FRANCE: {FRANCE: {"infantry": 2}}},
        phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).send(BELGIUM, FRANCE, infantry=1).send(WEST, FRANCE, fighter=1)
    battle = attack.begin([6] * 4)
    assert asked(battle).spaces == (BELGIUM,)
    battle.do(Retreat(BELGIUM))
    assert battle.count(FRANCE, "fighter") == 1
    assert battle.count(BELGIUM, "infantry") == 1


@pytest.mark.rule("AA-CMB-062")
def test_aircraft_alone_break_off_where_they_are() -> None:
    battle = on_land({"fighter": 2}, {FRANCE: {"infantry": 1}}, [6, 6, 6])
    assert asked(battle).spaces == (FRANCE,)
    assert asked(battle).text == "press the attack in France, or break off"
    battle.do(Retreat(FRANCE))
    assert battle.count(FRANCE, "fighter") == 2
    assert battle.results() == ["attacker retreats"]


@pytest.mark.rule("AA-EXA-033", "AA-CMB-058")
def test_a_destroyer_retreats_to_a_zone_attackers_came_from() -> None:
    battle = at_sea({"destroyer": 1, "cruiser": 1}, {UK: {"battleship": 1}}, [6, 6, 6])
    assert asked(battle).spaces == (SZ112,)
    with pytest.raises(RuleViolation, match="no attacking ship came from sea zone 111") as refused:
        battle.do(Retreat("sea zone 111"))
    assert refused.value.rule == "AA-CMB-059"
    battle.do(Retreat(SZ112))
    assert battle.count(SZ112, "", GERMANY) == 2


@pytest.mark.rule("AA-CMB-060")
def test_ships_do_not_retreat_where_it_was_hostile_as_the_turn_began() -> None:
    """The German cruiser leaves sea zone 112 to its submarine, which sinks the British there."""
    game = position(
        units={SZ112: {GERMANY: {"cruiser": 1, "submarine": 1}, UK: {"cruiser": 1}},
               SZ110: {UK: {"cruiser": 1}}, "sea zone 111": {GERMANY: {"cruiser": 1}}},
        phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).send(SZ112, SZ110, cruiser=1).send("sea zone 111", SZ110, cruiser=1)
    battle = attack.begin([1] + [6] * 3)
    here = asked(battle)
    battle.do(Fight(here.options[here.spaces.index(SZ112)])).do(Submerge())
    assert battle.results() == ["attacker wins"]
    assert asked(battle).spaces == ("sea zone 111",)
    with pytest.raises(RuleViolation, match="was hostile as the turn began") as refused:
        battle.do(Retreat(SZ112))
    assert refused.value.rule == "AA-CMB-060"
    battle.do(Retreat("sea zone 111"))


@pytest.mark.rule("AA-CMB-063")
def test_ships_that_began_in_the_zone_use_others_ways_in() -> None:
    """R-063: alone they have no way out; with a ship that came from sea zone 112 they have."""
    units = {SZ110: {GERMANY: {"cruiser": 1}, UK: {"cruiser": 1}}, SZ112: {GERMANY: {"cruiser": 1}}}
    game = position(units=units, phase="Combat Move")
    alone = Attack(game).begin([6, 6, 1, 6])
    assert alone.results() == ["attacker wins"]
    assert alone.events(ev.Asked) == []
    game = position(units=units, phase="Combat Move")
    joined = Attack(game).send(SZ112, SZ110, cruiser=1).begin([6, 6, 6])
    joined.do(Retreat(SZ112))
    assert joined.count(SZ112, "cruiser") == 2


@pytest.mark.rule("AA-CMB-057")
def test_the_defender_is_never_asked_to_retreat() -> None:
    battle = on_land({"tank": 1}, {FRANCE: {"infantry": 1}, UK: {"infantry": 1}}, [6] * 6).press()
    kinds = [e.powers for e in battle.events(ev.Asked) if isinstance(e, ev.Asked)]
    assert set(kinds) == {(GERMANY,)}
