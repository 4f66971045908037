"""One JupyterLab and one Chromium for all browser tests of a worker."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.browser.lab import NO_CHROMIUM, Lab, find_chromium
from tests.jupyter import FEW_STILLS

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).parent


@pytest.fixture(scope="package")  # its event loop must be gone before notebooks are run elsewhere
def lab(project: Path) -> Iterator[Lab]:
    """A running JupyterLab and browser; the test is skipped where there is no browser."""
    if find_chromium() is None:
        pytest.skip(NO_CHROMIUM)
    failures = project / "build" / "browser-failures"
    with Lab(failures=failures, uses=100, startup=FEW_STILLS) as running:
        yield running


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let tests with notebooks of their own come before those of their file that share one.

    What is shared stays open to the end of the file, so that others would need a second page.
    """
    files = {path: number for number, path in enumerate(dict.fromkeys(i.path for i in items))}
    items.sort(key=lambda item: (files[item.path], HERE in item.path.parents and _shares(item)))


def _shares(item: pytest.Item) -> bool:
    """Whether a test needs what a fixture of its module has opened."""
    known = getattr(item, "_fixtureinfo", None)
    fixtures = known.name2fixturedefs.values() if known else ()
    return any(each[-1].scope == "module" and "lab" in each[-1].argnames for each in fixtures)
