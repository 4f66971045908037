"""A teacher's whole way: an exercise made by clicks, handed out, solved, marked and debriefed."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import a4a
from a4a.cli import main
from a4a.core.dice import SeededDice
from a4a.lessons.ghost import ghost
from a4a.rules.areas.orders import EndPhase
from tests import depth
from tests.browser.test_explorer import ready
from tests.browser.test_hex_play import MIDDLE
from tests.lessons.playing import send
from tests.lessons.test_drafting import ARMY

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from tests.browser.lab import Lab, Notebook

BOARD = a4a.dataset("europe1940").board


@pytest.fixture
def begin(tmp_path: Path) -> int:
    """A saved game in which France is attacked, from this node."""
    game = a4a.new_game("europe1940", dice=SeededDice(7))
    game.do(EndPhase())
    begin = game.node
    send(game, "France", *ARMY)
    game.do(EndPhase())
    a4a.save(game.record, tmp_path / "war.a4a")
    return begin


@pytest.fixture
def making(lab: Lab, begin: int, tmp_path: Path) -> Iterator[Notebook]:
    file = str(tmp_path / "war.a4a")
    cell = f"import a4a\na4a.make_exercise({file!r}, node={begin}, view='Western Europe')"
    debrief = (
        f"task = a4a.exercise({str(tmp_path / 'paris-in-one-blow')!r})\n"
        f"found = a4a.debrief(a4a.mark({str(tmp_path / 'class')!r}, task), task)\n"
        "a4a.explore(found.record, view='Western Europe', charts=())"
    )
    again = f"a4a.make_exercise({str(tmp_path / 'paris-in-one-blow')!r}, view='Western Europe')"
    with lab.notebook([cell, debrief, again], width=1366, height=768) as notebook:
        notebook.run(0)
        ready(notebook.page)
        notebook.page.locator(".a4a-explorer").evaluate("el => el.scrollIntoView()")
        yield notebook
        notebook.check()


@pytest.mark.soak
def test_an_exercise_is_made_by_clicks_handed_out_solved_marked_and_debriefed(
    making: Notebook, tmp_path: Path
) -> None:
    page = making.page
    pane = page.locator(".a4a-exercise")

    def press(name: str) -> None:
        pane.get_by_role("button", name=name, exact=True).click()

    def check(text: str) -> Locator:
        return pane.get_by_role("list", name="Checklist").locator("li", has_text=text)

    pane.get_by_text("Germany decides").wait_for()
    pane.get_by_text("6 orders: Move and End phase").wait_for()
    press("Save")
    expect(pane.get_by_role("alert")).to_contain_text("no name of an exercise")
    pane.get_by_role("textbox", name="Title").fill("Paris in one blow")
    pane.get_by_role("textbox", name="Brief").fill("Take Paris with *little*.")
    pane.get_by_role("textbox", name="Brief").press("Tab")
    expect(check("It has a title")).to_have_attribute("data-done", "true")

    pane.get_by_role("button", name="Pick", exact=True).first.click()
    page.mouse.click(*page.evaluate(MIDDLE, BOARD.index["France"]))
    expect(pane.get_by_role("combobox", name="Space of goal")).to_have_value("France")
    press("Add goal")
    slider = pane.get_by_role("slider")
    judged = re.compile(r"your line: \d\d\.\d % ✓ · doing nothing: 0\.0 %")
    pane.get_by_text(judged).wait_for()
    expect(check("The author's line passes")).to_have_attribute("data-done", "true")
    slider.press("End")
    pane.get_by_text("take France with at least 100.0 %", exact=True).wait_for()
    expect(check("The author's line passes")).to_have_attribute("data-done", "false")
    slider.press("Home")
    for _ in range(3):
        slider.press("PageUp")  # ten of a hundred
    pane.get_by_text("take France with at least 30.0 %", exact=True).wait_for()

    pane.get_by_text("Limits").click()
    pane.get_by_role("spinbutton", name="Orders at most").fill("9")
    pane.get_by_role("spinbutton", name="Orders at most").press("Tab")
    pane.get_by_text("(9 orders)").wait_for()
    pane.get_by_role("checkbox", name="Declare war").uncheck()
    pane.get_by_text("(9 orders, kinds of orders)").wait_for()

    press("Try it")
    back = page.get_by_role("button", name="Back to making it")
    back.wait_for()
    expect(back).to_be_focused()
    page.get_by_role("button", name="Judge my decision").click()
    page.get_by_text("nobody attacks France").wait_for()
    expect(page.get_by_role("button", name="Save to hand in")).to_have_count(0)  # nothing is kept
    back.press("Enter")
    expect(pane.get_by_role("button", name="Try it")).to_be_focused()

    pane.get_by_text("Hints").click()
    pane.get_by_role("textbox", name="Hint").fill("Look at who defends it.")
    press("Add hint")
    pane.get_by_text("Typical mistakes").click()
    pane.get_by_role("combobox", name="Space of mistake").fill("France")
    pane.get_by_role("textbox", name="What is said of the mistake").fill("Only {reached}.")
    press("Add mistake")
    pane.get_by_text("Questions").click()
    pane.get_by_role("combobox", name="Kind of question").select_option("choice")
    pane.get_by_role("textbox", name="Question").fill("Which is lost first?")
    pane.get_by_role("textbox", name="What is right").fill("* infantry\ntank")
    press("Add question")
    pane.get_by_text("Which is lost first? (choice: infantry)").wait_for()
    pane.get_by_role("combobox", name="Kind of question").select_option("computed")
    expect(pane.get_by_role("status", name="The number")).to_have_text(re.compile(r"It is \d{3,4}"))
    pane.get_by_role("combobox", name="Rows by").select_option("unit")
    pane.get_by_role("combobox", name="Value").select_option(label="battleship")
    press("Add rows")
    pane.get_by_role("combobox", name="Column of the number").select_option("count")
    expect(pane.get_by_role("status", name="The number")).to_have_text("It is 4")
    pane.get_by_role("textbox", name="Question").fill("How many battleships?")
    press("Add question")
    pane.get_by_text("sum of count in units (unit battleship)").wait_for()

    page.get_by_role("slider", name="Step of the game").press("End")
    press("And then from this step")
    expect(pane.get_by_role("button", name="Part 2")).to_have_attribute("aria-current", "step")
    pane.get_by_role("textbox", name="Title of the part").fill("And then")
    press("Earlier")
    expect(pane.get_by_role("button", name="Part 1")).to_have_attribute("aria-current", "step")
    pane.get_by_text("Part 1: It has a goal").wait_for()
    press("Remove part")
    expect(pane.get_by_role("button", name="Part 1")).to_have_count(0)
    expect(pane.locator("[data-done=false]")).to_have_count(0)
    pane.get_by_text("Checklist: all there.").wait_for()
    press("Save")
    pane.get_by_text("Saved:").wait_for()

    exercise = a4a.exercise(tmp_path / "paris-in-one-blow")
    assert exercise.windows[0].budget.orders == 9
    assert "DeclareWar" not in exercise.windows[0].orders
    assert ghost(exercise).verdict.result == "passed"
    attempt = a4a.attempt(exercise)
    assert attempt.finish().deviation == "Only 0.0 %."
    assert attempt.hint() == "Look at who defends it."
    assert attempt.answer("which-is-lost-first", "infantry").met

    folder = tmp_path / "class"
    folder.mkdir()
    handed = str(tmp_path / "task.a4a")
    assert main(["handout", str(exercise.file), "--out", handed]) == 0
    for name, army in (("Ada", ARMY), ("Ben", ARMY[:2]), ("Cy", [])):
        attempt = a4a.attempt(handed, name=name)
        send(attempt.game, "France", *army)
        attempt.finish()
        attempt.answer("which-is-lost-first", "infantry" if name == "Ada" else "tank")
        attempt.answer("how-many-battleships", 4)
        attempt.save(folder / f"{name}.a4a")
    marks = tmp_path / "marks.csv"
    task = str(exercise.file)
    assert main(["mark", str(folder), "--exercise", task, "--out", str(marks)]) == 0
    with marks.open(encoding="utf-8-sig", newline="") as file:
        rows = {row["name"]: row["result"] for row in csv.DictReader(file)}
    assert rows == {"Ada": "passed", "Ben": "failed", "Cy": "failed"}

    if depth.soaking():
        debriefs_and_goes_on(making)


def debriefs_and_goes_on(making: Notebook) -> None:
    """Look at the lines of the class, and open what was made again: two more boards."""
    page = making.page
    making.run(1)
    expect(page.locator(".a4a-variations")).to_have_count(2)
    page.get_by_role("tab", name="Variations").last.click()
    lines = page.locator(".a4a-variations").last
    for name in ("Ada", "Ben", "Cy"):
        expect(lines.get_by_role("button", name=name)).to_have_count(1)

    making.run(2)
    expect(page.locator(".a4a-exercise")).to_have_count(2)
    pane = page.locator(".a4a-exercise").last
    expect(pane.get_by_role("textbox", name="Title")).to_have_value("Paris in one blow")
    pane.get_by_text("take France with at least 30.0 %", exact=True).wait_for()
    pane.get_by_text("Checklist: all there.").wait_for()
    pane.get_by_role("button", name="Save", exact=True).click()
    expect(pane.get_by_role("alert")).to_be_empty()


class Keys:
    """Somebody who has a keyboard alone."""

    def __init__(self, notebook: Notebook) -> None:
        self.notebook = notebook
        self.page: Page = notebook.page

    @property
    def here(self) -> str:
        """What has the focus is called so."""
        return str(
            self.page.evaluate(
                "() => { const at = document.activeElement; return at.getAttribute('aria-label')"
                " ?? (at === document.body ? 'nothing' : at.textContent.trim()); }"
            )
        )

    def to(self, name: str, key: str = "Tab") -> None:
        """Go to what is called so, once the page has shown what came of the keys before."""
        self.notebook.wait_told()
        passed = [self.here]
        while self.here != name:
            assert len(passed) < 60, f"{name} cannot be reached: {passed}"
            self.page.keyboard.press(key)
            passed.append(self.here)

    def press(self, name: str, *, back: bool = False) -> None:
        self.to(name, "Shift+Tab" if back else "Tab")
        self.page.keyboard.press("Enter")

    def type(self, name: str, text: str) -> None:
        self.to(name)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)


@depth.only_deep
def test_an_exercise_is_made_from_a_node_and_saved_by_keys_alone(
    lab: Lab, begin: int, tmp_path: Path
) -> None:
    file = str(tmp_path / "war.a4a")
    cell = (
        f"import a4a\napp = a4a.explore(a4a.open({file!r}), view='Western Europe', charts=())\n"
        f"app.node = {begin}\napp"
    )
    with lab.notebook([cell], width=1366, height=768) as notebook:
        notebook.run(0)
        page, keys = notebook.page, Keys(notebook)
        ready(page)
        page.locator(".leaflet-container").focus()
        keys.to("Log")
        for _ in range(2):
            page.keyboard.press("ArrowRight")
        keys.press("Exercise …")
        pane = page.locator(".a4a-exercise")
        expect(page.get_by_role("tab", name="Exercise")).to_be_focused()
        pane.get_by_text("Germany decides").wait_for()
        keys.type("Title", "Paris in one blow")
        keys.type("Brief", "Take Paris.")
        for _ in range(2):
            keys.to("Kind of goal")
            keys.type("Space of goal", "France")
            keys.press("Add goal")
            slider = pane.get_by_role("slider").last
            slider.wait_for()
            keys.to("Kind of goal", "Shift+Tab")
        expect(pane.get_by_role("slider")).to_have_count(2)
        keys.press("Remove: take France with at least 75.0 %", back=True)
        expect(pane.get_by_role("slider")).to_have_count(1)
        assert keys.here.startswith("Remove: take France")
        page.keyboard.press("Tab")
        page.keyboard.press("Home")
        for _ in range(30):
            page.keyboard.press("ArrowRight")
        pane.get_by_text("take France with at least 30.0 %", exact=True).wait_for()
        keys.press("Hints")
        for hint in ("Look.", "Look again."):
            keys.type("Hint", hint)
            keys.press("Add hint")
            pane.get_by_text(hint, exact=True).wait_for()
            keys.to("Hint", "Shift+Tab")
        hints = pane.get_by_role("list", name="Hints").locator("li")
        keys.press("Remove: Look.", back=True)
        expect(hints).to_have_count(1)
        assert keys.here == "Remove: Look again."
        page.keyboard.press("Enter")
        expect(hints).to_have_count(0)
        assert keys.here == "Hints"
        keys.to("Step of the game", "Shift+Tab")
        page.keyboard.press("End")
        keys.press("And then from this step")
        pane.get_by_role("button", name="Part 2").wait_for()
        keys.press("Remove part")
        expect(pane.get_by_role("button", name="Part 1")).to_have_count(0)
        assert keys.here == "And then from this step"
        keys.press("Try it")
        back = page.get_by_role("button", name="Back to making it")
        back.wait_for()
        expect(back).to_be_focused()
        page.keyboard.press("Enter")
        expect(pane.get_by_role("button", name="Try it")).to_be_focused()
        keys.press("Save")
        pane.get_by_text("Saved:").wait_for()
        assert keys.here == "Save"
        exercise = a4a.exercise(tmp_path / "paris-in-one-blow")
        assert (exercise.plan.title, len(exercise.windows)) == ("Paris in one blow", 1)
        notebook.check()
