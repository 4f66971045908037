"""Odds on a chart in JupyterLab: in the battle lab, and before an attack is declared."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

    from tests.browser.lab import Lab, Notebook

LAB = """
import a4a
lab = a4a.BattleLab(a4a.battle(
    "war_in_europe", attacker={"Germany: 1st armor": 1, "Germany: 1st infantry": 1},
    defender={"France: 2nd infantry": 1},
))
lab
"""
PANEL = """
import a4a
from a4a.core.dice import SeededDice
from a4a.rules.systems.war_in_europe.orders.deploying import EndDeployment
from a4a.rules.systems.war_in_europe.orders.moving import EndMovement
game = a4a.new_game("war_in_europe")
while game.state.round == 0:
    _ = game.do(EndDeployment())
_ = game.do(EndMovement())
a4a.DecisionPanel(game)
"""
WHOLE = (
    "() => { const { dataset } = document.querySelector('.a4a-battle-lab');"
    " return dataset.whole && dataset.whole === dataset.answered; }"
)


@pytest.fixture(scope="module")
def notebook(lab: Lab) -> Iterator[Notebook]:
    with lab.notebook([LAB, PANEL], width=1366, height=768) as notebook:
        yield notebook
        notebook.check()


def wins(page: Page) -> float:
    text = page.locator(".a4a-chances-told").inner_text()
    return float(text.split("Attacker wins")[1].split("%")[0])


def changed(page: Page, before: float) -> None:
    page.wait_for_function(
        "(before) => !document.querySelector('.a4a-chances-told').innerText.includes(before)",
        arg=f"Attacker wins {before:.1f}%",
    )


def test_the_lab_offers_what_a_chart_has_and_nothing_else(notebook: Notebook) -> None:
    notebook.run(0)
    page = notebook.page
    page.set_default_timeout(90_000)
    page.locator(".a4a-battle-lab").wait_for()
    page.wait_for_function(WHOLE)
    root = page.locator(".a4a-battle-lab")
    told = root.inner_text()
    assert "What follows" in told
    assert "Nobody wins" in told
    for absent in ("Round by round", "Retreat?", "Lost in this order", "Dice", "Rounds"):
        assert absent not in told, absent
    assert root.get_by_role("button", name="Raid").count() == 1
    before = wins(page)
    root.get_by_role("spinbutton", name="The attacker takes it in").fill("10")
    root.get_by_role("button", name="Find", exact=True).click()
    root.get_by_text("Enough: German 1st ").wait_for()
    root.get_by_role("checkbox", name="German 1st infantry, attacker", exact=True).uncheck()
    changed(page, before)
    alone = wins(page)
    assert alone < before
    assert root.get_by_text("Enough:").count() == 0  # it was of another battle
    root.get_by_role("checkbox", name="mountain").check()
    changed(page, alone)
    assert wins(page) < alone


def test_an_attack_has_its_odds_before_it_is_declared(notebook: Notebook) -> None:
    notebook.run(1)
    page = notebook.page
    form = page.locator("details.a4a-form", has_text="Attack 2306")
    form.locator("summary").click()
    said = form.locator(".a4a-forecast")
    assert said.inner_text() == ""
    boxes = form.get_by_role("checkbox")
    boxes.first.check()
    said.get_by_text("Odds to win: Axis").wait_for()
    alone = said.inner_text()
    boxes.nth(1).check()
    page.wait_for_function(
        "([one, before]) => one.innerText !== before && one.innerText.includes('Odds')",
        arg=[said.element_handle(), alone],
    )
