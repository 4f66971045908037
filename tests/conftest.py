"""What all tests share: where things lie, a closed network, Jupyter's files out of the way."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import hypothesis
import pytest

from tests.jupyter import jupyter_environment

PROJECT = Path(__file__).parent.parent
BROWSER_TESTS = Path(__file__).parent / "browser"

hypothesis.settings.register_profile("a4a", deadline=None)  # how fast is for benchmarks/ to say
hypothesis.settings.load_profile("a4a")


@pytest.fixture(scope="session")
def project() -> Path:
    """The project's folder."""
    return PROJECT


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of saves, rulebooks and reference tables that may lie beside the project."""
    folder = PROJECT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("no folder 'shared' beside the project")
    return folder


def pytest_configure(config: pytest.Config) -> None:
    folder = tempfile.TemporaryDirectory(prefix="a4a-tests-")
    config.add_cleanup(folder.cleanup)
    os.environ.update(jupyter_environment(Path(folder.name)))
    sys.addaudithook(_keep_to_loopback)


def _keep_to_loopback(event: str, arguments: tuple[Any, ...]) -> None:
    """Let nothing under test speak to another machine."""
    if event == "socket.connect":
        address = arguments[1]
        if isinstance(address, tuple) and address[0] not in ("127.0.0.1", "::1", "localhost"):
            raise AssertionError(f"a test reached for the network: {address}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if BROWSER_TESTS in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Keep what shares costly fixtures on one worker: all browser tests, else those of a file."""
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            if nodeid.startswith("tests/browser/"):
                return "tests/browser"
            return super()._split_scope(nodeid)

    return Scheduling(config, log)
