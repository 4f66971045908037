"""A player that answers whatever is asked by its forms, at random: it knows no rules and no game.

What a decision can be answered by is laid out in forms (`a4a.rules.choices`), the same for every
system, so one player plays them all. It is for tests and benchmarks, and the weakest opponent.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from a4a.core.errors import A4AError, RuleViolation
from a4a.core.state import State
from a4a.rules.choices import Answers, Destination, Form, Moves, Tally
from a4a.rules.decision import Decision
from a4a.rules.game import Game
from a4a.rules.order import Order

_TRIES = 12
"""How often a tally is picked anew before what is chosen at first is ordered."""
_MOST_REPAIRS = 60
_MOST_ANSWERS = 100_000


class FormPlayer:
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

    def __init__(self, seed: int, *, moves: float = 0.7) -> None:
        self._random = random.Random(seed)
        self._eager = moves
        self._now: tuple[int, str, Decision | None] = (0, "", None)
        self._pressed: set[str] = set()
        self._laid_out: tuple[State, Sequence[Form]] | None = None

    def play(self, game: Game, *, rounds: int | None = None) -> None:
        """Play to the end, or to the end of a round, answering for everybody.

        Raises
        ------
        A4AError
            If a decision cannot be answered, or the game does not end.
        """
        for _ in range(_MOST_ANSWERS):
            if game.decision is None or (rounds is not None and game.state.round > rounds):
                return
            self.act(game)
        raise A4AError(f"no end after {_MOST_ANSWERS} answers, in {game.state.phase}")

    def play_turn(self, game: Game) -> None:
        """Play until another turn begins, answering for everybody."""
        turn = game.state.turn
        while game.decision is not None and game.state.turn == turn:
            self.act(game)

    def act(self, game: Game) -> None:
        """Answer one decision: moves of many stacks, what is counted, then one of the buttons.

        Where no button may be pressed yet, it moves and counts again, and if that does not help
        takes moves back, more each time.
        """
        asked = game.decision
        kind, phase = (asked.kind if asked else ""), game.state.phase
        eager = self._eager
        for number in range(_MOST_REPAIRS):
            self._move_and_count(game, kind, eager)
            if game.decision is None or game.decision.kind != kind or game.state.phase != phase:
                return  # something else is asked now
            buttons = [form for form in self._forms(game) if isinstance(form, Answers)]
            if self._press(game, buttons):
                return
            if not buttons and game.decision != asked:
                return  # it has been answered
            eager = 1.0
            if number % 4 == 3:
                self._take_back(game, phase, 1 << (number // 4))
        raise A4AError(f"the player finds no answer to {asked.text if asked else phase!r}")

    def _move_and_count(self, game: Game, kind: str, eager: float) -> None:
        for form in self._forms(game):
            if isinstance(form, Moves):
                self._move(game, form, eager)
            elif isinstance(form, Tally) and self._random.random() < (0.3 if form.aside else 0.9):
                self._count(game, form)
            if game.decision is None or game.decision.kind != kind:
                return

    def _press(self, game: Game, forms: Sequence[Answers]) -> bool:
        """Press a button that may be pressed, none twice for a decision; whether there was one."""
        asked = game.decision
        if (now := (game.state.turn, game.state.phase, asked)) != self._now:
            self._now, self._pressed = now, set()
        free = [
            answer
            for form in forms
            for answer in form.answers
            if answer.refused is None and answer.label not in self._pressed
        ]
        if not free:
            return False
        chosen = self._random.choice(free)
        game.do(chosen.order)
        if game.decision == asked:
            self._pressed.add(chosen.label)
        return True

    def _forms(self, game: Game) -> Sequence[Form]:
        """The forms of what is asked now, laid out once for a state."""
        state = game.state
        if self._laid_out is None or self._laid_out[0] is not state:
            self._laid_out = state, game.ruleset.choices(state)
        return self._laid_out[1]

    def _give(self, game: Game, orders: Sequence[Order]) -> bool:
        """Give orders one after another as long as they may be given; whether any was."""
        given = False
        for order in orders:
            try:
                game.do(order)
            except RuleViolation:
                return given
            given = True
        return given

    # --- moves ----------------------------------------------------------------------------------

    def _move(self, game: Game, form: Moves, eager: float) -> None:
        """Send the stacks somewhere, some whole and some in part, each at most once."""
        kind = game.decision.kind if game.decision else ""
        stacks = [stack for stack in form.stacks if stack.refused is None]
        self._random.shuffle(stacks)
        for stack in stacks:
            if self._random.random() > eager:
                continue
            units = stack.units[: self._random.randint(1, len(stack.units))]
            now = form.after(game.state) or self._moves(game)
            if now is None or any(unit not in game.state.units for unit in units):
                continue
            way = self._way(now, units)
            if way is not None:
                self._give(game, way.orders)
            if game.decision is None or game.decision.kind != kind:
                return  # somebody else is asked in the middle of it

    def _way(self, moves: Moves, units: Sequence[int]) -> Destination | None:
        """A way for units to go, all as likely as each other, or None if there is none."""
        return moves.sample(units, self._random)

    def _moves(self, game: Game) -> Moves | None:
        return next((form for form in self._forms(game) if isinstance(form, Moves)), None)

    # --- what is counted ------------------------------------------------------------------------

    def _count(self, game: Game, form: Tally) -> bool:
        """Order a random choice that may be ordered, or else what is chosen at first."""
        for _ in range(_TRIES):
            orders = form.make(self._picks(form))
            if orders and all(game.can(order) for order in orders[:1]) and self._give(game, orders):
                return True
        return self._give(game, form.make(form.chosen))

    def _picks(self, form: Tally) -> dict[str, dict[str, int]]:
        room = sum(item.most for item in form.items) if form.most is None else form.most
        wanted = self._random.randint(min(form.least, room), room)
        picks: dict[str, dict[str, int]] = {}
        items = [item for item in form.items if item.refused is None and item.most and item.targets]
        left = {item.key: item.most for item in items}
        while wanted > 0 and items:
            item = self._random.choice(items)
            target = self._random.choice(item.targets)
            own = picks.setdefault(item.key, {})
            number = self._random.randint(1, min(wanted, left[item.key]))
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

    def _take_back(self, game: Game, phase: str, number: int) -> None:
        """Take back the last orders of a phase, at most so many."""
        for _ in range(number):
            try:
                step = game.last_order()
                if game.record.state_at(step.parent).phase != phase:
                    return
                game.take_back()
            except RuleViolation:
                return
