"""The errors a4a raises on purpose: one root, four kinds."""

from __future__ import annotations


class A4AError(Exception):
    """The root of every error that a4a raises on purpose.

    The message says what is wrong, where, and what would be right.

    Examples
    --------
    >>> raise A4AError("no space 'Atlantis'; did you mean 'Atlantic'?")
    Traceback (most recent call last):
    a4a.core.errors.A4AError: no space 'Atlantis'; did you mean 'Atlantic'?
    """


class RecordError(A4AError):
    """A record, or a file that should hold one, cannot be read, written or followed."""


class RuleViolation(A4AError):
    """An order breaks a rule of the game."""


class DatasetError(A4AError):
    """A dataset (board, catalog, set-up) is missing or faulty."""


class BattleError(A4AError):
    """A battle was described in a way that cannot be computed."""
