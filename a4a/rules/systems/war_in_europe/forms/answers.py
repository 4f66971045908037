"""Forms that are alike wherever they are asked: units chosen of some, and buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.rules.choices import Answer, Item, Picks, Refused, Tally
from a4a.rules.order import Order
from a4a.rules.systems.war_in_europe.naming import called
from a4a.rules.systems.war_in_europe.strength import factors
from a4a.rules.systems.war_in_europe.system import System

Verify = Callable[[State, Order], None]
"""Refuses an order that may not be given."""


def allowed(state: State, order: Order) -> None:
    """Refuse nothing: whatever is offered may be chosen."""


def refused(verify: Verify, state: State, order: Order) -> Refused | None:
    """Say why an order may not be given, or None if it may."""
    try:
        verify(state, order)
    except RuleViolation as error:
        return Refused.of(error)
    return None


def answer(
    verify: Verify, state: State, label: str, order: Order, *, spaces: Sequence[str] = ()
) -> Answer:
    """Return a button that says why it may not be pressed, if it may not."""
    return Answer(label, order, refused(verify, state, order), tuple(spaces))


def some_of(
    system: System,
    state: State,
    units: Iterable[int],
    *,
    title: str,
    commit: str,
    make: Callable[[tuple[int, ...]], Order],
    least: int = 1,
    most: int | None = None,
    forecast: Callable[[tuple[int, ...]], tuple[str, ...]] | None = None,
    aside: bool = False,
    space: str = "",
) -> Tally:
    """Return a form that chooses some of these units, each a row of its own.

    Parameters
    ----------
    system, state
        The game, and how it stands.
    units
        The units to choose from.
    title, commit
        What it is about, and what its button says.
    make
        Makes the order of those that are chosen.
    least, most
        How many must, and may, be chosen.
    forecast
        What can be expected of those that are chosen.
    aside
        Whether it can wait out of sight.
    space
        The space it is about, or "".
    """

    def orders(picks: Picks) -> tuple[Order, ...]:
        picked = _picked(picks)
        return (make(picked),) if picked or not least else ()

    return Tally(
        title=title,
        items=tuple(_item(system, state, state.unit(number)) for number in units),
        make=orders,
        commit=commit,
        least=least,
        most=most,
        forecast=None if forecast is None else lambda picks: forecast(_picked(picks)),
        aside=aside,
        space=space,
    )


def _picked(picks: Picks) -> tuple[int, ...]:
    return tuple(int(key) for key, own in picks.items() if any(own.values()))


def _item(system: System, state: State, unit: Unit) -> Item:
    face = factors(system, state, unit)
    where = state.space_of(unit.id)
    return Item(
        key=str(unit.id),
        label=called(system, unit),
        most=1,
        type=unit.type,
        power=unit.owner,
        detail=f"{face.combat} factors{', reduced' if unit.damage else ''}",
        spaces=() if where is None else (where,),
    )
