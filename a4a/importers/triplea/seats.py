"""Who plays whom: TripleA repeats it for every player each time a game is loaded.

A game by mail is loaded a hundred times, and these lines make up most of its log. Here only changes
are told, in one line for all powers of the same player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from a4a.core import events as ev
from a4a.importers.triplea.names import NameMap
from a4a.importers.triplea.save import EventNode, Save, SavedLine

_PLAYED_BY: Final = " now being played by: "
_HUMAN: Final = "Human"
_MAX_NAME: Final = 100
_MAX_TEXT: Final = 500


class Seats:
    """Who plays whom while a record is being written.

    Parameters
    ----------
    names
        What players are called in the record.
    anonymous
        Whether to tell nothing of it.
    """

    def __init__(self, names: NameMap, *, anonymous: bool) -> None:
        self._names = names
        self._anonymous = anonymous
        self._played_by: dict[str, str] = {}
        self._new: dict[str, dict[str, None]] = {}  # by who plays: the powers

    @property
    def seated(self) -> Mapping[str, str]:
        """Who plays each of TripleA's players, as was said last."""
        return self._played_by

    def taken_from(self, event: EventNode) -> EventNode:
        """Return an event without its lines on who plays whom, which are taken in."""
        lines = tuple(line for line in event.lines if not self._takes(line))
        return event if lines == event.lines else msgspec.structs.replace(event, lines=lines)

    def news(self) -> Iterator[ev.Noted]:
        """Yield what is new since last time, one note for each name that plays."""
        new, self._new = self._new, {}
        if self._anonymous:
            return
        for who, powers in new.items():
            whom = "all" if len(powers) == len(self._names.players_of) else ", ".join(powers)
            yield ev.Noted(f"Now played by {who}: {whom}"[:_MAX_TEXT], "log")

    def _takes(self, line: SavedLine) -> bool:
        said, found, who = line.text.partition(_PLAYED_BY)
        player = said.removesuffix(" are").removesuffix(" is")
        if not found or player not in self._names.accounts:
            return bool(found) and self._anonymous
        if self._played_by.get(player) != who:
            self._played_by[player] = who
            self._new.setdefault(who[:_MAX_NAME], {})[self._names.owner(player)] = None
        return True


def players(save: Save, names: NameMap, seated: Mapping[str, str]) -> dict[str, str]:
    """Return who plays each power, as far as TripleA says: mostly "Human" or the kind of AI.

    Parameters
    ----------
    save, names
        The save, and what its players are called in the record.
    seated
        Who took each player's seat last, as the log says: it may have a name for a human.
    """
    found: dict[str, str] = {}
    for player in save.players.values():
        power = names.catalog.find_power(names.owner(player.name))
        kind, _, who = (player.controller or "").partition(":")
        if kind == _HUMAN and who in ("", _HUMAN):
            who = seated.get(player.name, who)
        if power is not None and power.playable and kind not in ("", "null"):
            found.setdefault(power.name, who or kind)
    return found
