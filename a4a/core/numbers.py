"""Whole numbers as records hold them: bounded, so that tables of 32 bits can count with them.

The bounds are checked where untrusted records are read.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

import msgspec

LARGEST: Final = 10**9
LARGEST_PRINTED: Final = 10**4

Whole: TypeAlias = Annotated[int, msgspec.Meta(ge=-LARGEST, le=LARGEST)]
"""An id, an amount, a count, a face of a die."""

Printed: TypeAlias = Annotated[int, msgspec.Meta(ge=-LARGEST_PRINTED, le=LARGEST_PRINTED)]
"""A number printed on a board or a unit: many of them are added up."""
