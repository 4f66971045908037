"""The old name of `a4a.rules.areas.movement.reach`."""

from a4a.rules.areas.movement.reach import Reach

__all__ = ["Reach"]
