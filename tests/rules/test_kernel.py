"""The kernel: refusals, records, taking back, branching, resuming, replay, dice."""

from __future__ import annotations

from pathlib import Path

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import ScriptedDice, SeededDice
from a4a.core.errors import A4AError, RecordError, RuleViolation
from a4a.core.record import GameRecord
from a4a.core.steps import Header, WrittenOrder
from a4a.rules import Game, new_game, replay, resume, ruleset
from a4a.rules.areas.orders import ORDERS, Buy, DeclareWar, EndPhase, Move, Place, Research, Retreat
from a4a.rules.areas.ruleset import lists
from a4a.rules.areas.system import System
from a4a.rules.order import read, written
from a4a.rules.systems import book
from tests.rules.areas.positions import position

GERMANY = "Germany"


def play(game: Game, rounds: int) -> None:
    """Buy what money allows, place it in the first space there is, do nothing else."""
    while (asked := game.decision) is not None and game.state.round <= rounds:
        power = asked.powers[0]
        if asked.kind == "purchase":
            count = game.state.money(power, "IPC") // 3
            game.do(Buy(power, {"infantry": min(count, 3)}) if count else EndPhase())
        elif asked.kind == "mobilize":
            game.do(Place(asked.units[:1], asked.spaces[0]))
        elif asked.kind == "research":
            game.do(Research(power, 1))
        elif asked.kind == "breakthrough chart":
            game.do(ORDERS["PickChart"](int(asked.options[0])))
        else:
            game.do(EndPhase())


# --- new games ------------------------------------------------------------------------------------


def test_a_new_game_asks_its_first_decision() -> None:
    game = a4a.new_game("europe1940")
    assert game.decision is not None
    assert (game.decision.kind, game.decision.powers) == ("purchase", (GERMANY,))
    assert game.state.round == 1
    assert game.record.header.system == "europe1940"
    assert game.record.header.options == {"low luck": False, "research": False}


def test_unknown_systems_and_options_are_refused_with_what_there_is() -> None:
    with pytest.raises(A4AError, match="deluxe3g40, war_in_europe, wargame1942 can"):
        new_game("chess")
    with pytest.raises(A4AError, match="low luck, research"):
        new_game("europe1940", options={"bid": True})
    with pytest.raises(A4AError, match="True or False"):
        new_game("europe1940", options={"research": 1})
    with pytest.raises(A4AError, match="a new game begins"):
        new_game("europe1940", node=3)
    with pytest.raises(A4AError, match="has its options"):
        new_game(new_game("europe1940").record, options={"research": True})


# --- refusals -------------------------------------------------------------------------------------


def test_a_refusal_leaves_state_and_record_as_they_were() -> None:
    game = new_game("europe1940")
    state, node, steps = game.state, game.node, dict(game.record.steps)
    for order in (
        Buy(GERMANY, {"battleship": 2}),
        Buy("Italy", {"infantry": 1}),
        DeclareWar(("United States",)),
        Move((1,), ("Germany", "Poland")),
        Place((1,), "Germany"),
    ):
        with pytest.raises(RuleViolation):
            game.do(order)
        assert not game.can(order)
        assert game.state is state
        assert game.node == node
        assert dict(game.record.steps) == steps


def test_a_refusal_says_rule_section_what_was_tried_why_and_what_is_allowed() -> None:
    game = new_game("europe1940")
    with pytest.raises(RuleViolation) as caught:
        game.do(Buy(GERMANY, {"battleship": 2}))
    refusal = caught.value
    assert refusal.rule == "AA-PUR-005"
    assert refusal.section == book("europe1940")["AA-PUR-005"].section
    assert str(refusal) == (
        "buy 2 battleships: it costs 40, and Germany has 30 "
        f"(AA-PUR-005, {refusal.section}) - allowed: what costs 30 or less"
    )


def test_an_order_out_of_turn_is_told_what_the_game_waits_for() -> None:
    game = new_game("europe1940")
    with pytest.raises(RuleViolation, match="the game waits for Germany: buy units") as caught:
        game.do(Retreat("France"))
    assert caught.value.allowed == "Buy or EndPhase"


def test_what_a_rule_says_of_an_order_out_of_turn_comes_first() -> None:
    game = new_game("europe1940")
    with pytest.raises(RuleViolation, match="war is not declared in the Purchase") as caught:
        game.do(DeclareWar(("United States",)))
    assert caught.value.rule == "AA-DOW-001"
    assert not game.can(DeclareWar(("United States",)))


def test_what_would_be_right_is_found_out_when_somebody_asks() -> None:
    asked: list[str] = []

    def advice() -> str:
        asked.append("asked")
        return "less"

    refusal = RuleViolation("too much", tried="eat", allowed=advice)
    assert asked == []
    assert str(refusal) == str(refusal) == "eat: too much - allowed: less"
    assert asked == ["asked"]


def test_nothing_is_asked_or_accepted_once_the_game_is_over() -> None:
    game = position(power="Italy", phase="Combat Move")
    game.node = game.record.append([ev.VictoryWon(("Germany", "Italy"), "test")])
    assert game.decision is None
    with pytest.raises(RuleViolation, match="the game is over"):
        game.do(EndPhase())


# --- orders as records keep them ------------------------------------------------------------------


@pytest.mark.parametrize(
    "order",
    [
        EndPhase(), Buy(GERMANY, {"tank": 2}, {17: 3}), DeclareWar(("Soviet Union",)),
        Move((1, 2), ("Germany", "Poland"), aboard=None, task="raid"), Place((9,), "Germany"),
    ],
)  # fmt: skip
def test_orders_are_written_and_read_back_equal(order: a4a.rules.Order) -> None:
    assert read(written(order), dict(ORDERS)) == order


def test_orders_that_are_none_are_refused() -> None:
    for kind, fields in (
        ("Surrender", {}), ("Buy", {}), ("Buy", {"treasury": 4}), ("EndPhase", {"now": True}),
        ("Move", {"units": ["a"], "path": []}),
    ):  # fmt: skip
        with pytest.raises(RecordError):
            read(WrittenOrder(kind, fields), dict(ORDERS))


# --- taking back ----------------------------------------------------------------------------------


def test_an_order_without_dice_is_taken_back_without_a_trace() -> None:
    game = new_game("europe1940")
    before, node, lines = game.state, game.node, game.record.lines
    game.do(Buy(GERMANY, {"infantry": 10}))
    assert game.take_back().order == WrittenOrder(
        "Buy", {"treasury": GERMANY, "units": {"infantry": 10}, "repairs": {}}
    )
    assert (game.state, game.node, game.record.lines) == (before, node, lines)
    game.do(Buy(GERMANY, {"tank": 5}))
    assert game.record.lines == ("main",)


def test_the_begin_of_the_game_and_orders_with_dice_are_not_taken_back() -> None:
    game = new_game("europe1940", options={"research": True}, dice=ScriptedDice((1,)))
    with pytest.raises(RuleViolation, match="no order to take back"):
        game.take_back()
    game.do(Research(GERMANY, 1))
    with pytest.raises(RuleViolation, match="dice have been rolled"):
        game.take_back()


# --- branches -------------------------------------------------------------------------------------


def test_a_game_branches_from_a_settled_node() -> None:
    game = new_game("europe1940")
    fork = game.node
    game.do(Buy(GERMANY, {"infantry": 10}))
    other = new_game(game.record, node=fork)
    other.do(Buy(GERMANY, {"tank": 5}))
    assert len(game.record.lines) == 2
    assert game.state.money(GERMANY, "IPC") == other.state.money(GERMANY, "IPC") == 0
    assert game.state != other.state


def test_a_game_branches_where_something_is_open() -> None:
    options = {"research": True}
    game = new_game("europe1940", options=options, dice=ScriptedDice((6, 1)))
    game.do(Research(GERMANY, 1))
    middle = game.node
    assert not game.record.settled(middle)
    game.do(ORDERS["PickChart"](1))
    other = new_game(game.record, node=middle, dice=ScriptedDice((2,)))
    other.do(ORDERS["PickChart"](2))
    assert game.state.technologies(GERMANY) != other.state.technologies(GERMANY)
    for line in game.record.lines:
        replay(game.ruleset, game.record, line=line)


# --- who gives an order ---------------------------------------------------------------------------


def test_an_order_may_name_the_power_that_gives_it() -> None:
    game = new_game("europe1940")
    game.do(Buy(GERMANY, {"infantry": 10}, power="Germans"))
    step = game.record.step(game.node)
    assert step.actors == (GERMANY,)
    assert step.order is not None
    assert step.order.fields["power"] == "Germans"
    replay(game.ruleset, game.record)


def test_an_order_of_a_power_that_is_not_asked_is_refused() -> None:
    game = new_game("europe1940")
    with pytest.raises(RuleViolation, match="the game waits for Germany"):
        game.do(Buy(GERMANY, {"infantry": 10}, power="France"))
    with pytest.raises(RuleViolation, match="there is no power 'Atlantis'"):
        game.do(Buy(GERMANY, {"infantry": 10}, power="Atlantis"))


def test_an_order_of_all_that_are_asked_is_written_without_them() -> None:
    game = new_game("europe1940")
    game.do(Buy(GERMANY, {"infantry": 10}))
    order = game.record.step(game.node).order
    assert order is not None
    assert "power" not in order.fields


# --- saving and going on --------------------------------------------------------------------------


def test_a_saved_game_goes_on_in_mid_turn(tmp_path: Path) -> None:
    game = new_game("europe1940", dice=SeededDice(1))
    game.do(Buy(GERMANY, {"infantry": 2}))
    a4a.save(game.record, tmp_path / "game.a4a")
    again = resume(tmp_path / "game.a4a")
    assert again.decision == game.decision
    assert again.state == game.state
    for g in (game, again):
        g.do(Buy(GERMANY, {"tank": 1}))
        g.do(EndPhase())
    assert again.state == game.state
    assert again.record == game.record


def test_a_game_saved_in_the_middle_of_a_decision_goes_on(tmp_path: Path) -> None:
    options = {"research": True}
    game = new_game("europe1940", options=options, dice=ScriptedDice((6,)))
    game.do(Research(GERMANY, 1))
    a4a.save(game.record, tmp_path / "game.a4a")
    again = resume(tmp_path / "game.a4a", dice=ScriptedDice((2,)))
    assert again.decision is not None
    assert again.decision.kind == "breakthrough chart"
    again.do(ORDERS["PickChart"](1))
    assert again.state.technologies(GERMANY) == ("Rockets",)


# --- dice and replay ------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_game_byte_for_byte(tmp_path: Path) -> None:
    files = []
    for name in ("one", "two"):
        game = new_game("europe1940", options={"research": True}, dice=SeededDice(1940))
        play(game, 2)
        path = tmp_path / f"{name}.a4a"
        a4a.save(game.record, path)
        files.append(path.read_bytes())
    assert files[0] == files[1]
    other = new_game("europe1940", options={"research": True}, dice=SeededDice(1941))
    play(other, 2)
    rolled = [e for s in other.record.steps.values() for e in s.events if isinstance(e, ev.Rolled)]
    assert rolled


def test_orders_replayed_with_their_rolls_give_the_same_events(tmp_path: Path) -> None:
    game = new_game("europe1940", options={"research": True}, dice=SeededDice(3))
    play(game, 3)
    assert len(game.record) > 60
    replay(game.ruleset, game.record)
    a4a.save(game.record, tmp_path / "game.a4a")
    loaded = a4a.load(tmp_path / "game.a4a")
    replay(ruleset("europe1940", loaded.header.options), loaded)


def test_a_record_with_events_that_its_orders_do_not_cause_fails_the_replay() -> None:
    game = new_game("europe1940")
    node = game.node
    order = written(Buy(GERMANY, {"infantry": 1}))
    events = [ev.ResourceChanged(GERMANY, "IPC", -2, "purchase")]
    game.record.append(events, parent=node, actors=(GERMANY,), order=order)
    with pytest.raises(RecordError, match=f"step {node + 1}: its order causes other events"):
        replay(game.ruleset, game.record)


def test_a_record_with_an_illegal_order_fails_the_replay() -> None:
    game = new_game("europe1940")
    order = written(Buy(GERMANY, {"battleship": 9}))
    game.record.append([], parent=game.node, actors=(GERMANY,), order=order)
    with pytest.raises(RecordError, match="its order is refused"):
        replay(game.ruleset, game.record)


def test_a_record_with_an_order_nobody_asked_for_fails_the_replay() -> None:
    for order in (Place((1,), GERMANY), ORDERS["PlaceBonus"]({}), ORDERS["Casualties"]({1: 1})):
        game = new_game("europe1940")
        game.record.append([], parent=game.node, actors=(GERMANY,), order=written(order))
        with pytest.raises(RecordError, match="its order is refused: nobody was asked for it"):
            replay(game.ruleset, game.record)


def test_a_record_whose_rolls_are_missing_fails_the_replay() -> None:
    game = new_game("europe1940", options={"research": True})
    game.record.append([], parent=game.node, order=written(Research(GERMANY, 1)))
    with pytest.raises(RecordError, match="cannot be carried out: the script of dice ends"):
        replay(game.ruleset, game.record)


def test_options_of_other_programs_do_not_count() -> None:
    start = a4a.start("europe1940")
    header = Header(system="europe1940", options={"Bombing cap": 6, "research": True})
    record = GameRecord(header, start.board, start.catalog, start.start)
    assert new_game(record).state.phase == "Research & Development"


def test_a_record_on_another_board_is_not_played() -> None:
    start = a4a.start("global1940")
    header = Header(system="europe1940")
    record = GameRecord(header, start.board, start.catalog, start.start)
    with pytest.raises(A4AError, match="on a board of its own"):
        new_game(record)
    mod = GameRecord(Header(system="sealion1940"), start.board, start.catalog, start.start)
    with pytest.raises(A4AError, match="'sealion1940', which does not come with a4a"):
        new_game(mod)


# --- the rulebook ---------------------------------------------------------------------------------


def test_the_rules_are_a_frame() -> None:
    frame = a4a.rules("europe1940")
    assert frame.columns == ["id", "section", "topic", "game", "kind", "statement"]
    assert frame["id"].is_unique().all()
    assert frame.null_count().sum_horizontal().item() == 0
    assert set(frame["game"]) == {"both", "europe"}


def test_every_rule_that_data_cites_is_in_the_book() -> None:
    rules = book("europe1940").by_id
    assert len(rules) > 700
    made = ruleset("europe1940")
    cited = lists.entries(made.game)  # type: ignore[attr-defined]
    assert len(cited) > 40
    assert {entry.rule for entry in cited} <= set(rules)
    assert {entry.source for entry in cited} == {"rulebook"}


def test_lists_that_name_what_is_not_there_are_reported(tmp_path: Path) -> None:
    (tmp_path / "dataset.toml").write_text('name = "mine"\nparent = "europe1940"\n')
    (tmp_path / "politics.toml").write_text("declarations = 3\n")
    (tmp_path / "victory.toml").write_text(
        '[[victories]]\nside = "Axis"\nrule = "AA-VIC-004"\nsource = "house"\nreason = "Mars"\n'
        'capital = []\nhold = [{ is = "not", condition = { is = "controls", by = "Venus", '
        'of = { spaces = ["Mars"] } } }]\n'
    )
    (tmp_path / "bonuses.toml").write_text(
        '[[bonuses]]\npower = "Venus"\nterritory = "France"\nworth = 1\n'
        'rule = "AA-POL-022"\nsource = "house"\n'
    )
    system = System(a4a.dataset(tmp_path), games=("both", "europe"), options={})
    politics, mars, venus, power = lists.faults(system)
    assert "politics.toml: Expected `array`, got `int`" in politics
    assert mars == "AA-VIC-004: there is no space 'Mars'"
    assert venus == "AA-VIC-004: there is no power or side 'Venus'"
    assert power == "AA-POL-022: there is no power 'Venus'"
