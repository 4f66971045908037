"""Checks of given numbers: what is no number, or out of bounds, is refused in one sentence."""

from __future__ import annotations

from math import isfinite
from numbers import Integral, Real

from a4a.core.errors import BattleError


def whole(given: object, what: str, *, least: int = 0, most: int | None = None) -> int:
    """Read a whole number.

    Parameters
    ----------
    given
        The number: an integer of Python or numpy, but no truth value.
    what
        What it is, for messages.
    least, most
        Its bounds; None for no upper one.

    Raises
    ------
    BattleError
        If it is no whole number, or out of bounds.

    Examples
    --------
    >>> whole(3, "rounds", least=1)
    3
    >>> whole(1.5, "rounds")
    Traceback (most recent call last):
    a4a.core.errors.BattleError: rounds is a whole number, not 1.5
    """
    if isinstance(given, bool) or not isinstance(given, Integral):
        raise BattleError(f"{what} is a whole number, not {shown(given)}")
    number = int(given)
    if number < least or (most is not None and number > most):
        bounds = f"{least} or more" if most is None else f"{least} to {most}"
        raise BattleError(f"{what}={shown(number)}: give {bounds}")
    return number


def real(given: object, what: str) -> float:
    """Read a number that may have a fraction.

    Raises
    ------
    BattleError
        If it is no number, or not finite.
    """
    if isinstance(given, bool) or not isinstance(given, Real):
        raise BattleError(f"{what} is a number, not {shown(given)}")
    try:
        number = float(given)
    except OverflowError:
        number = float("inf")
    if not isfinite(number):
        raise BattleError(f"{what} is a finite number, not {shown(given)}")
    return number


def probability(given: object, what: str = "a probability") -> float:
    """Read a probability.

    Raises
    ------
    BattleError
        If it is no number from 0 to 1.
    """
    number = real(given, what)
    if not 0 <= number <= 1:
        raise BattleError(f"{what} is 0 to 1, not {shown(given)}")
    return number


def one_of(given: object, *words: str) -> bool:
    """Whether something is one of some words; it may be anything, an array too."""
    return isinstance(given, str) and given in words


def shown(given: object) -> str:
    """Show a given value, in no more than a line.

    Examples
    --------
    >>> shown("battleship"), shown(10**9999)
    ("'battleship'", 'an int')
    """
    try:
        text = repr(given)
    except Exception:  # whatever it is, it cannot be shown: numbers of thousands of digits
        text = f"an {type(given).__name__}"
    return text if len(text) <= 60 else f"{text[:60]}..."
