"""What all tests share: where things lie, a closed network, Jupyter's files out of the way."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from _pytest.doctest import DoctestModule

from a4a.charts.quick import import_jsonschema_quickly
from tests import depth
from tests.jupyter import jupyter_environment
from tests.players import census
from tests.rules import golden

PROJECT = Path(__file__).parent.parent
BROWSER_TESTS = Path(__file__).parent / "browser"

depth.register_profiles()


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
    os.environ["A4A_MAPS"] = ""  # no map that whoever tests has downloaded
    config.pluginmanager.register(OnlyWithExamples())
    sys.addaudithook(_keep_to_loopback)
    import_jsonschema_quickly()


class OnlyWithExamples:
    """Spares pytest the search for doctests in modules that have none: two of three."""

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(
        self, file_path: Path
    ) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
        found = yield
        if any(isinstance(each, DoctestModule) for each in found) and b">>>" not in (
            file_path.read_bytes()
        ):
            return [each for each in found if not isinstance(each, DoctestModule)]
        return found


@pytest.hookimpl(tryfirst=True)
def pytest_collection(session: pytest.Session) -> None:
    """Let each worker begin with other files than the rest: what one has compiled, all find.

    In a fresh checkout they would else all compile all tests, file by file, at the same time.
    """
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    asked = [Path(name.partition("::")[0]).resolve() for name in session.config.args]
    files = [path for root in asked if root.is_dir() for path in sorted(root.rglob("test_*.py"))]
    own = int(worker["workerid"].removeprefix("gw"))
    for path in files[own :: worker["workercount"]]:
        # What is wrong with a file is told when it is collected.
        with suppress(pytest.Module.CollectError, pytest.skip.Exception):
            assert pytest.Module.from_parent(session, path=path).obj


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
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker(pytest.mark.soak)  # more draws may find more


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    from tests.scheduling import Scheduling

    return Scheduling(config, log)


def pytest_collection_finish() -> None:
    """Let the garbage collector look no more at thousands of tests, which all stay.

    What tests make is little and soon gone, so it looks for the rest of it seldom.
    """
    depth.keep_draws()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.hookimpl(trylast=True)
def pytest_unconfigure() -> None:
    """Let pytest look for garbage once at the end, which takes a second or two, not twice."""
    gc.freeze()


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print the census of the games that tests played, where they went deep."""
    counted = _census(terminalreporter)
    if depth.soaking() and counted:
        terminalreporter.section("census of random games")
        for name, number in sorted(counted.items()):
            terminalreporter.write_line(f"{number:>12,}  {name}")
        for fault in census.faults(counted):
            terminalreporter.write_line(fault, red=True)
    for name, lines in golden.stale(terminalreporter.config, terminalreporter.stats).items():
        terminalreporter.section(f"refusals that no test comes to, in {name}")
        for line in sorted(lines):
            terminalreporter.write_line(line, red=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail a run in which something did not occur that should have."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None or session.exitstatus != pytest.ExitCode.OK:
        return
    counted = _census(reporter) if depth.soaking() else None
    stale = golden.stale(session.config, reporter.stats)
    if os.environ.get(golden.REWRITE):
        golden.drop(stale)
    elif stale or (counted and census.faults(counted)):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def _census(reporter: Any) -> Counter[str]:
    """What all tests of this run counted, on whichever worker."""
    counted: Counter[str] = Counter()
    for reports in reporter.stats.values():
        for report in reports:
            if getattr(report, "when", "") == "teardown":
                counted.update(dict(report.user_properties).get("census", {}))
    return counted
