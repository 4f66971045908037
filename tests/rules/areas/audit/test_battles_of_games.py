"""Battles of whole games: recorded ones, and ones that the kernel plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import msgspec
import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.errors import RecordError
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import Step
from a4a.players import RandomPlayer
from a4a.rules import rules_of
from a4a.rules.areas.audit.battles import Battles
from a4a.rules.areas.ruleset.flow import AreasRuleset
from a4a.rules.judgement import Judgement
from tests import depth
from tests.rules.areas.audit.told import judged
from tests.shared_games import opened, shipped

SHARED = Path(__file__).parents[5] / "shared" / "saves"
GAMES = {"global1940_fast_computer": 215, "global1940_strong_computer": 155}
SAVES = {"g40_fast_s303.tsvg": 215, "g40_hard_s101.tsvg": 155}


def look_at(record: GameRecord, battles: int) -> None:
    """Every casualty agrees; the little that is found is a known way of the program."""
    found, counted = judged(record)
    assert counted["battle"] == battles
    assert [x for _, x in found if x.topic == "casualty"] == []
    assert {x.cites for _, x in found} <= {"D-020", "D-021"}
    assert {x.severity for _, x in found} <= {"engine option"}
    assert len(found) <= len(record.line("main")) / 100


@pytest.mark.soak
@pytest.mark.parametrize("name", depth.sample([*GAMES]))
def test_recorded_games_agree(name: str) -> None:
    look_at(shipped(name), GAMES[name])


@pytest.mark.soak
@pytest.mark.parametrize("name", depth.sample([*SAVES], 0))  # as shipped, read anew
def test_shared_saves_agree(name: str) -> None:
    if not (SHARED / name).exists():
        pytest.skip(f"the shared save {name} is not there")
    look_at(opened(SHARED / name), SAVES[name])


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(depth.number(1, deep=20)))
@pytest.mark.parametrize(
    ("system", "options"),
    depth.sample(
        [
            ("global1940", {}),
            ("europe1940", {"low luck": True, "research": True}),
            ("europe1940", {}),
            ("global1940", {"low luck": True}),
        ],
        2,
    ),
)
def test_battles_that_the_kernel_plays_are_by_the_rules(
    system: str, options: dict[str, bool], seed: int
) -> None:
    game = a4a.new_game(system, dice=SeededDice(seed), options=options)
    player = RandomPlayer(seed)
    while game.state.round <= depth.number(2, deep=3) and game.decision is not None:
        player.play_turn(game)
    found, counted = judged(game.record, program="a4a")
    assert counted["battle"] > 20
    assert found == []


# --- one thing changed in every battle ----------------------------------------------------------


def changed(before: State, step: Step) -> Iterable[tuple[str, int, ev.AnyEvent | None]]:
    """Things that cannot be so, one at a time: what, the number of the event, the new event."""
    opened = next(e for e in step.events if isinstance(e, ev.BattleOpened))
    gone = {i for e in step.events if isinstance(e, ev.UnitsRemoved) for i in e.units}
    for number, event in enumerate(step.events):
        if isinstance(event, ev.Rolled) and event.battle and event.dice:
            if event.purpose == "bombing":
                continue
            first, *rest = event.dice
            better = msgspec.structs.replace(first, target=first.target % 6 + 1)
            hit = better.face <= better.target
            told = msgspec.structs.replace(better, result="hit" if hit else "miss")
            hits = sum(die.result == "hit" for die in (told, *rest))
            wrong = msgspec.structs.replace(event, dice=(told, *rest), hits=hits)
            yield "target", number, wrong
            more = (*event.dice, ev.Die(6, first.target, "miss", first.unit_type))
            yield "die more", number, msgspec.structs.replace(event, dice=more)
            yield "hit more", number, msgspec.structs.replace(event, hits=event.hits + 1)
            if event.purpose != "bombard":
                hits = sum(die.result == "hit" for die in rest)
                fewer = msgspec.structs.replace(event, dice=tuple(rest), hits=hits)
                yield "die less", number, fewer
        elif isinstance(event, ev.UnitsRemoved) and event.battle and event.reason == "casualty":
            for p in opened.participants:
                free = [
                    i for i in p.units
                    if i not in gone and isinstance(before.units[i].place, str)
                    and not before.at(i) and before.units[i].damage == 0
                    and before.catalog.unit_type(before.units[i].type).category != "facility"
                ]  # fmt: skip
                if free:
                    more_lost = (*event.units, free[0])
                    yield "loss more", number, msgspec.structs.replace(event, units=more_lost)
                lost = [i for i in event.units if i in p.units and not before.at(i)]
                lost = [i for i in lost if isinstance(before.units[i].place, str)]
                if lost:
                    left = tuple(i for i in event.units if i != lost[0])
                    one_less = msgspec.structs.replace(event, units=left) if left else None
                    yield "loss less", number, one_less


@pytest.mark.soak
@pytest.mark.parametrize("name", depth.sample([*GAMES]))
def test_whatever_is_changed_in_a_battle_is_found(name: str) -> None:
    record = shipped(name)
    rules = rules_of(record)
    assert isinstance(rules, AreasRuleset)

    def look(before: State, step: Step, after: State) -> Counter[tuple[str, str]]:
        judge = Battles(rules.game, record.header.options, Counter(), "")
        found: list[Judgement] = [*judge.judge(before, step, after), *judge.close()]
        return Counter((x.topic, x.rule) for x in found)

    planted: Counter[str] = Counter()
    missed: list[tuple[int, str, int]] = []
    before, every, passed = record.state_at(0), depth.number(6, deep=1), 0
    for node, after in record.states(record.line("main")):
        step = record.steps.get(node)
        if step is not None and any(isinstance(e, ev.BattleOpened) for e in step.events):
            passed += 1
            if passed % every:
                before = after
                continue
            sound = look(before, step, after)
            for what, number, event in changed(before, step):
                events = list(step.events)
                events[number : number + 1] = [] if event is None else [event]
                wrong = msgspec.structs.replace(step, events=tuple(events))
                try:
                    found = look(before, wrong, after)
                except (RecordError, KeyError):
                    continue  # no longer a game that can be followed
                planted[what] += 1
                if not found - sound:
                    missed.append((node, what, number))
        before = after
    assert missed == []
    assert min(planted.values()) > 100 / every
    assert len(planted) == 6
