"""What a power can buy in its turn, for how much, and where it could place it."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from a4a.core.errors import A4AError
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules import money
from a4a.rules.areas.bases.facilities import facilities_in
from a4a.rules.areas.economy import build_queue, economies
from a4a.rules.areas.economy.funds import available
from a4a.rules.areas.economy.placement import Yard, site_fault, unfit
from a4a.rules.areas.politics import limits
from a4a.rules.areas.system import System
from a4a.rules.remembered import remembered, remembered_each


class Offer(NamedTuple):
    """A unit type on offer.

    Parameters
    ----------
    price
        What one costs now: its first instalment, if it is paid in several.
    most
        How many the treasury can pay for.
    spaces
        Where one could be mobilized if new units were placed now.
    """

    price: int
    most: int
    spaces: tuple[str, ...]


def offers(system: System, state: State, treasury: str | None = None) -> dict[str, Offer]:
    """Return what a power whose turn it is can buy, by unit type, in the order of the tables.

    Parameters
    ----------
    system, state
        The game, in the turn of the power that asks.
    treasury
        Who pays; None for the main treasury of the first power whose turn it is.

    Returns
    -------
    dict
        Every type that is for sale, even if it cannot pay for or place it; nothing at all while the
        capital of the treasury's economy is lost.

    Raises
    ------
    A4AError
        If the power has no such treasury.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("europe1940")
    >>> offers(game.ruleset.game, game.state)["battleship"]
    Offer(price=20, most=1, spaces=('sea zone 113', 'sea zone 114', 'sea zone 112'))
    """
    owners = (p for p in state.active if treasury in money.treasuries(system, p))
    power = next(owners, state.active[0])
    own = money.treasuries(system, power)
    treasury = treasury or own[0]
    if treasury not in own:
        raise A4AError(
            f"{system.called(power)} has no treasury {treasury!r}; it has {' and '.join(own)}"
        )
    if economies.capital_lost(system, state, power, treasury):
        return {}
    found: dict[str, Offer] = {}
    for kind in limits.for_sale(system, state, power):
        price = build_queue.down(system, state, power, kind)
        spaces = sites(system, state, kind, treasury=treasury)
        found[kind] = Offer(price, available(system, state, treasury, kind) // price, spaces)
    return found


def sites(
    system: System,
    state: State,
    kind: str,
    *,
    treasury: str | None = None,
) -> tuple[str, ...]:
    """Return the spaces where a power whose turn it is may place a new unit of a type now.

    Parameters
    ----------
    system, state
        The game, in the turn of the power that asks.
    kind
        The unit type.
    treasury
        Which treasury pays for it; None for the main one of the first power whose turn it is.
    """
    treasury = treasury or money.treasuries(system, state.active[0])[0]
    return _sites_of(system, state, (kind, treasury))


def _sites(system: System, state: State, what: tuple[str, str]) -> tuple[str, ...]:
    kind, treasury = what
    power = system.catalog.treasuries[treasury].name
    if kind in system.of_category("facility"):
        found = _built_of(system, state, (power, treasury))
        if kind not in found:
            found[kind] = tuple(
                t
                for t in _lots_of(system, state, (power, treasury))
                if unfit(system, power, kind, t) is None
                and site_fault(system, state, power, kind, t) is None
            )
        return found[kind]
    unit = Unit(state.last_unit + 1, kind, power, system.catalog.purchases(treasury))
    return yard_of(system, state, power).sites(unit)


_sites_of = remembered_each(_sites)
yard_of = remembered_each(Yard)
"""What the complexes of a power can still mobilize in a state."""


def _lots(system: System, state: State, whose: tuple[str, str]) -> tuple[str, ...]:
    """The territories of a power in which one of its treasuries may build."""
    power, treasury = whose
    own = economies.territories(system, state, power)
    return tuple(t for t in own if money.treasury_of(system, t, power) == treasury)


_lots_of = remembered_each(_lots, same=State.same_control)
_Sites: TypeAlias = dict[str, tuple[str, ...]]
"""Where facilities may be built, by type, as far as it was asked."""


def _none_alike(system: System, state: State) -> dict[tuple[object, ...], _Sites]:
    return {}


_alike_of = remembered(_none_alike, same=State.same_ground)


def _built(system: System, state: State, whose: tuple[str, str]) -> _Sites:
    """The sites of all states alike in what tells them: they stay while units are bought."""
    start, lots = state.turn_start or state, _lots_of(system, state, whose)
    standing = tuple(facilities_in(system, state, t) for t in lots)
    alike = whose, tuple(map(start.control.get, lots)), standing
    return _alike_of(system, state).setdefault(alike, {})


_built_of = remembered_each(_built)
