"""The odds of battles as players ask for them."""

from __future__ import annotations

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
from a4a.core.errors import BattleError
from a4a.odds.dice import BattleDice
from a4a.odds.retreat import AfterRounds, BestSwing
from a4a.rules.systems import ruleset
from tests.analysis.battles import MEN, ask


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
