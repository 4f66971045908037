"""A student's whole way through lesson two, by clicks and keys; what is handed in is marked."""

from __future__ import annotations

import csv
import shutil
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from a4a import lab as labs
from a4a.cli import main
from tests import depth
from tests.browser.test_decisions import Player
from tests.browser.test_explorer import ready

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator

    from tests.browser.lab import Lab, Notebook

LESSON = "02_odds_and_variance.ipynb"

WHY = (
    "At 60 % I attack where little is lost if it fails and much is gained if it does not, as for a "
    "capital; with 90 % I do not send the aircraft which the island needs next round."
)


@pytest.fixture
def lesson(lab: Lab) -> Iterator[Notebook]:
    shutil.copy(labs.notebooks() / "lessons" / LESSON, lab.root / LESSON)
    with lab.open(LESSON, width=1366, height=768) as notebook:
        yield notebook
        notebook.check()
    (lab.root / LESSON).unlink()


def read_to(notebook: Notebook, text: str) -> None:
    """Go on with Shift+Enter, cell by cell, until the one is run that has a text."""
    while text not in notebook.run_on():
        pass


@depth.only_deep
def test_a_student_goes_all_the_way_through_lesson_two(
    lesson: Notebook, lab: Lab, tmp_path: Path
) -> None:
    page = lesson.page
    page.get_by_role("heading", name="Lesson 2: odds, variance").click()
    read_to(lesson, 'a4a.solve("europe-1940-france"')
    ready(page)
    student = Player(lesson)
    task = student.root.locator(".a4a-task")
    verdict = task.locator(".a4a-verdict")
    student.root.evaluate("el => el.scrollIntoView()")

    def press(name: str, pane: Locator = task) -> None:
        pane.get_by_role("button", name=name, exact=True).click()

    def judged(result: str, said: str) -> None:
        expect(verdict).to_have_attribute("data-result", result)
        expect(verdict).to_contain_text(said)

    # The brief; nothing but this window is to be decided, and nobody else decides it.
    expect(task).to_contain_text("Paris is to fall with a chance of 85 % or more")
    expect(student.root.get_by_text("Who decides")).to_have_count(0)
    press("Save to hand in")
    expect(task.get_by_role("alert").first).to_contain_text("write your name first")

    # Silly, and kept from here on.
    press("Judge my decision")
    judged("failed", "Nobody attacks France")
    task.get_by_role("textbox", name="Your name").fill("Ada")
    page.keyboard.press("Enter")
    expect(task.get_by_role("status").last).to_contain_text("europe-1940-france-ada.a4a")

    # Nearly right, after a hint.
    press("Try again")
    verdict.wait_for(state="hidden")
    student.go("Holland/Belgium", "4 infantry", "2 artillery", "3 tanks", to="France")
    student.go("Western Germany", "3 infantry", "1 artillery", to="France")
    press("Hint")
    expect(task).to_contain_text("infantry is cheap to lose")
    student.button("End Combat Move").click()
    judged("failed", "54.9 % is better than the toss of a coin")

    # Right; the author's line beside one's own.
    press("Try again")
    student.go("Holland/Belgium", "4 infantry", "2 artillery", "3 tanks", to="France")
    student.go("Western Germany", "3 infantry", "1 artillery", "4 mechanized infantry", to="France")
    press("Judge my decision")
    judged("passed", "93.9 %")
    expect(task).to_contain_text("3 tries made")
    own = student.node()
    press("Author's line")
    expect(student.root.locator(".a4a-stepper")).to_contain_text(
        "variation “the author” of round 1"
    )
    assert student.node() != own
    judged("passed", "The author: 86.2 %: 7 infantry, 3 artillery, 1 mechanized infantry, 4 tanks")
    press("Your line")
    expect(student.root.locator(".a4a-stepper")).to_contain_text("variation “try 3” of round 1")

    # The debrief, and the quiz, which has room beside the board.
    page.get_by_role("heading", name="Debrief").click()
    read_to(lesson, 'a4a.solve("odds-and-variance")')
    quiz = page.locator(".a4a-explorer >> nth=1")
    quiz.evaluate("el => el.scrollIntoView()")
    asked = quiz.get_by_role("tabpanel", name="Questions")
    assert asked.bounding_box()["width"] > 0.35 * quiz.bounding_box()["width"]
    bar = quiz.get_by_role("group", name="Stepper").locator("> *:visible")
    boxes = [one.bounding_box() for one in bar.all()]
    assert len({round(box["y"] + box["height"] / 2) for box in boxes}) == 1  # one row

    def answer(question: str, value: str, met: str) -> None:
        field = asked.locator(f"[data-question={question}]")
        if (box := field.get_by_role("textbox")).count():
            box.fill(value)
            box.press("Enter")
        else:
            field.get_by_role("button", name=value).click()
        expect(field.locator(".a4a-answered")).to_have_attribute("data-met", met)

    answer("six-on-four", "75", "false")
    answer("six-on-four", "58", "true")
    answer("with-guns", "90", "true")
    answer("price", "3", "true")
    answer("lost-at-85", "No: it is judged by the odds", "true")
    asked.locator("[data-question=risk]").get_by_role("textbox").fill(WHY)
    press("Keep", asked)
    expect(asked.locator("[data-question=risk] .a4a-answered")).to_have_attribute(
        "data-met", "null"
    )
    asked.get_by_role("textbox", name="Your name").fill("Ada")
    press("Save to hand in", asked)
    expect(asked.get_by_role("status").last).to_contain_text("odds-and-variance-ada.a4a")

    def mark(exercise: str) -> dict[str, str]:
        folder = tmp_path / exercise
        folder.mkdir()
        shutil.move(lab.root / f"{exercise}-ada.a4a", folder)
        marks = folder / "marks.csv"
        assert main(["mark", str(folder), "--exercise", exercise, "--out", str(marks)]) == 0
        with marks.open(encoding="utf-8-sig", newline="") as file:
            (row,) = csv.DictReader(file)
        return row

    row = mark("europe-1940-france")
    assert (row["name"], row["result"], row["1 tries"], row["1 hints"]) == (
        "Ada",
        "passed",
        "3",
        "1",
    )
    row = mark("odds-and-variance")
    assert row["result"] == "not yet"  # the prose is the teacher's to read
    assert [v for k, v in row.items() if k.endswith(" right")] == [*["yes"] * 4, "read it"]
    assert row["risk"] == WHY
