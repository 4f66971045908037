"""A study's page as a reader meets it: contents, chapters, texts, addresses, keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import a4a
from tests.browser.test_page import MAP, OpenPage, opened
from tests.browser.waiting import frames, rests
from tests.map.studies import small_study

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.browser.lab import Lab

SEEN = ".a4a-panels:not([hidden])"
BAR = f"{SEEN} .a4a-chapter-bar"
TEXT = f"{SEEN} .a4a-chapter"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    study, file = small_study(), tmp_path_factory.mktemp("study") / "three fronts.html"
    study.edit(3, mode="guess")
    return a4a.export_html(study, file, findings={2: a4a.audit(study.records[2])})


@pytest.fixture(scope="module")
def shown(lab: Lab, file: Path) -> Iterator[OpenPage]:
    with opened(lab, file) as page:
        yield page


@pytest.fixture
def study(shown: OpenPage) -> OpenPage:
    """The page, at its introduction."""
    shown.page.locator(f"{SEEN} [data-chapter='0']").click()
    reads(shown, "Introduction")
    shown.page.locator(f"{SEEN} .leaflet-container").focus()
    return shown


def reads(page: OpenPage, name: str) -> None:
    """Wait until a chapter is the one that is read."""
    page.page.locator(f"{BAR} .a4a-chapter-name", has_text=name).wait_for()


def choose(page: OpenPage, chapter: int) -> None:
    page.page.locator(f"{SEEN} [data-chapter='{chapter}']").click()


def status(page: OpenPage) -> str:
    return page.page.locator(f"{SEEN} .a4a-count").inner_text()


def test_a_study_opens_with_its_introduction_and_contents(study: OpenPage) -> None:
    page = study.page
    assert page.locator(TEXT).inner_text().split("\n\n")[:3] == ["Three fronts", "by Ada", "lesson"]
    rows = page.locator(f"{SEEN} .a4a-chapters button").all_inner_texts()
    assert [row.replace("\n", " ").split() for row in rows] == [
        ["Introduction"], ["1", "Opening"], ["2", "Elsewhere", "sea"], ["3", "Waiting"],
        ["4", "Europe"],
    ]  # fmt: skip
    page.get_by_role("button", name="Read the first chapter").click()
    reads(study, "1 of 4: Opening")
    assert page.locator(TEXT).get_by_text("begins").evaluate("el => el.localName") == "strong"
    assert "Ada (Germany) v. Bo (Soviet Union)" in page.locator(TEXT).inner_text()


def test_keys_turn_the_chapters_through_games_and_boards_and_back(study: OpenPage) -> None:
    names = ["1 of 4: Opening", "2 of 4: Elsewhere", "3 of 4: Waiting", "4 of 4: Europe"]
    steps = ["step 0 of", "step 5 of", "step 18 of", "step 1 of 3"]
    for name, step in zip(names, steps, strict=True):
        study.page.keyboard.press("Shift+PageDown")
        reads(study, name)
        assert status(study).startswith(step)
    study.page.keyboard.press("Shift+PageDown")  # there is none
    for name in [*reversed(names[:-1]), "Introduction"]:
        study.page.keyboard.press("Shift+PageUp")
        reads(study, name)


@pytest.fixture(scope="module")
def addressed(lab: Lab, file: Path) -> Iterator[OpenPage]:
    """The page, opened by an address behind the start of a chapter to be guessed."""
    with opened(lab, file, "#chapter=3&node=19") as page:
        yield page


def test_what_follows_a_chapter_to_be_guessed_is_told_when_it_is_asked_for(
    addressed: OpenPage,
) -> None:
    """In no view before; an address that leads behind its start ends there."""
    page, shown = addressed.page, addressed
    reads(shown, "3 of 4")
    charts = page.locator(f"{SEEN} .a4a-charts")
    charts.locator("svg").first.wait_for()
    frames(page)  # where the node is shown in it is drawn then
    begun = charts.inner_html()
    page.locator(MAP).focus()
    page.keyboard.press("End")
    assert status(shown).startswith("step 18 of 18")
    assert page.locator(f"{BAR} .a4a-chapter-state").inner_text() == "To be guessed first"
    assert "What would you do here?" in page.locator(TEXT).inner_text()
    assert page.get_by_role("button", name="Guess the moves").count() == 0
    page.get_by_role("button", name="Show what was played").click()
    page.locator(f"{SEEN} .a4a-count", has_text="step 18 of 22").wait_for()
    told = page.locator(TEXT).inner_text()
    assert "To be guessed in JupyterLab; here it is read." in told
    page.wait_for_function(
        "([charts, begun]) => document.querySelector(charts).innerHTML !== begun",
        arg=[f"{SEEN} .a4a-charts", begun],
    )
    page.keyboard.press("End")
    page.locator(f"{BAR} .a4a-chapter-state", has_text="The chapter ends here").wait_for()


def test_stepping_stays_in_the_chapter_and_its_last_text_comes_at_the_end(study: OpenPage) -> None:
    page = study.page
    choose(study, 1)
    reads(study, "1 of 4")
    assert page.get_by_role("region", name="After the chapter").count() == 0
    page.locator(MAP).focus()
    page.keyboard.press("End")
    study.reaches(10)
    assert page.get_by_role("region", name="After the chapter").inner_text() == "So."
    assert page.locator(f"{BAR} .a4a-chapter-state").inner_text() == "The chapter ends here"
    for key in ("ArrowRight", "PageDown", "Shift+ArrowRight"):
        page.keyboard.press(key)
    frames(page)
    assert study.position == 10
    page.get_by_role("button", name="Go on in the game").click()
    study.reaches(11)
    assert page.locator(f"{BAR} .a4a-chapter-state").inner_text() == "Outside the chapter"
    page.locator(MAP).focus()
    page.keyboard.press("ArrowRight")  # there one steps as ever
    study.reaches(12)
    page.get_by_role("button", name="Back into the chapter").click()
    study.reaches(0)
    page.keyboard.press("End")
    study.reaches(10)
    page.keyboard.press("Home")
    study.reaches(0)


def test_a_chapter_shows_its_part_of_the_board_and_its_layers(study: OpenPage) -> None:
    units = f"{SEEN} .a4a-badges > g"
    choose(study, 2)
    reads(study, "2 of 4")
    study.page.wait_for_selector(units, state="detached")
    assert study.page.locator(f"{SEEN} [role=tab]", has_text="Annotations (1)").count() == 1
    choose(study, 3)  # it says nothing of them
    study.page.wait_for_selector(units, state="attached")


def test_a_chapter_of_a_variation_is_read_on_it(study: OpenPage) -> None:
    choose(study, 3)
    reads(study, "3 of 4: Waiting")
    study.page.get_by_role("button", name="Show what was played").click()
    study.page.locator(MAP).focus()
    study.page.keyboard.press("End")
    study.reaches(21)
    assert "Waiting" in study.page.locator(f"{SEEN} .a4a-in-line").inner_text()


def test_charts_and_findings_are_those_of_the_game_that_is_read(study: OpenPage) -> None:
    page = study.page
    choose(study, 1)
    reads(study, "1 of 4")
    strip = page.locator(f"{SEEN} .a4a-charts")
    strip.locator("svg").first.wait_for()
    first = strip.inner_html()
    page.locator(f"{SEEN} [role=tab]", has_text="Log").click()
    findings = page.locator(f"{SEEN} .a4a-findings")
    assert findings.is_hidden()
    page.locator(MAP).focus()
    page.keyboard.press("Shift+PageDown")
    reads(study, "2 of 4")
    findings.wait_for()
    page.wait_for_function(
        "([strip, before]) => strip.innerHTML !== before", arg=[strip.element_handle(), first]
    )
    assert strip.locator("svg").count() > 2
    page.locator(f"{SEEN} [role=tab]", has_text="Contents").click()


def test_the_list_of_chapters_follows_a_short_text(study: OpenPage) -> None:
    text = study.page.locator(TEXT).bounding_box()
    listed = study.page.locator(f"{SEEN} .a4a-chapters").bounding_box()
    assert text
    assert listed
    assert 0 <= listed["y"] - (text["y"] + text["height"]) < 20
    assert listed["y"] + listed["height"] < study.page.viewport_size["height"] - 200


LONG = "as long as titles can be " * 4
BOTTOM = "el => el.getBoundingClientRect().bottom"
CUT = "el => el.scrollWidth - el.clientWidth"


def test_board_and_stepper_are_seen_at_once_whatever_stands_above(lab: Lab, tmp_path: Path) -> None:
    """Under a head of three lines, with the bars of chapters and of variations."""
    study = small_study()
    study.edit(study.chapters[0].id, title=LONG.strip())
    file = a4a.export_html(study, tmp_path / "long.html", charts=(), title=3 * LONG)
    with opened(lab, file) as shown:
        page = shown.page
        choose(shown, 1)
        reads(shown, "1 of 4")
        page.locator(f"{SEEN} .leaflet-container").focus()
        page.keyboard.press("End")
        shown.reaches(10)
        for width, height in ((1366, 768), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            rests(page)
            stepper = page.locator(f"{SEEN} [data-view=stepper]")
            assert stepper.locator(".a4a-lines").is_visible()
            assert 0 <= height - stepper.evaluate(BOTTOM) < 30
            assert page.locator(f"{BAR} .a4a-chapter-state").evaluate(CUT) <= 0
            assert page.locator(f"{BAR} .a4a-chapter-name").evaluate(CUT) > 0


def test_a_found_chapter_tells_its_title_apart_from_its_text(study: OpenPage) -> None:
    page = study.page
    page.locator(f"{SEEN} [role=tab]", has_text="Log").click()
    box = page.locator(f"{SEEN} input[type=search]")
    box.fill("opening begins")
    hit = page.locator(f"{SEEN} [data-hit] .a4a-hit-text")
    hit.wait_for()
    assert hit.inner_text() == "Opening · It begins. So."
    box.fill("")
    page.locator(f"{SEEN} [role=tab]", has_text="Contents").click()


def test_an_address_leads_to_a_chapter_and_a_node(addressed: OpenPage) -> None:
    page = addressed
    reads(page, "3 of 4: Waiting")
    if (show := page.page.get_by_role("button", name="Show what was played")).count():
        show.click()
    page.page.evaluate("location.hash = '#chapter=3&node=20'")
    page.page.evaluate("location.hash = '#chapter=3&node=19'")
    page.reaches(19)
    assert page.page.locator("#a4a-link").get_attribute("href") == "#chapter=3&node=19"
    page.page.evaluate("location.hash = '#chapter=2'")
    reads(page, "2 of 4: Elsewhere")
    page.page.evaluate("location.hash = '#chapter=9'")
    page.page.get_by_text("This study has no chapter 9").wait_for()
    page.page.evaluate("location.hash = '#chapter=4'")
    reads(page, "4 of 4: Europe")
    page.page.evaluate("location.hash = '#node=3'")
    page.page.locator(f"{SEEN} .a4a-count", has_text="step 3 of 3").wait_for()
    assert page.page.locator("#a4a-link").get_attribute("href") == "#chapter=4&node=3"
    page.check()


def test_links_in_texts_lead_to_chapters(study: OpenPage) -> None:
    study.page.get_by_role("link", name="this", exact=True).click()
    reads(study, "2 of 4: Elsewhere")
    choose(study, 0)
    study.page.get_by_role("link", name="so", exact=True).click()
    reads(study, "3 of 4: Waiting")
    study.reaches(12)
    assert study.page.locator(f"{BAR} .a4a-chapter-state").inner_text() == "Outside the chapter"


def test_the_contents_are_walked_with_the_arrow_keys(study: OpenPage) -> None:
    page = study.page
    page.locator(f"{SEEN} .a4a-chapters [aria-current]").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    reads(study, "2 of 4: Elsewhere")
