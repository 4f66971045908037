"""Where an author asks for a picture of the board.

A note that remembers what was shown when it was written asks for that. A comment asks with a line
of its own: ``[diagram]`` for the whole board, ``[diagram: Eastern Front]`` for a part of it.
"""

from __future__ import annotations

import re
from typing import Final

from a4a.core.annotations import AnyAnnotation, Comment
from a4a.core.steps import NodeId
from a4a.texts.blocks import Diagram

_ASKED: Final = re.compile(
    r"^[ \t]*\[diagram(?::[ \t]*([^\]\n]{1,80}?))?[ \t]*\][ \t]*$\n?", re.M | re.I
)


def asked(note: AnyAnnotation, node: NodeId) -> tuple[str, Diagram | None]:
    r"""Return the text of a note without the line that asks for a diagram, and the diagram.

    Parameters
    ----------
    note
        The note.
    node
        The node that would be shown.

    Examples
    --------
    >>> asked(Comment(node=7, text="Paris falls.\n[diagram: Europe]"), 7)
    ('Paris falls.', Diagram(node=7, region='Europe', view=None))
    """
    text = note.text if isinstance(note, Comment) else ""
    found = _ASKED.search(text)
    text = _ASKED.sub("", text).strip() if found else text
    if note.view is not None:
        return text, Diagram(node, view=note.view)
    return text, Diagram(node, (found.group(1) or "").strip()) if found else None
