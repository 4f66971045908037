"""The whole walk of a commentator: from the save of a game to a page that others read.

In one notebook a save of TripleA is opened, played on from where it might have gone otherwise, and
commented on; a study of both lines is saved and exported. Its page is then read from the disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import a4a
from a4a.core.annotations import Comment
from tests import depth
from tests.browser.test_annotations import add, tab
from tests.browser.test_decisions import Player
from tests.browser.test_explorer import go, ready
from tests.browser.test_page import opened as opened_page
from tests.browser.test_study_page import BAR, SEEN, reads, status
from tests.shared_games import opened

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.lab import Lab, Notebook
    from tests.browser.test_page import OpenPage

NAME = "Digging in"

CELLS = (
    """
import sys
sys.path.insert(0, {project!r})
import a4a
from a4a.core.dice import SeededDice
from a4a.players import FormPlayer
app = a4a.explore({save!r}, charts=())
app
""",
    """
game = app.decision_view.game
game.dice = SeededDice(1)
player = FormPlayer(1, moves=0.2)
player.play_turn(game)
player.play_turn(game)
game.node
""",
    """
study = a4a.study({study!r})
study.describe(title="The second spring", introduction="Two ways to **begin** it.")
record = app.cursor.record
study.add(record, title="As played", start={fork}, end={met})
study.add(record, title="If they had dug in", start={fork}, line={name!r}, after="So it ends.")
a4a.save(study)
_ = a4a.export_html(study, {page!r})
""",
)


@depth.only_deep
def test_a_save_is_played_on_commented_on_and_read_by_others(
    lab: Lab, project: Path, shared: Path, tmp_path: Path
) -> None:
    save = shared / "saves" / "triplea2" / "g40_25_easy.tsvg"
    if not save.is_file():
        pytest.skip(f"no {save.name} among the shared saves")
    played = opened(save)
    fork = turn_of("Germany", 2, played)
    met = turn_of("Soviet Union", 2, played)
    study, page = tmp_path / "spring.a4s", tmp_path / "spring.html"
    told = {"project": str(project), "save": str(save), "study": str(study), "page": str(page)}
    cells = [cell.format(**told, fork=fork, met=met, name=NAME) for cell in CELLS]
    with lab.notebook(cells, width=1366, height=900) as notebook:
        end = write(notebook, fork, met)
    first = played.used + 1
    kept = a4a.study(study)
    one, other = kept.chapters
    record = kept.record(other.id)
    assert record.line() == played.line()
    assert kept.stretch(one.id) == played.line()[fork : met + 1]
    assert kept.stretch(other.id) == (fork, *range(first, end + 1))
    assert record.state_at(first).turn == played.state_at(fork).turn
    assert record.state_at(end).turn == played.state_at(fork).turn + 2
    (comment,) = (note for note in record.annotations if isinstance(note, Comment))
    assert (comment.node, comment.markup) == (first, "markdown")
    with opened_page(lab, page) as opening:
        read(opening, fork, met)


def turn_of(power: str, number: int, record: a4a.GameRecord) -> int:
    """The node at which a power's turn of a round begins on the main line."""
    states = ((node, record.state_at(node)) for node in record.line())
    return next(n for n, state in states if (state.round, state.active) == (number, (power,)))


def write(notebook: Notebook, fork: int, met: int) -> int:
    """Branch, play two turns, name the line, comment on it; return the last node."""
    notebook.run(0)
    page = notebook.page
    ready(page)
    go(page, fork)
    tab(page, "Variations").click()
    page.get_by_role("button", name="What if …").click()
    player = Player(notebook)
    player.panel.locator("h3", has_text="Germany").wait_for()
    player.number("infantry", 3)
    player.panel.get_by_text("Bill 9 of").wait_for()
    player.order(player.button("Buy", exact=True))
    player.order(player.button("End Purchase and Repair Units"))
    player.panel.locator("header p", has_text="Combat Move").first.wait_for()
    notebook.run(1)
    end = int(notebook.outputs(1)[0]["data"]["text/plain"])
    player.panel.locator("h3", has_text="Japan").wait_for()
    tab(page, "Variations").click()
    page.get_by_label("Name of the variation").fill(NAME)
    page.get_by_role("button", name="Name", exact=True).click()
    page.locator(".a4a-variations").get_by_role("button", name=NAME).wait_for()
    go(page, fork + 1)
    tab(page, "Annotations").click()
    add(page, f"They **dig in**, and did [not so](#node={met}).", markup="markdown")
    page.locator(".a4a-notes-here .a4a-prose strong", has_text="dig in").wait_for()
    notebook.run(2)
    notebook.check()
    return end


def read(opening: OpenPage, fork: int, met: int) -> None:
    """Go to the second chapter, into the variation, to its comment, and along its link."""
    page = opening.page
    reads(opening, "Introduction")
    page.locator(f"{SEEN} .leaflet-container").focus()
    for name in ("1 of 2: As played", "2 of 2: If they had dug in"):
        page.keyboard.press("Shift+PageDown")
        reads(opening, name)
        opening.reaches(fork)
    page.keyboard.press("ArrowRight")
    opening.reaches(fork + 1)
    assert NAME in page.locator(f"{SEEN} .a4a-in-line").inner_text()
    page.locator(SEEN).get_by_role("tab", name="Annotations").click()
    said = page.locator(f"{SEEN} .a4a-notes-here .a4a-prose")
    said.locator("strong", has_text="dig in").wait_for()
    said.get_by_role("link", name="not so").click()
    opening.reaches(met)
    assert status(opening).startswith(f"step {met} of")
    assert NAME not in page.locator(f"{SEEN} .a4a-in-line").inner_text()
    assert page.locator(f"{BAR} .a4a-chapter-state").inner_text() == "Outside the chapter"
