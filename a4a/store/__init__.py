"""Record files: `.a4a`, a compressed text format, written atomically and read back equal."""

from a4a.store.reader import load, loads
from a4a.store.writer import dumps, save

__all__ = ["dumps", "load", "loads", "save"]
