"""Setting a position up on the board: by clicks and keys, and few of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import a4a
from tests import depth
from tests.browser.lab import DARK, LIGHT
from tests.browser.test_access import CONTRASTS, SMALL
from tests.browser.test_hex_play import MIDDLE
from tests.browser.waiting import rests

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from a4a.core.board import Board
    from tests.browser.lab import Lab, Notebook

# What has to be scrolled to the side to be seen whole.
WIDE = """el => [...el.querySelectorAll("*")].filter((e) => e.clientWidth > 0
    && e.scrollWidth > e.clientWidth + 1 && !["INPUT", "SELECT"].includes(e.tagName)
    && getComputedStyle(e).overflowX !== "visible").map((e) => e.className)"""

BOARD = a4a.dataset("global1940").board
ARMIES = {
    "Germany": {
        "Germany": {"infantry": 6, "tank": 3}, "Poland": {"infantry": 4, "artillery": 2},
        "Romania": {"infantry": 3, "mechanized infantry": 3}, "Finland": {"infantry": 3},
        "Slovakia/Hungary": {"infantry": 3, "tank": 2},
    },
    "Soviet Union": {
        "Baltic States": {"infantry": 4, "artillery": 2}, "Belarus": {"infantry": 4, "tank": 2},
        "Western Ukraine": {"infantry": 4}, "Russia": {"infantry": 8, "fighter": 2},
        "Bessarabia": {"infantry": 3, "AAA": 2},
    },
}  # fmt: skip


class Setter:
    """A person who sets a position up, and counts what that takes."""

    def __init__(self, notebook: Notebook, board: Board = BOARD) -> None:
        self.notebook = notebook
        self.page: Page = notebook.page
        self.board = board
        self.root: Locator = self.page.locator(".a4a-position-panel")
        self.panel: Locator = self.root.locator(".a4a-position")
        self.root.locator(".leaflet-container[data-position]").wait_for()
        self.panel.locator("[data-what=mode]").first.wait_for()
        self.root.evaluate("el => el.scrollIntoView()")
        rests(self.page)
        self.clicks = self.keys = 0

    def choose(self, name: str) -> None:
        self.panel.get_by_role("button", name=name, exact=True).click()
        self.clicks += 1

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)
        self.keys += 1

    def click(self, space: str, *, shift: bool = False) -> None:
        index = self.board.index[space]
        x, y = self.page.evaluate(MIDDLE, index)
        if shift:
            self.page.keyboard.down("Shift")
        self.page.mouse.click(x, y)
        if shift:
            self.page.keyboard.up("Shift")
        self.clicks += 1

    def said(self, text: str | re.Pattern[str]) -> None:
        self.panel.get_by_role("status").filter(has_text=text).wait_for()

    def counts(self, units: int) -> None:
        """Wait until so many units are set up."""
        self.panel.locator("header").get_by_text(f"· {units} units", exact=False).wait_for()

    def units(self) -> int:
        found = re.search(r"(\d+) units", self.panel.locator("header").inner_text())
        assert found is not None
        return int(found[1])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("positions")


@pytest.fixture(scope="module")
def shared(lab: Lab, folder: Path) -> Iterator[Notebook]:
    cells = [
        f"import os, a4a\nos.chdir({str(folder)!r})\n"
        "p = a4a.position(a4a.position('global1940').clear().record())",
        "a4a.edit(p, view='Eastern Front')",
        "p.put('Italy', 'tank', 2, at='Romania')",
        "while p.changes: p.undo()",
    ]
    with lab.notebook(cells, width=1366, height=768) as notebook:
        notebook.run(0)
        notebook.run(1)
        yield notebook


@pytest.fixture
def setting(shared: Notebook) -> Iterator[Setter]:
    """An empty board; what the test before it has set up is undone, and what it chose."""
    shared.run(3)
    setting = Setter(shared)
    setting.counts(0)
    if (infantry := setting.panel.get_by_role("button", name="infantry", exact=True)).count():
        setting.panel.locator("details").evaluate_all(
            "all => all.forEach((el) => { el.open = false; })"
        )
        infantry.click()
        setting.panel.get_by_role("button", name="Put", exact=True).click()
        shared.page.keyboard.press("1")
    yield setting
    shared.check()


def test_it_is_used_without_a_mouse(setting: Setter) -> None:
    board = setting.root.locator(".leaflet-container")
    board.focus()
    setting.press("]")
    setting.press("3")
    setting.press("t")
    setting.press(".")
    setting.page.keyboard.type("Belarus")
    setting.press("Enter")
    setting.said(re.compile("3 .*tanks"))
    setting.press("z")
    setting.said("Choose a power")


@depth.only_deep
def test_sixty_units_are_set_up_in_a_hundred_clicks_and_keys(setting: Setter, folder: Path) -> None:
    letters = {"infantry": "i", "tank": "t", "artillery": "a", "mechanized infantry": "e",
               "fighter": "f", "AAA": "b"}  # fmt: skip
    kind, number, placed = "infantry", 1, 0
    for power, spaces in ARMIES.items():
        setting.choose(power)
        armies = [
            (unit, count, space) for space, army in spaces.items() for unit, count in army.items()
        ]
        for unit, count, space in sorted(armies):  # whoever sorts saves keys
            if unit != kind:
                setting.press(letters[unit])
            if count != number:
                setting.press(str(count))
            kind, number = unit, count
            setting.click(space)
            placed += count
            setting.counts(placed)
    assert placed == 60
    assert setting.clicks + setting.keys <= 50, (setting.clicks, setting.keys)
    setting.panel.get_by_text("The rules let all stand so").wait_for()
    name = setting.panel.get_by_label("Save in the file")
    name.fill("front")
    setting.choose("Save")
    setting.said("Saved in front.a4a")
    state = a4a.load(folder / "front.a4a").state_at(0)
    for power, spaces in ARMIES.items():
        for space, army in spaces.items():
            there = [u.type for u in state.at(space) if u.owner == power]
            assert {kind: there.count(kind) for kind in army} == army, space


def test_a_click_takes_owns_and_damages_and_all_of_it_is_undone(setting: Setter) -> None:
    setting.choose("Germany")
    setting.press("4")
    setting.click("Poland")
    setting.said("4 German infantry")
    setting.press("2")
    setting.click("Poland", shift=True)
    setting.said("2 German infantry")
    assert setting.units() == 2
    setting.press("o")
    setting.click("Belarus")
    setting.said(re.compile("Belarus.*Germany|Germany.*Belarus"))
    setting.press("z")
    setting.said("2 German infantry")
    setting.choose("Take")
    setting.press("5")
    setting.click("Poland")
    setting.panel.get_by_role("alert").filter(
        has_text="Germany has 2 infantry in Poland, not 5"
    ).wait_for()
    setting.choose("Put")
    setting.choose("battleship")
    setting.press("1")
    setting.click("Poland")
    setting.panel.get_by_text("1 battleship in Poland: ships stand at sea AA-UNI-038").wait_for()
    setting.press("d")
    setting.click("Poland")
    setting.panel.get_by_text("The rules do not let 1 thing stand so").wait_for()
    for left in (3, 2, 4, 0):
        setting.choose("Undo")
        if left != 3:
            setting.counts(left)
    assert setting.panel.get_by_role("button", name="Undo").is_disabled()


def test_money_turn_and_relations_are_set_and_python_is_followed(setting: Setter) -> None:
    panel = setting.panel
    setting.choose("Germany")
    panel.get_by_text("Turn, money, relations, technologies").click()
    amount = panel.get_by_label("IPC of Germany")
    amount.fill("71")
    amount.press("Enter")
    setting.said("Germany")
    panel.get_by_label("Whose turn").select_option(label="Italy")
    panel.get_by_label("Phase").select_option(label="Combat Move")
    panel.get_by_label("Round", exact=True).fill("4")
    setting.choose("Set turn")
    panel.get_by_text("Round 4, Italy, Combat Move").wait_for()
    others = panel.get_by_label("The other power").locator("option").all_inner_texts()
    assert "Germany" not in others  # no power has a relation to itself
    assert "Italy" in others
    panel.get_by_label("The other power").select_option(label="Soviet Union")
    panel.get_by_label("Relation").select_option(label="war")
    setting.choose("Set relation")
    setting.said(re.compile("at war|war"))
    setting.notebook.run(2)
    setting.said("2 Italian tanks")
    assert setting.units() == 2


def test_units_are_moved_and_loaded_and_technologies_given(setting: Setter) -> None:
    panel = setting.panel
    setting.choose("Germany")
    setting.press("2")
    setting.click("Poland")
    setting.said("2 German infantry")
    setting.press("m")
    setting.click("Poland")
    setting.said("From Poland: click where they go.")
    setting.press("Escape")
    setting.said("2 German infantry")
    setting.click("Poland")
    setting.click("Romania")
    setting.said(re.compile("2 .*Romania"))
    setting.choose("transport")
    setting.choose("Put")
    setting.press("1")
    setting.click("sea zone 113")
    setting.said("transport")
    setting.choose("infantry")
    setting.choose("Load")
    setting.click("sea zone 113")
    setting.counts(4)
    panel.get_by_text("The rules let all stand so").wait_for()
    panel.get_by_text("Turn, money, relations, technologies").click()
    rockets = panel.get_by_label("Rockets")
    rockets.check()
    setting.said("Rockets")
    assert rockets.is_checked()
    rockets.focus()
    setting.press(" ")
    setting.said("lost")
    assert not rockets.is_checked()


@pytest.mark.soak
@pytest.mark.parametrize("theme", depth.sample([DARK, LIGHT]))
def test_it_can_be_read_hit_and_named(setting: Setter, theme: str) -> None:
    setting.notebook.choose(theme)
    panel = setting.panel
    setting.choose("Germany")
    setting.choose("battleship")
    setting.click("Poland")
    panel.get_by_text("ships stand at sea").wait_for()
    setting.press("9")
    setting.click("Poland", shift=True)
    panel.get_by_role("alert").filter(has_text="Germany has 1 battleship in Poland").wait_for()
    panel.get_by_text("Turn, money, relations, technologies").click()
    texts = panel.evaluate(CONTRASTS)
    assert len(texts) > 50
    assert [text for text in texts if text["ratio"] < 4.5] == []
    assert panel.evaluate(SMALL) == []
    buttons = panel.locator("button, input, select")
    named = (
        "all => all.map((e) => e.ariaLabel || e.textContent.trim() || e.labels?.[0]?.textContent)"
    )
    assert all(buttons.evaluate_all(named))
    pressed = panel.locator("[aria-pressed=true]").evaluate_all(
        "all => all.map((e) => e.ariaLabel)"
    )
    assert pressed == ["Put", "Germany", "battleship"]
    assert panel.evaluate(WIDE) == []


def test_counters_are_put_by_name_among_hexes(lab: Lab) -> None:
    cells = ["import a4a\np = a4a.position('war_in_europe')", "a4a.edit(p, view='Western Europe')"]
    board = a4a.dataset("war_in_europe").board
    with lab.notebook(cells, width=1366, height=768) as notebook:
        notebook.run(0)
        notebook.run(1)
        setting = Setter(notebook, board)
        setting.choose("Germany")
        setting.choose("infantry")
        setting.panel.get_by_label("Which counter").select_option(label="9th infantry")
        setting.click("1709")
        setting.said("The German 9th infantry was placed in 1709 Paris")
        setting.panel.get_by_text(
            re.compile("both sides in 1709|too many|at most")
        ).first.wait_for()
        notebook.check()
