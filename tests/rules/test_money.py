"""Money of any game: what may be spent on anything, and who is paid in which currency."""

from __future__ import annotations

import pytest

import a4a
from a4a.core import events as ev
from a4a.core.dice import ScriptedDice
from a4a.rules import money
from a4a.rules.run import Run
from a4a.rules.systems import ruleset

BRITAIN = {"global1940": "UK Europe", "war_in_europe": "Great Britain"}


@pytest.mark.parametrize("name", BRITAIN)
def test_money_with_a_restriction_is_not_there_for_anything_else(name: str) -> None:
    system, treasury = ruleset(name).game, BRITAIN[name]
    run = Run(a4a.start(name).state_at(0), ScriptedDice([]))
    before = money.balance(system, run.state, treasury)
    lent = ev.ResourceChanged(treasury, system.catalog.currency, 20, "lent", "", "ships")
    run.emit(money.paid(system, treasury, 10, "income"), lent)
    assert money.balance(system, run.state, treasury) == before + 10
    assert run.state.money(treasury, system.catalog.currency) == before + 30
