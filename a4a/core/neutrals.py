"""Neutral territories: how they lean, and which have been drawn into the war."""

from __future__ import annotations

from a4a.core.state import State

LEANING = "leaning"
"""The key of the value that says how a space leans while it is neutral."""


def leaning(state: State, space: str) -> str:
    """How a neutral territory leans: "pro-Axis", "strict" ...; "" if unknown or not neutral.

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


def joined(state: State, space: str) -> bool:
    """Whether a neutral territory joined a side because it was attacked, and nobody controls it.

    Its leaning says which side. It is no longer neutral; the powers that stand for neutrals
    in a set-up do not control it either, which is how it is recognized.

    Examples
    --------
    >>> import a4a
    >>> from a4a.core import events as ev
    >>> state = a4a.start("global1940").state_at(0)
    >>> held = state.control.get("Yugoslavia")
    >>> after = state.apply(ev.ControlChanged("Yugoslavia", held, None, "neutrality violated"))
    >>> joined(state, "Yugoslavia"), joined(after, "Yugoslavia")
    (False, True)
    """
    return state.control.get(space) is None and leaning(state, space).startswith("pro-")
