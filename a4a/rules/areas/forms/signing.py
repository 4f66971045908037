"""Forms whose orders say which power gives them, where several powers are asked at once."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from random import Random

import msgspec

from a4a.core.state import State
from a4a.rules.choices import (
    Answers,
    Destination,
    Form,
    MovableStack,
    Moves,
    Picks,
    Refused,
    Tally,
)
from a4a.rules.order import Order


def signed(order: Order, power: str) -> Order:
    """Return an order as a power gives it.

    Examples
    --------
    >>> from a4a.rules.areas.orders import EndPhase
    >>> signed(EndPhase("Combat Move"), "Japan").power
    'Japan'
    """
    return msgspec.structs.replace(order, power=power)


def signed_form(form: Form, power: str) -> Form:
    """Return a form as a power answers it: it says whose it is, and so do its orders."""
    match form:
        case Answers():
            answers = tuple(
                msgspec.structs.replace(
                    answer, label=f"{answer.label} ({power})", order=signed(answer.order, power)
                )
                for answer in form.answers
            )
            return dataclasses.replace(form, answers=answers)
        case Tally():
            make = form.make

            def made(picks: Picks) -> tuple[Order, ...]:
                return tuple(signed(order, power) for order in make(picks))

            title = form.title if form.title == power else f"{power}: {form.title}"
            return dataclasses.replace(form, make=made, title=title, power=power)
        case _:
            return _SignedMoves(form, power)


class _SignedMoves(Moves):
    """Moves that a power orders among others of its force."""

    def __init__(self, moves: Moves, power: str) -> None:
        self._moves = moves
        self.power = power
        self.title = moves.title

    @property
    def stacks(self) -> tuple[MovableStack, ...]:
        """The units of the power, by space; those that may not move say why."""
        return self._moves.stacks

    def destinations(self, units: Sequence[int]) -> tuple[Destination, ...]:
        """Return the ways that units of one space can go together, the nearest first."""
        return tuple(map(self._signed, self._moves.destinations(units)))

    def after(self, state: State) -> Moves | None:
        """Return the moves in a later state in which the same is asked."""
        later = self._moves.after(state)
        return None if later is None else _SignedMoves(later, self.power)

    def sample(self, units: Sequence[int], rng: Random) -> Destination | None:
        """Return one of the ways that units of one space can go together, at random, or None."""
        found = self._moves.sample(units, rng)
        return None if found is None else self._signed(found)

    def near(self, units: Sequence[int]) -> tuple[str, ...]:
        """Return the spaces beside the units, whether they can go there or not."""
        return self._moves.near(units)

    def refused(self, units: Sequence[int], space: str) -> Refused | None:
        """Say why units may not go to a space, or None if they may."""
        return self._moves.refused(units, space)

    def _signed(self, way: Destination) -> Destination:
        orders = tuple(signed(order, self.power) for order in way.orders)
        return msgspec.structs.replace(way, orders=orders)
