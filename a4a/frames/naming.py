"""What games are called that come without names: their titles, and what tells them apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from a4a.core.record import GameRecord


def told_apart(records: Sequence[GameRecord]) -> list[str]:
    """Return a name for each of some games, each another.

    Examples
    --------
    >>> import a4a
    >>> algeria, midway = a4a.game("wargame1942_algeria"), a4a.game("wargame1942_midway")
    >>> told_apart([algeria, midway, algeria])[2]
    'The War Game: Britain and France attack Algeria (2)'
    """
    titles = [_title(record) for record in records]
    names = list(titles)
    for told in _TELLING:
        often = Counter(names)
        names = [
            f"{name} ({more})" if often[name] > 1 and (more := told(record)) else name
            for name, record in zip(names, records, strict=True)
        ]
    taken: set[str] = set()
    for i, name in enumerate(names):
        number = 1
        while names[i] in taken:
            number += 1
            names[i] = f"{name} ({number})"
        taken.add(names[i])
    return names


def _title(record: GameRecord) -> str:
    header = record.header
    return header.title or header.source.game or header.system


def _file(record: GameRecord) -> str:
    return record.header.source.file or (record.file.name if record.file else "")


def _players(record: GameRecord) -> str:
    return ", ".join(dict.fromkeys(record.header.players.values()))


_TELLING: Final[tuple[Callable[[GameRecord], str], ...]] = (_file, _players)
