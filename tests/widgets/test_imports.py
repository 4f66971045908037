from __future__ import annotations

import subprocess
import sys


def test_the_board_does_not_wait_for_altair() -> None:
    """Altair takes a second to load; the charts come after the board."""
    code = "import sys, a4a.widgets; print('altair' in sys.modules, 'polars' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert answer.stdout.split() == ["False", "False"], answer.stderr
