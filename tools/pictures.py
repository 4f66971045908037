"""Take the pictures of the documentation in a real JupyterLab, with Chromium.

python -m tools.pictures
"""

from __future__ import annotations

from pathlib import Path

from tests.browser.lab import Lab

OUT = Path(__file__).parent.parent / "docs" / "images"
CELL = """
import a4a
record = a4a.game("global1940_fast_computer")
node = record.node_at(round=5, power="Germany", phase="Noncombat Move")
a4a.explore(record, at=node)
"""
CHARTS = "document.querySelectorAll('.a4a-explorer svg').length > 4"


def main() -> None:
    """Take every picture."""
    OUT.mkdir(parents=True, exist_ok=True)
    with Lab() as lab, lab.notebook([CELL.strip()], width=1440, height=1400) as notebook:
        notebook.page.keyboard.press("Control+b")  # away with the file browser
        notebook.run_all()
        notebook.wait_idle()
        notebook.page.wait_for_function(CHARTS)
        notebook.page.wait_for_timeout(3000)
        notebook.page.locator(".a4a-explorer").screenshot(path=OUT / "explorer.png")
        notebook.check()


if __name__ == "__main__":
    main()
