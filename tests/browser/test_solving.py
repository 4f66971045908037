"""An exercise solved in the browser: silly, nearly right and right, with hints and questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import a4a
from a4a.lessons.marking import marked
from a4a.lessons.reading import FILE
from tests.browser.test_explorer import ready
from tests.browser.test_hex_play import MIDDLE
from tests.lessons.playing import PARIS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from tests.browser.lab import Lab, Notebook

BOARD = a4a.dataset("europe1940").board

QUESTIONS = """
[[questions]]
kind = "number"
id = "defenders"
text = "How many *French* infantry defend Paris?"
value = 6
after = "Right: **six**."

[[questions]]
kind = "choice"
id = "cheapest"
text = "Which unit is lost first?"
options = ["infantry", "tank"]
answer = ["infantry"]

[[questions]]
kind = "space"
id = "where"
text = "Where does the counter-attack come from?"
answer = ["Normandy/Bordeaux"]

[[questions]]
kind = "ranking"
id = "costs"
text = "From cheap to dear:"
items = ["tank", "infantry", "artillery"]
answer = ["infantry", "artillery", "tank"]

[[questions]]
kind = "prose"
id = "why"
text = "Why not more?"
words = 5
"""

SEND = """
def send(*stacks):
    from a4a.rules.choices import Moves
    for origin, kind, number in stacks:
        moves = next(f for f in game.ruleset.choices(game.state) if isinstance(f, Moves))
        stack = [s for s in moves.stacks if (s.space, s.type) == (origin, kind) and not s.refused]
        units = [unit for one in stack for unit in one.units][:number]
        ways = [way for way in moves.destinations(units) if way.space == "France"]
        for order in ways[0].orders:
            game.do(order)
"""


RULES = """panel => {
    const ruled = (style) => style.borderTopWidth !== "0px" || style.borderBottomWidth !== "0px";
    const parts = panel.querySelectorAll(":scope > header, .a4a-happened, :scope > footer");
    return [...parts].filter((el) => ruled(getComputedStyle(el))).map((el) => el.localName);
}"""
"""The parts of the panel of decisions that a rule sets apart."""
LINES = """list => [...list.querySelectorAll("li")].map((row) => {
    row.querySelector(".a4a-amount").dataset.change = "up";
    const name = row.querySelector(".a4a-treasury");
    return Math.round(name.offsetHeight / parseFloat(getComputedStyle(row).lineHeight));
})"""
"""How many lines each treasury's name takes, where all change."""


@pytest.fixture
def task(tmp_path: Path) -> Path:
    """What a student was handed: the exercise on Paris, with a question of each kind."""
    file = a4a.exercise("europe-1940-france").file
    assert file is not None
    (tmp_path / FILE).write_text(file.read_text() + QUESTIONS)
    a4a.save(a4a.handout(a4a.exercise(tmp_path)), tmp_path / "paris.a4a")
    return tmp_path / "paris.a4a"


@pytest.fixture(params=["handed out"])
def solving(lab: Lab, task: Path, request: pytest.FixtureRequest) -> Iterator[Notebook]:
    """A student at work: on what was handed out, or on the whole exercise with its answers."""
    source = task if request.param == "handed out" else task.parent
    cells = [
        f"import a4a\ns = a4a.solve({str(source)!r}, name='Ada', view='Western Europe')\ns",
        f"{SEND.strip()}\ngame = s.attempt.game\nsend(*{PARIS[:-1]})",
        f"send({PARIS[-1]})",
        f"s.attempt.save({str(task.parent / 'solved.a4a')!r})",
    ]
    with lab.notebook(cells, width=1366, height=768) as notebook:
        notebook.run(0)
        ready(notebook.page)
        notebook.page.locator(".a4a-explorer").evaluate("el => el.scrollIntoView()")
        yield notebook
        notebook.check()


def press(page: Page, name: str) -> None:
    asked(page).get_by_role("button", name=name, exact=True).click()


def asked(page: Page) -> Locator:
    return page.locator(".a4a-task")


def test_silly_nearly_and_right_are_told_apart(solving: Notebook, task: Path) -> None:
    page, verdict = solving.page, asked(solving.page).locator(".a4a-verdict")
    assert not page.get_by_text("Who decides").is_visible()
    press(page, "Judge my decision")
    verdict.get_by_text("0.0 %: nobody attacks France").wait_for()
    assert verdict.get_attribute("data-result") == "failed"
    assert page.locator(".a4a-decide").evaluate(RULES) == ["header", "footer"]
    assert page.locator(".a4a-treasuries").evaluate(LINES) == [1] * 6
    press(page, "Try again")
    verdict.wait_for(state="hidden")
    solving.run(1)
    press(page, "Hint")
    asked(page).get_by_text("infantry is cheap to lose").wait_for()
    page.locator(".a4a-decide").get_by_role("button", name="End").first.click()
    verdict.get_by_text("54.9 % is better than the toss of a coin").wait_for()
    assert verdict.get_attribute("data-result") == "failed"
    page.locator(".a4a-decide").get_by_role("button", name="Take back").click()
    verdict.wait_for(state="hidden")
    solving.run(2)
    press(page, "Judge my decision")
    verdict.get_by_text("Passed").wait_for()
    assert [line.inner_text()[0] for line in verdict.locator("li").all()] == ["✓", "✓"]
    asked(page).get_by_text("3 tries made").wait_for()

    found = marked(a4a.load(task), a4a.exercise(task.parent))
    (window,) = found.windows
    assert (found.name, window.result, window.tries, window.hints) == ("Ada", "passed", 3, 1)


@pytest.mark.parametrize("solving", ["whole"], indirect=True)
def test_questions_are_answered_by_clicks_and_keys(solving: Notebook, task: Path) -> None:
    page = solving.page

    def question(name: str) -> Locator:
        return asked(page).locator(f"[data-question={name}]")

    def said(name: str, met: str) -> Locator:
        found = question(name).locator(f".a4a-answered[data-met={met}]")
        found.wait_for()
        return found

    number = question("defenders").get_by_role("textbox")
    number.fill("many")
    number.press("Enter")
    question("defenders").get_by_role("alert").filter(has_text="a number is wanted").wait_for()
    number.fill("5")
    number.press("Enter")
    said("defenders", "false")
    number.fill("6")
    number.press("Enter")
    said("defenders", "true")
    question("defenders").locator("strong", has_text="six").wait_for()

    question("cheapest").get_by_role("button", name="infantry").click()
    said("cheapest", "true")

    field = question("where").get_by_role("textbox")
    for space in ("Germany", "Normandy/Bordeaux"):  # units that could be moved, and none
        question("where").get_by_role("button", name="Pick on the board").click()
        page.mouse.click(*page.evaluate(MIDDLE, BOARD.index[space]))
        expect(field).to_have_value(space)
    assert page.locator(".a4a-decide").get_by_text("Germany →").count() == 0
    field.press("Enter")
    said("where", "true")

    question("costs").get_by_role("button", name="Put tank after").press("Enter")
    page.keyboard.press("Enter")  # the same button, now of the place below
    question("costs").get_by_role("button", name="Answer").click()
    said("costs", "true")

    question("why").get_by_role("textbox").fill("It has to hold it afterwards, too")
    question("why").get_by_role("button", name="Keep").click()
    said("why", "null")
    solving.run(3)
    answers = a4a.attempt(task.parent / "solved.a4a").answers
    assert answers["costs"] == ("infantry", "artillery", "tank")
    assert answers["why"] == "It has to hold it afterwards, too"
