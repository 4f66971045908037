"""Opening a recorded game of any kind, and the games that come with a4a."""

from __future__ import annotations

import gzip
import os
import re
import tempfile
import zlib
from collections.abc import Mapping
from pathlib import Path

from a4a.boards.folders import root
from a4a.core.errors import A4AError, RecordError
from a4a.core.record import GameRecord
from a4a.core.study import Study

_GZIP = b"\x1f\x8b"
_JAVA = b"\xac\xed"
_ZIP = b"PK"
_ODD = re.compile(r"[^\w .()-]")  # in the name of a file
_LONGEST = 80  # characters of one


def open_record(
    path: str | os.PathLike[str],
    *,
    anonymous: bool = False,
    players: Mapping[str, str] | None = None,
) -> GameRecord:
    """Open a recorded game: an `.a4a` file, or a TripleA save (`.tsvg`).

    The kind of file is told by its contents, not by its name.

    Parameters
    ----------
    path
        The file.
    anonymous
        Leave out the players' names.
    players
        Names of players by power, ``{"Germany": "Ada"}``, in place of those that the file has: a
        save knows only that a player is human. They stand in the log, in the frame
        `powers` and on a page, and are saved with the game.

    Returns
    -------
    GameRecord
        The whole game.

    Raises
    ------
    RecordError
        If the file is missing, or is neither kind, or is damaged; the message says what and where.
    A4AError
        If there is no power that a player is named for, or a name is not one short line of text.
    """
    record = _opened(path, anonymous=anonymous)
    if players is not None:
        record.name_players(players)
    return record


def _opened(path: str | os.PathLike[str], *, anonymous: bool) -> GameRecord:
    """Open a recorded game with the names it has."""
    if not isinstance(path, str | os.PathLike):
        raise RecordError(
            f"what is opened is the path of a .tsvg or .a4a file, not a {type(path).__name__}"
        )
    file = Path(path)
    if not file.is_file():
        what = "a folder, not a file" if file.is_dir() else "no such file"
        raise RecordError(f"{file.name or file}: {what}; give the path of a .tsvg or .a4a file")
    if _looks_like_java(file):
        from a4a.importers.triplea import read

        return read(file, anonymous=anonymous)
    if _head(file) != _GZIP:
        what = "neither a TripleA save (.tsvg) nor an .a4a file"
        raise RecordError(f"{file.name}: {what if _head(file) else 'the file is empty'}")
    from a4a.store import load

    record = load(file)
    return record.without_players() if anonymous else record


def open_game_or_study(path: str | os.PathLike[str]) -> GameRecord | Study:
    """Open a recorded game, as `open_record` does, or the study of an `.a4s` file.

    Raises
    ------
    RecordError
        As `open_record`; nor is a study begun where there is no file.
    A4AError
        As `a4a.study`.

    Examples
    --------
    >>> import tempfile, a4a
    >>> lesson = a4a.study(Path(tempfile.mkdtemp()) / "lesson.a4s")
    >>> _ = lesson.add(a4a.start("europe1940"), title="The start")
    >>> a4a.save(lesson)
    >>> open_game_or_study(lesson.file)
    <Study 'lesson': 1 chapters of 1 games>
    """
    if isinstance(path, str | os.PathLike) and Path(path).is_file() and _head(Path(path)) == _ZIP:
        from a4a.store import study

        return study(path)
    return open_record(path)


def read_record(data: bytes, *, name: str) -> GameRecord:
    """Read a recorded game from the bytes of its file; it is kept in no file.

    Parameters
    ----------
    data
        The bytes of an `.a4a` file or a TripleA save.
    name
        The name of the file, for messages. Nothing is written under it.

    Raises
    ------
    RecordError
        As `open_record`.

    Examples
    --------
    >>> read_record(b"", name="games/mine.a4a")
    Traceback (most recent call last):
    a4a.core.errors.RecordError: mine.a4a: the file is empty
    """
    base = _ODD.sub("_", name.replace("\\", "/").rpartition("/")[2])[-_LONGEST:]
    with tempfile.TemporaryDirectory(prefix="a4a-") as folder:
        file = Path(folder) / (base.strip(". ") or "game")
        file.write_bytes(data)
        if data[:2] != _GZIP or _looks_like_java(file):
            return open_record(file)
    from a4a.store import loads

    return loads(data, name=file.name)


def games() -> tuple[str, ...]:
    """Names of the recorded games that come with a4a.

    Examples
    --------
    >>> all(isinstance(game(name), GameRecord) for name in games())
    True
    """
    return tuple(sorted(file.stem for file in (root() / "games").glob("*.a4a")))


def game(name: str) -> GameRecord:
    """Open a recorded game that comes with a4a.

    Raises
    ------
    A4AError
        If there is none of this name; the message lists them.
    """
    if name not in games():
        raise A4AError(f"no game {name!r} comes with a4a; there are {', '.join(games())}")
    from a4a.store import loads

    # Not open_record: annotations are never saved among the program's own files.
    return loads((root() / "games" / f"{name}.a4a").read_bytes(), name=f"{name}.a4a")


def _head(file: Path) -> bytes:
    """Return the two bytes that say what kind of file it is."""
    with file.open("rb") as raw:
        return raw.read(2)


def _looks_like_java(file: Path) -> bool:
    """Whether a file holds a Java object stream, bare or compressed."""
    head = _head(file)
    if head != _GZIP:
        return head == _JAVA
    try:
        with gzip.open(file) as unpacked:
            return unpacked.read(2) == _JAVA
    except (OSError, EOFError, zlib.error):
        return False
