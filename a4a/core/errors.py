"""The errors a4a raises on purpose: one root, four kinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

Advice: TypeAlias = str | Callable[[], str]
"""What would be right, or a function that finds it out, called only when a refusal is read."""

_MOST_TEXT = 1_000
"""Most characters of a text that an error repeats."""


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
        What would be right, or "". If that takes time to find out, a function that returns it,
        called when somebody reads the refusal.
    units
        The ids of the units that stand in the way, where the order asks something of all units.

    Examples
    --------
    >>> str(RuleViolation("it costs 6, and Italy has 5", tried="buy 1 tank", allowed="1 infantry"))
    'buy 1 tank: it costs 6, and Italy has 5 - allowed: 1 infantry'
    """

    def __init__(
        self,
        why: str,
        *,
        rule: str = "",
        section: str = "",
        tried: str = "",
        allowed: Advice = "",
        units: tuple[int, ...] = (),
    ) -> None:
        self.why, self.tried = why[:_MOST_TEXT], tried[:_MOST_TEXT]
        self.rule, self.section, self.units = rule, section, units
        self._allowed = allowed
        super().__init__(self.why)

    @property
    def allowed(self) -> str:
        """What would be right, or ""."""
        if not isinstance(self._allowed, str):
            self._allowed = self._allowed()
        return self._allowed

    def __str__(self) -> str:
        source = ", ".join(filter(None, (self.rule, self.section)))
        parts = [f"{self.tried}: {self.why}" if self.tried else self.why]
        parts += [f"({source})"] if source else []
        parts += [f"- allowed: {self.allowed}"] if self.allowed else []
        return " ".join(parts)


class DatasetError(A4AError):
    """A dataset (board, catalog, set-up) is missing or faulty."""


class BattleError(A4AError):
    """A battle was described in a way that cannot be computed."""
