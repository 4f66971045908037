"""Searching a game and a study: by words, kind, power and space; a hit is a click away."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import a4a
from a4a.core import events as ev
from tests.browser.test_page import OpenPage, opened
from tests.map.skirmish import skirmish
from tests.map.studies import small_study

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator

    from tests.browser.lab import Lab

ACCENT = "Pétain <b>waits</b>"


@pytest.fixture(scope="module")
def shown(lab: Lab, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenPage]:
    record = skirmish(rounds=1)
    record.annotate(a4a.Comment(node=40, text=ACCENT, author="Ada"))
    record.annotate(a4a.Glyph(node=60, sign="??"))
    first = record.append([ev.Noted("What if Sweden joined?")], parent=20)
    record.append([ev.Noted("Sweden joins")], parent=first)
    file = a4a.export_html(record, tmp_path_factory.mktemp("search") / "game.html", charts=())
    with opened(lab, file) as page:
        page.record = record  # type: ignore[attr-defined]
        yield page


@pytest.fixture
def game(shown: OpenPage) -> Iterator[OpenPage]:
    """The page with its log open and nothing sought."""
    page = shown.page
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("searchbox").fill("")
    page.get_by_role("searchbox").press("Home")
    filters = page.get_by_role("button", name="Filter")
    if filters.get_attribute("aria-expanded") == "true":
        filters.click()
    page.locator(".a4a-hits").wait_for(state="hidden")
    yield shown
    shown.check()


def hits(page: OpenPage) -> Locator:
    return page.page.locator(".a4a-hits:visible [data-hit]")


def found(page: OpenPage, count: int) -> None:
    page.page.locator(".a4a-found-count:visible", has_text=re.compile(f"^{count} found")).wait_for()


def test_words_are_found_in_any_order_without_case_and_accents(game: OpenPage) -> None:
    box = game.page.get_by_role("searchbox")
    box.fill("WAITS petain")
    found(game, 1)
    assert hits(game).locator("bdi").inner_text() == ACCENT
    hits(game).click()
    game.reaches(40)
    box.fill("petain sweden")
    found(game, 0)


def test_a_hit_on_another_line_leads_there(game: OpenPage) -> None:
    game.page.get_by_role("searchbox").fill("sweden joins")
    found(game, 1)
    game.page.get_by_role("searchbox").press("Enter")
    game.reaches(22)
    assert hits(game).first.get_attribute("aria-current") == "step"
    game.page.keyboard.press("ArrowDown")
    assert hits(game).first.evaluate("el => el === document.activeElement")
    game.page.keyboard.press("Escape")
    game.page.locator(".a4a-log > ol").wait_for()  # the log is there again


def test_kind_power_and_space_narrow_what_is_found(game: OpenPage) -> None:
    page, record = game.page, game.record  # type: ignore[attr-defined]
    page.get_by_role("button", name="Filter").click()
    page.get_by_label("Which kind").select_option("glyph")
    found(game, 1)
    hits(game).click()
    game.reaches(60)
    page.get_by_label("Which kind").select_option("")
    page.get_by_label("Which power").select_option(label="Italy")
    page.get_by_label("Which kind").select_option("time")
    found(game, sum(1 for node in record.line() if begins(record, node, "Italy")))
    page.get_by_label("Which power").select_option("")
    page.get_by_label("Which kind").select_option("move")
    page.get_by_label("Which space").fill("germany")
    moved = [
        node
        for node in record.steps
        if any(
            isinstance(e, ev.UnitsMoved) and "Germany" in e.path for e in record.step(node).events
        )
    ]
    assert moved
    found(game, len(moved))


def begins(record: a4a.GameRecord, node: int, power: str) -> bool:
    """Whether a turn or a phase of a power begins with a step."""
    if node == 0:
        return False
    kinds = (ev.TurnBegan, ev.PhaseBegan)
    headings = any(isinstance(event, kinds) for event in record.step(node).events)
    return headings and power in record.time(node).powers


@pytest.fixture(scope="module")
def study_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("study") / "study.html"
    return a4a.export_html(small_study(), file, charts=())


@pytest.fixture(scope="module")
def study_shown(lab: Lab, study_file: Path) -> Iterator[OpenPage]:
    with opened(lab, study_file) as page:
        yield page


@pytest.fixture
def study(study_shown: OpenPage) -> Iterator[OpenPage]:
    """The page at the first chapter, with the log of its game open and nothing sought."""
    page = study_shown.page
    for chapter in (4, 1):  # to go to the same once more does nothing
        page.evaluate(f"location.hash = '#chapter={chapter}'")
        reads(study_shown, f"{chapter} of 4")
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("searchbox").fill("")
    page.locator(".a4a-hits:visible").wait_for(state="hidden")
    yield study_shown
    study_shown.check()


def reads(page: OpenPage, name: str) -> None:
    page.page.locator(".a4a-chapter-name:visible", has_text=name).wait_for()


def test_chapters_are_found_from_anywhere_in_a_study(study: OpenPage) -> None:
    page = study
    page.page.get_by_role("searchbox").fill("another board")
    hits(page).filter(has_text="Europe").click()
    reads(page, "4 of 4: Europe")


def test_all_games_of_a_study_are_searched_and_a_hit_turns_to_its_game(
    study: OpenPage,
) -> None:
    page = study
    box = page.page.get_by_role("searchbox")
    box.fill("of the second game")  # a note of it, in its chapter
    found(page, 1)
    assert "Game 2" in hits(page).inner_text()
    hits(page).click()
    reads(page, "2 of 4: Elsewhere")
    page.reaches(9)
    page.page.locator(".a4a-hits [aria-current]").wait_for()  # found still, and it is here
    box.fill("would have lost")  # on a line of the first game, after the chapter of it
    hits(page).filter(has_text="would have lost").click()  # not the hit that stood there before
    page.page.locator(".a4a-count:visible", has_text="step 22 of 22").wait_for()
    box.fill("quietest")  # on another board
    box.press("Enter")
    reads(page, "4 of 4: Europe")
    page.page.locator(".a4a-count:visible", has_text="step 3 of 3").wait_for()


def test_filters_go_for_all_games_of_a_study(study: OpenPage) -> None:
    records = small_study().records.values()
    begun = [n for record in records for n in record.steps if begins(record, n, "Germany")]
    page, seen = study, study.page.locator(".a4a-panels:not([hidden])")
    seen.get_by_role("button", name="Filter").click()
    seen.get_by_label("Which power").select_option(label="Germany")
    seen.get_by_label("Which kind").select_option("time")
    found(page, len(begun))
    told = " ".join(hits(page).all_inner_texts())
    assert "Game 1" in told
    assert "Game 2" in told
    seen.get_by_label("Which power").select_option("")
    seen.get_by_label("Which kind").select_option("")
    seen.get_by_label("Which space").fill("Poland")
    page.page.wait_for_function(  # not while nothing is sought, between two filters
        "([el, old]) => !['', old].includes(el.textContent)",
        arg=[seen.locator(".a4a-found-count").element_handle(), f"{len(begun)} found"],
    )
    assert hits(page).count() > 0
