"""Rules of the base game that stay in force and are told in positions of 3G40 Deluxe.

Those that can be told in positions of Global 1940 are told there (`tests/rules/retold.py`).
"""

from __future__ import annotations

from typing import Any

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.rules.areas.control import conquest
from a4a.rules.areas.economy.market import offers
from a4a.rules.areas.orders import (
    Buy,
    Casualties,
    DeclareWar,
    EndPhase,
    Move,
    Place,
    Retreat,
    Scramble,
)
from a4a.rules.areas.politics import declarations
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.game import Game
from tests.rules.areas.battles import Attack
from tests.rules.deluxe3g40.battles import fought
from tests.rules.deluxe3g40.missions import happened
from tests.rules.deluxe3g40.positions import SYSTEM, ids, of_kind, one, order, position, run_of

GERMANY, ITALY, JAPAN = "Germany", "Italy", "Japan"
UK, AMERICA, RUSSIA, CHINA = "United Kingdom", "United States", "Soviet Union", "China"
FRANCE = "France"
RIFLES = "regular infantry"
SZ110, SZ112 = "sea zone 110", "sea zone 112"
MISS = 8


def waiting(game: Game, treasury: str) -> tuple[int, ...]:
    """What a treasury has bought."""
    return tuple(unit.id for unit in game.state.at(SYSTEM.catalog.purchases(treasury)))


def cannot(game: Game, order: Any, rule: str) -> None:
    """An order is refused by a rule."""
    with pytest.raises(RuleViolation) as refused:
        game.do(order)
    assert refused.value.rule == rule, str(refused.value)


# --- combat on land -----------------------------------------------------------------------------


@pytest.mark.rule("AA-EXA-041")
def test_AA_EXA_041_two_artillery_help_two_of_five_infantry() -> None:
    found = fought("land", {"light artillery": 2, RIFLES: 5}, {"heavy tank": 4})
    assert found.values["attack"] == [1, 1, 1, 2, 2, 2, 2]


@pytest.mark.rule("AA-EXA-042")
def test_AA_EXA_042_two_artillery_help_two_of_five_mechanized_infantry() -> None:
    found = fought("land", {"light artillery": 2, "mechanized infantry": 5}, {"heavy tank": 4})
    assert found.values["attack"] == [1, 1, 1, 2, 2, 2, 2]


@pytest.mark.rule("AA-CMB-010")
def test_AA_CMB_010_an_artillery_does_not_help_two() -> None:
    both = {"light artillery": 1, RIFLES: 1, "mechanized infantry": 1}
    assert fought("land", both, {"heavy tank": 4}).values["attack"] == [1, 2, 2]


@pytest.mark.rule("AA-UNI-008")
def test_AA_UNI_008_artillery_helps_nobody_in_defense() -> None:
    found = fought("land", {RIFLES: 3}, {RIFLES: 2, "light artillery": 2})
    assert found.values["defense"] == [2, 2, 2, 2]


@pytest.mark.rule("AA-EXA-043", "AA-EXA-044")
@pytest.mark.parametrize(("guns", "dice"), [(2, 5), (1, 3)])
def test_AA_EXA_043_044_dice_of_guns_against_five_fighters(guns: int, dice: int) -> None:
    found = fought("land", {"fighter": 5}, {"AAA": guns, RIFLES: 1})
    assert found.values["defender's barrage"] == [1] * dice


@pytest.mark.rule("AA-CMB-013")
def test_AA_CMB_013_the_attacker_rolls_first_and_what_it_hits_fires_back() -> None:
    found = fought("land", {"heavy tank": 1}, {RIFLES: 1}, [1])
    assert found.steps[:2] == ["attack", "defense"]
    assert found.values["defense"] == [2]
    assert found.left() == {}


@pytest.mark.rule("AA-UNI-028")
def test_AA_UNI_028_the_attacker_chooses_which_aircraft_guns_bring_down() -> None:
    """It is gone before anybody else fires."""
    game = position(
        units={"Holland/Belgium": {GERMANY: {"fighter": 1, "tactical bomber": 1}},
               FRANCE: {FRANCE: {"AAA": 1, RIFLES: 1}}},
        phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).send("Holland/Belgium", FRANCE, fighter=1, tactical_bomber=1)
    battle = attack.begin([1, *[MISS] * 20])
    assert game.decision is not None
    assert (game.decision.kind, game.decision.powers) == ("casualties", (GERMANY,))
    battle.hit(tactical_bomber=1).play(until=("retreat",))
    fired = {die.unit_type for roll in battle.rolls() for die in roll.dice}
    assert fired == {"AAA", "fighter", RIFLES}


# --- combat at sea ------------------------------------------------------------------------------


@pytest.mark.rule("AA-CMB-070")
def test_AA_CMB_070_a_destroyer_stops_the_other_sides_submarines_only() -> None:
    found = fought("sea", {"submarine": 1, "cruiser": 1}, {"destroyer": 1, "submarine": 1})
    assert found.values["defender's surprise strike"] == [2]
    assert sorted(found.values["attack"]) == [3, 5]
    assert found.values["defense"] == [2]


def at_sea(
    ours: dict[str, int], theirs: dict[str, int], dice: list[int]
) -> tuple[Game, Attack, list[int]]:
    """Germans about to attack Britons, whose destroyers see their boats, in sea zone 110."""
    units = {SZ112: {GERMANY: ours}, SZ110: {UK: theirs}}
    game = position(units=units, phase="Combat Move", round=3)
    sent = {kind.replace(" ", "_"): number for kind, number in ours.items()}
    return game, Attack(game).send(SZ112, SZ110, **sent), [*dice, *[MISS] * 30]


@pytest.mark.rule("AA-EXA-028", "AA-CMB-041")
def test_AA_EXA_028_CMB_041_hits_are_assigned_so_that_as_many_as_can_take_effect() -> None:
    """Submarines hit no aircraft, so the fighter takes what the cruiser hit."""
    game, attack, dice = at_sea(
        {"submarine": 2, "cruiser": 1},
        {"aircraft carrier": 1, "fighter": 2, "destroyer": 1},
        [MISS, 1, 1, 1],
    )
    battle = attack.begin(dice).play(until=("casualties",))
    asked = game.decision
    assert asked is not None
    (carrier,) = ids(game, SZ110, "aircraft carrier")
    (destroyer,) = ids(game, SZ110, "destroyer", UK)
    fighter, other = ids(game, SZ110, "fighter")
    assert asked.most == 3
    cannot(game, Casualties({fighter: 1, other: 1, carrier: 1}), "AA-UNI-072")
    cannot(game, Casualties({carrier: 2}), "AA-CMB-041")
    assert game.can(Casualties({carrier: 2, fighter: 1}))
    assert game.can(Casualties({carrier: 1, destroyer: 1, fighter: 1}))
    assert battle.asked == "casualties"


@pytest.mark.rule("AA-EXA-029", "AA-CMB-041")
def test_AA_EXA_029_the_submarine_hits_the_ship_and_the_cruiser_the_aircraft() -> None:
    found = fought("sea", {"destroyer": 1, "fighter": 1}, {"cruiser": 1, "submarine": 1},
                   [MISS, MISS, MISS, 1, 1])  # fmt: skip
    assert found.left("attacker") == {}


@pytest.mark.rule("AA-UNI-057")
def test_AA_UNI_057_carrier_aircraft_defend_in_the_air_against_submarines_alone() -> None:
    """They outlive their carrier, though submarines are all that attacks."""
    game, attack, dice = at_sea({"submarine": 2}, {"aircraft carrier": 1, "fighter": 1}, [1, 1])
    attack.begin(dice).play(until=("retreat",))
    assert not ids(game, SZ110, "aircraft carrier")
    assert len(ids(game, SZ110, "fighter")) == 1


@pytest.mark.rule("AA-AIR-019")
def test_AA_AIR_019_carriers_may_retreat_from_under_their_aircraft() -> None:
    ours = {"aircraft carrier": 1, "cruiser": 1, "fighter": 1}
    game, attack, dice = at_sea(ours, {"battleship": 1}, [])
    battle = attack.begin(dice).play(until=("retreat",))
    battle.do(Retreat(SZ112))
    assert len(ids(game, SZ112, "aircraft carrier")) == 1
    assert len(ids(game, SZ110, "fighter")) == 1


@pytest.mark.rule("AA-AIR-019")
def test_AA_AIR_019_a_carrier_may_be_taken_as_a_loss() -> None:
    ours = {"aircraft carrier": 1, "fighter": 1}
    game, attack, dice = at_sea(ours, {"destroyer": 1}, [MISS, MISS, 1])
    battle = attack.begin(dice).play(until=("casualties",)).hit(aircraft_carrier=1)
    assert game.state.unit(one(game, SZ110, "aircraft carrier")).damage == 1
    assert battle.asked == "retreat"


# --- landings and aircraft that rise against them -----------------------------------------------


def landing(units: dict[str, Any] | None = None) -> Game:
    """Germans land in Britain, where a fighter stands at an air base; it may rise."""
    every: dict[str, dict[str, dict[str, int]]] = {
        SZ112: {GERMANY: {"sea transport: elite infantry": 1, "cruiser": 1}},
        UK: {UK: {"fighter": 1, RIFLES: 1}},
    }
    for space, more in (units or {}).items():
        every[space] = {**every.get(space, {}), **more}
    game = position(units=every, phase="Combat Move", dice=[MISS] * 60)
    over, cruiser = (SZ112, SZ110), ids(game, SZ112, "cruiser")
    if SZ110 in every:
        game.do(Move(cruiser, over, power=GERMANY))
    game.do(Move(ids(game, SZ112, "sea transport"), over, power=GERMANY))
    game.do(Move(ids(game, SZ110, "elite infantry"), (SZ110, UK), power=GERMANY))
    if SZ110 not in every:
        game.do(Move(cruiser, over, task="support", power=GERMANY))
    game.do(EndPhase())
    assert game.decision is not None
    assert game.decision.kind == "scramble"
    return game


@pytest.mark.rule("AA-AMP-010", "AA-AMP-036", "AA-SCR-014", "AA-SCR-015")
def test_AA_AMP_010_036_SCR_014_015_what_rises_makes_a_battle_at_sea_and_fights_only_there() -> (
    None
):
    """With its defense value; only the attacker is asked whether to retreat."""
    game = landing()
    fighter = one(game, UK, "fighter")
    game.do(Scramble({fighter: SZ110}))
    opened = {event.kind: event for event in happened(game, ev.BattleOpened)}
    assert fighter in {i for part in opened["sea"].participants for i in part.units}
    ashore = {i for part in opened["amphibious"].participants for i in part.units}
    assert fighter not in ashore
    (value,) = {
        die.target for roll in happened(game, ev.Rolled) for die in roll.dice
        if die.unit_type == "fighter" and roll.purpose == "defense"
    }  # fmt: skip
    assert value == SYSTEM.types["fighter"].defense
    retreats = [event for event in happened(game, ev.Asked) if event.kind == "retreat"]
    assert {event.powers for event in retreats} == {(GERMANY,)}


@pytest.mark.rule("AA-AMP-012", "AA-AMP-013")
def test_AA_AMP_012_013_submarines_and_transports_are_drawn_in_by_what_rises() -> None:
    game = landing({SZ110: {UK: {"submarine": 1, "sea transport": 1}}})
    game.do(Scramble({one(game, UK, "fighter"): SZ110}))
    (sea,) = [event for event in happened(game, ev.BattleOpened) if event.kind == "sea"]
    sides = {
        (part.role, game.state.unit(i).type) for part in sea.participants for i in part.units
    }  # fmt: skip
    assert {kind for role, kind in sides if role == "defender"} == {
        "fighter", "submarine", "sea transport",
    }  # fmt: skip
    assert {kind for role, kind in sides if role == "attacker"} == {"cruiser", "sea transport"}


@pytest.mark.rule("AA-AMP-008")
def test_AA_AMP_008_an_aircraft_fights_at_sea_or_on_land() -> None:
    """One of two fighters over the landing is sent to the sea, the other inland."""
    game = position(
        units={
            SZ112: {GERMANY: {"sea transport: elite infantry": 1, "cruiser": 1}},
            "Western Germany": {GERMANY: {"fighter": 2}},
            SZ110: {UK: {"destroyer": 1}}, UK: {UK: {RIFLES: 1}},
        },
        phase="Combat Move",
    )  # fmt: skip
    attack = Attack(game).send(SZ112, SZ110, sea_transport=1, cruiser=1)
    attack.send("Western Germany", SZ112, SZ110, fighter=1)
    attack.send("Western Germany", SZ112, SZ110, UK, fighter=1)
    battle = attack.land(SZ110, UK, "elite infantry").begin([1] * 40).play()
    opened = [e for e in battle.events(ev.BattleOpened) if isinstance(e, ev.BattleOpened)]
    fought_in = [
        {i for part in event.participants if part.role == "attacker" for i in part.units}
        for event in opened
    ]
    assert [event.kind for event in opened] == ["sea", "amphibious"]
    fighters = {i for e in attack.events for i in getattr(e, "units", ())} & {
        u.id for u in game.record.state_at(1).units.values() if u.type == "fighter"
    }
    assert [len(fighters & units) for units in fought_in] == [1, 1]
    assert not fought_in[0] & fought_in[1] & fighters


# --- conquest and politics ----------------------------------------------------------------------


@pytest.mark.rule("AA-CON-030", "AA-EXA-035")
def test_AA_CON_030_EXA_035_liberating_a_capital_takes_no_money() -> None:
    """Of Rome, where the Allies hold the north as well, and of Paris."""
    held = {"Southern Italy": UK, "Northern Italy": UK, FRANCE: GERMANY}
    money = {"UK Europe": 30, ITALY: 0, GERMANY: 40, FRANCE: 0}
    game = position(phase="Conduct Combat", control=held, money=money)
    run = run_of(game)
    conquest.take(SYSTEM, run, "Southern Italy", GERMANY)
    assert run.state.control["Southern Italy"] == ITALY
    assert run.state.money("UK Europe", "IPC") == 30
    run = run_of(position(power=UK, phase="Conduct Combat", control=held, money=money))
    conquest.take(SYSTEM, run, FRANCE, UK)
    assert run.state.control[FRANCE] == FRANCE
    assert run.state.money(GERMANY, "IPC") == 40


@pytest.mark.rule("AA-POL-031")
def test_AA_POL_031_a_power_at_war_with_nobody_is_neutral_until_it_is() -> None:
    """Neutral, it has no comrades."""
    game = position(phase="Combat Move", round=1)
    assert Situation(SYSTEM, game.state, RUSSIA).comrades == {RUSSIA}
    run = run_of(game)
    declarations.declare(SYSTEM, run, GERMANY, (RUSSIA,))
    assert {RUSSIA, UK, FRANCE} <= Situation(SYSTEM, run.state, RUSSIA).comrades
    assert run.state.relation(RUSSIA, AMERICA) == "neutral"


@pytest.mark.rule("AA-DOW-002", "AA-POL-069")
def test_AA_DOW_002_the_united_states_may_declare_war_as_they_collect_income_in_turn_three() -> (
    None
):
    for number in (2, 3):
        game = position(power=AMERICA, phase="Collect Income", round=number)
        assert game.can(DeclareWar((JAPAN,), power=AMERICA)) is (number == 3)
    game.do(DeclareWar((JAPAN,), power=AMERICA))
    assert game.state.relation(AMERICA, JAPAN) == "war"


@pytest.mark.rule("AA-GLO-055")
def test_AA_GLO_055_american_factories_grow_for_free_when_the_war_comes() -> None:
    """In another power's turn already; ten units leave each of them."""
    homes = tuple(f"{part} United States" for part in ("Eastern", "Central", "Western"))
    game = position(power=JAPAN, phase="Combat Move", round=1)
    before = [one(game, home, "minor factory") for home in homes]
    events = game.do(DeclareWar((AMERICA,), power=JAPAN))
    assert [one(game, home, "industrial complex") for home in homes] == before
    assert not of_kind(events, ev.ResourceChanged)
    assert SYSTEM.types["industrial complex"].numbers["production"] == 10


# --- economy ------------------------------------------------------------------------------------


@pytest.mark.rule("AA-OBJ-038")
def test_AA_OBJ_038_china_buys_artillery_while_the_burma_road_is_open() -> None:
    """Any one territory lost closes it."""
    game = position(power=CHINA, phase="Purchase Units", money={CHINA: 8})
    assert set(offers(SYSTEM, game.state, CHINA)) == {RIFLES, "light artillery"}
    game.do(Buy(CHINA, {"light artillery": 2}, power=CHINA))
    for lost in ("India", "Burma", "Yunnan", "Szechwan"):
        shut = position(power=CHINA, phase="Purchase Units", control={lost: JAPAN},
                        units={lost: {JAPAN: {RIFLES: 1}}}, money={CHINA: 8})  # fmt: skip
        cannot(shut, Buy(CHINA, {"light artillery": 1}, power=CHINA), "AA-OBJ-038")


@pytest.mark.rule("AA-GLO-038")
def test_AA_GLO_038_facilities_are_built_in_territories_of_their_economy() -> None:
    game = position(power=UK, phase="Mobilize New Units", purchased={"UK Pacific": {"air base": 1}})
    base = waiting(game, "UK Pacific")
    cannot(game, Place(base, "Egypt"), "AA-GLO-038")
    game.do(Place(base, "Burma"))
    assert game.state.unit(base[0]).place == "Burma"


@pytest.mark.rule("AA-MOB-018")
@pytest.mark.parametrize(("where", "lawful"), [("Romania", True), ("Poland", False),
                                               (FRANCE, False)])  # fmt: skip
def test_AA_MOB_018_a_large_complex_needs_an_original_territory_worth_three(
    where: str, lawful: bool
) -> None:
    game = position(
        power=GERMANY, phase="Mobilize New Units", control={FRANCE: GERMANY},
        purchased={GERMANY: {"industrial complex": 1}},
    )  # fmt: skip
    order = Place(waiting(game, GERMANY), where, power=GERMANY)
    if lawful:
        game.do(order)
    else:
        cannot(game, order, "AA-MOB-018")


# --- aircraft and carriers ----------------------------------------------------------------------


def test_AA_AIR_021_in_noncombat_moves_a_carrier_goes_where_aircraft_reach_it() -> None:
    """Corsica lies beside the fighter: as long as it is French, no carrier is needed."""
    zones = {"sea zone 93": {UK: {"aircraft carrier": 1}}, "sea zone 95": {UK: {"fighter": 1}}}
    for holder in (FRANCE, GERMANY):
        game = position(units=zones, control={"Corsica": holder}, power=UK, phase="Noncombat Move")
        (fighter,) = ids(game, "sea zone 95", "fighter")
        spent = ev.UnitsMoved(
            (fighter,), ("sea zone 95", "sea zone 97", "sea zone 95"), "combat", 3
        )
        game.node = game.record.append([spent], parent=game.node, cause="edit")
        away = order(game, "aircraft carrier", "sea zone 93", "sea zone 92", "sea zone 91")
        if holder == GERMANY:
            cannot(game, away, "AA-AIR-021")
            away = order(game, "aircraft carrier", "sea zone 93", "sea zone 94")
        game.do(away)
