"""Decisions: what the kernel asks, and of which powers."""

from __future__ import annotations

import msgspec


class Decision(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What the game waits for.

    Parameters
    ----------
    kind
        What is decided: "purchase", "combat move", "casualties", "retreat", "scramble" ...
    powers
        Who decides.
    orders
        Kinds of order that answer it.
    rule
        Id of the rule it comes from.
    text
        The question in words.
    battle
        The battle it is about, or "".
    options
        What can be chosen, where it is a short list.
    units
        Units it is about: those that may scramble, retreat, be hit.
    spaces
        Spaces it is about: where to retreat, where to place.
    least, most
        How many of the units must, and may, be chosen; 0 and 0 where that means nothing.
    """

    kind: str
    powers: tuple[str, ...]
    orders: tuple[str, ...]
    rule: str
    text: str
    battle: str = ""
    options: tuple[str, ...] = ()
    units: tuple[int, ...] = ()
    spaces: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
