"""The errors a4a raises on purpose: one root, four kinds."""

from __future__ import annotations

_MOST_TEXT = 1_000
"""How much of a text that somebody ordered an error repeats."""


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
    """An order breaks a rule of the game; nothing was changed.

    Parameters
    ----------
    why
        What is wrong with it.
    rule
        The rule's id (``"AA-MOV-012"``), or "" where the order does not even make sense.
    section
        Where the rulebook says so.
    tried
        What was ordered.
    allowed
        What would be right, or "".
    """

    def __init__(
        self, why: str, *, rule: str = "", section: str = "", tried: str = "", allowed: str = ""
    ) -> None:
        why, tried = why[:_MOST_TEXT], tried[:_MOST_TEXT]
        self.why, self.rule, self.section = why, rule, section
        self.tried, self.allowed = tried, allowed
        source = ", ".join(filter(None, (rule, section)))
        parts = [f"{tried}: {why}" if tried else why]
        parts += [f"({source})"] if source else []
        parts += [f"- allowed: {allowed}"] if allowed else []
        super().__init__(" ".join(parts))


class DatasetError(A4AError):
    """A dataset (board, catalog, set-up) is missing or faulty."""


class BattleError(A4AError):
    """A battle was described in a way that cannot be computed."""
