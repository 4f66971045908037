"""National Advantages: what a round brings as its missions end. The bomb is a way to win.

What may be built from a round on is in `limits.toml`, what fights differently in `combat.toml`.

Source: book, National Advantages; R-478.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from a4a.core.state import State
from a4a.rules.areas import data
from a4a.rules.areas.control import activation
from a4a.rules.areas.control.victory import check_phase
from a4a.rules.areas.economy import build_queue
from a4a.rules.areas.politics import neutrals
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.spaces import Spaces
from a4a.rules.systems.deluxe3g40.missions.mission import Mission


class QueueGift(data.Entry, frozen=True, kw_only=True):
    """A unit that comes into a treasury's queue in a round, with so much paid of it."""

    round: int
    treasury: str
    unit: str
    paid: int
    name: str


class Alliance(data.Entry, frozen=True, kw_only=True):
    """Strict neutrals that join a power in a round, with their armies."""

    round: int
    of: Spaces
    heir: str
    name: str


class Advantages(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The list ``advantages.toml``."""

    gifts: tuple[QueueGift, ...] = ()
    alliances: tuple[Alliance, ...] = ()


@lru_cache(maxsize=16)
def advantages(system: System) -> Advantages:
    """Return what rounds bring.

    Examples
    --------
    >>> import a4a
    >>> [gift.unit for gift in advantages(a4a.new_game("deluxe3g40").ruleset.game).gifts]
    ['radar tower']
    """
    found = data.read(system, "advantages", Advantages)
    return Advantages(data.in_play(system, found.gifts), data.in_play(system, found.alliances))


def entries(system: System) -> Iterator[data.Entry]:
    """Yield all entries."""
    found = advantages(system)
    yield from (*found.gifts, *found.alliances)


class NationalAdvantages(Mission):
    """The last part of the missions phase: nobody has a choice in it."""

    name = "National Advantages"

    def enter(self, run: Run) -> None:
        """Give what the round brings; see whether the war is over."""
        check_phase(self.system, run, self.name)
        if run.state.victors:
            return
        found = advantages(self.system)
        for gift in found.gifts:
            if gift.round == run.state.round:
                build_queue.give(
                    self.system, run, gift.treasury, gift.unit, gift.paid, reason=gift.name
                )
        for alliance in found.alliances:
            for territory in alliance.of.names(self.system):
                if alliance.round == run.state.round and _remains(
                    self.system, run.state, territory
                ):
                    activation.activate(
                        self.system, run, territory, alliance.heir, reason=alliance.name
                    )


def _remains(system: System, state: State, territory: str) -> bool:
    """Whether a territory is a strict neutral still."""
    return neutrals.is_neutral(system, state, territory) and neutrals.is_strict(state, territory)
