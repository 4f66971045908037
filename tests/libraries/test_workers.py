"""What a process that was begun for works keeps of them: nothing."""

from __future__ import annotations

import gc
import multiprocessing
import weakref
from collections.abc import Iterator

import pytest

from a4a.libraries.workers import done


class Ring:
    """Refers to itself, as a record and its frames do to each other."""

    def __init__(self, kept: list[Ring]) -> None:
        self.itself = self
        kept.append(self)


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """This process takes itself for a new worker, and nothing is collected but by it."""
    monkeypatch.setattr(multiprocessing, "parent_process", object)
    gc.disable()
    gc.unfreeze()
    yield
    gc.freeze()
    gc.enable()


@pytest.mark.usefixtures("alone")
def test_nothing_of_a_work_is_left_in_a_worker() -> None:
    rings: list[weakref.ref[Ring]] = []
    for _ in range(3):
        done(lambda _: rings.append(weakref.ref(Ring([]))), 0)
    assert [ring() for ring in rings] == [None] * 3


@pytest.mark.usefixtures("alone")
def test_what_outlived_works_is_looked_at_again_when_a_quarter_more_has_gathered() -> None:
    kept: list[Ring] = []
    ring = weakref.ref(done(Ring, kept))
    kept.clear()
    done(str, 0)
    assert ring() is not None  # it was set aside
    gathered: list[list[int]] = [[] for _ in range(gc.get_freeze_count() // 3)]
    done(str, 0)
    assert ring() is None
    assert gathered
