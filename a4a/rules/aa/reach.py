"""The old name of `a4a.rules.areas.reach`."""

from a4a.rules.areas.reach import Reach

__all__ = ["Reach"]
