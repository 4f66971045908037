"""What if: recorded games are played on from any node at which nothing is open."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import islice
from pathlib import Path

import msgspec
import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import SeededDice
from a4a.core.errors import RecordError, RuleViolation
from a4a.core.events import Value
from a4a.core.record import GameRecord
from a4a.core.steps import Source
from a4a.core.units import Unit
from a4a.players import RandomPlayer
from a4a.rules import Game, new_game
from a4a.rules.areas.movement.field import ESCORT, STAY
from a4a.rules.areas.orders import EndPhase, Move
from a4a.rules.ruleset import Ruleset
from a4a.rules.systems import recorded_options, ruleset
from a4a.store.reader import loads
from a4a.store.writer import dumps
from tests import depth
from tests.shared_games import SHIPPED, engine_games, shipped


@contextmanager
def played_on(record: GameRecord, node: int) -> Iterator[Game]:
    """A game that goes on from a node; afterwards the record is as it was."""
    steps = len(record)
    game = Game(rules_by(record), record=record, node=node, dice=SeededDice(node))
    try:
        yield game
    finally:
        while len(record) > steps:
            game.node = record.withdraw(game.node).parent


@cache
def _rules(system: str, options: tuple[tuple[str, Value], ...]) -> Ruleset:
    return ruleset(system, recorded_options(system, dict(options)))


def rules_by(record: GameRecord) -> Ruleset:
    """The rules of a record, made once for all nodes."""
    return _rules(record.header.system, tuple(record.header.options.items()))


def goes_on(record: GameRecord, node: int) -> None:
    """Somebody is asked for something, in the round, or one that the node is the end of."""
    with played_on(record, node) as game:
        asked = game.decision
        assert asked is not None, f"node {node}: {game.ending}"
        assert set(asked.powers) <= {p.name for p in record.catalog.powers}
        assert game.ruleset.choices(game.state), f"node {node}"


def sample(records: list[GameRecord], number: int, seed: int) -> Iterator[tuple[GameRecord, int]]:
    """Nodes of games at random; the first of each round among them, of every fifth if not deep."""
    dice = random.Random(seed)
    for record in records:
        nodes = record.line()
        begins = [n for n in nodes if n and isinstance(record.step(n).events[0], ev.RoundBegan)]
        begins = begins[:: depth.number(5, deep=1)]
        more = max(0, number // len(records) - len(begins))
        others = dice.sample(nodes, min(len(nodes), more))
        yield from ((record, node) for node in (*begins, *others))


@pytest.mark.soak
@pytest.mark.parametrize("name", depth.sample(SHIPPED))
def test_a_shipped_game_is_played_on_from_any_node(name: str) -> None:
    for record, node in sample([shipped(name)], depth.number(4, deep=500), seed=13):
        goes_on(record, node)


@pytest.mark.soak
def test_a_shared_game_is_played_on_from_any_node(shared: Path) -> None:
    for record, node in sample(
        list(engine_games(shared).values()), depth.number(8, deep=3000), seed=13
    ):
        goes_on(record, node)


def test_as_a_round_begins_its_first_power_plays() -> None:
    record = a4a.game(SHIPPED[0])
    game = new_game(record, node=record.node_at(round=5))
    assert (game.state.round, game.state.active) == (5, ("Germany",))
    assert game.decision is not None
    assert game.decision.kind == "purchase"
    assert game.decision.powers == ("Germany",)


def test_nothing_is_written_before_the_first_order_nor_left_when_it_is_taken_back() -> None:
    record = a4a.game(SHIPPED[0])
    node = record.node_at(round=3)
    as_it_was = dumps(record)
    game = Game(rules_by(record), record=record, node=node, dice=SeededDice(1))
    assert game.opening
    assert (dumps(record), game.node) == (as_it_was, node)
    begun = game.state
    assert begun != record.state_at(node)
    game.do(EndPhase())
    assert game.opening == ()
    engine = record.step(record.children(node)[-1])
    assert (engine.cause, record.state_at(engine.id)) == ("engine", begun)
    game.take_back()
    assert (game.node, game.state) == (node, begun)
    assert record == loads(as_it_was)
    game.do(EndPhase())
    engine = record.step(record.children(node)[-1])
    note = record.annotate(a4a.Comment(node=engine.id, text="why not"))
    game.take_back()
    assert (game.node, game.state) == (engine.id, begun)
    assert note in record.annotations


def test_the_panel_plays_on_as_a_round_begins() -> None:
    from a4a.widgets import DecisionPanel

    record = shipped(SHIPPED[0])
    with played_on(record, record.node_at(round=5)) as game:
        panel = DecisionPanel(game)
        assert panel.decision_view.asked["text"].startswith("buy units")
        panel.close()


def test_a_variation_begins_in_the_middle_of_a_battle_too() -> None:
    game = new_game("europe1940", dice=SeededDice(4))
    player = RandomPlayer(4)
    while game.state.round <= 1:
        player.play_turn(game)
    record = game.record
    open_nodes = [n for n in record.line() if not record.settled(n)]
    assert len({new_game(record, node=n).decision.kind for n in open_nodes}) > 2
    for node in open_nodes[:: len(open_nodes) // 8]:
        goes_on(record, node)


# --- turns that another program began -----------------------------------------------------------


def first(record: GameRecord, kind: type[ev.Event], **fields: object) -> int:
    """The first node in which something is told."""
    return next(
        node
        for node, step in record.steps.items()
        if any(
            isinstance(e, kind) and all(getattr(e, k) == v for k, v in fields.items())
            for e in step.events
        )
    )


def test_what_moved_in_this_phase_goes_on_and_what_moved_before_it_rests() -> None:
    """AA-NCM-001: the Noncombat Move phase of another program's record is taken up."""
    start = a4a.start("global1940")
    header = msgspec.structs.replace(start.header, source=Source("TripleA", "2.5", "", ""))
    record = GameRecord(header, start.board, start.catalog, start.start)
    new = record.state_at(0).last_unit + 1
    moves, rests = new, new + 1
    here, there = "sea zone 113", "sea zone 114"
    ships = tuple(Unit(i, "destroyer", "Germany", here) for i in (moves, rests))
    record.append([ev.UnitsAdded(ships, "edit")], cause="edit")
    record.append([ev.RoundBegan(1), ev.TurnBegan(("Germany",)), ev.PhaseBegan("Combat Move")])
    record.append([ev.UnitsMoved((rests,), (here, there), "combat", 1)])
    record.append([ev.PhaseBegan("Noncombat Move")])
    record.append([ev.UnitsMoved((moves,), (here, there), "noncombat", 1)])
    game = new_game(record, node=record.last)
    game.verify(Move((moves,), (there, here)))
    with pytest.raises(RuleViolation) as refused:
        game.verify(Move((rests,), (there, here)))
    assert refused.value.rule == "AA-NCM-001"


def test_battles_still_to_be_fought_are_fought_by_the_rules() -> None:
    """Conduct Combat begins: Germany's recorded attacks of round 1 are open, none is skipped."""
    record = shipped(SHIPPED[0])
    node = record.node_at(round=1, power="Germany", phase="Conduct Combat")
    fought = {
        e.space
        for n in record.line()
        if record.time(n).round == 1 and "Germany" in record.time(n).powers and n
        for e in record.step(n).events
        if isinstance(e, ev.BattleOpened) and e.kind in ("land", "sea")
    }
    with played_on(record, node) as game:
        assert game.state.phase == "Conduct Combat"
        assert game.state.battles or any(isinstance(e, ev.Asked) for e in game.opening)
        player = RandomPlayer(1)
        player.play_turn(game)
        ours = {
            e.space
            for n in record.way_to(game.node)
            if n > record.line()[-1]
            for e in record.step(n).events
            if isinstance(e, ev.BattleOpened)
        }
    assert fought <= ours


def test_what_has_been_fought_over_is_not_fought_over_again() -> None:
    record = shipped(SHIPPED[0])
    node = first(record, ev.BattleClosed)
    closed = next(e for e in record.step(node).events if isinstance(e, ev.BattleOpened)).space
    with played_on(record, node) as game:
        assert closed not in {battle.space for battle in game.state.battles.values()}


def test_income_that_has_been_collected_is_not_collected_again() -> None:
    record = shipped(SHIPPED[0])
    node = first(record, ev.ResourceChanged, reason="income", treasury="Germany")
    assert record.time(node).phase == "Collect Income"
    with played_on(record, node) as game:
        paid = [
            e for e in game.opening if isinstance(e, ev.ResourceChanged) and e.treasury == "Germany"
        ]
        assert [e for e in paid if e.reason in ("income", "convoy")] == []
        assert not any(s.startswith("has collected") for s in game.state.statuses("Germany"))
    begins = record.node_at(round=1, power="Germany", phase="Collect Income")
    with played_on(record, begins) as game:
        assert any(isinstance(e, ev.ResourceChanged) and e.reason == "income" for e in game.opening)


def test_what_fought_rests_in_the_noncombat_moves() -> None:
    """AA-NCM-001."""
    record = shipped(SHIPPED[0])
    node = record.node_at(round=1, power="Germany", phase="Noncombat Move")
    state = record.state_at(node)
    tired = [
        u for u in state.units.values()
        if u.owner == "Germany" and u.type == "tank" and state.memory(u.id).moved
    ]  # fmt: skip
    assert tired
    with played_on(record, node) as game:
        assert all(game.state.memory(u.id).task == "rest" for u in tired)


def test_a_battle_of_another_program_is_not_gone_on_with() -> None:
    record = a4a.game(SHIPPED[0])
    node = record.last
    record.append([ev.BattleOpened("x", "Germany", "land", ())])
    with pytest.raises(RecordError, match=f"branch from node {node}"):
        new_game(record)


def combat_moves(record: GameRecord, number: int) -> list[int]:
    """Nodes at random in which a power is in the middle of its combat moves."""
    nodes = [n for n in record.line() if n and record.time(n).phase == "Combat Move"]
    nodes = [n for n in nodes if record.settled(n)]
    return random.Random(13).sample(nodes, min(number, len(nodes)))


def ends_its_turn(record: GameRecord, node: int) -> None:
    """A player who makes a few moves of his own gets to the end of the turn."""
    with played_on(record, node) as game:
        turn = game.state.turn
        RandomPlayer(node, most=3).play_turn(game)
        assert game.state.turn > turn or game.decision is None, f"node {node}"


@pytest.mark.soak
@pytest.mark.parametrize("name", SHIPPED)
def test_recorded_combat_moves_to_no_purpose_stand(name: str) -> None:
    """What TripleA moved and loaded in vain does not keep the phase from ending (D-001, D-009)."""
    for node in combat_moves(shipped(name), depth.number(3, deep=160)):
        ends_its_turn(shipped(name), node)


@pytest.mark.soak
def test_recorded_combat_moves_to_no_purpose_stand_in_shared_games(shared: Path) -> None:
    for record in engine_games(shared).values():
        for node in combat_moves(record, depth.number(1, deep=60)):
            ends_its_turn(record, node)


def test_who_plays_on_loads_nothing_in_vain() -> None:
    """AA-SEA-012: the recorded cargo may stay aboard, what the player adds must assault."""
    record = shipped(SHIPPED[0])
    found = 0
    for node in combat_moves(record, 120):
        with played_on(record, node) as game:
            state, graph = game.state, game.ruleset.game.graph  # type: ignore[attr-defined]
            idle = [i for i, u in state.units.items() if state.memory(i).task == STAY]
            if not any(state.memory(i).loaded for i in idle) or not game.can(EndPhase()):
                continue
            load = next(
                (
                    order
                    for ship in state.units.values()
                    if ship.owner == state.active[0] and ship.type == "transport"
                    for land in graph.coast[str(ship.place)]
                    for unit in state.at(land)
                    if unit.owner == ship.owner and unit.type == "infantry"
                    if game.can(order := Move((unit.id,), (land, str(ship.place)), ship.id))
                ),
                None,
            )
            if load is None:
                continue
            game.do(load)
            with pytest.raises(RuleViolation) as refused:
                game.do(EndPhase())
            assert refused.value.rule == "AA-SEA-012"
            found += 1
            if found == 2:
                break
    assert found


def test_a_complex_that_a_program_has_replaced_can_be_full(shared: Path) -> None:
    """The engine takes the minor complexes of the United States away, and puts major ones there."""
    record = engine_games(shared)["triplea2/g40_25_easy"]
    node = record.node_at(round=4, power="United States", phase="Mobilize New Units")
    with played_on(record, node) as game:
        RandomPlayer(584).play_turn(game)
        assert game.state.active != ("United States",)


# --- what a program decides later than the rules do, or does not write down ----------------------


def last_before(record: GameRecord, node: int, phase: str) -> int:
    """The last settled node of a phase of the turn that a node is in."""
    when = record.time(node)
    found = [n for n in record.line() if n and record.time(n).turn == when.turn]
    return next(n for n in reversed(found) if record.time(n).phase == phase and record.settled(n))


def landings(record: GameRecord) -> Iterator[tuple[int, ev.UnitsMoved]]:
    """Recorded landings in combat moves, one a turn, with their nodes."""
    turns = set()
    for node, step in record.steps.items():
        for event in step.events:
            if isinstance(event, ev.UnitsMoved) and event.mode == "amphibious":
                if record.time(node).turn not in turns:
                    yield node, event
                turns.add(record.time(node).turn)


def ours(game: Game, *, after: int) -> list[ev.AnyEvent]:
    """What happened in a game after a node, and before its next order."""
    nodes = [n for n in game.record.way_to(game.node) if n > after]
    return [*(e for n in nodes for e in game.record.step(n).events), *game.opening]


@pytest.mark.parametrize("phase", ["Combat Move", "Conduct Combat"])
def test_recorded_landings_are_made_when_their_battles_are_fought(phase: str) -> None:
    """AA-AMP-004, AA-AMP-016: they are assaults, with the sea battle and the guns before them."""
    record, fought = shipped(SHIPPED[0]), 0
    for node, landing in islice(landings(record), 6):
        zone, territory = landing.path
        state = record.state_at(record.step(node).parent)
        ships = {state.unit(unit).place for unit in landing.units}
        begin = record.node_at(
            round=record.time(node).round, power=record.time(node).powers[0], phase="Conduct Combat"
        )
        at = begin if phase == "Conduct Combat" else last_before(record, node, phase)
        if record.state_at(at).control.get(territory) == record.time(node).powers[0]:
            continue
        last = record.used
        with played_on(record, at) as game:
            told = ours(game, after=last)
            aboard = {i for e in told if isinstance(e, ev.UnitsPlaced) for i in e.units}
            assert set(landing.units) <= aboard, node
            assert {e.place for e in told if isinstance(e, ev.UnitsPlaced)} >= ships
            RandomPlayer(node, most=0).play_turn(game)
            opened = [
                e for e in ours(game, after=last)
                if isinstance(e, ev.BattleOpened) and e.space == territory
            ]  # fmt: skip
            if opened:
                assert opened[0].kind == "amphibious"
                seaborne = {
                    i for p in opened[0].participants if p.task == "landing" for i in p.units
                    if p.origin == zone
                }  # fmt: skip
                assert set(landing.units) <= seaborne
                fought += 1
    assert fought > 2


@pytest.mark.parametrize("name", SHIPPED)
def test_bombers_raid_where_the_record_raids_later(name: str) -> None:
    record, found = shipped(name), 0
    for node, step in list(record.steps.items()):
        raid = next((e for e in step.events if isinstance(e, ev.BattleOpened)), None)
        if raid is None or raid.kind != "bombing raid":
            continue
        at = record.node_at(
            round=record.time(node).round, power=record.time(node).powers[0], phase="Conduct Combat"
        )
        bombers = {i for p in raid.participants if p.role == "attacker" for i in p.units}
        last = record.used
        with played_on(record, at) as game:
            RandomPlayer(node).play_turn(game)
            opened = [
                e for e in ours(game, after=last)
                if isinstance(e, ev.BattleOpened) and e.space == raid.space
            ]  # fmt: skip
            flown = {
                i for e in opened if e.kind == "bombing raid" for p in e.participants
                if p.role == "attacker" for i in p.units
            }  # fmt: skip
            assert bombers <= flown, node
            found += 1
    assert found


@pytest.mark.parametrize("name", SHIPPED)
def test_bombers_that_have_raided_fight_in_no_other_battle(name: str) -> None:
    record = shipped(name)
    for node in record.line()[1:]:
        raids = [e for e in record.step(node).events if isinstance(e, ev.BattleOpened)]
        if raids and raids[0].kind == "bombing raid":
            break
    flown = {i for p in raids[0].participants if p.role == "attacker" for i in p.units}
    with played_on(record, node) as game:
        there = flown.intersection(game.state.units)
        assert there
        assert {game.state.memory(i).task for i in there} == {ESCORT}
        battles = game.state.battles.values()
        assert flown.isdisjoint(i for b in battles for p in b.participants for i in p.units)


def test_an_objective_that_has_paid_once_is_not_paid_again() -> None:
    """AA-OBJ-025: Berlin is paid for in the recorded part; by the rules it pays no more."""
    record = a4a.game(SHIPPED[0])
    at = record.node_at(round=2, power="Soviet Union", phase="Collect Income")
    state = record.state_at(at)
    took = [ev.ControlChanged("Germany", state.control["Germany"], "Soviet Union", "conquest")]
    relation = state.relation("Germany", "Soviet Union")
    war = [ev.RelationChanged("Germany", "Soviet Union", relation, "war")]
    paid = ev.ResourceChanged("Soviet Union", "IPC", 10, "objective", "Russians 3 Berlin")
    for before in ((), (paid,)):
        node = record.append([*took, *war, *before], parent=at)
        node = record.append(
            [ev.TurnBegan(("Soviet Union",)), ev.PhaseBegan("Collect Income")], parent=node
        )
        game = Game(rules_by(record), record=record, node=node, dice=SeededDice(1))
        berlin = [
            e for e in ours(game, after=node)
            if isinstance(e, ev.ResourceChanged) and "Berlin" in e.detail
        ]  # fmt: skip
        assert len(berlin) == (0 if before else 1)


def test_what_the_rules_remember_of_recorded_deeds_is_known() -> None:
    """AA-POL-068: an Axis capture in North America lets the United States declare war."""
    record = shipped(SHIPPED[0])
    node = record.node_at(round=12, power="United States", phase="Combat Move")
    assert "provoked by a capture" not in record.state_at(node).statuses("United States")
    with played_on(record, node) as game:
        assert "provoked by a capture" in game.state.statuses("United States")
