"""Convoy raids: what enemy warships in convoy zones cost. No dice, and nothing to decide.

Sources: book, The Strategic Missions Phase, #3 (DX-SMP-075 to 083); R-441, R-442.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import msgspec

from a4a.core.state import State
from a4a.rules import money
from a4a.rules.areas import data
from a4a.rules.areas.politics import limits
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.conditions import Condition, all_hold, types_of
from a4a.rules.decision import Decision
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.missions.mission import Mission


class CoastalConvoys(data.Entry, frozen=True, kw_only=True):
    """What a raided convoy zone costs each nation with land beside it."""

    loss: int


class OpenConvoys(data.Entry, frozen=True, kw_only=True):
    """Convoy zones far from land, and what each costs while it is raided.

    Parameters
    ----------
    zones
        The sea zones.
    power, treasury
        Who pays, and out of what.
    loss
        How much for each zone.
    when
        What must hold.
    """

    zones: tuple[str, ...]
    power: str
    treasury: str
    loss: int
    when: tuple[Condition, ...] = ()


class Convoys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The list ``convoys.toml``."""

    coastal: tuple[CoastalConvoys, ...] = ()
    open: tuple[OpenConvoys, ...] = ()


class Loss(NamedTuple):
    """What a treasury loses to raiders in a zone."""

    zone: str
    treasury: str
    amount: int


@lru_cache(maxsize=16)
def convoys(system: System) -> Convoys:
    """Return what the dataset says of convoys.

    Examples
    --------
    >>> import a4a
    >>> convoys(a4a.new_game("deluxe3g40").ruleset.game).coastal[0].loss
    3
    """
    found = data.read(system, "convoys", Convoys)
    return Convoys(data.in_play(system, found.coastal), data.in_play(system, found.open))


def losses(system: System, state: State) -> Iterator[Loss]:
    """Yield what each raided zone costs each treasury, in board order.

    The two halves of a power with two treasuries are nations of their own (R-442).
    """
    listed = convoys(system)
    for power in system.order_of_play:
        if limits.exempt(system, power, "convoys"):
            continue
        here = Situation(system, state, power)
        if not here.enemies:
            continue
        for space in system.board.spaces:
            if "convoy" not in space.features or not _raided(here, space.name):
                continue
            land = [t for t in system.graph.coast[space.name] if state.control.get(t) == power]
            for treasury in dict.fromkeys(money.treasury_of(system, t, power) for t in land):
                for one in listed.coastal:
                    yield Loss(space.name, treasury, one.loss)
        for far in listed.open:
            if far.power == power and all_hold(far.when, here):
                for zone in far.zones:
                    if _raided(here, zone):
                        yield Loss(zone, far.treasury, far.loss)


def _raided(here: Situation, zone: str) -> bool:
    """Whether an enemy warship is in a zone."""
    return any(u.type in types_of(here.system, "warship") for u in here.enemies_in(zone))


class ConvoyRaids(Mission):
    """What raiders cost is paid: each treasury pays all it can."""

    name = "Convoy Raids"

    def applies(self, state: State) -> bool:
        """Whether a convoy is raided."""
        return any(losses(self.system, state))

    def enter(self, run: Run) -> None:
        """Take what each raided zone costs."""
        for loss in list(losses(self.system, run.state)):
            amount = min(loss.amount, money.balance(self.system, run.state, loss.treasury))
            if amount > 0:
                run.emit(money.paid(self.system, loss.treasury, -amount, "convoy", loss.zone))

    def decision(self, state: State) -> Decision | None:
        """Ask nothing: no dice, no choice."""
        return None
