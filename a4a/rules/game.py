"""The kernel: a game being played, which is a record being written."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from a4a.core.dice import Dice
from a4a.core.errors import A4AError, RecordError, RuleViolation
from a4a.core.events import AnyEvent, Rolled
from a4a.core.record import GameRecord
from a4a.core.state import State
from a4a.core.steps import NodeId, Step
from a4a.rules.account import account_of
from a4a.rules.inplay import InPlay
from a4a.rules.letting import Decider, Until, letting
from a4a.rules.obeying import Obeyed, obeyed
from a4a.rules.order import Order, written
from a4a.rules.ruleset import Ruleset
from a4a.rules.run import Run
from a4a.rules.trial import Trial


@dataclass
class _Opening:
    """What a game begins with: events after a node, the state they lead to, and their step."""

    before: NodeId
    events: tuple[AnyEvent, ...]
    state: State
    written: NodeId | None = None


class Game(InPlay):
    """A game being played by its rules. It knows no particular game: the ruleset does.

    What happens by itself before the first decision is a step of its own. A record that is gone on
    with gets this step with the first order: until then it stays as it is.

    Parameters
    ----------
    ruleset
        The rules it is played by.
    record
        The record to go on writing; None starts a new game.
    node
        Where to go on: the end of the main line if None. From a node that others follow, a
        variation begins; it may begin wherever something is asked, in the middle of a battle too.
    dice
        Where rolls come from.

    Raises
    ------
    RecordError
        If another program recorded the node and it is not settled: what that program would ask
        there is not known. The message names the nearest settled one.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        *,
        dice: Dice,
        record: GameRecord | None = None,
        node: NodeId | None = None,
    ) -> None:
        super().__init__(ruleset)
        self.record = ruleset.start() if record is None else record
        self.dice = dice
        self._listeners: list[Callable[[], None]] = []
        self._opening: _Opening | None = None
        self.node = self.record.last if node is None else node
        account = account_of(self.record, self.node)
        if account is not None and not self.record.settled(self.node):
            near = self.record.nearest_settled(self.node)
            raise RecordError(
                f"node {self.node} is in the middle of something that another program played "
                f"({self.state.unsettled}); branch from node {near}"
            )
        run = Run(self.state, dice)
        if account is not None:
            ruleset.take_up(run, account)
        ruleset.begin(run)
        if run.events and record is None:
            self.node = self.record.append(run.events, cause="engine")
        elif run.events:
            self._opening = _Opening(self.node, tuple(run.events), run.state)

    @property
    def state(self) -> State:
        """The state now."""
        opening = self._unwritten
        return self.record.state_at(self.node) if opening is None else opening.state

    @property
    def opening(self) -> tuple[AnyEvent, ...]:
        """What has happened by itself and is written with the first order; () once it is."""
        return () if self._unwritten is None else self._unwritten.events

    def do(self, order: Order, *, author: str = "") -> tuple[AnyEvent, ...]:
        """Give an order: what it causes is appended to the record as a step.

        Where it ends a turn, each turn that begins by itself is a step of the engine's, so that
        every step belongs to one turn.

        Parameters
        ----------
        order
            The order.
        author
            Who decided, where a program did (`Player.author`): the step keeps it.

        Returns
        -------
        tuple of events
            Everything that happened, up to the next decision.

        Raises
        ------
        RuleViolation
            If the order may not be given; the game stays as it is.
        """
        self.verify(order)
        caused = obeyed(self.ruleset, self.state, order, self.dice)
        self._append(order, caused, author)
        self._tell()
        return tuple(event for events in caused.steps for event in events)

    def adopt(self, trial: Trial, *, author: str = "") -> None:
        """Take what was tried from here into the record, as if each order had been given.

        Parameters
        ----------
        trial
            What was tried, with the game's own dice.
        author
            As for `do`.

        Raises
        ------
        A4AError
            If it was not tried from the game's state.
        """
        if trial.begun is not self.state:
            raise A4AError("what was tried does not begin where the game is")
        for order, _, caused in trial.tried:
            self._append(order, caused, author)
        self._tell()

    def let(
        self, player: Decider, *, until: Until = "turn", powers: Iterable[str] | None = None
    ) -> None:
        """Let a player decide, for everybody or for some powers.

        Parameters
        ----------
        player
            Who decides (`a4a.player`).
        until
            "order" for one order, "phase" or "turn" to the end of those, "game" to the end of all.
        powers
            The powers it decides for, by name or alias, all if None: when another is asked,
            the player stops there.

        Raises
        ------
        A4AError
            If there is no such power or `until`, or the player finds no answer.

        Examples
        --------
        >>> import a4a
        >>> game = a4a.new_game("europe1940")
        >>> game.let(a4a.player("random", seed=3), until="phase")
        >>> game.state.phase, {step.author for step in game.record.steps.values()}
        ('Combat Move', {'', 'random 2 (seed 3)'})
        """
        for _ in letting(self, player, until=until, powers=powers):
            pass

    def _append(self, order: Order, caused: Obeyed, author: str) -> None:
        self._write_opening()
        first, *turns = caused.steps
        self.node = self.record.append(
            first,
            parent=self.node,
            actors=caused.actors,
            cause="order",
            order=written(order),
            author=author,
            after=None if turns else caused.state,
        )
        for number, events in enumerate(turns, start=1):
            after = caused.state if number == len(turns) else None
            self.node = self.record.append(events, parent=self.node, cause="engine", after=after)

    def take_back(self) -> Step:
        """Take the last order back, leaving no variation; return its step.

        Raises
        ------
        RuleViolation
            If there is none, or if dice have been rolled since.
        """
        steps = self._taken_back()
        for step in steps:
            self.record.withdraw(step.id)
        self.node = steps[-1].parent
        self._withdraw_opening()
        self._tell()
        return steps[-1]

    def last_order(self) -> Step:
        """Return the step of the last order, which `take_back` would take back.

        Raises
        ------
        RuleViolation
            If it may not be taken back.
        """
        return self._taken_back()[-1]

    def _taken_back(self) -> list[Step]:
        """The steps that go when the last order is taken back, the order's own at the end."""
        steps: list[Step] = []
        last = self.record.steps.get(self.node)
        while last is not None and last.order is None:
            steps.append(last)
            last = self.record.steps.get(last.parent)
        if last is None or last.order is None:
            raise RuleViolation("there is no order to take back", tried="take back")
        steps.append(last)
        if any(isinstance(event, Rolled) for step in steps for event in step.events):
            raise RuleViolation(
                "dice have been rolled; branch a variation instead",
                tried=f"take back {last.order.kind}",
            )
        if self.record.children(self.node):
            raise RuleViolation("steps follow it in the record", tried="take back")
        return steps

    def listen(self, listener: Callable[[], None]) -> Callable[[], None]:
        """Call a listener after every order that is given or taken back.

        Parameters
        ----------
        listener
            Called when the game has moved on; its exceptions reach whoever gave the order.

        Returns
        -------
        callable
            Call it to stop listening.
        """
        self._listeners.append(listener)

        def end() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return end

    @property
    def _unwritten(self) -> _Opening | None:
        """What the game begins with, while it stands where that is still to be written."""
        return self._opening if self._opening and self._opening.before == self.node else None

    def _write_opening(self) -> None:
        """Write what the game begins with, unless that is done."""
        if opening := self._unwritten:
            self.node = opening.written = self.record.append(
                opening.events, parent=self.node, cause="engine", after=opening.state
            )

    def _withdraw_opening(self) -> None:
        """Take back what the game began with, if nothing hangs on it."""
        node = self.node
        if self._opening is None or self._opening.written != node:
            return
        if not (self.record.children(node) or self.record.annotations_at(node)):
            self.node = self.record.withdraw(node).parent

    def _tell(self) -> None:
        for listener in tuple(self._listeners):
            listener()
