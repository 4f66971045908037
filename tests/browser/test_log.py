"""The log as a person reads it: folded by round and turn, open where one is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

import a4a
from tests.browser.test_page import OpenPage, opened
from tests.map.skirmish import skirmish

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Locator

    from a4a.core.record import GameRecord
    from tests.browser.lab import Lab

ROUNDS = 6
GROUP = ".a4a-log .a4a-group button"


@pytest.fixture(scope="module")
def record() -> GameRecord:
    """A game of many rounds, with a comment in the fifth."""
    record = skirmish(rounds=ROUNDS)
    record.name_players(
        {record.catalog.powers[1].name: "Bo <b>", record.catalog.powers[0].name: "Ada"}
    )
    record.annotate(
        a4a.Comment(node=record.node_at(round=5), text="Half-way \u202egnp", author="A\u2066nn")
    )
    return record


@pytest.fixture(scope="module")
def file(record: GameRecord, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a4a.export_html(record, tmp_path_factory.mktemp("log") / "game.html", charts=())


@pytest.fixture(scope="module")
def shown(lab: Lab, file: Path) -> Iterator[OpenPage]:
    with opened(lab, file) as page:
        yield page


# Whatever is unfolded is folded, the inner before the outer.
FOLD = """groups => groups.reverse().forEach((group) =>
    group.getAttribute("aria-expanded") === "true" && group.click())"""


@pytest.fixture
def game(shown: OpenPage, record: GameRecord) -> Iterator[OpenPage]:
    """The page in the third round, in its second turn; nothing else is unfolded."""
    node = record.node_at(round=3, power=record.catalog.powers[1].name) + 1
    shown.page.get_by_role("tab", name="Log").click()
    shown.page.locator(GROUP).evaluate_all(FOLD)
    for at in (0, node):
        shown.page.evaluate(f"location.hash = '#node={at}'")
        shown.reaches(at)
    yield shown
    shown.check()


def named(game: OpenPage, name: str) -> Locator:
    return game.page.locator(GROUP).filter(has_text=re.compile(rf"{name}\b"))


def steps_shown(game: OpenPage) -> list[int]:
    entries = game.page.locator(".a4a-log .a4a-entry").all()
    return [int(entry.get_attribute("data-position") or -1) for entry in entries]


def test_rounds_are_folded_away_but_for_the_one_that_is_shown(
    game: OpenPage, record: GameRecord
) -> None:
    heads = game.page.locator(f"{GROUP}[aria-expanded=true]").all_inner_texts()
    here = record.time(game.position)
    assert len(heads) == 2
    assert "Round 3" in heads[0]
    assert here.powers[0] in heads[1]
    assert named(game, "Round 1").count() == 1  # and every other round is one line
    assert all(
        record.time(node).turn == here.turn or not record.time(node).powers
        for node in steps_shown(game)
    )
    assert "1 note" in named(game, "Round 5").inner_text()


def test_what_turns_the_direction_of_text_is_shown_and_not_acted_on(game: OpenPage) -> None:
    named(game, "Round 5").click()
    comment = game.page.locator(".a4a-log .a4a-comment")
    assert comment.inner_text() == "Half-way ⟨U+202E⟩gnp — A⟨U+2066⟩nn"
    game.page.get_by_role("tab", name="Annotations").click()
    assert "Half-way ⟨U+202E⟩gnp" in game.page.locator(".a4a-all-notes").inner_text()


def test_a_group_opens_with_the_keyboard_and_keeps_its_place_and_the_focus(game: OpenPage) -> None:
    head = named(game, "Round 2")
    head.focus()
    before = head.bounding_box()
    game.page.keyboard.press("Enter")
    game.until("document.activeElement.getAttribute('aria-expanded') === 'true'")
    assert head.get_attribute("aria-expanded") == "true"
    after = head.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(after["y"] - before["y"]) < 2
    game.page.keyboard.press("Enter")
    game.until("document.activeElement.getAttribute('aria-expanded') === 'false'")
    assert "Round 2" in game.page.evaluate("() => document.activeElement.innerText")


def test_a_group_opens_by_a_click_and_its_steps_are_gone_to(
    game: OpenPage, record: GameRecord
) -> None:
    named(game, "Round 2").click()
    turn = record.node_at(round=2, power=record.catalog.powers[0].name)
    game.page.locator(f"{GROUP}[data-key='turn {turn}']").click()
    game.page.locator(f".a4a-entry[data-position='{turn + 1}']").click()
    game.reaches(turn + 1)
    # It stays open when one goes on; the round one came from is folded away.
    assert named(game, "Round 3").get_attribute("aria-expanded") == "false"


def test_the_group_of_the_current_step_opens_when_one_steps_into_it(game: OpenPage) -> None:
    here = game.page.locator(f"{GROUP}[aria-expanded=true]").last
    here.click()  # closed by hand
    assert game.page.locator(".a4a-log [aria-current=step]").count() == 0
    for _ in range(2):
        game.page.keyboard.press("Shift+ArrowRight")
    current = game.page.locator(".a4a-log [aria-current=step]")
    assert current.get_attribute("data-position") == str(game.position)


def test_all_rounds_can_be_open_and_the_log_stays_a_window(game: OpenPage) -> None:
    for number in range(1, ROUNDS + 1):
        head = named(game, f"Round {number}")
        if head.count() and head.get_attribute("aria-expanded") == "false":
            head.click()
    assert game.page.locator(".a4a-log li").count() < 300
    game.page.keyboard.press("Home")
    game.reaches(0)
    assert game.page.locator(".a4a-log [aria-current=step]").inner_text() == "The start position"


def test_heads_say_the_round_and_the_turn_and_steps_do_not_repeat_them(game: OpenPage) -> None:
    entries = " ".join(game.page.locator(".a4a-log .a4a-entry").all_inner_texts())
    assert "'s turn" not in entries
    assert "Round 3" not in entries


def test_the_head_of_a_turn_says_who_plays_it(game: OpenPage, record: GameRecord) -> None:
    power = record.catalog.powers[1].name
    head = game.page.locator(".a4a-log .a4a-group-turn button[aria-expanded=true]").inner_text()
    assert power in head
    assert "Bo <b>" in head
    about = game.page.locator("header p").first.inner_text()
    assert f"Bo <b> ({power})" in about
    assert f"Ada ({record.catalog.powers[0].name})" in about
