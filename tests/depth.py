"""How deep tests go: `make test` tries a sample of what `make soak` tries at length.

Both run the same tests. One that gains by more time than every run can give is marked ``soak`` and
takes its numbers from here; `make soak` runs only those marked, and draws new examples each time,
while `make test` draws the same ones, so that it fails for a change and not by chance.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

SOAK = "soak"
"""The marker, and the profile of Hypothesis under which tests go deep."""
_DEEPER = 50
_DRAWN = 40
"""How many examples a property test draws by default; in `make test` they are always the same."""

Case = TypeVar("Case")
Test = TypeVar("Test", bound=Callable[..., object])


def register_profiles() -> None:
    """Tell Hypothesis of the two depths; the shallow one is taken unless another is asked for."""
    slow = (HealthCheck.too_slow, HealthCheck.data_too_large)
    settings.register_profile(
        "test", deadline=None, derandomize=True, database=None, max_examples=_DRAWN
    )
    settings.register_profile(
        SOAK,
        deadline=None,
        max_examples=_DRAWN * _DEEPER,
        print_blob=True,
        suppress_health_check=slow,
    )
    settings.load_profile("test")


def keep_draws() -> None:
    """Let shallow tests draw no constants of the code, which depend on what a worker has read.

    Hypothesis draws one number in twenty from the constants of all modules that are loaded, which
    it reads for that, so the draws of a test would differ with the tests that came before it.
    """
    if not soaking():
        providers._get_local_constants = lambda: providers._local_constants


def soaking() -> bool:
    """Whether tests go deep."""
    return settings.get_current_profile_name() == SOAK


def number(few: int, *, deep: int) -> int:
    """How many of something a test tries: few, or as many as there is time for."""
    return deep if soaking() else few


def sample(cases: Sequence[Case], few: int = 1) -> list[Case]:
    """Cases of which a test tries the first few, or all if it goes deep."""
    return [*cases[: number(few, deep=len(cases))]]


def only_deep(test: Test) -> Test:
    """Mark a test that only `make soak` has time for; quicker ones must hold the same rule."""
    deep = pytest.mark.skipif(not soaking(), reason="only `make soak` goes so deep")
    marked: Test = pytest.mark.soak(deep(test))
    return marked


def examples(few: int, *, deep: int | None = None) -> Callable[[Test], Test]:
    """Mark a property test, and say how many examples it draws; fifty times as many if deep."""

    def decorate(test: Test) -> Test:
        most = number(few, deep=deep or _DEEPER * few)
        marked: Test = pytest.mark.soak(settings(max_examples=most)(test))
        return marked

    return decorate
