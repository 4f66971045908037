"""Exercises made of a node of a game: the line that follows, goals of its numbers, a checklist."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import pytest

import a4a
from a4a.core.dice import SeededDice
from a4a.core.errors import A4AError
from a4a.lessons.asking import question_of
from a4a.lessons.attacks import Committed, Takes
from a4a.lessons.checklist import missing
from a4a.lessons.computing import computed, value_of, values_in
from a4a.lessons.drafting import draft, redraft
from a4a.lessons.ghost import ghost
from a4a.lessons.goals import Not
from a4a.lessons.ground import Controls
from a4a.lessons.plan import Deviation
from a4a.lessons.proposing import measured, proposed, with_number
from a4a.lessons.publishing import write
from a4a.lessons.questions import Choice, Number, Place, Prose, Ranking
from a4a.rules.areas.orders import EndPhase
from tests.lessons.playing import send

if TYPE_CHECKING:
    from pathlib import Path

    from a4a.core.record import GameRecord
    from a4a.lessons.drafting import Draft
    from a4a.lessons.scene import Scene

ARMY = [
    ("Holland/Belgium", "infantry", 4),
    ("Holland/Belgium", "artillery", 2),
    ("Holland/Belgium", "tank", 3),
    ("Greater Southern Germany", "tank", 3),
    ("Germany", "tactical bomber", 1),
]


class Blow(NamedTuple):
    """A game in which France is attacked: from which node, and in how many orders."""

    record: GameRecord
    begin: int
    orders: int


def attacked() -> Blow:
    """Play it, the battle, and the rest of the turn."""
    game = a4a.new_game("europe1940", dice=SeededDice(7))
    game.do(EndPhase())
    begin = game.node
    send(game, "France", *ARMY)
    moves = len(game.record.way_to(game.node)) - len(game.record.way_to(begin))
    game.do(EndPhase())
    game.let(a4a.player("random", seed=1), until="turn")
    return Blow(game.record, begin, moves)


@pytest.fixture(scope="module")
def blow() -> Blow:
    return attacked()


@pytest.fixture
def made(blow: Blow) -> Draft:
    """An exercise with all that it needs."""
    found = replace(draft(blow.record, blow.begin), title="Paris", brief="Take it.")
    return first(found, goals=(proposed(scene(found), {"goal": "takes", "space": "France"}),))


def scene(made: Draft) -> Scene:
    """Where it begins."""
    return made.windows[0].scene


def first(made: Draft, **changes: Any) -> Draft:
    """The draft with changes of its first window."""
    return replace(made, windows=(replace(made.windows[0], **changes), *made.windows[1:]))


def lacking(made: Draft) -> list[str]:
    return [item.text for item in missing(made) if not item.done]


def test_the_line_that_follows_is_the_authors_as_far_as_the_dice(blow: Blow) -> None:
    line = scene(draft(blow.record, blow.begin)).line
    assert [given.order for given in line.orders] == [*["Move"] * blow.orders, "EndPhase"]
    assert not line.fault
    assert all(given.faces == () for given in line.orders)


def test_a_line_ends_where_its_author_ends_it(blow: Blow) -> None:
    step = blow.record.line_to(blow.begin)[blow.record.depth(blow.begin) + 1]
    line = scene(draft(blow.record, blow.begin, end=step)).line
    assert len(line.orders) == 1
    assert line.moment is not None


def test_a_line_that_passes_by_is_refused_in_words(blow: Blow) -> None:
    line = scene(draft(blow.record, blow.begin, end=0)).line
    assert line.fault == f"the line to node 0 does not go by node {blow.begin}"


def test_a_goal_is_proposed_with_what_the_authors_line_reaches(blow: Blow) -> None:
    found = scene(draft(blow.record, blow.begin))
    takes = proposed(found, {"goal": "takes", "space": "France"})
    sends = proposed(found, {"goal": "committed"})
    assert isinstance(takes, Takes)
    assert isinstance(sends, Committed)
    line = measured(found, takes).line
    assert line is not None
    assert line.reached is not None
    assert line.reached - 0.05 < takes.chance <= line.reached
    assert sends.most == 4 * 3 + 2 * 4 + 6 * 6 + 11
    assert measured(found, sends).line.met  # type: ignore[union-attr]


def test_a_goal_names_what_is_there(blow: Blow) -> None:
    found = scene(draft(blow.record, blow.begin))
    with pytest.raises(A4AError, match="Atlantis"):
        proposed(found, {"goal": "takes", "space": "Atlantis"})
    with pytest.raises(A4AError, match="no goal 'conquers'"):
        proposed(found, {"goal": "conquers"})
    with pytest.raises(A4AError, match="not understood"):
        with_number(Takes(space="France", chance=0.5), 3)


def test_the_checklist_says_what_is_missing_until_nothing_is(made: Draft) -> None:
    assert lacking(first(replace(made, title=""), goals=())) == [
        "It has a title",
        "It has a goal or a question",
    ]
    assert lacking(made) == ["There is a hint", "A typical mistake is answered"]
    weak = Not(of=Takes(space="France", chance=0.5))
    done = first(made, hints=("Pairs.",), deviations=(Deviation(when=weak, text="Less."),))
    assert lacking(done) == []


def test_the_checklist_knows_goals_that_do_not_fit_the_line(made: Draft) -> None:
    steep = first(made, goals=(Takes(space="France", chance=1.0),))
    (item,) = [one for one in missing(steep) if one.text == "The author's line passes"]
    assert not item.done
    assert item.why.startswith("take France with at least 100.0 %: ")
    assert "Deciding nothing does not pass" in lacking(first(made, goals=(Committed(most=999),)))
    own = Deviation(when=Takes(space="France", chance=0.1), text="Too much.")
    assert "No mistake is found in the author's line" in lacking(first(made, deviations=(own,)))


def test_what_is_written_opens_and_its_line_passes(made: Draft, tmp_path: Path) -> None:
    file = write(made, tmp_path / "paris")
    exercise = a4a.exercise(tmp_path / "paris")
    assert (exercise.id, exercise.title, exercise.brief) == ("paris", "Paris", "Take it.\n")
    assert ghost(exercise).verdict.result == "passed"
    assert a4a.attempt(exercise).finish().result == "failed"
    assert 'goal = "takes"' in file.read_text("utf-8")


def test_the_record_beside_it_ends_where_the_exercise_begins(made: Draft, tmp_path: Path) -> None:
    write(made, tmp_path / "paris")
    (file,) = (tmp_path / "paris").glob("*.a4a")
    assert set(a4a.load(file).steps) == set(made.record.way_to(scene(made).node)) - {0}


def test_another_exercise_is_not_replaced_unless_that_is_said(made: Draft, tmp_path: Path) -> None:
    folder = tmp_path / "paris"
    before = write(made, folder).read_bytes()
    other = replace(draft(made.record, 0), title="Other")
    asks = replace(other, questions=(question_of("number", "How many?", "6"),))
    with pytest.raises(A4AError, match="there is an exercise in 'paris' already"):
        write(asks, folder)
    assert (folder / "exercise.toml").read_bytes() == before
    write(asks, folder, replace=True)
    assert a4a.exercise(folder).title == "Other"
    assert len(list(folder.iterdir())) == 2


def test_what_lacks_a_title_or_names_nothing_is_not_written(made: Draft, tmp_path: Path) -> None:
    with pytest.raises(A4AError, match="not yet: It has a title"):
        write(replace(made, title=" "), tmp_path / "paris")
    with pytest.raises(A4AError, match="title"):
        write(replace(made, title="x" * 300), tmp_path / "paris")
    assert list(tmp_path.iterdir()) == []


def test_questions_are_typed_in_lines() -> None:
    number = question_of("number", "How likely?", "58,5 %", tolerance=2, unit="%")
    assert isinstance(number, Number)
    assert (number.id, number.value, number.tolerance) == ("how-likely", 58.5, 2)
    choice = question_of("choice", "Which?", "*infantry\ntank", taken=["which"])
    assert isinstance(choice, Choice)
    assert (choice.id, choice.options) == ("which-2", ("infantry", "tank"))
    ranking = question_of("ranking", "Order?", "artillery\ninfantry\ntank")
    assert isinstance(ranking, Ranking)
    assert sorted(ranking.items) == sorted(ranking.answer)
    assert ranking.items != ranking.answer
    place = question_of("space", "Where?", "France")
    assert isinstance(place, Place)
    assert place.answer == ("France",)
    prose = question_of("prose", "Why?", "20")
    assert isinstance(prose, Prose)
    assert prose.words == 20


@pytest.mark.parametrize(
    ("kind", "text", "answer", "said"),
    [
        ("number", "", "6", "needs a text"),
        ("number", "How many?", "many", "a number is wanted, not 'many'"),
        ("choice", "Which?", "a\nb", "before each that is right"),
        ("space", "Where?", " ", "the name of a space"),
        ("riddle", "Who?", "me", "not understood"),
    ],
)
def test_a_question_without_an_answer_is_refused(
    kind: str, text: str, answer: str, said: str
) -> None:
    with pytest.raises(A4AError, match=said):
        question_of(kind, text, answer)


# --- further windows ------------------------------------------------------------------------------


def then(made: Draft) -> Draft:
    """The draft with a part that begins after the battle."""
    end = max(made.record.steps)
    (after,) = draft(made.record, end).windows
    goal = Controls(power="Germany", space="France")
    return replace(made, windows=(*made.windows, replace(after, goals=(goal,), title="And then")))


def test_a_further_window_begins_from_an_outcome_that_is_fixed(made: Draft, tmp_path: Path) -> None:
    both = then(made)
    assert "Part 2: There is an author's line" in lacking(both)
    write(both, tmp_path / "paris")
    exercise = a4a.exercise(tmp_path / "paris")
    assert [window.node for window in exercise.windows] == [None, both.windows[1].scene.node]
    assert exercise.windows[1].phases == ("Purchase and Repair Units",)
    attempt = a4a.attempt(exercise)
    assert attempt.finish().result == "failed"
    attempt.go_to(1)
    assert attempt.finish().result == "passed"  # whatever was done before


def test_windows_come_in_the_order_they_are_put_in(made: Draft) -> None:
    both = then(made)
    turned = replace(both, windows=both.windows[::-1]).plan("paris")
    assert turned.start.node == both.windows[1].scene.node
    assert [window.node for window in turned.windows] == [None, scene(made).node]


# --- reading it again -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["warsaw-1939", "convoy-war", "combined-arms-quiz", "two-fronts"])
def test_an_exercise_is_changed_without_losing_anything(name: str, tmp_path: Path) -> None:
    read = a4a.exercise(name)
    assert redraft(read).plan(name) == read.plan
    write(redraft(read), tmp_path / name)
    again = a4a.exercise(tmp_path / name)
    assert again.plan == read.plan
    changed = replace(redraft(again), title="Other")
    write(changed, tmp_path / name, replace=True)
    assert a4a.exercise(tmp_path / name).plan == msgspec.structs.replace(read.plan, title="Other")


def test_what_is_read_again_has_the_authors_line_in_its_record(made: Draft, tmp_path: Path) -> None:
    write(made, tmp_path / "paris")
    again = redraft(a4a.exercise(tmp_path / "paris"))
    assert scene(again).line.orders == scene(made).line.orders
    assert [g.order for g in scene(draft(again.record, scene(again).node)).line.orders] == [
        "Move"
    ] * (len(scene(made).line.orders) - 1)


def test_what_begins_elsewhere_than_it_was_read_has_a_record_of_its_own(tmp_path: Path) -> None:
    made = redraft(a4a.exercise("convoy-war"))
    moved = made.windows[0].begun_at(max(made.record.line_to(scene(made).node)))
    write(replace(made, windows=(moved, made.windows[1])), tmp_path / "convoys")
    exercise = a4a.exercise(tmp_path / "convoys")
    assert exercise.plan.start.record.startswith("game-")
    assert exercise.windows[0].orders == ("Move",)
    assert exercise.windows[0].ghost == ()
    assert exercise.windows[1].goal == made.windows[1].goal
    assert ghost(exercise, 1).verdict.result == "passed"
    assert exercise.plan.debrief == made.read.plan.debrief  # type: ignore[union-attr]


def test_a_record_that_was_exchanged_meanwhile_is_not_taken_along(
    made: Draft, tmp_path: Path
) -> None:
    write(made, tmp_path / "paris")
    again = redraft(a4a.exercise(tmp_path / "paris"))
    (file,) = (tmp_path / "paris").glob("*.a4a")
    a4a.save(a4a.start("europe1940"), tmp_path / "other.a4a")
    file.write_bytes((tmp_path / "other.a4a").read_bytes())
    with pytest.raises(A4AError, match="no longer the record"):
        write(again, tmp_path / "copy")


# --- numbers that are computed --------------------------------------------------------------------


def test_a_number_is_computed_where_the_exercise_begins_and_where_the_line_ends(
    made: Draft,
) -> None:
    tanks = value_of(
        {"frame": "units", "where": {"unit": "tank", "space": "France"}, "column": "count"}
    )
    assert computed(scene(made), tanks, "start").reached == 2
    assert computed(scene(made), tanks, "end").reached == 8  # six attack
    asked = question_of("number", "How many tanks?", "", of=tanks, when="end", tolerance=1)
    attempt = a4a.attempt(replace(made, questions=(asked,)).exercise())
    send(attempt.game, "France", *ARMY)
    assert attempt.answer("how-many-tanks", 9).met
    assert not attempt.answer("how-many-tanks", 5).met


def test_a_number_that_is_not_there_is_refused(made: Draft) -> None:
    with pytest.raises(A4AError, match="no frame 'ships'"):
        value_of({"frame": "ships", "column": "count"})
    with pytest.raises(A4AError, match="has no column 'armour'"):
        value_of({"frame": "units", "where": {"armour": 1}, "column": "count"})
    none = value_of({"frame": "units", "where": {"unit": "x"}, "column": "tuv", "aggregate": "max"})
    with pytest.raises(A4AError, match="no row is like that"):
        computed(scene(made), none, "start")
    with pytest.raises(A4AError, match="it has lists"):
        values_in(scene(made), "moves", "path")
    assert "France" in values_in(scene(made), "units", "power")
