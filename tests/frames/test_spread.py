"""Spreading changes over samples, against the plain way of doing it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from a4a.frames.calendar import Calendar
from a4a.frames.spread import spread

lines = st.lists(st.integers(1, 6), min_size=1, max_size=4)
changes = st.lists(st.tuples(st.integers(0, 99), st.integers(0, 3), st.integers(-5, 5)))


@pytest.mark.parametrize("add", [True, False])
@given(lengths=lines, raw=changes, data=st.data())
def test_it_says_what_each_key_was_at_each_sample(
    add: bool, lengths: list[int], raw: list[tuple[int, int, int]], data: st.DataObject
) -> None:
    stretch = np.repeat(np.arange(len(lengths)), lengths)
    last = np.cumsum(lengths) - 1
    size = len(stretch)
    chosen = data.draw(st.sets(st.integers(0, size - 1)))
    samples = np.array(sorted({*chosen, *last.tolist()}), dtype=np.int64)
    raw = sorted(((row % size, key, value) for row, key, value in raw), key=lambda c: c[0])
    row, key, value = np.array(raw, dtype=np.int64).reshape(-1, 3).T
    calendar = cast("Calendar", SimpleNamespace(stretch_of=stretch, last=last))
    found = list(
        zip(*(x.tolist() for x in spread(calendar, samples, row, key, value, add=add)), strict=True)
    )
    wanted = []
    for i, sample in enumerate(samples):
        now: dict[int, int] = {}
        for r, k, v in raw:
            if r <= sample and stretch[r] == stretch[sample]:
                now[k] = now.get(k, 0) + v if add else v
        wanted += [(i, k, now[k]) for k in sorted(now) if now[k] or not add]
    assert found == wanted
