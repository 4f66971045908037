"""The ways to later parts of an exercise: a handout has them in its tree only once those begin.

Until then it carries them packed, beside the game, where no view shows them. Nothing is encrypted:
whoever takes the file apart can read them.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable

import msgspec

from a4a.core.errors import A4AError
from a4a.core.record import GameRecord
from a4a.core.steps import ROOT, NodeId, Step
from a4a.core.variations import Change, Promote, Rename
from a4a.lessons.exercise import Exercise
from a4a.store.format import MAX_TEXT


def packed(steps: Iterable[Step]) -> str:
    """Return steps as a text to carry; "" if there are none.

    Examples
    --------
    >>> steps = (Step(id=1, parent=0, events=()),)
    >>> unpacked(packed(steps)) == steps, packed(())
    (True, '')
    """
    if not (steps := tuple(steps)):
        return ""
    return base64.b64encode(zlib.compress(msgspec.json.encode(steps))).decode()


def unpacked(text: str) -> tuple[Step, ...]:
    """Return the steps that a text carries, which is not trusted.

    Raises
    ------
    A4AError
        If it is damaged, or too long.
    """
    if not text:
        return ()
    unzip = zlib.decompressobj()
    try:
        data = unzip.decompress(base64.b64decode(text, validate=True), MAX_TEXT)
        if not unzip.eof:
            raise A4AError(f"the exercise in the file is cut, or more than {MAX_TEXT} bytes")
        return msgspec.json.decode(data, type=tuple[Step, ...])
    except (ValueError, zlib.error, RecursionError) as error:
        said = "nested too deeply" if isinstance(error, RecursionError) else str(error)[:300]
        raise A4AError(f"the exercise in the file is damaged: {said}") from None


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
