"""The contract: what every frame holds. Programs may rely on it; tests hold the frames to it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from a4a.frames.contract import board, course, fighting, money, setting
from a4a.frames.contract.common import KEYS
from a4a.frames.schema import FrameSchema

__all__ = ["KEYS", "schemas"]

schemas: Mapping[str, FrameSchema] = MappingProxyType(
    {
        schema.name: schema
        for topic in (board, money, fighting, course, setting)
        for schema in topic.SCHEMAS
    }
)
"""The schema of every frame by its name."""
