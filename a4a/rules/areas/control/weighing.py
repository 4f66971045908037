"""What the ways to win weigh: conditions on the worth of land, read from the list of victories."""

from __future__ import annotations

from collections.abc import Iterator

from a4a.core.english import list_of
from a4a.core.state import State
from a4a.rules.areas.control.victory import victories
from a4a.rules.areas.politics.situation import Situation
from a4a.rules.areas.system import System
from a4a.rules.conditions import Condition, Not, Party, Worth, all_hold
from a4a.rules.weighed import Weighed


def weighed(system: System, state: State) -> Iterator[Weighed]:
    """Yield how the worth of land stands to every condition of victory that weighs it.

    Examples
    --------
    >>> from a4a.rules.systems import ruleset
    >>> rules = ruleset("global1940")
    >>> list(weighed(rules.game, rules.start().state_at(0)))
    []
    """
    for victory in victories(system):
        now = Situation(system, state, system.players_of(victory.side)[0])
        for condition in victory.hold:
            worth = _weighing(condition)
            if worth is None:
                continue
            others = tuple(other for other in victory.hold if other is not condition)
            against = worth.more_than
            yield Weighed(
                winner=victory.side,
                reason=victory.reason,
                by=_name(worth.by),
                worth=worth.amount(now, worth.by),
                against=_name(against),
                needed=worth.amount(now, against) if against else worth.at_least,
                met=condition.holds(now),
                others=all_hold(others, now),
            )


def _weighing(condition: Condition) -> Worth | None:
    """The condition on the worth of land that a condition is, or denies."""
    if isinstance(condition, Not):
        return _weighing(condition.condition)
    return condition if isinstance(condition, Worth) else None


def _name(party: Party) -> str:
    return party if isinstance(party, str) else list_of(party)
