"""What an exercise has that is not made by clicks: it is kept, and said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from a4a.boards.folders import root
from a4a.core.english import count_of, list_of
from a4a.lessons.drafting import Draft, DraftWindow
from a4a.lessons.questions import Prose
from a4a.lessons.reading import FILE


def kept(made: Draft, window: DraftWindow) -> Iterator[str]:
    """Say what an exercise that was read has besides what is shown of it.

    Parameters
    ----------
    made
        The exercise.
    window
        The window that is shown.

    Examples
    --------
    >>> import a4a
    >>> from a4a.lessons.drafting import redraft
    >>> made = redraft(a4a.exercise("convoy-war"))
    >>> for line in kept(made, made.windows[0]):
    ...     print(line)
    orders that are given before it begins: 1
    authors, tags and debrief
    """
    limits = window.scene.limits
    if limits is not None:
        if limits.spaces:
            yield f"where: {list_of(limits.spaces)}"
        if limits.enemy == "comes":
            yield "the enemy sends all he may"
        if limits.budget.minutes:
            yield f"at most {count_of(limits.budget.minutes, 'minute')}"
    if window.read is not None and window.read.script:
        yield f"orders that are given before it begins: {len(window.read.script)}"
    if made.read is None:
        return
    plan = made.read.plan
    names = ("authors", "tags", "sources", "debrief")
    if there := [name for name in names if getattr(plan, name)]:
        yield list_of(there)
    if any(one.after for one in plan.questions):
        yield "what is said once a question is answered"
    if any(isinstance(one, Prose) and one.rubric for one in plan.questions):
        yield "rubrics"


def home_of(made: Draft) -> Path | None:
    """Return where an exercise that was read is saved: beside its folder.

    None for a new one, and for those that come with a4a, which are not changed.
    """
    file = None if made.read is None else made.read.file
    if file is None or file.resolve().is_relative_to(root().resolve()):
        return None
    return file.parent.parent


def saved_of(made: Draft) -> str:
    """Return the folder that an exercise was read from and may be saved in again, or ""."""
    file = None if home_of(made) is None or made.read is None else made.read.file
    return "" if file is None or file.name != FILE else file.parent.name


def lost_of(made: Draft) -> str:
    """Return what of an exercise that was read is not kept, or ""."""
    file = None if made.read is None else made.read.file
    if file is None or not has_comments(file.read_text("utf-8-sig")):
        return ""
    return "the comments in its TOML"


def has_comments(text: str) -> bool:
    r"""Whether a TOML text has comments, which are lost where it is written anew.

    Examples
    --------
    >>> has_comments("a = 1\nb = '# no comment'"), has_comments("a = 1 # comment")
    (False, True)
    """
    return any(found["comment"] for found in _STRINGS_AND_COMMENTS.finditer(text))


_STRINGS_AND_COMMENTS: Final = re.compile(
    r'''"""(?:\\.|[^\\])*?"""|\'{3}.*?\'{3}|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|(?P<comment>\#)''',
    re.DOTALL,
)
