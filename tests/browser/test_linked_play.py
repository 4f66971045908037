"""The War Game in the panel: linked attacks, support shots, retreats, their story; building."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import a4a
from tests.browser.test_decisions import Player

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.lab import Lab

HARSH = sum(border.kind == "harsh" for border in a4a.dataset("wargame1942").board.borders)


def test_linked_battles_are_ordered_fought_and_told_by_clicks(lab: Lab, project: Path) -> None:
    cells = [
        f"import sys\nsys.path.insert(0, {str(project)!r})\nimport a4a\n"
        "from a4a.core.dice import SeededDice\n"
        "game = a4a.new_game('wargame1942', dice=SeededDice(1942))\n",
        "app = a4a.explore(game, view='Eastern Front', charts=())\napp",
        "from a4a.players import FormPlayer\n"
        "while game.state.phase != 'Build and Recruit': FormPlayer(1).act(game)",
    ]
    with lab.notebook(cells, width=1366, height=768) as notebook:
        notebook.run(0)
        notebook.run(1)
        player = Player(notebook)
        player.root.evaluate("el => el.scrollIntoView()")
        assert player.root.locator(".a4a-harsh > g").count() == HARSH

        # Germany lends to Italy, and both have done.
        assert "War Production" in player.asked()
        player.panel.locator("summary", has_text="Germany: Lend/Lease").click()
        player.number("Italy", 5)
        player.order(player.button(re.compile("^Lend")))
        player.panel.get_by_text("Bill 0 of 38 dollars").wait_for(state="attached")
        for power in ("Germany", "Italy"):
            player.order(player.button(re.compile(rf"^End War Production( \({power}\))?$")))

        # Guns shoot over the border at one of two battles that lie beside each other.
        assert "Combat Orders" in player.asked()
        player.go("Smolensk", "9 infantry", to="Voronezh")
        player.go("Ukraine", "10 infantry", to="Rostov")
        player.go("Smolensk", "2 artillery", to="Voronezh support shot at Voronezh")
        for power in ("Germany", "Italy"):
            player.order(player.button(re.compile(rf"^End Combat Orders( \({power}\))?$")))

        # The defender withdraws his gun from one of them, and stays in the other.
        assert "Declare retreats from Voronezh" in player.asked()
        player.panel.get_by_role("checkbox", name="artillery: Stalingrad").check()
        player.order(player.button("Retreat, or stay"))
        assert "Declare retreats from Rostov" in player.asked()
        player.order(player.button("Retreat, or stay"))

        # Both are fought for a round, until the attackers may retreat.
        while "WG-RET-021" not in player.asked():
            player.order(player.panel.locator(".a4a-commit"))

        # Their story is one: the rounds side by side, and who went where.
        star = player.root.get_by_role("button", name=re.compile("Land battle in Rostov"))
        star.first.dispatch_event("click")
        story = player.root.locator(".a4a-story")
        told = story.locator(".a4a-linked")
        assert told.get_by_role("button").all_inner_texts() == ["Voronezh", "Rostov"]
        told.get_by_text("Round 1, side by side").wait_for()
        assert "to Stalingrad" in told.inner_text()
        told.get_by_role("button", name="Voronezh").click()
        story.get_by_text("Land battle: Voronezh").wait_for()

        # Purchases are few rows: where each can go is unfolded, or asked of a space on the board.
        notebook.run(2)
        shop = player.panel.get_by_role("region", name="Germany: Build and recruit")
        shop.wait_for()
        assert shop.get_by_role("spinbutton").count() == 0
        shop.get_by_role("button", name="Where: armor").click()
        assert shop.get_by_role("spinbutton").count() == 4
        index = a4a.dataset("wargame1942").board.index["France"]
        player.root.locator(f"path[class*='-{index} ']").first.dispatch_event("click")
        player.number("infantry, Germany: Build and recruit: France", 2)
        assert shop.get_by_role("spinbutton").count() == 4
        shop.get_by_text("Bill 6 of ").wait_for()
        shop.get_by_role("button", name="All places").click()
        assert "2 of up to" in shop.inner_text()
        player.order(shop.get_by_role("button", name=re.compile("^Build")))
        assert "2 infantry for 6 dollars" in player.panel.inner_text()
        notebook.check()
