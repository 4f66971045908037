"""A turn of two powers in the panel: each assigns, buys and pays in its own time, by clicks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests import depth
from tests.browser.test_decisions import Player

if TYPE_CHECKING:
    from pathlib import Path

    from tests.browser.lab import Lab

ASSIGN = "Japan: Assign aircraft to missions"
END = "End Repair and Assign Aircraft"


@depth.only_deep
def test_germany_and_japan_assign_buy_and_pay_in_either_order(lab: Lab, project: Path) -> None:
    cells = [
        f"import sys\nsys.path.insert(0, {str(project)!r})\nimport a4a\n"
        "from a4a.core.dice import SeededDice\n"
        "game = a4a.new_game('deluxe3g40', dice=SeededDice(1))\n",
        "app = a4a.explore(game)\napp",
        "print([(u.type, u.place, u.flags) for u in game.state.units.values() if u.flags"
        " or not isinstance(u.place, str | int)], game.state.phase)",
    ]
    with lab.notebook(cells, width=1366, height=768) as notebook:
        notebook.run(0)
        notebook.run(1)
        player = Player(notebook)
        player.root.evaluate("el => el.scrollIntoView()")
        assert "Repair and Assign Aircraft" in player.asked()

        # Japan assigns and has done before Germany says anything.
        player.number(f"fighter in Japan, {ASSIGN}", 1)
        player.order(player.button(f"Assign, {ASSIGN}", exact=True))
        player.order(player.button(f"{END} (Japan)"))
        assert "Japan" not in player.asked()
        player.order(player.button(END))

        # Both buy: Germany pays the last of its super battleship, Japan begins a cruiser.
        assert "Purchase Units" in player.asked()
        player.panel.get_by_text("12 of 18 paid").wait_for()
        player.number("pay for super battleship, Germany", 1)
        player.order(player.button("Buy, Germany", exact=True))
        player.number("cruiser, Japan", 2)
        player.order(player.button("Buy, Japan", exact=True))
        notebook.run(2)
        told = str(notebook.outputs(2))
        assert "('fighter', 'Japan', ('assigned',))" in told
        assert "('super battleship', Holding(power='Germany', name='purchased'), ())" in told
        queued = "('cruiser', Holding(power='Japan', name='build queue'), ('paid 5',))"
        assert told.count(queued) == 2
        player.root.get_by_role("tab", name="Off the board").click()
        off = player.root.locator(".a4a-holdings-list")
        off.get_by_text("2 cruiser (paid 5)").wait_for()
        off.get_by_text("1 super battleship", exact=True).wait_for()

        # What was bought last is taken back.
        player.root.get_by_role("tab", name="Decide").click()
        player.order(player.button("Take back"))
        player.panel.get_by_text("Bill 0 of 26 IPC").wait_for()
        notebook.check()
