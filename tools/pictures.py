"""Take the pictures of the documentation: in a real JupyterLab, with Chromium, and without.

python -m tools.pictures
"""

from __future__ import annotations

from pathlib import Path

import a4a
from tests.browser.lab import Lab

OUT = Path(__file__).parent.parent / "docs" / "images"
GAME = "global1940_fast_computer"
CELL = f"""
import a4a
record = a4a.game("{GAME}")
node = record.node_at(round=5, power="Germany", phase="Noncombat Move")
charts = a4a.charts.running(a4a.frames(record, at="turn"))[:4]  # one row of them
app = a4a.explore(record, at=node, view="Europe", charts=charts)
app.board.movement(over="turn").battles(over="turn")
app
"""
CHARTS = "document.querySelectorAll('.a4a-charts svg').length === 4"


def main() -> None:
    """Take every picture."""
    OUT.mkdir(parents=True, exist_ok=True)
    with Lab() as lab, lab.notebook([CELL.strip()], width=1440, height=1150) as notebook:
        notebook.page.keyboard.press("Control+b")  # away with the file browser
        notebook.run_all()
        notebook.wait_idle()
        notebook.page.wait_for_function(CHARTS)
        notebook.page.wait_for_timeout(3000)
        notebook.page.locator(".a4a-explorer").screenshot(path=OUT / "explorer.png")
        notebook.check()
    record = a4a.game(GAME)
    rounds = [record.node_at(round=number) for number in (2, 4, 6, 8, 10, 12)]
    page = a4a.small_multiples(
        record, nodes=rounds, columns=3, region="Eastern Front", width=1100,
        title="The Eastern Front, every second round",
    )  # fmt: skip
    page.save(OUT / "eastern_front.png", scale=1)
    hexes = a4a.picture(a4a.start("war_in_europe"), region="Western Europe", width=1000)
    hexes.save(OUT / "hex_board.png", scale=1)


if __name__ == "__main__":
    main()
