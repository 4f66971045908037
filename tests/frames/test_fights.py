"""Battles, combat rounds and rolls."""

from __future__ import annotations

import polars as pl
import pytest

from a4a.core import events as ev
from a4a.core.record import GameRecord
from a4a.frames import frames
from tests.frames.small_war import GERMANY, POLAND, SOVIETS, WARSAW


def test_a_battle_is_summed_up(war: GameRecord) -> None:
    (row,) = frames(war).battles.drop("game", "phase").rows(named=True)
    assert row == {
        "line": "main", "node": 6, "round": 1, "turn": 1, "event": 0, "battle": "Warsaw 1",
        "space": "Warsaw", "kind": "land", "power": "Germany", "side": "Axis",
        "attackers": ["Germany"], "defenders": ["Poland"],
        "attacker_units": 3, "defender_units": 2, "attacker_tuv": 12, "defender_tuv": 13,
        "attacker_losses": 1, "defender_losses": 2, "attacker_damage": 0, "defender_damage": 0,
        "attacker_loss": 3, "defender_loss": 13,
        "swing": 10, "rounds": 2, "winner": "attacker", "result": "attacker takes", "closed": 6,
        "links": [],
    }  # fmt: skip


def test_combat_rounds_say_who_fought_rolled_hit_and_lost(war: GameRecord) -> None:
    rounds = frames(war).combat_rounds
    assert rounds.select(
        "combat_round", "attacker_units", "attacker_dice", "attacker_hits", "attacker_losses",
        "attacker_loss", "defender_units", "defender_dice", "defender_hits", "defender_losses",
        "defender_loss",
    ).rows() == [
        (0, None, 0, 0, 0, 0, None, 1, 0, 0, 0),
        (1, 3, 3, 1, 1, 3, 2, 2, 1, 1, 3),
        (2, 2, 2, 2, 0, 0, 1, 0, 0, 1, 10),
    ]  # fmt: skip
    assert rounds["attacker_expected"].to_list() == pytest.approx([0, 5 / 6, 4 / 6])
    assert rounds["defender_expected"].to_list() == pytest.approx([1 / 6, 1, 0])


def test_rounds_and_losses_of_a_battle_are_those_of_its_combat_rounds(record: GameRecord) -> None:
    f = frames(record)
    rounds = f.combat_rounds.group_by("line", "battle").agg(
        pl.col("combat_round").filter(pl.col("combat_round") > 0).len().alias("rounds"),
        pl.col("attacker_loss", "defender_loss", "attacker_losses", "defender_losses").sum(),
    )
    keys = ["line", "battle"]
    sums = [c for c in rounds.columns if c not in keys]
    fought = f.battles.join(rounds.select(keys), on=keys)
    assert fought.sort(keys).select(sums).rows() == rounds.sort(keys).select(sums).rows()
    assert len(fought) == len(rounds)


def test_rolls_say_what_could_be_expected_and_what_came(war: GameRecord) -> None:
    rolls = frames(war).rolls
    assert rolls.select("purpose", "power", "combat_round", "dice", "hits", "space").rows() == [
        ("aa", "Poland", 0, 1, 0, "Warsaw"),
        ("attack", "Germany", 1, 3, 1, "Warsaw"),
        ("defense", "Poland", 1, 2, 1, "Warsaw"),
        ("attack", "Germany", 2, 2, 2, "Warsaw"),
    ]
    assert rolls["expected"].to_list() == pytest.approx([1 / 6, 5 / 6, 1, 4 / 6])
    assert rolls["luck"].to_list() == pytest.approx([-1 / 6, 1 / 6, 0, 8 / 6])
    assert rolls["faces"].to_list() == [[6], [1, 4, 5], [2, 6], [1, 3]]
    assert rolls["targets"].to_list() == [[1], [1, 1, 3], [2, 4], [1, 3]]


def test_every_roll_of_the_record_is_a_row(record: GameRecord) -> None:
    rolled = [e for s in record.steps.values() for e in s.events if isinstance(e, ev.Rolled)]
    rolls = frames(record).rolls
    assert sorted(rolls["dice"]) == sorted(len(e.dice) for e in rolled)
    assert rolls["hits"].sum() == sum(e.hits for e in rolled)


def test_dice_without_targets_are_expected_to_mean_nothing() -> None:
    from tests.frames import small_war

    record = small_war.record()
    record.append([ev.Rolled("technology", GERMANY, (ev.Die(6),), 6, outcome="rockets")])
    row = frames(record).rolls.filter(pl.col("purpose") == "technology").row(0, named=True)
    assert (row["expected"], row["luck"], row["outcome"]) == (None, None, "rockets")
    assert (row["battle"], row["space"], row["combat_round"]) == (None, None, None)


def test_a_chart_reading_is_told(record: GameRecord) -> None:
    charts = [
        e.chart
        for s in record.steps.values()
        for e in s.events
        if isinstance(e, ev.Rolled) and e.chart is not None
    ]
    read = frames(record).rolls.filter(pl.col("line_of_chart").is_not_null())
    assert sorted(read.select("line_of_chart", "column", "shift", "loss").rows()) == sorted(
        (c.line, c.final, c.shift, c.loss) for c in charts
    )


def test_losses_that_are_no_participants_fall_on_their_owners_side() -> None:
    """Cargo of a ship, or a facility, is lost by the side it belongs to."""
    from tests.frames import small_war

    record = small_war.record()
    part = ev.Participant
    record.append(
        [
            ev.BattleOpened(
                "sea", "sea zone 1", "sea",
                (part("attacker", GERMANY, (5,)), part("defender", SOVIETS, (10,))),
            ),
            ev.UnitsRemoved((8, 10), "casualty", "sea"),
        ]
    )  # fmt: skip
    row = frames(record).battles.filter(pl.col("battle") == "sea").row(0, named=True)
    assert (row["defender_units"], row["defender_losses"], row["defender_loss"]) == (1, 2, 10)
    assert (row["attacker_losses"], row["winner"], row["result"], row["closed"]) == (
        0, None, None, None,
    )  # fmt: skip


def test_those_who_join_later_count_as_fighting() -> None:
    from tests.frames import small_war

    record = small_war.record()
    part = ev.Participant
    record.append(
        [
            ev.BattleOpened("w2", WARSAW, "land", (part("attacker", SOVIETS, (9,)),)),
            ev.BattleJoined("w2", (part("defender", GERMANY, (2, 3)),)),
            ev.BattleClosed("w2", "stalemate", "nobody"),
        ]
    )
    row = frames(record).battles.filter(pl.col("battle") == "w2").row(0, named=True)
    assert (row["defenders"], row["defender_units"], row["defender_tuv"]) == ([GERMANY], 2, 9)
    assert (row["winner"], row["swing"], row["rounds"]) == ("nobody", 0, 0)
    assert POLAND not in row["defenders"]
