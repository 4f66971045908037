"""Vichy France: how it comes about, and what becomes of it. ``vichy.toml`` has the particulars.

Source: book, The Strategic Missions Phase, #2; R-482 to R-485.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec

from a4a.core import events as ev
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.areas import data
from a4a.rules.areas.control import activation
from a4a.rules.areas.system import System
from a4a.rules.run import Run
from a4a.rules.systems.deluxe3g40.politics.changing import convert, remove

TURNED = "Vichy territories turned"
"""The marker that counts on a power the Vichy territories that it has turned."""


class Regime(data.Entry, frozen=True, kw_only=True):
    """A power that splits off another whose capital has fallen.

    Parameters
    ----------
    power, of
        Who splits off whom.
    seat, by, round
        The capital that a side must have taken, and in which round.
    unless
        The status that prevents it.
    leaves
        The status that it leaves, so that it happens once.
    free
        Where units and land stay with the power.
    """

    power: str
    of: str
    seat: str
    by: str
    round: int
    unless: str
    leaves: str
    free: tuple[str, ...]


class VichyRoll(data.Entry, frozen=True, kw_only=True):
    """The dice that a power may roll for what is Vichy.

    Parameters
    ----------
    power, value
        Who rolls, and what succeeds.
    of
        For land and ships of whom.
    spaces
        In which spaces, in this order.
    destroys
        Whether success destroys what is there; it comes over otherwise.
    bonus
        The status of the power with which one more succeeds.
    """

    power: str
    value: int
    of: str
    spaces: tuple[str, ...]
    destroys: bool = False
    bonus: str = ""


class Fate(data.Entry, frozen=True, kw_only=True):
    """How the regime ends.

    Parameters
    ----------
    power, at, round
        Whose fate is decided, and where its seat is, in which round.
    side, counted
        Whether the side has turned the most of these territories.
    keeps
        What stays at the seat if it has: all other units are removed.
    heir
        Who has turned all others, and gets the seat with its units if they are the most.
    """

    power: str
    at: str
    round: int
    side: str
    counted: tuple[str, ...]
    keeps: tuple[str, ...]
    heir: str


class Vichy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that the dataset says of Vichy France."""

    regimes: tuple[Regime, ...] = ()
    rolls: tuple[VichyRoll, ...] = ()
    fates: tuple[Fate, ...] = ()


@lru_cache(maxsize=16)
def vichy(system: System) -> Vichy:
    """Return what the dataset says of Vichy France.

    Examples
    --------
    >>> import a4a
    >>> [roll.power for roll in vichy(a4a.new_game("deluxe3g40").ruleset.game).rolls]
    ['Japan', 'United Kingdom', 'Italy', 'France', 'Germany']
    """
    found = data.read(system, "vichy", Vichy)
    for entry in _all(found):
        data.known_spaces(system, spaces_of(entry), f"vichy.toml ({entry.rule})")
    return Vichy(
        data.in_play(system, found.regimes),
        data.in_play(system, found.rolls),
        data.in_play(system, found.fates),
    )


def spaces_of(entry: Regime | VichyRoll | Fate) -> tuple[str, ...]:
    """Return the spaces that an entry names."""
    match entry:
        case Regime():
            return (entry.seat, *entry.free)
        case VichyRoll():
            return entry.spaces
        case Fate():
            return (entry.at, *entry.counted)


def entries(system: System) -> Iterator[data.Entry]:
    """Yield all entries."""
    return _all(vichy(system))


def _all(found: Vichy) -> Iterator[Regime | VichyRoll | Fate]:
    yield from found.regimes
    yield from found.rolls
    yield from found.fates


def due(system: System, state: State) -> Iterator[Regime]:
    """Yield the regimes that come about now."""
    for regime in vichy(system).regimes:
        captor = system.catalog.side_of(state.control.get(regime.seat))
        statuses = state.statuses(regime.of)
        if (
            captor == regime.by
            and state.round == regime.round
            and regime.unless not in statuses
            and regime.leaves not in statuses
        ):
            yield regime


def establish(system: System, run: Run, regime: Regime) -> None:
    """Give the regime what splits off: land and the units there, ships.

    What stands with friends, on their land or beside them on its own, stays as it is.
    """
    run.emit(ev.StatusChanged(regime.of, gained=(regime.leaves,), reason="the capital has fallen"))
    for space in system.board.spaces:
        if space.name in regime.free:
            continue
        here = run.state.within(space.name)
        if space.kind != "sea":
            if run.state.control.get(space.name) != regime.of:
                continue
            if any(unit.owner != regime.of for unit in here):
                continue
            run.emit(ev.ControlChanged(space.name, regime.of, regime.power, regime.leaves))
        convert(run, (u for u in here if u.owner == regime.of), regime.power, regime.leaves)


def stands(state: State, fate: Fate) -> bool:
    """Whether the regime is in its seat still."""
    return state.control.get(fate.at) == fate.power


def units_of(state: State, regime: str, space: str) -> tuple[Unit, ...]:
    """Return the units of the regime in a space, cargo too."""
    return tuple(unit for unit in state.within(space) if unit.owner == regime)


def turn(system: System, run: Run, territory: str, power: str, reason: str) -> None:
    """Bring a territory over to a power with all that is there, and count it."""
    activation.activate(system, run, territory, power, reason=reason)
    count = run.state.markers.get((ev.OnPower(power), TURNED), 0) + 1
    run.emit(ev.MarkerChanged(ev.OnPower(power), TURNED, count))


def end(system: System, run: Run, fate: Fate) -> None:
    """Decide the fate of the regime: what no power of the side has turned is the heir's (R-485)."""
    reason = f"the fate of {fate.at}"
    turned = sum(
        run.state.markers.get((ev.OnPower(power), TURNED), 0)
        for power in system.players_of(fate.side)
    )
    for space in system.board.spaces:
        if space.name != fate.at and run.state.control.get(space.name) == fate.power:
            activation.activate(system, run, space.name, fate.heir, reason=reason)
        elif space.kind == "sea":
            convert(run, units_of(run.state, fate.power, space.name), fate.heir, reason)
    if 2 * turned < len(fate.counted):
        activation.activate(system, run, fate.at, fate.heir, reason=reason)
        return
    gone = (u for u in units_of(run.state, fate.power, fate.at) if u.type not in fate.keeps)
    remove(run, gone, reason)
    run.emit(ev.ControlChanged(fate.at, fate.power, None, reason))
