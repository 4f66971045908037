"""The build queue: units that are paid in equal instalments, and placed once all is paid.

Each treasury has a queue of its own, a holding; a flag says how much is paid of a unit in it.
Which types go through it says ``numbers.instalment`` of ``units.csv``, or ``terms`` of
``limits.toml``. A unit is paid one instalment in a turn; a turn may be left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from a4a.core import events as ev
from a4a.core.instalments import paid, paid_flag
from a4a.core.state import State
from a4a.core.units import Holding, Unit
from a4a.rules import money
from a4a.rules.areas import technology
from a4a.rules.areas.politics import limits
from a4a.rules.areas.system import System
from a4a.rules.run import Run


def instalment(system: System, state: State, power: str, kind: str) -> int:
    """What a power pays in a turn for a unit that it now buys in instalments; else 0.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("deluxe3g40")
    >>> system, state = game.ruleset.game, game.state
    >>> [instalment(system, state, "Japan", kind) for kind in ("battleship", "AAA")]
    [9, 0]
    """
    part = limits.terms(system, state, power, kind)
    return part if part < technology.price(system, state, power, kind) else 0


def down(system: System, state: State, power: str, kind: str) -> int:
    """What a power pays as it buys a unit: its price, or the first instalment."""
    part = instalment(system, state, power, kind)
    return part or technology.price(system, state, power, kind)


def place_of(
    system: System, state: State, treasury: str, kind: str
) -> tuple[Holding, tuple[str, ...]]:
    """Return where a unit waits that a treasury buys, and its flags there."""
    power = system.catalog.treasuries[treasury].name
    part = instalment(system, state, power, kind)
    if part:
        return system.catalog.queue(treasury), (paid_flag(part),)
    return system.catalog.purchases(treasury), ()


def queued(system: System, state: State, treasury: str) -> tuple[Unit, ...]:
    """Return the units that a treasury pays in instalments."""
    return state.at(system.catalog.queue(treasury))


def due(system: System, state: State, unit: Unit) -> int:
    """The next payment for a unit in the queue: an instalment, or all that is left."""
    left = technology.price(system, state, unit.owner, unit.type) - paid(unit)
    return min(instalment(system, state, unit.owner, unit.type) or left, left)


def payable(state: State, units: Iterable[Unit]) -> Iterator[Unit]:
    """Yield those of some units in a queue of which nothing has been paid in this turn."""
    start = state.turn_start or state
    for unit in units:
        before = start.units.get(unit.id)
        if before is not None and before.flags == unit.flags:
            yield unit


def pay(system: System, run: Run, treasury: str, unit: int) -> None:
    """Pay the next instalment of a unit in the queue; the last lets it be placed in this turn."""
    found = run.state.unit(unit)
    amount = due(system, run.state, found)
    run.emit(money.paid(system, treasury, -amount, "instalment", found.type))
    total, lost = paid(found) + amount, (paid_flag(paid(found)),)
    if total < technology.price(system, run.state, found.owner, found.type):
        run.emit(ev.UnitsConverted((unit,), "instalment", gained=(paid_flag(total),), lost=lost))
        return
    run.emit(
        ev.UnitsConverted((unit,), "instalment", lost=lost),
        ev.UnitsPlaced((unit,), system.catalog.purchases(treasury), "completed"),
    )


def give(
    system: System, run: Run, treasury: str, kind: str, amount: int, *, reason: str = "gift"
) -> None:
    """Put a unit of which some is paid already into a treasury's queue, for nothing."""
    owner, place = system.catalog.treasuries[treasury].name, system.catalog.queue(treasury)
    unit = Unit(run.state.last_unit + 1, kind, owner, place, flags=(paid_flag(amount),))
    run.emit(ev.UnitsAdded((unit,), reason))
