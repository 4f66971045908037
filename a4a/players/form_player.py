"""A player that answers whatever is asked by its forms, at random: it knows no rules and no game.

What a decision can be answered by is laid out in forms (`a4a.rules.choices`), the same for every
system, so one player plays them all. It is for tests and benchmarks, and the weakest opponent.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass
from random import Random
from typing import ClassVar

from a4a.core.errors import RuleViolation
from a4a.core.state import State
from a4a.players.planner import Planner
from a4a.rules.choices import Answer, Answers, Destination, Moves, Tally
from a4a.rules.order import Order
from a4a.rules.trial import Trial

_TRIES = 12
"""How often a tally is picked anew before what is chosen at first is ordered."""
_MOST_REPAIRS = 120
_PATIENCE = 4
"""How often nothing can be pressed before orders are taken back."""
_USES = 2
"""How often units that keep a phase from ending are sent on before their orders are dropped."""


@dataclass(frozen=True)
class FormPlayer(Planner):
    """Plays any game at random, by the rules.

    Parameters
    ----------
    seed
        The same seed plays the same game, given the same dice.
    moves
        How likely it is to move a stack that may move, once in a phase; 0 to 1.

    Examples
    --------
    >>> import a4a
    >>> game = a4a.new_game("war_in_europe")
    >>> FormPlayer(1).play_turn(game)
    >>> game.state.active
    ('Soviet Union',)
    """

    _: KW_ONLY
    moves: float = 0.7
    name: ClassVar[str] = "random"
    version: ClassVar[int] = 2

    def sit(self, trial: Trial, rng: Random) -> Iterator[None]:
        """Give orders on trial until something else is asked."""
        return FormSitting(trial, rng, self.moves).play()


class FormSitting:
    """What is ordered at random until something else is asked.

    Moves of many stacks come first, then what is counted, then one of the buttons. Where none may
    be pressed yet, units that keep the phase from ending are sent on, or else their orders are
    dropped. Where none are named, it moves and counts again, and if that does not help takes orders
    back, more each time.

    Parameters
    ----------
    trial
        Where orders are given.
    rng
        Where its choices come from.
    moves
        How likely it is to move a stack.
    """

    def __init__(self, trial: Trial, rng: Random, moves: float) -> None:
        self.trial = trial
        self.rng = rng
        self._eager = moves
        self._pressed: set[tuple[str, ...]] = set()
        self._stuck: set[int] = set()  # units that found no way
        self._back = 1  # how many orders are taken back next
        self._settled = 0
        self._laid_out: tuple[State, Sequence[Moves | Tally]] | None = None

    def play(self) -> Iterator[None]:
        """Give orders, and pause now and then."""
        trial, repairs, moving = self.trial, 0, True
        while repairs < _MOST_REPAIRS:
            asked = trial.decision
            if moving:
                yield from self._move_and_count(repairing=repairs > 0)
            if trial.over:
                return
            buttons = trial.ruleset.buttons(trial.state)
            if moving := self.press(buttons):
                if trial.over:
                    return
                continue
            if not buttons and trial.decision != asked:
                return  # it has been answered
            repairs += 1
            if (idle := in_the_way(buttons)) and self.settle(idle):
                moving = False
                yield
                continue
            moving = repairs % _PATIENCE > 0
            if not moving:
                self._take_back()
        trial.take_back(len(trial.tried))

    def _take_back(self) -> None:
        """Take orders back, twice as many as before; units that they moved may find a way again."""
        trial, after = self.trial, self.trial.state.units
        trial.take_back(self._back)
        if trial.tried:
            before = trial.state.units
            self._stuck = {i for i in self._stuck if i not in before or after.get(i) is before[i]}
            self._back *= 2
        else:
            self._stuck.clear()
            self._back = 1

    def settle(self, idle: Collection[int]) -> bool:
        """Let units no longer keep the phase from ending; whether anything was done about them."""
        self._settled += 1
        if self._settled > _USES:
            return self._drop(idle)
        moves = [form for form in self.forms if isinstance(form, Moves)]
        for form in moves:
            for stack in form.stacks:
                units = tuple(unit for unit in stack.units if unit in idle)
                if units and stack.refused is None and not self.trial.over:
                    self._send(form, units)
        return True

    def _drop(self, idle: Collection[int]) -> bool:
        """Take back the orders of units, and give all others again; whether they had any."""
        tried, now = self.trial.tried, self.trial.state
        if not tried:
            return False
        after = [*(one.before for one in tried[1:]), now]
        own = [
            any(_differs(one.before, then, unit) for unit in idle)
            for one, then in zip(tried, after, strict=True)
        ]
        if True not in own:
            return False
        first = own.index(True)
        others = [
            t.order for t, is_own in zip(tried[first:], own[first:], strict=True) if not is_own
        ]
        self.trial.take_back(len(tried) - first)
        for order in others:
            self.give([order])
        return True

    @property
    def forms(self) -> Sequence[Moves | Tally]:
        """The moves and tallies of what is asked now, laid out once for a state."""
        state = self.trial.state
        if self._laid_out is None or self._laid_out[0] is not state:
            self._laid_out = state, self.trial.ruleset.moves_and_tallies(state)
        return self._laid_out[1]

    def _move_and_count(self, *, repairing: bool) -> Iterator[None]:
        for form in self.forms:
            if isinstance(form, Moves):
                yield from self.move(form, repairing=repairing)
            elif self.wants(form):
                self.count(form)
                yield
                if repairing:
                    yield from self._count_on(form.title)
            if self.trial.over:
                return

    def press(self, forms: Sequence[Answers]) -> bool:
        """Press a button that may be pressed, none twice for a question; whether there was one."""
        open_now = tuple(self.trial.state.decisions)
        free = [
            answer
            for form in self.considered(forms)
            for answer in form.answers
            if answer.refused is None and (*open_now, answer.label) not in self._pressed
        ]
        if not free:
            return False
        chosen = self.choose(free)
        self.trial.do(chosen.order)
        self._pressed.add((*open_now, chosen.label))
        return True

    def considered(self, forms: Sequence[Answers]) -> Sequence[Answers]:
        """The forms of which a button is pressed now.

        No power of a force ends a phase before all can: behind that, what still keeps another from
        ending it could not be taken back.
        """
        waits = any(map(_is_stopped, forms))
        return [form for form in forms if form.title or not waits]

    def choose(self, free: Sequence[Answer]) -> Answer:
        """The button to press, of those that may be pressed."""
        return self.rng.choice(free)

    def give(self, orders: Sequence[Order]) -> bool:
        """Give orders one after another as long as they may be given; whether any was."""
        given = False
        for order in orders:
            if self.trial.over:
                return given
            try:
                self.trial.do(order)
            except RuleViolation:
                return given
            given = True
        return given

    def _interrupts_too_early(self) -> bool:
        """Whether a move makes somebody else be asked while the phase could not be ended.

        Behind that question no move can be taken back, so all must be well before; unless it was
        not as the sitting began, when there may be no way but past that question.
        """
        trial = self.trial
        *_, last = trial.tried
        if trial.state.phase != last.before.phase or not trial.over:
            return False
        buttons = trial.ruleset.buttons
        return any(map(_is_stopped, buttons(last.before))) and not any(
            map(_is_stopped, buttons(trial.begun))
        )

    # --- moves ----------------------------------------------------------------------------------

    def move(self, form: Moves, *, repairing: bool) -> Iterator[None]:
        """Send the stacks somewhere, some whole and some in part, each at most once."""
        trial, rng = self.trial, self.rng
        eager = 1.0 if repairing else self._eager
        stacks = [stack for stack in form.stacks if stack.refused is None]
        rng.shuffle(stacks)
        for stack in stacks:
            if rng.random() > eager or not self._stuck.isdisjoint(stack.units):
                continue
            self._send(form, stack.units[: rng.randint(1, len(stack.units))])
            if trial.over:
                return  # somebody else is asked in the middle of it
            yield

    def _send(self, form: Moves, units: tuple[int, ...]) -> None:
        """Send units somewhere together, or one of them; note those that find no way."""
        trial = self.trial
        now = form.after(trial.state) or self._moves()
        if now is None or any(unit not in trial.state.units for unit in units):
            return
        way = self.way(now, units) or (self.way(now, units[:1]) if units[1:] else None)
        if way is None or not self.give(way.orders):
            self._stuck.update(units)
        if trial.over and self._interrupts_too_early():
            trial.take_back()

    def way(self, moves: Moves, units: Sequence[int]) -> Destination | None:
        """A way for units to go, all as likely as each other, or None if there is none."""
        return moves.sample(units, self.rng)

    def _moves(self) -> Moves | None:
        return next((form for form in self.forms if isinstance(form, Moves)), None)

    # --- what is counted ------------------------------------------------------------------------

    def wants(self, form: Tally) -> bool:
        """Whether to order something that is counted; hardly ever to give up what one has."""
        likely = 0.02 if form.gives_up else 0.3 if form.aside else 0.9
        return self.rng.random() < likely

    def count(self, form: Tally) -> bool:
        """Order a random choice that may be ordered, or else what is chosen at first."""
        for _ in range(_TRIES):
            orders = form.make(self._picks(form))
            if self.give(orders):
                return True
        return self.give(form.make(form.chosen))

    def _count_on(self, title: str) -> Iterator[None]:
        """Order more of what a tally of this title offers, as long as there is any."""
        for _ in range(_MOST_REPAIRS):
            if self.trial.over:
                return
            forms = (f for f in self.forms if isinstance(f, Tally) and f.title == title)
            form = next(forms, None)
            if form is None or not self.count(form):
                return
            yield

    def _picks(self, form: Tally) -> dict[str, dict[str, int]]:
        rng = self.rng
        room = sum(item.most for item in form.items) if form.most is None else form.most
        wanted = rng.randint(min(form.least, room), room)
        picks: dict[str, dict[str, int]] = {}
        items = [item for item in form.items if item.refused is None and item.most and item.targets]
        left = {item.key: item.most for item in items}
        while wanted > 0 and items:
            item = rng.choice(items)
            target = rng.choice(item.targets)
            own = picks.setdefault(item.key, {})
            number = rng.randint(1, min(wanted, left[item.key]))
            if target.most is not None:
                number = min(number, target.most - own.get(target.key, 0))
            own[target.key] = own.get(target.key, 0) + number
            if form.funds is not None and form.bill is not None and form.bill(picks) > form.funds:
                own[target.key] -= number
                left[item.key] = 0
            left[item.key] -= number
            wanted -= max(number, 1)
            items = [item for item in items if left[item.key] > 0]
        return {key: {t: n for t, n in own.items() if n} for key, own in picks.items()}


def _is_stopped(form: Answers) -> bool:
    """Whether a form ends a phase for a power, and that may not end as all stands."""
    return not form.title and all(answer.refused for answer in form.answers)


def in_the_way(forms: Sequence[Answers]) -> frozenset[int]:
    """Return the units that keep a phase from ending."""
    stopped = (answer.refused for form in filter(_is_stopped, forms) for answer in form.answers)
    return frozenset(unit for refused in stopped if refused for unit in refused.units)


def _differs(one: State, other: State, unit: int) -> bool:
    """Whether a unit, or what it has done, is not the same in two states."""
    moved = one.units.get(unit) is not other.units.get(unit)
    return moved or one.memory(unit) != other.memory(unit)
