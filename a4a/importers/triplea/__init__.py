"""TripleA save games (`.tsvg`) of 1.9 and 2.x, read into records in pure Python."""

from __future__ import annotations

from pathlib import Path

from a4a.core.errors import A4AError, RecordError
from a4a.core.record import GameRecord
from a4a.importers.triplea.collecting import collected_at_the_end
from a4a.importers.triplea.reader import read_save
from a4a.importers.triplea.translate import translate

__all__ = ["read", "read_save", "translate"]


def read(path: str | Path, *, anonymous: bool = False) -> GameRecord:
    """Read a TripleA save game into a record.

    Parameters
    ----------
    path
        The file, usually named ``*.tsvg``.
    anonymous
        Leave out the players' names.

    Returns
    -------
    GameRecord
        The game on our board and with our names where the map is one of ours, in whatever set-up
        and with whatever units; otherwise on a board made from the save.

    Raises
    ------
    RecordError
        If the file cannot be read, is no save, or is damaged; the message says what and where.
    """
    with collected_at_the_end():
        return _read(path, anonymous=anonymous)


def _read(path: str | Path, *, anonymous: bool) -> GameRecord:
    save = read_save(path)
    try:
        record = translate(save, file=Path(path).name, anonymous=anonymous)
        record.state_at(record.last)  # it can be followed to its end, or is refused here
        return record
    except RecordError:
        raise
    except (A4AError, AttributeError, LookupError, TypeError, ValueError) as error:
        # The stream was sound, but the game in it cannot have been played.
        raise RecordError(
            f"damaged save: map, units and history do not fit together ({error})"
        ) from error
