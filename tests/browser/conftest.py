"""One JupyterLab and one Chromium for all browser tests of a worker."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.lab import NO_CHROMIUM, Lab, find_chromium
from tests.jupyter import FEW_STILLS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(scope="package")  # its event loop must be gone before notebooks are run elsewhere
def lab(project: Path) -> Iterator[Lab]:
    """A running JupyterLab and browser; the test is skipped where there is no browser."""
    if find_chromium() is None:
        pytest.skip(NO_CHROMIUM)
    failures = project / "build" / "browser-failures"
    with Lab(failures=failures, uses=100, startup=FEW_STILLS) as running:
        yield running
