"""Spreading changes over samples: the values at each sample, from their changes."""

from __future__ import annotations

import numpy as np

from a4a.frames.calendar import Calendar, Ints


def spread(
    calendar: Calendar, samples: Ints, row: Ints, key: Ints, value: Ints, *, add: bool = False
) -> tuple[Ints, Ints, Ints]:
    """Say what each key's value was at each sample, given its changes.

    A value holds from its change until the key's next change on the same line, or the line's
    end. The work grows with the changes and the answer, not with samples times keys.

    Parameters
    ----------
    calendar, samples
        The calendar, and the rows of it to look at, ascending.
    row, key, value
        Of each change: the calendar's row, what changed, its new value. Changes of one row are in
        the order in which they happened.
    add
        The values are differences, to be added up from the line's beginning; where they come to
        0 there is no row.

    Returns
    -------
    sample, key, value
        A row for every sample and every key that has changed by then, sorted by sample, then by
        key. ``sample`` counts the samples from 0.
    """
    if not len(row) or not len(samples):
        nothing = np.empty(0, dtype=np.int64)
        return nothing, nothing, nothing
    stretch = calendar.stretch_of[row]
    order = np.lexsort((row, key, stretch))  # stable: changes of one row stay in order
    row, key, value, stretch = row[order], key[order], value[order], stretch[order]
    new = np.ones(len(row), dtype=np.bool_)
    new[1:] = (key[1:] != key[:-1]) | (stretch[1:] != stretch[:-1])
    if add:
        total = np.cumsum(value)
        before = (total - value)[new]
        value = total - before[np.cumsum(new) - 1]
    first = np.searchsorted(samples, row)
    # The value holds until the next change of the key, or past the line's last sample.
    until = np.searchsorted(samples, calendar.last[stretch], side="right")
    same = ~new[1:]
    until[:-1][same] = first[1:][same]
    lasts = until - first
    if add:
        lasts[value == 0] = 0
    change = np.repeat(np.arange(len(row)), lasts)
    offset = np.arange(len(change)) - np.repeat(np.cumsum(lasts) - lasts, lasts)
    sample, keys = first[change] + offset, key[change]
    # Rows are sorted by key already; 16-bit numbers get a radix sort, which is faster.
    small = sample.astype(np.uint16) if len(samples) <= np.iinfo(np.uint16).max else sample
    order = np.argsort(small, kind="stable")
    return sample[order], keys[order], value[change][order]
