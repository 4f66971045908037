"""Classes that were given a name of their own can still be imported by their old one."""

from __future__ import annotations

from importlib import import_module

import pytest

RENAMED = {
    "a4a.boards": ("Phase", "TurnPhase"),
    "a4a.core.events": ("Line", "BillLine"),
    "a4a.core.steps": ("Order", "WrittenOrder"),
    "a4a.odds.dice": ("Dice", "BattleDice"),
    "a4a.odds.steps": ("Step", "CombatStep"),
}


@pytest.mark.parametrize("module", RENAMED)
def test_an_old_name_is_kept(module: str) -> None:
    old, new = RENAMED[module]
    found = import_module(module)
    assert getattr(found, old) is getattr(found, new)
    assert getattr(found, new).__name__ == new
