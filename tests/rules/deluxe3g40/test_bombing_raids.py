"""Bombing raids of the missions phase."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.errors import BattleError
from a4a.rules.areas import orders as o
from a4a.rules.areas.bases.facilities import under_construction
from a4a.rules.choices import Answers, Tally
from a4a.rules.fight import Army, Band, Fight
from a4a.rules.game import Game
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.odds import raid as odds_of
from a4a.rules.systems.deluxe3g40.missions.strikes import dog_fight_value
from a4a.rules.systems.deluxe3g40.missions.targets import damage_of, gun, may_strike
from a4a.rules.systems.deluxe3g40.orders import ChooseSide, Raid
from tests.rules.deluxe3g40.missions import (
    AMERICA,
    FRANCE,
    GERMANY,
    ITALY,
    SYSTEM,
    UK,
    begun,
    happened,
    ids,
    log,
    one,
    refused,
    rules,
    war,
)

PART = "Bombing Raids"
LONDON, FROM = "United Kingdom", "Holland/Belgium"
STRATEGIC, TACTICAL, SUPER = "strategic bomber", "tactical bomber", "super fortress"
NAVAL, COMPLEX = "naval base", "industrial complex"
MISS = 8


def raid(
    *,
    home: dict[str, int] | None = None,
    also: Any = None,
    assigned: tuple[tuple[str, str], ...] = (),
    dice: tuple[int, ...] = (),
    pairs: tuple[tuple[str, str], ...] = ((GERMANY, UK),),
    more: Any = None,
    **force: int,
) -> Game:
    """Germans in Belgium, all of them assigned, with Britain in reach."""
    fleet = {kind.replace("_", " "): n for kind, n in force.items()}
    units: dict[str, Any] = {FROM: {GERMANY: fleet}}
    if home:
        units[LONDON] = {UK: home}
    units |= also or {}
    marked = (*((FROM, kind) for kind in fleet), *assigned)
    return begun(
        PART, units=units, relations=war(*pairs), assigned=marked, dice=dice or [MISS] * 40,
        **(more or {}),
    )  # fmt: skip


def fly(game: Game, *kinds: str, to: str = LONDON, of: str = FROM) -> Game:
    game.do(Raid(to, tuple(i for kind in kinds for i in ids(game, of, kind))))
    return game


def asked(game: Game) -> tuple[str, tuple[str, ...]]:
    assert game.decision is not None
    return game.decision.kind, game.decision.powers


def aim(game: Game, **at: str) -> Game:
    """Send all units of each type at a facility in Britain."""
    assert game.decision is not None
    kinds = {k.replace("_", " "): v for k, v in at.items()}
    state = game.state
    game.do(o.Aim({i: one(game, LONDON, kinds[state.unit(i).type]) for i in game.decision.units}))
    return game


def damage(game: Game, kind: str, space: str = LONDON) -> int:
    return game.state.unit(one(game, space, kind)).damage


# --- initiative -----------------------------------------------------------------------------------


def both(*dice: int) -> Game:
    return raid(
        strategic_bomber=1, also={LONDON: {UK: {STRATEGIC: 1}}}, assigned=((LONDON, STRATEGIC),),
        dice=(*dice, *[MISS] * 30),
    )  # fmt: skip


def test_DX_SMP_092_the_higher_roll_chooses_which_side_is_first() -> None:
    game = both(3, 7)
    assert [(e.power, e.dice[0].face) for e in happened(game, ev.Rolled)] == [(GERMANY, 3), (UK, 7)]
    assert asked(game) == ("initiative", (UK,))
    assert [e.sides for e in happened(game, ev.Rolled)] == [8, 8]
    game.do(ChooseSide("Axis"))
    assert asked(game) == ("bombing raid", (GERMANY,))
    assert "The United Kingdom let the Axis go first" in log(game)


def test_DX_SMP_093_the_other_side_raids_when_the_first_has_done() -> None:
    game = both(8, 1)
    game.do(ChooseSide("Allies"))
    assert asked(game) == ("bombing raid", (UK,))
    game.do(Raid())
    assert asked(game) == ("bombing raid", (GERMANY,))
    game.do(Raid())
    assert game.state.phase != PART


def test_DX_SMP_094_equal_rolls_are_rolled_again() -> None:
    game = both(5, 5, 2, 4)
    rolls = happened(game, ev.Rolled)
    assert [e.dice[0].face for e in rolls] == [5, 5, 2, 4]
    assert rolls[1].outcome == "a tie"
    assert asked(game) == ("initiative", (UK,))


def test_DX_SMP_092_no_roll_where_only_one_side_can_raid() -> None:
    game = raid(strategic_bomber=1)
    assert not happened(game, ev.Rolled)
    assert asked(game) == ("bombing raid", (GERMANY,))
    refused(both(8, 1), ChooseSide("Martians"), "DX-SMP-092")


# --- who raids ------------------------------------------------------------------------------------


def test_DX_SMP_095_AIR_034_058_assigned_bombers_raid_and_their_markers_come_off() -> None:
    game = raid(strategic_bomber=1, tactical_bomber=1)
    fly(game, STRATEGIC, TACTICAL)
    assert all(not game.state.unit(i).flags for i in ids(game, FROM))
    (battle,) = happened(game, ev.BattleOpened)
    assert (battle.space, battle.kind) == (LONDON, "bombing raid")


def test_DX_SMP_095_not_without_a_marker_nor_where_nothing_can_be_raided() -> None:
    game = raid(strategic_bomber=1, also={"Norway": {GERMANY: {STRATEGIC: 1}}})
    refused(game, Raid(LONDON, ids(game, "Norway", STRATEGIC)), "DX-SMP-095")
    both_ = (*ids(game, FROM, STRATEGIC), *ids(game, "Norway", STRATEGIC))
    refused(game, Raid(LONDON, both_), "DX-SMP-095")
    refused(game, Raid("Cyprus", ids(game, FROM, STRATEGIC)), "DX-SMP-095")


def test_DX_SMP_095_only_enemies_are_raided() -> None:
    game = raid(strategic_bomber=1, pairs=((ITALY, UK),))
    assert game.state.phase == PART
    assert game.decision is None


def test_DX_SMP_097_a_power_may_stand_down() -> None:
    game = raid(strategic_bomber=2)
    assert asked(game) == ("bombing raid", (GERMANY,))
    game.do(Raid())
    assert not happened(game, ev.BattleOpened)
    assert game.state.phase != PART


def test_DX_SMP_108_the_raid_lies_within_half_the_range() -> None:
    """Britain is two spaces away: a tactical bomber flies four in all, out and back."""
    assert raid(tactical_bomber=1).decision is not None
    near = raid(strategic_bomber=1, tactical_bomber=1, also={"Poland": {GERMANY: {TACTICAL: 1}}},
                assigned=(("Poland", TACTICAL),))  # fmt: skip
    far = (*ids(near, FROM, STRATEGIC), *ids(near, "Poland", TACTICAL))
    refused(near, Raid(LONDON, far), "DX-SMP-108")


def test_DX_SMP_108_aircraft_are_where_they_took_off_when_the_raid_is_over() -> None:
    game = fly(raid(strategic_bomber=1, fighter=1), STRATEGIC, "fighter")
    aim(game, strategic_bomber=NAVAL)
    assert len(ids(game, FROM, power=GERMANY, kind=STRATEGIC)) == 1
    assert len(ids(game, FROM, "fighter")) == 1
    assert not happened(game, ev.UnitsMoved)


# --- escorts, interceptors, the dog fight ---------------------------------------------------------


def test_DX_SMP_100_escorts_are_committed_before_interceptors() -> None:
    game = fly(raid(strategic_bomber=1, fighter=1, home={"fighter": 1}), STRATEGIC, "fighter")
    assert asked(game) == ("interception", (UK,))
    (battle,) = game.state.battles.values()
    assert [(p.task, len(p.units)) for p in battle.participants] == [("raid", 1), ("escort", 1)]


def test_DX_SMP_096_fighters_on_the_ground_need_no_marker() -> None:
    game = fly(raid(strategic_bomber=1, home={"fighter": 2}), STRATEGIC)
    assert game.decision is not None
    assert game.decision.most == 2


@pytest.mark.parametrize(("assigned", "asked_"), [(True, True), (False, False)])
def test_DX_SMP_098_AIR_046_assigned_fighters_intercept_from_elsewhere(
    assigned: bool, asked_: bool
) -> None:
    game = raid(
        strategic_bomber=1, also={"Scotland": {UK: {"fighter": 1}}},
        assigned=(("Scotland", "fighter"),) if assigned else (),
    )  # fmt: skip
    fly(game, STRATEGIC)
    assert (asked(game)[0] == "interception") == asked_


def test_DX_SMP_098_a_fighter_flies_once() -> None:
    """Having met the first raid, it cannot meet the second; nor can an escort go twice."""
    game = raid(strategic_bomber=1, tactical_bomber=1, fighter=1, home={"fighter": 1})
    spitfire, escort = ids(game, LONDON, "fighter"), ids(game, FROM, "fighter")
    fly(game, STRATEGIC, "fighter")
    game.do(o.Intercept(spitfire))
    aim(game, strategic_bomber=NAVAL)
    assert asked(game) == ("bombing raid", (GERMANY,))
    refused(game, Raid(LONDON, (*ids(game, FROM, TACTICAL), *escort)), "DX-SMP-095")
    fly(game, TACTICAL)
    assert asked(game)[0] == "targets"


def test_DX_SMP_096_098_who_cannot_intercept() -> None:
    game = fly(raid(strategic_bomber=1, home={"fighter": 1, TACTICAL: 1}), STRATEGIC)
    refused(game, o.Intercept(ids(game, LONDON, TACTICAL)), "DX-SMP-096")
    refused(game, o.Intercept(ids(game, LONDON, "fighter") * 2), "DX-SMP-096")


def test_DX_SMP_098_who_cannot_escort() -> None:
    game = raid(
        strategic_bomber=1, also={FROM: {GERMANY: {STRATEGIC: 1, "fighter": 1}}, "Egypt":
        {GERMANY: {"fighter": 1}}, LONDON: {UK: {"fighter": 1}}}, assigned=(("Egypt", "fighter"),),
    )  # fmt: skip
    bombers = ids(game, FROM, STRATEGIC)
    refused(game, Raid(LONDON, (*bombers, *ids(game, "Egypt", "fighter"))), "DX-SMP-098")
    refused(game, Raid(LONDON, (*bombers, *ids(game, FROM, "fighter"))), "DX-SMP-095")
    refused(game, Raid(LONDON, (*bombers, *ids(game, LONDON, "fighter"))), "DX-SMP-098")
    refused(game, Raid(LONDON, bombers * 2), "DX-SMP-095")


@pytest.mark.rule("AA-SBR-016")
def test_DX_SMP_099_one_round_at_dog_fight_values() -> None:
    game = raid(strategic_bomber=1, tactical_bomber=1, fighter=1, home={"fighter": 1})
    fly(game, STRATEGIC, TACTICAL, "fighter")
    game.do(o.Intercept(ids(game, LONDON, "fighter")))
    attack, defense = happened(game, ev.Rolled)
    assert [(d.unit_type, d.target) for d in attack.dice] == [
        (TACTICAL, 1), (STRATEGIC, 1), ("fighter", 2),
    ]  # fmt: skip
    assert [(d.unit_type, d.target) for d in defense.dice] == [("fighter", 3)]
    assert len(happened(game, ev.CombatRoundBegan)) == 1


@pytest.mark.rule("AA-SBR-034")
def test_DX_SMP_099_both_sides_fire_at_once_and_the_hit_are_gone_before_the_bombs() -> None:
    """The interceptor is hit, and hits the only bomber before it goes."""
    game = raid(strategic_bomber=1, home={"fighter": 1}, dice=(1, 3))
    fly(game, STRATEGIC)
    game.do(o.Intercept(ids(game, LONDON, "fighter")))
    assert not ids(game, LONDON, "fighter")
    assert not ids(game, FROM, STRATEGIC)
    assert damage(game, COMPLEX) == damage(game, NAVAL) == 0
    assert happened(game, ev.BattleClosed)[-1].winner == "defender"


def test_DX_SMP_095_raids_on_a_territory_are_told_apart_though_a_raider_is_gone() -> None:
    game = raid(strategic_bomber=2, home={"fighter": 2}, dice=(8, 3, *[8] * 9))
    for number in range(2):
        fighter, bomber = ids(game, LONDON, "fighter")[number], ids(game, FROM, STRATEGIC)[0]
        game.do(Raid(LONDON, (bomber,)))
        game.do(o.Intercept((fighter,)))
    first, second = happened(game, ev.BattleOpened)
    assert len(ids(game, FROM, STRATEGIC)) == 1, "one was shot down"
    assert first.battle != second.battle


def test_DX_SMP_099_the_owner_chooses_between_escort_and_bomber() -> None:
    game = raid(strategic_bomber=1, fighter=1, home={"fighter": 1}, dice=(8, 8, 3, *[8] * 9))
    fly(game, STRATEGIC, "fighter")
    game.do(o.Intercept(ids(game, LONDON, "fighter")))
    assert game.decision is not None
    assert (asked(game), game.decision.rule) == (("casualties", (GERMANY,)), "DX-SMP-099")


# --- guns and damage ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "facility", "points"),
    [(SUPER, COMPLEX, 6), (STRATEGIC, COMPLEX, 4), (TACTICAL, NAVAL, 2), (STRATEGIC, NAVAL, 4)],
)
def test_DX_SMP_101_102_103_104_fixed_damage_without_a_die(
    kind: str, facility: str, points: int
) -> None:
    game = fly(raid(**{kind.replace(" ", "_"): 1}), kind)
    aim(game, **{kind.replace(" ", "_"): facility})
    assert damage(game, facility) == points
    assert {e.purpose for e in happened(game, ev.Rolled)} == {"aa"}


def test_DX_SMP_104_a_tactical_bomber_raids_minor_factories() -> None:
    game = raid(tactical_bomber=1, also={"Normandy/Bordeaux": {UK: {"minor factory": 1}}},
                more={"control": {"Normandy/Bordeaux": UK}})  # fmt: skip
    fly(game, TACTICAL, to="Normandy/Bordeaux")
    if game.decision is not None and game.decision.kind == "targets":
        bomber = ids(game, FROM, TACTICAL)[0]
        game.do(o.Aim({bomber: one(game, "Normandy/Bordeaux", "minor factory")}))
    assert damage(game, "minor factory", "Normandy/Bordeaux") == 2


@pytest.mark.rule("AA-SBR-019")
def test_DX_SMP_105_a_tactical_bomber_does_not_raid_large_ones() -> None:
    game = fly(raid(tactical_bomber=1), TACTICAL)
    bomber = ids(game, FROM, TACTICAL)[0]
    refused(game, o.Aim({bomber: one(game, LONDON, COMPLEX)}), "DX-SMP-105")
    refused(game, o.Aim({}), "DX-SMP-101")


@pytest.mark.rule("AA-SBR-001")
@pytest.mark.parametrize(
    "facility", ["air base", "naval base", "rail station", "oil derrick", "minor bunker"]
)
def test_DX_FAC_006_019_028_041_055_072_bombers_damage_tactical_facilities(facility: str) -> None:
    for kind in (TACTICAL, STRATEGIC, SUPER):
        assert may_strike(SYSTEM, kind, facility)
        assert not may_strike(SYSTEM, "fighter", facility)


@pytest.mark.parametrize(
    "facility", ["air base", "naval base", "rail station", "oil derrick", COMPLEX, "minor factory"]
)
def test_DX_FAC_005_018_027_040_SMP_106_guns_built_into_facilities_hit_on_1(facility: str) -> None:
    game = raid(strategic_bomber=1, also={LONDON: {UK: {facility: 1}}})
    assert gun(SYSTEM, game.state, game.state.unit(one(game, LONDON, facility))) == 1


@pytest.mark.parametrize(
    ("kind", "attack", "defense"), [(SUPER, 2, 2), ("jet fighter", 4, 4), (STRATEGIC, 1, 1)]
)
def test_DX_SPC_044_045_063_064_AIR_054_055_dog_fight_values(
    kind: str, attack: int, defense: int
) -> None:
    assert dog_fight_value(SYSTEM, kind, "attacker") == attack
    assert dog_fight_value(SYSTEM, kind, "defender") == defense


@pytest.mark.rule("AA-SBR-022", "AA-SBR-025")
@pytest.mark.parametrize(("face", "hit"), [(1, True), (2, False)])
def test_DX_SMP_106_FAC_005_018_EXA_008_the_gun_hits_on_1(face: int, hit: bool) -> None:
    game = fly(raid(strategic_bomber=2, dice=(face, 8)), STRATEGIC)
    aim(game, strategic_bomber=NAVAL)
    (gun,) = happened(game, ev.Rolled)
    assert gun.power == UK
    assert [d.target for d in gun.dice] == [1, 1]
    assert len(ids(game, FROM, STRATEGIC)) == 2 - hit
    assert damage(game, NAVAL) == (4 if hit else 6)


def test_DX_SMP_106_guns_do_not_hit_escorts() -> None:
    game = fly(raid(strategic_bomber=1, fighter=1, dice=(1, *[MISS] * 9)), STRATEGIC, "fighter")
    aim(game, strategic_bomber=NAVAL)
    assert not ids(game, FROM, STRATEGIC)
    assert len(ids(game, FROM, "fighter")) == 1
    assert damage(game, NAVAL) == 0


def test_DX_SPC_018_020_CMB_009_EXA_008_beside_a_radar_tower_the_gun_hits_on_2() -> None:
    tower = {LONDON: {UK: {"radar tower": 1}}}
    game = aim(fly(raid(strategic_bomber=1, also=tower, dice=(2,)), STRATEGIC),
               strategic_bomber=NAVAL)  # fmt: skip
    (gun,) = happened(game, ev.Rolled)
    assert gun.expected == pytest.approx(1 / 4)
    assert not ids(game, FROM, STRATEGIC)
    far = {"Scotland": {UK: {"radar tower": 1}}}
    game = aim(fly(raid(strategic_bomber=1, also=far), STRATEGIC), strategic_bomber=NAVAL)
    assert happened(game, ev.Rolled)[0].expected == pytest.approx(1 / 8)


def test_DX_SPC_021_a_radar_tower_is_no_target() -> None:
    game = fly(raid(strategic_bomber=1, also={LONDON: {UK: {"radar tower": 1}}}), STRATEGIC)
    assert game.decision is not None
    assert "radar tower" not in game.decision.options


def test_DX_FAC_081_bunkers_have_no_gun() -> None:
    game = raid(strategic_bomber=1, also={LONDON: {UK: {"minor bunker": 1}}})
    aim(fly(game, STRATEGIC), strategic_bomber="minor bunker")
    assert not happened(game, ev.Rolled)
    assert damage(game, "minor bunker") == 3


@pytest.mark.rule("AA-SBR-032")
def test_DX_SMP_107_FAC_020_no_more_damage_than_a_facility_can_have() -> None:
    game = aim(fly(raid(strategic_bomber=2), STRATEGIC), strategic_bomber=NAVAL)
    assert damage(game, NAVAL) == 6
    full = raid(strategic_bomber=1, more={"damage": {(LONDON, NAVAL): 6}})
    assert NAVAL not in fly(full, STRATEGIC).decision.options  # type: ignore[union-attr]


@pytest.mark.rule("AA-SBR-020")
def test_DX_SMP_109_each_bomber_meets_the_gun_of_its_own_target() -> None:
    game = fly(raid(strategic_bomber=1, tactical_bomber=2), STRATEGIC, TACTICAL)
    aim(game, strategic_bomber=COMPLEX, tactical_bomber=NAVAL)
    guns = [(e.outcome, len(e.dice)) for e in happened(game, ev.Rolled)]
    assert guns == [(COMPLEX, 1), (NAVAL, 2)]
    assert (damage(game, COMPLEX), damage(game, NAVAL)) == (4, 4)


def test_DX_FAC_004_017_an_unfinished_base_does_not_fire() -> None:
    game = raid(strategic_bomber=1)
    base = game.state.unit(one(game, LONDON, NAVAL))
    unfinished = msgspec.structs.replace(base, flags=(under_construction(1),))
    assert gun(SYSTEM, game.state, base) == 1
    assert gun(SYSTEM, game.state, unfinished) == 0


def test_DX_SMP_110_no_raid_is_offered_in_a_powers_own_combat() -> None:
    assert not SYSTEM.able("raids bases") | SYSTEM.able("raids industrial complexes")


def test_DX_AIR_012_023_air_transports_and_war_planes_raid_nothing() -> None:
    assert damage_of(SYSTEM, "air transport") == damage_of(SYSTEM, "war plane") == 0
    assert SYSTEM.able("escort") == SYSTEM.able("intercept") == {"fighter", "jet fighter"}


@pytest.mark.rule("AA-SBR-003", "AA-SBR-035")
def test_AA_SBR_003_both_kinds_raid_one_base_and_their_damage_counts_together() -> None:
    """4 of the one and 2 of the other are all that the base can have."""
    game = fly(raid(strategic_bomber=1, tactical_bomber=1), STRATEGIC, TACTICAL)
    aim(game, strategic_bomber=NAVAL, tactical_bomber=NAVAL)
    assert damage(game, NAVAL) == 6
    game = fly(raid(strategic_bomber=1, tactical_bomber=2), STRATEGIC, TACTICAL)
    aim(game, strategic_bomber=NAVAL, tactical_bomber=NAVAL)
    assert damage(game, NAVAL) == 6


@pytest.mark.rule("AA-SBR-013")
def test_AA_SBR_013_no_air_battle_without_interceptors() -> None:
    game = fly(raid(strategic_bomber=1, fighter=1, home={"fighter": 2}), STRATEGIC, "fighter")
    assert asked(game) == ("interception", (UK,))
    game.do(o.Intercept(()))
    aim(game, strategic_bomber=NAVAL)
    assert not happened(game, ev.CombatRoundBegan)
    assert {e.purpose for e in happened(game, ev.Rolled)} == {"aa"}


@pytest.mark.rule("AA-SBR-014", "AA-SBR-015", "AA-SBR-024")
def test_AA_SBR_014_015_024_one_air_battle_and_nobody_on_the_ground_has_a_part_in_it() -> None:
    """Two facilities are raided; neither AAA nor the aircraft that stay fire."""
    home = {"fighter": 2, "tactical bomber": 1, "AAA": 2, "regular infantry": 2}
    game = fly(raid(strategic_bomber=1, tactical_bomber=1, home=home), STRATEGIC, TACTICAL)
    game.do(o.Intercept(ids(game, LONDON, "fighter")[:1]))
    aim(game, strategic_bomber=COMPLEX, tactical_bomber=NAVAL)
    assert len(happened(game, ev.CombatRoundBegan)) == 1
    rolled = [(e.role, [d.unit_type for d in e.dice]) for e in happened(game, ev.Rolled)]
    assert rolled == [
        ("attacker", [TACTICAL, STRATEGIC]), ("defender", ["fighter"]),
        ("defender", [COMPLEX]), ("defender", [NAVAL]),
    ]  # fmt: skip


@pytest.mark.rule("AA-SBR-023")
def test_AA_SBR_023_the_attacker_picks_the_bomber_that_a_gun_brings_down() -> None:
    game = fly(raid(strategic_bomber=1, tactical_bomber=1, dice=(1, 8)), STRATEGIC, TACTICAL)
    aim(game, strategic_bomber=NAVAL, tactical_bomber=NAVAL)
    assert asked(game) == ("casualties", (GERMANY,))
    game.do(o.Casualties({one(game, FROM, TACTICAL): 1}))
    assert not ids(game, FROM, TACTICAL)
    assert damage(game, NAVAL) == 4


@pytest.mark.parametrize(
    ("facility", "most"),
    [
        pytest.param(COMPLEX, 20, marks=pytest.mark.rule("AA-SBR-029")),
        pytest.param("minor factory", 6, marks=pytest.mark.rule("AA-SBR-030")),
        pytest.param(NAVAL, 6, marks=pytest.mark.rule("AA-SBR-031")),
        pytest.param("air base", 6, marks=pytest.mark.rule("AA-SBR-031")),
    ],
)
def test_AA_SBR_029_030_031_what_a_facility_can_have_at_most(facility: str, most: int) -> None:
    """24 points fall on each; those of tactical facilities are DX-FAC-007 and -020."""
    where = "Normandy/Bordeaux" if facility == "minor factory" else LONDON
    also = {where: {UK: {facility: 1}}} if where != LONDON else {}
    game = raid(strategic_bomber=6, also=also, more={"control": {where: UK}})
    fly(game, STRATEGIC, to=where)
    if game.decision is not None and game.decision.kind == "targets":
        game.do(o.Aim(dict.fromkeys(game.decision.units, one(game, where, facility))))
    assert damage(game, facility, where) == most


# --- several powers, forms, odds ------------------------------------------------------------------


def test_every_enemy_with_fighters_is_asked() -> None:
    game = raid(
        strategic_bomber=1, home={"fighter": 1}, also={"Scotland": {FRANCE: {"fighter": 1},
        AMERICA: {"fighter": 1}}}, assigned=(("Scotland", "fighter"),),
        pairs=((GERMANY, UK), (GERMANY, FRANCE)),
    )  # fmt: skip
    fly(game, STRATEGIC)
    open_ = {p for a in game.state.decisions.values() if a.kind == "interception" for p in a.powers}
    assert open_ == {UK, FRANCE}


def test_forms_offer_each_territory_and_say_what_to_expect() -> None:
    game = raid(strategic_bomber=2, fighter=1, home={"fighter": 1})
    forms = rules().choices(game.state)
    (stand_down,) = [f for f in forms if isinstance(f, Answers)]
    assert stand_down.answers[0].order == Raid()
    (tally,) = [f for f in forms if isinstance(f, Tally) and f.space == LONDON]
    assert tally.forecast is not None
    assert tally.outlook is not None
    picks = {item.key: {"": 1} for item in tally.items}
    assert tally.forecast(picks)[0].startswith("The industrial complex: 3.5 of 20 points")
    title, first, *_ = tally.outlook()
    assert title == "With all of them:"
    every = {item.key: {"": item.most} for item in tally.items}
    assert first == tally.forecast(every)[0]
    (order,) = tally.make(picks)
    game.do(order)
    assert asked(game) == ("interception", (UK,))


def test_the_odds_are_what_the_kernel_does() -> None:
    """Two bombers and a fighter at a base with room for 6, met by two fighters."""
    game = raid(strategic_bomber=2, fighter=1, home={"fighter": 2})
    state, rising = game.state, ids(game, LONDON, "fighter")
    force, base = ids(game, FROM), one(game, LONDON, NAVAL)
    phase, dice, total, games = rules().phase(state), SeededDice(7), 0, 200
    assert phase is not None
    for _ in range(games):
        run = Run(state, dice)
        phase.execute(run, Raid(LONDON, force))
        phase.execute(run, o.Intercept(rising))
        while run.state.battles:
            asked = phase.decision(run.state)
            assert asked is not None
            if asked.kind == "casualties":
                cheap = sorted(asked.units, key=lambda i: SYSTEM.types[state.unit(i).type].cost)
                phase.execute(run, o.Casualties(dict.fromkeys(cheap[: asked.least], 1)))
            else:
                phase.execute(run, o.Aim(dict.fromkeys(asked.units, base)))
        total += run.state.unit(base).damage
    attackers, defenders = map(state.unit, force), map(state.unit, rising)
    wanted = odds_of(SYSTEM, attackers, defenders, gun=1, room=6).solve().expected_damage
    assert total / games == pytest.approx(wanted, abs=4 * 2.5 / games**0.5)
    assert 3 < wanted < 5.5


def odds(target: str, damage: int, defenders: dict[str, int], **force: int) -> float:
    bands = tuple(Band(kind.replace("_", " "), n) for kind, n in force.items())
    rising = (Army(tuple(Band(kind, n) for kind, n in defenders.items())),) if defenders else ()
    made = rules().raids.raid(Fight("raid", Army(bands), rising), target, damage)
    return made.solve().expected_damage


def test_odds_of_raids_that_somebody_names() -> None:
    assert odds(NAVAL, 0, {}, strategic_bomber=1) == pytest.approx(4 * 7 / 8)
    assert odds(NAVAL, 0, {}, battleship=1) == pytest.approx(4)
    assert odds(NAVAL, 3, {}, super_fortress=1) == pytest.approx(3 * 7 / 8)
    alone = odds(NAVAL, 0, {"fighter": 1}, strategic_bomber=1)
    assert alone == pytest.approx(4 * 7 / 8 * 5 / 8)
    assert odds(NAVAL, 0, {"fighter": 1}, strategic_bomber=1, fighter=1) > alone


@pytest.mark.parametrize(
    ("target", "damage", "defenders", "force"),
    [
        (COMPLEX, 0, {}, {"tactical_bomber": 1}),
        (NAVAL, 7, {}, {"strategic_bomber": 1}),
        ("radar tower", 0, {}, {"strategic_bomber": 1}),
        (NAVAL, 0, {TACTICAL: 1}, {"strategic_bomber": 1}),
        (NAVAL, 0, {}, {"fighter": 1}),
    ],
)
def test_odds_refuse_raids_that_cannot_be(
    target: str, damage: int, defenders: dict[str, int], force: dict[str, int]
) -> None:
    with pytest.raises(BattleError):
        odds(target, damage, defenders, **force)
