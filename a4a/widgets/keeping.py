"""Keeping a record or a study in its file: what is written or played is saved at once."""

from __future__ import annotations

import os
from pathlib import Path

from a4a.core.errors import A4AError
from a4a.core.names import is_folder_name
from a4a.core.record import GameRecord
from a4a.core.study import Study
from a4a.map.cursor import Cursor
from a4a.store import save


def keep(what: GameRecord | Study, path: str | os.PathLike[str] | None = None) -> Path:
    """Save a record or a study: to its file, or to a new one, which becomes its file.

    Returns
    -------
    Path
        The file.

    Raises
    ------
    A4AError
        If it cannot be saved, whatever the reason, or another file has the name already.

    Examples
    --------
    >>> import a4a, tempfile
    >>> keep(a4a.start("europe1940"), Path(tempfile.mkdtemp()) / "war.a4a").name
    'war.a4a'
    """
    try:
        if path is not None and Path(path).resolve() != what.file and Path(path).exists():
            raise A4AError(f"there is a file {Path(path).name} already: choose another name")
        save(what, path)
    except OSError as error:
        why = f"the file could not be written: {error.strerror or error}"
        raise A4AError(why) from error
    assert what.file is not None  # it was saved
    return what.file


def kept(cursor: Cursor) -> str | None:
    """Save a cursor's record in its file, if it has one and anything is new, and tell the views.

    Returns
    -------
    str or None
        Why it could not be saved, "" if it was; None if there was nothing to save.

    Examples
    --------
    >>> import a4a
    >>> kept(a4a.Cursor(a4a.start("europe1940"))) is None
    True
    """
    record = cursor.record
    if record.file is None or record.saved:
        return None
    try:
        keep(record)
        fault = ""
    except A4AError as error:
        fault = str(error)
    cursor.saves += 1
    return fault


def path_beside(record: GameRecord, name: str) -> Path:
    """Return the path of a file that a page has named: in the record's folder, nowhere else.

    Raises
    ------
    A4AError
        If the name is no plain file name.

    Examples
    --------
    >>> import a4a
    >>> path_beside(a4a.start("europe1940"), "war").name
    'war.a4a'
    """
    if not _plain(name):
        raise A4AError(f"{name[:80]!r} is no plain file name: give one like game.a4a")
    return _folder(record) / (name if name.casefold().endswith(".a4a") else f"{name}.a4a")


def folder_beside(record: GameRecord, name: str) -> Path:
    """Return the path of a folder that a page has named: in the record's folder, nowhere else.

    Raises
    ------
    A4AError
        If the name is not made of small letters, digits and hyphens, as ids of exercises are.

    Examples
    --------
    >>> import a4a
    >>> folder_beside(a4a.start("europe1940"), "paris-1940").name
    'paris-1940'
    """
    if not is_folder_name(name):
        raise A4AError(
            f"{name[:80]!r} is no name of an exercise: give small letters, digits and hyphens"
        )
    return _folder(record) / name


def _plain(name: str) -> bool:
    plain = bool(name) and Path(name).name == name and name[0] not in ". " and "\\" not in name
    return plain and name.isprintable()


def _folder(record: GameRecord) -> Path:
    return record.file.parent if record.file is not None else Path()
