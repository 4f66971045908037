"""How the tests of one run are shared out among its workers.

Workers take whole files, for the tests of a file share what is costly. There are more workers than
cores, as a test in a browser waits half of its time: of three, two begin with the browser's files,
each with a JupyterLab and a Chromium of its own that serve all files it takes. Who runs out of
files of one sort goes on with the other. What takes long is begun first, so that nobody is left
with it at the end.
"""

from __future__ import annotations

from typing import Any

from xdist.scheduler import LoadFileScheduling

BROWSER = "tests/browser/"

SHARING = {
    "tests/analysis/test_audit_faults.py": "tests/analysis/test_audit.py",
    "tests/analysis/test_audit_of_programs.py": "tests/analysis/test_audit.py",
    "tests/browser/test_elsewhere.py": "tests/browser/test_lab.py",
}
"""Files taken together with another: they share games and audits, Notebook 7 and Voila."""

SECONDS = {
    "tests/browser/test_decisions.py": 75,
    "tests/browser/test_explorer.py": 75,
    "tests/browser/test_layers.py": 55,
    "tests/browser/test_access.py": 55,
    "tests/browser/test_hex_board.py": 50,
    "tests/browser/test_lab.py": 75,
    "tests/browser/test_battle_lab.py": 40,
    "tests/browser/test_page.py": 35,
    "tests/browser/test_fitting.py": 30,
    "tests/browser/test_annotations.py": 30,
    "tests/browser/test_charts.py": 25,
    "tests/analysis/test_audit.py": 45,
    "tests/geometry/test_boards.py": 30,
    "tests/test_readme.py": 30,
    "tests/tools/test_hex_board.py": 30,
    "tests/rules/aa/audit/test_battles_of_games.py": 25,
    "tests/rules/aa/test_odds.py": 20,
    "tests/odds/test_cheapest.py": 20,
    "tests/players/test_random_games_global.py": 20,
    "tests/players/test_random_games.py": 15,
    "tests/importers/test_truth_2x.py": 15,
    "tests/rules/aa/audit/test_moves.py": 15,
    "tests/rules/test_refusals.py": 15,
    "tests/test_project.py": 15,
    "notebooks/04_fronts.ipynb": 15,
    "notebooks/03_battle_odds.ipynb": 15,
}
"""About how long the longest files take; only their order matters."""


class Scheduling(LoadFileScheduling):
    """Hands out files, the longest first, those of the browser to two workers of three."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return SHARING.get(file, file)

    def _assign_work_unit(self, node: Any) -> None:
        browsing = self.nodes.index(node) < max(1, 2 * len(self.nodes) // 3)
        own = [file for file in self.workqueue if file.startswith(BROWSER) == browsing]
        longest = max(own or self.workqueue, key=self._length)
        self.workqueue.move_to_end(longest, last=False)
        super()._assign_work_unit(node)

    def _length(self, file: str) -> tuple[int, int]:
        return SECONDS.get(file, 0), len(self.workqueue[file])
