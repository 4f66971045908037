"""Writing an exercise being made: a folder with its TOML and the record it begins in."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from a4a.core.errors import A4AError
from a4a.core.steps import ROOT
from a4a.lessons.checklist import missing
from a4a.lessons.drafting import Draft
from a4a.lessons.exercise import opened
from a4a.lessons.parts import copied
from a4a.lessons.reading import FILE, plan_of
from a4a.lessons.writing import toml_of
from a4a.store.format import digest_of
from a4a.store.reader import loads
from a4a.store.writer import dumps
from a4a.store.writing import writing

_OURS: Final = re.compile("game-[0-9a-f]{8}[.]a4a")


def write(made: Draft, folder: str | Path, *, replace: bool = False) -> Path:
    """Write a draft as an exercise: a folder with its TOML and the record it begins in.

    The record goes only as far as where the exercise begins, and is named by what is in it; so the
    TOML, which is put in its place last and whole, always names a record that is there.

    Parameters
    ----------
    made
        The draft.
    folder
        The folder, which is made if there is none; its name is the exercise's id.
    replace
        Whether another exercise that is there is replaced.

    Returns
    -------
    Path
        The TOML file.

    Raises
    ------
    A4AError
        If something is missing that an exercise needs, another exercise is there already, or it
        cannot be written.
    """
    folder = Path(folder)
    if lacking := [item for item in missing(made) if item.needed and not item.done]:
        raise A4AError(f"not yet: {'; '.join(item.text for item in lacking)}")
    file = folder / FILE
    if file.exists() and not replace:
        raise A4AError(f"there is an exercise in {folder.name!r} already: replace it, or rename")
    try:
        name, data = _beside(made)
        plan = made.plan(_id(made, folder), record=name, sha256=digest_of(data))
        text = toml_of(plan)
        opened(plan_of(text), loads(data) if data else made.record, rules=made.rules)
        folder.mkdir(exist_ok=True)
        if data:
            with writing(folder / name) as stream:
                stream.write(data)
        with writing(file) as stream:
            stream.write(text.encode())
        for old in folder.glob("game-*.a4a"):
            if old.name != plan.start.record and _OURS.fullmatch(old.name):
                old.unlink()
    except OSError as error:
        raise A4AError(f"it could not be written: {error.strerror or error}") from error
    return file


def _id(made: Draft, folder: Path) -> str:
    """What files and marks call it: as before where it was, else as its folder."""
    read = made.read
    if read is not None and read.file is not None and read.file.parent == folder:
        return read.id
    return folder.name


def _beside(made: Draft) -> tuple[str, bytes]:
    """The record that is written beside the TOML, and its name; nothing where none is."""
    if made.read is None or made.read.file is None or not made.stays:
        ways = {node for one in made.windows for node in made.record.way_to(one.scene.node)}
        data = dumps(copied(made.record, ways - {ROOT}))
        return f"game-{digest_of(data)[:8]}.a4a", data
    start = made.read.plan.start
    if not start.record:
        return "", b""
    data = (made.read.file.parent / start.record).read_bytes()
    if digest_of(data) != start.sha256:
        raise A4AError(f"{start.record!r} is no longer the record that the exercise was read with")
    return start.record, data
