"""What becomes of new games: new, the same as one that is there, an earlier or a later save of it.

A game whose chain is the beginning of another's is an earlier save of it: the longer one stays. Two
that part after some turns are both kept, and the later one says from which it was forked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from a4a.core.record import GameRecord
from a4a.libraries.beginnings import MOST, Opening, may_begin
from a4a.libraries.identity import Link, passes

State: TypeAlias = Literal["added", "same", "earlier", "bad"]
Chain: TypeAlias = tuple[Link, ...]


@dataclass
class Settled:
    """What becomes of some new games.

    Parameters
    ----------
    states
        What each is, and as which game the library knows it.
    enter, leave
        Games that come in, and those that longer ones take the place of.
    former
        What games were called before, by what they are called now.
    forks
        Of which game each was forked, and how many turns they have in common.
    """

    states: list[tuple[State, str]] = field(default_factory=list)
    enter: set[str] = field(default_factory=set)
    leave: set[str] = field(default_factory=set)
    former: dict[str, list[str]] = field(default_factory=dict)
    forks: dict[str, tuple[str, int]] = field(default_factory=dict)


class Settling:
    """Settles new games one by one.

    Parameters
    ----------
    known
        The chains of the games in the library that have a turn in common with new ones, or may have
        one.
    record_of
        Reads a game, in the library or new.
    openings
        What was done in the first turns of new and known games.
    """

    def __init__(
        self,
        known: Mapping[str, Chain],
        record_of: Callable[[str], GameRecord],
        openings: Mapping[str, Opening],
    ) -> None:
        self._record_of = record_of
        self._openings = openings
        self._chains: dict[str, Chain] = {}
        self._through: dict[Link, list[str]] = {}
        self._tries = 0
        self.settled = Settled()
        for game, chain in known.items():
            self._know(game, chain)

    def settle(self, game: str, chain: Chain) -> None:
        """Say what becomes of a new game."""
        earlier: list[str] = []
        self._tries = MOST
        common, others = self._in_common(chain)
        for other in others:
            there = self._chains[other]
            if self._begins((game, chain), (other, there), common):
                state: State = "same" if chain == there else "earlier"
                self.settled.states.append((state, other))
                return
            if self._begins((other, there), (game, chain), common):
                earlier.append(other)
        self.settled.states.append(("added", game))
        self.settled.enter.add(game)
        for other in earlier:
            self._replace(other, game)
        forks = [other for other in others if other not in earlier]
        if forks and common > 1:
            self.settled.forks[game] = (forks[0], common - 1)
        self._know(game, chain)

    def _in_common(self, chain: Chain) -> tuple[int, Sequence[str]]:
        """How many links it has in common with the games most like it, and those games."""
        for place in range(len(chain) - 1, -1, -1):
            if others := [o for o in self._through.get(chain[place], ()) if o in self._chains]:
                return place + 1, others
        return 0, ()

    def _begins(self, save: tuple[str, Chain], game: tuple[str, Chain], common: int) -> bool:
        """Whether a save is the beginning of a game, with which it has some links in common."""
        (short, chain), (long, whole) = save, game
        if common == len(chain):
            return True
        if common != len(chain) - 1 or len(whole) <= common or not self._tries:
            return False
        first = common == 1
        if first and not may_begin(self._openings.get(short), self._openings.get(long)):
            return False
        self._tries -= 1
        record = self._record_of(long)
        return passes(record, before=chain[common - 1], link=chain[-1], turn=common)

    def _replace(self, old: str, new: str) -> None:
        del self._chains[old]
        settled = self.settled
        settled.states = [("earlier", new) if s == ("added", old) else s for s in settled.states]
        if old in settled.enter:
            settled.enter.discard(old)
        else:
            settled.leave.add(old)
        settled.former.setdefault(new, []).extend([*settled.former.pop(old, []), old])
        settled.forks.pop(old, None)

    def _know(self, game: str, chain: Chain) -> None:
        self._chains[game] = chain
        for link in chain:
            self._through.setdefault(link, []).append(game)
