"""The browser code of every view parses, bundled as it is."""

from __future__ import annotations

import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from a4a.map.board_map import Painter
from a4a.widgets import Annotator, ChartStrip, DecisionView, LogView, Stepper, TreasuryView
from a4a.widgets.battle_lab import BattleLab
from a4a.widgets.tabs import Tabs

if TYPE_CHECKING:
    from pathlib import Path

VIEWS = [Painter, Annotator, BattleLab, ChartStrip, DecisionView, LogView, Stepper, Tabs]
VIEWS += [TreasuryView]


@pytest.mark.parametrize("view", VIEWS, ids=lambda view: view.__name__)
def test_the_script_of_a_view_parses(view: type, tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node to parse scripts with; the browser tests load them")
    script = tmp_path / "view.mjs"
    script.write_text(str(view._esm), encoding="utf-8")
    done = subprocess.run([node, "--check", str(script)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
