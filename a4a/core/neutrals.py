"""Neutral territories: how they lean."""

from __future__ import annotations

from a4a.core.state import State

LEANING = "leaning"
"""The value of a space that says how it leans while it is neutral."""


def leaning(state: State, space: str) -> str:
    """How a neutral territory leans: "pro-Axis", "strict" ...; "" if nothing says, or it is none.

    A territory is neutral while no power that has a side controls it; one that was taken leans no
    way, whatever its value says.

    Examples
    --------
    >>> import a4a
    >>> state = a4a.start("global1940").state_at(0)
    >>> leaning(state, "Bulgaria"), leaning(state, "Spain"), leaning(state, "France")
    ('pro-Axis', 'strict', '')
    """
    word = state.value(space, LEANING)
    if not isinstance(word, str) or state.catalog.side_of(state.control.get(space)):
        return ""
    return word
