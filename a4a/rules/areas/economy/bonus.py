"""Free units that a power places at once where its capital is liberated."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from a4a.core import events as ev
from a4a.core.english import the
from a4a.core.events import Asked
from a4a.core.names import one
from a4a.core.state import State
from a4a.core.units import Unit
from a4a.core.words import count_of, list_of
from a4a.rules.areas import data, technology
from a4a.rules.areas.orders import PlaceBonus
from a4a.rules.areas.system import System
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.run import Run

KIND = "liberation bonus"
"""Kind of the decision, and status of a power that has had its bonus."""


class Bonus(data.Entry, frozen=True, kw_only=True):
    """Free units on the liberation of a territory, once in a game.

    Parameters
    ----------
    power
        Who gets them.
    territory
        The territory whose liberation brings them, and where they are placed.
    worth
        What they may cost together.
    kinds
        The categories they are of.
    """

    power: str
    territory: str
    worth: int
    kinds: tuple[str, ...] = ("land", "air")


class _Bonuses(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    bonuses: tuple[Bonus, ...] = ()


@lru_cache(maxsize=16)
def bonuses(system: System) -> tuple[Bonus, ...]:
    """Return the liberation bonuses of a system."""
    found = data.in_play(system, data.read(system, "bonuses", _Bonuses).bonuses)
    data.known_spaces(system, (b.territory for b in found), "bonuses.toml")
    return found


def territory_liberated(system: System, run: Run, territory: str) -> None:
    """Ask for the free units that the liberation of a territory brings, if any."""
    for bonus in bonuses(system):
        if bonus.territory == territory and KIND not in run.state.statuses(bonus.power):
            run.emit(
                ev.StatusChanged(bonus.power, gained=(KIND,), reason=f"{the(territory)} is "
                                                                     f"liberated"),
                ev.Asked(
                    f"{KIND} of {bonus.power}", (bonus.power,), KIND, rule=bonus.rule,
                ),
            )  # fmt: skip


def pending(state: State) -> Asked | None:
    """Return the open decision about a bonus, or None."""
    for asked in state.decisions.values():
        if asked.kind == KIND:
            return asked
    return None


def decision(system: System, state: State) -> Decision | None:
    """Ask for the free units, if a liberation has brought them."""
    asked = pending(state)
    if asked is None:
        return None
    bonus = _of(system, asked)
    return Decision(
        kind=KIND,
        powers=asked.powers,
        orders=("PlaceBonus",),
        rule=bonus.rule,
        text=f"place free units worth up to {bonus.worth} in {the(bonus.territory)}",
        options=_placeable(system, bonus),
        spaces=(bonus.territory,),
        most=bonus.worth,
    )


def verify(system: System, state: State, order: Order) -> None:
    """Refuse free units of a kind that cannot stand there, or worth too much."""
    asked = pending(state)
    assert isinstance(order, PlaceBonus)
    assert asked is not None
    bonus, book, tried = _of(system, asked), system.book, _words(order)
    for kind, count in order.units.items():
        if kind not in _placeable(system, bonus):
            raise book.violation(
                "bonus.placement", f"{one(kind)} cannot be placed on {the(bonus.territory)}",
                tried=tried,
                allowed=list_of(_placeable(system, bonus)),
            )  # fmt: skip
        if count < 1:
            raise book.violation(
                bonus.rule, f"{count} is no number of {kind} to place", tried=tried,
                allowed="1 or more",
            )  # fmt: skip
    worth = sum(
        count * technology.price(system, state, bonus.power, kind)
        for kind, count in order.units.items()
    )
    if worth > bonus.worth:
        raise book.violation(
            bonus.rule, f"they are worth {worth}", tried=tried,
            allowed=f"units worth {bonus.worth} or less",
        )  # fmt: skip


def execute(system: System, run: Run, order: Order) -> None:
    """Place the free units."""
    asked = pending(run.state)
    assert isinstance(order, PlaceBonus)
    assert asked is not None
    bonus = _of(system, asked)
    units: list[Unit] = []
    for kind in system.types:
        for _ in range(order.units.get(kind, 0)):
            new = run.state.last_unit + len(units) + 1
            units.append(Unit(new, kind, bonus.power, bonus.territory))
    choice = list_of(count_of(n, kind) for kind, n in order.units.items()) or "nothing"
    run.emit(
        ev.Decided(asked.powers, KIND, choice, decision=asked.decision, spaces=(bonus.territory,))
    )
    if units:
        run.emit(ev.UnitsAdded(tuple(units), KIND))


def _of(system: System, asked: Asked) -> Bonus:
    return next(b for b in bonuses(system) if b.power in asked.powers)


def _placeable(system: System, bonus: Bonus) -> tuple[str, ...]:
    """Units that stand on land and fight: ships and facilities do not (R-027)."""
    return tuple(
        kind.name for kind in system.types.values() if kind.category in bonus.kinds and kind.cost
    )


def _words(order: PlaceBonus) -> str:
    return f"place {list_of(count_of(n, kind) for kind, n in order.units.items()) or 'nothing'}"
