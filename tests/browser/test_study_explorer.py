"""A study in a notebook as a person meets it: chapters read across games, and edited."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

import a4a
from tests import depth
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
app = a4a.explore(study, charts=())
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


@depth.only_deep
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


@depth.only_deep
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
        back.wait_for()
        expect(back).to_be_focused()
        page.get_by_text("Germany, round 1, Combat Move").wait_for()
        count.first.wait_for(state="hidden")
        back.press("Enter")
        expect(page.get_by_role("button", name="Guess the moves")).to_be_focused()
        expect(page.get_by_role("button", name="Show the moves")).to_have_count(0)
        page.locator(f"{SEEN} .leaflet-container").focus()
        page.keyboard.press("End")
        page.get_by_role("region", name="After the chapter").wait_for()
        opened.check()


WITHHELD = """
import sys
sys.path.insert(0, {project!r})
import a4a
from a4a.core import events as ev
from a4a.core.annotations import Comment
from tests.map.skirmish import skirmish
record = skirmish(rounds=2)
other = record.append([ev.Noted("What should have been done")], parent=20)
early = record.append([ev.Noted("An early thought")], parent=3)
for node, text in ((5, "early"), (21, "spoiler"), (other, "advice")):
    record.annotate(Comment(node=node, text=text))
study = a4a.Study("Guessing")
study.add(record, title="Read", start=0, end=10, before="So it began.")
study.add(record, title="Guess", start=20, end=30, mode="guess", before="Go.", after="Lost cause.")
study.add(record, title="Later", start=40, end=44)
app = a4a.explore(study)
app
"""


@depth.only_deep
def test_no_view_tells_what_follows_before_a_guess_is_begun(lab: Lab, project: Path) -> None:
    """The slider, the log, search, annotations and lines end where the chapter starts."""
    cells = [WITHHELD.format(project=str(project)), "app.contents.revealed = []"]
    with lab.notebook(cells, width=1366, height=768) as opened:
        opened.run(0)
        page = opened.page
        page.wait_for_selector(f"{SEEN} .leaflet-container[data-position]")
        seen = page.locator(SEEN)
        slider, search = seen.locator(".a4a-track input"), page.get_by_role("searchbox")

        def tab(name: str) -> None:
            seen.locator("[role=tab]", has_text=name).click()

        def found(words: str) -> int:
            tab("Log")
            told = seen.locator(".a4a-found-count")
            search.fill(words)
            expect(told).to_have_text(re.compile("^[0-9]"))
            count = int(told.inner_text().split(" ")[0])
            search.fill("")
            expect(told).to_have_text("")
            return count

        def read(chapter: int) -> None:
            tab("Contents")
            seen.locator(f"[data-chapter='{chapter}']").click()

        def ends_at(last: int) -> None:
            expect(slider).to_have_attribute("max", str(last))
            expect(seen.locator(".a4a-count").first).to_contain_text(f"of {last}")
            tab("Log")
            positions = seen.locator(".a4a-log [data-position]")
            shown = positions.evaluate_all("all => all.map((el) => Number(el.dataset.position))")
            assert max(shown, default=0) <= last

        for chapter in (0, 1, 2):
            read(chapter)
            ends_at(20)
            assert (found("spoiler"), found("advice"), found("should have been")) == (0, 0, 0)
            assert (found("early"), found("Lost cause"), found("began")) == (2, 0, 1)
            tab("Annotations")
            expect(seen.locator(".a4a-all-notes [data-id]")).to_have_count(1)
            tab("Variations")
            expect(seen.locator(".a4a-variations [data-line]")).to_have_count(2)
        expect(seen.get_by_role("button", name="What if")).to_have_count(0)
        read(3)  # who goes on is told what led there
        expect(slider).not_to_have_attribute("max", "20")
        read(2)
        expect(slider).to_have_attribute("max", "20")
        page.get_by_role("button", name="Show the moves").click()
        expect(slider).not_to_have_attribute("max", "20")
        assert (found("spoiler"), found("advice"), found("Lost cause")) == (1, 1, 1)
        seen.locator(".leaflet-container").focus()
        page.keyboard.press("End")
        expect(seen.locator(".a4a-count").first).to_contain_text("step 30 of")
        opened.run(1)  # as an author does who lets it be guessed only now
        expect(seen.locator(".a4a-count").first).to_contain_text("step 20 of 20")
        opened.check()
