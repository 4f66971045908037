"""What a page asks of the kernel: it is done, or the page hears why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeAlias

from a4a.core.errors import A4AError, RuleViolation

Doing: TypeAlias = Mapping[str, Callable[[Mapping[str, Any]], object]]
"""What a page may ask for, by the word it asks with."""


class Done(NamedTuple):
    """What came of what a page asked for.

    Parameters
    ----------
    value
        What was found, if it could be done.
    fault
        Why it could not be done, or "".
    refusal
        The rule's refusal, if that is why.
    """

    value: Any = None
    fault: str = ""
    refusal: RuleViolation | None = None


def done(doing: Doing, content: Mapping[str, Any]) -> Done:
    """Do what a page asks for, and say what came of it.

    Parameters
    ----------
    doing
        What it may ask for.
    content
        Its message, which nobody has looked at yet: ``do`` says what it wants.

    Examples
    --------
    >>> done({"double": lambda told: 2 * told["number"]}, {"do": "double", "number": 4}).value
    8
    """
    try:
        return Done(doing[content["do"]](content))
    except A4AError as error:
        return Done(fault=str(error), refusal=error if isinstance(error, RuleViolation) else None)
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        return Done(fault=f"the page asked for what is not understood: {error!r}")


def fault_of(doing: Doing, content: Mapping[str, Any]) -> str:
    """Do what a page asks for, as `done` does; return why it could not be done, or "".

    Examples
    --------
    >>> found = []
    >>> fault_of({"add": lambda told: found.append(told["name"])}, {"do": "add", "name": "Malta"})
    ''
    >>> fault_of({}, {"do": "format"})
    "the page asked for what is not understood: KeyError('format')"
    """
    return done(doing, content).fault
