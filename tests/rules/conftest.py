"""What the tests of all rules share: refusals that were met are handed on to the end of the run."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest

from tests.rules import golden, retold


@pytest.fixture(autouse=True)
def refusals(record_property: Callable[[str, object], None]) -> Iterator[None]:
    """Report the lines on file that a test has come to."""
    golden.seen.clear()
    yield
    if golden.seen:
        record_property(golden.PROPERTY, list(golden.seen))


@pytest.fixture(autouse=True)
def retelling(request: pytest.FixtureRequest) -> Iterator[list[str | Path] | None]:
    """Let a test be told in another system, where it is run for that: what of it is told there."""
    if not getattr(request, "param", ""):
        yield None
        return
    with retold.retelling() as told:
        yield told


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Fail a test of which nothing is told in the other system: it is the same once more."""
    result = yield
    assert pyfuncitem.funcargs.get("retelling") != [], "nothing of it is told in the other system"
    return result


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run tests of rules of Global that are in force in 3G40 Deluxe once more there."""
    if retold.concerns(metafunc.definition):
        systems = [pytest.param("", id=pytest.HIDDEN_PARAM), retold.DELUXE]
        metafunc.parametrize("retelling", systems, indirect=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Expect to fail what is excused from being told in another system, and nothing else."""
    for item in items:
        reason = retold.excuse(item) if isinstance(item, pytest.Function) else ""
        if reason:
            item.add_marker(pytest.mark.xfail(reason=reason, strict=True))
            item.repr_failure = _in_a_line  # type: ignore[method-assign]


def _in_a_line(excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
    """What was raised, without the way there, which nobody reads and takes long to find."""
    del style
    return excinfo.exconly()
