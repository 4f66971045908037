"""Where the lines are now that tests reached when they were measured."""

from __future__ import annotations

import hashlib
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path


class Sources:
    """Modules as they were when tests were measured, kept by their content.

    Parameters
    ----------
    project
        The project, with the modules as they are.
    folder
        Where they are kept.
    """

    def __init__(self, project: Path, folder: Path) -> None:
        self.project = project
        self.folder = folder

    def keep(self, path: str) -> str:
        """Keep a module as it is; return the name of what is kept."""
        content = (self.project / path).read_bytes()
        name = hashlib.sha256(content).hexdigest()[:16]
        self.folder.mkdir(parents=True, exist_ok=True)
        if not (self.folder / name).is_file():
            (self.folder / name).write_bytes(content)
        return name

    def places(self, path: str, name: str) -> dict[int, range]:
        """Return where each line of a module as it was is now (from 1).

        Lines that were written anew are where the lines were that they replace; new ones are where
        the line before them is.
        """
        if not (self.project / path).is_file():
            return {}
        now = (self.project / path).read_text(encoding="utf-8")
        return moved((self.folder / name).read_text(encoding="utf-8"), now)


@cache
def moved(before: str, after: str) -> dict[int, range]:
    r"""Return where each line of a text is in another (from 1).

    Examples
    --------
    >>> moved("a\nb\nc\n", "a\nnew\nb\nother\n")
    {1: range(1, 3), 2: range(3, 4), 3: range(4, 5)}
    """
    old, new = before.splitlines(), after.splitlines()
    found: dict[int, range] = {}
    for tag, i, i_end, j, j_end in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "insert" and i:
            found[i] = range(found[i].start, j_end + 1)
        for place in range(i, i_end):
            same = j + place - i
            found[place + 1] = range(
                *((same + 1, same + 2) if tag == "equal" else (j + 1, j_end + 1))
            )
    return found
