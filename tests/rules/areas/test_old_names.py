"""What notebooks of before import is what they imported."""

from __future__ import annotations

from importlib import import_module

import pytest


@pytest.mark.parametrize("module", ["orders", "reach", "combat.casualties"])
def test_old_paths_lead_to_the_same_classes(module: str) -> None:
    old = import_module(f"a4a.rules.aa.{module}")
    new = import_module(f"a4a.rules.areas.{module}")
    assert all(getattr(old, name) is getattr(new, name) for name in old.__all__)


def test_every_order_of_the_engine_has_its_old_path() -> None:
    from a4a.rules.aa import orders as old
    from a4a.rules.areas import orders as new

    assert set(old.__all__) == {order.__name__ for order in new.ORDERS.values()} | {"ORDERS"}
