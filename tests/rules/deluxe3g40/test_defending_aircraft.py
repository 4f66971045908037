"""Step 5: the defender sends aircraft to friendly spaces under attack."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.rules.areas.orders import EndPhase, Move, Retreat, Scramble
from a4a.rules.game import Game
from tests.rules.areas.positions import ids, one, position
from tests.rules.deluxe3g40.battles import SYSTEM

BELGIUM, PARIS, NORMANDY = "Holland/Belgium", "France", "Normandy/Bordeaux"
SZ109, SZ110, SZ112, LONDON = "sea zone 109", "sea zone 110", "sea zone 112", "United Kingdom"
GERMANY, FRANCE, UK = "Germany", "France", "United Kingdom"
ASSIGNED = "assigned"
STEP = "Deploy Defending Aircraft"

Units = Mapping[str, Mapping[str, Mapping[str, int]]]


def attacked(units: Units, *, sea: bool = False, **how: Any) -> Game:
    """Germans have attacked Paris, or ships in sea zone 110."""
    ours = {SZ112: {GERMANY: {"cruiser": 1}}} if sea else {BELGIUM: {GERMANY: {"light tank": 1}}}
    defended = (
        {SZ110: {UK: {"destroyer": 1}}} if sea else {PARIS: {FRANCE: {"regular infantry": 1}}}
    )
    every: dict[str, dict[str, dict[str, int]]] = {}
    for table in (ours, defended, units):
        for space, powers in table.items():
            for power, counts in powers.items():
                every.setdefault(space, {}).setdefault(power, {}).update(counts)
    game = position(
        units=every,
        phase="Combat Move",
        force=(GERMANY, "Japan"),
        dice=[7] * 40,
        game=SYSTEM,
        **how,
    )
    if sea:
        game.do(Move((one(game, SZ112, "cruiser"),), (SZ112, SZ110), power=GERMANY))
    else:
        game.do(Move((one(game, BELGIUM, "light tank"),), (BELGIUM, PARIS), power=GERMANY))
    return game


def deploy(game: Game, *assigned: int) -> Game:
    """End the combat moves; these aircraft stand by for missions."""
    if assigned:
        put = ev.UnitsConverted(assigned, "assigned", gained=(ASSIGNED,))
        game.node = game.record.append([put], parent=game.node)
    game.do(EndPhase())
    return game


def test_DX_TRN_013_015_FAC_010_CMB_002_aircraft_rise_to_defend_a_territory_too() -> None:
    """R-422: from an operative air base beside it; they fight there, and go home."""
    game = attacked({NORMANDY: {FRANCE: {"air base": 1, "fighter": 1}}})
    deploy(game)
    asked = game.decision
    assert asked is not None
    assert (game.state.phase, asked.kind, asked.powers) == (STEP, "scramble", (FRANCE,))
    fighter = one(game, NORMANDY, "fighter")
    assert asked.spaces == (PARIS,)
    game.do(Scramble({fighter: PARIS}))
    assert game.state.phase == "Conduct Combat"
    assert game.state.unit(fighter).place == PARIS
    rolled = [e for s in game.record.steps.values() for e in s.events if isinstance(e, ev.Rolled)]
    assert [die.target for die in rolled[-1].dice] == [2, 5]


def test_DX_TRN_013_none_may_be_sent() -> None:
    game = deploy(attacked({NORMANDY: {FRANCE: {"air base": 1, "fighter": 1}}}))
    game.do(Scramble({}))
    assert game.state.phase == "Conduct Combat"
    assert ids(game, NORMANDY, "fighter")


@pytest.mark.parametrize(("tower", "most"), [({}, 3), ({"radar tower": 1}, 4)])
def test_DX_FAC_010_011_SPC_019_three_rise_from_a_base_and_four_with_radar(
    tower: dict[str, int], most: int
) -> None:
    home = {"air base": 1, "fighter": 3, "tactical bomber": 2, **tower}
    game = deploy(attacked({NORMANDY: {FRANCE: home}}))
    asked = game.decision
    assert asked is not None
    assert asked.most == most
    planes = (*ids(game, NORMANDY, "fighter"), *ids(game, NORMANDY, "tactical bomber"))
    with pytest.raises(RuleViolation, match=f"where {most} more may scramble"):
        game.do(Scramble(dict.fromkeys(planes, PARIS)))
    game.do(Scramble(dict.fromkeys(planes[:most], PARIS)))


def test_DX_FAC_012_fighters_tactical_bombers_war_planes_and_jets_rise() -> None:
    """R-422: no strategic bombers, super fortresses or air transports."""
    home = {
        "air base": 1, "fighter": 1, "tactical bomber": 1, "war plane": 1, "jet fighter": 1,
        "strategic bomber": 1, "super fortress": 1, "air transport": 1,
    }  # fmt: skip
    game = deploy(attacked({NORMANDY: {FRANCE: home}}))
    asked = game.decision
    assert asked is not None
    assert {game.state.unit(i).type for i in asked.units} == {
        "fighter", "tactical bomber", "war plane", "jet fighter",
    }  # fmt: skip


def test_DX_FAC_004_008_a_base_that_is_damaged_lets_nothing_rise() -> None:
    units = {NORMANDY: {FRANCE: {"air base": 1, "fighter": 1}}}
    game = deploy(attacked(units, damage={(NORMANDY, "air base"): 1}))
    assert game.state.phase != STEP


def test_DX_FAC_010_aircraft_rise_into_adjacent_sea_zones() -> None:
    game = deploy(attacked({LONDON: {UK: {"air base": 1, "fighter": 1}}}, sea=True))
    asked = game.decision
    assert asked is not None
    assert (asked.kind, asked.spaces) == ("scramble", (SZ110,))
    fighter = one(game, LONDON, "fighter")
    with pytest.raises(RuleViolation):
        game.do(Scramble({fighter: SZ109}))
    game.do(Scramble({fighter: SZ110}))
    assert game.state.memory(fighter).scrambled_from == LONDON


def test_DX_TRN_014_only_those_who_are_at_war_with_the_attacker_are_asked() -> None:
    units = {NORMANDY: {"United States": {"fighter": 1}, FRANCE: {"air base": 1}}}
    relations = {(GERMANY, "United States"): "neutral"}
    game = deploy(attacked(units, relations=relations))
    assert game.state.phase != STEP


def test_DX_TRN_014_assigned_aircraft_are_sent_without_a_base_and_stand_by_no_more() -> None:
    """R-422: of any type that is assigned, one space away, beside those that a base lets rise."""
    home = {"air base": 1, "fighter": 4, "strategic bomber": 1}
    game = attacked({NORMANDY: {FRANCE: home}, "Southern France": {FRANCE: {"fighter": 1}}})
    far = one(game, "Southern France", "fighter")
    bomber, free = one(game, NORMANDY, "strategic bomber"), ids(game, NORMANDY, "fighter")
    deploy(game, bomber, free[0], far)
    asked = game.decision
    assert asked is not None
    assert set(asked.units) == {bomber, *free, far}
    assert asked.most == 6
    game.do(Scramble(dict.fromkeys((bomber, *free, far), PARIS)))
    assert not any(ASSIGNED in game.state.unit(i).flags for i in (bomber, free[0], far))
    assert game.state.unit(far).place == PARIS


def test_DX_TRN_014_assigned_aircraft_go_to_sea_as_well() -> None:
    game = attacked({LONDON: {UK: {"strategic bomber": 1}}}, sea=True)
    for base in ids(game, LONDON, "air base"):
        game.node = game.record.append([ev.UnitsRemoved((base,), "test")], parent=game.node)
    bomber = one(game, LONDON, "strategic bomber")
    deploy(game, bomber).do(Scramble({bomber: SZ110}))
    assert game.state.unit(bomber).place == SZ110


def test_DX_TRN_014_unassigned_aircraft_without_a_base_stay() -> None:
    game = deploy(attacked({"Southern France": {FRANCE: {"fighter": 1}}}))
    assert game.state.phase != STEP


def test_aircraft_that_have_defended_a_territory_go_home() -> None:
    """R-422, as those that have risen over the sea."""
    game = deploy(attacked({NORMANDY: {FRANCE: {"air base": 1, "fighter": 3}}}))
    fighters = ids(game, NORMANDY, "fighter")
    game.do(Scramble(dict.fromkeys(fighters, PARIS)))
    game.do(Retreat(BELGIUM))
    while game.decision is not None and game.state.phase == "Noncombat Move":
        game.do(EndPhase())
    assert [game.state.unit(i).place for i in fighters] == [NORMANDY] * 3


@pytest.mark.parametrize(("flags", "sails"), [((ASSIGNED,), True), ((), False)])
def test_ships_come_to_support_a_landing_that_assigned_aircraft_could_meet(
    flags: tuple[str, ...], sails: bool
) -> None:
    """A war ship without guns for the shore has a part in it: nobody has an air base there."""
    game = position(
        units={
            NORMANDY: {GERMANY: {"regular infantry": 1, "fighter": 1}},
            SZ112: {UK: {"sea transport: elite infantry": 1, "destroyer": 1}},
        },
        control={NORMANDY: GERMANY},
        relations={(UK, GERMANY): "war"},
        power=UK,
        phase="Combat Move",
        game=SYSTEM,
    )  # fmt: skip
    plane = one(game, NORMANDY, "fighter")
    if flags:
        put = ev.UnitsConverted((plane,), "assigned", gained=flags)
        game.node = game.record.append([put], parent=game.node)
    game.do(Move((one(game, SZ112, "sea transport"),), (SZ112, SZ110), power=UK))
    move = Move((one(game, SZ112, "destroyer"),), (SZ112, SZ110), task="support", power=UK)
    if sails:
        game.do(move)
    else:
        with pytest.raises(RuleViolation):
            game.do(move)
