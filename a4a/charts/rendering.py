"""Charts drawn by `vl_convert`, offline; one that cannot be drawn does not spoil the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

import vl_convert

from a4a.core.errors import A4AError

Drawn = TypeVar("Drawn")

_PLAIN = {"mark": "point"}


def rendered(convert: Callable[..., Drawn], spec: Mapping[str, Any], **options: Any) -> Drawn:
    """Draw a Vega-Lite specification.

    Parameters
    ----------
    convert
        What draws it: a function of `vl_convert`.
    spec
        The specification, with its data inside.
    **options
        Further arguments of the function.

    Raises
    ------
    A4AError
        If it cannot be drawn.

    Examples
    --------
    >>> rendered(vl_convert.vegalite_to_svg, {"mark": "point"})[:4]
    '<svg'
    """
    try:
        return convert(spec, **options)
    except ValueError as error:
        with suppress(ValueError):  # a failure that comes late is raised again by the next call
            vl_convert.vegalite_to_svg(_PLAIN)
        why = " ".join(str(error).splitlines()[:2])
        raise A4AError(f"a chart cannot be drawn: {why}") from error
