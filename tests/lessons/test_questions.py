"""Questions: what is an answer, when it is right, and what a student must not see of them."""

from __future__ import annotations

import msgspec
import pytest

import a4a
from a4a.core.errors import A4AError
from a4a.lessons.attempt import Attempt
from a4a.lessons.exercise import opened
from a4a.lessons.plan import Plan, Start
from a4a.lessons.questions import Question
from a4a.rules import ruleset

QUESTIONS = [
    {"kind": "number", "id": "typed", "text": "?", "value": 12, "tolerance": 0.5},
    {
        "kind": "number", "id": "odds", "text": "?", "unit": "%", "tolerance": 1,
        "of": {"goal": "battle", "attacker": {"infantry": 3}, "defender": {"infantry": 2}},
    },
    {
        "kind": "number", "id": "tanks", "text": "?",
        "of": {
            "goal": "frame", "frame": "units", "column": "count",
            "where": {"power": "Germany", "unit": "tank"},
        },
    },
    {"kind": "choice", "id": "one", "text": "?", "options": ["a", "b", "c"], "answer": ["b", "c"]},
    {"kind": "space", "id": "where", "text": "?", "answer": ["France", "Normandy/Bordeaux"]},
    {
        "kind": "ranking", "id": "order", "text": "?", "items": ["c", "a", "b"],
        "answer": ["a", "b", "c"],
    },
    {
        "kind": "prose", "id": "why", "text": "?", "words": 3, "after": "well",
        "rubric": [{"text": "says why", "points": 2}],
    },
]  # fmt: skip


def made(questions: list[dict]) -> Attempt:
    plan = Plan(
        id="asked",
        title="Asked",
        start=Start(system="europe1940"),
        questions=msgspec.convert(questions, tuple[Question, ...]),
    )
    return Attempt(opened(plan, rules=ruleset("europe1940")))


@pytest.fixture
def attempt() -> Attempt:
    return made(QUESTIONS)


def tanks() -> float:
    units = a4a.frames(a4a.start("europe1940")).units
    return float(units.filter(units["power"] == "Germany", units["unit"] == "tank")["count"].sum())


def chance() -> float:
    odds = a4a.battle("europe1940", attacker={"infantry": 3}, defender={"infantry": 2}).odds()
    return 100 * odds.attacker_takes


@pytest.mark.parametrize(
    ("question", "value", "right"),
    [
        ("typed", 12, True),
        ("typed", "11,5", True),
        ("typed", 11.4, False),
        ("odds", lambda: chance() + 0.9, True),
        ("odds", lambda: f"{chance() - 0.9} %", True),
        ("odds", lambda: chance() + 1.1, False),
        ("odds", lambda: chance() / 100, False),
        ("tanks", tanks, True),
        ("tanks", lambda: tanks() + 1, False),
        ("one", "b", True),
        ("one", "c", True),
        ("one", "a", False),
        ("where", "France", True),
        ("where", "Normandy/Bordeaux", True),
        ("where", "Germany", False),
        ("order", ("a", "b", "c"), True),
        ("order", ["a", "c", "b"], False),
        ("why", "so it is", None),
        ("why", "so it", False),
    ],
)
def test_an_answer_is_right_or_not(
    attempt: Attempt, question: str, value: object, right: bool | None
) -> None:
    assert attempt.answer(question, value() if callable(value) else value).met is right


@pytest.mark.parametrize(
    ("question", "value", "said"),
    [
        ("typed", "many", "^a number is wanted, not 'many'$"),
        ("typed", "nan", "^a finite number"),
        ("typed", "inf", "a finite number"),
        ("one", "d", "^no option 'd'; there are 'a', 'b', 'c'"),
        ("where", "Atlantis", "Atlantis"),
        ("order", ("a", "b"), "put all of these in order: c, a, b"),
        ("order", ("a", "b", "b"), "put all of these in order"),
        ("order", "abc", "put all of these in order"),
        ("why", "x" * 20_001, "20001 characters of 20000"),
        ("nothing", "x", "there is no question 'nothing'; there are typed, odds"),
    ],
)
def test_what_is_no_answer_is_refused_and_leaves_the_old_one(
    attempt: Attempt, question: str, value: object, said: str
) -> None:
    before = dict(attempt.answers)
    with pytest.raises(A4AError, match=said):
        attempt.answer(question, value)
    assert attempt.answers == before


def test_an_exercise_that_only_asks_is_passed_when_all_answers_are_right() -> None:
    attempt = made(QUESTIONS[:1] + QUESTIONS[3:4])
    assert attempt.verdict().result == "not yet"
    attempt.answer("typed", 12)
    attempt.answer("one", "a")
    assert attempt.verdict().result == "failed"
    attempt.answer("one", "b")
    assert attempt.verdict().result == "passed"


def test_a_student_does_not_see_what_is_right() -> None:
    attempt = made(QUESTIONS)
    handed = a4a.attempt(a4a.handout(attempt.exercise))
    for question in handed.questions:
        for field in ("answer", "rubric"):
            assert getattr(question, field, ()) == ()
        for field in ("value", "of"):
            assert getattr(question, field, None) is None
        assert question.after == ""
    right = {"typed": 12, "one": "b", "where": "France", "order": ("a", "b", "c"), "odds": 5}
    assert [handed.answer(name, value).met for name, value in right.items()] == [None] * 5
    assert [handed.answer(name, value).why for name, value in right.items()] == [
        "the answer is not at hand"
    ] * 5


def test_answers_go_along_in_the_file_and_are_judged_by_who_has_the_exercise(tmp_path) -> None:
    attempt = made(QUESTIONS)
    handed = a4a.attempt(a4a.handout(attempt.exercise), name="Ada")
    for name, value in (("typed", 12), ("order", ("a", "b", "c")), ("why", "so it is")):
        handed.answer(name, value)
    handed.save(tmp_path / "ada.a4a")
    told = a4a.attempt(tmp_path / "ada.a4a").told()
    assert told.answers == {"typed": 12.0, "order": ("a", "b", "c"), "why": "so it is"}
    attempt.take_up(told)
    met = {q.id: q.judge(attempt.moment()).met for q in attempt.questions if q.id in told.answers}
    assert met == {"typed": True, "order": True, "why": None}


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ({**QUESTIONS[3], "answer": ["d"]}, r"questions\[0\]: its answer 'd' is none"),
        ({**QUESTIONS[4], "answer": ["Atlantis"]}, r"questions\[0\]: .*Atlantis"),
        ({**QUESTIONS[5], "answer": ["a"]}, r"questions\[0\]: its answer does not have"),
        (
            {**QUESTIONS[2], "of": {"goal": "frame", "frame": "x", "column": "y"}},
            r"questions\[0\]: of: no frame 'x'",
        ),
    ],
)
def test_a_question_whose_answer_cannot_be_is_refused(question: dict, said: str) -> None:
    with pytest.raises(A4AError, match=said):
        made([question])


@pytest.mark.parametrize(
    ("question", "wrong", "said"),
    [
        ("typed", 13, "it is less"),
        ("typed", 11, "it is more"),
        ("one", "a", "it is not right"),
        ("where", "Germany", "it is not right"),
        ("order", ["c", "a", "b"], "it is not right"),
    ],
)
def test_a_wrong_answer_does_not_give_the_right_one_away(
    attempt: Attempt, question: str, wrong: object, said: str
) -> None:
    assert attempt.answer(question, wrong).why == said


@pytest.mark.parametrize(("written", "meant"), [("1,315", 1315), ("1,5", 1.5), ("-2,25 %", -2.25)])
def test_numbers_are_read_as_people_write_them(written: str, meant: float) -> None:
    attempt = made([{"kind": "number", "id": "it", "text": "?", "value": meant}])
    assert attempt.answer("it", written).met
