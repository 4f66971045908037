"""Land combat: who attacks what, losses, forts, terrain, retreat and advance (9, 9.1)."""

from __future__ import annotations

import pytest

from a4a.core import events as ev
from a4a.core.errors import RuleViolation
from a4a.core.state import OpenBattle
from a4a.rules.systems.war_in_europe.combat import battles
from a4a.rules.systems.war_in_europe.forms.fighting import combat_forms
from a4a.rules.systems.war_in_europe.orders.fighting import (
    Advance,
    Attack,
    EndCombat,
    Retreat,
    TakeLosses,
)
from a4a.rules.systems.war_in_europe.standing import WITH
from tests.rules.war_in_europe.fighting import Play, throw
from tests.rules.war_in_europe.positions import system

ARMOR, INFANTRY, SECOND = "Germany: 1st armor", "Germany: 1st infantry", "Germany: 4th infantry"
FRENCH, OTHER, PANZER = "France: 2nd infantry", "France: 3rd infantry", "France: 1st armor"
MAGINOT = "France: Maginot fort"
HERE, THERE = "1908", "1808"


def play(*dice: int, **more: str) -> Play:
    """German armor and infantry beside French infantry on open ground."""
    counters = {ARMOR: HERE, INFANTRY: HERE, FRENCH: THERE}
    return Play("Axis", counters | {k.replace("_", " "): v for k, v in more.items()}, throw(*dice))


def refused(play: Play, order: object, rule: str) -> None:
    with pytest.raises(RuleViolation) as error:
        play.check(order)
    assert error.value.rule == rule, str(error.value)


def test_WE_CMB_001_nothing_forces_an_attack() -> None:
    assert play().give(EndCombat()).asked is None


def test_WE_CMB_003_the_attack_is_fought_before_another_is_declared() -> None:
    game = Play(
        "Axis",
        {ARMOR: HERE, FRENCH: THERE, SECOND: "2008", OTHER: "1909", "France: 1st air": "1709"},
        throw(7, 7),
    ).attack(THERE, ARMOR)
    assert game.kind == "support"
    assert game.asked.powers == ("France", "Soviet Union", "Great Britain", "United States")
    assert game.asked.orders == ("Support",)


def test_WE_CMB_002_SEQ_012_all_in_the_hex_defend_and_any_number_attacks() -> None:
    game = Play(
        "Axis",
        {ARMOR: HERE, INFANTRY: HERE, SECOND: HERE, FRENCH: THERE, OTHER: THERE},
        throw(12, 12),
    ).attack(THERE, ARMOR, INFANTRY, SECOND)
    assert game.readings() == [("Land vs. Land", 14, "12-15", 0), ("Land vs. Land", 6, "4-7", 0)]


def test_WE_CMB_002_ready_air_units_in_the_hex_defend_it_unasked() -> None:
    counters = {ARMOR: HERE, FRENCH: THERE, "France: 1st air": THERE}
    game = Play("Axis", counters, throw(12, 12)).attack(THERE, ARMOR)
    assert game.readings()[1] == ("Land vs. Land", 6, "4-7", 0)
    marked = Play("Axis", counters, throw(12, 12), flags={"France: 1st air": ("ops complete",)})
    assert marked.attack(THERE, ARMOR).readings()[1] == ("Land vs. Land", 3, "1-3", 0)


def test_WE_LCB_001_CMP_010_only_land_units_beside_the_hex_attack_and_no_fort() -> None:
    game = Play("Axis", {"Germany: fort 1": HERE, INFANTRY: "2007", ARMOR: HERE, FRENCH: THERE})
    refused(game, Attack(THERE, game.ids("Germany: fort 1")), "WE-LCB-001")
    refused(game, Attack(THERE, game.ids(INFANTRY)), "WE-LCB-001")
    refused(game, Attack("1809", game.ids(ARMOR)), "WE-LCB-001")  # nobody is there
    game.check(Attack(THERE, game.ids(ARMOR)))


def test_WE_LCB_001_no_attack_across_an_all_sea_hexside() -> None:
    game = Play("Axis", {INFANTRY: "1708", "Great Britain: 1st armor": "1607"})
    refused(game, Attack("1607", game.ids(INFANTRY)), "WE-LCB-001")


def test_WE_SEQ_011_a_land_unit_attacks_once_a_phase() -> None:
    game = Play(
        "Axis", {ARMOR: HERE, INFANTRY: HERE, FRENCH: THERE, OTHER: "1909"}, throw(12, 12)
    ).attack(THERE, ARMOR)
    assert game.winners == ["nobody"]
    refused(game, Attack("1909", game.ids(ARMOR)), "WE-SEQ-011")
    game.check(Attack("1909", game.ids(INFANTRY)))


def test_WE_ARM_002_007_units_that_have_fought_attack_again_in_armored_action() -> None:
    game = play(12, 12, 12, 12).attack(THERE, ARMOR, INFANTRY)
    again = Play("Axis", {ARMOR: HERE, INFANTRY: HERE, FRENCH: THERE}, armored=True)
    again.tell(ev.TurnBegan(game.state.active), ev.PhaseBegan("Axis Armored Combat"))
    assert again.phase.name == "Axis Armored Combat"
    game.tell(ev.TurnBegan(game.state.active), ev.PhaseBegan(again.phase.name))
    again.phase.verify(game.state, Attack(THERE, game.ids(ARMOR, INFANTRY)))


def test_WE_CMB_004_air_units_and_fleets_do_not_attack_land_units_alone() -> None:
    game = Play(
        "Axis", {"Germany: 1st air": HERE, FRENCH: THERE, "Italy: fleet": "1912", OTHER: "1911"}
    )
    refused(game, Attack(THERE, game.ids("Germany: 1st air")), "WE-CMB-004")
    refused(game, Attack("1911", game.ids("Italy: fleet")), "WE-CMB-004")


def test_WE_CMB_005_land_units_do_not_attack_fleets() -> None:
    game = Play("Axis", {INFANTRY: "1709", "Great Britain: Home fleet": "1708"})
    refused(game, Attack("1708", game.ids(INFANTRY)), "WE-CMB-005")


@pytest.mark.rule("WE-CMB-029")
def test_WE_CMB_014_losses_fall_together_after_both_have_fired() -> None:
    # 6 + 4 factors with 4: one loss; the French fire with all 3 factors, and cause one as well
    game = play(7, 4).attack(THERE, ARMOR, INFANTRY)
    assert game.readings() == [("Land vs. Land", 10, "8-11", 1), ("Land vs. Land", 3, "1-3", 1)]
    assert game.lost(FRENCH) == 1
    assert game.kind == "losses"


def test_WE_CMB_015_the_owner_chooses_who_takes_losses() -> None:
    game = play(7, 4).attack(THERE, ARMOR, INFANTRY)
    assert game.asked.powers == ("Italy", "Germany")
    assert (game.asked.least, game.asked.most) == (1, 1)
    armor, french = game.ids(ARMOR, FRENCH)
    refused(game, TakeLosses({}), "WE-CMB-015")
    refused(game, TakeLosses({armor: 2}), "WE-CMB-015")
    refused(game, TakeLosses({armor: 3}), "WE-CMB-015")
    refused(game, TakeLosses({french: 1}), "WE-LCB-007")
    game.take({INFANTRY: 1})
    assert (game.lost(ARMOR), game.lost(INFANTRY)) == (0, 1)


def test_WE_CMB_015_a_reduced_unit_is_removed_to_its_force_pool() -> None:
    counters = {ARMOR: HERE, INFANTRY: HERE, FRENCH: THERE}
    game = Play("Axis", counters, throw(7, 12), reduced=[FRENCH]).attack(THERE, ARMOR, INFANTRY)
    assert game.place(FRENCH) == "force pool"
    placed = [e for e in game.events if isinstance(e, ev.UnitsPlaced)]
    assert [(e.reason, e.battle) for e in placed] == [("casualty", "land 1.1")]


def test_WE_CMB_008_016_LCB_013_the_loser_retreats_then_the_winner_advances() -> None:
    game = play(7, 12).attack(THERE, ARMOR, INFANTRY)
    assert game.kind == "retreat"
    assert set(game.asked.spaces) == {"1708", "1709", "1809"}
    game.retreat({FRENCH: "1809"})
    assert game.place(FRENCH) == "1809"
    assert game.kind == "advance"
    game.advance({ARMOR: THERE})
    assert game.place(ARMOR) == THERE
    assert game.place(INFANTRY) == HERE
    assert game.winners == ["attacker"]


def test_WE_LCB_013_a_retreat_is_one_hex_of_all_that_are_beaten() -> None:
    game = Play("Axis", {ARMOR: HERE, INFANTRY: HERE, FRENCH: THERE, OTHER: THERE}, throw(7, 12))
    game.attack(THERE, ARMOR, INFANTRY).take({FRENCH: 1})
    first, second = game.ids(FRENCH, OTHER)
    refused(game, Retreat({first: "1809"}), "WE-LCB-013")
    refused(game, Retreat({first: "1809", second: "1810"}), "WE-LCB-013")
    game.retreat({FRENCH: "1809", OTHER: "1709"})
    assert (game.place(FRENCH), game.place(OTHER)) == ("1809", "1709")


def test_WE_ZOC_007_no_retreat_into_an_enemy_zone_without_a_friend() -> None:
    game = play(7, 12).attack(THERE, ARMOR, INFANTRY)
    refused(game, Retreat({game.unit(FRENCH).id: "1909"}), "WE-ZOC-007")
    guarded = Play(
        "Axis", {ARMOR: HERE, INFANTRY: HERE, FRENCH: THERE, OTHER: "1909"}, throw(7, 12)
    ).attack(THERE, ARMOR, INFANTRY)
    guarded.retreat({FRENCH: "1909"})
    assert guarded.place(FRENCH) == "1909"


def test_WE_ZOC_007_beaten_armies_beside_the_enemy_do_not_change_places() -> None:
    """R-274: a friend who is beaten, too, opens no enemy zone; one who stays does."""
    board = {ARMOR: HERE, INFANTRY: "1909", FRENCH: THERE}
    game = Play("Axis", board, throw(12, 4)).attack(THERE, ARMOR, INFANTRY).take({ARMOR: 1})
    first, second = game.ids(ARMOR, INFANTRY)
    refused(game, Retreat({first: "1909", second: HERE}), "WE-ZOC-007")
    assert "1909" not in game.asked.spaces
    game.retreat({ARMOR: "2007", INFANTRY: "1910"})
    held = Play("Axis", board | {SECOND: "1909"}, throw(12, 4)).attack(THERE, ARMOR, INFANTRY)
    held.take({ARMOR: 1}).retreat({ARMOR: "1909", INFANTRY: "1910"})
    assert held.place(ARMOR) == "1909"


def test_a_retreat_invades_no_neutral() -> None:
    game = play(7, 12).attack(THERE, ARMOR, INFANTRY)
    assert "1807" not in game.asked.spaces
    with pytest.raises(RuleViolation):
        game.check(Retreat({game.unit(FRENCH).id: "1807"}))


def test_WE_CMB_019_who_cannot_retreat_is_eliminated() -> None:
    game = Play(
        "Axis",
        {
            ARMOR: HERE,
            INFANTRY: HERE,
            FRENCH: THERE,
            SECOND: "1709",
            "Germany: 7th infantry": "1708",
        },
        throw(7, 12),
        control={"1709": "Germany", "1708": "Germany"},
    ).attack(THERE, ARMOR, INFANTRY)
    assert game.place(FRENCH) == "force pool"
    assert game.kind == "advance"


def test_WE_LCB_014_CMB_009_units_advance_into_vacated_hexes_alone() -> None:
    game = play(7, 12).attack(THERE, ARMOR, INFANTRY).retreat({FRENCH: "1809"})
    armor, french = game.ids(ARMOR, FRENCH)
    refused(game, Advance({armor: "1809"}), "WE-LCB-014")
    refused(game, Advance({french: THERE}), "WE-LCB-014")
    game.advance()
    assert game.place(ARMOR) == HERE


def test_WE_ZOC_006_an_advance_may_end_in_an_enemy_zone() -> None:
    game = play(7, 12).attack(THERE, ARMOR, INFANTRY).retreat({FRENCH: "1809"})
    game.advance({ARMOR: THERE})  # beside 1809
    assert game.place(ARMOR) == THERE
    assert game.state.control[THERE] == "Germany"


def test_WE_CMB_009_nobody_advances_if_the_winner_lost_every_unit() -> None:
    first, third = "United States: 1st armor", "United States: 3rd armor"
    counters = {ARMOR: HERE, INFANTRY: HERE, first: THERE, third: THERE}
    game = Play("Axis", counters, throw(2, 3), reduced=[ARMOR, first, third])
    game.attack(THERE, ARMOR, INFANTRY).take({INFANTRY: 2})
    assert [reading[3] for reading in game.readings()] == [2, 2]  # and the defender rolled higher
    assert game.place(first) == game.place(third) == "force pool"
    game.retreat({ARMOR: "2007"})
    assert game.winners == ["defender"]
    assert game.kind == "attack"


def test_WE_LCB_015_a_losing_attacker_retreats_and_the_defender_may_advance() -> None:
    game = play(12, 4).attack(THERE, ARMOR, INFANTRY).take({ARMOR: 1})
    assert game.kind == "retreat"
    assert set(game.asked.units) == set(game.ids(ARMOR, INFANTRY))
    game.retreat({ARMOR: "2007", INFANTRY: "1907"})
    assert game.asked.units == game.ids(FRENCH)
    game.advance({FRENCH: HERE})
    assert game.place(FRENCH) == HERE
    assert game.winners == ["defender"]


def test_WE_LCB_019_without_a_winner_nobody_retreats_or_advances() -> None:
    game = play(12, 12).attack(THERE, ARMOR, INFANTRY)
    assert game.winners == ["nobody"]
    assert (game.place(ARMOR), game.place(FRENCH)) == (HERE, THERE)
    assert game.kind == "attack"


def test_WE_CMB_017_018_of_equal_losses_the_higher_roll_wins() -> None:
    game = play(11, 12).attack(THERE, ARMOR, INFANTRY)
    assert game.kind == "retreat"
    assert set(game.asked.units) == set(game.ids(ARMOR, INFANTRY))


# --- forts ----------------------------------------------------------------------------------------


def fort(*dice: int, **more: str) -> Play:
    counters = {ARMOR: HERE, INFANTRY: HERE, SECOND: HERE, MAGINOT: "1909", FRENCH: "1909"}
    return Play("Axis", counters, throw(*dice))


def test_WE_LCB_008_CMB_010_a_fort_absorbs_losses_which_do_not_count() -> None:
    # 14 factors, two columns to the left for no terrain of the hex but rough: one column
    game = fort(4, 6).attack("1909", ARMOR, INFANTRY, SECOND)
    assert game.readings() == [("Land vs. Land", 14, "8-11", 2), ("Land vs. Land", 7, "4-7", 1)]
    game.take({INFANTRY: 1})
    assert MAGINOT not in [f"{u.owner}: {u.name}" for u in game.state.units.values()]
    assert game.lost(FRENCH) == 0
    assert game.kind == "retreat"  # the Germans lost 1 to 0
    assert set(game.asked.units) == set(game.ids(ARMOR, INFANTRY, SECOND))


def test_WE_LCB_005_a_fort_adds_to_the_defense() -> None:
    game = fort(12, 12).attack("1909", ARMOR)
    assert game.readings()[1] == ("Land vs. Land", 7, "4-7", 0)


def test_WE_CMP_010_a_fort_that_has_won_does_not_advance() -> None:
    game = fort(12, 6).attack("1909", ARMOR, INFANTRY, SECOND).take({INFANTRY: 1})
    game.retreat({ARMOR: "2007", INFANTRY: "1907", SECOND: "2007"})
    assert game.asked.units == game.ids(FRENCH)


def test_WE_LCB_016_a_beaten_fort_is_eliminated_as_it_cannot_retreat() -> None:
    game = Play(
        "Axis", {ARMOR: HERE, INFANTRY: HERE, "Soviet Union: Moscow fort": "1909"}, throw(11, 10)
    ).attack("1909", ARMOR, INFANTRY)
    assert game.place("Soviet Union: Moscow fort") == "force pool"
    assert game.kind == "advance"


# --- terrain --------------------------------------------------------------------------------------


def test_WE_LCB_009_012_terrain_shifts_the_attackers_column_alone() -> None:
    game = Play("Axis", {ARMOR: HERE, INFANTRY: HERE, OTHER: "1909"}, throw(12, 12))
    game.attack("1909", ARMOR, INFANTRY)
    first, second = game.rolls
    assert (first.chart.column, first.chart.shift, first.chart.final) == ("8-11", -1, "4-7")
    assert (second.chart.column, second.chart.shift, second.chart.final) == ("1-3", 0, "1-3")


@pytest.mark.parametrize(("also", "shift"), [((), -1), (("2106",), 0)])
def test_WE_LCB_010_a_river_counts_if_all_attackers_cross_one(also, shift) -> None:
    # 2206 lies beside 2306 across a river, 2305 beside it on dry land
    names = [ARMOR, *([INFANTRY] if also else [])]
    counters = {ARMOR: "2206", "Poland: 1st infantry": "2306"}
    if also:
        counters[INFANTRY] = "2305"
    game = Play("Axis", counters, throw(12, 12), statuses={"Poland": ("with the Allies",)}).attack(
        "2306", *names
    )
    assert game.rolls[0].chart.shift == shift


def test_WE_LCB_011_terrain_shifts_by_two_columns_at_most() -> None:
    # Paris is a city, and both attackers cross rivers; Sofia's hills are more than two
    game = Play("Axis", {ARMOR: THERE, FRENCH: "1709"}, throw(12, 12), control={THERE: "Germany"})
    game.attack("1709", ARMOR)
    assert game.rolls[0].chart.shift == -2


# --- support --------------------------------------------------------------------------------------

PLANE, ENEMY_PLANE = "Germany: 1st air", "France: 1st air"


def support(*dice: int, flags=None) -> Play:
    counters = {ARMOR: HERE, INFANTRY: HERE, PLANE: "2007", FRENCH: THERE, ENEMY_PLANE: "1709"}
    return Play("Axis", counters, throw(*dice), flags=flags)


def test_WE_LCB_002_support_comes_from_units_whose_zones_hold_the_hex() -> None:
    game = Play(
        "Axis", {ARMOR: HERE, FRENCH: THERE, PLANE: "2206", ENEMY_PLANE: "1613"}, throw(12, 12)
    )
    refused(game, Attack(THERE, game.ids(ARMOR, PLANE)), "WE-LCB-002")
    game.attack(THERE, ARMOR)
    assert game.winners  # the French had none to give, and were not asked


def test_WE_CMP_025_marked_air_units_do_not_support() -> None:
    game = support(12, 12, flags={PLANE: ("ops complete",), ENEMY_PLANE: ("ops complete",)})
    refused(game, Attack(THERE, game.ids(ARMOR, PLANE)), "WE-CMP-025")
    game.attack(THERE, ARMOR)
    assert game.winners


def test_WE_CMB_011_LCB_003_supporters_fight_first_and_the_winner_adds_its_strength() -> None:
    game = support(7, 6, 12, 12).attack(THERE, ARMOR, INFANTRY, PLANE).support(ENEMY_PLANE)
    assert game.readings() == [
        ("Air vs. Air", 4, "3-4", 0),
        ("Air vs. Air", 3, "3-4", 1),
        ("Land vs. Land", 10, "8-11", 0),
        ("Land vs. Land", 6, "4-7", 0),
    ]
    assert game.lost(PLANE) == 1


def test_WE_LCB_004_unopposed_support_counts_up_to_the_land_strength() -> None:
    game = Play(
        "Axis", {INFANTRY: HERE, PLANE: "2007", FRENCH: THERE}, throw(12, 12), reduced=[INFANTRY]
    ).attack(THERE, INFANTRY, PLANE)
    assert game.readings()[0] == ("Land vs. Land", 4, "4-7", 0)


def test_WE_LCB_017_CMP_011_012_air_units_that_took_part_are_marked() -> None:
    game = support(7, 6, 12, 12).attack(THERE, ARMOR, INFANTRY, PLANE).support(ENEMY_PLANE)
    assert game.is_marked(PLANE)
    assert game.is_marked(ENEMY_PLANE)
    refused(game, Attack("1709", game.ids(PLANE)), "WE-CMP-025")
    idle = support(12, 12).attack(THERE, ARMOR, INFANTRY).support()
    assert not idle.is_marked(PLANE)
    assert not idle.is_marked(ENEMY_PLANE)


def test_WE_LCB_007_only_land_units_take_losses_on_land() -> None:
    game = Play(
        "Axis", {ARMOR: HERE, PLANE: "2007", FRENCH: THERE}, throw(12, 4), reduced=[ARMOR]
    ).attack(THERE, ARMOR, PLANE)
    assert game.lost(ARMOR) == 9
    assert game.lost(PLANE) == 0


def test_WE_SOV_010_soviets_fight_apart_from_other_allies() -> None:
    counters = {
        "Soviet Union: 1st infantry": HERE,
        "France: 2nd infantry": HERE,
        "Germany: 1st infantry": THERE,
        "Great Britain: 1st RAF": "1709",
    }
    game = Play("Allies", counters, throw(12, 12))
    both = game.ids("Soviet Union: 1st infantry", "France: 2nd infantry")
    refused(game, Attack(THERE, both), "WE-SOV-010")
    helped = game.ids("Soviet Union: 1st infantry", "Great Britain: 1st RAF")
    refused(game, Attack(THERE, helped), "WE-SOV-010")
    game.check(Attack(THERE, game.ids("France: 2nd infantry", "Great Britain: 1st RAF")))


def test_WE_CMB_012_the_attacker_chooses_the_order_of_his_attacks() -> None:
    counters = {ARMOR: HERE, INFANTRY: HERE, FRENCH: THERE, OTHER: "1909"}
    for first, second in ((THERE, "1909"), ("1909", THERE)):
        game = Play("Axis", counters, throw(12, 12, 12, 12))
        game.attack(first, ARMOR).attack(second, INFANTRY)
        opened = [e for e in game.events if isinstance(e, ev.BattleOpened)]
        assert [e.space for e in opened] == [first, second]
        assert [e.battle for e in opened] == ["land 1.1", "land 1.2"]


# --- neutrals -------------------------------------------------------------------------------------


@pytest.mark.rule("WE-INV-001", "WE-ZOC-033")
def test_an_attack_across_a_neutrals_border_invades_it() -> None:
    counters = {ARMOR: HERE, INFANTRY: HERE, "Belgium: infantry": "1807"}
    game = Play("Axis", counters, throw(12, 12), statuses={"France": ()}).attack(
        "1807", ARMOR, INFANTRY
    )
    assert game.state.statuses("Belgium") == ("with the Allies",)
    assert game.readings()[1][1] == 2


@pytest.mark.rule("WE-ZOC-033", "WE-LCB-002")
def test_an_attack_that_invades_a_neutral_may_be_supported_from_the_air() -> None:
    """R-311: all zones wake as it is declared, the attackers' as the defenders'."""
    counters = {ARMOR: HERE, "Germany: 1st air": "2007", "Belgium: infantry": "1807",
                "Great Britain: 1st RAF": "1607"}  # fmt: skip
    game = Play("Axis", counters, throw(7, 7, 12, 12))
    form = next(f for f in combat_forms(game.phase, game.state) if "1807" in f.title)
    assert {item.label for item in form.items} == {"German 1st armor", "German 1st air"}
    game.attack("1807", ARMOR, "Germany: 1st air")
    assert game.kind == "support"
    game.support()
    assert game.readings()[0][:2] == ("Land vs. Land", 6 + 4)
    refused(Play("Axis", counters), Attack("1807", (2,)), "WE-CMB-004")  # alone it invades nobody


def test_WE_ITA_002_neutral_italys_fleet_is_attacked_and_goes_to_war() -> None:
    counters = {"Great Britain: Home fleet": "2212", "Italy: fleet": "2213"}
    game = Play("Allies", counters, throw(12, 12), at_war=())
    game.attack("2213", "Great Britain: Home fleet")
    assert "neutral" not in game.state.statuses("Italy")
    refused(
        Play("Axis", counters, at_war=()),
        Attack("2212", Play("Axis", counters).ids("Italy: fleet")),
        "WE-ITA-001",
    )


def test_when_nobody_is_left_the_side_whose_turn_it_is_attacks_though_italy_left_it() -> None:
    game = Play("Axis", {ARMOR: HERE, FRENCH: THERE}, statuses={"Italy": (WITH["Allies"],)})
    assert game.state.active[0] == "Italy"
    empty = OpenBattle("land 1.1", THERE, "land", ())
    assert battles.side_of(system(), game.state, empty, "attacker") == "Axis"
    assert battles.deciders(system(), game.state, empty, "defender") == system().players_of(
        "Allies"
    )
