"""How fast the battle lab answers a change: in Python, and on the page of a real JupyterLab.

Run it on an idle machine with a Chromium (``--no-browser`` without one)::

    python benchmarks/battle_lab.py [--changes 40]

For battles of several sizes it prints milliseconds: from a change to the answer in Python, with all
that is dear after it; on the page, from pressing "one more" to the frame that shows the new answer,
and until all the rest is there. Only after the first five changes it waits for the rest: the others
come while that is still being worked out.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Any

PROJECT = Path(__file__).parent.parent
sys.path.insert(0, str(PROJECT))

import a4a  # noqa: E402
from tests.browser.lab import Lab, Notebook  # noqa: E402

BATTLES: dict[str, dict[str, Any]] = {
    "13 v 10 land": {
        "attacker": {"infantry": 6, "artillery": 2, "tank": 3, "fighter": 2},
        "defender": {"infantry": 8, "AAA": 1, "fighter": 1},
    },
    "25 v 21 land": {
        "attacker": {"infantry": 12, "artillery": 4, "tank": 5, "fighter": 4},
        "defender": {"infantry": 15, "artillery": 2, "AAA": 2, "fighter": 2},
    },
    "13 v 12 sea": {
        "kind": "sea",
        "attacker": {"submarine": 3, "destroyer": 3, "cruiser": 2, "battleship": 1, "fighter": 4},
        "defender": {"submarine": 2, "destroyer": 3, "cruiser": 1, "battleship": 1,
                     "aircraft carrier": 2, "fighter": 3},
    },
    "60 v 60 land": {
        "attacker": {"infantry": 30, "artillery": 10, "tank": 10, "fighter": 6,
                     "tactical bomber": 4},
        "defender": {"infantry": 37, "artillery": 8, "tank": 6, "fighter": 6, "AAA": 3},
    },
    "150 v 133 land": {
        "attacker": {"infantry": 100, "tank": 40, "fighter": 10},
        "defender": {"infantry": 120, "tank": 10, "AAA": 3},
    },
}  # fmt: skip
LAB = ".a4a-battle-lab"
PRESS = """(name) => new Promise((resolve) => {
    const root = document.querySelector(".a4a-battle-lab");
    const before = root.dataset.answered;
    const seen = new MutationObserver(() => {
        if (root.dataset.answered === before) return;
        seen.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
    });
    seen.observe(root, { attributes: true });
    const began = performance.now();
    root.querySelector(`button[aria-label="${name}"]`).click();
})"""
WHOLE = """() => {
    const { dataset } = document.querySelector(".a4a-battle-lab");
    return dataset.whole && dataset.whole === dataset.answered;
}"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--changes", type=int, default=40)
    parser.add_argument("--no-browser", action="store_true")
    arguments = parser.parse_args()
    print(f"{'':16} {'':10} {'median':>8} {'95th':>8}  (ms; bar 150)")
    for name, asked in BATTLES.items():
        in_python(name, asked, arguments.changes)
    if not arguments.no_browser:
        with Lab() as lab:
            for name, asked in BATTLES.items():
                cell = f"import a4a\na4a.BattleLab(a4a.battle('global1940', **{asked!r}))"
                with lab.notebook([cell], width=1366, height=768) as notebook:
                    on_page(name, notebook, arguments.changes)


def in_python(name: str, asked: dict[str, Any], changes: int) -> None:
    """A change of a number, as the page makes it, without a page."""
    lab = a4a.BattleLab(a4a.battle("global1940", **asked))
    lab.work_out()
    unit, number = next(iter(asked["attacker"].items()))
    took, whole = [], []
    for i in range(changes):
        began = perf_counter()
        lab.pick("attacker", unit, number + 1 + i % 2)
        took.append(1000 * (perf_counter() - began))
        if i < 5:
            lab.work_out()
            whole.append(1000 * (perf_counter() - began))
    line(name, "kernel", took)
    line(name, "and all", whole)


def on_page(name: str, notebook: Notebook, changes: int) -> None:
    """A press of a button, to the frame that shows the answer."""
    page = notebook.page
    page.set_default_timeout(120_000)
    notebook.run_all()
    page.wait_for_function(WHOLE)
    row = page.locator(f"{LAB} section[aria-label=Attacker] tr[data-row] button").last
    label = row.get_attribute("aria-label")
    took, whole = [], []
    for i in range(changes):
        if i % 2:
            label = str(label).replace("One more", "One less")
        else:
            label = str(label).replace("One less", "One more")
        began = perf_counter()
        took.append(page.evaluate(PRESS, label))
        if i < 5:
            page.wait_for_function(WHOLE)
            whole.append(1000 * (perf_counter() - began))
        # Else the dear parts of the change before are still being worked out as the next comes.
    line(name, "page", took)
    line(name, "and all", whole)
    notebook.check()


def line(name: str, what: str, values: list[float]) -> None:
    found = quantiles(values, n=20, method="inclusive")
    print(f"{name:16} {what:10} {found[9]:8.0f} {found[18]:8.0f}", flush=True)


if __name__ == "__main__":
    main()
