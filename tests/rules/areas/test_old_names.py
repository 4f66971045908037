"""What notebooks of before import is what they imported."""

from __future__ import annotations

from importlib import import_module

import pytest


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("orders", "orders"),
        ("reach", "movement.reach"),
        ("combat.casualties", "combat.casualties"),
    ],
)
def test_old_paths_lead_to_the_same_classes(before: str, now: str) -> None:
    old = import_module(f"a4a.rules.aa.{before}")
    new = import_module(f"a4a.rules.areas.{now}")
    assert all(getattr(old, name) is getattr(new, name) for name in old.__all__)


def test_every_order_of_the_engine_has_its_old_path() -> None:
    from a4a.rules.aa import orders as old
    from a4a.rules.areas import orders as new

    assert set(old.__all__) == {order.__name__ for order in new.ORDERS.values()} | {"ORDERS"}
