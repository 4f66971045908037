"""The statuses that a power can have: what the rules remember of deeds."""

from __future__ import annotations

from collections.abc import Iterator

from a4a.rules.areas.control import protection, victory
from a4a.rules.areas.economy import bonus, objectives
from a4a.rules.areas.politics.data import politics
from a4a.rules.areas.politics.declarations import PROVOKED
from a4a.rules.areas.politics.pacts import pacts
from a4a.rules.areas.system import System


def statuses_of(system: System, power: str) -> tuple[str, ...]:
    """Return the statuses that a power can have.

    What is remembered within a phase, as what has been collected, is not among them.

    Examples
    --------
    >>> from a4a.rules.systems import ruleset
    >>> statuses_of(ruleset("global1940").game, "Soviet Union")[-2:]
    ('Soviet-Mongolian Defense Pact set off', 'Soviet-Mongolian Defense Pact void')
    """
    return tuple(dict.fromkeys(_statuses(system, power)))


def _statuses(system: System, power: str) -> Iterator[str]:
    found = politics(system)
    for declaration in found.declarations:
        if declaration.power == power:
            yield from filter(None, (*declaration.answers, declaration.leaves))
    for trigger in found.triggers:
        if power in trigger.provokes:
            yield PROVOKED
    for deed in found.deeds:
        if power in ((deed.marks,) if deed.marks else deed.powers):
            yield deed.status
    for objective in objectives.objectives(system):
        if objective.once and objective.power == power:
            yield objectives.once(objective)
    for free in bonus.bonuses(system):
        if free.power == power:
            yield bonus.KIND
    for won in victory.victories(system):
        if won.side == system.catalog.side_of(power) and power in system.order_of_play:
            yield victory.holding(won)
            yield victory.needs_capital(won)
    for pact in pacts(system):
        if pact.protector == power:
            yield protection.provoked(pact)
            yield protection.void(pact)
