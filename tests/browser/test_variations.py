"""Variations as a person meets them on a page: into one, back, to the next, with no kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.variations import Rename
from tests.browser.test_page import MAP, STATUS, OpenPage, opened
from tests.map.skirmish import skirmish

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.browser.lab import Lab

FORK = 30


@pytest.fixture(scope="module")
def game(lab: Lab, tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenPage]:
    """A page of a game with two variations, of two steps and one, after one node."""
    record = skirmish()
    taken = ev.ControlChanged("Norway", record.state_at(FORK).control["Norway"], "Japan", "edit")
    first = record.append([taken], parent=FORK)
    record.append([ev.Noted("and so on")], parent=first)
    other = record.append([ev.Noted("something else")], parent=FORK)
    record.do(Rename(first=first, name="Sea <b>Lion</b>"))
    record.sign_variation(first, "Ada")
    record.annotate(a4a.Comment(node=first, text="Why not?"))
    assert (first, other) == (record.last + 1, record.last + 3)
    file = a4a.export_html(record, tmp_path_factory.mktemp("page") / "game.html", charts=())
    with opened(lab, file, f"#node={other}") as page:
        page.norway = record.board.index["Norway"]  # type: ignore[attr-defined]
        page.first = first  # type: ignore[attr-defined]
        yield page


def test_one_goes_from_line_to_line_by_keys_clicks_and_addresses(game: OpenPage) -> None:
    page = game.page
    other = f"variation {game.first + 2}"  # type: ignore[attr-defined]
    status, board = page.locator(STATUS), page.locator(MAP)
    status.get_by_text("step 31 of 31").wait_for()  # the address was that of a variation's node
    board.focus()
    for key, words in (
        ("Control+ArrowUp", ("main line", "step 30 of")),
        ("Control+ArrowDown", ("variation “Sea <b>Lion</b>” of round", "step 31 of 32")),
        ("Shift+ArrowDown", (other, "step 31 of 31")),
        ("Shift+ArrowDown", ("main line", "step 31 of")),
        ("Shift+ArrowUp", (other, "step 31 of 31")),
        ("ArrowLeft", (f"before {other}", "step 30 of 31")),
        ("ArrowRight", (other, "step 31 of 31")),
    ):
        page.keyboard.press(key)
        for word in words:
            status.get_by_text(word, exact=False).wait_for()
    page.get_by_role("tab", name="Log").click()
    page.get_by_label("Line shown").select_option("0")  # it meets this one at the branch point
    game.reaches(FORK)
    page.locator(".a4a-fork button", has_text="Sea <b>Lion</b>").click()
    game.reaches(FORK + 1)
    fills = page.evaluate(
        "(i) => getComputedStyle(document.querySelector(`path.a4a-page-${i}`)).fill",
        game.norway,  # type: ignore[attr-defined]
    )
    assert fills == page.evaluate(
        "() => getComputedStyle(document.querySelector('.a4a-treasuries .a4a-chip[title=Japan]'))"
        ".backgroundColor"
    )
    assert "Ada" in page.get_by_label("Line shown").locator("option").nth(1).inner_text()
    page.locator(".a4a-forks span").click()
    game.reaches(FORK)
    page.get_by_role("tab", name="Variations (2)").click()
    page.locator(".a4a-variations").get_by_role("button", name="Sea <b>Lion</b>").click()
    game.reaches(FORK + 1)
    page.get_by_role("tab", name="Annotations (1)").click()
    page.get_by_label("Line shown").select_option("0")
    page.locator("#a4a-notes .a4a-note-row", has_text="Why not?").click()
    game.reaches(FORK + 1)
    assert page.locator("#a4a-link").get_attribute("href") == f"#node={game.first}"  # type: ignore[attr-defined]
    assert page.locator("b", has_text="Lion").count() == 0


def test_the_list_tells_names_in_full_and_what_they_are_about_below(
    lab: Lab, tmp_path: Path
) -> None:
    record = skirmish(rounds=1)
    long = "Everything that sails goes to the Mediterranean before anybody else moves there"
    first = record.append([ev.Noted(f"{long} {long}")], parent=FORK)
    record.do(Rename(first=first, name=long))
    record.append([ev.Noted("short")], parent=FORK)
    with opened(lab, a4a.export_html(record, tmp_path / "named.html", charts=())) as game:
        game.page.get_by_role("tab", name="Variations (2)").click()
        rows = game.page.locator(".a4a-variations [data-line]:not([data-line='0'])")
        told = """rows => rows.map(row => {
            const [name, about] = row.querySelectorAll("bdi");
            const [a, b, all] = [name, about, row].map(el => el.getBoundingClientRect());
            const below = a.bottom <= b.top + 1 && b.bottom <= all.bottom;
            return [a.right <= all.right, below, b.height > 10];
        })"""
        assert rows.evaluate_all(told) == [[True] * 3] * 2
        rows.first.click()
        whole = "el => el.scrollWidth <= Math.ceil(el.getBoundingClientRect().width)"
        assert game.page.locator(".a4a-status strong").evaluate(whole)  # when it is comes first
        bar = game.page.get_by_role("group", name="Lines").locator("> *")
        boxes = [one.bounding_box() or {} for one in bar.all()]
        assert len({round(box["y"] + box["height"] / 2) for box in boxes}) == 1  # one row
        assert boxes[0]["width"] > 0.5 * sum(box["width"] for box in boxes)
        assert long in (bar.first.get_attribute("title") or "")
