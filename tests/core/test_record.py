"""The record: an append-only tree of steps, its lines, times, states and annotations."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from a4a.core import events as ev
from a4a.core.annotations import Comment, Glyph
from a4a.core.errors import A4AError, RecordError
from a4a.core.fold import Fold
from a4a.core.numbers import LARGEST
from a4a.core.record import GameRecord
from a4a.core.steps import Header, Step, WrittenOrder
from tests.core.small import BOARD, CATALOG, START, TANK, record


def note(text: str) -> list[ev.AnyEvent]:
    return [ev.Noted(text)]


def played() -> GameRecord:
    """Two rounds of two powers, a variation in the first, and one inside it.

    ::

        0 - 1 round 1, Italy, Combat Move - 2 - 3 Italy, Noncombat - 4 UK, Combat Move - 5 round 2
                                            |
                                            6 (variation 6) - 7
                                            |
                                            8 (variation 8)
    """
    game = record()
    game.append(
        [ev.RoundBegan(1, "Spring"), ev.TurnBegan(("Italy",)), ev.PhaseBegan("Combat Move")]
    )
    game.append(note("a"))
    game.append([ev.PhaseBegan("Noncombat Move")])
    game.append([ev.TurnBegan(("United Kingdom",)), ev.PhaseBegan("Combat Move")])
    game.append([ev.RoundBegan(2, "Summer"), ev.TurnBegan(("Italy", "United Kingdom"))])
    game.append(note("what if"), parent=2)
    game.append([ev.PhaseBegan("Collect Income")], parent=6)
    game.append(note("or"), parent=2)
    return game


# --- the tree -----------------------------------------------------------------------------------


def test_a_game_is_one_before_its_first_step() -> None:
    game = record()
    assert len(game) == 0
    assert game


def test_steps_make_a_tree_with_lines() -> None:
    game = played()
    assert len(game) == 8
    assert game.lines == ("main", "variation 6", "variation 8")
    assert game.line() == (0, 1, 2, 3, 4, 5)
    assert game.line("variation 6") == (6, 7)
    assert game.line("variation 8") == (8,)
    assert game.last == 5
    assert game.children(2) == (3, 6, 8)
    assert (game.parent(6), game.parent(1), game.parent(0)) == (2, 0, None)
    assert game.way_to(7) == (0, 1, 2, 6, 7)
    assert list(game.steps) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_variations_may_begin_inside_variations() -> None:
    game = played()
    node = game.append(note("deeper"), parent=6)
    assert game.time(node).line == f"variation {node}"
    assert game.line("variation 6") == (6, 7)
    assert game.last == 5


def test_an_appended_step_says_who_and_why() -> None:
    game = record()
    order = WrittenOrder("move", {"units": [TANK]})
    node = game.append(note("x"), actors=("Italy",), cause="edit", order=order, text="as told")
    step = game.step(node)
    assert (step.id, step.parent, step.actors, step.cause) == (1, 0, ("Italy",), "edit")
    assert (step.order, step.text, step.sequence) == (order, "as told", "exact")


def test_a_state_that_is_known_already_is_kept_with_its_step() -> None:
    game = played()
    events = [ev.TurnBegan(("Italy",)), ev.PhaseBegan("Collect Income")]
    after = game.state_at(5).apply(*events)
    node = game.append(events, after=after)
    assert game.state_at(node) is after
    assert after == Fold(game.state_at(5)).apply_all(events).state()


def test_steps_that_were_left_out_are_put_back_as_if_they_had_never_been_missing() -> None:
    whole = played()
    part = GameRecord(
        whole.header, BOARD, CATALOG, START,
        steps=[s for s in whole.steps.values() if s.id in (1, 2, 6)], used=whole.used,
    )  # fmt: skip
    tried = part.append(note("tried"), parent=2)
    assert (tried, part.children(2), part.last) == (9, (6, 9), 6)
    part.kept_in(Path("part.a4a"), "")
    part.put_back(whole.step(node) for node in (3, 4, 5, 7, 8))
    assert not part.saved
    assert list(part.steps) == list(range(1, 10))
    assert part.children(2) == (3, 6, 8, 9)
    assert (part.line(), part.last) == (whole.line(), 5)
    assert [part.time(n) for n in whole.steps] == [whole.time(n) for n in whole.steps]
    assert part.time(tried).line == "variation 9"
    assert part.append(note("on")) == 10


def test_steps_that_are_put_back_come_after_their_parents_whatever_their_ids() -> None:
    game = record()
    late = GameRecord(
        game.header, BOARD, CATALOG, START,
        steps=[Step(id=9, parent=0, events=()), Step(id=4, parent=9, events=())],
    )  # fmt: skip
    late.put_back([Step(id=2, parent=4, events=()), Step(id=3, parent=0, events=())])
    assert list(late.steps) == [3, 9, 4, 2]


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (Step(id=9, parent=2, events=()), "no step of this record had the id 9"),
        (Step(id=3, parent=2, events=()), "used twice"),
    ],
)
def test_a_step_that_was_never_left_out_is_not_put_back(step: Step, said: str) -> None:
    game = played()
    with pytest.raises(RecordError, match=said):
        game.put_back([step])
    assert len(game) == 8


def test_a_step_that_cannot_have_happened_leaves_the_record_as_it_was() -> None:
    game = played()
    with pytest.raises(RecordError, match=r"step 9, event 1: removed event names unit 99"):
        game.append([ev.Noted("x"), ev.UnitsRemoved((99,), "casualty")])
    assert game == played()
    assert game.append(note("next")) == 9


def test_what_is_no_event_is_refused() -> None:
    game = played()
    with pytest.raises(RecordError, match="step 9, event 0: a str is not an event"):
        game.append(["war"])  # type: ignore[list-item]
    assert len(game) == 8


def test_a_bad_step_read_from_a_file_is_named_when_its_state_is_asked_for() -> None:
    steps = [Step(id=1, parent=0, events=(ev.Noted("x"),)),
             Step(id=2, parent=1, events=(ev.UnitsRemoved((99,), "casualty"),)),
             Step(id=3, parent=2, events=())]  # fmt: skip
    game = GameRecord(Header(system="small"), BOARD, CATALOG, START, steps=steps)
    assert game.state_at(1)
    for node in (2, 3):
        with pytest.raises(RecordError, match=r"^step 2, event 0: removed event names unit 99"):
            game.state_at(node)
    assert game.state_at(1)


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        ([Step(id=0, parent=0, events=())], "step id 0 is not positive, or is used twice"),
        ([Step(id=-1, parent=0, events=())], "step id -1 is not positive"),
        ([Step(id=1, parent=0, events=())] * 2, "step id 1 is not positive, or is used twice"),
        ([Step(id=1, parent=7, events=())], "step 1 follows node 7, which does not exist"),
        ([Step(id=1, parent=1, events=())], "step 1 follows node 1, which does not exist"),
    ],
)
def test_a_tree_that_is_none_is_refused(steps: list[Step], words: str) -> None:
    with pytest.raises(RecordError, match=words):
        GameRecord(Header(system="small"), BOARD, CATALOG, START, steps=steps)


def test_unknown_nodes_and_lines_are_named() -> None:
    game = played()
    for ask in (game.state_at, game.time, game.children, game.parent, game.way_to):
        with pytest.raises(RecordError, match="no node 99; nodes go from 0 to 8"):
            ask(99)
    with pytest.raises(RecordError, match="no step leads to node 0; nodes go from 1 to 8"):
        game.step(0)
    with pytest.raises(RecordError, match="no line 'x'; there are main, variation 6, variation 8"):
        game.line("x")


# --- variations -----------------------------------------------------------------------------------


def test_a_variation_begins_inside_a_battle_and_is_folded_from_there() -> None:
    game = record()
    game.append(note("before"))
    game.append([ev.BattleOpened("b1", "Malta", "land", ())])
    inside = game.append([ev.CombatRoundBegan("b1", 1)])
    game.append([ev.BattleClosed("b1", "no effect", "nobody")])
    assert [game.settled(node) for node in game.line()] == [True, True, False, False, True]
    assert game.nearest_settled(inside) == 1
    what_if = game.append([ev.CombatRoundBegan("b1", 2)], parent=inside)
    assert game.state_at(what_if).battles["b1"].round == 2
    assert game.state_at(inside).battles["b1"].round == 1
    assert game.state_at(game.line()[-1]).settled


def test_play_goes_on_inside_a_battle() -> None:
    game = record()
    opened = game.append([ev.BattleOpened("b1", "Malta", "land", ())])
    assert game.append([ev.CombatRoundBegan("b1", 1)], parent=opened) == 2


# --- taking back --------------------------------------------------------------------------------


def test_a_last_step_is_taken_back_and_its_id_is_not_used_again() -> None:
    game = played()
    game.annotate(Comment(node=5, text="hm"))
    step = game.withdraw(5)
    assert (step.id, game.last, game.annotations) == (5, 4, ())
    with pytest.raises(RecordError, match="no node 5"):
        game.state_at(5)
    assert game.append(note("again")) == 9
    assert game.line() == (0, 1, 2, 3, 4, 9)


def test_no_step_is_given_an_id_that_a_file_cannot_hold() -> None:
    last = Step(id=LARGEST, parent=0, events=())
    game = GameRecord(Header(system="small"), BOARD, CATALOG, START, steps=[last])
    with pytest.raises(RecordError, match="no step can be added"):
        game.append(note("more"))
    assert list(game.steps) == [LARGEST]


def test_in_the_place_of_a_node_that_is_gone_the_nearest_is_offered() -> None:
    game = played()
    game.withdraw(5)
    with pytest.raises(RecordError, match=r"no node 5; nodes go .* nearest before it is 4"):
        game.state_at(5)


def test_a_step_that_others_follow_is_not_taken_back() -> None:
    with pytest.raises(RecordError, match="node 2 cannot be taken back: steps follow it"):
        played().withdraw(2)


def test_a_variation_becomes_the_main_line_when_that_is_taken_back() -> None:
    game = played()
    for node in (5, 4, 3):
        game.withdraw(node)
    assert game.last == 7
    assert game.line() == (0, 1, 2, 6, 7)
    assert game.lines == ("main", "variation 8")
    assert [game.time(node).line for node in (6, 7, 8)] == ["main", "main", "variation 8"]
    read_back = GameRecord(
        game.header, game.board, game.catalog, game.start, steps=game.steps.values()
    )
    assert read_back == game
    assert [read_back.time(n) for n in game.steps] == [game.time(n) for n in game.steps]
    assert read_back.last == game.last


def test_a_variation_taken_back_leaves_the_main_line() -> None:
    game = played()
    game.withdraw(7)
    game.withdraw(6)
    assert game.last == 5
    assert game.lines == ("main", "variation 8")


def test_a_state_of_a_step_taken_back_is_not_kept() -> None:
    game = record()
    for i in range(70):
        game.append([ev.ResourceChanged("Italy", "IPC", 1, f"step {i}")])
    for node in range(70, 30, -1):
        game.withdraw(node)
    game.append([ev.ResourceChanged("Italy", "IPC", 100, "x")])
    assert game.state_at(game.last).money("Italy", "IPC") == 10 + 30 + 100


# --- times --------------------------------------------------------------------------------------


def test_a_node_knows_when_it_is() -> None:
    game = played()
    times = [game.time(node) for node in range(9)]
    assert [(t.round, t.turn, t.powers, t.phase) for t in times] == [
        (0, 0, (), ""),
        (1, 1, ("Italy",), "Combat Move"),
        (1, 1, ("Italy",), "Combat Move"),
        (1, 1, ("Italy",), "Noncombat Move"),
        (1, 2, ("United Kingdom",), "Combat Move"),
        (2, 3, ("Italy", "United Kingdom"), ""),
        (1, 1, ("Italy",), "Combat Move"),
        (1, 1, ("Italy",), "Collect Income"),
        (1, 1, ("Italy",), "Combat Move"),
    ]
    assert [t.label for t in times[:6]] == ["", "Spring", "Spring", "Spring", "Spring", "Summer"]
    assert [t.line for t in times[5:]] == ["main", "variation 6", "variation 6", "variation 8"]


def test_time_and_state_agree_at_every_node() -> None:
    game = played()
    for node in (0, *game.steps):
        state, time = game.state_at(node), game.time(node)
        assert (state.round, state.label, state.turn) == (time.round, time.label, time.turn)
        assert (state.active, state.phase) == (time.powers, time.phase)


def test_a_record_may_start_in_mid_game() -> None:
    start = msgspec.structs.replace(
        START, round=6, label="Jan-Jun 1942", turn=20, active=("Italy",), phase="Combat"
    )
    game = record(start)
    time = game.time(0)
    assert (time.round, time.label, time.turn) == (6, "Jan-Jun 1942", 20)
    assert (time.powers, time.phase) == (("Italy",), "Combat")
    assert game.node_at(round=6, power="Italy", phase="combat") == 0
    node = game.append([ev.TurnBegan(("United Kingdom",))])
    assert game.time(node).turn == game.state_at(node).turn == 21


def test_the_first_node_of_a_round_turn_or_phase_is_found() -> None:
    game = played()
    assert game.node_at(round=0) == 0
    assert game.node_at(round=1) == 1
    assert game.node_at(round=1, power="Italians", phase="noncombat move") == 3
    assert game.node_at(round=1, phase="Combat-Move") == 1
    assert game.node_at(round=1, power="British") == 4
    assert game.node_at(round=2, power="United Kingdom") == 5
    assert game.node_at(round=1, phase="Collect Income", line="variation 6") == 7


def test_the_last_power_of_a_round_has_no_turn_when_the_next_one_begins() -> None:
    game = played()
    game.append([ev.RoundBegan(3)])
    with pytest.raises(RecordError, match="United Kingdom has no turn in round 3"):
        game.node_at(round=3, power="UK")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"round": 7}, "no round 7: rounds go from 0 to 2"),
        ({"round": "1"}, "no round '1': rounds go from 0 to 2"),
        ({"round": 0, "phase": "x"}, "no phase 'x' in that turn; it has none"),
        ({"round": 1, "phase": 3}, "no phase 3 in that turn; there are"),
        ({"round": 1, "power": 3}, "3 is no power: give its name as text"),
        ({"round": 0, "power": "Italy"}, "Italy has no turn in round 0"),
        ({"round": 1, "power": "Italy", "phase": "Repair"},
         "no phase 'Repair' in that turn; there are Combat Move, Noncombat Move"),
        ({"round": 1, "power": "Itally"}, "no power 'Itally'; did you mean 'Italy'?"),
        ({"round": 1, "line": "x"}, "no line 'x'"),
        ({"round": 2, "line": "variation 6"}, "no round 2: rounds go from 1 to 1"),
    ],
)  # fmt: skip
def test_a_node_that_is_not_there_is_told_what_is(asked: dict[str, object], words: str) -> None:
    with pytest.raises(A4AError) as caught:
        played().node_at(**asked)  # type: ignore[arg-type]
    assert words in str(caught.value)


# --- states -------------------------------------------------------------------------------------


def test_states_of_a_line_are_values_of_their_own() -> None:
    game = record()
    for _ in range(100):
        game.append([ev.ResourceChanged("Italy", "IPC", 1, "income")])
    states = list(game.states())
    assert [node for node, _ in states] == list(range(101))
    assert [state.money("Italy", "IPC") for _, state in states] == [10 + i for i in range(101)]
    assert [node for node, _ in game.states([70, 3])] == [70, 3]


def test_a_state_asked_for_twice_is_equal() -> None:
    game = played()
    assert game.state_at(4) == game.state_at(4)
    assert game.state_at(0) == record().state_at(0)


def test_names_of_people_can_be_left_out() -> None:
    game = GameRecord(
        Header(system="small", players={"Italy": "Ann"}), BOARD, CATALOG, START,
        steps=played().steps.values(),
    )  # fmt: skip
    game.annotate(Comment(node=2, author="Ben", text="x"))
    without = game.without_players()
    assert without.header.players == {}
    assert [a.author for a in without.annotations] == [""]
    assert without.steps == game.steps
    assert game.header.players == {"Italy": "Ann"}


# --- comparison ---------------------------------------------------------------------------------


def test_records_are_equal_when_all_they_say_is() -> None:
    assert played() == played()
    assert played() != "record"
    other = played()
    other.annotate(Glyph(node=1, sign="?"))
    assert other != played()
    record = played()
    assert repr(record) == "<GameRecord 'small': 8 steps, 2 rounds>"
    record.append([ev.RoundBegan(3)])  # and nobody has played in it
    assert repr(record) == "<GameRecord 'small': 9 steps, 2 rounds>"
    with pytest.raises(TypeError):
        hash(played())
