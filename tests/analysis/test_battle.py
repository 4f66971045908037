"""The odds of battles as players ask for them."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from itertools import permutations, product
from unittest.mock import Mock

import numpy as np
import polars as pl
import pytest

import a4a
from a4a import boards
from a4a.analysis.battle import Battle
from a4a.analysis.luck import judge
from a4a.analysis.outcome import Outcome
from a4a.analysis.outcome_contract import SCHEMAS
from a4a.analysis.raids import SCHEMAS as RAID_SCHEMAS
from a4a.core.errors import A4AError, BattleError
from a4a.odds.dice import BattleDice
from a4a.odds.retreat import AfterRounds, BestSwing, KeepSafe
from a4a.rules.systems import ruleset

GLOBAL = "global1940"
TANKS, MEN = {"tank": 2}, {"infantry": 2}


def ask(**asked: object) -> Battle:
    return a4a.battle(GLOBAL, **asked)


@pytest.fixture(scope="module")
def landing() -> Battle:
    """A battle of everything."""
    return ask(
        kind="amphibious",
        attacker={"infantry": 4, "artillery": 1, "tank": 2, "fighter": 2, "tactical bomber": 1},
        landing={"infantry": 2, "artillery": 1},
        defender={"infantry": 5, "AAA": 1, "tank": 1, "fighter": 1},
        bombard={"cruiser": 1, "battleship": 1},
        retreat=AfterRounds(3),
    )


@pytest.fixture(scope="module")
def outcome(landing: Battle) -> Outcome:
    return landing.odds()


# --- answers ------------------------------------------------------------------------------------


def test_the_call_of_the_issue() -> None:
    b = a4a.battle(
        "global1940",
        attacker={"infantry": 6, "artillery": 2, "tank": 3, "fighter": 2},
        defender={"infantry": 8, "AAA": 1, "fighter": 1},
        kind="land",
        attacker_loses=["infantry", "artillery", "tank", "fighter"],
        defender_loses=["infantry", "AAA", "fighter"],
        rounds=None,
        retreat=None,
        keep_land=0,
        submerge=None,
        dice="standard",
    )
    o = b.odds()
    every = o.attacker_wins + o.defender_wins + o.both_destroyed + o.both_survive
    assert every + o.pruned == pytest.approx(1, abs=1e-12)
    assert 0 < o.attacker_takes < o.attacker_wins < 1
    assert b.odds() is o


def test_a_duel_comes_out_as_arithmetic_says() -> None:
    """A tank (3) against an infantry (2): 1/2 * 2/3 wins, 1/2 * 1/3 both, 1/2 * 1/3 loses."""
    o = ask(attacker={"tank": 1}, defender={"infantry": 1}).odds()
    some = 1 - 1 / 2 * 2 / 3
    assert o.attacker_wins == pytest.approx(1 / 2 * 2 / 3 / some)
    assert o.attacker_takes == o.attacker_wins
    assert o.defender_wins == pytest.approx(1 / 2 * 1 / 3 / some)
    assert o.both_destroyed == pytest.approx(1 / 2 * 1 / 3 / some)
    assert o.swing == pytest.approx(
        3 * (o.attacker_wins + o.both_destroyed) - 6 * (o.defender_wins + o.both_destroyed)
    )


@pytest.mark.parametrize("name", list(SCHEMAS))
def test_frames_keep_their_schemas(outcome: Outcome, name: str) -> None:
    frame = getattr(outcome, name)
    schema = SCHEMAS[name]
    assert frame.schema == schema.polars({})
    for column in schema.columns:
        if column.nulls == "never":
            assert frame[column.name].null_count() == 0, column.name
    assert frame.height


def test_the_joint_distribution_holds_all_others(outcome: Outcome) -> None:
    joint = outcome.survivors
    assert joint["probability"].sum() == pytest.approx(1, abs=1e-12)
    assert joint["probability"].is_sorted(descending=True)
    by_result = dict(joint.group_by("result").agg(pl.col("probability").sum()).iter_rows())
    assert by_result["attacker takes"] == pytest.approx(outcome.attacker_takes, abs=1e-12)
    wins = by_result["attacker takes"] + by_result.get("attacker wins", 0.0)
    assert wins == pytest.approx(outcome.attacker_wins, abs=1e-12)
    assert by_result["both survive"] == pytest.approx(outcome.both_survive, abs=1e-12)
    for role, units in (
        ("attacker", outcome.attacker_units),
        ("defender", outcome.defender_units),
    ):
        for i, unit in enumerate(units):
            left = joint.select(pl.col(f"{role}_left").list.get(i), "probability")
            mean = (left[f"{role}_left"] * left["probability"]).sum()
            own = outcome.marginals.filter(pl.col("side") == role, pl.col("unit") == unit)
            assert own["probability"].sum() == pytest.approx(1, abs=1e-12)
            assert (own["left"] * own["probability"]).sum() == pytest.approx(mean, abs=1e-9)
            assert own["at_least"][0] == pytest.approx(1, abs=1e-12)
            lost = outcome.losses.filter(pl.col("side") == role, pl.col("unit") == unit)
            assert lost["began"][0] - lost["lost"][0] == pytest.approx(mean, abs=1e-9)
            spread = (own["left"] ** 2 * own["probability"]).sum() - mean**2
            assert lost["lost_sd"][0] == pytest.approx(spread**0.5, abs=1e-6)
        worth = (joint[f"{role}_lost"] * joint["probability"]).sum()
        total = outcome.losses.filter(pl.col("side") == role, pl.col("unit").is_null())
        assert total["ipc"][0] == pytest.approx(worth, abs=1e-9)
    assert (joint["swing"] * joint["probability"]).sum() == pytest.approx(outcome.swing, abs=1e-9)


def test_the_swing_has_a_distribution(outcome: Outcome) -> None:
    frame = outcome.ipc_swing
    assert frame["swing"].is_sorted()
    mean = (frame["swing"] * frame["probability"]).sum()
    assert mean == pytest.approx(outcome.swing, abs=1e-9)
    spread = ((frame["swing"] - mean) ** 2 * frame["probability"]).sum()
    assert outcome.swing_sd == pytest.approx(spread**0.5)
    assert frame["at_least"][0] == pytest.approx(1, abs=1e-12)


def test_rounds_lead_to_the_end(outcome: Outcome) -> None:
    frame = outcome.by_round
    chances = ["going_on", "attacker_wins", "defender_wins", "both_destroyed", "both_survive"]
    for row in frame.select(chances).iter_rows():
        assert sum(row) == pytest.approx(1, abs=1e-9)
    assert frame["round"].to_list() == list(range(frame.height))
    last = frame.row(-1, named=True)
    assert last["attacker_wins"] == pytest.approx(outcome.attacker_wins, abs=1e-6)
    assert last["both_survive"] == pytest.approx(outcome.both_survive, abs=1e-6)
    assert last["swing"] == pytest.approx(outcome.swing, abs=1e-4)


def test_simulation_comes_near(landing: Battle, outcome: Outcome) -> None:
    played = landing.simulate(20_000, seed=6)
    assert played.games == 20_000
    assert outcome.games == 0
    for name in ("attacker_wins", "attacker_takes", "defender_wins", "both_survive"):
        exact = getattr(outcome, name)
        near = 4 * (exact * (1 - exact) / 20_000) ** 0.5
        assert getattr(played, name) == pytest.approx(exact, abs=near)
    assert played.survivors.schema == outcome.survivors.schema
    assert repr(played).endswith("20000 games>")


def test_battles_and_answers_can_be_read(landing: Battle, outcome: Outcome) -> None:
    assert repr(landing) == (
        "<Battle (amphibious): 2 infantry, 2 infantry (landing), 1 artillery (landing), 2 tanks, "
        "2 fighters, 1 tactical bomber, 1 battleship (bombarding), 1 cruiser (bombarding) against "
        "5 infantry, 1 tank, 1 AAA, 1 fighter>"
    )
    assert repr(outcome).startswith("<Outcome: attacker wins ")
    words = landing.explain()
    assert (
        "each artillery (landing) helps 1 infantry or infantry (landing) to hit on 2 or less"
        in words
    )
    assert "each tank helps 1 tactical bomber to hit on 4 or less" in words
    assert landing.attacker == {
        "infantry": 4, "artillery": 1, "tank": 2, "fighter": 2, "tactical bomber": 1,
    }  # fmt: skip
    assert landing.defender == {"infantry": 5, "tank": 1, "AAA": 1, "fighter": 1}
    assert landing.attacker_cost == 4 * 3 + 4 + 2 * 6 + 2 * 10 + 11
    assert landing.defender_cost == 5 * 3 + 6 + 5 + 10
    assert "loses AAA, infantry, tank, fighter" in words
    assert "1 AAA; antiaircraft: 3 at 1 or less" in words


# --- what can be asked --------------------------------------------------------------------------


def takes(**asked: object) -> float:
    return ask(**asked).odds().attacker_takes


def test_names_of_other_programs_are_understood() -> None:
    ours = takes(attacker={"tank": 2, "AAA": 0}, defender={"AAA": 1, "infantry": 2})
    assert takes(attacker={"Armour": 2}, defender={"aaGun": 1, "Infantry": 2}) == ours


def test_a_land_unit_is_kept_to_take_the_territory() -> None:
    """Unless something else is asked for; whoever strikes back keeps one, too."""
    force = {"attacker": {"infantry": 1, "fighter": 3}, "defender": {"infantry": 2}}
    assert takes(**force) == takes(**force, keep_land=1) > takes(**force, keep_land=0)
    written = {**force, "attacker_loses": ["infantry", "fighter"]}
    assert takes(**written) == takes(**force)
    assert "loses infantry, fighter; 1 land unit last of all" in ask(**force).explain()
    assert "last of all" not in ask(**force, keep_land=0).explain()
    assert ask(**force).need(0.9).attacker_cost == 33
    with pytest.raises(BattleError, match=r"36\.\d+%"):
        ask(**force, keep_land=0).need(0.9)
    back = {"infantry": 1, "fighter": 3}
    lost = ask(attacker={"tank": 2}, defender={"infantry": 1}).hold(back).counter_attack
    assert lost is not None
    assert lost.attacker_takes == pytest.approx(lost.attacker_wins, abs=1e-12)


def test_the_luck_of_recorded_battles_keeps_no_land_unit() -> None:
    catalog = boards.load("global1940").catalog
    fight = ask(attacker={"infantry": 1, "fighter": 3}, defender={"infantry": 2}).fight
    fought = Mock(fight=fight, changed="", broken="", rounds=2, swing=0)
    verdict = judge(ruleset("global1940"), catalog, fought)
    as_it_is = ask(attacker={"infantry": 1, "fighter": 3}, defender={"infantry": 2}, keep_land=0)
    assert verdict.expected == pytest.approx(as_it_is.odds().swing)


def test_counts_may_be_those_of_numpy() -> None:
    asked = {"defender": MEN, "keep_land": np.int64(0), "rounds": np.int8(2)}
    odds = [ask(attacker={"tank": number}, **asked).odds() for number in (2, np.int64(2))]
    assert odds[0].attacker_wins == odds[1].attacker_wins


def test_the_order_of_loss_counts() -> None:
    force = {"attacker": {"infantry": 2, "tank": 2}, "defender": {"infantry": 4}}
    foolish = ask(**force, attacker_loses=["tank", "infantry"]).odds()
    assert foolish.attacker_wins < ask(**force).odds().attacker_wins


def test_a_ship_may_take_its_free_hit_late() -> None:
    force = {"attacker": {"destroyer": 3}, "defender": {"battleship": 1, "destroyer": 1}}
    early = ask(kind="sea", **force)
    late = ask(kind="sea", **force, defender_loses=["destroyer", "battleship", "battleship"])
    assert early.model.defender.order == ("destroyer", "battleship")
    assert late.odds().defender_wins < early.odds().defender_wins


def test_a_type_in_an_order_means_all_its_kinds(landing: Battle) -> None:
    order = ["fighter", "tactical bomber", "infantry", "tank", "artillery"]
    battle = ask(
        kind="amphibious",
        attacker={"infantry": 4, "artillery": 1, "tank": 2, "fighter": 2, "tactical bomber": 1},
        landing={"infantry": 2, "artillery": 1},
        defender={"infantry": 1},
        attacker_loses=order,
    )
    assert battle.model.attacker.order == (
        "fighter", "tactical bomber", "infantry (landing)", "infantry", "tank",
        "artillery (landing)",
    )  # fmt: skip


def test_all_land_units_come_ashore_unless_said() -> None:
    battle = ask(
        kind="amphibious", attacker={"infantry": 2, "fighter": 1}, defender={"infantry": 1}
    )
    assert repr(battle.fight.attacker.bands).count("landing") == 1
    assert [band.duty for band in battle.fight.attacker.bands] == ["landing", ""]


def test_ships_bombard_once() -> None:
    force = {"attacker": {"infantry": 2}, "defender": {"infantry": 2}, "kind": "amphibious"}
    assert takes(**force, bombard={"battleship": 2}) > takes(**force, bombard={"cruiser": 1})
    assert takes(**force, bombard={"cruiser": 1}) > takes(**force)


def test_rounds_and_retreats_end_a_battle() -> None:
    force = {"attacker": {"infantry": 5, "tank": 1}, "defender": {"infantry": 5}}
    one = ask(**force, rounds=1).odds()
    assert one.both_survive > 0.9
    assert one.survivors.filter(pl.col("result") == "both survive")["broken_off"].all()
    assert ask(**force, retreat=AfterRounds(1)).odds().both_survive == pytest.approx(
        one.both_survive
    )
    wise = ask(**force, retreat=BestSwing()).odds()
    assert wise.swing > ask(**force).odds().swing


def test_submarines_submerge_for_whoever_wishes() -> None:
    force = {"attacker": {"fighter": 2, "submarine": 1}, "defender": {"cruiser": 1, "submarine": 2}}
    stay, dive = (ask(kind="sea", **force, submerge=s).odds() for s in (None, "defender"))
    assert dive.both_survive > stay.both_survive


@pytest.mark.parametrize("dice", ["low luck", [2, 1, 1, 1, 1, 0], BattleDice(luck="low luck")])
def test_dice_are_chosen(dice: object) -> None:
    force = {"attacker": {"infantry": 3, "tank": 2}, "defender": {"infantry": 4}}
    assert takes(**force, dice=dice) != pytest.approx(takes(**force))
    assert takes(**force, dice="standard") == takes(**force)


def test_damage_and_technologies_count() -> None:
    sea = {"kind": "sea", "attacker": {"battleship": 1}, "defender": {"cruiser": 1}}
    hurt = ask(**sea, attacker_damaged={"battleship": 1}).odds()
    assert hurt.attacker_wins < ask(**sea).odds().attacker_wins
    air = {"attacker": {"fighter": 2, "tank": 1}, "defender": {"infantry": 3, "AAA": 1}}
    assert takes(**air, attacker_technologies=["Jet Fighters"]) > takes(**air)
    assert takes(**air, defender_technologies=["Radar"]) < takes(**air)


# --- what follows, and what would be better -----------------------------------------------------


def test_the_next_wave_meets_what_the_first_has_left() -> None:
    """The same by hand: a battle for each way in which the first can end."""
    second = {"infantry": 2, "artillery": 1}
    first = ask(attacker={"tank": 2}, defender={"infantry": 3, "tank": 1}, rounds=2)
    before, after = first.then(second)
    assert before.survivors.equals(first.odds().survivors)
    wins = 0.0
    for chance, left in before.survivors.select("probability", "defender_left").iter_rows():
        units = dict(zip(before.defender_units, left, strict=True))
        wins += chance * (
            ask(attacker=second, defender=units).odds().attacker_wins if any(left) else 1.0
        )
    assert after.attacker_wins == pytest.approx(wins, abs=1e-12)
    with pytest.raises(BattleError, match="begins in one of many ways"):
        _ = after.by_round


def test_losses_after_waves_are_the_defenders_of_all_the_attackers_of_the_last() -> None:
    """Two tanks that fight one round, and then one infantry: of a whole, three defenders."""
    first = ask(attacker={"tank": 2}, defender={"infantry": 3}, rounds=1)
    before, after = first.then({"infantry": 1})

    def lost(outcome: Outcome, side: str) -> tuple[int, float]:
        row = outcome.losses.filter(pl.col("side") == side, pl.col("unit").is_null())
        return row["began"].item(), row["lost"].item()

    assert (lost(before, "attacker")[0], lost(after, "attacker")[0]) == (2, 1)
    assert lost(before, "defender") == (3, pytest.approx(1.0))  # two tanks, half of them hit
    began, all_lost = lost(after, "defender")
    assert began == 3
    assert all_lost == pytest.approx(
        sum(
            chance * (3 - sum(left))
            for chance, left in after.survivors.select("probability", "defender_left").iter_rows()
        )
    )
    assert all_lost > 1.0
    assert lost(after, "attacker")[1] <= 1
    by_hand = all_lost * 3 - lost(after, "attacker")[1] * 3
    assert after.swing == pytest.approx(by_hand)


def test_a_territory_is_held_by_the_land_units_that_took_it() -> None:
    """The same by hand: a counter-attack on each way in which the attack can end."""
    counter = {"infantry": 2, "fighter": 1}
    attack = ask(
        attacker={"infantry": 2, "tank": 2, "fighter": 1}, defender={"infantry": 2, "AAA": 1}
    )
    for help_ in ({}, {"infantry": 1, "AAA": 1}):
        found = attack.hold(counter, reinforced=help_)
        held = 0.0
        for chance, result, left in found.attack.survivors.select(
            "probability", "result", "attacker_left"
        ).iter_rows():
            if result != "attacker takes":
                continue
            units = dict(zip(found.attack.attacker_units, left, strict=True))
            units.pop("fighter")
            units = {name: units.get(name, 0) + help_.get(name, 0) for name in {**units, **help_}}
            lost = ask(attacker=counter, defender=units).odds().attacker_takes
            held += chance * (1 - lost)
        assert found.held == pytest.approx(held, abs=1e-12)
        assert found.counter_attack is not None


def test_aircraft_alone_hold_nothing() -> None:
    attack = ask(attacker={"fighter": 4}, defender={"infantry": 2})
    found = attack.hold({"infantry": 1})
    assert (found.held, found.counter_attack) == (0.0, None)
    assert found.swing == attack.odds().swing
    assert attack.hold({"infantry": 1}, reinforced={"infantry": 2}).held == 0.0  # nobody took it


def test_the_best_order_is_no_worse_than_any_other() -> None:
    force = {
        "attacker": {"infantry": 2, "tank": 1, "fighter": 1},
        "defender": {"infantry": 2, "tank": 1},
    }
    battle = ask(**force)
    for goal, worth in (("win", "attacker_wins"), ("swing", "swing")):
        best = battle.best_order(goal=goal)
        assert best.is_best
        assert set(best.order) == set(force["attacker"])
        again = ask(**force, attacker_loses=best.order).odds()
        assert getattr(again, worth) == pytest.approx(best.value)
        for order in permutations(force["attacker"]):
            other = ask(**force, attacker_loses=order).odds()
            assert getattr(other, worth) <= best.value + 1e-12


def test_what_is_needed_is_the_cheapest_that_suffices() -> None:
    """All forces by hand."""
    reach, men = {"infantry": 4, "artillery": 2, "tank": 2}, {"infantry": 2}
    needed = ask(attacker=reach, defender=men).need(0.85)
    assert needed.odds().attacker_takes >= 0.85

    def cost(units: dict[str, int]) -> int:
        return 3 * units["infantry"] + 4 * units["artillery"] + 6 * units["tank"]

    enough = [
        cost(units)
        for counts in product(*(range(n + 1) for n in reach.values()))
        if any(counts)
        for units in [dict(zip(reach, counts, strict=True))]
        if ask(attacker=units, defender=men).odds().attacker_takes >= 0.85
    ]
    found = dict.fromkeys(reach, 0) | {b.unit: b.count for b in needed.fight.attacker.bands}
    assert cost(found) == min(enough)
    with pytest.raises(BattleError, match="not even all units take it in 90% of battles, but in"):
        ask(attacker=reach, defender={"infantry": 40}).need(0.9)


def test_no_more_ships_are_needed_than_may_bombard() -> None:
    battle = ask(
        kind="amphibious",
        attacker={"infantry": 4, "fighter": 3},
        defender={"infantry": 2},
        bombard={"battleship": 3},
    )
    needed = battle.need(0.6)
    assert needed.odds().attacker_takes >= 0.6
    by_duty = dict.fromkeys(("landing", "bombarding", ""), 0)
    for band in needed.fight.attacker.bands:
        by_duty[band.duty] += band.count
    assert by_duty["bombarding"] <= by_duty["landing"] < 4


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda b: b.best_order("both"), "side is 'attacker' or 'defender'"),
        (lambda b: b.best_order(goal="glory"), "maximise 'win' or 'swing'"),
        (lambda b: b.need(0), "a probability is above 0"),
        (lambda b: b.need("half"), "a probability is a number"),
        (lambda b: b.need(0.5, wanted="all"), "wanted is 'wins' or 'takes'"),
        (lambda b: b.then({"destroyer": 1}), "ships do not fight on land"),
        (lambda b: b.hold({"battleship": 1}), "ships do not fight on land"),
        (lambda b: b.simulate(0), "games"),
        (lambda b: b.simulate(1.5), "games is a whole number"),
        (lambda b: b.simulate(10, seed=None), "seed is a whole number"),
        (lambda b: b.simulate(10, seed=-1), "seed=-1: give 0 or more"),
    ],
)
def test_odd_questions_are_refused(call: Callable[[Battle], object], why: str) -> None:
    with pytest.raises(BattleError, match=why):
        call(ask(attacker=TANKS, defender=MEN))


# --- raids --------------------------------------------------------------------------------------


def test_a_raid_is_asked_for_as_a_battle_is() -> None:
    """A bomber comes through the complex's fire in 5 of 6 cases, and does 1 to 6 and 2 points."""
    bombed = {"kind": "raid", "target": "factory_major"}
    o = a4a.battle(GLOBAL, attacker={"bomber": 1}, **bombed).odds()
    assert o.expected_damage == pytest.approx(5 / 6 * 5.5)
    assert o.swing == pytest.approx(5 / 6 * 5.5 - 12 / 6)
    assert repr(o) == "<RaidOutcome: damage 4.58, swing +2.58>"
    for name, frame in (("damage", o.damage), ("raid_losses", o.losses)):
        assert frame.schema == RAID_SCHEMAS[name].polars({})
        assert frame.null_count().sum_horizontal()[0] == 0
    assert o.damage["probability"].sum() == pytest.approx(1)
    assert o.damage.filter(pl.col("damage") == 0)["probability"][0] == pytest.approx(1 / 6)
    assert o.losses.filter(pl.col("lost") == 1)["probability"][0] == pytest.approx(1 / 6)
    full = a4a.battle(GLOBAL, attacker={"bomber": 1}, target_damage=20, **bombed).odds()
    assert full.expected_damage == 0


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"target": None}, "name what is bombed"),
        ({"target": "air bass"}, "target: no unit type 'air bass'; did you mean 'air base'"),
        ({"target": "air base", "target_damage": 1.5}, "target_damage is a whole number"),
        ({"target": "air base", "target_damage": ""}, "target_damage is a whole number"),
        ({"target": "air base", "rounds": 2}, "a raid is one round"),
        ({"target": "air base", "allocation": np.ones(2)}, "a raid is one round"),
        ({"target": "air base", "attacker": {"strategic bomber": 900}}, "900 aircraft in a raid"),
        ({"target": "air base", "landing": {"infantry": 1}}, "of 0 'infantry' landing"),
        ({"target": "air base", "attacker_loses": ["fighter"]}, "attacker_loses names 'fighter'"),
        ({"kind": "land", "target": "air base"}, "it is for raids"),
    ],
)
def test_odd_raids_are_refused(asked: dict[str, object], why: str) -> None:
    with pytest.raises(BattleError, match=why):
        ask(**{"kind": "raid", "attacker": {"strategic bomber": 1}, **asked})


# --- what is wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"attacker": {"tnak": 1}, "defender": MEN}, "attacker: no unit type 'tnak'; did you mean"),
        ({"attacker": {3: 1}, "defender": MEN}, "attacker: 3 is no unit type: give its name"),
        ({"attacker": ["tank"], "defender": MEN}, "attacker: units are a mapping"),
        ({"attacker": {"tank": -1}, "defender": MEN}, "attacker: -1 of 'tank'; there can be 0 to"),
        ({"attacker": {"tank": 10**9}, "defender": MEN}, "1000000000 of 'tank'; there can be"),
        ({"attacker": {"tank": 1.5}, "defender": MEN}, "1.5 of 'tank' is no whole number"),
        ({"attacker": {"tank": True}, "defender": MEN}, "True of 'tank' is no whole number"),
        ({"attacker": {"tank": 1, "armour": 1}, "defender": MEN}, "'tank' comes twice"),
        ({"attacker": {"destroyer": 1}, "defender": MEN}, "destroyer .attacker.: ships do not"),
        ({"attacker": TANKS, "defender": {"air base": 1}}, "air base .defender.: a facility"),
        ({"attacker": TANKS, "defender": {}}, "the defender has no units"),
        ({"attacker": {"tank": 0}, "defender": {"tank": 0}}, "the attacker has no units"),
        ({"defender": MEN}, "the attacker has no units"),
        ({"attacker": TANKS, "defender": MEN, "kind": "air"}, "a battle is 'land' or 'sea' or"),
        ({"attacker": TANKS, "defender": MEN, "attacker_loses": ["infantry"]},
         "attacker_loses names 'infantry'; the side has tank"),
        ({"attacker": TANKS, "defender": MEN, "defender_loses": ["infantry", "infantry"]},
         "defender_loses names 'infantry' 2 times"),
        ({"attacker": TANKS, "defender": MEN, "defender_loses": "infantry"},
         "defender_loses: an order is a list"),
        ({"attacker": TANKS, "defender": MEN, "attacker_loses": ["tonk"]}, "no unit type 'tonk'"),
        ({"attacker": TANKS, "defender": MEN, "rounds": 0}, "rounds=0: give 1 or more"),
        ({"attacker": TANKS, "defender": MEN, "rounds": "two"}, "rounds is a whole number"),
        ({"attacker": TANKS, "defender": MEN, "keep_land": -1}, "keep_land=-1: give 0 or more"),
        ({"attacker": TANKS, "defender": MEN, "retreat": 2}, "retreat is a policy of"),
        ({"attacker": TANKS, "defender": MEN, "retreat": KeepSafe("fightre")},
         "no units are called 'fightre': give a unit type, or 'air'"),
        ({"attacker": TANKS, "defender": MEN, "submerge": "all"}, "submerge is 'attacker'"),
        ({"attacker": TANKS, "defender": MEN, "dice": "loaded"}, "dice are 'standard', 'low luck'"),
        ({"attacker": TANKS, "defender": MEN, "dice": []}, "dice are 'standard', 'low luck'"),
        ({"attacker": TANKS, "defender": MEN, "dice": [10**400] * 6}, "a finite number"),
        ({"attacker": TANKS, "defender": MEN, "dice": np.ones(6)}, "dice are 'standard'"),
        ({"attacker": TANKS, "defender": MEN, "kind": np.ones(2)}, "a battle is 'land' or"),
        ({"attacker": TANKS, "defender": MEN, "kind": ""}, "a battle is 'land' or"),
        ({"attacker": TANKS, "defender": MEN, "submerge": np.ones(2)}, "submerge is 'attacker'"),
        ({"attacker": TANKS, "defender": MEN, "allocation": [10**400]}, "hits go 'volley by"),
        ({"attacker": TANKS, "defender": MEN, "keep_land": "1"}, "keep_land is a whole number"),
        ({"attacker": TANKS, "defender": MEN, "attacker_damaged": 0}, "units are a mapping"),
        ({"attacker": TANKS, "defender": MEN, "defender_technologies": [[]]}, "give its name"),
        ({"attacker": TANKS, "defender": MEN, "attacker_loses": [10**400]}, "give its name"),
        ({"attacker": TANKS, "defender": MEN, "dice": [1, 2]}, "2 weights for dice of 6 faces"),
        ({"attacker": TANKS, "defender": MEN, "allocation": "mine"}, "hits go 'volley by volley'"),
        ({"attacker": TANKS, "defender": MEN, "bombard": {"cruiser": 1}}, "of a landing only"),
        ({"attacker": TANKS, "defender": MEN, "kind": "amphibious", "bombard": {"cruiser": 3}},
         "3 ships bombard for 2 units"),
        ({"attacker": TANKS, "defender": MEN, "kind": "amphibious", "landing": {"tank": 3}},
         "attacker: 3 of 2 'tank' landing"),
        ({"attacker": TANKS, "defender": MEN, "attacker_damaged": {"tank": 3}},
         "attacker: 3 of 2 'tank' damaged"),
        ({"attacker": TANKS, "defender": MEN, "attacker_damaged": {"tank": 1}},
         "takes one hit: none can be damaged"),
        ({"attacker": TANKS, "defender": MEN, "defender_technologies": ["Lasers"]},
         "no technology 'Lasers'; there are"),
        ({"attacker": TANKS, "defender": MEN, "defender_technologies": "Radar"},
         "technologies are a list of names"),
        ({"attacker": TANKS, "defender": MEN, "space": "Malta"}, "space='Malta': it is for games"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(asked: dict[str, object], why: str) -> None:
    with pytest.raises(BattleError, match=why):
        ask(**asked)


def test_hostile_names_are_shown_short_and_do_nothing() -> None:
    with pytest.raises(BattleError) as caught:
        ask(attacker={"<img src=x onerror=alert(1)>" * 1000: 1}, defender=MEN)
    assert len(str(caught.value)) < 300


def test_there_must_be_such_a_game() -> None:
    with pytest.raises(A4AError, match="cannot be played by its rules"):
        a4a.battle("chess", attacker=TANKS, defender=MEN)


# --- battles on a board -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def game() -> a4a.rules.Game:
    return a4a.new_game(GLOBAL)


def test_a_battle_for_a_space_is_between_who_is_there_and_who_can_come(
    game: a4a.rules.Game,
) -> None:
    battle = a4a.battle(game, space="France", attacker="Germany")
    assert battle.fight.kind == "land"
    assert {army.power for army in battle.fight.defenders} == {"France", "United Kingdom"}
    state = game.state
    there = [
        u for u in state.at("France") if state.catalog.unit_type(u.type).category != "facility"
    ]
    defending = sum(b.count for army in battle.fight.defenders for b in army.bands)
    assert defending == len(there)
    # Long-range bombers and what stands next to it; nothing of the Eastern front's infantry.
    coming = {band.unit: band.count for band in battle.fight.attacker.bands}
    assert coming["strategic bomber"] == 2
    assert coming["infantry"] == sum(
        u.type == "infantry" and u.owner == "Germany"
        for space in ("Western Germany", "Holland/Belgium", "Greater Southern Germany")
        for u in state.at(space)
        if space in state.board.neighbours("France")
    )


def test_the_one_whose_turn_it_is_attacks_unless_said(game: a4a.rules.Game) -> None:
    ours = a4a.battle(game, space="Yugoslavia")
    assert ours.fight.attacker.power == "Germany"
    record = a4a.battle(game.record, node=game.node, space="Yugoslavia", attacker="Germans")
    assert record.fight == ours.fight


def test_only_some_are_sent(game: a4a.rules.Game) -> None:
    every = a4a.battle(game, space="Yugoslavia")
    some = a4a.battle(game, space="Yugoslavia", send={"infantry": 4, "tank": 2})
    assert repr(some) == "<Battle (land): 4 infantry, 2 tanks against 5 infantry>"
    assert some.odds().attacker_takes < every.odds().attacker_takes
    with pytest.raises(BattleError, match="send: 99 of 6 'tank'"):
        every.sending({"tank": 99})
    with pytest.raises(BattleError, match="the attacker has no units"):
        every.sending({"tank": 0})


def test_a_sea_battle_on_a_board(game: a4a.rules.Game) -> None:
    battle = a4a.battle(game, space="sea zone 111", attacker="Germany")
    assert battle.fight.kind == "sea"
    assert any(band.unit == "submarine" for band in battle.fight.attacker.bands)
    assert battle.odds().attacker_wins > 0.5


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"space": "Atlantis"}, "no space 'Atlantis'"),
        ({"space": None}, "name the space"),
        ({"space": "France", "attacker": "Rome"}, "no power 'Rome'"),
        ({"space": "France", "attacker": {"tank": 1}}, "name the power that attacks"),
        ({"space": "Germany"}, "Germany may not attack Germany: it is its own"),
        ({"space": "Philippines", "attacker": "Japan"}, "may not attack the Philippines"),
        ({"space": "Eastern United States"}, "may not attack|can reach"),
        ({"space": "sea zone 1"}, "has no enemies in sea zone 1"),
        ({"space": "France", "defender": MEN}, "defender=.*: the board tells it"),
        ({"space": "France", "kind": "sea"}, "kind='sea': the board tells it"),
        ({"space": "France", "landing": MEN}, "landing=.*: the board tells it"),
    ],
)
def test_what_cannot_be_fought_is_said(
    game: a4a.rules.Game, asked: dict[str, object], why: str
) -> None:
    with pytest.raises(A4AError, match=why):
        a4a.battle(game, **asked)


def test_a_small_battle_waits_for_nothing_that_it_does_not_need() -> None:
    code = (
        "import sys, a4a; b = a4a.battle('global1940', attacker={'tank': 2},"
        " defender={'infantry': 2}); print(b, b.odds(), file=sys.stderr); print(*sys.modules)"
    )
    command = [sys.executable, "-c", code]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert "a4a.analysis.battle" in loaded
    needless = {"polars", "numba", "altair", "a4a.frames.tables", "a4a.rules.areas.movement.moving"}
    assert needless.isdisjoint(loaded)
