"""The worked examples as frames: the same tables whatever the rulebook."""

from __future__ import annotations

from collections import Counter

import polars as pl
import pytest

import a4a
from a4a.core import events as ev
from a4a.core.words import describe_step
from a4a.frames import Frames, schemas
from tests.examples.log import EXAMPLES, story_of
from tests.examples.story import picture


@pytest.fixture(scope="module", params=EXAMPLES)
def example(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="module")
def framed(example: str) -> Frames:
    return a4a.frames(story_of(example).record, at="node")


def of(example: str) -> Frames:
    return a4a.frames(story_of(example).record, at="node")


def test_every_frame_there_is_can_be_made(framed: Frames) -> None:
    for name in schemas:
        assert getattr(framed, name).columns


def test_the_units_of_a_node_are_those_of_its_state(example: str, framed: Frames) -> None:
    record = story_of(example).record
    for node in (0, *record.steps):
        state = record.state_at(node)
        rows = framed.units.filter(pl.col("node") == node).to_dicts()
        shown: Counter[tuple[str | None, str, str]] = Counter()
        for row in rows:
            shown[row["space"], row["power"], row["unit"]] += row["count"]
        assert shown == Counter(
            (state.space_of(u.id), u.owner, u.type) for u in state.units.values()
        ), f"node {node}"


def test_control_of_a_node_is_that_of_its_state(example: str, framed: Frames) -> None:
    record = story_of(example).record
    for node in (0, *record.steps):
        rows = framed.spaces.filter(pl.col("node") == node)
        shown = {r["space"]: r["power"] for r in rows.iter_rows(named=True) if r["power"]}
        facts = picture(record.state_at(node))
        assert shown == {
            key.removeprefix("control of "): power
            for key, power in facts.items()
            if key.startswith("control of ")
        }


def test_every_roll_is_in_the_frame_of_rolls(example: str, framed: Frames) -> None:
    told = [
        event
        for step in story_of(example).record.steps.values()
        for event in step.events
        if isinstance(event, ev.Rolled)
    ]
    assert framed.rolls["faces"].to_list() == [[d.face for d in e.dice] for e in told]
    assert framed.rolls["hits"].to_list() == [e.hits for e in told]


def test_every_event_is_in_the_log_frame_in_words(example: str, framed: Frames) -> None:
    steps = story_of(example).record.steps.values()
    assert framed.events.height == sum(len(step.events) for step in steps)
    record = story_of(example).record
    assert framed.events["words"].to_list() == [
        words
        for step in record.steps.values()
        for words in describe_step(step, record.state_at(step.parent))
    ]


def test_money_opens_and_closes_as_the_treasuries_say(example: str, framed: Frames) -> None:
    flows = ["income", "objectives", "plunder", "convoy", "other", "purchases", "repairs",
             "technology"]  # fmt: skip
    moved = framed.economy.select(pl.sum_horizontal(flows)).to_series()
    assert (framed.economy["opening"] + moved == framed.economy["closing"]).all()


def test_the_landing_of_europe_1940() -> None:
    (landing,) = of("europe1940").battles.filter(pl.col("line") == "main").to_dicts()
    assert (landing["kind"], landing["result"], landing["rounds"]) == (
        "amphibious", "attacker takes", 2,
    )  # fmt: skip
    assert (landing["attacker_loss"], landing["defender_loss"], landing["swing"]) == (6, 21, 15)


def test_the_linked_battles_of_the_war_game() -> None:
    battles = {row["battle"]: row for row in of("wargame1942").battles.to_dicts()}
    assert {name: row["result"] for name, row in battles.items()} == {
        "egypt": "attacker takes",
        "jordan": "defender wins",
        "levant": "attacker retreats",
        "aegean": "mutual destruction",
        "adriatic": "attacker wins",
    }
    assert battles["jordan"]["links"] == ["egypt"]
    assert battles["egypt"]["attackers"] == ["Germany", "Italy"]
    assert (battles["egypt"]["attacker_losses"], battles["egypt"]["defender_losses"]) == (2, 3)
    assert (battles["levant"]["attacker_loss"], battles["adriatic"]["defender_loss"]) == (12, 10)


def test_the_instalments_of_the_deluxe_queue() -> None:
    framed = of("deluxe3g40")
    germany = framed.economy.filter(pl.col("treasury") == "Germany", pl.col("active"))
    assert germany["spending"].to_list() == [22, 0, 6]
    bought = framed.purchases.filter(pl.col("power") == "Germany")
    assert dict(zip(bought["unit"], bought["cost"], strict=True)) == {
        "heavy tank": 4, "elite infantry": 2, "air base": 10,
    }  # fmt: skip


def test_the_raid_of_the_deluxe_missions() -> None:
    (raid,) = of("deluxe3g40").battles.to_dicts()
    assert (raid["kind"], raid["result"], raid["defender_loss"]) == ("bombing raid", "bombed", 10)


def test_the_charts_of_the_war_in_europe() -> None:
    rolls = of("war_in_europe").rolls
    assert rolls.select("line_of_chart", "column", "loss").rows() == [
        ("Land vs. Land", "8-11", 1),
        ("Land vs. Land", "4-7", 0),
        ("Air vs. Sea", "1-4", 1),
        ("Sea vs. Air", "1-3", 0),
        ("Land vs. Land", "12-15", 1),
        ("Land vs. Land", "12-15", 2),
    ]


def test_a_counter_that_goes_to_its_force_pool_is_a_loss() -> None:
    battles = {row["battle"]: row for row in of("war_in_europe").battles.to_dicts()}
    second = battles["second"]
    assert (second["defender_losses"], second["defender_loss"]) == (1, 1)
    assert (second["attacker_losses"], second["winner"]) == (0, "defender")
