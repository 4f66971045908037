"""Frames: records as Polars tables, with a contract that programs can rely on.

>>> import a4a
>>> f = a4a.frames(a4a.start("global1940"))
>>> f.cities.filter(f.cities["power"] == "Japan")["city"].to_list()
['Tokyo', 'Shanghai']

The package itself can be called, as ``a4a.frames(record)``; `schemas` says what each frame holds.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from a4a.frames.schema import Column, FrameSchema

if TYPE_CHECKING:
    from a4a.frames.calendar import At as At
    from a4a.frames.collection import Frames
    from a4a.frames.contract import schemas
    from a4a.frames.parquet import read_frames
    from a4a.frames.tables import frames

_DOORS = {
    "Frames": "collection", "schemas": "contract", "read_frames": "parquet", "frames": "tables",
}  # fmt: skip
"""What is fetched on first use, and from which module: schemas can be read without Polars."""

__all__ = ["Column", "FrameSchema", "Frames", "frames", "read_frames", "schemas"]


class _Callable(ModuleType):
    """A module that can be called: the arguments go to its `frames`."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        from a4a.frames.tables import frames

        return frames(*args, **kwargs)


def __getattr__(name: str) -> Any:
    if name not in _DOORS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_DOORS[name]}"), name)
    globals()[name] = value
    return value


sys.modules[__name__].__class__ = _Callable
