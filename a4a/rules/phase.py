"""A phase of a turn: what it asks, what it refuses, what orders cause in it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from types import MappingProxyType
from typing import Generic, TypeVar

from a4a.core.state import State
from a4a.rules.account import Account
from a4a.rules.decision import Decision
from a4a.rules.order import Order
from a4a.rules.run import Run
from a4a.rules.system import System

SystemT = TypeVar("SystemT", bound=System)
"""What a family's games are made of."""


class Phase(ABC, Generic[SystemT]):
    """One phase of a turn. Immutable: everything that changes is in the state.

    Parameters
    ----------
    system
        What the game is made of.

    Attributes
    ----------
    name
        The phase's name, as the dataset and `State.phase` have it.
    takes
        What is done in it by orders that belong to phases, by their kinds, in words: "units move".
        Such an order is refused in phases that do not take it, with those that do.
    """

    name: str
    takes: Mapping[str, str] = MappingProxyType({})

    def __init__(self, system: SystemT) -> None:
        self.system = system

    def applies(self, state: State) -> bool:
        """Whether those whose turn it is have this phase at all in this turn."""
        return True

    def enter(self, run: Run) -> None:
        """Do what happens by itself as the phase begins."""

    def take_up(self, run: Run, account: Account) -> None:
        """Prepare a turn that another program began, so that it can be played on.

        Every phase is asked, whichever is current. The program has not done what a4a does on
        entering the phase; what it has done already must not be done again.

        Parameters
        ----------
        run
            How things stand in the program's record, with nothing open.
        account
            What it recorded.
        """

    @abstractmethod
    def decision(self, state: State) -> Decision | None:
        """Return what is asked, or None when the phase is over."""

    @abstractmethod
    def verify(self, state: State, order: Order) -> None:
        """Refuse an order that may not be given; RuleViolation says why."""

    @abstractmethod
    def execute(self, run: Run, order: Order) -> None:
        """Carry out a verified order."""

    def goes_on(self, state: State) -> bool:
        """Whether the phase goes on for others of the force after one has ended it."""
        return False

    def leave(self, run: Run) -> None:
        """Do what happens by itself as the phase ends."""
