"""An exported page as a person meets it: opened from the disk, with no network and no kernel."""

from __future__ import annotations

import json
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

import altair as alt
import polars as pl
import pytest

import a4a
from a4a.charts.palette import power_colours
from tests import depth
from tests.browser.waiting import rests
from tests.browser.watched import WatchedPage
from tests.map.skirmish import MISCHIEF, mischievous, skirmish

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from a4a.core.record import GameRecord
    from tests.browser.lab import Lab

MAP = "#a4a-board .leaflet-container"
SLIDER = "#a4a-stepper input[type=range]"
STATUS = "#a4a-stepper [role=status]"
CARD = ".a4a-card:not(.a4a-story)"
NOTED = 40

# Whatever the policy of the page has forbidden, from the first moment on.
_WATCH_POLICY = """
window.a4aForbidden = [];
document.addEventListener("securitypolicyviolation", (event) =>
    window.a4aForbidden.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
"""

# The colour of each space by its index; a space may be several shapes.
FILLS = """() => Object.fromEntries(
    [...document.querySelectorAll("#a4a-board path.a4a-space")].map((path) => [
        /a4a-page-(\\d+)/.exec(path.getAttribute("class"))[1], getComputedStyle(path).fill]))"""


class OpenPage(WatchedPage):
    """A page from the disk, all it asked for, and what its policy forbade."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.asked: list[str] = []
        page.add_init_script(_WATCH_POLICY)
        page.context.on("request", lambda request: self.asked.append(request.url))

    def open(self, path: Path, fragment: str = "") -> None:
        """Open a page and wait for its board."""
        self.path = path
        self.page.goto(path.as_uri() + fragment)
        self.page.wait_for_selector(f"{MAP}[data-position]")
        self.page.wait_for_selector(".a4a-badges > g", state="attached")

    @property
    def position(self) -> int:
        """The position that the board shows."""
        return int(self.page.locator(MAP).get_attribute("data-position") or -1)

    def reaches(self, position: int) -> None:
        """Wait until the board shows a position."""
        self.page.wait_for_selector(f"{MAP}[data-position='{position}']")

    def until(self, expression: str) -> None:
        """Wait until JavaScript is true. Playwright's own way needs an eval, which is forbidden."""
        deadline = perf_counter() + 60
        while not self.page.evaluate(expression):
            assert perf_counter() < deadline, f"never true: {expression}"
            self.page.wait_for_timeout(20)

    def check(self) -> None:
        """Fail on errors, on anything asked for but the file itself, and on what was forbidden."""
        super().check()
        assert {url.partition("#")[0] for url in self.asked} == {self.path.as_uri()}
        assert self.page.evaluate("() => window.a4aForbidden") == []
        assert self.page.evaluate("() => performance.getEntriesByType('resource').length") == 0


@contextmanager
def opened(lab: Lab, path: Path, fragment: str = "", **screen: Any) -> Iterator[OpenPage]:
    """A page in a browser that is offline."""
    screen.setdefault("viewport", {"width": 1366, "height": 768})
    context = lab.browser.new_context(offline=True, **screen)
    page = OpenPage(context.new_page())
    try:
        page.open(path, fragment)
        yield page
        page.check()
    finally:
        context.close()


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """The skirmish with annotations at two nodes."""
    record = skirmish()
    france, border = record.board.space("France").name, record.board.space("Germany").name
    record.annotate(a4a.Comment(node=NOTED, text="Here <b>it</b> turns", author="Ann & Bob"))
    record.annotate(a4a.Glyph(node=NOTED, sign="!?"))
    record.annotate(a4a.Highlight(node=NOTED, spaces=(france,), colour="#d55e00"))
    record.annotate(a4a.Arrow(node=NOTED, path=(border, france), colour="#0072b2"))
    record.annotate(a4a.Comment(node=90, text="Later"))
    return record


@pytest.fixture(scope="module")
def file(record: GameRecord, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("a page & more")  # names as people give them
    return a4a.export_html(record, folder / "skirmish #1.html")


@pytest.fixture(scope="module")
def shown(lab: Lab, file: Path) -> Iterator[OpenPage]:
    with opened(lab, file) as page:
        yield page


@pytest.fixture(scope="module")
def addressed(lab: Lab, file: Path) -> Iterator[OpenPage]:
    """The page, opened by an address at a node, where people like it dark."""
    with opened(lab, file, "#node=57", color_scheme="dark") as page:
        yield page


@pytest.fixture
def game(shown: OpenPage) -> Iterator[OpenPage]:
    """The page at its start; nothing went wrong on it when the test is over."""
    shown.page.get_by_role("tab", name="Annotations").click()
    shown.page.locator(MAP).focus()
    for key in ("Escape", "0", "Home"):
        shown.page.keyboard.press(key)
    shown.reaches(0)
    yield shown
    shown.check()


def rgb(colour: str) -> str:
    return f"rgb({', '.join(str(int(colour[i : i + 2], 16)) for i in (1, 3, 5))})"


def test_the_board_shows_every_state_of_the_record(game: OpenPage, record: GameRecord) -> None:
    colours = power_colours(record.catalog.powers)
    for node in (0, 57, record.last):
        game.page.locator(SLIDER).evaluate(
            "(el, v) => { el.value = v; el.dispatchEvent(new Event('input')); }", node
        )
        game.reaches(node)
        fills = game.page.evaluate(FILLS)
        control = record.state_at(node).control
        for index, space in enumerate(record.board.spaces):
            if control.get(space.name) is not None:
                assert fills[str(index)] == rgb(colours[control[space.name]]), space.name


def test_an_address_opens_the_page_at_a_node_and_keys_step_at_once(
    addressed: OpenPage, record: GameRecord
) -> None:
    game, press = addressed, addressed.page.keyboard.press
    press("ArrowRight")
    game.reaches(58)
    press("End")
    game.reaches(len(record))
    press("Home")
    game.reaches(0)
    press("PageDown")
    assert game.position > 0
    press("Home")


def test_the_slider_play_log_and_status_go_together(game: OpenPage) -> None:
    game.page.locator(SLIDER).focus()
    for _ in range(3):
        game.page.keyboard.press("ArrowRight")
    game.reaches(3)
    assert "step 3 of" in game.page.locator(STATUS).inner_text()
    assert game.page.locator(".a4a-entry[aria-current]").get_attribute("data-position") == "3"
    game.page.get_by_label("Speed of play").select_option("20")
    game.page.locator(".a4a-play").click()
    game.until(f"document.querySelector('{MAP}').dataset.position >= 9")
    game.page.locator(".a4a-play").click()
    stopped = game.position
    game.page.wait_for_timeout(200)
    assert game.position == stopped
    game.page.get_by_role("tab", name="Log").click()
    game.page.locator(".a4a-entry[data-position='5']").click()
    game.reaches(5)


def test_a_click_on_a_space_opens_its_card(game: OpenPage, record: GameRecord) -> None:
    index = record.board.index["Brazil"]
    game.page.locator(f"path.a4a-page-{index}").first.dispatch_event("click", {"bubbles": True})
    card = game.page.locator(CARD)
    assert "Brazil" in card.inner_text()
    game.page.locator(MAP).focus()
    game.page.keyboard.press("Escape")
    assert card.is_hidden()


def test_layers_can_be_switched(game: OpenPage) -> None:
    badges = game.page.locator(".a4a-badges > g")
    assert badges.count() > 50
    game.page.keyboard.press("u")
    badges.first.wait_for(state="detached")
    game.page.keyboard.press("u")
    badges.first.wait_for(state="attached")


def test_charts_are_there_and_their_line_moves(game: OpenPage) -> None:
    lines = game.page.locator("#a4a-charts .a4a-cursor-line")
    lines.nth(2).wait_for(state="attached")
    before = lines.first.get_attribute("transform")
    game.page.keyboard.press("End")
    assert lines.first.get_attribute("transform") != before


def test_annotations_are_listed_lead_to_their_moment_and_are_shown_there(game: OpenPage) -> None:
    notes = game.page.locator("#a4a-notes")
    assert "Later" in notes.inner_text()
    notes.locator(f".a4a-note-row[data-node='{NOTED}']").first.click()
    game.reaches(NOTED)
    text = notes.inner_text()
    assert "Here <b>it</b> turns" in text
    assert "Ann & Bob" in text
    assert notes.locator("textarea, input, select").count() == 0  # there is nobody to keep it
    assert "!?" in game.page.locator(".a4a-entry[aria-current]").inner_text()
    drawn = game.page.locator(".a4a-overlay .a4a-notes > *")
    assert drawn.count() > 0
    game.page.keyboard.press("ArrowRight")
    game.reaches(NOTED + 1)
    assert drawn.count() == 0


@pytest.fixture(scope="module")
def told(lab: Lab, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenPage]:
    """The page of a game without annotations and charts, which was told where to open."""
    path = tmp_path_factory.mktemp("told") / "at.html"
    record = skirmish(rounds=1, moves=1)
    a4a.export_html(record, path, at=9, charts=(), title="In class", view="Europe")
    with opened(lab, path) as page:
        yield page


def test_a_game_without_annotations_leaves_no_room_for_them(told: OpenPage) -> None:
    assert told.page.locator("#a4a-notes").is_hidden()
    assert told.page.locator("#a4a-charts figure").count() == 0


def test_the_board_alone_can_fill_the_window(game: OpenPage) -> None:
    height = "document.querySelector('#a4a-board').getBoundingClientRect().height"
    width = height.replace("height", "width")
    before = game.page.evaluate(height)
    game.page.keyboard.press("w")
    game.until(f"{height} > {before} && {width} > innerWidth - 40")
    game.page.keyboard.press("ArrowRight")
    game.reaches(1)
    game.page.keyboard.press("w")
    game.until(f"{height} === {before}")


def test_an_address_leads_to_a_node(addressed: OpenPage) -> None:
    game = addressed
    game.page.evaluate("location.hash = '#node=12'")
    game.reaches(12)
    game.page.evaluate("location.hash = '#node=99999'")
    answer = game.page.locator("#a4a-answer")
    answer.get_by_text("no node 99999").wait_for()
    assert game.position == 12
    game.page.evaluate("location.hash = '#node=1e1&<img>'")
    game.page.keyboard.press("ArrowRight")
    game.reaches(13)
    link = game.page.locator("#a4a-link")
    assert link.get_attribute("href") == "#node=13"
    link.click()
    game.until("location.hash === '#node=13'")
    answer.get_by_text("#node=13").or_(answer.get_by_text("Copied")).wait_for()


def test_a_page_opens_where_it_was_told(told: OpenPage, record: GameRecord) -> None:
    game = told
    brazil, poland = (record.board.index[name] for name in ("Brazil", "Poland"))
    inside = """(index) => {
        const map = document.querySelector("#a4a-board .leaflet-container").getBoundingClientRect();
        const space = document.querySelector(`path.a4a-page-${index}`).getBoundingClientRect();
        return space.width > 0 && space.left >= map.left && space.right <= map.right
            && space.top >= map.top && space.bottom <= map.bottom;
    }"""
    game.reaches(9)
    assert game.page.title() == "In class"
    game.until(f"({inside})({poland})")
    assert not game.page.evaluate(inside, brazil)
    game.page.keyboard.press("0")
    game.until(f"({inside})({brazil})")


def test_a_finger_is_enough_on_a_phone_and_nothing_is_cut_off(
    lab: Lab, file: Path, record: GameRecord
) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    with opened(lab, file, device_scale_factor=2, **phone) as game:
        assert game.page.evaluate("document.documentElement.scrollWidth") == 390
        game.page.get_by_label("Next step").tap()
        game.reaches(1)
        rests(game.page)
        box = game.page.locator(f"path.a4a-page-{record.board.index['Brazil']}").bounding_box()
        assert box is not None
        game.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] * 0.6)
        game.page.locator(CARD).wait_for()


def test_it_is_dark_where_people_like_it_dark(addressed: OpenPage) -> None:
    ground = "getComputedStyle(document.body).backgroundColor"
    game = addressed
    dark = game.page.evaluate(ground)
    assert game.page.evaluate("document.body.dataset.jpThemeLight") == "false"
    game.page.emulate_media(color_scheme="light")
    game.until("document.body.dataset.jpThemeLight === 'true'")
    assert game.page.evaluate(ground) != dark
    game.page.emulate_media(color_scheme="dark")


def test_paper_shows_what_the_screen_shows(game: OpenPage) -> None:
    width = "document.querySelector('#a4a-board .leaflet-overlay-pane svg').clientWidth"
    shown = "document.querySelector('#a4a-board .leaflet-container').clientWidth"
    before = game.page.evaluate(shown)
    game.page.evaluate("() => dispatchEvent(new Event('beforeprint'))")
    game.page.emulate_media(media="print")
    game.until(f"{shown} < 700 && {width} < 1100")  # Leaflet draws a little round what it shows
    assert game.page.locator("#a4a-stepper .a4a-bar:not(.a4a-lines)").is_hidden()
    assert "Later" in game.page.locator("#a4a-notes").inner_text()
    game.page.emulate_media(media="screen")
    game.page.evaluate("() => dispatchEvent(new Event('afterprint'))")
    game.until(f"{shown} === {before}")


def test_without_scripts_it_says_so(lab: Lab, file: Path) -> None:
    context = lab.browser.new_context(offline=True, java_script_enabled=False)
    page = context.new_page()
    page.goto(file.as_uri())
    assert "allow JavaScript" in page.locator("body").inner_text()
    assert page.locator("h1").inner_text() == "Skirmish"
    context.close()


def test_the_policy_is_kept_by_the_browser(lab: Lab, file: Path) -> None:
    """The tests for what is forbidden would see it: scripts, styles, images, requests."""
    context = lab.browser.new_context(offline=True)
    game = OpenPage(context.new_page())
    game.open(file)
    game.page.evaluate("""async () => {
        const add = (tag, values, text) => {
            const el = Object.assign(document.createElement(tag), values);
            if (text) el.textContent = text;
            document.body.append(el);
            return el;
        };
        add("script", {}, "window.pwned = 'script'");
        add("img", {src: "https://example.org/x.png"});
        add("style", {}, "body { display: none }");
        add("div", {}).setAttribute("style", "color: red");
        add("div", {}).innerHTML = "<img src='data:,' onerror=\\"window.pwned = 'handler'\\">";
        setTimeout(() => new Function("window.pwned = 'eval'")()); // not what the test itself may
        try { await fetch("https://example.org/"); } catch {}
    }""")
    for directive in ("script-src-elem", "script-src-attr", "img-src", "style-src-elem",
                      "style-src-attr", "connect-src", "script-src eval"):  # fmt: skip
        game.until(f"() => window.a4aForbidden.some((one) => one.includes('{directive}'))")
    assert game.page.evaluate("() => window.pwned") is None
    context.close()


@pytest.mark.soak
def test_nothing_in_a_hostile_record_runs(lab: Lab, tmp_path: Path) -> None:
    """Names, notes, titles, conditions, colours and charts that try to be HTML stay text."""
    record = mischievous()
    spaces = [space.name for space in record.board.spaces]
    texts = (*MISCHIEF, "\u2028</script\u2029><!--<script>window.pwned=1</script>", "y" * 20_000)
    for node, text in enumerate(texts, start=3):
        record.annotate(a4a.Comment(node=node, text=text, author=text[:100]))
        record.annotate(a4a.Arrow(node=node, path=tuple(spaces[:3])))
        record.annotate(a4a.Highlight(node=node, spaces=tuple(spaces[3:5])))
    frame = pl.DataFrame({"round": [1, 2], "power": [MISCHIEF[0]] * 2, "y": [1, 2]})
    chart = alt.Chart(frame, title=MISCHIEF[1]).mark_point(size=900)
    chart = chart.encode(x="round:Q", y=alt.Y("y", title=MISCHIEF[2]), color="power:N", href="to:N")
    chart = chart.transform_calculate(to=json.dumps("https://example.org/"))
    path = a4a.export_html(record, tmp_path / "hostile.html", charts=[chart])
    with opened(lab, path) as game:
        page = game.page
        page.locator("#a4a-charts .mark-symbol path").first.wait_for()
        page.keyboard.press("l")
        game.page.evaluate("location.hash = '#node=3'")
        game.reaches(3)
        page.keyboard.press("w")  # the comment becomes a caption
        page.locator(".a4a-projector").get_by_text("window.pwned").first.wait_for()
        page.keyboard.press("w")
        page.keyboard.press("Home")
        page.locator(SLIDER).focus()
        paths = page.locator("path.a4a-space")
        for step in range(len(record)):
            if step % depth.number(4, deep=1) == 0:
                paths.nth(step % 12).dispatch_event("pointermove", {"bubbles": True})
                paths.nth(step % 12).dispatch_event("click", {"bubbles": True})
            page.keyboard.press("ArrowRight")
        assert game.position == len(record)
        page.locator("#a4a-charts .mark-symbol path").first.click(force=True)
        assert page.locator(CARD).inner_text()  # told, as text
        assert "</script>" in page.locator("#a4a-log").inner_text()
        assert "window.pwned" in page.locator("#a4a-notes").inner_text()
        assert page.evaluate("() => window.pwned") is None
        inside = page.locator("main")
        assert (
            inside.locator("img, script, iframe, [onload], [onerror], foreignObject").count() == 0
        )
        links = inside.locator("a:not(.leaflet-control a)")
        assert links.count() == 0
