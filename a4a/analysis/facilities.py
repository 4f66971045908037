"""What a bombing raid may bomb where a record does not say it: the facilities of a space."""

from __future__ import annotations

from a4a.core.state import State


def facilities(state: State, space: str) -> tuple[tuple[str, int], ...]:
    """Return the facilities of a space and their damage, the industrial complex first.

    Examples
    --------
    >>> import a4a
    >>> facilities(a4a.start("global1940").state_at(0), "France")[0]
    ('major industrial complex', 0)
    """
    found = [(unit, state.catalog.unit_type(unit.type)) for unit in state.at(space)]
    ranked = [
        ("industrial complex" in kind.abilities, kind.cost, (unit.type, unit.damage))
        for unit, kind in found
        if kind.category == "facility"
    ]
    return tuple([place for *_, place in sorted(ranked, reverse=True)])
