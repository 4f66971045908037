"""Vichy France: how it comes about, the dice for it, its fate, and what attacks on it do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.core.state import State
from a4a.rules.areas.combat.opening import open_battles
from a4a.rules.areas.control import activation, conquest
from a4a.rules.areas.orders import EndPhase
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.game import Game
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.vichy_phase import VichyFrance
from a4a.rules.systems.deluxe3g40.orders import Choose
from a4a.rules.systems.deluxe3g40.politics.occupation import Occupation
from tests.rules.deluxe3g40.missions import (
    AMERICA,
    COMMONWEALTH,
    FRANCE,
    GERMANY,
    ITALY,
    JAPAN,
    RUSSIA,
    UK,
    begun,
    log,
    refused,
    war,
)  # fmt: skip
from tests.rules.deluxe3g40.positions import SYSTEM, go, of_kind, order, position
from tests.rules.deluxe3g40.positions import refused as refused_move

VICHY = "Vichy France"
PARIS, SOUTH, INDOCHINA, NORMANDY = (
    "France",
    "Southern France",
    "French Indo-China",
    "Normandy/Bordeaux",
)
A24, M1, I12, A18 = "sea zone 105", "sea zone 93", "sea zone 72", "sea zone 110"
MADAGASCAR, FEA = "French Madagascar", "French Equatorial Africa"
FWA, FCA = "French West Africa", "French Central Africa"
COLONIES = ("Corsica", "Morocco", "Algeria", "Tunisia", FWA, FCA, "Syria", MADAGASCAR)
OTHERS = ("French Guiana", "New Hebrides")
PART = "Vichy France"
RELATIONS = war((GERMANY, FRANCE), (GERMANY, UK), (ITALY, FRANCE), (ITALY, UK))


# --- how it comes about ---------------------------------------------------------------------------


def paris_falls(*, attacked: Iterable[tuple[str, str]] = (), to: str = GERMANY, **how: Any) -> Run:
    """What happens as Paris falls, up to the end of the phase after combat."""
    what = {"relations": RELATIONS, "keep_set_up": True, "round": 1, **how}
    game = position(power=to, phase="Conduct Combat", **what)
    run = Run(game.state, ScriptedDice(()))
    for power, place in attacked:
        conquest.deeds.attacked(SYSTEM, run, place, power)
    gone = [u.id for u in run.state.at(PARIS) if u.type not in SYSTEM.of_category("facility")]
    run.emit(ev.UnitsRemoved(tuple(gone), "casualty"))
    conquest.take(SYSTEM, run, PARIS, to)
    settle(run)
    return run


def settle(run: Run) -> None:
    """Let the phase come in which consequences are drawn."""
    phase = Occupation(SYSTEM)
    if phase.applies(run.state):
        phase.enter(run)


def held(state: State, power: str = VICHY) -> set[str]:
    """What a power controls."""
    return {space for space, owner in state.control.items() if owner == power}


def owners(state: State, space: str) -> Counter[str]:
    """Whose units stand in a space."""
    return Counter(unit.owner for unit in state.within(space))


@pytest.mark.parametrize("captor", [GERMANY, ITALY])
def test_DX_SMP_042_045_CAP_047_as_paris_falls_all_of_france_turns_vichy(captor: str) -> None:
    """Land, units, facilities and ships, at once."""
    run = paris_falls(to=captor)
    assert held(run.state) == {SOUTH, INDOCHINA, *COLONIES, *OTHERS}
    for space in (SOUTH, INDOCHINA, "Morocco", A24, M1, I12):
        assert set(owners(run.state, space)) == {VICHY}, space
    assert owners(run.state, SOUTH)[VICHY] == 4


def test_DX_SMP_046_four_places_stay_free_french() -> None:
    run = paris_falls()
    for space in (A18, "United Kingdom", NORMANDY, FEA):
        there = owners(run.state, space)
        assert there[FRANCE] > 0, space
        assert there[VICHY] == 0, space
    assert held(run.state, FRANCE) == {NORMANDY, FEA}


def test_DX_SMP_045_those_who_stand_with_other_allies_stay_free_french() -> None:
    """On their land, or beside them on French land; not so at sea."""
    run = paris_falls(to=ITALY, units={
        "Egypt": {FRANCE: {"regular infantry": 1}}, "Syria": {UK: {"light tank": 1}},
        M1: {UK: {"destroyer": 1}},
    })  # fmt: skip
    assert owners(run.state, "Egypt")[FRANCE] == 1
    assert run.state.control["Syria"] == FRANCE
    assert owners(run.state, "Syria") == {FRANCE: 1, UK: 1}
    assert owners(run.state, M1)[VICHY] == 2


@pytest.mark.parametrize(
    ("power", "place"), [(GERMANY, SOUTH), (ITALY, SOUTH), (JAPAN, INDOCHINA), (GERMANY, INDOCHINA)]
)
def test_DX_SMP_042_043_an_attack_on_the_south_or_indo_china_leaves_all_free(
    power: str, place: str
) -> None:
    """Whether it succeeds or not."""
    assert held(paris_falls(attacked=[(power, place)]).state) == set()
    assert held(paris_falls(attacked=[(power, "Syria")]).state) != set()


def test_DX_SMP_042_an_attack_is_remembered_as_its_battle_opens() -> None:
    units = {SOUTH: {FRANCE: {"regular infantry": 1}},
             "Northern Italy": {ITALY: {"light tank": 1}}}  # fmt: skip
    game = position(power=ITALY, phase="Combat Move", relations=RELATIONS, units=units, round=1)
    go(game, "light tank", "Northern Italy", SOUTH)
    run = Run(game.state, ScriptedDice(()))
    open_battles(SYSTEM, run)
    assert "attacked in Southern France or Indo-China" in run.state.statuses(FRANCE)


def test_DX_SMP_043_044_after_round_1_france_stays_free() -> None:
    assert held(paris_falls(round=2).state) == set()


def test_DX_SMP_042_only_the_axis_brings_it_about_and_only_once() -> None:
    run = paris_falls()
    for space in held(run.state):
        activation.activate(SYSTEM, run, space, FRANCE)
    settle(run)
    assert held(run.state) == set()
    assert held(paris_falls(to=RUSSIA).state) == set()


# --- the dice -------------------------------------------------------------------------------------


FLEET = {A24: {VICHY: {"destroyer": 1}}, M1: {VICHY: {"cruiser": 1, "destroyer": 1}},
         I12: {VICHY: {"destroyer": 1}}}  # fmt: skip
ARMY = {s: {VICHY: {"regular infantry": 1}} for s in (SOUTH, INDOCHINA, *COLONIES, *OTHERS)}


def vichy(dice: Iterable[int] = (), *, only: Iterable[str] | None = None, **how: Any) -> Game:
    """A missions phase that comes to Vichy France, with all of it, or only some places."""
    land = tuple(ARMY) if only is None else (SOUTH, *(s for s in only if s in ARMY))
    seas = tuple(FLEET) if only is None else tuple(s for s in only if s in FLEET)
    control = {PARIS: GERMANY, **dict.fromkeys(ARMY, FRANCE), **dict.fromkeys(land, VICHY)}
    units = {**{s: ARMY[s] for s in land}, **{s: FLEET[s] for s in seas}}
    what = {"relations": RELATIONS, "round": 2, "control": control, "units": units, **how}
    return begun(PART, dice=[*dice, *[8] * 100], **what)


def now(game: Game) -> tuple[str, str]:
    """Who is asked, and about what."""
    assert game.decision is not None
    return game.decision.powers[0], game.decision.options[0].removeprefix("roll for ")


def choose(game: Game, *which: int) -> Game:
    """Choose options by number: 0 rolls, 1 rolls for all that follows, -1 the last."""
    for number in which:
        assert game.decision is not None
        game.do(Choose(game.decision.options[number]))
    return game


def until(game: Game, power: str) -> Game:
    """Pass over everything until a power is asked."""
    while now(game)[0] != power:
        choose(game, -1)
    return game


def asked_for(game: Game, power: str) -> list[str]:
    """What a power can roll for, one after the other, if it always passes."""
    found = []
    until(game, power)
    while game.state.phase == PART and now(game)[0] == power:
        found.append(now(game)[1])
        choose(game, 2 if len(game.decision.options) == 4 else -1)  # type: ignore[union-attr]
    return found


def ships(*zones: str) -> list[str]:
    """How fleets are offered."""
    return [f"the ships in {zone}" for zone in zones]


def test_DX_SMP_047_048_the_order_of_nations_each_of_which_may_pass() -> None:
    game, order = vichy(), []
    while game.state.phase == PART:
        order.append(now(game)[0])
        choose(game, -1)
    assert order == [JAPAN, UK, ITALY, FRANCE, GERMANY]
    assert held(game.state) == set(ARMY)
    assert not of_kind(game.record.steps[game.node].events, ev.Rolled)


def test_DX_SMP_049_a_nation_with_nothing_to_roll_for_is_not_asked() -> None:
    game, order = vichy(only=["Corsica"]), []
    while game.state.phase == PART:
        order.append(now(game)[0])
        choose(game, -1)
    assert order == [ITALY, FRANCE, GERMANY]


LISTS = [
    ("DX-SMP-050", JAPAN, [INDOCHINA]),
    ("DX-SMP-052", UK, ships(A24, M1, I12)),
    ("DX-SMP-055", ITALY, ["Corsica", "Morocco", "Algeria", "Tunisia", "Syria"]),
    ("DX-SMP-057", FRANCE, [*ships(A24, M1, I12), *COLONIES, INDOCHINA]),
    ("DX-SMP-059", GERMANY, [*ships(A24, M1, I12), *COLONIES]),
]


@pytest.mark.rule(
    "DX-SMP-050", "DX-SMP-052", "DX-SMP-055", "DX-SMP-057", "DX-SMP-059", "DX-SMP-061"
)
@pytest.mark.parametrize(("rule", "power", "listed"), LISTS)
def test_what_each_nation_rolls_for_and_in_which_order(
    rule: str, power: str, listed: list[str]
) -> None:
    """French Guiana, the New Hebrides and Southern France are on no list."""
    assert asked_for(vichy(), power) == listed, rule


VALUES = [
    ("DX-SMP-050", JAPAN, INDOCHINA, 3), ("DX-SMP-051", UK, M1, 3),
    ("DX-SMP-054", ITALY, "Syria", 1), ("DX-SMP-056", FRANCE, "Syria", 1),
    ("DX-SMP-056", FRANCE, M1, 1),
    ("DX-SMP-058", GERMANY, "Syria", 3), ("DX-SMP-058", GERMANY, M1, 3),
]  # fmt: skip


@pytest.mark.rule(
    "DX-SMP-050", "DX-SMP-051", "DX-SMP-053", "DX-SMP-054", "DX-SMP-056", "DX-SMP-058",
    "DX-SMP-060", "DX-SMP-062",
)  # fmt: skip
@pytest.mark.parametrize(("rule", "power", "space", "value"), VALUES)
def test_what_succeeds_and_what_comes_of_it(rule: str, power: str, space: str, value: int) -> None:
    """One more fails, and all stays Vichy, for others to roll for."""
    won = choose(until(vichy([value], only=[space]), power), 0)
    units = owners(won.state, space)
    assert units[VICHY] == 0, rule
    assert sum(units.values()) == units[power]
    assert units[power] == (
        0 if power == UK else sum(ARMY.get(space, FLEET.get(space, {}))[VICHY].values())
    )
    if space in ARMY:
        assert won.state.control[space] == power
    lost = choose(until(vichy([value + 1], only=[space]), power), 0)
    assert owners(lost.state, space)[VICHY] > 0
    if power != GERMANY:
        assert lost.state.phase == PART  # the next one is asked for the same


@pytest.mark.rule("DX-SMP-013")
def test_DX_SMP_013_after_the_spanish_bargain_germany_succeeds_on_4() -> None:
    for status, owner in (({GERMANY: ["Spanish bargain"]}, GERMANY), ({}, VICHY)):
        game = until(vichy([4], only=["Syria"], statuses=status), GERMANY)
        assert choose(game, 0).state.control["Syria"] == owner
    assert now(until(vichy(only=["Syria"], statuses={GERMANY: ["Spanish bargain"]}), ITALY))
    italy = until(vichy([2], only=["Syria"], statuses={GERMANY: ["Spanish bargain"]}), ITALY)
    assert choose(italy, 0).state.control["Syria"] == VICHY


def test_DX_SMP_048_all_dice_at_once_some_or_none() -> None:
    game = until(vichy([3, 4, 1, 8]), GERMANY)
    choose(game, 2, 0)  # pass over A-24, win M-1
    assert owners(game.state, M1) == {GERMANY: 2}
    assert owners(game.state, A24) == {VICHY: 1}
    choose(game, 1)  # I-12 and all that follows
    assert owners(game.state, I12) == {VICHY: 1}
    assert game.state.control["Corsica"] == GERMANY
    assert game.state.control["Morocco"] == VICHY
    assert game.state.phase != PART


def test_DX_SMP_062_what_was_not_won_can_be_rolled_for_in_a_later_phase() -> None:
    assert now(until(vichy(round=3, only=["Syria"]), ITALY)) == (ITALY, "Syria")


def test_DX_SMP_048_a_roll_that_is_not_offered_is_refused() -> None:
    error = refused(vichy(), Choose("roll for Syria"), "DX-SMP-050")
    assert "roll for French Indo-China" in error.allowed


# --- the fate of Southern France ------------------------------------------------------------------


def fate(axis: int, *, turned: dict[str, int] | None = None, **how: Any) -> Game:
    """Vichy France in round 3 after nobody rolls; so many territories have gone to Germany."""
    gone = (INDOCHINA, *COLONIES)[:axis]
    control = {**dict.fromkeys(ARMY, VICHY), **dict.fromkeys(gone, GERMANY), PARIS: GERMANY}
    south = {"regular infantry": 2, "light artillery": 1, "air base": 1}
    lost = {s: {GERMANY: {"regular infantry": 1}} for s in gone}
    units = {**ARMY, **FLEET, **lost, SOUTH: {VICHY: south}}
    what = {"round": 3, "control": control, "units": units, "relations": RELATIONS, **how}
    game = begun(PART, enter=False, dice=[8] * 100, **what)
    run = Run(game.state, ScriptedDice([8] * 100))
    counts = turned if turned is not None else {GERMANY: axis}
    for power, count in counts.items():
        run.emit(ev.MarkerChanged(ev.OnPower(power), "Vichy territories turned", count))
    VichyFrance(SYSTEM).enter(run)
    game.node = game.record.append(run.events, parent=game.node)
    while game.state.phase == PART and game.decision is not None:
        choose(game, -1)
    return game


@pytest.mark.rule("DX-SMP-063")
def test_DX_SMP_063_not_before_the_third_missions_phase() -> None:
    assert SOUTH in held(fate(5, round=2).state)
    assert SOUTH not in held(fate(5).state)


@pytest.mark.rule("DX-SMP-063")
def test_DX_SMP_063_after_the_rolls_of_that_phase() -> None:
    """The fifth territory is turned by Italy's last die."""
    game = fate_with_dice()
    assert game.state.control.get(SOUTH) is None


def fate_with_dice() -> Game:
    """Four are German; Italy wins Syria in the third phase."""
    gone = ("Corsica", "Morocco", "Algeria", "Tunisia")
    control = {**dict.fromkeys(ARMY, VICHY), **dict.fromkeys(gone, GERMANY), PARIS: GERMANY}
    game = begun(PART, enter=False, round=3, control=control, units=ARMY, relations=RELATIONS,
                 dice=[1, *[8] * 50])  # fmt: skip
    run = Run(game.state, ScriptedDice(()))
    run.emit(ev.MarkerChanged(ev.OnPower(GERMANY), "Vichy territories turned", 4))
    VichyFrance(SYSTEM).enter(run)
    game.node = game.record.append(run.events, parent=game.node)
    choose(until(game, ITALY), 0)
    while game.state.phase == PART and game.decision is not None:
        choose(game, -1)
    return game


def test_DX_SMP_064_065_070_with_most_turned_by_the_axis_the_south_is_left_empty() -> None:
    """The factory and the naval base stay; nobody controls it, and it earns nothing."""
    game = fate(5)
    assert game.state.control.get(SOUTH) is None
    kinds = Counter(u.type for u in game.state.at(SOUTH))
    assert kinds == {"minor factory": 1, "naval base": 1}


def test_DX_SMP_064_066_067_else_all_there_is_free_french() -> None:
    """Four of nine: the five that nobody has turned count for the Free French."""
    game = fate(4)
    assert game.state.control[SOUTH] == FRANCE
    assert owners(game.state, SOUTH) == {FRANCE: 6}


def test_DX_SMP_064_all_axis_powers_count_and_turned_not_held() -> None:
    """What was turned and has been lost since still counts."""
    assert fate(0, turned={GERMANY: 2, ITALY: 2, JAPAN: 1}).state.control.get(SOUTH) is None
    assert fate(5, turned={GERMANY: 4}).state.control[SOUTH] == FRANCE


def test_DX_SMP_068_fleets_do_not_count() -> None:
    """A fleet that is won, or sunk, is no territory."""
    game = choose(until(vichy([1, 1, 1], only=[A24, M1, I12]), GERMANY), 1)
    assert owners(game.state, M1) == {GERMANY: 2}
    assert not any("turned" in marker for _, marker in game.state.markers)
    game = choose(until(vichy([1], only=["Syria"]), GERMANY), 0)
    assert game.state.markers[ev.OnPower(GERMANY), "Vichy territories turned"] == 1


@pytest.mark.rule("DX-SMP-061", "DX-SMP-069")
@pytest.mark.parametrize("axis", [4, 5])
def test_DX_SMP_069_061_what_the_axis_has_not_turned_joins_the_free_french(axis: int) -> None:
    """Ships too, and the two territories that are on no list."""
    game = fate(axis)
    assert held(game.state) == set()
    for space in (*COLONIES[axis:], *OTHERS, A24, M1, I12):
        assert owners(game.state, space)[FRANCE] > 0, space
        assert owners(game.state, space)[VICHY] == 0, space
    assert not VichyFrance(SYSTEM).applies(game.state)


@pytest.mark.rule("DX-SMP-070")
@pytest.mark.parametrize(("power", "heir"), [(GERMANY, GERMANY), (UK, FRANCE)])
def test_DX_SMP_070_who_marches_into_the_empty_south_takes_it(power: str, heir: str) -> None:
    """With the factory and the base; an Ally frees it, once Paris is free. Nobody else turns."""
    game = position(
        power=power, phase="Combat Move", relations=RELATIONS,
        control={PARIS: power, SOUTH: None, "Syria": FRANCE},
        units={PARIS: {power: {"regular infantry": 1}}},
    )  # fmt: skip
    game.do(replace(order(game, "regular infantry", PARIS, SOUTH), power=power))
    game.do(EndPhase())
    while game.state.phase != "Noncombat Move":
        game.do(EndPhase())
    assert game.state.control[SOUTH] == heir
    assert game.state.control["Syria"] == FRANCE
    assert {u.owner for u in game.state.at(SOUTH) if u.type == "naval base"} == {
        game.state.control[SOUTH]
    }


# --- attacks on Vichy -----------------------------------------------------------------------------


WHOLE = {PARIS: GERMANY, **dict.fromkeys(ARMY, VICHY)}


def invaded(territory: str, power: str) -> Run:
    """What happens as a power attacks Vichy land."""
    game = position(power=power, phase="Combat Move", relations=RELATIONS, control=WHOLE,
                    units={**ARMY, **FLEET})  # fmt: skip
    run = Run(game.state, ScriptedDice(()))
    activation.invade(SYSTEM, run, territory, power)
    return run


@pytest.mark.parametrize("territory", ["Syria", SOUTH, "Corsica"])
def test_DX_SMP_071_072_attacked_by_an_ally_all_turns_german_indo_china_japanese(
    territory: str,
) -> None:
    run = invaded(territory, UK)
    assert held(run.state) == set()
    assert held(run.state, GERMANY) >= {SOUTH, *COLONIES, *OTHERS}
    assert run.state.control[INDOCHINA] == JAPAN
    assert owners(run.state, INDOCHINA) == {JAPAN: 1}
    for space in (SOUTH, *COLONIES, A24, M1, I12):
        assert set(owners(run.state, space)) == {GERMANY}, space


@pytest.mark.parametrize("power", [GERMANY, ITALY])
def test_DX_SMP_073_attacked_by_the_axis_all_is_free_french(power: str) -> None:
    run = invaded("Tunisia", power)
    assert held(run.state) == set()
    assert held(run.state, FRANCE) >= set(ARMY)
    for space in (*ARMY, *FLEET):
        assert set(owners(run.state, space)) == {FRANCE}, space


def test_DX_SMP_071_in_play_the_army_attacked_fights_for_germany() -> None:
    units = {**ARMY, "Iraq": {UK: {"light tank": 2}}}
    game = position(power=UK, phase="Combat Move", relations=RELATIONS, units=units, dice=[8] * 40,
                    control={**WHOLE, "Iraq": UK})  # fmt: skip
    go(game, "light tank", "Iraq", "Syria", count=2)
    game.do(EndPhase())
    while not game.state.battles:
        game.do(EndPhase())
    (battle,) = game.state.battles.values()
    assert [p.power for p in battle.participants if p.role == "defender"] == [GERMANY]
    assert game.state.control["Syria"] == GERMANY


def test_DX_SMP_074_vichy_land_is_entered_to_attack_it_only_and_nobody_flies_over_it() -> None:
    units = {**ARMY, "Libya": {ITALY: {"light tank": 1, "fighter": 1}}}
    game = position(
        power=ITALY, force=(ITALY,), phase="Noncombat Move", relations=RELATIONS, units=units,
        control=WHOLE,
    )  # fmt: skip
    refused_move(game, order(game, "light tank", "Libya", "Tunisia"), "AA-NCM-011")
    refused_move(game, order(game, "fighter", "Libya", "Tunisia", "Algeria"), "AA-NEU-020")
    assert Situation(SYSTEM, game.state, ITALY).stance("Tunisia") == "strict neutral"


def test_DX_SMP_074_only_those_attack_who_are_at_war_with_whom_it_would_turn_to() -> None:
    game = position(power=UK, relations=war((GERMANY, UK), (GERMANY, FRANCE)), control=WHOLE)
    stances = {
        (power, space): Situation(SYSTEM, game.state, power).stance(space)
        for power in (UK, GERMANY, JAPAN, RUSSIA)
        for space in ("Syria", INDOCHINA)
    }
    assert stances == {
        (UK, "Syria"): "strict neutral", (UK, INDOCHINA): "not at war",
        (GERMANY, "Syria"): "strict neutral", (GERMANY, INDOCHINA): "strict neutral",
        (JAPAN, "Syria"): "not at war", (JAPAN, INDOCHINA): "not at war",
        (RUSSIA, "Syria"): "not at war", (RUSSIA, INDOCHINA): "not at war",
    }  # fmt: skip


def test_DX_SMP_074_vichy_ships_are_in_nobodys_way() -> None:
    game = position(power=ITALY, relations=RELATIONS, units=FLEET, control=WHOLE)
    for power in (ITALY, UK, AMERICA, COMMONWEALTH):
        assert not Situation(SYSTEM, game.state, power).hostile_sea(M1)


# --- in words -------------------------------------------------------------------------------------


PRINTED = (
    "Japan chose to roll for French Indo-China",
    "Japan rolled 3: French Indo-China: won for Japan",
    "Japan took French Indo-China from Vichy France (Vichy roll)",
    "1 Vichy regular infantry passed to Japan (Vichy roll)",
    "The United Kingdom rolled 4: the ships in sea zone 105: no success",
    "The United Kingdom rolled 1: the ships in sea zone 93: destroyed",
    "1 Vichy cruiser and 1 destroyer were removed from sea zone 93 (Vichy roll)",
)


def test_vichy_is_told_in_words() -> None:
    game = vichy([3, 4, 1, 8, 3])
    choose(game, 0, 0, 0, -1, -1, 3)
    told = "\n".join(log(game))
    for words in PRINTED:
        assert words in told, words
