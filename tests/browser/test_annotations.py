"""Annotating a game in a real JupyterLab: written, drawn, changed, kept, shown, never run."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import a4a
from a4a.core.annotations import Arrow, Comment, Glyph, Highlight
from tests import depth
from tests.browser.test_explorer import MAP, go, position, ready
from tests.browser.waiting import rests
from tests.map.skirmish import skirmish

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator, Page

    from a4a.core.annotations import AnyAnnotation
    from tests.browser.lab import Lab, Notebook

OPEN = "import a4a\nx = a4a.explore('game.a4a', charts=())\nx"
HOSTILE = (
    "<img src=x onerror=window.pwned=1> </script><script>window.pwned=1</script>"
    " [a](javascript:window.pwned=1) {{x}} ${x} &lt;b&gt; \u202egnp.exe\u202c\u2067 \u0000 end"
)


@pytest.fixture(scope="module")
def file(lab: Lab) -> Path:
    path = lab.root / "game.a4a"
    a4a.save(skirmish(), path)
    return path


@pytest.fixture(scope="module")
def shared(lab: Lab, file: Path) -> Iterator[Notebook]:
    with lab.notebook([OPEN], width=1366, height=768) as notebook:
        notebook.run(0)
        ready(notebook.page)
        yield notebook


# The width of a space in pixels: the nearer, the larger.
ZOOM = "el => el.querySelector(\"path[class*='-20 ']\").getBBox().width"
SLIDER_MARKS = ".a4a-note-marks span"


@pytest.fixture
def page(shared: Notebook, file: Path) -> Iterator[Page]:
    """An explorer of the skirmish in a file, at step 30, on the tab of annotations."""
    page = shared.page
    page.keyboard.press("Escape")
    go(page, 30)
    tab(page, "Annotations").click()
    yield page
    shared.check()


def tab(page: Page, name: str) -> Locator:
    return page.get_by_role("tab", name=name)


def add(page: Page, text: str, when: str = "after", markup: str = "plain") -> None:
    """Type a comment and add it with the keyboard."""
    page.get_by_label("How the comment is written").select_option(markup)
    page.get_by_label("When the comment is seen").select_option(when)
    page.get_by_role("textbox", name="Comment", exact=True).fill(text)
    page.get_by_role("textbox", name="Comment", exact=True).press("Control+Enter")
    page.wait_for_function(
        "() => document.querySelector('.a4a-note-editor > textarea').value === ''"
    )


def kept(
    file: Path, kind: type[AnyAnnotation], count: int, page: Page, **fields: str
) -> list[AnyAnnotation]:
    """The annotations of a kind that the file has, once there are so many with these fields."""
    for _ in range(600):
        found = [a for a in a4a.load(file).annotations if isinstance(a, kind)]
        as_told = (getattr(a, name) == value for a in found for name, value in fields.items())
        if len(found) == count and all(as_told):
            return list(found)
        page.wait_for_timeout(100)
    raise AssertionError(f"{len(found)} {kind.__name__}s in the file, not {count}: {found}")


def signs_at(file: Path, node: int, signs: set[tuple[str, str]], page: Page) -> bool:
    """Whether the file comes to have these signs at a node, each with its side."""
    for _ in range(100):
        found = [a for a in a4a.load(file).annotations_at(node) if isinstance(a, Glyph)]
        if {(glyph.sign, glyph.side) for glyph in found} == signs:
            return True
        page.wait_for_timeout(100)
    return False


def click_space(page: Page, name: str) -> None:
    """Click the middle of a space on the board."""
    index = skirmish().board.index[name]
    page.locator(f"path[class*='-{index} ']").first.dispatch_event("click", {"bubbles": True})


def test_a_comment_is_in_the_file_the_log_and_the_list_at_once(page: Page, file: Path) -> None:
    add(page, "So far\nso good", "before")
    (comment,) = kept(file, Comment, 1, page)
    assert comment == Comment(id=1, node=30, text="So far\nso good", when="before", key=comment.key)
    assert tab(page, "Annotations").inner_text().split() == ["Annotations", "(1)"]
    assert "Saved in game.a4a" in page.locator(".a4a-saving").inner_text()
    assert "So far\nso good" in page.locator(".a4a-notes-here").inner_text()
    assert "1 comment" in page.locator(".a4a-stepper [role=status]").inner_text()
    row = page.locator(".a4a-all-notes button")
    assert "So far" in row.inner_text()
    go(page, 0)
    assert page.locator(".a4a-notes-here li").count() == 0
    row.click()
    assert position(page) == 30
    tab(page, "Log").click()
    entry = page.locator(".a4a-log [aria-current=step]")
    assert entry.inner_text().startswith("So far\nso good\n")


def test_a_step_has_one_glyph_and_shows_it(page: Page, file: Path) -> None:
    page.get_by_role("button", name="dubious move", exact=True).click()
    kept(file, Glyph, 1, page)
    page.get_by_role("button", name="blunder", exact=True).click()
    page.locator(".a4a-signs [aria-pressed=true]", has_text="??").wait_for()
    assert [a.node for a in kept(file, Glyph, 1, page, sign="??")] == [30]
    status = page.locator(".a4a-stepper [role=status]")
    assert "??\nblunder" in status.inner_text()
    assert (
        page.locator(".a4a-explorer [role=status], .a4a-explorer [aria-live=polite]").count() == 1
    )
    assert page.locator(".a4a-log [aria-current=step] .a4a-sign").text_content() == "??"
    page.get_by_role("button", name="blunder", exact=True).click()  # once more takes it back
    kept(file, Glyph, 0, page)
    page.get_by_role("button", name="Undo").click()
    kept(file, Glyph, 1, page, sign="??")


def test_a_comment_is_edited_deleted_and_put_back(page: Page, file: Path) -> None:
    go(page, 31)
    add(page, "first")
    note = page.locator(".a4a-notes-here li", has_text="first")
    note.get_by_role("button", name="Edit comment").click()
    page.get_by_role("textbox", name="Changed comment").fill("second")
    page.get_by_label("When it is seen from now on").select_option("before")
    page.get_by_role("button", name="Save", exact=True).click()
    note = page.locator(".a4a-notes-here li", has_text="second")
    note.wait_for()
    (changed,) = (a for a in a4a.load(file).annotations if a.node == 31)
    assert (changed.text, changed.when) == ("second", "before")
    note.get_by_role("button", name="Edit comment").click()
    page.get_by_role("textbox", name="Changed comment").fill("third")
    page.keyboard.press("Escape")
    assert page.locator(".a4a-notes-here li", has_text="second").count() == 1
    page.get_by_role("button", name=f"Delete comment {changed.id}").click()
    note.wait_for(state="detached")
    page.get_by_role("button", name="Undo").wait_for()
    assert all(a.node != 31 for a in kept(file, Comment, 1, page))
    page.get_by_role("button", name="Undo").click()
    note.wait_for()
    page.get_by_role("button", name="Undo").wait_for(state="hidden")
    assert changed in kept(file, Comment, 2, page)


PROSE = (
    "**Paris** falls, see [the start](#node=0), [nowhere](#node=99999) or https://a.org\n\n* why?"
)


def test_a_comment_in_markdown_is_seen_before_it_is_added_and_its_links_lead_on(
    page: Page, file: Path
) -> None:
    go(page, 40)
    page.get_by_label("How the comment is written").select_option("markdown")
    page.get_by_role("textbox", name="Comment", exact=True).fill(PROSE)
    page.get_by_role("button", name="Preview").click()
    page.locator(".a4a-preview .a4a-prose strong", has_text="Paris").wait_for()
    page.get_by_role("button", name="Preview").click()
    add(page, PROSE, markup="markdown")
    said = page.locator(".a4a-notes-here .a4a-prose")
    said.wait_for()
    assert said.locator("li").inner_text() == "why?"
    assert said.locator("a[target=_blank]").get_attribute("href") == "https://a.org"
    assert a4a.load(file).annotations_at(40)[0].text == PROSE
    row = page.locator(".a4a-all-notes button", has_text="Paris falls")
    assert row.locator("a, strong").count() == 0  # a row is a button, with the words alone
    nowhere = said.get_by_role("link", name="nowhere")
    nowhere.click()
    assert position(page) == 40
    assert nowhere.get_attribute("title") == "This game has no node 99999"
    said.get_by_role("link", name="the start").focus()
    page.keyboard.press("Enter")
    assert position(page) == 0
    assert page.url.count("#") == 0
    go(page, 40)
    page.get_by_role("button", name="Edit comment").click()
    assert page.get_by_role("textbox", name="Changed comment").input_value() == PROSE
    page.get_by_label("How it is written from now on").select_option("plain")
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator(".a4a-notes-here .a4a-words", has_text="**Paris**").wait_for()
    page.get_by_role("button", name="Delete comment").click()
    page.locator(".a4a-notes-here .a4a-words").wait_for(state="detached")


def test_signs_of_the_position_and_observations(page: Page, file: Path) -> None:
    go(page, 44)
    here = page.locator(".a4a-notes-here")
    assert page.get_by_role("button", name="novelty").is_hidden()
    page.get_by_role("button", name="More signs").click()
    page.get_by_label("For which side").select_option("Allies")
    for name in ("winning position", "novelty", "attack", "good move"):
        page.get_by_role("button", name=name, exact=True).click()
    here.get_by_text("winning position for Allies").wait_for()
    page.get_by_role("button", name="equal position").click()  # in the place of the other
    here.get_by_text("equal position").wait_for()
    page.get_by_role("button", name="attack", exact=True).click()  # once more takes it back
    here.get_by_text("attack").wait_for(state="detached")
    assert signs_at(file, 44, {("=", ""), ("N", ""), ("!", "")}, page)
    board = page.locator(".a4a-board .a4a-glyph")
    assert "equal position" in (board.get_attribute("title") or "")
    for name in ("equal position", "novelty", "good move"):
        page.get_by_role("button", name=name, exact=True).click()
    here.locator("li").first.wait_for(state="detached")
    page.get_by_role("button", name="Undo").wait_for()


def test_arrows_and_highlights_are_drawn_by_clicking_spaces(page: Page, file: Path) -> None:
    go(page, 32)
    page.get_by_role("button", name="Draw in blue").click()
    page.get_by_role("button", name="Draw an arrow on the board").click()
    page.locator(".a4a-board .a4a-sketch").wait_for()
    for name in ("Germany", "Poland", "Eastern Poland"):
        click_space(page, name)
    page.keyboard.press("Enter")
    (arrow,) = kept(file, Arrow, 1, page)
    assert (arrow.node, arrow.colour) == (32, "#0072b2")
    assert arrow.path == ("Germany", "Poland", "Eastern Poland")
    page.locator(".a4a-board .a4a-pen").wait_for(state="attached")
    page.get_by_role("button", name="Highlight spaces of the board").click()
    page.locator(".a4a-board .a4a-sketch").wait_for()
    click_space(page, "Romania")
    page.get_by_role("button", name="Done").click()
    (area,) = kept(file, Highlight, 1, page)
    assert (area.node, area.spaces) == (32, ("Romania",))
    page.locator(".a4a-board .a4a-highlight").first.wait_for(state="attached")
    page.get_by_role("button", name="Draw an arrow on the board").click()
    page.locator(".a4a-board .a4a-sketch").wait_for()
    click_space(page, "Germany")
    page.keyboard.press("Escape")
    page.locator(".a4a-draw [aria-pressed=true][title*=arrow]").wait_for(state="detached")
    page.get_by_role("button", name=f"Edit arrow {arrow.id}").click()
    page.get_by_role("button", name="Change to green").click()
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator(".a4a-note-form").wait_for(state="detached")
    kept(file, Arrow, 1, page, colour="#009e73")


def test_typing_does_nothing_else(page: Page) -> None:
    go(page, 33)
    cells = page.locator(".jp-Notebook .jp-Cell").count()
    page.get_by_role("textbox", name="Comment", exact=True).focus()
    for key in ("b", "w", "d", "d", "ArrowLeft", "Home", "Enter", "Space"):
        page.keyboard.press(key)
    assert position(page) == 33
    assert page.locator(".jp-Notebook .jp-Cell").count() == cells
    assert page.locator(".a4a-projector").count() == 0
    go(page, 34)
    assert page.get_by_role("textbox", name="Comment", exact=True).input_value() == ""
    go(page, 33)  # a draft stays with its step
    assert page.get_by_role("textbox", name="Comment", exact=True).input_value() == "\n bwdd"
    page.get_by_role("textbox", name="Comment", exact=True).fill("")


def settings_of(page: Page, layer: str) -> bool:
    """Whether a layer of the board is on, by its switch."""
    return page.locator(f".a4a-legend-row label[title*='{layer}'] input").is_checked()


def test_a_note_keeps_its_view_and_keys_go_from_note_to_note(page: Page, file: Path) -> None:
    go(page, 50)
    page.get_by_role("button", name="Show Europe").click()
    page.locator(MAP).focus()
    page.keyboard.press("u")
    page.get_by_role("button", name="With this view").click()
    add(page, "kept with its view")
    page.get_by_role("button", name="Show the view of comment").wait_for()
    (note,) = a4a.load(file).annotations_at(50)
    assert note.view is not None
    assert note.view.bounds is not None
    assert (note.view.layers or {})["units"] == {"on": False}
    go(page, 52)
    add(page, "without one")
    page.locator(MAP).focus()
    page.keyboard.press("u")
    page.keyboard.press("0")
    go(page, 45)
    page.locator(MAP).focus()
    before = page.locator(MAP).evaluate(ZOOM)
    page.keyboard.press("Shift+N")
    assert position(page) == 50
    assert page.locator(MAP).evaluate(ZOOM) > before
    assert not settings_of(page, "badge")
    assert "kept with its view" in page.locator(".a4a-notes-here").inner_text()
    page.keyboard.press("Shift+N")  # what is shown stays
    assert position(page) == 52
    assert page.locator(MAP).evaluate(ZOOM) > before
    page.get_by_role("button", name="My view").click()
    assert page.locator(MAP).evaluate(ZOOM) == pytest.approx(before, rel=0.01)
    assert settings_of(page, "badge")
    page.get_by_role("button", name="Previous note").click()
    assert position(page) == 50
    page.get_by_role("button", name="My view").click()
    page.get_by_role("button", name="Show the view of comment").click()
    assert page.locator(MAP).evaluate(ZOOM) > before
    page.get_by_role("button", name="Edit comment").click()
    page.get_by_role("button", name="No view").click()
    page.get_by_role("button", name="Save", exact=True).click()
    page.locator(".a4a-note-form").wait_for(state="detached")
    assert page.get_by_role("button", name="Show the view of comment").count() == 0
    assert a4a.load(file).annotations_at(50)[0].view is None
    page.get_by_role("button", name="My view").click()
    assert page.get_by_role("button", name="My view").is_hidden()


def test_marks_under_the_slider_lead_to_notes(page: Page) -> None:
    page.get_by_role("button", name="good move", exact=True).click()
    mark = page.locator(f"{SLIDER_MARKS}[data-kind=glyph]").first
    mark.wait_for()
    go(page, 300)
    add(page, "far from all others")
    page.locator(f"{SLIDER_MARKS}[data-kind=comment][title*='Step 300: far from']").wait_for()
    assert "Step 30: ! good move" in (mark.get_attribute("title") or "")
    mark.click()
    assert position(page) == 30
    page.get_by_role("button", name="good move", exact=True).click()
    mark.wait_for(state="detached")


def test_what_is_written_can_be_laid_out_to_be_read(page: Page) -> None:
    narrow = page.locator(".a4a-annotator").bounding_box()
    page.get_by_role("button", name="Read", exact=True).click()
    rests(page)
    wide = page.locator(".a4a-annotator").bounding_box()
    assert wide["width"] > 1.15 * narrow["width"]
    assert wide["height"] > 1.2 * narrow["height"]
    assert page.get_by_role("textbox", name="Comment", exact=True).is_hidden()
    said = page.locator(".a4a-notes-here")
    assert said.evaluate("el => getComputedStyle(el).overflowY") == "visible"
    assert said.evaluate("el => parseFloat(getComputedStyle(el).fontSize)") >= 15
    page.get_by_role("button", name="Read", exact=True).click()
    page.get_by_role("textbox", name="Comment", exact=True).wait_for()


def test_tabs_are_tabs(page: Page) -> None:
    tab(page, "Annotations").focus()
    page.keyboard.press("ArrowLeft")
    assert tab(page, "Log").get_attribute("aria-selected") == "true"
    assert page.evaluate("() => document.activeElement.textContent") == "Log"
    panel = page.locator(f"#{tab(page, 'Log').get_attribute('aria-controls')}")
    assert panel.get_attribute("role") == "tabpanel"
    assert panel.is_visible()
    assert page.locator(".a4a-annotator").is_hidden()
    assert position(page) == 30


def test_board_stepper_log_and_annotations_are_seen_at_once(page: Page) -> None:
    """On a laptop's screen (1366 x 768) with JupyterLab's file browser open."""
    page.locator(".a4a-explorer").evaluate("el => el.scrollIntoView()")
    seen = page.locator(".jp-WindowedPanel-outer").bounding_box()
    for selector in (".a4a-board", ".a4a-stepper", ".a4a-tabbed", ".a4a-treasuries"):
        box = page.locator(selector).bounding_box()
        assert box["y"] >= seen["y"] - 1, selector
        assert box["y"] + box["height"] <= seen["y"] + seen["height"], selector
    assert page.locator(".a4a-board").bounding_box()["height"] > 330


CUT_OFF = """board => {
    const all = board.getBoundingClientRect();
    return [...board.querySelectorAll(".a4a-cities text")].filter((name) => {
        const box = name.getBoundingClientRect();
        return box.left < all.left || box.right > all.right;
    }).map((name) => name.textContent);
}"""


def test_projector_mode_is_the_board_alone_and_large(page: Page, file: Path) -> None:
    go(page, 35)
    add(page, "To be seen from the last row")
    page.locator(MAP).focus()
    page.keyboard.press("w")
    page.locator(".a4a-explorer.a4a-projector").wait_for()
    rests(page)
    size = page.viewport_size
    board = page.locator(".a4a-board").bounding_box()
    assert board["width"] > 0.98 * size["width"]
    assert board["height"] > 0.8 * size["height"]
    for selector in (".a4a-tabbed", ".a4a-treasuries", ".a4a-charts"):
        assert page.locator(selector).first.is_hidden(), selector
    caption = page.locator(".a4a-comments")
    assert caption.inner_text() == "To be seen from the last row"
    sizes = [
        page.locator(selector).first.evaluate("el => parseFloat(getComputedStyle(el).fontSize)")
        for selector in (".a4a-comments p", ".a4a-status strong")
    ]
    assert min(sizes) >= 20
    page.keyboard.press("0")
    rests(page)
    assert page.locator(".a4a-board").evaluate(CUT_OFF) == []
    page.get_by_role("button", name="Next step").click()
    assert position(page) == 36
    page.get_by_role("button", name="Next turn").click()
    assert position(page) == 38
    page.get_by_role("button", name="Previous turn").click()
    page.locator(MAP).focus()
    before = position(page)
    page.keyboard.press("PageDown")  # as a presenter's clicker does
    assert position(page) == before + 1
    page.keyboard.press("PageUp")
    assert position(page) == before
    page.keyboard.press("ArrowRight")
    click_space(page, "Germany")
    page.locator(".a4a-card").wait_for()
    page.keyboard.press("Escape")  # closes the card
    page.locator(".a4a-card").wait_for(state="hidden")
    assert page.locator(".a4a-explorer.a4a-projector").count() == 1
    page.keyboard.press("Escape")
    page.locator(".a4a-projector").first.wait_for(state="detached")
    assert page.locator(".a4a-tabbed").is_visible()
    page.get_by_role("button", name="Projector").click()
    page.locator(".a4a-explorer.a4a-projector").wait_for()
    page.get_by_role("button", name="Projector").click()
    page.locator(".a4a-projector").first.wait_for(state="detached")


def test_nothing_in_an_annotation_is_run(page: Page, shared: Notebook, file: Path) -> None:
    go(page, 36)
    page.get_by_label("Signed by").fill("<b onclick=window.pwned=1>Eve</b>")
    page.get_by_label("Signed by").press("Tab")
    add(page, HOSTILE)
    add(page, HOSTILE, "before", "markdown")
    page.get_by_label("Signed by").fill("")
    page.get_by_label("Signed by").press("Tab")
    tab(page, "Log").click()
    page.keyboard.press("w")
    page.keyboard.press("Escape")
    tab(page, "Annotations").click()
    for selector in (".a4a-notes-here", ".a4a-all-notes", ".a4a-log"):
        assert "</script><script>" in page.locator(selector).text_content(), selector
    inside = page.locator(".a4a-explorer")
    assert inside.locator("img, script, iframe, a:not(.leaflet-control a)").count() == 0
    assert page.evaluate("() => window.pwned") is None
    # What is written from right to left does not turn the words of ours around it.
    assert page.locator(".a4a-notes-here bdi.a4a-words").count() == 1
    assert page.locator(".a4a-notes-here .a4a-prose[dir=auto]").count() == 1


@depth.only_deep
def test_a_new_kernel_sees_what_was_written(lab: Lab, page: Page, file: Path) -> None:
    go(page, 37)
    add(page, "for another day")
    with lab.notebook([OPEN.replace("charts=()", "charts=(), at=37")]) as notebook:
        notebook.run(0)
        ready(notebook.page)
        again = notebook.page
        assert position(again) == 37
        tab(again, "Annotations").click()
        assert "for another day" in again.locator(".a4a-notes-here").inner_text()
        assert len(a4a.load(file).annotations) == again.locator(".a4a-all-notes button").count()
        notebook.check()


def test_a_game_without_a_file_is_offered_one(lab: Lab, project: Path) -> None:
    cell = (
        f"import sys\nsys.path.insert(0, {str(project)!r})\nimport a4a\n"
        "from tests.map.skirmish import skirmish\na4a.explore(skirmish(), charts=())"
    )
    with lab.notebook([cell]) as notebook:
        notebook.run(0)
        page = notebook.page
        ready(page)
        tab(page, "Annotations").click()
        add(page, "not in vain")
        bar = page.locator(".a4a-saving")
        assert "Not saved yet" in bar.inner_text()
        page.get_by_label("Name of the file").fill("../elsewhere")
        page.get_by_role("button", name="Save as").click()
        page.get_by_role("alert").filter(has_text="no plain file name").wait_for()
        page.get_by_label("Name of the file").fill("evening")
        page.get_by_role("button", name="Save as").click()
        bar.get_by_text("Saved in evening.a4a").wait_for()
        saved = a4a.load(lab.root / "evening.a4a")
        assert [a.text for a in saved.annotations if isinstance(a, Comment)] == ["not in vain"]
        add(page, "nor this")
        assert len(a4a.load(lab.root / "evening.a4a").annotations) == 2
        notebook.check()
