"""What a page asks of the kernel: it is done, or the page hears why not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from a4a.core.errors import A4AError

Doing: TypeAlias = Mapping[str, Callable[[Mapping[str, Any]], object]]
"""What a page may ask for, by the word it asks with."""


def fault_of(doing: Doing, content: Mapping[str, Any]) -> str:
    """Do what a page asks for; return why it could not be done, or "".

    Parameters
    ----------
    doing
        What it may ask for.
    content
        Its message, which nobody has looked at yet: ``do`` says what it wants.

    Examples
    --------
    >>> found = []
    >>> fault_of({"add": lambda told: found.append(told["name"])}, {"do": "add", "name": "Malta"})
    ''
    >>> fault_of({}, {"do": "format"})
    "the page asked for what is not understood: KeyError('format')"
    """
    try:
        doing[content["do"]](content)
    except A4AError as error:
        return str(error)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        return f"the page asked for what is not understood: {error!r}"
    return ""
