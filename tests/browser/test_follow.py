"""The board follows the action when asked: it goes to what is out of sight, and else stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import a4a
from a4a.core.annotations import NoteView
from a4a.core.steps import ROOT
from a4a.map.timeline_builder import build_timeline
from tests import depth
from tests.browser.test_page import MAP, OpenPage, opened
from tests.browser.waiting import moved, rests, timer
from tests.map.skirmish import skirmish

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from a4a.core.record import GameRecord
    from tests.browser.lab import Lab

FOLLOW = ".a4a-follow"

# Where the board is, in pixels.
PLACE = """() => {
    const pane = document.querySelector("#a4a-board .leaflet-map-pane");
    const { x, y } = pane.getBoundingClientRect();
    return [Math.round(x), Math.round(y)];
}"""
# How far inside the board the rings are that are round what the step touched, above its buttons.
INSIDE = """() => {
    const all = document.querySelector("#a4a-board .leaflet-container").getBoundingClientRect();
    const bar = document.querySelector(".a4a-views").getBoundingClientRect();
    const rings = [...document.querySelectorAll(".a4a-ways .a4a-touched")];
    return Math.min(...rings.map((ring) => {
        const { left, right, top, bottom } = ring.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        return Math.min(x - all.left, all.right - x, y - all.top, bar.top - y);
    }));
}"""
PAINTED = 30  # ms: a step is painted before the board follows it
EDGE = 28  # px at the edges that count as out of sight
MOVING = "() => document.querySelector('.leaflet-pan-anim') !== null"


def touched(record: GameRecord) -> list[int]:
    """The positions whose step touched a single space."""
    timeline = build_timeline(record, record.line_to(ROOT))
    return [at for at, mark in timeline.marks.items() if len(mark.spaces) == 1 and not mark.ways]


@pytest.fixture(scope="module")
def record() -> GameRecord:
    record = skirmish()
    ocean = NoteView(bounds=(-50.0, 215.0, -40.0, 225.0))
    noted = record.line_to(ROOT)[touched(record)[3]]
    record.annotate(a4a.Comment(node=noted, text="Far away", view=ocean))
    return record


@pytest.fixture(scope="module")
def file(record: GameRecord, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a4a.export_html(record, tmp_path_factory.mktemp("follow") / "game.html", charts=())


@pytest.fixture(scope="module")
def calm(lab: Lab, file: Path) -> Iterator[OpenPage]:
    """A page on which things had better not move."""
    with opened(lab, file, reduced_motion="reduce") as page:
        yield page


@pytest.fixture
def game(calm: OpenPage) -> Iterator[OpenPage]:
    """That page at its start, near to Europe; nobody has asked the board to follow."""
    if calm.page.locator(FOLLOW).get_attribute("aria-pressed") == "true":
        calm.page.locator(FOLLOW).click()
    go(calm, 0)
    closer(calm)
    yield calm
    calm.check()


def closer(game: OpenPage) -> None:
    """Show what is near to Europe from close by."""
    game.page.get_by_role("button", name="Show Europe").click()
    rests(game.page)
    for key in ("Shift+Equal", "+"):  # three steps, and one
        with moved(game.page):
            game.page.locator(MAP).press(key)


def go(game: OpenPage, position: int) -> None:
    game.page.locator("#a4a-stepper input[type=range]").evaluate(
        "(el, v) => { el.value = v; el.dispatchEvent(new Event('input', {bubbles: true})); }",
        position,
    )
    game.reaches(position)


def settled(game: OpenPage) -> list[int]:
    """Where the board is once it has come to rest."""
    timer(game.page, PAINTED)
    game.until(f"() => !({MOVING})()")
    place: list[int] = game.page.evaluate(PLACE)
    return place


@pytest.mark.soak
def test_the_board_goes_to_what_is_out_of_sight_and_else_stays(
    game: OpenPage, record: GameRecord
) -> None:
    positions = touched(record)[: depth.number(5, deep=24)]
    button = game.page.locator(FOLLOW)
    assert button.get_attribute("aria-pressed") == "false"
    went = 0
    for position in positions:
        before = settled(game)
        go(game, position)
        assert settled(game) == before  # nobody has asked it to follow
        inside = game.page.evaluate(INSIDE)
        game.page.locator(MAP).focus()
        game.page.keyboard.press("Shift+F")
        assert button.get_attribute("aria-pressed") == "true"
        settled(game)
        gone = abs(game.page.evaluate(INSIDE) - inside) > 1
        assert gone == (inside < EDGE), (position, inside)
        assert game.page.evaluate(INSIDE) >= EDGE, position
        went += gone
        button.click()
    assert 0 < went < len(positions)


@pytest.mark.soak
def test_it_follows_from_step_to_step(game: OpenPage, record: GameRecord) -> None:
    game.page.locator(FOLLOW).click()
    for position in touched(record)[: depth.number(4, deep=12)]:
        go(game, position)
        settled(game)
        assert game.page.evaluate(INSIDE) >= EDGE, position


@pytest.mark.soak
@pytest.mark.parametrize("motion", depth.sample(["no-preference", "reduce"]))
def test_it_goes_smoothly_but_not_where_people_do_without_motion(
    lab: Lab, file: Path, record: GameRecord, motion: str
) -> None:
    with opened(lab, file, reduced_motion=motion) as game:
        closer(game)
        hidden = []
        for position in touched(record):
            go(game, position)
            if game.page.evaluate(INSIDE) < 0:
                hidden.append(position)
            if len(hidden) == depth.number(2, deep=20):
                break
        go(game, 0)  # where there is nothing to follow
        game.page.locator(FOLLOW).click()
        settled(game)
        went = False
        for position in hidden:
            go(game, position)
            timer(game.page, PAINTED)
            went = went or game.page.evaluate(MOVING)
            settled(game)
            assert game.page.evaluate(INSIDE) >= EDGE, position
        assert went is (motion == "no-preference")


def test_a_note_shows_its_own_view_even_so(game: OpenPage, record: GameRecord) -> None:
    game.page.locator(FOLLOW).click()
    game.page.locator(MAP).focus()
    game.page.keyboard.press("Shift+N")
    game.reaches(touched(record)[3])
    settled(game)
    assert game.page.evaluate(INSIDE) < 0  # it is about something else
    assert "Far away" in game.page.locator(".a4a-notes-here").inner_text()
    assert game.page.locator(".a4a-notes-here [title^='Show the view']").is_visible()
    assert not game.page.locator(".a4a-acts [title^='Edit']").count()
