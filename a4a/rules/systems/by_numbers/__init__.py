"""Games that a4a has no rules for, by what their records say of fighting: battles alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from a4a.core.record import GameRecord

if TYPE_CHECKING:
    from a4a.rules.ruleset import BattleRules


def battle_rules(record: GameRecord) -> BattleRules | None:
    """Return rules of the battles of a record; None if it does not say how its units fight."""
    if record.catalog.fighting is None:
        return None
    from a4a.rules.systems.by_numbers.ruleset import NumberRules

    return NumberRules(record)
