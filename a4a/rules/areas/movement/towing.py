"""Units that tow others in noncombat moves, one each, so that these go as far as they do."""

from __future__ import annotations

from collections.abc import Sequence

from a4a.core.units import Unit
from a4a.rules.areas.movement.field import Field
from a4a.rules.areas.movement.refusal import Refusal


def check(field: Field, units: Sequence[Unit], steps: int) -> Refusal | None:
    """Return why land units that march together may not go so many steps, or None if they may.

    Parameters
    ----------
    field
        Where and when.
    units
        Those that go together; who tows whom among them is of no consequence.
    steps
        How many borders they cross.
    """
    slow = [u for u in units if field.left(u) < steps]
    if not slow:
        return None
    towed = field.ground.carriage.towed
    kinds = field.system.types
    for unit in slow:
        if unit.type not in towed:
            return Refusal("move.range", f"the {unit.type} moves {kinds[unit.type].move} at most")
    ways = {entry for entry in map(towed.get, (u.type for u in slow)) if entry is not None}
    first = slow[0].type
    rule = towed[first].rule
    if field.combat:
        return Refusal(rule, f"the {first} is towed in noncombat moves only")
    able = frozenset.intersection(*(frozenset(entry.by) for entry in ways))
    tractors = sum(u.type in able and field.left(u) >= steps for u in units)
    if tractors < len(slow):
        return Refusal(
            rule,
            f"the {first} moves {kinds[first].move} at most by itself, and each {min(able)} "
            "tows one unit",
        )
    return None


def farthest(field: Field, units: Sequence[Unit]) -> int:
    """Return how many steps land units can go together, some towed by others of them."""
    reach = min(field.left(u) for u in units)
    if field.combat or len(units) < 2 or not field.ground.carriage.tows:
        return reach
    while check(field, units, reach + 1) is None:
        reach += 1
    return reach
