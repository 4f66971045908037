"""What an order leads to before any dice: the enemy answers by a stated policy, and there it stops.

So what is judged does not depend on what is rolled.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import chain
from typing import Final, NamedTuple

from a4a.analysis.fought import Fought, followed
from a4a.analysis.luck import battles_known
from a4a.core.dice import Dice
from a4a.core.errors import A4AError, RuleViolation
from a4a.core.events import AnyEvent
from a4a.core.state import State
from a4a.lessons.plan import Policy
from a4a.rules.choices import Answers, Tally
from a4a.rules.order import Order
from a4a.rules.ruleset import Ruleset
from a4a.rules.run import Run

_MOST_ANSWERS = 200


class _DiceAreDown(Exception):
    """Somebody wanted to roll."""


class NoDice:
    """Dice that are never rolled."""

    def roll(self, count: int, *, sides: int) -> tuple[int, ...]:
        """Refuse to."""
        raise _DiceAreDown


NO_DICE: Final[Dice] = NoDice()


class Foreseen(NamedTuple):
    """What orders lead to before any dice.

    Parameters
    ----------
    events
        What happens.
    state
        How things stand then.
    rolls
        Whether dice come next.
    """

    events: tuple[AnyEvent, ...]
    state: State
    rolls: bool


def foresee(rules: Ruleset, state: State, order: Order) -> Foreseen:
    """Return what a verified order leads to, up to the first dice or the next decision."""
    run = Run(state, NO_DICE)
    try:
        rules.execute(run, order)
    except _DiceAreDown:
        return Foreseen(tuple(run.events), run.state, True)
    return Foreseen(tuple(run.events), run.state, False)


def leaves_phase(rules: Ruleset, state: State, order: Order) -> bool:
    """Whether a verified order leads out of the phase."""
    found = foresee(rules, state, order).state
    return found.phase != state.phase or found.turn != state.turn


def leaving(rules: Ruleset, state: State) -> Iterator[Order]:
    """Yield the orders that may be given with a button, and lead out of the phase.

    Where several powers are asked at once, each leaves it by an order of its own.
    """
    answers = (form.answers for form in rules.choices(state) if isinstance(form, Answers))
    for button in chain.from_iterable(answers):
        if not button.refused and (
            leaves_phase(rules, state, button.order) or _retires(rules, state, button.order)
        ):
            yield button.order


def _retires(rules: Ruleset, state: State, order: Order) -> bool:
    """Whether the same is asked of fewer powers after a verified order."""
    then, now = rules.decision(state), rules.decision(foresee(rules, state, order).state)
    if then is None or now is None or then.kind != now.kind:
        return False
    return set(now.powers) < set(then.powers)


def before_dice(
    rules: Ruleset, state: State, order: Order, *, policy: Policy, who: Collection[str]
) -> Foreseen:
    """Go on from an order to the first dice: the enemy answers by a policy.

    It stops where those who decide are asked something else, too.

    Parameters
    ----------
    rules, state
        The game.
    order
        The order, which may be given.
    policy
        How the enemy answers.
    who
        Those who decide, for whom nothing is answered.
    """
    found = foresee(rules, state, order)
    for _ in range(_MOST_ANSWERS):
        asked = None if found.rolls else rules.decision(found.state)
        if asked is None or set(asked.powers) & set(who):
            return found
        answer = answered(rules, found.state, policy)
        then = foresee(rules, found.state, answer)
        found = Foreseen((*found.events, *then.events), then.state, then.rolls)
    raise A4AError(f"no end after {_MOST_ANSWERS} answers of the enemy")


def answered(rules: Ruleset, state: State, policy: Policy) -> Order:
    """Return the order with which the enemy answers what he is asked.

    Raises
    ------
    A4AError
        If none of the answers that a policy has may be given.
    """
    for order in _answers(rules, state, policy):
        try:
            rules.verify(state, order)
        except RuleViolation:
            continue
        return order
    asked = rules.decision(state)
    raise A4AError(f"the enemy has no answer to {asked.text if asked else state.phase!r}")


def _answers(rules: Ruleset, state: State, policy: Policy) -> Iterator[Order]:
    """Yield possible answers, the best by the policy first."""
    forms = rules.choices(state)
    for form in forms:
        if isinstance(form, Tally):
            none: dict[str, dict[str, int]] = {}
            every = {
                item.key: {item.targets[0].key: item.most}
                for item in form.items
                if item.most and item.targets and item.refused is None
            }
            wanted = (every, form.chosen) if policy == "comes" else (none, form.chosen)
            for picks in wanted:
                yield from form.make(picks)[:1]
    buttons = [a.order for f in forms if isinstance(f, Answers) for a in f.answers if not a.refused]
    yield from buttons if policy == "comes" else reversed(buttons)


def battles_ahead(rules: Ruleset, before: State, found: Foreseen) -> tuple[Fought, ...]:
    """Return the battles that are open before the dice, with who fights in them."""
    return tuple(followed(before, [(0, found.events)], battles_known(rules)))
