"""How the tests of one run are shared out among its workers.

Workers take whole files, for the tests of a file share what is costly; one takes all files that
need JupyterLab, which share it and a Chromium, and another those of the browser that do not. There
are more workers than cores, as a test in a browser waits half of its time. What takes long is begun
first, so that nobody is left with it at the end. In `make soak` random games, which share nothing,
are taken one by one: there are hundreds in a file.
"""

from __future__ import annotations

from typing import Any

from xdist.scheduler import LoadFileScheduling

from tests import depth

BROWSER = "tests/browser/"

PAGES = tuple(
    f"{BROWSER}test_{name}.py"
    for name in (
        "chart_life", "css", "elsewhere", "follow", "log", "page", "prose", "search", "study_page",
        "variations",
    )
)  # fmt: skip
"""Files of the browser that show pages from the disk, or notebooks elsewhere than in JupyterLab."""

SHARING = {
    "tests/analysis/test_audit_faults.py": "tests/analysis/test_audit.py",
    "tests/analysis/test_audit_of_programs.py": "tests/analysis/test_audit.py",
}
"""Files taken together with another: they share games and audits."""

RANDOM_GAMES = tuple(
    f"tests/players/test_random_games{name}.py" for name in ("", "_global", "_war_in_europe")
)
"""Files of tests that are taken one by one where they go deep."""

SECONDS = {
    BROWSER: 400,
    PAGES[0]: 100,
    "tests/analysis/test_audit.py": 45,
    "tests/geometry/test_boards.py": 15,
    "tests/test_readme.py": 20,
    "tests/tools/test_hex_board.py": 30,
    "tests/rules/aa/audit/test_battles_of_games.py": 25,
    "tests/rules/aa/test_odds.py": 20,
    "tests/odds/test_cheapest.py": 20,
    "tests/players/test_random_games_global.py": 15,
    "tests/players/test_random_games.py": 15,
    "tests/players/test_random_games_war_in_europe.py": 30,
    "tests/importers/test_truth_2x.py": 15,
    "tests/rules/aa/audit/test_moves.py": 15,
    "tests/rules/test_refusals.py": 15,
    "tests/texts/test_notation.py": 20,
    "tests/test_project.py": 15,
}
"""About how long the longest files take; only their order matters."""


def unit_of(test: str, *, deep: bool) -> str:
    """The unit of work that a test belongs to: its file, or one with which that is taken."""
    file = test.partition("::")[0]
    if deep and file in RANDOM_GAMES:
        return test
    if file in PAGES:
        return PAGES[0]
    return BROWSER if file.startswith(BROWSER) else SHARING.get(file, file)


class Scheduling(LoadFileScheduling):
    """Hands out units of work, the longest first."""

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid, deep=depth.soaking())

    def _assign_work_unit(self, node: Any) -> None:
        longest = max(self.workqueue, key=self._length)
        self.workqueue.move_to_end(longest, last=False)
        super()._assign_work_unit(node)

    def _length(self, unit: str) -> tuple[int, int]:
        return SECONDS.get(unit.partition("::")[0], 0), len(self.workqueue[unit])
