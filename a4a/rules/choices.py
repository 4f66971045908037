"""What can be chosen: a decision laid out so that a panel can show it, whatever game it is.

A decision is answered by forms, one beside the other: buttons (`Answers`), things that are counted
(`Tally`: purchases, casualties, placements, scrambles) and moves over the board (`Moves`). A form
knows what it offers, what is refused and why, and makes the orders of what was picked.
`Game.verify` says whether those orders may be given, as for every other order.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import TypeAlias

import msgspec

from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.rules.order import Order

Picks: TypeAlias = Mapping[str, Mapping[str, int]]
"""What was picked in a tally: for each item how many for each of its targets."""


class Refused(msgspec.Struct, frozen=True, gc=False):
    """Why something may not be done: the rule, the reason in words, and what would be right.

    Parameters
    ----------
    why
        The reason.
    rule, section
        The rule's id and where the rulebook has it; "" where the order does not even make sense.
    tried, allowed
        What was tried, what would be allowed instead.
    units
        The ids of the units that stand in the way of what asks something of all units.
    """

    why: str
    rule: str = ""
    section: str = ""
    tried: str = ""
    allowed: str = ""
    units: tuple[int, ...] = ()

    @classmethod
    def of(cls, error: RuleViolation) -> Refused:
        """Return what a violation says.

        Examples
        --------
        >>> Refused.of(RuleViolation("too dear", rule="AA-PUR-005")).rule
        'AA-PUR-005'
        """
        return cls(error.why, error.rule, error.section, error.tried, error.allowed, error.units)


class Answer(msgspec.Struct, frozen=True, gc=False):
    """One button: the order it gives, or why it may not be given now.

    Parameters
    ----------
    label
        What it says.
    order
        What it orders.
    refused
        Why it may not be pressed, or None if it may.
    spaces
        The spaces it is about.
    passes
        Whether it does nothing, where that is worth having in sight.
    others
        Whether others are asked the same after it, for whom it may do nothing too.
    """

    label: str
    order: Order
    refused: Refused | None = None
    spaces: tuple[str, ...] = ()
    passes: bool = False
    others: bool = False


@dataclass(frozen=True)
class Answers:
    """Buttons: each is an answer of its own.

    Parameters
    ----------
    title
        What they are about.
    answers
        The buttons.
    aside
        Whether they are beside the point of the decision, and can wait out of sight.
    """

    title: str
    answers: tuple[Answer, ...]
    aside: bool = False


class TallyTarget(msgspec.Struct, frozen=True, gc=False):
    """Where the things that are counted can go.

    Parameters
    ----------
    key
        What picks call it; "" where there is nothing to tell apart.
    label
        In words.
    most
        How many there is room for; None for any number.
    """

    key: str
    label: str = ""
    most: int | None = None


_HERE = (TallyTarget(""),)


class Item(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A row of a tally: something of which a number is chosen.

    Parameters
    ----------
    key
        What picks call it.
    label
        In words.
    most
        How many there are, or how many can be chosen.
    type, power
        The unit type and the power, where it is of one.
    detail
        What else to know about it.
    price
        What one costs now; 0 if nothing.
    whole
        What one costs altogether, where `price` is only a part of that; else 0.
    owed
        Whether it is bought already, and the price a part still to be paid.
    targets
        Where they can go.
    chosen
        What is chosen at first, by target.
    spaces
        Where they stand, or could be placed.
    refused
        Why none can be chosen, or None.
    """

    key: str
    label: str
    most: int
    type: str = ""
    power: str = ""
    detail: str = ""
    price: int = 0
    whole: int = 0
    owed: bool = False
    targets: tuple[TallyTarget, ...] = _HERE
    chosen: Mapping[str, int] = {}
    spaces: tuple[str, ...] = ()
    refused: Refused | None = None


@dataclass(frozen=True, kw_only=True)
class Tally:
    """Things that are counted, and then ordered together.

    Parameters
    ----------
    title
        What they are about.
    items
        The rows.
    make
        Makes the orders of what was picked, to be given one after another.
    commit
        The label of the button that gives them.
    least, most
        How many must, and may, be chosen together; None for any number.
    funds, currency
        What there is to spend, where the items cost something.
    bill
        What picks cost together, where they cost something.
    forecast
        What can be expected of picks that may be ordered, line by line; None where nothing is said.
    outlook
        What could be expected, said while nothing is picked; None where nothing is said.
    aside
        Whether it is beside the point of the decision, and can wait out of sight.
    gives_up
        Whether who picks anything loses it and gets nothing: seldom wise, and never needed.
    space
        The space that it is about: a click there brings it up; or "".
    power
        The power that orders it, where several are asked at once; or "".
    """

    title: str
    items: tuple[Item, ...]
    make: Callable[[Picks], tuple[Order, ...]]
    commit: str
    least: int = 0
    most: int | None = None
    funds: int | None = None
    currency: str = ""
    bill: Callable[[Picks], int] | None = None
    forecast: Callable[[Picks], tuple[str, ...]] | None = None
    outlook: Callable[[], tuple[str, ...]] | None = None
    aside: bool = False
    gives_up: bool = False
    space: str = ""
    power: str = ""

    @property
    def chosen(self) -> Picks:
        """What is picked at first."""
        return {item.key: item.chosen for item in self.items if item.chosen}


class MovableStack(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Units that are alike in one space, of which some may be moved together.

    Parameters
    ----------
    space
        Where they are.
    units
        Their ids.
    type, power
        What and whose they are.
    detail
        What tells them from others of their type there: "aboard a transport", "damaged".
    name
        The name of a single counter, or "".
    left
        How many more spaces, or movement points, they may move; None where that is not counted.
    measure
        What is counted: "space", "point".
    refused
        Why they may not move, or None if they may.
    """

    space: str
    units: tuple[int, ...]
    type: str
    power: str
    detail: str = ""
    name: str = ""
    left: int | None = 0
    measure: str = "space"
    refused: Refused | None = None


class Destination(msgspec.Struct, frozen=True, gc=False):
    """A way that picked units may go.

    Parameters
    ----------
    space
        Where it ends.
    path
        From where they stand to there.
    orders
        What orders it, to be given one after another.
    label
        What for, or how, where there are several ways to the space: "raid", "support".
    about
        What it costs, and whether they stop there; or "".
    """

    space: str
    path: tuple[str, ...]
    orders: tuple[Order, ...]
    label: str = ""
    about: str = ""


class Moves(ABC):
    """Moves over the board: pick units of a space, then where they go.

    Attributes
    ----------
    title
        What kind of moves.
    power
        The power that orders them, where several are asked at once; or "".
    """

    title: str
    power: str = ""

    @property
    @abstractmethod
    def stacks(self) -> tuple[MovableStack, ...]:
        """The units of the powers that decide, by space; those that may not move say why."""

    @abstractmethod
    def destinations(self, units: Sequence[int]) -> tuple[Destination, ...]:
        """Return the ways that units of one space can go together, the nearest first."""

    def after(self, state: State) -> Moves | None:
        """Return the moves in a later state in which the same is asked.

        None, the default, where all forms are to be laid out anew.
        """
        return None

    def sample(self, units: Sequence[int], rng: Random) -> Destination | None:
        """Return one of the ways that units of one space can go together, at random, or None.

        A family for which listing all ways is slow finds one without.
        """
        ways = self.destinations(units)
        return rng.choice(ways) if ways else None

    @abstractmethod
    def near(self, units: Sequence[int]) -> tuple[str, ...]:
        """Return the spaces beside the units: where somebody may well try to go."""

    @abstractmethod
    def refused(self, units: Sequence[int], space: str) -> Refused | None:
        """Say why units may not go to a space, or None if they may."""


Form: TypeAlias = Answers | Tally | Moves
"""A part of the answer to a decision."""
