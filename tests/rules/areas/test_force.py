"""A turn of several powers: all are asked at once, each answers for itself, one waits for all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from a4a.analysis.audit import audit
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.players import FormPlayer
from a4a.rules import Game, new_game
from a4a.rules.areas import orders as o
from a4a.rules.areas.force import whose
from a4a.rules.choices import Answers, Moves, Tally
from a4a.rules.order import Order
from a4a.rules.replaying import replay
from a4a.rules.systems import faults
from tests.rules.areas.positions import ids, position

GERMANY, ITALY, JAPAN, CHINA, FRANCE = "Germany", "Italy", "Japan", "China", "France"
PAIR = (GERMANY, ITALY)
TURNS = (PAIR, (JAPAN, CHINA), ("Soviet Union",), ("United States",), ("United Kingdom",),
         ("ANZAC", FRANCE))  # fmt: skip
MOD = 'title = "Pairs 1940"\nparent = "global1940"\nsource = "house"\n'


def mod(folder: Path, *turns: tuple[str, ...], more: str = "") -> Path:
    """A mod of Global 1940 with an order of play of its own."""
    (folder / "dataset.toml").write_text(MOD)
    entries = (
        f"[[turns]]\npowers = {list(powers)}\nrule = 'AA-SET-046'\nsource = 'house'\n"
        for powers in turns
    )
    (folder / "turns.toml").write_text("\n".join(entries) + more)
    return folder


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game in which some turns belong to two powers."""
    return mod(tmp_path_factory.mktemp("pairs"), *TURNS)


@pytest.fixture
def game(pairs: Path) -> Game:
    """The first turn of that game."""
    return new_game(pairs, dice=SeededDice(1))


def refused(game: Game, order: Order) -> RuleViolation:
    with pytest.raises(RuleViolation) as caught:
        game.do(order)
    return caught.value


def happened(game: Game) -> list[ev.AnyEvent]:
    return [event for step in game.record.steps.values() for event in step.events]


def asked(game: Game) -> tuple[str, tuple[str, ...]]:
    assert game.decision is not None
    return game.state.phase, game.decision.powers


# --- who is asked, who answers --------------------------------------------------------------------


def test_all_powers_of_a_turn_are_asked_at_once_and_answer_in_any_order(game: Game) -> None:
    assert asked(game) == ("Purchase and Repair Units", PAIR)
    game.do(o.Buy(ITALY, {"infantry": 1}, power=ITALY))
    game.do(o.Buy(GERMANY, {"infantry": 1}, power=GERMANY))
    game.do(o.Buy(ITALY, {"infantry": 1}, power=ITALY))
    steps = [game.record.steps[node] for node in game.record.line()[1:]]
    assert [step.actors for step in steps[-3:]] == [(ITALY,), (GERMANY,), (ITALY,)]


def test_an_order_says_which_power_gives_it(game: Game) -> None:
    refusal = refused(game, o.Buy(GERMANY, {"infantry": 1}))
    assert "does not say which power gives it" in refusal.why
    assert refusal.allowed == "name 'Germany' or 'Italy' as its power"


def test_no_power_gives_the_orders_of_another(game: Game) -> None:
    assert refused(game, o.Buy(ITALY, {"infantry": 1}, power=GERMANY)).rule == "AA-INC-006"
    assert "the game waits for" in refused(game, o.EndPhase(power=JAPAN)).why
    game.do(o.EndPhase())
    tank = next(u for u in game.state.units.values() if u.owner == ITALY and u.type == "tank")
    move = o.Move((tank.id,), (str(tank.place), "France"), power=GERMANY)
    assert refused(game, move).rule == "AA-SET-008"


def test_a_power_that_has_ended_a_phase_waits_for_the_others(game: Game) -> None:
    game.do(o.EndPhase(power=GERMANY))
    assert asked(game) == ("Purchase and Repair Units", (ITALY,))
    assert "the game waits for" in refused(game, o.EndPhase(power=GERMANY)).why
    game.do(o.Buy(ITALY, {"infantry": 1}))  # one is asked: it need not be said which
    game.do(o.EndPhase())
    assert asked(game) == ("Combat Move", PAIR)


def test_an_end_without_a_power_is_the_end_for_all_that_are_asked(game: Game) -> None:
    game.do(o.EndPhase())
    assert asked(game) == ("Combat Move", PAIR)


def test_the_end_of_one_turn_is_not_that_of_the_next(game: Game) -> None:
    """What ended in turn 1 is on again in turn 7."""
    game.do(o.EndPhase(power=GERMANY))
    FormPlayer(1).play(game, rounds=1)
    assert (game.state.round, game.state.active) == (2, PAIR)
    assert asked(game)[1] == PAIR


def test_each_power_collects_its_own_income_as_the_turn_ends(game: Game) -> None:
    while game.state.active == PAIR:
        game.do(o.EndPhase())
    paid = [e for e in happened(game) if isinstance(e, ev.ResourceChanged)]
    assert [(e.treasury, e.amount) for e in paid if e.reason == "income"] == [
        (GERMANY, 30),
        (ITALY, 10),
    ]


# --- battles --------------------------------------------------------------------------------------


def battle(pairs: Path, *faces: int) -> Game:
    """Germany and Italy have moved into France."""
    game = position(
        units={
            "Western Germany": {GERMANY: {"tank": 1}},
            "Northern Italy": {ITALY: {"tank": 1}},
            "France": {FRANCE: {"infantry": 1}},
        },
        force=PAIR, phase="Combat Move", game=pairs, dice=faces,
    )  # fmt: skip
    for power, here in ((GERMANY, "Western Germany"), (ITALY, "Northern Italy")):
        game.do(o.Move(ids(game, here, "tank", power), (here, "France"), power=power))
    return game


def test_powers_of_a_turn_do_not_attack_together_the_second_waits(pairs: Path) -> None:
    game = battle(pairs, 6, 1, 3, 6)  # Germany misses and is hit; Italy hits
    game.do(o.EndPhase())
    opened = [e for e in happened(game) if isinstance(e, ev.BattleOpened)]
    attackers = [{p.power for p in e.participants if p.role == "attacker"} for e in opened]
    assert attackers == [{GERMANY}, {ITALY}]
    assert len({e.battle for e in opened}) == 2
    assert game.state.control["France"] == ITALY


def test_a_landing_waits_for_the_sea_battles_of_both(pairs: Path) -> None:
    """Germany fights in the zone first; Italy does before it lands."""
    game = position(
        units={
            "sea zone 92": {GERMANY: {"submarine": 1}},
            "sea zone 95": {ITALY: {"battleship": 1, "transport: infantry, infantry": 1}},
            "sea zone 93": {FRANCE: {"destroyer": 1}},
        },
        force=PAIR, phase="Combat Move", game=pairs, dice=[6, 6, 1, 6],
    )  # fmt: skip
    for power, here in ((GERMANY, "sea zone 92"), (ITALY, "sea zone 95")):
        fleet = [i for i in ids(game, here) if game.state.unit(i).type != "infantry"]
        game.do(o.Move(tuple(fleet), (here, "sea zone 93"), power=power))
    cargo = ids(game, "sea zone 93", "infantry", ITALY)
    game.do(o.Move(cargo, ("sea zone 93", "Southern France"), power=ITALY))
    game.do(o.EndPhase())
    opened = [e for e in happened(game) if isinstance(e, ev.BattleOpened)]
    assert [(e.space, e.participants[0].power) for e in opened] == [("sea zone 93", GERMANY)]
    game.do(o.Retreat("sea zone 92"))
    opened = [e for e in happened(game) if isinstance(e, ev.BattleOpened)]
    assert [(e.space, e.participants[0].power) for e in opened[1:]] == [
        ("sea zone 93", ITALY),
        ("Southern France", ITALY),
    ]


def test_what_one_power_has_taken_the_other_does_not_fight_for(pairs: Path) -> None:
    game = battle(pairs, 3, 6)
    game.do(o.EndPhase())
    assert sum(isinstance(event, ev.BattleOpened) for event in happened(game)) == 1
    assert game.state.control["France"] == GERMANY


# --- what the panel shows -------------------------------------------------------------------------


def orders(game: Game) -> Iterator[Order]:
    """Some orders that the forms of a decision give."""
    for form in game.ruleset.choices(game.state):
        if isinstance(form, Answers):
            yield from (answer.order for answer in form.answers)
        elif isinstance(form, Tally):
            item = next(i for i in form.items if i.refused is None and i.most)
            yield from form.make({item.key: {item.targets[0].key: 1}})
        elif isinstance(form, Moves):
            ways = (way for s in form.stacks for way in form.destinations(s.units))
            yield from next(ways).orders


def test_every_form_is_of_one_power_and_its_orders_say_so(game: Game) -> None:
    assert {order.power for order in orders(game)} == set(PAIR)
    game.do(o.EndPhase())
    found = list(orders(game))
    assert {order.power for order in found} == set(PAIR)
    assert {type(order) for order in found} >= {o.Move, o.EndPhase}
    for order in found:
        assert game.can(order) or isinstance(order, o.DeclareWar)


def test_a_round_of_it_is_played_by_forms_replays_and_is_clean(game: Game, pairs: Path) -> None:
    FormPlayer(3).play(game, rounds=1)
    given = Counter(
        step.actors[0]
        for step in game.record.steps.values()
        if step.order is not None and len(step.actors) == 1
    )
    assert all(given[power] for powers in TURNS for power in powers)
    replay(game.ruleset, game.record)
    assert audit(game.record, rules=pairs, progress=None).height == 0


# --- the order of play is data --------------------------------------------------------------------


def test_a_turn_may_have_some_phases_only(tmp_path: Path) -> None:
    more = (
        "\n[[turns]]\npowers = ['Germany', 'Italy', 'Japan']\nphases = ['Collect Income']\n"
        "rule = 'AA-SET-046'\nsource = 'house'\n"
    )
    game = new_game(mod(tmp_path, (CHINA,), more=more), dice=SeededDice(1))
    first, second = game.ruleset.turns(1)  # type: ignore[attr-defined]
    assert first.force == (CHINA,)
    assert (second.force, second.phases) == ((GERMANY, ITALY, JAPAN), ("Collect Income",))
    while game.state.round == 1:
        game.do(o.EndPhase())
    assert game.state.money(JAPAN, "IPC") > 26


def test_a_check_tells_powers_and_phases_that_no_turn_can_have(tmp_path: Path) -> None:
    more = (
        "\n[[turns]]\npowers = ['Spain']\nphases = ['Missions']\n"
        "rule = 'AA-SET-046'\nsource = 'house'\n"
    )
    assert faults(mod(tmp_path, (GERMANY,), more=more)) == [
        "AA-SET-046: there is no power 'Spain'",
        "AA-SET-046: there is no phase 'Missions'",
    ]


@pytest.mark.parametrize(
    ("question", "asked"),
    [("3, Italy: a raid", ITALY), ("3, Germany: a raid", GERMANY), ("3", GERMANY)],
)
def test_a_question_begins_with_whom_it_is_about(question: str, asked: str) -> None:
    state = cast(State, SimpleNamespace(active=PAIR))
    assert whose(state, question) == asked
