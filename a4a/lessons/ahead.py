"""Later parts of an exercise: a handout has the ways to them in its tree only once they begin.

Until then it carries them packed, with what is asked there, where no view shows them. Nothing is
encrypted: whoever takes the file apart can read them.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId
from a4a.core.variations import Change, Promote, Rename
from a4a.lessons.exercise import Exercise
from a4a.store.format import MAX_TEXT

_Parts = TypeVar("_Parts", bound="tuple[Any, ...]")


def packed(parts: Iterable[msgspec.Struct]) -> str:
    """Return steps or windows as a text to carry; "" if there are none.

    Examples
    --------
    >>> from a4a.core.steps import Step
    >>> steps = (Step(id=1, parent=0, events=()),)
    >>> unpacked(packed(steps), tuple[Step, ...]) == steps, packed(())
    (True, '')
    """
    if not (parts := tuple(parts)):
        return ""
    return base64.b64encode(zlib.compress(msgspec.json.encode(parts))).decode()


def unpacked(text: str, kind: type[_Parts]) -> _Parts:
    """Return what a text carries, which is not trusted: a tuple of steps or of windows.

    Raises
    ------
    A4AError
        If it is damaged, or too long.
    """
    if not text:
        return kind()
    unzip = zlib.decompressobj()
    try:
        data = unzip.decompress(base64.b64decode(text, validate=True), MAX_TEXT)
        if not unzip.eof:
            raise A4AError(f"the exercise in the file is cut, or more than {MAX_TEXT} bytes")
        parts: _Parts = msgspec.json.decode(data, type=kind)
    except (ValueError, zlib.error, RecursionError) as error:
        said = "nested too deeply" if isinstance(error, RecursionError) else str(error)[:300]
        raise A4AError(f"the exercise in the file is damaged: {said}") from None
    return parts


def revealed(record: GameRecord, exercise: Exercise, window: int) -> NodeId:
    """Return where a window begins; the way there is put into a record that lacks it.

    What has been tried stays on its line: the way is a variation beside it, called after the part.

    Parameters
    ----------
    record
        What the exercise is solved in, as it was handed out or later.
    exercise
        The exercise, with all ways.
    window
        The number of the window, from 0.

    Examples
    --------
    >>> import a4a
    >>> exercise = a4a.exercise("warsaw-1939")
    >>> record = a4a.handout(exercise)
    >>> record.last
    16
    >>> revealed(record, exercise, 1), record.last
    (23, 23)
    """
    begins = exercise.begins[window]
    way = exercise.record.way_to(begins)
    missing = [exercise.record.step(n) for n in way if n != ROOT and n not in record.steps]
    if missing:
        tried = record.children(missing[0].parent)[:1]
        record.put_back(missing)
        changes: list[Change] = [Promote(first=node) for node in tried]
        changes.append(Rename(first=missing[0].id, name=f"part {window + 1}"))
        for change in filter(record.can, changes):  # where lines part, and the name is free
            record.do(change)
    return begins
