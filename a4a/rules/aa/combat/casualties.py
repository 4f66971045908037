"""The old name of `a4a.rules.areas.combat.casualties`."""

from a4a.rules.areas.combat.casualties import suggest

__all__ = ["suggest"]
