"""A ruleset: what one game system knows, as the kernel asks for it; and rules of battles alone."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping

from a4a.core.english import list_of
from a4a.core.errors import BattleError
from a4a.core.events import Value
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.rules.account import Account
from a4a.rules.choices import Answers, Form, Moves, Tally
from a4a.rules.decision import Decision
from a4a.rules.fight import Battles, Raids
from a4a.rules.judgement import Judge, Judgement
from a4a.rules.order import Order
from a4a.rules.overlay import Overlays
from a4a.rules.remembered import remembered
from a4a.rules.run import Run
from a4a.rules.weighed import Weighed


class BattleRules(ABC):
    """What is known of the battles of one game: all that odds, luck and threats ask for. Immutable.

    Attributes
    ----------
    system
        The system's name.
    """

    system: str

    @property
    def battles(self) -> Battles:
        """What can be told of battles in advance.

        Raises
        ------
        BattleError
            If a4a has no odds of this game's battles.
        """
        raise BattleError(f"a4a has no odds of the battles of {self.system!r}")

    @property
    def raids(self) -> Raids:
        """What can be told of bombing raids in advance.

        Raises
        ------
        BattleError
            If a4a has no odds of raids in this game.
        """
        raise BattleError(f"a4a has no odds of bombing raids in {self.system!r}")


class Ruleset(BattleRules):
    """The rules of one system under one set of options. Immutable: all that changes is state.

    Attributes
    ----------
    system
        The system's name.
    orders
        The types of order by the name records write.
    """

    orders: Mapping[str, type[Order]]

    @abstractmethod
    def start(self) -> GameRecord:
        """Return the start position, as a record without steps."""

    def take_up(self, run: Run, account: Account) -> None:
        """Prepare a turn that another program began, so that these rules can play on from it.

        Parameters
        ----------
        run
            How things stand in the other program's record.
        account
            What it recorded.
        """

    @abstractmethod
    def begin(self, run: Run) -> None:
        """Do what comes before the first decision, if it has not been done yet."""

    @abstractmethod
    def decision(self, state: State) -> Decision | None:
        """Return what is asked in a state, or None when the game is over."""

    def ending(self, state: State) -> str:
        """Say in words why nothing is asked where `decision` returns None."""
        if state.victors:
            winners = list_of(map(state.catalog.called, state.victors))
            return f"the game is over: {winners} won"
        return "the game is over"

    @abstractmethod
    def choices(self, state: State) -> tuple[Form, ...]:
        """Return the forms that answer a state's decision; none if the game is over."""

    def buttons(self, state: State) -> tuple[Answers, ...]:
        """Return those of the forms that a button answers."""
        return tuple(form for form in _choices_of(self, state) if isinstance(form, Answers))

    def moves_and_tallies(self, state: State) -> tuple[Moves | Tally, ...]:
        """Return the other forms, in which units are moved or something is counted."""
        return tuple(form for form in _choices_of(self, state) if not isinstance(form, Answers))

    @abstractmethod
    def verify(self, state: State, order: Order) -> None:
        """Refuse an order that may not be given.

        Raises
        ------
        RuleViolation
            With the rule, what was tried, why it may not be, and what would be allowed.
        """

    def verify_unasked(self, state: State, order: Order, asked: Decision) -> None:
        """Refuse an order of a kind that is not asked for now, where a rule says why it is not.

        Raises
        ------
        RuleViolation
            With that rule. Where no rule says more than that the game waits for something else,
            nothing is raised here.
        """

    @abstractmethod
    def execute(self, run: Run, order: Order) -> None:
        """Carry out a verified order, up to the next decision."""

    # --- what a family may offer ----------------------------------------------------------------

    def judge(self, options: Mapping[str, Value], program: str) -> Judge | None:
        """Return a judge for a line of a recorded game that may have no orders.

        Without one, which is the default, games are judged by giving their orders again.

        Parameters
        ----------
        options
            All options of the record, also those only the program that recorded it knows.
        program
            The program that recorded it: "a4a", "TripleA".
        """
        return None

    def examine(self, state: State) -> Iterator[Judgement]:
        """Yield what in a position the rules do not let stand so, however it came about.

        Nothing by default.
        """
        return iter(())

    def weighed(self, state: State) -> Iterator[Weighed]:
        """Yield how the worth of land stands to each condition of victory that weighs it.

        None by default.
        """
        return iter(())

    def technologies(self, power: str) -> tuple[str, ...]:
        """Return the technologies that a power can have; none by default."""
        return ()

    def statuses(self, power: str) -> tuple[str, ...]:
        """Return the statuses that a power can have; none by default."""
        return ()

    @property
    def overlays(self) -> Overlays:
        """What can be shown of a position beyond what stands where; nothing by default."""
        return {}


def _choices(ruleset: Ruleset, state: State) -> tuple[Form, ...]:
    return ruleset.choices(state)


_choices_of = remembered(_choices)
