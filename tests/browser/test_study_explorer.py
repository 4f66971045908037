"""A study in a notebook as a person meets it: chapters read across games, and edited."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import a4a
from tests.browser.test_explorer import SAVED

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.browser.lab import Lab, Notebook

pytestmark = pytest.mark.browser
CELL = """
import sys
sys.path.insert(0, {project!r})
import a4a
from tests.map.studies import small_study
study = small_study()
a4a.save(study, {file!r})
app = a4a.explore(study)
app
"""
SEEN = ".a4a-explorer:not(.a4a-put-aside)"
BAR = f"{SEEN} .a4a-chapter-bar"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("studies") / "three.a4s"


@pytest.fixture(scope="module")
def notebook(lab: Lab, project: Path, file: Path) -> Iterator[Notebook]:
    cells = [CELL.format(project=str(project), file=str(file)), "app.chapter, app.explorer.node"]
    with lab.notebook(cells, width=1366, height=900) as opened:
        opened.run(0)
        opened.page.wait_for_selector(f"{SEEN} .leaflet-container[data-position]")
        yield opened
        opened.check()


def reads(notebook: Notebook, name: str) -> None:
    notebook.page.locator(f"{BAR} .a4a-chapter-name", has_text=name).wait_for()
    expect(notebook.page.locator(SEEN)).to_have_count(1)


def test_all_games_are_searched_and_a_hit_turns_to_its_game(notebook: Notebook) -> None:
    page = notebook.page
    page.locator(f"{SEEN} [role=tab]", has_text="Log").click()
    page.get_by_role("searchbox").fill("of the second game")  # which nobody has opened yet
    page.locator(f"{SEEN} [data-hit]", has_text="Game 2").click()
    reads(notebook, "2 of 4: Elsewhere")
    expect(page.locator(f"{SEEN} .a4a-count")).to_contain_text("step 9 of")
    page.locator(f"{SEEN} [data-chapter='1']").click()
    reads(notebook, "1 of 4: Opening")
    page.locator(f"{SEEN} [role=tab]", has_text="Contents").click()
    page.locator(f"{SEEN} [data-chapter='0']").click()
    reads(notebook, "Introduction")


def test_chapters_are_read_across_games_and_boards(notebook: Notebook) -> None:
    page = notebook.page
    page.get_by_role("button", name="Read the first chapter").click()
    for name, step in (
        ("1 of 4: Opening", "step 0 of"),
        ("2 of 4: Elsewhere", "step 5 of"),
        ("3 of 4: Waiting", "step 18 of 22"),
        ("4 of 4: Europe", "step 1 of 3"),
    ):
        reads(notebook, name)
        expect(page.locator(f"{SEEN} .a4a-count")).to_contain_text(step)
        expect(page.locator(f"{SEEN} .a4a-charts .a4a-cursor-line").first).to_be_attached()
        page.wait_for_selector(f"{SEEN} .leaflet-container[data-position]")
        page.locator(f"{SEEN} .leaflet-container").focus()
        page.keyboard.press("Shift+PageDown")
    page.keyboard.press("Shift+PageUp")
    reads(notebook, "3 of 4: Waiting")
    notebook.wait_told(SAVED)
    notebook.run(1)
    assert "(3, 18)" in str(notebook.outputs(1))


def test_a_chapter_is_edited_where_it_is_read_and_saved_at_once(
    notebook: Notebook, file: Path
) -> None:
    page = notebook.page
    page.locator(f"{SEEN} [data-chapter='1']").click()
    reads(notebook, "1 of 4: Opening")
    editor = page.locator(f"{SEEN} .a4a-chapter-editor")
    editor.locator("summary").click()
    editor.get_by_label("Title", exact=True).fill("The beginning")
    editor.get_by_label("Text before (Markdown)").fill("So it *began*.")
    editor.get_by_role("button", name="Save texts").click()
    reads(notebook, "1 of 4: The beginning")
    expect(page.locator(f"{SEEN} .a4a-chapter em")).to_have_text("began")
    page.locator(f"{SEEN} .leaflet-container").focus()
    page.keyboard.press("ArrowRight")
    editor.get_by_role("button", name="Begin here").click()
    notebook.wait_told()  # the buttons were made anew for the chapter as it is now
    expect(page.locator(f"{SEEN} .a4a-count")).to_contain_text("step 1 of")
    editor.get_by_role("button", name="Move the chapter down").click()
    reads(notebook, "2 of 4: The beginning")
    notebook.wait_told()  # it is saved once it is shown
    chapter = a4a.study(file).chapters[1]
    assert (chapter.title, chapter.before, chapter.start) == ("The beginning", "So it *began*.", 1)


GUESSED = """
study = a4a.Study("Guessing")
record = a4a.game("global1940_strong_computer")
start, end = (record.node_at(round=n, power="Germany", phase="Combat Move") for n in (1, 2))
study.add(record, title="Guess", start=start, end=end, mode="guess", before="Go.", after="Gone.")
app = a4a.explore(study, charts=())
app
"""


def test_a_chapter_is_guessed_in_its_place_before_its_moves_are_shown(
    lab: Lab, project: Path
) -> None:
    with lab.notebook(["import a4a" + GUESSED], width=1366, height=900) as opened:
        opened.run(0)
        page = opened.page
        page.wait_for_selector(f"{SEEN} .leaflet-container[data-position]")
        page.get_by_role("button", name="Read the first chapter").click()
        expect(page.locator(f"{BAR} .a4a-chapter-state")).to_have_text("To be guessed first")
        count = page.locator(f"{SEEN} > .a4a-panels .a4a-count")
        before = count.inner_text()
        page.locator(f"{SEEN} .leaflet-container").focus()
        page.keyboard.press("ArrowRight")
        page.keyboard.press("End")
        expect(count).to_have_text(before)
        expect(page.get_by_role("region", name="After the chapter")).to_have_count(0)
        page.get_by_role("button", name="Guess the moves").press("Enter")
        back = page.get_by_role("button", name="Back to the study")
        expect(back).to_be_focused()
        expect(page.get_by_text("Germany, round 1, Combat Move")).to_be_visible()
        expect(count.first).not_to_be_visible()
        back.press("Enter")
        expect(page.get_by_role("button", name="Guess the moves")).to_be_focused()
        expect(page.get_by_role("button", name="Show the moves")).to_have_count(0)
        page.locator(f"{SEEN} .leaflet-container").focus()
        page.keyboard.press("End")
        expect(page.get_by_role("region", name="After the chapter")).to_be_visible()
        opened.check()
