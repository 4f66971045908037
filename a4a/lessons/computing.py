"""Numbers out of frames for an exercise being made: which can be chosen, and what they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import msgspec

from a4a.core.errors import A4AError
from a4a.frames.contract import schemas
from a4a.lessons.moment import Moment
from a4a.lessons.predicate import Finding
from a4a.lessons.scene import Scene
from a4a.lessons.tables import FrameValue, Scalar

MOST_VALUES: Final = 400
"""Most values of a column to choose from."""

_OF_THE_RECORD: Final = frozenset({"game", "line"})


def value_of(told: Mapping[str, Any]) -> FrameValue:
    """Return a number out of a frame as it is chosen: the fields of `FrameValue`.

    Raises
    ------
    A4AError
        If there is no such frame or column, or it is not understood.

    Examples
    --------
    >>> value_of({"frame": "units", "where": {"power": "France"}, "column": "tuv"}).aggregate
    'sum'
    """
    try:
        found = msgspec.convert(dict(told), FrameValue)
    except msgspec.ValidationError as error:
        raise A4AError(f"the number is not understood: {error}") from None
    found.verify()
    return found


def computed(scene: Scene, value: FrameValue, when: str) -> Finding:
    """Return what a number out of a frame is, where an exercise begins or its author's line ends.

    Parameters
    ----------
    scene
        Where it begins, and the author's line.
    value
        The number.
    when
        "start" or "end".

    Raises
    ------
    A4AError
        If nobody has played to the end, or no row is like that.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.start("europe1940")
    >>> scene = Scene(record, a4a.rules.rules_of(record), 0)
    >>> armies = value_of({"frame": "units", "where": {"power": "France"}, "column": "count"})
    >>> computed(scene, armies, "start").reached
    32.0
    """
    found = value.judge(_moment(scene, when))
    if found.reached is None:
        raise A4AError(found.why)
    return found


def values_in(scene: Scene, frame: str, column: str) -> list[Scalar]:
    """Return what a column of a frame has where an exercise begins, in order, without repetition.

    Raises
    ------
    A4AError
        If there is no such frame or column, or rows cannot be chosen by it.

    Examples
    --------
    >>> import a4a
    >>> record = a4a.start("europe1940")
    >>> scene = Scene(record, a4a.rules.rules_of(record), 0)
    >>> values_in(scene, "units", "category")
    ['air', 'facility', 'land', 'sea']
    """
    value_of({"frame": frame, "where": {column: ""}, "aggregate": "rows"})
    if column not in columns_of(frame):
        raise A4AError(f"rows cannot be chosen by the column {column!r}: it has lists")
    rows = FrameValue(frame=frame).rows(scene.before)
    found: list[Scalar] = rows[column].drop_nulls().unique().sort().to_list()
    return sorted(found, key=lambda one: one if isinstance(one, str) else "")[:MOST_VALUES]


def columns_of(frame: str) -> tuple[str, ...]:
    """Return the columns of a frame by which rows can be chosen."""
    return tuple(
        column.name
        for column in schemas[frame].columns
        if not column.dtype.startswith("list") and column.name not in _OF_THE_RECORD
    )


def numbers_of(frame: str) -> tuple[str, ...]:
    """Return the columns of a frame that hold numbers."""
    return tuple(
        column.name for column in schemas[frame].columns if column.dtype in ("Int32", "Float64")
    )


def _moment(scene: Scene, when: str) -> Moment:
    if when == "start":
        return scene.before
    if scene.line.moment is None:
        raise A4AError(f"there is no author's line to the end: {scene.line.fault}")
    return scene.line.moment
