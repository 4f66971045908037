"""How the tests of one run are shared out among its workers.

Workers take whole files, for the tests of a file share what is costly. Those of the browser are
three units: half of the files that need JupyterLab, which share it and a Chromium; the other half,
with those that need Notebook 7 or Voila; and those that need none. There are more workers than
cores, as a test in a browser waits half of its time. What takes long is begun first, so that nobody
is left with it at the end. In `make soak` random games, which share nothing, are taken one by one.
"""

from __future__ import annotations

from typing import Any

from xdist.scheduler import LoadFileScheduling

from tests import depth

BROWSER = "tests/browser/"

PAGES = tuple(
    f"{BROWSER}test_{name}.py"
    for name in (
        "chart_life", "css", "drawing", "follow", "log", "page", "prose", "search", "study_page",
        "variations",
    )
)  # fmt: skip
"""Files of the browser that show pages from the disk."""

ELSEWHERE = tuple(
    f"{BROWSER}test_{name}.py"
    for name in (
        "access", "annotations", "battle_lab", "chart_odds", "charts", "comparison", "drop_zone",
        "elsewhere", "fitting", "lab", "marks", "position", "still", "study_explorer", "unshared",
    )
)  # fmt: skip
"""Files that show notebooks elsewhere than in JupyterLab, and enough others to make a half."""

SHARING = {
    "tests/analysis/test_audit_faults.py": "tests/analysis/test_audit.py",
    "tests/analysis/test_audit_of_programs.py": "tests/analysis/test_audit.py",
    "tests/charts/test_odds.py": "tests/analysis/test_luck.py",
    "tests/frames/test_engine.py": "tests/analysis/test_audit.py",
    "tests/frames/test_fronts.py": "tests/analysis/test_audit.py",
    "tests/importers/test_savedfighting.py": "tests/analysis/test_audit.py",
    "tests/map/test_battle_luck.py": "tests/analysis/test_luck.py",
    "tests/map/test_timeline.py": "tests/analysis/test_audit.py",
    "tests/rules/test_what_if.py": "tests/analysis/test_audit.py",
    "tests/libraries/test_tables.py": "tests/libraries/test_others.py",
    **dict.fromkeys(PAGES, PAGES[0]),
    **dict.fromkeys(ELSEWHERE, ELSEWHERE[0]),
}
"""Files taken together with another: they share games, audits, luck, a library, or a browser."""

RANDOM_GAMES = tuple(
    f"tests/players/test_random_games{name}.py"
    for name in ("", "_deluxe", "_global", "_war_in_europe", "_wargame")
)
"""Files of tests that are taken one by one where they go deep."""

SECONDS = {
    BROWSER: 170,
    ELSEWHERE[0]: 170,
    PAGES[0]: 65,
    "tests/test_notebooks.py": 45,
    "tests/analysis/test_audit.py": 44,
    "tests/libraries/test_others.py": 20,
    "tests/players/test_random_games_war_in_europe.py": 14,
    "tests/tools/test_hex_board.py": 14,
    "tests/importers/test_truth_2x.py": 13,
    "tests/rules/areas/test_odds.py": 9,
    "tests/test_readme.py": 9,
    "tests/odds/test_cheapest.py": 9,
    "tests/geometry/test_boards.py": 8,
    "tests/importers/test_truth.py": 8,
    "tests/charts/test_charts.py": 7,
    "tests/rules/areas/audit/test_moves_of_games.py": 7,
    "tests/test_project.py": 6,
    "tests/texts/test_notation.py": 7,
    "tests/importers/test_hostile.py": 7,
    "tests/rules/areas/audit/test_battles_of_games.py": 6,
    "tests/core/test_properties.py": 6,
    "tests/rules/test_refusals.py": 6,
    "tests/players/test_random_games.py": 5,
    "tests/players/test_random_games_global.py": 5,
}
"""About how many seconds of the processor the longest files take; only their order matters."""


def unit_of(test: str, *, deep: bool) -> str:
    """The unit of work that a test belongs to: its file, or one with which that is taken."""
    file = test.partition("::")[0]
    if deep and file in RANDOM_GAMES:
        return test
    return SHARING.get(file, BROWSER if file.startswith(BROWSER) else file)


class Scheduling(LoadFileScheduling):
    """Hands out units of work, the longest first."""

    def _split_scope(self, nodeid: str) -> str:
        return unit_of(nodeid, deep=depth.soaking())

    def _assign_work_unit(self, node: Any) -> None:
        longest = max(self.workqueue, key=self._length)
        self.workqueue.move_to_end(longest, last=False)
        super()._assign_work_unit(node)

    def _pending_of(self, workload: Any) -> int:
        """How many tests a worker has still to run: of its last units, as the others are done.

        It is asked after each test, so that to count all of them would take seconds in the end.
        """
        pending = 0
        for unit in reversed(workload.values()):
            left = list(unit.values()).count(False)
            if not left:
                break
            pending += left
        return pending

    def _length(self, unit: str) -> tuple[int, int]:
        return SECONDS.get(unit.partition("::")[0], 0), len(self.workqueue[unit])
